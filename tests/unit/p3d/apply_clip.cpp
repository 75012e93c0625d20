// Clips of scenes that were edited, brought back into animations.
#include "p3d/applied.hpp"

#include <cmath>

namespace {

using namespace applied_p3d;

// Two triangles of the selections "left" and "right". The model is 5 large.
described::model two_parts() {
    described::lod out{.resolution = 1};
    out.points = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{3, 4, 0}}, {{2, 4, 0}}, {{3, 3, 0}}};
    out.normals = {{0, 0, 1}};
    out.faces = {{{{0, 0}, {1, 0}, {2, 0}}}, {{{3, 0}, {4, 0}, {5, 0}}}};
    out.tags = {described::selection("left", {1, 1, 1, 0, 0, 0}, {1, 0}),
                described::selection("right", {0, 0, 0, 1, 1, 1}, {0, 1})};
    return {{out}};
}
// The left part moves along x, the right one along y, in phases at these times.
described::clip sliding(const std::vector<float>& times = {0, 0.5F, 1}) {
    described::clip out{.bones = {"left", "right"}, .motion = {1, 2, 3}};
    for (std::size_t i = 0; i < times.size(); ++i) {
        const float way = i % 2 == 0 ? 0.0F : 2.0F;
        out.phases.push_back({times[i], {{.position = {way, 0, 0}}, {.position = {0, way, 0}}}});
    }
    return out;
}

struct clip_brought {
    model_with_clips with;
    brought to;
    p3d::owned_animation before, made;
    std::string said; // a line each

    explicit clip_brought(const described::clip& of = sliding(), double seconds = 1)
        : with({of}), to(two_parts(), options(with, seconds)), before(*decode(with.clips[0].keys)), made(before) {}

    [[nodiscard]] static support::p3d_bringing options(const model_with_clips& with, double seconds) {
        support::p3d_bringing out = with.options();
        out.made_with.seconds = seconds;
        return out;
    }
    [[nodiscard]] error bring(const scene& changed) {
        said.clear();
        const auto tell = [&](const remark& each) {
            said += std::string{each.name} + ": " + std::string{each.what} +
                    (each.count != 0 ? " " + std::to_string(each.count) : "") + "\n";
        };
        return support::bring_back(changed, "nod", to.before, made, tell, to.how);
    }
    void operator()(const scene& changed) {
        made = before;
        const error why = bring(changed);
        INFO(to_string(why));
        REQUIRE_FALSE(why);
        CHECK(encode(made));
    }
    // Of a new file.
    void make(const scene& changed) {
        made = {};
        REQUIRE_FALSE(bring(changed));
    }
    [[nodiscard]] std::vector<float> phases() const {
        std::vector<float> out;
        for (const p3d::owned_phase& each : made.get(made.phases)) {
            out.push_back(each.phase);
        }
        return out;
    }
    [[nodiscard]] const p3d::owned_bone_pose& pose(std::size_t phase, std::size_t bone) const {
        return made.get(made.get(made.phases)[phase].bones)[bone];
    }
};

scene::channel& channel_of(scene& in, std::string_view node, scene::path path = scene::path::translation) {
    for (scene::channel& each : clip_in(in).channels) {
        if (each.node == node_named(in, node) && each.path == path) {
            return each;
        }
    }
    FAIL("no such channel");
    return clip_in(in).channels[0];
}
// Gives a channel times of its own.
void set_keys(scene& in, scene::channel& to, const scene::list<float>& times, const scene::list<float>& values) {
    to.times = static_cast<std::uint32_t>(clip_in(in).times.size());
    clip_in(in).times.push_back(times);
    to.values = values;
}

} // namespace

TEST_CASE("p3d apply clip: an equal clip changes nothing") {
    clip_brought of;
    of(of.to.shown);
    CHECK(of.made == of.before);
    CHECK(of.said == "");
}

TEST_CASE("p3d apply clip: a file keeps its bones, also beside clips of others") {
    described::clip other{.bones = {"right"}};
    for (const float time : {0.0F, 1.0F}) {
        other.phases.push_back({time, {{.position = {0, time, 0}}}});
    }
    const auto file = described::write(two_parts()), first = described::write(sliding()),
               second = described::write(other);
    const p3d::named_clip clips[] = {{"nod", *p3d::open_animation(first.span())},
                                     {"wave", *p3d::open_animation(second.span())}};
    std::pmr::monotonic_buffer_resource memory;
    p3d::edit_session session;
    session = *begin_edit(*p3d::open(file.span()), {.clips = clips}, &memory); // moves between memory resources
    scene changed = session.original();
    for (scene::clip& clip : changed.clips) {
        for (scene::channel& each : clip.channels) {
            each.values[0] += each.path == scene::path::translation ? 1.0F : 0.0F;
        }
    }
    const auto edits = *edits_by_names(changed, session.original(), [](const remark&) {});
    REQUIRE(edits.made.clips.size() == 2);
    for (std::uint32_t i = 0; i < 2; ++i) {
        const auto made = apply(edits, i, session, [](const remark&) {});
        REQUIRE(made);
        CHECK(made->bone_names.count == clips[i].keys.bones().size());
        CHECK_FALSE(*made == *decode(clips[i].keys));
    }
}
TEST_CASE("p3d apply clip: a new clip that moves no bone is no file") {
    clip_brought of;
    scene changed = of.to.shown;
    clip_in(changed).channels.resize(1);
    channel_of(changed, "left").node = node_named(changed, "visual 1");
    changed.nodes[node_named(changed, "visual 1")].skin = npos;
    for (scene::mesh& each : changed.meshes) {
        each.joints.clear();
        each.weights.clear();
    }
    of.make(changed);
    CHECK(of.made.version == 0);
}

TEST_CASE("p3d apply clip: each coordinate of each key is a pose of its bone in this phase, and of no other") {
    clip_brought of;
    for (std::size_t bone = 0; bone < 2; ++bone) {
        for (std::size_t key = 0; key < 3; ++key) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                CAPTURE(bone);
                CAPTURE(key);
                CAPTURE(axis);
                scene changed = of.to.shown;
                channel_of(changed, bone == 0 ? "left" : "right").values[3 * key + axis] += 0.5F;
                of(changed);
                p3d::owned_animation expected = of.before;
                vector3<float>& at = expected.get(expected.get(expected.phases)[key].bones)[bone].position;
                (axis == 0 ? at.x : axis == 1 ? at.y : at.z) += axis == 2 ? -0.5F : 0.5F;
                for (std::size_t i = 0; i < 6; ++i) {
                    const vector3<float>& now = of.pose(i / 2, i % 2).position;
                    const vector3<float>& wanted =
                        expected.get(expected.get(expected.phases)[i / 2].bones)[i % 2].position;
                    CHECK(length(now - wanted) < 1e-5F);
                    CHECK((now == of.before.get(of.before.get(of.before.phases)[i / 2].bones)[i % 2].position) ==
                          (i != 2 * key + bone));
                }
                CHECK(of.said == "nod: poses of bones\n");
            }
        }
    }
    scene changed = of.to.shown; // all at once
    channel_of(changed, "left").interpolation = scene::interpolation::step;
    channel_of(changed, "left").values[3] = 7;
    of(changed);
    CHECK(of.pose(1, 0).position.x != of.pose(0, 0).position.x);
}

TEST_CASE("p3d apply clip: rotations and scales are of the middle of the part") {
    clip_brought of;
    scene changed = of.to.shown;
    scene::channel& turned = channel_of(changed, "left", scene::path::rotation);
    set_keys(changed, turned, {0, 0.5F, 1}, {0, 0, 0, 1, 0, 0, 0.6F, 0.8F, 0, 0, 0, 1});
    scene::channel& scaled = clip_in(changed).channels.emplace_back();
    scaled.node = node_named(changed, "left");
    scaled.path = scene::path::scale;
    set_keys(changed, scaled, {0, 0.5F, 1}, {1, 1, 1, 2, 2, 2, 1, 1, 1});
    of(changed);
    const p3d::owned_bone_pose& made = of.pose(1, 0); // twice as large, and turned by 73.74 degrees about z
    CHECK(length(made.x - vector3<float>{0.56F, 1.92F, 0}) < 1e-5F);
    CHECK(length(made.y - vector3<float>{-1.92F, 0.56F, 0}) < 1e-5F);
    CHECK(length(made.z - vector3<float>{0, 0, 2}) < 1e-5F);
    const vector3<float> middle = changed.nodes[node_named(changed, "left")].local.position;
    const vector3<float> there = made.x * middle.x + made.y * middle.y + made.z * -middle.z + made.position;
    CHECK(length(there - vector3<float>{middle.x + 2, middle.y, -middle.z}) < 1e-5F);
    CHECK(equal(of.pose(0, 0), of.before.get(of.before.get(of.before.phases)[0].bones)[0]));
}

TEST_CASE("p3d apply clip: a key between phases is a phase if their blend misses it by more than the tolerance") {
    constexpr float allowed = 4 * 2e-5F * 5;
    for (const bool is_last : {false, true}) { // of the spaces between phases
        for (const float by : {0.9F * allowed, 1.1F * allowed, -0.9F * allowed, -1.1F * allowed}) {
            clip_brought of;
            scene changed = of.to.shown;
            scene::channel& channel = channel_of(changed, "left");
            const scene::list<float> old = channel.values;
            scene::list<float> values;
            const std::size_t at = is_last ? 2 : 1;
            for (std::size_t key = 0; key < 3; ++key) {
                if (key == at) {
                    values.append({(old[3 * key - 3] + old[3 * key]) / 2, old[1], old[2] + by});
                }
                values.append({old[3 * key], old[3 * key + 1], old[3 * key + 2]});
            }
            set_keys(changed, channel,
                     is_last ? scene::list<float>{0, 0.5F, 0.75F, 1} : scene::list<float>{0, 0.25F, 0.5F, 1}, values);
            of(changed);
            const bool is_missed = std::abs(by) > allowed;
            CHECK(of.made.phases.count == (is_missed ? 4 : 3));
            CHECK((of.said.find("nod: phases between those of the file 1\n") != std::string::npos) == is_missed);
            if (is_missed) {
                CHECK(of.phases()[at] == (is_last ? 0.75F : 0.25F));
                CHECK(of.pose(at, 0).position.x == doctest::Approx(1));
                CHECK(of.pose(at, 1).position == vector3<float>{0, 1, 0}); // the blend of the other bone
            }
        }
    }
}

TEST_CASE("p3d apply clip: no two phases are nearer than 0.0001 seconds") {
    for (const float away : {0.9e-4F, 1.1e-4F}) {
        for (const bool is_after : {false, true}) {
            clip_brought of;
            scene changed = of.to.shown;
            scene::channel& channel = channel_of(changed, "left");
            const float close_by = is_after ? 0.5F + away : 0.5F - away;
            const vector3<float> at{channel.values[0], channel.values[1], channel.values[2]};
            const scene::list<float> times =
                is_after ? scene::list<float>{0, 0.5F, close_by, 1} : scene::list<float>{0, close_by, 0.5F, 1};
            scene::list<float> values;
            for (std::size_t i = 0; i < 4; ++i) {
                const bool is_near = i == (is_after ? 2 : 1);
                values.append({at.x + (i == 1 || i == 2 ? 2.0F : 0.0F), at.y + (is_near ? 3.0F : 0.0F), at.z});
            }
            set_keys(changed, channel, times, values);
            of(changed);
            CHECK(of.made.phases.count == (away < 1e-4F ? 3 : 4));

            scene fresh = changed; // a new file
            of.make(fresh);
            CHECK(of.made.phases.count == (away < 1e-4F ? 3 : 4));
        }
    }
}

TEST_CASE(
    "p3d apply clip: the phases of a new file are its keys, divided by the seconds or by its length if that is more") {
    const struct {
        double seconds;
        float end; // of the clip
        std::vector<float> phases;
        bool is_longer;
    } cases[] = {
        {1, 1, {0, 0.5F, 1}, false},      {2, 1, {0, 0.25F, 0.5F}, false},
        {2, 2, {0, 0.5F, 1}, false},      {1, 2, {0, 0.5F, 1}, true},
        {0.5, 2, {0, 0.5F, 1}, true},     {1, 1.00005F, {0, 0.5F, 1}, false},
        {1, 1.0002F, {0, 0.5F, 1}, true}, {4, 0, {0}, false},
    };
    for (const auto& each : cases) {
        CAPTURE(each.seconds);
        CAPTURE(each.end);
        clip_brought of{sliding(), each.seconds};
        scene changed = of.to.shown;
        const float end = each.end;
        scene::clip& clip = clip_in(changed);
        clip.channels = {channel_of(changed, "left"), channel_of(changed, "right")};
        clip.times = {end > 0 ? scene::list<float>{0, end / 2, end} : scene::list<float>{0}};
        for (scene::channel& channel : clip.channels) {
            channel.times = 0;
            channel.values.resize(3 * clip.times[0].size());
        }
        of.make(changed);
        const std::vector<float> made = of.phases();
        REQUIRE(made.size() == each.phases.size());
        for (std::size_t i = 0; i < made.size(); ++i) {
            CHECK(made[i] == doctest::Approx(each.phases[i]).epsilon(2e-4));
        }
        CHECK((of.said.find("nod: it is longer than the seconds that the phases from 0 to 1 take: its length is 1\n") !=
               std::string::npos) == each.is_longer);
        CHECK(of.said.find("nod: the phases are those of its keys " + std::to_string(made.size()) + "\n") !=
              std::string::npos);
        CHECK(of.made.version == 101);
        CHECK(of.made.bone_names.count == 2);
    }
}

TEST_CASE("p3d apply clip: a clip that ends elsewhere has the phases of its keys") {
    for (const float by : {0.9e-4F, 1.1e-4F, -1.1e-4F}) {
        clip_brought of;
        scene changed = of.to.shown;
        for (scene::list<float>& times : clip_in(changed).times) {
            for (float& each : times) {
                each += each == 1 ? by : 0;
            }
        }
        of(changed);
        CHECK((of.said.find("the phases are those of its keys") != std::string::npos) == (std::abs(by) > 1e-4F));
    }
}

TEST_CASE("p3d apply clip: keys that the scene lacks stay, or their bone rests if that is wanted") {
    for (const char* const part : {"left", "right"}) {
        clip_brought of;
        scene changed = of.to.shown;
        clip_in(changed).channels.erase(&channel_of(changed, part));
        of(changed);
        CHECK(of.made == of.before);
        CHECK(of.said == std::string{part} + ": the scene lacks it\n");
        of.to.how.delete_missing = true;
        of(changed);
        const std::size_t bone = part[0] == 'l' ? 0 : 1;
        CHECK(of.pose(1, bone).position == vector3<float>{});
        CHECK(of.pose(1, 1 - bone).position != vector3<float>{});
    }
}

TEST_CASE("p3d apply clip: a node moves with its parent") {
    clip_brought of;
    scene changed = of.to.shown;
    const std::uint32_t left = node_named(changed, "left"), right = node_named(changed, "right");
    const std::uint32_t above = left < right ? left : right, below = left < right ? right : left;
    changed.nodes[below].parent = above;
    changed.nodes[below].local.position = changed.nodes[below].local.position - changed.nodes[above].local.position;
    scene::channel& moved = channel_of(changed, above == left ? "right" : "left");
    for (std::size_t key = 0; key < 3; ++key) {
        const vector3<float>& at = changed.nodes[above].local.position;
        moved.values[3 * key] -= at.x;
        moved.values[3 * key + 1] -= at.y;
        moved.values[3 * key + 2] -= at.z;
    }
    of(changed);
    const std::size_t bone = below == right ? 1 : 0;
    CHECK(length(of.pose(1, bone).position - vector3<float>{2, 2, 0}) < 1e-5F);
    CHECK(length(of.pose(0, bone).position) < 1e-5F);
}

TEST_CASE("p3d apply clip: the motion of a run is in the extras; version 100 has that along z") {
    const struct {
        const char* magic;
        scene::list<double> motion; // of the scene: z is mirrored
        const char* said;
    } cases[] = {
        {"RTM_0101", {1, 2, -3}, ""},
        {"RTM_0101", {4, 2, -3}, "nod: motion\n"},
        {"RTM_0101", {1, 4, -3}, "nod: motion\n"},
        {"RTM_0101", {1, 2, -4}, "nod: motion\n"},
        {"RTM_0101", {1, 2}, ""},
        {"RTM_0100", {0, 0, -3}, ""},
        {"RTM_0100", {0, 0, 5}, "nod: motion\n"},
        {"RTM_0100", {1, 0, 5}, "nod: its motion: version 100 has that along z\n"},
        {"RTM_0100", {0, 1, 5}, "nod: its motion: version 100 has that along z\n"},
        {"RTM_0101", {1e300, 0, 0}, "nod: its motion: version 100 has that along z\n"},
    };
    for (const auto& each : cases) {
        described::clip described = sliding();
        described.magic = each.magic;
        if (described.magic == "RTM_0100") {
            described.motion = {0, 0, 3};
        }
        clip_brought of{described};
        scene changed = of.to.shown;
        for (scene::extra& extra : clip_in(changed).extras) {
            if (extra.key == "motion") {
                extra.value = each.motion;
            }
        }
        of(changed);
        CHECK(of.said == each.said);
        p3d::owned_animation expected = of.before;
        if (of.said == "nod: motion\n") {
            expected.motion = vector3<float>{static_cast<float>(each.motion[0]), static_cast<float>(each.motion[1]),
                                             static_cast<float>(-each.motion[2])};
        }
        CHECK(of.made == expected);
    }
}

TEST_CASE("p3d apply clip: far more poses than the scene has keys are refused") {
    described::clip described = sliding();
    for (int i = 0; i < 200; ++i) {
        described.bones.push_back("bone" + std::to_string(i));
        for (described::phase& each : described.phases) {
            each.bones.emplace_back();
        }
    }
    clip_brought of{described};
    scene changed = of.to.shown;
    scene::channel& channel = channel_of(changed, "left");
    const auto bring = [&](int keys) {
        scene::list<float> times, values;
        for (int i = 0; i < keys; ++i) {
            times.push_back(static_cast<float>(i) * 0.001F);
            values.append({static_cast<float>(i), 0, 0});
        }
        set_keys(changed, channel, times, values);
        of.made = of.before;
        return of.bring(changed);
    };
    CHECK_FALSE(bring(100));
    CHECK(of.made.phases.count > 90);
    const error why = bring(1000);
    CHECK(why.code == errc::budget);
    CHECK(to_string(why).find("rtm.phases") != std::string::npos);
    CHECK(of.made == of.before);
}

TEST_CASE("p3d apply: a model has no places of bones, and their names are those of selections") {
    for (const char* const part : {"left", "right"}) {
        clip_brought of;
        CHECK(of.to(of.to.shown));
        CHECK(of.to.said.empty());
        scene changed = of.to.shown;
        scene::node& node = changed.nodes[node_named(changed, part)];
        node.local.position.x += 1;
        static_cast<void>(of.to(changed));
        CHECK_FALSE(of.to.says("left_out"));
        const scene moved = of.to.made(of.to.model);
        for (std::size_t i = 0; i < moved.meshes[0].positions.size(); ++i) { // which part a vertex is of shows its y
            const vector3<float> before = of.to.shown.meshes[0].positions[i];
            const bool is_right = before.y >= 3;
            const float by = is_right == (std::string_view{part} == "right") ? 1.0F : 0.0F;
            CHECK(moved.meshes[0].positions[i] == before + vector3<float>{by, 0, 0});
        }
        const scene::list<std::uint32_t>& joints = changed.skins[0].joints;
        for (std::size_t i = 0; i < joints.size(); ++i) { // without its points
            if (joints[i] == node_named(changed, part)) {
                changed.skins[0].inverse_binds[i].translation.x -= 1;
            }
        }
        static_cast<void>(of.to(changed));
        CHECK(of.to.said ==
              std::vector{std::string{"left_out node "} + part + ": the place of a bone: a model has none"});
        CHECK(of.to.model == of.to.before);
        changed = of.to.shown;
        changed.nodes[node_named(changed, part)].name = "tail";
        static_cast<void>(of.to(changed));
        CHECK(of.to.says("left_out node tail: the new name of a bone: it is a selection's"));
        CHECK_FALSE(of.to.says("the place of a bone"));
    }
}

TEST_CASE("p3d apply: weights of joints are of at most four bones, and of nothing else") {
    described::lod level{.resolution = 1};
    described::clip moves;
    moves.phases = {{0, {}}, {1, {}}};
    for (std::uint32_t i = 0; i < 6; ++i) { // the last point follows no bone
        level.points.push_back({{static_cast<float>(i), static_cast<float>(i * i), 0}});
        if (i < 5) {
            std::vector<std::uint8_t> points(6);
            points[i] = 1;
            level.tags.push_back(described::selection("bone" + std::to_string(i), points, {0, 0}));
            moves.bones.push_back("bone" + std::to_string(i));
            moves.phases[0].bones.emplace_back();
            moves.phases[1].bones.push_back({.position = {0, 0, 1}});
        }
    }
    level.normals = {{0, 0, 1}};
    level.faces = {{{{0, 0}, {1, 0}, {2, 0}}}, {{{3, 0}, {4, 0}, {5, 0}}}};
    const model_with_clips with{{moves}};
    brought to{level, with.options()};
    const scene::mesh& shown = to.shown.meshes[0];
    std::vector<std::uint16_t> joint_of(6); // the joint of each point: the last one is that of no bone
    for (std::size_t i = 0; i < 6; ++i) {
        joint_of[static_cast<std::size_t>(shown.positions[i].x)] = shown.joints[0][i][0];
    }
    const struct {
        std::vector<float> weights; // of these joints
        bool is_lost;
    } cases[] = {
        {{0.5F, 0.5F}, false},
        {{0.25F, 0.25F, 0.25F, 0.25F}, false},
        {{0.25F, 0.25F, 0.25F, 0.125F, 0.125F}, true},
        {{0.5F, 0, 0, 0, 0, 0.5F}, true},
        {{0, 0, 0, 0, 0, 1}, false},
        {{0.25F, 0.25F, 0.25F, 0.125F, 0, 0.125F}, true},
    };
    for (const auto& each : cases) {
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        mesh.joints.resize(1);
        mesh.weights.resize(1);
        mesh.joints.emplace_back(mesh.positions.size());
        mesh.weights.emplace_back(mesh.positions.size());
        for (std::size_t i = 0; i < 6; ++i) {
            if (mesh.positions[i].x != 1) { // the second point
                continue;
            }
            for (std::size_t k = 0; k < 8; ++k) {
                const float weight = k < each.weights.size() ? each.weights[k] : 0;
                mesh.weights[k / 4][i][k % 4] = weight;
                mesh.joints[k / 4][i][k % 4] = weight != 0 ? joint_of[k] : std::uint16_t{0};
            }
        }
        static_cast<void>(to(changed));
        CHECK(to.counts["weights of vertices"] == 1);
        CHECK(to.counts["weights of vertices are cut: a point follows at most four bones, and these entirely"] ==
              (each.is_lost ? 1 : 0));
        for (std::size_t k = 0; k < 5; ++k) {
            const float weight = k < each.weights.size() ? each.weights[k] : 0;
            const std::vector<int> bytes = to.weights("bone" + std::to_string(k));
            CHECK(bytes[1] == p3d::encode_weight(weight));
            CHECK(bytes[k] == (k == 1 ? bytes[1] : 1));
        }
    }
}
