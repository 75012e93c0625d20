// Which node of a changed scene is which node of the original.
#pragma once

#include <effigy/scene/reconcile/startup.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Matches nodes: by name, by the name of the mesh, by the shape of the mesh. Then appends the new nodes to the result.
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
    // The mesh of the original that most vertices of a mesh come from.
    void find_origins() {
        for (const scene::mesh& mesh : changed_.meshes) {
            std::uint32_t most = npos;
            std::size_t lead = 0; // a majority is left after others have been cancelled
            for (const scene::origin& each : mesh.origins) {
                most = lead == 0 ? each.mesh : most;
                lead = each.mesh == most ? lead + 1 : lead - 1;
            }
            origins_.push_back(most < original_.meshes.size() ? most : npos);
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
        for (const bool is_exact : {true, false}) {
            match_by<name_and_mesh>(
                of_.nodes,
                [&](std::uint32_t i, name_and_mesh& key) {
                    const std::string_view name = changed_.nodes[i].name;
                    key = {is_exact ? name : without_number(name), origin_of(i)};
                    return key.mesh != npos;
                },
                [&](std::uint32_t i, name_and_mesh& key) {
                    const std::string_view name = original_.nodes[i].name;
                    key = {is_exact ? name : shortened_name(name), original_.nodes[i].mesh};
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
        for (const bool is_exact : {true, false}) {
            match_by<name_and_kind>(
                of_.nodes,
                [&](std::uint32_t i, name_and_kind& key) {
                    const std::string_view name = changed_.nodes[i].name;
                    key = {is_exact ? name : without_number(name), kind_of(changed_, joints_, i)};
                    return is_exact || (key.kind == 2 && !key.name.empty());
                },
                [&](std::uint32_t i, name_and_kind& key) {
                    const std::string_view name = original_.nodes[i].name;
                    key = {is_exact ? name : shortened_name(name), kind_of(original_, old_joints_, i)};
                    return true;
                },
                [](std::uint32_t, std::uint32_t) {});
            if (!is_exact) {
                match_by_names(of_.nodes, changed_.nodes, original_.nodes);
            }
        }
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
        match_by<std::uint32_t>(
            of_.nodes, [&](std::uint32_t i, std::uint32_t& mesh) { return (mesh = origin_of(i)) != npos; },
            [&](std::uint32_t i, std::uint32_t& mesh) { return (mesh = original_.nodes[i].mesh) != npos; },
            [&](std::uint32_t number, std::uint32_t old) { rename(number, old); });
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
    pool<std::uint32_t> origins_;    // per mesh of the changed scene
};

}}} // namespace effigy::v0::impl
