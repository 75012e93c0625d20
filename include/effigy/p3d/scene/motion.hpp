// Motion of bones as keys of nodes, within a tolerance at the phases of an animation and between them.
#pragma once

#include <effigy/p3d/scene/skin.hpp>
#include <effigy/scene/keys.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// A bone's keys. A matrix is a rotation of the outer node, after a stretch along the axes of the inner node:
//
//     matrix = rotation * inverse of inner rotation * scale * inner rotation
//
// Phases are blended element by element, and a blend of two rotations is sheared. So the inner rotation is needed even
// if all phases are rotations. Rotation and scale do not depend on it where nothing is stretched, as at a phase that is
// a rotation: there it can change from one key to the next without a jump of anything else.
struct bone_keys {
    pool<float> times, rotations, scales;
    pool<float> inner_times, inner_rotations;
    bool is_sheared = false; // whether the inner rotation is needed
    bool is_stepped = false; // whether inner rotations hold until the next key

    explicit bone_keys(std::pmr::memory_resource* memory)
        : times(memory), rotations(memory), scales(memory), inner_times(memory), inner_rotations(memory) {}
    void clear() noexcept {
        for (pool<float>* each : {&times, &rotations, &scales, &inner_times, &inner_rotations}) {
            each->clear();
        }
        is_sheared = false;
    }
    // Bytes of a key with an inner key.
    static constexpr std::uint64_t size_of_key = (1 + 4 + 3 + 1 + 4) * sizeof(float);
    void reserve(std::size_t keys) {
        times.reserve(keys);
        rotations.reserve(4 * keys);
        scales.reserve(3 * keys);
        inner_times.reserve(keys);
        inner_rotations.reserve(4 * keys);
    }
    // Bytes of the keys in a clip: times twice, since rotations and scales can differ in them; the inner rotation and
    // its inverse.
    [[nodiscard]] std::uint64_t size_in_clip() const noexcept {
        return (2 * times.size() + rotations.size() + scales.size() + 2 * inner_times.size() +
                2 * inner_rotations.size()) *
               sizeof(float);
    }
};

// Importers that work in frames cannot tell nearer keys apart.
inline constexpr double least_seconds_between_keys = 1e-4;

// Whether a key can follow a key.
[[nodiscard]] inline bool is_later(float time, float before) noexcept {
    return static_cast<double>(time) - static_cast<double>(before) >= least_seconds_between_keys;
}

[[nodiscard]] inline double norm(const matrix4x3<double>& m) noexcept { // of the linear part
    return square_root(dot(m.x, m.x) + dot(m.y, m.y) + dot(m.z, m.z));
}
[[nodiscard]] inline matrix4x3<double> difference(const matrix4x3<double>& a, const matrix4x3<double>& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z, {}};
}
[[nodiscard]] inline matrix4x3<double> linear_between(const matrix4x3<double>& a, const matrix4x3<double>& b,
                                                      double part) noexcept {
    return {lerp(a.x, b.x, part), lerp(a.y, b.y, part), lerp(a.z, b.z, part), {}};
}
[[nodiscard]] inline matrix4x3<double> matrix_of(const quaternion<double>& q) noexcept {
    return compose(vector3<double>{}, q, vector3<double>{1, 1, 1});
}
[[nodiscard]] inline quaternion<double> inverse_of(const quaternion<double>& q) noexcept {
    return {-q.x, -q.y, -q.z, q.w};
}

[[nodiscard]] inline quaternion<double> product(const quaternion<double>& a, const quaternion<double>& b) noexcept {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

// A linear map as a rotation after a stretch.
struct stretched_turn {
    quaternion<double> rotation, inner;
    vector3<double> scale{1, 1, 1};
    double lost = 0; // norm of the part of the map that is not represented

    [[nodiscard]] matrix4x3<double> matrix() const noexcept {
        return compose(vector3<double>{}, product(rotation, inverse_of(inner)), scale) * matrix_of(inner);
    }
};
// Splits a map with a given inner rotation.
[[nodiscard]] inline stretched_turn split_with(const matrix4x3<double>& m, const quaternion<double>& inner) noexcept {
    const pose<double> outer = decompose(m * matrix_of(inverse_of(inner))).pose;
    stretched_turn out{product(outer.rotation, inner), inner, outer.scale, 0};
    out.lost = norm(difference(out.matrix(), m));
    return out;
}
// Splits a map exactly, with the inner rotation that fits.
[[nodiscard]] inline stretched_turn split(const matrix4x3<double>& m) noexcept {
    return split_with(m, split_shear(m).inner.rotation);
}
// Interpolates as glTF does.
[[nodiscard]] inline stretched_turn between(const stretched_turn& a, const stretched_turn& b, double part) noexcept {
    return {slerp(a.rotation, b.rotation, part), a.inner == b.inner ? a.inner : slerp(a.inner, b.inner, part),
            lerp(a.scale, b.scale, part), 0};
}

// Makes the keys of one bone, phase by phase.
template <class = when_used> class bone_key_maker {
public:
    // `tolerance`: the largest allowed norm of the difference between a matrix of the keys and that of the animation.
    // `is_stepped`: inner rotations hold until the next key, which is exact for blends of rotations. Otherwise they are
    // interpolated, which blends of sheared phases need. Makes at most `most_keys` keys.
    bone_key_maker(bone_keys& to, double tolerance, bool is_stepped, std::size_t most_keys) noexcept
        : to_(&to), tolerance_(tolerance), most_keys_(most_keys) {
        to.clear();
        to.is_stepped = is_stepped;
    }

    [[nodiscard]] bool fits() const noexcept { return fits_; }
    // Returns the largest difference from the matrices. It is above the tolerance only if a step needs too many parts.
    [[nodiscard]] double error() const noexcept { return error_; }

    // Adds the linear part of a phase's matrix, in glTF's space. Precondition: times increase.
    void add(double seconds, const matrix4x3<double>& linear) {
        if (to_->times.empty()) {
            const stretched_turn first = split_with(linear, {});
            put(seconds, first.lost > tolerance_ / 4 ? split(linear) : first);
        } else if (linear.x == linear_.x && linear.y == linear_.y && linear.z == linear_.z) {
            put(seconds, last_);
        } else {
            add_step(seconds, linear);
        }
        seconds_ = seconds;
        linear_ = linear;
    }

private:
    // A part of a step between phases is at least 2^-8 of it. Where an inner rotation has to turn on the way, it can be
    // shorter: the error at the turn is proportional to its length.
    [[nodiscard]] double least_part() const noexcept { return to_->is_stepped ? 1.0 / 256 : 1.0 / 4096; }

    // Adds keys from the previous phase to this one, in parts. A part is as long as possible while glTF's interpolation
    // stays within the tolerance.
    void add_step(double seconds, const matrix4x3<double>& linear) {
        const double least = larger(least_part(),
                                    1.01 * least_seconds_between_keys / (seconds - seconds_)); // 1.01: rounding
        double from = 0;
        double part = 1;
        while (from < 1 && fits_) {
            const matrix4x3<double> begin = linear_between(linear_, linear, from);
            const matrix4x3<double> middle = linear_between(linear_, linear, from + part / 2);
            const matrix4x3<double> end = linear_between(linear_, linear, from + part);
            const way found = best_way(begin, middle, end);
            if (found.error > tolerance_ && part / 2 >= least) {
                part /= 2;
                continue;
            }
            error_ = larger(error_, found.error);
            if (found.first.inner != last_.inner) {
                step_inner(found.first.inner);
            }
            put(seconds_ + (seconds - seconds_) * (from + part), found.second);
            from += part;
            const double steps = from / (2 * part); // whole if a longer part can begin here
            if (part < 1 && from + 2 * part <= 1 && steps == static_cast<double>(static_cast<int>(steps))) {
                part *= 2;
            }
        }
    }

    struct way {
        stretched_turn first, second;
        double error = 0;
    };
    // Chooses one of several ways from one matrix to another. The inner rotation is that of the last key, or the one
    // that fits the middle, or it changes on the way. Rotation and scale begin with those of the last key.
    [[nodiscard]] way best_way(const matrix4x3<double>& begin, const matrix4x3<double>& middle,
                               const matrix4x3<double>& end) const noexcept {
        const auto made = [&](const stretched_turn& a, const stretched_turn& b) {
            double error = larger(a.lost, b.lost);
            for (const double part : {0.25, 0.5, 0.75}) {
                const matrix4x3<double> there = linear_between(begin, end, part);
                error = larger(error, norm(difference(between(a, b, part).matrix(), there)));
            }
            return way{a, b, error};
        };
        way best = made(last_, split_with(end, last_.inner));
        const auto consider = [&](const way& other) { best = other.error < best.error ? other : best; };
        if (best.error > tolerance_) {
            const quaternion<double> fitting = split_shear(middle).inner.rotation;
            if (to_->is_stepped) {
                const stretched_turn first = turned_to(fitting, begin);
                consider(made(first, split_with(end, first.inner)));
            } else {
                const bool is_free = to_->times.size() == 1; // nothing turns to the first inner rotation
                const stretched_turn first = is_free ? turned_to(fitting, begin) : last_;
                consider(made(first, nearest(split(end), first)));
                consider(made(last_, nearest(split_with(end, fitting), last_)));
            }
        }
        return best;
    }
    // Calls visit(rotation) for each inner rotation that differs from this one by a permutation or flips of the axes.
    template <class Visit> static void for_each_alike(const quaternion<double>& inner, const Visit& visit) {
        constexpr double h = 0.5;
        constexpr double r = 0.70710678118654752440;
        static constexpr quaternion<double> turns[] = {
            {0, 0, 0, 1},  {1, 0, 0, 0},  {0, 1, 0, 0},  {0, 0, 1, 0},   {h, h, h, h},   {-h, h, h, h},
            {h, -h, h, h}, {h, h, -h, h}, {h, h, h, -h}, {-h, -h, h, h}, {-h, h, -h, h}, {h, -h, -h, h},
            {r, 0, 0, r},  {0, r, 0, r},  {0, 0, r, r},  {-r, 0, 0, r},  {0, -r, 0, r},  {0, 0, -r, r},
            {r, r, 0, 0},  {r, 0, r, 0},  {0, r, r, 0},  {r, -r, 0, 0},  {r, 0, -r, 0},  {0, r, -r, 0},
        };
        for (const quaternion<double>& turn : turns) {
            visit(product(turn, inner));
        }
    }
    // Returns the same map as `of` with the inner rotation that is nearest to that of `to`.
    [[nodiscard]] static stretched_turn nearest(const stretched_turn& of, const stretched_turn& to) noexcept {
        quaternion<double> best = of.inner;
        for_each_alike(of.inner, [&](const quaternion<double>& each) {
            best = absolute(dot(each, to.inner)) > absolute(dot(best, to.inner)) ? each : best;
        });
        const double lost = of.lost;
        stretched_turn out = split_with(of.matrix(), best);
        out.lost = larger(lost, out.lost);
        return out;
    }
    // Returns the last key with another inner rotation: of those like `inner`, the one whose map is nearest to `m`.
    [[nodiscard]] stretched_turn turned_to(const quaternion<double>& inner, const matrix4x3<double>& m) const noexcept {
        stretched_turn best = last_;
        best.lost = 1e300;
        for_each_alike(inner, [&](const quaternion<double>& each) {
            stretched_turn other{last_.rotation, each, last_.scale, 0};
            other.lost = norm(difference(other.matrix(), m));
            best = other.lost < best.lost ? other : best;
        });
        return best;
    }

    void put(double seconds, const stretched_turn& pose) {
        const auto time = static_cast<float>(seconds);
        const vector3<float> scale = to_real<float>(pose.scale);
        const bool turns = !to_->times.empty() && pose.inner != last_.inner;
        if (!is_finite(scale) || (!to_->times.empty() && !is_later(time, to_->times.back()))) {
            return;
        }
        fits_ = fits_ && to_->times.size() + 1 < most_keys_ && to_->inner_times.size() + 2 < most_keys_;
        if (!fits_) {
            return;
        }
        if (turns && to_->inner_times.back() < to_->times.back()) {
            put_inner(to_->times.back(), last_.inner); // the inner rotation is constant until then
        }
        if (turns || to_->times.empty()) {
            put_inner(time, pose.inner);
        }
        to_->times.push_back(time);
        push(to_->rotations, pose.rotation);
        push(to_->scales, {scale.x, scale.y, scale.z});
        last_ = pose;
    }
    // Changes the inner rotation at the last key.
    void step_inner(const quaternion<double>& inner) {
        if (to_->inner_times.back() == to_->times.back()) {
            to_->inner_times.pop_back();
            for (int i = 0; i < 4; ++i) {
                to_->inner_rotations.pop_back();
            }
        }
        put_inner(to_->times.back(), inner);
        last_.inner = inner;
    }
    void put_inner(float time, const quaternion<double>& turn) {
        to_->is_sheared = to_->is_sheared || turn != quaternion<double>{};
        to_->inner_times.push_back(time);
        push(to_->inner_rotations, turn);
    }
    static void push(pool<float>& to, std::initializer_list<float> numbers) {
        for (const float number : numbers) {
            to.push_back(number);
        }
    }
    static void push(pool<float>& to, const quaternion<double>& turn) {
        const quaternion<float> q = to_real<float>(normalized(turn));
        push(to, {q.x, q.y, q.z, q.w});
    }

    bone_keys* to_;
    double tolerance_;
    std::size_t most_keys_;
    double error_ = 0;
    bool fits_ = true;
    double seconds_ = 0;       // of the previous phase
    matrix4x3<double> linear_; // of the previous phase
    stretched_turn last_;      // the previous key
};

}}}} // namespace effigy::v0::p3d::impl
