// The color and size of a particle at an age, in every version.
#pragma once

#include <effigy/m2/sample.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

template <real Real> struct particle_look {
    vector3<Real> rgb{1, 1, 1}; // 0 to 1
    Real alpha = 1;             // 0 to 1
    Real width = 1, height = 1;
};

namespace impl {
using namespace effigy::impl;

// Before version 264 an emitter has three values: at birth, midpoint and death. `first`: the number of the value before
// an age. `weight`: the position of the age between this value and the next.
template <real Real> struct life_part {
    std::size_t first = 0;
    Real weight = 0;
};
template <real Real> [[nodiscard]] constexpr life_part<Real> life_part_at(float midpoint, double age) noexcept {
    const double middle = midpoint;
    if (!(age > 0)) {
        return {};
    }
    if (age < middle) {
        return {0, static_cast<Real>(age / middle)};
    }
    return {1, age < 1 && middle < 1 ? static_cast<Real>((age - middle) / (1 - middle)) : Real{1}};
}

template <real Real>
[[nodiscard]] particle_look<Real> look_of_three(const particle& emitter, double age) noexcept {
    const life_part<Real> part = life_part_at<Real>(emitter.midpoint(), age);
    const bgra8* const from = emitter.colors().at(part.first);
    const bgra8* const to = emitter.colors().at(part.first + 1);
    const f32<>* const from_size = emitter.scales().at(part.first);
    const f32<>* const to_size = emitter.scales().at(part.first + 1);
    if (from == nullptr || to == nullptr || from_size == nullptr || to_size == nullptr) {
        return {};
    }
    const auto channel = [&](std::uint8_t a, std::uint8_t b) {
        return lerp(static_cast<Real>(a), static_cast<Real>(b), part.weight) / Real{255};
    };
    const Real size = lerp(static_cast<Real>(from_size->get()), static_cast<Real>(to_size->get()), part.weight);
    return {{channel(from->r, to->r), channel(from->g, to->g), channel(from->b, to->b)},
            channel(from->a, to->a),
            size,
            size};
}

template <real Real>
[[nodiscard]] particle_look<Real> look_of_life(const particle& emitter, double age) noexcept {
    particle_look<Real> out;
    if (!emitter.color().values().empty()) {
        out.rgb = sample<Real>(emitter.color(), age) * (Real{1} / Real{255});
    }
    if (!emitter.alpha().values().empty()) {
        out.alpha = sample<Real>(emitter.alpha(), age);
    }
    if (!emitter.scale().values().empty()) {
        const vector3<Real> size = sample<Real>(emitter.scale(), age);
        out.width = size.x;
        out.height = size.y;
    }
    return out;
}

} // namespace impl

// Returns the color and size at an age from 0 (birth) to 1 (death). Before version 264 an emitter has three colors and
// sizes, with linear changes between them; from 264 on it has keys for each. If the emitter is empty or has no keys,
// the particle is white, opaque and of size 1.
template <real Real = float>
[[nodiscard]] particle_look<Real> sample(const particle& emitter, double age) noexcept {
    return emitter.colors().empty() ? impl::look_of_life<Real>(emitter, age) : impl::look_of_three<Real>(emitter, age);
}

// Returns the acceleration of an emitter's particles, in yards per square second.
template <real Real = float>
[[nodiscard]] vector3<Real> gravity_of(const particle& emitter, const animation_time& when) noexcept {
    const track<f32<>> stored = emitter.gravity();
    if (!emitter.has_packed_gravity()) {
        return {0, 0, -sample<Real>(stored, when)};
    }
    const auto keys = stored.keys(when.animation);
    const double time = stored.is_global() ? impl::looped(when.global_seconds, stored.global_duration()) : when.seconds;
    const auto between = impl::blend_at<Real>(keys.times, keys.times.size(), time, stored.interpolation());
    const auto at = [&](std::uint32_t i) {
        const f32<>* const key = keys.values.at(i);
        return key != nullptr ? unpacked_gravity<Real>(*key) : vector3<Real>{};
    };
    return between.weight != 0 ? impl::lerp(at(between.first), at(between.second), between.weight) : at(between.first);
}

}}} // namespace effigy::v0::m2
