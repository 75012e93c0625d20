#include "fixtures.hpp"

namespace {

using namespace fixtures;
using images::format;

format format_in(const byte_builder& file, std::string_view name) { return images::format_of(file.span(), name); }

} // namespace

TEST_CASE("decode: the first bytes decide, then the extension in any case") {
    CHECK(format_in(byte_builder{}.text("DDS |"), "x.tga") == format::dds);
    CHECK(format_in(byte_builder{}.text("BLP1"), "x") == format::blp);
    CHECK(format_in(byte_builder{}.text("BLP2"), "x") == format::blp);
    CHECK(format_in(byte_builder{}.text("PLT V1  "), "x") == format::plt);
    CHECK(format_in(byte_builder{}.text("\x89PNG"), "x.blp") == format::png);
    CHECK(format_in(byte_builder{}.u8(0xFF).u8(0xD8).u8(0xFF), "x.paa") == format::jpeg);
    for (const char* const name : {"a/b.paa", "B.PAA", ".pac", "x.PaC"}) {
        CHECK(format_in({}, name) == format::paa);
    }
    CHECK(format_in({}, "x.TGA") == format::tga);
    CHECK(format_in({}, "x.Dds") == format::bioware_dds);
    for (const char* const name : {"", "paa", "x.paa.txt", "x.blp", "x.plt"}) {
        CHECK(format_in({}, name) == format::unknown);
    }
}

TEST_CASE("decode: what glTF embeds as it is, and what is no image") {
    check_refused(byte_builder{}.text("\x89PNG"), "x.png", "PNG");
    check_refused(byte_builder{}.u8(0xFF).u8(0xD8).u8(0xFF), "x.jpg", "JPEG");
    check_refused(byte_builder{}.text("version https://git-lfs.github.com/spec/v1\n"), "x.paa", "Git LFS pointer");
    check_error(byte_builder{}.text("GIF89a"), "x.gif", errc::bad_magic, "image", 0);
    check_error({}, "", errc::bad_magic, "image", 0);
}
