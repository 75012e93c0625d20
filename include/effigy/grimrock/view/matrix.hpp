// Matrices of the stored transforms.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/grimrock/records.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

template <real Real, form F> [[nodiscard]] constexpr matrix4x3<Real> to_matrix(const basic_mat4x3<F>& m) noexcept {
    return {vector3<Real>{m.x}, vector3<Real>{m.y}, vector3<Real>{m.z}, vector3<Real>{m.translation}};
}
template <real Real, form F> [[nodiscard]] constexpr matrix4x3<Real> to_matrix(const basic_transform<F>& t) noexcept {
    return {vector3<Real>{t.x} * static_cast<Real>(float{t.scale.x}),
            vector3<Real>{t.y} * static_cast<Real>(float{t.scale.y}),
            vector3<Real>{t.z} * static_cast<Real>(float{t.scale.z}), vector3<Real>{t.position}};
}

}}} // namespace effigy::v0::grimrock
