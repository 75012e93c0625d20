// The caller's memory: anything that converts to a std::span, such as a vector, an array or a span.
#pragma once

#include <effigy/core/elements.hpp>
#include <effigy/core/math.hpp>

namespace effigy::inline v0 {

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

} // namespace effigy::inline v0
