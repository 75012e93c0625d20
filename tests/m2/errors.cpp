#include "m2/fixtures_keys.hpp"
#include "m2/opened.hpp"

#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

namespace {

using namespace effigy;
using support::byte_builder;

error refusal_of(const byte_builder& file) {
    const auto model = m2::open(file.span());
    return model ? verify(*model) : model.error();
}
std::string line_of(const byte_builder& file) { return to_string(refusal_of(file)); }
std::string line_of(const fixtures::m2::model& described) { return line_of(fixtures::m2::write(described)); }

std::string line(const byte_builder& file, const std::string& code, const std::string& location,
                 const std::string& complaint, std::size_t field = 0) {
    return code + ": " + location + " at offset " + std::to_string(file.at(location) + field) + ": " + complaint;
}
std::string outside(std::uint64_t found, std::uint64_t limit) {
    return "expected a number below " + std::to_string(limit) + ", found " + std::to_string(found);
}
byte_builder with_version(std::uint32_t version) {
    byte_builder file = fixtures::m2::write(fixtures::m2::small(260));
    file.poke(file.at("m2.version"), version);
    return file;
}

} // namespace

// ---- open() --------------------------------------------------------------------------------------------------------

TEST_CASE("m2 errors: files of other formats, and truncated files") {
    const byte_builder whole = fixtures::m2::write(fixtures::m2::small(260));
    CHECK(to_string(m2::open(whole.first(0)).error()) ==
          "truncated: m2.header at offset 0: expected 324 bytes, found 0");
    CHECK(to_string(m2::open(whole.first(7)).error()) ==
          "truncated: m2.header at offset 0: expected 324 bytes, found 7");
    CHECK(to_string(m2::open(whole.first(323)).error()) ==
          "truncated: m2.header at offset 0: expected 324 bytes, found 323");
    const error cut = m2::open(whole.first(whole.size() - 1)).error(); // the list that ends the file
    CHECK(cut.code == errc::out_of_bounds);
    CHECK(cut.found == static_cast<std::int64_t>(whole.size()));
    CHECK(cut.need == whole.size() - 1);
    byte_builder skin;
    skin.text("SKIN").zeros(320);
    CHECK(line_of(skin) == "bad_magic: m2.magic at offset 0: expected \"MD20\", found \"SKIN\"");
}

TEST_CASE("m2 errors: the message for an unknown version is one line") {
    for (std::uint32_t version = 256; version <= 274; ++version) {
        CHECK(m2::open(fixtures::m2::write({.version = version}).span()));
    }
    for (const std::uint32_t version : {0U, 255U, 275U, 0xFFFF'FFFFU}) {
        CHECK(line_of(with_version(version)) ==
              "bad_version: m2.version at offset 4: expected version 256 .. 274, found " + std::to_string(version));
    }
}

namespace {

constexpr std::size_t the_model = std::size_t{0} - 1; // other values: the number of a companion

const fixtures::m2::part& part_of(const fixtures::m2::written& all, std::size_t number) {
    return number == the_model ? static_cast<const fixtures::m2::part&>(all) : all.companions[number];
}
// The error for all files, with `changed` in place of file `number`.
error refusal_of(const fixtures::m2::written& all, std::size_t number, std::span<const std::byte> changed) {
    std::vector<m2::companion> table = fixtures::m2::table_of(all.companions);
    if (number != the_model) {
        table[number].bytes = changed;
    }
    return m2::open(number == the_model ? changed : all.file.span(), table).error();
}

// The size of the chunk that contains the offset `place`, or of the whole file if it does not consist of chunks.
std::uint64_t size_of_section(const byte_builder& file, std::size_t place) {
    const auto number = [&](std::size_t at) {
        std::uint32_t out = 0;
        std::memcpy(&out, &file.span()[at], sizeof(out));
        return out;
    };
    const std::string_view start{reinterpret_cast<const char*>(file.span().data()), file.size() < 4 ? 0U : 4U};
    if (start != "MD21" && start != "SKL1" && start != "AFM2" && start != "AFSA" && start != "AFSB") {
        return file.size();
    }
    std::size_t at = 0;
    while (at + 8 + number(at + 4) <= place) {
        at += 8 + number(at + 4);
    }
    return number(at + 4);
}

// The error for a list that ends too late: the path of the list, the limit of its end, and the text for this limit.
struct expected {
    std::string path;
    std::uint64_t limit = 0;
    std::string where;
};
expected expected_of(const fixtures::m2::model& described, const fixtures::m2::written& all, std::size_t number,
                     const std::string& location) {
    expected out{location, size_of_section(part_of(all, number).file, part_of(all, number).file.at(location)),
                 "where the file ends"};
    const bool is_in_skeleton = location.starts_with("skeleton.");
    const bool is_of_record = is_in_skeleton && location.find('[') != location.npos;
    if (is_in_skeleton) {
        // Paths of a parent's records begin with parentSkel. Paths of lists begin with the number of the file.
        const bool is_parent = all.companions[number].kind == fixtures::m2::companion_kind::parent_skeleton;
        out.path = (is_parent && is_of_record ? "parentSkel." : "skel.") + location.substr(9);
    }
    if (is_in_skeleton || (number == the_model && described.chunked)) {
        out.where = "where its chunk ends";
    }
    if (number != the_model && !is_of_record) {
        out.path = "companions[" + std::to_string(number) + "]." + out.path;
    }
    const std::size_t bracket = location.rfind('[');
    const bool is_of_animation = bracket != location.npos && (location.substr(0, bracket).ends_with(".times") ||
                                                              location.substr(0, bracket).ends_with(".values"));
    const std::size_t keys =
        is_of_animation ? fixtures::m2::key_file_of(described.animations, std::stoul(location.substr(bracket + 1)))
                        : fixtures::m2::in_model;
    if (keys == fixtures::m2::in_model) {
        return out;
    }
    const fixtures::m2::animation& animation = described.animations[keys];
    for (const fixtures::m2::companion_file& one : all.companions) {
        if (one.kind == fixtures::m2::companion_kind::animation && one.id == animation.id &&
            one.variation == animation.variation) {
            // Each chunk of the .skel has its own chunk in the .anim.
            const std::string part = is_in_skeleton ? location.substr(0, location.find('[')) : "m2.";
            const auto first = std::find_if(one.lists.begin(), one.lists.end(), [&](const auto& list) {
                return list.count != 0 && list.location.starts_with(part);
            });
            REQUIRE(first != one.lists.end());
            out.limit = size_of_section(one.file, one.file.at(first->location));
            out.where = "where the .anim of its animation ends";
        }
    }
    return out;
}

} // namespace

TEST_CASE("m2 errors: each list of each file is validated") {
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        CAPTURE(described.version);
        CAPTURE(described.parent_skeleton_id);
        const fixtures::m2::written all = fixtures::m2::write_all(described);
        for (std::size_t number = the_model; number == the_model || number < all.companions.size(); ++number) {
            if (number != the_model && all.companions[number].kind == fixtures::m2::companion_kind::animation) {
                continue; // the references to its lists are in other files
            }
            const byte_builder& valid_file = part_of(all, number).file;
            for (const fixtures::m2::reference& list : part_of(all, number).lists) {
                CAPTURE(list.location);
                const expected limit_error = expected_of(described, all, number, list.location);
                const std::size_t at = valid_file.at(list.location);
                const auto line_of_end = [&](std::uint64_t end) {
                    return "out_of_bounds: " + limit_error.path + " at offset " + std::to_string(at) +
                           ": expected at most " + std::to_string(limit_error.limit) + " (" + limit_error.where +
                           "), found " + std::to_string(end);
                };
                const auto line_of_changed = [&](std::uint32_t count, std::uint64_t offset) {
                    byte_builder file = valid_file;
                    file.poke(at, count).poke(at + 4, static_cast<std::uint32_t>(offset));
                    return to_string(refusal_of(all, number, file.span()));
                };
                CHECK(line_of_changed(0xFFFF'FFFF, 0xFFFF'FFFF) ==
                      line_of_end(0xFFFF'FFFF + std::uint64_t{0xFFFF'FFFF} * list.size));
                if (list.count != 0) { // it is 0 in the root bone's tracks
                    const auto count = static_cast<std::uint32_t>(list.count);
                    CHECK(line_of_changed(count, limit_error.limit - list.size * list.count + 1) ==
                          line_of_end(limit_error.limit + 1));
                    CHECK(line_of_changed(0, 0xFFFF'FFFF) == "no error"); // the offset of an empty list is ignored
                }
            }
        }
    }
}

TEST_CASE("m2 errors: parents that do not exist") {
    fixtures::m2::model described = fixtures::m2::small(256);
    for (const std::int16_t parent : {std::int16_t{-2}, std::int16_t{2}, std::int16_t{-32768}, std::int16_t{32767}}) {
        described.bones[1].parent = parent;
        const byte_builder file = fixtures::m2::write(described);
        CHECK(line_of(file) == "bad_value: m2.bones[1].parent at offset " + std::to_string(file.at("m2.bones[1]") + 8) +
                                   ": expected -1 or the number of a bone, found " + std::to_string(parent));
    }
}

TEST_CASE("m2 errors: parents that form a cycle") {
    const auto verdict = [](const std::vector<std::int16_t>& parents) {
        fixtures::m2::model described;
        for (const std::int16_t parent : parents) {
            described.bones.push_back({parent});
        }
        return refusal_of(fixtures::m2::write(described));
    };
    CHECK_FALSE(verdict({-1, 0, 1}));
    CHECK_FALSE(verdict({2, 0, -1})); // parents after their children
    const error own = verdict({-1, 1});
    CHECK(to_string(own).starts_with("cycle: m2.bones[1].parent at offset "));
    CHECK(to_string(own).ends_with(": expected parents that lead to a root, found record 1 among its own ancestors"));
    CHECK(verdict({0}).code == errc::cycle);
    CHECK(verdict({1, 0}).code == errc::cycle);
    CHECK(verdict({-1, 2, 3, 1}).code == errc::cycle);
    CHECK(verdict({-1, 0, 3, 4, 2, 4}).code == errc::cycle); // bone 5 is a child of the cycle, but not in it
}

TEST_CASE("m2 errors: the location of a cycle is that of its record") {
    fixtures::m2::model described;
    described.version = 256;
    described.bones = {{}, {0}, {3}, {2}};
    const byte_builder file = fixtures::m2::write(described);
    const error why = refusal_of(file);
    REQUIRE(why.code == errc::cycle);
    REQUIRE((why.found == 2 || why.found == 3));
    CHECK(why.offset == file.at("m2.bones[" + std::to_string(why.found) + "]") + 8);
    CHECK(why.index[0] == static_cast<std::uint32_t>(why.found));
}

TEST_CASE("m2 errors: lists that are referred to too often") {
    fixtures::m2::model described;
    described.textures.assign(100, {std::string(1000, 'x')});
    byte_builder file = fixtures::m2::write(described);
    const std::uint32_t first = static_cast<std::uint32_t>(file.size()) - 1000;
    for (std::size_t i = 0; i < 100; ++i) {
        const std::size_t name = file.at("m2.textures[" + std::to_string(i) + "].name");
        file.poke(name, first).poke(name + 4, 0);
    }
    const std::uint64_t budget = 4 * file.size() + 65536 - 1 - std::uint64_t{100} * 0x10; // the name and the records
    const std::uint64_t left = budget % first;
    const std::uint64_t number = budget / first;
    const std::string location = "m2.textures[" + std::to_string(number) + "].name";
    CHECK(line_of(file) == line(file, "budget", location,
                                "expected at most " + std::to_string(left) + ", found " + std::to_string(first)));
}

// ---- verify() ------------------------------------------------------------------------------------------------------

TEST_CASE("m2 errors: bones of weighted influences are verified") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.vertices[0].bones = {0, 255, 255, 255}; // with weight 0
    CHECK(line_of(described) == "no error");
    described.vertices[1].bones = {1, 2, 0, 0};
    described.vertices[2].bones = {9, 0, 0, 0};
    const byte_builder file = fixtures::m2::write(described);
    CHECK(m2::open(file.span()));
    CHECK(line_of(file) == "out_of_bounds: m2.vertices[1].joints[1] at offset " +
                               std::to_string(file.at("m2.vertices[1]") + 0x11) + ": " + outside(2, 2));
    described.vertices[1].weights = {255, 0, 0, 0};
    CHECK(line_of(described).starts_with("out_of_bounds: m2.vertices[2].joints[0] at offset "));
}

TEST_CASE("m2 errors: a model without bones has no weighted vertices") {
    CHECK(line_of(fixtures::m2::model{.vertices = {{.weights = {0, 0, 0, 0}}}}) == "no error");
    CHECK(line_of(fixtures::m2::model{.vertices = {{}}}).starts_with("out_of_bounds: m2.vertices[0].joints[0]"));
}

TEST_CASE("m2 errors: a byte can refer to bone 255") {
    fixtures::m2::model described;
    described.vertices = {{.bones = {254, 0, 0, 0}}, {.bones = {255, 0, 0, 0}}};
    described.bones.resize(255);
    CHECK(line_of(described).starts_with("out_of_bounds: m2.vertices[1].joints[0] at offset "));
    described.bones.resize(256);
    CHECK(line_of(described) == "no error");
}

TEST_CASE("m2 errors: indices of skin profiles are verified") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.skin_profiles.push_back(described.skin_profiles[0]);
    described.skin_profiles[1].indices = {2, 0, 3};
    byte_builder file = fixtures::m2::write(described);
    CHECK(m2::open(file.span()));
    CHECK(line_of(file) == line(file, "out_of_bounds", "m2.skinProfiles[1].vertexLookup[2]", outside(3, 3)));
    described.skin_profiles[1].indices = {2, 0};
    file = fixtures::m2::write(described);
    CHECK(line_of(file) == line(file, "out_of_bounds", "m2.skinProfiles[1].triangles[2]", outside(2, 2)));
    described.skin_profiles[0].triangles[0] = 65535;
    file = fixtures::m2::write(described);
    CHECK(line_of(file) == line(file, "out_of_bounds", "m2.skinProfiles[0].triangles[0]", outside(65535, 3)));
}

TEST_CASE("m2 errors: values without meaning are not errors") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.skin_profiles[0].batches = {
        {.submesh = 99, .material = 99, .color = 99, .texture = 99, .unit = 99, .weight = 99, .transform = 99}};
    described.skin_profiles[0].submeshes[0].index_count = 0xFFFF;
    described.skin_profiles[0].submeshes[0].first_bone = 0xFFFF;
    described.bone_lookup = {99};
    described.collision_triangles = {57820};
    described.attachments[0].bone = 99;
    described.events[0].bone = 99;
    described.events[0].times.ranges = {{9, 8}};
    described.bones[1].translation.ranges = {{99, 100}, {3, 1}};
    described.bones[1].translation.global = 99;
    described.animations[0].alias = 99;
    described.key_bone_lookup = {99};
    CHECK(line_of(described) == "no error");
}
