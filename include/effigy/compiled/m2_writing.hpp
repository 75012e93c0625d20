// Defines what the headers of this format that write, edit and derive only declare if EFFIGY_COMPILED is defined. One
// source of the program includes this header, before any other header of effigy.
#pragma once

#if defined(EFFIGY_API) && !defined(EFFIGY_HAS_WRITING_BODIES)
#error "include <effigy/compiled/m2_writing.hpp> before any other header of effigy"
#endif
#define EFFIGY_HAS_WRITING_BODIES

#include <effigy/m2/check_target.hpp>
#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/edit.hpp>
#include <effigy/m2/encode.hpp>
