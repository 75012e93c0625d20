// Clips of scenes.
#include "p3d/figure.hpp"
#include "p3d/scene.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"

#include <effigy/p3d.hpp>
#include <effigy/p3d/scene.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace {

using namespace p3d_scenes;
using described::inward_box;
using support::extra;
using support::find_extra;

using vectors = std::vector<vector3<double>>;

// A level with an animation, and its scene.
struct animated {
    animated(const described::lod& of, const described::clip& motion, p3d::scene_options options = {})
        : animated(described::write(described::model{{of}}), motion, options) {}
    animated(byte_builder written, const described::clip& motion, p3d::scene_options options)
        : file(std::move(written)), clip_file(described::write(motion)) {
        options.clips = {&clip, 1};
        made = scene_of(file, options);
    }
    // The number of the first node with a skin.
    [[nodiscard]] std::size_t holder() const {
        const auto found = std::ranges::find_if(made.nodes, [](const scene::node& n) { return n.skin != npos; });
        REQUIRE(found != made.nodes.end());
        return static_cast<std::size_t>(found - made.nodes.begin());
    }

    byte_builder file, clip_file;
    p3d::animation keys = *p3d::open_animation(clip_file.span());
    p3d::named_clip clip{"move", keys};
    p3d::lod level = p3d::open(file.span())->lod(p3d::lod_kind::visual);
    scene made;
};
// A box with two bones, an arm and a leg.
described::lod box_with_bones() {
    described::lod out = inward_box();
    out.tags = {described::selection("Arm", {1, 1, 128, 0, 255, 0, 200, 0}, {0, 0, 0, 0, 0, 0}),
                described::selection("leg", {0, 0, 129, 1, 255, 0, 200, 100}, {0, 0, 0, 0, 0, 0})};
    return out;
}

// The points of a level at a phase of an animation, in glTF's space.
vectors skinned_points(const p3d::lod& level, const p3d::animation& clip, double phase) {
    vectors out(level.points().size());
    REQUIRE(skin_positions(level, clip, phase, out) == out.size());
    for (vector3<double>& p : out) {
        p.z = -p.z;
    }
    return out;
}
// The largest distance between a node's vertices and the expected positions of their points.
double distance_from(const scene& made, std::size_t holder, const p3d::lod& level, const vectors& expected,
                     double seconds) {
    const auto moved = support::positions_of(made, holder, support::world_of(made, &made.clips.back(), seconds));
    double out = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        double least = 1e9; // over all points at the vertex's rest position
        const vector3<float>& rest = made.meshes[made.nodes[holder].mesh].positions[i];
        std::size_t point = 0;
        for (const auto& stored : level.points()) {
            if (vector3<float>{stored.x, stored.y, -stored.z} == rest) {
                least = std::min(least, length(moved[i] - expected[point]));
            }
            ++point;
        }
        out = std::max(out, least);
    }
    return out;
}

} // namespace

TEST_CASE("p3d scene: an animation moves the figure as skin_positions() does") {
    const animated figure{described::write(described::figure::model()),
                          described::figure::nod(),
                          {.include_all_levels = true, .seconds = 2, .tolerance = 1e-6}};
    const scene& made = figure.made;
    const auto model = p3d::open(figure.file.span());
    REQUIRE(made.skins.size() == 1);
    CHECK(made.skins[0].joints.size() == 1 + figure.keys.bones().size());
    CHECK(made.nodes[made.skins[0].joints[0]].name == "bones");
    CHECK(made.clips.back().name == "move");
    std::vector<p3d::lod_entry> memory(model->lods().size());
    const auto levels = model->index(memory);
    std::size_t skinned = 0;
    for (std::size_t i = 0; i < made.nodes.size(); ++i) {
        if (made.nodes[i].mesh == npos) {
            continue;
        }
        const auto number = static_cast<std::size_t>(extra<double>(made.nodes[i].extras, "lod"));
        skinned += made.nodes[i].skin != npos ? 1U : 0U;
        for (const double phase : {0.0, 0.1, 0.25, 0.4, 0.5, 0.66, 0.9, 1.0}) {
            CAPTURE(number);
            CAPTURE(phase);
            const vectors expected = skinned_points(levels[number], figure.keys, phase);
            CHECK(distance_from(made, i, levels[number], expected, 2 * phase) < 1e-5);
        }
    }
    CHECK(skinned > 0);
}

TEST_CASE("p3d scene: bones that rotate far, stretch and shear, and weights that do not add up to 1") {
    const float root = std::sqrt(0.5F);
    described::clip move{.bones = {"arm", "LEG", "tail"},
                         .phases = {{0, {{}, {}, {}}},
                                    {0.25F,
                                     {{.x = {0, 1, 0},
                                       .y = {-root, 0, root},
                                       .z = {root, 0, root},
                                       .position = {1, 2, 3}}, // a rotation by 98.4 degrees
                                      {.x = {1, 0, 0}, .y = {0.25F, 1, 0}, .z = {0, 0.5F, 2}},
                                      {}}},
                                    {0.75F,
                                     {{.x = {-1, 0, 0}, .y = {0, 1, 0}, .z = {0, 0, -1}, .position = {0, 1, 0}},
                                      {.x = {1, 0, 0}, .y = {0.25F, 1, 0}, .z = {0, 0.5F, 2}, .position = {0, 0, 1}},
                                      {}}}},
                         .motion = {1, 2, 3}};
    const animated all{box_with_bones(), move, {.tolerance = 1e-6}};
    const scene& made = all.made;
    REQUIRE(made.skins.size() == 1);
    CHECK(made.skins[0].joints.size() == 3); // there is no selection tail
    for (const double phase : {0.0, 0.01, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 1.0}) {
        CAPTURE(phase);
        CHECK(distance_from(made, all.holder(), all.level, skinned_points(all.level, all.keys, phase), phase) < 4e-5);
    }
    const auto& extras = made.clips[0].extras;
    CHECK(extra<scene::list<double>>(extras, "motion") == scene::list<double>{1, 2, -3});
    CHECK(extra<double>(extras, "tolerance") >
          1e-6); // a rotation by 180 degrees flattens the arm: no number of keys is enough
    CHECK(extra<double>(extras, "tolerance") < 3e-5);
    CHECK(support::end_of(made.clips[0]) == 1); // a full run, although the last phase is 0.75
}

TEST_CASE("p3d scene: no two keys of a channel are nearer than 0.1 ms") {
    described::clip move{.bones = {"arm", "leg"}, .phases = {}};
    const float c = 0.8F, s = 0.6F; // each step has another axis
    const described::bone_pose turns[] = {{},
                                          {.x = {1, 0, 0}, .y = {0, c, s}, .z = {0, -s, c}},
                                          {.x = {c, 0, -s}, .y = {0, 1, 0}, .z = {s, 0, c}},
                                          {.x = {c, s, 0}, .y = {-s, c, 0}, .z = {0, 0, 1}},
                                          {.x = {1, 0.25F, 0}, .y = {0, 1, 0.5F}, .z = {0, 0, 2}}};
    for (const std::size_t turn : std::array<std::size_t, 6>{0, 1, 2, 3, 0, 2}) {
        const auto time = static_cast<float>(move.phases.size()) * 0.2F;
        move.phases.push_back({time, {turns[turn], turns[turn != 3 ? turn : 4]}}); // the leg shears, too
    }
    for (const double seconds : {1.0, 0.05, 0.0004}) {
        CAPTURE(seconds);
        const animated all{box_with_bones(), move, {.seconds = seconds}};
        const scene& made = all.made;
        const std::size_t holder = all.holder();
        std::size_t stepped = 0;
        for (const scene::channel& each : made.clips[0].channels) {
            const auto& times = made.clips[0].times[each.times];
            stepped += each.interpolation == scene::interpolation::step ? 1U : 0U;
            for (std::size_t i = 1; i < times.size(); ++i) {
                CHECK(static_cast<double>(times[i]) - static_cast<double>(times[i - 1]) >= 1e-4);
            }
        }
        for (int i = 0; seconds > 0.01 && i <= 200; ++i) { // with 0.4 ms, only every second phase is kept
            const double phase = i / 200.0;
            CHECK(distance_from(made, holder, all.level, skinned_points(all.level, all.keys, phase), phase * seconds) <
                  (seconds < 1 ? 4e-4 : 2e-4));
        }
        CHECK((seconds < 0.01 || stepped == 2)); // both inner rotations of the arm
        CHECK((seconds < 0.01 || extra<double>(made.clips[0].extras, "tolerance") < 1e-3));
    }
}

TEST_CASE("p3d scene: the error of a clip does not depend on the number of clips") {
    described::lod level = inward_box();
    level.tags = {described::selection("arm", {1, 1, 128, 0, 255, 0, 200, 0}, {0, 0, 0, 0, 0, 0})};
    described::clip move{.bones = {"arm"},
                         .phases = {{0, {{}}},
                                    {0.25F, {{.x = {0.6F, 0, -0.8F}, .y = {0, 1, 0}, .z = {0.8F, 0, 0.6F}}}},
                                    {0.5F, {{.x = {1, 0, 0}, .y = {0, 0.28F, 0.96F}, .z = {0, -0.96F, 0.28F}}}},
                                    {1, {{.x = {0.6F, 0.8F, 0}, .y = {-0.8F, 0.6F, 0}, .z = {0, 0, 1}}}}}};
    for (int i = 0; i < 6; ++i) { // bones of which the model has none
        move.bones.push_back("other" + std::to_string(i));
        for (described::phase& each : move.phases) {
            each.bones.emplace_back();
        }
    }
    const animated one{level, move};
    const scene& alone = one.made;
    CHECK(extra<double>(alone.clips[0].extras, "tolerance") <= 2e-5);
    const std::vector<p3d::named_clip> eight(8, one.clip);
    const scene made = scene_of(one.file, {.clips = eight});
    REQUIRE(made.clips.size() == 8);
    for (const scene::clip& each : made.clips) {
        CHECK(each.channels == alone.clips[0].channels);
        CHECK(each.times == alone.clips[0].times);
    }
}

TEST_CASE("p3d scene: an animation whose bones move nothing becomes no clip and no skin") {
    const animated unfit{inward_box(), described::moves()};
    CHECK(unfit.made.skins.empty());
    CHECK(unfit.made.clips.empty());
}

TEST_CASE("p3d scene: the tolerance is a part of the size of what is drawn, without proxies") {
    described::lod level = box_with_bones();
    const auto first = static_cast<std::uint32_t>(level.points.size());
    level.points.insert(level.points.end(), {{{9000, 0, 0}}, {{9001, 0, 0}}, {{9000, 0, 2}}});
    level.faces.push_back({.corners = {{first, 0}, {first + 1, 0}, {first + 2, 0}}});
    for (described::tag& part : level.tags) {
        part.bytes.insert(part.bytes.begin() + static_cast<std::ptrdiff_t>(first), 3, 0);
        part.bytes.push_back(0);
    }
    level.tags.push_back(
        described::selection("proxy:\\far.001", {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1}, {0, 0, 0, 0, 0, 0, 1}));
    described::clip move{.bones = {"arm"}, .phases = {{0, {{}}}, {1, {{.x = {0, 1, 0}, .y = {-1, 0, 0}}}}}};
    const animated all{level, move};
    const double size = std::sqrt(2.0 * 2 + 2 * 2 + 5 * 5);
    vectors expected = skinned_points(all.level, all.keys, 0.3);
    CHECK(distance_from(all.made, all.holder(), all.level, expected, 0.3) < 3e-5 * size);
    CHECK(extra<double>(all.made.clips[0].extras, "tolerance") <= 2e-5);
    const animated with{level, move, {.include_proxies = false}}; // the triangle is drawn: fewer keys are needed
    const auto size_of = [](const scene& made) { return made.clips[0].channels[1].values.size(); };
    CHECK(size_of(with.made) < size_of(all.made));
}

TEST_CASE("p3d scene: the weights of a point are those of its four largest bones, divided by their sum") {
    described::lod level = inward_box();
    described::clip move{.phases = {{0, {}}, {1, {}}}};
    for (int i = 0; i < 6; ++i) {
        const std::string name = "bone" + std::to_string(i);
        level.tags.push_back(described::selection(
            name, {static_cast<std::uint8_t>(230 - i), 0, 100, 0, static_cast<std::uint8_t>(i == 0 ? 128 : 0), 0, 0, 0},
            std::vector<std::uint8_t>(6)));
        move.bones.push_back(name);
        for (described::phase& each : move.phases) {
            each.bones.push_back({.position = {static_cast<float>(i), each.time, 0}});
        }
    }
    const animated all{level, move};
    const scene::mesh& mesh = all.made.meshes[0];
    REQUIRE(mesh.joints.size() == 1);
    CHECK(mesh.joints[0][0] == scene::joints4{6, 5, 4, 3}); // bone5 first: joint 0 is the root
    CHECK(mesh.weights[0][0][3] == doctest::Approx(28.0 / (28 + 29 + 30 + 31)));
    CHECK(find_extra(mesh.extras, "verticesWithLostWeights") == nullptr);
    for (const double phase : {0.0, 0.5, 1.0}) {
        CHECK(distance_from(all.made, all.holder(), all.level, skinned_points(all.level, all.keys, phase), phase) <
              1e-4);
    }
}

struct mixed_bones {
    explicit mixed_bones(p3d::scene_options with = {}) {
        for (const described::clip& motion : described::clips_of_some_bones()) {
            clip_files.push_back(described::write(motion));
        }
        for (const byte_builder& file : clip_files) {
            clips.push_back({"clip", p3d::open_animation(file.span()).value()});
        }
        level = *p3d::open(model_file.span())->lods().begin();
        with.clips = clips;
        made = scene_of(model_file, with);
    }
    // The largest distance of a vertex from where skin_positions() moves its point.
    [[nodiscard]] double error() const {
        const auto found = std::ranges::find_if(made.nodes, [](const scene::node& n) { return n.skin != npos; });
        const auto holder = static_cast<std::size_t>(found - made.nodes.begin());
        double out = 0;
        std::size_t next = 0;
        for (const p3d::named_clip& clip : clips) {
            if (clip.keys.bones().at(0).name() == "none") {
                continue;
            }
            scene one = made;
            std::swap(one.clips.back(), one.clips[next++]);
            for (const double phase : {0.0, 0.25, 0.5, 0.8, 1.0}) {
                out = std::max(out, distance_from(one, holder, level, skinned_points(level, clip.keys, phase), phase));
            }
        }
        CHECK(next == made.clips.size());
        return out;
    }

    byte_builder model_file = described::write(described::model{{described::box_of_shared_points()}});
    std::vector<byte_builder> clip_files;
    std::vector<p3d::named_clip> clips;
    p3d::lod level;
    scene made;
};

TEST_CASE("p3d scene: each of several animations with different bones moves points as if it were alone") {
    const mixed_bones all{{.include_all_weights = true}};
    CHECK(all.made.clips.size() == 6);
    CHECK(all.error() < 2e-4);
    CHECK(find_extra(all.made.meshes[0].extras, "verticesWithLostWeights") == nullptr);
    CHECK(all.made.skins[0].joints.size() > 6);

    const mixed_bones four;
    const scene::mesh& mesh = four.made.meshes[0];
    CHECK(mesh.joints.size() == 1);
    CHECK(extra<double>(mesh.extras, "verticesWithLostWeights") > 0); // some need more than four joints
    CHECK(extra<double>(mesh.extras, "verticesWithLostWeights") < 13);
}

TEST_CASE("p3d scene: a bone is one node in the middle of its points; if a clip shears it, three") {
    const described::bone_pose rotated{.x = {0, 1, 0}, .y = {-1, 0, 0}, .position = {1, 2, 3}};
    const described::bone_pose sheared{.x = {1, 0, 0}, .y = {0.5F, 1, 0}, .z = {0, 0.25F, 2}};
    for (const bool varies : {false, true}) { // if not, each phase is the same
        CAPTURE(varies);
        const described::clip move{
            .bones = {"arm", "leg"},
            .phases = {{0, {varies ? described::bone_pose{} : rotated, sheared}}, {1, {rotated, sheared}}}};
        const animated all{box_with_bones(), move};
        const scene& made = all.made;
        REQUIRE(made.skins[0].joints.size() == 3);
        CHECK(made.nodes.size() == 2 + 1 + 3); // the level, the root of the skeleton, the bones
        const scene::node& arm = made.nodes[made.skins[0].joints[1]];
        CHECK(arm.name == "Arm");
        const box<double> around = [] {
            box<double> out;
            const described::lod level = box_with_bones();
            for (std::size_t i = 0; i < level.points.size(); ++i) {
                const described::vec3& p = level.points[i].position;
                if (level.tags[0].bytes[i] != 0) {
                    out.add({static_cast<double>(p.x), static_cast<double>(p.y), -static_cast<double>(p.z)});
                }
            }
            return out;
        }();
        CHECK(length(vector3<double>{arm.local.position.x, arm.local.position.y, arm.local.position.z} -
                     (around.min + around.max) * 0.5) < 1e-6);
        std::map<scene::path, std::size_t> counts;
        for (const scene::channel& each : made.clips[0].channels) {
            ++counts[each.path];
            CHECK((varies || made.clips[0].times[each.times].size() <= 2)); // one key, or one more at the end
        }
        CHECK(counts ==
              std::map<scene::path, std::size_t>{
                  {scene::path::translation, 2},
                  {scene::path::rotation, 4},
                  {scene::path::scale, varies ? 2 : 1}}); // between two rotations, points are nearer to the axis
        for (const double phase : {0.0, 0.5, 1.0}) {
            CHECK(distance_from(made, all.holder(), all.level, skinned_points(all.level, all.keys, phase), phase) <
                  1e-4);
        }
    }
}

TEST_CASE("p3d scene: phases that have no time, or that are too near, are left out") {
    const described::bone_pose still{}, up{.position = {0, 1, 0}}, broken{.position = {described::not_a_number, 0, 0}};
    const float infinite = std::numeric_limits<float>::infinity();
    const described::clip move{.bones = {"arm"},
                               .phases = {{-1, {up}},
                                          {0, {still}},
                                          {0.00005F, {up}},
                                          {0.5F, {up}},
                                          {0.5F, {still}},
                                          {0.75F, {broken}},
                                          {0.25F, {still}},
                                          {infinite, {still}},
                                          {1, {still}}}};
    const animated all{box_with_bones(), move};
    for (const scene::channel& each : all.made.clips[0].channels) {
        if (each.path == scene::path::translation) {
            CHECK(all.made.clips[0].times[each.times] == scene::list<float>{0, 0.5F, 1});
        }
    }
    CHECK(all.made.clips[0].channels.size() == 2);
    const described::clip never{.bones = {"arm"}, .phases = {{-1, {up}}, {infinite, {still}}}};
    CHECK(animated{box_with_bones(), never}.made.clips.empty());
}
