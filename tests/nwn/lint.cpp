#include "nwn/figure.hpp"
#include "nwn/opened.hpp"

#include <effigy/nwn/lint.hpp>
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
    nwn::lint(nwn::open(file.span()).value(), [&](const finding& found) { out.push_back(found); });
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

TEST_CASE("nwn lint: names") {
    CHECK(codes_of(of_node({std::string(32, 'x'), -1})) == codes{"name-long"});
    CHECK(codes_of({.nodes = {{"root", -1}, {"twin", 0}, {"TWIN", 0}}}) == codes{"name-repeated"});
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
    CHECK(codes_of_keys({{36, 1, {0, 0}, {1, 1}}}).empty()); // equal times are accepted
}

TEST_CASE("nwn lint: meshes") {
    const auto changed = [](const auto& change) {
        fixtures::nwn::mesh out = fixtures::nwn::triangle();
        change(out);
        return codes_of_mesh(out);
    };
    using mesh = fixtures::nwn::mesh;
    CHECK(changed([](mesh& m) { m.merged_away = true; }) == codes{"mesh-merged-away"});
    CHECK(changed([](mesh& m) { m.index_lists.push_back({0, 1, 2}); }) == codes{"mesh-index-lists"});
    CHECK(changed([](mesh& m) { m.index_lists[0] = {1, 2, 0}; }) == codes{"mesh-index-list"});
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
              ": the Enhanced Edition merged this mesh into another one, which draws it; find_merges finds that "
              "mesh: \"step\"");
    const auto nod = fixtures::nwn::write(fixtures::nwn::bioware());
    const auto flips = findings_of(nod);
    REQUIRE(flips.size() == 1);
    const std::string location = "nwn.animations[0].nodes[1].controllers";
    CHECK(to_string(static_cast<const effigy::location&>(flips[0])) == location);
    CHECK(flips[0].offset == nod.at(location + "[0]"));
}
