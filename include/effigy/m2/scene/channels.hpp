// Collects the channels of clips, one clip after another.
#pragma once

#include <effigy/m2/scene/curve.hpp>

#include <iterator>

namespace effigy::inline v0::m2::impl {

// Needs memory for the finished clips and for the largest channel, whose memory the other channels reuse.
template <class = when_used> class clip_channels {
public:
    explicit clip_channels(scene_maker<>& maker)
        : maker_(&maker), made_(maker.to.memory()), vectors_(maker.to.memory()), turns_(maker.to.memory()) {}

    // Reserves memory for the largest number of channels of a clip.
    void reserve(std::size_t count) {
        if (maker_->to.pay(count * (sizeof(scene::channel) + sizeof(scene::list<float>)))) {
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
    // Adds a channel, unless all keys have the node's value at rest.
    void keep(std::uint32_t node, scene::path path, const vector3<float>& rest, bool steps) {
        if (vectors_.is_always(rest)) {
            return;
        }
        if (auto keys = vectors_.trimmed(); pay_for(keys)) {
            clip_builder{made_}.add(node, path, std::move(keys), steps);
        }
    }
    void keep(std::uint32_t node, scene::path, const quaternion<float>& rest, bool steps) {
        const quaternion<float> opposite{-rest.x, -rest.y, -rest.z, -rest.w};
        if (turns_.is_always(rest) || turns_.is_always(opposite)) {
            return;
        }
        if (auto keys = turns_.trimmed(); pay_for(keys)) {
            clip_builder{made_}.add(node, std::move(keys), steps);
        }
    }

    // Moves the channels into a clip of this duration.
    void finish(scene::clip& to, double duration) {
        clip_builder all{made_};
        if (made_.channels.empty()) {
            all.add_still(maker_->root, maker_->to.made.nodes[maker_->root].local.position);
        }
        all.last_until(duration);
        to.channels.reserve(made_.channels.size());
        std::move(made_.channels.begin(), made_.channels.end(), std::back_inserter(to.channels));
        to.times.reserve(made_.times.size());
        std::move(made_.times.begin(), made_.times.end(), std::back_inserter(to.times));
        made_.channels.clear();
        made_.times.clear();
    }

private:
    template <class Value> [[nodiscard]] bool pay_for(const key_list<Value>& keys) {
        return maker_->to.pay(sizeof(scene::channel) + sizeof(scene::list<float>) +
                              keys.times.size() * (sizeof(float) + sizeof(Value)));
    }

    scene_maker<>* maker_;
    scene::clip made_;
    channel_keys<vector3<float>> vectors_;
    channel_keys<quaternion<float>> turns_;
};

} // namespace effigy::inline v0::m2::impl
