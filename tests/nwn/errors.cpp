#include "nwn/fixtures.hpp"

#include <effigy/nwn.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <limits>

namespace {

using namespace effigy;
using support::byte_builder;

error refusal_of(const byte_builder& file) {
    const auto model = nwn::open(file.span());
    return model ? verify(*model) : model.error();
}

std::uint32_t number_at(const byte_builder& file, std::size_t at) {
    scalar<std::uint32_t, form::little> out{};
    std::memcpy(&out, &file.span()[at], sizeof(out));
    return out;
}

std::string line(const byte_builder& file, const std::string& code, const std::string& location,
                 const std::string& complaint, std::size_t field = 0) {
    return code + ": " + location + " at offset " + std::to_string(file.at(location) + field) + ": " + complaint;
}
std::string outside(std::uint64_t found, std::uint64_t limit) {
    return "expected a number below " + std::to_string(limit) + ", found " + std::to_string(found);
}
std::string beyond(std::uint64_t end, std::uint64_t size, const std::string& section = "model data") {
    return "expected at most " + std::to_string(size) + " (where " + section + " ends), found " + std::to_string(end);
}

struct reference {
    std::string location;
    std::uint32_t size; // of one element
};

// References into model data: a pointer, then a count.
void check_lists(const byte_builder& whole, const std::vector<reference>& lists) {
    for (const reference& one : lists) {
        CAPTURE(one.location);
        const std::size_t at = whole.at(one.location);
        byte_builder null = whole;
        null.poke(at, 0);
        CHECK(to_string(refusal_of(null)) ==
              line(whole, "bad_value", one.location, "expected a pointer to the counted elements, found 0"));

        constexpr std::uint32_t many = 0x0010'0000;
        byte_builder endless = whole;
        endless.poke(at + 4, many);
        CHECK(to_string(refusal_of(endless)) ==
              line(whole, "out_of_bounds", one.location,
                   beyond(number_at(whole, at) + std::uint64_t{many} * one.size, number_at(whole, 4))));
    }
}

// References into raw data: a pointer. `count` is the number of elements, which the mesh stores.
void check_raw(const byte_builder& whole, const std::vector<reference>& pointers, std::uint32_t count) {
    for (const reference& one : pointers) {
        CAPTURE(one.location);
        byte_builder file = whole;
        constexpr std::uint32_t outside = 0x7FFF'FFF0;
        file.poke(file.at(one.location), outside);
        CHECK(to_string(refusal_of(file)) ==
              line(whole, "out_of_bounds", one.location,
                   beyond(outside + std::uint64_t{count} * one.size, number_at(whole, 8), "raw data")));
    }
}

} // namespace

TEST_CASE("nwn errors: files of other formats, and truncated files") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    CHECK(to_string(nwn::open(whole.first(0)).error()) ==
          "truncated: nwn.file at offset 0: expected 12 bytes, found 0");
    CHECK(to_string(nwn::open(whole.first(11)).error()) ==
          "truncated: nwn.file at offset 0: expected 12 bytes, found 11");
    const std::size_t rest = whole.size() - 12;
    CHECK(to_string(nwn::open(whole.first(whole.size() - 1)).error()) == "truncated: nwn.file at offset 12: expected " +
                                                                             std::to_string(rest) + " bytes, found " +
                                                                             std::to_string(rest - 1));
    byte_builder small = whole;
    small.poke(4, 0xE7);
    CHECK(to_string(refusal_of(small)) == "truncated: nwn.model at offset 12: expected 232 bytes, found 231");
    byte_builder ascii;
    ascii.text("newmodel effigy\n");
    CHECK(to_string(refusal_of(ascii)) == "unsupported: Neverwinter Nights ASCII MDL (effigy reads the binary form)");
    byte_builder commented;
    commented.text("# exported by hand\r\n\r\nNewModel effigy");
    CHECK(refusal_of(commented).code == errc::unsupported);
    byte_builder other;
    other.text("IDPO").zeros(300);
    CHECK(to_string(refusal_of(other)) == "bad_magic: nwn.file.zero at offset 0: expected four zero bytes at the start "
                                          "of binary MDL, found \"IDPO\"");
    byte_builder animation = whole;
    animation.poke_u8(12 + 0x6C, 5);
    CHECK(to_string(refusal_of(animation)) == "bad_value: nwn.model.type at offset 120: expected 2 (a model), found 5");
}

TEST_CASE("nwn errors: each list is validated") {
    check_lists(fixtures::nwn::write(fixtures::nwn::bioware()), {{"nwn.animations", 4},
                                                                 {"nwn.animations[0].events", 36},
                                                                 {"nwn.animations[0].nodes[0].children", 4},
                                                                 {"nwn.animations[0].nodes[1].controllers", 12},
                                                                 {"nwn.animations[0].nodes[1].controllerData", 4},
                                                                 {"nwn.nodes[0].children", 4},
                                                                 {"nwn.nodes[0].controllers", 12},
                                                                 {"nwn.nodes[0].controllerData", 4},
                                                                 {"nwn.nodes[2].light.flareSizes", 4},
                                                                 {"nwn.nodes[2].light.flarePositions", 4},
                                                                 {"nwn.nodes[2].light.flareColorShifts", 12},
                                                                 {"nwn.nodes[2].light.flareTextures", 4},
                                                                 {"nwn.nodes[4].mesh.faces", 32},
                                                                 {"nwn.nodes[4].mesh.indexCounts", 4},
                                                                 {"nwn.nodes[4].mesh.indexLists", 4},
                                                                 {"nwn.nodes[5].skin.nodeToSlot", 2},
                                                                 {"nwn.nodes[5].skin.QBoneRefInv", 16},
                                                                 {"nwn.nodes[5].skin.TBoneRefInv", 12},
                                                                 {"nwn.nodes[5].skin.constants", 4}});
    check_lists(fixtures::nwn::write(fixtures::nwn::nwnmdlcomp()), {{"nwn.nodes[1].dangly.constraints", 4}});
}

TEST_CASE("nwn errors: each raw array is validated") {
    check_raw(fixtures::nwn::write(fixtures::nwn::bioware()),
              {{"nwn.nodes[5].mesh.vertices", 12},
               {"nwn.nodes[5].mesh.normals", 12},
               {"nwn.nodes[5].mesh.indexLists[0]", 2},
               {"nwn.nodes[5].skin.weights", 16},
               {"nwn.nodes[5].skin.boneRefs", 8}},
              3);
    check_raw(fixtures::nwn::write(fixtures::nwn::enhanced()),
              {{"nwn.nodes[1].mesh.tangents", 12}, {"nwn.nodes[1].mesh.handedness", 4}}, 6);
    check_raw(fixtures::nwn::write(fixtures::nwn::nwnmdlcomp()),
              {{"nwn.nodes[1].mesh.colors", 4},
               {"nwn.nodes[1].mesh.texcoords[0]", 8},
               {"nwn.nodes[1].mesh.texcoords[3]", 8},
               {"nwn.animations[0].nodes[1].mesh.vertices", 12}},
              3);
}

TEST_CASE("nwn errors: pointers without a count") {
    const auto check = [](const byte_builder& whole, const std::string& location, std::uint32_t pointer,
                          const std::string& code, const std::string& complaint) {
        byte_builder file = whole;
        file.poke(file.at(location), pointer);
        CHECK(to_string(refusal_of(file)) == line(whole, code, location, complaint));
    };
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    const byte_builder waving = fixtures::nwn::write(fixtures::nwn::nwnmdlcomp());
    constexpr std::uint32_t distant = 0x7FFF'FFF0;
    const auto beyond_by = [&](std::uint32_t size) { return beyond(distant + size, number_at(whole, 4)); };
    const std::string null = "expected a pointer to the counted elements, found 0";
    const std::string flare = "nwn.nodes[2].light.flareTextures[1]";
    const std::string samples = "nwn.animations[0].nodes[1].animmesh";
    check(whole, "nwn.animations[0]", 0, "bad_value", null);
    check(whole, "nwn.animations[0]", distant, "out_of_bounds", beyond_by(0xC4));
    check(whole, flare, distant, "out_of_bounds", beyond_by(1));
    check(whole, flare, 0, "bad_value", "expected a pointer to a name, found 0");
    check(whole, "nwn.nodes[5].mesh.indexLists[0]", 0xFFFF'FFFF, "bad_value",
          "expected a pointer to the counted elements, found -1");
    check(waving, samples + ".vertices", 0, "bad_value", null);
    byte_builder file = waving;
    file.poke(file.at(samples + ".vertexSets"), 0xFFFF'FFFF);
    const std::uint64_t all = number_at(waving, waving.at(samples + ".vertices")) + 0xFFFF'FFFFULL * 3 * 12;
    CHECK(to_string(refusal_of(file)) ==
          line(waving, "out_of_bounds", samples + ".vertices", beyond(all, number_at(waving, 4))));
}

TEST_CASE("nwn errors: pointers to nodes outside model data") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    for (const auto& [location, path] : {std::pair<std::string, std::string>{"nwn.model.root", "nwn.nodes[0]"},
                                         {"nwn.nodes[1].children[1]", "nwn.nodes[3]"},
                                         {"nwn.animations[0].geometry.root", "nwn.animations[0].nodes[0]"}}) {
        for (const std::uint32_t offset : {number_at(whole, 4) - 0x6F, 0x7FFF'FFF0U}) {
            byte_builder file = whole;
            file.poke(file.at(location), offset);
            const error why = refusal_of(file);
            CHECK(why.code == errc::out_of_bounds);
            CHECK(to_string(static_cast<const effigy::location&>(why)) == path);
            CHECK(why.found == std::int64_t{offset} + 0x70);
            CHECK(why.need == number_at(whole, 4));
        }
    }
    byte_builder cut = whole; // the header of the node fits, its body does not
    cut.poke(cut.at("nwn.animations[0].nodes[1].flags"), 0x21);
    CHECK(refusal_of(cut).code == errc::out_of_bounds);
}

TEST_CASE("nwn errors: controllers") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    const std::string key = "nwn.nodes[0].controllers[1]"; // an orientation
    const std::string columns = key + ".columns";
    const auto with_columns = [&](std::uint8_t number) {
        byte_builder file = whole;
        return to_string(refusal_of(file.poke_u8(file.at(columns), number)));
    };
    CHECK(with_columns(0x24) ==
          line(whole, "bad_value", columns, "expected 0 .. 15, plus 16 for bezier, or 255, found 36"));
    CHECK(with_columns(3) ==
          line(whole, "bad_value", columns, "expected 3 for a position, 4 for an orientation, 1 for a scale, found 3"));
    CHECK(with_columns(0xFF) == "no error");
    CHECK(with_columns(0) == "no error");

    const std::size_t pool = number_at(whole, whole.at("nwn.nodes[0].controllerData") + 4);
    const auto with_index = [&](std::size_t field, std::uint8_t number) {
        byte_builder file = whole;
        return to_string(refusal_of(file.poke_u8(file.at(key) + field, number)));
    };
    const auto beyond_pool = [&](std::size_t end) {
        return line(whole, "out_of_bounds", key,
                    "expected at most " + std::to_string(pool) + " (where the node's controllerData ends), found " +
                        std::to_string(end));
    };
    CHECK(with_index(6, 9) == beyond_pool(10)); // time
    CHECK(with_index(8, 6) == beyond_pool(10)); // four values
    CHECK(with_index(4, 2) == beyond_pool(13)); // rows
    CHECK(with_index(4, 0) == "no error");
    byte_builder negative = whole;
    negative.poke_u8(negative.at(key) + 4, 0xFF).poke_u8(negative.at(key) + 5, 0xFF);
    CHECK(to_string(refusal_of(negative)) == "no error"); // -1 rows: no rows
}

TEST_CASE("nwn errors: index lists without counts") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    const std::string location = "nwn.nodes[4].mesh.indexLists";
    byte_builder file = whole;
    file.poke(file.at(location) + 4, 0);
    CHECK(to_string(refusal_of(file)) ==
          line(whole, "bad_value", location, "expected one list for each count, found 0"));
}

TEST_CASE("nwn errors: trees with cycles") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    const auto path_of = [](const error& why) { return to_string(static_cast<const effigy::location&>(why)); };
    const auto with_child = [&](const std::string& pointer, const std::string& target) {
        byte_builder file = whole;
        file.poke(file.at(pointer), static_cast<std::uint32_t>(whole.at(target) - 12));
        return refusal_of(file);
    };
    const error itself = with_child("nwn.nodes[1].children[0]", "nwn.nodes[1]");
    CHECK(itself.code == errc::cycle);
    CHECK(path_of(itself) == "nwn.nodes[2]");
    CHECK(itself.offset == whole.at("nwn.nodes[1]"));
    CHECK(itself.found == static_cast<std::int64_t>(whole.at("nwn.nodes[1]") - 12));
    CHECK(to_string(itself).starts_with("cycle: nwn.nodes[2] at offset " + std::to_string(itself.offset) + ": "));
    CHECK(with_child("nwn.nodes[1].children[0]", "nwn.nodes[0]").code == errc::cycle);
    CHECK(with_child("nwn.nodes[0].children[1]", "nwn.nodes[2]").code == errc::cycle); // a node with two parents
    const error moving = with_child("nwn.animations[0].nodes[0].children[0]", "nwn.animations[0].nodes[0]");
    CHECK(moving.code == errc::cycle);
    CHECK(path_of(moving) == "nwn.animations[0].nodes[1]");

    const auto with_box = [&](const std::string& pointer, std::uint32_t target) {
        byte_builder file = whole;
        file.poke(file.at(pointer), target);
        return refusal_of(file);
    };
    const std::uint32_t root = number_at(whole, whole.at("nwn.nodes[4].aabb"));
    const error cycle = with_box("nwn.nodes[4].aabb[1].left", root);
    CHECK(cycle.code == errc::cycle);
    CHECK(path_of(cycle) == "nwn.nodes[4].aabb");
    CHECK(cycle.offset == root + 12);
    CHECK(with_box("nwn.nodes[4].aabb[0].right", root + 0x28).code == errc::cycle); // the left box again
    CHECK(to_string(with_box("nwn.nodes[4].aabb[0].right", root + 0x29))
              .starts_with("cycle: nwn.nodes[4].aabb at offset "));
    CHECK(with_box("nwn.nodes[4].aabb[0].right", 0x7FFF'FFF0).code == errc::out_of_bounds);
    byte_builder face = whole;
    face.poke(face.at("nwn.nodes[4].aabb[2].face"), 2);
    CHECK(to_string(refusal_of(face)) == "out_of_bounds: nwn.nodes[4].aabb.face at offset " +
                                             std::to_string(whole.at("nwn.nodes[4].aabb[2].face")) +
                                             ": expected a number below 2, found 2");
}

TEST_CASE("nwn errors: more data than the budget allows") {
    fixtures::nwn::model described;
    described.nodes = {{"root", -1}};
    constexpr std::int16_t rows = std::numeric_limits<std::int16_t>::max();
    for (int i = 0; i < 3; ++i) { // events of many rows, without times or values
        described.nodes[0].keys.push_back({228, 0xFF, {}, {}, rows});
    }
    const byte_builder file = fixtures::nwn::write(described);
    const std::size_t spent = 12 + 232 + 112 + 3 * 12;
    const std::uint64_t left = 4 * file.size() + 65536 - spent;
    CHECK(to_string(refusal_of(file)) == line(file, "budget", "nwn.nodes[0].controllers[0]",
                                              "expected at most " + std::to_string(left) + ", found 131068"));
}

TEST_CASE("nwn verify: indices of vertices, slots and nodes") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    const auto with_bytes = [&](std::size_t at, std::uint8_t low, std::uint8_t high) {
        byte_builder file = whole;
        file.poke_u8(at, low).poke_u8(at + 1, high);
        return to_string(refusal_of(file));
    };
    const auto refused = [](const std::string& location, std::size_t at, const std::string& complaint) {
        return "out_of_bounds: " + location + " at offset " + std::to_string(at) + ": " + complaint;
    };
    const std::size_t list = whole.at("*nwn.nodes[5].mesh.indexLists[0]");
    CHECK(with_bytes(list + 4, 3, 0) == refused("nwn.nodes[5].mesh.indexLists[0][2]", list + 4, outside(3, 3)));
    const std::size_t face = whole.at("nwn.nodes[4].mesh.faces[1].vertices");
    CHECK(with_bytes(face + 2, 4, 0) == refused("nwn.nodes[4].mesh.faces[1].vertices", face + 2, outside(4, 4)));
    const std::size_t map = whole.at("*nwn.nodes[5].skin.nodeToSlot");
    CHECK(with_bytes(map + 4, 17, 0) == refused("nwn.nodes[5].skin.nodeToSlot[2]", map + 4, outside(17, 17)));
    CHECK(with_bytes(map + 4, 0xFE, 0xFF) ==
          refused("nwn.nodes[5].skin.nodeToSlot[2]", map + 4, "expected a number below 17, found -2"));
    const std::size_t refs = whole.at("*nwn.nodes[5].skin.boneRefs");
    CHECK(with_bytes(refs + 10, 17, 0) == refused("nwn.nodes[5].skin.boneRefs[1]", refs + 10, outside(17, 17)));

    fixtures::nwn::model more_bones = fixtures::nwn::bioware();
    more_bones.nodes[5].skin->node_to_slot.push_back(2); // the slot of a node that does not exist
    const byte_builder file = fixtures::nwn::write(more_bones);
    const std::size_t last = file.at("*nwn.nodes[5].skin.nodeToSlot") + 12;
    CHECK(to_string(refusal_of(file)) ==
          refused("nwn.nodes[5].skin.nodeToSlot[6]", last, "expected a number below 6, found 2"));
}

TEST_CASE("nwn verify: vertices of samples in an animation") {
    fixtures::nwn::model described = fixtures::nwn::nwnmdlcomp();
    described.clips[0].nodes[1].mesh->index_lists = {{0, 1, 3}};
    const byte_builder file = fixtures::nwn::write(described);
    const std::size_t at = file.at("*nwn.animations[0].nodes[1].mesh.indexLists[0]") + 4;
    const error why = refusal_of(file);
    CHECK(why.code == errc::out_of_bounds);
    CHECK(why.offset == at);
    CHECK(to_string(why).starts_with("out_of_bounds: nwn.animations[0].nodes[1].mesh.indexLists[0]"));
}
