// The meaning of each byte of a model or an animation, see grimrock/regions.hpp.
#pragma once

#include <effigy/grimrock/regions.hpp>
#include <effigy/shinobi/view.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::regions;

}}} // namespace effigy::v0::shinobi
