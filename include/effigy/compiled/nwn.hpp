// Defines what the headers of this format only declare if EFFIGY_COMPILED is defined. One source of the program
// includes this header, before any other header of effigy.
#pragma once

#if defined(EFFIGY_API) && !defined(EFFIGY_HAS_BODIES)
#error "include <effigy/compiled/nwn.hpp> before any other header of effigy"
#endif
#define EFFIGY_HAS_BODIES

#include <effigy/nwn/compile.hpp>
#include <effigy/nwn/decompile.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/encode_text.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/lint_text.hpp>
#include <effigy/nwn/regions.hpp>
#include <effigy/nwn/scene.hpp>
#include <effigy/nwn/scene_text.hpp>
