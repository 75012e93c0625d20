// What the steps of reconcile() share.
#pragma once

#include <effigy/scene/edits.hpp>
#include <effigy/scene/extras.hpp>
#include <effigy/scene/names.hpp>
#include <effigy/scene/origins.hpp>
#include <effigy/scene/play.hpp>
#include <effigy/scene/reconcile/matching.hpp>
#include <effigy/scene/reconcile/options.hpp>
#include <effigy/scene/reconcile/tolerances.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Whether a node is the camera or the light of a new file, at its place [Blender 2.8 to 5.0]. Exporters write it also
// without the camera or the light. Somebody forgot to delete it.
[[nodiscard]] inline bool is_of_startup_file(const scene::node& of) noexcept {
    constexpr double reach = 1e-4;
    const std::string_view name = without_number(of.name);
    const bool is_camera = name == "Camera", is_light = name == "Light";
    const vector3<double> place =
        is_camera ? vector3<double>{7.358891, 4.958309, 6.925791} : vector3<double>{4.076245, 5.903862, -1.005454};
    const vector3<double> away = to_real<double>(of.local.position) - place;
    return (is_camera || is_light) && of.parent == npos && of.mesh == npos && dot(away, away) < reach * reach;
}

// Whether a joint is the one that moves vertices without weights.
[[nodiscard]] inline bool is_of_weightless(const scene::node& of) noexcept {
    return without_number(of.name) == "neutral_bone" && of.mesh == npos;
}

// Returns the mesh of the original that most vertices of a mesh come from, or npos.
[[nodiscard]] inline std::uint32_t main_origin_of(const scene::mesh& of, const scene& original) noexcept {
    const std::uint32_t out = main_origin_of(of);
    return out < original.meshes.size() ? out : npos;
}

// Whether an origin is a vertex of the original.
[[nodiscard]] inline bool is_known(const scene::origin& of, const scene& original) noexcept {
    return of.mesh < original.meshes.size() && of.vertex < original.meshes[of.mesh].positions.size();
}

// What a person's own meshes have become parts of, or take the places of.
struct replaced_meshes {
    struct pair {
        std::uint32_t mesh, by; // the first is that of one node, the second of none
    };
    pool<pair> by;
    pool<std::uint32_t> emptied; // nodes whose mesh is deleted, also if what is missing is kept
    pool<std::uint32_t> grafted; // nodes of the original that the changed scene lacked

    explicit replaced_meshes(std::pmr::memory_resource* memory) noexcept
        : by(memory), emptied(memory), grafted(memory) {}
};

// Both scenes, and the result, which begins as a copy of the original. Its parts have the numbers of the original's;
// new ones come after them. The last step removes parts and orders nodes.
struct reconcile_state {
    const scene& changed;
    const scene& original;
    remark_sink tell;
    reconcile_options options;
    std::pmr::memory_resource* memory;
    const replaced_meshes& replaced;

    scene made{memory};
    error why;       // a limit that was exceeded
    double size = 1; // of the model
    part_matches nodes{changed.nodes.size(), original.nodes.size(), memory};
    part_matches materials{changed.materials.size(), original.materials.size(), memory};
    part_matches clips{changed.clips.size(), original.clips.size(), memory};

    pool<matrix4x3<double>> new_world{memory}, old_world{memory}; // at rest
    pool<std::uint32_t> node_of{memory}; // per node of `changed`: of the result; npos: it is dissolved
    // Per node of `changed`: the node of `original` whose name an empty took, and maybe its children; npos: none.
    pool<std::uint32_t> namesake_of{changed.nodes.size(), npos, memory};
    pool<std::uint32_t> material_of{memory}; // per material of `changed`: of the result
    // Per node of `changed`: its matrix times `turned` is what the original's node does. Editors turn bones.
    pool<matrix4x3<double>> turned{memory};
    // Per node of `changed`: its inverse bind matrix is this times that of the original's joint, apart from turns.
    // Other than the identity if a person moved the bone, not the vertices.
    pool<matrix4x3<double>> rebound{memory};
    pool<bool> is_animated; // per node of `original`: whether any clip moves it. Editors write the pose of a frame.

    pool<std::uint32_t> skin_of_mesh{memory}; // per mesh of the result: a skin that has its joints; npos: none
    // Meshes of the result, and morph targets that they lose at the end: until then, clips have weights of them.
    pool<std::pair<std::uint32_t, std::uint32_t>> lost_targets{memory};

    reconcile_state(const scene& changed_, const scene& original_, const replaced_meshes& replaced_, remark_sink tell_,
                    const reconcile_options& options_, std::pmr::memory_resource* memory_)
        : changed(changed_), original(original_), tell(tell_), options(options_), memory(memory_), replaced(replaced_),
          is_animated(original_.nodes.size(), memory_) {
        made.name = original.name;
        made.nodes = original.nodes;
        made.meshes = original.meshes;
        made.skins = original.skins;
        made.materials = original.materials;
        made.clips = original.clips;
        made.cameras = original.cameras;
        made.lights = original.lights;
        made.extras = original.extras;
        new_world.resize(changed.nodes.size());
        old_world.resize(original.nodes.size());
        world_matrices(changed, new_world);
        world_matrices(original, old_world);
        turned.resize(changed.nodes.size());
        rebound.resize(changed.nodes.size());
        skin_of_mesh.append(original.meshes.size(), npos);
        find_size();
    }

    // Call it when nodes and bones have their matches.
    void find_animated() {
        for (const scene::clip& clip : original.clips) {
            for (const scene::channel& each : clip.channels) {
                if (each.node != npos && each.path != scene::path::weights) { // of morph targets: they move no node
                    is_animated[each.node] = true;
                }
            }
        }
        for (const scene::clip& clip : changed.clips) {
            for (const scene::channel& each : clip.channels) {
                if (each.node != npos && each.path != scene::path::weights && nodes.old_of[each.node] != npos &&
                    !is_still(each)) {
                    is_animated[nodes.old_of[each.node]] = true;
                }
            }
        }
    }
    // Whether keys of the changed scene are what its node is at rest: editors add channels to all bones.
    [[nodiscard]] bool is_still(const scene::channel& of) const {
        const pose<float> rest = rest_pose<float>(changed.nodes[of.node]);
        const quaternion<float>& q = rest.rotation;
        const std::array<float, 4> value =
            of.path == scene::path::rotation ? std::array<float, 4>{q.x, q.y, q.z, q.w}
            : of.path == scene::path::scale
                ? std::array<float, 4>{rest.scale.x, rest.scale.y, rest.scale.z, 0}
                : std::array<float, 4>{rest.position.x, rest.position.y, rest.position.z, 0};
        const double most = of.path == scene::path::translation ? same_within::rest * size : same_within::turn;
        const std::size_t width = scene::value_count(of.path);
        double sums[2] = {0, 0}; // as the rotation is, and the other way round
        for (std::size_t i = 0; i < of.values.size(); ++i) {
            const double at = static_cast<double>(of.values[i]), by = static_cast<double>(value[i % width]);
            sums[0] = larger(sums[0], absolute(at - by));
            sums[1] = larger(sums[1], absolute(at + by));
        }
        return sums[0] <= most || (of.path == scene::path::rotation && sums[1] <= most);
    }
    // From the boxes of meshes: several nodes can show a large one.
    void find_size() {
        pool<box<float>> boxes{memory};
        for (const scene::mesh& each : original.meshes) {
            boxes.push_back(box<float>::around(each.positions));
        }
        box<double> around;
        for (std::size_t i = 0; i < original.nodes.size(); ++i) {
            const scene::node& holder = original.nodes[i];
            if (holder.mesh == npos || !boxes[holder.mesh]) {
                continue;
            }
            const scene::skin* const skin = holder.skin != npos ? &original.skins[holder.skin] : nullptr;
            const matrix4x3<double> to =
                skin == nullptr ? old_world[i] : old_world[skin->joints[0]] * to_real<double>(skin->inverse_binds[0]);
            for (std::uint32_t corner = 0; corner < 8; ++corner) {
                const vector3<float>& low = boxes[holder.mesh].min;
                const vector3<float>& high = boxes[holder.mesh].max;
                const vector3<float> at{(corner & 1U) != 0 ? high.x : low.x, (corner & 2U) != 0 ? high.y : low.y,
                                        (corner & 4U) != 0 ? high.z : low.z};
                around.add(transform_point(to, to_real<double>(at)));
            }
        }
        const double wide = around ? length(around.max - around.min) : 0;
        size = wide > 0 && is_finite(wide) ? wide : 1;
    }
    void say(remark_kind kind, std::string_view part, std::string_view name, std::string_view what,
             std::uint64_t count = 0) const {
        tell(remark{kind, part, name, what, count});
    }
};

// Brings the extras that a person can change. Those that the changed part lacks stay: editors drop them.
inline void merge_extras(const reconcile_state& of, const char* part, std::string_view name,
                         const scene::list<scene::extra>& changed, scene::list<scene::extra>& to) {
    for (const std::string_view key : of.options.extras) {
        const scene::extra* const now = find_key(changed, key);
        const scene::extra* const was = find_key(to, key);
        if (now == nullptr ||
            (was != nullptr && (was->value == now->value || was->value.index() != now->value.index()))) {
            continue;
        }
        if (was != nullptr) {
            to[static_cast<std::size_t>(was - to.begin())].value = now->value;
        } else {
            to.push_back(*now);
        }
        of.say(remark_kind::changed, part, name, key);
    }
}

}}} // namespace effigy::v0::impl
