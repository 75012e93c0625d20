#include "nwn/opened.hpp"
#include "nwn/text_samples.hpp"
#include "support/counting_memory.hpp"

#include <effigy/nwn/compile.hpp>
#include <effigy/nwn/names.hpp>
#include <effigy/nwn/verify.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <iterator>
#include <vector>

namespace {

using namespace effigy;

struct compiled_text {
    std::vector<std::string> told;
    result<file_bytes> file = file_bytes{};
    nwn::model model;
    std::string refusal; // made while the text exists, since an error names words of it

    compiled_text(const std::string& text, const nwn::compile_options& options) {
        file = nwn::compile(
            *nwn::open_text(text), [&](const finding& found) { told.push_back(to_string(found)); }, options);
        refusal = to_string(file.error());
        if (file) {
            const auto opened = nwn::open(*file);
            REQUIRE_MESSAGE(opened, to_string(opened.error()));
            CHECK_FALSE(verify(*opened));
            model = *opened;
        }
    }
};
std::string skin_with_bones(int count) {
    std::string text = "newmodel m\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\n", weights;
    for (int i = 0; i < count; ++i) {
        const std::string bone = "b" + std::to_string(i);
        text += "node dummy " + bone + "\nparent m\nendnode\n";
        weights += bone + " 1\n";
    }
    std::string positions, faces;
    for (int i = 0; i < count; ++i) {
        positions += std::to_string(i) + " 0 1\n";
        faces += std::to_string(i) + " " + std::to_string((i + 1) % count) + " " + std::to_string((i + 2) % count) +
                 " 1 0 0 0 1\n";
    }
    const std::string size = std::to_string(count) + "\n";
    return text + "node skin s\nparent m\nverts " + size + positions + "faces " + size + faces + "weights " + size +
           weights + "endnode\nendmodelgeom m\ndonemodel m\n";
}

} // namespace

TEST_CASE("nwn compile: each producer has its own fingerprint, slots, ids and defaults") {
    const std::string text = fixtures::nwn::text_of_all_types();
    for (const nwn::producer by :
         {nwn::producer::bioware, nwn::producer::nwnmdlcomp, nwn::producer::enhanced_edition}) {
        const compiled_text made{text, {.by = by, .without_supermodel = true}};
        REQUIRE_MESSAGE(made.file, made.refusal);
        CHECK(made.model.producer() == by);
        CHECK(made.told == std::vector<std::string>{});
        const bool is_new = by == nwn::producer::enhanced_edition;
        for (const nwn::node node : made.model.nodes()) {
            if (node.name() == "walk") { // a walk mesh without colors or diffuse
                CHECK(node.mesh().colors().empty() == is_new);
                CHECK(node.mesh().record()->diffuse.x == (is_new ? 1.0F : 0.8F));
            } else if (node.name() == "coat") {
                CHECK(node.skin().slot_nodes().size() == (is_new ? 64 : 18));
                CHECK(node.mesh().colors().empty());
            } else if (node.name() == "box") {
                CHECK(node.mesh().record()->render_hint == (is_new ? 2U : 0U));
                CHECK(node.mesh().tangents().empty() != is_new); // the hint asks for them
            } else if (node.name() == "smoke") {
                const std::int32_t middle = by == nwn::producer::nwnmdlcomp ? 464 : 448;
                CHECK(node.controllers().find(middle) != npos);
            }
        }
        // Without options it is the same, but for tangents.
        const auto plain = nwn::compile(*nwn::open_text(text), by);
        REQUIRE(plain);
        CHECK(nwn::open(*plain)->producer() == by);
        CHECK((plain->size() == made.file->size()) != is_new);
    }
}

TEST_CASE("nwn compile: part numbers are those of the supermodel, which must be at hand") {
    const std::string text = fixtures::nwn::text_of_all_types(); // names a_base
    const compiled_text alone{text, {}};
    CHECK(alone.refusal == "bad_value: model.supermodel \"a_base\" at line 4, column 1: expected a supermodel at hand");
    const compiled_text named_twice{"newmodel m\nsetsupermodel m first\nnode dummy m\nparent NULL\n"
                                    "setsupermodel m second\nendnode\nsetsupermodel third\n",
                                    {}};
    CHECK(named_twice.refusal ==
          "bad_value: model.supermodel \"third\" at line 7, column 1: expected a supermodel at hand");
    const compiled_text super{"newmodel a_base\nnode dummy a_base\nparent NULL\nendnode\nnode dummy x\nparent a_base\n"
                              "endnode\nnode dummy BOX\nparent a_base\nendnode\ndonemodel a_base\n",
                              {}};
    const compiled_text made{text, {.supermodel = super.model}};
    REQUIRE_MESSAGE(made.file, made.refusal);
    for (const nwn::node node : made.model.nodes()) {
        const int expected = node.name() == "all" ? 0 : node.name() == "box" ? 2 : -1;
        CHECK_MESSAGE(node.record()->part_number == expected, node.name());
    }
    CHECK(made.model.record()->geometry.node_count == 3 + 1 + 9);
    const compiled_text numbered{text, {.supermodel = super.model, .without_supermodel = true}};
    CHECK(numbered.model.record()->geometry.node_count == 9U);
    const compiled_text none{"newmodel m\nsetsupermodel m null\nnode dummy m\nparent NULL\nendnode\ndonemodel m\n", {}};
    CHECK(none.file); // none is named
}

TEST_CASE("nwn compile: what is left out is told, with line and column") {
    const std::string quad = "verts 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\nfaces 2\n0 1 2 1 0 0 0 7\n0 2 2 1 0 0 0 9\n";
    const compiled_text flat{fixtures::nwn::text_of_mesh(quad), {}};
    REQUIRE(flat.told.size() == 1);
    CHECK(flat.told[0].find("text-face-collapsed: nodes[].mesh.faces at line ") != std::string::npos);
    CHECK(flat.told[0].find("\"only\"") != std::string::npos);
    const std::string text =
        "newmodel m\nnode dummy m\nparent NULL\nendnode\nnode skin s\nparent m\nverts 3\n0 0 0\n1 0 0\n"
        "0 1 0\nfaces 1\n0 1 2 1 0 0 0 1\nweights 3\nm 1\nm 1 m 2 m 3 m 2 s 4\nm 1\nendnode\ndonemodel m\n";
    const compiled_text heavy{text, {}};
    REQUIRE(heavy.told.size() == 1);
    CHECK(heavy.told[0].find("text-weights-many: nodes[].skin.weights at line 13, column 1") != std::string::npos);
    for (const nwn::node node : heavy.model.nodes()) {
        if (const nwn::skin skin = node.skin()) {
            const auto of = skin.weights()[1];
            CHECK(of.x + of.y + of.z + of.w == doctest::Approx(1));
            CHECK(of.w == doctest::Approx(4.0 / 11));
        }
    }
    CHECK(compiled_text{text, {.by = nwn::producer::nwnmdlcomp}}.told.size() == 2); // and their sum
}

TEST_CASE("nwn compile: limits of the game are told, and refused if strict") {
    const auto codes = [](const std::string& text, nwn::producer by) {
        std::string out;
        for (const std::string& line : compiled_text{text, {.by = by}}.told) {
            out += line.substr(0, line.find(": ", 9)) + "; ";
        }
        return out;
    };
    for (const auto& [bones, by, slots] : {std::tuple{18, nwn::producer::bioware, 18},
                                           {19, nwn::producer::bioware, 64},
                                           {18, nwn::producer::enhanced_edition, 64},
                                           {64, nwn::producer::enhanced_edition, 64},
                                           {65, nwn::producer::enhanced_edition, 128}}) {
        const compiled_text made{skin_with_bones(bones), {.by = by}};
        int found = 0;
        for (const nwn::node node : made.model.nodes()) {
            found += static_cast<int>(node.skin().slot_nodes().size());
        }
        CHECK(found == slots);
    }
    CHECK(codes(skin_with_bones(18), nwn::producer::bioware) == "");
    CHECK(codes(skin_with_bones(19), nwn::producer::bioware) == "warning: skin-bones; ");
    CHECK(codes(skin_with_bones(64), nwn::producer::enhanced_edition) == "");
    CHECK(codes(skin_with_bones(65), nwn::producer::enhanced_edition) == "warning: skin-bones; ");
    CHECK(codes("newmodel seventeen_letters\nnode dummy m\nparent NULL\nendnode\nnode trimesh a\nparent m\n"
                "bitmap sixteen_letters_\nendnode\nnode trimesh b\nparent m\nbitmap "
                "seventeen_letters\nendnode\ndonemodel x\n",
                nwn::producer::enhanced_edition) == "warning: resource-name-long; warning: resource-name-long; ");
    std::string faces = "verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 10923\n";
    for (int i = 0; i < 10923; ++i) {
        faces += "0 1 2 1 0 0 0 1\n";
    }
    CHECK(codes(fixtures::nwn::text_of_mesh(faces), nwn::producer::enhanced_edition) == "warning: mesh-faces; ");
    const compiled_text strict{skin_with_bones(65), {.is_strict = true}};
    CHECK(strict.refusal.find("bad_value: nwn.nodes[66].skin.nodeToSlot \"skin-bones\" at line ") != std::string::npos);
    CHECK(strict.refusal.find("expected a text without warnings") != std::string::npos);
    CHECK(strict.told.size() == 1);
    CHECK(compiled_text{skin_with_bones(64), {.is_strict = true}}.file);
}

TEST_CASE("nwn compile: what lint warns of is told, and refused if strict") {
    const auto check = [](const std::string& text, const std::string& told) {
        const compiled_text made{text, {}};
        CHECK(made.file);
        REQUIRE(made.told.size() == 1);
        CHECK(made.told[0].substr(0, told.size()) == told);
        CHECK(compiled_text{text, {.is_strict = true}}.refusal.starts_with("bad_value: ") ==
              told.starts_with("warning"));
    };
    const std::string one_face = "verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 1";
    check(fixtures::nwn::text_with("node dummy a\nparent typo\nendnode"),
          "warning: text-node-left-out: nwn.text at line 6, column 1");
    check(fixtures::nwn::text_of_mesh("tilefade x"), "warning: text-not-number: nwn.text at line 8, column 10");
    check(fixtures::nwn::text_with("node dummy a\nparent m\norientation 1 0 0 0 5\nendnode"),
          "warning: controller-columns: nwn.nodes[1].controllers[0].columns at line 6, column 1");
    check(fixtures::nwn::text_of_mesh(one_face, "aabb"), "note: text-box-none: nwn.text at line 6, column 1");
    const compiled_text walk{fixtures::nwn::text_of_mesh(one_face, "aabb"), {}};
    CHECK((*std::next(walk.model.nodes().begin())).aabb());
    for (const bool is_strict : {false, true}) {
        CHECK(compiled_text{fixtures::nwn::text_with("node dummy a\nparent m\nposition 1 -4e38 0\nendnode"),
                            {.is_strict = is_strict}}
                  .refusal == "bad_value: nwn.text \"-4e38\" at line 8, column 12: expected a number that a float can "
                              "hold");
    }
    CHECK(compiled_text{"newmodel m\ndonemodel m\n", {}}.refusal ==
          "bad_value: nodes[] \"m\" at line 1, column 1: expected a node whose parent is NULL");
}

TEST_CASE("nwn compile: all memory is from the resource") {
    support::counting_memory memory; // the default resource rejects allocations
    const std::string text = fixtures::nwn::text_of_all_types();
    CHECK(nwn::compile(*nwn::open_text(text), [](const finding&) {}, {.without_supermodel = true}, &memory));
}
