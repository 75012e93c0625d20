// Faces of scenes that were edited, brought back into models.
#include "p3d/applied.hpp"

#include <cmath>
#include <set>

namespace {

using namespace applied_p3d;

// Adds a vertex that equals another one, whose origin it has, or that is new. Returns its number.
std::uint32_t copy_vertex(scene::mesh& in, std::uint32_t vertex, bool is_new) {
    in.positions.push_back(in.positions[vertex]);
    in.normals.push_back(in.normals[vertex]);
    for (auto& set : in.texcoords) {
        set.push_back(set[vertex]);
    }
    for (scene::attribute& each : in.attributes) {
        each.values.push_back(each.values[vertex]);
    }
    in.origins.push_back(is_new ? scene::origin{} : in.origins[vertex]);
    return static_cast<std::uint32_t>(in.positions.size() - 1);
}

} // namespace

TEST_CASE("p3d apply: a quad keeps its corners while both triangles are there, along either diagonal") {
    brought to{quad_and_triangle()};
    const std::uint32_t a = 0, b = 1, c = 2, d = 3; // vertices of the quad, in the order of its corners
    const auto with = [&](std::vector<std::array<std::uint32_t, 3>> triangles) {
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        while (mesh.primitives[0].index_count != 0) {
            take_triangle(mesh, 0, 0);
        }
        for (const auto& each : triangles) {
            for (std::size_t k = 3; k-- != 0;) {
                mesh.indices.insert(mesh.indices.begin(), each[k]);
            }
            mesh.primitives[0].index_count += 3;
            mesh.primitives[1].first_index += 3;
        }
        static_cast<void>(to(changed));
        return to.shapes();
    };
    CHECK(with({{a, b, c}, {a, c, d}}) == "0123 142");
    CHECK(to.model == to.before);
    CHECK(with({{c, d, a}, {b, c, a}}) == "0123 142");
    CHECK(to.model == to.before);
    CHECK(with({{a, b, d}, {b, c, d}}) == "0123 142");
    CHECK(to.model == to.before);
    CHECK(with({{a, c, b}, {a, d, c}}) == "0321 142"); // turned
    CHECK(to.faces()[0].flags == 0x10);
    CHECK(to.selected_faces("left") == std::vector{1, 0});
    CHECK(with({{a, b, c}}) == "012 132"); // point 3 lost its face
    CHECK(to.points().size() == 4);
    CHECK(to.weights("left") == std::vector{1, 1, 1, 0});
    CHECK(to.faces()[0].flags == 0x10);
    CHECK(with({{d, a, c}}) == "023 142");
    CHECK(to.points().size() == 5);
    CHECK(with({{b, c, d}}) == "012 031"); // along the other diagonal
    CHECK(to.selected_faces("left") == std::vector{1, 0});
}

TEST_CASE("p3d apply: new triangles have the flags of their neighbours, and are selected with all their points") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    const std::uint32_t first = vertex_at(mesh, {2, 0, 0}, 1), second = vertex_at(mesh, {1, 0, 0}, 1);
    mesh.positions.push_back({3, 3, 3});
    mesh.normals.push_back({0, 0, 1});
    for (auto& set : mesh.texcoords) {
        set.push_back({7, 7});
    }
    mesh.origins.push_back({});
    add_triangle(mesh, {first, second, static_cast<std::uint32_t>(mesh.positions.size() - 1)});
    CHECK(to(changed));
    CHECK(to.shapes() == "0123 142 415");
    CHECK(to.faces()[2].flags == 0x20);
    CHECK(to.texture(2) == "b\\door_co.paa");
    CHECK(to.points()[5].position == vector3<float>{3, 3, -3});
    CHECK(to.weights("left") == std::vector{1, 1, 1, 1, 0, 0});
    CHECK(to.selected_faces("left") == std::vector{1, 0, 0});
    CHECK(to.tag("#Mass#").masses()[5] == 0);
    CHECK(to.level().corner_count == 10);

    scene doubled = to.shown;
    add_triangle(doubled.meshes[0], {0, 2, 1}); // the back of a half of the quad, now with the door's material
    static_cast<void>(to(doubled));
    CHECK(to.shapes() == "0123 142 021");
    CHECK(to.selected_faces("left") == std::vector{1, 0, 1});
}

TEST_CASE("p3d apply: the faces of a mesh are deleted on demand, but not those of proxies") {
    brought to{described::everything("P3DM")};
    REQUIRE(to.shown.nodes.size() == 2);
    scene changed = to.shown;
    changed.nodes[0].mesh = npos; // the proxy is below this node
    changed.meshes.clear();
    changed.clips.clear(); // of frames
    static_cast<void>(to(changed));
    CHECK(to.model == to.before);
    to.how.delete_missing = true;
    static_cast<void>(to(changed));
    CHECK(to.shapes() == "012 01");
    CHECK(to.tag("proxy:rock\\bird.007"));
    CHECK(to.says("faces deleted"));
}

TEST_CASE("p3d apply: faces keep what no scene has, whichever triangle is deleted or drawn first") {
    described::lod of = described::inward_box();
    for (std::size_t i = 0; i < of.faces.size(); ++i) {
        of.faces[i].corners.resize(3);
        of.faces[i].flags = 1U << i;
    }
    brought to{of};
    const auto flags = [&] {
        std::vector<std::uint32_t> out;
        for (const p3d::owned_face& each : to.faces()) {
            out.push_back(each.flags);
        }
        return out;
    };
    static_cast<void>(to(to.shown));
    const std::vector<std::uint32_t> all = flags();
    REQUIRE(to.shown.meshes[0].indices.size() == 3 * all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        scene changed = to.shown;
        take_triangle(changed.meshes[0], 0, i);
        auto expected = all;
        expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(i));
        static_cast<void>(to(changed));
        CHECK(flags() == expected);
        changed = to.shown;
        std::uint32_t* const at = changed.meshes[0].indices.begin() + 3 * i;
        std::rotate(at, at + 1, at + 3);
        std::rotate(changed.meshes[0].indices.begin(), at + 3, changed.meshes[0].indices.end()); // another order
        static_cast<void>(to(changed));
        CHECK(flags() == all);
    }
}

TEST_CASE("p3d apply: a quad stays one while the vertices that its triangles share agree") {
    struct expectation {
        const char* what;
        void (*edit)(scene::mesh&, std::uint32_t vertex);
        const char* shapes;
    };
    constexpr expectation all[] = {
        {"nothing", [](scene::mesh&, std::uint32_t) {}, "0123 142"},
        {"texture coordinates", [](scene::mesh& m, std::uint32_t v) { m.texcoords[1][v].x += 1; }, "012 023 142"},
        {"normal", [](scene::mesh& m, std::uint32_t v) { m.normals[v] = {1, 0, 0}; }, "012 023 142"},
        {"position", [](scene::mesh& m, std::uint32_t v) { m.positions[v].z += 1; }, "012 523 142"},
        {"attribute", [](scene::mesh& m, std::uint32_t v) { m.attributes[0].values[v] ^= 1U; }, "0123 142"},
    };
    brought to{quad_and_triangle(), all_levels()};
    for (const bool is_new : {false, true}) {
        for (const expectation& each : all) {
            CAPTURE(each.what);
            CAPTURE(is_new);
            scene changed = to.shown;
            scene::mesh& mesh = changed.meshes[0];
            REQUIRE(mesh.indices[3] == 0);
            mesh.indices[3] = copy_vertex(mesh, 0, is_new); // the first corner of the quad's second triangle
            each.edit(mesh, mesh.indices[3]);
            static_cast<void>(to(changed));
            CHECK(to.shapes() == (is_new && to.points().size() != 5 ? "012 142 523" : each.shapes));
            CHECK(to.selected_faces("left")[0] == 1);
        }
    }
}

TEST_CASE("p3d apply: of a quad whose other diagonal is drawn, no half of the first one is drawn, too") {
    described::lod of = quad_and_triangle();
    of.tags[1] = described::selection("left", {1, 1, 1, 1, 0}, {7, 0}); // 7: an old face, 1: a new one
    brought to{of};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    const std::uint32_t fresh[] = {copy_vertex(mesh, 0, true), copy_vertex(mesh, 1, true), copy_vertex(mesh, 2, true)};
    const std::uint32_t indices[] = {1, 2, 3, fresh[0], fresh[1], fresh[2]};
    std::copy(std::begin(indices), std::end(indices), mesh.indices.begin());
    static_cast<void>(to(changed));
    CHECK(to.shapes() == "123 142 012");
    CHECK(to.selected_faces("left") == std::vector{7, 0, 1});
}

TEST_CASE("p3d apply: a new triangle is like the face that it shares a corner with, whichever corner this is") {
    struct expectation {
        vector3<float> at;
        std::uint32_t flags;
    };
    constexpr expectation all[] = {{{0, 0, 0}, 0x10}, {{0, 1, 0}, 0x10}, {{2, 0, 0}, 0x20}, {{9, 9, 9}, 0}};
    brought to{quad_and_triangle()};
    for (const expectation& each : all) {
        CAPTURE(each.at.x);
        CAPTURE(each.at.y);
        for (std::size_t first = 0; first < 3; ++first) {
            scene changed = to.shown;
            scene::mesh& mesh = changed.meshes[0];
            std::array<std::uint32_t, 3> corners{};
            for (std::size_t k = 0; k < 3; ++k) {
                corners[k] = copy_vertex(mesh, 0, true);
                mesh.positions[corners[k]] = k == first ? each.at : vector3<float>{5, 5, static_cast<float>(k)};
            }
            add_triangle(mesh, corners);
            static_cast<void>(to(changed));
            REQUIRE(to.faces().size() == 3);
            CHECK(to.faces()[2].flags == each.flags);
        }
    }
}

TEST_CASE("p3d apply: each corner of a turned face keeps its normal and its texture coordinates, of all sets") {
    described::lod of = quad_and_triangle();
    of.normals = {{0, 0, 1}, {0, 0.6F, 0.8F}, {0.6F, 0, 0.8F}, {0, -0.6F, 0.8F}, {0, 1, 0}, {1, 0, 0}, {0, 0, -1}};
    std::vector<float> uvs;
    std::uint32_t number = 0;
    for (described::face& face : of.faces) {
        for (described::corner& corner : face.corners) {
            corner.normal = number++;
            corner.u = static_cast<float>(number) * 0.125F;
            uvs.insert(uvs.end(), {static_cast<float>(number), 2});
        }
    }
    of.tags[4] = described::uv_set(1, uvs);
    of.tags.pop_back();
    brought to{of};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        std::swap(mesh.indices[i], mesh.indices[i + 1]);
    }
    static_cast<void>(to(changed));
    REQUIRE(to.faces().size() == 2);
    const p3d::uv_set set = to.tag("#UVSet#").uv_set();
    std::size_t seen = 0;
    for (std::size_t f = 0; f < 2; ++f) {
        const auto now = to.faces()[f].corners(),
                   before = to.before.get(to.before.get(to.before.lods)[0].faces)[f].corners();
        REQUIRE(now.size() == before.size());
        CHECK(now[now.size() - 1].point != before[now.size() - 1].point);
        for (const p3d::owned_corner& corner : now) {
            std::size_t same = 0;
            while (before[same].point != corner.point) {
                ++same;
            }
            CHECK(corner.normal == before[same].normal);
            CHECK(corner.uv.x == before[same].uv.x);
            CHECK(set.uvs()[seen++].x == static_cast<float>((f == 0 ? 1 : 5) + same));
        }
    }
}
