// The version of effigy.
#pragma once

#include <effigy/core/impl/platform.hpp>

// 10000 * major + 100 * minor + patch, for `#if EFFIGY_VERSION >= 200`.
// NOLINTNEXTLINE(modernize-macro-to-enum)
#define EFFIGY_VERSION 100

namespace effigy { inline namespace v0 {

inline constexpr int version_major = EFFIGY_VERSION / 10000;
inline constexpr int version_minor = EFFIGY_VERSION / 100 % 100;
inline constexpr int version_patch = EFFIGY_VERSION % 100;

}} // namespace effigy::v0
