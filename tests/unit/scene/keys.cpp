#include <effigy/scene/keys.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <memory_resource>
#include <utility>

namespace {

using namespace effigy;

// A rotation about x. Half the angle must be at most 90 degrees.
quaternion<double> turned_by(double angle) { return {sine(angle / 2), 0, 0, sine(half_pi - angle / 2)}; }

// As much as the clips of the tests need.
impl::scene_budget& memory() {
    static impl::scene_budget out{std::pmr::get_default_resource(), 1000};
    return out;
}
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
    impl::clip_builder to{memory(), made};
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

TEST_CASE("scene keys: a step is divided until linear interpolation is within the tolerance") {
    // Between the keys of n parts of a parabola, the largest error is 1 / (4 * n * n).
    const auto parabola = [](double part) { return vector3<double>{0, part * part, 0}; };
    const std::pair<double, std::uint32_t> cases[] = {{0.25, 1},     {0.2499, 2},   {1.0 / 16, 2}, {1.0 / 17, 4},
                                                      {1.0 / 64, 4}, {1.0 / 65, 8}, {1e-5, 256},   {0, 256}};
    for (const auto& [tolerance, parts] : cases) {
        CHECK(impl::parts_for<vector3<double>>(parabola, tolerance) == parts);
    }
    CHECK(impl::parts_for<vector3<double>>([](double part) { return vector3<double>{part, 0, 0}; }, 1e-12) == 1);
    const auto late = [](double part) { return vector3<double>{part < 0.9 ? 0 : part - 0.9, 0, 0}; };
    CHECK(impl::parts_for<vector3<double>>(late, 0.01) == 32); // all parts but one are exact
    CHECK(impl::distance(vector4<double>{1, 2, 3, 4}, {2, 4, 5, 8}) == 5);
    CHECK(impl::between(vector4<double>{1, 2, 3, 4}, {3, 6, 9, 12}, 0.25) == vector4<double>{1.5, 3, 4.5, 6});
    CHECK(impl::distance(quaternion<double>{0, 0, 0, 1}, {0, 0, 0, -1}) == 0); // the same rotation
}
TEST_CASE("scene keys: several keys at once are as those added one by one") {
    const float no_number = std::numeric_limits<float>::quiet_NaN();
    const std::pair<double, float> all[] = {{-1, 1.0F},    {0, no_number}, {0.5, 2.0F},  {0.5, 3.0F},
                                            {1e300, 4.0F}, {1, 5.0F},      {0.75, 6.0F}, {2, 7.0F}};
    impl::key_list one_by_one{std::pmr::get_default_resource()}, at_once{std::pmr::get_default_resource()};
    for (int round = 0; round < 2; ++round) { // the second time, all are before the last key
        for (const auto& [time, x] : all) {
            one_by_one.add(time, vector3<float>{x, 0, 0});
        }
        at_once.add_all(
            std::size(all), [&](std::size_t i) { return all[i].first; },
            [&](std::size_t i) { return vector3<float>{all[i].second, 0, 0}; });
        CHECK(at_once.times == one_by_one.times);
        CHECK(at_once.values == one_by_one.values);
        CHECK(at_once.times == pool<float>{0.5F, 1, 2});
    }
    impl::key_list zero{std::pmr::get_default_resource()};
    zero.add_all(1, [](std::size_t) { return 0; }, [](std::size_t) { return vector3<float>{}; });
    CHECK(zero.times.size() == 1);
}
TEST_CASE("scene keys: a list that grows is charged for what it grows") {
    impl::scene_builder<impl::z_up> to{std::pmr::get_default_resource(), 0};
    impl::key_list keys{std::pmr::get_default_resource()};
    std::uint64_t left = to.left();
    for (const auto& [count, charged] : {std::pair{10U, 10U}, {5U, 0U}, {10U, 0U}, {12U, 2U}}) {
        REQUIRE(keys.begin(to, count));
        CHECK(left - to.left() == charged * 20);
        left = to.left();
        CHECK(keys.times.capacity() >= count);
        CHECK(keys.values.capacity() >= count);
        keys.add(0, vector3<float>{});
    }
    CHECK_FALSE(keys.begin(to, 1'000'000));
    CHECK(impl::just_before(1) < 1);
    CHECK(impl::just_before(1) > 0.9999999F);
    CHECK(impl::just_before(0) == 0);
    CHECK(impl::size_in_clip(scene::path::translation, 3) == 3 * 16);
    CHECK(impl::size_in_clip(scene::path::rotation, 3) == 3 * 20);
}
TEST_CASE("scene keys: a clip is extended by the last key of its smallest channel") {
    const float infinite = std::numeric_limits<float>::infinity();
    using path = scene::path;
    const auto made = [](const auto& use) {
        scene::clip out;
        impl::clip_builder to{memory(), out};
        to.add(3, path::translation, keys_of({{0, 1.0F}, {1, 2.0F}}));
        to.add(4, path::translation, keys_of({{0, 5.0F}}));
        to.add_to_material(7, path::emissive, keys_of({{0, 6.0F}, {4, 7.0F}}));
        use(to);
        return out;
    };
    const scene::clip before = made([](auto&) {});
    for (const double seconds : {-1.0, 0.0, 0.5, 1.0, 1e300, static_cast<double>(infinite)}) {
        CHECK(made([&](auto& to) { to.last_until(seconds); }) == before);
    }
    const scene::clip longer = made([](auto& to) { to.last_until(2); }); // that of a material does not count
    CHECK(longer.channels[1].values == scene::list<float>{5, 0, 0, 5, 0, 0});
    CHECK(longer.times[longer.channels[1].times] == scene::list<float>{0, 2});
    CHECK(longer.channels[0] == before.channels[0]);
    CHECK(longer.channels[2] == before.channels[2]);

    scene::clip shared;
    impl::clip_builder both{memory(), shared};
    both.add(3, path::scale, keys_of({{0, 1.0F}, {1, 2.0F}}));
    both.add(4, path::translation, keys_of({{0, 3.0F}, {1, 4.0F}}));
    both.last_until(2);
    CHECK(shared.channels[0].values == scene::list<float>{1, 0, 0, 2, 0, 0, 2, 0, 0}); // the first of the smallest
    CHECK(shared.times[shared.channels[0].times] == scene::list<float>{0, 1, 2});
    CHECK(shared.times[shared.channels[1].times] == scene::list<float>{0, 1});

    scene::clip empty;
    impl::clip_builder{memory(), empty}.last_until(2);
    CHECK(empty == scene::clip{});

    scene::clip colors;
    impl::clip_builder of_material{memory(), colors};
    of_material.add_to_material(7, path::emissive, keys_of({{0, 1.0F}, {1, 2.0F}}));
    of_material.last_until(2);
    CHECK(colors.times[0] == scene::list<float>{0, 1, 2});
    CHECK_FALSE(of_material.moves_nodes());
    of_material.finish(5, {1, 2, 3}, 3);
    REQUIRE(colors.channels.size() == 2);
    CHECK(colors.channels[1].node == 5);
    CHECK(colors.channels[1].path == path::translation);
    CHECK(colors.channels[1].values == scene::list<float>{1, 2, 3, 1, 2, 3});
    CHECK(colors.times[colors.channels[1].times] == scene::list<float>{0, 3});
    of_material.finish(5, {1, 2, 3}, 3); // now a channel moves a node
    CHECK(colors.channels.size() == 2);
}
TEST_CASE("scene keys: times are shared with one of the last eight lists") {
    scene::clip made;
    impl::clip_builder to{memory(), made};
    for (const double end : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 1.0}) {
        to.add(0, scene::path::translation, keys_of({{0, 1.0F}, {end, 2.0F}}));
    }
    CHECK(made.times.size() == 8);
    CHECK(made.channels[8].times == 0);
    for (const double end : {9.0, 1.0}) {
        to.add(0, scene::path::translation, keys_of({{0, 1.0F}, {end, 2.0F}}));
    }
    CHECK(made.times.size() == 10);
    to.add(0, scene::path::translation, keys_of({{0, 1.0F}, {1.0, 2.0F}, {2.0, 3.0F}})); // begins as another
    CHECK(made.times.size() == 11);
}
