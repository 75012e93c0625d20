#include "support/counting_memory.hpp"
#include "support/evaluate_scene.hpp"

#include <effigy/report.hpp>
#include <effigy/scene/builder.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <memory_resource>
#include <string>
#include <vector>

namespace {

using namespace effigy;
using builder = impl::scene_builder<impl::mirrored_x>;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE("scene builder: places nodes by their matrices, even if one is sheared") {
    builder to{std::pmr::get_default_resource(), 1000};
    const matrix4x3<double> plain{{0, 2, 0}, {-1, 0, 0}, {0, 0, 3}, {1, 2, 3}};
    const matrix4x3<double> sheared{{1, 0, 0}, {0.5, 1, 0}, {0, 0.25, 2}, {4, 5, 6}};
    const impl::placed_node first = to.add_node("first", npos, plain);
    const impl::placed_node second = to.add_node("second", first.inner, sheared);
    const std::uint32_t third = to.add_node("third", second.inner, pose<double>{{7, 8, 9}, {0, 0, 2, 0}, {1, 1, 1}});
    CHECK(first.outer == first.inner);
    CHECK(second.outer + 1 == second.inner);
    const auto made = to.finish("");
    REQUIRE(made);
    REQUIRE(made->nodes.size() == 4);
    CHECK(made->nodes[second.outer].name == "second");
    CHECK(made->nodes[second.inner].name == "second_2");
    CHECK(made->nodes[third].local.rotation == quaternion<float>{0, 0, -1, 0}); // normalised
    const auto world = support::world_of(*made);
    const vector3<double> p{0.1, 0.2, 0.3};
    const auto expected = impl::mirrored_x::point(transform_point(plain * sheared, p));
    CHECK(length(transform_point(world[second.inner], impl::mirrored_x::point(p)) - expected) < 1e-6);
}
TEST_CASE("scene builder: poses that are not finite become the identity") {
    builder to{std::pmr::get_default_resource(), 1000};
    to.add_node("a", npos, pose<double>{{not_a_number, 0, 0}, {0, 0, not_a_number, 1}, {1, not_a_number, 1}});
    to.add_node("b", npos, matrix4x3<double>{{1, 0, 0}, {0, 1e300 * 1e10, 0}, {0, 0, 1}, {}});
    to.add_node("c", npos, pose<double>{{1e300, 0, 0}, {}, {1, 1, 1}}); // exceeds the range of a float
    for (const scene::node& each : to.made.nodes) {
        CHECK(each.local == pose<float>{});
    }
}
TEST_CASE("scene builder: memory beyond the limit for the file's size is an error") {
    builder to{std::pmr::get_default_resource(), 1000};
    CHECK(to.charge(support::most_for_scene(1000)));
    CHECK(to.add_node("one too many", npos) == npos);
    CHECK(to.made.nodes.empty());
    CHECK_FALSE(to.charge(1));
    scene::mesh shape{to.memory()};
    CHECK_FALSE(to.fill(shape.positions, std::vector<vector3<float>>(1)));
    CHECK_FALSE(to.allocate_triangles(shape, 1));
    CHECK_FALSE(to.reserve(shape.positions, 1));
    CHECK(shape == scene::mesh{});
    impl::numbers_by_key<std::string_view> known{to.memory()};
    CHECK(to.material_for(known, "stone", [](scene::material&) {}) == npos);
    CHECK(to.material_of_undrawn(true) == npos);
    CHECK(to.made.materials.empty());
    const auto made = to.finish("");
    REQUIRE_FALSE(made);
    CHECK(to_string(made.error())
              .starts_with(
                  "budget: scene at offset 0: expected at most 163072 (the memory limit, in bytes, of a scene from "
                  "files of this size), found 163"));
}
TEST_CASE("scene builder: reverses triangles if the space mirrors, and drops those with bad indices") {
    builder to{std::pmr::get_default_resource(), 1000};
    impl::scene_builder<impl::z_up> unmirrored{std::pmr::get_default_resource(), 1000};
    scene::mesh shape{to.memory()};
    REQUIRE(to.fill(shape.positions, std::vector<vector3<float>>{{1, 2, 3}, {}, {}, {}}));
    CHECK(shape.positions[0] == vector3<float>{-1, 2, 3});
    const std::vector<std::uint32_t> indices{0, 1, 2, 1, 2, 4, 3, 2, 1, 0};
    REQUIRE(to.allocate_triangles(shape, 3));
    std::size_t end = 0;
    const scene::primitive all = to.add_triangles(shape, end, indices, 0, 100, 7);
    CHECK(all == scene::primitive{0, 6, 7});
    CHECK(unmirrored.add_triangles(shape, end, indices, 6, 1, npos) == scene::primitive{6, 3, npos});
    CHECK(shape.indices == scene::list<std::uint32_t>{0, 2, 1, 3, 1, 2, 3, 2, 1});
    CHECK(to.add_triangles(shape, end, indices, 0, 1, npos).index_count == 0); // no room is left
    end = 0;
    CHECK(to.add_triangles(shape, end, indices, 11, 1, npos).index_count == 0);
}
TEST_CASE("scene builder: a triangle is left out if one of its corners is not a vertex") {
    builder to{std::pmr::get_default_resource(), 1000};
    scene::mesh shape{to.memory()};
    shape.positions.resize(3);
    REQUIRE(to.allocate_triangles(shape, 1));
    for (std::size_t bad = 0; bad < 3; ++bad) {
        for (const std::uint32_t index : {2U, 3U}) {
            std::vector<std::uint32_t> indices{0, 1, 1};
            indices[bad] = index;
            std::size_t end = 0;
            CHECK(to.add_triangles(shape, end, indices, 0, 1, npos).index_count == (index < 3 ? 3 : 0));
        }
    }
}
TEST_CASE("scene builder: one material per key") {
    builder to{std::pmr::get_default_resource(), 1000};
    impl::numbers_by_key<std::string_view> known{std::pmr::get_default_resource()};
    const auto material = [&](std::string_view name) {
        return to.material_for(known, name, [&](scene::material& out) { out.name = name; });
    };
    CHECK(material("stone") == 0);
    CHECK(material("wood") == 1);
    CHECK(material("stone") == 0);
    CHECK(to.made.materials.size() == 2);
}
TEST_CASE("scene builder: one translucent material for meshes that are not drawn, one for those of collisions") {
    builder to{std::pmr::get_default_resource(), 1000};
    CHECK(to.material_of_undrawn(true) == 0);
    CHECK(to.material_of_undrawn(false) == 1);
    CHECK(to.material_of_undrawn(true) == 0);
    const vector4<float> colors[] = {{0.05F, 0.4F, 1, 0.4F}, {1, 0.4F, 0.05F, 0.4F}};
    REQUIRE(to.made.materials.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(to.made.materials[i].name == (i == 0 ? "collision" : "not_drawn"));
        CHECK(to.made.materials[i].base_color == colors[i]);
        CHECK(to.made.materials[i].alpha == scene::alpha_mode::blend);
        CHECK(to.made.materials[i].is_double_sided);
    }
}
TEST_CASE("scene builder: a scene uses only the given memory, and can be moved") {
    support::counting_memory memory;
    {
        builder to{&memory, 1000};
        to.add_node(std::string(100, 'n'), npos);
        extras_of extras{to.made.nodes[0].extras};
        auto inner = extras.list<scene::extra>();
        extras_of{inner}.add("deep", std::string(100, 'd')).add("flag", true);
        extras.add("object", std::move(inner)).add("number", 2).add("position", vector3<float>{1, 2, 3});
        scene::mesh shape{&memory};
        CHECK(to.fill(shape.positions, std::vector<vector3<float>>(100)));
        to.made.meshes.push_back(std::move(shape));
        const auto made = to.finish("");
        REQUIRE(made);
        REQUIRE(made->nodes[0].extras.size() == 3);
        CHECK(std::get<double>(made->nodes[0].extras[1].value) == 2);
        CHECK(made->meshes[0].positions.resource() == &memory);
    }
    CHECK(memory.taken() == 0);
}
