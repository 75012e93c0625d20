// What the game makes of a model and a clip: segments that match their triangles, world and skin matrices, poses.
// Evaluates in float or double (Real); allocates nothing. Source of the rules: engine, unless said otherwise.
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/grimrock/view.hpp>

namespace effigy::inline v0::grimrock {

using effigy::local_matrices;
using effigy::local_to_world;
using effigy::playback;

// ---- segments ------------------------------------------------------------------------------------------------------

// A segment with the place in the index list where its triangles really begin.
template <endian E> struct repaired_segment {
    basic_segment<E> stored;
    std::uint32_t first_index = 0; // in indices
};

// A mesh's segments as they were meant. One exporter wrote 3 * k * count[k - 1] as the first index of segment k; where
// the counts add up to the whole index list (1,420 of 1,420 meshes: measured) and all are triangle lists, the segments
// follow one another. Where they do not, the stored first index stays.
template <endian E> class repaired_segments {
public:
    class iterator {
    public:
        using value_type = repaired_segment<E>;
        using difference_type = std::ptrdiff_t;

        constexpr iterator() = default;

        [[nodiscard]] value_type operator*() const noexcept {
            return {*at_, follow_ ? next_ : static_cast<std::uint32_t>(at_->range->first_index.get())};
        }
        iterator& operator++() noexcept {
            next_ += 3 * static_cast<std::uint32_t>(at_->range->count.get());
            ++at_;
            return *this;
        }
        iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        [[nodiscard]] friend bool operator==(const iterator& a, const iterator& b) noexcept { return a.at_ == b.at_; }
        [[nodiscard]] friend bool operator==(const iterator& a, end_of_range end) noexcept { return a.at_ == end; }

    private:
        friend class repaired_segments;
        iterator(const repaired_segments& all) noexcept : at_(all.segments_.begin()), follow_(all.follow_) {}

        typename sequence<basic_segment<E>>::iterator at_;
        std::uint32_t next_ = 0;
        bool follow_ = false;
    };

    template <class Grammar> explicit repaired_segments(const basic_mesh<Grammar>& of) noexcept
        : segments_(of.segments), follow_(true) {
        std::uint64_t total = 0;
        for (const basic_segment<E>& stored : segments_) {
            const std::int32_t first = stored.range->first_index;
            const std::int32_t count = stored.range->count;
            follow_ = follow_ && stored.range->primitive_type == 2 && count >= 0;
            differs_ = differs_ || static_cast<std::uint64_t>(first) != total;
            total += 3 * static_cast<std::uint64_t>(count);
        }
        follow_ = follow_ && total == of.indices.size();
        differs_ = differs_ && follow_;
    }

    [[nodiscard]] bool differ() const noexcept { return differs_; } // whether any stored first index is wrong
    [[nodiscard]] std::uint32_t size() const noexcept { return segments_.size(); }
    [[nodiscard]] iterator begin() const noexcept { return {*this}; }
    [[nodiscard]] end_of_range end() const noexcept { return {}; }

private:
    sequence<basic_segment<E>> segments_;
    bool follow_ = false;
    bool differs_ = false;
};
template <class Grammar> repaired_segments(const basic_mesh<Grammar>&) -> repaired_segments<Grammar::order>;

// ---- matrices ------------------------------------------------------------------------------------------------------

template <real Real, endian E> [[nodiscard]] constexpr matrix4x3<Real> to_matrix(const basic_mat4x3<E>& m) noexcept {
    return {vector3<Real>{m.x}, vector3<Real>{m.y}, vector3<Real>{m.z}, vector3<Real>{m.translation}};
}

// Writes every node's stored matrix, node space -> parent space. Gives as many as were written: all of them, or none
// when `out` is too small.
template <class Grammar, matrix_output Matrices>
std::size_t local_matrices(const basic_node_index<Grammar>& nodes, Matrices&& memory) noexcept {
    const std::span out{memory};
    if (out.size() < nodes.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto* const local = nodes.local(i);
        using number = real_in<Matrices>;
        out[i] = local != nullptr ? to_matrix<number>(*local) : matrix4x3<number>{};
    }
    return nodes.size();
}

// Writes what moves a mesh's vertices: for bone b, world[b's node] * b's inverse rest matrix (mesh space -> world; the
// mesh node's own transform has no part in it). Gives as many as were written: all, or none when there is too little
// room. A skinned position is the sum over the vertex's four bones of weight * (matrix * position).
template <class Grammar, matrix_range World, matrix_output Matrices>
std::size_t skin_matrices(const basic_mesh<Grammar>& skinned, const World& world, Matrices&& memory) noexcept {
    using number = real_in<Matrices>;
    const std::span<const matrix4x3<number>> movers{world};
    const std::span out{memory};
    const auto bones = skinned.bones;
    if (out.size() < bones.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const matrix4x3<number> inverse_rest = to_matrix<number>(bones[i].inverse_rest);
        const auto* const mover = find_at(movers, static_cast<std::uint32_t>(bones[i].node.get()));
        out[i] = mover != nullptr ? *mover * inverse_rest : inverse_rest;
    }
    return bones.size();
}

// ---- clips ---------------------------------------------------------------------------------------------------------

// Where a time, counted in frames (seconds * frames_per_second), lies in a clip.
template <real Real>
[[nodiscard]] constexpr key_blend<Real> blend_at(Real frame, std::uint32_t frame_count, playback mode) noexcept {
    if (frame_count == 0 || frame != frame) {
        return {};
    }
    if (mode == playback::once) {
        const std::uint32_t last = frame_count - 1;
        if (frame <= 0) {
            return {};
        }
        if (frame >= static_cast<Real>(last)) {
            return {last, last, 0};
        }
    }
    constexpr auto largest = static_cast<Real>(4e15); // below, a 64-bit integer holds the frame
    if (!(frame > -largest && frame < largest)) {
        return {};
    }
    auto whole = static_cast<std::int64_t>(frame);
    if (static_cast<Real>(whole) > frame) {
        --whole;
    }
    const auto count = static_cast<std::int64_t>(frame_count);
    const std::int64_t first = (whole % count + count) % count;
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>((first + 1) % count),
            frame - static_cast<Real>(whole)};
}

// The key of a frame: a channel that is too short repeats its last key (so one key is a constant); null: it has none.
template <wire T> [[nodiscard]] const T* key_at(const strided<T>& keys, std::uint32_t frame) noexcept {
    return keys.at(frame < keys.size() ? frame : keys.size() - 1);
}

// An item's pose, which takes the place of the model's. Positions and scales are blended linearly, rotations as
// quaternions on the nearer arc and then normalised (not slerp: the two differ by up to 8 degrees in real clips). A
// channel without keys is the identity.
template <real Real, endian E>
[[nodiscard]] pose<Real> sample(const basic_item<E>& channels, const key_blend<Real>& at) noexcept {
    pose<Real> out;
    const auto between = [&](const auto& keys, auto& value, auto blend) {
        using host = std::remove_cvref_t<decltype(value)>;
        const auto* const first = key_at(keys, at.first);
        const auto* const second = key_at(keys, at.second);
        if (first != nullptr && second != nullptr) {
            value = blend(host{*first}, host{*second}, at.weight);
        }
    };
    const auto linear = [](const auto& a, const auto& b, Real t) { return lerp(a, b, t); };
    const auto rotating = [](const auto& a, const auto& b, Real t) { return nlerp(a, b, t); };
    between(channels.positions, out.position, linear);
    between(channels.rotations, out.rotation, rotating);
    between(channels.scales, out.scale, linear);
    return out;
}

// The frames of a clip at a time in seconds.
template <real Real, endian E>
[[nodiscard]] constexpr key_blend<Real> blend_at(const basic_animation<E>& clip, Real seconds, playback mode) noexcept {
    return blend_at(static_cast<Real>(clip.frames_per_second) * seconds, clip.frame_count, mode);
}

// Replaces the local matrices of the nodes that a clip moves; follow it by local_to_world(). Items for names that the
// model lacks are left out, a clip without frames does nothing. Gives the number of items that found their node.
// Of two items for one node the later one counts (the game averages them; no file has any: measured).
template <class Grammar, endian E, matrix_output Matrices>
std::size_t apply(const basic_animation<E>& clip, real_in<Matrices> seconds, playback mode,
                  const basic_node_index<Grammar>& nodes, Matrices&& memory) noexcept {
    using number = real_in<Matrices>;
    const std::span locals{memory};
    if (clip.frame_count == 0) {
        return 0;
    }
    const key_blend<number> at = blend_at(clip, seconds, mode);
    std::size_t moved = 0;
    for (const basic_item<E>& channels : clip.items()) {
        if (const std::uint32_t target = nodes.find(channels.node); target < locals.size()) {
            locals[target] = sample<number>(channels, at).matrix();
            ++moved;
        }
    }
    return moved;
}

} // namespace effigy::inline v0::grimrock
