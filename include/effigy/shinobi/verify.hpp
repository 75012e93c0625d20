// The validation that open() leaves out, see grimrock/verify.hpp.
#pragma once

#include <effigy/grimrock/verify.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::verify;

}}} // namespace effigy::v0::shinobi
