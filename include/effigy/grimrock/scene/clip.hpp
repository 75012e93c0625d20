// Converts clips of ANIM to clips of a scene.
#pragma once

#include <effigy/grimrock/sample.hpp>
#include <effigy/grimrock/scene/trace.hpp>
#include <effigy/scene/keys.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

// Adds the channels of clips. `stamps`: one number per node of the file; none is above `stamp`.
template <class = when_used> class clip_maker {
public:
    clip_maker(scene_builder<mirrored_x>& to, const node_index& nodes, std::span<const placed_node> places,
               std::span<std::uint64_t> stamps, std::uint64_t stamp, playback mode, scene_trace* trace)
        : to_(to), nodes_(nodes), places_(places), stamps_(stamps), stamp_(stamp), mode_(mode), trace_(trace),
          keys_(to.memory()) {}

    void add_channels(const animation& stored, scene::clip& to) {
        const auto items = stored.items();
        if (trace_ != nullptr) {
            trace_->first_items.push_back(static_cast<std::uint32_t>(trace_->items.size()));
        }
        auto targets = to_.list<std::uint32_t>(items.size());
        if (stored.frame_count() == 0 || to_.why()) {
            return;
        }
        const std::uint64_t before = stamp_ + 1;
        stamp_ += items.size();
        std::size_t i = 0, missing = 0, channels = 0;
        for (const auto& each : items) {
            targets[i] = nodes_.find_last(each.name());
            if (targets[i] < places_.size()) {
                const bool is_new = stamps_[targets[i]] < before;
                channels += is_new ? channels_of(places_[targets[i]]) : 0;
                stamps_[targets[i]] = before + i; // the last of several items is used
                if (trace_ != nullptr) {
                    trace_->items.push_back({targets[i], static_cast<std::uint32_t>(i)});
                }
            } else {
                ++missing;
            }
            ++i;
        }
        if (!to_.reserve(to.channels, channels)) {
            return;
        }
        clip_builder building{to_, to};
        i = 0;
        for (const auto& each : items) {
            if (targets[i] < places_.size() && stamps_[targets[i]] == before + i) {
                add_item(each, places_[targets[i]], building);
            }
            if (to_.why()) {
                return;
            }
            ++i;
        }
        building.last_until(stored.duration());
        auto extras = to_.extras();
        extras.add("framesPerSecond", stored.frames_per_second()).add("frames", stored.frame_count());
        extras.add_given("itemsWithoutNode", missing).put_into(to.extras);
    }

private:
    [[nodiscard]] static std::size_t channels_of(const placed_node& moved) {
        return moved.inner == moved.outer ? 3 : 4;
    }

    // A clip replaces the whole stored pose: a channel without keys is the identity (engine).
    void add_item(const item& stored, const placed_node& moved, clip_builder<>& to) {
        add_vectors(
            stored, stored.positions(), {}, [](const vector3<float>& v) { return mirrored_x::point(v); }, moved.outer,
            scene::path::translation, to);
        add_rotations(stored, moved.outer, to);
        add_vectors(
            stored, stored.scales(), {1, 1, 1}, [](const vector3<float>& v) { return mirrored_x::scale(v); },
            moved.outer, scene::path::scale, to);
        if (moved.inner != moved.outer && keys_.begin(to_, 1)) { // the stored shear
            keys_.add(0, quaternion<float>{});
            to.add(moved.inner, scene::path::rotation, keys_);
        }
    }

    // The frames of a channel. The first `keys` of `count` frames have a key of their own; the last key holds for the
    // frames after it (engine). A clip whose rate is not a finite number above 0 has one frame.
    struct frames {
        double rate = 0;
        std::size_t keys = 0, count = 0;
        bool repeats = false;

        [[nodiscard]] double time(std::size_t frame) const {
            return frame == 0 ? 0 : static_cast<double>(frame) / rate;
        }
        // The number of keys to add for a loop: one at the last frame, if it has none, and the first key again after
        // it.
        [[nodiscard]] std::size_t more() const { return repeats && keys > 1 ? 2 : 0; }
    };
    [[nodiscard]] frames frames_of(const item& stored, std::size_t key_count) const {
        const float rate = stored.frames_per_second();
        frames out{static_cast<double>(rate), key_count, stored.frame_count(), mode_ == playback::loop};
        out.count = rate > 0 && is_finite(rate) ? out.count : 1;
        out.keys = out.keys < out.count ? out.keys : out.count;
        return out;
    }

    template <class Convert>
    void add_vectors(const item& item, const strided<vec3<>>& stored, const vector3<float>& without_keys,
                     const Convert& convert, std::uint32_t moved, scene::path path, clip_builder<>& to) {
        const frames known = frames_of(item, stored.size());
        if (!keys_.begin(to_, known.keys + known.more() + 1)) {
            return;
        }
        if (known.keys == 0) {
            keys_.add(0, without_keys);
        }
        auto next = stored.begin();
        for (std::size_t frame = 0; frame < known.keys; ++frame, ++next) {
            keys_.add(known.time(frame), convert(vector3<float>{*next}));
        }
        if (known.more() != 0 && !keys_.values.empty()) {
            keys_.add(known.time(known.count - 1), keys_.values.back()); // add() leaves it out if there is one
            keys_.add(known.time(known.count), keys_.values[0]);
        }
        to.add(moved, path, keys_);
    }

    [[nodiscard]] static quaternion<double> rotation_from(const quat<>& stored) {
        const quaternion<double> q = mirrored_x::rotation(quaternion<double>{stored});
        return is_finite(q) ? normalized(q) : q;
    }
    // Calls step(key, its time, next key, its time) for each pair of keys that the game blends, in the order of time.
    // Leaves out keys that are not finite. Returns the first key.
    template <class Step>
    [[nodiscard]] static quaternion<double> for_each_step(const strided<quat<>>& stored, const frames& known,
                                                          const Step& step) {
        quaternion<double> first, before;
        double time_before = 0;
        bool is_first = true;
        auto next = stored.begin();
        for (std::size_t frame = 0; frame < known.keys; ++frame, ++next) {
            const quaternion<double> key = rotation_from(*next);
            if (!is_finite(key)) {
                continue;
            }
            if (is_first) {
                first = key;
            } else {
                step(before, time_before, key, known.time(frame));
            }
            is_first = false;
            before = key;
            time_before = known.time(frame);
        }
        if (known.more() != 0 && !is_first) {
            if (const double last = known.time(known.count - 1); last > time_before) {
                step(before, time_before, before, last);
                time_before = last;
            }
            step(before, time_before, first, known.time(known.count));
        }
        return first;
    }
    void add_rotations(const item& item, std::uint32_t moved, clip_builder<>& to) {
        const auto stored = item.rotations();
        const frames known = frames_of(item, stored.size());
        std::uint64_t count = 1;
        const quaternion<double> first = for_each_step(
            stored, known, [&](const quaternion<double>& from, double, const quaternion<double>& key, double) {
                count += to_.fits_limit(count * sizeof(quaternion<float>)) ? nlerp_parts(from, key) : 0;
            });
        if (!keys_.begin(to_, count)) {
            return;
        }
        keys_.add(0, to_real<float>(first));
        static_cast<void>(
            for_each_step(stored, known,
                          [&](const quaternion<double>& from, double before, const quaternion<double>& key,
                              double now) { add_nlerp_key(keys_, before, from, now, key); }));
        to.add(moved, scene::path::rotation, keys_);
    }

    scene_builder<mirrored_x>& to_;
    node_index nodes_;
    std::span<const placed_node> places_; // one per node of the file
    std::span<std::uint64_t> stamps_;     // per node of the file: the last item that moves it
    std::uint64_t stamp_;
    playback mode_;
    scene_trace* trace_;
    key_list keys_; // of the latest channel
};

}}}} // namespace effigy::v0::grimrock::impl
