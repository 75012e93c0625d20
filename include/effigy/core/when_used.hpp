// A template parameter that delays compilation.
#pragma once

#include <effigy/core/language.hpp>

namespace effigy::inline v0 {

// `template <class = when_used>` makes a function or a class a template. A program that includes its header but does
// not use it does not pay for compiling it: the templates that the body calls are not instantiated.
struct when_used;

} // namespace effigy::inline v0
