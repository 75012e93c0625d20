// Frames of scenes that were edited, brought back into models.
#include "p3d/applied.hpp"

#include <cmath>

namespace {

using namespace applied_p3d;

} // namespace

TEST_CASE("p3d apply: frames follow morph targets, and points that move") {
    brought to{described::everything("P3DM")};
    REQUIRE(to.shown.meshes[0].targets.size() == 3);
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    mesh.targets[1].positions[3] = {0, 0, 7};
    CHECK(to(changed));
    const auto frame = [&](std::size_t number) {
        std::size_t at = 0;
        for (std::size_t i = 0; i < to.level().tags.count; ++i) {
            if (const p3d::morph_frame found = to.model.tag(to.level(), i).morph_frame(); found && at++ == number) {
                std::vector<float> out;
                for (const auto& each : found.positions()) {
                    out.push_back(each.z);
                }
                return out;
            }
        }
        return std::vector<float>{};
    };
    CHECK(frame(0) == std::vector<float>{0, 0, 0, 0});
    CHECK(frame(1) == std::vector<float>{4, 4, 4, -7});

    scene more = to.shown;
    scene::morph_target added = more.meshes[0].targets[2];
    added.name = "frame_0.5";
    more.meshes[0].targets.push_back(added);
    for (scene::clip& clip : more.clips) {
        clip.channels.clear();
        clip.times.clear();
    }
    more.clips.clear();
    static_cast<void>(to(more));
    CHECK(frame(3) == std::vector<float>{-8, -8, -8, -8});
    more.meshes[0].targets.back().name = "smile";
    static_cast<void>(to(more));
    CHECK(frame(3).empty());
    CHECK(to.says("left_out morph target smile"));
}
TEST_CASE("p3d apply: the new name of a frame's morph target is its time, if it says one") {
    brought to{described::everything("P3DM")};
    const std::size_t first = to.shown.meshes[0].targets.size();
    const auto times = [&] {
        std::vector<float> out;
        for (std::size_t i = 0; i < to.level().tags.count; ++i) {
            if (const p3d::morph_frame found = to.model.tag(to.level(), i).morph_frame()) {
                out.push_back(found.time());
            }
        }
        return out;
    };
    static_cast<void>(to(to.shown));
    const std::vector<float> before = times();
    REQUIRE(before.size() == first);
    for (const auto& [name, time] : {std::pair{"frame_0.625", 0.625F}, {"frame_-1", -1.0F}, {"smile", -1.0F}}) {
        scene changed = to.shown;
        const std::string old{changed.meshes[0].targets[1].name};
        changed.meshes[0].targets[1].name = name;
        static_cast<void>(to(changed));
        std::vector<float> expected = before;
        expected[1] = time >= 0 ? time : before[1];
        CHECK(times() == expected);
        CHECK(to.says("changed morph target " + old + ": the time of the frame") == (time >= 0));
        CHECK(to.says("left_out morph target " + old + ": a new name") == (time < 0));
    }
}
TEST_CASE("p3d apply: the clip of frames says nothing of those that are new or gone") {
    for (const bool deletes : {false, true}) {
        brought to{described::everything("P3DM"), {.delete_missing = deletes}};
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        REQUIRE(changed.clips.size() == 1);
        const std::size_t width = mesh.targets.size();
        scene::channel& channel = changed.clips[0].channels[0];
        mesh.targets.erase(&mesh.targets[1]);
        for (std::size_t key = channel.values.size() / width; key-- > 0;) {
            channel.values.erase(&channel.values[key * width + 1]);
        }
        static_cast<void>(to(changed));
        CHECK(to.says("deleted") == deletes);
        CHECK_FALSE(to.says("times of frames"));
        channel.values[0] += 0.5F;
        static_cast<void>(to(changed));
        CHECK(to.says("left_out clip frames: times of frames"));
        mesh.targets.clear();
        changed.clips.clear();
        static_cast<void>(to(changed));
        CHECK_FALSE(to.says("times of frames"));
    }
}

TEST_CASE("p3d apply: in frames, points that did not change keep their bits") {
    described::lod of = quad_and_triangle();
    for (described::point& each : of.points) {
        each.position.z = 1;
    }
    of.tags.push_back(described::frame(0.5F, {{0, 0, 1e-8F}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {2, 0, 1}}));
    brought to{of, all_levels()}; // 1 + (1e-8 - 1) is 0
    scene changed = to.shown;
    vector3<float>& moved = changed.meshes[0].positions[vertex_at(changed.meshes[0], {2, 0, -1}, 1)];
    moved.x = 3;
    CHECK(to(changed));
    auto expected = to.before;
    expected.get(expected.get(expected.lods)[0].points)[4].position = vector3<float>{3, 0, 1};
    expected.get(expected.get(expected.get(expected.lods)[0].tags)[6].data)[54] = std::byte{0x40}; // x of point 4
    CHECK(fields_that_differ(expected, to.model).empty());
    const auto frame = to.tag("#Animation#").morph_frame().positions();
    REQUIRE(frame.size() == 5);
    CHECK(frame[0].z == 1e-8F);
    CHECK(frame[4].x == 3);

    changed = to.shown; // another weight moves no point
    changed.meshes[0].attributes[0].values[vertex_at(changed.meshes[0], {0, 0, -1})] = 9;
    CHECK(to(changed));
    CHECK(to.weights("edge") == std::vector{247, 2, 3, 0, 0});
    CHECK(to.tag("#Animation#").morph_frame().positions()[0].z == 1e-8F);
}

TEST_CASE("p3d apply: a new frame has its time in its name") {
    const std::pair<const char*, float> cases[] = {{"frame_0.25", 0.25F}, {"frame_0", 0.0F}, {"frame_2", 2.0F},
                                                   {"frame_-1", -1.0F},   {"frame_", -1.0F}, {"frame_1x", -1.0F},
                                                   {"fram_1", -1.0F},     {"open", -1.0F}};
    for (const auto& [name, time] : cases) {
        brought to{quad_and_triangle()};
        scene changed = to.shown;
        scene::morph_target& made = changed.meshes[0].targets.emplace_back();
        made.name = name;
        made.positions.append(changed.meshes[0].positions.size(), vector3<float>{0, 0, 3});
        static_cast<void>(to(changed));
        const p3d::tag tag = to.tag("#Animation#");
        REQUIRE(static_cast<bool>(tag) == (time >= 0));
        CHECK(to.says("left_out morph target " + std::string{name}) == (time < 0));
        if (tag) {
            CHECK(tag.morph_frame().time() == time);
            for (std::size_t i = 0; i < 5; ++i) {
                CHECK(vector3<float>{tag.morph_frame().positions()[i]} ==
                      vector3<float>{to.points()[i].position} + vector3<float>{0, 0, -3});
            }
        }
    }
}
