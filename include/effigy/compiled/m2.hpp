// Defines what the headers of this format that read files only declare if EFFIGY_COMPILED is defined. One source of the
// program includes this header, before any other header of effigy.
#pragma once

#if defined(EFFIGY_API) && !defined(EFFIGY_HAS_BODIES)
#error "include <effigy/compiled/m2.hpp> before any other header of effigy"
#endif
#define EFFIGY_HAS_BODIES

#include <effigy/m2/decode.hpp>
#include <effigy/m2/join.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/m2/regions.hpp>
#include <effigy/m2/scene.hpp>
