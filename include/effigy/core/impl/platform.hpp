// What depends on the compiler and on how a program compiles effigy.
#pragma once

// Stops a compilation for a standard before C++20 with one error instead of thousands: a missing header stops g++ and
// clang at once; #error does not. Older MSVC reports the standard in _MSVC_LANG.
#if (defined(_MSVC_LANG) && _MSVC_LANG < 202002L) || (!defined(_MSVC_LANG) && __cplusplus < 202002L)
#include <effigy needs C++20, such as -std=c++20>
#endif

#include <cstddef>
#include <cstdint>

// For the few functions that must always be inlined, or never, or that are hardly ever called. In larger programs g++
// does not inline even functions that only subtract and compare; open() then takes twice as long. MSVC's
// __forceinline would warn at /W4 in functions of callers, where it does not inline (C4714).
#if defined(_MSC_VER) && !defined(__clang__)
#define EFFIGY_INLINE inline
#define EFFIGY_NOINLINE __declspec(noinline)
#define EFFIGY_COLD __declspec(noinline)
#else
#define EFFIGY_INLINE __attribute__((always_inline)) inline
#define EFFIGY_NOINLINE __attribute__((noinline))
#define EFFIGY_COLD __attribute__((noinline, cold))
#endif

// Functions that a program may compile apart from the sources that call them. By default they are templates, and each
// source that calls one compiles it. If EFFIGY_COMPILED is defined, the headers only declare them, and sources that
// include headers of <effigy/compiled/> define them. The two modes declare different entities, so a program that mixes
// them links and is correct.
#if defined(EFFIGY_COMPILED)
#define EFFIGY_API
#define EFFIGY_API_BODY
#else
#define EFFIGY_API template <class = when_used>
#define EFFIGY_API_BODY template <class>
#endif
#if !defined(EFFIGY_COMPILED) || defined(EFFIGY_COMPILED_SOURCE)
#define EFFIGY_HAS_BODIES
#define EFFIGY_HAS_COMMON_BODIES  // of what all formats share
#define EFFIGY_HAS_WRITING_BODIES // of a format whose functions take two sources
#endif

namespace effigy { inline namespace v0 {

// `template <class = when_used>` makes a function or a class a template. A program that includes its header but does
// not use it does not pay for compiling it: the templates that the body calls are not instantiated.
struct when_used;

namespace impl {

// Converts a number that has been tested against a size in memory. Not a cast, since g++ -Wuseless-cast would warn on
// 64-bit hosts.
[[nodiscard]] constexpr std::size_t to_size(std::uint64_t tested) noexcept { return tested & SIZE_MAX; }

} // namespace impl

}} // namespace effigy::v0
