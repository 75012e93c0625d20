// The facts of tracks: one by one, and of all together.
#pragma once

#include "space.hpp"

namespace facts::m2 {

using timeline = format::basic_timeline<order>;
template <class T> using track = format::basic_track<T, order>;

template <class T>
concept rotation = std::same_as<T, effigy::quat<order>> || std::same_as<T, format::basic_packed_quat<order>>;

// ---- one -----------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json key_facts(const timeline& of) {
    json out{{"g", of.global_sequence}, {"i", static_cast<unsigned>(of.interpolation)}};
    add_bulk_of_some(out, "r", of.ranges);
    add_bulk_of_some(out, "t", of.times);
    return out;
}
template <class T> [[nodiscard]] json key_facts(const track<T>& of) {
    json out = key_facts(static_cast<const timeline&>(of));
    add_bulk_of_some(out, "v", of.values);
    return out;
}
[[nodiscard]] inline json key_facts(const format::basic_rotation_track<order>& of) {
    json out = key_facts(of.timeline());
    add_bulk_of_some(out, "v", of.full.values);
    add_bulk_of_some(out, "v", of.packed.values);
    return out;
}

[[nodiscard]] inline json value_of(double v) { return rounded(v); }
[[nodiscard]] inline json value_of(const vector& v) { return coordinates(v); }
[[nodiscard]] inline json value_of(const quaternion& q) { return numbers({q.x, q.y, q.z, q.w}); }

template <class T> [[nodiscard]] json sample(const track<T>& of, const format::moment& when) {
    return value_of(format::sample<double>(of, when));
}

// With how the first sequence goes.
template <class T> [[nodiscard]] json track_facts(const format::model& model, const track<T>& of) {
    json out = key_facts(of);
    if (!of.empty()) {
        json samples = json::array();
        for (const format::moment& when : moments_of(model, 0)) {
            samples.push_back(sample(of, when));
        }
        out["s_approx"] = std::move(samples);
    }
    return out;
}
template <class T>
[[nodiscard]] json track_facts(const format::model& model, const format::basic_track_header<T, order>& of) {
    return track_facts(model, model.get(of));
}

// ---- all -----------------------------------------------------------------------------------------------------------

// Calls f(track) for each track of a model, f(timeline) for each event.
template <class F> void for_each_track(const format::model& model, const F& f) {
    const auto visit = [&](const auto&... headers) { (f(model.get(headers)), ...); };
    for (const auto& bone : model.bones()) {
        const auto turned = bone.rotation();
        f(bone.translation());
        turned.is_packed ? f(turned.packed) : f(turned.full);
        f(bone.scale());
    }
    for (const auto& color : model.colors()) {
        visit(color.rgb, color.alpha);
    }
    for (const auto& weight : model.weights()) {
        visit(weight);
    }
    for (const auto& transform : model.transforms()) {
        visit(transform.translation, transform.rotation, transform.scale);
    }
    for (const auto& attachment : model.attachments()) {
        visit(attachment.visible);
    }
    for (const auto& event : model.events()) {
        visit(event.times);
    }
    for (const auto& light : model.lights()) {
        visit(light.ambient_color, light.ambient_intensity, light.diffuse_color, light.diffuse_intensity,
              light.attenuation_start, light.attenuation_end, light.visible);
    }
    for (const auto& camera : model.cameras()) {
        visit(camera.position, camera.target, camera.roll);
    }
    for (const auto& ribbon : model.ribbons()) {
        visit(ribbon.color, ribbon.alpha, ribbon.height_above, ribbon.height_below, ribbon.slot, ribbon.visible);
    }
    for (const auto& particle : model.particles()) {
        for (const auto& header : particle.tracks) {
            visit(header);
        }
        visit(particle.enabled);
    }
}

// How many ranges name the keys that their sequences' times ask for.
class range_law {
public:
    explicit range_law(const format::model& model) : sequences_(model.sequences()) {
        for_each_track(model, [&](const auto& of) { add(of); });
    }
    [[nodiscard]] json facts() const {
        return {{"value", values_}, {"value_law", lawful_values_}, {"event", events_}, {"event_law", lawful_events_}};
    }

private:
    using times = std::span<const effigy::u32<order>>;
    struct keys {
        std::int64_t first, last;
        [[nodiscard]] friend bool operator==(const keys&, const keys&) = default;
    };

    // Of events: as iterators go.
    void add(const timeline& of) {
        count(of, of.times, events_, lawful_events_, [](times all, std::uint32_t start, std::uint32_t end) {
            return keys{std::ranges::lower_bound(all, start) - all.begin(),
                        std::ranges::upper_bound(all, end) - all.begin()};
        });
    }
    // The last key up to the start, and the first from the end on.
    template <class T> void add(const track<T>& of) {
        if (of.key_count() < 2) {
            return;
        }
        const auto last_key = static_cast<std::int64_t>(of.key_count()) - 1;
        count(of, of.times.first(of.key_count()), values_, lawful_values_,
              [&](times all, std::uint32_t start, std::uint32_t end) {
                  const std::int64_t behind_start = std::ranges::upper_bound(all, start) - all.begin();
                  const std::int64_t from_end = std::ranges::lower_bound(all, end) - all.begin();
                  return keys{std::max<std::int64_t>(behind_start - 1, 0), std::min(from_end, last_key)};
              });
    }
    template <class Law>
    void count(const timeline& of, times all, std::uint64_t& number, std::uint64_t& lawful, const Law& law) const {
        if (of.global_sequence >= 0 || !std::ranges::is_sorted(all)) {
            return;
        }
        for (std::size_t i = 0; i < std::min(of.ranges.size(), sequences_.size()); ++i) {
            const auto& stored = of.ranges[i];
            ++number;
            lawful += keys{stored.first, stored.last} == law(all, sequences_[i].start, sequences_[i].end) ? 1U : 0U;
        }
    }

    std::span<const format::sequence> sequences_;
    std::uint64_t values_ = 0, lawful_values_ = 0, events_ = 0, lawful_events_ = 0;
};

// All keys that are rotations.
[[nodiscard]] inline json quaternion_facts(const format::model& model) {
    sum<4> total;
    range norms;
    const auto add_keys = [&]<class Track>(const Track& of) {
        if constexpr (requires { requires rotation<typename Track::stored_type>; }) {
            for (std::uint32_t key = 0; key < of.key_count(); ++key) {
                const quaternion q = format::key_at<double>(of, key).value;
                norms.add(std::sqrt(dot(q, q)));
                total.add({q.x, q.y, q.z, q.w});
            }
        }
    };
    for_each_track(model, add_keys);
    return {{"n", total.count()},
            {"norm_min_approx", rounded(norms.lowest())},
            {"norm_max_approx", rounded(norms.highest())},
            {"sum_approx", numbers(total.total())}};
}

} // namespace facts::m2
