// Scenes that were edited, as an editor writes them, reconciled and brought back into models and clips.
#include "gltf/fixtures.hpp"
#include "grimrock/figure.hpp"
#include "grimrock/fixtures.hpp"
#include "p3d/figure.hpp"
#include "same/digests.hpp"
#include "same/edited.hpp"
#include "scene/mistreat.hpp"

#include <effigy/grimrock/apply.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/p3d/apply.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/scene/reconcile.hpp>

#include <doctest/doctest.h>

namespace { namespace same_applied {

using namespace effigy;
using same::add;

// Edits a scene, as numbered or mistreated by an editor, and reconciles it with the original; if that is refused, by
// names.
scene_edits reconciled(same::digest& to, same::scene_editor& edits, const scene& original, std::uint64_t seed) {
    scene now = original;
    if (edits.below(2) == 0) {
        number_vertices(now);
    } else {
        for (scene::mesh& each : now.meshes) {
            each.origins.clear();
        }
    }
    now = edits.edit(std::move(now));
    if (edits.below(2) == 0) {
        scene worse = mistreating::mistreated(now, {.seed = seed});
        now = verify(worse) ? std::move(now) : std::move(worse);
    }
    result<scene_edits> made = reconcile(now, original, same::remarks_to(to), {.delete_missing = edits.below(2) == 0});
    add(to, made.error());
    if (!made) {
        return *edits_by_names(std::move(now), original, same::remarks_to(to));
    }
    add(to, made->made);
    CHECK_FALSE(verify(*made, original));
    return *std::move(made);
}
// Brings edits into a model and its clips.
template <class Session, class Options>
void apply_all(same::digest& to, const scene_edits& edits, Session& in, const Options& options) {
    const auto add_written = [&](const auto& made) {
        add(to, made.error());
        if (made) {
            add(to, encode(*made));
        }
    };
    add_written(apply(edits, in, same::remarks_to(to), options));
    for (std::uint32_t i = 0; i < edits.made.clips.size(); ++i) {
        add_written(apply(edits, i, in, same::remarks_to(to), options));
    }
}

same::digest digest_of_grimrock(const fixtures::model& described, int version, std::uint64_t seed) {
    same::digest sum;
    const auto file = fixtures::write(described, version),
               moving = fixtures::write(fixtures::figure::idle(), 1 + version % 3);
    const grimrock::named_clip clips[] = {{"clip", *grimrock::open_animation(moving.span())}};
    for (const std::uint64_t last = seed + 60; seed < last; ++seed) {
        CAPTURE(seed);
        sum.begin("edit " + std::to_string(seed));
        same::scene_editor edits{seed};
        auto session = *begin_edit(*grimrock::open(file.span()), {.clips = clips, .include_colors = true});
        const scene_edits made = reconciled(sum, edits, session.original(), seed);
        apply_all(sum, made, session,
                  grimrock::apply_options{.delete_missing = edits.below(2) == 0, .rewrite_all = edits.below(8) == 0});
    }
    return sum;
}

same::digest digest_of_arma(const fixtures::p3d::model& described, std::uint64_t seed) {
    same::digest sum;
    const auto file = write(described), moving = write(fixtures::p3d::figure::nod());
    const p3d::named_clip clips[] = {{"nod", *p3d::open_animation(moving.span())}};
    for (const std::uint64_t last = seed + 60; seed < last; ++seed) {
        CAPTURE(seed);
        sum.begin("edit " + std::to_string(seed));
        same::scene_editor edits{seed};
        p3d::scene_options made_with;
        made_with.include_all_levels = made_with.include_points = edits.below(4) != 0;
        made_with.include_all_weights = edits.below(2) == 0;
        made_with.clips = edits.below(2) == 0 ? std::span{clips} : std::span<const p3d::named_clip>{};
        const p3d::apply_options options{.delete_missing = edits.below(2) == 0, .rewrite_all = edits.below(8) == 0};
        auto session = *begin_edit(*p3d::open(file.span()), made_with);
        const scene_edits made = reconciled(sum, edits, session.original(), seed);
        apply_all(sum, made, session, options);
    }
    return sum;
}

}} // namespace ::same_applied

TEST_CASE("scenes that were edited are reconciled in the same way") {
    same::digest sum;
    const effigy::scene scenes[] = {gltf::triangle(), gltf::everything(), gltf::without_data()};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        sum.begin("edit " + std::to_string(seed));
        same::scene_editor edits{seed};
        const effigy::scene original = edits.edit(scenes[edits.below(std::size(scenes))]);
        static_cast<void>(same_applied::reconciled(sum, edits, original, seed));
    }
    CHECK(sum.difference(0x05AD'24FE'4809'A48D) == "");
}
TEST_CASE("scenes that were edited are brought into models of Grimrock in the same way") {
    CHECK(same_applied::digest_of_grimrock(fixtures::everything(2), 2, 100).difference(0x9741'307F'4E9A'79C5) == "");
    CHECK(same_applied::digest_of_grimrock(fixtures::figure::model(), 2, 200).difference(0x8910'DBE1'00F9'06B5) == "");
}
TEST_CASE("scenes that were edited are brought into models of Druidstone in the same way") {
    CHECK(same_applied::digest_of_grimrock(fixtures::everything(4), 4, 300).difference(0x35CE'889D'27C6'2670) == "");
    CHECK(same_applied::digest_of_grimrock(fixtures::figure::model(), 4, 400).difference(0xCF73'BEB7'27E8'D872) == "");
}
TEST_CASE("scenes that were edited are brought into models of Arma in the same way") {
    using namespace fixtures::p3d;
    fixtures::p3d::lod memory{.resolution = 1e15F};
    memory.points = {{{0, 1, 2}}, {{3, 4, 5}}, {{6, 7, 8}}};
    memory.tags = {selection("axis", {1, 1, 0}, {}), selection("eye", {0, 0, 1}, {})};
    CHECK(same_applied::digest_of_arma({{everything("P3DM"), triangle(2), memory}}, 500)
              .difference(0x650D'7A63'9BAD'EF60) == "");
    CHECK(same_applied::digest_of_arma(figure::model(), 600).difference(0xA276'27B0'3C8B'2EEA) == "");
}
