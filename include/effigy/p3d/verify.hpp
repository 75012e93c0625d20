// verify() accepts every opened file. Indices of points and normals that are out of range are not errors in this
// format: the engine accepts them, and lint() reports them. Look up points and normals with at().
#pragma once

#include <effigy/p3d/view/animation.hpp>
#include <effigy/p3d/view/model.hpp>

namespace effigy::inline v0::p3d {

template <form F> [[nodiscard]] constexpr error verify(const basic_model<F>&) noexcept { return {}; }
template <form F> [[nodiscard]] constexpr error verify(const basic_animation<F>&) noexcept { return {}; }

} // namespace effigy::inline v0::p3d
