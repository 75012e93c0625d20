// Writing models and animations of the Shinobi engine, see grimrock/encode.hpp.
#pragma once

#include <effigy/grimrock/encode.hpp>
#include <effigy/shinobi/decode.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::encode;

}}} // namespace effigy::v0::shinobi
