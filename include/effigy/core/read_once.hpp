// Reading a value from the file exactly once.
#pragma once

#include <effigy/core/scalar.hpp>

namespace effigy::inline v0 {

// Returns `value`, and keeps the optimiser from reading it from the file again: another process may change a mapped
// file between a test and the use of the tested value. Every value from a file passes through this function before it
// is tested, switched on or used as an index.
template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>)
[[nodiscard]] constexpr T read_once(T value) noexcept {
    if (!std::is_constant_evaluated()) {
#if defined(__GNUC__) || defined(__clang__)
        if (!__builtin_constant_p(value)) {
            __asm__ volatile("" : "+r"(value));
        }
#else
        volatile T once = value;
        value = once;
#endif
    }
    return value;
}
template <wire_number T, form F> [[nodiscard]] constexpr T read_once(const scalar<T, F>& field) noexcept {
    return read_once(field.get());
}

} // namespace effigy::inline v0
