#include "grimrock/figure.hpp"
#include "support/finding_places.hpp"

#include <effigy/grimrock/lint.hpp>
#include <effigy/grimrock/regions.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

namespace {

using namespace effigy;
using support::byte_builder;
using codes = std::vector<std::string>;

template <class Opened> std::vector<finding> findings_in(const Opened& opened) {
    std::vector<finding> out;
    const support::finding_places places{opened.value()};
    lint(opened.value(), [&](const finding& found) {
        CHECK(places.misplaced(found) == "");
        out.push_back(found);
    });
    return out;
}
codes codes_in(const std::vector<finding>& findings) {
    codes out;
    for (const finding& found : findings) {
        out.push_back(std::string{found.level == severity::note ? "note: " : "warning: "} + found.code +
                      (found.name.empty() ? "" : ": ") + std::string{found.name});
    }
    return out;
}
codes codes_of(const fixtures::model& nodes) {
    return codes_in(findings_in(grimrock::open(fixtures::write(nodes, 2).span())));
}
codes codes_of(const fixtures::mesh& mesh) { return codes_of(fixtures::model{{"only", -1, {}, mesh}}); }
codes codes_of(const fixtures::clip& clip) {
    return codes_in(findings_in(grimrock::open_animation(fixtures::write(clip, 2).span())));
}
codes codes_of(const fixtures::item& item) { return codes_of(fixtures::clip{30, 2, {item}, ""}); }

// The triangle of the fixtures without colours, which has no findings.
fixtures::mesh plain_triangle() {
    fixtures::mesh out = fixtures::triangle();
    out.arrays[fixtures::color] = {};
    return out;
}
// The same triangle with a change.
template <class Change> fixtures::mesh triangle_with(const Change& change) {
    fixtures::mesh out = plain_triangle();
    change(out);
    return out;
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE("grimrock lint: valid files have no findings") {
    CHECK(codes_of(plain_triangle()) == codes{});
    CHECK(codes_of(fixtures::figure::idle()) == codes{});
}

TEST_CASE("grimrock lint: arrays") {
    const auto codes_when = [](fixtures::slot slot, std::size_t i, double number) {
        return codes_of(triangle_with([&](fixtures::mesh& mesh) { mesh.arrays[slot].numbers[i] = number; }));
    };
    const auto with_array = [](fixtures::slot slot, const fixtures::vertex_array& array) {
        return codes_of(triangle_with([&](fixtures::mesh& mesh) { mesh.arrays[slot] = array; }));
    };
    CHECK(codes_of(fixtures::triangle()) == codes{"note: colors-ignored: only"});
    CHECK(codes_when(fixtures::position, 2, not_a_number)[0] == "warning: position-not-finite: only");
    CHECK(codes_when(fixtures::texcoord0, 0, not_a_number) == codes{"warning: array-not-finite: only"});
    CHECK(codes_when(fixtures::normal, 2, not_a_number) == codes{"warning: normals-not-finite: only"});
    CHECK(codes_when(fixtures::normal, 2, 2) == codes{"note: normals-not-unit: only"});
    CHECK(codes_when(fixtures::tangent, 2, not_a_number) == codes{"warning: tangents-not-finite: only"});
    CHECK(with_array(fixtures::bitangent, {}) == codes{"note: tangents-alone: only"});
    CHECK(with_array(fixtures::normal, {}) == codes{"note: no-normals: only"});
    CHECK(with_array(fixtures::position, {}) == codes{"warning: no-positions: only"});
    CHECK(with_array(fixtures::texcoord0, fixtures::packed(fixtures::float32_type, 1, {1, 2, 3})) ==
          codes{"warning: array-shape: only"});
    CHECK(with_array(fixtures::texcoord0, {fixtures::float32_type, 2, 9, {1, 1, 0, 1, 1, 0}}) ==
          codes{"note: array-padded: only"});
    CHECK(with_array(fixtures::texcoord1, fixtures::packed(fixtures::float32_type, 2, {1, 1, 0, 1, 1, 0})) ==
          codes{"note: array-reserved: only"});
}

TEST_CASE("grimrock lint: bounds, triangles, and segments with their material's name") {
    const auto codes_when = [](const auto& change) { return codes_of(triangle_with(change)); };
    CHECK(codes_when([](auto& mesh) { mesh.bounds.radius = 0.5F; }) == codes{"warning: bounds-radius: only"});
    CHECK(codes_when([](auto& mesh) { mesh.bounds.max.z = 1; }) == codes{"warning: bounds-box: only"});
    CHECK(codes_when([](auto& mesh) { mesh.indices = {0, 2, 1}; }) == codes{"note: winding-inverted: only"});
    CHECK(codes_when([](auto& mesh) { mesh.segments[0].primitive_type = 1; }) ==
          codes{"warning: segment-primitive: stone"});
    CHECK(codes_when([](auto& mesh) { mesh.segments[0].first_index = 1; }) ==
          codes{"warning: segment-first-index: stone"});
    CHECK(codes_when([](auto& mesh) { mesh.segments[0].count = 2; }) ==
          codes{"warning: segment-outside: stone", "warning: segment-counts: only"});
    CHECK(codes_when([](auto& mesh) { mesh.segments.push_back({"stone", 3, 0}); }) ==
          codes{"note: segment-empty: stone", "note: segment-material: only"});
    CHECK(codes_when([](auto& mesh) { mesh.indices.push_back(0); }) ==
          codes{"warning: segment-counts: only", "warning: partial-triangle: only"});
}

TEST_CASE("grimrock lint: what is within a tolerance has no finding, on each axis") {
    const auto normal_of = [](double z) {
        return codes_of(triangle_with([&](auto& mesh) { mesh.arrays[fixtures::normal].numbers[2] = z; }));
    };
    const auto radius_of = [](float radius) { // the corners are 0.70711 from the center
        return codes_of(triangle_with([&](auto& mesh) { mesh.bounds.radius = radius; }));
    };
    const auto box_of = [](float fixtures::vec3::* axis, float away) {
        return codes_of(triangle_with([&](auto& mesh) {
            fixtures::vec3& corner = away < 0 ? mesh.bounds.min : mesh.bounds.max; // g++ 12 changes a copy otherwise
            corner.*axis += away;
        }));
    };
    const auto weight_of = [](double weight) {
        fixtures::mesh mesh = fixtures::skinned_triangle(0, 0);
        mesh.arrays[fixtures::color] = {};
        mesh.bones[1].inverse_rest = {};
        mesh.arrays[fixtures::bone_weight].numbers[0] = weight;
        return codes_of(mesh);
    };
    const auto bind_of = [](float away) {
        fixtures::mesh mesh = fixtures::skinned_triangle(0, 0);
        mesh.arrays[fixtures::color] = {};
        mesh.bones[1].inverse_rest = {.translation = {0, away, 0}};
        return codes_of(mesh);
    };
    const auto node_of = [](const fixtures::vec3& scale) {
        return codes_of(fixtures::model{{"only", -1, {.scale = scale}}});
    };
    const auto item_of = [](const fixtures::quat& rotation, const fixtures::vec3& scale) {
        return codes_of(fixtures::item{"only", {{}, {}}, {{}, rotation}, {scale}});
    };
    struct limit_case {
        codes within, beyond;
        const char* finding;
    };
    using fixtures::vec3;
    for (const auto& [within, beyond, finding] :
         {limit_case{normal_of(1.009), normal_of(1.011), "note: normals-not-unit"},
          {normal_of(0.991), normal_of(0.989), "note: normals-not-unit"},
          {radius_of(0.7055F), radius_of(0.705F), "warning: bounds-radius"},
          {box_of(&vec3::x, 0.002F), box_of(&vec3::x, 0.003F), "warning: bounds-box"},
          {box_of(&vec3::y, 0.002F), box_of(&vec3::y, 0.003F), "warning: bounds-box"},
          {box_of(&vec3::z, 0.002F), box_of(&vec3::z, 0.003F), "warning: bounds-box"},
          {box_of(&vec3::x, -0.002F), box_of(&vec3::x, -0.003F), "warning: bounds-box"},
          {box_of(&vec3::y, -0.002F), box_of(&vec3::y, -0.003F), "warning: bounds-box"},
          {box_of(&vec3::z, -0.002F), box_of(&vec3::z, -0.003F), "warning: bounds-box"},
          {weight_of(0.996), weight_of(0.994), "warning: weights-sum"},
          {weight_of(1.004), weight_of(1.006), "warning: weights-sum"},
          {bind_of(0.009F), bind_of(0.011F), "note: rest-pose-other"},
          {node_of({1.0009F, 1, 1}), node_of({1.0011F, 1, 1}), "note: node-scaled"},
          {node_of({1, 0.9991F, 1}), node_of({1, 0.9989F, 1}), "note: node-scaled"},
          {node_of({1, 1, 1.0009F}), node_of({1, 1, 1.0011F}), "note: node-scaled"},
          {item_of({0, 0, 0, 1}, {1.0009F, 1, 1}), item_of({0, 0, 0, 1}, {1, 1, 1.0011F}), "note: constant-scale"},
          {item_of({0, 0, 0, 1.00009F}, {1, 1, 1}), item_of({0, 0, 0, 1.00011F}, {1, 1, 1}),
           "warning: rotation-not-unit"},
          {item_of({1, 0, 0, 0}, {1, 1, 1}), item_of({1, 0, 0, -0.001F}, {1, 1, 1}), "note: rotation-flip"}}) {
        CHECK(within == codes{});
        CHECK(beyond == codes{finding + std::string{": only"}});
    }
}

TEST_CASE("grimrock lint: skins") {
    const auto codes_when = [](const auto& change) {
        fixtures::mesh mesh = fixtures::skinned_triangle(0, 0);
        mesh.arrays[fixtures::color] = {};
        mesh.bones[0].inverse_rest = mesh.bones[1].inverse_rest = {};
        change(mesh);
        return codes_of(mesh);
    };
    CHECK(codes_when([](fixtures::mesh&) {}) == codes{});
    CHECK(codes_when([](auto& mesh) { mesh.bones.clear(); }) == codes{"note: skin-unused: only"});
    CHECK(codes_when([](auto& mesh) { mesh.arrays[fixtures::bone_index] = {}; }) ==
          codes{"warning: skin-missing: only"});
    CHECK(codes_when([](auto& mesh) { mesh.arrays[fixtures::bone_index].numbers[3] = 1; }) ==
          codes{"note: weights-idle: only"});
    CHECK(codes_when([](auto& mesh) { mesh.arrays[fixtures::bone_weight].numbers.assign(12, 0); })[0] ==
          "warning: weights-none: only");
    CHECK(codes_when([](auto& mesh) { mesh.arrays[fixtures::bone_weight].numbers[0] = 2; }) ==
          codes{"warning: weights-sum: only"});
    CHECK(codes_when([](auto& mesh) { mesh.bones[0].inverse_rest.translation = {1, 0, 0}; }) ==
          codes{"note: rest-pose-other: only"});
}

TEST_CASE("grimrock lint: weights of whole numbers have the sum of their type") {
    const auto has_sum = [](fixtures::mesh mesh) {
        const codes all = codes_of(mesh);
        return std::ranges::find(all, "warning: weights-sum: only") == all.end();
    };
    fixtures::mesh mesh = fixtures::foreign_triangle(0, 0); // bytes, 255 is 1
    CHECK(has_sum(mesh));
    mesh.arrays[fixtures::bone_weight].numbers[0] = 1;
    CHECK_FALSE(has_sum(mesh));
}

TEST_CASE("grimrock lint: a bind pose relative to the origin") {
    fixtures::mesh skinned = fixtures::skinned_triangle(0, 0);
    skinned.arrays[fixtures::color] = {};
    const auto codes_at = [&](float place, float bind_place) {
        for (fixtures::bone& bone : skinned.bones) {
            bone.inverse_rest = {.translation = {-bind_place, 0, 0}};
        }
        return codes_of(fixtures::model{{"only", -1, {.position = {place, 0, 0}}, skinned}});
    };
    CHECK(codes_at(5, 0) == codes{});
    CHECK(codes_at(5, 5) == codes{"note: rest-pose-origin: only"});
    CHECK(codes_at(5, 3) == codes{"note: rest-pose-other: only"});
}

TEST_CASE("grimrock lint: nodes") {
    CHECK(codes_of(fixtures::model{{"a", -1}, {"b", -1}}) == codes{"note: several-roots: b"});
    CHECK(codes_of(fixtures::model{{"a", -1}, {"b", 2}, {"c", 0}}) == codes{"note: parent-later: b"});
    CHECK(codes_of(fixtures::model{{"", -1}}) == codes{"note: name-empty"});
    CHECK(codes_of(fixtures::model{{"a", -1}, {"b", 0}, {"b", 0}}) == codes{"note: name-repeated: b"});
    CHECK(codes_of(fixtures::model{{"a ", -1}}) == codes{"note: name-space: a "});
    CHECK(codes_of(fixtures::model{{"a", -1, {.scale = {1, 2, 1}}}}) == codes{"note: node-scaled: a"});
    CHECK(codes_of(fixtures::model{{"a", -1, {.scale = {1, -1, 1}}}}) == codes{"note: node-mirrored: a"});
    CHECK(codes_of(fixtures::model{{"a", -1, {.scale = {1, 0, 1}}}}) == codes{"warning: node-singular: a"});
    byte_builder longer = fixtures::write(fixtures::model{{"a", -1}}, 4);
    CHECK(codes_in(findings_in(grimrock::open(longer.text("more").span()))) == codes{"warning: trailing-bytes"});
}

TEST_CASE("grimrock lint: clips") {
    CHECK(codes_of(fixtures::clip{30, 0, {}, ""}) == codes{"warning: no-frames"});
    CHECK(codes_of(fixtures::clip{0, 2, {}, "idle"}) == codes{"warning: frame-rate: idle"});
    CHECK(codes_of(fixtures::clip{10.5F, 2, {}, ""}) == codes{"note: frame-rate-odd"});
    const fixtures::item valid{"arm", {{}, {}}, {{}}, {{1, 1, 1}}};
    CHECK(codes_of(valid) == codes{});
    CHECK(codes_of(fixtures::clip{30, 2, {valid, valid}, ""}) == codes{"warning: item-repeated"});

    const auto codes_when = [&](const auto& change) {
        fixtures::item item = valid;
        change(item);
        return codes_of(item);
    };
    CHECK(codes_when([](auto& item) { item.positions.clear(); }) == codes{"note: no-keys: arm"});
    CHECK(codes_when([](auto& item) { item.positions.resize(3); }) == codes{"warning: key-count: arm"});
    CHECK(codes_when([](auto& item) { item.positions[1].y = static_cast<float>(not_a_number); }) ==
          codes{"warning: keys-not-finite: arm"});
    CHECK(codes_when([](auto& item) { item.rotations[0] = {0, 0, 0, 2}; }) == codes{"warning: rotation-not-unit: arm"});
    CHECK(codes_when([](auto& item) { item.rotations = {{0, 0, 0, 1}, {0, 0, 0, -1}}; }) ==
          codes{"note: rotation-flip: arm"});
    CHECK(codes_when([](auto& item) { item.scales[0] = {2, 2, 2}; }) == codes{"note: constant-scale: arm"});
}

TEST_CASE("grimrock lint: the offset of a finding is that of its field") {
    const auto offset_of = [](const auto& opened, std::string_view code) {
        for (const finding& found : findings_in(opened)) {
            if (found.code == code) {
                return found.offset;
            }
        }
        return std::uint64_t{0};
    };
    for (const int version : {1, 2, 3}) {
        CAPTURE(version);
        const auto opened = [](const byte_builder& file) { return grimrock::open_animation(file.span()); };
        const fixtures::item arm{"arm", {{}}, {{}}, {{1, 1, 1}}};
        const byte_builder still =
            fixtures::write(fixtures::clip{25, 0, {arm, arm}, version < 3 ? "nod" : ""}, version);
        CHECK(offset_of(opened(still), "no-frames") == still.at("anim.numFrames"));
        CHECK(offset_of(opened(still), "frame-rate-odd") == still.at("anim.framesPerSecond"));
        CHECK(offset_of(opened(still), "item-repeated") == still.at("anim.items[0].node"));
    }
    for (const int version : {2, 4}) {
        CAPTURE(version);
        const byte_builder file = fixtures::write(fixtures::model{{"root"}, {"arm ", -1}, {"root", 0}}, version);
        const auto model = grimrock::open(file.span());
        CHECK(offset_of(model, "several-roots") == file.at("mdl1.nodes[1].parent"));
        CHECK(offset_of(model, "name-space") == file.at("mdl1.nodes[1].name"));
        CHECK(offset_of(model, "name-repeated") == file.at("mdl1.nodes[0].name"));
    }
}

TEST_CASE("grimrock lint: records that changed since open() and are no longer readable are skipped") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    file.poke(file.at("mdl1.nodes[4].mesh.segments[0].count"), -1);
    for (const finding& found : findings_in(model)) {
        CHECK(found.index[0] < 4);
    }
    byte_builder clip_file = fixtures::write(fixtures::moves(), 2);
    const auto clip = grimrock::open_animation(clip_file.span());
    REQUIRE(clip);
    clip_file.poke(clip_file.at("anim.items[0].numPositionKeys"), -1);
    CHECK(codes_in(findings_in(clip)) == codes{});
}
