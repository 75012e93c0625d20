// Ends a compilation for an older C++ at its first line, instead of after thousands.
#pragma once

// Unlike #error, a header that is not there stops g++ and clang at once. Older MSVC tells the language by _MSVC_LANG.
#if (defined(_MSVC_LANG) && _MSVC_LANG < 202002L) || (!defined(_MSVC_LANG) && __cplusplus < 202002L)
#include <effigy needs C++20, such as -std=c++20>
#endif
