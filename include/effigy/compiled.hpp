// Defines what headers only declare if EFFIGY_COMPILED is defined, for all formats. One source of the program includes
// this header, before any other header of effigy:
//     #include <effigy/compiled.hpp>
// A program with few formats includes <effigy/compiled/common.hpp> and then <effigy/compiled/FORMAT.hpp> of each.
#pragma once

#include <effigy/compiled/common.hpp>

#include <effigy/compiled/grimrock.hpp>
#include <effigy/compiled/m2.hpp>
#include <effigy/compiled/nwn.hpp>
#include <effigy/compiled/p3d.hpp>
