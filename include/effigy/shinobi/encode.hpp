// Writing models and animations of the Shinobi engine, see grimrock/encode.hpp.
#pragma once

#include <effigy/grimrock/encode.hpp>
#include <effigy/shinobi/decode.hpp>

namespace effigy::inline v0::shinobi {

using grimrock::encode;

} // namespace effigy::inline v0::shinobi
