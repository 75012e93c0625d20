#include "grimrock/fixtures.hpp"
#include "nwn/fixtures.hpp"

#include <effigy/any.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <set>

namespace {

using namespace effigy;
using support::byte_builder;

identity identity_of(const byte_builder& file) { return identify(file.span()); }
identity identity_of(std::string_view text) { return identify(byte_builder{}.text(text).zeros(8).span()); }

} // namespace

TEST_CASE("identify: formats that effigy reads") {
    const auto check = [](const byte_builder& file, file_kind what, std::int64_t version) {
        const identity found = identity_of(file);
        CHECK(found.kind == what);
        CHECK(found.version == version);
        CHECK(found.advice == std::string_view{});
    };
    check(fixtures::write(fixtures::model{}, 2), file_kind::grimrock_model, 2);
    check(fixtures::write(fixtures::model{}, 4), file_kind::shinobi_model, 4);
    check(fixtures::write(fixtures::moves(), 1), file_kind::grimrock_animation, 1);
    check(fixtures::write(fixtures::moves(), 2), file_kind::grimrock_animation, 2);
    check(fixtures::write(fixtures::moves(), 3), file_kind::shinobi_animation, 3);
}

TEST_CASE("identify: unknown versions of known formats are returned as stored") {
    CHECK(identity_of(fixtures::write(fixtures::model{}, 3)).kind == file_kind::grimrock_model);
    CHECK(identity_of(fixtures::write(fixtures::model{}, 3)).version == 3);
    CHECK(identity_of(byte_builder{}.text("ODOL").i32(73)).version == 73);
    CHECK(identity_of(byte_builder{}.text("MDL1")).version == -1); // ends before the version
    CHECK(identity_of(byte_builder{}.text("MDL1").zeros(3)).version == -1);
}

TEST_CASE("identify: models of the other formats") {
    CHECK(identity_of("MD20").kind == file_kind::m2_model);
    CHECK(identity_of(byte_builder{}.text("MD20").i32(274)).version == 274);
    CHECK(identity_of("MD21").kind == file_kind::m2_model);
    CHECK(identity_of(byte_builder{}.text("MD21").zeros(4).text("MD20").i32(273)).version == 273);
    CHECK(identity_of("SKIN").kind == file_kind::m2_skin);
    for (const std::string_view id : {"AFM2", "AFSA", "AFSB"}) {
        CHECK(identity_of(id).kind == file_kind::m2_animation);
    }
    CHECK(identity_of("SKL1").kind == file_kind::m2_skeleton);
    CHECK(identity_of(byte_builder{}.u32(1).text("BIDA")).kind == file_kind::m2_chunks);
    CHECK(identity_of(byte_builder{}.u32(2).text("BIDA")).kind == file_kind::unknown);
    CHECK(identity_of("MLOD").kind == file_kind::p3d_model);
    CHECK(identity_of("P3DM").kind == file_kind::p3d_model);
    CHECK(identity_of("RTM_0101").kind == file_kind::p3d_animation);
}

TEST_CASE("identify: Neverwinter's binary models begin with the header of a model") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    CHECK(identity_of(whole).kind == file_kind::nwn_model);
    CHECK(identify(whole.first(0x100)).kind == file_kind::nwn_model); // cut off
    CHECK(identify(whole.first(12 + 0x6F)).kind == file_kind::unknown);
    const auto with_byte = [&](std::size_t at, std::uint8_t value) {
        byte_builder file = whole;
        return identity_of(file.poke_u8(at, value)).kind;
    };
    CHECK(with_byte(0, 1) == file_kind::unknown);
    CHECK(with_byte(12 + 0x6C, 5) == file_kind::unknown); // the type of an animation
    CHECK(with_byte(12 + 0x6C, 0x82) == file_kind::nwn_model);
    CHECK(with_byte(12 + 0x08, 0) == file_kind::nwn_model); // no name
    CHECK(nwn::open(byte_builder{whole}.poke_u8(12 + 0x08, 0).span()));

    const auto cut_with_byte = [&](std::size_t at, std::uint8_t value) {
        byte_builder file = whole;
        return identify(file.poke_u8(at, value).first(file.size() - 1)).kind;
    };
    CHECK(cut_with_byte(12 + 0x08, 0) == file_kind::unknown);   // no name
    CHECK(cut_with_byte(12 + 0x08, 31) == file_kind::unknown);  // a control character in the name
    CHECK(cut_with_byte(12 + 0x09, 127) == file_kind::unknown); // another control character
    CHECK(cut_with_byte(12 + 0x09, ' ') == file_kind::nwn_model);
    CHECK(cut_with_byte(12 + 0x09, 0xE9) == file_kind::nwn_model); // a Latin-1 letter
    byte_builder short_model = whole;
    CHECK(identity_of(short_model.poke(4, 0xE7)).kind == file_kind::unknown);
}

// Keys that World of Warcraft's models store in a separate file without a header: times in milliseconds.
TEST_CASE("identify: keys without a header are not a model") {
    constexpr std::uint32_t like_a_type = 239; // the byte at the offset of a model's type is 2
    for (const std::uint32_t step : {1U, 16U, 33U, 100U, like_a_type, 500U}) {
        for (const std::uint32_t count : {3U, 2000U}) { // followed by the values of a bone at rest: zeros
            CAPTURE(step);
            byte_builder keys;
            for (std::uint32_t i = 0; i < count; ++i) {
                keys.u32(i * step);
            }
            keys.zeros(4000);
            CHECK(identity_of(keys).kind == file_kind::unknown);
            CHECK_FALSE(nwn::open(keys.span()));
            CHECK(visit(keys.span(), [](const auto&) { FAIL("was opened"); }).code == errc::bad_magic);
        }
    }
}

TEST_CASE("identify: Neverwinter's text models begin with a keyword") {
    CHECK(identity_of("newmodel c_rat\n").kind == file_kind::nwn_ascii_model);
    CHECK(identity_of("# exported by hand\n\n  NewModel c_rat\n").kind == file_kind::nwn_ascii_model);
    CHECK(identity_of("#MAXMODEL ASCII\n").kind == file_kind::nwn_ascii_model);
    const std::string log = "<log file=c_rat.txt>\r\nChecking node c_rat\r\n</log>\r\n";
    CHECK(identity_of(log + "newmodel c_rat\r\n").kind == file_kind::nwn_ascii_model); // an exporter's log before it
    CHECK(identity_of(log + "\t NEWMODEL c_rat\n").kind == file_kind::nwn_ascii_model);
    CHECK(nwn::open(byte_builder{}.text(log + "newmodel c_rat\n").span()).error().code == errc::unsupported);
    CHECK(identity_of(log + "newmodel\nc_rat\n").kind == file_kind::unknown);
    CHECK(identity_of(log + "newmodels c_rat\n").kind == file_kind::unknown);
    CHECK(identity_of(log + "# newmodel c_rat\n").kind == file_kind::unknown);
    CHECK(identity_of(std::string(65'500, '\n') + "newmodel c_rat\n").kind == file_kind::nwn_ascii_model);
    CHECK(identity_of(std::string(65'536, '\n') + "newmodel c_rat\n").kind == file_kind::unknown);
    byte_builder binary;
    CHECK(identity_of(binary.text("log\n").u8(0).text("\nnewmodel c_rat\n")).kind == file_kind::unknown);
    CHECK(identity_of("newmodels c_rat\n").kind == file_kind::unknown);
    CHECK(identity_of("# newmodel c_rat").kind == file_kind::unknown);
}

TEST_CASE("identify: unsupported formats are named and explained") {
    using namespace std::string_view_literals;
    const std::string_view unsupported[] = {"GRA2",
                                            "ODOL",
                                            "RTM_MDAT",
                                            "BMTR",
                                            "glTF",
                                            "IDST",
                                            "MDLX",
                                            "DDS ",
                                            "BLP1",
                                            "BLP2",
                                            "\x89PNG",
                                            "PTCH",
                                            "PHYS",
                                            "SYHP",
                                            "PK\x3\x4",
                                            "\x1F\x8B",
                                            "<?xml",
                                            "MPQ\x1A",
                                            "MPQ\x1B",
                                            "BLTE",
                                            "\0sreV"sv,
                                            "\0raP"sv,
                                            "HAK V1.0",
                                            "ERF V1.0",
                                            "MOD V1.0",
                                            "NWM V1.0",
                                            "BIFFV1  ",
                                            "KEY V1  ",
                                            "PLT V1  ",
                                            "BWM V1.0",
                                            "\xFF\xFEn\0e\0"sv,
                                            "\xFF\xFE#\0M\0"sv,
                                            "\xFF\xD8\xFF",
                                            "Kaydara FBX",
                                            "; FBX 7",
                                            "BLENDER",
                                            "7z\xBC\xAF",
                                            "Rar!",
                                            "{\"asset\":",
                                            "\x28\xB5\x2F\xFD",
                                            "ply\n",
                                            "REVM",
                                            "# Blender\nmtllib a.mtl\n",
                                            "o Cube\nv 0 0 0\n",
                                            "v 0 0 0\n",
                                            "version https://git-lfs.github.com/spec/v1\n"};
    for (const std::string_view start : unsupported) {
        CAPTURE(start);
        const identity found = identity_of(start);
        CHECK(found.kind == file_kind::unsupported);
        CHECK(found.name != std::string_view{});
        CHECK(found.advice != std::string_view{});
    }
}

TEST_CASE("identify: World of Warcraft's map files are told apart by their second chunk") {
    const auto name_with = [](std::string_view chunk) {
        const identity found = identity_of(byte_builder{}.text("REVM").u32(4).u32(17).text(chunk).zeros(8));
        CHECK(found.kind == file_kind::unsupported);
        CHECK(found.version == 17);
        return std::string_view{found.name};
    };
    CHECK(name_with("DHOM") == "World of Warcraft WMO building (root)");
    CHECK(name_with("PGOM") == "World of Warcraft WMO building (group)");
    CHECK(name_with("OMOM") == "World of Warcraft WMO building (alpha version)");
    CHECK(name_with("RDHM") == "World of Warcraft ADT terrain");
    CHECK(name_with("XDMM") == "World of Warcraft ADT terrain (objects)");
    CHECK(name_with("PMAM") == name_with("XETM"));
    CHECK(name_with("DHPM") == "World of Warcraft WDT map");
    CHECK(name_with("OMWM") == name_with("FOAM"));
    CHECK(name_with("KNUJ") == "World of Warcraft map file");
    const byte_builder building = byte_builder{}.text("REVM").u32(4).u32(17).text("DHOM");
    CHECK(to_string(visit(building.span(), [](const auto&) { FAIL("was opened"); })) ==
          "unsupported: World of Warcraft WMO building (root) version 17 (of World of Warcraft's models, effigy reads "
          "M2)");
}

TEST_CASE("identify: textures that convert decodes are not called unreadable") {
    for (const std::string_view start : {"DDS ", "BLP1", "BLP2", "PLT V1", "\x89PNG", "\xFF\xD8\xFF"}) {
        CHECK(identity_of(start).advice == std::string_view{"convert the model that uses it"});
    }
}

TEST_CASE("identify: files without a magic are named only if their header is consistent") {
    struct header {
        std::uint8_t id = 0, map = 0, type = 2;
        std::uint16_t colors = 0;
        std::uint8_t bits_of_color = 0;
        std::uint16_t width = 4, height = 2;
        std::uint8_t bits = 24, descriptor = 0;
        std::size_t stored = 24; // bytes of palette and pixels
    };
    const auto tga = [](const header& of) {
        byte_builder out;
        out.u8(of.id).u8(of.map).u8(of.type).u16(0).u16(of.colors).u8(of.bits_of_color).u16(0).u16(0);
        out.u16(of.width).u16(of.height).u8(of.bits).u8(of.descriptor).zeros(of.id + of.stored);
        return std::string_view{identity_of(out).name};
    };
    const std::string_view yes = "TGA texture", no = "unknown file";
    CHECK(tga({}) == yes);
    CHECK(tga({.id = 7, .descriptor = 0x28, .stored = 50}) == yes); // a footer
    CHECK(tga({.descriptor = 0x01}) == yes);                        // a bit of alpha
    CHECK(tga({.type = 10, .stored = 4}) == yes);                   // one run
    CHECK(tga({.map = 1, .type = 1, .colors = 2, .bits_of_color = 24, .bits = 8, .stored = 14}) == yes);
    CHECK(tga({.type = 3, .bits = 16, .stored = 16}) == yes);
    for (std::uint8_t bits = 0; bits < 40; ++bits) {
        CAPTURE(int{bits});
        const auto with_bits = [&](std::uint8_t type) { return tga({.type = type, .bits = bits, .stored = 32}); };
        CHECK((with_bits(2) == yes) == (bits == 15 || bits == 16 || bits == 24 || bits == 32));
        CHECK((with_bits(3) == yes) == (bits == 8 || bits == 16));
    }
    CHECK(tga({.stored = 23}) == no);        // the pixels do not fit
    CHECK(tga({.stored = 24 + 1025}) == no); // what follows is too long
    CHECK(tga({.type = 10, .stored = 3}) == no);
    CHECK(tga({.map = 1, .type = 1, .colors = 2, .bits_of_color = 24, .bits = 8, .stored = 13}) == no);
    CHECK(tga({.map = 2}) == no);
    CHECK(tga({.type = 0}) == no);
    CHECK(tga({.type = 4}) == no);
    CHECK(tga({.type = 18}) == no);
    CHECK(tga({.type = 1, .bits = 8}) == no); // without a palette
    CHECK(tga({.bits = 8}) == no);
    CHECK(tga({.type = 3, .bits = 32, .stored = 32}) == no);
    CHECK(tga({.descriptor = 0x40}) == no);
    CHECK(tga({.width = 0, .stored = 0}) == no);
    CHECK(tga({.height = 0, .stored = 0}) == no);

    const auto name_of_paa = [](std::uint16_t type, std::uint16_t palette, std::uint16_t width, std::uint32_t length) {
        byte_builder out;
        out.u16(type).u16(palette).u16(width).u16(4).u16(static_cast<std::uint16_t>(length));
        return std::string_view{identity_of(out.u8(static_cast<std::uint8_t>(length >> 16U)).zeros(8)).name};
    };
    CHECK(name_of_paa(0xFF01, 0, 4, 8) == "Arma PAA texture");
    CHECK(name_of_paa(0xFF01, 0, 0x8004, 8) == "Arma PAA texture"); // packed
    CHECK(name_of_paa(0xFF06, 0, 4, 8) == no);
    CHECK(name_of_paa(0xFF01, 1, 4, 8) == no);
    CHECK(name_of_paa(0xFF01, 0, 3, 8) == no);
    CHECK(name_of_paa(0xFF01, 0, 4, 0) == no);
    CHECK(name_of_paa(0xFF01, 0, 4, 9) == no);
    CHECK(name_of_paa(0xFF01, 0, 4, 0x10000) == no);
    CHECK(identity_of(byte_builder{}.u16(0x8888).text("GGAT")).name == std::string_view{"Arma PAA texture"});
    CHECK(identity_of(byte_builder{}.u16(7).text("GGAT")).name == no);
    CHECK(identity_of("GGAT").name == std::string_view{"Arma PAA texture"});

    const auto dds = [](std::uint32_t width, std::uint32_t height, std::uint32_t channels, std::size_t stored) {
        return std::string_view{
            identity_of(byte_builder{}.u32(width).u32(height).u32(channels).zeros(8 + stored)).name};
    };
    CHECK(dds(8, 4, 3, 16) == "Neverwinter Nights DDS texture");
    CHECK(dds(8, 2, 4, 32) == "Neverwinter Nights DDS texture");
    CHECK(dds(8, 4, 4, 31) == no);
    CHECK(dds(6, 4, 3, 100) == no);
    CHECK(dds(8, 4, 2, 100) == no);
    CHECK(dds(0x80000000, 0x80000000, 4, 100) == no);

    const auto index = [](std::uint32_t size, std::uint16_t version, std::uint8_t bits) {
        const byte_builder out =
            byte_builder{}.u32(size).u32(1).u16(version).u16(0).u8(4).u8(5).u8(9).u8(bits).zeros(8);
        return std::string_view{identity_of(out).name};
    };
    CHECK(index(16, 7, 30) == "Blizzard CASC index");
    CHECK(index(17, 7, 30) == no);
    CHECK(index(16, 8, 30) == no);
    CHECK(index(16, 7, 31) == no);
    CHECK(identity_of(byte_builder{}.fill(30, 0xAB).text("BLTE")).name == std::string_view{"Blizzard CASC archive"});
    CHECK(identity_of(byte_builder{}.fill(29, 0xAB).text("BLTE")).name == no);
    const auto kotor = [](std::uint32_t zero, std::uint32_t size, std::uint8_t type) {
        return std::string_view{
            identity_of(byte_builder{}.u32(zero).u32(size).u32(500).zeros(0x4C).u8(type).zeros(99)).name};
    };
    CHECK(kotor(0, 0x4C + 100, 2) == "Knights of the Old Republic model");
    CHECK(kotor(1, 0x4C + 100, 2) == no);
    CHECK(kotor(0, 0x4C + 99, 2) == no);
    CHECK(kotor(0, 0x4C + 100, 3) == no);
    CHECK(identity_of("o Cube\nf 1 2 3\n").name == no);
    CHECK(identity_of("vertices v 1\n").name == no);
}

TEST_CASE("identify: empty and unknown files") {
    CHECK(identify({}).kind == file_kind::empty);
    CHECK(identity_of(byte_builder{}.text("MDL")).kind == file_kind::unknown);
    CHECK(identity_of("what?").kind == file_kind::unknown);
    CHECK(identity_of(byte_builder{}.zeros(100)).kind == file_kind::unknown);
    CHECK(identity_of(byte_builder{}.fill(10'000, ' ')).kind == file_kind::unknown);
}

TEST_CASE("identify: each kind has a name of its own") {
    std::set<std::string_view> names;
    for (int number = 0; number <= static_cast<int>(file_kind::unsupported); ++number) {
        const file_kind what{static_cast<std::uint8_t>(number)};
        CHECK(names.insert(name_of(what)).second);
        CHECK(is_model(what) == name_of(what).ends_with("_model"));
    }
    CHECK(is_model(file_kind::nwn_model));
    CHECK(name_of(file_kind::unsupported) == "unsupported");
}

TEST_CASE("identify: extensions are in lower case, each once") {
    std::set<std::string_view> seen;
    for (const std::string_view extension : extensions) {
        CHECK(extension.starts_with('.'));
        CHECK(extension.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string_view::npos);
        CHECK(seen.insert(extension).second);
    }
    CHECK(seen.contains(".p3d"));
    CHECK_FALSE(seen.contains(".anim")); // keys without a header, which cannot be identified
}
