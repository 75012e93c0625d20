// The meshes and skins of a changed scene in the terms of the original.
#pragma once

#include <effigy/scene/reconcile/match_vertices.hpp>
#include <effigy/scene/reconcile/merge_materials.hpp>
#include <effigy/scene/reconcile/merge_mesh.hpp>

namespace effigy { inline namespace v0 { namespace impl {

template <class = when_used> class meshes_merger {
    // A mesh of the original that several nodes show can become several meshes. Further ones are new meshes, so that
    // the time stays linear.
    static constexpr std::uint32_t most_variants = 8;

public:
    explicit meshes_merger(reconcile_state& of)
        : of_(of), space_(of), pairs_(of.memory), variants_(of.original.meshes.size(), 0U, of.memory),
          result_of_(of.changed.meshes.size(), npos, of.memory), skin_of_(of.changed.skins.size(), npos, of.memory),
          rule_of_(of.changed.skins.size(), skin_rule::same_positions, of.memory), joint_counts_(of.memory) {}

    void run() {
        pair_meshes();
        choose_rules();
        for (mesh_pair& pair : pairs_) {
            if (of_.why) {
                return;
            }
            vertex_matcher<>{of_, space_, pair}.run();
        }
        space_.settle_others();
        material_merger<>{of_}.run(pairs_);
        replace_meshes();
        number_vertices();
        for (const mesh_pair& pair : pairs_) {
            if (of_.why) {
                return;
            }
            merge(pair);
        }
        place_meshes();
    }

private:
    void pair_meshes() {
        pool<bool> is_grafted(of_.changed.nodes.size(), of_.memory);
        for (const std::uint32_t each : of_.replaced.grafted) {
            is_grafted[each] = true;
        }
        for (std::uint32_t old = 0; old < of_.original.nodes.size(); ++old) {
            const scene::node& before = of_.original.nodes[old];
            const std::uint32_t number = of_.nodes.new_of[old];
            if (before.mesh == npos || number == npos) {
                continue;
            }
            const scene::node& now = of_.changed.nodes[number];
            if (now.mesh == npos || result_of_[now.mesh] != npos || variants_[before.mesh] == most_variants ||
                (before.skin == npos && now.skin != npos)) {
                continue;
            }
            mesh_pair& made = pairs_.emplace_back();
            made.new_mesh = now.mesh;
            made.old_mesh = before.mesh;
            made.new_node = number;
            made.new_skin = now.skin;
            made.old_skin = before.skin;
            made.is_grafted = is_grafted[number];
            made.rule = made.is_grafted ? skin_rule::same_bones : made.rule;
            if (variants_[before.mesh]++ == 0) {
                made.target = before.mesh;
            } else {
                made.target = add_mesh(before.skin);
                of_.made.meshes[made.target].name = of_.changed.meshes[now.mesh].name;
            }
            result_of_[now.mesh] = made.target;
            of_.skin_of_mesh[made.target] = before.skin;
            if (now.skin != npos && before.skin != npos && skin_of_[now.skin] == npos) {
                skin_of_[now.skin] = before.skin;
            }
        }
    }
    // All meshes of a changed skin follow one rule. A symmetric mesh can fit several.
    void choose_rules() {
        constexpr std::size_t count = 4;
        pool<std::array<std::size_t, count>> fits(of_.changed.skins.size(), {}, of_.memory);
        const auto for_each_skinned = [&](const auto& use) {
            for (mesh_pair& pair : pairs_) {
                if (pair.new_skin != npos && pair.old_skin != npos && !pair.is_grafted) {
                    use(pair, fits[pair.new_skin]);
                }
            }
        };
        for_each_skinned([&](mesh_pair& pair, std::array<std::size_t, count>& sums) {
            space_.begin(pair.new_node, pair.new_skin, pair.old_skin, pair.rule);
            for (std::size_t i = 0; i < count && !of_.why && !space_.has_same_binds(); ++i) {
                sums[i] += vertex_matcher<>{of_, space_, pair}.fits(static_cast<skin_rule>(i));
            }
        });
        pool<std::size_t> vertices(of_.changed.skins.size(), std::size_t{0}, of_.memory);
        pool<bool> is_other_space(of_.changed.skins.size(), of_.memory);
        for_each_skinned([&](mesh_pair& pair, const auto&) {
            vertices[pair.new_skin] += of_.changed.meshes[pair.new_mesh].positions.size();
            space_.begin(pair.new_node, pair.new_skin, pair.old_skin, pair.rule);
            is_other_space[pair.new_skin] = is_other_space[pair.new_skin] || space_.is_bound_otherwise();
        });
        for (std::size_t skin = 0; skin < fits.size(); ++skin) {
            // If a person moved all vertices, so that no rule fits: an editor that only binds joints otherwise
            // has moved the vertices into another space.
            if (2 * fits[skin][0] <= vertices[skin] && is_other_space[skin]) {
                rule_of_[skin] = skin_rule::same_bones;
            }
            for (std::size_t i = 0; i < count; ++i) {
                const bool is_better = fits[skin][i] > fits[skin][static_cast<std::size_t>(rule_of_[skin])];
                rule_of_[skin] = is_better ? static_cast<skin_rule>(i) : rule_of_[skin];
            }
        }
        for_each_skinned([&](mesh_pair& pair, const auto& sums) {
            pair.rule = rule_of_[pair.new_skin];
            pair.keeps_positions = pair.rule == skin_rule::same_positions && 2 * sums[0] > vertices[pair.new_skin];
        });
    }
    // All vertices of a mesh in place of another one are new.
    void replace_meshes() {
        pool<std::uint32_t> by(of_.changed.meshes.size(), npos, of_.memory);
        for (const replaced_meshes::pair& each : of_.replaced.by) {
            by[each.mesh] = each.by;
        }
        for (mesh_pair& pair : pairs_) {
            if (by[pair.new_mesh] != npos) {
                pair.new_mesh = by[pair.new_mesh];
                pair.from = pool<std::uint32_t>(of_.changed.meshes[pair.new_mesh].positions.size(), npos, of_.memory);
            }
        }
    }
    [[nodiscard]] std::uint32_t add_mesh(std::uint32_t skin) {
        of_.made.meshes.emplace_back();
        of_.skin_of_mesh.push_back(skin);
        return static_cast<std::uint32_t>(of_.made.meshes.size() - 1);
    }
    void number_vertices() {
        for (std::uint32_t i = 0; i < of_.original.meshes.size(); ++i) {
            scene::mesh& mesh = of_.made.meshes[i];
            mesh.origins.clear();
            for (std::uint32_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
                mesh.origins.push_back({i, vertex});
            }
        }
    }
    void merge(const mesh_pair& pair) {
        space_.begin(pair.new_node, pair.new_skin, pair.old_skin, pair.rule);
        scene::mesh made{of_.memory};
        mesh_merger<>{of_, space_, pair}.run(space_, made);
        undo_rounding(made, pair.old_mesh);
        if (pair.target != pair.old_mesh) {
            if (made == of_.made.meshes[pair.old_mesh]) { // an editor's copy
                result_of_[pair.new_mesh] = pair.old_mesh;
                made.name = {};
            } else {
                made.name = of_.changed.meshes[pair.new_mesh].name;
                of_.say(remark_kind::changed, "mesh", made.name, "is no longer shared");
            }
        }
        of_.made.meshes[pair.target] = std::move(made);
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    void place_meshes() {
        pool<bool> is_emptied(of_.changed.nodes.size(), of_.memory);
        for (const std::uint32_t each : of_.replaced.emptied) {
            is_emptied[each] = true;
        }
        for (std::uint32_t i = 0; i < of_.original.nodes.size() && of_.options.delete_missing; ++i) {
            if (of_.nodes.new_of[i] == npos) { // it may stay for what is below it
                of_.made.nodes[i].mesh = of_.made.nodes[i].skin = npos;
            }
        }
        for (std::uint32_t number = 0; number < of_.changed.nodes.size(); ++number) {
            const scene::node& now = of_.changed.nodes[number];
            const std::uint32_t target = of_.node_of[number];
            if (target == npos || of_.why) {
                continue;
            }
            const bool is_new = target >= of_.original.nodes.size();
            scene::node& made = of_.made.nodes[target];
            if (is_new) {
                place_new_parts(now, made);
            }
            if (now.mesh == npos) {
                if (made.mesh != npos) {
                    const bool is_deleted = of_.options.delete_missing || is_emptied[number];
                    if (!is_emptied[number]) {
                        of_.say(is_deleted ? remark_kind::changed : remark_kind::kept, "mesh",
                                of_.made.meshes[made.mesh].name, "the changed scene lacks it");
                    }
                    made.mesh = is_deleted ? npos : made.mesh;
                    made.skin = is_deleted ? npos : made.skin;
                }
                continue;
            }
            if (result_of_[now.mesh] == npos) {
                add_new(now, number);
            }
            made.mesh = result_of_[now.mesh];
            const bool is_skinned = !of_.made.meshes[made.mesh].joints.empty();
            const bool keeps = is_skinned && made.skin != npos &&
                               joint_count(made.mesh) <= of_.made.skins[made.skin].joints.size() && !is_new &&
                               of_.original.nodes[target].mesh == made.mesh;
            made.skin = !is_skinned ? npos : keeps ? made.skin : of_.skin_of_mesh[made.mesh];
            if (made.skin != npos) {
                made.parent = npos;
                made.local = {};
            }
        }
    }
    void place_new_parts(const scene::node& now, scene::node& made) {
        if (now.camera != npos) {
            made.camera = static_cast<std::uint32_t>(of_.made.cameras.size());
            of_.made.cameras.push_back(of_.changed.cameras[now.camera]);
        }
        if (now.light != npos) {
            made.light = static_cast<std::uint32_t>(of_.made.lights.size());
            of_.made.lights.push_back(of_.changed.lights[now.light]);
        }
    }
    [[nodiscard]] std::size_t joint_count(std::uint32_t mesh) {
        joint_counts_.resize(of_.made.meshes.size());
        std::size_t& out = joint_counts_[mesh];
        if (out != 0) {
            return out;
        }
        for (const auto& set : of_.made.meshes[mesh].joints) {
            for (const scene::joints4& joints : set) {
                for (const std::uint16_t joint : joints) {
                    out = joint >= out ? std::size_t{joint} + 1 : out;
                }
            }
        }
        return out;
    }
    // A mesh that is none of the original's.
    void add_new(const scene::node& now, std::uint32_t node) {
        const scene::mesh& from = of_.changed.meshes[now.mesh];
        std::uint32_t skin = npos;
        if (now.skin != npos) {
            skin = skin_of_[now.skin] != npos ? skin_of_[now.skin] : add_skin(now.skin);
            skin_of_[now.skin] = skin;
        }
        const std::uint32_t target = add_mesh(skin);
        result_of_[now.mesh] = target;
        scene::mesh& made = of_.made.meshes[target];
        made = from;
        for (scene::primitive& drawn : made.primitives) {
            drawn.material = drawn.material != npos ? of_.material_of[drawn.material] : npos;
        }
        if (skin != npos) {
            convert(from, node, now.skin, skin, made);
        }
        made.origins.clear();
        for (std::uint32_t i = 0; i < made.positions.size(); ++i) {
            const scene::origin origin = from.origins.empty() ? scene::origin{} : from.origins[i];
            made.origins.push_back(is_known(origin, of_.original) ? origin : scene::origin{});
        }
        undo_rounding(made, npos);
        of_.say(remark_kind::changed, "mesh", made.name, "is new");
    }
    // Vertices of a mesh other than `done` that nobody changed get the values that they had before an editor rounded
    // them.
    void undo_rounding(scene::mesh& of, std::uint32_t done) {
        for (std::uint32_t i = 0; i < of.origins.size(); ++i) {
            const scene::origin& from = of.origins[i];
            if (from.mesh == done || !is_known(from, of_.original)) {
                continue;
            }
            const scene::mesh& old = of_.original.meshes[from.mesh];
            const vector3<float>& position = old.positions[from.vertex];
            if (is_near(to_real<double>(of.positions[i]), to_real<double>(position),
                        same_within::position * extent_of(from.mesh))) {
                of.positions[i] = position;
            }
            if (!of.normals.empty() && !old.normals.empty() &&
                is_near(to_real<double>(of.normals[i]), to_real<double>(old.normals[from.vertex]),
                        same_within::normal)) {
                of.normals[i] = old.normals[from.vertex];
            }
            for (std::size_t set = 0; set < of.texcoords.size() && set < old.texcoords.size(); ++set) {
                if (is_near(of.texcoords[set][i], old.texcoords[set][from.vertex])) {
                    of.texcoords[set][i] = old.texcoords[set][from.vertex];
                }
            }
        }
    }
    // The largest coordinate of a mesh of the original.
    [[nodiscard]] double extent_of(std::uint32_t mesh) {
        if (extents_.empty()) {
            for (const scene::mesh& each : of_.original.meshes) {
                double out = 0;
                for (const vector3<float>& at : each.positions) {
                    for (const float one : {at.x, at.y, at.z}) {
                        out = larger(out, absolute(static_cast<double>(one)));
                    }
                }
                extents_.push_back(out);
            }
        }
        return extents_[mesh];
    }
    [[nodiscard]] std::uint32_t add_skin(std::uint32_t number) {
        scene::skin& made = of_.made.skins.emplace_back();
        made.name = of_.changed.skins[number].name;
        return static_cast<std::uint32_t>(of_.made.skins.size() - 1);
    }
    void convert(const scene::mesh& from, std::uint32_t node, std::uint32_t new_skin, std::uint32_t skin,
                 scene::mesh& to) {
        space_.begin(node, new_skin, skin, rule_of_[new_skin]);
        for (std::uint32_t i = 0; i < from.positions.size() && !space_.is_same(); ++i) {
            const auto back = inverse(space_.for_new_vertex(from, i));
            const vector3<float> moved =
                to_real<float>(transform_point(back.matrix, to_real<double>(from.positions[i])));
            to.positions[i] = is_finite(moved) ? moved : from.positions[i];
            if (!from.normals.empty()) {
                const vector3<float> turned =
                    to_real<float>(normalized(transform_vector(back.matrix, to_real<double>(from.normals[i]))));
                to.normals[i] = dot(turned, turned) > 0.5F ? turned : from.normals[i];
            }
        }
        for (std::size_t set = 0; set < from.joints.size(); ++set) {
            for (std::size_t i = 0; i < from.positions.size(); ++i) {
                for (std::size_t k = 0; k < 4; ++k) {
                    to.joints[set][i][k] = from.weights[set][i][k] != 0
                                               ? static_cast<std::uint16_t>(space_.joint_of(from.joints[set][i][k]))
                                               : std::uint16_t{0};
                }
            }
        }
    }

    reconcile_state& of_;
    skin_space<> space_;
    pool<mesh_pair> pairs_;
    pool<std::uint32_t> variants_;  // per mesh of the original: how many pairs it is in
    pool<std::uint32_t> result_of_; // per mesh of the changed scene
    pool<std::uint32_t> skin_of_;   // per skin of the changed scene: of the result
    pool<skin_rule> rule_of_;       // per skin of the changed scene
    pool<double> extents_{of_.memory};
    pool<std::size_t> joint_counts_; // per mesh of the result: one more than the highest joint; 0: not known
};

}}} // namespace effigy::v0::impl
