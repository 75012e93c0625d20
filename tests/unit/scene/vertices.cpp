#include <effigy/scene/vertices.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

using namespace effigy;

constexpr float not_finite = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

} // namespace

TEST_CASE("scene vertices: positions and texture coordinates that are not finite") {
    scene::mesh shape;
    shape.positions = {{1, 2, 3}, {not_finite, 0, 0}, {0, infinite, 0}};
    shape.texcoords = {{{0.5F, 0.25F}, {not_finite, 1}, {1, -infinite}}};
    CHECK(impl::repair_positions(shape) == 2);
    CHECK(shape.positions == scene::list<vector3<float>>{{1, 2, 3}, {}, {}});
    CHECK(impl::repair_texcoords(shape) == 2);
    CHECK(shape.texcoords[0] == scene::list<vector2<float>>{{0.5F, 0.25F}, {}, {}});
}
TEST_CASE("scene vertices: normals without a direction are computed from the adjacent triangles") {
    scene::mesh shape;
    shape.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 5}, {9, 9, 9}};
    shape.indices = {0, 1, 2, 0, 3, 1}; // areas 0.5 towards z, 2.5 towards y
    shape.normals = {{}, {0, 0, 2}, {1, 0, 0}, {not_finite, 0, 0}, {0, infinite, 0}};
    CHECK(impl::repair_normals(shape) == 3);
    CHECK(shape.normals[0].y == doctest::Approx(5 / 5.0990195));
    CHECK(shape.normals[0].z == doctest::Approx(1 / 5.0990195));
    CHECK(shape.normals[1] == vector3<float>{0, 0, 1}); // normalised
    CHECK(shape.normals[2] == vector3<float>{1, 0, 0});
    CHECK(shape.normals[3] == vector3<float>{0, 1, 0});
    CHECK(shape.normals[4] == vector3<float>{0, 1, 0}); // not used by a triangle
}
TEST_CASE("scene vertices: normals of length 1 keep their bits") {
    scene::mesh shape;
    const vector3<float> nearly{0.6F, 0.8000001F, 0};
    shape.normals = {nearly, {1e-30F, 0, 0}, {3e38F, 3e38F, 0}};
    CHECK(impl::repair_normals(shape) == 0);
    CHECK(shape.normals[0] == nearly);
    CHECK(shape.normals[1] == vector3<float>{1, 0, 0});
    CHECK(shape.normals[2].x == doctest::Approx(0.70710678));
}
TEST_CASE("scene vertices: tangents without a direction become orthogonal to the normal") {
    scene::mesh shape;
    shape.normals = {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
    shape.tangents = {{0, 0, 0, -0.5F}, {not_finite, 0, 0, 0}, {0, 3, 0, 1}};
    CHECK(impl::repair_tangents(shape) == 2);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& [x, y, z, w] = shape.tangents[i];
        CHECK(dot(vector3<float>{x, y, z}, shape.normals[i]) == 0);
        CHECK(dot(vector3<float>{x, y, z}, vector3<float>{x, y, z}) == doctest::Approx(1));
        CHECK(w == (i == 0 ? -1 : 1));
    }
}
TEST_CASE("scene vertices: influences as glTF requires") {
    const auto check = [](scene::joints4 joints, scene::weights4 weights, const scene::joints4& expected_joints,
                          const scene::weights4& expected) {
        impl::normalise_influences(joints, weights, 9);
        CHECK(joints == expected_joints);
        CHECK(weights == expected);
    };
    check({1, 2, 3, 4}, {0.5F, 0.5F, 0, 0}, {1, 2, 0, 0}, {0.5F, 0.5F, 0, 0});
    check({1, 2, 1, 2}, {1, 1, 1, 1}, {1, 2, 0, 0}, {0.5F, 0.5F, 0, 0}); // no joint twice
    check({7, 2, 3, 4}, {not_finite, 2, -1, infinite}, {0, 2, 0, 0}, {0, 1, 0, 0});
    check({1, 2, 3, 4}, {0, 0, 0, 0}, {9, 0, 0, 0}, {1, 0, 0, 0});
    check({1, 1, 2, 4}, {3e38F, 3e38F, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}); // the sum exceeds the range of a float
    check({1, 1, 1, 1}, {3e38F, 3e38F, 3e38F, 3e38F}, {1, 0, 0, 0}, {1, 0, 0, 0});
    for (std::size_t big = 0; big < 4; ++big) { // the sum is too large, but only one weight is
        for (std::size_t small = 0; small < 4; ++small) {
            if (small == big) {
                continue;
            }
            scene::joints4 joints{1, 2, 3, 4}, first{};
            scene::weights4 weights{}, all{};
            joints[small] = joints[big];
            weights[big] = 3e38F;
            weights[small] = 0.8e38F;
            first[small < big ? small : big] = joints[big];
            all[small < big ? small : big] = 1;
            check(joints, weights, first, all);
        }
    }
}
