// Defines what headers only declare if EFFIGY_COMPILED is defined, for all formats. One source of the program includes
// this header, before any other header of effigy:
//     #include <effigy/compiled.hpp>
// Or one source for each header of effigy/compiled/ that the program needs.
#pragma once

#define EFFIGY_COMPILED_SOURCE

#include <effigy/compiled/common.hpp>
#include <effigy/compiled/grimrock.hpp>
#include <effigy/compiled/m2.hpp>
#include <effigy/compiled/m2_writing.hpp>
#include <effigy/compiled/nwn.hpp>
#include <effigy/compiled/p3d.hpp>
