// Files that no program writes: small files that expand to a lot of data, and invalid references.
#include "m2/hostile.hpp"
#include "m2/walk.hpp"
#include "support/counting_memory.hpp"
#include "support/scene_extras.hpp"

#include <effigy/m2/scene.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

namespace {

using namespace effigy;
using support::byte_builder;
namespace hostile = fixtures::m2::hostile;

error why_refused(const byte_builder& file) { return m2::open(file.span()).error(); }

} // namespace

TEST_CASE("m2 hostile: tracks that share their keys") {
    const byte_builder few = hostile::keys_for_all(3, 10'000);
    const m2::model model = m2::open(few.span()).value();
    CHECK(m2::sample<double>(model.texture_weights()[2], {0, 9.998, 0}) == doctest::Approx(4999.0 / 32767));
    CHECK(why_refused(hostile::keys_for_all(60'000, 10'000)).code == errc::budget);
}

TEST_CASE("m2 hostile: open() accepts only data in proportion to the file's size") {
    // Files with a growing number of records that share a list, up to the first that is refused.
    std::uint32_t count = 1;
    for (;; ++count) {
        const byte_builder file = hostile::keys_for_all(count, 5000);
        const auto model = m2::open(file.span());
        if (!model) {
            CHECK(model.error().code == errc::budget);
            break;
        }
        std::uint64_t read = 0;
        for (const auto& weight : model->texture_weights()) {
            const auto values = weight.keys(npos).values;
            read +=
                std::as_bytes(std::span{weight.timeline().times_ms()}).size() + std::as_bytes(std::span{values}).size();
        }
        CHECK(read <= 4 * file.size() + 65536);
    }
    CHECK(count > 3);
}

TEST_CASE("m2 hostile: 65,536 skin profiles of one mesh") {
    const byte_builder small = hostile::mesh_for_all(65'536, 3);
    const m2::model model = m2::open(small.span()).value();
    CHECK(model.skin_profiles().size() == 65'536);
    CHECK(model.skin_profiles()[65'535].indices().size() == 3);
    CHECK_FALSE(verify(model));
    const error why = why_refused(hostile::mesh_for_all(65'536, 60'000));
    CHECK(why.code == errc::budget);
    CHECK(std::string_view{why.path}.starts_with("m2.skinProfiles["));
}

TEST_CASE("m2 hostile: bones before their parents") {
    const byte_builder at_limit = hostile::backwards(4096, -1);
    const m2::model model = m2::open(at_limit.span()).value();
    std::vector<tree_entry> entries(4096);
    const m2::bone_index bones = model.index(entries);
    REQUIRE(bones.size() == 4096);
    CHECK(bones.preorder(0) == 4095);
    CHECK(bones.preorder(4095) == 0);
    CHECK(why_refused(hostile::backwards(4096, 4000)).code == errc::cycle);
    CHECK(why_refused(hostile::backwards(4096, 0)).code == errc::cycle);
    const byte_builder above_limit = hostile::backwards(4097, -1);
    const std::size_t first_bone = above_limit.size() - std::size_t{4097} * 0x6C;
    const error why = why_refused(above_limit);
    CHECK(why.code == errc::budget);
    CHECK(std::string_view{why.path} == "m2.bones[].parent");
    CHECK(why.offset == first_bone);
    CHECK(why.need == 4096);
}

TEST_CASE("m2 hostile: a chain of bones deeper than any stack") {
    constexpr std::size_t depth = 32'768;
    const byte_builder file = hostile::chain(depth);
    const m2::model model = m2::open(file.span()).value();
    std::vector<tree_entry> entries(depth);
    const m2::bone_index bones = model.index(entries);
    REQUIRE(bones.size() == depth);
    std::vector<matrix4x3<float>> matrices(depth);
    std::vector<pose<float>> poses(depth);
    CHECK(apply(model, {}, bones, poses) == depth);
    CHECK(local_matrices(poses, matrices) == depth);
    local_to_world(bones, matrices);
    CHECK(matrices.back() == matrix4x3<float>{});
}

TEST_CASE("m2 hostile: one bone long before its parent among thousands in order") {
    std::vector<std::int16_t> parents(5000, -1);
    CHECK_FALSE(why_refused(hostile::bones_of(parents)));
    parents[0] = 4999;
    CHECK(why_refused(hostile::bones_of(parents)).code == errc::budget);
}

TEST_CASE("m2 hostile: lists that overlap each other and the header") {
    const fixtures::m2::written whole = fixtures::m2::write_all(fixtures::m2::small(260));
    for (const fixtures::m2::reference& list : whole.lists) {
        byte_builder file = whole.file;
        file.poke(file.at(list.location) + 4, 0); // at the magic
        const auto model = m2::open(file.span());
        if (model) {
            CHECK(walk::digest_of(model) == walk::digest_of(model));
        } else { // a record there may be invalid
            CHECK((model.error().code == errc::out_of_bounds || model.error().code == errc::bad_value ||
                   model.error().code == errc::cycle));
        }
    }
}

TEST_CASE("m2 hostile: aliases in a cycle of 65,535 animations") {
    const byte_builder file = hostile::cycle_of_aliases(65'535);
    CHECK(m2::open(file.span())->animations().resolve_alias(7) == npos);
}

TEST_CASE("m2 hostile: the number of keys on curves is limited") {
    for (const std::uint32_t keys : {100U, 1000U, 5000U}) {
        for (const bool is_loop : {false, true}) {
            const byte_builder file = hostile::curves(keys, 1, 100, is_loop);
            const auto model = m2::open(file.span());
            REQUIRE(model);
            support::counting_memory memory;
            const auto made = m2::to_scene(*model, {}, &memory);
            CHECK(memory.most() <= support::most_for_scene(file.size()));
            if (is_loop) {
                REQUIRE(made);
                CHECK(support::find_extra(made->extras, "globalSequencesLeftOut") != nullptr);
            } else {
                REQUIRE_FALSE(made);
                CHECK(made.error().code == errc::budget);
            }
        }
    }
}
TEST_CASE("m2 hostile: the total number of keys that clips visit is limited") {
    const auto result_of = [](const byte_builder& file) {
        const auto model = m2::open(file.span());
        REQUIRE(model);
        support::counting_memory memory;
        auto made = m2::to_scene(*model, {}, &memory);
        CHECK(memory.most() <= support::most_for_scene(file.size()));
        if (!made) {
            return std::string{made.error().expected}.substr(0, 26);
        }
        const bool leaves_out = std::ranges::any_of(made->clips, [](const scene::clip& each) {
            return support::find_extra(each.extras, "globalSequencesLeftOut") != nullptr;
        });
        return std::string{leaves_out ? "loops are left out" : "all"};
    };
    CHECK(result_of(hostile::curves(500, 1000, 3.4e38F)) == "loops are left out"); // with them, it would take long
    CHECK(result_of(hostile::still_bones(2000, 2000)) == "keys and vertices to visit");
}
