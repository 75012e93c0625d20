// Vectors, bytes and moments of the files. glTF has the same hand, but y up.
#pragma once

#include "../numbers.hpp"

#include <effigy/m2.hpp>

namespace facts::m2 {

namespace format = effigy::m2;

inline constexpr endian order = endian::little;
inline constexpr vector probe{1, 2, 3};

// ---- space ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline vector gltf(const vector& v) { return {v.x, v.z, -v.y}; }
[[nodiscard]] inline vector gltf(const effigy::vec3<order>& v) { return gltf(vector{v}); }

[[nodiscard]] inline std::vector<vector> gltf(std::span<const effigy::vec3<order>> stored) {
    std::vector<vector> out;
    for (const effigy::vec3<order>& v : stored) {
        out.push_back(gltf(v));
    }
    return out;
}

// What triangles add up to.
struct surface {
    double area = 0, volume = 0, facing = 0;
    vector centroids;

    // `normal`: what the triangle should face.
    void add(const vector& p, const vector& q, const vector& r, const vector& normal) {
        const vector across = cross(q - p, r - p);
        area += length(across) / 2;
        volume += dot(p, cross(q, r)) / 6;
        facing += dot(across, normal);
        centroids = centroids + (p + q + r) * (1.0 / 3);
    }
};

// ---- numbers -------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json coordinates(const vector& v) { return numbers(elements(v)); }
[[nodiscard]] inline json coordinates(const effigy::vec3<order>& v) { return coordinates(vector{v}); }

template <class Numbers> [[nodiscard]] json integers(const Numbers& stored) {
    json out = json::array();
    for (const auto& number : stored) {
        out.push_back(number.get());
    }
    return out;
}

template <std::size_t N> [[nodiscard]] json lowest(const box<N>& of) {
    const auto corners = of.corners();
    return numbers(std::span{corners}.template first<N>());
}
template <std::size_t N> [[nodiscard]] json highest(const box<N>& of) {
    const auto corners = of.corners();
    return numbers(std::span{corners}.template last<N>());
}

// ---- bytes ---------------------------------------------------------------------------------------------------------

template <class T> [[nodiscard]] json bulk_of(std::span<const T> records) {
    return bulk<order>(records, records.size());
}
template <class T> void add_bulk_of_some(json& out, const char* name, std::span<const T> records) {
    if (!records.empty()) {
        out[name] = bulk_of(records);
    }
}

// ---- time ----------------------------------------------------------------------------------------------------------

// Global sequences begin together with the sequence.
[[nodiscard]] inline format::moment moment_in(const format::model& model, std::uint32_t sequence, double milliseconds) {
    return format::moment_in(model, sequence, milliseconds, milliseconds);
}

// The beginning, middle and end of a sequence; of one that is not there, the beginning of time.
[[nodiscard]] inline std::array<format::moment, 3> moments_of(const format::model& model, std::uint32_t sequence) {
    const auto* const played = effigy::find_at(model.sequences(), sequence);
    const std::uint32_t length = played != nullptr ? format::duration(*played) : 0;
    const auto at = [&](std::uint32_t milliseconds) { return moment_in(model, sequence, milliseconds); };
    return {at(0), at(length / 2), at(length)};
}

} // namespace facts::m2
