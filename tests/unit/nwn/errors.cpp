#include "nwn/fixtures.hpp"
#include "support/refusals.hpp"

#include <effigy/nwn.hpp>

#include <cstring>
#include <limits>

namespace {

using namespace effigy;
using support::byte_builder;
using support::check_error;

error refusal_of(const byte_builder& file) {
    const auto model = nwn::open(file.span());
    return model ? verify(*model) : model.error();
}

std::uint32_t number_at(const byte_builder& file, std::size_t at) {
    scalar<std::uint32_t, form::little> out{};
    std::memcpy(&out, &file.span()[at], sizeof(out));
    return out;
}

// The size of the section that a pointer leads to, in the header of the file.
std::uint64_t size_of_model(const byte_builder& file) { return number_at(file, 4); }
std::uint64_t size_of_raw(const byte_builder& file) { return number_at(file, 8); }

struct reference {
    std::string location;
    std::uint32_t size; // of one element
};

// References into model data: a pointer, then a count.
void check_lists(const byte_builder& whole, const std::vector<reference>& lists) {
    for (const reference& one : lists) {
        const std::size_t at = whole.at(one.location);
        support::check_wrong(whole, refusal_of, {{one.location, 0, errc::bad_value}});
        constexpr std::uint32_t many = 0x0010'0000;
        byte_builder endless = whole;
        const std::int64_t end = number_at(whole, at) + std::int64_t{many} * one.size;
        check_error(refusal_of(endless.poke(at + 4, many)), errc::out_of_bounds, one.location, at, size_of_model(whole),
                    end);
    }
}

// References into raw data: a pointer. `count` is the number of elements, which the mesh stores.
void check_raw(const byte_builder& whole, const std::vector<reference>& pointers, std::uint32_t count) {
    for (const reference& one : pointers) {
        byte_builder file = whole;
        constexpr std::uint32_t outside = 0x7FFF'FFF0;
        const std::size_t at = file.at(one.location);
        check_error(refusal_of(file.poke(at, outside)), errc::out_of_bounds, one.location, at, size_of_raw(whole),
                    outside + std::int64_t{count} * one.size);
    }
}

} // namespace

TEST_CASE("nwn errors: files of other formats, and truncated files") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    const auto rest = static_cast<std::int64_t>(whole.size()) - 12;
    const auto check_cut = [&](std::size_t size, std::size_t at, std::uint64_t need, std::int64_t found) {
        check_error(nwn::open(whole.first(size)).error(), errc::truncated, "nwn.file", at, need, found);
    };
    check_cut(0, 0, 12, 0);
    check_cut(11, 0, 12, 11);
    check_cut(whole.size() - 1, 12, static_cast<std::uint64_t>(rest), rest - 1);
    byte_builder small = whole;
    check_error(refusal_of(small.poke(4, 0xE7)), errc::truncated, "nwn.model", 12, 232, 231);
    CHECK(to_string(refusal_of(byte_builder{}.text("newmodel effigy\n"))) ==
          "unsupported: Neverwinter Nights ASCII MDL (text form: nwn::open_text() reads it, nwn::compile() makes the "
          "binary form)");
    CHECK(refusal_of(byte_builder{}.text("# exported by hand\r\n\r\nNewModel effigy")).code == errc::unsupported);
    check_error(refusal_of(byte_builder{}.text("IDPO").zeros(300)), errc::bad_magic, "nwn.file.zero", 0, 0,
                0x4F50'4449);
    byte_builder animation = whole;
    CHECK(to_string(refusal_of(animation.poke_u8(12 + 0x6C, 5))) ==
          "bad_value: nwn.model.type at offset 120: expected 2 (a model), found 5");
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
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    const byte_builder waving = fixtures::nwn::write(fixtures::nwn::nwnmdlcomp());
    constexpr std::uint32_t distant = 0x7FFF'FFF0;
    const std::string flare = "nwn.nodes[2].light.flareTextures[1]";
    const std::string samples = "nwn.animations[0].nodes[1].animmesh.vertices";
    support::check_wrong(whole, refusal_of,
                         {{"nwn.animations[0]", 0, errc::bad_value},
                          {flare, 0, errc::bad_value},
                          {"nwn.nodes[5].mesh.indexLists[0]", -1, errc::bad_value}});
    support::check_wrong(waving, refusal_of, {{samples, 0, errc::bad_value}});
    for (const auto& [location, size] : {reference{"nwn.animations[0]", 0xC4}, {flare, 1}}) {
        byte_builder file = whole;
        const std::size_t at = file.at(location);
        check_error(refusal_of(file.poke(at, distant)), errc::out_of_bounds, location, at, size_of_model(whole),
                    std::int64_t{distant} + size);
    }
    byte_builder file = waving;
    const std::size_t at = waving.at(samples);
    file.poke(file.at("nwn.animations[0].nodes[1].animmesh.vertexSets"), 0xFFFF'FFFF);
    check_error(refusal_of(file), errc::out_of_bounds, samples, at, size_of_model(waving),
                number_at(waving, at) + 0xFFFF'FFFFLL * 3 * 12);
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
            check_error(why, errc::out_of_bounds, path, why.offset, size_of_model(whole), std::int64_t{offset} + 0x70);
        }
    }
    byte_builder cut = whole; // the header of the node fits, its body does not
    cut.poke(cut.at("nwn.animations[0].nodes[1].flags"), 0x21);
    CHECK(refusal_of(cut).code == errc::out_of_bounds);
    // In the model, too, for each part that the flags may indicate.
    const byte_builder bare = fixtures::nwn::write({.nodes = {{"root"}}});
    const std::size_t at = bare.at("nwn.nodes[0]");
    for (const auto& each : {std::pair{0x03U, 0x70 + 0x5C},
                             {0x05U, 0x70 + 0xD8},
                             {0x11U, 0x70 + 0x44},
                             {0x21U, 0x70 + 0x200},
                             {0xA1U, 0x70 + 0x238},
                             {0x121U, 0x70 + 0x218},
                             {0x221U, 0x70 + 0x204}}) {
        const auto flags = each.first;
        CAPTURE(flags);
        byte_builder file = bare;
        check_error(refusal_of(file.poke(file.at("nwn.nodes[0].flags"), flags)), errc::out_of_bounds, "nwn.nodes[0]",
                    at, size_of_model(bare), static_cast<std::int64_t>(at) - 12 + each.second);
    }
}

TEST_CASE("nwn errors: controllers") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    const std::string key = "nwn.nodes[0].controllers[1]"; // an orientation
    const auto with_byte = [&](std::size_t at, std::uint8_t number) {
        byte_builder file = whole;
        return refusal_of(file.poke_u8(at, number));
    };
    const std::size_t columns = whole.at(key + ".columns"), record = whole.at(key);
    CHECK_FALSE(with_byte(columns, 0x24)); // left out, see lint
    CHECK_FALSE(with_byte(columns, 3));
    CHECK_FALSE(with_byte(columns, 0xFF));
    CHECK_FALSE(with_byte(columns, 0));

    const std::size_t pool = number_at(whole, whole.at("nwn.nodes[0].controllerData") + 4);
    check_error(with_byte(record + 6, 9), errc::out_of_bounds, key, record, pool, 10); // time
    check_error(with_byte(record + 8, 6), errc::out_of_bounds, key, record, pool, 10); // four values
    check_error(with_byte(record + 4, 2), errc::out_of_bounds, key, record, pool, 13); // rows
    CHECK_FALSE(with_byte(record + 4, 0));
    byte_builder negative = whole;
    CHECK_FALSE(refusal_of(negative.poke_u8(record + 4, 0xFF).poke_u8(record + 5, 0xFF))); // -1 rows: no rows
}

TEST_CASE("nwn errors: index lists without counts") {
    const std::string location = "nwn.nodes[4].mesh.indexLists";
    byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    check_error(refusal_of(file.poke(file.at(location) + 4, 0)), errc::bad_value, location, file.at(location), 0, 0);
}

TEST_CASE("nwn errors: trees with cycles") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    const auto with_child = [&](const std::string& pointer, const std::string& target) {
        byte_builder file = whole;
        file.poke(file.at(pointer), static_cast<std::uint32_t>(whole.at(target) - 12));
        return refusal_of(file);
    };
    const error itself = with_child("nwn.nodes[1].children[0]", "nwn.nodes[1]");
    const std::size_t there = whole.at("nwn.nodes[1]");
    check_error(itself, errc::cycle, "nwn.nodes[2]", there, 0, static_cast<std::int64_t>(there - 12));
    CHECK(with_child("nwn.nodes[1].children[0]", "nwn.nodes[0]").code == errc::cycle);
    CHECK(with_child("nwn.nodes[0].children[1]", "nwn.nodes[2]").code == errc::cycle); // a node with two parents
    const error moving = with_child("nwn.animations[0].nodes[0].children[0]", "nwn.animations[0].nodes[0]");
    check_error(moving, errc::cycle, "nwn.animations[0].nodes[1]", moving.offset);

    const auto with_box = [&](const std::string& pointer, std::uint32_t target) {
        byte_builder file = whole;
        file.poke(file.at(pointer), target);
        return refusal_of(file);
    };
    const std::uint32_t root = number_at(whole, whole.at("nwn.nodes[4].aabb"));
    check_error(with_box("nwn.nodes[4].aabb[1].left", root), errc::cycle, "nwn.nodes[4].aabb", root + 12);
    for (const std::uint32_t again : {root + 0x28, root + 0x29}) { // the left box
        const error why = with_box("nwn.nodes[4].aabb[0].right", again);
        check_error(why, errc::cycle, "nwn.nodes[4].aabb", why.offset);
    }
    CHECK(with_box("nwn.nodes[4].aabb[0].right", 0x7FFF'FFF0).code == errc::out_of_bounds);
    byte_builder face = whole;
    const std::size_t at = face.at("nwn.nodes[4].aabb[2].face");
    check_error(refusal_of(face.poke(at, 2)), errc::out_of_bounds, "nwn.nodes[4].aabb.face", at, 2, 2);
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
    const std::string location = "nwn.nodes[0].controllers[0]";
    check_error(refusal_of(file), errc::budget, location, file.at(location), left, 131'068);
}

TEST_CASE("nwn verify: indices of vertices, slots and nodes") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    const auto check = [&](const std::string& list, std::size_t distance, const std::string& path, std::int16_t number,
                           std::uint64_t need) {
        byte_builder file = whole;
        const std::size_t at = file.at(list) + distance;
        file.poke_u8(at, static_cast<std::uint8_t>(number)).poke_u8(at + 1, static_cast<std::uint8_t>(number >> 8));
        check_error(refusal_of(file), errc::out_of_bounds, path, at, need, number);
    };
    const std::string map = "nwn.nodes[5].skin.nodeToSlot", face = "nwn.nodes[4].mesh.faces[1].vertices";
    check("*nwn.nodes[5].mesh.indexLists[0]", 4, "nwn.nodes[5].mesh.indexLists[0][2]", 3, 3);
    check(face, 2, face, 4, 4);
    check("*" + map, 4, map + "[2]", 18, 18);
    check("*" + map, 4, map + "[2]", -2, 18);
    check("*nwn.nodes[5].skin.boneRefs", 10, "nwn.nodes[5].skin.boneRefs[1]", 18, 18);

    fixtures::nwn::model more_bones = fixtures::nwn::bioware();
    more_bones.nodes[5].skin->node_to_slot.push_back(2); // the slot of a node that does not exist
    const byte_builder file = fixtures::nwn::write(more_bones);
    check_error(refusal_of(file), errc::out_of_bounds, map + "[6]", file.at("*" + map) + 12, 6, 2);
}

TEST_CASE("nwn verify: vertices of samples in an animation") {
    fixtures::nwn::model described = fixtures::nwn::nwnmdlcomp();
    described.clips[0].nodes[1].mesh->index_lists = {{0, 1, 3}};
    const byte_builder file = fixtures::nwn::write(described);
    const std::string list = "nwn.animations[0].nodes[1].mesh.indexLists[0]";
    check_error(refusal_of(file), errc::out_of_bounds, list + "[]", file.at("*" + list) + 4);
}
