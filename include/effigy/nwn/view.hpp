// Neverwinter Nights binary MDL: open(), verify(), and the views of a model.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/verify.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Opens a binary *.mdl. Validates every node, list, controller range, raw array and string. Errors: unsupported (an
// ASCII MDL), truncated, bad_magic, bad_value, out_of_bounds, cycle, budget. Takes time in proportion to the file's
// size. The bytes must outlive the model.
EFFIGY_API [[nodiscard]] result<nwn::model> open(lasting_bytes bytes) noexcept;

// Declared in nwn/scene.hpp, lint.hpp, decode.hpp and regions.hpp. Without that header, the error of the compiler names
// it. The ellipsis makes these the last choice.
struct include_effigy_nwn_scene_hpp;
struct include_effigy_nwn_lint_hpp;
struct include_effigy_nwn_decode_hpp;
struct include_effigy_nwn_regions_hpp;
template <std::same_as<nwn::model> Model> include_effigy_nwn_scene_hpp to_scene(const Model& from);
template <std::same_as<nwn::model> Model> include_effigy_nwn_lint_hpp lint(const Model& from, ...);
template <std::same_as<nwn::model> Model> include_effigy_nwn_decode_hpp decode(const Model& from, ...);
template <std::same_as<nwn::model> Model> include_effigy_nwn_regions_hpp regions(const Model& from, ...);

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/view/open.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

EFFIGY_API_BODY result<nwn::model> open(lasting_bytes bytes) noexcept { return impl::validator{bytes}.run(); }

}}} // namespace effigy::v0::nwn
#endif
