#include <effigy/core/evaluation.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <vector>

namespace {

using namespace effigy;
using vector = vector3<double>;
using matrix = matrix4x3<double>;

// Two matrices move each vertex; for the last vertex, the number of the second one is out of range.
constexpr auto halves = [](std::size_t vertex, std::size_t k) {
    const std::uint32_t number = k < 2 ? static_cast<std::uint32_t>(k) : npos;
    return impl::influence<double>{vertex == 2 && k == 1 ? 7 : number, k < 2 ? 0.5 : 0.0};
};
const std::vector<vector> stored_points{{1, 0, 0}, {0, 1, 0}, {0, 0, 2}};
const std::vector<matrix> moving_matrices{{.translation = {2, 0, 0}}, {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {}}};

} // namespace

TEST_CASE("looped: returns a time from 0 to below the length for any time") {
    CHECK(impl::looped(2.5, 2) == 0.5);
    CHECK(impl::looped(-0.5, 2) == 1.5);
    CHECK(impl::looped(2, 2) == 0);
    CHECK(impl::looped(-1e-300, 2) == 0); // not 2, which is outside the loop
    for (const double value :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
        CHECK(impl::looped(value, 2) == 0);
        CHECK(impl::looped(1, -value) == 0);
    }
    CHECK(impl::looped(1, 0) == 0);
    for (const double sign : {1.0, -1.0}) { // more than 4e15 lengths from 0
        CHECK(impl::looped(sign * 4.5e15, 1.1) == 0);
        CHECK(impl::looped(sign * 4e15, 1) == 0);
    }
    CHECK(impl::looped(4e15 - 0.5, 1) == 0.5);
}

TEST_CASE("played_time: clamps or wraps") {
    CHECK(impl::played_time(-1, 2, playback::once) == 0);
    CHECK(impl::played_time(1.5, 2, playback::once) == 1.5);
    CHECK(impl::played_time(5, 2, playback::once) == 2);
    CHECK(impl::played_time(5, 2, playback::loop) == 1);
    CHECK(impl::played_time(std::numeric_limits<double>::quiet_NaN(), 2, playback::once) == 0);
}

TEST_CASE("local_matrices: writes all matrices or none") {
    const std::vector<pose<double>> poses{{.position = {1, 2, 3}}, {}};
    std::vector<matrix> out(2);
    CHECK(local_matrices(poses, out) == 2);
    CHECK(out[0].translation == vector{1, 2, 3});
    CHECK(out[1] == matrix{});
    out.resize(1);
    CHECK(local_matrices(poses, out) == 0);
}

TEST_CASE("blend: between two poses, rotations along the shorter arc at constant speed") {
    const double half = square_root(0.5);
    const pose<double> a{{1, 2, 3}, {}, {1, 1, 1}};
    const pose<double> b{{3, 2, 1}, {0, 0, -half, -half}, {5, 1, 1}}; // a quarter turn about z
    const pose<double> now = blend(a, b, 0.25);
    CHECK(now.position == vector{1.5, 2, 2.5});
    CHECK(now.scale == vector{2, 1, 1});
    CHECK(now.rotation.z == doctest::Approx(0.19509032201612825)); // sine of 11.25 degrees
    CHECK(now.rotation.w == doctest::Approx(0.9807852804032304));
    for (const double weight : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        CHECK(blend(a, b, weight) == a);
    }
    for (const double weight : {1.0, 2.0}) {
        CHECK(blend(a, b, weight) == b); // as given: -q is not made q
    }
}

TEST_CASE("blend: writes all poses or none, also over one of the two") {
    const std::vector<pose<float>> a{{.position = {1, 0, 0}}, {.position = {0, 2, 0}}};
    std::vector<pose<float>> b{{.position = {3, 0, 0}}, {.position = {0, 4, 0}}};
    std::vector<pose<float>> few(1);
    CHECK(blend(a, few, 0.5F, b) == 0);
    CHECK(blend(few, a, 0.5F, b) == 0);
    CHECK(blend(a, b, 0.5F, few) == 0);
    CHECK(few[0] == pose<float>{});
    CHECK(blend(a, b, 0.5, b) == 2);
    CHECK(b[0].position == vector3<float>{2, 0, 0});
    CHECK(b[1].position == vector3<float>{0, 3, 0});
}

TEST_CASE("skinning: the weighted sum of the transformed positions") {
    std::vector<vector> out(3);
    CHECK(impl::skin_positions(stored_points, halves, moving_matrices, out) == 3);
    CHECK(out[0] == vector{1, 0, 0}); // mean of (3 0 0) and (-1 0 0)
    CHECK(out[1] == vector{1, 1, 0}); // mean of (2 1 0) and (0 1 0)
    CHECK(out[2] == vector{1, 0, 1}); // half of (2 0 2); the other influence is ignored
    CHECK(impl::skin_positions(stored_points, halves, moving_matrices, std::span{out}.first(2)) == 0);
}

TEST_CASE("skinning: normals have length 1") {
    std::vector<vector> out(3);
    CHECK(impl::skin_normals(stored_points, halves, moving_matrices, out) == 3);
    CHECK(out[0] == vector{}); // the two normals are opposite
    CHECK(out[1] == vector{0, 1, 0});
    CHECK(out[2] == vector{0, 0, 1});
}
