// Submeshes and batches that are removed from models.
#include "m2/edited.hpp"
#include "m2/opened.hpp"
#include "support/edited.hpp"

#include <effigy/m2/edit.hpp>

#include <array>

namespace {

using namespace m2_edits;

// Two profiles of three submeshes; the second profile has one of them in two parts.
m2::owned_model with_two_profiles(std::uint32_t version) {
    fixtures::m2::model described{.version = version};
    described.bones = {{}};
    described.bone_lookup = {0};
    described.key_bone_lookup = {-1};
    for (std::uint16_t i = 0; i < 10; ++i) {
        described.vertices.push_back({.position = {static_cast<float>(i), static_cast<float>(i * i), 0}});
    }
    described.materials = {{}};
    const auto profile = [](std::vector<std::uint16_t> sizes, std::vector<std::uint16_t> ids, std::uint32_t limit) {
        fixtures::m2::skin_profile out{.bone_limit = limit};
        std::uint16_t first = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            fixtures::m2::submesh one{.id = ids[i], .first_vertex = first, .vertex_count = sizes[i]};
            one.first_index = static_cast<std::uint16_t>(out.triangles.size());
            for (std::uint16_t k = 0; k + 2 < sizes[i]; ++k) {
                for (const int corner : {0, k + 1, k + 2}) {
                    out.triangles.push_back(static_cast<std::uint16_t>(first + corner));
                }
            }
            one.index_count = static_cast<std::uint16_t>(out.triangles.size() - one.first_index);
            first = static_cast<std::uint16_t>(first + sizes[i]);
            out.submeshes.push_back(one);
        }
        out.properties.resize(first);
        return out;
    };
    auto whole = profile({3, 4, 3}, {0, 101, 0}, 256), cut = profile({3, 3, 3, 3}, {0, 101, 101, 0}, 21);
    whole.indices = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    cut.indices = {0, 1, 2, 3, 4, 5, 3, 5, 6, 7, 8, 9};
    whole.batches = {
        {.submesh = 0}, {.submesh = 1}, {.submesh = 1, .layer = 1}, {.submesh = 1, .layer = 2}, {.submesh = 2}};
    cut.batches = {{.submesh = 0},
                   {.submesh = 1},
                   {.submesh = 1, .layer = 1},
                   {.submesh = 1, .layer = 2},
                   {.submesh = 2},
                   {.submesh = 2, .layer = 1},
                   {.submesh = 2, .layer = 2},
                   {.submesh = 3}};
    whole.shadow_batches = {{.submesh = 1}, {.submesh = 2}};
    described.skin_profiles = {whole, cut};
    m2::owned_model out = *decode(fixtures::m2::opened{described}.model);
    for (m2::owned_batch& one : out.get(out.get(out.skin_profiles)[1].batches)) {
        one.geoset = static_cast<std::uint16_t>(one.submesh - (one.submesh > 1 ? 1 : 0));
    }
    return out;
}
std::string batches_of(const m2::owned_model& model, std::size_t profile) {
    std::string out;
    for (const m2::owned_batch& one : model.get(model.get(model.skin_profiles)[profile].batches)) {
        out += std::to_string(one.submesh) + std::to_string(one.geoset) + std::to_string(one.layer) + ' ';
    }
    return out;
}
std::string indices_of(const m2::owned_model& model, const pool_slice<std::uint16_t>& list) {
    std::string out;
    for (const std::uint16_t one : model.get<std::uint16_t>(list)) {
        out += std::to_string(one) + ' ';
    }
    return out;
}

} // namespace

TEST_CASE("m2 edit: drop_submesh() removes all parts of a submesh in all profiles") {
    for (const std::uint32_t version : layouts) {
        CAPTURE(version);
        m2::owned_model model = with_two_profiles(version);
        REQUIRE_FALSE(drop_submesh(model, 1));
        const auto profiles = model.get(model.skin_profiles);
        CHECK(indices_of(model, profiles[0].vertex_lookup) == "0 1 2 7 8 9 ");
        CHECK(indices_of(model, profiles[1].vertex_lookup) == "0 1 2 7 8 9 ");
        CHECK(indices_of(model, profiles[0].triangles) == "0 1 2 3 4 5 ");
        CHECK(indices_of(model, profiles[1].triangles) == "0 1 2 3 4 5 ");
        CHECK(profiles[0].palette_joints.count == 6);
        CHECK(batches_of(model, 0) == "000 110 ");
        CHECK(batches_of(model, 1) == "000 110 ");
        CHECK(model.get(profiles[1].submeshes)[1].first_vertex == 3);
        CHECK(model.get(profiles[1].submeshes)[1].first_index == 3);
        CHECK(profiles[0].submesh_sortings.count == (version >= 260 ? 2U : 0U));
        if (!profiles[0].shadow_batches.empty()) {
            CHECK(profiles[0].shadow_batches.count == 1);
            CHECK(model.get(profiles[0].shadow_batches)[0].submesh == 1);
        }
        const auto files = encode(model);
        REQUIRE(files);
        const auto table = files->table();
        const m2::model again = *m2::open(files->model, std::span<const m2::companion>{table});
        CHECK_FALSE(verify(again));
        CHECK(equal_content(*decode(again), model));
        REQUIRE_FALSE(drop_submesh(model, 1));
        REQUIRE_FALSE(drop_submesh(model, 0));
        CHECK(batches_of(model, 1) == "");
        CHECK(encode(model));
    }
}

TEST_CASE("m2 edit: drop_submesh() leaves what belongs to no submesh, and profiles whose other submeshes differ") {
    m2::owned_model model = with_two_profiles(260);
    const auto profiles = model.get(model.skin_profiles);
    model.append(profiles[0].palette_joints, m2::palette_joints{}); // of no vertex
    for (int i = 0; i < 3; ++i) {                                   // a further triangle of the last submesh
        model.append(profiles[1].triangles, std::uint16_t{9});
    }
    model.get(profiles[1].submeshes)[3].index_count += 3;
    REQUIRE_FALSE(drop_submesh(model, 1));
    const auto left = model.get(model.skin_profiles);
    CHECK(left[0].palette_joints.count == 7);
    CHECK(indices_of(model, left[0].triangles) == "0 1 2 3 4 5 ");
    CHECK(indices_of(model, left[1].triangles) == "0 1 2 3 4 5 3 3 3 ");
}

TEST_CASE("m2 edit: drop_submeshes() does what drop_submesh() does with each") {
    for (const std::uint32_t version : layouts) {
        m2::owned_model at_once = with_two_profiles(version), one_by_one = at_once;
        REQUIRE_FALSE(drop_submeshes(at_once, {}));
        CHECK(at_once == one_by_one);
        REQUIRE_FALSE(drop_submeshes(at_once, std::array{0U, 1U}));
        REQUIRE_FALSE(drop_submesh(one_by_one, 1));
        REQUIRE_FALSE(drop_submesh(one_by_one, 0));
        CHECK(equal_content(at_once, one_by_one));
        CHECK(batches_of(at_once, 1) == "000 ");
    }
}

TEST_CASE("m2 edit: shadow batches of submeshes that do not exist go with the last submesh") {
    m2::owned_model model = with_two_profiles(272);
    REQUIRE_FALSE(drop_submeshes(model, std::array{0U, 1U}));
    m2::owned_skin_profile& first = model.get(model.skin_profiles)[0];
    model.set(first.shadow_batches, {{.submesh = 1}});
    REQUIRE(encode(model));
    REQUIRE_FALSE(drop_submesh(model, 0));
    CHECK(model.get(model.skin_profiles)[0].shadow_batches.empty());
    CHECK(encode(model));
}

TEST_CASE("m2 edit: drop_batch() finds the layer by all that it draws") {
    using batch = m2::owned_batch;
    const auto described = [] {
        m2::owned_model out = with_two_profiles(264);
        for (batch& one : out.all<batch>()) {
            one.color = 1;
            one.material = 2;
            one.texture_combo = 3;
            one.texture_unit_combo = 4;
            one.weight_combo = 5;
            one.transform_combo = 6;
        }
        return out;
    };
    m2::owned_model model = described();
    REQUIRE_FALSE(drop_batch(model, 2));
    CHECK(batches_of(model, 1) == "000 110 111 210 211 320 ");
    const auto check_other = [&](const auto& change) { // in the second profile
        m2::owned_model changed = described();
        for (batch& one : changed.get(changed.get(changed.skin_profiles)[1].batches)) {
            change(one);
        }
        CHECK(to_string(drop_batch(changed, 2)).find("m2.skinProfiles[1].batches[2]") != std::string::npos);
    };
    check_other([](batch& one) { one.color = 0; });
    for (std::uint16_t batch::* const field : {&batch::material, &batch::texture_combo, &batch::texture_unit_combo,
                                               &batch::weight_combo, &batch::transform_combo}) {
        check_other([&](batch& one) { one.*field = 0; });
    }
}

TEST_CASE("m2 edit: drop_batch() removes a layer in all profiles") {
    for (const std::uint32_t version : {260U, 264U}) {
        m2::owned_model model = with_two_profiles(version);
        REQUIRE_FALSE(drop_batch(model, 2));
        CHECK(batches_of(model, 0) == "000 110 111 220 ");
        CHECK(batches_of(model, 1) == "000 110 111 210 211 320 ");
        CHECK(encode(model));
    }
}

TEST_CASE("m2 edit: meshes that cannot be dropped are refused") {
    const auto check = [](std::uint32_t version, std::string_view path, const auto& spoil, const auto& edit) {
        m2::owned_model model = with_two_profiles(version);
        spoil(model);
        const m2::owned_model before = model;
        const error why = edit(model);
        CAPTURE(path);
        INFO(to_string(why));
        CHECK(to_string(why).find(path) != std::string::npos);
        CHECK(model == before);
    };
    const auto submesh = [](std::uint32_t number) {
        return [=](m2::owned_model& model) { return drop_submesh(model, number); };
    };
    const auto batch = [](std::uint32_t number) {
        return [=](m2::owned_model& model) { return drop_batch(model, number); };
    };
    const auto nothing = [](m2::owned_model&) {};
    const auto profile = [](m2::owned_model& model, std::size_t i) -> m2::owned_skin_profile& {
        return model.get(model.skin_profiles)[i];
    };
    check(260, "m2.skinProfiles[0].submeshes: expected the number", nothing, submesh(3));
    check(260, "m2.skinProfiles[0].batches: expected the number", nothing, batch(5));
    check(260, "m2.skinProfiles[0].batches[0]: expected the layer, and another one", nothing, batch(0));
    const auto one_missing = [](m2::owned_model& model) { model.skin_profile_count = 3; };
    check(264, "m2.skinProfileCount", one_missing, submesh(0));
    check(264, "m2.skinProfileCount", one_missing, batch(2));
    check(
        260, "m2.skinProfiles[1].batches[0].geoset",
        [&](m2::owned_model& model) {
            for (m2::owned_batch& one : model.get(profile(model, 1).batches).subspan(4)) {
                one.geoset = 2;
            }
        },
        submesh(1));
    check(
        260, "m2.skinProfiles[1].batches[2]",
        [&](m2::owned_model& model) {
            for (m2::owned_batch& one : model.get(profile(model, 1).batches)) {
                one.material = 1;
            }
        },
        batch(2));
    check(
        260, "m2.skinProfiles[0].submeshes[2]: expected a submesh with a batch",
        [&](m2::owned_model& model) { model.erase(profile(model, 0).batches, 4); }, submesh(2));
    check(
        260, "m2.skinProfiles[1].submeshes[0]: expected submeshes that follow",
        [&](m2::owned_model& model) { model.get(profile(model, 1).submeshes)[3].first_vertex = 8; }, submesh(1));
    check(
        260, "m2.skinProfiles[0].triangles",
        [&](m2::owned_model& model) { model.get(profile(model, 0).triangles)[0] = 3; }, submesh(1));
}
