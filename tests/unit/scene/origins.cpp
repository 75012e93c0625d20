#include <effigy/scene/origins.hpp>

#include <doctest/doctest.h>

#include <utility>

using effigy::scene;

TEST_CASE("scene: origins are texture coordinates that a float represents") {
    for (const std::uint32_t mesh : {0U, 1U, 255U, effigy::most_origin_meshes - 1}) {
        for (std::uint32_t vertex = 0; vertex < effigy::most_origin_vertices; vertex += 1 + vertex / 3) {
            const scene::origin from{mesh, vertex, effigy::proof_of(mesh, vertex, 17)};
            const effigy::vector2<float> stored = effigy::texcoord_of(from);
            CHECK(effigy::origin_of(stored) == from);
            CHECK(effigy::origin_of(stored).proof == from.proof);
            CHECK(1 - (1 - stored.y) == stored.y); // what programs do whose v grows upwards
        }
    }
    CHECK(effigy::texcoord_of({3, effigy::npos}) == effigy::vector2<float>{-1, 0});
    CHECK(effigy::origin_of({-1, 0}) == scene::origin{});
}

TEST_CASE("scene: an origin is found in spite of rounding, and what is between others is kept") {
    const scene::origin from{3, 11, 1000};
    const effigy::vector2<float> stored = effigy::texcoord_of(from);
    for (const effigy::vector2<float>& each :
         {effigy::vector2<float>{11.000001F, stored.y}, {10.999999F, stored.y}, {11, stored.y - 1.0F / 512}}) {
        CHECK(effigy::origin_of(each) == from); // Blender's subdivision surfaces
        CHECK(effigy::origin_of(each).proof == 1000);
        CHECK(effigy::origin_of(each).between == effigy::vector2<float>{});
    }
    for (const effigy::vector2<float>& each :
         {effigy::vector2<float>{11.00002F, stored.y}, {11.5F, stored.y}, {11, stored.y - 1.0F / 64}, {3, -65.5F}}) {
        CHECK(effigy::origin_of(each) == scene::origin{});
        CHECK(effigy::origin_of(each).between == each);
    }
    CHECK(effigy::origin_of({0.5F, 0.5F}).between == effigy::vector2<float>{});
}

TEST_CASE("scene: vertices between others mostly have no proof") {
    constexpr std::uint64_t digest = 0x0123'4567'89AB'CDEF;
    const auto stored = [](std::uint32_t vertex) {
        return effigy::texcoord_of({1, vertex, effigy::proof_of(1, vertex, digest)});
    };
    std::size_t known = 0;
    for (std::uint32_t vertex = 0; vertex < 20000; vertex += 2) {
        const auto a = stored(vertex);
        const auto b = stored(vertex + 2);
        const scene::origin found = effigy::origin_of({(a.x + b.x) / 2, (a.y + b.y) / 2});
        known += found.proof != 0 && found.proof == effigy::proof_of(found.mesh, found.vertex, digest) ? 1U : 0U;
    }
    CHECK(known < 10);               // a 4,032th would be 2
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
                                               {3, -1 - 4096.0F * 0xFFF}}) {
        CHECK(effigy::origin_of(other) == scene::origin{});
    }
}

TEST_CASE("scene: files keep their origins, so the numbers never change") {
    scene::mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, -2.5F, 1e-3F}};
    mesh.indices = {0, 1, 2};
    CHECK(effigy::digest(mesh) == 17559221857375532588U);
    for (const auto& [from, v] :
         {std::pair{scene::origin{0, 0}, -165.0F}, {{1, 2}, -8071.0F}, {{4094, 16777215}, -16772669.0F}}) {
        CHECK(effigy::texcoord_of({from.mesh, from.vertex, effigy::proof_of(from.mesh, from.vertex, 5)}).y == v);
    }
    scene::clip clip;
    clip.name = "walk";
    clip.times = {{0, 0.5F}};
    clip.channels.resize(1);
    clip.channels[0].node = 3;
    clip.channels[0].times = 0;
    clip.channels[0].values = {0, 0, 0, 1, 2, 3};
    CHECK(effigy::digest(clip) == 7527219055644361063U);
}

TEST_CASE("scene: digests depend on positions, triangles and order; on names, times, values and targets of channels") {
    scene::mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.indices = {0, 1, 2};
    scene::mesh other = mesh;
    other.name = "other";
    other.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    CHECK(effigy::digest(other) == effigy::digest(mesh));
    std::swap(other.positions[0], other.positions[1]);
    CHECK(effigy::digest(other) != effigy::digest(mesh));
    other = mesh;
    other.indices = {1, 2, 0};
    CHECK(effigy::digest(other) != effigy::digest(mesh));
    scene::clip clip;
    clip.times = {{0, 1}};
    clip.channels.resize(1);
    clip.channels[0].node = 0;
    clip.channels[0].times = 0;
    clip.channels[0].values = {0, 0, 0, 1, 2, 3};
    const std::uint64_t before = effigy::digest(clip);
    const auto changed = [&](auto change) {
        scene::clip copy = clip;
        change(copy);
        return effigy::digest(copy) != before;
    };
    CHECK(changed([](scene::clip& of) { of.name = "x"; }));
    CHECK(changed([](scene::clip& of) { of.channels[0].node = 1; }));
    CHECK(changed([](scene::clip& of) { of.channels[0].path = scene::path::scale; }));
    CHECK(changed([](scene::clip& of) { of.times[0][1] = 2; }));
    CHECK(changed([](scene::clip& of) { of.channels[0].values[5] = 4; }));
}

TEST_CASE("scene: the mesh that most vertices come from") {
    scene::mesh joined;
    CHECK(effigy::main_origin_of(joined) == effigy::npos);
    joined.origins = {{2, 0, 100}, {7, 0, 100}, {7, 1, 101}, {2, 1, 101}, {7, 2, 102}};
    CHECK(effigy::main_origin_of(joined) == 7);
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
