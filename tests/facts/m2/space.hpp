// Vectors, bytes and times of the files. glTF is right-handed, too, but y is up.
#pragma once

#include "../numbers.hpp"

#include <effigy/m2.hpp>

namespace facts::m2 {

namespace format = effigy::m2;

// ---- space ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline vector gltf(const vector& v) { return y_up(v); }
[[nodiscard]] inline vector gltf(const effigy::vec3<>& v) { return y_up(vector{v}); }
[[nodiscard]] inline vector gltf(const effigy::vector3<float>& v) { return y_up({v.x, v.y, v.z}); }
[[nodiscard]] inline std::vector<vector> gltf(std::vector<vector> all) {
    std::ranges::transform(all, all.begin(), y_up);
    return all;
}

// Sums over triangles.
struct surface {
    double area = 0, volume = 0, facing = 0;
    vector centroids;

    // `normal`: the direction that the triangle should face.
    void add(const vector& p, const vector& q, const vector& r, const vector& normal) {
        const vector across = cross(q - p, r - p);
        area += length(across) / 2;
        volume += dot(p, cross(q, r)) / 6;
        facing += dot(across, normal);
        centroids = centroids + (p + q + r) * (1.0 / 3);
    }
};

// ---- numbers -------------------------------------------------------------------------------------------------------

template <class Numbers> [[nodiscard]] json integers(const Numbers& stored) {
    return list_of(stored, [](const auto& number) { return number.get(); });
}

template <std::size_t N> [[nodiscard]] json lowest(const box<N>& bounds) {
    const auto corners = bounds.corners();
    return numbers(std::span{corners}.template first<N>());
}
template <std::size_t N> [[nodiscard]] json highest(const box<N>& bounds) {
    const auto corners = bounds.corners();
    return numbers(std::span{corners}.template last<N>());
}

// ---- time ----------------------------------------------------------------------------------------------------------

// Global sequences begin together with the animation.
[[nodiscard]] inline format::animation_time at(std::uint32_t animation, std::uint32_t milliseconds) {
    const double seconds = milliseconds / 1000.0;
    return {animation, seconds, seconds};
}

// The start, middle and end of an animation; if there is none, time 0.
[[nodiscard]] inline std::array<format::animation_time, 3> times_of(const format::model& model,
                                                                    std::uint32_t animation) {
    const auto length = static_cast<std::uint32_t>(std::lround(model.animations().at(animation).duration() * 1000));
    return {at(animation, 0), at(animation, length / 2), at(animation, length)};
}

} // namespace facts::m2
