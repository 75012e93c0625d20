// Values of keys in another version, and values between keys.
#pragma once

#include <effigy/m2/owned/key_values.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// The same value in another type.
template <class To, class From> [[nodiscard]] To stored_as(const From& value) noexcept {
    if constexpr (std::is_same_v<To, From>) {
        return value;
    } else {
        To out{};
        store(value_of<double>(value), out);
        return out;
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
        store(slerp(unit(a.value), unit(b.value), between.weight), value);
    } else {
        store(is_curved(keys, kind) ? spline(kind, a, b, between.weight) : impl::lerp(a.value, b.value, between.weight),
              value);
    }
    if constexpr (has_own_tangents<T>) {
        to.push_back(T{value, {}, {}});
    } else {
        to.push_back(value);
        to.resize(to.size() + keys.width - 1);
    }
}

}}}} // namespace effigy::v0::m2::impl
