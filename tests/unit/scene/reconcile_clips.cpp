#include "scene/bring_back.hpp"

#include <cmath>
#include <functional>

namespace { namespace reconciling_clips {

using namespace bringing_back;

enum number : std::size_t { of_position, of_rotation, of_scale, of_weights }; // of channels

// A model of size 1 whose clip has a channel of each path, with keys at 0.25, 0.5 and 1 seconds.
scene waving() {
    scene out;
    add_node(out, "arm", npos);
    out.nodes[add_node(out, "face", npos)].mesh = 0;
    scene::mesh& mesh = out.meshes.emplace_back(loose_triangles("face", 3));
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    for (const char* const name : {"open", "shut"}) {
        mesh.targets.emplace_back().name = name;
        mesh.targets.back().positions.append(3, vector3<float>{0, 1, 0});
    }
    scene::clip& clip = out.clips.emplace_back();
    clip.name = "wave";
    clip.times = {{0.25F, 0.5F, 1}};
    add_keys(clip, 0, scene::path::translation, 0, {0, 0, 0, 0.5F, 0, 0, 0, 0.5F, 0});
    add_keys(clip, 0, scene::path::rotation, 0, {0, 0, 0, 1, 0.6F, 0, 0, 0.8F, 0, 0, 0, 1});
    add_keys(clip, 0, scene::path::scale, 0, {1, 1, 1, 1, 2, 1, 1, 1, 1});
    add_keys(clip, 1, scene::path::weights, 0, {0, 1, 0.5F, 0.25F, 1, 0});
    return out;
}
std::string keys_differ(std::uint64_t channels) {
    return channels == 0 ? "" : "clip wave: channels with other keys " + std::to_string(channels) + "\n";
}
scene::list<float>& values_of(scene& of, std::size_t channel) { return of.clips[0].channels[channel].values; }

// ---- the curves ----------------------------------------------------------------------------------------------------

TEST_CASE("scene reconcile: each key is the same up to its tolerance, and changes beyond it") {
    const auto turn = [](scene& of, std::size_t key, float by, bool is_y) {
        values_of(of, of_rotation)[4 * key + (is_y ? 1U : 0U)] = std::sin(by / 2);
        values_of(of, of_rotation)[4 * key + 3] = std::cos(by / 2);
    };
    const struct {
        std::size_t channel;
        double same, other;
        std::function<void(scene&, std::size_t key, float by)> apply; // key 0 or 2
    } edits[] = {
        {of_position, 0.98e-4, 1.15e-4,
         [](scene& of, std::size_t key, float by) { values_of(of, of_position)[3 * key] -= by; }},
        {of_position, 0.98e-4, 1.15e-4,
         [](scene& of, std::size_t key, float by) { values_of(of, of_position)[3 * key + 1] += by; }},
        {of_position, 0.98e-4, 1.15e-4,
         [](scene& of, std::size_t key, float by) { values_of(of, of_position)[3 * key + 2] += by; }},
        {of_rotation, 1.95e-4, 2.05e-4, [&](scene& of, std::size_t key, float by) { turn(of, key, by, false); }},
        {of_rotation, 1.95e-4, 2.05e-4, [&](scene& of, std::size_t key, float by) { turn(of, key, -by, true); }},
        {of_scale, 3.42e-4, 3.50e-4,
         [](scene& of, std::size_t key, float by) { values_of(of, of_scale)[3 * key] += by; }},
        {of_scale, 3.42e-4, 3.50e-4,
         [](scene& of, std::size_t key, float by) { values_of(of, of_scale)[3 * key + 1] -= by; }},
        {of_scale, 3.42e-4, 3.50e-4,
         [](scene& of, std::size_t key, float by) { values_of(of, of_scale)[3 * key + 2] += by; }},
        {of_weights, 1.95e-3, 2.05e-3,
         [](scene& of, std::size_t key, float by) { values_of(of, of_weights)[2 * key] += by; }},
        {of_weights, 1.95e-3, 2.05e-3,
         [](scene& of, std::size_t key, float by) { values_of(of, of_weights)[2 * key + 1] -= by; }},
    };
    const scene original = waving();
    for (const auto& edit : edits) {
        CAPTURE(edit.channel);
        for (const std::size_t key : {0U, 2U}) {
            CAPTURE(key);
            scene changed = original;
            edit.apply(changed, key, static_cast<float>(edit.same));
            check_unchanged(changed, original);
            changed = original;
            edit.apply(changed, key, static_cast<float>(edit.other));
            const outcome out = reconciled(changed, original);
            CHECK(out.told == keys_differ(1));
            CHECK(out.made.clips == changed.clips);
        }
    }
    // Far away, positions may differ more; in small parents, too.
    for (const vector3<float>& distant : {vector3<float>{0, 30, 40}, {0, 0, -50}, {0, 50, 0}}) {
        scene there = original;
        for (std::size_t key = 0; key < 3; ++key) {
            values_of(there, of_position)[3 * key + 1] += distant.y;
            values_of(there, of_position)[3 * key + 2] += distant.z;
        }
        for (const float by : {1.07e-3F, 1.13e-3F}) { // 1e-4 and 2e-5 times the distance
            scene changed = there;
            values_of(changed, of_position)[0] += by;
            CHECK(told(changed, there) == keys_differ(by < 1.1e-3F ? 0 : 1));
        }
    }
}
TEST_CASE("scene reconcile: between keys that are far apart, turns may differ more than at keys") {
    for (const float by : {1.95e-3F, 2.05e-3F}) { // of a key that is gone
        scene original = waving();
        values_of(original, of_rotation) = {0, 0, 0, 1, std::sin(by / 2), 0, 0, std::cos(by / 2), 0, 0, 0, 1};
        scene changed = original;
        changed.clips[0].channels[of_rotation].times = 1;
        changed.clips[0].times.push_back({0.25F, 1});
        values_of(changed, of_rotation) = {0, 0, 0, 1, 0, 0, 0, 1};
        CHECK(told(changed, original) == keys_differ(by < 2e-3F ? 0 : 1));
    }
}
TEST_CASE("scene reconcile: clips that begin later are the same") {
    const scene original = waving();
    const auto shifted = [&](double by) {
        scene out = original;
        for (float& time : out.clips[0].times[0]) {
            time = static_cast<float>(static_cast<double>(time) + by);
        }
        return out;
    };
    for (const double by : {1.0 / 24, 1.0 / 25, 1.0 / 30, 1.0 / 60, 0.75, -0.125}) {
        CAPTURE(by);
        check_unchanged(shifted(by), original);
        scene changed = shifted(by);
        values_of(changed, of_scale)[4] = 3;
        const outcome out = reconciled(changed, original);
        CHECK(out.told == keys_differ(1));
        CHECK(out.made.clips[0].channels[of_scale].values == values_of(changed, of_scale));
        const scene::list<float>& times = out.made.clips[0].times[out.made.clips[0].channels[of_scale].times];
        REQUIRE(times.size() == 3);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(std::abs(times[i] - original.clips[0].times[0][i]) < 1e-6F);
        }
        CHECK(out.made.clips[0].channels[of_position] == original.clips[0].channels[of_position]);
    }
    // An editor begins at frame 1, but has a channel that begins earlier.
    scene changed = shifted(1.0 / 24);
    changed.clips[0].times.push_back({0, 1});
    add_keys(changed.clips[0], 1, scene::path::translation, 1, {0, 0, 0, 0, 0, 0});
    check_unchanged(changed, original);
    // What would be before the begin is at the begin.
    changed = shifted(1.0 / 24);
    changed.clips[0].times.push_back({0, 0.02F, 0.25F});
    changed.clips[0].channels[of_scale].times = 1;
    values_of(changed, of_scale) = {1, 1, 1, 1, 5, 1, 1, 7, 1};
    const outcome out = reconciled(changed, original);
    CHECK(out.told == keys_differ(1));
    const scene::channel& made = out.made.clips[0].channels[of_scale];
    CHECK(out.made.clips[0].times[made.times].size() == 2);
    CHECK(out.made.clips[0].times[made.times][0] == 0);
    CHECK(made.values == scene::list<float>{1, 1, 1, 1, 7, 1});
}
TEST_CASE("scene reconcile: clips may end up to a frame earlier or later") {
    for (const bool is_last : {false, true}) { // the channel that is the longest
        scene original = waving();
        scene::clip& clip = original.clips[0];
        clip.times.push_back({0, 2});
        clip.channels.pop_back();
        clip.channels[is_last ? of_scale : of_position].times = 1;
        clip.channels[is_last ? of_scale : of_position].values = {1, 1, 1, 1, 1, 1};
        for (const float by : {-0.044F, -0.042F, 0.042F, 0.044F}) {
            scene changed = original;
            changed.clips[0].times[1][1] += by;
            CHECK(told(changed, original) == keys_differ(std::abs(by) < 0.043F ? 0 : 2)); // not the constant one
        }
    }
}
TEST_CASE("scene reconcile: a key that is gone is a change unless the keys around it are close") {
    const std::pair<float, bool> gaps[] = {{0.099F, true}, {0.101F, false}};
    for (const auto& [gap, is_same] : gaps) {
        for (const float begin : {0.0F, 0.5F}) { // before and after other keys
            scene original = waving();
            scene::clip& clip = original.clips[0];
            clip.channels.resize(1);
            clip.times[0] = {0, begin + gap / 2, begin + gap, 0.9F, 1};
            values_of(original, of_position) = {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0};
            if (begin > 0) {
                clip.times[0] = {0, begin, begin + gap / 2, begin + gap, 1};
                values_of(original, of_position) = {0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
            }
            scene changed = original;
            const std::size_t lost = begin > 0 ? 2 : 1;
            changed.clips[0].times[0].erase(&changed.clips[0].times[0][lost]);
            for (std::size_t i = 0; i < 3; ++i) {
                values_of(changed, of_position).erase(&values_of(changed, of_position)[3 * lost]);
            }
            CHECK(told(changed, original) == keys_differ(is_same ? 0 : 1));
        }
    }
}
TEST_CASE("scene reconcile: a step may be half a frame away") {
    for (const bool is_step : {true, false}) {
        for (const std::size_t channel : {of_position, of_weights}) {
            for (const float by : {-0.0225F, -0.02F, 0.02F, 0.0225F}) {
                scene original = waving();
                scene::clip& clip = original.clips[0];
                clip.times = {{0, 0.5F, 1}, {0, 0.5F, 1}};
                clip.channels[of_position].values = {0, 0, 0, 0, 1, 0, 0, 0, 0};
                clip.channels[of_weights].values = {0, 0, 1, 0, 0, 0};
                clip.channels[channel].interpolation =
                    is_step ? scene::interpolation::step : scene::interpolation::linear;
                std::swap(clip.channels[0], clip.channels[channel]);
                clip.channels[1] = clip.channels[of_scale];
                clip.channels[1].times = 1; // is where it was: the clip does not begin later
                clip.channels.resize(2);
                scene changed = original;
                changed.clips[0].times[0][1] += by;
                const bool is_same = is_step && std::abs(by) < 0.0208F;
                CHECK(told(changed, original) == keys_differ(is_same ? 0 : 1));
            }
        }
    }
}
TEST_CASE("scene reconcile: a key of a morph target that is gone, or a step that is much later, is a change") {
    for (const auto of : {scene::interpolation::step, scene::interpolation::linear}) {
        scene original = waving();
        scene::clip& clip = original.clips[0];
        clip.times = {{0, 0.5F, 1}, {0, 1}, {0, 0.75F, 1}};
        for (const std::size_t i : {of_position, of_weights}) {
            clip.channels[i].interpolation = of;
        }
        values_of(original, of_position) = {0, 0, 0, 0, 1, 0, 0, 0, 0};
        values_of(original, of_weights) = {0, 0, 1, 0, 0, 0};
        for (const std::size_t i : {of_position, of_weights}) {
            scene changed = original;
            changed.clips[0].channels[i].times = 2;
            CHECK(told(changed, original) == keys_differ(1));
            const std::size_t width = i == of_position ? 3 : 2;
            changed.clips[0].channels[i].times = 1;
            changed.clips[0].channels[i].values = scene::list<float>(2 * width);
            CHECK(told(changed, original) == keys_differ(1));
        }
    }
}
TEST_CASE("scene reconcile: a key may be 0.01 frames away") {
    for (const std::size_t channel : {of_position, of_rotation, of_scale}) {
        for (const float by : {-4.8e-4F, -4e-4F, 4e-4F, 4.8e-4F}) {
            scene original = waving();
            scene::clip& clip = original.clips[0];
            clip.times[0] = {0.499F, 0.5F, 0.501F}; // a peak
            std::swap(clip.channels[0], clip.channels[channel]);
            clip.channels.resize(1);
            scene changed = original;
            changed.clips[0].times[0][1] += by;
            CHECK(told(changed, original) == keys_differ(std::abs(by) < 4.3e-4F ? 0 : 1));
        }
    }
}
TEST_CASE("scene reconcile: rotations may be blended linearly, as Blender does") {
    scene original = waving(), changed = original;
    for (scene* const each : {&original, &changed}) {
        each->clips[0].channels.erase(&each->clips[0].channels[0]);
        each->clips[0].channels.resize(1);
    }
    original.clips[0].times[0] = {0, 1};
    values_of(original, 0) = {0, 0, 0, 1, 0.96F, 0, 0, 0.28F};
    const float whole = std::acos(0.28F);
    changed.clips[0].times[0] = {0, 0.25F, 1};
    const float x = 0.96F / 4, w = 0.75F + 0.28F / 4, length = std::hypot(x, w);
    values_of(changed, 0) = {0, 0, 0, 1, x / length, 0, 0, w / length, 0.96F, 0, 0, 0.28F};
    check_unchanged(changed, original);
    values_of(changed, 0) = {0, 0, 0, 1, std::sin(whole / 4), 0, 0, std::cos(whole / 4), 0.96F, 0, 0, 0.28F};
    check_unchanged(changed, original); // as glTF does
    const float between = (std::atan2(x, w) + whole / 4) / 2;
    values_of(changed, 0) = {0, 0, 0, 1, std::sin(between), 0, 0, std::cos(between), 0.96F, 0, 0, 0.28F};
    CHECK(told(changed, original) == keys_differ(1));
}

// ---- channels and clips --------------------------------------------------------------------------------------------

TEST_CASE("scene reconcile: channels that an editor adds or drops count if they move something") {
    const scene original = waving();
    scene changed = original;
    for (const scene::path path : {scene::path::translation, scene::path::scale}) { // at rest
        const float rest = path == scene::path::scale ? 1.0F : 0.0F;
        add_keys(changed.clips[0], 1, path, 0, {rest, rest, rest, rest, rest, rest, rest, rest, rest});
    }
    add_keys(changed.clips[0], 1, scene::path::rotation, 0, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
    check_unchanged(changed, original);
    for (const std::size_t key : {0U, 2U}) {
        scene added = changed;
        values_of(added, 4)[3 * key] = 1;
        outcome out = reconciled(added, original);
        CHECK(out.told == "clip wave: channels added 1\n");
        REQUIRE(out.made.clips[0].channels.size() == 5);
        CHECK(out.made.clips[0].channels[4] == added.clips[0].channels[4]);
        values_of(added, 5)[3 * key] = 2;
        values_of(added, of_weights)[2 * key] = 0.75F;
        CHECK(told(added, original) == keys_differ(1) + "clip wave: channels added 2\n");
    }
    for (const std::size_t lost : {of_position, of_rotation, of_scale}) {
        scene fewer = original;
        fewer.clips[0].channels.erase(&fewer.clips[0].channels[lost]);
        outcome out = reconciled(fewer, original);
        CHECK(out.told == "clip wave: channels that the changed scene lacks 1\n");
        check_same(out.made, numbered(original));
        out = reconciled(fewer, original, true);
        CHECK(out.told == "clip wave: channels that the changed scene lacks 1\n");
        CHECK(out.made.clips == fewer.clips);
        scene constant = original;
        for (std::size_t i = scene::value_count(original.clips[0].channels[lost].path);
             i < values_of(constant, lost).size(); ++i) {
            values_of(constant, lost)[i] =
                values_of(constant, lost)[i % scene::value_count(original.clips[0].channels[lost].path)];
        }
        check_unchanged(fewer, constant);
        values_of(constant, lost).back() += 2e-6F; // it differs in the last value
        CHECK(told(fewer, constant) == "clip wave: channels that the changed scene lacks 1\n");
    }
    scene weightless = original; // not of morph targets
    weightless.clips[0].channels.pop_back();
    check_unchanged(weightless, original);
}
TEST_CASE("scene reconcile: channels of one clip are no channels of the next one") {
    const scene whole = waving();
    for (std::size_t only = 0; only < 4; ++only) {
        scene original = whole;
        original.clips.push_back(whole.clips[0]);
        original.clips[1].name = "nod";
        scene changed = original;
        original.clips[1].channels.clear();
        add_keys(original.clips[1], 1, scene::path::scale, 0, {1, 1, 1, 2, 2, 2, 1, 1, 1});
        changed.clips[1].channels = {original.clips[1].channels[0], whole.clips[0].channels[only]};
        const outcome out = reconciled(changed, original);
        CHECK(out.told == "clip nod: channels added 1\n");
        CHECK(out.made.clips == changed.clips);
        CHECK(told(original, changed) ==
              (only == of_weights ? "" : "clip nod: channels that the changed scene lacks 1\n"));
    }
}
TEST_CASE("scene reconcile: a clip keeps one channel of those that the changed scene lacks") {
    scene original = waving();
    original.clips[0].channels.resize(2);
    scene changed = original;
    changed.clips[0].channels.clear();
    add_keys(changed.clips[0], 1, scene::path::scale, 0, {1, 1, 1, 1, 1, 1, 1, 1, 1});
    const outcome out = reconciled(changed, original, true);
    CHECK(out.told == "clip wave: channels that the changed scene lacks 2\n");
    REQUIRE(out.made.clips[0].channels.size() == 1);
    CHECK(out.made.clips[0].channels[0] == original.clips[0].channels[0]);
}
TEST_CASE("scene reconcile: clips are found by name, without a number or a prefix") {
    scene original = waving();
    original.clips.push_back(original.clips[0]);
    original.clips[1].name = "nod";
    values_of(original, of_scale)[4] = 3; // of the first one
    for (const char* const name : {"wave", "wave.001", "Armature|wave", "Armature|Armature|wave", "|wave"}) {
        scene changed = original;
        changed.clips[0].name = name;
        std::swap(changed.clips[0], changed.clips[1]);
        check_unchanged(changed, original);
    }
    scene changed = original;
    changed.clips[0].name = "run";
    changed.clips[0].extras.push_back({"key", 1.0});
    outcome out = reconciled(changed, original);
    CHECK(out.told == "clip run: is new\nclip wave: the changed scene lacks it\n");
    REQUIRE(out.made.clips.size() == 3);
    CHECK(out.made.clips[2] == changed.clips[0]);
    out = reconciled(changed, original, true);
    CHECK(out.told == "clip run: is new\nclip wave: is deleted\n");
    CHECK(out.made.clips.size() == 2);
    CHECK(out.made.clips[0].name == "nod");
}
TEST_CASE("scene reconcile: a new clip that moves nothing is left out") {
    scene original = waving();
    scene changed = original;
    scene::clip& clip = changed.clips.emplace_back();
    clip.name = "rest";
    clip.times = {{0, 1}};
    add_keys(clip, 0, scene::path::scale, 0, {1, 1, 1, 1, 1, 1});
    add_keys(clip, 1, scene::path::weights, 0, {0, 0, 0, 0});
    CHECK(told(changed, original) == "clip rest: it moves nothing\n");
    for (const std::size_t value : {0U, 3U}) {
        scene moving = changed;
        moving.clips[1].channels[1].values[value] = 1;
        const outcome out = reconciled(moving, original);
        CHECK(out.told == "clip rest: is new\n");
        CHECK(out.made.clips[1].channels.size() == 1);
        CHECK(out.made.clips[1].channels[0] == moving.clips[1].channels[1]);
    }
    clip.channels.clear(); // channels of materials are not compared
    changed.materials.resize(1);
    original.materials.resize(1);
    changed.materials[0].name = original.materials[0].name = "paint";
    add_keys(clip, npos, scene::path::emissive, 0, {0, 0, 0, 1, 1, 1});
    clip.channels[0].material = 0;
    CHECK(told(changed, original) == "clip rest: it moves nothing\n");
}
TEST_CASE("scene reconcile: channels of materials stay, and what they use") {
    scene original = waving();
    original.materials.resize(3);
    for (std::size_t i = 0; i < 3; ++i) {
        original.materials[i].name = std::string{"paint"} + static_cast<char>('A' + i);
    }
    add_keys(original.clips[0], npos, scene::path::emissive, 0, {0, 0, 0, 1, 1, 1, 0, 0, 0});
    original.clips[0].channels.back().material = 2;
    original.meshes[0].primitives[0].material = 1;
    scene changed = original;
    changed.clips[0].channels.pop_back();
    changed.materials.erase(&changed.materials[2]);
    changed.materials.erase(&changed.materials[0]);
    changed.meshes[0].primitives[0].material = 0;
    check_unchanged(changed, original);
    const outcome out = reconciled(changed, original, true);
    scene expected = numbered(original);
    expected.materials.erase(&expected.materials[0]);
    expected.meshes[0].primitives[0].material = 0;
    expected.clips[0].channels.back().material = 1;
    check_same(out.made, expected);
}

// ---- morph targets -------------------------------------------------------------------------------------------------

TEST_CASE("scene reconcile: weights belong to morph targets of the same name") {
    const scene original = waving();
    scene changed = original;
    scene::mesh& mesh = changed.meshes[0];
    std::swap(mesh.targets[0], mesh.targets[1]);
    values_of(changed, of_weights) = {1, 0, 0.25F, 0.5F, 0, 1};
    check_unchanged(changed, original);
    values_of(changed, of_weights)[4] = 0.125F;
    outcome out = reconciled(changed, original);
    CHECK(out.told == keys_differ(1));
    CHECK(out.made.clips[0].channels[of_weights].values == scene::list<float>{0, 1, 0.5F, 0.25F, 1, 0.125F});

    mesh.targets.pop_back(); // only "shut" is left
    values_of(changed, of_weights) = {1, 0.25F, 0};
    const std::string lacks = "morph target open: the changed scene lacks it\n";
    out = reconciled(changed, original);
    CHECK(out.told == lacks);
    check_same(out.made, numbered(original));
    values_of(changed, of_weights) = {1, 0.25F, 0.75F};
    out = reconciled(changed, original);
    CHECK(out.told == lacks + keys_differ(1));
    CHECK(out.made.clips[0].channels[of_weights].values == scene::list<float>{0, 1, 0.5F, 0.25F, 1, 0.75F});
}
TEST_CASE("scene reconcile: deleted morph targets take their weights along") {
    scene original = waving();
    original.nodes[add_node(original, "mask", npos)].mesh = 1;
    original.meshes.push_back(original.meshes[0]);
    original.meshes[1].name = "mask";
    original.meshes[1].positions[1].x = 0.75F;
    add_keys(original.clips[0], 2, scene::path::weights, 0, {0, 1, 0.5F, 0.25F, 1, 0});
    scene changed = original;
    changed.meshes[0].targets.erase(&changed.meshes[0].targets[0]);
    values_of(changed, of_weights) = {1, 0.25F, 0};
    outcome out = reconciled(changed, original, true);
    CHECK(out.told == "morph target open: is deleted\n");
    check_same(out.made, numbered(changed));
    values_of(changed, of_weights) = {1, 0.5F, 0}; // with another key
    out = reconciled(changed, original, true);
    CHECK(out.told == "morph target open: is deleted\n" + keys_differ(1));
    check_same(out.made, numbered(changed));
    changed.meshes[0].targets.clear();
    changed.clips[0].channels.erase(&changed.clips[0].channels[of_weights]);
    out = reconciled(changed, original, true);
    CHECK(out.told == "morph target open: is deleted\nmorph target shut: is deleted\n");
    check_same(out.made, numbered(changed));
}
TEST_CASE("scene reconcile: a new morph target has the weight 0 unless a clip sets it") {
    scene original = waving();
    scene::list<scene::channel>& channels = original.clips[0].channels;
    channels = {channels[of_weights], channels[of_scale]};
    scene changed = original;
    scene::mesh& mesh = changed.meshes[0];
    mesh.targets.push_back(mesh.targets[0]);
    mesh.targets[2].name = "grin";
    mesh.targets[2].positions = {{}, {}, {}};
    values_of(changed, 0) = {0, 1, 0, 0.5F, 0.25F, 0, 1, 0, 0};
    outcome out = reconciled(changed, original);
    CHECK(out.told == "morph target grin: is new\n");
    CHECK(out.made.clips == changed.clips);
    values_of(changed, 0)[8] = 1;
    out = reconciled(changed, original);
    CHECK(out.told == "morph target grin: is new\n" + keys_differ(1));
    CHECK(out.made.clips == changed.clips);
    changed.clips[0].channels.erase(&changed.clips[0].channels[0]);
    out = reconciled(changed, original);
    CHECK(out.told == "morph target grin: is new\n");
    CHECK(out.made.clips[0].channels[0].values == scene::list<float>{0, 1, 0, 0.5F, 0.25F, 0, 1, 0, 0});
}

// ---- nodes that changed --------------------------------------------------------------------------------------------

TEST_CASE("scene reconcile: keys below a dissolved root are brought into the original's space") {
    const scene original = waving();
    scene changed;
    add_node(changed, "Armature", npos, {{0, 0, 8}, {}, {2, 2, 2}});
    add_node(changed, "arm", 0, {{0, 0, -4}, {}, {0.5F, 0.5F, 0.5F}});
    changed.nodes[add_node(changed, "face", 0, {{0, 0, -4}, {}, {0.5F, 0.5F, 0.5F}})].mesh = 0;
    changed.meshes = original.meshes;
    changed.clips = original.clips;
    for (scene::channel& each : changed.clips[0].channels) {
        ++each.node;
    }
    values_of(changed, of_position) = {0, 0, -4, 0.25F, 0, -4, 0, 0.25F, -4};
    for (float& each : values_of(changed, of_scale)) {
        each *= 0.5F;
    }
    check_unchanged(changed, original);
    values_of(changed, of_position)[8] = -3;
    outcome out = reconciled(changed, original);
    CHECK(out.told == keys_differ(1));
    CHECK(out.made.clips[0].channels[of_position].values == scene::list<float>{0, 0, 0, 0.5F, 0, 0, 0, 0.5F, 2});
    CHECK(out.made.clips[0].channels[of_position].times == 0);

    // A channel gets the keys of the longest one of its node, because each can depend on the others.
    for (const std::size_t longest : {of_position, of_rotation, of_scale}) {
        scene uneven = changed;
        values_of(uneven, of_position)[8] = -4;
        for (const std::size_t i : {of_position, of_rotation, of_scale}) {
            const std::size_t width = scene::value_count(uneven.clips[0].channels[i].path);
            if (i != longest) {
                values_of(uneven, i).resize(2 * width);
                uneven.clips[0].channels[i].times = 1;
            }
        }
        uneven.clips[0].times.push_back({0.25F, 1});
        values_of(uneven, of_scale)[1] = values_of(uneven, of_scale)[4] = 4;
        values_of(uneven, of_position)[0] = 1;
        out = reconciled(uneven, original);
        CHECK(out.made.clips[0].channels[of_scale].values.size() == 9);
        CHECK(out.made.clips[0].channels[of_scale].values[1] == 8);
        CHECK(out.made.clips[0].channels[of_position].values.size() == 9);
        CHECK(out.made.clips[0].channels[of_position].values[0] == 2);
    }
}
TEST_CASE("scene reconcile: clips lose the channels of deleted nodes, and go with the last one") {
    scene original = waving();
    original.clips.push_back(original.clips[0]);
    original.clips[1].name = "nod";
    original.clips[1].channels.resize(3); // only of the arm
    scene changed = numbered(original);
    changed.nodes.erase(&changed.nodes[0]);
    changed.clips.pop_back();
    changed.clips[0].channels.erase(changed.clips[0].channels.begin(), changed.clips[0].channels.begin() + 3);
    changed.clips[0].channels[0].node = 0;
    const outcome out = reconciled(changed, original, true);
    CHECK(out.told == "node arm: is deleted\nclip nod: is deleted\n");
    check_same(out.made, changed);
    CHECK(told(changed, original) ==
          "node arm: nodes that the changed scene lacks 1\nclip nod: the changed scene lacks it\n");
}

}} // namespace ::reconciling_clips
