// What open() leaves out, because it reads every byte: as Grimrock's.
#pragma once

#include <effigy/grimrock/verify.hpp>

namespace effigy::inline v0::shinobi {

using grimrock::verify;

} // namespace effigy::inline v0::shinobi
