#include "p3d/figure.hpp"
#include "support/finding_places.hpp"

#include <effigy/p3d/lint.hpp>
#include <effigy/p3d/regions.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <map>

namespace {

using namespace effigy;
using fixtures::p3d::not_a_number;
using fixtures::p3d::selection;
using support::byte_builder;

std::map<std::string, finding> findings_of(const byte_builder& file) {
    std::map<std::string, finding> out;
    const auto note = [&](const auto& view) {
        const support::finding_places places{view};
        lint(view, [&](const finding& found) {
            CHECK(places.misplaced(found) == "");
            out.emplace(found.code, found);
        });
    };
    if (const auto model = p3d::open(file.span())) {
        note(*model);
    } else {
        const auto clip = p3d::open_animation(file.span());
        REQUIRE(clip);
        note(*clip);
    }
    return out;
}

// The only finding about a model of one level: severity, code and location.
std::string only(const fixtures::p3d::lod& level) {
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}});
    const auto all = findings_of(file);
    if (all.size() != 1) {
        return std::to_string(all.size()) + " findings";
    }
    const finding& found = all.begin()->second;
    const std::string path = to_string(static_cast<const location&>(found));
    if (path.ends_with(']') || path.ends_with("tags")) {
        CHECK(found.offset == file.at(found.depth == 2 ? path + ".name" : path));
    }
    return std::string(name_of(found.level)) + ": " + found.code + ": " + path;
}

fixtures::p3d::lod with(fixtures::p3d::tag tag) {
    fixtures::p3d::lod out = fixtures::p3d::triangle(1);
    out.tags = {fixtures::p3d::masses({1, 1, 1}), std::move(tag)};
    return out;
}
fixtures::p3d::lod changed(void (*change)(fixtures::p3d::lod&), float resolution = 1) {
    fixtures::p3d::lod out = fixtures::p3d::triangle(resolution);
    change(out);
    return out;
}

} // namespace

TEST_CASE("p3d lint: the figure has no findings") {
    CHECK(findings_of(fixtures::p3d::write(fixtures::p3d::figure::model())).empty());
    CHECK(findings_of(fixtures::p3d::write(fixtures::p3d::figure::nod())).empty());
    CHECK(findings_of(fixtures::p3d::write(fixtures::p3d::model{})).empty());
}

TEST_CASE("p3d lint: levels") {
    using level = fixtures::p3d::lod;
    CHECK(only(changed([](level& l) { l.resolution = -1; })) == "warning: resolution: p3d.lods[0].resolution");
    CHECK(only(changed([](level& l) { l.skipped = 1; })) == "note: header-longer: p3d.lods[0].header");
    CHECK(only(changed([](level& l) { l.points[1].position.y = not_a_number; })) ==
          "warning: position-not-finite: p3d.lods[0].points");
    CHECK(only(changed([](level& l) { l.normals[0] = {}; })) == "note: normals-zero: p3d.lods[0].normals");
    CHECK(only(changed([](level& l) { l.normals[0] = {}; }, 1e13F)) == "0 findings"); // only its shape matters
    CHECK(only(changed([](level& l) { l.normals[0] = {0, 0, 2}; })) == "note: normals-not-unit: p3d.lods[0].normals");
    CHECK(only(changed([](level& l) { l.normals[0] = {0, 0, not_a_number}; })) ==
          "note: normals-not-unit: p3d.lods[0].normals");
}

TEST_CASE("p3d lint: faces") {
    using level = fixtures::p3d::lod;
    CHECK(only(changed([](level& l) { l.faces[0].corners[2].point = 3; })) == "warning: face-point: p3d.lods[0].faces");
    CHECK(only(changed([](level& l) { l.faces[0].corners[2].normal = 1; })) ==
          "warning: face-normal: p3d.lods[0].faces");
    CHECK(only(changed([](level& l) { l.normals.clear(); })) == "note: face-normal: p3d.lods[0].faces");
    CHECK(only(changed([](level& l) { l.faces[0].corners[2].point = 0; })) ==
          "note: face-repeated-point: p3d.lods[0].faces");
    CHECK(only(changed([](level& l) { l.faces[0].corners.pop_back(); })) == "note: face-line: p3d.lods[0].faces");
    CHECK(only(changed([](level& l) { l.faces[0].corners[1].v = not_a_number; })) ==
          "warning: uv-not-finite: p3d.lods[0].faces");
    CHECK(only(fixtures::p3d::triangle(10000)) == "warning: shadow-open: p3d.lods[0].faces");
    CHECK(only(changed([](level& l) { l.faces[0].stale = {9, 9, not_a_number, not_a_number}; })) == "0 findings");
}

TEST_CASE("p3d lint: tags") {
    CHECK(only(with({"#Hide#", {1}})) == "warning: tag-size: p3d.lods[0].tags[1]");
    CHECK(only(with({"camo", {1, 1, 1, 1}, {}, 0})) == "note: tag-inactive: p3d.lods[0].tags[1]");
    CHECK(only(with({"#Strange#", {1}})) == "note: tag-unknown: p3d.lods[0].tags[1]");
    CHECK(only(with(selection("-camo", {1, 1, 1}, {1}))) == "note: selection-ignored: p3d.lods[0].tags[1]");
    CHECK(only(with(selection(".camo", {1, 1, 1}, {1}))) == "note: selection-ignored: p3d.lods[0].tags[1]");
    CHECK(only(with(selection("proxy:a.1", {1, 1, 1}, {0}))) == "warning: proxy-face: p3d.lods[0].tags[1]");
    CHECK(only(with(selection("proxy:a", {1, 1, 1}, {1}))) == "note: proxy-number: p3d.lods[0].tags[1]");
    CHECK(only(with(fixtures::p3d::sharp_edges({1, 1}))) == "note: edge-degenerate: p3d.lods[0].tags[1]");
    CHECK(only(with(fixtures::p3d::sharp_edges({0, 3}))) == "warning: edge-point: p3d.lods[0].tags[1]");
    CHECK(only(with(fixtures::p3d::masses({2, -1, 0}))) == "warning: mass-negative: p3d.lods[0].tags[1]");
    CHECK(only(with(fixtures::p3d::masses({2, not_a_number, 0}))) == "warning: mass-negative: p3d.lods[0].tags[1]");
    CHECK(only(with(fixtures::p3d::masses({0, 0, 0}))) == "note: mass-zero: p3d.lods[0].tags[1]");
    CHECK(only(with(fixtures::p3d::property("class ", "vehicle"))) == "warning: property-space: p3d.lods[0].tags[1]");
    CHECK(only(with(fixtures::p3d::property("LodNoShaddow", "1"))) ==
          "warning: property-spelling: p3d.lods[0].tags[1]");
}

TEST_CASE("p3d lint: findings contain the name of a selection, property, tag or texture") {
    const auto name_of = [](const fixtures::p3d::lod& level, const char* code) {
        const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}});
        std::string out = "no finding";
        lint(*p3d::open(file.span()),
             [&](const finding& found) { out = found.code == std::string_view{code} ? found.name : out; });
        return out;
    };
    CHECK(name_of(with(selection("-camo", {1, 1, 1}, {1})), "selection-ignored") == "-camo");
    CHECK(name_of(with(fixtures::p3d::property("class ", "vehicle")), "property-space") == "class ");
    CHECK(name_of(with({"#Hide#", {1}}), "tag-size") == "#Hide#");
    fixtures::p3d::lod level = with(selection("camo", {1, 1, 1}, {1}));
    level.tags.push_back(selection("CAMO", {1, 1, 1}, {1}));
    CHECK(name_of(level, "selection-repeated") == "CAMO");

    level = fixtures::p3d::triangle(1);
    level.faces.push_back(level.faces[0]);
    level.faces[1].texture = "moss.paa";
    level.faces[1].corners[2].point = 3;
    level.faces.push_back(level.faces[1]);
    level.faces[2].texture = "sand.paa";
    CHECK(name_of(level, "face-point") == "moss.paa"); // of the first such face
}

TEST_CASE("p3d lint: repeated names and UV sets") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    level.tags = {selection("Camo", {1, 1, 1}, {1}), selection("other", {1, 1, 1}, {1}),
                  selection("camo", {1, 1, 1}, {1})};
    CHECK(only(level) == "warning: selection-repeated: p3d.lods[0].tags");
    level.tags = {fixtures::p3d::property("class", "vehicle"), fixtures::p3d::property("Class", "car")};
    CHECK(only(level) == "warning: property-repeated: p3d.lods[0].tags");

    const fixtures::p3d::tag uvs = fixtures::p3d::uv_set(0, {0, 0, 1, 0, 0, 1});
    level.tags = {uvs, uvs};
    CHECK(only(level) == "0 findings");
    level.resolution = 1e15F;
    CHECK(only(level) == "warning: uv-set-second: p3d.lods[0].tags[1]");
}

TEST_CASE("p3d lint: the sequence of levels") {
    const auto model = [](float first, float second) {
        return fixtures::p3d::write(
            fixtures::p3d::model{{fixtures::p3d::triangle(first), fixtures::p3d::triangle(second)}});
    };
    CHECK(findings_of(model(1, 2)).empty());
    const byte_builder same = model(1, 1);
    REQUIRE(findings_of(same).contains("resolution-repeated"));
    CHECK(to_string(findings_of(same).at("resolution-repeated")) ==
          "note: resolution-repeated: p3d.lods[1].resolution at offset " + std::to_string(same.size() - 4) +
              ": the previous LOD has the same resolution");
    CHECK(findings_of(model(2, 1)).contains("resolution-order"));

    byte_builder longer = model(1, 2);
    longer.text("rest");
    REQUIRE(findings_of(longer).contains("trailing-bytes"));
    CHECK(findings_of(longer).at("trailing-bytes").offset == longer.size() - 4);
}

TEST_CASE("rtm lint: animations") {
    const auto codes = [](const fixtures::p3d::clip& clip) {
        std::string out;
        for (const auto& [code, finding] : findings_of(fixtures::p3d::write(clip))) {
            out += code + ' ';
        }
        return out;
    };
    fixtures::p3d::clip clip{{"spine"}, {{0, {{}}}, {1, {{}}}}};
    CHECK(codes(clip).empty());
    clip.phases[1].time = -1;
    CHECK(codes(clip) == "phase-order ");
    const auto file = fixtures::p3d::write(clip);
    CHECK(findings_of(file).at("phase-order").offset == file.at("rtm.phases[1]"));
    const auto boneless = fixtures::p3d::write(fixtures::p3d::clip{{}, {{1, {}}, {2, {}}, {0, {}}}});
    CHECK(findings_of(boneless).at("phase-order").offset == boneless.at("rtm.phases[2]"));
    clip.phases[1] = {1, {{.name = "other"}}};
    CHECK(codes(clip) == "bone-renamed ");
    clip.phases[1] = {1, {{.x = {2, 0, 0}}}};
    CHECK(codes(clip) == "bone-scaled ");
    const byte_builder scaled = fixtures::p3d::write(clip);
    lint(*p3d::open_animation(scaled.span()), [](const finding& found) { CHECK(found.name == "spine"); });

    byte_builder longer = fixtures::p3d::write(fixtures::p3d::moves());
    longer.text("rest");
    REQUIRE(findings_of(longer).contains("trailing-bytes"));
    CHECK(findings_of(longer).at("trailing-bytes").offset == longer.size() - 4);
}
