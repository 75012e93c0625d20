// Edits of models, in old and new versions with companions. Those of real files: tests/facts/derived.
#include "m2/opened.hpp"
#include "support/edited.hpp"
#include "support/random_edits_m2.hpp"

#include <effigy/m2/edit.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/m2/sample/event.hpp>

#include <array>
#include <limits>

namespace {

using namespace effigy;
using fixtures::m2::inside;
using fixtures::m2::is_alias;
using vector_keys = std::vector<vec3<form::host>>;
constexpr std::uint32_t layouts[] = {256, 260, 264, 272};

// A model to edit, and the files that it is from.
struct edited_model {
    explicit edited_model(const fixtures::m2::model& described)
        : original(described), own(*decode(original.model)), before(own) {}

    fixtures::m2::opened original;
    m2::owned_model own, before;
};
// An edited model, written with its companions and opened. Files without a finding have none.
struct reopened {
    explicit reopened(const edited_model& of)
        : files(encode(of.own, of.original.files.file.span(), of.original.companions)) {
        INFO(to_string(files.error()));
        REQUIRE(files);
        table = files->table();
        const auto opened = m2::open(files->model, std::span<const m2::companion>{table});
        REQUIRE(opened);
        model = *opened;
        CHECK_FALSE(verify(model));
        CHECK(equal_content(*decode(model), of.own));
        std::set<std::string> known = findings_of(of.original.model);
        known.insert("lookup-none"); // a note: that of the game's own models with up to five ids
        CHECK(std::ranges::includes(known, findings_of(model)));
    }
    reopened(const reopened&) = delete;
    reopened& operator=(const reopened&) = delete;
    ~reopened() = default;

    static std::set<std::string> findings_of(const m2::model& from) {
        std::set<std::string> out;
        lint(from, [&](const finding& found) { out.insert(found.code); });
        return out;
    }

    result<m2::written_files> files;
    pool<m2::companion> table;
    m2::model model;
};

template <class Edit>
void check_refused_edit(const fixtures::m2::model& described, std::string_view path, const Edit& edit) {
    edited_model all{described};
    const error why = edit(all.own);
    INFO(to_string(why));
    CHECK(why.code == errc::bad_value);
    CHECK(to_string(why).find(path) != std::string::npos);
    CHECK(to_string(why).find("offset") == std::string::npos);
    CHECK(all.own == all.before);
}
vector3<double> bone_at(const m2::model& of, std::uint32_t bone, std::uint32_t animation, double seconds) {
    return m2::sample<double>(of.bones()[bone].translation(), {.animation = animation, .seconds = seconds});
}
std::string times_of_event(const m2::model& of, std::uint32_t number, std::uint32_t animation) {
    std::string out;
    for_each_firing(of, of.events()[number], animation, 0, 100,
                    [&](double time) { out += std::to_string(static_cast<int>(time * 1000 + 0.5)) + ' '; });
    return out;
}

// Three bones that move in a line of three animations; the second bone only in the first animation.
fixtures::m2::model mover(std::uint32_t version) {
    fixtures::m2::model out{.version = version, .name = "mover"};
    out.animations = {{.id = 0, .start = 100, .end = 200, .flags = inside},
                      {.id = 4, .start = 300, .end = 400, .flags = inside, .probability = 30000},
                      {.id = 4, .variation = 1, .start = 500, .end = 600, .flags = inside, .probability = 2767}};
    out.animation_lookup = {0, -1, -1, -1, 1};
    out.playable_lookup = {{0, 0}, {0, 3}, {4, 0}, {4, 1}, {4, 0}, {0, 0}, {0, 0}, {0, 0}};
    fixtures::m2::track moved{.interpolation = fixtures::m2::linear,
                              .ranges = {{0, 1}, {2, 3}, {4, 5}, {0, 0}},
                              .times = {100, 200, 300, 400, 500, 600},
                              .values = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0}};
    fixtures::m2::track once{.interpolation = fixtures::m2::linear,
                             .ranges = {{0, 1}, {1, 2}, {1, 2}, {0, 0}},
                             .times = {100, 200, 1000},
                             .values = {0, 0, 0, 0, 8, 0, 0, 16, 0}};
    out.bones = {{.flags = 0x200, .translation = moved},
                 {.parent = 0, .flags = 0x200, .translation = once},
                 {.parent = 0, .flags = 0x200, .translation = fixtures::m2::constant({7, 7, 7})}};
    out.key_bone_lookup = {-1};
    out.events = {{.id = "$HIT", .times = {.ranges = {{0, 1}, {1, 2}, {2, 2}, {0, 0}}, .times = {150, 350}}}};
    out.attachments = {{.id = 2, .visible = fixtures::m2::constant({1})}, {.id = 6}};
    out.attachment_lookup = {-1, -1, 0, -1, -1, -1, 1};
    return out;
}

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

const vector_keys two_translations{{}, {}};
// Returns an edit that sets two keys.
auto set_translation(std::uint32_t bone, std::uint32_t animation, std::vector<std::uint32_t> times) {
    return [=](m2::owned_model& model) {
        return set_keys(model, model.get(model.bones)[bone].translation, animation, times, two_translations);
    };
}

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

TEST_CASE("m2 edit: drop_animation() leaves the other animations as they are") {
    for (const std::uint32_t version : layouts) {
        for (std::uint32_t dropped = 0; dropped < 3; ++dropped) {
            CAPTURE(version);
            CAPTURE(dropped);
            edited_model all{mover(version)};
            REQUIRE_FALSE(drop_animation(all.own, dropped));
            const reopened again{all};
            REQUIRE(again.model.animations().size() == 2);
            for (std::uint32_t i = 0; i < 2; ++i) {
                const std::uint32_t old = i < dropped ? i : i + 1;
                CHECK(again.model.animations()[i].id() == all.original.model.animations()[old].id());
                for (std::uint32_t bone = 0; bone < 3; ++bone) {
                    CHECK(bone_at(again.model, bone, i, 0.05) == bone_at(all.original.model, bone, old, 0.05));
                }
                CHECK(times_of_event(again.model, 0, i) == times_of_event(all.original.model, 0, old));
            }
            CHECK(again.model.animations().find(4) == (dropped == 0 ? 0U : 1U));
            const auto second = all.own.get(all.own.animations)[1];
            CHECK(second.probability == (dropped == 0 ? 2767 : 32767));
            CHECK(all.own.get(all.own.animations)[0].next_variation == (dropped == 0 ? 1 : -1));
        }
    }
}

TEST_CASE("m2 edit: the last animation of an id takes its place in the playable lookup with it") {
    fixtures::m2::model described = mover(256);
    described.animations.pop_back();
    edited_model all{described};
    REQUIRE_FALSE(drop_animation(all.own, 1));
    std::string fallbacks;
    for (const m2::owned_playable& one : all.own.get(all.own.playable_lookup)) {
        fallbacks += std::to_string(one.fallback) + std::to_string(one.flags) + ' ';
    }
    CHECK(fallbacks == "00 03 00 00 00 00 00 00 "); // Stand
    CHECK(all.own.animation_lookup.count == 1);
}

TEST_CASE("m2 edit: an alias has the keys of a dropped animation from then on") {
    for (const fixtures::m2::model& described :
         {fixtures::m2::small(264), fixtures::m2::small_in_chunks(), fixtures::m2::small_with_skeleton()}) {
        edited_model all{described};
        REQUIRE_FALSE(drop_animation(all.own, 1)); // has an .anim; animation 2 is its alias
        CHECK((all.own.get(all.own.animations)[1].flags & is_alias) == 0);
        const reopened again{all};
        CHECK(again.model.animations()[1].id() == 5);
        CHECK(again.model.animations()[1].key_place() == m2::key_place::companion);
        CHECK(bone_at(again.model, 1, 1, 0) == bone_at(all.original.model, 1, 2, 0));
        CHECK(bone_at(again.model, 1, 2, 0.75) == bone_at(all.original.model, 1, 3, 0.75));
        bool has_file = false;
        for (const m2::written_companion& one : again.files->companions) {
            has_file =
                has_file || (one.kind == m2::companion_kind::animation_file && one.id == 5 && one.variation == 0);
        }
        CHECK(has_file);
        if (all.own.is_chunked) {
            std::string files;
            for (const m2::owned_animation_file& one : all.own.get(all.own.animation_files)) {
                files +=
                    std::to_string(one.id) + '-' + std::to_string(one.variation) + ' ' + std::to_string(one.file) + ' ';
            }
            CHECK(files == "7-2 0 5-0 1020 ");
        }
    }
}
TEST_CASE("m2 edit: an animation stays if its alias has keys of an .anim that was not joined") {
    const auto drop = [](m2::owned_model& model) { return drop_animation(model, 1); };
    fixtures::m2::opened alone{fixtures::m2::small(264)};
    m2::owned_model own = *decode(*m2::open(alone.files.file.span()));
    const m2::owned_model before = own;
    CHECK(to_string(drop(own)).find("m2.animations[2].keyPlace") != std::string::npos);
    CHECK(own == before);
    CHECK_FALSE(drop_animation(own, 2)); // the alias itself
    CHECK(own.get(own.bones)[1].translation.missing.count == 3);
    REQUIRE_FALSE(drop_animation(own, 1));
    CHECK(own.get(own.bones)[1].translation.missing.empty()); // nothing is missing any more
    CHECK(encode(own));
}

TEST_CASE("m2 edit: the first animation has its keys in the model") {
    edited_model all{fixtures::m2::small(264)};
    REQUIRE_FALSE(drop_animation(all.own, 0));
    for (std::size_t i = 0; i < 2; ++i) { // and its alias
        const m2::owned_animation& one = all.own.get(all.own.animations)[i];
        CHECK((one.flags & m2::animation_is_inside) != 0);
        CHECK(one.key_place == m2::key_place::file);
    }
    const reopened again{all};
    CHECK(bone_at(again.model, 1, 0, 0) == bone_at(all.original.model, 1, 1, 0));
    CHECK(bone_at(again.model, 1, 2, 0.75) ==
          bone_at(all.original.model, 1, 3, 0.75)); // was an alias of the dropped one
    fixtures::m2::opened alone{fixtures::m2::small(264)};
    m2::owned_model own = *decode(*m2::open(alone.files.file.span()));
    CHECK(to_string(drop_animation(own, 0)).find("m2.animations[1].keyPlace") != std::string::npos);
    check_refused_edit(fixtures::m2::small(264), "m2.animations: expected the number",
                       [](m2::owned_model& model) { return drop_animation(model, 4); });
}

TEST_CASE("m2 edit: drop_animations() does what drop_animation() does with each") {
    for (const fixtures::m2::model& described :
         {mover(256), mover(264), fixtures::m2::small(256), fixtures::m2::small(264), fixtures::m2::small_in_chunks(),
          fixtures::m2::small_with_skeleton()}) {
        const edited_model all{described};
        const std::uint32_t count = all.own.animations.count;
        for (unsigned chosen = 0; chosen + 1 < (1U << count); ++chosen) { // one stays
            CAPTURE(described.version);
            CAPTURE(chosen);
            m2::owned_model at_once = all.own, one_by_one = all.own;
            std::vector<std::uint32_t> numbers;
            for (std::uint32_t i = count; i-- > 0;) {
                if ((chosen >> i & 1U) != 0) {
                    numbers.push_back(i);
                    REQUIRE_FALSE(drop_animation(one_by_one, i));
                }
            }
            REQUIRE_FALSE(drop_animations(at_once, numbers));
            CHECK(equal_content(at_once, one_by_one));
        }
    }
}

TEST_CASE("m2 edit: a bone whose keys go with an animation is not transformed any more") {
    edited_model all{mover(264)};
    m2::owned_bone& bone = all.own.get(all.own.bones)[2];
    all.own.set(bone.translation.parts, {{}, all.own.get(all.own.get(all.own.bones)[0].translation.parts)[1], {}});
    bone.translation.times = {};
    bone.translation.values = {};
    REQUIRE_FALSE(drop_animation(all.own, 2));
    CHECK((all.own.get(all.own.bones)[2].flags & m2::bone_is_transformed) != 0);
    REQUIRE_FALSE(drop_animation(all.own, 1));
    CHECK((all.own.get(all.own.bones)[2].flags & m2::bone_is_transformed) == 0);
    CHECK((all.own.get(all.own.bones)[0].flags & m2::bone_is_transformed) != 0);
}

TEST_CASE("m2 edit: a track with a list per animation gets one for a new animation, also of a loop and without keys") {
    edited_model all{mover(264)};
    all.own.set(all.own.global_sequences, {100});
    m2::owned_bone& bone = all.own.get(all.own.bones)[0];
    bone.translation.global_sequence = 0;
    all.own.set(bone.scale.parts, {{}, {}, {}}); // without keys
    const m2::owned_model from = all.own;
    REQUIRE(append_animation(all.own, from, 0));
    const auto lists = all.own.get(all.own.get(all.own.bones)[0].translation.parts);
    REQUIRE(lists.size() == 4);
    CHECK(lists[0].times.count == 2);
    CHECK(lists[3].times.empty());
    CHECK(all.own.get(all.own.bones)[0].scale.parts.count == 4);
    const reopened again{all};
}

TEST_CASE("m2 edit: append_animation() adds an animation of another model") {
    for (const std::uint32_t version : layouts) {
        CAPTURE(version);
        fixtures::m2::model described = mover(version);
        described.animations.resize(2);
        described.events.push_back({.id = "$CAH"});
        edited_model all{described};
        const edited_model source{mover(version)};
        const auto added = append_animation(all.own, source.own, 2);
        INFO(to_string(added.error()));
        REQUIRE(added);
        CHECK(*added == 2);
        const reopened again{all};
        for (std::uint32_t bone = 0; bone < 3; ++bone) {
            for (const double seconds : {0.0, 0.03, 0.1}) {
                CAPTURE(bone);
                const auto expected = bone_at(source.original.model, bone, 2, seconds);
                CHECK(length(bone_at(again.model, bone, 2, seconds) - expected) < 1e-5);
                for (const std::uint32_t old : {0U, 1U}) {
                    const auto same = bone_at(all.original.model, bone, old, seconds);
                    CHECK(length(bone_at(again.model, bone, old, seconds) - same) < 1e-5);
                }
            }
        }
        const auto& still = all.own.get(all.own.bones)[2].translation; // one value for all animations
        CHECK((version < 264 ? still.times.count : still.parts.count) == 1);
        const m2::owned_animation& one = all.own.get(all.own.animations)[2];
        CHECK(one.variation == (version < 264 ? 0 : 1));
        CHECK(one.start == (version < 264 ? 1000 + 3333 : 0)); // behind the last key
        CHECK(one.duration == 100);
        CHECK(all.own.get(all.own.animations)[1].next_variation == 2);
        CHECK(one.probability == 2767);                 // the sum is 32,767 as it was
        CHECK(times_of_event(again.model, 0, 2) == ""); // the models have other events
        CHECK(times_of_event(again.model, 0, 1) == "50 ");
    }
}

TEST_CASE("m2 edit: a new animation has the events of a model with the same events") {
    for (const std::uint32_t version : {260U, 264U}) {
        edited_model all{mover(version)};
        all.own.get(all.own.animations)[1].flags |= version >= 264 ? 0U : 1U;
        REQUIRE(append_animation(all.own, all.before, 1));
        const reopened again{all};
        CHECK(times_of_event(again.model, 0, 3) == "50 ");
        CHECK(times_of_event(again.model, 0, 1) == "50 ");
        CHECK(times_of_event(again.model, 0, 2) == "");
    }
}

TEST_CASE("m2 edit: an event without ranges happens in the other animations as before") {
    fixtures::m2::model described = mover(256);
    described.events[0].times.ranges = {};
    edited_model all{described};
    REQUIRE(append_animation(all.own, all.before, 1));
    const reopened again{all};
    CHECK(times_of_event(again.model, 0, 0) == "50 ");
    CHECK(times_of_event(again.model, 0, 1) == "50 ");
    CHECK(times_of_event(again.model, 0, 2) == "");
    CHECK(times_of_event(again.model, 0, 3) == "50 ");
}

TEST_CASE("m2 edit: an animation with an .anim, or an alias, is added with its keys in the model") {
    const edited_model source{fixtures::m2::small(264)};
    for (const std::uint32_t number : {1U, 2U}) {
        edited_model all{fixtures::m2::small(264)};
        const auto added = append_animation(all.own, source.own, number);
        INFO(to_string(added.error()));
        REQUIRE(added);
        const m2::owned_animation& one = all.own.get(all.own.animations)[*added];
        CHECK((one.flags & (m2::animation_is_inside | m2::animation_is_alias)) == m2::animation_is_inside);
        CHECK(one.alias_next == *added);
        const reopened again{all};
        CHECK(bone_at(again.model, 1, *added, 0) == bone_at(source.original.model, 1, number, 0));
    }
}

auto append_of(const m2::owned_model& from, std::uint32_t number) {
    return [&from, number](m2::owned_model& model) { return append_animation(model, from, number).error(); };
}
TEST_CASE("m2 edit: append_animation() refuses other versions and numbers of bones") {
    const edited_model source{mover(264)};
    check_refused_edit(mover(264), "m2.animations: expected the number", append_of(source.own, 3));
    check_refused_edit(mover(260), "m2.version", append_of(source.own, 0));
    check_refused_edit(fixtures::m2::small(264), "m2.bones: expected the same number", append_of(source.own, 0));
}
TEST_CASE("m2 edit: append_animation() refuses other parents and interpolations") {
    const edited_model source{mover(264)};
    fixtures::m2::model described = mover(264);
    described.bones[2].parent = 1;
    check_refused_edit(described, "m2.bones[2].parent", append_of(source.own, 0));
    described = mover(264);
    described.bones[0].translation.interpolation = fixtures::m2::step;
    check_refused_edit(described, "m2.interpolation", append_of(source.own, 0));
}
TEST_CASE("m2 edit: a single key of another interpolation is added") {
    for (const std::uint32_t version : layouts) {
        fixtures::m2::model still = mover(version);
        still.bones[0].translation = fixtures::m2::constant({9, 8, 7}); // steps
        const edited_model source{still};
        edited_model all{mover(version)};
        REQUIRE(append_animation(all.own, source.own, 0));
        const reopened again{all};
        CHECK(bone_at(again.model, 0, 3, 0.05) == vector3<double>{9, 8, 7});
        CHECK(bone_at(again.model, 0, 0, 0.05) == bone_at(all.original.model, 0, 0, 0.05));
    }
}
TEST_CASE("m2 edit: append_animation() refuses missing keys and times above 32 bits") {
    const fixtures::m2::opened alone{fixtures::m2::small(264)};
    const m2::owned_model without_keys = *decode(*m2::open(alone.files.file.span()));
    check_refused_edit(fixtures::m2::small(264), "m2.animations[1].keyPlace", append_of(without_keys, 1));
    fixtures::m2::model described = mover(260);
    described.animations[2].end = 0xFFFF'FFF0;
    const edited_model older{mover(260)};
    check_refused_edit(described, "m2.animations[3].end", append_of(older.own, 0));
}

TEST_CASE("m2 edit: keys for many animations of many tracks are refused") {
    for (const std::uint32_t version : {256U, 264U}) { // one key of each bone is that of all animations
        m2::owned_model model = *decode(fixtures::m2::opened{{.version = version}}.model);
        std::uint32_t start = 0;
        for (int i = 0; i < 1000; ++i, start += 20) {
            m2::owned_animation one{};
            one.duration = 10;
            one.start = version < 264 ? start : 0;
            one.end = one.start + one.duration;
            one.flags = m2::animation_is_inside;
            model.append(model.animations, one);
        }
        m2::owned_bone bone{};
        bone.parent = -1;
        bone.translation.global_sequence = -1;
        model.set(bone.translation.times, {0});
        model.set(bone.translation.values, {{1, 2, 3}});
        if (version >= 264) {
            model.append(bone.translation.parts, {.times = bone.translation.times, .values = bone.translation.values});
        }
        model.set(model.bones, std::vector<m2::owned_bone>(2000, bone));
        m2::owned_model other = model;
        other.all<vec3<form::host>>()[bone.translation.values.first] = {4, 5, 6};
        const m2::owned_model before = model;
        CHECK(append_animation(model, other, 0).error().code == errc::budget);
        CHECK(model == before);
    }
}

TEST_CASE("m2 edit: set_keys() replaces the keys of one animation") {
    const std::array<std::uint32_t, 2> times{25, 75};
    const vector_keys values{{1, 2, 3}, {5, 6, 7}};
    for (const std::uint32_t version : layouts) {
        for (const std::uint32_t bone : {0U, 1U, 2U}) {
            CAPTURE(version);
            CAPTURE(bone);
            edited_model all{mover(version)};
            const error why = set_keys(all.own, all.own.get(all.own.bones)[bone].translation, 1, times, values);
            INFO(to_string(why));
            REQUIRE_FALSE(why);
            const reopened again{all};
            CHECK(bone_at(again.model, bone, 1, 0) == vector3<double>{1, 2, 3}); // held at both ends
            const vector3<double> middle = bone == 2 ? vector3<double>{1, 2, 3} : vector3<double>{3, 4, 5}; // steps
            CHECK(length(bone_at(again.model, bone, 1, 0.05) - middle) < 1e-9);
            CHECK(bone_at(again.model, bone, 1, 0.1) == vector3<double>{5, 6, 7});
            for (const std::uint32_t other : {0U, 2U}) {
                for (const double seconds : {0.0, 0.04, 0.1}) {
                    const auto expected = bone_at(all.original.model, bone, other, seconds);
                    CHECK(length(bone_at(again.model, bone, other, seconds) - expected) < 1e-5);
                }
            }
        }
    }
}

TEST_CASE("m2 edit: a track without keys gets some, and flags follow") {
    for (const std::uint32_t version : layouts) {
        CAPTURE(version);
        edited_model all{mover(version)};
        m2::owned_bone& bone = all.own.get(all.own.bones)[2];
        bone.flags = 8;
        bone.scale.interpolation = m2::interpolation::linear;
        REQUIRE_FALSE(set_keys(all.own, bone.scale, 0, std::array{0U, 100U}, vector_keys{{2, 2, 2}, {3, 3, 3}}));
        CHECK(bone.flags == 0x208);
        const reopened again{all};
        const auto scale_at = [&](std::uint32_t animation) {
            return m2::sample<double>(again.model.bones()[2].scale(), {.animation = animation, .seconds = 0.05},
                                      {1, 1, 1});
        };
        CHECK(scale_at(0) == vector3<double>{2.5, 2.5, 2.5});
        CHECK(scale_at(1) == vector3<double>{1, 1, 1}); // at rest
        CHECK(scale_at(2) == vector3<double>{1, 1, 1});
    }
    edited_model all{fixtures::m2::small(264)}; // opacities: the batch is not static any more
    auto& weight = all.own.all<m2::owned_track<m2::owned_opacity>>()[0];
    m2::owned_batch& first = all.own.all<m2::owned_batch>()[0];
    first.transform_combo = 1; // none
    first.flags = m2::batch_is_static;
    REQUIRE_FALSE(set_keys(all.own, weight, 0, std::array{0U, 1000U}, std::vector<m2::owned_opacity>{{0}, {32767}}));
    CHECK(first.flags == 0);
    CHECK_FALSE(set_keys(all.own, weight, 0, std::array{500U}, std::vector<m2::owned_opacity>{{5}}));
    CHECK(all.own.keys(weight, 0).times[0] == 0); // a single key is that of the whole animation
}

TEST_CASE("m2 edit: keys of an alias are those of its target, and rotations are packed") {
    for (const std::uint32_t version : {256U, 260U, 264U}) {
        edited_model all{fixtures::m2::small(version)};
        const std::vector<quat<form::host>> turned{quaternion<float>{0, 0, 1, 0}, quaternion<float>{0, 1, 0, 0}};
        REQUIRE_FALSE(set_rotation_keys(all.own, all.own.get(all.own.bones)[1], 1, std::array{0U, 500U}, turned));
        const reopened again{all};
        for (const std::uint32_t animation : version < 264 ? std::vector{1U} : std::vector{1U, 2U}) {
            const auto q =
                m2::sample<double>(again.model.bones()[1].rotation(), {.animation = animation, .seconds = 0.5});
            CHECK(q.y == 1);
            CHECK(q.w == 0);
        }
        const auto first = m2::sample<double>(again.model.bones()[1].rotation(), {.animation = 0, .seconds = 1});
        CHECK(first.z == doctest::Approx(0.70710678).epsilon(1e-4));
    }
}

TEST_CASE("m2 edit: set_times() replaces the times of an event in one animation") {
    for (const std::uint32_t version : layouts) {
        CAPTURE(version);
        edited_model all{mover(version)};
        m2::owned_event& event = all.own.get(all.own.events)[0];
        REQUIRE_FALSE(set_times(all.own, event, 1, std::array{10U, 90U}));
        {
            const reopened again{all};
            CHECK(times_of_event(again.model, 0, 0) == "50 ");
            CHECK(times_of_event(again.model, 0, 1) == "10 90 ");
            CHECK(times_of_event(again.model, 0, 2) == "");
        }
        REQUIRE_FALSE(set_times(all.own, event, 0, {}));
        const reopened again{all};
        CHECK(times_of_event(again.model, 0, 0) == "");
        CHECK(times_of_event(again.model, 0, 1) == "10 90 ");
    }
}

TEST_CASE("m2 edit: keys that cannot be set are refused") {
    for (const std::uint32_t version : {260U, 264U}) {
        check_refused_edit(mover(version), "m2.animations: expected the number", set_translation(0, 3, {0, 1}));
        check_refused_edit(mover(version), "m2.times", set_translation(0, 0, {1, 1}));
        check_refused_edit(mover(version), "m2.times", set_translation(0, 0, {1, 101}));
        check_refused_edit(mover(version), "m2.values", set_translation(0, 0, {1}));
        check_refused_edit(mover(version), "m2: expected a track of the model", [](m2::owned_model& model) {
            m2::owned_track<vec3<form::host>> other = model.get(model.bones)[0].translation;
            return set_keys(model, other, 0, std::array{0U, 1U}, two_translations);
        });
    }
    check_refused_edit(mover(264), "set_rotation_keys()", [](m2::owned_model& model) {
        return set_keys(model, model.get(model.bones)[0].rotation, 0, std::array{0U}, std::array{quat<form::host>{}});
    });
    check_refused_edit(fixtures::m2::small(264), "m2.globalSequence", [](m2::owned_model& model) {
        return set_keys(model, model.get(model.bones)[1].scale, 0, std::array{0U, 1U}, two_translations);
    });
    const fixtures::m2::opened alone{fixtures::m2::small(264)};
    m2::owned_model without_keys = *decode(*m2::open(alone.files.file.span()));
    CHECK(to_string(set_translation(1, 1, {0, 1})(without_keys)).find("m2.animations[1].keyPlace") !=
          std::string::npos);
}

TEST_CASE("m2 edit: before version 264, keys of animations that overlap, and beside times that fall, are refused") {
    fixtures::m2::model described = mover(260);
    described.animations[1].start = 150;
    check_refused_edit(described, "m2.animations[1].start: expected animations that do not overlap",
                       set_translation(0, 0, {0, 1}));
    check_refused_edit(described, "m2.animations[1].start", [](m2::owned_model& model) {
        return set_times(model, model.get(model.events)[0], 0, std::array{1U});
    });
    described = mover(260);
    described.events[0].times.ranges[1] = {0, 1}; // the times of the first animation
    check_refused_edit(described, "m2.events[1].ranges", [](m2::owned_model& model) {
        return set_times(model, model.get(model.events)[0], 2, std::array{1U});
    });
    described = mover(260);
    described.bones[0].translation.times = {100, 200, 300, 250, 500, 600};
    check_refused_edit(described, "m2.times: expected times that rise", set_translation(0, 0, {0, 1}));
    described = mover(260);
    described.events[0].times.times = {350, 150};
    check_refused_edit(described, "m2.events[].times: expected times that rise", [](m2::owned_model& model) {
        return set_times(model, model.get(model.events)[0], 0, std::array{1U});
    });
    described = mover(260);
    described.bones[0].translation.times = {100, 200, 300, 300, 500, 600}; // two keys at the same time
    edited_model equal_times{described};
    CHECK_FALSE(set_translation(0, 0, {0, 1})(equal_times.own));
}

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
