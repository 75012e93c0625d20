// Names for the numbers of MDL1, see grimrock/names.hpp.
#pragma once

#include <effigy/grimrock/names.hpp>
#include <effigy/shinobi/records.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::name_of;

}}} // namespace effigy::v0::shinobi
