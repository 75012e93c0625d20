// Which vertices of edited scenes are of the original.
#include "scene/bring_back.hpp"

#include <cmath>

namespace { namespace reconciling_origins {

using namespace bringing_back;

TEST_CASE("scene reconcile: only vertices of the original prove their origins") {
    scene original;
    for (const char* const name : {"box", "lid"}) {
        original.nodes[add_node(original, name, npos)].mesh = static_cast<std::uint32_t>(original.meshes.size());
        original.meshes.push_back(loose_triangles(name, 12));
    }
    original.meshes[1].positions[0].x += 5;
    scene changed = original;
    number_vertices(changed);
    const auto why = [&](origin_check check) {
        const auto made = reconcile(changed, original, [](const remark&) {}, {.origins = check});
        return made ? "" : to_string(made.error());
    };
    const auto made_with = [&](origin_check check) {
        auto made = reconcile(changed, original, [](const remark&) {}, {.origins = check});
        REQUIRE(made);
        return std::move(made->made);
    };
    changed.meshes[0].positions[3] = {30, 0, 0};
    std::swap(changed.meshes[0].origins[1], changed.meshes[0].origins[2]);
    CHECK(why(origin_check::strict) == "");
    CHECK(made_with(origin_check::strict).meshes[0].positions[1] == changed.meshes[0].positions[2]);
    CHECK(made_with(origin_check::ignored).meshes[0].positions[1] == original.meshes[0].positions[1]);

    SUBCASE("a mesh of another version") {
        for (scene::origin& each : changed.meshes[1].origins) {
            each.proof ^= 1U;
        }
        CHECK(why(origin_check::strict) == "bad_value: scene.meshes[1].origins: expected origins of the original's "
                                           "vertices; found wrong ones, found 12");
        const scene made = made_with(origin_check::lenient);
        CHECK(made.meshes[0].positions[3] == vector3<float>{30, 0, 0});
        CHECK(made.meshes[1] == numbered(original).meshes[1]); // by its values
    }
    SUBCASE("some right numbers are enough, and few wrong ones are new vertices") {
        for (std::uint32_t i = 1; i < 12; ++i) {
            changed.meshes[1].origins[i].proof ^= 1U;
        }
        CHECK(why(origin_check::strict) == "");
        changed.meshes[1] = loose_triangles("lid", 3);
        changed.meshes[1].origins = {{1, 0, 70}, {1, 1, 70}, {1, 2, 70}};
        CHECK(why(origin_check::strict) == "");
    }
    SUBCASE("of a mesh with few vertices") {
        changed.meshes[1] = loose_triangles("lid", 12);
        changed.meshes[1].origins.clear();
        for (std::uint32_t i = 0; i < 12; ++i) {
            changed.meshes[1].origins.push_back({7, i, 70}); // no such mesh
        }
        CHECK(why(origin_check::strict) == "");
        for (scene::mesh& mesh : changed.meshes) {
            for (scene::origin& each : mesh.origins) {
                each.proof = each.mesh == 7 ? 70 : each.proof ^ 1U;
            }
        }
        CHECK(why(origin_check::strict) != "");
    }
    SUBCASE("origins without a proof are believed") {
        for (scene::origin& each : changed.meshes[0].origins) {
            each.proof = 0;
        }
        CHECK(why(origin_check::strict) == "");
        CHECK(made_with(origin_check::strict).meshes[0].positions[1] == changed.meshes[0].positions[2]);
    }
}

}} // namespace ::reconciling_origins
