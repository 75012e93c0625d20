#include "p3d/figure.hpp"
#include "support/finding_places.hpp"

#include <effigy/p3d/lint.hpp>
#include <effigy/p3d/regions.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

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
    CHECK(found.offset == (path.ends_with(".header") ? file.at(path) + 24 : file.at(path))); // after its known fields
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
    CHECK(only(changed([](level& l) { l.normals[0] = {}; }, 1e15F)) == "0 findings"); // only its shape matters
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
    for (const std::size_t turned : {std::size_t{6}, std::size_t{2}}) { // 6: none
        level box = fixtures::p3d::inward_box();
        box.resolution = 10000;
        if (turned < 6) {
            std::ranges::reverse(box.faces[turned].corners);
        }
        box.faces.push_back({{{0, 0}, {7, 0}}}); // a line
        const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{box}});
        CHECK(findings_of(file).contains("shadow-open") == (turned < 6));
    }
    CHECK(only(changed([](level& l) { l.faces[0].stale = {9, 9, not_a_number, not_a_number}; })) == "0 findings");
}

TEST_CASE("p3d lint: tags") {
    CHECK(only(with({"#Hide#", {1}})) == "warning: tag-size: p3d.lods[0].tags[1].size");
    CHECK(only(with(fixtures::p3d::uv_set_of_uncounted_id(0, {0, 0, 1, 0, 0, 1}))) ==
          "warning: uv-set-size: p3d.lods[0].tags[1].size");
    CHECK(only(with({"camo", {1, 1, 1, 1}, {}, 0})) == "note: tag-inactive: p3d.lods[0].tags[1]");
    CHECK(only(with({"#Strange#", {1}})) == "note: tag-unknown: p3d.lods[0].tags[1]");
    CHECK(only(with(selection("-camo", {1, 1, 1}, {1}))) == "note: selection-ignored: p3d.lods[0].tags[1]");
    CHECK(only(with(selection(".camo", {1, 1, 1}, {1}))) == "note: selection-ignored: p3d.lods[0].tags[1]");
    CHECK(only(with(selection("proxy:a.1", {1, 1, 1}, {0}))) == "warning: proxy-face: p3d.lods[0].tags[1]");
    CHECK(only(with(selection("proxy:a", {1, 1, 1}, {1}))) == "note: proxy-number: p3d.lods[0].tags[1]");
    CHECK(only(with(fixtures::p3d::sharp_edges({1, 1}))) == "note: edge-degenerate: p3d.lods[0].tags[1]");
    for (const auto& points : std::vector<std::vector<std::uint32_t>>{{0, 3}, {3, 0}, {0, 1, 1, 3}}) {
        CHECK(only(with(fixtures::p3d::sharp_edges(points))) == "warning: edge-point: p3d.lods[0].tags[1]");
    }
    CHECK(only(with(fixtures::p3d::sharp_edges({0, 2, 2, 1}))) == "0 findings");
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
    CHECK(only(level) == "warning: selection-repeated: p3d.lods[0].tags[2]");
    level.tags = {fixtures::p3d::property("class", "vehicle"), fixtures::p3d::property("Class", "car")};
    CHECK(only(level) == "warning: property-repeated: p3d.lods[0].tags[1]");

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
    clip.phases[1].time = 0; // equal times are in order
    CHECK(codes(clip).empty());
    clip.phases[0].time = clip.phases[1].time = -1; // the first may have any
    CHECK(codes(clip).empty());
    clip.phases[0].time = 0;
    CHECK(codes(clip) == "phase-order ");
    const auto file = fixtures::p3d::write(clip);
    CHECK(findings_of(file).at("phase-order").offset == file.at("rtm.phases[1]"));
    const auto boneless = fixtures::p3d::write(fixtures::p3d::clip{{}, {{1, {}}, {2, {}}, {0, {}}}});
    CHECK(findings_of(boneless).at("phase-order").offset == boneless.at("rtm.phases[2]"));
    clip.phases[1] = {1, {{.name = "other"}}};
    CHECK(codes(clip) == "bone-renamed ");
    clip.phases[1] = {1, {{.x = {2, 0, 0}}}};
    CHECK(codes(clip) == "bone-scaled ");
    for (const auto& [size, is_known] : {std::pair{1.0099F, false},
                                         {1.0101F, true},
                                         {0.9901F, false},
                                         {0.9899F, true},
                                         {-1.0F, true},
                                         {not_a_number, true}}) {
        clip.phases[1] = {1, {{.x = {size, 0, 0}}}};
        CHECK(codes(clip) == (is_known ? "bone-scaled " : ""));
    }
    const byte_builder scaled = fixtures::p3d::write(clip);
    lint(*p3d::open_animation(scaled.span()), [](const finding& found) { CHECK(found.name == "spine"); });

    byte_builder longer = fixtures::p3d::write(fixtures::p3d::moves());
    longer.text("rest");
    REQUIRE(findings_of(longer).contains("trailing-bytes"));
    CHECK(findings_of(longer).at("trailing-bytes").offset == longer.size() - 4);
}

// ---- what the game's own tools and logs report
// ------------------------------------------------------------------------

TEST_CASE("p3d lint: normals that contradict the faces") {
    using fixtures::p3d::lod;
    lod box = fixtures::p3d::inward_box();
    CHECK(only(box) == "0 findings");
    for (fixtures::p3d::face& face : box.faces) { // the point's number, as ArmAToolbox wrote
        for (fixtures::p3d::corner& corner : face.corners) {
            corner.normal = corner.point % 6;
        }
    }
    CHECK(only(box) == "warning: normals-contradict: p3d.lods[0].normals");
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{box}});
    CHECK(findings_of(file).at("normals-contradict").offset == file.at("p3d.lods[0].normals"));
    box.resolution = 1e15F; // what is not drawn needs no normals
    CHECK(only(box) == "0 findings");

    lod sheets = fixtures::p3d::inward_box(); // each face from both sides, with the same normals
    for (std::size_t i = 0; i < 6; ++i) {
        fixtures::p3d::face back = sheets.faces[i];
        std::ranges::reverse(back.corners);
        std::rotate(back.corners.begin(), back.corners.begin() + 1, back.corners.end());
        sheets.faces.push_back(back);
    }
    CHECK(only(sheets) == "0 findings");
}

TEST_CASE("p3d lint: normals contradict the faces if less than 70 % agree") {
    for (const std::size_t agreeing : {std::size_t{20}, std::size_t{21}, std::size_t{30}}) {
        fixtures::p3d::lod level{.resolution = 1, .normals = {{0, 0, 1}, {0, 0, -1}}};
        for (std::uint32_t i = 0; i < 30; i += 3) {
            const auto x = static_cast<float>(i);
            level.points.insert(level.points.end(), {{{x, 0, 0}}, {{x + 1, 0, 0}}, {{x, 1, 0}}});
            const auto normal = [&](std::uint32_t k) { return i + k < agreeing ? 0U : 1U; };
            level.faces.push_back({{{i, normal(0)}, {i + 1, normal(1), 1}, {i + 2, normal(2), 0, 1}}, "stone.paa"});
        }
        level.tags = {fixtures::p3d::masses(std::vector<float>(30, 1.0F))};
        CHECK(only(level) == (agreeing < 21 ? "warning: normals-contradict: p3d.lods[0].normals" : "0 findings"));
    }
}

TEST_CASE("p3d lint: a normal agrees if it points to the side of its triangle by more than a thousandth") {
    for (const float side : {0.002F, 0.0005F, 0.0F, -0.5F}) {
        CAPTURE(side);
        fixtures::p3d::lod level{.resolution = 1, .normals = {{std::sqrt(1 - side * side), 0, side}}};
        level.points = {{{0, 0, 0}}, {{5, 0, 0}}, {{5, 5, 0}}, {{0, 5, 0}}};
        level.faces = {{{{0, 0}, {1, 0, 1}, {2, 0, 1, 1}, {3, 0, 0, 1}}}};
        level.tags = {fixtures::p3d::masses({1, 1, 1, 1})};
        CHECK(only(level) == (side < 0.001F ? "warning: normals-contradict: p3d.lods[0].normals" : "0 findings"));
    }
}

TEST_CASE("p3d lint: paths with a drive, and names outside of ASCII") {
    const auto textured = [](std::string texture, std::string material) {
        fixtures::p3d::lod level = fixtures::p3d::triangle(1);
        level.faces[0].texture = std::move(texture);
        level.faces[0].material = std::move(material);
        return level;
    };
    CHECK(only(textured("p:\\mod\\a.paa", "")) == "warning: texture-drive: p3d.lods[0].faces");
    CHECK(only(textured("", "C:/mod/a.rvmat")) == "warning: texture-drive: p3d.lods[0].faces");
    CHECK(only(textured("#(argb,8,8,3)color(1,1,1,1)", "mod\\a.rvmat")) == "0 findings");
    CHECK(only(textured("d:", "1:\\")) == "0 findings");
    for (const char* const drive : {"a:\\", "z:/", "A:/", "Z:\\"}) {
        CHECK(only(textured(drive, "")) == "warning: texture-drive: p3d.lods[0].faces");
    }
    for (const char* const none : {"`:\\", "{:\\", "@:\\", "[:\\", "a:.", "ab\\", "a;\\"}) {
        CHECK(only(textured(none, "")) == "0 findings");
    }
    CHECK(only(with(selection("proxy:P:\\mod\\a.001", {1, 1, 1}, {1}))) ==
          "warning: texture-drive: p3d.lods[0].tags[1]");
    CHECK(only(textured("mod\\caf\xC3\xA9.paa", "")) == "note: name-not-ascii: p3d.lods[0].faces");
    CHECK(only(with(selection("caf\xE9", {1, 1, 1}, {1}))) == "note: name-not-ascii: p3d.lods[0].tags[1]");
    CHECK(only(with(fixtures::p3d::property("cl\xE4ss", "1"))) == "note: name-not-ascii: p3d.lods[0].tags[1]");
}

TEST_CASE("p3d lint: a text that fills its field was cut") {
    const std::string of_32(32, 'x');
    fixtures::p3d::lod level = fixtures::p3d::triangle(1, "SP3X");
    level.faces[0].texture = of_32;
    CHECK(only(level) == "warning: text-cut: p3d.lods[0].faces");
    level.faces[0].texture = of_32.substr(1);
    CHECK(only(level) == "0 findings");
    level.tags.push_back(selection(std::string(64, 'n'), {1, 1, 1}, {1}));
    CHECK(only(level).starts_with("warning: text-cut: p3d.lods[0].tags["));
    level = fixtures::p3d::triangle(1);
    level.faces[0].texture = of_32; // P3DM has no fields of fixed size
    CHECK(only(level) == "0 findings");
}

TEST_CASE("p3d lint: frames need the property keyframe") {
    const fixtures::p3d::tag frame = fixtures::p3d::frame(0, {{}, {}, {}});
    CHECK(only(with(frame)) == "warning: frames-keyframe: p3d.lods[0].tags[1]");
    fixtures::p3d::lod level = with(frame);
    level.tags.push_back(fixtures::p3d::property("KeyFrame", "1"));
    CHECK(only(level) == "0 findings");
}

TEST_CASE("p3d lint: the LOD that casts the shadow has too many faces") {
    const auto level = [](float resolution, std::size_t faces, bool no_shadow = false) {
        fixtures::p3d::lod out = fixtures::p3d::triangle(resolution);
        out.faces.resize(faces, out.faces[0]);
        if (no_shadow) {
            out.tags.push_back(fixtures::p3d::property("LodNoShadow", "1"));
        }
        return out;
    };
    const auto found = [](const std::vector<fixtures::p3d::lod>& levels) {
        std::string out = "none";
        const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{levels});
        lint(*p3d::open(file.span()), [&](const finding& one) {
            if (one.code == std::string_view{"shadow-detailed"}) {
                out = to_string(static_cast<const location&>(one));
                CHECK(one.offset == file.at(out));
            }
        });
        return out;
    };
    CHECK(found({level(1, 2000)}) == "p3d.lods[0].faces");
    CHECK(found({level(1, 1999)}) == "none");
    CHECK(found({level(1, 3000), level(2, 2500)}) == "p3d.lods[1].faces"); // the last
    CHECK(found({level(1, 3000), level(2, 1023)}) == "none");              // the first of few faces
    CHECK(found({level(1, 3000), level(2, 1023), level(3, 2100)}) == "none");
    CHECK(found({level(1, 3000), level(2, 1023, true), level(3, 2100)}) == "p3d.lods[2].faces");
    CHECK(found({level(1, 3000), level(2, 2500, true)}) == "none");           // no LOD casts a shadow
    CHECK(found({level(1, 3000), fixtures::p3d::triangle(10000)}) == "none"); // a shadow volume
    CHECK(found({level(1e13F, 3000)}) == "none");
}

TEST_CASE("p3d lint: findings have the offset of their field") {
    fixtures::p3d::lod level = fixtures::p3d::everything("P3DM");
    level.resolution = 15000;
    level.points[1].position.x = not_a_number;
    level.normals[0] = {3, 0, 0};
    level.faces[0].corners[0].v = not_a_number;
    level.tags.push_back(selection("twin", {1, 1, 1, 1}, {0, 0, 0}));
    level.tags.push_back(selection("TWIN", {1, 1, 1, 1}, {0, 0, 0}));
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::triangle(1), level}});
    const auto all = findings_of(file);
    const auto check = [&](const char* code, const std::string& path) {
        CAPTURE(code);
        REQUIRE(all.contains(code));
        CHECK(all.at(code).offset == file.at(path));
        CHECK(to_string(static_cast<const location&>(all.at(code))) == path);
    };
    check("resolution", "p3d.lods[1].resolution");
    check("position-not-finite", "p3d.lods[1].points");
    check("normals-not-unit", "p3d.lods[1].normals");
    check("uv-not-finite", "p3d.lods[1].faces");
    check("selection-repeated", "p3d.lods[1].tags[" + std::to_string(level.tags.size() - 1) + "]");

    fixtures::p3d::clip clip{{"spine", "b\xE4r"},
                             {{0, {{}, {}}}, {1, {{}, {.x = {2, 0, 0}, .name = "other"}}}, {0.5F, {{}, {}}}}};
    const byte_builder rtm = fixtures::p3d::write(clip);
    const auto of_clip = findings_of(rtm);
    CHECK(of_clip.at("phase-order").offset == rtm.at("rtm.phases[2]"));
    CHECK(of_clip.at("bone-renamed").offset == rtm.at("rtm.phases[1].bones[1]"));
    CHECK(of_clip.at("bone-scaled").offset == rtm.at("rtm.phases[1].bones[1]"));
    CHECK(of_clip.at("name-not-ascii").offset == rtm.at("rtm.boneNames") + 32);
}
