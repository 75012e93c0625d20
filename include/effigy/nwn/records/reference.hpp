// References of Neverwinter Nights binary MDL.
// The file has two address spaces: model data, which begins at byte 12, and raw data, which follows it. In a model that
// owns its data, references are parts of its pools.
#pragma once

#include <effigy/core/pool_slice.hpp>
#include <effigy/core/vector.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// One T in model data; 0: none.
template <class T, form F = form::little> struct ptr {
    using target = T;
    u32<F> offset;
};
// An array of T in model data; 0: none. Another field contains the count; an array of char ends with NUL.
template <class T, form F = form::little> struct array_ptr {
    using target = T;
    u32<F> offset;
};
// An array of T in raw data; -1: none. Another field contains the count.
template <class T, form F = form::little> struct raw_ptr {
    using target = T;
    u32<F> offset;
};
// `used` T in model data. Empty lists often have an offset (measured: 13,743); `allocated` == `used` in every file.
template <class T, form F = form::little> struct list {
    using target = T;
    u32<F> offset;
    u32<F> used;
    u32<F> allocated;
};

template <class T> struct ptr<T, form::host> : pool_handle<T> {
    using target = T;
    constexpr ptr() = default;
    constexpr ptr(const pool_handle<T>& of) noexcept : pool_handle<T>(of) {}
};
template <class T> struct array_ptr<T, form::host> : pool_slice<T> {
    using target = T;
    constexpr array_ptr() = default;
    constexpr array_ptr(const pool_slice<T>& of) noexcept : pool_slice<T>(of) {}
};
template <class T> struct raw_ptr<T, form::host> : pool_slice<T> {
    using target = T;
    constexpr raw_ptr() = default;
    constexpr raw_ptr(const pool_slice<T>& of) noexcept : pool_slice<T>(of) {}
};
template <class T> struct list<T, form::host> : pool_slice<T> {
    using target = T;
    constexpr list() = default;
    constexpr list(const pool_slice<T>& of) noexcept : pool_slice<T>(of) {}
};

}}} // namespace effigy::v0::nwn
