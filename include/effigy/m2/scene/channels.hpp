// Collects the channels of clips, one clip after another.
#pragma once

#include <effigy/m2/scene/curve.hpp>

namespace effigy::inline v0::m2::impl {

// Needs memory for the finished clips and for the largest channel, whose memory the other channels reuse.
template <class = when_used> class clip_channels {
public:
    explicit clip_channels(scene_maker<>& maker)
        : maker_(&maker), made_(maker.to.memory()), vectors_(maker.to.memory()), turns_(maker.to.memory()),
          colors_(maker.to.memory()) {}

    // Reserves memory for the largest number of channels of a clip.
    void reserve(std::size_t count) {
        if (maker_->charge(count * (sizeof(scene::channel) + sizeof(scene::list<float>)))) {
            made_.channels.reserve(count);
            made_.times.reserve(count);
        }
    }

    // Returns empty keys, which keep() takes.
    [[nodiscard]] channel_keys<vector3<float>>& begin(const vector3<float>&) noexcept {
        vectors_.clear();
        return vectors_;
    }
    [[nodiscard]] channel_keys<quaternion<float>>& begin(const quaternion<float>&) noexcept {
        turns_.clear();
        return turns_;
    }
    [[nodiscard]] channel_keys<vector4<float>>& begin(const vector4<float>&) noexcept {
        colors_.clear();
        return colors_;
    }
    // Adds a channel, unless all keys have the value at rest.
    void keep(std::uint32_t node, scene::path path, const vector3<float>& rest, bool steps) {
        if (vectors_.is_always(rest)) {
            return;
        }
        if (auto keys = vectors_.trimmed(); charge_for(keys)) {
            clip_builder{made_}.add(node, path, std::move(keys), steps);
        }
    }
    void keep(std::uint32_t node, scene::path, const quaternion<float>& rest, bool steps) {
        const quaternion<float> opposite{-rest.x, -rest.y, -rest.z, -rest.w};
        if (turns_.is_always(rest) || turns_.is_always(opposite)) {
            return;
        }
        if (auto keys = turns_.trimmed(); charge_for(keys)) {
            clip_builder{made_}.add(node, std::move(keys), steps);
        }
    }

    void keep(std::uint32_t material, const vector4<float>& rest) {
        if (colors_.is_always(rest)) {
            return;
        }
        if (auto keys = colors_.trimmed(); charge_for(keys)) {
            clip_builder{made_}.add_base_color(material, std::move(keys));
        }
    }

    void keep_texture(std::uint32_t material, scene::path path, const vector3<float>& rest) {
        if (vectors_.is_always(rest)) {
            return;
        }
        if (auto keys = vectors_.trimmed(); charge_for(keys)) {
            clip_builder{made_}.add_to_material(material, path, std::move(keys));
        }
    }

    [[nodiscard]] bool is_empty() const noexcept { return made_.channels.empty(); }
    // The channels so far, to return to with drop_after().
    struct place {
        std::size_t channels = 0, times = 0;
    };
    [[nodiscard]] place here() const noexcept { return {made_.channels.size(), made_.times.size()}; }
    void drop_after(const place& kept) {
        made_.channels.erase(made_.channels.begin() + static_cast<std::ptrdiff_t>(kept.channels), made_.channels.end());
        made_.times.erase(made_.times.begin() + static_cast<std::ptrdiff_t>(kept.times), made_.times.end());
    }

    // Lets the clip end at `duration`. A clip without channels keeps the root where it is.
    void finish(double duration) {
        clip_builder all{made_};
        if (made_.channels.empty()) {
            all.add_still(maker_->root, maker_->to.made.nodes[maker_->root].local.position);
        }
        all.last_until(duration);
    }
    // Moves the channels into a clip.
    void move_to(scene::clip& to) {
        move_all(made_.channels, to.channels);
        move_all(made_.times, to.times);
    }
    // Moves a clip's channels back, to add others.
    void take_from(scene::clip& from) {
        move_all(from.channels, made_.channels);
        move_all(from.times, made_.times);
        from.channels.shrink_to_fit();
        from.times.shrink_to_fit();
    }

private:
    template <class Value> [[nodiscard]] bool charge_for(const key_list<Value>& keys) {
        return maker_->charge(sizeof(scene::channel) + sizeof(scene::list<float>) +
                              keys.times.size() * (sizeof(float) + sizeof(Value)));
    }

    scene_maker<>* maker_;
    scene::clip made_;
    channel_keys<vector3<float>> vectors_;
    channel_keys<quaternion<float>> turns_;
    channel_keys<vector4<float>> colors_;
};

} // namespace effigy::inline v0::m2::impl
