// Numbers that tell whether models look and move the same.
#pragma once

#include <effigy/m2/sample.hpp>
#include <effigy/m2/sample/event.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace derived {

namespace m2 = effigy::m2;

// The values of tracks at some times of an animation, and the times of events.
[[nodiscard]] inline std::vector<double> samples(const m2::model& of, std::uint32_t animation) {
    std::vector<double> out;
    const auto add = [&](const effigy::vector3<double>& v) { out.insert(out.end(), {v.x, v.y, v.z}); };
    const double duration = of.animations()[animation].duration();
    for (const double seconds : {0.0, duration * 0.37, duration}) {
        const m2::animation_time when{.animation = animation, .seconds = seconds, .global_seconds = 1.25};
        for (const m2::bone one : of.bones()) {
            const auto pose = m2::sample<double>(one, when);
            add(pose.position);
            add(pose.scale);
            out.insert(out.end(), {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w});
        }
        for (const m2::color one : of.colors()) {
            add(m2::sample<double>(one.rgb(), when, {1, 1, 1}));
            out.push_back(m2::sample<double>(one.alpha(), when, 1));
        }
        for (const auto& one : of.texture_weights()) {
            out.push_back(m2::sample<double>(one, when, 1));
        }
        for (const m2::texture_transform one : of.texture_transforms()) {
            add(m2::sample<double>(one.translation(), when));
        }
        for (const m2::particle one : of.particles()) {
            out.push_back(m2::sample<double>(one.speed(), when));
            out.push_back(m2::sample<double>(one.enabled(), when, 1));
        }
    }
    for (const m2::event one : of.events()) {
        for_each_firing(of, one, animation, 0, duration + 1e-3, [&](double time) { out.push_back(time); });
    }
    return out;
}
// Whether numbers are the same but for the 16 bits of rotations.
[[nodiscard]] inline bool are_near(const std::vector<double>& a, const std::vector<double>& b) {
    return std::ranges::equal(a, b,
                              [](double x, double y) { return std::abs(x - y) <= 1e-4 * std::max(1.0, std::abs(x)); });
}

// The positions and the batches of a submesh of the first profile.
[[nodiscard]] inline std::vector<double> triangles(const m2::model& of, std::uint32_t submesh) {
    std::vector<double> out;
    const m2::skin_profile profile = of.skin_profiles()[0];
    const auto positions = of.positions();
    for (const auto index : profile.indices(profile.submeshes()[submesh])) {
        const effigy::vector3<float> p{positions[index]};
        out.insert(out.end(), {p.x, p.y, p.z});
    }
    for (const m2::batch& one : profile.batches()) {
        if (one.submesh.get() == submesh) {
            for (const auto& number : {one.layer, one.material, one.texture_combo}) {
                out.push_back(number.get());
            }
        }
    }
    return out;
}

// Returns the path of a field without numbers. Keys in a list per animation are those of their track.
[[nodiscard]] inline std::string without_numbers(std::string_view path) {
    std::string out{path};
    std::erase_if(out, [](char c) { return c >= '0' && c <= '9'; });
    for (const std::string_view part : {".parts[]", "[]"}) {
        const std::size_t at = part == "[]" && out.ends_with(part) ? out.size() - part.size() : out.find(".parts[]");
        if (at != out.npos) {
            out.erase(at, part.size());
        }
    }
    return out;
}

} // namespace derived
