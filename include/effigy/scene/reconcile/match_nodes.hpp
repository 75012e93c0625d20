// Which node of a changed scene is which node of the original.
#pragma once

#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Matches nodes: by the vertices of the mesh, by name, by the name of the mesh, by the shape of the mesh; what is
// renamed and has no mesh by the vertices that it moves, by what is below it, by its place. Then appends the new nodes
// to the result.
template <class = when_used> class node_matcher {
public:
    explicit node_matcher(reconcile_state& of)
        : of_(of), changed_(of.changed), original_(of.original), joints_(changed_.nodes.size(), of.memory),
          old_joints_(original_.nodes.size(), of.memory), has_root_below_(changed_.nodes.size(), of.memory),
          origins_(of.memory) {}

    void run() {
        find_joints();
        find_origins();
        match_origins();
        match_names();
        match_meshes();
        match_moving();
        match_above();
        match_places();
        of_.find_animated();
        add_new_nodes();
    }

private:
    void find_joints() {
        const auto mark = [](const scene& in, pool<bool>& joints) {
            for (const scene::skin& skin : in.skins) {
                for (const std::uint32_t joint : skin.joints) {
                    joints[joint] = true;
                }
            }
        };
        mark(changed_, joints_);
        mark(original_, old_joints_);
    }
    void find_origins() {
        for (const scene::mesh& mesh : changed_.meshes) {
            origins_.push_back(main_origin_of(mesh, original_));
        }
    }
    struct name_and_mesh {
        std::string_view name;
        std::uint32_t mesh = npos;

        [[nodiscard]] friend bool operator<(const name_and_mesh& a, const name_and_mesh& b) noexcept {
            return a.mesh != b.mesh ? a.mesh < b.mesh : a.name < b.name;
        }
    };
    void match_origins() {
        for (const edited_name how : edited_names) {
            match_by<name_and_mesh>(
                of_.nodes,
                [&](std::uint32_t i, name_and_mesh& key) {
                    key = {new_name_as(how, changed_.nodes[i].name), origin_of(i)};
                    return key.mesh != npos;
                },
                [&](std::uint32_t i, name_and_mesh& key) {
                    key = {old_name_as(how, original_.nodes[i].name), original_.nodes[i].mesh};
                    return key.mesh != npos;
                },
                [](std::uint32_t, std::uint32_t) {});
        }
    }
    [[nodiscard]] std::uint32_t origin_of(std::uint32_t node) const {
        return changed_.nodes[node].mesh != npos ? origins_[changed_.nodes[node].mesh] : npos;
    }

    // Names of the same kind of node first. Blender gives the armature the name of a root joint, and makes an empty
    // with the name of a skinned mesh that has a clip of its own; the mesh is then called `name.001`.
    struct name_and_kind {
        std::string_view name;
        int kind = 0;

        [[nodiscard]] friend bool operator<(const name_and_kind& a, const name_and_kind& b) noexcept {
            return a.name != b.name ? a.name < b.name : a.kind < b.kind;
        }
    };
    void match_names() {
        const auto kind_of = [](const scene& in, const pool<bool>& joints, std::uint32_t node) {
            return (in.nodes[node].mesh != npos ? 2 : 0) + (joints[node] ? 1 : 0);
        };
        for (const edited_name how : edited_names) {
            match_by<name_and_kind>(
                of_.nodes,
                [&](std::uint32_t i, name_and_kind& key) {
                    key = {new_name_as(how, changed_.nodes[i].name), kind_of(changed_, joints_, i)};
                    return how != edited_name::numbered || (key.kind == 2 && !key.name.empty());
                },
                [&](std::uint32_t i, name_and_kind& key) {
                    key = {old_name_as(how, original_.nodes[i].name), kind_of(original_, old_joints_, i)};
                    return true;
                },
                [](std::uint32_t, std::uint32_t) {});
            if (how == edited_name::same) {
                match_vertices();
            }
        }
        match_by_names(of_.nodes, changed_.nodes, original_.nodes);
    }
    // Under any name.
    void match_vertices() {
        match_by<std::uint32_t>(
            of_.nodes, [&](std::uint32_t i, std::uint32_t& mesh) { return (mesh = origin_of(i)) != npos; },
            [&](std::uint32_t i, std::uint32_t& mesh) { return (mesh = original_.nodes[i].mesh) != npos; },
            [&](std::uint32_t number, std::uint32_t old) { rename(number, old); });
    }

    [[nodiscard]] static const scene::mesh* mesh_of(const scene& in, std::uint32_t node) noexcept {
        const std::uint32_t mesh = in.nodes[node].mesh;
        return mesh != npos ? &in.meshes[mesh] : nullptr;
    }
    // What tells the shapes of meshes apart: the number of triangles and the bounds.
    struct shape {
        std::array<double, 7> numbers{};

        [[nodiscard]] friend bool operator<(const shape& a, const shape& b) noexcept {
            std::size_t i = 0;
            while (i + 1 < a.numbers.size() && a.numbers[i] == b.numbers[i]) {
                ++i;
            }
            return a.numbers[i] < b.numbers[i];
        }
    };
    [[nodiscard]] static shape shape_of(const scene::mesh& mesh) noexcept {
        const box<float> around = box<float>::around(mesh.positions);
        return {{static_cast<double>(mesh.indices.size()), around.min.x, around.min.y, around.min.z, around.max.x,
                 around.max.y, around.max.z}};
    }
    [[nodiscard]] pool<shape> shapes_of(const scene& in) const {
        pool<shape> out{of_.memory};
        for (const scene::mesh& each : in.meshes) {
            out.push_back(shape_of(each));
        }
        return out;
    }
    void match_meshes() {
        const auto name_of = [](const scene& in) {
            return [&in](std::uint32_t node, std::string_view& key) {
                const scene::mesh* const mesh = mesh_of(in, node);
                return mesh != nullptr && !(key = mesh->name).empty();
            };
        };
        match_by<std::string_view>(of_.nodes, name_of(changed_), name_of(original_),
                                   [&](std::uint32_t number, std::uint32_t old) {
                                       say_guessed(old, "by the mesh's name");
                                       rename(number, old);
                                   });
        const pool<shape> news = shapes_of(changed_), olds = shapes_of(original_);
        const auto key_of = [](const scene& in, const pool<shape>& shapes) {
            return [&in, &shapes](std::uint32_t node, shape& key) {
                const std::uint32_t mesh = in.nodes[node].mesh;
                return mesh != npos && (key = shapes[mesh], true);
            };
        };
        match_by<shape>(of_.nodes, key_of(changed_, news), key_of(original_, olds),
                        [&](std::uint32_t number, std::uint32_t old) {
                            say_guessed(old, "by the mesh's shape");
                            rename(number, old);
                        });
    }
    void rename(std::uint32_t number, std::uint32_t old) {
        of_.made.nodes[old].name = changed_.nodes[number].name;
        of_.say(remark_kind::changed, "node", original_.nodes[old].name, "was renamed");
    }
    void say_guessed(std::uint32_t old, std::string_view why) const {
        of_.say(remark_kind::guessed, "node", original_.nodes[old].name, why);
    }

    // ---- renamed nodes without a mesh ------------------------------------------------------------------------------

    // Whether both are without a match and of one kind, so that one can be the other under a new name.
    [[nodiscard]] bool can_be(std::uint32_t number, std::uint32_t old) const {
        const scene::node &now = changed_.nodes[number], &before = original_.nodes[old];
        return of_.nodes.old_of[number] == npos && of_.nodes.new_of[old] == npos && now.mesh == npos &&
               before.mesh == npos && !is_of_weightless(now) && now.camera == npos && before.camera == npos &&
               now.light == npos && before.light == npos && joints_[number] == old_joints_[old];
    }
    void match_renamed(std::uint32_t number, std::uint32_t old, std::string_view why) {
        of_.nodes.add(number, old);
        say_guessed(old, why);
        rename(number, old);
    }
    // A joint that moves the vertices that a missing one moved. Of the joints of a vertex, the heaviest counts.
    void match_moving() {
        struct majority {
            std::uint32_t node = npos;
            std::size_t lead = 0;

            void vote(std::uint32_t of) noexcept {
                node = lead == 0 ? of : node;
                lead = of == node ? lead + 1 : lead - 1;
            }
        };
        pool<majority> old_of(changed_.nodes.size(), {}, of_.memory), new_of(original_.nodes.size(), {}, of_.memory);
        pool<std::uint32_t> skins(original_.meshes.size(), npos, of_.memory); // of the first node with each mesh
        for (std::size_t i = original_.nodes.size(); i-- > 0;) {
            if (const scene::node& each = original_.nodes[i]; each.mesh != npos) {
                skins[each.mesh] = each.skin;
            }
        }
        pool<bool> is_done(changed_.meshes.size(), of_.memory);
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            const scene::node& node = changed_.nodes[i];
            const std::uint32_t from = origin_of(i);
            if (node.skin == npos || from == npos || skins[from] == npos || is_done[node.mesh]) {
                continue;
            }
            is_done[node.mesh] = true;
            const scene::mesh &mesh = changed_.meshes[node.mesh], &old = original_.meshes[from];
            for (std::uint32_t vertex = 0; vertex < mesh.origins.size(); ++vertex) {
                if (mesh.origins[vertex].mesh != from || !is_known(mesh.origins[vertex], original_)) {
                    continue;
                }
                const std::uint32_t now = changed_.skins[node.skin].joints[heaviest(mesh, vertex)];
                const std::uint32_t before =
                    original_.skins[skins[from]].joints[heaviest(old, mesh.origins[vertex].vertex)];
                if (can_be(now, before)) {
                    old_of[now].vote(before);
                    new_of[before].vote(now);
                }
            }
        }
        for (std::uint32_t i = 0; i < old_of.size(); ++i) {
            if (const std::uint32_t old = old_of[i].node; old != npos && new_of[old].node == i && can_be(i, old)) {
                match_renamed(i, old, "by the vertices that it moves");
            }
        }
    }
    [[nodiscard]] static std::uint32_t heaviest(const scene::mesh& of, std::uint32_t vertex) noexcept {
        std::uint32_t out = 0;
        float most = -1;
        for (std::size_t set = 0; set < of.joints.size(); ++set) {
            for (std::size_t k = 0; k < 4; ++k) {
                if (const float weight = of.weights[set][vertex][k]; weight > most) {
                    most = weight;
                    out = of.joints[set][vertex][k];
                }
            }
        }
        return out;
    }
    // A node above nodes that all were below one that is missing.
    void match_above() {
        constexpr std::uint32_t several = npos - 1;
        pool<std::uint32_t> above(changed_.nodes.size(), npos, of_.memory);
        for (std::size_t i = changed_.nodes.size(); i-- > 0;) {
            const auto number = static_cast<std::uint32_t>(i);
            if (const std::uint32_t old = above[i]; old < original_.nodes.size() && can_be(number, old)) {
                match_renamed(number, old, "by the nodes below it");
            }
            const std::uint32_t parent = changed_.nodes[i].parent, match = of_.nodes.old_of[i];
            if (parent != npos && match != npos) {
                const std::uint32_t was = original_.nodes[match].parent;
                above[parent] = above[parent] == npos || above[parent] == was ? was : several;
            }
        }
    }
    // A node below the same one, in the same place, as one that is missing, if only one is. Of roots, only joints:
    // editors add nodes at the origin.
    void match_places() {
        pool<std::uint32_t> first(original_.nodes.size() + 1, npos, of_.memory),
            next(original_.nodes.size(), npos, of_.memory);
        for (std::size_t i = original_.nodes.size(); i-- > 0;) {
            const std::uint32_t parent = original_.nodes[i].parent;
            std::uint32_t& begin = first[parent != npos ? parent : original_.nodes.size()];
            if (of_.nodes.new_of[i] == npos) {
                next[i] = begin;
                begin = static_cast<std::uint32_t>(i);
            }
        }
        constexpr std::size_t most_compared = 64;
        pool<std::uint32_t> above(changed_.nodes.size(), npos, of_.memory); // the nearest match; npos: none
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            const std::uint32_t parent = changed_.nodes[i].parent;
            if (parent != npos) {
                above[i] = of_.nodes.old_of[parent] != npos ? of_.nodes.old_of[parent] : above[parent];
            }
            std::uint32_t found = npos;
            std::size_t count = 0, compared = 0;
            for (std::uint32_t old = first[above[i] != npos ? above[i] : original_.nodes.size()];
                 old != npos && compared < most_compared; old = next[old], ++compared) {
                if (can_be(i, old) && (joints_[i] || above[i] != npos) &&
                    (is_in_place(i, old) || is_in_place_below(above[i], i, old))) {
                    found = old;
                    ++count;
                }
            }
            if (count == 1) {
                match_renamed(i, found, "by its place");
            }
        }
    }
    // Relative to the node above, which an editor can have moved: it writes the poses in which joints were bound.
    [[nodiscard]] bool is_in_place_below(std::uint32_t old_above, std::uint32_t number, std::uint32_t old) const {
        if (joints_[number] || old_above == npos) {
            return false;
        }
        const auto back = inverse(of_.new_world[of_.nodes.new_of[old_above]]);
        return back && is_near(back.matrix * of_.new_world[number], rest_pose<double>(original_.nodes[old]).matrix(),
                               same_within::turn, same_within::rest * of_.size);
    }
    // Editors turn bones, but do not move them.
    [[nodiscard]] bool is_in_place(std::uint32_t number, std::uint32_t old) const {
        const matrix4x3<double>&now = of_.new_world[number], &before = of_.old_world[old];
        const double reach = same_within::rest * of_.size;
        return joints_[number] ? is_near(now.translation, before.translation, reach)
                               : is_near(now, before, same_within::turn, reach);
    }

    // ---- new nodes -------------------------------------------------------------------------------------------------

    // Exporters put roots below a node of their own. Such a node has nothing but a transform, is new and above what
    // was a root: it is dissolved. So is an empty that took the name of a node that has another match.
    [[nodiscard]] bool is_dissolved(std::uint32_t number) const {
        const scene::node& node = changed_.nodes[number];
        const bool is_above_root = has_root_below_[number] && (node.parent == npos || of_.node_of[node.parent] == npos);
        return of_.nodes.old_of[number] == npos && !joints_[number] && node.mesh == npos && node.camera == npos &&
               node.light == npos && (is_above_root || of_.namesake_of[number] != npos);
    }
    void find_namesakes() {
        part_matches others{changed_.nodes.size(), original_.nodes.size(), of_.memory};
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            others.old_of[i] = of_.nodes.old_of[i] != npos ? 0 : npos;
        }
        match_by<std::string_view>(
            others, [&](std::uint32_t i, std::string_view& key) { return key = changed_.nodes[i].name, true; },
            [&](std::uint32_t i, std::string_view& key) {
                const std::uint32_t match = of_.nodes.new_of[i];
                key = original_.nodes[i].name;
                return match != npos && changed_.nodes[match].mesh != npos && changed_.nodes[match].name != key;
            },
            [&](std::uint32_t number, std::uint32_t old) { of_.namesake_of[number] = old; });
    }
    void add_new_nodes() {
        find_namesakes();
        for (std::size_t i = changed_.nodes.size(); i-- > 0;) {
            const std::uint32_t old = of_.nodes.old_of[i];
            const std::uint32_t parent = changed_.nodes[i].parent;
            if (parent != npos && (old == npos ? has_root_below_[i] : original_.nodes[old].parent == npos)) {
                has_root_below_[parent] = true;
            }
        }
        of_.node_of.append(changed_.nodes.size(), npos);
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            const std::uint32_t old = of_.nodes.old_of[i];
            if (old != npos) {
                of_.node_of[i] = old;
            } else if (is_of_startup_file(changed_.nodes[i]) && !joints_[i]) {
                of_.say(remark_kind::guessed, "node", changed_.nodes[i].name,
                        "Blender's own, of a new file: it is not brought back");
            } else if (is_of_weightless(changed_.nodes[i]) && joints_[i]) {
                of_.say(remark_kind::guessed, "node", changed_.nodes[i].name,
                        "Blender's own, for vertices without weights: it is not brought back");
            } else if (!is_dissolved(i)) {
                of_.node_of[i] = static_cast<std::uint32_t>(of_.made.nodes.size());
                scene::node& made = of_.made.nodes.emplace_back();
                made.name = changed_.nodes[i].name;
                made.extras = changed_.nodes[i].extras;
                of_.say(remark_kind::changed, "node", made.name, "is new");
            }
        }
    }

    reconcile_state& of_;
    const scene& changed_;
    const scene& original_;
    pool<bool> joints_, old_joints_; // whether the node is a joint
    pool<bool> has_root_below_;      // whether a node that was a root is below it, without another match between
    pool<std::uint32_t> origins_;    // per mesh of the changed scene: that of the original
};

}}} // namespace effigy::v0::impl
