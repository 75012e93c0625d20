// Segments with correct first indices, see grimrock/repaired_segments.hpp.
#pragma once

#include <effigy/grimrock/view/repaired_segments.hpp>
#include <effigy/shinobi/view.hpp>

namespace effigy::inline v0::shinobi {

using grimrock::repaired_segments;

} // namespace effigy::inline v0::shinobi
