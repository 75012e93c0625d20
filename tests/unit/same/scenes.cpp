// The scenes of fixtures, as GLB.
#include "grimrock/figure.hpp"
#include "m2/figure.hpp"
#include "m2/opened.hpp"
#include "nwn/figure.hpp"
#include "nwn/opened.hpp"
#include "nwn/text_samples.hpp"
#include "p3d/figure.hpp"
#include "same/digests.hpp"

#include <effigy/any_scene.hpp>
#include <effigy/nwn/scene_text.hpp>

#include <doctest/doctest.h>

namespace { namespace same_scenes {

// Adds a scene, which must be valid.
void add(same::digest& to, const effigy::result<effigy::scene>& made) {
    REQUIRE_MESSAGE(made, to_string(made.error()));
    CHECK_FALSE(verify(*made));
    same::add(to, *made);
}

}} // namespace ::same_scenes

TEST_CASE("scenes of Grimrock and Druidstone: the same bits on every platform") {
    same::digest sum;
    for (const int version : {2, 4}) {
        for (const bool has_colors : {false, true}) {
            for (const fixtures::model& described : {fixtures::everything(version), fixtures::figure::model()}) {
                const auto file = fixtures::write(described, version),
                           keys = fixtures::write(fixtures::figure::idle(), 2);
                const effigy::grimrock::named_clip clips[] = {{"idle", *effigy::grimrock::open_animation(keys.span())}};
                effigy::grimrock::scene_options options{.clips = clips};
                options.include_colors = has_colors;
                options.mode = has_colors ? effigy::playback::loop : effigy::playback::once;
                same_scenes::add(sum, to_scene(*effigy::grimrock::open(file.span()), options));
            }
        }
    }
    CHECK(sum.difference(0x7E53'0EFB'1BC1'7171) == "");
}

TEST_CASE("scenes of Neverwinter Nights: the same bits on every platform") {
    using namespace fixtures::nwn;
    same::digest sum;
    for (const bool has_all : {false, true}) {
        effigy::nwn::scene_options options;
        options.include_collision = options.include_colors = options.animate_materials = has_all;
        options.front = !has_all;
        for (const fixtures::nwn::model& described :
             {bioware(), enhanced(), nwnmdlcomp(), figure::model(flavour::bioware), figure::model(flavour::enhanced)}) {
            const opened sample{described};
            const effigy::nwn::model supermodels[] = {sample.model};
            options.supermodels = has_all ? std::span{supermodels} : std::span<const effigy::nwn::model>{};
            same_scenes::add(sum, to_scene(sample.model, options));
        }
        options.supermodels = {};
        const std::string text = text_of_all_types();
        same_scenes::add(sum, to_scene(*effigy::nwn::open_text(text), options));
    }
    CHECK(sum.difference(0xD04A'D69B'F4A3'2301) == "");
}

TEST_CASE("scenes of World of Warcraft: the same bits on every platform") {
    std::vector<fixtures::m2::model> all = fixtures::m2::every_small();
    for (const std::uint32_t version : {256U, 264U}) {
        all.push_back(fixtures::m2::figure::model(version));
    }
    same::digest sum;
    for (const bool has_all : {false, true}) {
        effigy::m2::scene_options options;
        options.include_all_parts = options.animate_materials = options.include_layers = options.include_collision =
            has_all;
        options.front = options.metres = !has_all;
        for (const fixtures::m2::model& described : all) {
            same_scenes::add(sum, to_scene(fixtures::m2::opened{described}.model, options));
        }
    }
    CHECK(sum.difference(0x5A3F'6122'7B33'40DB) == "");
}

TEST_CASE("scenes of Arma: the same bits on every platform") {
    using namespace fixtures::p3d;
    const auto keys = write(figure::nod()), moving = write(moves());
    const effigy::p3d::named_clip clips[] = {{"nod", *effigy::p3d::open_animation(keys.span())},
                                             {"moves", *effigy::p3d::open_animation(moving.span())}};
    same::digest sum;
    for (const bool has_all : {false, true}) {
        effigy::p3d::scene_options options;
        options.clips = clips;
        options.include_all_levels = options.include_points = options.include_all_weights =
            options.include_selection_attributes = has_all;
        for (const fixtures::p3d::model& described :
             {figure::model(), fixtures::p3d::model{{everything("P3DM"), triangle(1)}},
              fixtures::p3d::model{{everything("SP3X")}}, fixtures::p3d::model{{everything("SP3D"), inward_box()}}}) {
            const auto file = write(described);
            same_scenes::add(sum, to_scene(*effigy::p3d::open(file.span()), options));
        }
    }
    CHECK(sum.difference(0xD246'F0B5'B75A'4BD1) == "");
}
