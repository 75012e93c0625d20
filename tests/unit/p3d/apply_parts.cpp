// Materials, levels, proxies and tags of scenes that were edited, brought back into models.
#include "p3d/applied.hpp"

#include <cmath>

namespace {

using namespace applied_p3d;

described::lod textured(const char* texture) {
    described::lod out = quad_and_triangle();
    out.faces[0].texture = texture;
    return out;
}
scene::material& first_material(scene& of) { return of.materials[of.meshes[0].primitives[0].material]; }

// Moves the corners of the triangle at points 1 and 2: they become points 5 and 6.
scene with_copies(const brought& of) {
    scene out = of.shown;
    scene::mesh& mesh = out.meshes[0];
    for (std::uint32_t i = 0; i < 3; ++i) {
        vector3<float>& at = mesh.positions[mesh.indices[mesh.primitives[1].first_index + i]];
        at.y = at == vector3<float>{1, 1, 0} ? 2 : at == vector3<float>{1, 0, 0} ? -1 : at.y;
    }
    return out;
}

} // namespace

TEST_CASE("p3d apply: a new name is that of a file beside the old texture") {
    const struct {
        const char *old, *name, *image, *texture;
    } cases[] = {
        {"a\\wall.paa", "brick", nullptr, "a\\brick.paa"},
        {"a\\wall.pac", "brick", nullptr, "a\\brick.pac"},
        {"wall.tga", "brick", nullptr, "brick.tga"},
        {"a/b/wall.paa", "brick", nullptr, "a/b/brick.paa"},
        {"a.b\\wall", "brick", nullptr, "a.b\\brick.paa"}, // the dot is the folder's
        {"#(argb,8,8,3)color(1,0,0,1,co)", "brick", nullptr, "brick.paa"},
        {"a\\wall.paa", "c\\brick", nullptr, "c\\brick"},
        {"a\\wall.paa", nullptr, "c\\new", "c\\new.paa"},
        {"a\\wall.paa", nullptr, "c\\new.paa", "c\\new.paa"},
        {"a\\wall.paa", nullptr, "new.jpg", "new.jpg"},
        {"a\\wall.paa", nullptr, "new.png", "a\\new.paa"},
        {"a\\wall.paa", nullptr, ".paa", "a\\.paa"}, // no name before the dot
    };
    for (const auto& each : cases) {
        brought to{textured(each.old)};
        scene changed = to.shown;
        scene::material& material = first_material(changed);
        if (each.name != nullptr) {
            material.name = each.name;
        } else {
            REQUIRE(material.textures.size() == 1);
            material.textures[0].name = each.image;
        }
        static_cast<void>(to(changed));
        CHECK(to.texture(0) == each.texture);
    }
    brought to{textured("a\\wall.paa")};
    scene changed = to.shown;
    first_material(changed).name.assign("br\0ck", 5); // no file has such a name
    static_cast<void>(to(changed));
    CHECK(to.texture(0) == "a\\wall.paa");
}
TEST_CASE("p3d apply: an expression gets another colour, and keeps its size and type") {
    const std::pair<const char*, const char*> cases[] = {
        {"#(argb,8,8,3)color(0,0.5,0.5,1)", "#(argb,8,8,3)color(1.000000,0.000000,0.735357,0.250000,ca)"},
        {"#(argb,8,8,3)color(0,0.5,0.5,1,co)", "#(argb,8,8,3)color(1.000000,0.000000,0.735357,1.000000,co)"},
        {"#(rgb,1,2,1)color(0,0.5,0.5,1,CO)", "#(rgb,1,2,1)color(1.000000,0.000000,0.735357,1.000000,CO)"},
        {"#(argb,8,8,3)color(0,0.5,0.5,1,as)", "#(argb,8,8,3)color(1.000000,0.000000,0.735357,0.250000,as)"},
        {"#(argb,8,8,3)color(0,0.5,0.5,0.5,ca)", "#(argb,8,8,3)color(1.000000,0.000000,0.735357,0.250000,ca)"},
        {"#(argb,8,8,3)color(0,0.5,0.5,0.5)", "#(argb,8,8,3)color(1.000000,0.000000,0.735357,0.250000,ca)"},
    };
    for (const auto& [old, made] : cases) {
        brought to{textured(old)};
        scene changed = to.shown;
        first_material(changed).base_color = {1, 0, 0.5F, 0.25F};
        static_cast<void>(to(changed));
        CHECK(to.texture(0) == made);
        // An expression as an extra is meant as it is.
        changed = to.shown;
        extras_of(first_material(changed).extras).add("procedural", "#(argb,1,1,1)color(0,0,0,1,co)");
        scene::list<scene::extra>& extras = first_material(changed).extras;
        for (std::size_t i = extras.size() - 1; i-- > 0;) {
            if (extras[i].key == "procedural") {
                extras.erase(&extras[i]);
            }
        }
        static_cast<void>(to(changed));
        CHECK(to.texture(0) == "#(argb,1,1,1)color(0,0,0,1,co)");
    }
}
TEST_CASE("p3d apply: a new material with one texture loses nothing") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::material& made = changed.materials.emplace_back();
    made.name = "gate";
    made.textures.emplace_back().name = "c\\gate.paa";
    changed.meshes[0].primitives[0].material = static_cast<std::uint32_t>(changed.materials.size() - 1);
    static_cast<void>(to(changed));
    CHECK(to.texture(0) == "c\\gate.paa");
    CHECK_FALSE(to.says("left_out"));
}

TEST_CASE("p3d apply: a new material of Blender loses nothing, but its color if somebody chose it") {
    struct expectation {
        const char* name;
        vector4<float> color;
        bool is_lost;
    };
    constexpr expectation all[] = {{"Material", {0.8F, 0.8F, 0.8F, 1}, false},
                                   {"Material", {1, 1, 1, 1}, false},
                                   {"Material", {1, 0, 0, 1}, true},
                                   {"#(argb,8,8,3)color(1,0,0,1,CO)", {1, 0, 0, 1}, false},
                                   {"a\\gate_co.paa", {1, 0, 0, 1}, false}};
    for (const expectation& each : all) {
        brought to{quad_and_triangle()};
        scene changed = to.shown;
        scene::material& made = changed.materials.emplace_back();
        made.name = each.name;
        made.is_double_sided = true;
        made.base_color = each.color;
        const auto number = static_cast<std::uint32_t>(changed.materials.size() - 1);
        changed.meshes[0].primitives[0].material = number;
        static_cast<void>(to(changed));
        CHECK(to.says("left_out material Material: base color") == each.is_lost);
        CHECK(to.says("left_out") == each.is_lost);
        changed.meshes[0].primitives[0].material = 0;
        static_cast<void>(to(changed));
        CHECK(to.says("left_out material " + std::string{each.name} + ": no face of a level has it"));
    }
}
TEST_CASE("p3d apply: the color of a material without a texture is an expression") {
    brought to{textured("")};
    scene changed = to.shown;
    REQUIRE(first_material(changed).textures.empty());
    first_material(changed).base_color = {1, 0, 0, 1};
    static_cast<void>(to(changed));
    CHECK(to.texture(0) == "#(argb,8,8,3)color(1.000000,0.000000,0.000000,1.000000,CO)");
    CHECK_FALSE(to.says("left_out"));
}
TEST_CASE("p3d apply: selections and levels that nothing is left of are told") {
    for (const bool deletes : {false, true}) {
        brought to{quad_and_triangle(), {.delete_missing = deletes}};
        const std::string kind = deletes ? "changed " : "left_out ";
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        mesh.primitives.erase(mesh.primitives.begin()); // the quad
        static_cast<void>(to(changed));
        CHECK(to.shapes() == "021");
        CHECK(to.says(kind + "selection left: has no faces left in visual 1"));
        CHECK_FALSE(to.says("level"));
        changed.nodes[0].mesh = npos;
        changed.meshes.clear();
        static_cast<void>(to(changed));
        CHECK(to.says("changed level visual 1: has no faces left") == deletes);
        CHECK(to.says("changed selection edge: has no points or faces left in visual 1") == deletes);
    }
}
TEST_CASE("p3d apply: a new level is like the first one, with a set of texture coordinates") {
    described::lod first = quad_and_triangle();
    first.resolution = 1;
    first.version = 999;
    first.flags = 7;
    brought to{first};
    scene changed; // the new node is the first one
    scene::node& made = changed.nodes.emplace_back(to.shown.nodes[0]);
    made.name = "visual 0.5";
    made.mesh = 1;
    changed.nodes.push_back(to.shown.nodes[0]);
    changed.meshes = to.shown.meshes;
    changed.meshes.push_back(to.shown.meshes[0]);
    changed.meshes[1].name = "visual 0.5";
    changed.meshes[1].origins.clear();
    changed.materials = to.shown.materials;
    static_cast<void>(to(changed));
    REQUIRE(to.model.lods.count == 2);
    CHECK(to.level(0).resolution == 0.5F);
    CHECK(to.level(0).version == 999);
    CHECK(to.level(0).format == to.level(1).format);
    REQUIRE(to.model.tag(to.level(0), 0).uv_set());
    CHECK(to.model.tag(to.level(0), 0).uv_set().id() == 0);
    CHECK(to.model.tag(to.level(0), 0).uv_set().uvs().size() == to.faces(0).size() * 3);
    CHECK(to.says("changed node visual 0.5: a new level"));
}

// ---- proxies -------------------------------------------------------------------------------------------------------

TEST_CASE("p3d apply: a proxy has no scale, along any axis") {
    for (const vector3<float>& scale :
         {vector3<float>{1.01F, 1, 1}, {1, 0.99F, 1}, {1, 1, 1.01F}, {1.00005F, 0.99995F, 1}}) {
        brought to{described::everything("P3DM")};
        scene changed = to.shown;
        changed.nodes[1].local.scale = scale;
        static_cast<void>(to(changed));
        CHECK(to.says("left_out node " + std::string{changed.nodes[1].name} + ": the scale of a proxy") ==
              (length(scale - vector3<float>{1, 1, 1}) > 1e-3F));
    }
}
TEST_CASE("p3d apply: a proxy turns from any direction to any other one, about its own origin") {
    brought to{described::everything("P3DM")};
    const quaternion<float> directions[] = {
        {0.1F, 0.5F, 0.7F, 0.5F}, {0.7F, 0.1F, -0.5F, 0.5F}, {-0.5F, 0.5F, 0.1F, 0.7F}, {0, 0, 0, 1}};
    for (const quaternion<float>& direction : directions) {
        scene changed = to.shown;
        changed.nodes[1].local.rotation = normalized(direction);
        changed.nodes[1].local.position = {1, 2, 3};
        static_cast<void>(to(changed));
        to.before = to.model;
        to.shown = to.made(to.before);
        CHECK(std::abs(dot(to.shown.nodes[1].local.rotation, normalized(direction))) == doctest::Approx(1));
        CHECK(length(to.shown.nodes[1].local.position - vector3<float>{1, 2, 3}) < 1e-5F);
    }
}
TEST_CASE("p3d apply: a new proxy is a triangle whose points and face alone are selected") {
    brought to{quad_and_triangle()};
    const char* const paths[] = {"b\\car", "b\\car", "b\\car", "b\\bus"};
    const std::string names[] = {"proxy:b\\car.001", "proxy:b\\car.005", "proxy:b\\car.006", "proxy:b\\bus.001"};
    scene changed = to.shown;
    for (std::size_t i = 0; i < 4; ++i) {
        scene::node& node = changed.nodes.emplace_back();
        node.name = std::string{"proxy:"} + paths[i] + (i == 1 ? ".005" : i == 2 ? ".001" : "");
        node.parent = 0;
        node.local = {{static_cast<float>(i), 2, 3}, {0, 0.6F, 0, 0.8F}, {1, 1, 1}};
    }
    static_cast<void>(to(changed));
    REQUIRE(to.faces().size() == 6);
    for (std::size_t i = 0; i < 4; ++i) {
        CAPTURE(names[i]);
        std::vector<int> points(to.points().size()), faces(6);
        const auto corners = to.faces()[2 + i].corners();
        for (const p3d::owned_corner& corner : corners) {
            points[corner.point] = 1;
        }
        faces[2 + i] = 1;
        CHECK(to.weights(names[i]) == points);
        CHECK(to.selected_faces(names[i]) == faces);
        const auto at = [&](std::size_t k) { return to.points()[corners[k].point].position; };
        CHECK(length(at(0) - vector3<float>{static_cast<float>(i), 2, -3}) < 1e-5F);
        CHECK(length(at(1) - at(0) - vector3<float>{-0.96F, 0, 0.28F}) < 1e-5F);
        CHECK(length(at(2) - at(0) - vector3<float>{0, 2, 0}) < 1e-5F);
    }
}

TEST_CASE("p3d apply: a new proxy does not take the number that an old one gets") {
    described::lod of = quad_and_triangle();
    of.tags[1] = described::selection("proxy:b\\car.001", {0, 1, 1, 0, 1}, {0, 1});
    brought to{of};
    scene changed = to.shown;
    REQUIRE(changed.nodes.size() == 2);
    for (scene::extra& extra : changed.nodes[1].extras) {
        extra.value = extra.key == "id" ? scene::extra_value{2.0} : extra.value;
    }
    for (const double id : {2, 1}) {
        scene::node& node = changed.nodes.emplace_back();
        node.name = "another";
        node.parent = 0;
        extras_of(node.extras).add("proxy", "b\\car").add("id", id);
    }
    static_cast<void>(to(changed));
    CHECK(to.weights("proxy:b\\car.002") == std::vector{0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0});
    CHECK(to.weights("proxy:b\\car.003") == std::vector{0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0});
    CHECK(to.weights("proxy:b\\car.004") == std::vector{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1}); // 1 was taken before
}

// ---- faces and points ----------------------------------------------------------------------------------------------

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
TEST_CASE("p3d apply: the transform of a level's node moves the points of its mesh and all others") {
    described::lod points{.resolution = 1e15F};
    points.points = {{{0, 1, 2}}, {{3, 4, 5}}};
    points.tags = {described::selection("axis", {1, 1}, {})};
    for (const bool has_mesh : {true, false}) {
        described::lod level = quad_and_triangle();
        level.points.push_back({{5, 5, 5}}); // of no face
        level.tags.clear();
        brought to{described::model{{level, points}}, {.made_with = {.include_all_levels = true}}};
        scene changed = to.shown;
        std::uint32_t node = 0;
        while ((changed.nodes[node].mesh != npos) != has_mesh) {
            ++node;
        }
        changed.nodes[node].local.position = {1, 2, 3};
        static_cast<void>(to(changed));
        CHECK(to.says("changed node " + std::string{changed.nodes[node].name} +
                      ": the transform of a level's node moved its points"));
        const std::size_t number = has_mesh ? 0 : 1;
        const auto before = to.before.get(to.before.get(to.before.lods)[number].points);
        for (std::size_t i = 0; i < before.size(); ++i) {
            CHECK(vector3<float>{to.points(number)[i].position} ==
                  vector3<float>{before[i].position} + vector3<float>{1, 2, -3});
        }
    }
}

// ---- tags ----------------------------------------------------------------------------------------------------------

TEST_CASE("p3d apply: an edge between points that became several is sharp in all faces, whichever edge of them it is") {
    const std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> cases[] = {
        {{1, 2}, {1, 2, 5, 6}}, {{2, 1}, {2, 1, 5, 6}}, {{1, 4}, {1, 4, 4, 5}},
        {{4, 1}, {4, 1, 4, 5}}, {{4, 2}, {4, 2, 4, 6}}, {{0, 1}, {0, 1}},
        {{0, 3}, {0, 3}},       {{0, 99}, {0, 99}},     {{1, 2, 1, 2}, {1, 2, 1, 2, 5, 6}},
    };
    for (const auto& [old, made] : cases) {
        described::lod of = quad_and_triangle();
        of.tags[0] = described::sharp_edges(old);
        brought to{of};
        static_cast<void>(to(with_copies(to)));
        CHECK(to.shapes() == "0123 546");
        std::vector<std::uint32_t> edges;
        for (const p3d::edge& each : to.tag("#SharpEdges#").edges()) {
            edges.insert(edges.end(), {each.point[0], each.point[1]});
        }
        CHECK(edges == made);
    }
}
TEST_CASE("p3d apply: a new set of texture coordinates has the next number, up to seven") {
    const struct {
        std::vector<std::uint32_t> old;
        std::uint32_t made; // 0: none
    } cases[] = {{{}, 1}, {{1}, 2}, {{1, 2}, 3}, {{5}, 6}, {{6, 1}, 7}, {{7}, 0}, {{9}, 0}, {{1, 7}, 0}};
    for (const auto& each : cases) {
        for (const bool is_first : {true, false}) { // of the tags
            described::lod of = quad_and_triangle();
            const std::vector<float> uvs{0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1};
            of.tags.resize(4);
            for (const std::uint32_t id : each.old) {
                of.tags.insert(is_first ? of.tags.begin() : of.tags.end(), described::uv_set(id, uvs));
            }
            brought to{of};
            scene changed = to.shown;
            changed.meshes[0].texcoords.push_back(changed.meshes[0].texcoords[0]);
            changed.meshes[0].texcoords.back()[2] = {4, 5};
            static_cast<void>(to(changed));
            CHECK(to.says("left_out mesh " + std::string{changed.meshes[0].name} +
                          ": more than eight texture coordinate sets") == (each.made == 0));
            bool is_there = false;
            for (std::size_t i = 0; i < to.level().tags.count; ++i) {
                const p3d::uv_set set = to.model.tag(to.level(), i).uv_set();
                is_there = is_there || (set && set.id() == each.made && each.made != 0);
            }
            CHECK(is_there == (each.made != 0));
        }
    }
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
TEST_CASE("p3d apply: what is told of vertices has their number") {
    brought to{quad_and_triangle(), {.made_with = {.include_selection_attributes = true}}};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    const std::uint32_t last = static_cast<std::uint32_t>(mesh.positions.size() - 1);
    mesh.texcoords[0][0] = mesh.texcoords[1][0] = mesh.texcoords[1][last] = {7, 8};
    mesh.normals[last] = {1, 0, 0};
    mesh.attributes[0].values[0] ^= 1U;
    mesh.attributes[1].values[0] ^= 1U;
    mesh.colors.resize(mesh.positions.size());
    static_cast<void>(to(changed));
    CHECK(to.counts["texture coordinates of vertices"] == 2);
    CHECK(to.counts["normals of vertices"] == 1);
    CHECK(to.counts["selections of vertices"] == 1);
    CHECK(to.counts["colors of vertices"] == mesh.positions.size());
    CHECK(to.counts.size() == 4);
}
