// Scenes of models, and the poses that the format's own evaluation computes.
#pragma once

#include "nwn/opened.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"

#include <effigy/nwn/scene.hpp>
#include <effigy/scene/verify.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace nwn_scenes {

using namespace effigy;
using fixtures::nwn::flavour;
using fixtures::nwn::key;
using fixtures::nwn::opened;
using matrices = std::vector<matrix4x3<double>>;
using points = std::vector<vector3<double>>;
using object = support::extras;
using support::end_of;
using support::extra;
using support::find_extra;

struct converted : opened {
    // In the game's axes, with the model's numbers of nodes.
    explicit converted(const fixtures::nwn::model& described, nwn::scene_options options = {}) : opened(described) {
        options.front = false;
        result<scene> made = to_scene(model, options);
        REQUIRE(made);
        shown = std::move(made).value();
        CHECK_FALSE(verify(shown));
    }

    scene shown;
};

[[nodiscard]] inline vector3<double> in_gltf(const vector3<double>& v) { return {v.x, v.z, -v.y}; }

inline void check_near(const vector3<double>& a, const vector3<double>& b) { CHECK(length(a - b) <= 1e-5); }

// World matrices by the format's own evaluation.
[[nodiscard]] inline matrices posed(const opened& all, const nwn::animation& clip, double seconds, double scale) {
    std::vector<pose<double>> poses(all.nodes.size());
    rest_poses(all.nodes, poses);
    std::vector<tree_entry> entries(clip.count_nodes());
    if (clip) {
        apply(clip.index(entries), seconds, all.nodes, poses, playback::once, scale);
    }
    matrices out(poses.size());
    local_matrices(poses, out);
    local_to_world(all.nodes, out);
    return out;
}
[[nodiscard]] inline points vertices_of(const nwn::node& holder, const matrices& world) {
    points out(holder.mesh().positions().size());
    if (const nwn::skin skin = holder.skin()) {
        matrices moved(skin.bones().size());
        skin_matrices(skin, world, moved);
        skin_positions(skin, moved, out);
    } else {
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = transform_point(world[holder.number()], vector3<double>{holder.mesh().positions()[i]});
        }
    }
    return out;
}
// Checks that every node and every drawn vertex has the position that the format's own evaluation computes.
inline void check_pose(const converted& all, const scene::clip* clip, const nwn::animation& stored, double seconds,
                       double scale = 1) {
    const matrices expected = posed(all, stored, seconds, scale);
    const matrices found = support::world_of(all.shown, clip, seconds);
    REQUIRE(found.size() >= expected.size());
    std::size_t next_skin = expected.size();
    for (std::size_t i = 0; i < expected.size(); ++i) {
        check_near(found[i].translation, in_gltf(expected[i].translation));
        check_near(found[i].x, in_gltf(expected[i].x));
        const nwn::node each = all.nodes[i];
        if (!each.mesh().is_rendered()) {
            continue;
        }
        const std::size_t holder = each.skin() ? next_skin++ : i;
        REQUIRE(all.shown.nodes[holder].mesh != npos);
        const points there = vertices_of(each, expected);
        const points here = support::positions_of(all.shown, holder, found);
        REQUIRE(here.size() == there.size());
        for (std::size_t vertex = 0; vertex < here.size(); ++vertex) {
            check_near(here[vertex], in_gltf(there[vertex]));
        }
    }
}
inline void check_poses(const fixtures::nwn::model& described) {
    const converted all{described};
    check_pose(all, nullptr, {}, 0);
    std::size_t number = 0;
    for (const nwn::animation stored : all.model.animations()) {
        const scene::clip& clip = all.shown.clips[number++];
        CHECK(std::string_view{clip.name} == stored.name());
        for (const double part : {0.0, 0.2, 0.45, 0.5, 0.9, 1.0, 1.5}) {
            check_pose(all, &clip, stored, part * stored.duration());
        }
    }
    CHECK(all.shown.clips.size() == number);
}

// Six times the volume inside a mesh. Positive if the mesh's faces point outwards.
[[nodiscard]] inline double volume(const converted& all, std::size_t holder) {
    const scene::mesh& shape = all.shown.meshes[all.shown.nodes[holder].mesh];
    const points at = support::positions_of(all.shown, holder, support::world_of(all.shown));
    double out = 0;
    for (std::size_t i = 0; i < shape.indices.size(); i += 3) {
        out += dot(at[shape.indices[i]], cross(at[shape.indices[i + 1]], at[shape.indices[i + 2]]));
    }
    return out;
}

[[nodiscard]] inline fixtures::nwn::model one_mesh(fixtures::nwn::mesh shape) {
    return {.nodes = {{"root", -1}, {"only", 0, {}, std::move(shape)}}};
}
[[nodiscard]] inline const scene::clip& only_clip(const converted& all) {
    REQUIRE(all.shown.clips.size() == 1);
    return all.shown.clips[0];
}
[[nodiscard]] inline const scene::channel* find_channel(const scene::clip& clip, std::uint32_t number,
                                                        scene::path path) {
    for (const scene::channel& one : clip.channels) {
        if (one.node == number && one.path == path) {
            return &one;
        }
    }
    return nullptr;
}

} // namespace nwn_scenes
