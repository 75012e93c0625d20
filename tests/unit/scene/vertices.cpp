#include <effigy/scene/verify_mesh.hpp>
#include <effigy/scene/vertices.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <utility>
#include <vector>

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
    CHECK(repair_normals(shape) == 3);
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
    CHECK(repair_normals(shape) == 0);
    CHECK(shape.normals[0] == nearly);
    CHECK(shape.normals[1] == vector3<float>{1, 0, 0});
    CHECK(shape.normals[2].x == doctest::Approx(0.70710678));
}
TEST_CASE("scene vertices: lengths of 1 are those that verify() takes") {
    CHECK(is_unit(vector3<float>{0.6F, 0.8002F, 0}));
    CHECK_FALSE(is_unit(vector3<float>{0.6F, 0.801F, 0}));
    CHECK_FALSE(is_unit(vector3<float>{not_finite, 0, 0}));
    CHECK(is_unit(quaternion<float>{0, 0.6F, 0, 0.8001F}));
    CHECK_FALSE(is_unit(quaternion<float>{0, 0.6F, 0, 0.8002F}));
    CHECK_FALSE(is_unit(quaternion<float>{0, 0, 0, 0}));
}
TEST_CASE("scene vertices: tangents without a direction become orthogonal to the normal") {
    scene::mesh shape;
    shape.normals = {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
    shape.tangents = {{0, 0, 0, -0.5F}, {not_finite, 0, 0, 0}, {0, 3, 0, 1}};
    CHECK(repair_tangents(shape) == 2);
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

TEST_CASE("scene vertices: normals and tangents are scaled if their length is not 1 up to the precision of a float") {
    const std::pair<float, bool> cases[] = {
        {1.0000004F, true}, {1.000001F, false}, {0.9999996F, true}, {0.999999F, false}};
    for (const auto& one : cases) {
        const float length = one.first;
        const bool is_kept = one.second;
        CAPTURE(length);
        for (std::size_t k = 0; k < 3; ++k) {
            const vector3<float> unit{k == 0 ? 1.0F : 0, k == 1 ? 1.0F : 0, k == 2 ? 1.0F : 0};
            const vector3<float> stored = unit * length;
            scene::mesh shape;
            shape.normals = {unit, stored};
            shape.tangents = {{unit.x, unit.y, unit.z, 1}, {stored.x, stored.y, stored.z, -1}};
            CHECK(repair_normals(shape) == 0);
            CHECK(repair_tangents(shape) == 0);
            CHECK(shape.normals[1] == (is_kept ? stored : unit));
            const vector4<float>& tangent = shape.tangents[1];
            CHECK(vector3<float>{tangent.x, tangent.y, tangent.z} == (is_kept ? stored : unit));
        }
    }
    scene::mesh shape;
    shape.normals = {{0, 0, 1}};
    for (const auto& [w, expected] : {std::pair{2.0F, 1.0F}, {-0.5F, -1.0F}, {0.0F, 1.0F}, {not_finite, 1.0F}}) {
        shape.tangents = {{0.8660254F, 0, 0.5F, w}};
        CHECK(repair_tangents(shape) == 0);
        CHECK(shape.tangents[0].w == expected);
    }
}
TEST_CASE("scene vertices: a triangle gives its normal to each corner that lacks one") {
    for (std::size_t bad = 0; bad < 3; ++bad) {
        scene::mesh shape;
        shape.positions = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        shape.indices = {0, 1, 2};
        shape.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
        shape.normals[bad] = {};
        CHECK(repair_normals(shape) == 1);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(shape.normals[i] == (i == bad ? vector3<float>{1, 0, 0} : vector3<float>{0, 0, 1}));
        }
    }
}
TEST_CASE("scene vertices: influences of a file") {
    struct number {
        int value;
        [[nodiscard]] int get() const { return value; }
    };
    struct bones {
        number bone[4];
    };
    const std::vector<bones> joints{{{{5}, {6}, {7}, {8}}}, {{{6}, {5}, {9}, {9}}}, {{{9}, {9}, {9}, {9}}}};
    const std::vector<vector4<float>> weights{{0.5F, 0.25F, 0.25F, 0}, {1, 0, 0, 0}, {0.25F, 0.25F, 0.25F, 0.25F}};
    scene::mesh shape;
    const auto joint_of = [](int bone) { return bone == 9 ? npos : static_cast<std::uint32_t>(bone) - 5; };
    CHECK(impl::fill_influences(shape, joints, weights, 1, joint_of) == 2); // the second, and the one without weights
    REQUIRE(shape.joints.size() == 1);
    CHECK(shape.joints[0] == scene::list<scene::joints4>{{0, 1, 2, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}});
    CHECK(shape.weights[0] == scene::list<scene::weights4>{{0.5F, 0.25F, 0.25F, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}});
}
