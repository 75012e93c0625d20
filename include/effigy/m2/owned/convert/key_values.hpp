// Values of keys in another version, and values between keys.
#pragma once

#include <effigy/m2/owned/model.hpp>
#include <effigy/m2/sample.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// ---- the same value in another type --------------------------------------------------------------------------------

[[nodiscard]] inline std::int16_t packed_component(double value) noexcept {
    const double scaled = value * 32767;
    const double rounded = scaled < 0 ? scaled - 0.5 : scaled + 0.5;
    const auto whole = rounded > -32768 && rounded < 32768 ? static_cast<std::int32_t>(rounded) : 0; // NaN is 0
    const std::int32_t inside = whole < -32767 || rounded <= -32768 ? -32767 : rounded >= 32768 ? 32767 : whole;
    return static_cast<std::int16_t>(inside <= 0 ? inside + 32767 : inside - 32768); // see basic_packed_quat
}
[[nodiscard]] inline owned_packed_quat packed(const auto& q) noexcept {
    return {packed_component(q.x), packed_component(q.y), packed_component(q.z), packed_component(q.w)};
}
template <class To, class From> [[nodiscard]] To stored_as(const From& value) noexcept {
    if constexpr (std::is_same_v<To, From>) {
        return value;
    } else if constexpr (std::is_same_v<To, owned_packed_quat>) {
        return packed(value);
    } else {
        return quat<form::host>{value_of<float>(value)};
    }
}

// The value of a track without keys, that of a model without the track.
template <class T> [[nodiscard]] T resting_value(std::string_view track) noexcept {
    if constexpr (std::is_same_v<T, owned_packed_quat>) {
        return packed(quaternion<float>{});
    } else if constexpr (std::is_same_v<T, owned_opacity>) {
        return {32767};
    } else if constexpr (std::is_same_v<T, std::uint8_t>) { // visible, enabled
        return 1;
    } else if constexpr (std::is_same_v<T, vec3<form::host>>) {
        return track == "scale" || track == "rgb" || track == "color" ? vector3<float>{1, 1, 1} : vector3<float>{};
    } else {
        return {};
    }
}

// ---- keys ----------------------------------------------------------------------------------------------------------

// A list of keys. `width`: the values of a key, three with tangents.
template <class T> struct stored_key_list {
    std::span<const std::uint32_t> times;
    std::span<const T> values;
    std::size_t width = 1;

    [[nodiscard]] std::span<const T> at(std::size_t i) const noexcept { return values.subspan(width * i, width); }
    [[nodiscard]] stored_key_list part(std::size_t first, std::size_t count) const noexcept {
        return {times.subspan(first, count), values.subspan(width * first, width * count), width};
    }
};
// Whether keys of this kind are blended with tangents.
template <class T> [[nodiscard]] bool is_curved(const stored_key_list<T>& keys, interpolation kind) noexcept {
    return kind > interpolation::linear && (keys.width != 1 || has_own_tangents<T>);
}

// A value that is computed, in the type of the file.
template <class T> [[nodiscard]] T rounded_to(double value) noexcept {
    if constexpr (std::is_same_v<T, float>) {
        return static_cast<float>(value);
    } else if constexpr (std::is_same_v<T, owned_opacity>) {
        return {rounded_to<std::int16_t>(value * 32767)};
    } else {
        return static_cast<T>(value < 0 ? value - 0.5 : value + 0.5); // between two values of T
    }
}
template <class T> [[nodiscard]] T rounded_to(const vector3<double>& value) noexcept {
    return vector3<float>{static_cast<float>(value.x), static_cast<float>(value.y), static_cast<float>(value.z)};
}
template <class T> [[nodiscard]] T rounded_to(const quaternion<double>& value) noexcept {
    if constexpr (std::is_same_v<T, owned_packed_quat>) {
        return packed(value);
    } else {
        return quaternion<float>{static_cast<float>(value.x), static_cast<float>(value.y), static_cast<float>(value.z),
                                 static_cast<float>(value.w)};
    }
}

template <class T> [[nodiscard]] key_values<value_in<T, double>> values_at(const stored_key_list<T>& keys,
                                                                           std::size_t i) noexcept {
    const std::span<const T> all = keys.at(i);
    key_values<value_in<T, double>> out{value_of<double>(all[0]), {}, {}};
    if (all.size() == 3) {
        out.in = value_of<double>(all[1]);
        out.out = value_of<double>(all[2]);
    }
    return out;
}
template <class T> [[nodiscard]] auto values_at(const stored_key_list<spline_key<T>>& keys, std::size_t i) noexcept {
    const spline_key<T>& key = keys.at(i)[0];
    return key_values<value_in<T, double>>{value_of<double>(key.value), value_of<double>(key.in),
                                           value_of<double>(key.out)};
}
template <class T> struct without_tangents {
    using type = T;
};
template <class T> struct without_tangents<spline_key<T>> {
    using type = T;
};

// Returns the value at a time, as sample() computes it: a key of `width` values, without tangents. Precondition: there
// are keys.
template <class T> void append_key_at(pool<T>& to, const stored_key_list<T>& keys, std::uint32_t time,
                                      interpolation kind) {
    const auto between = blend_at<double>(keys.times, keys.times.size(), time, kind);
    if (between.weight == 0) {
        return to.append(keys.at(between.first));
    }
    const auto a = values_at(keys, between.first), b = values_at(keys, between.second);
    using stored = typename without_tangents<T>::type;
    stored value{};
    if constexpr (std::is_same_v<decltype(a.value), quaternion<double>>) {
        value = rounded_to<stored>(slerp(unit(a.value), unit(b.value), between.weight));
    } else {
        value = rounded_to<stored>(is_curved(keys, kind) ? spline(kind, a, b, between.weight)
                                                         : impl::lerp(a.value, b.value, between.weight));
    }
    if constexpr (has_own_tangents<T>) {
        to.push_back(T{value, {}, {}});
    } else {
        to.push_back(value);
        to.resize(to.size() + keys.width - 1);
    }
}

}}}} // namespace effigy::v0::m2::impl
