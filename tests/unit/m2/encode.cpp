// Writing models and their companions: into their originals, and in the order of the client.
#include "m2/figure.hpp"
#include "m2/hostile.hpp"
#include "m2/odd.hpp"
#include "m2/opened.hpp"
#include "support/counting_memory.hpp"
#include "support/inverted_m2.hpp"
#include "support/random_edits_m2.hpp"

#include <effigy/content.hpp>
#include <effigy/m2/encode.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using fixtures::m2::opened;
using fixtures::m2::small;
using support::byte_builder;
namespace hostile = fixtures::m2::hostile;

std::vector<fixtures::m2::model> described_models() {
    std::vector<fixtures::m2::model> out = fixtures::m2::every_small();
    for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
        out.push_back(fixtures::m2::figure::model(version));
    }
    out.push_back({.version = 256});
    out.push_back({.version = 274});
    return out;
}
m2::owned_model decoded(const m2::model& view) { return decode(view).value(); }

bool has_bytes_of(const m2::model& view, const m2::written_files& files) {
    bool same =
        support::same_bytes(files.model, view.file().bytes()) && files.companions.size() == view.companions().size();
    for (std::size_t i = 0; same && i < files.companions.size(); ++i) {
        const m2::companion& one = view.companions()[i];
        const m2::written_companion& now = files.companions[i];
        same = support::same_bytes(now.bytes, one.bytes) && now.kind == one.kind && now.id == one.id &&
               now.variation == one.variation;
    }
    return same;
}
void check_round_trip(const m2::model& view) {
    const m2::owned_model own = decoded(view);
    for (const bool is_inverted : {false, true}) {
        const support::m2_files original = is_inverted ? support::inverted(view) : support::m2_files{view};
        const auto table = original.table(view);
        const auto again = encode(own, std::span<const std::byte>{original.model}, table);
        INFO(to_string(again.error()));
        REQUIRE(again);
        CHECK(again->kept_rest);
        CHECK(has_bytes_of(view, *again));
    }
}
std::string form_of_path(const error& why) { return std::string{why.path_prefix} + why.path; }

template <class T> T& first(m2::owned_model& of) { return of.all<T>()[0]; }

// Edits a decoded model and checks that it cannot be written, into its files or without them.
template <class Edit>
void check_refused(const fixtures::m2::model& described, errc code, const std::string& path, const Edit& edit) {
    const opened all{described};
    m2::owned_model own = decoded(all.model);
    edit(own);
    const error why = encode(own).error();
    INFO(to_string(why));
    CHECK(why.code == code);
    CHECK(form_of_path(why) == path);
    CHECK_FALSE(encode(own, all.files.file.span(), all.companions));
}
// The same, of a value that the version does not store.
template <class Edit>
void check_unstored(const fixtures::m2::model& described, const std::string& path, const Edit& edit) {
    check_refused(described, errc::bad_value, path, edit);
}

} // namespace

TEST_CASE("m2 encode: a decoded model and its companions are written back byte for byte") {
    for (const fixtures::m2::model& described : described_models()) {
        CAPTURE(described.version);
        const opened all{described};
        check_round_trip(all.model);
        if (!all.companions.empty()) { // alone
            check_round_trip(*m2::open(all.files.file.span()));
        }
    }
    for (const byte_builder& file :
         {fixtures::m2::odd::valid_file(256), fixtures::m2::odd::valid_file(263), hostile::keys_for_all(3, 5),
          hostile::mesh_for_all(3, 6), hostile::bones_of({-1, 0, 1}), hostile::bones_of({1, -1})}) {
        check_round_trip(*m2::open(file.span()));
    }
}

TEST_CASE("m2 encode: new files decode to the model") {
    for (const fixtures::m2::model& described : described_models()) {
        CAPTURE(described.version);
        const opened all{described};
        for (const m2::model& view : {all.model, *m2::open(all.files.file.span())}) {
            const m2::owned_model own = decoded(view);
            const auto files = encode(own);
            INFO(to_string(files.error()));
            REQUIRE(files);
            CHECK_FALSE(files->kept_rest);
            const m2::owned_model again = support::read_back(*files).value();
            std::string paths;
            CHECK_FALSE(differences(own, again, [&](const difference& found) { paths += found.path.text() + ' '; }));
            CHECK(paths == "");
            CHECK(support::same_bytes(*encode(again), *files));
        }
    }
}

TEST_CASE("m2 encode: before version 264, keys are in the file, even if a skeleton is missing") {
    const byte_builder file = fixtures::m2::odd::valid_file(263);
    m2::owned_model own = decoded(*m2::open(file.span()));
    own.is_chunked = true;
    own.skeleton_file = 7;
    const m2::owned_model again = support::read_back(encode(own).value()).value();
    REQUIRE(again.animations.count != 0);
    CHECK(again.get(again.animations)[0].key_place == m2::key_place::file);
    bool is_same = true;
    CHECK_FALSE(differences(own, again, [&](const difference&) { is_same = false; }));
    CHECK(is_same);
}

TEST_CASE("m2 encode: before version 264, lists are aligned and depth first") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        fixtures::m2::model described = small(version);
        described.alignment = 16;
        const byte_builder file = fixtures::m2::write(described);
        CHECK(support::same_bytes((*encode(decoded(*m2::open(file.span())))).model, file.span()));
    }
}

// Offsets and bytes by hand, after the rules of docs/notes/m2-writing.md.
TEST_CASE("m2 encode: from version 264 on, keys follow everything else, animation by animation") {
    using fixtures::m2::inside;
    fixtures::m2::track first_track{.interpolation = fixtures::m2::linear};
    first_track.lists = {{{0, 10}, {1, 1, 1, 2, 2, 2}}, {{0}, {3, 3, 3}}, {{0, 10}, {1, 1, 1, 2, 2, 2}}};
    fixtures::m2::track second_track{};
    second_track.lists = {{{5}, {4, 4, 4}}, {{6}, {5, 5, 5}}, {{5}, {4, 4, 4}}};
    const opened all{{.version = 264,
                      .animations = {{.id = 0, .end = 10, .flags = inside},
                                     {.id = 4, .end = 10},
                                     {.id = 5, .end = 10, .flags = inside | fixtures::m2::is_alias, .alias = 0}},
                      .bones = {{.translation = first_track, .scale = second_track}}}};
    const m2::owned_model own = decoded(all.model);
    const auto files = encode(own);
    REQUIRE(files);
    const byte_view model{files->model};
    const auto number = [&](std::uint64_t at) { return model.value_at<u32<>>(at).get(); };
    constexpr std::uint32_t name = 0x130, animations = 0x140, bones = animations + 3 * 0x40, times = bones + 0x60;
    CHECK(number(0x0C) == name);
    CHECK(number(0x20) == animations);
    CHECK(number(0x30) == bones);
    CHECK(number(bones + 0x10 + 0x08) == times); // three pairs each, aligned
    CHECK(number(bones + 0x10 + 0x10) == times + 0x20);
    CHECK(number(bones + 0x38 + 0x08) == times + 0x40);
    CHECK(number(bones + 0x38 + 0x10) == times + 0x60);
    const std::uint32_t keys = times + 0x80;
    CHECK(number(times + 0x04) == keys);               // animation 0: two times
    CHECK(number(times + 0x20 + 0x04) == keys + 0x10); // two vectors
    CHECK(number(times + 0x40 + 0x04) == keys + 0x30); // one time
    CHECK(number(times + 0x60 + 0x04) == keys + 0x40); // one vector
    CHECK(number(times + 0x08 + 0x04) == 0);           // animation 1: at the start of its .anim
    CHECK(number(times + 0x28 + 0x04) == 0x10);
    CHECK(number(times + 0x48 + 0x04) == 0x20);
    CHECK(number(times + 0x10) == 2); // animation 2, an alias: the keys of animation 0
    CHECK(number(times + 0x10 + 0x04) == keys);
    CHECK(number(times + 0x70 + 0x04) == keys + 0x40);
    CHECK(files->model.size() == keys + 2 * 0x50); // and room for them, which is 0
    for (std::uint64_t at = keys + 0x50; at < files->model.size(); ++at) {
        CHECK(model.value_at<u8>(at) == 0);
    }
    REQUIRE(files->companions.size() == 1);
    CHECK(files->companions[0].bytes.size() == 0x40);
    CHECK(byte_view{files->companions[0].bytes}.value_at<f32<>>(0x10) == 3.0F);
}

TEST_CASE("m2 encode: an alias with keys of its own") {
    const opened all{small(264)};
    m2::owned_model own = decoded(all.model);
    auto& track = own.all<m2::owned_bone>()[1].translation;
    const auto parts = own.get(track.parts);
    const std::size_t alias = 3;
    REQUIRE((own.get(own.animations)[alias].flags & m2::animation_is_alias) != 0);
    const auto added = static_cast<std::uint32_t>(own.all<std::uint32_t>().size());
    own.all<std::uint32_t>().append(parts[alias].times.count, 7);
    parts[alias].times.first = added;
    const auto files = encode(own);
    REQUIRE(files);
    CHECK(equal_content(*support::read_back(*files), own));
}

TEST_CASE("m2 encode: a .skin has a list of shadow batches from version 272 on, or if there are any") {
    const auto first_list = [](const m2::written_files& files) {
        return byte_view{files.companions[0].bytes}.value_at<u32<>>(0x08).get();
    };
    const opened older{small(264)};
    const opened later{small(272)};
    m2::owned_model own = decoded(older.model);
    CHECK(first_list(*encode(own)) == 0x30);
    CHECK(first_list(*encode(decoded(later.model))) == 0x40);
    own.append(first<m2::owned_skin_profile>(own).shadow_batches, {.submesh = 1});
    CHECK(first_list(*encode(own)) == 0x40);
    CHECK(equal_content(*support::read_back(*encode(own)), own));
}

TEST_CASE("m2 encode: keys in files that are missing stay where they are") {
    for (const fixtures::m2::model& described : {small(264), fixtures::m2::small_in_chunks()}) {
        const opened all{described};
        const m2::model alone = *m2::open(all.files.file.span());
        m2::owned_model bare = decoded(alone);
        bare.append(bare.bone_lookup, 0); // it cannot be written into its file
        const auto files = encode(bare, all.files.file.span(), {});
        REQUIRE(files);
        CHECK_FALSE(files->kept_rest);
        CHECK(files->companions.empty());
        const m2::model joined = *m2::open(files->model, all.companions);
        for (const std::uint32_t number : {1U, 2U, 3U}) {
            const auto before = all.model.bones()[1].translation().keys(number);
            const auto after = joined.bones()[1].translation().keys(number);
            CHECK(std::ranges::equal(before.times, after.times, equal));
            CHECK(std::ranges::equal(before.values, after.values, equal));
        }
    }
    const opened all{small(264)};
    m2::owned_model own = decoded(all.model);
    const auto with_one_missing = std::span{all.companions}.first(all.companions.size() - 1);
    const auto files = encode(own, all.files.file.span(), with_one_missing); // the model has its keys
    REQUIRE(files);
    CHECK_FALSE(files->kept_rest);
    CHECK(files->companions.size() == all.companions.size());
    CHECK(equal_content(*support::read_back(*files), own));
}

TEST_CASE("m2 encode: values change where they are, chunks and gaps stay") {
    fixtures::m2::model described = fixtures::m2::small_in_chunks();
    described.chunks.push_back({"QWER", [](byte_builder& to) { to.text("unknown"); }});
    described.chunks.push_back({"TXID", [](byte_builder& to) { to.u32(99); }}); // the second one
    const opened all{described};
    m2::owned_model own = decoded(all.model);
    own.all<m2::owned_vertex>()[0].position.x = 5;
    const auto changed = encode(own, all.files.file.span(), all.companions);
    REQUIRE(changed);
    CHECK(changed->kept_rest);
    std::size_t others = 0;
    for (std::size_t i = 0; i < changed->model.size(); ++i) {
        others += changed->model[i] != all.files.file.span()[i] ? 1U : 0U;
    }
    CHECK(others > 0);
    CHECK(others <= sizeof(float));

    own.append(own.texture_files, 12);
    const auto longer = encode(own, all.files.file.span(), all.companions);
    REQUIRE(longer);
    CHECK_FALSE(longer->kept_rest);
    const auto table = longer->table();
    const m2::model again = *m2::open(longer->model, std::span<const m2::companion>{table});
    std::string ids, ids_before;
    for (const m2::chunk& one : again.chunks()) {
        ids += std::string{one.id()} + ' ';
    }
    for (const m2::chunk& one : all.model.chunks()) {
        ids_before += std::string{one.id()} + ' ';
    }
    CHECK(ids == ids_before); // the order of the original, and the chunks that effigy does not know
    CHECK(byte_view{again.chunk("QWER").bytes()}.text_at(0, 7) == "unknown");
    CHECK(equal_content(decoded(again), own));
}

TEST_CASE("m2 encode: a .skel and its parent") {
    for (const fixtures::m2::model& described :
         {fixtures::m2::small_with_skeleton(), fixtures::m2::small_with_parent()}) {
        const opened all{described};
        m2::owned_model own = decoded(all.model);
        own.append(own.key_bone_lookup, 1); // in the .skel
        const auto files = encode(own, all.files.file.span(), all.companions);
        REQUIRE(files);
        CHECK_FALSE(files->kept_rest);
        CHECK(equal_content(*support::read_back(*files), own));
        CHECK(files->companions.size() == all.companions.size());
    }
}

TEST_CASE("m2 encode: originals that are other files, damaged or missing") {
    const opened all{small(264)};
    const opened other{small(272)};
    const m2::owned_model own = decoded(all.model);
    const auto canonical = encode(own);
    const auto check = [&](std::span<const std::byte> model, std::span<const m2::companion> companions) {
        const auto files = encode(own, model, companions);
        REQUIRE(files);
        CHECK_FALSE(files->kept_rest);
        CHECK(support::same_bytes(*files, *canonical));
    };
    check({}, {});
    check({}, all.companions);
    check(all.files.file.span(), {});
    check(other.files.file.span(), other.companions);
    check(all.files.file.span().first(all.files.file.size() / 2), all.companions);
    std::vector<m2::companion> table = all.companions;
    table[0].bytes = all.files.file.span();
    check(all.files.file.span(), table);
}

TEST_CASE("m2 encode: elements that are stored once and now differ") {
    const byte_builder file = hostile::keys_for_all(2, 5);
    m2::owned_model own = decoded(*m2::open(file.span()));
    own.all<std::uint32_t>()[1] = 100;
    const auto files = encode(own, file.span(), {});
    REQUIRE(files);
    CHECK_FALSE(files->kept_rest);
    CHECK(equal_content(*support::read_back(*files), own));
}

TEST_CASE("m2 encode: a new model needs only a version and a magic") {
    m2::owned_model own;
    CHECK(form_of_path(encode(own).error()) == "m2.version");
    own.version = 264;
    CHECK(form_of_path(encode(own).error()) == "m2.magic");
    for (std::size_t i = 0; i < 4; ++i) {
        own.magic.chars[i] = "MD20"[i];
    }
    const auto files = encode(own);
    REQUIRE(files);
    CHECK(files->model.size() == 0x130);
    own.version = 275;
    CHECK(encode(own).error().code == errc::bad_version);
}

TEST_CASE("m2 encode: a list outside its pool is an error") {
    const auto check = [](const std::string& path, const auto& edit) {
        check_refused(small(264), errc::out_of_bounds, path, edit);
    };
    check("m2.vertices", [](auto& m) { m.vertices.count = 1000; });
    check("m2.animations", [](auto& m) { m.animations.first = npos; });
    check("m2.textures[].name", [](auto& m) { first<m2::owned_texture>(m).name.first = npos; });
    check("m2.bones[].translation.parts",
          [](auto& m) { m.template all<m2::owned_bone>()[1].translation.parts.first = npos; });
    check("m2.attachments[].visible.times[]",
          [](auto& m) { first<m2::owned_keys<std::uint8_t>>(m).times.count = 1000; });
    check("skin.batches", [](auto& m) { first<m2::owned_skin_profile>(m).batches.count = 1000; });
    check_refused(fixtures::m2::small_in_chunks(), errc::out_of_bounds, "m2.skinFiles",
                  [](auto& m) { m.skin_files.count = 1000; });
    check_refused(small(256), errc::out_of_bounds, "m2.colors[].rgb.ranges",
                  [](auto& m) { first<m2::owned_color>(m).rgb.ranges.first = npos; });
    const std::uint32_t number = [] {
        const opened all{small(264)};
        m2::owned_model own = decoded(all.model);
        own.all<m2::owned_bone>()[1].translation.parts.first = npos;
        return encode(own).error().index[0];
    }();
    CHECK(number == 1);
}

TEST_CASE("m2 encode: what the version does not store is an error") {
    const auto older = small(256);
    const auto middle = small(260);
    const auto later = small(264);
    check_unstored(older, "m2.bones[].unknown", [](auto& m) { first<m2::owned_bone>(m).unknown = 1; });
    check_unstored(older, "m2.bones[].packedRotations",
                   [](auto& m) { first<m2::owned_bone>(m).packed_rotations.count = 1; });
    check_unstored(middle, "m2.bones[].rotation.values",
                   [](auto& m) { first<m2::owned_bone>(m).rotation.values.count = 1; });
    check_unstored(older, "m2.skinProfiles[].submeshSortings",
                   [](auto& m) { m.append(first<m2::owned_skin_profile>(m).submesh_sortings, {}); });
    check_unstored(middle, "m2.skinProfiles[].submeshSortings",
                   [](auto& m) { first<m2::owned_skin_profile>(m).submesh_sortings.count -= 1; });
    check_unstored(middle, "m2.skinProfiles[].shadowBatches",
                   [](auto& m) { m.append(first<m2::owned_skin_profile>(m).shadow_batches, {}); });
    check_unstored(middle, "m2.skinProfiles[].number", [](auto& m) { first<m2::owned_skin_profile>(m).number = 1; });
    check_unstored(middle, "m2.skinProfileCount", [](auto& m) { m.skin_profile_count += 1; });
    check_unstored(older, "m2.textureCombinerCombos", [](auto& m) { m.append(m.texture_combiner_combos, 1); });
    check_unstored(later, "m2.playableLookup", [](auto& m) { m.append(m.playable_lookup, {}); });
    check_unstored(later, "m2.flipbooks", [](auto& m) { m.flipbooks.count = 1; });
    check_unstored(older, "m2.flipbooks", [](auto& m) { m.flipbooks.count = 1; });
    check_unstored(older, "m2.colors[].alpha.parts",
                   [](auto& m) { m.append(first<m2::owned_color>(m).alpha.parts, {}); });
    check_unstored(older, "m2.colors[].alpha.missing",
                   [](auto& m) { m.append(first<m2::owned_color>(m).alpha.missing, {}); });
    check_unstored(later, "m2.colors[].alpha.ranges",
                   [](auto& m) { m.append(first<m2::owned_color>(m).alpha.ranges, {}); });
    check_unstored(later, "m2.colors[].alpha.times", [](auto& m) { first<m2::owned_color>(m).alpha.parts = {}; });
    check_unstored(later, "m2.cameras[].fieldOfView",
                   [](auto& m) { first<m2::owned_camera>(m).field_of_view.global_sequence = -1; });
    check_unstored(small(272), "m2.cameras[].diagonalFieldOfView",
                   [](auto& m) { first<m2::owned_camera>(m).diagonal_field_of_view = 1; });
    check_unstored(older, "m2.ribbons[].priorityPlane", [](auto& m) { first<m2::owned_ribbon>(m).priority_plane = 1; });
    check_unstored(older, "m2.particles[].color",
                   [](auto& m) { m.append(first<m2::owned_particle>(m).color.ages, 1); });
    check_unstored(later, "m2.particles[].midpoint", [](auto& m) { first<m2::owned_particle>(m).midpoint = 1; });
    check_unstored(later, "m2.particles[].multiTexture",
                   [](auto& m) { first<m2::owned_particle>(m).multi_texture[7] = 1; });
    check_unstored(later, "m2.particles[].emits", [](auto& m) { first<m2::owned_particle>(m).emits.blend ^= 1; });
    check_unstored(middle, "m2.particles[].emitsByColor", [](auto& m) {
        first<m2::owned_particle>(m).emits_by_color = true;
        std::ranges::fill(first<m2::owned_particle>(m).emission, std::uint8_t{0}); // which no color has
    });
    check_unstored(older, "m2.animations[].duration", [](auto& m) { first<m2::owned_animation>(m).duration += 1; });
    check_unstored(later, "m2.animations[].start", [](auto& m) { first<m2::owned_animation>(m).start = 1; });
    check_unstored(later, "m2.animations[].end", [](auto& m) { first<m2::owned_animation>(m).end += 1; });
    check_unstored(older, "m2.skeletons", [](auto& m) { m.append(m.skeletons, {}); });
}

TEST_CASE("m2 encode: a model says in which files its keys and lists are") {
    const auto later = small(264);
    const auto animation = [](auto& m, std::size_t i) -> auto& { return m.template all<m2::owned_animation>()[i]; };
    check_unstored(later, "m2.animations[].keyPlace",
                   [&](auto& m) { animation(m, 0).key_place = m2::key_place::companion; });
    check_unstored(later, "m2.animations[].keyPlace",
                   [&](auto& m) { animation(m, 1).key_place = m2::key_place::file; });
    check_unstored(later, "m2.animations[].keyPlace",
                   [&](auto& m) { animation(m, 1).flags |= m2::animation_is_inside; });
    check_unstored(later, "m2.animations[].keyPlace", [&](auto& m) { animation(m, 1).key_place = m2::key_place{7}; });
    check_unstored(later, "m2.animations[].keyChunks", [&](auto& m) { animation(m, 0).key_chunks = 1; });
    check_unstored(later, "m2.animations[].keyChunks", [&](auto& m) { animation(m, 1).key_chunks = 8; });
    check_unstored(small(256), "m2.animations[].keyPlace",
                   [&](auto& m) { animation(m, 0).key_place = m2::key_place::companion; });
    check_unstored(later, "m2.bones[].translation.times[]", [&](auto& m) { // nobody knows the file of these keys
        for (std::size_t i = 0; i < m.animations.count; ++i) {
            auto& place = animation(m, i).key_place;
            place = place == m2::key_place::companion ? m2::key_place::missing : place;
        }
    });
    check_unstored(later, "m2.colors[].alpha.missing",
                   [](auto& m) { m.append(first<m2::owned_color>(m).alpha.missing, {}); });
    check_unstored(later, "m2.bonesIn", [](auto& m) { m.bones_in = m2::part_place::skeleton_file; });
    check_unstored(later, "m2.animationsIn", [](auto& m) { m.animations_in = m2::part_place{9}; });
    check_unstored(later, "m2.textureFiles", [](auto& m) { m.append(m.texture_files, 1); });
    check_unstored(later, "m2.skeletonFile", [](auto& m) { m.skeleton_file = 1; });
    check_unstored(later, "m2.particleExtensions", [](auto& m) { m.append(m.particle_extensions, {}); });
    check_unstored(later, "m2.particleGeosets", [](auto& m) { m.append(m.particle_geosets, 1); });
    check_unstored(later, "m2.skinProfiles[].number", [](auto& m) { first<m2::owned_skin_profile>(m).number = 8; });
    check_unstored(fixtures::m2::small_with_skeleton(), "m2.skeletons[].place",
                   [](auto& m) { first<m2::owned_skeleton>(m).place = m2::part_place::model; });
    check_unstored(fixtures::m2::small_with_skeleton(), "m2.skeletons[].parent",
                   [](auto& m) { first<m2::owned_skeleton>(m).parent.file = 1; });
    check_unstored(later, "skin.shadowBatches", [](auto& m) {
        for (m2::owned_skin_profile& one : m.template all<m2::owned_skin_profile>()) {
            const std::uint32_t number = one.number;
            one = {};
            one.number = number;
            m.append(one.shadow_batches, {});
        }
    });
    check_refused(later, errc::bad_value, "anim", [](auto& m) { // it would be read as chunks
        for (std::uint32_t& time : m.template all<std::uint32_t>()) {
            time = 0x324D'4641;
        }
    });
}

TEST_CASE("m2 encode: missing keys are some keys, and events have no values") {
    const opened all{small(264)};
    const m2::owned_model bare = decoded(*m2::open(all.files.file.span()));
    m2::owned_model own = bare;
    for (m2::owned_missing_keys& one : own.all<m2::owned_missing_keys>()) {
        one = {};
    }
    CHECK(std::string_view{encode(own).error().path} == "missing");
    own = bare;
    m2::owned_event_track& track = first<m2::owned_event>(own).times;
    const std::vector<m2::owned_missing_keys> entries(track.parts.count,
                                                      {.times = {.count = 1}, .values = {.count = 1}});
    own.set(track.missing, entries);
    CHECK(form_of_path(encode(own).error()) == "m2.events[].missing");
}

TEST_CASE("m2 encode: a rule of open() is a rule of models") {
    check_refused(small(264), errc::bad_value, "m2.bones[].parent",
                  [](auto& m) { first<m2::owned_bone>(m).parent = 100; });
    check_refused(small(256), errc::cycle, "m2.bones[].parent", [](auto& m) { first<m2::owned_bone>(m).parent = 1; });
    check_refused(small(256), errc::bad_magic, "m2.magic", [](auto& m) { m.magic.chars[0] = 'X'; });
}

TEST_CASE("m2 encode: lists that many records share cannot make a file of any size") {
    const opened all{fixtures::m2::model{.version = 256}};
    m2::owned_model own = decoded(all.model);
    constexpr std::uint32_t count = 20'000;
    for (std::uint32_t i = 0; i < count; ++i) {
        m2::owned_texture one{};
        one.name = pool_slice<char>{0, count};
        own.all<m2::owned_texture>().push_back(one);
        own.all<char>().push_back('a');
    }
    own.textures = pool_slice<m2::owned_texture>{0, count};
    const error why = encode(own).error();
    CHECK(why.code == errc::budget);
    CHECK(form_of_path(why) == "m2.textures[].name");
}

TEST_CASE("m2 encode: takes memory only from the given resource") {
    for (const fixtures::m2::model& described : {small(256), fixtures::m2::small_with_skeleton()}) {
        const opened all{described};
        const m2::owned_model own = decoded(all.model);
        support::counting_memory memory;
        {
            const auto plain = encode(own, &memory);
            const auto in_places = encode(own, all.files.file.span(), all.companions, &memory);
            CHECK(plain);
            CHECK(in_places->kept_rest);
        }
        CHECK(memory.taken() == 0);
    }
}

TEST_CASE("m2 encode: after random edits") {
    std::size_t seed = 0;
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        const opened all{described};
        const m2::owned_model own = decoded(all.model);
        std::size_t written = 0;
        for (std::size_t i = 0; i < 30; ++i) {
            CAPTURE(seed);
            CHECK(std::string_view{
                      support::try_m2_edits(own, all.files.file.span(), all.companions, seed++, written)} == "");
        }
        CHECK(written > 5);
    }
}
