// Point and normal numbers out of range are no error in this format: the engine lives with them, and lint() reports
// them. Look points and normals up with at(). So there is nothing to verify.
#pragma once

#include <effigy/p3d/view/animation.hpp>
#include <effigy/p3d/view/model.hpp>

namespace effigy::inline v0::p3d {

template <form F> [[nodiscard]] constexpr error verify(const basic_model<F>&) noexcept { return {}; }
template <form F> [[nodiscard]] constexpr error verify(const basic_animation<F>&) noexcept { return {}; }

} // namespace effigy::inline v0::p3d
