// Converting models to other versions: one test for each rule of docs/notes/m2-writing.md, section 6.
#include "m2/converted.hpp"
#include "m2/opened.hpp"

#include <effigy/m2/convert_version.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <map>

namespace {

using namespace converted_m2;

} // namespace

// ---- bones, cameras, ribbons ---------------------------------------------------------------------------------------

TEST_CASE("m2 convert: rotations are floats in version 256, and have 16 bits from 260 on") {
    fixtures::m2::model described = moving(256, {});
    described.bones[0].rotation = {
        .interpolation = linear, .times = {1000, 2000}, .values = {0, 0, 0, 1, half, 0, -half, 0}};
    tellings told;
    const auto packed_model = converted(described, 260, told);
    CHECK(told.codes["convert-rotation"] == 1);
    const auto values = list(packed_model, first<m2::owned_bone>(packed_model).packed_rotations);
    REQUIRE(values.size() == 2);
    CHECK(values[0].x == 32767);
    CHECK(values[0].w == -1);
    CHECK(values[1].x == fixtures::m2::packed(half));
    CHECK(values[1].z == fixtures::m2::packed(-half));
    const auto back = converted(packed_model, 256, told);
    const auto full = list(back, first<m2::owned_bone>(back).rotation.values);
    REQUIRE(full.size() == 2);
    CHECK(full[0].w == 1);
    CHECK(std::abs(full[1].x - half) < 2e-5F);
    CHECK(told.codes["convert-rotation"] == 1); // exact

    m2::owned_model strange = decoded(described);
    strange.all<quat<form::host>>()[0] = quaternion<float>{3, -3, std::nanf(""), -0.0F};
    const auto inside_range = converted(strange, 260, told);
    const auto limits = list(inside_range, first<m2::owned_bone>(inside_range).packed_rotations);
    CHECK(limits[0].x == -1);
    CHECK(limits[0].y == 0);
    CHECK(limits[0].z == 32767);
    CHECK(limits[0].w == 32767);
}

TEST_CASE("m2 convert: the number of a bone is unknown in version 256") {
    fixtures::m2::model described{.version = 264, .bones = {{.unknown = 77}}};
    tellings told;
    CHECK(first<m2::owned_bone>(converted(described, 260, told)).unknown == 77);
    CHECK(told.codes["convert-bone"] == 0);
    const auto old = converted(described, 256, told);
    CHECK(first<m2::owned_bone>(old).unknown == 0);
    CHECK(told.codes["convert-bone"] == 1);
    static_cast<void>(converted(old, 264, told));
    CHECK(told.codes["convert-bone"] == 2);
    CHECK(told.places["m2.bones[].unknown"] == 2);
    for (const std::uint32_t number : {0U, 1U}) {
        described.bones[0].unknown = number;
        told = {};
        static_cast<void>(converted(described, 256, told));
        CHECK(told.codes["convert-bone"] == static_cast<int>(number));
    }
}

TEST_CASE("m2 convert: the field of view of a camera is a track from version 271 on") {
    const auto made = converted(fixtures::m2::model{.version = 260, .cameras = {{.diagonal = 0.8F}}}, 272);
    const auto& camera = first<m2::owned_camera>(made);
    REQUIRE(camera.field_of_view.parts.count == 1);
    CHECK(list(made, camera.field_of_view.times) == times{0});
    CHECK(list(made, camera.field_of_view.values)[0].value == 0.8F);
    CHECK(camera.diagonal_field_of_view == 0);
    tellings told;
    for (const std::uint32_t version : {256U, 264U}) {
        CHECK(first<m2::owned_camera>(converted(made, version, told)).diagonal_field_of_view == 0.8F);
    }
    CHECK(told.codes["convert-camera"] == 0);
}
TEST_CASE("m2 convert: a camera without keys has the field of view of its type") {
    tellings told;
    m2::owned_model edited = converted(fixtures::m2::model{.version = 260, .cameras = {{.diagonal = 0.8F}}}, 272);
    edited.all<m2::owned_camera>()[0].field_of_view.parts = {};
    edited.all<m2::owned_camera>()[0].field_of_view.times = {};
    edited.all<m2::owned_camera>()[0].field_of_view.values = {};
    CHECK(first<m2::owned_camera>(converted(edited, 264, told)).diagonal_field_of_view == 0.7F);
    edited.all<m2::owned_camera>()[0].type = m2::camera_type::fly_by;
    CHECK(first<m2::owned_camera>(converted(edited, 256, told)).diagonal_field_of_view == 0.97F);
    CHECK(told.codes["convert-camera-angle"] == 2);
}
TEST_CASE("m2 convert: of a field of view that changes, the first key stays") {
    tellings told;
    fixtures::m2::model zoomed{.version = 272, .animations = {{.end = 1000, .flags = inside}}, .cameras = {{}}};
    zoomed.cameras[0].field_of_view.lists = {{{0, 1000}, {0.5F, 0, 0, 0.9F, 0, 0}}};
    CHECK(first<m2::owned_camera>(converted(zoomed, 264, told)).diagonal_field_of_view == 0.5F);
    CHECK(told.codes["convert-camera"] == 1);
}

TEST_CASE("m2 convert: a ribbon has a priority plane from version 264 on") {
    tellings told;
    const auto made = converted(fixtures::m2::model{.version = 264, .ribbons = {{.priority_plane = 3}}}, 260, told);
    CHECK(first<m2::owned_ribbon>(made).priority_plane == 0);
    CHECK(told.codes["convert-ribbon"] == 1);
}

// ---- files ---------------------------------------------------------------------------------------------------------

TEST_CASE("m2 convert: flags of later versions are removed") {
    fixtures::m2::model described{.version = 274, .flags = 0x2020'0093, .chunked = true};
    tellings told;
    CHECK(converted(described, 272, told).flags == 0x93);
    CHECK(told.first == "note: convert-flags: m2.globalFlags: flags that the game's own models of this version do not "
                        "have; removed: \"0x20200000\"");
    CHECK(converted(described, 264, told).flags == 0x13);
    CHECK(converted(described, 256, told).flags == 0x13);
    CHECK(told.codes["convert-flags"] == 3);
    fixtures::m2::model old = small(256);
    old.flags |= m2::model_has_combiners; // means nothing
    CHECK((converted(old, 264, told).flags & m2::model_has_combiners) == 0);
    CHECK(told.codes["convert-flags"] == 3);
}

TEST_CASE("m2 convert: other versions and flipbooks are refused") {
    m2::owned_model own = decoded(small(256));
    for (const std::uint32_t version : {0U, 255U, 257U, 263U, 271U, 274U}) {
        check_refused(own, version, errc::bad_version, "version");
    }
    m2::owned_model other = own;
    other.version = 300;
    check_refused(other, 264, errc::bad_version, "m2.version");
    other = own;
    other.flipbooks.count = 1;
    check_refused(other, 264, errc::bad_value, "m2.flipbooks");
    CHECK(convert_version(own, 256, [](const finding&) {}).value() == own);
}
