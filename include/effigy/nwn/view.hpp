// Neverwinter Nights binary MDL: open(), verify(), and the views of a model.
#pragma once

#include <effigy/nwn/verify.hpp>
#include <effigy/nwn/view/open.hpp>

namespace effigy::inline v0::nwn {

// Opens a binary *.mdl. Validates every node, list, controller range, raw array and string. Errors: unsupported (an
// ASCII MDL), truncated, bad_magic, bad_value, out_of_bounds, cycle, budget. Takes time in proportion to the file's
// size. The bytes must outlive the model.
template <class = when_used> [[nodiscard]] result<nwn::model> open(borrowed_bytes bytes) noexcept {
    return impl::validator{bytes}.run();
}
template <temporary_bytes Owner> result<nwn::model> open(Owner&&) = delete;

} // namespace effigy::inline v0::nwn
