#include "grimrock/fixtures.hpp"

#include <effigy/any.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;

identity identity_of(const byte_builder& file) { return identify(file.span()); }
identity identity_of(std::string_view text) { return identify(byte_builder{}.text(text).zeros(8).span()); }

} // namespace

TEST_CASE("identify: what effigy reads") {
    const auto is = [](const byte_builder& file, kind what, std::int64_t version) {
        const identity found = identity_of(file);
        CHECK(found.what == what);
        CHECK(found.version == version);
        CHECK(found.advice == std::string_view{});
    };
    is(fixtures::write(fixtures::model{}, 2), kind::grimrock_model, 2);
    is(fixtures::write(fixtures::model{}, 4), kind::shinobi_model, 4);
    is(fixtures::write(fixtures::moves(), 1), kind::grimrock_animation, 1);
    is(fixtures::write(fixtures::moves(), 2), kind::grimrock_animation, 2);
    is(fixtures::write(fixtures::moves(), 3), kind::shinobi_animation, 3);
}

TEST_CASE("identify: unknown versions of known formats keep their number") {
    CHECK(identity_of(fixtures::write(fixtures::model{}, 3)).what == kind::grimrock_model);
    CHECK(identity_of(fixtures::write(fixtures::model{}, 3)).version == 3);
    CHECK(identity_of(byte_builder{}.text("ODOL").i32(73)).version == 73);
    CHECK(identity_of(byte_builder{}.text("MDL1")).version == -1); // ends before it
    CHECK(identity_of(byte_builder{}.text("MDL1").zeros(3)).version == -1);
}

TEST_CASE("identify: the other families") {
    CHECK(identity_of("MD20").what == kind::m2_model);
    CHECK(std::string_view{identity_of(byte_builder{}.text("MD20").i32(263)).advice}.empty());
    CHECK(std::string_view{identity_of(byte_builder{}.text("MD20").i32(264)).advice} == known::not_yet);
    CHECK(identity_of("MD21").what == kind::m2_model);
    CHECK(identity_of("SKIN").what == kind::m2_skin);
    CHECK(identity_of("AFM2").what == kind::m2_animation);
    CHECK(identity_of("SKL1").what == kind::m2_skeleton);
    CHECK(identity_of("MLOD").what == kind::p3d_model);
    CHECK(identity_of("P3DM").what == kind::p3d_model);
    CHECK(identity_of("RTM_0101").what == kind::p3d_animation);
    CHECK(identity_of(byte_builder{}.i32(0).i32(100).i32(20).zeros(120)).what == kind::nwn_model);
    CHECK(identity_of(byte_builder{}.i32(0).i32(100).i32(20).zeros(119)).what != kind::nwn_model); // cut off
    CHECK(identity_of(byte_builder{}.i32(0).i32(-1).i32(-1).zeros(99)).what != kind::nwn_model);
}

TEST_CASE("identify: Neverwinter's text models begin with a keyword") {
    CHECK(identity_of("newmodel c_rat\n").what == kind::nwn_ascii_model);
    CHECK(identity_of("# exported by hand\n\n  NewModel c_rat\n").what == kind::nwn_ascii_model);
    CHECK(identity_of("#MAXMODEL ASCII\n").what == kind::nwn_ascii_model);
    CHECK(identity_of("newmodels c_rat\n").what == kind::unknown);
    CHECK(identity_of("# newmodel c_rat").what == kind::unknown);
}

TEST_CASE("identify: strangers are named and explained") {
    const std::string_view strangers[] = {
        "GRA2",     "ODOL",     "RTM_MDAT", "BMTR",        "glTF",
        "IDST",     "MDLX",     "DDS ",     "BLP2",        "\x89PNG",
        "PK\x3\x4", "\x1F\x8B", "<?xml",    "{\"asset\":", "version https://git-lfs.github.com/spec/v1\n"};
    for (const std::string_view start : strangers) {
        CAPTURE(start);
        const identity found = identity_of(start);
        CHECK(found.what == kind::stranger);
        CHECK(found.name != std::string_view{});
        CHECK(found.advice != std::string_view{});
    }
}

TEST_CASE("identify: nothing, and nothing known") {
    CHECK(identify({}).what == kind::empty);
    CHECK(identity_of(byte_builder{}.text("MDL")).what == kind::unknown);
    CHECK(identity_of("what?").what == kind::unknown);
    CHECK(identity_of(byte_builder{}.zeros(100)).what == kind::unknown);
    CHECK(identity_of(byte_builder{}.fill(10'000, ' ')).what == kind::unknown);
}
