// What the game makes of a model: controllers at a time, poses, world and skin matrices, merged meshes undone.
// Evaluates in float or double (Real); allocates nothing. Space: z up, right-handed, 10 units a tile.
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/core/heap_sort.hpp>
#include <effigy/nwn/view.hpp>

namespace effigy::inline v0::nwn {

using effigy::local_matrices;
using effigy::local_to_world;
using effigy::playback;

// ---- controllers ---------------------------------------------------------------------------------------------------

// The rows around a time: before the first key the first one, after the last the last one.
template <real Real, endian E>
[[nodiscard]] key_blend<Real> blend_at(const basic_controller<E>& of, Real seconds) noexcept {
    const auto times = of.times;
    const auto time = [&](std::size_t i) { return static_cast<Real>(times[i].get()); };
    if (times.empty() || !(seconds > time(0))) {
        return {};
    }
    const std::size_t last = times.size() - 1;
    if (seconds >= time(last)) {
        return {static_cast<std::uint32_t>(last), static_cast<std::uint32_t>(last), 0};
    }
    std::size_t low = 0; // time(low) <= seconds < time(high)
    for (std::size_t high = last; high - low > 1;) {
        const std::size_t middle = low + (high - low) / 2;
        (time(middle) <= seconds ? low : high) = middle;
    }
    const Real weight = (seconds - time(low)) / (time(low + 1) - time(low));
    return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low + 1),
            weight >= 0 && weight <= 1 ? weight : 0};
}

// One column of a controller at a time, blended linearly. Of a bezier row the value counts, not its tangents (no file
// has any: measured). `otherwise` when there is no such column.
template <real Real, endian E>
[[nodiscard]] Real sample_column(const basic_controller<E>& of, std::size_t column, const key_blend<Real>& at,
                                 Real fallback = 0) noexcept {
    const auto first = of.row(at.first);
    const auto second = of.row(at.second);
    if (column >= of.columns || column >= first.size() || column >= second.size()) {
        return fallback;
    }
    const auto from = static_cast<Real>(first[column].get());
    return from + (static_cast<Real>(second[column].get()) - from) * at.weight;
}

template <real Real, endian E>
[[nodiscard]] vector3<Real> sample_vector(const basic_controller<E>& of, Real seconds,
                                          const vector3<Real>& fallback = {}) noexcept {
    const key_blend<Real> at = blend_at(of, seconds);
    return {sample_column(of, 0, at, fallback.x), sample_column(of, 1, at, fallback.y),
            sample_column(of, 2, at, fallback.z)};
}

// Along the nearer arc at constant speed; a key itself as it is stored.
template <real Real, endian E>
[[nodiscard]] quaternion<Real> sample_rotation(const basic_controller<E>& of, Real seconds,
                                               const quaternion<Real>& fallback = {}) noexcept {
    const key_blend<Real> at = blend_at(of, seconds);
    const auto key = [&](std::uint32_t i) {
        const key_blend<Real> only{i, i, 0};
        return quaternion<Real>{sample_column(of, 0, only, fallback.x), sample_column(of, 1, only, fallback.y),
                                sample_column(of, 2, only, fallback.z), sample_column(of, 3, only, fallback.w)};
    };
    return at.first == at.second ? key(at.first) : slerp(key(at.first), key(at.second), at.weight);
}

// A node's own transform at a time, where it has controllers for it, else that of `otherwise`.
template <real Real, endian E>
[[nodiscard]] pose<Real> sample(const basic_node<E>& of, Real seconds, const pose<Real>& fallback = {}) noexcept {
    const auto controllers = of.controllers();
    const auto scaling = controllers.find(controls_scale);
    const Real scale = sample_column(scaling, 0, blend_at(scaling, seconds), fallback.scale.x);
    return {sample_vector(controllers.find(controls_position), seconds, fallback.position),
            sample_rotation(controllers.find(controls_orientation), seconds, fallback.rotation),
            {scale, scale, scale}};
}

// ---- poses and matrices --------------------------------------------------------------------------------------------

// Writes every node's own transform as the model stands still. Gives as many as were written: all of them, or none when
// there is too little room.
template <endian E, pose_output Poses>
std::size_t rest_poses(const basic_node_index<E>& nodes, Poses&& memory) noexcept {
    const std::span out{memory};
    if (out.size() < nodes.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        out[i] = sample<real_in<Poses>>(nodes[i], 0);
    }
    return nodes.size();
}

// Moves the nodes of `poses` as an animation does at a time. Nodes are joined by name, in any case of letters; of
// several with one name the first counts on both sides. What a node of the animation does not control stays. Positions
// are not multiplied by the animation scale, which is for animations that come from a supermodel. Gives the number of
// nodes that were moved.
template <endian E, pose_output Poses>
std::size_t apply(const basic_node_index<E>& moving, real_in<Poses> seconds, const basic_node_index<E>& nodes,
                  Poses&& memory) noexcept {
    const std::span poses{memory};
    std::size_t moved = 0;
    for (std::uint32_t i = 0; i < moving.size(); ++i) {
        const basic_node<E> mover = moving[i];
        const std::uint32_t target = nodes.find(mover.name());
        if (target < poses.size() && moving.find(mover.name()) == i) {
            poses[target] = sample(mover, seconds, poses[target]);
            ++moved;
        }
    }
    return moved;
}

// ---- skins ---------------------------------------------------------------------------------------------------------

// The skin node's space -> the bone's space, in the bind pose; the identity when the skin has none for this node.
template <real Real, endian E>
[[nodiscard]] matrix4x3<Real> inverse_bind(const basic_skin<E>& of, std::uint64_t number) noexcept {
    const auto* const rotation = find_at(of.inverse_rotations(), number);
    const auto* const translation = find_at(of.inverse_translations(), number);
    if (rotation == nullptr || translation == nullptr) {
        return {};
    }
    const quaternion<Real> q{static_cast<Real>(rotation->x.get()), static_cast<Real>(rotation->y.get()),
                             static_cast<Real>(rotation->z.get()), static_cast<Real>(rotation->w.get())};
    return compose(vector3<Real>{*translation}, q, vector3<Real>{1, 1, 1});
}

// Writes what moves a skin's vertices, one matrix a slot: world[node of the slot] * its inverse bind. A vertex in the
// skin node's space goes to the sum over its four slots of weight * (matrix * vertex), in world space; a slot of -1 has
// weight 0. Slots without a node get the identity, and of two nodes for a slot the first counts. Gives as many as were
// written: slot_count(), or 0 when there is too little room.
template <endian E, matrix_range World, matrix_output Matrices>
std::size_t skin_matrices(const basic_skin<E>& of, const World& world, Matrices&& memory) noexcept {
    using number = real_in<Matrices>;
    const std::span<const matrix4x3<number>> movers{world};
    const std::span out{memory};
    const std::uint32_t slots = of.slot_count();
    if (out.size() < slots) {
        return 0;
    }
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        out[slot] = {};
    }
    const auto map = of.node_to_slot();
    for (std::size_t bone = map.size(); bone-- > 0;) { // backwards, so that the first one stays
        const auto slot = static_cast<std::uint32_t>(static_cast<std::int32_t>(map[bone].get()));
        if (const auto* const moved = find_at(movers, bone); slot < slots && moved != nullptr) {
            out[slot] = *moved * inverse_bind<number>(of, bone);
        }
    }
    return slots;
}

// ---- merged meshes -------------------------------------------------------------------------------------------------

// The Enhanced Edition draws meshes with one texture at once: the first of them, the head, has the vertices of all
// behind its own, in its own space, and the indices of all; the others, swallowed, have no index left (measured: 53 of
// 290 files, a tenth of their triangles). This tells whose triangles are where. One a node of the index.
struct merged_mesh {
    std::uint32_t head = npos;      // the node whose lists have this node's triangles; of a head: itself
    std::uint32_t first_vertex = 0; // in the head's vertices
    std::uint32_t vertex_count = 0; // of this node's own, from there on
    std::uint32_t first_index = 0;  // in the head's index lists, one behind the other
    std::uint32_t index_count = 0;  // of this node's own, from there on
    std::uint32_t sorted = 0;       // working memory

    [[nodiscard]] constexpr bool merged() const noexcept { return head != npos; }
};

// Finds the merges of a model. `out` has an entry for each node of the index, else nothing is found. Entries of meshes
// that no merge touches have no head: all their render_indices() are their own. Gives the number of heads.
template <endian E>
std::size_t find_merges(const basic_node_index<E>& nodes, std::span<merged_mesh> out) noexcept {
    if (out.size() < nodes.size()) {
        return 0;
    }
    std::size_t meshes = 0; // their numbers, sorted by texture and then by number, stand in `sorted`
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        out[i] = {};
        if (nodes[i].mesh()) {
            out[meshes++].sorted = i;
        }
    }
    const auto texture = [&](std::uint32_t number) {
        const auto* const header = nodes[number].mesh().header();
        return header != nullptr ? header->textures[0].view() : std::string_view{};
    };
    impl::heap_sort(
        meshes,
        [&](std::size_t a, std::size_t b) {
            const int order = compare_any_case(texture(out[a].sorted), texture(out[b].sorted));
            return order != 0 ? order < 0 : out[a].sorted < out[b].sorted;
        },
        [&](std::size_t a, std::size_t b) { std::swap(out[a].sorted, out[b].sorted); });

    std::size_t heads = 0;
    for (std::size_t begin = 0, end = 0; begin < meshes; begin = end) {
        std::uint64_t swallowed_vertices = 0;
        bool any_swallowed = false;
        const auto count_swallowed = [&](std::size_t i) {
            if (const basic_mesh<E> lost = nodes[out[i].sorted].mesh(); lost.swallowed()) {
                swallowed_vertices += lost.vertex_count();
                any_swallowed = true;
            }
        };
        count_swallowed(begin);
        for (end = begin + 1;
             end < meshes && compare_any_case(texture(out[begin].sorted), texture(out[end].sorted)) == 0; ++end) {
            count_swallowed(end);
        }
        for (std::size_t i = begin; any_swallowed && i < end; ++i) {
            const std::uint32_t head = out[i].sorted;
            const basic_mesh<E> merged = nodes[head].mesh();
            const std::uint32_t vertices = merged.vertex_count();
            const std::uint64_t own = 3 * std::uint64_t{merged.authored_faces().size()};
            if (own == 0 || own >= merged.render_index_count() || swallowed_vertices > vertices) {
                continue;
            }
            std::uint32_t vertex = vertices - static_cast<std::uint32_t>(swallowed_vertices);
            auto index = static_cast<std::uint32_t>(own);
            const auto take = [&](merged_mesh& entry, std::uint32_t first_vertex, std::uint32_t vertex_count,
                                  std::uint32_t first_index, std::uint32_t index_count) {
                entry = {head, first_vertex, vertex_count, first_index, index_count, entry.sorted};
            };
            take(out[head], 0, vertex, 0, index);
            for (std::size_t k = begin; k < end; ++k) {
                const std::uint32_t member = out[k].sorted;
                if (const basic_mesh<E> lost = nodes[member].mesh(); lost.swallowed()) {
                    const auto count = static_cast<std::uint32_t>(3 * lost.authored_faces().size());
                    take(out[member], vertex, lost.vertex_count(), index, count);
                    vertex += lost.vertex_count();
                    index += count;
                }
            }
            ++heads;
            break;
        }
    }
    return heads;
}

} // namespace effigy::inline v0::nwn
