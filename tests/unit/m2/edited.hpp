// Models that were edited, written and opened again.
#pragma once

#include "m2/opened.hpp"
#include "support/edited.hpp"

#include <effigy/content.hpp>
#include <effigy/m2/edit.hpp>
#include <effigy/m2/encode.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/m2/sample/event.hpp>

#include <set>

namespace m2_edits {

using namespace effigy;
using fixtures::m2::inside;
using fixtures::m2::is_alias;

inline constexpr std::uint32_t layouts[] = {256, 260, 264, 272};

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
[[nodiscard]] inline vector3<double> bone_at(const m2::model& of, std::uint32_t bone, std::uint32_t animation,
                                             double seconds) {
    return m2::sample<double>(of.bones()[bone].translation(), {.animation = animation, .seconds = seconds});
}
[[nodiscard]] inline std::string times_of_event(const m2::model& of, std::uint32_t number, std::uint32_t animation) {
    std::string out;
    for_each_firing(of, of.events()[number], animation, 0, 100,
                    [&](double time) { out += std::to_string(static_cast<int>(time * 1000 + 0.5)) + ' '; });
    return out;
}

// Three bones that move in a line of three animations; the second bone only in the first animation.
[[nodiscard]] inline fixtures::m2::model mover(std::uint32_t version) {
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

} // namespace m2_edits
