// The facts of single tracks, and of all tracks of a model.
#pragma once

#include "joined.hpp"

namespace facts::m2 {

template <class T> using track = format::track<T>;
using event_track = format::event_track;
using rotation_track = format::rotation_track;

// ---- one -----------------------------------------------------------------------------------------------------------

// Lists of times or values by animation. The checksum is that of all known lists in sequence.
template <class Lists> void add_lists(json& out, const char* name, const Lists& lists, const key_files& files) {
    if (lists.empty()) {
        return;
    }
    checksum crc;
    std::uint64_t read = 0;
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const auto& list = lists[i];
        if (const auto file = files.of(i)) {
            const std::size_t size = sizeof(typename std::remove_cvref_t<decltype(list)>::target);
            crc.add(file->bytes_at(list.offset, list.count * std::uint64_t{size}));
            read += list.count;
        } else {
            missing += list.count;
        }
    }
    json& facts = out[name];
    facts = {{"n", lists.size()}, {"k", read}, {"crc", crc.hex()}};
    if (missing != 0) {
        facts["m"] = missing;
    }
}

// A negative global sequence other than -1 also means none; it is reported as stored.
template <class Track>
[[nodiscard]] json key_facts(const format::model& model, const key_files& files, const Track& track) {
    json out;
    track.visit_record([&](const auto& header) {
        out = {{"g", header.global_sequence.get()}, {"i", static_cast<unsigned>(header.interpolation.get())}};
        const auto add = [&](const char* name, const auto& to) {
            const auto list = model.get(to);
            if constexpr (requires { header.ranges; }) {
                add_bulk_of_some(out, name, list);
            } else {
                add_lists(out, name, list, files);
            }
        };
        if constexpr (requires { header.ranges; }) {
            add("r", header.ranges);
        }
        add("t", header.times);
        if constexpr (requires { header.values; }) {
            add("v", header.values);
        }
    });
    return out;
}

[[nodiscard]] inline json value_of(double v) { return rounded(v); }
[[nodiscard]] inline json value_of(const vector& v) { return coordinates(v); }
[[nodiscard]] inline json value_of(const quaternion& q) { return numbers({q.x, q.y, q.z, q.w}); }

// Returns key_facts() and samples of the first animation.
template <class Track>
[[nodiscard]] json track_facts(const format::model& model, const key_files& files, const Track& track) {
    json out = key_facts(model, files, track);
    if (!track.keys(0).times.empty()) {
        out["s_approx"] = list_of(times_of(model, 0),
                                  [&](const auto& when) { return value_of(format::sample<double>(track, when)); });
    }
    return out;
}
// ---- all -----------------------------------------------------------------------------------------------------------

// Calls f(track) for each track of a model, including those of events and rotations.
template <class Function> void for_each_track(const format::model& model, const Function& f) {
    const auto visit = [&](const auto&... tracks) { (f(tracks), ...); };
    for (const auto& bone : model.bones()) {
        visit(bone.translation(), bone.rotation(), bone.scale());
    }
    for (const auto& color : model.colors()) {
        visit(color.rgb(), color.alpha());
    }
    for (const auto& weight : model.texture_weights()) {
        visit(weight);
    }
    for (const auto& transform : model.texture_transforms()) {
        visit(transform.translation(), transform.rotation(), transform.scale());
    }
    for (const auto& attachment : model.attachments()) {
        visit(attachment.visible());
    }
    for (const auto& event : model.events()) {
        visit(event.times());
    }
    for (const auto& light : model.lights()) {
        visit(light.ambient_color(), light.ambient_intensity(), light.diffuse_color(), light.diffuse_intensity(),
              light.attenuation_start(), light.attenuation_end(), light.visible());
    }
    for (const auto& camera : model.cameras()) {
        visit(camera.position(), camera.target(), camera.roll(), camera.field_of_view());
    }
    for (const auto& ribbon : model.ribbons()) {
        visit(ribbon.color(), ribbon.alpha(), ribbon.height_above(), ribbon.height_below(), ribbon.slot(),
              ribbon.visible());
    }
    for (const auto& particle : model.particles()) {
        for (std::size_t i = 0; i < format::particle_track_count; ++i) {
            visit(particle.track(static_cast<format::particle_track>(i)));
        }
        visit(particle.enabled());
    }
}

// Counts the ranges, and those that select exactly the keys that the time of their animation requires.
class range_law {
public:
    explicit range_law(const format::model& model) : animations_(model.animations()) {
        for_each_track(model, [&](const auto& each) { add(each); });
    }
    [[nodiscard]] json facts() const {
        return {{"value", values_}, {"value_law", lawful_values_}, {"event", events_}, {"event_law", lawful_events_}};
    }

private:
    using times = std::span<const effigy::u32<>>;
    struct keys {
        std::int64_t first, last;
        [[nodiscard]] friend bool operator==(const keys&, const keys&) = default;
    };

    // For events, the range is half-open.
    void add(const event_track& track) {
        count(track, track.timeline().times_ms(), events_, lawful_events_,
              [](times all, std::uint32_t start, std::uint32_t end) {
                  return keys{std::ranges::lower_bound(all, start) - all.begin(),
                              std::ranges::upper_bound(all, end) - all.begin()};
              });
    }
    // For values, the range extends from the last key at or before the start to the first key at or after the end.
    template <class Track> void add(const Track& track) {
        if (track.key_count() < 2) {
            return;
        }
        const auto last_key = static_cast<std::int64_t>(track.key_count()) - 1;
        count(track, times{track.timeline().times_ms()}.first(track.key_count()), values_, lawful_values_,
              [&](times all, std::uint32_t start, std::uint32_t end) {
                  const std::int64_t after_start = std::ranges::upper_bound(all, start) - all.begin();
                  const std::int64_t from_end = std::ranges::lower_bound(all, end) - all.begin();
                  return keys{std::max<std::int64_t>(after_start - 1, 0), std::min(from_end, last_key)};
              });
    }
    template <class Track, class Law>
    void count(const Track& track, times all, std::uint64_t& number, std::uint64_t& lawful, const Law& law) const {
        if (track.is_global() || !std::ranges::is_sorted(all)) {
            return;
        }
        const auto ranges = track.timeline().ranges();
        for (std::size_t i = 0; i < std::min(ranges.size(), animations_.size()); ++i) {
            const auto& stored = ranges[i];
            ++number;
            const format::animation played = animations_[i];
            lawful += keys{stored.first, stored.last} == law(all, played.start_ms(), played.end_ms()) ? 1U : 0U;
        }
    }

    format::animation_list animations_;
    std::uint64_t values_ = 0, lawful_values_ = 0, events_ = 0, lawful_events_ = 0;
};

// All keys of rotations.
[[nodiscard]] inline json quaternion_facts(const format::model& model, const key_files& files) {
    sum<4> total;
    range norms;
    const auto add_key = [&](const quaternion& q) {
        norms.add(std::sqrt(dot(q, q)));
        total.add({q.x, q.y, q.z, q.w});
    };
    const auto add_lists = [&](const auto& times, const auto& values) {
        for (std::size_t i = 0; i < std::min(times.size(), values.size()); ++i) {
            if (const auto file = files.of(i)) {
                using value = typename std::remove_cvref_t<decltype(values[i])>::target;
                const std::uint32_t count = std::min(times[i].count.get(), values[i].count.get());
                for (const value& key : file->template array_at<value>(values[i].offset, count)) {
                    add_key(format::value_of<double>(key));
                }
            }
        }
    };
    for_each_track(model, [&]<class Track>(const Track& track) {
        if constexpr (requires { requires std::same_as<decltype(format::sample<double>(track, {})), quaternion>; }) {
            track.visit_record([&](const auto& header) {
                if constexpr (requires { header.ranges; }) {
                    const auto keys = track.keys(effigy::npos); // the whole time line
                    for (std::size_t i = 0; i < keys.times.size(); ++i) {
                        add_key(format::key_at<double>(keys, i).value);
                    }
                } else {
                    add_lists(model.get(header.times), model.get(header.values));
                }
            });
        }
    });
    return {{"n", total.count()},
            {"norm_min_approx", rounded(norms.lowest())},
            {"norm_max_approx", rounded(norms.highest())},
            {"sum_approx", numbers(total.total())}};
}

} // namespace facts::m2
