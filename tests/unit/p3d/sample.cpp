#include "p3d/fixtures.hpp"

#include <effigy/p3d.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace effigy;
using p3d::lod_kind;
using support::byte_builder;

constexpr float inf = std::numeric_limits<float>::infinity();

void check_kind(float resolution, lod_kind kind, std::uint32_t number = 0) {
    CAPTURE(resolution);
    const p3d::lod_meaning found = p3d::meaning_of(resolution);
    CHECK(p3d::name_of(found.kind) == p3d::name_of(kind));
    CHECK(found.number == number);
}

} // namespace

TEST_CASE("p3d: kinds of small resolutions") {
    check_kind(0, lod_kind::visual);
    check_kind(-0.0F, lod_kind::visual);
    check_kind(0.2F, lod_kind::visual);
    check_kind(900, lod_kind::visual);
    check_kind(999.4F, lod_kind::visual);
    check_kind(999.5F, lod_kind::view_gunner);
    check_kind(1000, lod_kind::view_gunner);
    check_kind(1000.5F, lod_kind::unknown);
    check_kind(1100, lod_kind::view_pilot);
    check_kind(1199.5F, lod_kind::view_cargo);
    check_kind(1200, lod_kind::view_cargo);
    check_kind(1207, lod_kind::view_cargo, 7);
    check_kind(1300, lod_kind::unknown);
    check_kind(10000, lod_kind::shadow_volume);
    check_kind(10010, lod_kind::shadow_volume, 10);
    check_kind(11000, lod_kind::shadow_buffer);
    check_kind(11999, lod_kind::shadow_buffer, 999);
    check_kind(12000, lod_kind::unknown);
    check_kind(13000, lod_kind::ground_layer);
    check_kind(20000.5F, lod_kind::edit, 1);
    check_kind(20066, lod_kind::edit, 66);
    check_kind(30000, lod_kind::unknown);
    check_kind(1e9F, lod_kind::unknown);
}

TEST_CASE("p3d: kinds of large resolutions, within the tolerance") {
    const std::pair<double, lod_kind> kinds[] = {
        {1e13, lod_kind::geometry},
        {2e13, lod_kind::geometry_buoyancy},
        {3e13, lod_kind::geometry_physx_old},
        {4e13, lod_kind::geometry_physx},
        {5e13, lod_kind::navigation},
        {1e15, lod_kind::memory},
        {2e15, lod_kind::land_contact},
        {3e15, lod_kind::roadway},
        {4e15, lod_kind::paths},
        {5e15, lod_kind::hit_points},
        {6e15, lod_kind::view_geometry},
        {7e15, lod_kind::fire_geometry},
        {8e15, lod_kind::view_cargo_geometry},
        {9e15, lod_kind::view_cargo_fire_geometry},
        {1e16, lod_kind::view_commander},
        {1.1e16, lod_kind::view_commander_geometry},
        {1.2e16, lod_kind::view_commander_fire_geometry},
        {1.3e16, lod_kind::view_pilot_geometry},
        {1.4e16, lod_kind::view_pilot_fire_geometry},
        {1.5e16, lod_kind::view_gunner_geometry},
        {1.6e16, lod_kind::view_gunner_fire_geometry},
        {1.7e16, lod_kind::sub_parts},
        {1.8e16, lod_kind::shadow_volume_view_cargo},
        {1.9e16, lod_kind::shadow_volume_view_pilot},
        {2e16, lod_kind::shadow_volume_view_gunner},
        {2.1e16, lod_kind::wreck},
    };
    for (const auto& [decimal, kind] : kinds) {
        const auto stored = static_cast<float>(decimal);
        check_kind(stored, kind);
        check_kind(std::nextafter(stored, 0.0F), kind);
        check_kind(std::nextafter(stored, inf), kind);
        check_kind(stored * 1.0002F, kind);
        check_kind(stored * 0.9998F, kind);
    }
    CHECK(std::bit_cast<std::uint32_t>(1e13F) == 0x5511'84E7); // the stored number is less than the decimal one
    check_kind(8.03e15F, lod_kind::view_cargo_geometry, 3);
    check_kind(18.07e15F, lod_kind::shadow_volume_view_cargo, 7);
    check_kind(1.01e13F, lod_kind::unknown);
    check_kind(2.2e16F, lod_kind::unknown);
}

TEST_CASE("p3d: resolutions without a kind") {
    check_kind(-1, lod_kind::unknown);
    check_kind(inf, lod_kind::unknown);
    check_kind(-inf, lod_kind::unknown);
    check_kind(fixtures::p3d::not_a_number, lod_kind::unknown);
    check_kind(std::numeric_limits<float>::max(), lod_kind::unknown);
}

TEST_CASE("p3d: kinds have names, and for some kinds only the shape matters") {
    CHECK(p3d::name_of(lod_kind::visual) == "visual");
    CHECK(p3d::name_of(lod_kind::geometry) == "geometry");
    CHECK(p3d::name_of(lod_kind::fire_geometry) == "fire_geometry");
    CHECK(p3d::name_of(lod_kind::wreck) == "wreck");
    CHECK(p3d::name_of(lod_kind::unknown) == "unknown");
    int shapes = 0;
    for (int i = 0; i <= static_cast<int>(lod_kind::unknown); ++i) {
        shapes += p3d::is_geometry_only(static_cast<lod_kind>(i)) ? 1 : 0;
    }
    CHECK(shapes == 12);
    CHECK(p3d::is_geometry_only(lod_kind::memory));
    CHECK_FALSE(p3d::is_geometry_only(lod_kind::visual));
    CHECK_FALSE(p3d::is_geometry_only(lod_kind::geometry_physx));
}

TEST_CASE("p3d: weights decode and encode to the same byte") {
    CHECK(p3d::decode_weight(0) == 0);
    CHECK(p3d::decode_weight(1) == 1);
    CHECK(p3d::decode_weight<double>(2) == 254.0 / 255);
    CHECK(p3d::decode_weight<double>(255) == 1.0 / 255);
    for (int i = 0; i < 256; ++i) {
        const auto byte = static_cast<std::uint8_t>(i);
        CHECK(p3d::encode_weight(p3d::decode_weight<float>(byte)) == byte);
        CHECK(p3d::encode_weight(p3d::decode_weight<double>(byte)) == byte);
    }
    CHECK(p3d::encode_weight(-1.0F) == 0);
    CHECK(p3d::encode_weight(7.0F) == 1);
    CHECK(p3d::encode_weight(fixtures::p3d::not_a_number) == 0);
}

TEST_CASE("p3d: the points and faces of a selection") {
    const u8 points[] = {0, 1, 2, 0, 255, 0};
    const u8 faces[] = {0, 0, 9, 1};
    const auto selected = impl::access::make<p3d::selection>("camo", array<u8>{points, 6}, array<u8>{faces, 4});
    std::vector<std::pair<std::uint32_t, float>> weights;
    for (const auto& [point, weight] : selected.points()) {
        weights.emplace_back(point, weight);
    }
    CHECK(weights == std::vector<std::pair<std::uint32_t, float>>{{1, 1.0F}, {2, 254.0F / 255}, {4, 1.0F / 255}});
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t number : selected.faces()) {
        numbers.push_back(number);
    }
    CHECK(numbers == std::vector<std::uint32_t>{2, 3});
    const p3d::selection nothing{};
    CHECK(nothing.points().empty());
    CHECK_FALSE(selected.faces().empty());
}

TEST_CASE("p3d: path and number of a proxy") {
    const auto check = [](std::string_view name, std::string_view path, std::int32_t number) {
        CAPTURE(name);
        CHECK(p3d::proxy_of(name));
        CHECK(p3d::proxy_of(name).path == path);
        CHECK(p3d::proxy_of(name).number == number);
    };
    check("proxy:\\a\\b\\torch.001", "\\a\\b\\torch", 1);
    check("proxy:torch.p3d.12", "torch.p3d", 12);
    check("PROXY:torch.7", "torch", 7);
    check("proxy:torch", "torch", -1);
    check("proxy:torch.", "torch.", -1);
    check("proxy:torch.p3d", "torch.p3d", -1);
    check("proxy:torch.123456789", "torch", 123'456'789);
    check("proxy:torch.1234567890", "torch.1234567890", -1);
    check("proxy:", "", -1);
    check("proxy:.5", "", 5);
    for (const char* const other : {"proxy", "a proxy:torch.1", "prox:torch.1", ""}) {
        CHECK_FALSE(p3d::proxy_of(other));
    }
}

TEST_CASE("p3d: the basis of a proxy does not depend on the order of corners") {
    using vec = vector3<double>;
    vec corners[] = {{1, 1, 1}, {1, 1, 2}, {1, 3, 1}};
    for (const auto& order : {std::array{0, 1, 2}, std::array{0, 2, 1}, std::array{1, 0, 2}, std::array{1, 2, 0},
                              std::array{2, 0, 1}, std::array{2, 1, 0}}) {
        const auto basis = p3d::basis_of(corners[order[0]], corners[order[1]], corners[order[2]]);
        CHECK(basis.origin == vec{1, 1, 1});
        CHECK(basis.direction == vec{0, 0, 1});
        CHECK(basis.up == vec{0, 2, 0});
    }
}

TEST_CASE("p3d: points at times of the morph frames") {
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::everything("P3DM")}});
    const p3d::lod level = *p3d::open(file.span())->lods().begin(); // frames at 0, 0.25 and 0.75
    std::vector<vector3<double>> out(5, {7, 7, 7});
    const auto z = [&](double time) {
        CHECK(morph_positions(level, time, out) == 4);
        return out[1].z;
    };
    CHECK(z(-5) == 0);
    CHECK(z(0) == 0);
    CHECK(z(0.125) == 2);
    CHECK(z(0.25) == 4);
    CHECK(z(0.5) == -2);
    CHECK(z(0.75) == -8);
    CHECK(z(99) == -8);
    CHECK(z(std::numeric_limits<double>::quiet_NaN()) == 0);
    CHECK(out[2] == vector3<double>{1, 2, 0});
    CHECK(out[4] == vector3<double>{7, 7, 7}); // there is no fifth point

    std::array<vector3<float>, 4> floats{};
    CHECK(morph_positions(level, 0.5, floats) == 4);
    CHECK(floats[1].z == -2.0F);
    CHECK(morph_positions(level, 0.5, std::span{floats}.first(3)) == 0);
}

TEST_CASE("p3d: without frames, the points are as stored") {
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::triangle(1)}});
    const p3d::lod level = *p3d::open(file.span())->lods().begin();
    CHECK(level.morph_frames().empty());
    std::array<vector3<float>, 3> out{};
    CHECK(morph_positions(level, 0.5, out) == 3);
    CHECK(out[1] == vector3<float>{1, 0, 0});
}

TEST_CASE("p3d: at the time of a frame the points are as stored, even if the next frame is not finite") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    constexpr float nan = fixtures::p3d::not_a_number;
    level.tags = {fixtures::p3d::frame(0, {{1, 2, 3}, {}, {}}), fixtures::p3d::frame(1, {{nan, nan, nan}, {}, {}})};
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}});
    std::array<vector3<double>, 3> out{};
    CHECK(morph_positions(*p3d::open(file.span())->lods().begin(), 0, out) == 3);
    CHECK(out[0] == vector3<double>{1, 2, 3});
}

TEST_CASE("p3d: frames at infinite times") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    level.tags = {fixtures::p3d::frame(-inf, {{1, 0, 0}, {}, {}}), fixtures::p3d::frame(1, {{2, 0, 0}, {}, {}})};
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}});
    std::array<vector3<double>, 3> out{};
    CHECK(morph_positions(*p3d::open(file.span())->lods().begin(), 0.5, out) == 3);
    CHECK(out[0].x == 1);
}

// ---- points moved by an animation ----------------------------------------------------------------------------------

namespace {

// The points of a triangle, moved by an animation.
std::array<vector3<double>, 3> moved(const std::vector<fixtures::p3d::tag>& parts, const fixtures::p3d::clip& clip,
                                     double phase = 0, playback mode = playback::once) {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    level.tags = parts;
    const byte_builder model_file = fixtures::p3d::write(fixtures::p3d::model{{level}});
    const byte_builder clip_file = fixtures::p3d::write(clip);
    std::array<vector3<double>, 3> out{};
    CHECK(skin_positions(*p3d::open(model_file.span())->lods().begin(), *p3d::open_animation(clip_file.span()), phase,
                         out, mode) == 3);
    return out;
}

const fixtures::p3d::clip lifts{{"arm"}, {{0, {{}}}, {1, {{.position = {0, 0, 8}}}}}};

} // namespace

TEST_CASE("p3d: a point with one bone follows it entirely, whatever its weight") {
    const fixtures::p3d::tag arm = fixtures::p3d::selection("Arm", {1, 128, 0}, {0});
    const auto out = moved({fixtures::p3d::selection("leg", {1, 1, 1}, {0}), arm}, lifts, 0.5);
    CHECK(out[0] == vector3<double>{0, 0, 4});
    CHECK(out[1] == vector3<double>{1, 0, 4});
    CHECK(out[2] == vector3<double>{0, 1, 0});
    CHECK(moved({arm}, lifts, 1.25)[0].z == 8);
    CHECK(moved({arm}, lifts, 1.25, playback::loop)[0].z == 2);
}

TEST_CASE("p3d: bones that share a point move it by their weights, divided by the sum of the weights") {
    const fixtures::p3d::clip two{{"arm", "hand"}, {{0, {{.position = {0, 0, 8}}, {.position = {4, 0, 0}}}}}};
    const auto out = moved(
        {fixtures::p3d::selection("arm", {1, 255, 103}, {0}), fixtures::p3d::selection("hand", {1, 253, 0}, {0})}, two);
    CHECK(out[0] == vector3<double>{2, 0, 4}); // weights 1 and 1
    CHECK(out[1].x == doctest::Approx(1 + 3)); // weights 1/255 and 3/255
    CHECK(out[1].z == doctest::Approx(2));
    CHECK(out[2] == vector3<double>{0, 1, 8}); // one bone
}

TEST_CASE("p3d: a point has at most four bones, those with the largest weights") {
    fixtures::p3d::clip many{{}, {{0, {}}}};
    std::vector<fixtures::p3d::tag> parts;
    for (const int byte : {250, 200, 255, 10, 10, 10, 10, 210}) { // four have the weight 246/255
        const std::string name = "bone" + std::to_string(parts.size());
        parts.push_back(fixtures::p3d::selection(name, {static_cast<std::uint8_t>(byte), 0, 0}, {0}));
        many.phases[0].bones.push_back({.position = {many.bones.size() < 7 ? 4.0F : 1000.0F, 0, 0}});
        many.phases[0].bones.back().position.y = many.bones.size() < 3 ? 1000.0F : 0.0F;
        many.bones.push_back(name);
    }
    CHECK(moved(parts, many)[0] == vector3<double>{4, 0, 0});
}

TEST_CASE("p3d: of selections with the name of one bone, the first moves points") {
    const auto out = moved(
        {fixtures::p3d::selection("ARM", {1, 0, 0}, {0}), fixtures::p3d::selection("arm", {1, 1, 0}, {0})}, lifts, 1);
    CHECK(out[0].z == 8);
    CHECK(out[1].z == 0);
}

TEST_CASE("p3d: a bone rotates points around the origin of the model") {
    const fixtures::p3d::clip turn{{"arm"}, {{0, {{.x = {0, 1, 0}, .y = {-1, 0, 0}, .position = {5, 0, 0}}}}}};
    const auto out = moved({fixtures::p3d::selection("arm", {1, 1, 1}, {0})}, turn);
    CHECK(out[0] == vector3<double>{5, 0, 0});
    CHECK(out[1] == vector3<double>{5, 1, 0});
    CHECK(out[2] == vector3<double>{4, 0, 0});
}

TEST_CASE("p3d: points that no bone moves stay, and nothing is written if the memory is too small") {
    const fixtures::p3d::tag arm = fixtures::p3d::selection("arm", {1, 1, 1}, {0});
    CHECK(moved({arm}, fixtures::p3d::clip{{"arm"}, {}})[1] == vector3<double>{1, 0, 0});
    CHECK(moved({arm}, fixtures::p3d::clip{})[1] == vector3<double>{1, 0, 0});
    CHECK(moved({}, lifts, 1)[1] == vector3<double>{1, 0, 0});
    CHECK(moved({{"arm", {1, 1, 1}}}, lifts, 1)[1] == vector3<double>{1, 0, 0}); // wrong size for a selection

    const byte_builder model_file = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::triangle(1)}});
    const byte_builder clip_file = fixtures::p3d::write(lifts);
    std::array<vector3<float>, 2> out{};
    CHECK(skin_positions(*p3d::open(model_file.span())->lods().begin(), *p3d::open_animation(clip_file.span()), 0,
                         out) == 0);
}

TEST_CASE("p3d: only the first bone with a name moves points, and bones after the first 1,000 do not") {
    fixtures::p3d::clip many{{}, {{0, {}}}};
    const auto add = [&](std::string name, float z) {
        many.bones.push_back(std::move(name));
        many.phases[0].bones.push_back({.position = {0, 0, z}});
    };
    add("ARM", 3);
    for (int i = 0; i < 999; ++i) {
        add("bone" + std::to_string(i * 7919 % 1000), static_cast<float>(i));
    }
    add("arm", 5);
    add("leg", 5);
    CHECK(moved({fixtures::p3d::selection("arm", {1, 0, 0}, {0})}, many)[0].z == 3);
    CHECK(moved({fixtures::p3d::selection("leg", {1, 0, 0}, {0})}, many)[0].z == 0);
    CHECK(moved({fixtures::p3d::selection("Bone919", {1, 0, 0}, {0})}, many)[0].z == 1);
    CHECK(moved({fixtures::p3d::selection("Bone" + std::to_string(998 * 7919 % 1000), {1, 0, 0}, {0})}, many)[0].z ==
          998);
}
