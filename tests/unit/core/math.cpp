#include <effigy/core/math.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <span>
#include <utility>

namespace {

using namespace effigy;
using vector = vector3<double>;
using rotation = quaternion<double>;
using matrix = matrix4x3<double>;

constexpr vector x_axis{1, 0, 0}, y_axis{0, 1, 0}, z_axis{0, 0, 1};

static_assert(dot(vector{1, 2, 3}, vector{4, 5, 6}) == 32);
static_assert(cross(x_axis, y_axis) == z_axis && cross(y_axis, z_axis) == x_axis);
static_assert(lerp(vector{0, 2, 4}, vector{4, 2, 0}, 0.25) == vector{1, 2, 3});
static_assert(vector{1, 2, 3} - vector{1, 1, 1} == vector{0, 1, 2});

// Scaled by 2 along x, rotated by 180 degrees about y, then translated.
constexpr matrix turned = compose(vector{1, 2, 3}, rotation{0, 1, 0, 0}, vector{2, 1, 1});
static_assert(turned == matrix{{-2, 0, 0}, {0, 1, 0}, {0, 0, -1}, {1, 2, 3}});
static_assert(transform_point(turned, vector{1, 1, 1}) == vector{-1, 3, 2});
static_assert(transform_vector(turned, vector{1, 1, 1}) == vector{-2, 1, -1});
static_assert(determinant(turned) == 2 && determinant(matrix{}) == 1);
static_assert(determinant(matrix{{-1, 0, 0}, y_axis, z_axis, {}}) == -1, "mirrored");

constexpr matrix moved_along_x{x_axis, y_axis, z_axis, {10, 0, 0}};
static_assert((turned * moved_along_x).translation == vector{-19, 2, 3}, "the right operand is applied first");
static_assert((moved_along_x * turned).translation == vector{11, 2, 3});
static_assert(matrix{} * turned == turned && turned * matrix{} == turned);

constexpr double root_half = 0.70710678118654752;

using stored_vector = vec3<form::little>;
static_assert(std::convertible_to<stored_vector, vector3<float>> && !std::convertible_to<stored_vector, vector>);
static_assert(vector3<float>{stored_vector::of(vector{1, 2, 3})} == vector3<float>{1, 2, 3});
static_assert(stored_vector::of(vector{1, 2, 3}) == stored_vector::of(vector3<float>{1, 2, 3}));
static_assert(2.0 * x_axis == x_axis * 2.0 && -x_axis + x_axis == vector{});

static_assert(inverse(turned) && inverse(turned).matrix * turned == matrix{});
static_assert(!inverse(matrix{x_axis, x_axis, z_axis, {}}) && !inverse(matrix{{}, {}, {}, {}}));
static_assert(!inverse(matrix{x_axis * 1e-200, y_axis * 1e-200, z_axis * 1e-200, {}}), "the inverse is not finite");

} // namespace

TEST_CASE("compose: a rotation by 90 degrees about z maps x to y and y to -x") {
    const matrix quarter = compose(vector{}, rotation{0, 0, root_half, root_half}, vector{1, 1, 1});
    CHECK(quarter.x.x == doctest::Approx(0));
    CHECK(quarter.x.y == doctest::Approx(1));
    CHECK(quarter.y.x == doctest::Approx(-1));
    CHECK(quarter.z == z_axis);
}

TEST_CASE("nlerp: interpolates linearly, then normalises") {
    const rotation a{};
    const rotation b{1, 0, 0, 0};
    CHECK(nlerp(a, b, 0.0) == a);
    CHECK(nlerp(a, b, 1.0) == b);
    const rotation quarter = nlerp(a, b, 0.25); // (0.25, 0, 0, 0.75) / sqrt(0.625); slerp would return 0.38, 0.92
    CHECK(quarter.x == doctest::Approx(0.316227766));
    CHECK(quarter.w == doctest::Approx(0.948683298));
}

TEST_CASE("nlerp: uses the shorter arc") {
    const rotation a{0, 0, 0, 1};
    const rotation b{-0.6, 0, 0, -0.8}; // the same rotation as (0.6, 0, 0, 0.8)
    const rotation middle = nlerp(a, b, 0.5);
    CHECK(middle.x == doctest::Approx(0.316227766));
    CHECK(middle.w == doctest::Approx(0.948683298));
    CHECK(nlerp(a, b, 1.0) == rotation{0.6, 0, 0, 0.8});
}

TEST_CASE("nlerp: returns the identity if the sum is zero") {
    const rotation zero{0, 0, 0, 0};
    CHECK(nlerp(zero, zero, 0.5) == rotation{});
}

TEST_CASE_TEMPLATE("length and square root", Real, float, double) {
    CHECK(length(vector3<Real>{2, 3, 6}) == 7);
    CHECK(square_root(Real{2.25}) == Real{1.5});
    CHECK(length(vector3<Real>{}) == 0);
}

TEST_CASE("normalized: length 1, and zero stays zero") {
    CHECK(normalized(vector{0, 3, 4}) == vector{0, 0.6, 0.8});
    CHECK(normalized(vector{}) == vector{});
    for (const double size : {1e300, 1e-300, 5e-324}) {
        CHECK(normalized(vector{0, size, 0}) == vector{0, 1, 0});
        CHECK(normalized(rotation{size, 0, 0, 0}) == rotation{1, 0, 0, 0});
    }
    CHECK(normalized(vector3<float>{1e20F, 0, 0}) == vector3<float>{1, 0, 0});
    CHECK(normalized(vector3<float>{0, 1e-24F, 0}) == vector3<float>{0, 1, 0});
}

TEST_CASE("inverse: exists only if it is finite") {
    const matrix tiny{x_axis * 1e-13, y_axis * 1e-13, z_axis * 1e-13, {1, 2, 3}};
    REQUIRE(inverse(tiny));
    CHECK((inverse(tiny).matrix * tiny).x.x == doctest::Approx(1));
    const matrix distant{x_axis * 1e-13, y_axis * 1e-13, z_axis * 1e-13, {1e300, 0, 0}};
    CHECK_FALSE(inverse(distant));
    CHECK_FALSE(inverse(matrix{x_axis * std::numeric_limits<double>::quiet_NaN(), y_axis, z_axis, {}}));
}

TEST_CASE("transform_normal: stays orthogonal to a scaled plane and keeps its side of a mirrored one") {
    const matrix stretched{x_axis * 4.0, y_axis, z_axis, {9, 9, 9}};
    const vector along{-1, 1, 0};
    const vector normal = normalized(vector{1, 1, 0});
    CHECK(dot(transform_vector(stretched, along), transform_normal(stretched, normal)) == doctest::Approx(0));
    CHECK(length(transform_normal(stretched, normal)) == doctest::Approx(1));
    const matrix mirrored{-x_axis, y_axis, z_axis, {}};
    CHECK(transform_normal(mirrored, x_axis) == -x_axis);
    const matrix flat{x_axis, y_axis, {}, {}};
    CHECK(transform_normal(flat, z_axis) == z_axis);
}

TEST_CASE("decompose: is the inverse of compose") {
    const vector scales[] = {{1, 1, 1}, {2, 3, 4}, {-2, 3, 0.5}};
    const rotation turns[] = {{},           {1, 0, 0, 0},          {0, 1, 0, 0},
                              {0, 0, 1, 0}, {0.1, -0.7, 0.5, 0.5}, {0.5, 0.5, 0.5, 0.5}};
    for (const vector& scale : scales) {
        for (const rotation& turn : turns) {
            const matrix whole = compose(vector{5, 6, 7}, normalized(turn), scale);
            const auto parts = decompose(whole);
            CHECK(parts.shear == doctest::Approx(0));
            const matrix again = parts.pose.matrix();
            for (const auto& [a, b] : {std::pair{whole.x, again.x}, {whole.y, again.y}, {whole.z, again.z}}) {
                CHECK(length(a - b) == doctest::Approx(0));
            }
            CHECK(again.translation == whole.translation);
        }
    }
}

TEST_CASE("decompose: reports shear") {
    const auto sheared = decompose(matrix{x_axis, vector{1, 1, 0}, z_axis, {}});
    CHECK(sheared.shear == doctest::Approx(root_half));
    CHECK(sheared.pose.rotation == rotation{});
    for (const matrix& flat : {matrix{x_axis, {}, z_axis, {}}, matrix{{}, y_axis, z_axis, {}},
                               matrix{x_axis, y_axis, {}, {}}, matrix{{}, {}, z_axis, {}}, matrix{{}, {}, {}, {}}}) {
        const auto parts = decompose(flat);
        CHECK(length(parts.pose.matrix().x - flat.x) == doctest::Approx(0));
        CHECK(length(parts.pose.matrix().y - flat.y) == doctest::Approx(0));
        CHECK(length(parts.pose.matrix().z - flat.z) == doctest::Approx(0));
        const rotation& turn = parts.pose.rotation;
        CHECK(dot(turn, turn) == doctest::Approx(1));
    }
}

TEST_CASE("decompose: returns a rotation even for parallel axes") {
    const vector a{0.3, 0.8, 0.7};
    for (const matrix& flat :
         {matrix{a, a, z_axis, {}}, matrix{a, a * 2.0, a * -3.0, {}}, matrix{x_axis, z_axis, z_axis, {}},
          matrix{{}, a, a * 1.5, {}}, matrix{a, a * -1.0, {}, {}}}) {
        const auto parts = decompose(flat);
        CHECK(parts.shear == doctest::Approx(1));
        const rotation& turn = parts.pose.rotation;
        CHECK(dot(turn, turn) == doctest::Approx(1));
    }
}

TEST_CASE("box: the bounds of all finite points") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const vector points[] = {{nan, 0, 0}, {1, -2, 3}, {0, infinite, 0}, {-1, 4, 3}};
    const box<double> all = box<double>::around(points);
    REQUIRE(all);
    CHECK(all.min == vector{-1, -2, 3});
    CHECK(all.max == vector{1, 4, 3});
    CHECK_FALSE(box<double>::around(std::span{points}.first(1)));
    box<double> both = box<double>::around(std::span{points}.subspan(1, 1));
    both.add(box<double>{});
    CHECK(both.max == vector{1, -2, 3});
    both.add(all);
    CHECK(both == all);
}
