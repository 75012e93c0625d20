// Models (MDL1) and animations (ANIM) of Legend of Grimrock and the Shinobi engine: open(), verify() and their views.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/verify.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// Opens a *.model of version 2 (Grimrock) or 4 (Shinobi engine). Errors: truncated, bad_magic, bad_version, bad_value,
// out_of_bounds (a parent), cycle, budget. The time is proportional to the number of records, not to the size of
// arrays. The bytes must outlive the model.
EFFIGY_API [[nodiscard]] result<model> open(lasting_bytes bytes) noexcept;

// Opens an *.animation of version 1 (Grimrock 1), 2 (Grimrock 2) or 3 (Shinobi engine). Errors: truncated, bad_magic,
// bad_version, bad_value. The bytes must outlive the animation.
EFFIGY_API [[nodiscard]] result<animation> open_animation(lasting_bytes bytes) noexcept;

// Declared in grimrock/scene.hpp, lint.hpp, decode.hpp and regions.hpp. Without that header, the error of the compiler
// names it. The ellipsis makes these the last choice.
struct include_effigy_grimrock_scene_hpp;
struct include_effigy_grimrock_lint_hpp;
struct include_effigy_grimrock_decode_hpp;
struct include_effigy_grimrock_regions_hpp;
template <std::same_as<model> Model> include_effigy_grimrock_scene_hpp to_scene(const Model& from);
template <class View>
    requires std::same_as<View, model> || std::same_as<View, animation>
include_effigy_grimrock_lint_hpp lint(const View& from, ...);
template <class View>
    requires std::same_as<View, model> || std::same_as<View, animation>
include_effigy_grimrock_decode_hpp decode(const View& from, ...);
template <class View>
    requires std::same_as<View, model> || std::same_as<View, animation>
include_effigy_grimrock_regions_hpp regions(const View& from, ...);

}}} // namespace effigy::v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/grimrock/view/open.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

EFFIGY_API_BODY result<model> open(lasting_bytes bytes) noexcept {
    return impl::open_model(bytes, impl::versions_of_models);
}

EFFIGY_API_BODY result<animation> open_animation(lasting_bytes bytes) noexcept {
    return impl::open_animation(bytes, impl::versions_of_animations);
}

}}} // namespace effigy::v0::grimrock
#endif
