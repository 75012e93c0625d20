#include "stl.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace tool {

namespace {

class stl_bytes {
public:
    void add(std::uint32_t number, unsigned size = 4) {
        for (unsigned i = 0; i < size; ++i) {
            bytes_.push_back(static_cast<std::byte>(number >> 8 * i & 0xFF));
        }
    }
    void add(const effigy::vector3<float>& v) {
        for (const float number : {v.x, v.y, v.z}) {
            add(std::bit_cast<std::uint32_t>(number));
        }
    }
    void flush(effigy::byte_sink to) {
        to(bytes_);
        bytes_.clear();
    }

private:
    std::vector<std::byte> bytes_;
};

effigy::vector3<float> printed(const effigy::vector3<float>& v) {
    constexpr float millimetres = 1000;
    return {v.x * millimetres, -v.z * millimetres, v.y * millimetres};
}

} // namespace

void write_stl(const effigy::scene& from, effigy::byte_sink sink) {
    stl_bytes out;
    std::size_t triangles = 0;
    for (const effigy::scene::mesh& mesh : from.meshes) {
        triangles += mesh.indices.size() / 3;
    }
    for (std::size_t i = 0; i < 80 / 4; ++i) {
        out.add(std::uint32_t{0}); // a header that begins with "solid" would be that of a text
    }
    out.add(static_cast<std::uint32_t>(triangles));
    for (const effigy::scene::mesh& mesh : from.meshes) {
        for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
            std::array<effigy::vector3<float>, 3> corners;
            for (std::size_t k = 0; k < 3; ++k) {
                corners[k] = printed(mesh.positions[mesh.indices[i + k]]);
            }
            out.add(normalized(cross(corners[1] - corners[0], corners[2] - corners[0])));
            for (const effigy::vector3<float>& corner : corners) {
                out.add(corner);
            }
            out.add(0, 2); // attributes
        }
        out.flush(sink);
    }
    out.flush(sink); // the header, if there is no mesh
}

} // namespace tool
