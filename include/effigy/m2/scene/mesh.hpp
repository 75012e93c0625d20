// Vertices and triangles.
#pragma once

#include <effigy/m2/scene/material.hpp>
#include <effigy/m2/scene/skeleton.hpp>
#include <effigy/scene/vertices.hpp>

namespace effigy::inline v0::m2::impl {

// Values of the file's vertices that glTF does not allow.
struct vertex_flaws {
    bool in_positions = false, in_normals = false, in_texcoords = false;
    bool without_weight = false;
};

template <class = when_used> [[nodiscard]] bool
uses_second_texcoords(const array<vertex>& vertices, const scene::list<scene::material>& materials) noexcept {
    for (const scene::material& each : materials) {
        for (const scene::texture& shown : each.textures) {
            if (shown.texcoord == 1) {
                return true;
            }
        }
    }
    for (const vertex& each : vertices) {
        const vec2<>& at = each.texcoords[1];
        if (at.x.get() != 0 || at.y.get() != 0) {
            return true;
        }
    }
    return false;
}

// Fills the joints and weights of one vertex. If the bones differ and the weights add up to 255 (measured: all
// vertices), a division by 255 is enough. Returns false if all weights are 0.
template <class = when_used> [[nodiscard]] bool fill_influences(const std::array<std::uint32_t, 4>& stored,
                                                                const std::array<std::uint32_t, 4>& numbers,
                                                                std::uint16_t fallback, scene::joints4& joints,
                                                                scene::weights4& weights) noexcept {
    for (std::size_t k = 0; k < 4; ++k) {
        weights[k] = static_cast<float>(stored[k]) / 255.0F;
        joints[k] = stored[k] != 0 ? static_cast<std::uint16_t>(numbers[k]) : std::uint16_t{0};
    }
    const bool has_one = stored[0] == 255;
    const auto differ = [&](std::size_t a, std::size_t b) { return numbers[a] != numbers[b] || stored[b] == 0; };
    const std::uint32_t sum = stored[0] + stored[1] + stored[2] + stored[3];
    const bool is_right = has_one ? sum == 255
                                  : sum == 255 && differ(0, 1) && differ(0, 2) && differ(1, 2) && differ(0, 3) &&
                                        differ(1, 3) && differ(2, 3);
    if (!is_right) {
        normalise_influences(joints, weights, fallback);
    }
    return sum != 0;
}

// Fills all attributes in one pass.
template <class = when_used> [[nodiscard]] vertex_flaws fill_vertices(const array<vertex>& vertices, scene::mesh& to,
                                                                      std::uint16_t fallback) {
    vertex_flaws out;
    const bool has_second = to.texcoords.size() > 1;
    const bool is_skinned = !to.joints.empty();
    float faults = 0; // not 0 after a number that is not finite
    std::size_t i = 0;
    for (const vertex& stored : vertices) {
        const vector3<float> position = z_up::point(vector3<float>{stored.position});
        const vector3<float> normal = z_up::point(vector3<float>{stored.normal});
        const vector2<float> texcoord{stored.texcoords[0].x.get(), stored.texcoords[0].y.get()};
        to.positions[i] = position;
        to.normals[i] = normal;
        to.texcoords[0][i] = texcoord;
        faults += (position.x - position.x) + (position.y - position.y) + (position.z - position.z);
        faults += (texcoord.x - texcoord.x) + (texcoord.y - texcoord.y);
        const float square = dot(normal, normal);
        out.in_normals |= !(square > 1 - 1e-6F && square < 1 + 1e-6F);
        if (has_second) {
            const vector2<float> second{stored.texcoords[1].x.get(), stored.texcoords[1].y.get()};
            to.texcoords[1][i] = second;
            faults += (second.x - second.x) + (second.y - second.y);
        }
        if (is_skinned) {
            const auto& w = stored.weights;
            const auto& b = stored.joints;
            out.without_weight |= !fill_influences({w[0], w[1], w[2], w[3]}, {b[0], b[1], b[2], b[3]}, fallback,
                                                   to.joints[0][i], to.weights[0][i]);
        }
        ++i;
    }
    out.in_positions = out.in_texcoords = faults != 0;
    return out;
}

// Fills the indices with the vertices of all corners of the profile; each primitive uses a range of them.
template <class = when_used> [[nodiscard]] bool fill_indices(scene_maker<>& maker, const skin_profile& profile,
                                                             scene::mesh& to) {
    const auto corners = profile.triangles_as_stored();
    const auto lookup = profile.vertex_lookup();
    if (!maker.to.pay(corners.size() * sizeof(std::uint32_t))) {
        return false;
    }
    to.indices.reserve(corners.size());
    const auto count = static_cast<std::uint32_t>(to.positions.size());
    for (const u16<>& corner : corners) {
        const u16<>* const stored = lookup.at(corner.get());
        const std::uint32_t number = stored != nullptr ? std::uint32_t{stored->get()} : 0;
        to.indices.push_back(number < count ? number : 0);
    }
    return true;
}

template <class = when_used> void repair(scene_maker<>& maker, const vertex_flaws& flaws, scene::mesh& in) {
    const std::size_t positions = flaws.in_positions ? repair_positions(in) : 0;
    const std::size_t normals = flaws.in_normals ? repair_normals(in) : 0;
    const std::size_t texcoords = flaws.in_texcoords ? repair_texcoords(in) : 0;
    auto extras = maker.extras();
    extras.add_given("repairedPositions", positions).add_given("repairedNormals", normals);
    extras.add_given("repairedTexcoords", texcoords).put_into(in.extras);
}

// Resizes all attributes to `count` vertices.
template <class = when_used> [[nodiscard]] bool resize_attributes(scene_maker<>& maker, scene::mesh& to,
                                                                  std::size_t count, std::size_t texcoord_sets,
                                                                  bool is_skinned) {
    const std::size_t joint_bytes = is_skinned ? sizeof(scene::joints4) + sizeof(scene::weights4) : 0;
    if (!maker.to.pay(sizeof(scene::mesh) +
                      count * (2 * sizeof(vector3<float>) + joint_bytes + texcoord_sets * sizeof(vector2<float>)))) {
        return false;
    }
    to.positions.resize(count);
    to.normals.resize(count);
    to.texcoords.resize(texcoord_sets);
    for (auto& set : to.texcoords) {
        set.resize(count);
    }
    if (is_skinned) {
        to.joints.resize(1);
        to.joints[0].resize(count);
        to.weights.resize(1);
        to.weights[0].resize(count);
    }
    return true;
}

// Adds the mesh of the profile, skinned if there are bones. Adds nothing if the profile draws nothing.
template <class = when_used> void add_mesh(scene_maker<>& maker, const skin_profile& profile) {
    const auto vertices = maker.from.vertices();
    auto primitives = add_primitives(maker, profile);
    if (primitives.empty() || vertices.empty() || maker.to.why()) {
        return;
    }
    const bool is_skinned = !maker.bone_nodes.empty();
    scene& made = maker.to.made;
    scene::mesh& to = made.meshes.emplace_back(maker.to.memory());
    const std::size_t sets = uses_second_texcoords(vertices, made.materials) ? 2 : 1;
    if (!resize_attributes(maker, to, vertices.size(), sets, is_skinned) || !fill_indices(maker, profile, to)) {
        return;
    }
    const vertex_flaws flaws = fill_vertices(vertices, to, joint_of_model(maker));
    to.name = made.name;
    to.primitives = std::move(primitives);
    repair(maker, flaws, to);
    if (!is_skinned) {
        made.nodes[maker.root].mesh = 0;
        return;
    }
    const std::uint32_t skin_number = add_skin(maker, flaws.without_weight);
    if (skin_number != npos) {
        maker.to.add_skinned("mesh", 0, skin_number);
    }
}

// ---- collision -----------------------------------------------------------------------------------------------------

// Adds the collision mesh on a node of its own. Some converted files have unrelated data in these lists: triangles
// without vertices are left out.
template <class = when_used> void add_collision(scene_maker<>& maker) {
    const auto positions = maker.from.collision_vertices();
    scene& made = maker.to.made;
    if (positions.empty() || maker.from.collision_triangles().empty() || !maker.to.pay(sizeof(scene::mesh))) {
        return;
    }
    scene::mesh to{maker.to.memory()};
    if (!maker.to.fill(to.positions, positions)) {
        return;
    }
    to.primitives.push_back(maker.to.add_triangles(to, maker.from.collision_triangles(), 0,
                                                   maker.from.collision_triangles().size() / 3, npos));
    if (to.indices.empty() || maker.to.why()) {
        return;
    }
    to.name = "collision";
    repair(maker, {.in_positions = true}, to);
    const std::uint32_t holder = maker.to.add_node("collision", maker.root);
    if (holder != npos) {
        made.nodes[holder].mesh = static_cast<std::uint32_t>(made.meshes.size());
        maker.extras().add("collision", true).put_into(made.nodes[holder].extras);
        made.meshes.push_back(std::move(to));
    }
}

} // namespace effigy::inline v0::m2::impl
