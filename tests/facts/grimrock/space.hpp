// Vectors, matrices and poses of the files as glTF has them: mirrored in x.
#pragma once

#include "../numbers.hpp"

#include <effigy/grimrock.hpp>

namespace facts::grimrock {

namespace format = effigy::grimrock;
using facts::elements;

[[nodiscard]] inline vector gltf(const vector& v) { return {-v.x, v.y, v.z}; }
[[nodiscard]] inline matrix gltf(const matrix& m) { // mirror * m * mirror
    return {{m.x.x, -m.x.y, -m.x.z}, {-m.y.x, m.y.y, m.y.z}, {-m.z.x, m.z.y, m.z.z}, gltf(m.translation)};
}
[[nodiscard]] inline pose gltf(const pose& p) {
    const auto& q = p.rotation;
    return {gltf(p.position), {q.x, -q.y, -q.z, q.w}, p.scale};
}
[[nodiscard]] inline std::vector<vector> gltf(std::vector<vector> all) {
    for (vector& v : all) {
        v = gltf(v);
    }
    return all;
}

[[nodiscard]] inline std::array<double, 10> elements(const pose& p) {
    return {p.position.x, p.position.y, p.position.z, p.rotation.x, p.rotation.y,
            p.rotation.z, p.rotation.w, p.scale.x,    p.scale.y,    p.scale.z};
}
[[nodiscard]] inline double length(const quaternion& q) { return std::sqrt(dot(q, q)); }

} // namespace facts::grimrock
