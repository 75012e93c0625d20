// Adding a node of another scene, with its mesh, where it is.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/scene/reconcile/skinning.hpp>
#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Where nodes are if joints are where their skin binds them.
[[nodiscard]] inline pool<matrix4x3<double>> bound_world(const scene& of, std::pmr::memory_resource* memory) {
    pool<matrix4x3<double>> out{memory};
    pool<bool> is_bound(of.nodes.size(), memory);
    out.resize(of.nodes.size());
    for (const scene::skin& skin : of.skins) {
        for (std::size_t i = 0; i < skin.joints.size(); ++i) {
            if (const auto bind = inverse(to_real<double>(skin.inverse_binds[i])); bind && !is_bound[skin.joints[i]]) {
                is_bound[skin.joints[i]] = true;
                out[skin.joints[i]] = bind.matrix;
            }
        }
    }
    for (std::uint32_t i = 0; i < of.nodes.size(); ++i) {
        if (!is_bound[i]) {
            const std::uint32_t parent = of.nodes[i].parent;
            const matrix4x3<double> rest = rest_pose<double>(of.nodes[i]).matrix();
            out[i] = parent != npos ? out[parent] * rest : rest;
        }
    }
    return out;
}

// Which of two poses is meant: how far one is from it, and how far the other one.
[[nodiscard]] inline bool is_clearly_less(double a, double b) noexcept { return a < b / 2; }

template <class = when_used> class grafter {
public:
    // Which part of `to` each node and each material of `from` is; npos: none.
    struct matches {
        pool<std::uint32_t> nodes, materials;
    };

    // One of them is the original.
    grafter(scene& to, const scene& from, bool is_from_original, matches known, remark_sink tell,
            std::pmr::memory_resource* memory)
        : to_(to), from_(from), is_from_original_(is_from_original), known_(std::move(known)), tell_(tell),
          memory_(memory), to_world_(memory), from_world_(memory), roots_(memory), above_(memory) {
        to_world_.resize(to.nodes.size());
        from_world_.resize(from.nodes.size());
        world_matrices(to, to_world_);
        world_matrices(from, from_world_);
        for (std::uint32_t i = 0; i < from.nodes.size(); ++i) {
            const std::uint32_t parent = from.nodes[i].parent;
            above_.push_back(known_.nodes[i] != npos ? known_.nodes[i] : parent != npos ? above_[parent] : npos);
        }
        if (!is_from_original) {
            choose_pose();
        }
        for (std::uint32_t i = 0; i < to.nodes.size(); ++i) {
            roots_.push_back(to.nodes[i].parent != npos ? roots_[to.nodes[i].parent] : i);
        }
    }

    // Adds a node that has a mesh, and returns its number. Its parent is what the nearest known node above it is. If a
    // skin of `to` has all of its joints, it is that one: an editor puts the meshes of one skeleton into one space.
    std::uint32_t add(std::uint32_t number) {
        const scene::node& from = from_.nodes[number];
        const std::uint32_t parent = known_above(from.parent);
        scene::mesh& mesh = to_.meshes.emplace_back();
        mesh = from_.meshes[from.mesh];
        add_materials(mesh);
        scene::node& made = to_.nodes.emplace_back();
        made.name = from.name;
        made.extras = from.extras;
        made.mesh = static_cast<std::uint32_t>(to_.meshes.size() - 1);
        made.skin = from.skin != npos ? add_skin(number, mesh) : npos;
        if (made.skin == npos) {
            const matrix4x3<double> place = from.skin != npos ? matrix4x3<double>{} : from_world_[number];
            made.parent = parent;
            made.local =
                to_real<float>(decompose(parent != npos ? inverse(to_world_[parent]).matrix * place : place).pose);
        }
        return static_cast<std::uint32_t>(to_.nodes.size() - 1);
    }

private:
    // The pose of the original that is like that of the other scene: at rest, or as joints are bound.
    void choose_pose() {
        pool<matrix4x3<double>> bound = bound_world(to_, memory_);
        double to_bound = 0, to_rest = 0;
        for (std::uint32_t i = 0; i < from_.nodes.size(); ++i) {
            if (const std::uint32_t node = known_.nodes[i]; node != npos) {
                to_bound += length(bound[node].translation - from_world_[i].translation);
                to_rest += length(to_world_[node].translation - from_world_[i].translation);
            }
        }
        if (is_clearly_less(to_bound, to_rest)) {
            to_world_ = std::move(bound);
        }
    }
    [[nodiscard]] std::uint32_t known_above(std::uint32_t node) const noexcept {
        return node != npos ? above_[node] : npos;
    }
    void add_materials(scene::mesh& of) {
        for (scene::primitive& drawn : of.primitives) {
            if (drawn.material == npos) {
                continue;
            }
            std::uint32_t& known = known_.materials[drawn.material];
            if (known == npos) {
                known = static_cast<std::uint32_t>(to_.materials.size());
                to_.materials.emplace_back() = from_.materials[drawn.material];
            }
            drawn.material = known;
        }
    }
    // Returns npos if no joint is known: the mesh is then as it is at rest, and has no joints.
    [[nodiscard]] std::uint32_t add_skin(std::uint32_t number, scene::mesh& mesh) {
        const scene::skin& from = from_.skins[from_.nodes[number].skin];
        if (const std::uint32_t known = is_from_original_ ? known_skin(from, mesh) : npos; known != npos) {
            return known;
        }
        const rest_space<> space{from_, from_world_, number, memory_};
        numbers_by_key<std::uint32_t> joints{memory_};
        pool<std::uint32_t> nodes{memory_}, joint_of{memory_};
        bool are_all_known = true;
        for (const std::uint32_t each : from.joints) {
            const std::uint32_t node = known_above(each);
            const bool fits = node != npos && (nodes.empty() || roots_[node] == roots_[nodes[0]]);
            are_all_known = are_all_known && known_.nodes[each] != npos && fits && !joints.contains(node);
            if (fits && !joints.contains(node)) {
                joints.add(node, static_cast<std::uint32_t>(nodes.size()));
                nodes.push_back(node);
            }
            joint_of.push_back(fits ? joints.find(node) : 0);
        }
        if (!are_all_known || nodes.empty()) {
            move_vertices(mesh, 0, [&](std::uint32_t i) { return space.of_vertex(mesh, i); });
            mesh.tangents.clear();
        }
        if (nodes.empty()) {
            mesh.joints.clear();
            mesh.weights.clear();
            tell_({remark_kind::left_out, "mesh", mesh.name, "its weights: the model has none of its joints"});
            return npos;
        }
        if (!are_all_known) {
            replace_joints(mesh, 0, joint_of);
            tell_({remark_kind::guessed, "mesh", mesh.name,
                   "weights of joints that the model lacks move with those above"});
        }
        scene::skin& made = to_.skins.emplace_back();
        made.name = from.name;
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            made.joints.push_back(nodes[i]);
            const matrix4x3<double> bind =
                inverse(to_world_[nodes[i]]).matrix * (are_all_known ? space.of_joint(i) : matrix4x3<double>{});
            made.inverse_binds.push_back(is_from_original_ && are_all_known ? from.inverse_binds[i]
                                                                            : stored_matrix(bind));
        }
        return static_cast<std::uint32_t>(to_.skins.size() - 1);
    }

    [[nodiscard]] std::uint32_t known_skin(const scene::skin& from, scene::mesh& mesh) const {
        for (std::uint32_t i = 0; i < to_.skins.size(); ++i) {
            numbers_by_key<std::uint32_t> joints{memory_};
            for (std::uint32_t k = 0; k < to_.skins[i].joints.size(); ++k) {
                joints.add(to_.skins[i].joints[k], k);
            }
            pool<std::uint32_t> joint_of{memory_};
            bool has_all = true;
            for (const std::uint32_t each : from.joints) {
                joint_of.push_back(known_.nodes[each] != npos ? joints.find(known_.nodes[each]) : npos);
                has_all = has_all && joint_of.back() != npos;
            }
            if (has_all) {
                pool<matrix4x3<double>> between{memory_}; // of joints that the editor did not turn
                for (std::size_t k = 0; k < joint_of.size(); ++k) {
                    between.push_back(inverse(to_real<double>(to_.skins[i].inverse_binds[joint_of[k]])).matrix *
                                      to_real<double>(from.inverse_binds[k]));
                }
                const auto same = [](std::uint32_t joint) { return joint; };
                move_vertices(mesh, 0, [&](std::uint32_t v) { return blended(between, mesh, v, same); });
                replace_joints(mesh, 0, joint_of);
                return i;
            }
        }
        return npos;
    }

    scene& to_;
    const scene& from_;
    bool is_from_original_;
    matches known_;
    remark_sink tell_;
    std::pmr::memory_resource* memory_;
    pool<matrix4x3<double>> to_world_, from_world_; // without added nodes
    pool<std::uint32_t> roots_;                     // of the nodes of `to`
    pool<std::uint32_t> above_;                     // per node of `from`: what it or the next known one above it is
};

// Parts of a changed scene by name. Of nodes, first joints: Blender gives an armature the name of a joint.
struct named_parts {
    part_matches nodes, materials;
};
[[nodiscard]] inline named_parts match_named_parts(const scene& changed, const scene& original,
                                                   std::pmr::memory_resource* memory) {
    const auto joints_of = [&](const scene& in) {
        pool<bool> out(in.nodes.size(), memory);
        for (const scene::skin& skin : in.skins) {
            for (const std::uint32_t joint : skin.joints) {
                out[joint] = true;
            }
        }
        return out;
    };
    const pool<bool> news = joints_of(changed), olds = joints_of(original);
    named_parts out{{changed.nodes.size(), original.nodes.size(), memory},
                    {changed.materials.size(), original.materials.size(), memory}};
    for (const edited_name how : edited_names) {
        match_by<std::string_view>(
            out.nodes,
            [&](std::uint32_t i, std::string_view& key) {
                key = new_name_as(how, changed.nodes[i].name);
                return news[i];
            },
            [&](std::uint32_t i, std::string_view& key) {
                key = old_name_as(how, original.nodes[i].name);
                return olds[i];
            },
            [](std::uint32_t, std::uint32_t) {});
    }
    match_by_names(out.nodes, changed.nodes, original.nodes);
    match_by_names(out.materials, changed.materials, original.materials);
    return out;
}

// Makes a copy of the original that also has the nodes of a changed scene which replace meshes. Returns the
// replacements by these.
template <class = when_used>
[[nodiscard]] pool<mesh_replacement> graft_replacements(scene& to, const scene& changed, const scene& original,
                                                        const reconcile_options& options, remark_sink tell,
                                                        std::pmr::memory_resource* memory) {
    pool<mesh_replacement> out{memory};
    to = original;
    for (std::uint32_t mesh = 0; mesh < to.meshes.size(); ++mesh) {
        to.meshes[mesh].origins.clear();
        for (std::uint32_t i = 0; i < to.meshes[mesh].positions.size(); ++i) {
            to.meshes[mesh].origins.push_back({mesh, i});
        }
    }
    named_parts known = match_named_parts(changed, original, memory);
    grafter<> graft{to,   changed, false, {std::move(known.nodes.old_of), std::move(known.materials.old_of)},
                    tell, memory};
    for (mesh_replacement each : options.replacements) {
        if (each.by < changed.nodes.size() && changed.nodes[each.by].mesh != npos) {
            each.by = graft.add(each.by);
            to.meshes[to.nodes[each.by].mesh].origins.clear();
            out.push_back(each);
        }
    }
    return out;
}

}}} // namespace effigy::v0::impl
