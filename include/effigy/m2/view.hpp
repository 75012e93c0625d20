// World of Warcraft models (M2, versions 256 .. 274): open(), verify() and the views of a model.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/verify.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// Opens a *.m2 of version 256 to 274. `companions`: a table of the other files of the model, which open() joins to it;
// ignored before version 264. The data of a companion that is not in the table is missing: see key_place and
// skin_profiles(). If the table is sorted by comes_before, lookups take logarithmic time. The bytes and the table must
// outlive the model.
// Errors: truncated, bad_magic (also if a .skin or a .skel in the table is a file of another kind), bad_version,
// out_of_bounds, bad_value (an invalid parent; an .anim that is a model, a .skin or a .skel), cycle, budget. The path
// of an error in a companion begins with "companions" and its number in the table. The path of an error in a bone or an
// attachment of a .skel begins with "skel" or "parentSkel". Offsets of errors count from the start of the companion.
// Takes time in proportion to the number of records and key lists, not to the bytes of the lists.
EFFIGY_API [[nodiscard]] result<m2::model> open(lasting_bytes bytes,
                                                std::span<const companion> companions = {}) noexcept;

// open_skin(), open_skeleton() and open_chunks() open one companion without its model: a .skin, a .skel, or a file of
// chunks (a chunked .anim or a .bone). An .anim without chunks cannot be opened alone, because only its model describes
// its bytes. The errors are those of open(). The bytes must outlive the result.
EFFIGY_API [[nodiscard]] result<m2::skin_file> open_skin(lasting_bytes bytes) noexcept;
EFFIGY_API [[nodiscard]] result<m2::skeleton> open_skeleton(lasting_bytes bytes) noexcept;
EFFIGY_API [[nodiscard]] result<m2::chunked_file> open_chunks(lasting_bytes bytes) noexcept;

// Declared in m2/scene.hpp, lint.hpp, decode.hpp and regions.hpp. Without that header, the error of the compiler names
// it. The ellipsis makes these the last choice.
struct include_effigy_m2_scene_hpp;
struct include_effigy_m2_lint_hpp;
struct include_effigy_m2_decode_hpp;
struct include_effigy_m2_regions_hpp;
template <std::same_as<m2::model> Model> include_effigy_m2_scene_hpp to_scene(const Model& from);
template <std::same_as<m2::model> Model> include_effigy_m2_lint_hpp lint(const Model& from, ...);
template <std::same_as<m2::model> Model> include_effigy_m2_decode_hpp decode(const Model& from, ...);
template <std::same_as<m2::model> Model> include_effigy_m2_regions_hpp regions(const Model& from, ...);

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/m2/view/open.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

EFFIGY_API_BODY result<m2::model> open(lasting_bytes bytes, std::span<const companion> companions) noexcept {
    return impl::validator{bytes, companions}.run();
}

EFFIGY_API_BODY result<m2::skin_file> open_skin(lasting_bytes bytes) noexcept {
    return impl::validator{bytes}.run_skin();
}

EFFIGY_API_BODY result<m2::skeleton> open_skeleton(lasting_bytes bytes) noexcept {
    return impl::validator{bytes}.run_skeleton();
}

EFFIGY_API_BODY result<m2::chunked_file> open_chunks(lasting_bytes bytes) noexcept {
    return impl::validator{bytes}.run_chunks();
}

}}} // namespace effigy::v0::m2
#endif
