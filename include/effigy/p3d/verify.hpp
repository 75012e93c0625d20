// verify() accepts every opened file. Indices of points and normals that are out of range are not errors in this
// format: the engine accepts them, and lint() reports them. Look up points and normals with at().
#pragma once

#include <effigy/p3d/view/animation.hpp>
#include <effigy/p3d/view/model.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

[[nodiscard]] constexpr error verify(const p3d::model&) noexcept { return {}; }
[[nodiscard]] constexpr error verify(const p3d::animation&) noexcept { return {}; }

}}} // namespace effigy::v0::p3d
