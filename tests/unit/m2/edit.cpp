// Edits of models, in old and new versions with companions. Those of real files: tests/facts/derived.
#include "m2/edited.hpp"
#include "m2/opened.hpp"
#include "support/edited.hpp"

#include <effigy/m2/edit.hpp>

#include <array>
#include <limits>

namespace {

using namespace m2_edits;

} // namespace

TEST_CASE("m2 edit: rename_textures() renames textures and emitted models, and back") {
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        CAPTURE(described.version);
        edited_model all{described};
        CHECK(support::textures_renamed(all.own, {{"A/*", "folder\\longer\\*"}}) == 1);
        CHECK(all.own.get(all.own.get(all.own.textures)[0].name) == "folder\\longer\\b.blp");
        CHECK(all.own.get(all.own.textures)[0].name.count == 20); // with its NUL
        const std::string fields = support::changed_fields(all.before, all.own);
        CHECK(fields == (described.chunked && !all.own.texture_files.empty() ? "textureFiles textures[].name"
                                                                             : "textures[].name"));
        {
            const reopened again{all};
            CHECK(again.model.get(again.model.textures()[0].name) == "folder\\longer\\b.blp");
        }
        CHECK(support::textures_renamed(all.own, {{"folder\\longer\\*", "a\\*"}}) == 1);
        if (!all.own.texture_files.empty()) { // the id is gone
            all.own.get(all.own.texture_files)[0] = std::as_const(all.before).get(all.before.texture_files)[0];
        }
        const auto same = encode(all.own, all.original.files.file.span(), all.original.companions);
        REQUIRE(same);
        CHECK(same->kept_rest);
        CHECK(std::ranges::equal(same->model, all.original.files.file.span()));
        CHECK(support::textures_renamed(all.own, {{"m", "n"}, {"r", "r"}}) == 1); // models; one keeps its name
        CHECK(support::textures_renamed(all.own, {{"x*", "y"}}) == 0);
    }
    check_refused_edit(fixtures::m2::small(264), "m2.textures[0].name", [](m2::owned_model& model) {
        return rename_textures(model, std::array{renaming{"*", std::string_view{"a\0b", 3}}}).error();
    });
    edited_model all{fixtures::m2::small(264)};
    const std::string large(effigy::impl::to_size(16 * all.own.size_in_bytes() + 65537), 'a');
    const error why = rename_textures(all.own, std::array{renaming{"*", std::string_view{large}}}).error();
    CHECK(why.code == errc::budget);
    CHECK(all.own == all.before);
}

TEST_CASE("m2 edit: the name, the FileDataID and the type of a texture are set") {
    const auto text = [](const m2::owned_model& of) { return of.get(pool_slice<char>{of.get(of.textures)[0].name}); };
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        CAPTURE(described.version);
        edited_model all{described};
        const bool has_files = !all.own.texture_files.empty();
        REQUIRE_FALSE(set_texture_name(all.own, 0, "c\\d.blp"));
        CHECK(text(all.own) == std::string_view{"c\\d.blp", 8});
        CHECK((!has_files || all.own.get(all.own.texture_files)[0] == 0));
        CHECK(bool{set_texture_file(all.own, 0, 7)} == !has_files);
        if (has_files) {
            CHECK(text(all.own) == std::string_view{"", 1});
            CHECK(all.own.get(all.own.texture_files)[0] == 7);
        }
        REQUIRE_FALSE(set_texture_type(all.own, 0, m2::texture_type::monster_1));
        CHECK(text(all.own) == std::string_view{"", 1});
        CHECK((!has_files || all.own.get(all.own.texture_files)[0] == 0));
        const auto lookup = std::as_const(all.own).get<std::int16_t>(all.own.replaceable_lookup);
        REQUIRE(lookup.size() == 12);
        CHECK((lookup[0] == -1 && lookup[11] == 0));
        const reopened again{all};
        CHECK(again.model.textures()[0].type.get() == m2::texture_type::monster_1);
        CHECK(to_string(set_texture_type(all.own, 0, m2::texture_type::file)).find("a name or a FileDataID") !=
              std::string::npos);
        REQUIRE_FALSE(set_texture_name(all.own, 0, "e"));
        CHECK_FALSE(set_texture_type(all.own, 0, m2::texture_type::file));
    }
    check_refused_edit(fixtures::m2::small(264), "m2.textures[0].name \"a\\x00b\": expected a name",
                       [](m2::owned_model& model) { return set_texture_name(model, 0, {"a\0b", 3}); });
    check_refused_edit(fixtures::m2::small(264), "m2.textureFiles[0]: expected a FileDataID",
                       [](m2::owned_model& model) { return set_texture_file(model, 0, 1); });
    for (const auto& set :
         {+[](m2::owned_model& model) { return set_texture_name(model, 9, "a"); },
          +[](m2::owned_model& model) { return set_texture_file(model, 9, 1); },
          +[](m2::owned_model& model) { return set_texture_type(model, 9, m2::texture_type::hair); }}) {
        check_refused_edit(fixtures::m2::small(264), "m2.textures: expected the number of a texture", set);
    }
}

TEST_CASE("m2 edit: scale() multiplies lengths, and back") {
    for (const std::uint32_t version : layouts) {
        CAPTURE(version);
        fixtures::m2::model described = fixtures::m2::small(version);
        described.collision_bounds.radius = 5;
        edited_model all{described};
        REQUIRE_FALSE(scale(all.own, 2));
        CHECK(support::is_multiplied(all.before, all.own, 2));
        const reopened again{all};
        CHECK(again.model.bones()[1].pivot() == vector3<float>{0, 0, 2});
        CHECK(bone_at(again.model, 1, 0, 1) == vector3<double>{0, 0, 6});
        std::string fields = support::changed_fields(all.before, all.own);
        for (const std::string_view part : {"parts[].", "[].values[]"}) {
            for (std::size_t at = fields.find(part); at != fields.npos; at = fields.find(part)) {
                fields.replace(at, part.size(), part == "parts[]." ? "" : "[].values");
            }
        }
        CAPTURE(fields);
        for (const char* const field : {"animations[].bounds.max",
                                        "animations[].bounds.radius",
                                        "animations[].moveSpeed",
                                        "attachments[].position",
                                        "bones[].pivot",
                                        "bones[].translation.values",
                                        "bounds.min",
                                        "cameras[].farClip",
                                        "cameras[].position.values",
                                        "cameras[].positionBase",
                                        "cameras[].target.values",
                                        "collisionBounds.max",
                                        "collisionVertices",
                                        "events[].position",
                                        "lights[].attenuationEnd.values",
                                        "lights[].attenuationStart.values",
                                        "lights[].position",
                                        "particles[].areaLength.values",
                                        "particles[].areaWidth.values",
                                        "particles[].followSpeed1",
                                        "particles[].gravity.values",
                                        "particles[].position",
                                        "particles[].splinePoints",
                                        "particles[].wind",
                                        "particles[].zSource.values",
                                        "ribbons[].gravity",
                                        "ribbons[].heightAbove.values",
                                        "ribbons[].heightBelow.values",
                                        "ribbons[].position",
                                        "skinProfiles[].submeshes[].center",
                                        "vertices[].position"}) {
            CAPTURE(field);
            CHECK(fields.find(field) != fields.npos);
        }
        for (const char* const other : {"texture", "rotation", "color", "normal", "drag", "tailLength", "edges", "roll",
                                        "followScale", "Variation"}) {
            CAPTURE(other);
            CHECK(fields.find(other) == fields.npos);
        }
        CHECK(fields.find("particles[].scale") != fields.npos);
        CHECK((fields.find("submeshSortings[].radius") != fields.npos) == (version >= 260));
        REQUIRE_FALSE(scale(all.own, 0.5F));
        CHECK(all.own == all.before);
    }
}

TEST_CASE("m2 edit: scale() keeps a box that contains nothing") {
    constexpr float largest = std::numeric_limits<float>::max();
    edited_model all{fixtures::m2::small(264)};
    all.own.get(all.own.animations)[0].bounds = {
        .min = {largest, largest, largest}, .max = {-largest, -largest, -largest}, .radius = 3};
    REQUIRE_FALSE(scale(all.own, 2));
    const m2::owned_bounds& scaled = all.own.get(all.own.animations)[0].bounds;
    CHECK(scaled.min.x == largest);
    CHECK(scaled.max.z == -largest);
    CHECK(scaled.radius == 6);
}
TEST_CASE("m2 edit: scale() refuses what it cannot multiply") {
    const auto by_two = [](m2::owned_model& model) { return scale(model, 2); };
    for (const float factor : {0.0F, -1.0F, std::numeric_limits<float>::infinity(), 1e38F, 1e-38F}) {
        check_refused_edit(fixtures::m2::small(264), "factor",
                           [=](m2::owned_model& model) { return scale(model, factor); });
    }
    fixtures::m2::opened all{fixtures::m2::small(264)};
    const auto joined = [&](m2::companion_kind but) {
        std::vector<m2::companion> out;
        for (const m2::companion& one : all.companions) {
            if (one.kind != but) {
                out.push_back(one);
            }
        }
        return *decode(*m2::open(all.files.file.span(), out));
    };
    const auto check = [&](m2::owned_model model, std::string_view path) {
        const m2::owned_model before = model;
        const error why = by_two(model);
        INFO(to_string(why));
        CHECK(to_string(why).find(path) != std::string::npos);
        CHECK(model == before);
    };
    check(joined(m2::companion_kind::skin_file), "m2.skinProfileCount");
    check(joined(m2::companion_kind::animation_file), "m2.bones[1].translation");
    fixtures::m2::opened chunked{fixtures::m2::small_with_skeleton()};
    std::vector<m2::companion> skins;
    for (const m2::companion& one : chunked.companions) {
        if (one.kind == m2::companion_kind::skin_file) {
            skins.push_back(one);
        }
    }
    check(*decode(*m2::open(chunked.files.file.span(), skins)), "m2.skeletonFile");
}

TEST_CASE("m2 edit: events and attachments are added") {
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        CAPTURE(described.version);
        edited_model all{described};
        const auto event = add_event(all.own, "$CAH", 1, {1, 2, 3});
        REQUIRE(event);
        CHECK(*event == 1);
        REQUIRE_FALSE(set_times(all.own, all.own.get(all.own.events)[*event], 0, std::array{100U}));
        const auto attachment = add_attachment(all.own, 5, 1, {4, 5, 6});
        REQUIRE(attachment);
        CHECK(*attachment == 0); // before the one with the id 11
        const reopened again{all};
        CHECK(again.model.events()[1].id() == "$CAH");
        CHECK(again.model.events()[1].position() == vector3<float>{1, 2, 3});
        CHECK(times_of_event(again.model, 1, 0) == "100 ");
        CHECK(times_of_event(again.model, 1, 1) == "");
        CHECK(again.model.attachments()[0].id() == 5);
        CHECK(again.model.attachments()[0].bone() == 1);
        CHECK(m2::sample<double>(again.model.attachments()[0].visible(), {.animation = 1}) == 1);
        const auto lookup = std::as_const(all.own).get<std::int16_t>(all.own.attachment_lookup);
        CHECK(lookup.size() == 12);
        CHECK(lookup[5] == 0);
        CHECK(lookup[11] == 1);
    }
    const auto small = fixtures::m2::small(264);
    check_refused_edit(small, "m2.events[].id", [](m2::owned_model& m) { return add_event(m, "$CA", 0, {}).error(); });
    check_refused_edit(small, "m2.events[].bone",
                       [](m2::owned_model& m) { return add_event(m, "$CAH", 2, {}).error(); });
    check_refused_edit(small, "m2.attachments[].bone",
                       [](m2::owned_model& m) { return add_attachment(m, 1, 2, {}).error(); });
    check_refused_edit(small, "m2.attachments[0].id",
                       [](m2::owned_model& m) { return add_attachment(m, 11, 0, {}).error(); });
    check_refused_edit(small, "m2.attachments[0].id: expected an id below 65,536", [](m2::owned_model& m) {
        m.all<m2::owned_attachment>()[0].id = 0x10000;
        const error why = add_attachment(m, 1, 0, {}).error();
        m.all<m2::owned_attachment>()[0].id = 11;
        return why.within(0);
    });
}
