#include <effigy/scene/builder.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <initializer_list>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace effigy;
using builder = impl::scene_builder<impl::mirrored_x>;

std::vector<std::string> node_names(std::initializer_list<std::string_view> stored) {
    builder to{std::pmr::get_default_resource(), 1000};
    for (const std::string_view name : stored) {
        to.add_node(name, npos);
    }
    const auto made = to.finish("wolf");
    REQUIRE(made);
    CHECK(made->name == "wolf");
    std::vector<std::string> out;
    for (const scene::node& each : made->nodes) {
        out.emplace_back(each.name);
    }
    return out;
}

} // namespace

TEST_CASE("scene names: repeated names get the next free number") {
    using names = std::vector<std::string>;
    CHECK(node_names({"b", "a", "b", "b"}) == names{"b", "a", "b_2", "b_3"});
    CHECK(node_names({"a", "a", "a_2", "a", "a_2"}) == names{"a", "a_3", "a_2", "a_4", "a_2_2"});
    CHECK(node_names({"", "x", ""}) == names{"wolf", "x", "wolf_2"});
}
TEST_CASE("scene names: each part has a name") {
    builder to{std::pmr::get_default_resource(), 1000};
    scene& made = to.made;
    made.name = "stored";
    made.meshes.resize(2);
    made.meshes[1].targets.resize(2);
    made.skins.resize(2);
    made.clips.resize(1);
    made.cameras.resize(1);
    made.lights.resize(1);
    made.materials.resize(3);
    made.materials[0].textures.push_back(to.texture("data\\skins/wolf.v2.tga"));
    made.materials[1].textures.push_back(to.texture("wolf.v2"));
    const std::uint32_t root = to.add_node("", npos);
    made.nodes[root].mesh = 1;
    made.nodes[to.add_node("", root)].camera = 0;
    made.nodes[to.add_node("", root)].light = 0;
    to.add_node("", root);
    const auto finished = to.finish("file");
    REQUIRE(finished);
    CHECK(finished->name == "stored");
    CHECK(finished->meshes[0].name == "stored");
    CHECK(finished->meshes[1].name == "stored_2");
    CHECK(finished->meshes[1].targets[1].name == "frame_2");
    CHECK(finished->skins[1].name == "stored_2");
    CHECK(finished->clips[0].name == "clip");
    CHECK(finished->materials[0].name == "wolf.v2");
    CHECK(finished->materials[1].name == "wolf");
    CHECK(finished->materials[2].name == "material");
    CHECK(finished->nodes[0].name == "stored_2");
    CHECK(finished->nodes[1].name == "camera");
    CHECK(finished->nodes[2].name == "light");
    CHECK(finished->nodes[3].name == "node");
}
TEST_CASE("scene names: many equal names are numbered in linear time, and paid for") {
    builder to{std::pmr::get_default_resource(), 40'000'000};
    for (int i = 0; i < 100'000; ++i) {
        to.add_node("a", npos);
    }
    const auto made = to.finish("");
    REQUIRE(made);
    CHECK(made->nodes.back().name == "a_100000");
    builder small{std::pmr::get_default_resource(), 0};
    while (small.left() > sizeof(scene::node)) {
        small.add_node("a", npos);
    }
    CHECK(small.finish("").error().code == errc::budget);
}

TEST_CASE("scene names: each list and each new name is paid for") {
    const std::string name(40, 'n');
    const auto nodes = [&](std::size_t unnamed, std::size_t named) {
        scene out;
        for (std::size_t i = 0; i < unnamed + named; ++i) {
            out.nodes.emplace_back().name = i < unnamed ? "" : name;
        }
        return out;
    };
    constexpr std::uint64_t each = sizeof(void*) + 2 * sizeof(std::uint32_t); // part
    const std::uint64_t text = impl::scene_budget::bytes_of_text(name.size());
    const std::pair<scene, std::uint64_t> cases[] = {
        {nodes(0, 1), each},
        {nodes(1, 0), each + text},         // becomes the name of the scene
        {nodes(0, 4), 4 * each + 3 * text}, // three get a suffix
        {nodes(4, 0), 4 * each + 7 * text},
    };
    for (const auto& [of, bytes] : cases) {
        for (const std::uint64_t limit : {bytes - 1, bytes}) {
            scene made = of;
            made.name = name;
            impl::scene_budget from{std::pmr::get_default_resource(), 0};
            REQUIRE(from.charge(from.left() - limit));
            CHECK(impl::part_namer{made, from}.run() == (limit == bytes));
        }
    }
}
