// Points, normals and bytes of the files. glTF's z points in the opposite direction; stored normals point inward.
#pragma once

#include "../numbers.hpp"

#include <effigy/p3d.hpp>
#include <effigy/p3d/regions.hpp>

namespace facts::p3d {

namespace format = effigy::p3d;

using stored_uv = effigy::vec2<>;

// ---- space ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline vector gltf_point(const vector& v) { return {v.x, v.y, -v.z}; }
[[nodiscard]] inline vector gltf_normal(const vector& v) { return {-v.x, -v.y, v.z}; } // mirrored, then turned outward
[[nodiscard]] inline matrix gltf(const matrix& m) {                                    // mirror * m * mirror
    return {gltf_point(m.x), gltf_point(m.y), gltf_point(m.z) * -1.0, gltf_point(m.translation)};
}

template <class Vectors>
[[nodiscard]] std::vector<vector> converted(const Vectors& stored, vector (*convert)(const vector&)) {
    std::vector<vector> out = vectors(stored);
    std::ranges::transform(out, out.begin(), convert);
    return out;
}

[[nodiscard]] inline bool is_finite(const vector& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// ---- numbers -------------------------------------------------------------------------------------------------------

[[nodiscard]] inline std::string hex(std::uint32_t value, int digits = 1) {
    std::array<char, 11> out{};
    static_cast<void>(std::snprintf(out.data(), out.size(), "0x%0*x", digits, value));
    return out.data();
}
[[nodiscard]] inline std::string hex_of(std::uint32_t flags) { return hex(flags); }
[[nodiscard]] inline std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

// The sum and the bounds of values. Values with a number that is not finite are only counted.
template <std::size_t N> class finite_values {
public:
    void add(const std::array<double, N>& value) {
        if (std::ranges::all_of(value, [](double x) { return std::isfinite(x); })) {
            sum_.add(value);
            box_.add(value);
        } else {
            ++others_;
        }
    }
    [[nodiscard]] std::uint64_t others() const { return others_; }
    [[nodiscard]] json total() const { return numbers(sum_.total()); }
    [[nodiscard]] json bounds() const { return sum_.count() != 0 ? numbers(box_) : json::array(); }

private:
    sum<N> sum_;
    box<N> box_;
    std::uint64_t others_ = 0;
};

[[nodiscard]] inline finite_values<3> finite(std::span<const vector> points) {
    finite_values<3> out;
    for (const vector& point : points) {
        out.add(elements(point));
    }
    return out;
}
[[nodiscard]] inline finite_values<2> finite(std::span<const stored_uv> uvs) {
    finite_values<2> out;
    for (const stored_uv& uv : uvs) {
        out.add({uv.x, uv.y});
    }
    return out;
}

// ---- bytes ---------------------------------------------------------------------------------------------------------

// Counts text fields that have a non-zero byte after their NUL.
class junk_count {
public:
    void add(std::string_view text, std::span<const std::byte> field) {
        junk_ += text.size() < field.size() && !is_zero(field.subspan(text.size())) ? 1U : 0U;
    }
    template <std::size_t N> void add(const effigy::text<N>& field) {
        add(field.view(), std::as_bytes(std::span{field.chars}));
    }
    [[nodiscard]] std::uint64_t count() const { return junk_; }

private:
    std::uint64_t junk_ = 0;
};

} // namespace facts::p3d
