// Defines what headers that all formats share only declare if EFFIGY_COMPILED is defined. One source of the program
// includes this header, before any other header of effigy.
#pragma once

#if defined(EFFIGY_API) && !defined(EFFIGY_HAS_COMMON_BODIES)
#error "include <effigy/compiled/common.hpp> before any other header of effigy"
#endif
#define EFFIGY_HAS_COMMON_BODIES

#include <effigy/gltf.hpp>
#include <effigy/report.hpp>
#include <effigy/scene/reconcile.hpp>
