// Files beside a model: joined, missing and invalid ones.
#include "m2/opened.hpp"

#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace effigy;
using fixtures::m2::opened;
using fixtures::m2::written;
using support::byte_builder;
using vector = vector3<float>;
using kinds = m2::companion_kind;

constexpr std::uint32_t walk = 1; // the fixture's animation whose keys are in an .anim

template <class Model> std::string wanted_by(const Model& model) {
    std::string out;
    m2::for_each_wanted_companion(model, [&](const m2::wanted_companion& one) {
        const auto kind = static_cast<char>('0' + static_cast<int>(one.kind));
        out += kind + std::string{m2::companion_suffix{one}.view()} + ':' + std::to_string(one.file) + ' ';
    });
    return out;
}
error refusal_of(const written& all, const std::vector<m2::companion>& table) {
    return m2::open(all.file.span(), table).error();
}
std::string place_of(const location& of) { return to_string(of) + " at offset " + std::to_string(of.offset); }
// Small models whose animations have .anim files.
std::vector<fixtures::m2::model> with_companions() {
    std::vector<fixtures::m2::model> out = fixtures::m2::every_small();
    std::erase_if(out, [](const fixtures::m2::model& one) { return one.version < 264; });
    return out;
}
template <class File> std::string chunk_ids(const File& file) {
    std::string out;
    for (const m2::chunk& one : file.chunks()) {
        out += std::string{one.id()} + ' ';
    }
    return out;
}
std::size_t number_of(const written& all, fixtures::m2::companion_kind kind) {
    std::size_t i = 0;
    while (all.companions.at(i).kind != kind) {
        ++i;
    }
    return i;
}
constexpr auto skin_file = fixtures::m2::companion_kind::skin;
constexpr auto anim_file = fixtures::m2::companion_kind::animation;
constexpr auto skel_file = fixtures::m2::companion_kind::skeleton;

// A model of version 264 with these animations and one bone. During animation i, the bone is i yards higher.
fixtures::m2::model rising(std::vector<fixtures::m2::animation> animations) {
    fixtures::m2::track rise{fixtures::m2::step, -1};
    for (std::size_t i = 0; i < animations.size(); ++i) {
        rise.lists.push_back({{0}, {0, 0, static_cast<float>(i)}});
    }
    return {.version = 264, .animations = std::move(animations), .bones = {{.translation = rise}}};
}
std::string rises_of(const m2::model& model) {
    std::string out;
    for (std::uint32_t i = 0; i < model.animations().size(); ++i) {
        const auto keys = model.bones()[0].translation().keys(i);
        out += (keys.values.empty() ? "-" : std::to_string(std::lround(keys.values[0].z.get()))) + ' ';
    }
    return out;
}
std::string places_of(const m2::model& model) {
    std::string out;
    for (const m2::animation& one : model.animations()) {
        out += one.key_place() == m2::key_place::file ? 'f' : one.key_place() == m2::key_place::companion ? 'c' : '-';
    }
    return out;
}

} // namespace

// ---- missing files -------------------------------------------------------------------------------------------------

TEST_CASE("m2 companions: data of files that are not joined is missing") {
    for (const fixtures::m2::model& described : with_companions()) {
        CAPTURE(described.version);
        const written all = fixtures::m2::write_all(described);
        const m2::model alone = m2::open(all.file.span()).value();
        CHECK(alone.skin_profiles().empty());
        CHECK(alone.skin_profile_count() == 1);
        CHECK(alone.companions().empty());
        CHECK_FALSE(alone.skin_profiles().at(0));
        CHECK_FALSE(verify(alone));
        if (described.skeleton_id != 0) {
            CHECK(alone.animations().empty());
            CHECK(alone.bones().empty());
            CHECK(alone.attachments().empty());
            CHECK(alone.global_sequences_ms().empty());
            CHECK_FALSE(alone.skeleton());
            CHECK(alone.index({}).empty());
            CHECK(alone.lights()[0].visible().keys(walk).times.empty()); // the file that contains them is unknown
            continue;
        }
        CHECK(places_of(alone) == "f--f");
        const auto rise = alone.bones()[1].translation();
        CHECK(rise.keys(0).times.size() == 3);
        CHECK(rise.keys(walk).times.empty());
        CHECK(rise.keys(walk).values.empty());
        CHECK(rise.keys(2).times.empty());
        CHECK(rise.keys(3).times.size() == 3);
        CHECK(rise.key_count() == 6);
        CHECK_FALSE(rise.empty());
        CHECK(m2::sample(rise, {walk, 0, 0}, vector{7, 7, 7}) == vector{7, 7, 7});
        CHECK(alone.bones()[1].scale().keys(walk).times.size() == 2); // in a global sequence
        CHECK(alone.events()[0].times().times_ms(0).size() == 1);
    }
}

TEST_CASE("m2 companions: companions of a model before version 264 are ignored") {
    const written now = fixtures::m2::write_all(fixtures::m2::small(264));
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        const written all = fixtures::m2::write_all(fixtures::m2::small(version));
        CHECK(all.companions.empty());
        const std::vector<m2::companion> table = fixtures::m2::table_of(now.companions);
        const m2::model model = m2::open(all.file.span(), table).value();
        CHECK(model.companions().empty());
        CHECK(model.skin_profiles().size() == 1);
        CHECK(wanted_by(model).empty());
    }
}

TEST_CASE("m2 companions: the last of several entries for the same file is used") {
    const fixtures::m2::model first = rising({{.id = 0, .flags = 0}, {.id = 1, .flags = 0}});
    fixtures::m2::model second = first;
    second.bones[0].translation.lists[0].values = {0, 0, 8};
    second.bones[0].translation.lists[1].values = {0, 0, 9};
    const written all = fixtures::m2::write_all(first);
    const written others = fixtures::m2::write_all(second);
    std::vector<m2::companion> table = fixtures::m2::table_of(all.companions);
    CHECK(rises_of(m2::open(all.file.span(), table).value()) == "0 1 ");
    for (const fixtures::m2::companion_file& one : others.companions) {
        table.push_back(fixtures::m2::as_companion(one));
    }
    CHECK(rises_of(m2::open(all.file.span(), table).value()) == "8 9 ");
    table.pop_back();
    CHECK(rises_of(m2::open(all.file.span(), table).value()) == "8 1 ");
    table.push_back(table[0]);
    CHECK(rises_of(m2::open(all.file.span(), table).value()) == "0 1 ");
    table.push_back({kinds::animation_file, 1, 1, table[0].bytes}); // another variation
    CHECK(rises_of(m2::open(all.file.span(), table).value()) == "0 1 ");
    const byte_builder nothing;
    table.push_back({kinds::animation_file, 1, 0, nothing.span()});
    CHECK(to_string(static_cast<const location&>(refusal_of(all, table))) == "m2.bones[0].translation.times[1]");
}

TEST_CASE("m2 companions: skin profiles are in the order of their numbers, with some missing") {
    fixtures::m2::model described = fixtures::m2::small(274);
    described.skin_profiles = std::vector(4, described.skin_profiles[0]);
    for (std::uint32_t i = 0; i < 4; ++i) {
        described.skin_profiles[i].bone_limit = 10 + i;
    }
    const written all = fixtures::m2::write_all(described);
    const std::vector<m2::companion> whole = fixtures::m2::table_of(all.companions);
    const std::vector<m2::companion> some{whole[3], whole[1], whole[1]};
    const m2::model model = m2::open(all.file.span(), some).value();
    CHECK(model.skin_profile_count() == 4);
    REQUIRE(model.skin_profiles().size() == 2);
    CHECK(model.skin_profiles()[0].number() == 1);
    CHECK(model.skin_profiles()[0].bone_limit() == 11);
    CHECK(model.skin_profiles()[0].file().bytes().data() == all.companions[1].file.span().data());
    CHECK(model.skin_profiles()[1].number() == 3);
    CHECK(model.skin_profiles()[1].bone_limit() == 13);
    CHECK_FALSE(model.skin_profiles().at(2));
    CHECK(wanted_by(model) == "000.skin:0 001.skin:0 002.skin:0 003.skin:0 10004-01.anim:0 ");
}

TEST_CASE("m2 companions: keys of an alias are in the file of the animation it refers to") {
    constexpr std::uint32_t alias = fixtures::m2::is_alias, inside = fixtures::m2::inside;
    const opened all{rising({{.id = 10, .flags = inside},
                             {.id = 11, .flags = 0},
                             {.id = 12, .flags = alias, .alias = 1},
                             {.id = 13, .flags = alias | inside, .alias = 1},
                             {.id = 14, .flags = alias, .alias = 2},
                             {.id = 15, .flags = alias, .alias = 0},
                             {.id = 16, .flags = alias, .alias = 7},
                             {.id = 17, .flags = alias, .alias = 6},
                             {.id = 18, .flags = alias, .alias = 99}})};
    CHECK(places_of(all.model) ==
          "fccfcffff"); // an alias in a cycle, or of a missing animation, has no .anim: its keys are in the model
    CHECK(rises_of(all.model).starts_with("0 1 2 3 4 5 "));
    CHECK(all.model.animations().resolve_alias(4) == 1);
    CHECK(all.model.animations().resolve_alias(6) == npos);
    CHECK(wanted_by(all.model) == "10011-00.anim:0 ");
    const m2::model alone = m2::open(all.files.file.span()).value();
    CHECK(places_of(alone) == "f--f-ffff");
    CHECK(rises_of(alone).starts_with("0 - - 3 - 5 "));
}

// ---- look-up by hash -----------------------------------------------------------------------------------------------

TEST_CASE("m2 companions: animations are found by a hash of their id") {
    std::vector<fixtures::m2::animation> animations;
    for (const unsigned id : {0U, 4U, 5U, 11U, 16U, 22U, 27U, 501U}) {
        animations.push_back({.id = static_cast<std::uint16_t>(id), .flags = fixtures::m2::inside});
    }
    for (const std::size_t slots : {11U, 13U, 17U, 64U}) {
        CAPTURE(slots);
        fixtures::m2::model described = rising(animations);
        described.hashed_lookup = fixtures::m2::hashed(animations, slots);
        const opened all{described};
        for (std::uint32_t i = 0; i < animations.size(); ++i) {
            CHECK(all.model.animations().find_listed(animations[i].id) == i);
            CHECK(all.model.animations().find(animations[i].id) == i);
        }
        for (const std::uint32_t id : {1U, 33U, 65536U, 65540U, npos}) {
            CHECK(all.model.animations().find_listed(id) == npos);
            CHECK(all.model.animations().find(id) == npos);
        }
    }
}

TEST_CASE("m2 companions: a hash table without entries, or full of entries for other ids") {
    fixtures::m2::model described = rising({{.id = 3, .flags = 0x20}, {.id = 8, .flags = 0x20}});
    const auto found = [&](std::vector<std::int16_t> slots, std::uint32_t id) {
        described.hashed_lookup = std::move(slots);
        const opened all{described};
        return std::pair{all.model.animations().find_listed(id), all.model.animations().find(id)};
    };
    CHECK(found({}, 8) == std::pair{npos, 1U});
    CHECK(found({}, 9) == std::pair{npos, npos});
    CHECK(found({0}, 8) == std::pair{npos, 1U});
    CHECK(found({1}, 8) == std::pair{1U, 1U});
    CHECK(found({99}, 8) == std::pair{npos, 1U});
    CHECK(found({-5}, 8) == std::pair{npos, 1U});
    CHECK(found(std::vector<std::int16_t>(30'000, 0), 8) == std::pair{npos, 1U}); // the search ends
    CHECK(found({0, 1, -1}, 3) == std::pair{0U, 0U});                             // slot 0
    CHECK(found({1, 0, -1}, 3) == std::pair{0U, 0U}); // slot 0 is for another id, slot 1 matches
}

// ---- which files a model wants -------------------------------------------------------------------------------------

TEST_CASE("m2 companions: a model lists the files it needs") {
    CHECK(wanted_by(opened{fixtures::m2::small(264)}.model) == "000.skin:0 10004-01.anim:0 ");
    CHECK(wanted_by(opened{fixtures::m2::small_in_chunks()}.model) == "000.skin:1010 10004-01.anim:1020 ");
    CHECK(wanted_by(opened{fixtures::m2::small_with_skeleton()}.model) ==
          "2.skel:900 000.skin:1010 10004-01.anim:1020 ");
    CHECK(wanted_by(m2::model{}).empty());

    // The animations of the .skel are known only after the .skel is joined.
    const written all = fixtures::m2::write_all(fixtures::m2::small_with_parent());
    CHECK(wanted_by(m2::open(all.file.span()).value()) == "2.skel:900 000.skin:1010 ");
    std::vector<m2::companion> table{fixtures::m2::as_companion(all.companions[number_of(all, skel_file)])};
    CHECK(wanted_by(m2::open(all.file.span(), table).value()) == "2.skel:900 3:901 000.skin:1010 ");
    table = fixtures::m2::table_of(all.companions);
    CHECK(wanted_by(m2::open(all.file.span(), table).value()) == "2.skel:900 3:901 000.skin:1010 10004-01.anim:1020 ");
}

TEST_CASE("m2 companions: at most four skins are listed") {
    fixtures::m2::model described{.version = 264};
    byte_builder file = fixtures::m2::write(described);
    file.poke(file.at("m2.skinProfileCount"), 0xFFFF'FFFF);
    CHECK(wanted_by(m2::open(file.span()).value()) == "000.skin:0 001.skin:0 002.skin:0 003.skin:0 ");
}

TEST_CASE("m2 companions: suffixes are those of the game") {
    const auto suffix = [](kinds kind, std::uint16_t id, std::uint16_t variation) {
        return std::string{m2::companion_suffix{{kind, id, variation, 0}}.view()};
    };
    CHECK(suffix(kinds::skin_file, 0, 0) == "00.skin");
    CHECK(suffix(kinds::skin_file, 12, 0) == "12.skin");
    CHECK(suffix(kinds::animation_file, 4, 1) == "0004-01.anim");
    CHECK(suffix(kinds::animation_file, 1234, 99) == "1234-99.anim");
    CHECK(suffix(kinds::animation_file, 65535, 65535) == "65535-65535.anim");
    CHECK(suffix(kinds::skeleton_file, 1, 1) == ".skel");
    CHECK(suffix(kinds::parent_skeleton_file, 1, 1).empty());
}

// ---- invalid files -------------------------------------------------------------------------------------------------

TEST_CASE("m2 companions: an error for a file of another kind contains its number in the table") {
    const written all = fixtures::m2::write_all(fixtures::m2::small_with_skeleton());
    const byte_builder& skin = all.companions[number_of(all, skin_file)].file;
    const byte_builder& skel = all.companions[number_of(all, skel_file)].file;
    const byte_builder nothing;
    struct row {
        kinds kind;
        const byte_builder& file;
        errc code;
        const char* path;
    };
    const row rows[] = {
        {kinds::skin_file, skel, errc::bad_magic, "skin.magic"},
        {kinds::skeleton_file, skin, errc::bad_magic, "skel.magic"},
        {kinds::parent_skeleton_file, all.file, errc::bad_magic, "skel.magic"},
        {kinds::skin_file, nothing, errc::truncated, "skin.magic"},
        {kinds::skeleton_file, nothing, errc::truncated, "skel.magic"},
        {kinds::animation_file, skin, errc::bad_value, "anim"},
        {kinds::animation_file, skel, errc::bad_value, "anim"},
        {kinds::animation_file, all.file, errc::bad_value, "anim"},
    };
    for (const row& one : rows) {
        std::vector<m2::companion> table = fixtures::m2::table_of(all.companions);
        table.push_back({one.kind, 0, 0, one.file.span()});
        const error why = refusal_of(all, table);
        CHECK(why.code == one.code);
        CHECK(place_of(why) == "companions[" + std::to_string(table.size() - 1) + "]." + one.path + " at offset 0");
    }
}

TEST_CASE("m2 companions: an invalid file is refused anywhere in the table, even if a later entry replaces it") {
    const written all = fixtures::m2::write_all(fixtures::m2::small(264));
    byte_builder broken = all.companions[number_of(all, skin_file)].file;
    broken.poke(broken.at("skin.triangles"), 0xFFFF);
    std::vector<m2::companion> table = fixtures::m2::table_of(all.companions);
    table.insert(table.begin(), {kinds::skin_file, 0, 0, broken.span()});
    CHECK(place_of(refusal_of(all, table)) == "companions[0].skin.triangles at offset 12");
}

TEST_CASE("m2 companions: a truncated file is refused, or the model has less data") {
    for (const fixtures::m2::model& described : with_companions()) {
        CAPTURE(described.version);
        CAPTURE(described.parent_skeleton_id);
        const written all = fixtures::m2::write_all(described);
        for (std::size_t number = 0; number < all.companions.size(); ++number) {
            CAPTURE(number);
            std::vector<m2::companion> table = fixtures::m2::table_of(all.companions);
            const fixtures::m2::companion_file& companion = all.companions[number];
            for (std::size_t size = 0; size < companion.file.size(); ++size) {
                table[number].bytes = companion.file.first(size);
                const error why = refusal_of(all, table);
                // A .skel may end between two chunks. The remaining chunks are then missing.
                const bool may_end_early =
                    companion.kind >= fixtures::m2::companion_kind::skeleton || described.chunked_animations;
                const bool is_right = why.code == errc::truncated || why.code == errc::out_of_bounds ||
                                      (!why && may_end_early && size != 0);
                if (!is_right) {
                    FAIL_CHECK(size, " of ", companion.file.size(), " bytes: ", to_string(why));
                }
            }
        }
    }
}

TEST_CASE("m2 companions: a model in chunks ends with a whole chunk") {
    const written all = fixtures::m2::write_all(fixtures::m2::small_in_chunks());
    const std::size_t md21 = all.file.at("PFID");
    for (std::size_t size = 0; size < all.file.size(); ++size) {
        const auto model = m2::open(all.file.first(size));
        CHECK((model || model.error().code == errc::truncated));
        CHECK((size >= md21 || !model));
    }
    byte_builder file;
    file.text("MD21").u32(0);
    CHECK(place_of(m2::open(file.span()).error()) == "m2.header at offset 8");
    CHECK(place_of(m2::open(all.file.first(7)).error()) == "chunks[0].id at offset 0");
}

TEST_CASE("m2 companions: references in chunks stay inside the chunk") {
    const written all = fixtures::m2::write_all(fixtures::m2::small_in_chunks());
    const std::size_t exp2 = all.file.at("EXP2") + 8, pgd1 = all.file.at("PGD1") + 8;
    const std::pair<std::size_t, const char*> references[] = {
        {exp2, "m2.particleExtensions"},
        {exp2 + 0x14, "m2.particleExtensions[0].cutoff.ages"},
        {exp2 + 0x1C, "m2.particleExtensions[0].cutoff.values"},
        {pgd1, "m2.particleGeosets"},
    };
    for (const auto& [at, path] : references) {
        byte_builder file = all.file;
        const error why = m2::open(file.poke(at, 99U).span()).error();
        CHECK(why.code == errc::out_of_bounds);
        CHECK(place_of(why) == path + (" at offset " + std::to_string(at)));
    }
}

TEST_CASE("m2 companions: a bone of a .skel whose parent does not exist") {
    fixtures::m2::model described = fixtures::m2::small_with_parent();
    described.bones[1].parent = 7;
    const written all = fixtures::m2::write_all(described);
    const std::vector<m2::companion> table = fixtures::m2::table_of(all.companions);
    const byte_builder& parent = all.companions[1].file;
    CHECK(place_of(refusal_of(all, table)) ==
          "parentSkel.bones[1].parent at offset " + std::to_string(parent.at("skeleton.bones[1]") + 8));
    CHECK_FALSE(m2::open_skeleton(parent.span()));
}

TEST_CASE("m2 companions: a parent .skel does not replace the model's own") {
    const written all = fixtures::m2::write_all(fixtures::m2::small_with_parent());
    std::vector<m2::companion> table = fixtures::m2::table_of(all.companions);
    CHECK_FALSE(m2::open(all.file.span(), table)->is_skeleton_missing());
    std::erase_if(table, [](const m2::companion& one) { return one.kind == kinds::skeleton_file; });
    CHECK(m2::open(all.file.span(), table)->is_skeleton_missing());
}

TEST_CASE("m2 companions: verify() finds corners of a .skin without a vertex") {
    fixtures::m2::model described = fixtures::m2::small(274);
    described.skin_profiles.push_back(described.skin_profiles[0]);
    described.skin_profiles[1].indices = {2, 0, 3};
    const opened wrong{described};
    const byte_builder& file = wrong.files.companions[1].file;
    CHECK(place_of(verify(wrong.model)) ==
          "m2.skinProfiles[1].vertexLookup[2] at offset " + std::to_string(file.at("skin.vertexLookup[2]")));
    const m2::skin_file alone = m2::open_skin(file.span()).value();
    CHECK_FALSE(verify(alone)); // a .skin alone does not contain the number of vertices
    described.skin_profiles[1].indices = {2, 0};
    const opened other{described};
    const m2::skin_file second = m2::open_skin(other.files.companions[1].file.span()).value();
    CHECK(to_string(static_cast<const location&>(verify(second))) == "skin.triangles[2]");
}

// ---- files by themselves -------------------------------------------------------------------------------------------

TEST_CASE("m2 companions: a .skin alone") {
    for (const std::uint32_t version : {264U, 272U}) {
        const written all = fixtures::m2::write_all(fixtures::m2::small(version));
        const byte_builder& file = all.companions[number_of(all, skin_file)].file;
        const m2::skin_file skin = m2::open_skin(file.span()).value();
        CHECK(skin.version() == 0);
        CHECK(skin.trailing().empty());
        CHECK(skin.file().size() == file.size());
        REQUIRE(skin.profile());
        CHECK(skin.profile().bone_limit() == 75);
        CHECK(skin.profile().triangle_count() == 1);
        REQUIRE(skin.profile().submeshes().size() == 1);
        CHECK(skin.profile().submesh_sortings().size() == 1);
        const auto shadows = skin.profile().shadow_batches();
        CHECK(shadows.size() == (version < 272 ? 0 : 1));
        if (!shadows.empty()) {
            CHECK(shadows[0].weight.get() == 4);
        }
    }
    CHECK_FALSE(m2::skin_file{}.profile());
    CHECK(m2::skin_file{}.profile().indices().empty());
    CHECK(m2::open_skin(byte_builder{}.text("SKIN").zeros(43).span()).error().code == errc::truncated);
    CHECK(m2::open_skin(byte_builder{}.text("SKIN").zeros(44).span())); // all lists empty
}

TEST_CASE("m2 companions: a .skel alone") {
    const written all = fixtures::m2::write_all(fixtures::m2::small_with_skeleton());
    const byte_builder& file = all.companions[number_of(all, skel_file)].file;
    const m2::skeleton skel = m2::open_skeleton(file.span()).value();
    CHECK(skel);
    CHECK(skel.name() == "imp");
    CHECK(skel.parent_file() == 0);
    CHECK(skel.animations().size() == 4);
    CHECK(skel.animations().find_listed(4) == walk);
    CHECK(skel.animations()[walk].key_place() == m2::key_place::missing);
    REQUIRE(skel.bones().size() == 2);
    CHECK(skel.bones()[1].translation().keys(0).times.size() == 3);
    CHECK(skel.bones()[1].translation().keys(walk).times.empty());
    CHECK(skel.bones()[1].scale().global_duration() == 0.5);
    CHECK(skel.attachments().size() == 1);
    CHECK(skel.attachments()[0].visible().keys(0).times.size() == 1);
    CHECK(skel.global_sequences_ms().size() == 2);
    CHECK(skel.key_bone_lookup().size() == 2);
    CHECK(skel.attachment_lookup().size() == 2);
    CHECK(skel.chunk("SKB1").id() == "SKB1");
    CHECK(skel.chunk("SKB1").offset() == file.at("SKB1") + 8);
    CHECK(skel.animation_files().size() == 2);
    CHECK(skel.bone_files().size() == 2);
    std::vector<tree_entry> entries(2);
    const auto bones = skel.index(entries);
    REQUIRE(bones.size() == 2);
    CHECK(bones.find(5) == 1);
    CHECK(bones.parent(1) == 0);

    const m2::skeleton none;
    CHECK_FALSE(none);
    CHECK(none.bones().empty());
    CHECK(none.animations().empty());
    CHECK(none.attachments().empty());
    CHECK(none.name().empty());
    CHECK(none.chunk("SKL1").bytes().empty());
}

TEST_CASE("m2 companions: a model's .skel, and the parts of its parent") {
    const opened all{fixtures::m2::small_with_parent()};
    CHECK(all.model.skeleton());
    CHECK(all.model.skeleton().parent_file() == 901);
    CHECK(all.model.skeleton().bones().empty()); // they are in the parent
    CHECK(all.bones.size() == 2);
    CHECK(all.model.attachments().size() == 1);
    // The model's own .skel replaces the parent's parts, whatever the order in the table.
    const written other = fixtures::m2::write_all(fixtures::m2::small_with_skeleton());
    fixtures::m2::model bare = fixtures::m2::small_with_skeleton();
    bare.bones.resize(1);
    const written small = fixtures::m2::write_all(bare);
    std::vector<m2::companion> two{
        {kinds::parent_skeleton_file, 0, 0, other.companions[number_of(other, skel_file)].file.span()},
        {kinds::skeleton_file, 0, 0, small.companions[number_of(small, skel_file)].file.span()}};
    CHECK(m2::open(all.files.file.span(), two)->bones().size() == 1);
    std::swap(two[0], two[1]);
    CHECK(m2::open(all.files.file.span(), two)->bones().size() == 1);
}

TEST_CASE("m2 companions: chunks of a model") {
    const opened all{fixtures::m2::small_in_chunks()};
    const m2::model& model = all.model;
    CHECK(model.file().size() == all.files.file.size());
    CHECK(model.md20().base() == 8);
    for (const m2::chunk& one : model.chunks()) {
        CHECK(all.files.file.at(one.id()) + 8 == one.offset());
    }
    CHECK(chunk_ids(model) == "MD21 PFID SFID AFID BFID TXID TXAC EXP2 PABC RPID GPID PGD1 WFV1 WFV3 LDV1 EDGF ZZZZ ");
    const auto numbers = [](const auto& list) {
        std::string out;
        for (const auto& one : list) {
            out += std::to_string(one.get()) + ' ';
        }
        return out;
    };
    CHECK(model.skeleton_file() == 0);
    CHECK(model.physics_file() == 1000);
    CHECK(numbers(model.skin_files()) == "1010 1011 1012 ");
    CHECK(numbers(model.bone_files()) == "1030 1031 ");
    CHECK(numbers(model.texture_files()) == "1040 ");
    CHECK(numbers(model.recursion_model_files()) == "1050 ");
    CHECK(numbers(model.geometry_model_files()) == "1060 ");
    CHECK(numbers(model.blacklisted_animations()) == "4 5 ");
    CHECK(numbers(model.particle_geosets()) == "101 ");
    REQUIRE(model.animation_files().size() == 2);
    CHECK(model.animation_files()[0].file.get() == 1020);
    REQUIRE(model.particle_extensions().size() == 1);
    const auto more = model.particle_extensions()[0];
    CHECK(more.z_source() == 0.5F);
    CHECK(more.color_multiplier() == 1.5F);
    CHECK(more.alpha_multiplier() == 2.5F);
    CHECK(more.alpha_cutoff().ages()[1] == 1);
    CHECK(more.alpha_cutoff().values()[1].stored.get() == 32);
    CHECK(model.chunk("WFV1").record<f32<>>()->get() == 0.75F);
    CHECK(model.chunk("WFV1").record<vec3<>>() == nullptr);
    CHECK_FALSE(model.chunk("none"));
    CHECK(model.chunk("none").id().empty());
    CHECK(opened{fixtures::m2::small(274)}.model.chunks().empty());
    CHECK_FALSE(opened{fixtures::m2::small(274)}.model.particle_extensions().at(0));
}

TEST_CASE("m2 companions: only the first 64 chunks are searched") {
    for (const std::size_t before : {62U, 63U}) { // and MD21
        fixtures::m2::model described = fixtures::m2::small_in_chunks();
        described.chunks.assign(before, fixtures::m2::u32_chunk("ZZZZ", {1}));
        described.chunks.push_back(fixtures::m2::u32_chunk("TXID", {77}));
        const opened all{described};
        CHECK(all.model.texture_files().size() == (before == 62 ? 1 : 0));
        CHECK(std::ranges::distance(all.model.chunks()) == static_cast<std::ptrdiff_t>(before + 2));
    }
}

TEST_CASE("m2 companions: files of chunks alone") {
    const written all = fixtures::m2::write_all(fixtures::m2::small_with_skeleton());
    const byte_builder& file = all.companions[number_of(all, anim_file)].file;
    const m2::chunked_file keys = m2::open_chunks(file.span()).value();
    CHECK(keys.version() == 0);
    CHECK(chunk_ids(keys) == "AFM2 AFSA AFSB ");
    CHECK(keys.chunk("AFSB").offset() == file.at("AFSB") + 8);
    CHECK_FALSE(verify(keys));
}

TEST_CASE("m2 companions: a .bone alone") {
    byte_builder bone;
    bone.u32(1).text("BIDA").u32(4).u16(3).u16(9).text("BOMT").u32(0);
    const m2::chunked_file offsets = m2::open_chunks(bone.span()).value();
    CHECK(offsets.version() == 1);
    REQUIRE(offsets.chunk("BIDA").as<u16<>>().size() == 2);
    CHECK(offsets.chunk("BIDA").as<u16<>>()[1].get() == 9);
    CHECK(offsets.chunk("BOMT"));
    CHECK(offsets.chunk("BOMT").bytes().empty());
    for (std::size_t size = 8; size < bone.size(); ++size) {
        CHECK(m2::open_chunks(bone.first(size)).has_value() == (size == 16));
    }
}

TEST_CASE("m2 companions: files that do not consist of chunks are refused") {
    const byte_builder model = byte_builder{}.text("MD21").u32(0);
    CHECK(place_of(m2::open_chunks(model.span()).error()) == "anim.magic at offset 0");
    CHECK(m2::open_chunks(byte_builder{}.span()).error().code == errc::bad_magic);
}
