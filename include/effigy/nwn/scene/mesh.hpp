// Meshes and skins.
#pragma once

#include <effigy/nwn/scene/material.hpp>
#include <effigy/scene/vertices.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// ---- vertices ------------------------------------------------------------------------------------------------------

// Fills a scene's mesh. Leaves out attributes that do not have one element per vertex.
template <class = when_used> class mesh_maker {
public:
    mesh_maker(builder& to, scene::mesh& made, const mesh& from, bool colors)
        : to_(&to), mesh_(&made), from_(from), colors_(colors) {}

    // `triangles`: the number of triangles in all index lists.
    void fill(std::size_t triangles, std::uint32_t material) {
        if (!to_->fill(mesh_->positions, from_.positions())) {
            return;
        }
        auto repaired = to_->extras();
        repaired.add_given("repairedPositions", repair_positions(*mesh_));
        add_triangles(triangles, material);
        add_normals(repaired);
        add_tangents(repaired);
        add_texcoords(repaired);
        add_colors(repaired);
        repaired.put_into(mesh_->extras);
    }

private:
    [[nodiscard]] std::size_t count() const noexcept { return mesh_->positions.size(); }
    template <class Range> [[nodiscard]] bool has(const Range& attribute) const noexcept {
        return !attribute.empty() && attribute.size() == count();
    }

    void add_triangles(std::size_t triangles, std::uint32_t material) {
        if (!to_->resize(1, mesh_->primitives) || !to_->allocate_triangles(*mesh_, triangles)) {
            return;
        }
        std::size_t end = 0;
        scene::primitive drawn{0, 0, material};
        const std::uint32_t lists = from_.index_list_count();
        for (std::uint32_t i = 0; i < lists; ++i) {
            const auto list = from_.index_list(i);
            const std::size_t left = triangles - drawn.index_count / 3;
            drawn.index_count +=
                to_->add_triangles(*mesh_, end, list, 0, list.size() / 3 < left ? list.size() / 3 : left, material)
                    .index_count;
        }
        mesh_->indices.resize(end);
        mesh_->primitives[0] = drawn;
    }
    // If the file has no normals, they are computed from the adjacent faces.
    void add_normals(paid_extras<>& repaired) {
        const auto stored = from_.normals();
        if (has(stored)) {
            if (to_->fill(mesh_->normals, stored) && to_->fits_limit(count() * bytes_to_repair)) {
                repaired.add_given("repairedNormals", repair_normals(*mesh_));
            }
        } else if (to_->resize(count(), mesh_->normals) && to_->fits_limit(count() * bytes_to_repair)) {
            repair_normals(*mesh_);
        }
    }
    void add_tangents(paid_extras<>& repaired) {
        const auto stored = from_.tangents();
        const auto signs = from_.handedness();
        if (!has(stored) || !has(mesh_->normals)) {
            return;
        }
        const elements<vector4<float>> made = to_->append(mesh_->tangents, count());
        for (std::size_t i = 0; i < made.size(); ++i) {
            const vector3<float> along = z_up::point(vector3<float>{stored[i]});
            const auto* const sign = signs.at(i);
            made[i] = {along.x, along.y, along.z, sign != nullptr ? sign->get() : 1};
        }
        repaired.add_given("repairedTangents", repair_tangents(*mesh_));
    }
    // The file's origin is the bottom left corner, glTF's the top left corner.
    void add_texcoords(paid_extras<>& repaired) {
        constexpr std::uint32_t most_sets = 4;
        std::size_t sets = 0;
        for (std::uint32_t i = 0; i < most_sets; ++i) {
            sets += has(from_.texcoords(i)) ? 1U : 0U;
        }
        if (!to_->resize(sets, mesh_->texcoords)) {
            return;
        }
        std::size_t set = 0;
        for (std::uint32_t i = 0; i < most_sets; ++i) {
            if (const auto stored = from_.texcoords(i);
                has(stored) && !to_->fill(mesh_->texcoords[set++], stored,
                                          [](const vec2<>& at) { return vector2<float>{at.x, 1 - at.y}; })) {
                return;
            }
        }
        repaired.add_given("repairedTexcoords", repair_texcoords(*mesh_));
    }
    void add_colors(paid_extras<>& extras) {
        const auto stored = from_.colors();
        if (!colors_) {
            bool has_colors = false; // the compilers before the Enhanced Edition write white ones
            for (const rgba8& each : stored) {
                has_colors = has_colors || each != rgba8{};
            }
            extras.add_given("hasColors", has_colors);
        } else if (has(stored)) {
            static constexpr std::array<std::uint8_t, 256> linear = [] {
                std::array<std::uint8_t, 256> out{};
                for (std::size_t i = 0; i < out.size(); ++i) { // NOLINTNEXTLINE(bugprone-incorrect-roundings): positive
                    out[i] = static_cast<std::uint8_t>(255 * linear_of_srgb(static_cast<double>(i) / 255) + 0.5);
                }
                return out;
            }();
            static_cast<void>(to_->fill(mesh_->colors, stored, [](const rgba8& each) {
                return rgba8{linear[each.r], linear[each.g], linear[each.b], each.a};
            }));
        }
    }

    builder* to_;
    scene::mesh* mesh_;
    mesh from_;
    bool colors_;
};

// Returns the number of triangles in all index lists.
template <class = when_used> [[nodiscard]] std::size_t drawn_triangles(const mesh& of) noexcept {
    std::size_t out = 0;
    const std::uint32_t lists = of.index_list_count();
    for (std::uint32_t i = 0; i < lists; ++i) {
        out += of.index_list(i).size() / 3;
    }
    return out;
}

// ---- skins ---------------------------------------------------------------------------------------------------------

// Fills the weights of a scene's mesh, and its skin. Slots without a node are left out. A vertex without any weight
// follows the mesh's own node.
template <class = when_used> class skin_maker {
public:
    // `owner`: the number of the skin's node. `nodes`: the number of nodes in the model.
    skin_maker(builder& to, std::uint32_t owner, std::uint32_t nodes, const skin& from)
        : to_(&to), from_(from), owner_(owner), nodes_(nodes) {
        joints_.fill(npos);
    }

    // Adds the skin and returns its number. Returns npos if the number of joints or weights is not the number of
    // vertices, or if the scene needs too much memory.
    [[nodiscard]] std::uint32_t make(scene::mesh& to) {
        const auto joints = from_.joints();
        const auto weights = from_.weights();
        const std::size_t count = to.positions.size();
        if (joints.size() != count || weights.size() != count || !reserve_influences(*to_, to, count)) {
            return npos;
        }
        const std::uint32_t skin = add_joints();
        if (skin == npos) {
            return npos;
        }
        const std::size_t of_own = fill_influences(to, joints, weights, own_, [&](std::int16_t slot) {
            const auto number = static_cast<std::uint32_t>(std::int32_t{slot});
            return number < most_slots ? joints_[number] : npos;
        });
        scene::skin& made = to_->made.skins[skin];
        if ((of_own != 0 || made.joints.empty()) && own_ == made.joints.size() && to_->reserve(made.joints, 1) &&
            to_->reserve(made.inverse_binds, 1)) {
            made.joints.push_back(owner_);
            made.inverse_binds.emplace_back();
        }
        return skin;
    }

private:
    [[nodiscard]] std::uint32_t add_joints() {
        const auto map = from_.node_to_slot();
        const bone_source bones{map, from_.inverse_rotations(), from_.inverse_translations()};
        std::array<std::uint32_t, most_slots> nodes; // the node of each slot
        nodes.fill(npos);
        std::size_t used = 0;
        // If two nodes have the slot, the first one is used.
        for (std::uint32_t i = 0; i < map.size() && i < nodes_; ++i) {
            const auto slot = static_cast<std::uint32_t>(static_cast<std::int32_t>(map[i].get()));
            if (slot < from_.slot_nodes().size() && slot < most_slots && nodes[slot] == npos) {
                nodes[slot] = i;
                ++used;
            }
        }
        const std::uint32_t skin = to_->add_skin(used);
        own_ = static_cast<std::uint16_t>(used);
        std::uint32_t joint = 0;
        for (std::size_t slot = 0; slot < most_slots && skin != npos; ++slot) {
            if (nodes[slot] != npos) {
                own_ = nodes[slot] == owner_ ? static_cast<std::uint16_t>(joint) : own_;
                joints_[slot] = joint;
                to_->set_joint(skin, joint++, nodes[slot],
                               to_real<float>(z_up::matrix(bones.of_node(nodes[slot]).inverse_bind<double>())));
            }
        }
        return skin;
    }

    builder* to_;
    skin from_;
    std::uint32_t owner_, nodes_;
    std::uint16_t own_ = 0;                        // the joint of the mesh's own node
    std::array<std::uint32_t, most_slots> joints_; // the joint of each slot
};

}}}} // namespace effigy::v0::nwn::impl
