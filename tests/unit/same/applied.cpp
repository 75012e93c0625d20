// Scenes that were edited, as an editor writes them, reconciled and brought back into models and clips.
#include "grimrock/applied.hpp"
#include "gltf/fixtures.hpp"
#include "grimrock/figure.hpp"
#include "p3d/figure.hpp"
#include "same/digests.hpp"
#include "same/edited.hpp"
#include "scene/mistreat.hpp"

#include <effigy/p3d/apply.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/p3d/scene.hpp>
#include <effigy/scene/origins.hpp>
#include <effigy/scene/reconcile.hpp>

#include <doctest/doctest.h>

namespace { namespace same_applied {

using namespace effigy;
using same::add;

// Edits a scene, as numbered or mistreated by an editor, and reconciles it with the original.
scene reconciled(same::digest& to, same::scene_editor& edits, const scene& original, std::uint64_t seed) {
    scene now = original;
    if (edits.below(2) == 0) {
        number_vertices(now);
    }
    now = edits.edit(std::move(now));
    if (edits.below(2) == 0) {
        scene worse = mistreating::mistreated(now, {.seed = seed});
        now = verify(worse) ? std::move(now) : std::move(worse);
    }
    result<scene> made = reconcile(now, original, same::remarks_to(to), {.delete_missing = edits.below(2) == 0});
    add(to, made.error());
    if (!made) {
        return now;
    }
    add(to, *made);
    return *std::move(made);
}

same::digest digest_of_grimrock(const fixtures::model& described, int version, std::uint64_t seed) {
    same::digest sum;
    const grimrock::owned_model before = applied::decoded(described, version);
    const grimrock::owned_animation clip = applied::decoded(fixtures::figure::idle(), 1 + version % 3);
    const scene original = applied::shown(before, &clip);
    for (const std::uint64_t last = seed + 60; seed < last; ++seed) {
        CAPTURE(seed);
        sum.begin("edit " + std::to_string(seed));
        same::scene_editor edits{seed};
        const scene now = reconciled(sum, edits, original, seed);
        grimrock::owned_model model = before;
        const grimrock::apply_options options{.made_with = {.include_colors = true},
                                              .delete_missing = edits.below(2) == 0,
                                              .rewrite_all = edits.below(8) == 0};
        add(sum, apply(now, model, same::remarks_to(sum), options));
        add(sum, encode(model));
        grimrock::owned_animation keys = edits.below(4) == 0 ? grimrock::owned_animation{} : clip;
        add(sum, apply(now, "clip", model, keys, same::remarks_to(sum), options));
        add(sum, encode(keys));
    }
    return sum;
}

same::digest digest_of_arma(const fixtures::p3d::model& described, std::uint64_t seed) {
    same::digest sum;
    const auto file = write(described), moving = write(fixtures::p3d::figure::nod());
    const p3d::owned_model before = *decode(*p3d::open(file.span()));
    const p3d::owned_animation clip = *decode(*p3d::open_animation(moving.span()));
    const p3d::named_clip clips[] = {{"nod", *p3d::open_animation(moving.span())}};
    for (const std::uint64_t last = seed + 60; seed < last; ++seed) {
        CAPTURE(seed);
        sum.begin("edit " + std::to_string(seed));
        same::scene_editor edits{seed};
        p3d::apply_options options;
        options.made_with.include_all_levels = options.made_with.include_points = edits.below(4) != 0;
        options.made_with.include_all_weights = edits.below(2) == 0;
        options.made_with.clips = edits.below(2) == 0 ? std::span{clips} : std::span<const p3d::named_clip>{};
        options.delete_missing = edits.below(2) == 0;
        options.rewrite_all = edits.below(8) == 0;
        const scene original = to_scene(*p3d::open(file.span()), options.made_with).value();
        const scene now = reconciled(sum, edits, original, seed);
        p3d::owned_model model = before;
        add(sum, apply(now, model, same::remarks_to(sum), options));
        add(sum, encode(model));
        p3d::owned_animation keys = edits.below(4) == 0 ? p3d::owned_animation{} : clip;
        add(sum, apply(now, "nod", before, keys, same::remarks_to(sum), options));
        add(sum, encode(keys));
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
    CHECK(sum.difference(0x48AE'5213'E82A'87A7) == "");
}
TEST_CASE("scenes that were edited are brought into models of Grimrock in the same way") {
    CHECK(same_applied::digest_of_grimrock(fixtures::everything(2), 2, 100).difference(0xAE97'691F'0ED4'FCAB) == "");
    CHECK(same_applied::digest_of_grimrock(fixtures::figure::model(), 2, 200).difference(0x0528'7F92'373C'9EC0) == "");
}
TEST_CASE("scenes that were edited are brought into models of Druidstone in the same way") {
    CHECK(same_applied::digest_of_grimrock(fixtures::everything(4), 4, 300).difference(0x26F2'08FF'BBDC'2497) == "");
    CHECK(same_applied::digest_of_grimrock(fixtures::figure::model(), 4, 400).difference(0x5E5A'0EE2'2C99'CA7F) == "");
}
TEST_CASE("scenes that were edited are brought into models of Arma in the same way") {
    using namespace fixtures::p3d;
    fixtures::p3d::lod memory{.resolution = 1e15F};
    memory.points = {{{0, 1, 2}}, {{3, 4, 5}}, {{6, 7, 8}}};
    memory.tags = {selection("axis", {1, 1, 0}, {}), selection("eye", {0, 0, 1}, {})};
    CHECK(same_applied::digest_of_arma({{everything("P3DM"), triangle(2), memory}}, 500)
              .difference(0xD382'3D56'B904'4A25) == "");
    CHECK(same_applied::digest_of_arma(figure::model(), 600).difference(0x1928'E12E'0C7F'4FD7) == "");
}
