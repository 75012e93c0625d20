// Vertices and triangles.
#pragma once

#include <effigy/m2/scene/parts.hpp>
#include <effigy/m2/scene/skeleton.hpp>
#include <effigy/scene/vertices.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

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

// Fills all attributes in one pass, with the chosen vertices. Returns whether a vertex has no weight.
template <class = when_used> [[nodiscard]] bool fill_vertices(const array<vertex>& vertices,
                                                              std::span<const std::uint32_t> chosen, scene::mesh& to,
                                                              std::uint16_t fallback) {
    bool without_weight = false;
    const bool is_skinned = !to.joints.empty();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const vertex& stored = vertices[chosen[i]];
        to.positions[i] = z_up::point(vector3<float>{stored.position});
        to.normals[i] = z_up::point(vector3<float>{stored.normal});
        for (std::size_t set = 0; set < to.texcoords.size(); ++set) {
            to.texcoords[set][i] = {stored.texcoords[set].x, stored.texcoords[set].y};
        }
        if (is_skinned) {
            const auto& w = stored.weights;
            const auto& b = stored.joints;
            without_weight |= !fill_influences({w[0], w[1], w[2], w[3]}, {b[0], b[1], b[2], b[3]}, fallback,
                                               to.joints[0][i], to.weights[0][i]);
        }
    }
    return without_weight;
}

// Allocates all attributes for `count` vertices.
template <class = when_used> [[nodiscard]] bool allocate_attributes(scene_maker<>& maker, scene::mesh& to,
                                                                    std::size_t count, std::size_t texcoord_sets,
                                                                    bool is_skinned) {
    const std::size_t skins = is_skinned ? 1 : 0;
    bool fits = maker.to.resize(count, to.positions, to.normals) && maker.to.resize(texcoord_sets, to.texcoords) &&
                maker.to.resize(skins, to.joints, to.weights) &&
                (!is_skinned || maker.to.resize(count, to.joints[0], to.weights[0]));
    for (std::size_t set = 0; set < texcoord_sets && fits; ++set) {
        fits = maker.to.resize(count, to.texcoords[set]);
    }
    return fits;
}

// Makes the meshes of a profile: one, or one for each part of a character.
template <class = when_used> class mesh_maker {
public:
    mesh_maker(scene_maker<>& maker, const skin_profile& profile)
        : maker_(&maker), profile_(profile), vertices_(maker.from.vertices()), corners_(profile.triangles_as_stored()),
          runs_(runs_of(maker, profile)), parts_(parts_of(maker, runs_)), numbers_(maker.to.memory()),
          chosen_(maker.to.memory()), known_(maker.to.memory()),
          is_divided_(is_character(maker.from) &&
                      (parts_.size() > 1 || (!parts_.empty() && !maker.options.submesh_ids.empty()))) {
        if (is_divided_) {
            choose_parts(maker, parts_);
        }
    }

    // Returns the number of meshes, and nodes, that add() adds.
    [[nodiscard]] std::size_t size() const noexcept { return parts_.size(); }
    // Adds the meshes and their nodes. Adds nothing if the profile draws nothing.
    void add() {
        scene& made = maker_->to.made;
        const std::size_t count = vertices_.size();
        const std::size_t further = maker_->options.include_collision ? 1 : 0;
        if (parts_.empty() || count == 0 || !maker_->to.reserve(made.meshes, parts_.size() + further) ||
            !maker_->to.reserve(numbers_, count) || !maker_->to.reserve(chosen_, count)) {
            return;
        }
        numbers_.append(count, npos);
        has_second_texcoords_ = uses_second_texcoords();
        for (const geoset& each : parts_) {
            scene::mesh& to = made.meshes.emplace_back();
            to.name = maker_->to.text(is_divided_ ? std::string_view{part_name{each.id}} : std::string_view{made.name});
            if (!fill(to, std::span{runs_}.subspan(each.first_run, each.run_count))) {
                return;
            }
        }
        add_nodes();
    }

private:
    [[nodiscard]] bool uses_second_texcoords() const noexcept {
        for (const vertex& each : vertices_) {
            const vec2<>& at = each.texcoords[1];
            if (at.x.get() != 0 || at.y.get() != 0) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] bool needs_second_texcoords(const scene::mesh& mesh) const noexcept {
        for (const scene::primitive& drawn : mesh.primitives) {
            for (const scene::texture& shown : maker_->to.made.materials[drawn.material].textures) {
                if (shown.texcoord == 1) {
                    return true;
                }
            }
        }
        return has_second_texcoords_;
    }
    [[nodiscard]] bool fill(scene::mesh& to, std::span<const drawn_run> runs) {
        if (!add_primitives(to, runs) || !choose_vertices(to) ||
            !allocate_attributes(*maker_, to, chosen_.size(), needs_second_texcoords(to) ? 2 : 1,
                                 !maker_->bone_nodes.empty())) {
            return false;
        }
        without_weight_ |= fill_vertices(vertices_, chosen_, to, joint_of_model(*maker_));
        repair_vertices(maker_->to, to);
        return true;
    }
    // Adds one primitive for each range of triangles, for the lowest layer: further layers would flicker.
    [[nodiscard]] bool add_primitives(scene::mesh& to, std::span<const drawn_run> runs) {
        std::size_t count = 0, primitives = 0;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const bool is_lowest = i == 0 || !runs[i].is_over(runs[i - 1]);
            count += is_lowest ? runs[i].count : 0;
            primitives += is_lowest || maker_->options.include_layers ? 1U : 0U;
        }
        if (!maker_->to.resize(count, to.indices) || !maker_->to.resize(primitives, to.primitives)) {
            return false;
        }
        std::size_t used = 0, made = 0;
        for (std::size_t i = 0, end = 0; i < runs.size() && !maker_->to.why(); i = end) {
            for (end = i + 1; end < runs.size() && runs[end].is_over(runs[i]) && !maker_->options.include_layers;) {
                ++end;
            }
            if (i == 0 || !runs[i].is_over(runs[i - 1])) {
                used = add_indices(to, used, runs[i]);
            }
            to.primitives[made++] = {static_cast<std::uint32_t>(used) - runs[i].count, runs[i].count,
                                     material_for(*maker_, known_, profile_, runs.subspan(i, end - i))};
        }
        return !maker_->to.why();
    }
    // Adds the vertices of the run's corners, as the file numbers them, at index `at`. Returns the index after them.
    [[nodiscard]] std::size_t add_indices(scene::mesh& to, std::size_t at, const drawn_run& run) {
        const auto lookup = profile_.vertex_lookup();
        for (const u16<>& corner : corners_.part(run.first, run.count)) {
            const u16<>* const stored = lookup.at(corner.get());
            const std::uint32_t number = stored != nullptr ? std::uint32_t{stored->get()} : 0;
            to.indices[at++] = number < numbers_.size() ? number : 0;
        }
        return at;
    }
    // Keeps the vertices that the indices use, in the file's order, and numbers them anew.
    [[nodiscard]] bool choose_vertices(scene::mesh& to) {
        std::uint32_t least = npos;
        std::uint32_t most = 0;
        for (const std::uint32_t number : to.indices) {
            numbers_[number] = 0;
            least = number < least ? number : least;
            most = number > most ? number : most;
        }
        chosen_.clear();
        if (!maker_->charge_steps(most - least)) {
            return false;
        }
        for (std::uint32_t number = least; number <= most; ++number) {
            if (numbers_[number] != npos) {
                numbers_[number] = static_cast<std::uint32_t>(chosen_.size());
                chosen_.push_back(number);
            }
        }
        for (std::uint32_t& number : to.indices) {
            number = numbers_[number];
        }
        for (const std::uint32_t number : chosen_) {
            numbers_[number] = npos;
        }
        return true;
    }
    void add_nodes() {
        scene& made = maker_->to.made;
        const bool is_skinned = !maker_->bone_nodes.empty();
        if (!is_skinned && !is_divided_) {
            made.nodes[maker_->root].mesh = 0;
            return;
        }
        const std::uint32_t skin = is_skinned ? add_skin(*maker_, without_weight_) : npos;
        for (std::uint32_t i = 0; i < made.meshes.size() && !maker_->to.why(); ++i) {
            const std::string_view name = is_divided_ ? std::string_view{made.meshes[i].name} : "mesh";
            if (is_skinned) {
                maker_->to.add_skinned(name, i, skin);
            } else if (const std::uint32_t node = maker_->to.add_node(name, maker_->root); node != npos) {
                made.nodes[node].mesh = i;
            }
        }
    }

    scene_maker<>* maker_;
    skin_profile profile_;
    array<vertex> vertices_;
    array<u16<>> corners_;
    pool<drawn_run> runs_;
    pool<geoset> parts_;
    pool<std::uint32_t> numbers_; // by vertex of the file; npos: not in the mesh
    pool<std::uint32_t> chosen_;  // the vertices of the mesh
    known_materials known_;
    bool is_divided_; // into parts
    bool has_second_texcoords_ = false, without_weight_ = false;
};

// ---- collision -----------------------------------------------------------------------------------------------------

// Adds the collision mesh on a node of its own. Some converted files have unrelated data in these lists: triangles
// without vertices are left out.
template <class = when_used> void add_collision(scene_maker<>& maker) {
    const auto positions = maker.from.collision_vertices();
    scene& made = maker.to.made;
    if (positions.empty() || maker.from.collision_triangles().empty()) {
        return;
    }
    scene::mesh to{maker.to.memory()};
    if (!maker.to.fill(to.positions, positions)) {
        return;
    }
    const auto triangles = maker.from.collision_triangles();
    if (!maker.to.allocate_triangles(to, triangles.size() / 3) || !maker.to.resize(1, to.primitives)) {
        return;
    }
    std::size_t end = 0;
    to.primitives[0] = maker.to.add_triangles(to, end, triangles, 0, triangles.size() / 3, npos);
    to.indices.resize(end);
    if (to.indices.empty()) {
        return;
    }
    to.primitives[0].material = maker.to.material_of_undrawn(true);
    to.name = "collision";
    repair_vertices(maker.to, to);
    const std::uint32_t holder = maker.to.add_node("collision", maker.root);
    if (holder != npos) {
        made.nodes[holder].mesh = static_cast<std::uint32_t>(made.meshes.size());
        maker.to.extras().add("notDrawn", true).add("collision", true).put_into(made.nodes[holder].extras);
        maker.to.add(made.meshes, std::move(to));
    }
}

}}}} // namespace effigy::v0::m2::impl
