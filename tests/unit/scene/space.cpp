#include <effigy/scene/space.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>

namespace {

using namespace effigy;
using vector = vector3<double>;
using rotation = quaternion<double>;
using matrix = matrix4x3<double>;

double apart(const matrix& a, const matrix& b) {
    double most = 0;
    for (const vector& d : {a.x - b.x, a.y - b.y, a.z - b.z, a.translation - b.translation}) {
        most = length(d) > most ? length(d) : most;
    }
    return most;
}

// Pseudo-random numbers from -1 to 1, the same on every platform.
class numbers {
public:
    double next() {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<double>(state_ >> 11U) / static_cast<double>(std::uint64_t{1} << 52U) - 1;
    }
    vector next_vector() { return {next(), next(), next()}; }

private:
    std::uint64_t state_ = 1;
};

} // namespace

TEST_CASE_TEMPLATE("scene space: matrices, poses and points are converted consistently", Space, impl::mirrored_x,
                   impl::mirrored_z, impl::z_up) {
    numbers any;
    for (int i = 0; i < 100; ++i) {
        const pose<double> local{
            any.next_vector(), normalized(rotation{any.next(), any.next(), any.next(), any.next()}), any.next_vector()};
        const matrix turned = Space::matrix(local.matrix());
        const pose<double> turned_pose{Space::point(local.position), Space::rotation(local.rotation),
                                       Space::scale(local.scale)};
        CHECK(apart(turned, turned_pose.matrix()) < 1e-14);
        const vector p = any.next_vector();
        CHECK(length(transform_point(turned, Space::point(p)) - Space::point(transform_point(local.matrix(), p))) <
              1e-14);
    }
}
TEST_CASE("scene space: handedness of each space") {
    const auto volume = [](auto space) {
        using to = decltype(space);
        return dot(to::point(vector{1, 0, 0}), cross(to::point(vector{0, 1, 0}), to::point(vector{0, 0, 1})));
    };
    CHECK(volume(impl::mirrored_x{}) == -1);
    CHECK(volume(impl::mirrored_z{}) == -1);
    CHECK(volume(impl::z_up{}) == 1);
    CHECK(impl::z_up::point(vector{0, 0, 1}) == vector{0, 1, 0}); // up
}
TEST_CASE("scene space: a sheared matrix becomes two poses") {
    numbers any;
    for (int i = 0; i < 1000; ++i) {
        matrix m{any.next_vector(), any.next_vector(), any.next_vector(), any.next_vector()};
        switch (i % 5) { // including flat, mirrored and tiny matrices
        case 0: m.y = m.x; break;
        case 1: m.z = {}; break;
        case 2: m.x = m.x * 1e-6; break;
        default: break;
        }
        const impl::sheared_pose parts = impl::split_shear(m);
        CHECK(apart(parts.outer.matrix() * parts.inner.matrix(), m) < 1e-13);
        CHECK(parts.inner.position == vector{});
        CHECK(parts.inner.scale == vector{1, 1, 1});
    }
    CHECK(impl::split_shear(matrix{{}, {}, {}, {1, 2, 3}}).outer.position == vector{1, 2, 3});
}

// At -O2 and above, g++ 12 removed this conversion.
TEST_CASE("scene space: rounded_to_float rounds a vector") {
    numbers random;
    for (int i = 0; i < 100; ++i) {
        const vector v = random.next_vector();
        const vector kept = impl::rounded_to_float((v + random.next_vector()) * 0.5);
        for (const double each : {kept.x, kept.y, kept.z}) {
            CHECK((std::bit_cast<std::uint64_t>(each) & 0x1FFF'FFFFU) == 0); // the bits beyond the precision of a float
        }
    }
}
