// Defines what the headers of this format only declare if EFFIGY_COMPILED is defined. One source of the program
// includes this header, before any other header of effigy.
#pragma once

#if defined(EFFIGY_API) && !defined(EFFIGY_HAS_BODIES)
#error "include <effigy/compiled/p3d.hpp> before any other header of effigy"
#endif
#define EFFIGY_HAS_BODIES

#include <effigy/p3d/apply.hpp>
#include <effigy/p3d/edit.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/p3d/lint.hpp>
#include <effigy/p3d/regions.hpp>
#include <effigy/p3d/scene.hpp>
