#include "m2/fixtures_keys.hpp"
#include "m2/opened.hpp"

#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace effigy;
using support::byte_builder;

error refusal_of(const byte_builder& file) {
    const auto model = m2::open(file.span());
    return model ? verify(*model) : model.error();
}
error refusal_of(const fixtures::m2::model& described) { return refusal_of(fixtures::m2::write(described)); }
std::string path_of(const error& why) { return to_string(static_cast<const location&>(why)); }

// Checks the code of an error, its path, and its offset: `field` bytes after the mark of the path.
void check(const error& why, errc code, const byte_builder& file, const std::string& mark, const std::string& path,
           std::size_t field = 0) {
    CHECK(why.code == code);
    CHECK(path_of(why) == path);
    CHECK(why.offset == file.at(mark) + field);
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
    for (const std::size_t size : {0U, 7U, 323U}) {
        CHECK(to_string(m2::open(whole.first(size)).error()) ==
              "truncated: the file is cut off or damaged: m2.header at offset 0: expected 324 bytes, found " +
                  std::to_string(size));
    }
    const error cut = m2::open(whole.first(whole.size() - 1)).error(); // the list that ends the file
    CHECK(cut.code == errc::out_of_bounds);
    CHECK(cut.found == static_cast<std::int64_t>(whole.size()));
    CHECK(cut.need == whole.size() - 1);
    byte_builder skin;
    skin.text("SKIN").zeros(320);
    CHECK(refusal_of(skin).code == errc::bad_magic);
    CHECK(path_of(refusal_of(skin)) == "m2.magic");
}

TEST_CASE("m2 errors: unknown versions") {
    for (std::uint32_t version = 256; version <= 274; ++version) {
        CHECK(m2::open(fixtures::m2::write({.version = version}).span()));
    }
    for (const std::uint32_t version : {0U, 255U, 275U}) {
        CHECK(to_string(refusal_of(with_version(version))) ==
              "bad_version: m2.version at offset 4: expected version 256 .. 274, found " + std::to_string(version));
    }
    CHECK(refusal_of(with_version(0xFFFF'FFFF)).found == 0xFFFF'FFFF);
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

std::uint32_t number_at(const byte_builder& file, std::size_t at) {
    return byte_view{file.span()}.record_at<u32<>>(at)->get();
}

// The size of the chunk that contains the offset `place`, or of the whole file if it does not consist of chunks.
std::uint64_t size_of_section(const byte_builder& file, std::size_t place) {
    const std::string_view start{reinterpret_cast<const char*>(file.span().data()), file.size() < 4 ? 0U : 4U};
    if (start != "MD21" && start != "SKL1" && start != "AFM2" && start != "AFSA" && start != "AFSB") {
        return file.size();
    }
    std::size_t at = 0;
    while (at + 8 + number_at(file, at + 4) <= place) {
        at += 8 + number_at(file, at + 4);
    }
    return number_at(file, at + 4);
}

// Where a list must end at the latest: the size of the section with its elements.
std::uint64_t limit_of(const fixtures::m2::model& described, const fixtures::m2::written& all, std::size_t number,
                       const std::string& location) {
    const byte_builder& file = part_of(all, number).file;
    const std::size_t bracket = location.rfind('[');
    const std::string list = location.substr(0, bracket);
    const bool is_of_animation = bracket != location.npos && (list.ends_with(".times") || list.ends_with(".values"));
    const std::size_t keys =
        is_of_animation ? fixtures::m2::key_file_of(described.animations, std::stoul(location.substr(bracket + 1)))
                        : fixtures::m2::in_model;
    if (keys == fixtures::m2::in_model) {
        return size_of_section(file, file.at(location));
    }
    const fixtures::m2::animation& animation = described.animations[keys];
    const auto with_keys = std::ranges::find_if(all.companions, [&](const fixtures::m2::companion_file& one) {
        return one.kind == fixtures::m2::companion_kind::animation && one.id == animation.id &&
               one.variation == animation.variation;
    });
    REQUIRE(with_keys != all.companions.end());
    // Each chunk of the .skel has its own chunk in the .anim.
    const std::string part = location.starts_with("skeleton.") ? location.substr(0, location.find('[')) : "m2.";
    const auto first = std::ranges::find_if(
        with_keys->lists, [&](const auto& one) { return one.count != 0 && one.location.starts_with(part); });
    REQUIRE(first != with_keys->lists.end());
    return size_of_section(with_keys->file, with_keys->file.at(first->location));
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
            byte_builder file = valid_file; // only one copy, since it takes long to copy all names of places
            for (const fixtures::m2::reference& list : part_of(all, number).lists) {
                CAPTURE(list.location);
                const std::uint64_t limit = limit_of(described, all, number, list.location);
                const std::size_t at = valid_file.at(list.location);
                const auto refusal_of_changed = [&](std::uint32_t count, std::uint64_t offset) {
                    file.poke(at, count).poke(at + 4, static_cast<std::uint32_t>(offset));
                    const error why = refusal_of(all, number, file.span());
                    file.poke(at, number_at(valid_file, at)).poke(at + 4, number_at(valid_file, at + 4));
                    return why;
                };
                const auto check_end = [&](const error& why, std::uint64_t end) {
                    const std::string path = to_string(static_cast<const location&>(why));
                    CHECK(why.code == errc::out_of_bounds);
                    CHECK(path.ends_with(list.location.substr(list.location.find('.'))));
                    CHECK(why.offset == at);
                    CHECK(why.need == limit);
                    CHECK(why.found == static_cast<std::int64_t>(end));
                };
                constexpr std::uint64_t most = 0xFFFF'FFFF;
                check_end(refusal_of_changed(most, most), most + most * list.size);
                if (list.count != 0) { // it is 0 in the root bone's tracks
                    const auto count = static_cast<std::uint32_t>(list.count);
                    check_end(refusal_of_changed(count, limit - list.size * list.count + 1), limit + 1);
                    CHECK_FALSE(refusal_of_changed(0, most)); // the offset of an empty list is ignored
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
        check(refusal_of(file), errc::bad_value, file, "m2.bones[1]", "m2.bones[1].parent", 8);
        CHECK(refusal_of(file).found == parent);
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
    CHECK(own.code == errc::cycle);
    CHECK(path_of(own) == "m2.bones[1].parent");
    CHECK(own.found == 1);
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
    const std::string location = "m2.textures[" + std::to_string(budget / first) + "].name";
    const error why = refusal_of(file);
    check(why, errc::budget, file, location, location);
    CHECK(why.need == budget % first);
    CHECK(why.found == static_cast<std::int64_t>(first));
}

// ---- verify() ------------------------------------------------------------------------------------------------------

TEST_CASE("m2 errors: bones of weighted influences are verified") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.vertices[0].bones = {0, 255, 255, 255}; // with weight 0
    CHECK_FALSE(refusal_of(described));
    described.vertices[1].bones = {1, 2, 0, 0};
    described.vertices[2].bones = {9, 0, 0, 0};
    const byte_builder file = fixtures::m2::write(described);
    CHECK(m2::open(file.span()));
    check(refusal_of(file), errc::out_of_bounds, file, "m2.vertices[1]", "m2.vertices[1].joints[1]", 0x11);
    CHECK(refusal_of(file).found == 2);
    CHECK(refusal_of(file).need == 2);
    described.vertices[1].weights = {255, 0, 0, 0};
    CHECK(path_of(refusal_of(described)) == "m2.vertices[2].joints[0]");
}

TEST_CASE("m2 errors: a model without bones has no weighted vertices") {
    CHECK_FALSE(refusal_of(fixtures::m2::model{.vertices = {{.weights = {0, 0, 0, 0}}}}));
    CHECK(path_of(refusal_of(fixtures::m2::model{.vertices = {{}}})) == "m2.vertices[0].joints[0]");
}

TEST_CASE("m2 errors: a byte can refer to bone 255") {
    fixtures::m2::model described;
    described.vertices = {{.bones = {254, 0, 0, 0}}, {.bones = {255, 0, 0, 0}}};
    described.bones.resize(255);
    CHECK(path_of(refusal_of(described)) == "m2.vertices[1].joints[0]");
    described.bones.resize(256);
    CHECK_FALSE(refusal_of(described));
}

TEST_CASE("m2 errors: indices of skin profiles are verified") {
    fixtures::m2::model described = fixtures::m2::small(260);
    described.skin_profiles.push_back(described.skin_profiles[0]);
    described.skin_profiles[1].indices = {2, 0, 3};
    byte_builder file = fixtures::m2::write(described);
    CHECK(m2::open(file.span()));
    check(refusal_of(file), errc::out_of_bounds, file, "m2.skinProfiles[1].vertexLookup[2]",
          "m2.skinProfiles[1].vertexLookup[2]");
    CHECK(refusal_of(file).found == 3);
    described.skin_profiles[1].indices = {2, 0};
    file = fixtures::m2::write(described);
    check(refusal_of(file), errc::out_of_bounds, file, "m2.skinProfiles[1].triangles[2]",
          "m2.skinProfiles[1].triangles[2]");
    CHECK(refusal_of(file).found == 2);
    described.skin_profiles[0].triangles[0] = 65535;
    file = fixtures::m2::write(described);
    check(refusal_of(file), errc::out_of_bounds, file, "m2.skinProfiles[0].triangles[0]",
          "m2.skinProfiles[0].triangles[0]");
    CHECK(refusal_of(file).found == 65535);
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
    CHECK_FALSE(refusal_of(described));
}
