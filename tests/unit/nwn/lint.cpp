#include "nwn/figure.hpp"
#include "nwn/opened.hpp"
#include "support/finding_places.hpp"

#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/regions.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <set>

namespace {

using namespace effigy;
using fixtures::nwn::key;
using fixtures::nwn::opened;
using codes = std::vector<std::string>;

std::vector<finding> findings_of(const support::byte_builder& file) {
    std::vector<finding> out;
    const nwn::model from = nwn::open(file.span()).value();
    const support::finding_places places{from};
    nwn::lint(from, [&](const finding& found) {
        CHECK(places.misplaced(found) == "");
        out.push_back(found);
    });
    return out;
}
codes codes_of(const fixtures::nwn::model& described) {
    codes out;
    for (const finding& found : findings_of(fixtures::nwn::write(described))) {
        out.emplace_back(found.code);
    }
    return out;
}

fixtures::nwn::model of_node(const fixtures::nwn::node& only) { return {.nodes = {only}}; }
codes codes_of_mesh(const fixtures::nwn::mesh& only) { return codes_of(of_node({"only", -1, {}, only})); }
codes codes_of_keys(std::vector<key> keys) { return codes_of(of_node({"only", -1, std::move(keys)})); }

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

} // namespace

TEST_CASE("nwn lint: no findings for a correct model") {
    CHECK(codes_of({}).empty());
    CHECK(codes_of(of_node({"only", -1, {}, fixtures::nwn::triangle()})).empty());
    CHECK(codes_of_mesh({}).empty());
    CHECK(codes_of(fixtures::nwn::nwnmdlcomp()).empty());
    CHECK(codes_of(fixtures::nwn::figure::model(fixtures::nwn::flavour::bioware)).empty());
}

TEST_CASE("nwn lint: the file and its header") {
    CHECK(codes_of({.trailing = "more"}) == codes{"trailing-bytes"});
    CHECK(codes_of({.uncounted_nodes = 7}) == codes{"node-count"});
    CHECK(codes_of({.bounding_max = {1.5e24F, 0, 0}}) == codes{"bounds-absurd"});
    CHECK(codes_of({.bounding_max = {not_a_number, 0, 0}}) == codes{"bounds-absurd"});
    CHECK(codes_of({.animation_scale = 0}) == codes{"animation-scale"});
    CHECK(codes_of({.animation_scale = 1.5e24F}) == codes{"animation-scale"});
    support::byte_builder file = fixtures::nwn::write({});
    const auto findings = findings_of(file.poke_u8(12, 1));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].code == std::string{"producer-unknown"});
}

TEST_CASE("nwn lint: what is at a limit has no finding") {
    const auto of_clip = [](float duration, float time, float key_time) {
        return codes_of({.nodes = {{"root", -1}},
                         .clips = {{"c", duration, {{time, "hit"}}, {{"root", -1, {{36, 1, {key_time}, {1}}}}}}}});
    };
    const auto of_weights = [](float sum) {
        fixtures::nwn::model out = fixtures::nwn::bioware();
        out.clips.clear();
        out.nodes[5].skin->weights[0] = {sum, 0, 0, 0};
        return codes_of(out);
    };
    const auto of_height = [](float height) {
        fixtures::nwn::mesh out = fixtures::nwn::triangle();
        out.vertices[2][1] = height;
        return codes_of_mesh(out);
    };
    const auto of_name = [](std::size_t size) { return codes_of(of_node({std::string(size, 'x'), -1})); };
    struct limit_case {
        codes at, beyond;
        const char* code;
    };
    for (const auto& [at, beyond, code] :
         {limit_case{codes_of({.bounding_max = {1e6F, 0, 0}}), codes_of({.bounding_max = {1.1e6F, 0, 0}}),
                     "bounds-absurd"},
          {codes_of({.animation_scale = 100}), codes_of({.animation_scale = 100.5F}), "animation-scale"},
          {codes_of({.animation_scale = 0.001F}), codes_of({.animation_scale = -0.001F}), "animation-scale"},
          {of_clip(2, 2, 2), of_clip(2, 2.5F, 2), "event-outside"},
          {of_clip(2, 0, 0), of_clip(2, -0.5F, 0), "event-outside"},
          {of_clip(2, 2, 2), of_clip(2, 2, 2.5F), "controller-past-end"},
          {of_weights(0.996F), of_weights(0.994F), "weights-sum"},
          {of_weights(1.004F), of_weights(1.006F), "weights-sum"},
          {of_height(2e-6F), of_height(5e-7F), "face-degenerate"},
          {codes_of_keys({{20, 4, {0}, {0, 0, 0, 1.0004F}}}), codes_of_keys({{20, 4, {0}, {0, 0, 0, 1.0006F}}}),
           "rotation-not-unit"},
          {codes_of_keys({{20, 4, {0, 1}, {0, 0, 0, 1, 1, 0, 0, 0}}}),
           codes_of_keys({{20, 4, {0, 1}, {0, 0, 0, 1, 1, 0, 0, -0.001F}}}), "rotation-flip"},
          {of_name(31), of_name(32), "name-long"}}) {
        CHECK(at == codes{});
        CHECK(beyond == codes{code});
    }
}

TEST_CASE("nwn lint: names") {
    CHECK(codes_of(of_node({std::string(32, 'x'), -1})) == codes{"name-long"});
    CHECK(codes_of({.nodes = {{"root", -1}, {"twin", 0}, {"TWIN", 0}}}) == codes{"name-repeated"});
}

TEST_CASE("nwn lint: names of files that the game cannot find") {
    const std::string most(16, 'x'), more(17, 'x');
    const auto of_names = [](const std::string& name) {
        fixtures::nwn::mesh shape = fixtures::nwn::triangle();
        shape.textures = {name, name, name, name};
        fixtures::nwn::light lamp{.flare_sizes = {1}, .flare_positions = {1}, .flare_color_shifts = {{}}};
        lamp.flare_textures = {name};
        return fixtures::nwn::model{.name = name,
                                    .nodes = {{.name = "root"},
                                              {.name = "shape", .parent = 0, .mesh = shape},
                                              {.name = "lamp", .parent = 0, .light = lamp},
                                              {.name = "spark", .parent = 0, .emitter = {{.texture = name}}},
                                              {.name = "link", .parent = 0, .reference = name}},
                                    .supermodel = name};
    };
    CHECK(codes_of(of_names(most)).empty());
    const support::byte_builder file = fixtures::nwn::write(of_names(more));
    std::vector<std::string> places;
    for (const finding& found : findings_of(file)) {
        CHECK(found.code == std::string{"resource-name-long"});
        CHECK(effigy::byte_view{file.span()}.text_at(found.offset, more.size()) == more);
        places.push_back(to_string(static_cast<const location&>(found)));
    }
    CHECK(places == codes{"nwn.model.name", "nwn.model.supermodel", "nwn.nodes[1].mesh.textures[0]",
                          "nwn.nodes[1].mesh.textures[1]", "nwn.nodes[1].mesh.textures[2]",
                          "nwn.nodes[1].mesh.material", "nwn.nodes[2].light.flareTextures[0]",
                          "nwn.nodes[3].emitter.texture", "nwn.nodes[4].reference.model"});
}

TEST_CASE("nwn lint: a model that is not named after its file") {
    const opened all{fixtures::nwn::model{.name = "Effigy"}};
    const auto of = [&](std::string_view file_name) {
        codes out;
        nwn::lint_file_name(all.model, file_name, [&](const finding& found) {
            CHECK(found.offset == sizeof(nwn::file_header) + 8);
            out.push_back(std::string{found.code} + ' ' + std::string{found.name});
        });
        return out;
    };
    CHECK(of("effigy").empty());
    CHECK(of("copy__EFFIGY").empty());
    CHECK(of("effigy_2") == codes{"name-of-file Effigy"});
    CHECK(of("") == codes{"name-of-file Effigy"});
    CHECK(of("figure") == codes{"name-of-file Effigy"});
    nwn::lint_file_name({}, "figure", [](const finding&) { FAIL("an empty view has no name"); });
}

TEST_CASE("nwn lint: controllers") {
    CHECK(codes_of_keys({{4711, 1, {0}, {1}}}) == codes{"controller-unknown"});
    CHECK(codes_of_keys({{8, 0x13, {0}, {1, 2, 3, 0, 0, 0, 0, 0, 0}}}) == codes{"controller-bezier"});
    CHECK(codes_of_keys({{36, 1, {0}, {1}}, {36, 1, {0}, {1}}}) == codes{"controller-repeated"});
    CHECK(codes_of_keys({{36, 1, {0, 2, 1}, {1, 1, 1}}}) == codes{"controller-times"});
    CHECK(codes_of_keys({{36, 1, {0, not_a_number}, {1, 1}}}) == codes{"controller-times"});
    CHECK(codes_of_keys({{36, 1, {0}, {not_a_number}}}) == codes{"controller-not-finite"});
    CHECK(codes_of_keys({{20, 4, {0}, {0, 0, 0, 2}}}) == codes{"rotation-not-unit"});
    CHECK(codes_of_keys({{20, 4, {0}, {0, 0, 0, 0}}}) == codes{"rotation-not-unit"});
    CHECK(codes_of_keys({{20, 4, {0, 1}, {0, 0, 0, 1, 0, 0, 0, -1}}}) == codes{"rotation-flip"});
    CHECK(codes_of_keys({{36, 1, {0, 0}, {1, 1}}}).empty());     // equal times are accepted
    CHECK(codes_of_keys({{20, 4, {0}, {0, 0, 0, -1}}}).empty()); // only neighbors can flip
    CHECK(codes_of_keys({{20, 5, {0}, {0, 0, 0, 1, 2}}}) == codes{"controller-columns"});
    CHECK(codes_of_keys({{8, 0x23, {0}, {0, 0, 0}}}) == codes{"controller-columns"});
    CHECK(codes_of_keys({{8, 0x16, {0}, std::vector<float>(18)}}) == codes{"controller-columns"});
    CHECK(codes_of_keys({{8, 0x19, {0}, std::vector<float>(9)}}) ==
          codes{"controller-bezier", "controller-bezier-width"});
    CHECK(codes_of_keys({{36, 0x13, {0}, {1, 0, 0}}}) == codes{"controller-bezier", "controller-bezier-width"});
    CHECK(codes_of_keys({{36, 0x11, {0}, {1, 0, 0}}}) == codes{"controller-bezier"});
}

TEST_CASE("nwn lint: meshes") {
    const auto changed = [](const auto& change) {
        fixtures::nwn::mesh out = fixtures::nwn::triangle();
        change(out);
        return codes_of_mesh(out);
    };
    using mesh = fixtures::nwn::mesh;
    CHECK(changed([](mesh& m) { m.merged_away = true; }) == codes{"mesh-merged-away"});
    CHECK(changed([](mesh& m) {
              m.merged_away = true;
              m.faces.clear();
          }).empty());
    CHECK(changed([](mesh& m) { m.index_lists.push_back({0, 1, 2}); }) == codes{"mesh-index-lists"});
    CHECK(changed([](mesh& m) { m.index_lists[0] = {1, 2, 0}; }) == codes{"mesh-index-list"});
    for (std::size_t i = 0; i < 3; ++i) {
        CAPTURE(i);
        CHECK(changed([i](mesh& m) { m.index_lists[0][i] = i == 1 ? 0 : 1; }) == codes{"mesh-index-list"});
        CHECK(changed([i](mesh& m) { m.faces[0].vertex[i] = 3; }) == codes{"mesh-index-list"}); // there is none
    }
    CHECK(changed([](mesh& m) { m.triangle_mode = 4; }) == codes{"mesh-mode"});
    CHECK(changed([](mesh& m) { m.texture_count = 2; }) == codes{"mesh-texture-count"});
    CHECK(changed([](mesh& m) {
              m.vertices.push_back({0, not_a_number, 0});
              m.normals = {};
              m.texcoords = {};
          }) == codes{"position-not-finite"});
    CHECK(changed([](mesh& m) { m.handedness = {1, -1, 0.5F}; }) == codes{"mesh-handedness"});
    CHECK(changed([](mesh& m) { m.vertices[2] = {0.5F, 0, 0}; }) == codes{"face-degenerate"});
    CHECK(changed([](mesh& m) { m.faces[0].normal = {0, 0, -1}; }) == codes{"face-turned"});
    CHECK(changed([](mesh& m) { m.faces[0].normal = {1, 0, 0}; }).empty());
    const auto with_faces = [&](std::size_t count) {
        return changed([count](mesh& m) {
            m.faces.resize(count, m.faces[0]);
            m.index_lists[0].clear();
            for (std::size_t i = 0; i < count; ++i) {
                m.index_lists[0].insert(m.index_lists[0].end(), {0, 1, 2});
            }
        });
    };
    CHECK(with_faces(10'922).empty());
    CHECK(with_faces(10'923) == codes{"mesh-faces"});
}

TEST_CASE("nwn lint: a bind pose that is not there") {
    fixtures::nwn::model described = fixtures::nwn::bioware();
    described.clips.clear();
    fixtures::nwn::skin bound = described.nodes[5].skin.value_or(fixtures::nwn::skin{});
    bound.inverse_rotations.clear();
    bound.inverse_translations.clear();
    described.nodes[5].skin = bound;
    described.nodes[5].keys = {fixtures::nwn::position_key({5, 5, 5})};
    const support::byte_builder file = fixtures::nwn::write(described);
    const auto findings = findings_of(file);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].code == std::string{"bind-pose"});
    CHECK(findings[0].offset == file.at("nwn.nodes[5].skin.QBoneRefInv"));
}

TEST_CASE("nwn lint: bones of a skin") {
    const auto with_bones = [](std::size_t count) {
        fixtures::nwn::model described = fixtures::nwn::enhanced();
        fixtures::nwn::skin bound = *described.nodes[4].skin;
        bound.slot_nodes.resize(128, 0);
        for (std::size_t i = 2; i < count; ++i) {
            described.nodes.push_back({"bone" + std::to_string(i), 0});
            bound.node_to_slot.push_back(static_cast<std::int16_t>(i));
            bound.slot_nodes[i] = static_cast<std::int16_t>(described.nodes.size() - 1);
        }
        bound.inverse_rotations.resize(bound.node_to_slot.size(), {0, 0, 0, 1});
        bound.inverse_translations.resize(bound.node_to_slot.size());
        bound.constants.resize(bound.node_to_slot.size());
        described.nodes[4].skin = bound;
        codes out = codes_of(described);
        std::erase(out, "bind-pose");
        return out;
    };
    const codes usual = with_bones(2);
    CHECK(with_bones(64) == usual);
    codes more = usual;
    more.emplace_back("skin-bones");
    CHECK(with_bones(65) == more);
}

TEST_CASE("nwn lint: parts of meshes") {
    const auto changed = [](const auto& change) {
        fixtures::nwn::model out = fixtures::nwn::bioware();
        out.clips.clear();
        change(out);
        return codes_of(out);
    };
    using model = fixtures::nwn::model;
    CHECK(changed([](model&) {}).empty());
    CHECK(changed([](model& m) { m.nodes[5].skin->weights[0] = {0.5F, 0, 0, 0}; }) == codes{"weights-sum"});
    CHECK(changed([](model& m) { m.nodes[5].skin->weights[0] = {not_a_number, 0, 0, 0}; }) == codes{"weights-sum"});
    CHECK(changed([](model& m) { m.nodes[5].skin->refs[1] = {0, -1, -1, -1}; }) == codes{"weights-boneless"});
    CHECK(changed([](model& m) { m.nodes[5].skin->inverse_translations[1] = {0, 0, 1}; }) == codes{"bind-pose"});
    CHECK(changed([](model& m) { m.nodes[4].aabb->at(1).face = -1; }) == codes{"aabb-leaf", "aabb-faces"});
    CHECK(changed([](model& m) { m.nodes[4].aabb = std::vector<fixtures::nwn::box>{{.face = 0}}; }) ==
          codes{"aabb-faces"});
    fixtures::nwn::model flag = fixtures::nwn::nwnmdlcomp();
    flag.nodes[1].dangly->constraints.pop_back();
    CHECK(codes_of(flag) == codes{"dangly-count"});
}

TEST_CASE("nwn lint: animations") {
    const auto codes_of_clip = [](const fixtures::nwn::clip& clip, const char* supermodel = "NULL") {
        return codes_of({.nodes = {{"root", -1}}, .clips = {clip}, .supermodel = supermodel});
    };
    CHECK(codes_of_clip({"c", 1, {}, {{"root", -1}}}).empty());
    CHECK(codes_of_clip({"c", 0, {}, {{"root", -1}}}) == codes{"animation-length"});
    CHECK(codes_of_clip({"c", 1, {{2, "hit"}}, {}}) == codes{"event-outside"});
    CHECK(codes_of_clip({"c", 1, {{not_a_number, "hit"}}, {}}) == codes{"event-outside"});
    CHECK(codes_of_clip({"c", 1, {}, {{"tail", -1}}}) == codes{"animation-unknown-nodes"});
    CHECK(codes_of_clip({"c", 1, {}, {{"tail", -1}}}, "a_ba").empty());
    CHECK(codes_of_clip({"c", 1, {}, {{"root", -1, {{36, 1, {0, 1}, {1, 1}}}}}}).empty());
    CHECK(codes_of_clip({"c", 1, {}, {{"root", -1, {{36, 1, {0, 1.5F}, {1, 1}}}}}}) == codes{"controller-past-end"});
    CHECK(codes_of_clip({"c", 0, {}, {{"root", -1, {{36, 1, {0, 1.5F}, {1, 1}}}}}}) == codes{"animation-length"});
    support::byte_builder file = fixtures::nwn::write({.clips = {{"c", 1, {}, {}}}});
    const auto findings = findings_of(file.poke(file.at("nwn.animations[0].geometry.nodeCount"), 9));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].code == std::string{"node-count"});
}

TEST_CASE("nwn lint: findings contain the name of the node, animation or event") {
    const auto names_of_findings = [](const fixtures::nwn::model& described) {
        codes out;
        const support::byte_builder file = fixtures::nwn::write(described); // findings refer to its names
        for (const finding& found : findings_of(file)) {
            out.push_back(std::string{found.code} + ' ' + std::string{found.name});
        }
        return out;
    };
    const fixtures::nwn::node twice{"twice", -1, {{36, 1, {0}, {1}}, {36, 1, {0}, {1}}}};
    CHECK(names_of_findings(of_node(twice)) == codes{"controller-repeated twice"});
    CHECK(names_of_findings({.nodes = {twice}, .clips = {{"c", 0, {{2, "hit"}}, {{"tail", -1}}}}}) ==
          codes{"controller-repeated twice", "animation-length c", "event-outside hit", "animation-unknown-nodes c"});
    CHECK(names_of_findings({.animation_scale = 0}) == codes{"animation-scale "});
}

TEST_CASE("nwn lint: findings contain their paths and offsets") {
    const auto file = fixtures::nwn::write(fixtures::nwn::enhanced());
    const auto findings = findings_of(file);
    REQUIRE(findings.size() == 2);
    CHECK(to_string(findings[1]) ==
          "warning: mesh-merged-away: nwn.nodes[2].mesh at offset " + std::to_string(file.at("nwn.nodes[2].mesh")) +
              ": the Enhanced Edition merged this mesh into another one, which draws it in its place: \"step\"");
    const auto nod = fixtures::nwn::write(fixtures::nwn::bioware());
    const auto flips = findings_of(nod);
    REQUIRE(flips.size() == 1);
    const std::string location = "nwn.animations[0].nodes[1].controllers[0]";
    CHECK(to_string(static_cast<const effigy::location&>(flips[0])) == location);
    CHECK(flips[0].offset == nod.at(location));
}

TEST_CASE("nwn lint: offsets are those of the fields that paths name") {
    fixtures::nwn::mesh odd = fixtures::nwn::triangle();
    odd.triangle_mode = 4;
    odd.texture_count = 2;
    odd.vertices[2] = {not_a_number, 0, 0};
    odd.handedness = {1, -1, 0.5F};
    odd.tangents = odd.vertices;
    odd.faces[0].normal = {0, 0, -1};
    odd.index_lists[0] = {1, 2, 0};
    fixtures::nwn::model described = fixtures::nwn::bioware();
    described.animation_scale = 0;
    described.bounding_max = {1.5e24F, 0, 0};
    described.uncounted_nodes = 7;
    described.clips[0].length = 0;
    described.clips[0].nodes.push_back({"tail", 0, {{36, 1, {2, 0}, {not_a_number, 1}}, {36, 1, {0}, {1}}}});
    described.nodes[5].skin->weights[0] = {0.5F, 0, 0, 0};
    described.nodes[5].skin->refs[1] = {0, -1, -1, -1};
    described.nodes[5].skin->inverse_translations[1] = {0, 0, 1};
    described.nodes.push_back(
        {"odd", 0, {{20, 5, {0}, {0, 0, 0, 1, 2}}, {4711, 0x19, {0}, std::vector<float>(9)}}, odd});
    described.nodes[6].dangly = fixtures::nwn::dangly{.constraints = {1}};
    const support::byte_builder file = fixtures::nwn::write(described);
    std::set<std::string> seen;
    for (const finding& found : findings_of(file)) { // which checks the places
        seen.insert(found.code);
    }
    CHECK(seen.size() >= 20);
}
