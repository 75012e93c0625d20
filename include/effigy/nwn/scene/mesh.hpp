// Meshes and skins.
#pragma once

#include <effigy/nwn/scene/material.hpp>
#include <effigy/scene/vertices.hpp>

namespace effigy::inline v0::nwn::impl {

// ---- vertices ------------------------------------------------------------------------------------------------------

// Fills a scene's mesh. Leaves out attributes that do not have one element per vertex.
template <class = when_used> class mesh_builder {
public:
    mesh_builder(builder& by, scene::mesh& to, const mesh& from) : by_(&by), to_(&to), from_(from) {}

    // `triangles`: the number of triangles in all index lists.
    void fill(std::size_t triangles, std::uint32_t material) {
        if (!by_->fill(to_->positions, from_.positions())) {
            return;
        }
        fields_builder repaired{*by_};
        repaired.add_given("repairedPositions", repair_positions(*to_));
        add_triangles(triangles, material);
        add_normals(repaired);
        add_tangents(repaired);
        add_texcoords(repaired);
        add_colors();
        repaired.put_into(to_->extras);
    }

private:
    [[nodiscard]] std::size_t count() const noexcept { return to_->positions.size(); }
    template <class Range> [[nodiscard]] bool has(const Range& attribute) const noexcept {
        return !attribute.empty() && attribute.size() == count();
    }

    void add_triangles(std::size_t triangles, std::uint32_t material) {
        if (!by_->pay(sizeof(scene::primitive)) || !by_->reserve(to_->indices, 3 * std::uint64_t{triangles})) {
            return;
        }
        scene::primitive drawn{0, 0, material};
        const std::uint32_t lists = from_.index_list_count();
        for (std::uint32_t i = 0; i < lists; ++i) {
            const auto list = from_.index_list(i);
            const std::size_t left = triangles - drawn.index_count / 3;
            drawn.index_count +=
                by_->add_triangles(*to_, list, 0, list.size() / 3 < left ? list.size() / 3 : left, material)
                    .index_count;
        }
        to_->primitives.assign(1, drawn);
    }
    // If the file has no normals, they are computed from the adjacent faces.
    void add_normals(fields_builder& repaired) {
        const auto stored = from_.normals();
        if (has(stored)) {
            if (by_->fill(to_->normals, stored)) {
                repaired.add_given("repairedNormals", repair_normals(*to_));
            }
        } else if (by_->pay(count() * (sizeof(vector3<float>) + sizeof(std::uint32_t) + sizeof(vector3<double>)))) {
            to_->normals.assign(count(), {});
            repair_normals(*to_);
        }
    }
    void add_tangents(fields_builder& repaired) {
        const auto stored = from_.tangents();
        const auto signs = from_.handedness();
        if (!has(stored) || !has(to_->normals) || !by_->pay(count() * sizeof(vector4<float>))) {
            return;
        }
        to_->tangents.resize(count());
        for (std::size_t i = 0; i < count(); ++i) {
            const vector3<float> along = z_up::point(vector3<float>{stored[i]});
            const auto* const sign = signs.at(i);
            to_->tangents[i] = {along.x, along.y, along.z, sign != nullptr ? sign->get() : 1};
        }
        repaired.add_given("repairedTangents", repair_tangents(*to_));
    }
    // The file's origin is the bottom left corner, glTF's the top left corner.
    void add_texcoords(fields_builder& repaired) {
        constexpr std::uint32_t most_sets = 4;
        for (std::uint32_t i = 0; i < most_sets; ++i) {
            const auto stored = from_.texcoords(i);
            if (!has(stored) || !by_->pay(sizeof(scene::list<vector2<float>>) + count() * sizeof(vector2<float>))) {
                continue;
            }
            auto& set = to_->texcoords.emplace_back();
            set.resize(count());
            auto to = set.begin();
            for (const vec2<>& at : stored) {
                *to++ = {at.x, 1 - at.y};
            }
        }
        repaired.add_given("repairedTexcoords", repair_texcoords(*to_));
    }
    void add_colors() {
        const auto stored = from_.colors();
        if (has(stored) && by_->pay(count() * sizeof(scene::rgba))) {
            std::array<std::uint8_t, 256> linear{};
            for (std::size_t i = 0; i < linear.size();
                 ++i) { // NOLINTNEXTLINE(bugprone-incorrect-roundings): never negative
                linear[i] = static_cast<std::uint8_t>(255 * linear_of_srgb(static_cast<double>(i) / 255) + 0.5);
            }
            to_->colors.resize(count());
            auto to = to_->colors.begin();
            for (const rgba8& each : stored) {
                *to++ = {linear[each.r], linear[each.g], linear[each.b], each.a};
            }
        }
    }

    builder* by_;
    scene::mesh* to_;
    mesh from_;
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
template <class = when_used> class skin_builder {
public:
    // `owner`: the number of the skin's node. `nodes`: the number of nodes in the model.
    skin_builder(builder& by, std::uint32_t owner, std::uint32_t nodes, const skin& from)
        : by_(&by), from_(from), owner_(owner), nodes_(nodes) {
        joints_.fill(npos);
    }

    // Returns false if the number of joints or weights is not the number of vertices, or if the budget is exhausted.
    [[nodiscard]] bool fill(scene::mesh& to, scene::skin& made) {
        const auto joints = from_.joints();
        const auto weights = from_.weights();
        const std::size_t count = to.positions.size();
        constexpr std::size_t bytes = sizeof(scene::joints4) + sizeof(scene::weights4);
        if (joints.size() != count || weights.size() != count ||
            !by_->pay(count * bytes + sizeof(scene::list<scene::joints4>) + sizeof(scene::list<scene::weights4>)) ||
            !add_joints(made)) {
            return false;
        }
        auto& joints_made = to.joints.emplace_back();
        auto& weights_made = to.weights.emplace_back();
        joints_made.resize(count);
        weights_made.resize(count);
        bool needs_own = made.joints.empty();
        for (std::size_t vertex = 0; vertex < count; ++vertex) {
            needs_own |= influence(joints[vertex], weights[vertex], joints_made[vertex], weights_made[vertex]);
        }
        if (needs_own && own_ == made.joints.size()) {
            made.joints.push_back(owner_);
            made.inverse_binds.push_back({});
        }
        return true;
    }

private:
    static constexpr std::size_t most_slots = 128;

    [[nodiscard]] bool add_joints(scene::skin& made) {
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
        if (!by_->pay((used + 1) * (sizeof(std::uint32_t) + sizeof(matrix4x3<float>)))) {
            return false;
        }
        made.joints.reserve(used + 1);
        made.inverse_binds.reserve(used + 1);
        own_ = static_cast<std::uint16_t>(used);
        for (std::size_t slot = 0; slot < most_slots; ++slot) {
            if (nodes[slot] == npos) {
                continue;
            }
            joints_[slot] = static_cast<std::uint32_t>(made.joints.size());
            own_ = nodes[slot] == owner_ ? static_cast<std::uint16_t>(joints_[slot]) : own_;
            const auto bind = to_real<float>(z_up::matrix(bones.of_node(nodes[slot]).inverse_bind<double>()));
            made.joints.push_back(nodes[slot]);
            made.inverse_binds.push_back(is_finite(bind) ? bind : matrix4x3<float>{});
        }
        return true;
    }
    // Sets the influences of a vertex. Returns whether the mesh's own node moves it.
    [[nodiscard]] bool influence(const nwn::joints& slots, const vec4<>& stored, scene::joints4& joints,
                                 scene::weights4& weights) const noexcept {
        weights = {stored.x, stored.y, stored.z, stored.w};
        for (std::size_t k = 0; k < 4; ++k) {
            const auto slot = static_cast<std::uint32_t>(static_cast<std::int32_t>(slots.bone[k].get()));
            const std::uint32_t joint = slot < most_slots ? joints_[slot] : npos;
            weights[k] = joint != npos ? weights[k] : 0;
            joints[k] = joint != npos ? static_cast<std::uint16_t>(joint) : std::uint16_t{0};
        }
        normalise_influences(joints, weights, own_);
        return joints[0] == own_;
    }

    builder* by_;
    skin from_;
    std::uint32_t owner_, nodes_;
    std::uint16_t own_ = 0;                        // the joint of the mesh's own node
    std::array<std::uint32_t, most_slots> joints_; // the joint of each slot
};

} // namespace effigy::inline v0::nwn::impl
