#include <effigy/core/math.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
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
    for (const matrix& long_axis :
         {matrix{x_axis * 1e200, y_axis, z_axis, {}}, matrix{x_axis, y_axis * 1e200, z_axis, {}},
          matrix{x_axis, y_axis, z_axis * 1e200, {}}}) { // the square of a length is infinite
        CHECK_FALSE(inverse(long_axis));
    }
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
    for (const matrix& flat :
         {matrix{{1, 1, 0}, {}, {}, {}}, matrix{{0, 1, 0}, {}, {}, {}}, matrix{{0, 0, 2}, {}, {}, {}},
          matrix{x_axis, {}, z_axis, {}}, matrix{{}, y_axis, z_axis, {}}, matrix{x_axis, y_axis, {}, {}},
          matrix{{}, {}, z_axis, {}}, matrix{{}, {}, {}, {}}}) {
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

namespace {

// Three or four numbers, which tests compare and change by number.
std::array<double, 3> numbers_of(const vector& v) { return {v.x, v.y, v.z}; }
std::array<double, 4> numbers_of(const rotation& q) { return {q.x, q.y, q.z, q.w}; }
double& component(vector& v, std::size_t i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }
double& component(rotation& q, std::size_t i) { return i == 0 ? q.x : i == 1 ? q.y : i == 2 ? q.z : q.w; }
double& component(matrix& m, std::size_t i) {
    return component(i < 3 ? m.x : i < 6 ? m.y : i < 9 ? m.z : m.translation, i % 3);
}
double& component(vector4<double>& v, std::size_t i) { return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w; }
double& component(vector2<double>& v, std::size_t i) { return i == 0 ? v.x : v.y; }
template <class T> bool near_numbers(const T& a, const T& b) {
    bool out = true;
    for (std::size_t i = 0; i < numbers_of(a).size(); ++i) {
        out = out && std::abs(numbers_of(a)[i] - numbers_of(b)[i]) < 1e-9;
    }
    return out;
}
// The product of quaternions, which applies q first.
rotation product(const rotation& p, const rotation& q) {
    return {p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
            p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}
// What finds each number of a T: equality, and whether all are finite.
template <class T> void check_each_number(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        CAPTURE(i);
        T a{}, b{};
        CHECK(a == b);
        CHECK(impl::is_finite(a));
        component(b, i) += 1;
        CHECK_FALSE(a == b);
        for (const double bad : {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
            component(b, i) = bad;
            CHECK_FALSE(impl::is_finite(b));
        }
    }
}

} // namespace

TEST_CASE("vectors, rotations and matrices: equality and finiteness depend on each number") {
    check_each_number<vector2<double>>(2);
    check_each_number<vector>(3);
    check_each_number<vector4<double>>(4);
    check_each_number<rotation>(4);
    check_each_number<matrix>(12);
}

TEST_CASE("vectors, rotations and matrices: operations by their definitions, for numbers without symmetry") {
    std::mt19937_64 random{3};
    const auto any = [&] { return static_cast<double>(random() % 4001) / 1000 - 2; };
    const auto any_vector = [&] { return vector{any(), any(), any()}; };
    for (int round = 0; round < 40; ++round) {
        const vector a = any_vector(), b = any_vector(), c = any_vector(), d = any_vector();
        const auto p = numbers_of(a), q = numbers_of(b);
        const double t = any();
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
            CHECK(numbers_of(a + b)[i] == p[i] + q[i]);
            CHECK(numbers_of(a - b)[i] == p[i] - q[i]);
            CHECK(numbers_of(-a)[i] == -p[i]);
            CHECK(numbers_of(a * t)[i] == p[i] * t);
            CHECK(numbers_of(lerp(a, b, t))[i] == doctest::Approx(p[i] + (q[i] - p[i]) * t));
            CHECK(numbers_of(cross(a, b))[i] == doctest::Approx(p[j] * q[k] - p[k] * q[j]));
            sum += p[i] * q[i];
        }
        CHECK(dot(a, b) == doctest::Approx(sum));
        CHECK(length(a) == doctest::Approx(std::sqrt(dot(a, a))));
        CHECK(near_numbers(normalized(a) * length(a), a));
        CHECK(near_numbers(normalized(a * 1e-200), normalized(a)));

        const matrix m{a, b, c, d}, n{c + a, a - b, b, c};
        const vector at = any_vector();
        CHECK(near_numbers(transform_vector(m, at), a * at.x + b * at.y + c * at.z));
        CHECK(near_numbers(transform_point(m, at), a * at.x + b * at.y + c * at.z + d));
        CHECK(near_numbers(transform_point(m * n, at), transform_point(m, transform_point(n, at))));
        CHECK(determinant(m) == doctest::Approx(a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) +
                                                c.x * (a.y * b.z - a.z * b.y)));
        REQUIRE(inverse(m));
        CHECK(near_numbers(transform_point(inverse(m).matrix, transform_point(m, at)), at));
        // A transformed normal is orthogonal to what is transformed along the plane, and on the same side.
        const vector normal = normalized(cross(at, d));
        CHECK(std::abs(dot(transform_normal(m, normal), transform_vector(m, at))) < 1e-9);
        CHECK(dot(transform_normal(m, normal), transform_vector(m, normal)) > 0);

        const rotation r = normalized(rotation{any(), any(), any(), any()});
        const rotation s = normalized(rotation{any(), any(), any(), any()});
        CHECK(dot(r, s) == doctest::Approx(r.x * s.x + r.y * s.y + r.z * s.z + r.w * s.w));
        CHECK(dot(r, r) == doctest::Approx(1));
        CHECK(near_numbers(normalized(rotation{r.x * 1e-200, r.y * 1e-200, r.z * 1e-200, r.w * 1e-200}), r));
        const vector scaled{at.x * b.x, at.y * b.y, at.z * b.z};
        const rotation turned_point = product(product(r, {scaled.x, scaled.y, scaled.z, 0}), {-r.x, -r.y, -r.z, r.w});
        CHECK(near_numbers(transform_point(compose(a, r, b), at),
                           a + vector{turned_point.x, turned_point.y, turned_point.z}));
        const double part = static_cast<double>(round) / 40, sign = dot(r, s) < 0 ? -1 : 1;
        const double angle = std::acos(std::min(1.0, std::abs(dot(r, s))));
        const auto mix = [&](double of_r, double of_s) {
            return normalized(rotation{r.x * of_r + s.x * of_s, r.y * of_r + s.y * of_s, r.z * of_r + s.z * of_s,
                                       r.w * of_r + s.w * of_s});
        };
        CHECK(near_numbers(nlerp(r, s, part), mix(1 - part, part * sign)));
        CHECK(near_numbers(slerp(r, s, part), mix(std::sin((1 - part) * angle), std::sin(part * angle) * sign)));
    }
}
