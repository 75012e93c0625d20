// Segments with correct first indices, see grimrock/repaired_segments.hpp.
#pragma once

#include <effigy/grimrock/view/repaired_segments.hpp>
#include <effigy/shinobi/view.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::repaired_segments;

}}} // namespace effigy::v0::shinobi
