#include "nwn/hostile_texts.hpp"
#include "nwn/text_samples.hpp"
#include "support/counting_memory.hpp"

#include <effigy/identify.hpp>
#include <effigy/nwn/decode_text.hpp>
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/scene_text.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace {

using namespace effigy;
using fixtures::nwn::text_of_all_types;
using fixtures::nwn::text_of_mesh;
using fixtures::nwn::text_with;
using position3 = vec3<form::host>;

nwn::owned_model model_of(const std::string& text, nwn::producer by = nwn::producer::enhanced_edition) {
    const auto opened = nwn::open_text(text);
    REQUIRE(opened);
    auto out = nwn::decode(*opened, by);
    REQUIRE_MESSAGE(out, to_string(out.error()));
    return *std::move(out);
}
std::string refusal_of_text(const std::string& text) {
    const auto opened = nwn::open_text(text);
    const auto made = opened ? nwn::decode(*opened) : result<nwn::owned_model>{opened.error()};
    return made ? "" : to_string(made.error());
}
const nwn::owned_node& node_of(const nwn::owned_model& in, std::string_view name) {
    for (const nwn::owned_node& node : in.get(in.nodes)) {
        if (node.name.view() == name) {
            return node;
        }
    }
    FAIL("no node " << name);
    return in.all<nwn::owned_node>()[0];
}
// The names of nodes, parents first, with the number of the parent.
std::string tree_of(const nwn::owned_model& of) {
    std::string out;
    for (const nwn::owned_node& node : of.get(of.nodes)) {
        out += std::string{node.name.view()} + (node.parent != npos ? std::to_string(node.parent) : "") + " ";
    }
    return out;
}
const nwn::owned_mesh& mesh_of(const nwn::owned_model& in, std::string_view node) {
    return *in.get(node_of(in, node).mesh);
}
std::vector<int> indices_of(const nwn::owned_model& in, const nwn::owned_mesh& mesh) {
    std::vector<int> out;
    for (const auto& list : in.get(mesh.index_lists)) {
        out.insert(out.end(), in.get(list).begin(), in.get(list).end());
    }
    return out;
}
std::vector<float> numbers_of(std::span<const float> from) { return {from.begin(), from.end()}; }

} // namespace

TEST_CASE("nwn text decode: the model, its nodes and their fields") {
    const nwn::owned_model all = model_of(text_of_all_types());
    CHECK(all.geometry.name.view() == "all");
    CHECK(all.supermodel.view() == "a_base");
    CHECK(all.classification == nwn::classification::character);
    CHECK(all.animation_scale == 0.5F);
    CHECK(all.fog == 1);
    CHECK(all.radius == 40); // there is an emitter
    CHECK(tree_of(all) == "all smoke0 lamp0 hook0 coat0 water0 walk0 box0 flag7 ");
    CHECK(node_of(all, "flag").part_number == 2); // the order of declaration
    CHECK(node_of(all, "box").inherit_color == 1);

    const nwn::owned_mesh& box = mesh_of(all, "box");
    CHECK(box.diffuse == position3{0.5F, 0.25F, 1});
    CHECK(box.ambient == position3{0.1F, 0.2F, 0.3F});
    CHECK(box.specular == position3{0, 0, 0.5F});
    CHECK(box.shininess == 2.5F);
    CHECK(box.shadow == 0);
    CHECK(box.beaming == 1);
    CHECK(box.render == 1);
    CHECK(box.transparency_hint == 2);
    CHECK(box.render_hint == 2);
    CHECK(box.tile_fade == 1);
    CHECK(box.rotate_texture == 1);
    CHECK(box.light_mapped == 1);
    CHECK(box.textures[0].view() == "wall");
    CHECK(box.textures[1].view() == "wall_n");
    CHECK(box.material.view() == "stone");
    CHECK(mesh_of(all, "walk").render == 0);
    CHECK(mesh_of(all, "walk").shadow == 0);
    CHECK(mesh_of(all, "coat").diffuse == position3{1, 1, 1});
    CHECK(mesh_of(model_of(text_of_all_types(), nwn::producer::nwnmdlcomp), "coat").diffuse ==
          position3{0.8F, 0.8F, 0.8F});

    const nwn::owned_emitter& smoke = *all.get(node_of(all, "smoke").emitter);
    CHECK(smoke.flags == (nwn::emitter_p2p_sel | nwn::emitter_random));
    CHECK(smoke.update.view() == "Fountain");
    CHECK(smoke.blend.view() == "Lighten");
    CHECK(smoke.texture.view() == "fx_smoke");
    CHECK(smoke.chunk.view() == "");
    CHECK(smoke.grid_x == 2);
    CHECK(smoke.grid_y == 3);
    CHECK(smoke.space_type == 1);
    CHECK(smoke.loop == 1);
    CHECK(smoke.two_sided == 1);
    CHECK(smoke.render_order == 4);
    CHECK(smoke.dead_space == 0.5F);
    CHECK(smoke.blast_length == 2);

    const nwn::owned_light& lamp = *all.get(node_of(all, "lamp").light);
    CHECK(lamp.priority == 3);
    CHECK(lamp.dynamic_type == 2);
    CHECK(lamp.shadow == 0);
    CHECK(lamp.fading == 0);
    CHECK(lamp.flare_radius == 4);
    CHECK(numbers_of(all.get(lamp.flare_sizes)) == std::vector<float>{3});
    CHECK(all.get(lamp.flare_color_shifts)[0] == position3{0.1F, 0.2F, 0.3F});
    CHECK(all.get(all.get(lamp.flare_textures)[0]) == "flare_a");
    CHECK(all.get(node_of(all, "hook").reference)->model.view() == "fx_ref");
    CHECK(all.get(node_of(all, "hook").reference)->reattachable == 1);
    CHECK(all.get(node_of(all, "flag").dangly)->displacement == 1.5F);
    CHECK(numbers_of(all.get(all.get(node_of(all, "flag").dangly)->constraints)) == std::vector<float>{0, 128, 255});
}

TEST_CASE("nwn text decode: a light without statements") {
    const nwn::owned_model made = model_of(text_with("node light lamp\nparent m\nendnode"));
    const nwn::owned_light& lamp = *made.get(node_of(made, "lamp").light);
    CHECK(lamp.priority == 5);
    CHECK(lamp.dynamic_type == 1);
    CHECK(lamp.affect_dynamic == 1);
    CHECK(lamp.shadow == 1);
    CHECK(lamp.fading == 1);
    CHECK(lamp.ambient_only == 0);
    CHECK(lamp.generate_flare == 0);
}

TEST_CASE("nwn text decode: fog is what is not ignored, but for nwnmdlcomp") {
    const auto fog = [](const std::string& statement, nwn::producer by) {
        return model_of("newmodel m\n" + statement + "\nnode dummy m\nendnode\n", by).fog;
    };
    for (const nwn::producer by :
         {nwn::producer::bioware, nwn::producer::nwnmdlcomp, nwn::producer::enhanced_edition}) {
        const bool is_other = by == nwn::producer::nwnmdlcomp;
        CHECK(fog("ignorefog 0", by) == (is_other ? 0 : 1));
        CHECK(fog("ignorefog 1", by) == (is_other ? 1 : 0));
        CHECK(fog("ignorefog no", by) == fog("", by));
    }
}

TEST_CASE("nwn text decode: a mesh without statements") {
    for (const nwn::producer by :
         {nwn::producer::bioware, nwn::producer::nwnmdlcomp, nwn::producer::enhanced_edition}) {
        for (const char* const type : {"trimesh", "aabb"}) {
            const nwn::owned_model made = model_of(text_of_mesh("", type), by);
            const nwn::owned_mesh& mesh = mesh_of(made, "only");
            const bool is_new = by == nwn::producer::enhanced_edition, is_drawn = type != std::string_view{"aabb"};
            const float light = is_new ? 1 : 0.8F, dark = is_new ? 1 : 0.2F;
            CHECK(mesh.diffuse == position3{light, light, light});
            CHECK(mesh.ambient == position3{dark, dark, dark});
            CHECK(mesh.specular == position3{0, 0, 0});
            CHECK(mesh.shininess == 1);
            CHECK((mesh.render == is_drawn && mesh.shadow == is_drawn));
            CHECK((mesh.transparency_hint == 0 && mesh.render_hint == 0 && mesh.beaming == 0));
        }
    }
}

TEST_CASE("nwn text decode: controllers and animations") {
    const nwn::owned_model all = model_of(text_of_all_types());
    const nwn::owned_node& box = node_of(all, "box");
    const auto keys = all.get(box.controllers);
    REQUIRE(keys.size() == 4);
    CHECK(keys[0].id == nwn::controls_position);
    CHECK(numbers_of(all.values(box, keys[0])) == std::vector<float>{1, 2, 3});
    CHECK(keys[1].id == nwn::controls_orientation); // 90 degrees about z; the axis had the length 2
    const auto turned = all.values(box, keys[1]);
    CHECK(turned[2] == doctest::Approx(0.70710678));
    CHECK(turned[3] == doctest::Approx(0.70710678));
    CHECK(keys[2].id == 128);
    CHECK(keys[3].id == 100);
    const nwn::owned_node& smoke = node_of(all, "smoke");
    CHECK(all.get(smoke.controllers)[2].id == 448); // the Enhanced Edition's id of alphamid
    const nwn::owned_model older = model_of(text_of_all_types(), nwn::producer::nwnmdlcomp);
    CHECK(older.get(node_of(older, "smoke").controllers)[2].id == 464);

    REQUIRE(all.animations.count == 1);
    const nwn::owned_animation& walk = all.get(all.animations)[0];
    CHECK(walk.geometry.name.view() == "walk");
    CHECK(walk.length == 2);
    CHECK(walk.transition_time == 0.5F);
    CHECK(walk.root.view() == "all");
    const auto events = all.get(walk.events);
    REQUIRE(events.size() == 2);
    CHECK(events[0].name.view() == "snd_footstep"); // sorted
    CHECK(events[1].time == 1);
    const auto movers = all.get(walk.nodes);
    REQUIRE(movers.size() == 4);
    CHECK(movers[1].part_number == box.part_number);
    const auto moved = all.get(movers[1].controllers);
    REQUIRE(moved.size() == 2);
    CHECK(numbers_of(all.times(movers[1], moved[0])) == std::vector<float>{0, 1});
    CHECK(numbers_of(all.values(movers[1], moved[0])) == std::vector<float>{0, 0, 0, 0, 0, 5});
    const auto detonation = all.get(movers[3].controllers);
    REQUIRE(detonation.size() == 1);
    CHECK(detonation[0].columns == 0xFF);
    const nwn::owned_animmesh& water = *all.get(movers[2].animmesh);
    CHECK(water.position_set_count == 2);
    CHECK(all.get(water.position_samples)[1] == position3{0, 0, 1}); // both sets of vertex 0 first
    CHECK(water.texcoord_set_count == 1);
    CHECK(all.get(water.texcoord_samples)[1].x == 2);
}

TEST_CASE("nwn text decode: vertices are split as by the game's compiler") {
    // Two faces in one plane share the vertices of their edge; with other texture coordinates they do not.
    const std::string quad = "verts 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\ntverts 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
    const nwn::owned_model joined = model_of(text_of_mesh(quad + "faces 2\n0 1 2 1 0 1 2 7\n0 2 3 1 0 2 3 9\n"));
    const nwn::owned_mesh& mesh = mesh_of(joined, "only");
    CHECK(mesh.vertex_count == 4);
    CHECK(indices_of(joined, mesh) == std::vector<int>{0, 1, 2, 0, 2, 3});
    const auto faces = joined.get(mesh.faces);
    CHECK(faces[0].surface == 7);
    CHECK(faces[0].adjacent[2] == 1);
    CHECK(faces[1].adjacent[0] == 0);
    CHECK(faces[0].adjacent[0] == -1);
    CHECK(faces[0].normal == position3{0, 0, 1});
    CHECK(mesh.normal_sum_half == 1);
    CHECK(mesh.radius == doctest::Approx(0.70710678));
    CHECK(mesh.bounding_max == position3{1, 1, 0});
    const nwn::owned_model seam = model_of(text_of_mesh(quad + "faces 2\n0 1 2 1 0 1 2 7\n0 2 3 1 1 2 3 9\n"));
    CHECK(mesh_of(seam, "only").vertex_count == 6); // one common corner is not enough to share it
    CHECK(indices_of(seam, mesh_of(seam, "only")) == std::vector<int>{0, 1, 2, 3, 4, 5});
    // In skins, danglymeshes and animmeshes, it is.
    const nwn::owned_model skin =
        model_of(text_of_mesh(quad + "faces 2\n0 1 2 1 0 1 2 7\n0 2 3 1 1 2 3 9\n", "danglymesh"));
    CHECK(mesh_of(skin, "only").vertex_count == 5);
    CHECK(indices_of(skin, mesh_of(skin, "only")) == std::vector<int>{0, 1, 2, 3, 2, 4});
    // A face with two equal corners is left out of a trimesh.
    for (const char* const corners : {"0 2 2", "2 0 2", "2 2 0"}) {
        const nwn::owned_model flat =
            model_of(text_of_mesh(quad + "faces 2\n0 1 2 1 0 1 2 7\n" + corners + " 1 " + corners + " 9\n"));
        CHECK(flat.get(mesh_of(flat, "only").faces).size() == 1);
    }
    // Vertices without a color are white.
    const nwn::owned_model tinted =
        model_of(text_of_mesh(quad + "colors 1\n1 0 0\nfaces 1\n0 1 2 1 0 1 2 7\n"), nwn::producer::bioware);
    const auto colors = tinted.get(mesh_of(tinted, "only").colors);
    REQUIRE(colors.size() == 3);
    CHECK((colors[0] == rgba8{255, 0, 0, 255} && colors[2] == rgba8{255, 255, 255, 255}));
}

TEST_CASE("nwn text decode: normals follow from smoothing groups") {
    const std::string bent = "verts 4\n0 0 0\n1 0 0\n1 1 0\n0 0 2\n";
    const nwn::owned_model smooth = model_of(text_of_mesh(bent + "faces 2\n0 1 2 3 0 0 0 1\n1 0 3 2 0 0 0 1\n"));
    const auto normals = smooth.get(mesh_of(smooth, "only").normals);
    REQUIRE(normals.size() == 4);
    CHECK(normals[0].z == doctest::Approx(1 / std::sqrt(5.0))); // weighted by area: (0, 2, 1)
    CHECK(normals[0].y == doctest::Approx(2 / std::sqrt(5.0)));
    CHECK(normals[2] == position3{0, 0, 1});
    for (const char* const groups : {"1 0 0 0 1\n1 0 3 2", "0 0 0 0 1\n1 0 3 0"}) { // no common group; flat
        const nwn::owned_model hard = model_of(text_of_mesh(bent + "faces 2\n0 1 2 " + groups + " 0 0 0 1\n"));
        CHECK(mesh_of(hard, "only").vertex_count == 6);
        CHECK(hard.get(mesh_of(hard, "only").normals)[0] == position3{0, 0, 1});
        CHECK(hard.get(mesh_of(hard, "only").normals)[3] == position3{0, 1, 0});
    }
    const std::string given = bent + "normals 4\n1 0 0\n1 0 0\n1 0 0\n1 0 0\ntangents 4\n0 1 0 -1\n0 1 0 -1\n0 1 0 -1\n"
                                     "0 1 0 -1\nfaces 2\n0 1 2 1 0 0 0 1\n1 0 3 2 0 0 0 1\n";
    const nwn::owned_model authored = model_of(text_of_mesh(given));
    CHECK(authored.get(mesh_of(authored, "only").normals)[0] == position3{1, 0, 0});
    CHECK(authored.get(mesh_of(authored, "only").handedness)[3] == -1);
    // Two vertices at one place with other tangents stay two.
    for (const char* const other : {"0.5 0 0 1", "0 0.5 0 1", "0 0 0.5 1", "0 0 0 -1"}) {
        const std::string twice = "verts 4\n0 0 0\n1 0 0\n0 1 0\n0 0 0\nnormals 4\n0 0 1\n0 0 1\n0 0 1\n0 0 1\n"
                                  "tangents 4\n0 0 0 1\n0 0 0 1\n0 0 0 1\n" +
                                  std::string{other} + "\nfaces 2\n0 1 2 1 0 0 0 1\n3 1 2 1 0 0 0 1\n";
        CHECK(mesh_of(model_of(text_of_mesh(twice, "danglymesh")), "only").vertex_count == 4);
    }
    const nwn::owned_model ignored = model_of(text_of_mesh(given), nwn::producer::nwnmdlcomp);
    CHECK(ignored.get(mesh_of(ignored, "only").normals)[0] == position3{0, 0, 1});
}

TEST_CASE("nwn text decode: skins and collision trees") {
    const nwn::owned_model all = model_of(text_of_all_types());
    const nwn::owned_node& coat = node_of(all, "coat");
    const nwn::owned_skin& skin = *all.get(coat.skin);
    REQUIRE(all.get(skin.weights).size() == 4);
    CHECK(all.get(skin.joints)[1].bone[0] == 0); // box was used first
    CHECK(all.get(skin.joints)[1].bone[1] == 1);
    CHECK(all.get(skin.joints)[1].bone[2] == -1);
    CHECK(all.get(skin.weights)[3].z == 0.5F);
    CHECK(all.get(skin.slot_nodes).size() == 64);
    CHECK(all.get(skin.slot_nodes)[0] == 7); // the number of box
    CHECK(all.get(skin.node_to_slot)[7] == 0);
    CHECK(all.get(skin.inverse_translations)[0] == position3{0, 0, 1}); // from the root to the skin
    CHECK(all.get(skin.inverse_rotations)[0].w == -1);                  // the sign of a skin below the root
    const auto boxes = all.get(node_of(all, "walk").aabb);
    REQUIRE(boxes.size() == 3);
    CHECK(boxes[0].face == -1);
    CHECK(boxes[0].plane == 1); // +x
    CHECK(boxes[1].face == 0);
    CHECK((boxes[1].plane == 0 && boxes[2].plane == 0)); // they have nothing below them
    CHECK(boxes[0].right.number == boxes[0].left.number + 1);

    const std::string many = "verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 1\nweights 3\n"
                             "m 0.1 a 0.2 b 0.3 c 0.2 d 0.2\nx 1\nm 1\n";
    const std::string bones =
        "node dummy a\nparent m\nendnode\nnode dummy b\nparent m\nendnode\nnode dummy c\nparent m\n"
        "endnode\nnode dummy d\nparent m\nendnode\n";
    const std::string text = text_with("node skin only\nparent m\n" + many + "endnode\n" + bones);
    const nwn::owned_model largest = model_of(text);
    const vec4<form::host> four = largest.get(largest.get(node_of(largest, "only").skin)->weights)[0];
    CHECK(four.x == doctest::Approx(0.2 / 0.9));
    CHECK(four.x + four.y + four.z + four.w == doctest::Approx(1));
    const nwn::owned_model first = model_of(text, nwn::producer::nwnmdlcomp);
    CHECK(first.get(first.get(node_of(first, "only").skin)->weights)[0].x == 0.1F);
    CHECK(largest.get(largest.get(node_of(largest, "only").skin)->weights)[1].x == 0); // an unknown bone
    CHECK(model_of(
              text_of_mesh("verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 1\naabb 0 0 0 1 1 1 -1\n0 0 0 1 1 1 0",
                           "aabb"))
              .all<nwn::owned_aabb>()
              .empty());
}

TEST_CASE("nwn text decode: trees") {
    const auto tree = [](const std::string& nodes) { return tree_of(model_of(text_with(nodes))); };
    const auto node = [](const std::string& name, const std::string& parent, const std::string& more = "") {
        return std::string{"node "} + (more.empty() ? "dummy " : "trimesh ") + name + "\nparent " + parent + "\n" +
               more + "endnode\n";
    };
    CHECK(tree(node("a", "m") + node("b", "a") + node("c", "m")) == "m a0 b1 c0 ");
    CHECK(tree(node("b", "a") + node("a", "M")) == "m a0 b1 "); // the parent comes later
    CHECK(tree(node("a", "NULL") + node("b", "a") + node("c", "m")) == "m c0 ");
    CHECK(tree(node("a", "b") + node("b", "a") + node("c", "none") + node("d", "d")) == "m ");
    CHECK(tree(node("a", "m", "transparencyhint 1\n") + node("b", "m", "render 1\n") + node("c", "m")) ==
          "m c0 b0 a0 ");
    CHECK(tree_of(model_of("newmodel m\nnode dummy r\nendnode\nnode dummy a\nparent r\nendnode\n")) == "r a0 ");
    CHECK(tree_of(model_of("newmodel m\nbeginmodelgeom m\nendmodelgeom m\nnode dummy r\nendnode\ndonemodel m")) == "");
    CHECK(tree_of(model_of("newmodel m\nbeginmodelgeom m\nnode dummy m\nparent NULL\nnode dummy a\nparent m\n")) ==
          "m a0 ");
    std::string deep;
    for (int i = 0; i < 300; ++i) {
        deep += node("n" + std::to_string(i), i != 0 ? "n" + std::to_string(i - 1) : "m");
    }
    CHECK(refusal_of_text(text_with(deep)) ==
          "budget: nodes[] at line 771, column 1: expected at most 256 (nodes inside "
          "each other), found 257");
    const std::string text = text_with(deep);
    CHECK(to_string(nwn::to_scene(*nwn::open_text(text)).error()) == refusal_of_text(text));
}

TEST_CASE("nwn text decode: files of walk meshes") {
    const std::string text =
        "#MAXWALKMESH ASCII\nbeginwalkmeshgeom tile\nnode aabb floor\nparent tile\nverts 3\n0 0 0\n"
        "1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 7\naabb 0 0 0 1 1 0 0\nendnode\nnode dummy use\n"
        "parent other_pwk\nendnode\nnode dummy free\nparent NULL\nendnode\nendwalkmeshgeom tile\n";
    const auto opened = nwn::open_text(text);
    REQUIRE(opened);
    CHECK(opened->is_walk_mesh());
    CHECK(opened->name() == "tile");
    const nwn::owned_model tile = model_of(text);
    CHECK(tree_of(tile) == "tile floor0 use0 free0 ");
    CHECK(tile.get(mesh_of(tile, "floor").faces)[0].surface == 7);
    CHECK(node_of(tile, "floor").aabb.count == 1);
    nwn::scene_options options;
    options.include_collision = true;
    const auto shown = nwn::to_scene(*opened, options);
    REQUIRE(shown);
    CHECK(shown->meshes.size() == 1);
    const std::string other = text_of_all_types();
    CHECK_FALSE(nwn::open_text(other)->is_walk_mesh());
}

TEST_CASE("nwn text decode: walk meshes with nothing around their nodes") {
    const auto bare = [](const std::string& text) {
        const auto opened = nwn::open_text(text);
        REQUIRE(opened);
        CHECK(opened->is_walk_mesh());
        CHECK(opened->is_bare());
        CHECK(identify(std::as_bytes(std::span{text})).kind == file_kind::nwn_ascii_model);
        const nwn::owned_model model = model_of(text);
        CHECK(model.geometry.name.view() == opened->name());
        return std::string{opened->name()} + ": " + tree_of(model);
    };
    const auto node = [](const std::string& name, const std::string& parent) {
        return "node dummy " + name + "\n" + (parent.empty() ? "" : "parent " + parent + "\n") + "endnode\n";
    };
    CHECK(bare("# a comment\n" + node("use01", "chair_pwk")) == "chair_pwk: chair_pwk use010 ");
    CHECK(bare("filedependancy c.max\n" + node("a", "bar") + node("b", "bar_pwk")) == "bar: bar a0 b0 ");
    CHECK(bare(node("a", "") + node("b", "NULL") + node("c", "a")) == "a: a a0 c1 b0 "); // "a" is a node, too
    CHECK(bare(node("PWK", "PWK")) == "PWK: PWK PWK0 ");
    CHECK(bare(node("late", "first") + node("first", "x")) == "first: first first0 late1 ");
    CHECK(bare(node("a", "")) == ":  a0 ");
    CHECK(bare("node trimesh m\nparent x\nverts 1\n0 0 0\n") == "x: x m0 "); // cut off
    const std::string model = "# a log\n" + node("before", "x") + text_with("");
    CHECK_FALSE(nwn::open_text(model)->is_bare());
    for (const char* const text : {"a log\nnode dummy a\nendnode\n", "node dummy\n", "", "# only a comment\n",
                                   "filedependancy x\nbitmap a\nnode dummy a\nendnode\n"}) {
        CHECK(nwn::open_text(std::string_view{text}).error().code == errc::bad_magic);
    }
    const std::string binary{"node dummy a\0", 13};
    CHECK(identify(std::as_bytes(std::span{binary})).kind == file_kind::unknown);
}

TEST_CASE("nwn text decode: byte order marks, and lines that end with CR") {
    const std::string text = text_of_mesh("verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 1");
    std::string with_cr = "# a comment\n" + text;
    std::ranges::replace(with_cr, '\n', '\r');
    for (const std::string& other : {with_cr, "\xEF\xBB\xBF" + text, "\xEF\xBB\xBF" + with_cr}) {
        CHECK(identify(std::as_bytes(std::span{other})).kind == file_kind::nwn_ascii_model);
        CHECK(model_of(other) == model_of(text));
    }
    const auto opened = nwn::open_text(with_cr);
    REQUIRE(opened);
    CHECK(opened->statements().begin()->line() == 2);
    const std::string utf16{"\xFF\xFEn\0e\0w\0", 8};
    CHECK(identify(std::as_bytes(std::span{utf16})).name == std::string_view{"Neverwinter Nights ASCII MDL in UTF-16"});
}

TEST_CASE("nwn text decode: a model has a root") {
    CHECK(refusal_of_text("newmodel m\nnode dummy m\nparent nul\nendnode\n") ==
          "bad_value: nodes[] \"nul\" at line 2, column 1: expected a node whose parent is NULL");
    CHECK(tree_of(model_of("newmodel m\nbeginmodelgeom m\nendmodelgeom m\ndonemodel m\n")) == "");
}

TEST_CASE("nwn text decode: texts without a place in the binary form are refused with a line") {
    std::string keys = "positionkey\n", mesh = "verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 22000\n";
    for (int i = 0; i < 33'000; ++i) {
        keys += "0 1 2 3\n";
    }
    CHECK(
        refusal_of_text(text_of_mesh(keys)) ==
        "out_of_bounds: nodes[].controllers[].rows at line 8, column 1: expected at most 32767 (keys of a controller, "
        "and numbers of a node, in the binary form), found 33000");
    for (int i = 0; i < 22'000; ++i) {
        const std::string texcoord = std::to_string(i) + " ";
        mesh += "0 1 2 0 " + texcoord + texcoord + texcoord + "0\n";
    }
    mesh += "tverts 22000\n";
    for (int i = 0; i < 22'000; ++i) {
        mesh += std::to_string(i) + " 0 0\n";
    }
    CHECK(refusal_of_text(text_of_mesh(mesh)) ==
          "out_of_bounds: nodes[].mesh.vertices at line 6, column 1: expected at most 65535 (vertices of a mesh in the "
          "binary form), found 66000");
}

TEST_CASE("nwn text decode: the compiled form of a text is the model, and its scene is the text's") {
    for (const nwn::producer by : {nwn::producer::enhanced_edition, nwn::producer::nwnmdlcomp}) {
        const nwn::owned_model all = model_of(text_of_all_types(), by);
        const auto file = nwn::encode(all);
        REQUIRE(file);
        const auto compiled = nwn::open(*file);
        REQUIRE(compiled);
        CHECK_FALSE(nwn::verify(*compiled));
        const auto again = nwn::decode(*compiled);
        REQUIRE(again);
        for (std::size_t i = 0; i < all.nodes.count; ++i) {
            CHECK(again->get(again->nodes)[i].name.view() == all.get(all.nodes)[i].name.view());
        }
        CHECK(again->all<position3>().size() == all.all<position3>().size());
        CHECK(again->all<float>().size() == all.all<float>().size());
    }
    const std::string text = text_of_all_types();
    const auto opened = nwn::open_text(text);
    auto of_text = nwn::to_scene(*opened);
    REQUIRE(of_text);
    const auto file = nwn::encode(model_of(text));
    const auto of_binary = nwn::to_scene(*nwn::open(*file));
    REQUIRE(of_binary);
    CHECK(of_text->meshes == of_binary->meshes);
    CHECK(of_text->nodes == of_binary->nodes);
    CHECK(of_text->clips == of_binary->clips);
    CHECK(of_text->extras != of_binary->extras); // only the producer
}

TEST_CASE("nwn text decode: hostile texts are read in bounded memory") { // tests/hostile measures the time
    for (const auto& each : fixtures::nwn::hostile::texts(1500)) {
        const auto& name = each.name;
        const auto& text = each.content;
        CAPTURE(name);
        for (const nwn::producer by : {nwn::producer::enhanced_edition, nwn::producer::nwnmdlcomp}) {
            support::counting_memory memory;
            const auto opened = nwn::open_text(text);
            REQUIRE(opened);
            const auto made = nwn::decode(*opened, by, &memory);
            const bool is_refused = !made && made.error().is_text && made.error().line() != 0;
            CHECK((made || is_refused));
            CHECK(memory.most() <= 256 * text.size() + 1024 * 1024);
        }
        if (name == "samples" || name == "skins") {
            CHECK(refusal_of_text(text).starts_with("budget: text at line "));
        }
    }
}
