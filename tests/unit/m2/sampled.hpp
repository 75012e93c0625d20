// What the tests of sample() share.
#pragma once

#include "m2/opened.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace sampled_m2 {

using namespace effigy;
using fixtures::m2::animation;
using fixtures::m2::half;
using fixtures::m2::interpolation;
using fixtures::m2::opened;
using fixtures::m2::track;
using vector = vector3<double>;
using numbers = std::vector<double>;

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline void check_same(const vector& a, const vector& b) {
    CHECK(a.x == doctest::Approx(b.x));
    CHECK(a.y == doctest::Approx(b.y));
    CHECK(a.z == doctest::Approx(b.z));
}
inline void check_same(const quaternion<double>& a, const quaternion<double>& b) {
    check_same(vector{a.x, a.y, a.z}, vector{b.x, b.y, b.z});
    CHECK(a.w == doctest::Approx(b.w));
}

} // namespace sampled_m2
