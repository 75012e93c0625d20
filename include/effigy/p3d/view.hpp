// Arma P3D models (MLOD) and RTM animations: open(), verify() and the views of both.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/p3d/verify.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Opens a *.p3d in the editable form: MLOD, NLOD or one bare level. Errors: truncated, bad_magic, bad_version,
// bad_value. The time grows with the number of faces and tags, not with the bytes of points and tags. The bytes must
// outlive the model.
EFFIGY_API [[nodiscard]] result<p3d::model> open(lasting_bytes bytes) noexcept;

// Opens an *.rtm in the form RTM_0101 or RTM_0100. Errors: truncated, bad_magic. The bytes must outlive the animation.
EFFIGY_API [[nodiscard]] result<p3d::animation> open_animation(lasting_bytes bytes) noexcept;

// Declared in p3d/scene.hpp, lint.hpp, decode.hpp and regions.hpp. Without that header, the error of the compiler names
// it. The ellipsis makes these the last choice.
struct include_effigy_p3d_scene_hpp;
struct include_effigy_p3d_lint_hpp;
struct include_effigy_p3d_decode_hpp;
struct include_effigy_p3d_regions_hpp;
template <std::same_as<p3d::model> Model> include_effigy_p3d_scene_hpp to_scene(const Model& from);
template <class View>
    requires std::same_as<View, p3d::model> || std::same_as<View, p3d::animation>
include_effigy_p3d_lint_hpp lint(const View& from, ...);
template <class View>
    requires std::same_as<View, p3d::model> || std::same_as<View, p3d::animation>
include_effigy_p3d_decode_hpp decode(const View& from, ...);
template <class View>
    requires std::same_as<View, p3d::model> || std::same_as<View, p3d::animation>
include_effigy_p3d_regions_hpp regions(const View& from, ...);

}}} // namespace effigy::v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/p3d/view/open.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

EFFIGY_API_BODY result<p3d::model> open(lasting_bytes bytes) noexcept { return impl::open_model(bytes); }

EFFIGY_API_BODY result<p3d::animation> open_animation(lasting_bytes bytes) noexcept {
    return impl::open_animation(bytes);
}

}}} // namespace effigy::v0::p3d
#endif
