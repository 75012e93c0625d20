#include <effigy/scene/origins.hpp>

#include <doctest/doctest.h>

#include <utility>

using effigy::scene;

TEST_CASE("scene: origins are texture coordinates that a float represents") {
    for (const std::uint32_t mesh : {0U, 1U, 255U, 0xFFFDU}) {
        for (std::uint32_t vertex = 0; vertex < effigy::most_origin_vertices; vertex += 1 + vertex / 3) {
            const scene::origin from{mesh, vertex};
            const effigy::vector2<float> stored = effigy::texcoord_of(from);
            CHECK(effigy::origin_of(stored) == from);
            CHECK(1 - (1 - stored.y) == stored.y); // what programs do whose v grows upwards
        }
    }
    CHECK(effigy::texcoord_of({3, effigy::npos}) == effigy::vector2<float>{-1, 0});
    CHECK(effigy::origin_of({-1, 0}) == scene::origin{});
}

TEST_CASE("scene: origins of vertices between others are mostly none") {
    std::size_t known = 0;
    for (std::uint32_t vertex = 0; vertex < 2000; vertex += 2) {
        const auto a = effigy::texcoord_of({1, vertex});
        const auto b = effigy::texcoord_of({1, vertex + 2});
        known += effigy::origin_of({(a.x + b.x) / 2, (a.y + b.y) / 2}).vertex != effigy::npos ? 1U : 0U;
    }
    CHECK(known < 20);
    for (float u = 0; u < 64; ++u) { // textures that repeat
        for (float v = 0; v > -64; --v) {
            CHECK(effigy::origin_of({u, v}) == scene::origin{});
        }
    }
    for (const effigy::vector2<float> other : {effigy::vector2<float>{0, 0},
                                               {1, 1},
                                               {0.5F, -3},
                                               {-1, -3},
                                               {3, -2.5F},
                                               {1e30F, -1e30F},
                                               {3, -1 - 256.0F * 0xFFFF}}) {
        CHECK(effigy::origin_of(other) == scene::origin{});
    }
}

TEST_CASE("scene: files keep their origins, so the numbers never change") {
    const std::pair<scene::origin, float> all[] = {
        {{0, 0}, -65.0F},           {{0, 1}, -82.0F},      {{0, 2}, -253.0F},
        {{1, 0}, -377.0F},          {{1, 1}, -424.0F},     {{2, 77}, -710.0F},
        {{255, 123456}, -65433.0F}, {{256, 5}, -65716.0F}, {{65533, 16777215}, -16776667.0F}};
    for (const auto& [from, v] : all) {
        CHECK(effigy::texcoord_of(from).y == v);
    }
}

TEST_CASE("scene: vertices are numbered mesh by mesh") {
    scene made;
    made.meshes.resize(2);
    made.meshes[0].positions.resize(1);
    made.meshes[1].positions.resize(3);
    made.meshes[1].origins = {{9, 9}};
    effigy::number_vertices(made);
    CHECK(made.meshes[0].origins == scene::list<scene::origin>{{0, 0}});
    CHECK(made.meshes[1].origins == scene::list<scene::origin>{{1, 0}, {1, 1}, {1, 2}});
}
