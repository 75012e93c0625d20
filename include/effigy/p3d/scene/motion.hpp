// Motion of bones as keys of nodes, within a tolerance at the phases of an animation and between them.
#pragma once

#include <effigy/p3d/scene/skin.hpp>
#include <effigy/scene/keys.hpp>

namespace effigy::inline v0::p3d::impl {

// A bone's keys. A matrix is the product of the outer node's rotation and scale and the inner node's rotation:
//
//     matrix = outer rotation * scale * inner rotation
//
// Phases are blended element by element, and a blend of two rotations is sheared. So the inner node is needed even if
// all phases are rotations.
struct bone_keys {
    scene::list<float> times, rotations, scales; // of the outer node
    scene::list<float> inner_times, inner_rotations;
    bool is_sheared = false; // whether an inner node is needed

    explicit bone_keys(std::pmr::memory_resource* memory)
        : times(memory), rotations(memory), scales(memory), inner_times(memory), inner_rotations(memory) {}
    void clear() noexcept {
        for (scene::list<float>* each : {&times, &rotations, &scales, &inner_times, &inner_rotations}) {
            each->clear();
        }
        is_sheared = false;
    }
    // Bytes of a key of both nodes.
    static constexpr std::uint64_t size_of_key = (1 + 4 + 3 + 1 + 4) * sizeof(float);
    // The same in a clip, where rotations and scales can have different times.
    static constexpr std::uint64_t size_of_made_key = size_of_key + sizeof(float);
    void reserve(std::size_t keys) {
        times.reserve(keys);
        rotations.reserve(4 * keys);
        scales.reserve(3 * keys);
        inner_times.reserve(keys);
        inner_rotations.reserve(4 * keys);
    }
};

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

// A linear map as rotations and scale of both nodes.
struct two_turns {
    quaternion<double> outer, inner;
    vector3<double> scale{1, 1, 1};
    double lost = 0; // norm of the part of the map that the nodes cannot represent

    [[nodiscard]] matrix4x3<double> matrix() const noexcept {
        return compose(vector3<double>{}, outer, scale) * matrix_of(inner);
    }
};
// Splits a map with a given inner rotation.
[[nodiscard]] inline two_turns split_with(const matrix4x3<double>& m, const quaternion<double>& inner) noexcept {
    const pose<double> outer = decompose(m * matrix_of(inverse_of(inner))).pose;
    two_turns out{outer.rotation, inner, outer.scale, 0};
    out.lost = norm(difference(out.matrix(), m));
    return out;
}
// Splits a map exactly, with the inner rotation that fits.
[[nodiscard]] inline two_turns split(const matrix4x3<double>& m) noexcept {
    return split_with(m, split_shear(m).inner.rotation);
}
// Interpolates as glTF does.
[[nodiscard]] inline two_turns between(const two_turns& a, const two_turns& b, double part) noexcept {
    return {slerp(a.outer, b.outer, part), a.inner == b.inner ? a.inner : slerp(a.inner, b.inner, part),
            lerp(a.scale, b.scale, part), 0};
}

// Makes the keys of one bone, phase by phase.
template <class = when_used> class bone_key_maker {
public:
    // `tolerance`: the largest allowed norm of the difference between a matrix of the keys and that of the animation.
    // Makes at most `most_keys` keys.
    bone_key_maker(bone_keys& to, double tolerance, std::size_t most_keys) noexcept
        : to_(&to), tolerance_(tolerance), most_keys_(most_keys) {}

    [[nodiscard]] bool fits() const noexcept { return fits_; }
    // Returns the largest difference from the matrices. It is above the tolerance only if a step needs too many parts.
    [[nodiscard]] double error() const noexcept { return error_; }

    // Adds the linear part of a phase's matrix, in glTF's space. Precondition: times increase.
    void add(double seconds, const matrix4x3<double>& linear) {
        if (to_->times.empty()) {
            const two_turns first = split_with(linear, {});
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
    static constexpr int most_halvings = 8; // a part of a step between phases is at least 2^-8 of it

    // Adds keys from the previous phase to this one, in parts. A part is as long as possible while glTF's interpolation
    // stays within the tolerance.
    void add_step(double seconds, const matrix4x3<double>& linear) {
        double from = 0;
        double part = 1;
        while (from < 1 && fits_) {
            const matrix4x3<double> begin = linear_between(linear_, linear, from);
            const matrix4x3<double> middle = linear_between(linear_, linear, from + part / 2);
            const matrix4x3<double> end = linear_between(linear_, linear, from + part);
            const way found = best_way(begin, middle, end);
            if (found.error > tolerance_ && part > 1.0 / (1 << most_halvings)) {
                part /= 2;
                continue;
            }
            error_ = larger(error_, found.error);
            const auto time_at = [&](double at) { return seconds_ + (seconds - seconds_) * at; };
            if (found.first.inner != last_.inner) { // a jump between adjacent times: other rotations, the same matrix
                put(static_cast<double>(next_float(to_->times.back())), found.first);
            }
            put(time_at(from + part), found.second);
            from += part;
            const double steps = from / (2 * part); // whole if a longer part can begin here
            if (part < 1 && from + 2 * part <= 1 && steps == static_cast<double>(static_cast<int>(steps))) {
                part *= 2;
            }
        }
    }

    struct way {
        two_turns first, second;
        double error = 0;
    };
    // Chooses one of three ways from one matrix to another. The inner rotation is that of the last key, or the one that
    // fits the middle, or it changes on the way.
    [[nodiscard]] way best_way(const matrix4x3<double>& begin, const matrix4x3<double>& middle,
                               const matrix4x3<double>& end) const noexcept {
        const auto error_of = [&](const two_turns& a, const two_turns& b) {
            double out = larger(a.lost, b.lost);
            for (const double part : {0.25, 0.5, 0.75}) {
                const matrix4x3<double> there = linear_between(begin, end, part);
                out = larger(out, norm(difference(between(a, b, part).matrix(), there)));
            }
            return out;
        };
        way kept{last_, split_with(end, last_.inner), 0};
        kept.error = error_of(kept.first, kept.second);
        if (kept.error <= tolerance_) {
            return kept;
        }
        const quaternion<double> fitting = split_shear(middle).inner.rotation;
        way fitted{split_with(begin, fitting), split_with(end, fitting), 0};
        fitted.error = error_of(fitted.first, fitted.second);
        if (fitted.error <= tolerance_) {
            return fitted;
        }
        way changing{last_, nearest(split(end), last_), 0};
        changing.error = error_of(changing.first, changing.second);
        const way& better = fitted.error < changing.error ? fitted : changing;
        return kept.error < better.error ? kept : better;
    }
    // Returns the same map as `of` with another inner rotation. Among the rotations that differ by a permutation or
    // flips of the axes, it is the nearest to the inner rotation of `to`.
    [[nodiscard]] static two_turns nearest(const two_turns& of, const two_turns& to) noexcept {
        constexpr double h = 0.5;
        constexpr double r = 0.70710678118654752440;
        static constexpr quaternion<double> turns[] = {
            {0, 0, 0, 1},  {1, 0, 0, 0},  {0, 1, 0, 0},  {0, 0, 1, 0},   {h, h, h, h},   {-h, h, h, h},
            {h, -h, h, h}, {h, h, -h, h}, {h, h, h, -h}, {-h, -h, h, h}, {-h, h, -h, h}, {h, -h, -h, h},
            {r, 0, 0, r},  {0, r, 0, r},  {0, 0, r, r},  {-r, 0, 0, r},  {0, -r, 0, r},  {0, 0, -r, r},
            {r, r, 0, 0},  {r, 0, r, 0},  {0, r, r, 0},  {r, -r, 0, 0},  {r, 0, -r, 0},  {0, r, -r, 0},
        };
        const matrix4x3<double> whole = of.matrix();
        quaternion<double> best = of.inner;
        for (const quaternion<double>& turn : turns) {
            const quaternion<double> candidate = product(turn, of.inner);
            best = absolute(dot(candidate, to.inner)) > absolute(dot(best, to.inner)) ? candidate : best;
        }
        return split_with(whole, best);
    }
    [[nodiscard]] static quaternion<double> product(const quaternion<double>& a, const quaternion<double>& b) noexcept {
        return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    }

    [[nodiscard]] static float next_float(float time) noexcept {
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(time) + 1); // times are not below 0
    }
    void put(double seconds, const two_turns& pose) {
        const auto time = static_cast<float>(seconds);
        const vector3<float> scale = to_real<float>(pose.scale);
        const bool turns = !to_->times.empty() && pose.inner != last_.inner;
        if (!is_finite(scale) || (!to_->times.empty() && !(time > to_->times.back()))) {
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
        to_->is_sheared = to_->is_sheared || pose.inner != quaternion<double>{};
        to_->times.push_back(time);
        push(to_->rotations, pose.outer);
        to_->scales.insert(to_->scales.end(), {scale.x, scale.y, scale.z});
        last_ = pose;
    }
    void put_inner(float time, const quaternion<double>& turn) {
        to_->inner_times.push_back(time);
        push(to_->inner_rotations, turn);
    }
    static void push(scene::list<float>& to, const quaternion<double>& turn) {
        const quaternion<float> q = to_real<float>(normalized(turn));
        to.insert(to.end(), {q.x, q.y, q.z, q.w});
    }

    bone_keys* to_;
    double tolerance_;
    std::size_t most_keys_;
    double error_ = 0;
    bool fits_ = true;
    double seconds_ = 0;       // of the previous phase
    matrix4x3<double> linear_; // of the previous phase
    two_turns last_;           // the previous key
};

} // namespace effigy::inline v0::p3d::impl
