#include "grimrock/fixtures.hpp"

#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;

error refusal_of(const byte_builder& file) {
    const auto model = grimrock::open(file.span());
    return model ? verify(*model) : model.error();
}
error refusal_of_clip(const byte_builder& file) { return grimrock::open_animation(file.span()).error(); }

// A wrong number at a location in the file, and the error that it causes.
struct wrong {
    std::string location;
    std::int32_t number;
    std::string code;
    std::string problem;

    [[nodiscard]] std::string line(const byte_builder& file) const {
        return code + ": " + location + " at offset " + std::to_string(file.at(location)) + ": " + problem;
    }
};

constexpr const char* count_expected = "expected a count of at least 0, found -1";

} // namespace

TEST_CASE("grimrock: the error for a wrong number has the name and offset of its field") {
    const std::string body = "mdl1.nodes[4].mesh";
    const std::string array = body + ".vertexArrays[2]";
    const wrong cases[] = {
        {"mdl1.version", 3, "bad_version", "expected version 2 (Legend of Grimrock), found 3"},
        {"mdl1.version", 4, "bad_version",
         "expected version 2 (Legend of Grimrock; shinobi::open reads version 4), found 4"},
        {"mdl1.numNodes", -1, "bad_value", count_expected},
        {"mdl1.nodes[1].name", -1, "bad_value", count_expected},
        {"mdl1.nodes[1].parent", 7, "out_of_bounds", "expected a number below 7, found 7"},
        {"mdl1.nodes[1].type", 2, "bad_value", "expected a negative number, 0 (mesh) or 1 (light), found 2"},
        {body + ".version", 1, "bad_version", "expected version 2, found 1"},
        {body + ".numVertices", -1, "bad_value", count_expected},
        {array + ".dataType", 4, "bad_value", "expected 0 (byte), 1 (int16), 2 (int32) or 3 (float32), found 4"},
        {array + ".dataType", -1, "bad_value", "expected 0 (byte), 1 (int16), 2 (int32) or 3 (float32), found -1"},
        {array + ".dim", 5, "bad_value", "expected 0 .. 4, found 5"},
        {array + ".dim", -1, "bad_value", "expected 0 .. 4, found -1"},
        {array + ".stride", 11, "bad_value", "expected 0, or at least dim * the size of a component, found 11"},
        {array + ".stride", -1, "bad_value", "expected 0, or at least dim * the size of a component, found -1"},
        {body + ".numIndices", -1, "bad_value", count_expected},
        {body + ".indices[1]", 3, "out_of_bounds", "expected a number below 3, found 3"},
        {body + ".indices[2]", -1, "out_of_bounds", "expected a number below 3, found -1"},
        {body + ".numSegments", -1, "bad_value", count_expected},
        {body + ".segments[0].material", -1, "bad_value", count_expected},
        {body + ".segments[0].firstIndex", -1, "bad_value", "expected an index of at least 0, found -1"},
        {body + ".segments[0].count", -1, "bad_value", "expected a count of at least 0, found -1"},
        {body + ".numBones", -1, "bad_value", count_expected},
        {body + ".bones[1].boneNodeIndex", 7, "out_of_bounds", "expected a number below 7, found 7"},
        {body + ".bones[1].boneNodeIndex", -1, "out_of_bounds", "expected a number below 7, found -1"},
        {body + ".vertexArrays[13]", 2, "out_of_bounds", "expected a number below 2, found 2"},
        {body + ".vertexArrays[13]", -1, "out_of_bounds", "expected a number below 2, found -1"},
    };
    for (const wrong& each : cases) {
        byte_builder file = fixtures::write(fixtures::everything(2), 2);
        file.poke(file.at(each.location), each.number);
        CHECK(to_string(refusal_of(file)) == each.line(file));
    }
}

TEST_CASE("grimrock: the error for a wrong number in a clip has the name and offset of its field") {
    const wrong any_version[] = {
        {"anim.version", 3, "bad_version",
         "expected version 1 or 2 (Legend of Grimrock 1 or 2; shinobi::open_animation reads version 3), found 3"},
        {"anim.version", 4, "bad_version", "expected version 1 or 2 (Legend of Grimrock 1 or 2), found 4"},
        {"anim.version", 0, "bad_version", "expected version 1 or 2 (Legend of Grimrock 1 or 2), found 0"},
        {"anim.name", -1, "bad_value", count_expected},
        {"anim.numFrames", -1, "bad_value", count_expected},
        {"anim.numItems", -1, "bad_value", count_expected},
        {"anim.items[1].node", -1, "bad_value", count_expected},
    };
    const wrong channels[] = {
        {"anim.items[1].numPositionKeys", -1, "bad_value", count_expected},
        {"anim.items[1].numRotationKeys", -1, "bad_value", count_expected},
        {"anim.items[2].numScaleKeys", -1, "bad_value", count_expected},
    };
    const wrong interleaved[] = {{"anim.items[1].numKeys", -1, "bad_value", count_expected}};
    const auto check = [](std::span<const wrong> cases, int version) {
        for (const wrong& each : cases) {
            byte_builder file = fixtures::write(fixtures::moves(), version);
            file.poke(file.at(each.location), each.number);
            CHECK(to_string(refusal_of_clip(file)) == each.line(file));
        }
    };
    check(any_version, 1);
    check(any_version, 2);
    check(interleaved, 1);
    check(channels, 2);
}

TEST_CASE("grimrock: an error has its code, path, numbers and offset") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const std::size_t at = file.at("mdl1.nodes[4].mesh.vertexArrays[13]");
    file.poke(at + 16, 5);
    const error why = refusal_of(file);
    CHECK(why.code == errc::out_of_bounds);
    CHECK(why.path == std::string_view{"mdl1.nodes[].mesh.vertexArrays[]"});
    CHECK(why.depth == 2);
    CHECK(why.index[0] == 4);
    CHECK(why.index[1] == 13);
    CHECK(why.offset == at + 16);
    CHECK(why.need == 2);
    CHECK(why.found == 5);
}

TEST_CASE("grimrock: wrong magics") {
    const auto line = [](std::string_view location, std::string_view text) {
        byte_builder file = fixtures::write(fixtures::everything(2), 2);
        for (std::size_t i = 0; i < text.size(); ++i) {
            file.poke_u8(file.at(location) + i, static_cast<std::uint8_t>(text[i]));
        }
        return to_string(refusal_of(file));
    };
    CHECK(line("mdl1.magic", "ANIM") == R"(bad_magic: mdl1.magic at offset 0: expected "MDL1", found "ANIM")");
    CHECK(line("mdl1.magic", "mdl1") == R"(bad_magic: mdl1.magic at offset 0: expected "MDL1", found "mdl1")");
    CHECK(line("mdl1.nodes[4].mesh.magic", "MASH").starts_with("bad_magic: mdl1.nodes[4].mesh.magic at offset "));

    const byte_builder model = fixtures::write(fixtures::everything(2), 2);
    CHECK(to_string(refusal_of_clip(model)) == R"(bad_magic: anim.magic at offset 0: expected "ANIM", found "MDL1")");
}

TEST_CASE("grimrock: the error for a truncated file has the name of the field that is cut off") {
    const byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const auto line = [&](std::size_t size) { return to_string(grimrock::open(file.first(size)).error()); };
    CHECK(line(0) == "truncated: mdl1.magic at offset 0: expected 4 bytes, found 0");
    CHECK(line(6) == "truncated: mdl1.version at offset 4: expected 4 bytes, found 2");
    CHECK(line(8) == "truncated: mdl1.numNodes at offset 8: expected 4 bytes, found 0");
    CHECK(line(18) ==
          "truncated: mdl1.numNodes at offset 8: expected at most 0 (what the rest of the file can hold), found 7");
    CHECK(line(file.at("mdl1.nodes[6].name")) ==
          "truncated: mdl1.numNodes at offset 8: expected at most 6 (what the rest of the file can hold), found 7");

    const auto cut_in = [&](const std::string& location, const std::string& problem) {
        CHECK(line(file.at(location) + 1) ==
              "truncated: " + location + " at offset " + std::to_string(file.at(location)) + ": " + problem);
    };
    const std::string body = "mdl1.nodes[4].mesh";
    cut_in(body + ".vertexArrays[13].rawVertexData", "expected 48 bytes, found 1");
    cut_in(body + ".indices", "expected 12 bytes, found 1");
    CHECK(line(file.at(body + ".segments[0]") + 1)
              .starts_with("truncated: " + body + ".numSegments at offset " +
                           std::to_string(file.at(body + ".numSegments")) + ": "));
    cut_in(body + ".bounds", "expected 40 bytes, found 1");
    cut_in(body + ".bones", "expected 104 bytes, found 1");
    cut_in(body + ".emissiveColor", "expected 12 bytes, found 1");
    cut_in("mdl1.nodes[6].light", "expected 29 bytes, found 1");
    CHECK(line(file.at(body + ".castShadow")) == "truncated: " + body + ".castShadow at offset " +
                                                     std::to_string(file.at(body + ".castShadow")) +
                                                     ": expected 1 byte, found 0");
}

TEST_CASE("grimrock: counts that the file cannot hold are refused with the name of the count") {
    const auto check_count = [](const byte_builder& whole, const std::string& location, std::size_t smallest) {
        byte_builder file = whole;
        file.poke(file.at(location), 0x7F7F'7F7F);
        const std::size_t left = file.size() - file.at(location) - 4;
        const std::string line = "truncated: " + location + " at offset " + std::to_string(file.at(location)) +
                                 ": expected at most " + std::to_string(left / smallest) +
                                 " (what the rest of the file can hold), found 2139062143";
        const bool is_clip = location.starts_with("anim");
        CHECK(to_string(is_clip ? refusal_of_clip(file) : refusal_of(file)) == line);
    };
    const byte_builder model = fixtures::write(fixtures::everything(2), 2);
    check_count(model, "mdl1.numNodes", 4 + 48 + 4 + 4);
    check_count(model, "mdl1.nodes[4].mesh.numSegments", 4 + 12);
    check_count(fixtures::write(fixtures::moves(), 1), "anim.numItems", 4 + 4);
    check_count(fixtures::write(fixtures::moves(), 2), "anim.numItems", 4 + 3 * 4);
}

TEST_CASE("grimrock: a count that is too high by one node or item") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    file.poke(8, 8);
    CHECK(to_string(refusal_of(file)) ==
          "truncated: mdl1.numNodes at offset 8: expected at most 7 (what the rest of the file can hold), found 8");
    byte_builder clip = fixtures::write(fixtures::moves(), 2);
    const std::size_t count_at = clip.at("anim.numItems");
    CHECK(to_string(refusal_of_clip(clip.poke(count_at, 4))) ==
          "truncated: anim.numItems at offset " + std::to_string(count_at) +
              ": expected at most 3 (what the rest of the file can hold), found 4");
}

TEST_CASE("grimrock: the only truncated clip in the game files") {
    // 20 bytes that end where the number of items should be.
    const byte_builder file = byte_builder{}.text("ANIM").i32(1).string("").f32(10.5F).i32(1);
    CHECK(to_string(refusal_of_clip(file)) == "truncated: anim.numItems at offset 20: expected 4 bytes, found 0");
}

TEST_CASE("grimrock: the first problem in the file is the error") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    file.poke(file.at("mdl1.nodes[5].parent"), 99).poke(file.at("mdl1.nodes[1].type"), 9);
    CHECK(refusal_of(file).offset == file.at("mdl1.nodes[1].type"));
}

TEST_CASE("grimrock: bone indices that are stored as floats are refused") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    file.poke(file.at("mdl1.nodes[4].mesh.vertexArrays[13].dataType"), 3);
    const error why = refusal_of(file);
    CHECK(why.code == errc::bad_value);
    CHECK(why.found == 3);
    CHECK(why.index[1] == 13);
}

TEST_CASE("grimrock: parents that form a cycle") {
    const auto line = [](std::size_t node, std::int32_t parent) {
        byte_builder file = fixtures::write(fixtures::everything(2), 2);
        file.poke(file.at("mdl1.nodes[" + std::to_string(node) + "].parent"), parent);
        const auto model = grimrock::open(file.span());
        const error why = model.error();
        CHECK(why.offset == file.at(to_string(static_cast<const location&>(why))));
        return std::string{name_of(why.code)};
    };
    CHECK(line(0, 0) == "cycle"); // its own parent
    CHECK(line(3, 3) == "cycle");
    CHECK(line(2, 1) == "cycle"); // the hand's parent is the arm
    CHECK(line(0, 1) == "cycle"); // hand, arm, root
}

TEST_CASE("grimrock: if a parent comes after its child, at most 4096 nodes are checked for cycles") {
    const auto chain = [](std::int32_t length) { // the last node is the root
        byte_builder file = byte_builder{}.text("MDL1").i32(2).i32(length);
        for (std::int32_t i = 0; i < length; ++i) {
            file.string("").zeros(48).i32(i + 1 < length ? i + 1 : -1).i32(-1);
        }
        return file;
    };
    CHECK(grimrock::open(chain(4096).span()));
    const byte_builder longer = chain(4097);
    const error why = grimrock::open(longer.span()).error();
    CHECK(why.code == errc::budget);
    CHECK(why.need == 4096);
    CHECK(why.found == 4097);
}
