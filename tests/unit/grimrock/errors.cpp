#include "grimrock/fixtures.hpp"
#include "support/refusals.hpp"

#include <effigy/grimrock.hpp>

namespace {

using namespace effigy;
using support::byte_builder;

error refusal_of(const byte_builder& file) {
    const auto model = grimrock::open(file.span());
    return model ? verify(*model) : model.error();
}
error refusal_of_clip(const byte_builder& file) { return grimrock::open_animation(file.span()).error(); }

} // namespace

TEST_CASE("grimrock: the error for a wrong number has the name and offset of its field") {
    const std::string body = "mdl1.nodes[4].mesh";
    const std::string array = body + ".vertexArrays[2]";
    support::check_wrong(fixtures::write(fixtures::everything(2), 2), refusal_of,
                         {{"mdl1.version", 3, errc::bad_version, 4},
                          {"mdl1.version", 0, errc::bad_version, 4},
                          {"mdl1.numNodes", -1, errc::bad_value},
                          {"mdl1.nodes[1].name", -1, errc::bad_value},
                          {"mdl1.nodes[1].parent", 7, errc::out_of_bounds, 7},
                          {"mdl1.nodes[1].type", 2, errc::bad_value},
                          {body + ".version", 1, errc::bad_version, 2},
                          {body + ".numVertices", -1, errc::bad_value},
                          {array + ".dataType", 4, errc::bad_value},
                          {array + ".dataType", -1, errc::bad_value},
                          {array + ".dim", 5, errc::bad_value},
                          {array + ".dim", -1, errc::bad_value},
                          {array + ".stride", 11, errc::bad_value},
                          {array + ".stride", -1, errc::bad_value},
                          {body + ".numIndices", -1, errc::bad_value},
                          {body + ".indices[1]", 3, errc::out_of_bounds, 3},
                          {body + ".indices[2]", -1, errc::out_of_bounds, 3},
                          {body + ".numSegments", -1, errc::bad_value},
                          {body + ".segments[0].material", -1, errc::bad_value},
                          {body + ".segments[0].firstIndex", -1, errc::bad_value},
                          {body + ".segments[0].count", -1, errc::bad_value},
                          {body + ".numBones", -1, errc::bad_value},
                          {body + ".bones[1].boneNodeIndex", 7, errc::out_of_bounds, 7},
                          {body + ".bones[1].boneNodeIndex", -1, errc::out_of_bounds, 7},
                          {body + ".vertexArrays[13]", 2, errc::out_of_bounds, 2},
                          {body + ".vertexArrays[13]", -1, errc::out_of_bounds, 2}});
}

TEST_CASE("grimrock: the error for a wrong number in a clip has the name and offset of its field") {
    for (const int version : {1, 2}) {
        support::check_wrong(fixtures::write(fixtures::moves(), version), refusal_of_clip,
                             {{"anim.version", 4, errc::bad_version, 3},
                              {"anim.version", 0, errc::bad_version, 3},
                              {"anim.name", -1, errc::bad_value},
                              {"anim.numFrames", -1, errc::bad_value},
                              {"anim.numItems", -1, errc::bad_value},
                              {"anim.items[1].node", -1, errc::bad_value}});
    }
    support::check_wrong(fixtures::write(fixtures::moves(), 1), refusal_of_clip,
                         {{"anim.items[1].numKeys", -1, errc::bad_value}});
    support::check_wrong(fixtures::write(fixtures::moves(), 2), refusal_of_clip,
                         {{"anim.items[1].numPositionKeys", -1, errc::bad_value},
                          {"anim.items[1].numRotationKeys", -1, errc::bad_value},
                          {"anim.items[2].numScaleKeys", -1, errc::bad_value}});
}

TEST_CASE("grimrock: the path of an error has its indices apart") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    file.poke(file.at("mdl1.nodes[4].mesh.vertexArrays[13]") + 16, 5);
    const error why = refusal_of(file);
    CHECK(why.path == std::string_view{"mdl1.nodes[].mesh.vertexArrays[]"});
    CHECK(why.depth == 2);
    CHECK(why.index[0] == 4);
    CHECK(why.index[1] == 13);
    CHECK(why.offset == file.at("mdl1.nodes[4].mesh.vertexArrays[13]") + 16);
}

TEST_CASE("grimrock: wrong magics") {
    const byte_builder model = fixtures::write(fixtures::everything(2), 2);
    support::check_wrong(model, refusal_of,
                         {{"mdl1.magic", 0x4D494E41, errc::bad_magic, 0x314C444D},
                          {"mdl1.magic", 0x316C646D, errc::bad_magic, 0x314C444D},
                          {"mdl1.nodes[4].mesh.magic", 0x4853414D, errc::bad_magic, 0x4853454D}});
    CHECK(to_string(refusal_of_clip(model)) == R"(bad_magic: anim.magic at offset 0: expected "ANIM", found "MDL1")");
}

TEST_CASE("grimrock: the error for a truncated file has the name of the field that is cut off") {
    const byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const auto check = [&](const std::string& location, std::size_t kept, std::uint64_t need) {
        const error why = grimrock::open(file.first(file.at(location) + kept)).error();
        support::check_error(why, errc::truncated, location, file.at(location), need, static_cast<std::int64_t>(kept));
    };
    const std::string body = "mdl1.nodes[4].mesh";
    check("mdl1.magic", 0, 4);
    check("mdl1.version", 2, 4);
    check("mdl1.numNodes", 0, 4);
    check(body + ".vertexArrays[13].rawVertexData", 1, 48);
    check(body + ".indices", 1, 12);
    check(body + ".bounds", 1, 40);
    check(body + ".bones", 1, 104);
    check(body + ".emissiveColor", 1, 12);
    check("mdl1.nodes[6].light", 1, 29);
    check(body + ".castShadow", 0, 1);
    const auto check_count = [&](std::size_t size, const std::string& count, std::uint64_t need, std::int64_t found) {
        support::check_error(grimrock::open(file.first(size)).error(), errc::truncated, count, file.at(count), need,
                             found);
    };
    check_count(18, "mdl1.numNodes", 0, 7);
    check_count(file.at("mdl1.nodes[6].name"), "mdl1.numNodes", 6, 7);
    check_count(file.at(body + ".segments[0]") + 1, body + ".numSegments", 0, 1);
}

TEST_CASE("grimrock: counts that the file cannot hold are refused with the name of the count") {
    const auto check_count = [](const byte_builder& whole, const std::string& location, std::size_t smallest) {
        const bool is_clip = location.starts_with("anim");
        const std::size_t left = whole.size() - whole.at(location) - 4;
        support::check_wrong(whole, is_clip ? refusal_of_clip : refusal_of,
                             {{location, 0x7F7F'7F7F, errc::truncated, left / smallest}});
    };
    const byte_builder model = fixtures::write(fixtures::everything(2), 2);
    const byte_builder clip = fixtures::write(fixtures::moves(), 2);
    check_count(model, "mdl1.numNodes", 4 + 48 + 4 + 4);
    check_count(model, "mdl1.nodes[4].mesh.numSegments", 4 + 12);
    check_count(fixtures::write(fixtures::moves(), 1), "anim.numItems", 4 + 4);
    check_count(clip, "anim.numItems", 4 + 3 * 4);
    support::check_wrong(model, refusal_of, {{"mdl1.numNodes", 8, errc::truncated, 7}}); // one too many
    support::check_wrong(clip, refusal_of_clip, {{"anim.numItems", 4, errc::truncated, 3}});
}

TEST_CASE("grimrock: the only truncated clip in the game files") {
    // 20 bytes that end where the number of items should be.
    const byte_builder file = byte_builder{}.text("ANIM").i32(1).string("").f32(10.5F).i32(1);
    support::check_error(refusal_of_clip(file), errc::truncated, "anim.numItems", 20, 4, 0);
}

TEST_CASE("grimrock: the first problem in the file is the error") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    file.poke(file.at("mdl1.nodes[5].parent"), 99).poke(file.at("mdl1.nodes[1].type"), 9);
    CHECK(refusal_of(file).offset == file.at("mdl1.nodes[1].type"));
}

TEST_CASE("grimrock: bone indices that are stored as floats are refused") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const std::string array = "mdl1.nodes[4].mesh.vertexArrays[13]";
    file.poke(file.at(array + ".dataType"), 3);
    support::check_error(refusal_of(file), errc::bad_value, array, file.at(array), 0, 3);
}

TEST_CASE("grimrock: parents that form a cycle") {
    const auto code = [](std::size_t node, std::int32_t parent) {
        byte_builder file = fixtures::write(fixtures::everything(2), 2);
        file.poke(file.at("mdl1.nodes[" + std::to_string(node) + "].parent"), parent);
        const error why = grimrock::open(file.span()).error();
        CHECK(why.offset == file.at(to_string(static_cast<const location&>(why))));
        return why.code;
    };
    CHECK(code(0, 0) == errc::cycle); // its own parent
    CHECK(code(3, 3) == errc::cycle);
    CHECK(code(2, 1) == errc::cycle); // the hand's parent is the arm
    CHECK(code(0, 1) == errc::cycle); // hand, arm, root
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
