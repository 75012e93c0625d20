// The mesh of one node becomes a part of that of another node, where it is at rest.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/scene/reconcile/skinning.hpp>
#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Whether a part of a mesh is an editor's own and has no values: Blender gives meshes that it separates a morph target
// `Basis.001` without offsets.
[[nodiscard]] inline bool says_nothing(const scene::attribute& of) noexcept {
    bool out = true;
    for (const std::uint8_t each : of.values) {
        out = out && each == 0;
    }
    return out;
}
[[nodiscard]] inline bool says_nothing(const scene::morph_target& of) noexcept {
    bool out = size_of_number(of.name) != 0;
    for (const vector3<float>& each : of.positions) {
        out = out && each == vector3<float>{};
    }
    return out;
}

// Whether two skins move vertices alike.
[[nodiscard]] inline bool are_alike(const scene& in, std::uint32_t a, std::uint32_t b) {
    return a == b ||
           (in.skins[a].joints == in.skins[b].joints && in.skins[a].inverse_binds == in.skins[b].inverse_binds);
}

template <class = when_used> class mesh_joiner {
public:
    mesh_joiner(scene& in, remark_sink tell, std::pmr::memory_resource* memory)
        : in_(in), tell_(tell), memory_(memory), world_(memory), roots_(memory) {
        world_.resize(in.nodes.size());
        world_matrices(in, world_);
        for (std::uint32_t i = 0; i < in.nodes.size(); ++i) {
            roots_.push_back(in.nodes[i].parent != npos ? roots_[in.nodes[i].parent] : i);
        }
    }
    [[nodiscard]] const pool<matrix4x3<double>>& world() const noexcept { return world_; }

    // The node `whole`, whose mesh no other node has, then also has `from`, a copy of the mesh of the node `part`.
    // `place`: where the second node is, if it has no skin; null: where the scene has it.
    void join(std::uint32_t part, const scene::mesh& from, std::uint32_t whole, const matrix4x3<double>* place) {
        const scene::node &from_node = in_.nodes[part], &to_node = in_.nodes[whole];
        scene::mesh& to = in_.meshes[to_node.mesh];
        const rest_space<> here{in_, world_, part, memory_};
        const auto first = static_cast<std::uint32_t>(to.positions.size());
        const std::size_t count = first + from.positions.size();
        bool is_same = from_node.skin == to_node.skin &&
                       (from_node.skin != npos || (place == nullptr && world_[part] == world_[whole]));
        if (first != 0 && to.normals.empty()) {
            // they are then the original's
        } else if (from.normals.empty()) {
            append_normals(from, to.normals);
        } else {
            to.normals.append(from.normals);
        }
        to.tangents.clear();
        to.positions.append(from.positions);
        if (from.texcoords.empty() && !to.texcoords.empty()) {
            tell_({remark_kind::guessed, "node", from_node.name, "has no texture coordinates: all are 0"});
        }
        join_lists(to.texcoords, from.texcoords, first, count, vector2<float>{});
        if (!to.colors.empty() || !from.colors.empty()) {
            join_list(to.colors, from.colors, first, count, rgba8{255, 255, 255, 255});
        }
        if (!to.origins.empty() || !from.origins.empty()) {
            join_list(to.origins, from.origins, first, count, scene::origin{});
        }
        join_named(to.targets, from.targets, [&](scene::morph_target& made, const scene::morph_target* of) {
            made.normals.clear();
            join_list(made.positions, of != nullptr ? of->positions : decltype(of->positions){memory_}, first, count,
                      vector3<float>{});
        });
        join_named(to.attributes, from.attributes, [&](scene::attribute& made, const scene::attribute* of) {
            join_list(made.values, of != nullptr ? of->values : decltype(of->values){memory_}, first, count,
                      std::uint8_t{0});
        });
        if (to_node.skin != npos) {
            if (from_node.skin != npos) {
                join_lists(to.joints, from.joints, first, count, scene::joints4{});
                join_lists(to.weights, from.weights, first, count, scene::weights4{});
                is_same = join_skin(from_node.skin, to_node.skin, first, to) || is_same;
            } else {
                follow_one(part, whole, first, to);
            }
        }
        bool is_mirrored = false;
        if (!is_same) {
            const rest_space<> there{in_, world_, whole, memory_};
            move_vertices(to, first, [&](std::uint32_t i) {
                const matrix4x3<double> by = inverse(place != nullptr ? *place : there.of_vertex(to, i)).matrix *
                                             here.of_vertex(from, i - first);
                is_mirrored = determinant(by) < 0;
                return by;
            });
        }
        const auto first_index = static_cast<std::uint32_t>(to.indices.size());
        for (std::size_t i = 0; i < from.indices.size(); ++i) {
            const std::size_t at = is_mirrored ? i - i % 3 + 2 - i % 3 : i;
            to.indices.push_back(first + from.indices[at]);
        }
        for (scene::primitive each : from.primitives) {
            each.first_index += first_index;
            to.primitives.push_back(each);
        }
    }

    // Whether a node is below a joint of another node's skin.
    [[nodiscard]] bool is_below_joint(std::uint32_t node, std::uint32_t skinned) const {
        return joint_above(node, in_.skins[in_.nodes[skinned].skin]) != npos;
    }

private:
    // ---- lists -----------------------------------------------------------------------------------------------------

    // Those of the triangles, by area.
    void append_normals(const scene::mesh& of, scene::list<vector3<float>>& to) const {
        pool<vector3<double>> sums{of.positions.size(), vector3<double>{}, memory_};
        for (std::size_t i = 0; i + 2 < of.indices.size(); i += 3) {
            const auto at = [&](std::size_t k) { return to_real<double>(of.positions[of.indices[i + k]]); };
            const vector3<double> normal = cross(at(1) - at(0), at(2) - at(0));
            for (std::size_t k = 0; k < 3; ++k) {
                sums[of.indices[i + k]] = sums[of.indices[i + k]] + normal;
            }
        }
        for (const vector3<double>& each : sums) {
            const vector3<float> normal = to_real<float>(normalized(each));
            to.push_back(dot(normal, normal) > 0.5F ? normal : vector3<float>{0, 1, 0});
        }
    }
    // Appends a list, or a value for each vertex.
    template <class List, class T>
    static void join_list(List& to, const List& from, std::size_t first, std::size_t count, const T& none) {
        to.resize(first, none);
        to.append(from);
        to.resize(count, none);
    }
    template <class Lists, class T>
    static void join_lists(Lists& to, const Lists& from, std::size_t first, std::size_t count, const T& none) {
        while (to.size() < from.size()) {
            to.emplace_back();
        }
        for (std::size_t i = 0; i < to.size(); ++i) {
            to[i].resize(first, none);
            if (i < from.size()) {
                to[i].append(from[i]);
            }
            to[i].resize(count, none);
        }
    }
    // Calls use(part of `to`, part of `from` with its name or null) for each, also for new ones that say something.
    template <class Parts, class Use> void join_named(Parts& to, const Parts& from, const Use& use) const {
        part_matches matches{from.size(), to.size(), memory_};
        match_by_names(matches, from, to);
        for (std::uint32_t i = 0; i < matches.new_of.size(); ++i) {
            use(to[i], matches.new_of[i] != npos ? &from[matches.new_of[i]] : nullptr);
        }
        for (std::uint32_t i = 0; i < from.size(); ++i) {
            if (matches.old_of[i] == npos && !says_nothing(from[i])) {
                auto& made = to.emplace_back();
                made.name = from[i].name;
                use(made, &from[i]);
            }
        }
    }

    // ---- joints ----------------------------------------------------------------------------------------------------

    // Vertices of the mesh from `first` on follow joints of another skin instead: the same one, or one with its name,
    // or that above it. Returns whether nothing is to be done.
    [[nodiscard]] bool join_skin(std::uint32_t number, std::uint32_t to_number, std::size_t first, scene::mesh& of) {
        if (are_alike(in_, number, to_number)) {
            return true;
        }
        scene::skin& to = in_.skins[to_number];
        numbers_by_key<std::uint32_t> joints{memory_};
        numbers_by_key<std::string_view> names{memory_};
        for (std::uint32_t i = 0; i < to.joints.size(); ++i) {
            joints.add(to.joints[i], i);
            if (const std::string_view name = in_.nodes[to.joints[i]].name; !names.contains(name)) {
                names.add(name, i);
            }
        }
        const matrix4x3<double> space = world_[to.joints[0]] * to_real<double>(to.inverse_binds[0]);
        const auto find = [&](std::uint32_t node) {
            const std::uint32_t found = joints.find(node);
            const std::string_view name = in_.nodes[node].name;
            return found != npos ? found : names.find(name.substr(0, name.size() - size_of_number(name)));
        };
        pool<std::uint32_t> joint_of{memory_}, above{memory_}; // above: per node, also itself
        const std::uint32_t highest = highest_joint(to);
        bool is_lost = false;
        for (const std::uint32_t joint : in_.skins[number].joints) {
            std::uint32_t found = find(joint);
            if (found == npos && roots_[joint] == roots_[to.joints[0]]) {
                found = static_cast<std::uint32_t>(to.joints.size());
                joints.add(joint, found);
                to.joints.push_back(joint);
                to.inverse_binds.push_back(stored_matrix(inverse(world_[joint]).matrix * space));
            }
            if (found == npos) {
                is_lost = true;
                for (std::uint32_t i = static_cast<std::uint32_t>(above.size()); i <= joint; ++i) {
                    const std::uint32_t own = find(i), parent = in_.nodes[i].parent;
                    above.push_back(own != npos ? own : parent != npos ? above[parent] : npos);
                }
                found = above[joint] != npos ? above[joint] : highest;
            }
            joint_of.push_back(found);
        }
        replace_joints(of, first, joint_of);
        if (is_lost) {
            tell_({remark_kind::guessed, "mesh", of.name,
                   "weights of joints that the model lacks move with those above"});
        }
        return false;
    }
    // The first joint that is below no other one.
    [[nodiscard]] std::uint32_t highest_joint(const scene::skin& of) const {
        pool<bool> is_joint(in_.nodes.size(), memory_), is_below(in_.nodes.size(), memory_);
        for (const std::uint32_t each : of.joints) {
            is_joint[each] = true;
        }
        for (std::uint32_t i = 0; i < in_.nodes.size(); ++i) {
            const std::uint32_t parent = in_.nodes[i].parent;
            is_below[i] = parent != npos && (is_joint[parent] || is_below[parent]);
        }
        std::uint32_t out = 0;
        while (is_below[of.joints[out]]) {
            ++out;
        }
        return out;
    }
    [[nodiscard]] std::uint32_t joint_above(std::uint32_t node, const scene::skin& skin) const {
        numbers_by_key<std::uint32_t> joints{memory_};
        for (std::uint32_t i = 0; i < skin.joints.size(); ++i) {
            joints.add(skin.joints[i], i);
        }
        std::uint32_t out = npos;
        for (; node != npos && out == npos; node = in_.nodes[node].parent) {
            out = joints.find(node);
        }
        return out;
    }
    // Without weights, vertices follow the joint that the part is below, else the highest one.
    void follow_one(std::uint32_t part, std::uint32_t whole, std::size_t first, scene::mesh& of) {
        const scene::skin& skin = in_.skins[in_.nodes[whole].skin];
        std::uint32_t found = joint_above(part, skin);
        const bool is_below = found != npos;
        found = is_below ? found : highest_joint(skin);
        const std::size_t count = of.positions.size();
        for (std::size_t set = 0; set < of.joints.size() || set == 0; ++set) {
            if (of.joints.empty()) {
                of.joints.emplace_back();
                of.weights.emplace_back();
            }
            const auto joint = static_cast<std::uint16_t>(set == 0 ? found : 0);
            of.joints[set].resize(first, scene::joints4{});
            of.joints[set].resize(count, scene::joints4{joint, 0, 0, 0});
            of.weights[set].resize(count, scene::weights4{set == 0 ? 1.0F : 0.0F, 0, 0, 0});
        }
        if (!is_below) {
            scene::text what{"has no weights: it moves with ", memory_};
            what += in_.nodes[skin.joints[found]].name;
            tell_({remark_kind::guessed, "node", in_.nodes[part].name, what});
        }
    }

    scene& in_;
    remark_sink tell_;
    std::pmr::memory_resource* memory_;
    pool<matrix4x3<double>> world_;
    pool<std::uint32_t> roots_;
};

}}} // namespace effigy::v0::impl
