// Macros for the few functions that must always be inlined, or never, or that are hardly ever called.
#pragma once

#include <effigy/core/language.hpp>

// In larger programs g++ does not inline even functions that only subtract and compare; open() then takes twice as
// long.
#if defined(_MSC_VER) && !defined(__clang__)
#define EFFIGY_INLINE __forceinline
#define EFFIGY_NOINLINE __declspec(noinline)
#define EFFIGY_COLD __declspec(noinline)
#else
#define EFFIGY_INLINE __attribute__((always_inline)) inline
#define EFFIGY_NOINLINE __attribute__((noinline))
#define EFFIGY_COLD __attribute__((noinline, cold))
#endif
