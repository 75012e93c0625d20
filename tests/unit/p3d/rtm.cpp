#include "p3d/walk.hpp"
#include "support/refusals.hpp"

namespace {

using namespace effigy;
using support::byte_builder;
using support::check_error;

const byte_builder moves = fixtures::p3d::write(fixtures::p3d::moves());

error why_refused(std::span<const std::byte> bytes) { return p3d::open_animation(bytes).error(); }

} // namespace

TEST_CASE("rtm: a view of an animation shows the written values") {
    const auto clip = p3d::open_animation(moves.span());
    REQUIRE(clip);
    CHECK_FALSE(verify(*clip));
    CHECK(clip->version() == 101);
    CHECK(clip->motion() == vector3<float>{0.5F, 0, -2});
    CHECK(clip->phases().size() == 3);
    REQUIRE(clip->bones().size() == 2);
    CHECK(clip->bones()[0].name() == "spine");
    CHECK(clip->bones()[1].name() == "a bone whose name has 32 letters");
    CHECK(clip->trailing().empty());

    const p3d::phase middle = clip->phases()[1];
    CHECK(middle.time() == 0.5F);
    REQUIRE(middle.bones().size() == 2);
    CHECK(middle.bones()[0].bone == "spine");
    CHECK(middle.bones()[0].position.x == 4.0F);
    CHECK(middle.bones()[1].bone == "another");
    CHECK(clip->phases()[2].bones()[0].x.x == 2.0F);
    CHECK_FALSE(clip->phases().at(3));
}

TEST_CASE("rtm: RTM_0100 moves along z only") {
    fixtures::p3d::clip older = fixtures::p3d::moves();
    older.magic = "RTM_0100";
    const byte_builder written = fixtures::p3d::write(older);
    const auto clip = p3d::open_animation(written.span());
    REQUIRE(clip);
    CHECK(clip->version() == 100);
    CHECK(clip->motion() == vector3<float>{0, 0, -2});
    CHECK(clip->phases()[1].bones()[1].position.z == 7.0F);
}

TEST_CASE("rtm: animations without bones or phases") {
    for (const fixtures::p3d::clip& empty :
         {fixtures::p3d::clip{}, fixtures::p3d::clip{{"spine"}, {}}, fixtures::p3d::clip{{}, {{0}, {1}}}}) {
        const byte_builder written = fixtures::p3d::write(empty);
        const auto clip = p3d::open_animation(written.span());
        REQUIRE(clip);
        CHECK(clip->phases().size() == empty.phases.size());
        CHECK(clip->bones().size() == empty.bones.size());
        CHECK(p3d::sample<double>(clip->bones().at(0), 0.5) == matrix4x3<double>{});
    }
}

TEST_CASE("rtm: matrices of bones at a phase") {
    const auto clip = *p3d::open_animation(moves.span()); // phases at 0, 0.5 and 1
    const auto bone = [&](std::size_t number, double phase, playback mode = playback::once) {
        return p3d::sample<double>(clip.bones().at(number), phase, {}, mode);
    };
    CHECK(bone(0, 0) == matrix4x3<double>{});
    CHECK(bone(0, 0.125).translation == vector3<double>{1, 0, 0});
    CHECK(bone(1, 0.25).translation == vector3<double>{1, 2, 5});
    CHECK(bone(0, 0.5).translation == vector3<double>{4, 0, 0});
    CHECK(bone(0, 0.75).x == vector3<double>{1.5, 0, 0});
    CHECK(bone(0, 0.75).translation == vector3<double>{2, 0, 0});
    CHECK(bone(0, 1).x == vector3<double>{2, 0, 0});
    CHECK(bone(0, 7).x == vector3<double>{2, 0, 0});
    CHECK(bone(0, -3) == matrix4x3<double>{});
    CHECK(bone(0, std::numeric_limits<double>::quiet_NaN()) == matrix4x3<double>{});
    CHECK(p3d::sample(clip.bones()[1], 0.25).translation == vector3<float>{1, 2, 5});

    CHECK(bone(0, 1, playback::loop) == matrix4x3<double>{}); // the run begins again
    CHECK(bone(0, 7.125, playback::loop).translation == vector3<double>{1, 0, 0});
    CHECK(bone(0, -0.25, playback::loop).x == vector3<double>{1.5, 0, 0});
}

TEST_CASE("rtm: sample() returns the fallback without a bone or phases") {
    const matrix4x3<double> away{.translation = {7, 7, 7}};
    const auto clip = *p3d::open_animation(moves.span());
    CHECK(p3d::sample<double>(clip.bones().at(2), 0.5, away) == away); // no such bone
    CHECK(p3d::sample<double>(p3d::bone{}, 0.5, away) == away);
    const byte_builder still = fixtures::p3d::write(fixtures::p3d::clip{{"spine"}, {}});
    CHECK(p3d::sample<double>(p3d::open_animation(still.span())->bones()[0], 0.5, away) == away);
}

TEST_CASE("rtm: at a stored phase the matrix is as stored, even if the next one is not finite") {
    constexpr float inf = std::numeric_limits<float>::infinity();
    for (const float not_finite : {inf, fixtures::p3d::not_a_number}) {
        for (const float next : {1.0F, inf}) {
            fixtures::p3d::clip clip{{"spine"},
                                     {{0, {{.position = {1, 2, 3}}}}, {next, {{.position = {not_finite, 0, 0}}}}}};
            clip.phases[1].bones[0].x = {not_finite, not_finite, not_finite};
            const byte_builder written = fixtures::p3d::write(clip);
            const p3d::bone bone = p3d::open_animation(written.span())->bones()[0];
            CHECK(p3d::sample<double>(bone, 0) == matrix4x3<double>{.translation = {1, 2, 3}});
        }
    }
}

TEST_CASE("rtm: phases with equal times are not blended") {
    fixtures::p3d::clip twice = fixtures::p3d::moves();
    twice.phases[1].time = 1;
    const byte_builder written = fixtures::p3d::write(twice);
    const auto clip = *p3d::open_animation(written.span());
    CHECK(p3d::sample<double>(clip.bones()[0], 1).x == vector3<double>{2, 0, 0}); // of the last phase
    CHECK(p3d::sample<double>(clip.bones()[0], 0.5).translation == vector3<double>{2, 0, 0});
}

TEST_CASE("rtm: bones by name") {
    const byte_builder written = fixtures::p3d::write(fixtures::p3d::clip{{"Spine", "head", "SPINE"}, {}});
    const auto bones = p3d::open_animation(written.span())->bones();
    CHECK(bones.find("HEAD") == 1);
    CHECK(bones.find("spine") == 0); // the first of equal names
    CHECK(bones.find("spin") == npos);
    CHECK(bones[2].index() == 2);
    CHECK_FALSE(bones.at(3));
}

TEST_CASE("rtm: errors name the field") {
    CHECK(why_refused(byte_builder{}.text("RTM_MDAT").span()).code == errc::bad_magic);
    check_error(why_refused(byte_builder{}.text("BMTR").zeros(20).span()), errc::bad_magic, "rtm.magic", 0);
    const auto check = [](std::size_t size, const char* path, std::size_t at, std::uint64_t need, std::int64_t found) {
        check_error(why_refused(moves.first(size)), errc::truncated, path, at, need, found);
    };
    check(0, "rtm.magic", 0, 8, 0);
    check(19, "rtm.motion.z", 16, 4, 3);
    check(20, "rtm.phaseCount", 20, 4, 0);
    check(26, "rtm.boneCount", 24, 4, 2);
    check(91, "rtm.boneNames", 28, 64, 63);
    check(moves.size() - 1, "rtm.phaseCount", 20, 2, 3); // what the rest of the file can hold
}

TEST_CASE("rtm: bytes after the last phase are accessible") {
    byte_builder longer = moves;
    longer.text("rest");
    CHECK(p3d::open_animation(longer.span())->trailing().size() == 4);
}
