// Scenes that were edited, brought back into models and animations.
#include "p3d/applied.hpp"
#include "p3d/figure.hpp"

#include <effigy/content.hpp>
#include <effigy/p3d/edit.hpp>
#include <effigy/p3d/lint.hpp>
#include <effigy/scene/extras.hpp>
#include <effigy/scene/reconcile/tolerances.hpp>

#include <random>
#include <set>

namespace {

using namespace applied_p3d;

std::uint32_t vertex_at(const scene::mesh& in, const vector3<float>& at, std::size_t primitive = 0) {
    const scene::primitive& part = in.primitives[primitive];
    for (std::size_t i = part.first_index; i < part.first_index + part.index_count; ++i) {
        if (in.positions[in.indices[i]] == at) {
            return in.indices[i];
        }
    }
    FAIL("no such vertex");
    return 0;
}
void take_triangle(scene::mesh& from, std::size_t primitive, std::size_t triangle) {
    scene::primitive& part = from.primitives[primitive];
    const auto* const first = from.indices.begin() + part.first_index + 3 * triangle;
    from.indices.erase(first, first + 3);
    part.index_count -= 3;
    for (std::size_t i = primitive + 1; i < from.primitives.size(); ++i) {
        from.primitives[i].first_index -= 3;
    }
}
void add_triangle(scene::mesh& to, std::array<std::uint32_t, 3> corners) { // of the last primitive
    to.indices.append(corners);
    to.primitives.back().index_count += 3;
}

support::p3d_bringing all_levels() {
    return {.made_with = {.include_all_levels = true, .include_points = true, .include_selection_attributes = true}};
}
described::model levels() {
    described::lod memory{.resolution = 1e15F};
    memory.points = {{{0, 1, 2}}, {{3, 4, 5}}, {{6, 7, 8}}};
    memory.tags = {described::selection("axis", {1, 1, 0}, {}), described::selection("eye", {0, 0, 1}, {})};
    return {{described::everything("P3DM"), quad_and_triangle(), memory}};
}

} // namespace

TEST_CASE("p3d apply: an equal scene changes nothing, also of all levels, with points, attributes and frames") {
    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        for (const bool all : {false, true}) {
            described::model of = levels();
            for (described::lod& each : of.lods) {
                each.format = format;
            }
            of.lods[0] = described::everything(format);
            if (of.lods[0].format != "P3DM") {
                for (described::face& face : of.lods[1].faces) {
                    face.material.clear();
                    face.flags = of.lods[0].format == "SP3D" ? 0 : face.flags;
                }
            }
            brought to{of, all ? all_levels() : support::p3d_bringing{}};
            CHECK(to(to.shown));
            CHECK(to.model == to.before);
            CHECK(to.said.empty());
            for (scene::mesh& each : to.shown.meshes) {
                each.origins.clear(); // then by number
            }
            CHECK(to(to.shown));
            CHECK(to.model == to.before);
        }
    }
}

TEST_CASE("p3d apply: written anew, a model has the same content") {
    support::p3d_bringing how = all_levels();
    how.rewrite_all = true;
    brought to{levels(), how};
    CHECK(to(to.shown));
    CHECK(fields_that_differ(to.before, to.model) == "");
}

TEST_CASE("p3d apply: the order of triangles, and which corner is first, say nothing") {
    for (const described::model& of : {levels(), described::figure::model()}) {
        brought to{of, all_levels()};
        scene changed = to.shown;
        for (scene::mesh& mesh : changed.meshes) {
            for (const scene::primitive& part : mesh.primitives) {
                auto* const begin = mesh.indices.begin() + part.first_index;
                std::reverse(begin, begin + part.index_count);
                for (std::uint32_t i = 0; i < part.index_count; i += 3) {
                    std::swap(begin[i], begin[i + 1 + i / 3 % 2]); // undoes that they turned, at two corners
                }
            }
        }
        static_cast<void>(to(changed));
        CHECK(to.model == to.before);
        CHECK(to.said.empty());
    }
}

TEST_CASE("p3d apply: a change of a single list of a mesh is noticed") {
    brought to{described::figure::model(), {.made_with = {.include_selection_attributes = true}}};
    using mesh = scene::mesh;
    const std::pair<const char*, void (*)(mesh&)> all[] = {
        {"positions of vertices", [](mesh& m) { m.positions[0].x += 1; }},
        {"normals of vertices", [](mesh& m) { m.normals[0] = {0.6F, 0.8F, 0}; }},
        {"texture coordinates of vertices", [](mesh& m) { m.texcoords[0][0].x += 1; }},
        {"colors of vertices", [](mesh& m) { m.colors.resize(m.positions.size()); }},
        {"selections of vertices", [](mesh& m) { m.attributes[0].values[0] ^= 1U; }},
        {"triangles and their materials", [](mesh& m) { std::swap(m.indices[0], m.indices[1]); }},
        {"triangles and their materials",
         [](mesh& m) { std::swap(m.primitives[0].material, m.primitives[1].material); }},
    };
    for (const auto& each : all) {
        CAPTURE(each.first);
        scene changed = to.shown;
        each.second(changed.meshes[0]);
        static_cast<void>(to(changed));
        CHECK(to.says(each.first));
    }
}

TEST_CASE("p3d apply: a point moves with all its vertices") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    for (vector3<float>& each : changed.meshes[0].positions) {
        each = each == vector3<float>{1, 1, 0} ? vector3<float>{1, 1, 5} : each;
    }
    CHECK(to(changed));
    CHECK(to.points().size() == 5);
    CHECK(to.points()[2].position == vector3<float>{1, 1, -5});
    auto expected = to.before;
    expected.get(expected.get(expected.lods)[0].points)[2].position = vector3<float>{1, 1, -5};
    CHECK(fields_that_differ(expected, to.model).empty());
}

TEST_CASE("p3d apply: where only some vertices of a point move, it becomes two") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    mesh.positions[vertex_at(mesh, {1, 1, 0}, 1)] = {1, 2, 0};
    mesh.positions[vertex_at(mesh, {1, 0, 0}, 1)] = {1, -1, 0};
    CHECK(to(changed));
    CHECK(to.shapes() == "0123 546"); // in the order of vertices: first the corner at point 1
    CHECK(to.points()[5].position == vector3<float>{1, -1, 0});
    CHECK(to.weights("edge") == std::vector{0, 2, 3, 0, 0, 2, 3});
    CHECK(to.weights("left") == std::vector{1, 1, 1, 1, 0, 1, 1});
    const auto masses = to.tag("#Mass#").masses();
    CHECK(masses[1] == 1);
    CHECK(masses[5] == 1);
    CHECK(masses[2] == 1.5F);
    CHECK(masses[4] == 5);
    const auto edges = to.tag("#SharpEdges#").edges();
    REQUIRE(edges.size() == 2);
    CHECK(edges[0].point[0] == 1);
    CHECK(edges[1].point[0] == 5);
    CHECK(edges[1].point[1] == 6);
}

TEST_CASE("p3d apply: normals change in their place if all corners agree, else corners get new ones") {
    brought to{quad_and_triangle()};
    scene all = to.shown;
    for (vector3<float>& each : all.meshes[0].normals) {
        each = {1, 0, 0};
    }
    CHECK(to(all));
    CHECK(to.model.get(to.level().normals).size() == 2);
    CHECK(to.model.get(to.level().normals)[0] == vector3<float>{-1, 0, 0});
    CHECK(to.model.get(to.level().normals)[1] == vector3<float>{0, 1, 0}); // nothing has used it before

    scene one = to.shown;
    one.meshes[0].normals[vertex_at(one.meshes[0], {0, 1, 0})] = {0, 1, 0};
    CHECK(to(one));
    REQUIRE(to.model.get(to.level().normals).size() == 3);
    CHECK(to.faces()[0].corners()[3].normal == 2);
    CHECK(to.model.get(to.level().normals)[2] == vector3<float>{0, -1, 0});
    const std::uint32_t after = to.faces()[0].corners()[2].normal;
    CHECK(after == 0);

    // The new normal goes when nothing uses it.
    to.before = to.model;
    to.shown = to.made(to.before);
    scene back = to.shown;
    back.meshes[0].normals[vertex_at(back.meshes[0], {0, 1, 0})] = back.meshes[0].normals[0];
    CHECK(to(back));
    CHECK(to.model.get(to.level().normals).size() == 3); // it changed in its place
    take_triangle(back.meshes[0], 0, 1);
    static_cast<void>(to(back));
    CHECK(to.model.get(to.level().normals).size() == 2);
}

TEST_CASE("p3d apply: a level without normals gets those that differ, and indices of none stay so") {
    described::lod none = quad_and_triangle();
    none.normals.clear();
    brought bare{none};
    scene changed = bare.shown;
    const std::uint32_t vertex = vertex_at(changed.meshes[0], {0, 1, 0});
    changed.meshes[0].normals[vertex] = {1, 0, 0};
    static_cast<void>(bare(changed));
    CHECK(bare.made(bare.model).meshes[0].normals == changed.meshes[0].normals);

    for (const std::uint32_t stray : {2U, 3U, 4U}) { // there are two
        described::lod some = quad_and_triangle();
        some.faces[1].corners[1].normal = stray;
        brought to{some};
        changed = to.shown;
        changed.meshes[0].normals[vertex_at(changed.meshes[0], {0, 1, 0})] = {1, 0, 0};
        CHECK(to(changed));
        CHECK(to.model.get(to.level().normals).size() == 3);
        CHECK(to.faces()[0].corners()[3].normal == 2);
        CHECK(to.faces()[1].corners()[1].normal == npos);
    }
}

TEST_CASE("p3d apply: texture coordinates of faces, and of all sets") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    const std::uint32_t vertex = vertex_at(changed.meshes[0], {0, 1, 0});
    changed.meshes[0].texcoords[0][vertex] = {0.25F, 0.5F};
    changed.meshes[0].texcoords[1][vertex] = {4, 8};
    CHECK(to(changed));
    CHECK(to.faces()[0].corners()[3].uv.x == 0.25F);
    CHECK(to.faces()[0].corners()[3].uv.y == 0.5F);
    std::vector<float> seen;
    for (std::size_t i = 0; i < to.level().tags.count; ++i) {
        if (const p3d::uv_set set = to.model.tag(to.level(), i).uv_set()) {
            seen.insert(seen.end(), {set.uvs()[3].x, set.uvs()[3].y, set.uvs()[2].x});
        }
    }
    CHECK(seen == std::vector<float>{0.25F, 0.5F, 1, 4, 8, 1});

    scene more = to.shown;
    more.meshes[0].texcoords.push_back(more.meshes[0].texcoords[0]);
    CHECK(to(more));
    CHECK(to.made(to.model).meshes[0].texcoords.size() == 3);
}

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

TEST_CASE("p3d apply: a new point is in the selections that all points around it are in") {
    described::lod of = quad_and_triangle();
    of.points.push_back({{2, 1, 0}});
    of.faces.push_back({{{2, 0, 0, 0}, {4, 0, 1, 0}, {5, 0, 0, 1}}, "b\\door_co.paa", "", 0x20});
    of.tags = {described::selection("all", {1, 1, 1, 1, 1, 1}, {1, 1, 1}),
               described::selection("right", {0, 1, 1, 0, 1, 1}, {0, 1, 1}),
               described::selection("last", {0, 0, 1, 0, 1, 1}, {0, 0, 1}),
               described::selection("soft", {0, 255, 128, 0, 255, 2}, {0, 0, 0})};
    brought to{of};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    const auto add_vertex = [&](const vector3<float>& at) {
        mesh.positions.push_back(at);
        mesh.normals.push_back({0, 0, 1});
        for (auto& set : mesh.texcoords) {
            set.push_back({0, 0});
        }
        mesh.origins.push_back({});
        return static_cast<std::uint32_t>(mesh.positions.size() - 1);
    };
    // The triangle 1 4 2 is subdivided, and in its middle again.
    const std::uint32_t a = vertex_at(mesh, {1, 0, 0}, 1), b = vertex_at(mesh, {2, 0, 0}, 1),
                        c = vertex_at(mesh, {1, 1, 0}, 1);
    const std::uint32_t ab = add_vertex({1.5F, 0, 0}), bc = add_vertex({1.5F, 0.5F, 0}), ca = add_vertex({1, 0.5F, 0}),
                        middle = add_vertex({1.25F, 0.25F, 0});
    take_triangle(mesh, 1, 0);
    for (const auto& each :
         {std::array{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, middle}, {bc, ca, middle}, {ca, ab, middle}}) {
        add_triangle(mesh, each);
    }
    // And a triangle without any old point.
    add_triangle(mesh, {add_vertex({7, 0, 0}), add_vertex({8, 0, 0}), add_vertex({7, 1, 0})});
    static_cast<void>(to(changed));
    REQUIRE(to.points().size() == 13);
    CHECK(to.weights("all") == std::vector{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0});
    CHECK(to.weights("right") == std::vector{0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0});
    CHECK(to.weights("last") == std::vector{0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0});
    CHECK(to.weights("soft") == std::vector{0, 255, 128, 0, 255, 2, 255, 255, 255, 255, 0, 0, 0});
    CHECK(to.selected_faces("right") == std::vector{0, 1, 1, 1, 1, 1, 1, 1, 0});
    CHECK(to.selected_faces("last") == std::vector{0, 1, 0, 0, 0, 0, 0, 0, 0});
    CHECK_FALSE(to.says("has no faces left"));
    CHECK(to.says("guessed mesh"));
    CHECK(to.counts["new points are in the selections of those around them"] == 4);
    CHECK(to.counts["new points are in no selection: nothing says in which"] == 3);
}
TEST_CASE("p3d apply: a new point is in the selections of those that an editor made it between, by their shares") {
    described::lod of = quad_and_triangle();
    of.tags = {described::selection("all", {1, 1, 1, 1, 1}, {1, 1}),
               described::selection("right", {0, 1, 0, 0, 1}, {0, 0}),
               described::selection("end", {0, 0, 0, 0, 1}, {0, 0}),
               described::selection("soft", {0, 206, 0, 0, 106}, {0, 0}), // 50 and 150 of 255
               described::selection("END", {0, 1, 0, 0, 0}, {0, 0})};     // no attribute can have this name as well
    brought to{of};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    const std::uint32_t a = vertex_at(mesh, {1, 0, 0}, 1), b = vertex_at(mesh, {2, 0, 0}, 1),
                        c = vertex_at(mesh, {1, 1, 0}, 1);
    const auto add_vertex = [&](const vector3<float>& at, float share) {
        const vector2<float> p = texcoord_of(mesh.origins[a]), q = texcoord_of(mesh.origins[b]);
        mesh.positions.push_back(at);
        mesh.normals.push_back({0, 0, 1});
        for (auto& set : mesh.texcoords) {
            set.push_back({0, 0});
        }
        mesh.origins.push_back(share == 0 ? scene::origin{}
                                          : origin_of({p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share}));
        return static_cast<std::uint32_t>(mesh.positions.size() - 1);
    };
    const std::uint32_t made = add_vertex({1.25F, 0, 0}, 0.25F), again = add_vertex({1.25F, 0, 0}, 0.5F),
                        moved = add_vertex({1.5F, -0.25F, 0}, 0.5F), beside = add_vertex({1.75F, -0.5F, 0}, 0);
    add_triangle(mesh, {a, made, c});
    add_triangle(mesh, {again, moved, beside});
    static_cast<void>(to(changed));
    REQUIRE(to.points().size() == 8);
    CHECK(to.weights("all") == std::vector{1, 1, 1, 1, 1, 1, 1, 1});
    CHECK(to.weights("right") == std::vector{0, 1, 0, 0, 1, 1, 1, 1});
    CHECK(to.weights("end") == std::vector{0, 0, 0, 0, 1, 256 - 128, 256 - 128, 256 - 128}); // the most of a place
    CHECK(to.weights("soft") == std::vector{0, 206, 0, 0, 106, 256 - 100, 256 - 100, 256 - 100});
    CHECK(to.weights("END") == std::vector{0, 1, 0, 0, 0, 256 - 191, 256 - 128, 256 - 128});
    CHECK(to.counts["new points are in the selections of those around them"] == 1);
    CHECK_FALSE(to.says("nothing says in which"));
}
TEST_CASE("p3d apply: vertices without origins are found by number, or all are new") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    mesh.origins.clear();
    mesh.positions.push_back({9, 9, 9});
    mesh.normals.push_back({0, 0, 1});
    for (auto& set : mesh.texcoords) {
        set.push_back({});
    }
    static_cast<void>(to(changed));
    CHECK(to.says("guessed mesh visual 1: vertices without origins"));
    CHECK(to.shapes() == "012 023 142"); // the old faces are gone
    CHECK(to.points().size() == 5);
}

TEST_CASE("p3d apply: the texture that a material means") {
    struct expectation {
        const char *name, *image, *rvmat, *texture;
    };
    constexpr expectation all[] = {
        {"wall_co", "c\\new_co.paa", nullptr, "c\\new_co.paa"},
        {"wall_co", "new_co.png", nullptr, "a\\new_co.paa"},
        {"brick", nullptr, nullptr, "a\\brick.paa"},
        {"c\\brick.paa", nullptr, nullptr, "c\\brick.paa"},
        {"brick.tga", nullptr, nullptr, "brick.tga"},
        {"#(argb,8,8,3)color(1,0,0,1,co)", nullptr, nullptr, "#(argb,8,8,3)color(1,0,0,1,co)"},
        {"wall_co", nullptr, "c\\d.rvmat", "a\\wall_co.paa"},
    };
    for (const expectation& each : all) {
        brought to{quad_and_triangle()};
        scene changed = to.shown;
        scene::material& material = changed.materials[0];
        material.name = each.name;
        if (each.image != nullptr) {
            material.textures[0].name = each.image;
        }
        if (each.rvmat != nullptr) {
            REQUIRE(material.extras[0].key == "rvmat");
            material.extras[0].value = scene::text{each.rvmat};
        }
        static_cast<void>(to(changed));
        CHECK(to.texture(0) == each.texture);
        CHECK(to.model.get(to.faces()[0].material) == (each.rvmat != nullptr ? each.rvmat : "a\\wall.rvmat"));
        CHECK(to.texture(1) == "b\\door_co.paa");
        const bool is_guessed = std::string_view{each.texture}.starts_with("a\\") && each.rvmat == nullptr;
        CHECK(to.says("guessed material") == is_guessed);
    }
    // A face gets another material, and a new one.
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    std::swap(changed.meshes[0].primitives[0].material, changed.meshes[0].primitives[1].material);
    static_cast<void>(to(changed));
    CHECK(to.texture(0) == "b\\door_co.paa");
    CHECK(to.model.get(to.faces()[0].material).empty());
    CHECK(to.texture(1) == "a\\wall_co.paa");
    changed = to.shown;
    changed.materials.push_back(changed.materials[0]);
    changed.materials.back() = scene::material{};
    changed.materials.back().name = "gate";
    changed.meshes[0].primitives[0].material = 2;
    static_cast<void>(to(changed));
    CHECK(to.texture(0) == "a\\gate.paa");
    CHECK(to.model.get(to.faces()[0].material).empty());
}

TEST_CASE("p3d apply: what of a material only an .rvmat could say") {
    using material = scene::material;
    constexpr void (*edits[])(material&) = {
        [](material& m) { m.is_double_sided = !m.is_double_sided; },
        [](material& m) { m.is_unlit = !m.is_unlit; },
        [](material& m) { m.emissive = {1, 0, 0}; },
        [](material& m) { m.textures.resize(m.textures.size() + 1); },
    };
    for (const auto edit : edits) {
        brought to{quad_and_triangle()};
        scene changed = to.shown;
        edit(changed.materials[0]);
        static_cast<void>(to(changed));
        CHECK(to.model == to.before);
        CHECK(to.says("left_out material wall_co: further textures"));
    }
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    changed.materials[0].textures.clear();
    static_cast<void>(to(changed));
    CHECK_FALSE(to.says("left_out"));
}

TEST_CASE("p3d apply: the colour of a texture that is an expression") {
    brought to{described::everything("P3DM")};
    scene changed = to.shown;
    changed.materials[0].base_color = {0.5F, 0.25F, 0, 0.75F};
    changed.materials[0].alpha = scene::alpha_mode::blend;
    static_cast<void>(to(changed));
    CHECK(to.texture(1) == "#(argb,8,8,3)color(0.735357,0.537099,0.000000,0.750000,ca)");
    const vector4<float> again = to.made(to.model).materials[0].base_color;
    CHECK(again.x == doctest::Approx(0.5).epsilon(1e-5));
    CHECK(again.w == 0.75F);
}

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

TEST_CASE("p3d apply: a level's transform moves all its points; a name says its resolution") {
    brought to{levels(), all_levels()};
    scene changed = to.shown;
    const auto node = [&](std::string_view name) -> scene::node& {
        for (scene::node& each : changed.nodes) {
            if (each.name == name) {
                return each;
            }
        }
        FAIL("no such node");
        return changed.nodes[0];
    };
    node("visual 1").local.position = {10, 0, 1};
    static_cast<void>(to(changed));
    CHECK(to.points(1)[4].position == vector3<float>{12, 0, -1});
    CHECK(to.points(0)[1].position == vector3<float>{1, 0, 0});
    CHECK(to.says("changed node visual 1: the transform"));

    changed = to.shown;
    node("visual 1").name = changed.meshes[1].name = "shadow_volume 2";
    CHECK(to(changed));
    CHECK(to.level(1).resolution == 10002);
    for (const char* const refused : {"visual", "visual 1.5", "memory", "box"}) {
        changed = to.shown;
        node("visual 1").name = refused;
        static_cast<void>(to(changed));
        CHECK(to.model == to.before);
        CHECK(to.says("left_out node"));
    }
}

TEST_CASE("p3d apply: the resolution that a level's name says") {
    struct expectation {
        const char* name;
        float resolution;
    };
    constexpr float none = -1;
    constexpr expectation all[] = {
        {"visual 0", 0},
        {"visual 1", none}, // another level has it
        {"visual 1.5", 1.5F},
        {"visual", none},
        {"visual7", none},
        {"visual x", none},
        {"visual 1 2", none},
        {"visible 1", none},
        {"vis", none},
        {"", none},
        {"memory", 1e15F},
        {"memory 1", none},
        {"memoryx", none},
        {"wreck", 21e15F},
        {"view_gunner", 1000},
        {"view_gunner 1", none},
        {"view_cargo 99", 1299},
        {"view_cargo 100", none},
        {"view_cargo_geometry 2", 8.02e15F},
        {"shadow_volume 999", 10999},
        {"shadow_volume_view_cargo", 18e15F},
        {"unknown", none},
    };
    brought to{described::model{{quad_and_triangle(), described::triangle(5)}}, all_levels()};
    REQUIRE(to.shown.nodes.size() == 2);
    REQUIRE(to.shown.nodes[1].name == "visual 5");
    for (const expectation& each : all) {
        CAPTURE(each.name);
        scene changed = to.shown;
        changed.nodes[1].name = each.name;
        static_cast<void>(to(changed));
        CHECK(to.level(1).resolution == (each.resolution == none ? 5 : each.resolution));
        CHECK(to.says("left_out node") == (each.resolution == none));
    }
}

TEST_CASE("p3d apply: levels are deleted on demand, and new ones have the place of their resolution") {
    brought to{levels(), all_levels()};
    scene fewer = to.shown;
    REQUIRE(fewer.nodes[fewer.nodes.size() - 1].parent == fewer.nodes.size() - 4);
    fewer.nodes.resize(fewer.nodes.size() - 4); // memory
    static_cast<void>(to(fewer));
    CHECK(to.model == to.before);
    CHECK(to.says("kept level memory: the scene lacks it"));
    to.how.delete_missing = true;
    CHECK(to(fewer));
    CHECK(to.model.lods.count == 2);

    scene more = to.shown;
    scene::node added{};
    added.name = "visual 1.25";
    added.mesh = 1;
    more.nodes.push_back(added);
    static_cast<void>(to(more));
    REQUIRE(to.model.lods.count == 4);
    CHECK(to.level(0).resolution == 1.25F); // of 1.25 1.5 1 memory: before the first that is larger
    CHECK(to.shapes() == "0123 142");       // a copy of another level
    CHECK(to.points().size() == 5);
    CHECK(to.texture(0) == "a\\wall_co.paa");
    CHECK(to.says("changed node visual 1.25: a new level"));
    more.nodes.back().name = "box";
    static_cast<void>(to(more));
    CHECK(to.model == to.before);
}

TEST_CASE("p3d apply: a part of a new name and the number of one that is gone is this one") {
    brought to{levels(), all_levels()};
    scene changed = to.shown;
    for (scene::mesh& each : changed.meshes) {
        each.origins.clear();
    }
    for (scene::node& each : changed.nodes) { // levels, proxies and points
        each.name = "new " + std::string{each.name};
    }
    for (scene::mesh& each : changed.meshes) {
        each.name = "new " + std::string{each.name};
    }
    to.how.delete_missing = true;
    static_cast<void>(to(changed));
    CHECK(to.says("guessed node new visual 1: it has another name in the model"));
    CHECK_FALSE(to.says("deleted"));
    CHECK_FALSE(to.says("a new"));
    CHECK(to.model.lods.count == to.before.lods.count);
    CHECK(to.points().size() == to.before.get(to.before.get(to.before.lods)[0].points).size());

    changed = to.shown; // a node that is new is no other one with its number
    changed.clips.clear();
    changed.nodes[0].name = "visual 9";
    changed.nodes[0].mesh = npos;
    static_cast<void>(to(changed));
    CHECK(to.says("level visual 1.5: deleted"));

    changed = to.shown;
    changed.materials[0].name = "c\\new_co.paa";
    static_cast<void>(to(changed));
    CHECK(to.says(": triangles and their materials"));
}

TEST_CASE("p3d apply: a model keeps a level") {
    brought to{quad_and_triangle(), {.delete_missing = true}};
    scene other = to.shown;
    other.nodes[0].name = "box";
    other.nodes[0].mesh = npos;
    static_cast<void>(to(other));
    CHECK(to.model == to.before);
    CHECK(to.says("left_out node visual 1: a model has at least one level"));
    CHECK(to.says("kept level visual 1: the scene lacks it"));
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

TEST_CASE("p3d apply: a moved proxy moves its triangle and keeps its size") {
    brought to{described::everything("P3DM")};
    scene changed = to.shown;
    REQUIRE(changed.nodes.size() == 2);
    changed.nodes[1].local.position.x += 2;
    // The triangle's points are those of the quad: it gets its own.
    CHECK(to(changed));
    CHECK(to.shapes() == "456 0123 01");
    CHECK(to.points()[4].position == vector3<float>{2, 0, 0});
    CHECK(to.points()[5].flags == 0x0100'0000);
    CHECK(to.weights("moss") == std::vector{0, 1, 2, 255, 0, 1, 2});

    changed = to.shown;
    changed.nodes[1].local.rotation = {0, 1, 0, 0};
    static_cast<void>(to(changed));
    const auto turned = to.made(to.model).nodes[1].local;
    CHECK(std::abs(dot(turned.rotation, changed.nodes[1].local.rotation)) == doctest::Approx(1));
    const auto side = [&](std::size_t a, std::size_t b) {
        return length(to.points()[to.faces()[0].corners()[a].point].position -
                      to.points()[to.faces()[0].corners()[b].point].position);
    };
    CHECK(side(0, 1) == doctest::Approx(1));
    CHECK(side(1, 2) == doctest::Approx(2));

    changed = to.shown;
    changed.nodes[1].extras[0].value = scene::text{"rock\\cat"};
    static_cast<void>(to(changed));
    CHECK(to.tag("proxy:rock\\cat.007"));
    to.how.delete_missing = true;
    changed = to.shown;
    changed.nodes.resize(1);
    CHECK(to(changed));
    CHECK_FALSE(to.tag("proxy:rock\\bird.007"));
    CHECK(to.shapes() == "0123 01");
}

TEST_CASE("p3d apply: a proxy goes where its node is, once, also with the node of its level") {
    brought to{described::everything("P3DM")};
    scene changed = to.shown;
    changed.nodes[0].local = {{1, 2, 3}, {0, 0.6F, 0, 0.8F}, {1, 1, 1}};
    const auto proxies = [&](const scene& of) {
        std::vector<matrix4x3<double>> world(of.nodes.size());
        world_matrices(of, world);
        return world[1];
    };
    static_cast<void>(to(changed));
    CHECK(impl::is_near(proxies(to.made(to.model)), proxies(changed), 1e-5, 1e-5));
    const pose<double> level = impl::to_real<double>(changed.nodes[0].local),
                       below = impl::to_real<double>(to.shown.nodes[1].local);
    changed.nodes[1].local = // it stays
        impl::to_real<float>(decompose(inverse(level.matrix()).matrix * below.matrix()).pose);
    static_cast<void>(to(changed));
    CHECK(impl::is_near(proxies(to.made(to.model)), proxies(to.shown), 1e-5, 1e-5));
}
TEST_CASE("p3d apply: joints that are elsewhere at rest move their points, once, and so does the clip") {
    const model_with_clips with{{described::figure::nod()}};
    brought to{described::figure::model(), with.options()};
    for (const float size : {1.0F, 2.0F}) {
        scene changed = to.shown;
        const std::uint32_t root = changed.skins[0].joints[0];
        REQUIRE(changed.nodes[root].parent == npos);
        const pose<double> move{{1, 2, 3}, {0, 0, 0.6, 0.8}, {size, size, size}};
        changed.nodes[root].local = impl::to_real<float>(
            decompose(move.matrix() * impl::to_real<double>(changed.nodes[root].local).matrix()).pose);
        static_cast<void>(to(changed));
        const scene made = to.made(to.model);
        const scene::mesh &now = made.meshes[0], &before = to.shown.meshes[0];
        REQUIRE(now.positions.size() == before.positions.size());
        for (std::size_t i = 0; i < now.positions.size(); ++i) {
            const vector3<double> there = transform_point(move.matrix(), impl::to_real<double>(before.positions[i]));
            CHECK(length(impl::to_real<double>(now.positions[i]) - there) < 1e-5);
        }
        p3d::owned_animation clip = *decode(with.clips[0].keys);
        const p3d::owned_animation old = clip;
        REQUIRE_FALSE(support::bring_back(changed, "nod", to.before, clip, [](const remark&) {}, to.how));
        const auto matrix_of = [](const p3d::owned_bone_pose& of) {
            const auto real = [](const auto& v) { return impl::to_real<double>(vector3<float>{v.x, v.y, v.z}); };
            return impl::mirrored_z::matrix(matrix4x3<double>{real(of.x), real(of.y), real(of.z), real(of.position)});
        };
        REQUIRE(clip.phases.count == old.phases.count);
        for (std::size_t i = 0; i < clip.phases.count; ++i) {
            const auto poses = std::as_const(clip).get(std::as_const(clip).get(clip.phases)[i].bones);
            const auto olds = old.get(old.get(old.phases)[i].bones);
            for (std::size_t k = 0; k < poses.size(); ++k) {
                CHECK(
                    impl::is_near(matrix_of(poses[k]) * move.matrix(), move.matrix() * matrix_of(olds[k]), 1e-5, 1e-5));
            }
        }
    }
}

TEST_CASE("p3d apply: a proxy's path and number are those of its node's extras") {
    struct expectation {
        const char *name, *path;
        double id; // 0.5: as it was
        const char* made;
    };
    constexpr expectation all[] = {
        {"proxy:a\\b.007", "c", 0.5, "proxy:c.007"},
        {"proxy:a\\b.000", "c", 0.5, "proxy:c.000"},
        {"proxy:a\\b.12", "c", 0.5, "proxy:c.12"},
        {"proxy:a\\b.007", "a\\b", 0, "proxy:a\\b.000"},
        {"proxy:a\\b.007", "a\\b", 42, "proxy:a\\b.042"},
        {"proxy:a\\b.007", "c", 123, "proxy:c.123"},
        {"proxy:a\\b.007", "c", 1234, "proxy:c.1234"},
        {"proxy:a\\b.007", "a\\b", 999'999'999, "proxy:a\\b.999999999"},
        {"proxy:a\\b.007", "c", -1, "proxy:c.007"},
        {"proxy:a\\b.007", "c", 1e9, "proxy:c.007"},
    };
    for (const expectation& each : all) {
        CAPTURE(each.made);
        described::lod of = quad_and_triangle();
        of.tags[1] = described::selection(each.name, {0, 1, 1, 0, 1}, {0, 1});
        brought to{of};
        scene changed = to.shown;
        REQUIRE(changed.nodes.size() == 2);
        for (scene::extra& extra : changed.nodes[1].extras) {
            if (extra.key == "proxy") {
                extra.value = scene::text{each.path};
            } else if (extra.key == "id" && each.id != 0.5) {
                extra.value = each.id;
            }
        }
        static_cast<void>(to(changed));
        CHECK(to.tag(each.made));
        CHECK(to.said == std::vector{std::string{"changed selection "} + each.made + ": the name"});
    }
}

TEST_CASE("p3d apply: new proxies, by their extras or their name") {
    brought to{described::everything("P3DM")};
    scene changed = to.shown;
    scene::node added{};
    added.parent = 0;
    added.name = "proxy:rock\\bird";
    added.local.position = {5, 6, 7};
    added.local.rotation = {0, 0.6F, 0, 0.8F};
    changed.nodes.push_back(added);
    added.name = "wheel";
    extras_of(added.extras).add("proxy", "a\\wheel").add("id", 3);
    changed.nodes.push_back(added);
    static_cast<void>(to(changed));
    CHECK(to.tag("proxy:rock\\bird.008"));
    CHECK(to.tag("proxy:a\\wheel.003"));
    const scene again = to.made(to.model);
    REQUIRE(again.nodes.size() == 4);
    for (const std::size_t i : {std::size_t{2}, std::size_t{3}}) {
        CHECK(length(again.nodes[i].local.position - vector3<float>{5, 6, 7}) < 1e-5F);
        CHECK(std::abs(dot(again.nodes[i].local.rotation, added.local.rotation)) == doctest::Approx(1));
    }
    CHECK(again.meshes[0].indices.size() == to.shown.meshes[0].indices.size());
}

TEST_CASE("p3d apply: a level of many proxies, and names of levels that others have") {
    brought to{quad_and_triangle()};
    scene more = to.shown;
    for (int i = 1; i <= 600; ++i) {
        scene::node added{};
        added.name = "proxy:a\\box." + std::to_string(i);
        added.parent = 0;
        more.nodes.push_back(added);
    }
    static_cast<void>(to(more));
    CHECK(to.faces().size() == to.before.get(to.before.get(to.before.lods)[0].faces).size() + 600);

    brought two{levels(), all_levels()};
    scene changed = two.shown;
    std::size_t renamed = 0;
    std::string last;
    for (scene::node& each : changed.nodes) {
        if (each.mesh != npos) {
            last = std::exchange(each.name, "visual 7");
            ++renamed;
        }
    }
    REQUIRE(renamed == 2);
    static_cast<void>(two(changed));
    CHECK(two.says("changed node visual 7: the resolution of a level"));
    CHECK(two.says("left_out node " + last + ": a level's name says its kind, as no other level's does"));
}

TEST_CASE("p3d apply: nodes of points move, make and delete points") {
    brought to{levels(), all_levels()};
    scene changed = to.shown;
    const std::size_t first = changed.nodes.size() - 3;
    CHECK(changed.nodes[first].name == "axis");
    CHECK(changed.nodes[first + 1].name == "axis_2");
    CHECK(changed.nodes[first + 2].name == "eye");
    changed.nodes[first + 1].local.position = {1, 1, 1};
    CHECK(to(changed));
    CHECK(to.points(2)[1].position == vector3<float>{1, 1, -1});

    changed = to.shown;
    changed.nodes[first + 2].name = "muzzle";
    CHECK(to(changed));
    CHECK(to.weights("muzzle", 2) == std::vector{0, 0, 1});

    changed = to.shown;
    scene::node added = changed.nodes[first + 2];
    added.name = "eye.001";
    changed.nodes.push_back(added);
    added.name = "ear";
    changed.nodes.push_back(added);
    static_cast<void>(to(changed));
    CHECK(to.weights("eye", 2) == std::vector{0, 0, 1, 1, 0});
    CHECK(to.weights("ear", 2) == std::vector{0, 0, 0, 0, 1});
    CHECK(to.says("guessed node eye.001"));
    CHECK(to.says("changed node eye.001: a new point of a selection"));
    CHECK(to.points(2)[4].position == vector3<float>{6, 7, 8});

    changed = to.shown;
    changed.nodes.resize(first + 2);
    static_cast<void>(to(changed));
    CHECK(to.model == to.before);
    to.how.delete_missing = true;
    static_cast<void>(to(changed));
    CHECK(to.points(2).size() == 2);
    CHECK(to.weights("axis", 2) == std::vector{1, 1});
    CHECK_FALSE(to.tag("eye", 2));
    CHECK(to.says("changed selection eye: is deleted with its last point"));
    added.name = "eye"; // another one
    changed.nodes.push_back(added);
    static_cast<void>(to(changed));
    CHECK(to.weights("eye", 2) == std::vector{0, 0, 1});
}

TEST_CASE("p3d apply: what of a node in a level has no effect is left out") {
    brought to{levels(), all_levels()};
    const auto number_of = [&](std::string_view name) {
        std::uint32_t out = 0;
        while (to.shown.nodes[out].name != name) {
            ++out;
        }
        return out;
    };
    scene changed = to.shown;
    changed.nodes[number_of("axis")].local.rotation = {1, 0, 0, 0};
    static_cast<void>(to(changed));
    CHECK(to.said == std::vector<std::string>{"left_out node axis: the rotation and the scale of a point"});
    changed = to.shown;
    changed.nodes[number_of("axis")].parent = npos;
    static_cast<void>(to(changed));
    CHECK(to.said == std::vector<std::string>{"left_out node axis: another parent: it stays in its level"});
}
TEST_CASE("p3d apply: a new node is no point of a level with triangles, nor if it has other content") {
    brought to{levels(), all_levels()};
    to.shown.lights.resize(1);
    to.shown.cameras.resize(1);
    const auto with = [&](std::uint32_t parent, std::uint32_t scene::node::* content) {
        scene changed = to.shown;
        scene::node& added = changed.nodes.emplace_back();
        added.name = "ear";
        added.parent = parent;
        if (content != nullptr) {
            added.*content = 0;
        }
        static_cast<void>(to(changed));
        return to.model == to.before && to.says("left_out node ear: a level has proxies, and points if it has no");
    };
    const std::uint32_t memory = to.shown.nodes.back().parent;
    std::uint32_t visual = 0;
    while (to.shown.nodes[visual].mesh == npos) {
        ++visual;
    }
    CHECK(with(visual, nullptr));
    CHECK_FALSE(with(memory, nullptr));
    CHECK(with(memory, &scene::node::mesh));
    CHECK(with(memory, &scene::node::light));
    CHECK(with(memory, &scene::node::camera));
}

TEST_CASE("p3d apply: attributes of vertices are weights of selections") {
    brought to{quad_and_triangle(), all_levels()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    REQUIRE(mesh.attributes[0].name == "SELECTION_edge");
    const std::uint32_t vertex = vertex_at(mesh, {0, 1, 0});
    mesh.attributes[0].values[vertex] = 255;
    scene::attribute added = mesh.attributes[0];
    added.name = "SELECTION_new";
    for (std::uint8_t& each : added.values) {
        each = 0;
    }
    added.values[vertex] = 1;
    mesh.attributes.push_back(added);
    CHECK(to(changed));
    CHECK(to.weights("edge") == std::vector{0, 2, 3, 1, 0});
    CHECK(to.weights("new") == std::vector{0, 0, 0, 255, 0});
}
TEST_CASE("p3d apply: attributes in upper case are those of selections, and new ones are in lower case") {
    described::lod of = quad_and_triangle();
    of.tags.push_back(described::selection("Mixed", {0, 1, 0, 0, 0}, {0, 0}));
    of.tags.push_back(described::selection("LOUD", {0, 0, 1, 0, 0}, {0, 0}));
    brought to{of, all_levels()};
    scene changed = to.shown;
    scene::list<scene::attribute>& attributes = changed.meshes[0].attributes;
    for (scene::attribute& each : attributes) {
        std::transform(each.name.begin(), each.name.end(), each.name.begin(),
                       [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    }
    static_cast<void>(to(changed));
    CHECK(to.model == to.before);
    CHECK(to.said.empty());
    scene::attribute& edge = *std::find_if(attributes.begin(), attributes.end(),
                                           [](const auto& each) { return each.name == "SELECTION_EDGE"; });
    scene::attribute added = edge;
    added.name = "SELECTION_NEW";
    edge.values[vertex_at(changed.meshes[0], {0, 1, 0})] = 255;
    attributes.push_back(added);
    static_cast<void>(to(changed));
    CHECK(to.counts["selections of vertices"] == changed.meshes[0].positions.size());
    CHECK(to.weights("edge") == std::vector{0, 2, 3, 1, 0});
    CHECK(to.weights("Mixed") == std::vector{0, 1, 0, 0, 0});
    CHECK(to.weights("LOUD") == std::vector{0, 0, 1, 0, 0});
    CHECK(to.weights("new") == std::vector{0, 2, 3, 0, 0});
}

// Values of an attribute of a selection.
[[nodiscard]] static scene::attribute& attribute_of(scene::mesh& in, std::string_view selection) {
    return *std::find_if(in.attributes.begin(), in.attributes.end(), [&](const scene::attribute& each) {
        return std::string_view{each.name}.substr(std::string_view{"SELECTION_"}.size()) == selection;
    });
}
TEST_CASE("p3d apply: a new face is in a selection if its points weigh as much as those of its faces") {
    described::lod of = quad_and_triangle();
    of.tags = {described::selection("left", {1, 1, 1, 1, 0}, {1, 0}),
               described::selection("soft", {1, 128, 128, 1, 0}, {1, 0}), // 128: a half
               described::selection("odd", {1, 1, 1, 0, 1}, {7, 0})};     // a face without a point, and the reverse
    brought to{of, all_levels()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    attribute_of(mesh, "left").values[vertex_at(mesh, {2, 0, 0}, 1)] = 253;
    attribute_of(mesh, "soft").values[vertex_at(mesh, {2, 0, 0}, 1)] = 128;
    attribute_of(mesh, "odd").values[vertex_at(mesh, {0, 0, 0}, 0)] = 128;
    static_cast<void>(to(changed));
    CHECK(to.weights("left") == std::vector{1, 1, 1, 1, 3});
    CHECK(to.selected_faces("left") == std::vector{1, 0});
    CHECK(to.selected_faces("soft") == std::vector{1, 1});
    CHECK(to.weights("odd") == std::vector{128, 1, 1, 0, 1});
    CHECK(to.selected_faces("odd") == std::vector{0, 0}); // a point left it
    changed = to.shown;
    attribute_of(changed.meshes[0], "odd").values[vertex_at(changed.meshes[0], {0, 1, 0}, 0)] = 254;
    static_cast<void>(to(changed));
    CHECK(to.selected_faces("odd") == std::vector{7, 0}); // none did
}
TEST_CASE("p3d apply: a new vertex at an old point takes no selection from it") {
    brought to{quad_and_triangle(), all_levels()};
    for (const std::uint8_t weight : {std::uint8_t{0}, std::uint8_t{255}}) {
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        const std::uint32_t old = vertex_at(mesh, {1, 1, 0}, 1);
        mesh.positions.push_back(mesh.positions[old]);
        mesh.normals.push_back(mesh.normals[old]);
        for (auto& set : mesh.texcoords) {
            set.push_back({0.25F, 0.25F});
        }
        mesh.origins.push_back({});
        for (scene::attribute& each : mesh.attributes) {
            each.values.push_back(weight);
        }
        const auto added = static_cast<std::uint32_t>(mesh.positions.size() - 1);
        add_triangle(mesh, {added, vertex_at(mesh, {1, 0, 0}, 1), vertex_at(mesh, {2, 0, 0}, 1)});
        static_cast<void>(to(changed));
        REQUIRE(to.points().size() == 5);
        CHECK(to.weights("edge") == std::vector{0, 2, weight == 0 ? 3 : 1, 0, 0});
    }
}
TEST_CASE("p3d apply: vertices that merged with others at their places keep their selections, unless one is edited") {
    described::lod of = quad_and_triangle();
    of.points.push_back({{1, 0, 0}});
    of.points.push_back({{1, 1, 0}});
    of.faces[1].corners[0].point = 5; // the triangle has points of its own
    of.faces[1].corners[2].point = 6;
    of.tags = {described::selection("left", {1, 1, 1, 1, 0, 0, 0}, {1, 0}),
               described::selection("right", {0, 0, 0, 0, 1, 1, 1}, {0, 1})};
    brought to{of, all_levels()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    for (const vector3<float>& at : {vector3<float>{1, 0, 0}, {1, 1, 0}}) {
        attribute_of(mesh, "left").values[vertex_at(mesh, at, 1)] = 255;
        attribute_of(mesh, "right").values[vertex_at(mesh, at, 1)] = 0;
    }
    static_cast<void>(to(changed));
    CHECK(to.model == to.before);
    CHECK(to.said == std::vector<std::string>{"kept selections " + std::string{mesh.name} +
                                              ": vertices have values of others at their places, as if merged: "
                                              "theirs stay"});
    CHECK(to.counts.begin()->second == 2);
    attribute_of(mesh, "left").values[vertex_at(mesh, {2, 0, 0}, 1)] = 255;
    static_cast<void>(to(changed));
    CHECK(to.weights("left") == std::vector{1, 1, 1, 1, 1, 1, 1});
    CHECK(to.selected_faces("left") == std::vector{1, 1});
    CHECK(to.selected_faces("right") == std::vector{0, 0});
}
TEST_CASE("p3d apply: a selection whose attribute is gone stays, or is deleted, if the mesh has other attributes") {
    for (const bool deletes : {false, true}) {
        brought to{quad_and_triangle(), all_levels()};
        to.how.delete_missing = deletes;
        scene changed = to.shown;
        changed.meshes[0].attributes.erase(&attribute_of(changed.meshes[0], "edge"));
        static_cast<void>(to(changed));
        CHECK((to.model == to.before) == !deletes);
        CHECK(to.says(deletes ? "changed selection edge: deleted" : "kept selection edge: the scene lacks it"));
        CHECK(to.tag("edge").selection().name().empty() == deletes);
        changed.meshes[0].attributes.clear();
        static_cast<void>(to(changed));
        CHECK(to.model == to.before);
        CHECK(to.said.empty());
    }
}
TEST_CASE("p3d apply: a new name in capitals is that of another level's selection, or in lower case, which is said") {
    described::model of{{quad_and_triangle(), quad_and_triangle()}};
    of.lods[1].resolution = 2;
    of.lods[1].tags.push_back(described::selection("Mixed", {0, 1, 0, 0, 0}, {0, 0}));
    brought to{of, all_levels()};
    scene changed = to.shown;
    scene::list<scene::attribute>& attributes = changed.meshes[0].attributes;
    for (const char* const name : {"SELECTION_MIXED", "SELECTION_NEW", "SELECTION_42"}) {
        scene::attribute added = attributes[0];
        added.name = name;
        attributes.push_back(added);
    }
    static_cast<void>(to(changed));
    CHECK(to.weights("Mixed") == to.weights("edge"));
    CHECK(to.weights("new") == to.weights("edge"));
    CHECK(to.weights("42") == to.weights("edge"));
    CHECK(std::count_if(to.said.begin(), to.said.end(),
                        [](const std::string& each) { return each.starts_with("guessed"); }) == 1);
    CHECK(to.says("guessed selection new: its name, in lower case: the scene has it in capitals"));
}

TEST_CASE("p3d apply: weights of joints are those of their selections") {
    const model_with_clips with{{described::figure::nod()}};
    brought to{described::figure::model(), with.options()};
    CHECK(to(to.shown));
    CHECK(to.model == to.before);
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    REQUIRE(mesh.joints.size() == 1);
    // All vertices of the first point follow two joints.
    const vector3<float> at = mesh.positions[0];
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        if (mesh.positions[i] == at) {
            mesh.joints[0][i] = {1, 2, 0, 0};
            mesh.weights[0][i] = {0.6F, 0.4F, 0, 0};
        }
    }
    static_cast<void>(to(changed));
    CHECK(to.says("weights of vertices"));
    const scene again = to.made(to.model);
    const scene::mesh& after = again.meshes[0];
    CHECK(after.joints[0][0] == mesh.joints[0][0]);
    CHECK(after.weights[0][0][0] == doctest::Approx(0.6).epsilon(1e-3));
    CHECK(after.positions == mesh.positions);
    for (std::size_t i = 0; i < after.positions.size(); ++i) {
        if (mesh.positions[i] != at) {
            CHECK(after.weights[0][i] == mesh.weights[0][i]);
        }
    }
    scene joints = to.shown; // of the same weights
    const std::uint16_t old = joints.meshes[0].joints[0][0][0];
    joints.meshes[0].joints[0][0][0] = old == 0 ? 1 : 0;
    static_cast<void>(to(joints));
    CHECK(to.says("weights of vertices"));
}
TEST_CASE("p3d apply: a new vertex has the weights of its joints, whatever attributes say") {
    const model_with_clips with{{described::figure::nod()}};
    support::p3d_bringing how = with.options();
    how.made_with.include_selection_attributes = true;
    brought to{described::figure::model(), how};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    mesh.positions.push_back({9, 9, 9});
    mesh.normals.push_back({0, 0, 1});
    for (auto& set : mesh.texcoords) {
        set.push_back({0, 0});
    }
    mesh.joints[0].push_back({1, 0, 0, 0});
    mesh.weights[0].push_back({1, 0, 0, 0});
    mesh.origins.push_back({});
    for (scene::attribute& each : mesh.attributes) {
        each.values.push_back(128);
    }
    for (scene::morph_target& each : mesh.targets) {
        each.positions.push_back({});
    }
    add_triangle(mesh, {static_cast<std::uint32_t>(mesh.positions.size() - 1), 0, 1});
    static_cast<void>(to(changed));
    const scene::text& name = changed.nodes[changed.skins[0].joints[1]].name;
    REQUIRE_FALSE(to.weights(name).empty());
    CHECK(to.weights(name).back() == 1);
}

TEST_CASE("p3d apply: a clip's keys are poses of bones") {
    const model_with_clips with{{described::figure::nod()}};
    brought to{described::figure::model(), with.options()};
    const p3d::owned_animation before = *decode(with.clips[0].keys);
    const auto bring = [&](const scene& changed, p3d::owned_animation clip, support::p3d_bringing how) {
        const error why = support::bring_back(changed, "nod", to.before, clip, [](const remark&) {}, how);
        INFO(to_string(why));
        CHECK_FALSE(why);
        return clip;
    };
    CHECK(bring(to.shown, before, to.how) == before);

    scene changed = to.shown;
    scene::clip& clip = clip_in(changed);
    scene::channel* moved = nullptr;
    for (scene::channel& each : clip.channels) {
        moved = moved == nullptr && each.path == scene::path::translation && each.values.size() > 3 ? &each : moved;
    }
    REQUIRE(moved != nullptr);
    moved->values[4] += 0.5F; // y of the second key
    const p3d::owned_animation made = bring(changed, before, to.how);
    CHECK(made.phases.count == before.phases.count);
    std::size_t others = 0;
    for (std::size_t i = 0; i < made.all<p3d::owned_bone_pose>().size(); ++i) {
        others += equal(made.all<p3d::owned_bone_pose>()[i], before.all<p3d::owned_bone_pose>()[i]) ? 0U : 1U;
    }
    CHECK(others == 1);
    CHECK(made.motion == before.motion);

    // A channel that the scene lacks is kept; or its bone is at rest.
    scene without = to.shown;
    scene::list<scene::channel>& channels = clip_in(without).channels;
    channels.erase(channels.begin() + (moved - clip.channels.begin()));
    CHECK(bring(without, before, to.how) == before);
    support::p3d_bringing deletes = to.how;
    deletes.delete_missing = true;
    CHECK_FALSE(bring(without, before, deletes) == before);

    // The clip of the new file is the changed one.
    const auto file = encode(made);
    const p3d::named_clip again[] = {{"nod", *p3d::open_animation(*file)}};
    support::p3d_bringing how;
    how.made_with.clips = again;
    const auto view_file = encode(to.before);
    const auto view = p3d::open(*view_file);
    const auto shown = to_scene(*view, how.made_with);
    REQUIRE(shown);
    for (double t = 0; t <= 1; t += 0.125) {
        std::vector<pose<double>> a(shown->nodes.size()), b(changed.nodes.size());
        play(*shown, clip_in(*shown), t, a);
        play(changed, clip, t, b);
        for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
            CHECK(length(a[i].position - b[i].position) < 1e-4);
        }
    }

    // A key between two phases that no blend reaches is a new phase, in which the other bones are blends.
    scene more = to.shown;
    scene::channel* const key = &clip_in(more).channels[static_cast<std::size_t>(moved - clip.channels.begin())];
    scene::list<float> times = clip_in(more).times[key->times];
    times.insert(times.begin() + 1, (times[0] + times[1]) / 2);
    clip_in(more).times.push_back(times);
    key->times = static_cast<std::uint32_t>(clip_in(more).times.size() - 1);
    for (const float each : {key->values[2], key->values[1] + 1, key->values[0]}) {
        key->values.insert(key->values.begin() + 3, each);
    }
    const p3d::owned_animation longer = bring(more, before, to.how);
    CHECK(longer.phases.count > before.phases.count);
    const auto longer_file = encode(longer);
    const auto longer_view = p3d::open_animation(*longer_file);
    const double middle = static_cast<double>(times[1]);
    bool is_phase = false;
    for (const p3d::phase& each : longer_view->phases()) {
        is_phase = is_phase || std::abs(static_cast<double>(each.time()) - middle) < 1e-6;
    }
    CHECK(is_phase);
    std::size_t moved_bones = 0;
    for (const p3d::bone& bone : longer_view->bones()) {
        const p3d::bone old = with.clips[0].keys.bones().at(bone.index());
        const auto a = p3d::sample<double>(bone, middle), b = p3d::sample<double>(old, middle);
        moved_bones += length(a.translation - b.translation) > 1e-4 ? 1U : 0U;
        CHECK(length(p3d::sample<double>(bone, 1).translation - p3d::sample<double>(old, 1).translation) < 1e-9);
    }
    CHECK(moved_bones == 1);

    // A new file has the bones that move, and a phase for each key.
    p3d::owned_animation fresh;
    fresh = bring(to.shown, p3d::owned_animation{}, to.how);
    CHECK(fresh.version == 101);
    CHECK(fresh.bone_names.count != 0);
    CHECK(fresh.motion == before.motion);
    CHECK(encode(fresh));
}

TEST_CASE("p3d apply: a clip of another length has the phases of its keys") {
    const model_with_clips with{{described::figure::nod()}};
    brought to{described::figure::model(), with.options()};
    p3d::owned_animation clip = *decode(with.clips[0].keys);
    scene changed = to.shown;
    for (auto& times : clip_in(changed).times) {
        for (float& each : times) {
            each *= 2;
        }
    }
    std::string said;
    CHECK_FALSE(support::bring_back(
        changed, "nod", to.before, clip, [&](const remark& each) { said += std::string{each.what} + '\n'; }, to.how));
    CHECK(said.find("its length is 1") != std::string::npos);
    const auto phases = clip.get(clip.phases);
    CHECK(phases.front().phase == 0);
    CHECK(phases.back().phase == 1);
    CHECK(encode(clip));
}

TEST_CASE("p3d apply: random edits of each field that a level holds") {
    std::mt19937_64 random{48};
    const auto below = [&](std::size_t count) { return impl::to_size(random() % count); };
    const auto number = [&] { return static_cast<float>(static_cast<int>(below(2001)) - 1000) / 128; };
    for (int round = 0; round < 60; ++round) {
        described::lod of = round % 3 == 0   ? described::everything("P3DM")
                            : round % 3 == 1 ? quad_and_triangle()
                                             : described::inward_box();
        std::erase_if(of.tags, [](const described::tag& each) { return each.name.starts_with("proxy:"); });
        brought to{of, round % 2 == 0 ? all_levels() : support::p3d_bringing{}};
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        for (std::size_t edits = 1 + below(6); edits != 0; --edits) {
            const std::size_t vertex = below(mesh.positions.size());
            const vector3<float> at = mesh.positions[vertex], by{number(), number(), number()};
            const auto for_each_at = [&](const auto& use) { // the vertices of a point
                for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
                    if (to.shown.meshes[0].positions[i] == to.shown.meshes[0].positions[vertex]) {
                        use(i);
                    }
                }
            };
            switch (below(6)) {
            case 0: for_each_at([&](std::size_t i) { mesh.positions[i] = by; }); break;
            case 1: mesh.normals[vertex] = normalized(by + vector3<float>{0, 20, 0}); break;
            case 2: mesh.texcoords[below(mesh.texcoords.size())][vertex] = {number(), number()}; break;
            case 3:
                if (!mesh.attributes.empty()) {
                    auto& values = mesh.attributes[below(mesh.attributes.size())].values;
                    const auto value = static_cast<std::uint8_t>(below(256));
                    for_each_at([&](std::size_t i) { values[i] = value; });
                }
                break;
            case 4: mesh.positions[vertex] = at + by; break; // the point becomes two
            default:
                if (!mesh.targets.empty()) {
                    auto& target = mesh.targets[below(mesh.targets.size())].positions;
                    for_each_at([&](std::size_t i) { target[i] = {1, 2, static_cast<float>(below(9))}; });
                }
            }
        }
        static_cast<void>(to(changed));
        // Offsets of frames are differences of positions.
        scene again = to.made(to.model);
        REQUIRE(again.meshes[0].targets.size() == mesh.targets.size());
        for (std::size_t t = 0; t < mesh.targets.size(); ++t) {
            REQUIRE(again.meshes[0].targets[t].positions.size() == mesh.targets[t].positions.size());
            for (std::size_t i = 0; i < mesh.targets[t].positions.size(); ++i) {
                CHECK(length(again.meshes[0].targets[t].positions[i] - mesh.targets[t].positions[i]) < 1e-5F);
            }
            again.meshes[0].targets[t] = mesh.targets[t];
        }
        CHECK(brought::without_extras(again) == brought::without_extras(changed));
    }
}

namespace {

// The triangles of a mesh, sorted: the corners, from the least one on, with all their values, and the texture.
std::vector<std::string> triangles_of(const scene& in) {
    std::vector<std::string> out;
    for (const scene::mesh& mesh : in.meshes) {
        for (const scene::primitive& drawn : mesh.primitives) {
            for (std::uint32_t i = 0; i < drawn.index_count; i += 3) {
                std::array<std::string, 3> corners;
                for (std::uint32_t k = 0; k < 3; ++k) {
                    const std::uint32_t v = mesh.indices[drawn.first_index + i + k];
                    const vector3<float>&at = mesh.positions[v], &up = mesh.normals[v];
                    for (const float each : {at.x, at.y, at.z, up.x, up.y, up.z}) {
                        corners[k] += std::to_string(each) + " ";
                    }
                    for (const auto& set : mesh.texcoords) {
                        corners[k] += std::to_string(set[v].x) + " " + std::to_string(set[v].y) + " ";
                    }
                    for (const scene::attribute& each : mesh.attributes) {
                        corners[k] += std::string{each.name} + std::to_string(each.values[v]) + " ";
                    }
                }
                std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
                out.push_back(corners[0] + corners[1] + corners[2] +
                              (drawn.material != npos ? std::string{in.materials[drawn.material].name} : ""));
            }
        }
    }
    std::ranges::sort(out);
    return out;
}

} // namespace

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

TEST_CASE("p3d apply: random triangles are deleted, added, turned, and get other materials") {
    std::mt19937_64 random{52};
    const auto below = [&](std::size_t count) { return impl::to_size(random() % count); };
    for (int round = 0; round < 120; ++round) {
        CAPTURE(round);
        const bool has_no_quads = round % 3 == 2;
        described::lod of = round % 3 == 0   ? described::everything("P3DM")
                            : round % 3 == 1 ? quad_and_triangle()
                                             : described::inward_box();
        std::erase_if(of.tags, [](const described::tag& each) {
            return each.name.starts_with("proxy:") || each.name == "#Animation#";
        });
        for (std::size_t i = 0, count = of.faces.size(); i < count && has_no_quads; ++i) {
            described::face half = of.faces[i];
            half.corners.erase(half.corners.begin() + 1);
            of.faces[i].corners.pop_back();
            of.faces.push_back(half);
        }
        brought to{of, round % 2 == 0 ? all_levels() : support::p3d_bringing{}};
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        for (std::size_t edits = 1 + below(5); edits != 0; --edits) {
            const std::size_t part = below(mesh.primitives.size());
            const scene::primitive drawn = mesh.primitives[part];
            const std::size_t triangle = below(drawn.index_count / 3 + 1);
            std::uint32_t* const at = mesh.indices.begin() + drawn.first_index + 3 * triangle;
            switch (3 * triangle == drawn.index_count ? 3 : below(4)) {
            case 0:
                if (mesh.indices.size() > 3 && drawn.index_count > 3) {
                    take_triangle(mesh, part, triangle);
                }
                break;
            case 1: std::swap(at[0], at[has_no_quads ? 1 : 0]); break; // a quad may get its other diagonal
            case 2: std::rotate(at, at + 1, at + 3); break;
            default:
                std::array<std::uint32_t, 3> corners{};
                do {
                    for (std::uint32_t& each : corners) {
                        each = static_cast<std::uint32_t>(below(mesh.positions.size()));
                    }
                } while (mesh.positions[corners[0]] == mesh.positions[corners[1]] ||
                         mesh.positions[corners[1]] == mesh.positions[corners[2]] ||
                         mesh.positions[corners[2]] == mesh.positions[corners[0]]);
                add_triangle(mesh, corners);
            }
        }
        if (below(3) == 0) {
            std::swap(mesh.primitives.front().material, mesh.primitives.back().material);
        }
        static_cast<void>(to(changed));
        CHECK(triangles_of(to.made(to.model)) == triangles_of(changed));
    }
}

TEST_CASE("p3d apply: any valid scene is brought back, and the model can be written") {
    std::mt19937_64 random{7};
    const auto below = [&](std::size_t count) { return impl::to_size(random() % count); };
    const model_with_clips with{{described::figure::nod()}};
    std::vector<scene> scenes;
    for (const described::model& each :
         {levels(), described::figure::model(), described::model{{described::inward_box()}}}) {
        brought to{each, all_levels()};
        scenes.push_back(to.shown);
    }
    std::size_t brought_back = 0;
    for (int round = 0; round < 200; ++round) {
        support::p3d_bringing how = all_levels();
        how.delete_missing = below(2) == 0;
        how.rewrite_all = below(4) == 0;
        how.made_with.clips =
            below(2) == 0 ? std::span<const p3d::named_clip>{with.clips} : std::span<const p3d::named_clip>{};
        brought to{below(2) == 0 ? levels() : described::figure::model(), how};
        scene changed = below(3) == 0 ? scenes[below(scenes.size())] : to.shown;
        for (std::size_t edits = below(12); edits != 0; --edits) {
            scene::node& node = changed.nodes[below(changed.nodes.size())];
            switch (below(9)) {
            case 0: node.local.position = {static_cast<float>(below(9)), 1, 2}; break;
            case 1: node.name = scenes[below(3)].nodes[0].name; break;
            case 2: node.parent = npos; break;
            case 3: changed.nodes.push_back(node); break;
            case 4: changed.materials.resize(0); break;
            case 5:
                node.mesh = changed.meshes.empty() ? npos : static_cast<std::uint32_t>(below(changed.meshes.size()));
                break;
            case 6:
                if (!changed.meshes.empty()) {
                    scene::mesh& mesh = changed.meshes[below(changed.meshes.size())];
                    for (std::uint32_t& index : mesh.indices) {
                        index = below(3) == 0 ? static_cast<std::uint32_t>(below(mesh.positions.size())) : index;
                    }
                }
                break;
            case 7:
                if (!changed.meshes.empty()) {
                    for (scene::origin& each : changed.meshes[below(changed.meshes.size())].origins) {
                        each = below(3) == 0 ? scene::origin{static_cast<std::uint32_t>(below(3)),
                                                             static_cast<std::uint32_t>(below(90))}
                                             : each;
                    }
                }
                break;
            default:
                if (!changed.meshes.empty()) {
                    scene::mesh& mesh = changed.meshes[below(changed.meshes.size())];
                    mesh.targets.clear();
                    mesh.normals.clear();
                    mesh.texcoords.clear();
                    for (scene::node& each : changed.nodes) {
                        each.skin = npos;
                    }
                    for (scene::mesh& each : changed.meshes) {
                        each.joints.clear();
                        each.weights.clear();
                    }
                    changed.clips.clear();
                }
            }
        }
        if (verify(changed)) {
            continue;
        }
        ++brought_back;
        static_cast<void>(to(changed)); // checks what is written
        p3d::owned_animation clip = *decode(with.clips[0].keys);
        for (const scene::clip& each : changed.clips) {
            if (!support::bring_back(changed, each.name, to.before, clip, [](const remark&) {}, how)) {
                CHECK(encode(clip));
            }
        }
    }
    CHECK(brought_back > 30);
}

TEST_CASE("p3d apply: what cannot be brought back leaves the model as it was") {
    brought to{quad_and_triangle()};
    scene broken = to.shown;
    broken.meshes[0].indices[0] = 1000;
    p3d::owned_animation clip;
    CHECK(support::bring_back(broken, to.model, [](const remark&) {}));
    CHECK(support::bring_back(broken, "nod", to.before, clip, [](const remark&) {}));
    scene::clip& nod = to.shown.clips.emplace_back();
    nod.name = "nod";
    nod.times = {{0}};
    scene::channel& still = nod.channels.emplace_back();
    still.node = still.times = 0;
    still.values = {0, 0, 0};
    CHECK(to.model == to.before);
    support::p3d_bringing how;
    how.made_with.level = 9;
    CHECK(support::bring_back(to.shown, to.model, [](const remark&) {}, how).code == errc::out_of_bounds);
    CHECK(to.model == to.before);
    CHECK(support::bring_back(to.shown, "nod", to.before, clip, [](const remark&) {}, how).code == errc::out_of_bounds);
    // A model or an animation that no file can hold.
    p3d::owned_model unwritable = to.before;
    unwritable.container = p3d::container::nlod; // and yet a version
    CHECK(to_string(support::bring_back(to.shown, unwritable, [](const remark&) {})) ==
          to_string(encode(unwritable).error()));
    CHECK(support::bring_back(to.shown, "nod", unwritable, clip, [](const remark&) {}).code == errc::bad_value);
    CHECK(clip == p3d::owned_animation{});
    clip.version = 102;
    CHECK(to_string(support::bring_back(to.shown, "nod", to.before, clip, [](const remark&) {})) ==
          to_string(encode(clip).error()));
}

namespace {

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

TEST_CASE("p3d apply: a point stays with the vertices that are as before, whichever come first") {
    brought to{quad_and_triangle(), all_levels()};
    for (const std::size_t primitive : {std::size_t{0}, std::size_t{1}}) {
        scene changed = to.shown;
        changed.meshes[0].positions[vertex_at(changed.meshes[0], {1, 0, 0}, primitive)].z = 1;
        CHECK(to(changed));
        CHECK(to.shapes() == (primitive == 0 ? "0523 142" : "0123 542"));
        CHECK(to.points()[1].position == vector3<float>{1, 0, 0});
        CHECK(to.weights("edge")[1] == 2);
        CHECK(to.weights("edge").size() == 6);
    }
}
TEST_CASE("p3d apply: an attribute splits no point: the largest weight that changed counts, and faces follow") {
    brought to{quad_and_triangle(), all_levels()};
    for (const std::size_t primitive : {std::size_t{0}, std::size_t{1}}) {
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        mesh.attributes[0].values[vertex_at(mesh, {1, 0, 0}, primitive)] = 200;
        scene::attribute added = mesh.attributes[0];
        added.name = "SELECTION_new";
        for (std::uint32_t i = 0; i < added.values.size(); ++i) {
            added.values[i] = mesh.positions[i].y < 0.5F || i % 2 == 0 ? 255 : 0;
        }
        mesh.attributes.push_back(added);
        static_cast<void>(to(changed));
        CHECK(to.shapes() == "0123 142");
        CHECK(to.weights("edge") == std::vector{0, 256 - 200, 3, 0, 0});
        const std::vector<int> points = to.weights("new"), faces = to.selected_faces("new");
        const auto has = [&](int point) { return points[static_cast<std::size_t>(point)] != 0; };
        CHECK(faces == std::vector{has(0) && has(1) && has(2) && has(3) ? 1 : 0, has(1) && has(4) && has(2) ? 1 : 0});
    }
    scene changed = to.shown;
    for (const std::uint8_t weight : {std::uint8_t{255}, std::uint8_t{253}, std::uint8_t{0}}) { // of all points
        for (scene::attribute& each : changed.meshes[0].attributes) {
            if (each.name == "SELECTION_left") {
                each.values.assign(each.values.size(), weight);
            }
        }
        static_cast<void>(to(changed));
        CHECK(to.selected_faces("left") == std::vector<int>(2, weight == 255 ? 1 : 0));
    }
    CHECK(to.says("left_out selection left: has no points or faces left in visual 1"));
}

TEST_CASE("p3d apply: sharp edges follow a copy of a point also if another point goes") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    mesh.positions[vertex_at(mesh, {1, 0, 0}, 1)] = {1, -1, 0}; // a copy of point 1
    take_triangle(mesh, 0, 1);                                  // with point 3
    static_cast<void>(to(changed));
    CHECK(to.shapes() == "012 432");
    const auto edges = to.tag("#SharpEdges#").edges();
    REQUIRE(edges.size() == 2);
    CHECK(edges[0].point[0] == 1);
    CHECK(edges[0].point[1] == 2);
    CHECK(edges[1].point[0] == 2);
    CHECK(edges[1].point[1] == 4);
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

TEST_CASE("p3d apply: indices of normals that do not exist change only if new normals would have them") {
    described::lod of = quad_and_triangle();
    of.faces[1].corners[1].normal = 7; // of two
    brought to{of};
    scene changed = to.shown;
    changed.meshes[0].positions[vertex_at(changed.meshes[0], {0, 1, 0})].z = 1;
    static_cast<void>(to(changed));
    CHECK(to.faces()[1].corners()[1].normal == 7);

    described::lod none = described::everything("P3DM"); // with faces that the mesh does not show
    none.normals.clear();
    brought bare{none};
    changed = bare.shown;
    changed.meshes[0].normals[0] = {1, 0, 0};
    static_cast<void>(bare(changed));
    REQUIRE(bare.shapes() == "012 0123 01");
    CHECK(bare.model.get(bare.level().normals).size() != 0);
    for (const std::size_t hidden : {std::size_t{0}, std::size_t{2}}) {
        for (const p3d::owned_corner& each : bare.faces()[hidden].corners()) {
            CHECK(each.normal == 0);
        }
    }
}

TEST_CASE("p3d apply: names that a level's new selections can have") {
    struct expectation {
        std::string name;
        bool fits_any, fits_old; // P3DM; SP3X
    };
    const expectation all[] = {{"new", true, true},
                               {"#new", false, false},
                               {"n#", true, true},
                               {std::string(63, 'n'), true, true},
                               {std::string(64, 'n'), true, false}};
    for (const char* const format : {"P3DM", "SP3X"}) {
        described::lod of = described::triangle(1, format);
        of.tags.push_back(described::selection("old", {1, 0, 0}, {0}));
        brought to{of, all_levels()};
        for (const expectation& each : all) {
            CAPTURE(each.name);
            CAPTURE(format);
            const bool fits = to.level().format == p3d::lod_format::p3dm ? each.fits_any : each.fits_old;
            scene changed = to.shown;
            scene::attribute added = changed.meshes[0].attributes[0];
            added.name = "SELECTION_" + each.name;
            changed.meshes[0].attributes.push_back(added);
            static_cast<void>(to(changed));
            CHECK(static_cast<bool>(to.tag(each.name)) == fits);
            CHECK(to.says("left_out selection " + each.name + ": a level cannot have this name") != fits);
            CHECK(to.says("changed selection " + each.name + ": new") == fits);
        }
    }
}

TEST_CASE("p3d apply: a selection does not lose its name to a node without one") {
    brought to{levels(), all_levels()};
    scene changed = to.shown;
    REQUIRE(changed.nodes.back().name == "eye");
    changed.nodes.back().name = "";
    static_cast<void>(to(changed));
    CHECK(to.model == to.before);
    CHECK(to.says("left_out"));

    described::model of = levels();
    of.lods[2].tags.insert(of.lods[2].tags.begin(), described::selection("#Selected#", {1, 1, 0}, {}));
    brought more{of, all_levels()};
    changed = more.shown;
    changed.nodes.push_back(changed.nodes.back());
    changed.nodes.back().name = ""; // a point of no selection
    static_cast<void>(more(changed));
    CHECK(more.weights("#Selected#", 2) == std::vector{1, 1, 0, 0});
    CHECK(more.weights("eye", 2) == std::vector{0, 0, 1, 0});
}

TEST_CASE("p3d apply: what is written anew is told, what is equal is not") {
    support::p3d_bringing how = all_levels();
    how.delete_missing = true;
    brought to{levels(), how};
    static_cast<void>(to(to.shown));
    CHECK(to.said.empty());
    to.how.delete_missing = false;
    to.how.rewrite_all = true;
    static_cast<void>(to(to.shown));
    for (const char* const each : {"changed mesh visual 1: positions of vertices", ": the place of a proxy",
                                   "changed node axis: the place of a point"}) {
        CAPTURE(each);
        CHECK(to.says(each));
    }
}

TEST_CASE("p3d apply: a new node below a level is told once") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::node& added = changed.nodes.emplace_back();
    added.parent = 0;
    added.name = "proxy:a\\box.001";
    static_cast<void>(to(changed));
    CHECK(to.said == std::vector<std::string>{"changed node proxy:a\\box.001: a new proxy",
                                              "changed selection proxy:a\\box.001: new"});
}

TEST_CASE("p3d apply: selections that need far more memory than the scene are refused, in old levels and new ones") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::node& added = changed.nodes.emplace_back();
    added.name = "visual 2";
    added.mesh = 0;
    for (int i = 0; i < 5000; ++i) { // as many selections of four times as many points and faces
        scene::node& proxy = changed.nodes.emplace_back();
        proxy.name = "proxy:a." + std::to_string(i);
    }
    for (const std::uint32_t parent : {0U, 1U}) {
        for (std::size_t i = 2; i < changed.nodes.size(); ++i) {
            changed.nodes[i].parent = parent;
        }
        p3d::owned_model model = to.before;
        const error why = support::bring_back(changed, model, [](const remark&) {});
        CHECK(why.code == errc::budget);
        CHECK(std::string_view{to_string(why)}.find("lods[].tags") != std::string_view::npos);
        CHECK(model == to.before);
    }
}

TEST_CASE("p3d apply: points of a model with joints move without new weights") {
    const model_with_clips with{{described::figure::nod()}};
    brought to{described::figure::model(), with.options()};
    scene changed = to.shown;
    const vector3<float> at = changed.meshes[0].positions[0];
    for (vector3<float>& each : changed.meshes[0].positions) {
        each.y += each == at ? 1.0F : 0.0F;
    }
    static_cast<void>(to(changed));
    CHECK(to.says("positions of vertices"));
    CHECK_FALSE(to.says("weights of vertices"));
    CHECK(to.level().tags.count == to.before.get(to.before.lods)[0].tags.count);
}

TEST_CASE("p3d apply: a new joint that a clip moves is a bone, from where its first skin binds it") {
    struct expectation {
        std::string name;
        bool is_bone;
    };
    const std::vector<described::clip> clips{described::figure::nod()};
    const expectation all[] = {{"tail", true},
                               {std::string(31, 't'), true},
                               {std::string(32, 't'), false},
                               {"", false},
                               {clips[0].bones[0], false}}; // a bone has this name
    const model_with_clips with{clips};
    brought to{described::figure::model(), with.options()};
    const p3d::owned_animation before = *decode(with.clips[0].keys);
    for (const bool is_joint : {true, false}) {
        for (const expectation& each : all) {
            CAPTURE(each.name);
            CAPTURE(is_joint);
            scene changed = to.shown;
            const auto node = static_cast<std::uint32_t>(changed.nodes.size());
            scene::node& added = changed.nodes.emplace_back();
            added.name = each.name;
            added.parent = changed.skins[0].joints[0];
            added.local.position = {1, 0, 0};
            if (is_joint) {
                changed.skins[0].joints.push_back(node);
                changed.skins[0].inverse_binds.emplace_back().translation = {-1, 0, 0};
                changed.skins.push_back(changed.skins[0]);
                changed.skins.back().inverse_binds.back().translation = {-9, 0, 0};
            }
            scene::clip& clip = clip_in(changed);
            scene::channel& channel = clip.channels.emplace_back();
            channel.node = node;
            channel.path = scene::path::translation;
            channel.times = static_cast<std::uint32_t>(clip.times.size());
            clip.times.push_back({0, 1});
            channel.values = {5, 6, 7, 5, 6, 7};
            p3d::owned_animation made = before;
            REQUIRE_FALSE(support::bring_back(changed, "nod", to.before, made, [](const remark&) {}, to.how));
            if (!is_joint || !each.is_bone) {
                CHECK(made == before);
                continue;
            }
            REQUIRE(made.bone_names.count == before.bone_names.count + 1);
            CHECK(made.get(made.bone_names).back().view() == each.name);
            for (const p3d::owned_phase& phase : made.get(made.phases)) {
                CHECK(made.get(phase.bones).back().position == vector3<float>{4, 6, -7});
                CHECK(made.get(phase.bones).back().x == vector3<float>{1, 0, 0});
            }
        }
    }
}

TEST_CASE("p3d apply: a clip without keys of nodes makes no new file") {
    brought to{described::figure::model()};
    scene::clip& clip = to.shown.clips.emplace_back();
    clip.name = "still";
    clip.times.push_back({0});
    scene::channel& channel = clip.channels.emplace_back();
    channel.path = scene::path::texture_rotation;
    channel.material = channel.times = 0;
    channel.values = {1};
    p3d::owned_animation made;
    CHECK_FALSE(support::bring_back(to.shown, "still", to.before, made, [](const remark&) {}, to.how));
    CHECK(made == p3d::owned_animation{});
}

TEST_CASE("p3d edit: compute_mass() gives each point the same part") {
    brought to{quad_and_triangle()};
    p3d::owned_lod& level = to.model.get(to.model.lods)[0];
    CHECK_FALSE(compute_mass(to.model, level, 10));
    for (const auto& each : to.tag("#Mass#").masses()) {
        CHECK(each == 2);
    }
    described::lod none = described::inward_box();
    brought other{none};
    CHECK_FALSE(compute_mass(other.model, other.model.get(other.model.lods)[0], 8));
    CHECK(other.tag("#Mass#").masses().size() == other.points().size());
    CHECK(encode(other.model));
    const auto before = other.model;
    CHECK(compute_mass(other.model, other.model.get(other.model.lods)[0], -1).code == errc::bad_value);
    CHECK(other.model == before);
}
