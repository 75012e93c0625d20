#include "p3d/walk.hpp"

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;

const byte_builder moves = fixtures::p3d::write(fixtures::p3d::moves());

std::string why_refused(std::span<const std::byte> bytes) { return to_string(p3d::open_animation(bytes).error()); }

} // namespace

TEST_CASE("rtm: an animation shows what was written") {
    const auto clip = p3d::open_animation(moves.span());
    REQUIRE(clip);
    CHECK_FALSE(verify(*clip));
    CHECK(clip->version() == 101);
    CHECK(clip->motion == vector3<float>{0.5F, 0, -2});
    CHECK(clip->phase_count() == 3);
    REQUIRE(clip->bone_names.size() == 2);
    CHECK(clip->bone_names[0] == "spine");
    CHECK(clip->bone_names[1] == "a bone whose name has 32 letters");
    CHECK(clip->trailing().empty());

    const p3d::phase middle = clip->phase(1);
    CHECK(middle.time == 0.5F);
    REQUIRE(middle.bones.size() == 2);
    CHECK(middle.bones[0].bone == "spine");
    CHECK(middle.bones[0].position.x == 4.0F);
    CHECK(middle.bones[1].bone == "another");
    CHECK(clip->phase(2).bones[0].x.x == 2.0F);
    CHECK(clip->phase(3).bones.empty());
}

TEST_CASE("rtm: the older version moves along z only") {
    fixtures::p3d::clip older = fixtures::p3d::moves();
    older.magic = "RTM_0100";
    const byte_builder written = fixtures::p3d::write(older);
    const auto clip = p3d::open_animation(written.span());
    REQUIRE(clip);
    CHECK(clip->version() == 100);
    CHECK(clip->motion == vector3<float>{0, 0, -2});
    CHECK(clip->phase(1).bones[1].position.z == 7.0F);
}

TEST_CASE("rtm: animations of nothing") {
    for (const fixtures::p3d::clip& empty :
         {fixtures::p3d::clip{}, fixtures::p3d::clip{{"spine"}, {}}, fixtures::p3d::clip{{}, {{0}, {1}}}}) {
        const byte_builder written = fixtures::p3d::write(empty);
        const auto clip = p3d::open_animation(written.span());
        REQUIRE(clip);
        CHECK(clip->phase_count() == empty.phases.size());
        CHECK(clip->bone_names.size() == empty.bones.size());
        CHECK(p3d::sample(*clip, 0, blend_at(*clip, 0.5)) == matrix4x3<double>{});
    }
}

TEST_CASE("rtm: phases at a time") {
    const auto clip = *p3d::open_animation(moves.span()); // phases at 0, 0.5 and 1
    const auto is = [&](double time, std::uint32_t first, std::uint32_t second, double weight) {
        CAPTURE(time);
        const key_blend<double> found = blend_at(clip, time);
        CHECK(found.first == first);
        CHECK(found.second == second);
        CHECK(found.weight == weight);
    };
    is(-1, 0, 0, 0);
    is(0, 0, 1, 0);
    is(0.125, 0, 1, 0.25);
    is(0.5, 1, 2, 0);
    is(0.75, 1, 2, 0.5);
    is(1, 2, 2, 0);
    is(99, 2, 2, 0);
    is(std::numeric_limits<double>::quiet_NaN(), 0, 0, 0);
}

TEST_CASE("rtm: phases at one time are not blended") {
    fixtures::p3d::clip twice = fixtures::p3d::moves();
    twice.phases[1].time = 1;
    const byte_builder written = fixtures::p3d::write(twice);
    const auto clip = *p3d::open_animation(written.span());
    CHECK(blend_at(clip, 1.0F).first == 2);
    CHECK(blend_at(clip, 0.5F).weight == 0.5F);
}

TEST_CASE("rtm: bones at a time") {
    const auto clip = *p3d::open_animation(moves.span());
    const auto bone = [&](std::size_t number, double time) { return p3d::sample(clip, number, blend_at(clip, time)); };
    CHECK(bone(0, 0) == matrix4x3<double>{});
    CHECK(bone(0, 0.125).translation == vector3<double>{1, 0, 0});
    CHECK(bone(1, 0.25).translation == vector3<double>{1, 2, 5});
    CHECK(bone(0, 0.75).x == vector3<double>{1.5, 0, 0});
    CHECK(bone(0, 7).x == vector3<double>{2, 0, 0});
    CHECK(bone(2, 0.5) == matrix4x3<double>{}); // no such bone
}

TEST_CASE("rtm: what is wrong is named") {
    CHECK(why_refused(byte_builder{}.text("RTM_MDAT").span()) ==
          "bad_magic: rtm.magic at offset 0: expected RTM_0101 or RTM_0100, found \"RTM_\"");
    CHECK(why_refused(byte_builder{}.text("BMTR").zeros(20).span()) ==
          "bad_magic: rtm.magic at offset 0: expected RTM_0101 or RTM_0100, found \"BMTR\"");
    CHECK(why_refused({}) == "truncated: rtm.magic at offset 0: expected 8 bytes, found 0");
    CHECK(why_refused(moves.first(19)) == "truncated: rtm.motion at offset 16: expected 4 bytes, found 3");
    CHECK(why_refused(moves.first(20)) == "truncated: rtm.phaseCount at offset 20: expected 4 bytes, found 0");
    CHECK(why_refused(moves.first(26)) == "truncated: rtm.boneCount at offset 24: expected 4 bytes, found 2");
    CHECK(why_refused(moves.first(91)) == "truncated: rtm.boneNames at offset 28: expected 64 bytes, found 63");
    CHECK(why_refused(moves.first(moves.size() - 1)) == "truncated: rtm.phaseCount at offset 20: expected at most 2 "
                                                        "(what the rest of the file can hold), found 3");
}

TEST_CASE("rtm: what follows the last phase is kept") {
    byte_builder longer = moves;
    longer.text("rest");
    CHECK(p3d::open_animation(longer.span())->trailing().size() == 4);
}
