// Defines what the headers of this format only declare if EFFIGY_COMPILED is defined. One source of the program
// includes this header, before any other header of effigy.
#pragma once

#if defined(EFFIGY_API) && !defined(EFFIGY_HAS_BODIES)
#error "include <effigy/compiled/grimrock.hpp> before any other header of effigy"
#endif
#define EFFIGY_HAS_BODIES

#include <effigy/grimrock/apply.hpp>
#include <effigy/grimrock/edit.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/grimrock/lint.hpp>
#include <effigy/grimrock/regions.hpp>
#include <effigy/grimrock/scene.hpp>
