// Collects the channels of clips, one clip after another.
#pragma once

#include <effigy/m2/scene/curve.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Needs memory for the finished clips and for the largest channel, whose memory the other channels reuse.
template <class = when_used> class clip_channels {
public:
    explicit clip_channels(scene_maker<>& maker)
        : maker_(&maker), made_(maker.to.memory()), rotations_(maker), others_(maker) {}

    // Returns empty keys, which keep() takes.
    [[nodiscard]] channel_keys<>& begin(scene::path path) noexcept {
        keys_of(path).clear();
        return keys_of(path);
    }
    // Adds a channel of a node, unless all keys have the value at rest.
    template <class Value> void keep(std::uint32_t node, scene::path path, const Value& rest, bool steps) {
        if (const key_list* const keys = spared_keys(path, key_value(rest))) {
            clip_builder{maker_->to, made_}.add(node, path, *keys, steps);
        }
    }
    template <class Value> void keep_of_material(std::uint32_t material, scene::path path, const Value& rest) {
        if (const key_list* const keys = spared_keys(path, key_value(rest))) {
            clip_builder{maker_->to, made_}.add_to_material(material, path, *keys);
        }
    }

    [[nodiscard]] bool is_empty() const noexcept { return made_.channels.empty(); }
    // The channels so far, to return to with drop_after().
    struct channel_counts {
        std::size_t channels = 0, times = 0;
    };
    [[nodiscard]] channel_counts here() const noexcept { return {made_.channels.size(), made_.times.size()}; }
    void drop_after(const channel_counts& kept) {
        made_.channels.resize(kept.channels);
        made_.times.resize(kept.times);
    }

    // Lets the clip end at `duration`. A clip that moves no node keeps the root where it is.
    void finish(double duration) {
        scene_budget& from = maker_->to;
        clip_builder{from, made_}.finish(maker_->root, maker_->to.made.nodes[maker_->root].local.position, duration);
    }
    // Lets the clip end at `duration`, if it has a channel.
    void last_until(double duration) { clip_builder{maker_->to, made_}.last_until(duration); }
    // Moves the channels into a clip without any, or those of a clip back, to add others.
    void swap_with(scene::clip& other) noexcept {
        made_.channels.swap(other.channels);
        made_.times.swap(other.times);
    }

private:
    [[nodiscard]] channel_keys<>& keys_of(scene::path path) noexcept {
        return path == scene::path::rotation ? rotations_ : others_;
    }
    // Returns the keys of a channel, or null if all have the value at rest or they exceed the spare.
    [[nodiscard]] const key_list* spared_keys(scene::path path, const vector4<float>& rest) {
        const vector4<float> same_turn{-rest.x, -rest.y, -rest.z, -rest.w};
        channel_keys<>& made = keys_of(path);
        if (made.is_always(rest) || (path == scene::path::rotation && made.is_always(same_turn))) {
            return nullptr;
        }
        const key_list& keys = made.trimmed();
        constexpr std::size_t lists = 3 * (sizeof(scene::channel) + sizeof(scene::list<float>)); // 3: the lists grow
        return maker_->spares(lists + size_in_clip(path, keys.times.size())) ? &keys : nullptr;
    }

    scene_maker<>* maker_;
    scene::clip made_;
    channel_keys<> rotations_, others_; // two lists: a camera fills them at the same time
};

}}}} // namespace effigy::v0::m2::impl
