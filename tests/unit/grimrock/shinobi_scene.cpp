#include "grimrock/figure.hpp"
#include "grimrock/scene.hpp"
#include "grimrock/scene_torture.hpp"

#include <effigy/grimrock.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;

// Removes the extras, which differ between the versions.
void remove_extras(scene& made) {
    made.extras.clear();
    for (scene::mesh& shape : made.meshes) {
        shape.extras.clear();
    }
}

} // namespace

TEST_CASE("shinobi scene: equals the scene of the same model in Grimrock's version") {
    const auto older_file = fixtures::write(fixtures::figure::model(), 2);
    const auto newer_file = fixtures::write(fixtures::figure::model(), 4);
    const auto older_clip = fixtures::write(fixtures::figure::idle(), 2);
    const auto newer_clip = fixtures::write(fixtures::figure::idle(), 3);
    const auto older = *grimrock::open(older_file.span());
    const auto newer = *grimrock::open(newer_file.span());
    const std::vector<grimrock::named_clip> older_clips{{"idle", *grimrock::open_animation(older_clip.span())}};
    const std::vector<grimrock::named_clip> newer_clips{{"idle", *grimrock::open_animation(newer_clip.span())}};
    for (const playback mode : {playback::once, playback::loop}) {
        auto first = to_scene(older, {.clips = older_clips, .mode = mode});
        auto second = to_scene(newer, {.clips = newer_clips, .mode = mode});
        REQUIRE(first);
        REQUIRE(second);
        CHECK(to_string(verify(*second)) == "no error");
        CHECK(support::extra<double>(second->extras, "version") == 4);
        remove_extras(*first);
        remove_extras(*second);
        CHECK(scenes::farthest(scenes::positions_of(*first), scenes::positions_of(*second)) < 1e-6);
        for (scene* each : {&*first, &*second}) { // decomposing a matrix changes some bits
            for (scene::node& node : each->nodes) {
                node.local = {};
            }
        }
        CHECK(*first == *second);
    }
}

TEST_CASE("shinobi scene: triangles below a mirrored node show the same side as in the game") {
    const auto file = fixtures::write(fixtures::model{{"root", -1, {.scale = {1, -2, 1}}, fixtures::triangle()},
                                                      {"child", 0, {.position = {1, 2, 3}}, fixtures::triangle()},
                                                      {"twice", 0, {.scale = {1, 1, -1}}, fixtures::triangle()}},
                                      4);
    const auto model = *grimrock::open(file.span());
    const auto made = to_scene(model);
    REQUIRE(made);
    CHECK(scenes::farthest(scenes::fronts_of(*made), scenes::expected_fronts(model)) < 1e-6);
    CHECK(made->meshes[0].indices == scene::list<std::uint32_t>{0, 1, 2});
}

TEST_CASE("shinobi scene: an error of verify() is returned") {
    auto file = fixtures::write(fixtures::model{{"only", -1, {}, fixtures::triangle()}}, 4);
    file.poke(file.at("mdl1.nodes[0].mesh.indices[1]"), 3);
    CHECK(grimrock::to_scene(*grimrock::open(file.span())).error().code == errc::out_of_bounds);
}

TEST_CASE("shinobi scene: corrupt files") {
    scenes::torture([](auto file) { return grimrock::open(file); },
                    [](auto file) { return grimrock::open_animation(file); },
                    fixtures::write(fixtures::everything(4), 4), fixtures::write(fixtures::moves(), 3));
}
