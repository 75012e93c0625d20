#include <effigy/scene/keys.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <memory_resource>
#include <utility>

namespace {

using namespace effigy;

// A rotation about x. Half the angle must be at most 90 degrees.
quaternion<double> turned_by(double angle) { return {sine(angle / 2), 0, 0, sine(half_pi - angle / 2)}; }

impl::key_list keys_of(std::initializer_list<std::pair<double, float>> all) {
    impl::key_list out{std::pmr::get_default_resource()};
    for (const auto& [time, x] : all) {
        out.add(time, vector3<float>{x, 0, 0});
    }
    return out;
}

quaternion<double> rotation_of(const vector4<float>& key) {
    return impl::to_real<double>(quaternion<float>{key.x, key.y, key.z, key.w});
}

} // namespace

TEST_CASE("scene keys: slerp through the keys stays close to nlerp for steps of any width") {
    for (const double angle : {0.01, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 3.0, 3.14}) {
        CAPTURE(angle);
        const quaternion<double> to = turned_by(angle);
        impl::key_list keys{std::pmr::get_default_resource()};
        keys.add(1, quaternion<float>{});
        impl::add_nlerp_key(keys, 1, {}, 3, to);
        CHECK(keys.times.back() == 3);
        CHECK((keys.times.size() == 2) == (angle <= 0.2));
        double most = 0;
        for (std::size_t i = 0; i + 1 < keys.times.size(); ++i) {
            for (const double part : {0.0, 0.25, 0.5, 0.75}) {
                const double first = static_cast<double>(keys.times[i]);
                const double time = first + (static_cast<double>(keys.times[i + 1]) - first) * part;
                const auto blended = slerp(rotation_of(keys.values[i]), rotation_of(keys.values[i + 1]), part);
                const double apart = impl::distance(nlerp({}, to, (time - 1) / 2), blended);
                most = apart > most ? apart : most;
            }
        }
        CHECK(most < 1.05 * impl::rotation_tolerance); // the margin is for rounding to float
    }
}
TEST_CASE("scene keys: keys that are out of order or not finite are left out") {
    const float no_number = std::numeric_limits<float>::quiet_NaN();
    const auto keys =
        keys_of({{-1, 1.0F}, {0, 2.0F}, {0, 3.0F}, {1, no_number}, {2, 4.0F}, {1.5, 5.0F}, {1e300, 6.0F}});
    REQUIRE(keys.times.size() == 2);
    CHECK(keys.times[0] == 0);
    CHECK(keys.times[1] == 2);
    CHECK(keys.values[1].x == 4);
}
TEST_CASE("scene keys: channels share times, a constant channel has one key") {
    scene::clip made;
    impl::clip_builder to{made};
    to.add(3, scene::path::translation, keys_of({{0, 1.0F}, {1, 2.0F}}));
    to.add(4, scene::path::scale, keys_of({{0, 5.0F}, {1, 6.0F}}), true);
    to.add(5, scene::path::translation, keys_of({{0, 7.0F}, {1, 7.0F}}));
    to.add(6, scene::path::translation, keys_of({}));
    impl::key_list rotations{std::pmr::get_default_resource()};
    rotations.add(0, quaternion<float>{0, 0, 0, 2});
    to.add(6, scene::path::rotation, rotations);
    to.add_weights(7, scene::list<float>{0, 1}, {0.25F, 0.75F});
    REQUIRE(made.channels.size() == 5);
    CHECK(made.times.size() == 2);
    CHECK(made.channels[0].times == 0);
    CHECK(made.channels[1].times == 0);
    CHECK(made.channels[1].interpolation == scene::interpolation::step);
    CHECK(made.channels[2].times == 1);
    CHECK(made.channels[2].values == scene::list<float>{7, 0, 0});
    CHECK(made.channels[3].node == 6);
    CHECK(made.channels[3].values == scene::list<float>{0, 0, 0, 1});
    CHECK(made.channels[4].times == 0);
    CHECK(made.channels[4].path == scene::path::weights);
}
