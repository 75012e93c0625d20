#include <effigy/core/math.hpp>

#include <doctest/doctest.h>

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

// A half turn about y, twice as large along x, then moved.
constexpr matrix turned = compose(vector{1, 2, 3}, rotation{0, 1, 0, 0}, vector{2, 1, 1});
static_assert(turned == matrix{{-2, 0, 0}, {0, 1, 0}, {0, 0, -1}, {1, 2, 3}});
static_assert(transform_point(turned, vector{1, 1, 1}) == vector{-1, 3, 2});
static_assert(transform_vector(turned, vector{1, 1, 1}) == vector{-2, 1, -1});
static_assert(determinant(turned) == 2 && determinant(matrix{}) == 1);
static_assert(determinant(matrix{{-1, 0, 0}, y_axis, z_axis, {}}) == -1, "mirrored");

constexpr matrix moved_along_x{x_axis, y_axis, z_axis, {10, 0, 0}};
static_assert((turned * moved_along_x).translation == vector{-19, 2, 3}, "the right one first");
static_assert((moved_along_x * turned).translation == vector{11, 2, 3});
static_assert(matrix{} * turned == turned && turned * matrix{} == turned);

constexpr double root_half = 0.70710678118654752;

} // namespace

TEST_CASE("compose: a quarter turn about z takes x to y and y to -x") {
    const matrix quarter = compose(vector{}, rotation{0, 0, root_half, root_half}, vector{1, 1, 1});
    CHECK(quarter.x.x == doctest::Approx(0));
    CHECK(quarter.x.y == doctest::Approx(1));
    CHECK(quarter.y.x == doctest::Approx(-1));
    CHECK(quarter.z == z_axis);
}

TEST_CASE("nlerp: along the straight line, then back to unit length") {
    const rotation a{};
    const rotation b{1, 0, 0, 0};
    CHECK(nlerp(a, b, 0.0) == a);
    CHECK(nlerp(a, b, 1.0) == b);
    const rotation quarter = nlerp(a, b, 0.25); // (0.25, 0, 0, 0.75) / sqrt(0.625); slerp would give 0.38, 0.92
    CHECK(quarter.x == doctest::Approx(0.316227766));
    CHECK(quarter.w == doctest::Approx(0.948683298));
}

TEST_CASE("nlerp: takes the nearer arc") {
    const rotation a{0, 0, 0, 1};
    const rotation b{-0.6, 0, 0, -0.8}; // the same turn as (0.6, 0, 0, 0.8)
    const rotation middle = nlerp(a, b, 0.5);
    CHECK(middle.x == doctest::Approx(0.316227766));
    CHECK(middle.w == doctest::Approx(0.948683298));
    CHECK(nlerp(a, b, 1.0) == rotation{0.6, 0, 0, 0.8});
}

TEST_CASE("nlerp: of nothing is the identity") {
    const rotation zero{0, 0, 0, 0};
    CHECK(nlerp(zero, zero, 0.5) == rotation{});
}

TEST_CASE_TEMPLATE("length and square root", Real, float, double) {
    CHECK(length(vector3<Real>{2, 3, 6}) == 7);
    CHECK(square_root(Real{2.25}) == Real{1.5});
    CHECK(length(vector3<Real>{}) == 0);
}
