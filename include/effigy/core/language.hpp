// Stops a compilation for a standard before C++20 with one error instead of thousands.
#pragma once

// A missing header stops g++ and clang at once; #error does not. Older MSVC reports the standard in _MSVC_LANG.
#if (defined(_MSVC_LANG) && _MSVC_LANG < 202002L) || (!defined(_MSVC_LANG) && __cplusplus < 202002L)
#include <effigy needs C++20, such as -std=c++20>
#endif
