// Clips of scenes.
#include "nwn/scene.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"

#include <effigy/nwn/scene.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

namespace {

using namespace nwn_scenes;

} // namespace

TEST_CASE("nwn scene: events and lengths of clips") {
    const converted all{fixtures::nwn::bioware()};
    const scene::clip& nod = only_clip(all);
    CHECK(end_of(nod) == 2);
    const auto names = extra<scene::list<scene::text>>(nod.extras, "events");
    const auto times = extra<scene::list<double>>(nod.extras, "eventTimes");
    REQUIRE(names.size() == 2);
    CHECK(names[1] == "hit");
    CHECK(times[1] == 1.5);
    CHECK(extra<double>(nod.extras, "transitionTime") == 0.25);
    CHECK(extra<scene::text>(all.shown.extras, "producer") == "BioWare");
    CHECK(extra<scene::text>(all.shown.extras, "classification") == "character");
}

TEST_CASE("nwn scene: clips begin at 0 and end at the animation's length") {
    const auto clip_of = [](float length, std::vector<key> keys) {
        return converted{{.nodes = {{"root"}}, .clips = {{"go", length, {}, {{"root", -1, std::move(keys)}}}}}};
    };
    const auto positions = [](std::vector<float> times) {
        std::vector<float> values;
        for (std::size_t i = 0; i < times.size(); ++i) {
            values.insert(values.end(), {static_cast<float>(i * i), 0, 0});
        }
        return key{8, 3, std::move(times), std::move(values)};
    };
    for (const float length : {2.0F, 0.5F, 10.0F}) {
        const converted all = clip_of(length, {positions({-1, 1, 5})});
        CHECK(end_of(only_clip(all)) == length);
        for (const double seconds : {0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 7.0, 20.0}) {
            check_pose(all, &only_clip(all), all.model.animations()[0], seconds);
        }
    }
    // Bezier keys of one value are a constant, whatever their tangents are.
    const converted constant = clip_of(
        2, {{8, 0x13, {0, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 6, 5, 4, 9, 8, 7}}, {36, 1, {0, 2}, {1, 2}}});
    const scene::channel* const held = find_channel(only_clip(constant), 0, scene::path::translation);
    REQUIRE(held != nullptr);
    CHECK(held->values.size() == 3);
    const converted endless = clip_of(0, {positions({1, 2, 3})});
    CHECK(end_of(only_clip(endless)) == 3);
    const converted still = clip_of(4, {{36, 1, {0}, {3}}});
    CHECK(end_of(only_clip(still)) == 4);
    check_pose(still, &only_clip(still), still.model.animations()[0], 1);
    const converted early = clip_of(4, {positions({-3, -2})});
    check_pose(early, &only_clip(early), early.model.animations()[0], 1);
    const converted empty = clip_of(4, {});
    CHECK(end_of(only_clip(empty)) == 4); // a channel that holds the root
    check_pose(empty, &only_clip(empty), empty.model.animations()[0], 1);
    const converted steps = clip_of(4, {positions({0, 1, 1, 2})});
    // Of two keys at the same time, the second one applies from this time on.
    for (const double seconds : {0.5, 0.99, 1.0, 1.01, 1.5}) {
        check_pose(steps, &only_clip(steps), steps.model.animations()[0], seconds);
    }
}

TEST_CASE("nwn scene: rotations take the shorter arc, only the values of bezier keys are used") {
    const float turned = 0.97F; // about 28 degrees less than half a turn
    const converted all{
        {.nodes = {{"root"}},
         .clips = {{"go",
                    3,
                    {},
                    {{"root",
                      -1,
                      {{20, 4, {0, 1, 2, 3}, {0, 0, 0, 1, 0, 0, turned, 0.243F, 0, 0, 0, -1, 0, 0, 0.01F, 1}},
                       {8, 0x13, {0, 2}, {1, 2, 3, 9, 9, 9, 9, 9, 9, 5, 6, 7, 8, 8, 8, 8, 8, 8}}}}}}}}};
    for (const double seconds : {0.1, 0.5, 0.7, 1.0, 1.3, 1.9, 2.5, 3.0}) {
        const matrices expected = posed(all, all.model.animations()[0], seconds, 1);
        const matrices found = support::world_of(all.shown, &only_clip(all), seconds);
        check_near(found[0].translation, in_gltf(expected[0].translation));
        CHECK(length(found[0].x - in_gltf(expected[0].x)) < 2e-4); // the length of the keys is not exactly 1
    }
}

TEST_CASE("nwn scene: extras name the controllers that glTF cannot animate") {
    fixtures::nwn::model described = fixtures::nwn::bioware();
    described.clips[0].nodes[1].keys.push_back({128, 1, {0, 1}, {1, 0}});
    described.clips[0].nodes[1].more_flags = 0x20;
    const converted all{described};
    const auto names = extra<scene::list<scene::text>>(only_clip(all).extras, "notAnimated");
    REQUIRE(names.size() == 1);
    CHECK(names[0] == "alpha");
}

TEST_CASE("nwn scene: animations of supermodels, nearer ones first") {
    fixtures::nwn::model small;
    small.name = "small";
    small.nodes = {{"root", -1}, {"ARM", 0, {fixtures::nwn::position_key({0, 0, 0.5F})}}, {"tail", 0}};
    small.clips = {{"pause", 1, {}, {{"root", -1}}}};
    small.supermodel = "effigy";
    small.animation_scale = 0.5F;
    fixtures::nwn::model nearer = fixtures::nwn::bioware();
    nearer.animation_scale = 0.25F;
    nearer.clips.push_back({"PAUSE", 9, {}, {{"root", -1}}});
    fixtures::nwn::model further = nearer;
    further.name = "further";
    further.clips = {{"Nod", 7, {}, {{"root", -1}}},
                     {"jump", 1, {}, {{"arm", -1, {{8, 3, {0, 1}, {0, 0, 0, 0, 0, 8}}}}}}};
    const opened lender{nearer};
    const opened last{further};
    const std::vector<nwn::model> lenders{lender.model, last.model};
    const converted all{small, {.supermodels = lenders}};
    REQUIRE(all.shown.clips.size() == 3);
    CHECK(all.shown.clips[0].name == "pause");
    CHECK(end_of(all.shown.clips[0]) == 1);
    CHECK(all.shown.clips[1].name == "nod");
    CHECK(all.shown.clips[2].name == "jump");
    CHECK(extra<scene::text>(all.shown.clips[2].extras, "supermodel") == "further");
    for (const double seconds : {0.0, 0.3, 1.0, 1.7, 2.5}) {
        check_pose(all, &all.shown.clips[1], lender.model.animation("nod"), seconds, 0.5);
        check_pose(all, &all.shown.clips[2], last.model.animation("jump"), seconds, 0.5 * 0.25);
    }
    constexpr std::string_view wanted[] = {"JUMP"};
    const converted one{small, {.supermodels = lenders, .clip_names = wanted}};
    CHECK(only_clip(one).name == "jump");
    CHECK(converted{small, {.supermodels = lenders, .include_clips = false}}.shown.clips.empty());
}

TEST_CASE("nwn scene: samples of animmeshes are morph targets") {
    fixtures::nwn::model described = fixtures::nwn::nwnmdlcomp();
    described.clips.push_back(described.clips[0]);
    described.clips[1].name = "half";
    described.clips[1].length = 0.125F; // the end is before the second set
    const converted all{described};
    const scene::mesh& wave = all.shown.meshes[all.shown.nodes[2].mesh];
    REQUIRE(wave.targets.size() == 4);
    CHECK(wave.targets[3].name == "frame_3");
    CHECK(wave.targets[1].positions[2] == vector3<float>{0, 3, 0});
    const auto height = [&](const scene::clip& clip, double seconds, std::size_t vertex) {
        const scene::channel* const moved = find_channel(clip, 2, scene::path::weights);
        REQUIRE(moved != nullptr);
        const std::vector<double> weights = support::impl::sample(clip, *moved, seconds);
        REQUIRE(weights.size() == 4);
        CHECK(std::accumulate(weights.begin(), weights.end(), 0.0) == doctest::Approx(1));
        double out = wave.positions[vertex].y;
        for (std::size_t i = 0; i < 4; ++i) {
            out += weights[i] * static_cast<double>(wave.targets[i].positions[vertex].y);
        }
        return out;
    };
    CHECK(height(all.shown.clips[0], 0, 2) == 0);
    CHECK(height(all.shown.clips[0], 0.125, 2) == 1.5);
    CHECK(height(all.shown.clips[0], 0.25, 1) == 2);
    CHECK(height(all.shown.clips[0], 1, 0) == 1);
    CHECK(height(all.shown.clips[1], 0.125, 2) == 1.5);
    CHECK(height(all.shown.clips[1], 1, 2) == 1.5);

    // Of sets that end at one time, as float rounds it, the clip has one: times increase.
    fixtures::nwn::model many = described;
    many.clips.resize(1);
    for (fixtures::nwn::node* const each : {&many.nodes[2], &many.clips[0].nodes[1]}) {
        each->mesh->vertices.resize(6);
        each->mesh->normals = {};
        each->mesh->texcoords = {};
    }
    many.clips[0].nodes[1].animmesh = fixtures::nwn::animmesh{0.03999999910593033F, 27, 0};
    many.clips[0].nodes[1].animmesh->vertices.resize(27 * 6);
    const converted rounded{many}; // verifies the scene
    CHECK(find_channel(only_clip(rounded), 2, scene::path::weights)->values.size() == 26 * 27);
    // Without sets of positions, only texture coordinates are left out.
    many.clips[0].nodes[1].animmesh = fixtures::nwn::animmesh{0.25F, 0, 2, {}, std::vector<fixtures::nwn::vec2>(12)};
    const converted moving_texture{many};
    const auto left_out = extra<scene::list<scene::text>>(only_clip(moving_texture).extras, "notAnimated");
    REQUIRE(left_out.size() == 1);
    CHECK(left_out[0] == "animmesh texcoords");

    described.clips.resize(1);
    described.clips[0].nodes[1].mesh->vertices.pop_back(); // the number of vertices differs
    described.clips[0].nodes[1].animmesh->vertices.resize(4);
    described.clips[0].nodes[1].animmesh->texcoords.resize(2);
    const converted other{described};
    CHECK(other.shown.meshes[other.shown.nodes[2].mesh].targets.empty());
    CHECK(extra<scene::list<scene::text>>(only_clip(other).extras, "notAnimated")[0] == "animmesh positions");
}

TEST_CASE("nwn scene: an animation may have more nodes than the model") {
    fixtures::nwn::model described{.nodes = {{"root"}}};
    described.clips = {{"go", 1, {}, {{"other", -1}, {"root", 0, {{8, 3, {0, 1}, {0, 0, 0, 1, 2, 3}}}}, {"more", 0}}}};
    check_poses(described);
    std::swap(described.clips[0].nodes[1], described.clips[0].nodes[2]);
    check_poses(described);
}

TEST_CASE("nwn scene: animations may have their nodes in any order, and some of them") {
    const auto moved = [](std::vector<const char*> order) {
        fixtures::nwn::clip out{"clip", 1, {}, {{"effigy"}}};
        for (const char* const name : order) {
            const float x = static_cast<float>(name[0]);
            out.nodes.push_back({.name = name, .parent = 0, .keys = {fixtures::nwn::position_key({x, 0, 0})}});
        }
        return out;
    };
    fixtures::nwn::model described{.nodes = {{"effigy"}, {"a", 0}, {"b", 0}, {"c", 0}}};
    described.clips = {moved({"a", "b", "c"}), moved({"c", "a", "b"}), moved({"b"}), moved({"d", "c", "c", "C"}),
                       moved({"a", "b", "c", "a"})};
    const converted all{described};
    REQUIRE(all.shown.clips.size() == 5);
    const std::vector<std::vector<std::uint32_t>> targets{{1, 2, 3}, {3, 1, 2}, {2}, {3}, {1, 2, 3}};
    for (std::size_t i = 0; i < targets.size(); ++i) {
        std::vector<std::uint32_t> found;
        for (const scene::channel& each : all.shown.clips[i].channels) {
            found.push_back(each.node);
            CHECK(each.values[0] == static_cast<float>('a' + each.node - 1));
        }
        CHECK(found == targets[i]);
    }
}

TEST_CASE("nwn scene: keys before 0 and after the end are blended at these times") {
    fixtures::nwn::model described{.nodes = {{"effigy"}, {"a", 0}}};
    fixtures::nwn::node mover{.name = "a", .parent = 0};
    const float distant = 0.8660254F; // of a turn by 120 degrees about z
    mover.keys = {{8, 3, {-1, 1, 3}, {0, 0, 0, 2, 4, 6, 6, 8, 10}},
                  {20, 4, {0, 4}, {0, 0, 0, 1, 0, 0, distant, 0.5F}},
                  {36, 1, {-1, 1, 3}, {1, 2, 4}}};
    described.clips = {{"clip", 2, {}, {{"effigy"}, mover}}};
    const converted all{described};
    const scene::clip& clip = only_clip(all);
    const auto check = [&](scene::path path, const scene::list<float>& times, const std::vector<float>& values) {
        const scene::channel* const found = find_channel(clip, 1, path);
        REQUIRE(found != nullptr);
        CHECK(clip.times[found->times] == times);
        REQUIRE(found->values.size() == values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            CHECK(found->values[i] == doctest::Approx(values[i]));
        }
    };
    check(scene::path::translation, {0, 1, 2}, {1, 3, -2, 2, 6, -4, 4, 8, -6});
    check(scene::path::scale, {0, 1, 2}, {1.5F, 1.5F, 1.5F, 2, 2, 2, 3, 3, 3});
    check(scene::path::rotation, {0, 2}, {0, 0, 0, 1, 0, 0.5F, 0, distant}); // 60 degrees
}

TEST_CASE("nwn scene: at most six samples for each vertex of an animmesh") {
    for (const std::uint32_t sets : {18U, 19U}) {
        fixtures::nwn::model described = one_mesh(fixtures::nwn::triangle());
        described.name = "root";
        fixtures::nwn::node mover{.name = "only", .parent = 0, .mesh = fixtures::nwn::triangle()};
        mover.animmesh = fixtures::nwn::animmesh{0.0625F, sets, 0, std::vector<fixtures::nwn::vec3>(3 * sets), {}};
        mover.keys = {fixtures::nwn::position_key({1, 2, 3})};
        described.clips = {{"clip", 1, {}, {{"root"}, mover}, "root"}};
        const converted all{described};
        CHECK(all.shown.meshes[0].targets.size() == (sets == 18 ? 18 : 0));
        const auto& extras = only_clip(all).extras;
        CHECK((find_extra(extras, "notAnimated") != nullptr) == (sets == 19));
    }
}

TEST_CASE("nwn scene: a root that only clips move turns itself, and where they move it") {
    const fixtures::nwn::model described{
        .nodes = {{"root"}, {"box", 0, {}, fixtures::nwn::triangle()}},
        .clips = {{"walk", 1, {}, {{"root", -1, {{8, 3, {0, 1}, {0, 0, 0, 1, 2, 0.5F}}, {36, 1, {0, 1}, {1, 2}}}}}}}};
    const converted plain{described};
    const auto turned = to_scene(plain.model);
    REQUIRE(turned);
    CHECK(turned->nodes.size() == plain.shown.nodes.size());
    CHECK(turned->nodes[0].local.rotation == quaternion<float>{0, 1, 0, 0});
    CHECK(support::worst_of(*turned, plain.shown,
                            [](const vector3<double>& v) { return vector3<double>{-v.x, v.y, -v.z}; }) < 1e-5);
    // Two units to the front, +y of the file.
    check_near(support::world_of(*turned, turned->clips.data(), 1)[0].translation, {-1, 0.5, 2});
    const scene::channel& moved = turned->clips[0].channels[0];
    CHECK_FALSE(std::signbit(moved.values[0]));
}
