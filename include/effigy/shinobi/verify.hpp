// The validation that open() leaves out, see grimrock/verify.hpp.
#pragma once

#include <effigy/grimrock/verify.hpp>

namespace effigy::inline v0::shinobi {

using grimrock::verify;

} // namespace effigy::inline v0::shinobi
