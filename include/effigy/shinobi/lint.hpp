// Findings about readable files of the Shinobi engine, see grimrock/lint.hpp.
#pragma once

#include <effigy/grimrock/lint.hpp>
#include <effigy/shinobi/sample.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::lint;

}}} // namespace effigy::v0::shinobi
