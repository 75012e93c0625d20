#include "nwn/figure.hpp"
#include "nwn/opened.hpp"
#include "nwn/text_samples.hpp"
#include "support/counting_memory.hpp"
#include "support/each_value.hpp"
#include "support/edited.hpp"

#include <effigy/nwn/compile.hpp>
#include <effigy/nwn/decompile.hpp>
#include <effigy/nwn/edit.hpp>

#include <doctest/doctest.h>

#include <map>

namespace {

using namespace effigy;

// The text of a model, and how many nodes have each kind of finding.
struct decompiled {
    std::string text;
    std::map<std::string, int> losses;

    template <class Model> explicit decompiled(const Model& from) {
        const auto made = nwn::decompile(from, [&](const finding& found) {
            CHECK(to_string(found).find("offset") == std::string::npos);
            ++losses[found.code];
        });
        REQUIRE_MESSAGE(made, to_string(made.error()));
        for (const std::byte each : *made) {
            text += static_cast<char>(each);
        }
    }
    [[nodiscard]] bool has(const std::string& line) const { return text.find(line + "\n") != text.npos; }
    [[nodiscard]] std::string codes() const {
        std::string out;
        for (const auto& [code, count] : losses) {
            out += code + " " + std::to_string(count) + "; ";
        }
        return out;
    }
};
nwn::owned_model read_again(const std::string& text, nwn::producer by) {
    auto out = nwn::decode(*nwn::open_text(text), by);
    REQUIRE(out);
    out->producer = by;
    return *std::move(out);
}

} // namespace

TEST_CASE("nwn decompile: a text that was compiled comes back") {
    for (const nwn::producer by :
         {nwn::producer::bioware, nwn::producer::nwnmdlcomp, nwn::producer::enhanced_edition}) {
        nwn::owned_model model = read_again(fixtures::nwn::text_of_all_types(), by);
        const decompiled made{model};
        CHECK(made.codes() == "");
        CHECK(made.has("node danglymesh flag"));
        CHECK(made.has("  positionkey 2\n    0 0 0 0\n    1 0 0 5"));
        CHECK(made.has("  aabb 0 0 0 1 1 0 -1"));
        CHECK(made.has("    box 0.5 all 0.5"));
        CHECK(made.has("  verts 4\n    0 0 0\n    1 0 0\n    1 1 0\n    0 1 0.5"));
        CHECK(made.has("  parent NULL"));
        CHECK(made.has("  tverts 4\n    0 0 0\n    1 0 0\n    1 1 0\n    0 1 0"));
        CHECK(made.has("  animtverts 3\n    0 0 0\n    2 0 0\n    0 2 0"));
        CHECK(made.text.find("  normals ") == made.text.npos); // smoothing groups give them
        CHECK(made.has("  renderhint NormalAndSpecMapped") == (by == nwn::producer::enhanced_edition));
        CHECK(made.has("  detonatekey 1\n"));
        CHECK(made.has("setsupermodel all a_base"));
        CHECK(made.has("classification character"));
        CHECK(support::changed_fields(model, read_again(made.text, by)) == "");
        CHECK(decompiled{read_again(made.text, by)}.text == made.text);
    }
}

TEST_CASE("nwn decompile: nodes are declared in the order of their part numbers") {
    const std::string text =
        "newmodel m\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\nnode dummy a\nparent m\n"
        "endnode\nnode dummy b\nparent m\nendnode\nnode dummy below_a\nparent a\nendnode\n"
        "endmodelgeom m\ndonemodel m\n";
    nwn::owned_model model = read_again(text, nwn::producer::bioware); // m, a, below_a, b
    CHECK(decompiled{model}.codes() == "");
    CHECK(decompiled{model}.text.find("node dummy below_a") > decompiled{model}.text.find("node dummy b\n"));
    std::swap(model.get(model.nodes)[1].part_number, model.get(model.nodes)[3].part_number);
    CHECK(decompiled{model}.codes() == "decompile-part-number 3; "); // children would change places
    model.geometry.node_count = 70;
    CHECK(decompiled{model}.codes() == "decompile-part-number 4; ");
}

TEST_CASE("nwn decompile: smoothing groups follow from normals") {
    // A pyramid: smooth around the tip on two sides, and hard edges elsewhere.
    const std::string points = "verts 5\n0 0 0\n2 0 0\n2 2 0\n0 2 0\n1 1 1\n";
    const std::string sides = "faces 6\n0 1 4 1 0 0 0 1\n1 2 4 3 0 0 0 1\n2 3 4 6 0 0 0 1\n3 0 4 0 0 0 0 1\n"
                              "0 2 1 8 0 0 0 1\n0 3 2 8 0 0 0 1\n";
    for (const char* const type : {"trimesh", "danglymesh"}) {
        nwn::owned_model model = read_again(fixtures::nwn::text_of_mesh(points + sides, type), nwn::producer::bioware);
        const decompiled made{model};
        CHECK(made.codes() == "");
        CHECK(made.has("  verts 5\n    0 0 0\n    2 0 0\n    1 1 1\n    2 2 0\n    0 2 0"));
        CHECK(support::changed_fields(model, read_again(made.text, nwn::producer::bioware)) == "");
    }
}

TEST_CASE("nwn decompile: a mesh without faces has the triangles that it draws, without those that are none") {
    const std::string quad = "verts 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\nfaces 2\n0 1 2 1 0 0 0 7\n0 2 3 1 0 0 0 9\n";
    const nwn::owned_model whole = read_again(fixtures::nwn::text_of_mesh(quad), nwn::producer::bioware);
    nwn::owned_model model = whole;
    model.all<nwn::owned_mesh>()[0].faces = {};
    CHECK(decompiled{model}.has("  faces 2\n    0 1 2  1  0 0 0  0\n    0 2 3  1  0 0 0  0"));
    for (std::size_t corner = 0; corner < 3; ++corner) {
        CAPTURE(corner);
        model = whole;
        model.get(model.all<nwn::owned_mesh>()[0].faces)[1].vertex[corner] = 4;
        const decompiled made{model};
        CHECK(made.has("  faces 1\n    0 1 2  0  0 0 0  7"));
        CHECK(made.has("  verts 3\n    0 0 0\n    1 0 0\n    1 1 0"));
    }
}

TEST_CASE("nwn decompile: vertices at one place that move apart stay two") {
    const std::string verts = "verts 4\n0 0 0\n1 0 0\n0 1 0\n0 0 9\n",
                      faces = "faces 2\n0 1 2 1 0 0 0 1\n3 1 2 1 0 0 0 1\n";
    std::string text = fixtures::nwn::text_of_mesh(verts + faces, "animmesh");
    text.insert(text.find("donemodel"), "newanim go m\nlength 1\nnode dummy m\nparent NULL\nendnode\n"
                                        "node animmesh only\nparent m\nsampleperiod 0.5\n" +
                                            verts + faces +
                                            "animverts 8\n0 0 0\n1 0 0\n0 1 0\n0 0 0\n"
                                            "0 0 0\n1 0 0\n0 1 0\n0 0 5\nendnode\ndoneanim go m\n");
    nwn::owned_model model = read_again(text, nwn::producer::bioware);
    const nwn::owned_node& mover = model.get(model.get(model.animations)[0].nodes)[1];
    model.get<vec3<form::host>>(model.get(mover.mesh)->positions)[3] = {0, 0, 0};
    compute_adjacency(model, *model.get(mover.mesh));
    const decompiled made{model};
    CHECK(made.has(
        "  animverts 8\n    0 0 0\n    1 0 0\n    0 1 0\n    0 0 0\n    0 0 0\n    1 0 0\n    0 1 0\n    0 0 5"));
}

TEST_CASE("nwn decompile: normals that no smoothing groups give") {
    const std::string quad = "verts 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\nfaces 2\n0 1 2 1 0 0 0 7\n0 2 3 1 0 0 0 9\n";
    for (const nwn::producer by : {nwn::producer::bioware, nwn::producer::enhanced_edition}) {
        nwn::owned_model model = read_again(fixtures::nwn::text_of_mesh(quad), by);
        model.get<vec3<form::host>>(model.all<nwn::owned_mesh>()[0].normals)[1] = {0, 1, 0};
        const decompiled made{model};
        const bool has_list = made.text.find("  normals 4\n") != made.text.npos; // only the Enhanced Edition reads it
        CHECK(has_list == (by == nwn::producer::enhanced_edition));
        CHECK(made.codes() == (has_list ? "" : "decompile-normals 1; "));
    }
    nwn::owned_model model = read_again(fixtures::nwn::text_of_mesh(quad), nwn::producer::enhanced_edition);
    model.set<vec2<form::host>>(model.all<nwn::owned_mesh>()[0].texcoords[0], {{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    model.all<nwn::owned_mesh>()[0].texture_count = 1;
    REQUIRE_FALSE(compute_tangents(model, model.get(model.nodes)[1]));
    const decompiled made{model};
    CHECK(made.has("  tangents 4\n    1 0 0 1\n    1 0 0 1\n    1 0 0 1\n    1 0 0 1"));
    CHECK(made.codes() == "");
}

TEST_CASE("nwn decompile: vertices that differ in tangents alone stay two") {
    const nwn::owned_model model = read_again(
        fixtures::nwn::text_of_mesh("verts 4\n0 0 0\n1 0 0\n0 1 0\n0 0 0\nnormals 4\n0 0 1\n0 0 1\n0 0 1\n0 0 1\n"
                                    "tangents 4\n1 0 0 1\n1 0 0 1\n1 0 0 1\n0 1 0 1\n"
                                    "faces 2\n0 1 2 1 0 0 0 1\n3 1 2 1 0 0 0 1\n",
                                    "danglymesh"),
        nwn::producer::enhanced_edition);
    const decompiled made{model};
    CHECK(made.has("  tangents 4\n    1 0 0 1\n    1 0 0 1\n    1 0 0 1\n    0 1 0 1"));
    CHECK(support::changed_fields(model, read_again(made.text, nwn::producer::enhanced_edition)) == "");
}

TEST_CASE("nwn decompile: vertices that the author had twice stay apart") {
    // Two faces of one smoothing group that are no neighbors.
    const std::string fold = "verts 6\n0 0 0\n1 0 0\n0 1 0\n0 0 0\n0 0 1\n1 0 0\nfaces 2\n0 1 2 1 0 0 0 1\n"
                             "3 4 5 1 0 0 0 1\n";
    for (const char* const type : {"trimesh", "danglymesh"}) {
        nwn::owned_model model = read_again(fixtures::nwn::text_of_mesh(fold, type), nwn::producer::bioware);
        REQUIRE(model.all<nwn::owned_face>()[0].adjacent[0] == -1);
        const decompiled made{model};
        CHECK(made.codes() == "");
        CHECK(made.text.find("verts 6\n") != made.text.npos);
    }
}

TEST_CASE("nwn decompile: merged meshes are separate again") {
    const fixtures::nwn::opened merged{fixtures::nwn::enhanced()};
    const decompiled made{merged.model};
    CHECK(made.losses.at("decompile-merge") == 1);
    nwn::owned_model own = *decode(merged.model);
    REQUIRE(unmerge(own));
    const nwn::owned_model again = read_again(made.text, nwn::producer::enhanced_edition);
    REQUIRE(again.nodes.count == own.nodes.count);
    for (std::uint32_t i = 0; i < own.nodes.count; ++i) {
        const auto* const before = own.get(own.get(own.nodes)[i].mesh);
        const auto* const after = again.get(again.get(again.nodes)[i].mesh);
        CHECK((before == nullptr) == (after == nullptr));
        CHECK((before == nullptr || before->faces.count == after->faces.count));
    }
}

TEST_CASE("nwn decompile: what a text cannot say is told") {
    const nwn::owned_model whole = read_again(fixtures::nwn::text_of_all_types(), nwn::producer::enhanced_edition);
    const auto codes = [&](const auto& change) {
        nwn::owned_model model = whole;
        change(model);
        return decompiled{model}.codes();
    };
    const auto named = [](nwn::owned_model& m, std::string_view name) -> nwn::owned_node& {
        for (nwn::owned_node& node : m.get(m.nodes)) {
            if (node.name.view() == name) {
                return node;
            }
        }
        FAIL("no node " << name);
        return m.get(m.nodes)[0];
    };
    CHECK(codes([](nwn::owned_model& m) { m.bounding_max = {1, 2, 3}; }) == "decompile-bounds 1; ");
    CHECK(codes([](nwn::owned_model& m) { m.fog = 7; }) == "decompile-value 1; ");
    CHECK(codes([](nwn::owned_model& m) { m.fog = 0; }) == "");
    CHECK(codes([](nwn::owned_model& m) { m.radius = 55; }) == "");
    CHECK(codes([](nwn::owned_model& m) { m.get(m.animations)[0].geometry.node_count = 9; }) ==
          "decompile-part-number 1; ");
    CHECK(codes([&](nwn::owned_model& m) { REQUIRE(m.set(named(m, "lamp").name, "a lamp")); }) == "decompile-name 1; ");
    CHECK(codes([&](nwn::owned_model& m) { REQUIRE(m.set(named(m, "walk").name, "hook")); }) == "");
    CHECK(codes([&](nwn::owned_model& m) { REQUIRE(m.set(named(m, "flag").name, "all")); }) ==
          "decompile-bone 1; decompile-garbage 1; "); // which the root is, for the skin
    CHECK(codes([&](nwn::owned_model& m) { m.get(named(m, "box").mesh)->average.x = 4; }) == "decompile-bounds 1; ");
    // A leaf without a face: a text takes it for a box with children.
    CHECK(codes([&](nwn::owned_model& m) { m.get(named(m, "walk").aabb).back().face = -1; }) == "decompile-value 1; ");
    CHECK(codes([&](nwn::owned_model& m) { m.get(named(m, "box").mesh)->average.x += 1e-6F; }) ==
          "decompile-rounding 1; ");
    CHECK(codes([&](nwn::owned_model& m) { m.get(m.get(named(m, "box").mesh)->faces)[0].adjacent[0] = 1; }) ==
          "decompile-adjacency 1; ");
    CHECK(codes([&](nwn::owned_model& m) { m.get(named(m, "box").mesh)->light_mapped = 99; }) ==
          "decompile-garbage 1; ");
    // The rotation of a quaternion that is twice as long, and keys without rows.
    const auto rotation = [&](nwn::owned_model& m) {
        nwn::owned_node& box = named(m, "box");
        for (float& number : m.get(box.pool).subspan(m.get(box.controllers)[1].value_index, 4)) {
            number *= 2;
        }
    };
    CHECK(codes(rotation).find("decompile-key 1; ") != std::string::npos);
    CHECK(codes([&](nwn::owned_model& m) { m.get(named(m, "box").controllers)[2].rows = 0; }) == "decompile-key 1; ");
    nwn::owned_model bare = whole;
    bare.get(named(bare, "box").controllers)[2].rows = 0;
    const decompiled shown{bare};
    CHECK(shown.text.find("  alpha ") == shown.text.npos);
    CHECK(shown.text.find("  alphakey") == shown.text.npos);
    // A vertex of no face.
    const auto unused = [&](nwn::owned_model& m) {
        nwn::owned_mesh& mesh = *m.get(named(m, "walk").mesh);
        m.append<vec3<form::host>>(mesh.positions, {0, 0, 0});
        m.append<vec3<form::host>>(mesh.normals, {0, 0, 1});
        ++mesh.vertex_count;
    };
    CHECK(codes(unused).find("decompile-vertices 1; ") != std::string::npos);
    CHECK(codes(unused).find("decompile-normals") == std::string::npos); // no corner has its normal
    CHECK(codes([&](nwn::owned_model& m) {
              unused(m);
              m.producer = nwn::producer::bioware; // its texts have no normals
              m.get<vec3<form::host>>(m.get(named(m, "walk").mesh)->normals)[0] = {1, 0, 0};
          }).find("decompile-normals 1; ") != std::string::npos);
    CHECK(codes([&](nwn::owned_model& m) {
              m.producer = nwn::producer::bioware;
              m.get(named(m, "walk").mesh)->normals = {};
          }).find("decompile-normals") == std::string::npos); // there were none
    support::byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    const auto opened = nwn::open(file.span());
    REQUIRE(opened);
    CHECK(decompiled{*opened}.losses.at("decompile-garbage") >= 1); // what the fixture has where files have garbage
}

TEST_CASE("nwn decompile: samples become texts") {
    for (const auto by : {fixtures::nwn::flavour::bioware, fixtures::nwn::flavour::enhanced}) {
        const fixtures::nwn::opened sample{fixtures::nwn::figure::model(by)};
        const decompiled made{sample.model};
        const auto again = nwn::compile(*nwn::open_text(made.text), sample.model.producer());
        REQUIRE(again);
        const nwn::model compiled = nwn::open(*again).value();
        CHECK(compiled.nodes().size() == sample.model.nodes().size());
        CHECK_FALSE(decompiled{compiled}.losses.contains("decompile-garbage"));
    }
}

TEST_CASE("nwn decompile: all memory is from the resource") {
    const fixtures::nwn::opened merged{fixtures::nwn::enhanced()};
    support::counting_memory memory; // the default resource rejects allocations
    CHECK(nwn::decompile(merged.model, [](const finding&) {}, &memory));
}

TEST_CASE("nwn decompile: lists that many nodes share do not multiply") {
    nwn::owned_model model =
        read_again(fixtures::nwn::text_of_mesh("verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 1\n"),
                   nwn::producer::bioware);
    std::vector<float> times(1000), values(3000, 1234567.0F);
    REQUIRE_FALSE(set_keys(model, model.get(model.nodes)[1], nwn::controls_position, 3, times, values));
    std::vector<nwn::owned_node> nodes(2000, model.get(model.nodes)[1]);
    nodes[0].parent = npos;
    model.set(model.nodes, nodes);
    CHECK(nwn::decompile(model, [](const finding&) {}).error().code == errc::budget);
}

namespace {

// Each value that changes comes back, or is told as a loss, or is an error. Checks how many are which.
void check_each_value(nwn::producer by, int refused, int told, int came_back) {
    const nwn::owned_model original = read_again(fixtures::nwn::text_of_all_types(), by);
    nwn::owned_model edited = original;
    support::each_value(edited, [&] {
        const std::string field = support::changed_fields(original, edited);
        INFO(field);
        if (field.ends_with("geometry.functions")) { // they follow from the producer
            return;
        }
        bool is_told = false;
        const auto text = nwn::decompile(edited, [&](const finding&) { is_told = true; });
        if (!text) {
            CHECK(text.error().path[0] != '\0');
            --refused;
            return;
        }
        nwn::owned_model again = *nwn::decode(*nwn::open_text(*text), by);
        again.producer = edited.producer;
        CHECK((is_told || equal_content(again, edited)));
        --(is_told ? told : came_back);
    });
    CHECK(refused == 0);
    CHECK(told == 0);
    CHECK(came_back == 0);
}

} // namespace

TEST_CASE("nwn decompile: each value that changes comes back, or is told, from a model of BioWare") {
    check_each_value(nwn::producer::bioware, 15, 151, 162);
}
TEST_CASE("nwn decompile: each value that changes comes back, or is told, from a model of the Enhanced Edition") {
    check_each_value(nwn::producer::enhanced_edition, 15, 148, 161);
}
