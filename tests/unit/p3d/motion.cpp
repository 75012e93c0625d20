// Keys of bones whose matrices are blended element by element.
#include <effigy/p3d/scene/motion.hpp>

#include <doctest/doctest.h>

#include <initializer_list>

namespace {

using namespace effigy;
using p3d::impl::bone_key_maker;
using p3d::impl::bone_keys;
using matrix = matrix4x3<double>;

constexpr matrix unmoved{};
constexpr matrix quarter_turn{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}, {}}; // a turn about z
constexpr matrix slanted{{1, 0, 0}, {0.5, 1, 0}, {0, 0.25, 2}, {}};
constexpr matrix slanted_too{{1, 0.5, 0}, {0, 1, 0}, {0.25, 0, 1}, {}};
constexpr double any_error = 1e300; // a tolerance

struct made_keys {
    bone_keys keys{std::pmr::get_default_resource()};
    double error = 0;
    bool fits = false;
};
// The keys of matrices at 0, 1, 2 .. seconds.
made_keys keys_of(std::initializer_list<matrix> phases, double tolerance, bool is_stepped, std::size_t most = 1000) {
    made_keys out;
    bone_key_maker<> maker{out.keys, tolerance, is_stepped, most};
    double seconds = 0;
    for (const matrix& each : phases) {
        maker.add(seconds++, each);
    }
    out.error = maker.error();
    out.fits = maker.fits();
    return out;
}
// The matrix of the keys at a time, as glTF interpolates them.
matrix at(const bone_keys& keys, double seconds) {
    const auto sample = [&](const pool<float>& times, const pool<float>& values, std::size_t width, bool is_stepped) {
        std::size_t i = 0;
        while (i + 1 < times.size() && static_cast<double>(times[i + 1]) <= seconds) {
            ++i;
        }
        const std::size_t next = i + 1 < times.size() && !is_stepped ? i + 1 : i;
        const auto begin = static_cast<double>(times[i]), end = static_cast<double>(times[next]);
        const double part = next != i && seconds > begin ? (seconds - begin) / (end - begin) : 0;
        const auto value = [&](std::size_t key, std::size_t k) { return static_cast<double>(values[key * width + k]); };
        const auto turn = [&](std::size_t key) {
            return quaternion<double>{value(key, 0), value(key, 1), value(key, 2), width == 4 ? value(key, 3) : 1};
        };
        const auto vector = [&](std::size_t key) {
            return vector3<double>{value(key, 0), value(key, 1), value(key, 2)};
        };
        return std::pair{slerp(turn(i), turn(next), part), lerp(vector(i), vector(next), part)};
    };
    return p3d::impl::stretched_turn{sample(keys.times, keys.rotations, 4, false).first,
                                     sample(keys.inner_times, keys.inner_rotations, 4, keys.is_stepped).first,
                                     sample(keys.times, keys.scales, 3, false).second, 0}
        .matrix();
}
double apart(const matrix& a, const matrix& b) { return p3d::impl::norm(p3d::impl::difference(a, b)); }

} // namespace

TEST_CASE("p3d motion: each linear map is a rotation after a stretch") {
    const matrix mirrored{{-1, 0, 0}, {0, 2, 0.5}, {0.25, 0, 3}, {}}, flat{{1, 0, 0}, {0, 1, 0}, {}, {}};
    for (const matrix& each : {unmoved, quarter_turn, slanted, slanted_too, mirrored, flat, quarter_turn * slanted}) {
        CHECK(apart(p3d::impl::split(each).matrix(), each) < 1e-9);
        CHECK(p3d::impl::split(each).lost < 1e-9);
        const auto plain = p3d::impl::split_with(each, {});
        CHECK(plain.lost == doctest::Approx(apart(plain.matrix(), each)));
    }
    CHECK(p3d::impl::split_with(quarter_turn, {}).lost < 1e-12);
    CHECK(p3d::impl::split_with(slanted, {}).lost > 0.1);
    CHECK(apart(p3d::impl::linear_between(unmoved, slanted, 0.25), {{1, 0, 0}, {0.125, 1, 0}, {0, 0.0625, 1.25}, {}}) <
          1e-12);
}

TEST_CASE("p3d motion: glTF's interpolation of the keys is within the tolerance") {
    for (const bool is_stepped : {false, true}) {
        for (const double tolerance : {0.1, 0.01, 0.001}) {
            const auto check = [&](std::initializer_list<matrix> phases) {
                const made_keys made = keys_of(phases, tolerance, is_stepped);
                CHECK(made.fits);
                double worst = 0;
                for (int i = 0; i < 100; ++i) {
                    const double seconds = i * static_cast<double>(phases.size() - 1) / 100;
                    const auto phase = static_cast<std::size_t>(seconds);
                    const matrix* const first = phases.begin() + phase;
                    worst = std::max(worst, apart(at(made.keys, seconds),
                                                  p3d::impl::linear_between(first[0], first[1],
                                                                            seconds - static_cast<double>(phase))));
                }
                CAPTURE(tolerance);
                CAPTURE(is_stepped);
                CHECK(worst <= 1.2 * std::max(made.error, tolerance)); // it is tested at quarters of a part
            };
            check({unmoved, quarter_turn, unmoved});
            check({slanted, slanted});
            check({quarter_turn, unmoved, unmoved, quarter_turn});
            if (!is_stepped) {
                check({unmoved, slanted, slanted_too, quarter_turn});
            }
        }
    }
}

TEST_CASE("p3d motion: what does not change needs one rotation and no inner ones") {
    const made_keys plain = keys_of({quarter_turn, quarter_turn, quarter_turn}, 1e-6, true);
    CHECK(plain.keys.times == pool<float>{0, 1, 2});
    CHECK(plain.keys.inner_times == pool<float>{0});
    CHECK_FALSE(plain.keys.is_sheared);
    CHECK(plain.error == 0);
    const made_keys stretched = keys_of({slanted, slanted}, 1e-6, true);
    CHECK(stretched.keys.is_sheared);
    CHECK(stretched.keys.inner_times == pool<float>{0});
    const made_keys rough = keys_of({unmoved, quarter_turn}, any_error, true); // only phases become keys
    CHECK(rough.keys.times == pool<float>{0, 1});
    CHECK(rough.error > 0.1);
}

TEST_CASE("p3d motion: keys are at least a part of a step apart, and 0.1 ms") {
    const made_keys made = keys_of({unmoved, quarter_turn}, 0, true); // no number of keys is enough
    CHECK(made.keys.times.size() == 257);
    CHECK(made.error > 0);
    for (std::size_t i = 1; i < made.keys.times.size(); ++i) {
        CHECK(static_cast<double>(made.keys.times[i]) == static_cast<double>(i) / 256);
    }
    CHECK(p3d::impl::is_later(0.00010001F, 0));
    CHECK_FALSE(p3d::impl::is_later(0.00009999F, 0));
    CHECK(p3d::impl::is_later(1.0002F, 1));
    bone_keys keys{std::pmr::get_default_resource()};
    bone_key_maker<> maker{keys, 1e-9, true, 1000};
    maker.add(0, unmoved);
    maker.add(0.0004, quarter_turn);
    CHECK(keys.times.size() == 3); // in two parts of 0.2 ms
}

TEST_CASE("p3d motion: a limit of keys, each with room for an inner one") {
    for (const std::size_t most : {std::size_t{3}, std::size_t{4}, std::size_t{5}}) {
        bone_keys keys{std::pmr::get_default_resource()};
        bone_key_maker<> maker{keys, 1e-6, true, most};
        std::size_t fitting = 0;
        for (int i = 0; i < 6; ++i) {
            maker.add(i, unmoved);
            fitting += maker.fits() ? 1U : 0U;
        }
        CHECK(fitting == (most == 3 ? 1 : most - 1)); // with two inner keys to come
        CHECK(keys.times.size() == fitting);
    }
    bone_keys keys{std::pmr::get_default_resource()};
    CHECK(keys.size_in_clip() == 0);
    keys.times.resize(2);
    keys.rotations.resize(8);
    keys.scales.resize(6);
    keys.inner_times.resize(1);
    keys.inner_rotations.resize(4);
    CHECK(keys.size_in_clip() == (2 * 2 + 8 + 6 + 2 + 8) * sizeof(float));
    keys.is_sheared = true;
    keys.clear();
    CHECK((keys.size_in_clip() == 0 && !keys.is_sheared));
}
