// Scenes of models, and how far their vertices are from where sample() moves them.
#pragma once

#include "m2/move_in_loop.hpp"
#include "m2/opened.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"

#include <effigy/m2/scene.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace m2_scenes {

using namespace effigy;
using fixtures::m2::opened;
using fixtures::m2::track;
using point = vector3<double>;
using numbers = std::vector<double>;
using support::extra;
using support::find_extra;

[[nodiscard]] inline std::vector<std::string> texts_in(const scene::list<scene::extra>& extras, std::string_view key) {
    std::vector<std::string> out;
    if (const scene::extra_value* const found = find_extra(extras, key)) {
        for (const scene::text& each : std::get<scene::list<scene::text>>(*found)) {
            out.emplace_back(each);
        }
    }
    return out;
}
[[nodiscard]] inline std::size_t node_named(const scene& made, std::string_view name) {
    return support::number_named(made.nodes, name);
}
[[nodiscard]] inline const scene::clip& clip_named(const scene& made, std::string_view name) {
    return made.clips[support::number_named(made.clips, name)];
}

[[nodiscard]] inline std::vector<std::string> names_in(const auto& all) {
    std::vector<std::string> out;
    for (const auto& each : all) {
        out.emplace_back(each.name);
    }
    return out;
}
using names = std::vector<std::string>;

// Checks that the scene is valid, and returns it.
[[nodiscard]] inline scene valid(result<scene> made) {
    REQUIRE(made);
    const error why = verify(*made);
    CHECK_MESSAGE(!why, why.path);
    return *std::move(made);
}
// In the axes and the unit of the game, as the functions of the library that results are compared with.
[[nodiscard]] inline scene scene_of(const opened& all, m2::scene_options options = {}) {
    options.front = options.metres = false;
    return valid(m2::to_scene(all.model, options));
}
[[nodiscard]] inline scene scene_of(const fixtures::m2::model& described, const m2::scene_options& options = {}) {
    const opened all{described};
    return scene_of(all, options);
}

[[nodiscard]] inline double length_of(const scene::clip& played) {
    float out = 0;
    for (const auto& times : played.times) {
        out = std::max(out, times.back());
    }
    return static_cast<double>(out);
}

// The largest distance between the scene's vertices and those that sample.hpp computes, at 25 times of a clip.
[[nodiscard]] inline double worst_of(const opened& all, const scene& made, const scene::clip& played) {
    const bool is_loop = find_extra(played.extras, "globalSequence") != nullptr;
    const auto number = static_cast<std::uint32_t>(extra<double>(played.extras, is_loop ? "globalSequence" : "number"));
    const double duration = length_of(played);
    std::vector<pose<double>> poses(all.bones.size());
    std::vector<matrix4x3<double>> matrices(all.bones.size());
    std::vector<point> expected(all.model.vertex_count());
    double out = 0;
    for (int i = 0; i <= 24; ++i) {
        const double seconds = duration * i / 24;
        const double age = i == 24 ? seconds * (1 - 1e-7) : seconds; // before the next loop begins
        if (is_loop) {
            rest_poses(all.bones, poses);
            support::move_in_loop(all.bones, number, age, poses);
        } else {
            apply(all.model, {number, seconds, age}, all.bones, poses);
        }
        local_matrices(poses, matrices);
        local_to_world(all.bones, matrices);
        skin_matrices(all.model, matrices, matrices);
        skin_positions(all.model, matrices, expected);
        const auto shown = support::all_positions_of(made, &played, seconds);
        REQUIRE(shown.size() == expected.size());
        for (std::size_t k = 0; k < shown.size(); ++k) {
            out = std::max(out, length(shown[k] - point{expected[k].x, expected[k].z, -expected[k].y}));
        }
    }
    return out;
}
[[nodiscard]] inline double worst_of(const opened& all, const scene& made) {
    double out = 0;
    for (const scene::clip& each : made.clips) {
        out = std::max(out, worst_of(all, made, each));
    }
    return out;
}

// small() with one bone that has this translation, with these animations, and without records attached to bones.
[[nodiscard]] inline fixtures::m2::model
moved_by(const track& translation, std::vector<fixtures::m2::animation> animations, std::uint32_t version = 260) {
    fixtures::m2::model out = fixtures::m2::small(version);
    out.bones = {{-1, {1, 2, 3}}};
    out.bones[0].translation = translation;
    for (fixtures::m2::vertex& each : out.vertices) {
        each.bones = {};
        each.weights = {255, 0, 0, 0};
    }
    out.animations = std::move(animations);
    const auto clear = [](auto&... lists) { (lists.clear(), ...); };
    clear(out.attachments, out.events, out.lights, out.ribbons, out.particles, out.cameras);
    return out;
}
[[nodiscard]] inline numbers times_of(const scene::clip& clip, std::size_t channel) {
    const auto& times = clip.times[clip.channels[channel].times];
    return {times.begin(), times.end()};
}

// A model of one bone that a loop of three keys translates and that an animation does not move.
[[nodiscard]] inline fixtures::m2::model looped(std::uint32_t loop, std::uint32_t duration,
                                                std::int16_t type = fixtures::m2::linear) {
    fixtures::m2::model out =
        moved_by({type, 0, {}, {0, loop / 3, loop}, {0, 0, 0, 1, 0, 0, 3, 0, 0}}, {{0, 0, 0, duration}});
    out.global_sequences = {loop};
    return out;
}
// Lets the first animation turn the bone of a model from start to end.
[[nodiscard]] inline fixtures::m2::model turned(fixtures::m2::model out) {
    fixtures::m2::track& turn = out.bones[0].rotation;
    turn.interpolation = fixtures::m2::linear;
    turn.times = {out.animations[0].start, out.animations[0].end};
    turn.values = {0, 0, 0, 1, 0.6F, 0, 0, 0.8F};
    return out;
}
[[nodiscard]] inline bool leaves_out(const scene::list<scene::extra>& extras) {
    return find_extra(extras, "globalSequencesLeftOut") != nullptr;
}
[[nodiscard]] inline std::size_t bytes_of(const fixtures::m2::written& files) {
    std::size_t out = files.file.size();
    for (const fixtures::m2::companion_file& each : files.companions) {
        out += each.file.size();
    }
    return out;
}

// Checks that the camera is where sample() says and looks at its target. Returns its matrix.
inline matrix4x3<double> check_camera(const scene& made, const scene::clip& clip, double seconds,
                                      const m2::camera_pose<double>& now) {
    const auto world = support::world_of(made, &clip, seconds)[node_named(made, "camera_0")];
    const auto turned = [](const point& v) { return point{v.x, v.z, -v.y}; };
    CHECK(length(world.translation - turned(now.eye)) <= 2e-4);
    CHECK(length(-world.z - normalized(turned(now.target - now.eye))) <= 2e-4);
    return world;
}

} // namespace m2_scenes
