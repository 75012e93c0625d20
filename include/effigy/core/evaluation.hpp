// Evaluation that all formats share: times, matrices, skinning. Computes in the type of the numbers in the caller's
// memory: float or double. Allocates nothing.
#pragma once

#include <effigy/core/elements.hpp>
#include <effigy/core/math.hpp>
#include <effigy/core/tree.hpp>

namespace effigy { inline namespace v0 {

// The caller's memory: anything that converts to a std::span, such as a vector, an array or a span.
template <class Memory> using elements_of = decltype(elements{std::declval<Memory&>()});

template <class Memory, class... Elements>
concept holds_any_of = requires { typename elements_of<Memory>; } &&
                       (std::same_as<typename elements_of<Memory>::value_type, Elements> || ...);
template <class Memory>
concept writable = !std::is_const_v<typename elements_of<Memory>::element_type>;

template <class Memory>
concept pose_range = holds_any_of<Memory, pose<float>, pose<double>>;
template <class Memory>
concept matrix_range = holds_any_of<Memory, matrix4x3<float>, matrix4x3<double>>;
template <class Memory>
concept pose_output = pose_range<Memory> && writable<Memory>;
template <class Memory>
concept matrix_output = matrix_range<Memory> && writable<Memory>;
template <class Memory>
concept vector_output = holds_any_of<Memory, vector3<float>, vector3<double>> && writable<Memory>;

// float or double: the type that the vectors, poses or matrices in `Memory` consist of.
template <class Memory> using real_in = typename elements_of<Memory>::value_type::real_type;

// How a time before the beginning or after the end is handled.
enum class playback : std::uint8_t {
    once, // clamped: the first or the last key applies
    loop, // wrapped: the animation repeats
};

namespace impl {

// Returns the time within a loop, in [0, length). Returns 0 if the length is not above 0, or if the time is NaN or not
// within 4e15 lengths of 0.
[[nodiscard]] constexpr double looped(double time, double length) noexcept {
    constexpr double largest = 4e15; // a 64-bit integer holds any smaller quotient
    if (!(length > 0 && time > -largest * length && time < largest * length)) {
        return 0;
    }
    const double in_loop = time - static_cast<double>(static_cast<std::int64_t>(time / length)) * length;
    const double out = in_loop < 0 ? in_loop + length : in_loop;
    return out >= 0 && out < length ? out : 0;
}

// Returns the time within an animation of length `duration`, clamped or wrapped as `mode` requires. NaN is treated as
// 0.
[[nodiscard]] constexpr double played_time(double seconds, double duration, playback mode) noexcept {
    if (mode == playback::loop) {
        return looped(seconds, duration);
    }
    return !(seconds > 0) ? 0 : seconds < duration ? seconds : duration;
}

} // namespace impl

// Returns the pose between a (weight 0) and b (weight 1), as between two keys of glTF: rotations along the shorter arc
// at constant speed, positions and scales linearly. A weight outside of 0 to 1 is limited to it, NaN is 0.
template <real R>
[[nodiscard]] pose<R> blend(const pose<R>& a, const pose<R>& b, std::type_identity_t<R> weight) noexcept {
    if (!(weight > 0)) {
        return a;
    }
    return weight < 1 ? pose<R>{lerp(a.position, b.position, weight), slerp(a.rotation, b.rotation, weight),
                                lerp(a.scale, b.scale, weight)}
                      : b;
}
// Blends the poses of all nodes, for instance those of two clips. `out` may be the memory of `a` or `b`. To blend a
// part of a body, blend single poses. Returns the number of poses written: all, or 0 if `a` and `b` have different
// numbers of poses or `out` is too small.
template <pose_range A, pose_range B, pose_output Poses>
std::size_t blend(const A& a, const B& b, std::type_identity_t<real_in<Poses>> weight, Poses&& out) noexcept {
    static_assert(std::same_as<real_in<A>, real_in<Poses>> && std::same_as<real_in<B>, real_in<Poses>>,
                  "all poses must be float, or all double");
    const elements first{a};
    const elements second{b};
    const elements to{out};
    if (first.size() != second.size() || to.size() < first.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
        to[i] = blend(first[i], second[i], weight);
    }
    return first.size();
}

// Writes the matrix of each pose, from node space to parent space; local_to_world() turns these into world matrices. If
// a format stores matrices, its poses are matrices, which are copied bit for bit. Returns the number of matrices
// written: all, or 0 if `out` is too small.
template <class Poses, matrix_output Matrices>
    requires(pose_range<Poses> || matrix_range<Poses>)
constexpr std::size_t local_matrices(const Poses& poses, Matrices&& out) noexcept {
    static_assert(std::same_as<real_in<Poses>, real_in<Matrices>>, "poses and matrices must both be float or double");
    const elements from{poses};
    const elements to{out};
    if (to.size() < from.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
        if constexpr (matrix_range<Poses>) {
            to[i] = from[i];
        } else {
            to[i] = from[i].matrix();
        }
    }
    return from.size();
}

// Turns local matrices into world matrices, in place: world = parent's world * local. Nodes may be in any order.
template <matrix_output Matrices> constexpr void local_to_world(const tree_links& index, Matrices&& out) noexcept {
    const elements matrices{out};
    for (std::size_t i = 0; i < index.size(); ++i) {
        const std::uint32_t node = index.preorder(i);
        const std::uint32_t parent = index.parent(node);
        if (node < matrices.size() && parent < matrices.size()) {
            matrices[node] = matrices[parent] * matrices[node];
        }
    }
}

namespace impl {

// One of the matrices that move a vertex, and its weight.
template <real R> struct influence {
    std::uint32_t matrix = npos;
    R weight = 0;
};

// Writes, for each vector in `stored`, the sum of weight * transform(matrix, vector) over the four influences that
// `influence_of(vertex, k)` returns. Skips influences whose matrix number is out of range. Returns the number of
// vectors written: all, or 0 if `out` is too small.
template <class Stored, class Influences, matrix_range Matrices, vector_output Vectors, class Transform>
std::size_t skin(const Stored& stored, const Influences& influence_of, const Matrices& matrices, Vectors&& out,
                 const Transform& transform) noexcept {
    using number = real_in<Vectors>;
    const elements<const matrix4x3<number>> movers{matrices};
    const elements to{out};
    if (to.size() < stored.size()) {
        return 0;
    }
    std::size_t i = 0;
    for (const auto& vector : stored) {
        vector3<number> moved;
        for (std::size_t k = 0; k < 4; ++k) {
            const influence<number> part = influence_of(i, k);
            if (part.weight != 0 && part.matrix < movers.size()) {
                moved += transform(movers[part.matrix], vector3<number>{vector}) * part.weight;
            }
        }
        to[i++] = moved;
    }
    return i;
}
template <class Stored, class Influences, matrix_range Matrices, vector_output Vectors>
std::size_t skin_positions(const Stored& positions, const Influences& influence_of, const Matrices& matrices,
                           Vectors&& out) noexcept {
    using number = real_in<Vectors>;
    return skin(positions, influence_of, matrices, out,
                [](const matrix4x3<number>& m, const vector3<number>& p) { return transform_point(m, p); });
}
// Writes normals in the same way as skin(), and scales them to length 1.
template <class Stored, class Influences, matrix_range Matrices, vector_output Vectors>
std::size_t skin_normals(const Stored& normals, const Influences& influence_of, const Matrices& matrices,
                         Vectors&& out) noexcept {
    using number = real_in<Vectors>;
    const std::size_t count =
        skin(normals, influence_of, matrices, out,
             [](const matrix4x3<number>& m, const vector3<number>& n) { return transform_normal(m, n); });
    const elements to{out};
    for (std::size_t i = 0; i < count; ++i) {
        to[i] = normalized(to[i]);
    }
    return count;
}

} // namespace impl

}} // namespace effigy::v0
