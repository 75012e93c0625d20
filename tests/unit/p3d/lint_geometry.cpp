#include "p3d/fixtures.hpp"
#include "support/finding_places.hpp"

#include <effigy/p3d/lint.hpp>
#include <effigy/p3d/regions.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace geometry_findings { // other tests have boxes, too
namespace {

using namespace effigy;
using fixtures::p3d::lod;
using fixtures::p3d::not_a_number;
using fixtures::p3d::selection;

constexpr float geometry = 1e13F, fire_geometry = 7e15F;

// The findings about a model: severity, code, place and name; separated by " | ".
std::string found(const std::vector<lod>& levels) {
    std::string out;
    const auto file = fixtures::p3d::write(fixtures::p3d::model{levels});
    const auto model = p3d::open(file.span());
    REQUIRE(model);
    const support::finding_places places{*model};
    lint(*model, [&](const finding& one) {
        CHECK(places.misplaced(one) == "");
        out += (out.empty() ? "" : " | ") + std::string(name_of(one.level)) + ": " + one.code + ": " +
               to_string(static_cast<const location&>(one)) + (one.name.empty() ? "" : ": ") + std::string(one.name);
    });
    return out;
}
std::string found(const lod& level) { return found(std::vector<lod>{level}); }

void select(lod& level, const std::string& name, std::size_t first_point, std::size_t first_face) {
    std::vector<std::uint8_t> points(level.points.size()), faces(level.faces.size());
    std::fill(points.data() + first_point, points.data() + points.size(), std::uint8_t{1});
    std::fill(faces.data() + first_face, faces.data() + faces.size(), std::uint8_t{1});
    level.tags.push_back(selection(name, std::move(points), faces));
}
void weigh(lod& level, float each = 10) {
    level.tags.push_back(fixtures::p3d::masses(std::vector<float>(level.points.size(), each)));
}
// Geometry of one component.
lod as_component(lod level, float resolution = geometry) {
    level.resolution = resolution;
    level.tags.clear();
    select(level, "Component01", 0, 0);
    weigh(level);
    return level;
}
lod box(float resolution = geometry) { return as_component(fixtures::p3d::inward_box(), resolution); }

// A box whose top is a pyramid, of negative height for a dent.
lod pyramid(float height) {
    lod out = fixtures::p3d::inward_box();
    out.points.push_back({{2, 2 + height, 4.5F}});
    const fixtures::p3d::face top = out.faces[3];
    for (std::size_t i = 0; i < 4; ++i) {
        fixtures::p3d::face& made = i == 0 ? out.faces[3] : out.faces.emplace_back(top);
        made.corners = {top.corners[i], top.corners[(i + 1) % 4], {8, 3, 0, 0}};
    }
    return as_component(out);
}
// Boxes, each a component.
lod boxes(const std::vector<std::string>& names) {
    lod out{.resolution = geometry, .normals = fixtures::p3d::inward_box().normals};
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        lod next = fixtures::p3d::inward_box();
        for (fixtures::p3d::face& face : next.faces) {
            for (fixtures::p3d::corner& corner : face.corners) {
                corner.point += 8 * i;
            }
        }
        out.points.insert(out.points.end(), next.points.begin(), next.points.end());
        out.faces.insert(out.faces.end(), next.faces.begin(), next.faces.end());
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<std::uint8_t> points(out.points.size()), faces(out.faces.size());
        std::fill_n(points.data() + i * 8, 8, std::uint8_t{1});
        std::fill_n(faces.data() + i * 6, 6, std::uint8_t{1});
        out.tags.push_back(selection(names[i], std::move(points), faces));
    }
    weigh(out);
    return out;
}
void turn(lod& level) {
    for (fixtures::p3d::face& face : level.faces) {
        std::ranges::reverse(face.corners);
    }
}

} // namespace

TEST_CASE("p3d lint: geometry of closed, convex components with masses has no findings") {
    CHECK(found(box()) == "");
    CHECK(found(pyramid(1)) == "");
    CHECK(found(boxes({"Component01", "component02", "COMPONENT03"})) == "");
    lod outward = box(); // 4 of 814 real components
    turn(outward);
    CHECK(found(outward) == "");
    CHECK(found(lod{.resolution = geometry}) == ""); // empty geometry is usual
}

TEST_CASE("p3d lint: geometry without components") {
    const std::vector<float> colliding{1e13F, 2e13F,  3e13F,  4e13F,  6e15F,  7e15F,  8e15F,
                                       9e15F, 11e15F, 12e15F, 13e15F, 14e15F, 15e15F, 16e15F};
    const std::vector<float> others{1,     1000,  1100,  1200,  10000,  11000, 1e15F,
                                    2e15F, 3e15F, 4e15F, 5e15F, 10e15F, 17e15F};
    const auto without = [](float resolution) {
        lod out = box(resolution);
        out.tags.erase(out.tags.begin());
        return out;
    };
    for (const float resolution : colliding) {
        CAPTURE(resolution);
        CHECK(found(box(resolution)) == "");
        CHECK(found(without(resolution)) == "warning: component-missing: p3d.lods[0].faces");
    }
    for (const float resolution : others) {
        CAPTURE(resolution);
        CHECK(found(without(resolution)) == "");
    }
    for (const char* const name :
         {"Component1", "Component001", "Component1a", "Component", "Component0001", "xComponent01", "Component-1",
          "Component00", "Component1000", "Component0/", "Component0:"}) {
        CAPTURE(name);
        lod level = box();
        level.tags[0].name = name;
        CHECK(found(level) == "warning: component-missing: p3d.lods[0].faces");
    }
    lod level = box();
    level.tags[0].name = "Occluder01";
    CHECK(found(level) == "");
}

TEST_CASE("p3d lint: gaps in the numbers of components") {
    const auto of = [](const std::vector<std::string>& names) { return found(boxes(names)); };
    CHECK(of({"Component02"}) == "warning: component-gap: p3d.lods[0].tags[0]: Component02");
    CHECK(of({"Component05", "Component01", "Component02", "Component04"}) == // the first behind the gap
          "warning: component-gap: p3d.lods[0].tags[3]: Component04");
    CHECK(of({"Component01", "Component03"}) == "note: component-gap: p3d.lods[0].tags[1]: Component03");
    CHECK(of({"Component01", "Component03", "Component04"}) ==
          "warning: component-gap: p3d.lods[0].tags[1]: Component03");
    CHECK(of({"Component02", "Component03"}) == "warning: component-gap: p3d.lods[0].tags[0]: Component02");
    CHECK(of({"Component03", "Component04"}) == "warning: component-gap: p3d.lods[0].tags[0]: Component03");
    CHECK(of({"Component01", "Component04"}) == "warning: component-gap: p3d.lods[0].tags[1]: Component04");
    std::vector<std::string> hundred;
    for (int i = 1; i <= 100; ++i) {
        hundred.push_back("Component" + std::string(i < 10 ? "0" : "") + std::to_string(i));
    }
    CHECK(of(hundred) == "");
    hundred.back() = "Component101";
    CHECK(of(hundred) == "warning: component-gap: p3d.lods[0].tags[99]: Component101");
}

TEST_CASE("p3d lint: components of too few faces, and empty ones") {
    const auto of = [](std::size_t points, std::size_t faces) {
        lod level = box();
        level.tags.erase(level.tags.begin());
        select(level, "Component01", 8 - points, 6 - faces);
        return found(level);
    };
    const std::string ignored = "warning: component-faces: p3d.lods[0].tags[1]: Component01";
    CHECK(of(8, 3) == ignored);
    CHECK(of(8, 0) == ignored);
    CHECK(of(0, 1) == ignored);
    CHECK(of(0, 0) == "warning: selection-empty: p3d.lods[0].tags[1]: Component01");
    CHECK(of(8, 4) == "warning: component-open: p3d.lods[0].tags[1]: Component01");
    lod four{.resolution = geometry, .points = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}};
    four.normals = {{0, 1, 0}};
    for (const auto& [a, b, c] : {std::array{0U, 1U, 2U}, {0U, 2U, 3U}, {0U, 3U, 1U}, {1U, 3U, 2U}}) {
        four.faces.push_back({{{a}, {b}, {c}}});
    }
    CHECK(found(as_component(four)) == "");
}

TEST_CASE("p3d lint: components that are not closed") {
    const std::string open = "warning: component-open: p3d.lods[0].tags[0]: Component01";
    lod level = fixtures::p3d::inward_box();
    level.faces.pop_back();
    CHECK(found(as_component(level)) == open);
    CHECK(found(as_component(level, fire_geometry)) == open);
    CHECK(found(as_component(level, 1e15F)) == "");
    level = fixtures::p3d::inward_box();
    std::ranges::reverse(level.faces[2].corners);
    CHECK(found(as_component(level)) == open);
    lod two = boxes({"Component01", "Component02"}); // each is judged by itself
    two.tags[1].bytes.back() = 0;
    CHECK(found(two) == "warning: component-open: p3d.lods[0].tags[1]: Component02");
}

TEST_CASE("p3d lint: components that are not convex") {
    const std::string concave = "note: component-concave: p3d.lods[0].tags[0]: Component01";
    CHECK(found(pyramid(-1)) == concave);
    CHECK(found(pyramid(-0.003F)) == concave); // twice as deep where it is deepest; 5.745 m to the farthest point
    CHECK(found(pyramid(-0.0028F)) == "");
    lod outward = pyramid(-1);
    turn(outward);
    CHECK(found(outward) == concave);
    outward = pyramid(1);
    turn(outward);
    CHECK(found(outward) == "");
    CHECK(found(as_component(boxes({"a", "b"}))) == concave); // two bodies, though one is in the place of the other

    lod touching = boxes({"a", "b"}); // at an edge
    for (std::size_t i = 8; i < 16; ++i) {
        touching.points[i].position.x += 2;
        touching.points[i].position.y += 2;
    }
    for (fixtures::p3d::face& face : touching.faces) {
        for (fixtures::p3d::corner& corner : face.corners) {
            corner.point = corner.point == 8 ? 3 : corner.point == 12 ? 7 : corner.point;
        }
    }
    CHECK(found(as_component(touching)) == concave);

    lod second = boxes({"Component01", "Component02"}); // what is known of one component does not reach the next
    second.points[15].position.y += 4;
    CHECK(found(second) == "note: component-concave: p3d.lods[0].tags[1]: Component02");
    std::swap(second.tags[0].name, second.tags[1].name);
    CHECK(found(second) == "note: component-concave: p3d.lods[0].tags[1]: Component01");
}

TEST_CASE("p3d lint: a component is concave if one of two faces at an edge is behind the other") {
    for (const auto& [x, z] : {std::pair{2.0F, 2.5F}, {2.0F, 6.5F}, {1.2F, 4.5F}, {2.8F, 4.5F}}) { // beside an edge
        lod level = pyramid(-0.001F);
        level.points[8].position.x = x;
        level.points[8].position.z = z;
        CHECK(found(level) == "note: component-concave: p3d.lods[0].tags[0]: Component01");
    }
}

TEST_CASE("p3d lint: what one component is does not count for the next") {
    lod two = boxes({"Component01", "Component02"});
    two.tags[0].bytes[16] = 0; // its first face
    CHECK(found(two) == "warning: component-open: p3d.lods[0].tags[0]: Component01");

    two = boxes({"Component01", "Component02"});
    for (std::size_t i = 0; i < 8; ++i) { // inside out, and large
        two.points[i].position.x *= -19;
        two.points[i].position.y *= 190;
    }
    CHECK(found(two) == "");
    two.points[15].position.y += 0.05F;
    CHECK(found(two) == "note: component-concave: p3d.lods[0].tags[1]: Component02");
    two.faces[0].corners[0].point = 99;
    CHECK(found(two) == "warning: face-point: p3d.lods[0].faces: data\\box_co.paa | "
                        "warning: component-open: p3d.lods[0].tags[0]: Component01 | "
                        "note: component-concave: p3d.lods[0].tags[1]: Component02");

    lod joined = boxes({"a", "b"}); // the first component joins the points of the bodies of the second
    for (const std::uint32_t point : {0U, 1U, 2U, 3U}) {
        joined.faces.push_back({{{point}, {point + 8}, {point + 4}}});
    }
    joined.tags.clear();
    select(joined, "Component01", 0, 0);
    select(joined, "Component02", 0, 0);
    std::fill_n(joined.tags[1].bytes.end() - 4, 4, std::uint8_t{0});
    weigh(joined);
    CHECK(found(joined) == "warning: component-open: p3d.lods[0].tags[0]: Component01 | "
                           "note: component-concave: p3d.lods[0].tags[1]: Component02");
}

TEST_CASE("p3d lint: the first of several components of a name is judged, as in the engine") {
    const std::string repeated = "warning: selection-repeated: p3d.lods[0].tags[1]: component01";
    lod two = boxes({"Component01", "component01"});
    two.tags[1].bytes.back() = 0;
    CHECK(found(two) == repeated);
    two.tags[0].bytes[16] = 0;
    CHECK(found(two) == "warning: component-open: p3d.lods[0].tags[0]: Component01 | " + repeated);
}

TEST_CASE("p3d lint: lines and repeated points do not count as edges of components") {
    lod level = fixtures::p3d::inward_box();
    level.faces.push_back({{{0, 0}, {1, 0}}});
    CHECK(found(as_component(level)) == "note: face-line: p3d.lods[0].faces");
    level = pyramid(1);
    level.faces[3].corners.push_back(level.faces[3].corners.back());
    CHECK(found(level) == "note: face-repeated-point: p3d.lods[0].faces: data\\box_co.paa");
}

TEST_CASE("p3d lint: components with points that do not exist or are not finite are not called concave") {
    lod level = pyramid(-1);
    level.points.pop_back();
    CHECK(found(as_component(level)) == "warning: face-point: p3d.lods[0].faces: data\\box_co.paa");
    level = pyramid(-1);
    level.points[8].position.y = not_a_number;
    CHECK(found(level) == "warning: position-not-finite: p3d.lods[0].points");
}

TEST_CASE("p3d lint: geometry needs masses") {
    lod level = box();
    level.tags.pop_back();
    CHECK(found(level) == "warning: mass-missing: p3d.lods[0].points");
    for (const float resolution : {2e13F, 3e13F, 4e13F, 6e15F, fire_geometry, 1e15F}) {
        level.resolution = resolution;
        CHECK(found(level) == "");
    }
    level.resolution = geometry;
    weigh(level, 0);
    CHECK(found(level) == "note: mass-zero: p3d.lods[0].tags[1]: #Mass#");
}

TEST_CASE("p3d lint: geometry that is too large") {
    const auto of = [](fixtures::p3d::vec3 farthest, float resolution = geometry) {
        lod level = fixtures::p3d::inward_box();
        for (fixtures::p3d::point& each : level.points) { // a box from 0 to the farthest point
            each.position.x = (each.position.x > 2) == (farthest.x > 0) ? farthest.x : 0;
            each.position.y = each.position.y > 1 ? farthest.y : 0;
            each.position.z = (each.position.z > 3) == (farthest.z > 0) ? farthest.z : 0;
        }
        return found(as_component(level, resolution));
    };
    const std::string large = "warning: geometry-large: p3d.lods[0].points";
    CHECK(of({60, 200, 60}) == ""); // upwards there is no limit
    CHECK(of({-60, 2, -60}) == "");
    for (const auto& at : {fixtures::p3d::vec3{60.5F, 2, 2}, {-60.5F, 2, 2}, {2, 2, 60.5F}, {2, 2, -60.5F}}) {
        CHECK(of(at) == large);
        CHECK(of(at, fire_geometry) == "");
    }
}

TEST_CASE("p3d lint: too many levels") {
    const auto of = [](std::size_t count) {
        std::vector<lod> levels;
        for (std::size_t i = 0; i < count; ++i) {
            levels.push_back(fixtures::p3d::triangle(static_cast<float>(i)));
        }
        return levels;
    };
    CHECK(found(of(29)) == "");
    CHECK(found(of(30)) == "warning: levels-many: p3d.lodCount");
    const auto nlod = fixtures::p3d::write(fixtures::p3d::model{of(30), "NLOD"});
    lint(*p3d::open(nlod.span()), [](const finding& one) { CHECK(one.offset == 4); });
}

TEST_CASE("p3d lint: visual levels without faces") {
    const lod full = fixtures::p3d::triangle(1);
    const lod empty{.resolution = 1.5F}, last{.resolution = 7};
    CHECK(found({full, empty, last}) ==
          "warning: level-empty: p3d.lods[1].faces | warning: level-empty: p3d.lods[2].faces");
    CHECK(found({empty, fixtures::p3d::triangle(3)}) == "warning: level-empty: p3d.lods[0].faces");
    CHECK(found({empty, box()}) == ""); // meant to be invisible
    for (const float resolution : {1100.0F, 10000.0F, 1e15F}) {
        CHECK(found({full, lod{.resolution = resolution}}) == "");
    }
}

TEST_CASE("p3d lint: empty selections") {
    const auto of = [](const char* name, std::uint8_t point, std::uint8_t face) {
        lod level = fixtures::p3d::triangle(1);
        level.tags.push_back(selection(name, {0, 0, point}, {face}));
        return found(level);
    };
    lod level = fixtures::p3d::triangle(1);
    const auto number = std::to_string(level.tags.size());
    CHECK(of("wheel", 0, 0) == "warning: selection-empty: p3d.lods[0].tags[" + number + "]: wheel");
    CHECK(of("wheel", 1, 0) == "");
    CHECK(of("wheel", 0, 1) == "");
    CHECK(of("#Selected#", 0, 0) == "");
    CHECK(of("-wheel", 0, 0) == "note: selection-ignored: p3d.lods[0].tags[" + number + "]: -wheel");
    CHECK(of("proxy:a.1", 0, 0) == "warning: proxy-face: p3d.lods[0].tags[" + number + "]: proxy:a.1");
    level.tags.push_back({"wheel", {0}}); // of the wrong size
    CHECK(found(level) == "warning: tag-size: p3d.lods[0].tags[" + number + "].size: wheel");
}

} // namespace geometry_findings
