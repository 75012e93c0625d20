#include "posed.hpp"

#include <effigy/core/math.hpp>
#include <effigy/scene/vertices.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>
#include <vector>

namespace tool {

using effigy::matrix4x3;
using effigy::scene;
using effigy::vector3;

// ---- poses ---------------------------------------------------------------------------------------------------------

namespace {

vector3<float> narrow(const vector3<double>& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
void narrow(const std::vector<vector3<double>>& from, scene::list<vector3<float>>& to) {
    to.reserve(from.size());
    for (const vector3<double>& v : from) {
        to.push_back(narrow(v));
    }
}

vector3<double> moved_tangent(const scene::mesh& of, const std::vector<matrix4x3<double>>& movers, std::size_t vertex) {
    const effigy::vector4<float>& stored = of.tangents[vertex];
    const vector3<double> tangent{stored.x, stored.y, stored.z};
    vector3<double> out;
    if (of.joints.empty()) {
        out += transform_vector(movers.front(), tangent);
    }
    for (std::size_t set = 0; set < of.joints.size(); ++set) {
        for (std::size_t k = 0; k < 4; ++k) {
            if (const float weight = of.weights[set][vertex][k]; weight != 0) {
                out += transform_vector(movers[of.joints[set][vertex][k]], tangent) * static_cast<double>(weight);
            }
        }
    }
    return out;
}

// Fills the tangents, which move with the surface. `mirrors`: the sides of the surface change places.
void move_tangents(const scene::mesh& from, const std::vector<matrix4x3<double>>& movers, bool mirrors,
                   scene::mesh& to) {
    to.tangents.reserve(from.tangents.size());
    for (std::size_t i = 0; i < from.tangents.size(); ++i) {
        const vector3<float> moved = narrow(moved_tangent(from, movers, i));
        const float side = from.tangents[i].w;
        to.tangents.push_back({moved.x, moved.y, moved.z, mirrors ? -side : side});
    }
}

// What does not depend on the pose.
scene::mesh copy_of(const scene::mesh& from) {
    scene::mesh out;
    out.name = from.name;
    out.texcoords = from.texcoords;
    out.colors = from.colors;
    out.attributes = from.attributes;
    out.indices = from.indices;
    out.primitives = from.primitives;
    out.extras = from.extras;
    return out;
}

} // namespace

std::optional<pose_choice> pose_choice::of(std::string_view text) {
    const std::size_t at = text.rfind('@');
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    pose_choice out{std::string{text.substr(0, at)}};
    text.remove_prefix(at + 1);
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), out.seconds);
    const bool is_number = failure == std::errc{} && end == text.data() + text.size();
    return is_number && std::isfinite(out.seconds) && out.seconds >= 0 ? std::optional{std::move(out)} : std::nullopt;
}

scene posed(const scene& from, const scene::clip* clip, double seconds) {
    scene out;
    out.name = from.name;
    out.materials = from.materials;
    out.extras = from.extras;
    std::vector<effigy::pose<double>> poses(from.nodes.size());
    clip != nullptr ? play(from, *clip, seconds, poses) : rest_poses(from, poses);
    std::vector<matrix4x3<double>> world(from.nodes.size());
    world_matrices(from, poses, world);
    for (std::uint32_t i = 0; i < from.nodes.size(); ++i) {
        const scene::node& holder = from.nodes[i];
        if (holder.mesh == effigy::npos) {
            continue;
        }
        const scene::mesh& shape = from.meshes[holder.mesh];
        std::vector<matrix4x3<double>> movers{world[i]};
        if (holder.skin != effigy::npos) {
            movers.resize(from.skins[holder.skin].joints.size());
            skin_matrices(from.skins[holder.skin], world, movers);
        }
        std::vector<double> weights(shape.targets.size());
        if (clip != nullptr) {
            play_weights(from, *clip, i, seconds, weights);
        }
        scene::mesh made = copy_of(shape);
        std::vector<vector3<double>> placed(shape.positions.size());
        posed_positions(shape, weights, movers, placed);
        narrow(placed, made.positions);
        placed.resize(shape.normals.size());
        posed_normals(shape, weights, movers, placed);
        narrow(placed, made.normals);
        const bool mirrors = holder.skin == effigy::npos && determinant(world[i]) < 0;
        move_tangents(shape, movers, mirrors, made);
        if (mirrors) { // glTF: the node reverses the winding
            for (std::size_t corner = 0; corner + 2 < made.indices.size(); corner += 3) {
                std::swap(made.indices[corner + 1], made.indices[corner + 2]);
            }
        }
        for (vector3<float>& each : made.positions) {
            const bool is_finite = std::isfinite(each.x) && std::isfinite(each.y) && std::isfinite(each.z);
            each = is_finite ? each : vector3<float>{};
        }
        if (!made.normals.empty()) {
            effigy::repair_normals(made);
            effigy::repair_tangents(made);
        }
        scene::node& shown = out.nodes.emplace_back();
        shown.name = holder.name;
        shown.extras = holder.extras;
        shown.mesh = static_cast<std::uint32_t>(out.meshes.size());
        out.meshes.push_back(std::move(made));
    }
    return out;
}

// ---- STL -----------------------------------------------------------------------------------------------------------

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
