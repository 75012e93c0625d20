#include <effigy/scene/color.hpp>

#include <doctest/doctest.h>

#include <limits>

TEST_CASE("scene color: linear_of_srgb") {
    using effigy::impl::linear_of_srgb;
    CHECK(linear_of_srgb(0) == 0);
    CHECK(linear_of_srgb(1) == 1);
    CHECK(linear_of_srgb(0.04) == doctest::Approx(0.04 / 12.92));
    CHECK(linear_of_srgb(0.04045) == 0.04045 / 12.92);
    CHECK(linear_of_srgb(0.5) == doctest::Approx(0.21404114).epsilon(1e-7));
    CHECK(linear_of_srgb(0.8) == doctest::Approx(0.60382734).epsilon(1e-7));
    CHECK(linear_of_srgb(2) == doctest::Approx(4.95).epsilon(1e-2));
    CHECK(linear_of_srgb(-1) == 0);
    CHECK(linear_of_srgb(std::numeric_limits<double>::quiet_NaN()) == 0);
    CHECK(linear_of_srgb(1e300) > 1e300);
}
TEST_CASE("scene color: linear_color clamps to 0 .. 1") {
    const double infinite = std::numeric_limits<double>::infinity();
    CHECK(effigy::impl::linear_color({2, 1, 0}) == effigy::vector3<float>{1, 1, 0});
    CHECK(effigy::impl::linear_color({infinite, -infinite, infinite - infinite}) == effigy::vector3<float>{1, 0, 0});
}
