// Errors are values: what was expected, where in the file, and what was found.
#pragma once

#include <effigy/core/language.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(_MSC_VER) && !defined(__clang__)
#include <cstdlib>
#endif

namespace effigy::inline v0 {

enum class errc : std::uint8_t {
    none,
    truncated,     // `need` bytes wanted, `found` left; with `expected`: `found` claimed, at most `need` possible
    out_of_bounds, // `found` must be below `need`; with `expected`: at most `need`, which `expected` explains
    bad_magic,     // four characters `need` expected, `found` there (first character in the lowest byte)
    bad_version,   // version `found`
    bad_value,     // `found` is not a value of this field
    cycle,         // a parent or child leads back to where it came from; `found` is the record
    budget,        // walking on would take more time or memory than the file's size pays for
    unsupported,   // a known file that effigy does not read; `path` says which
    io,            // the operating system refused; `found` is its error number
};

// Where in a file. `path` speaks the specification's words; each "[]" in it stands for the next of `index`.
struct location {
    static constexpr std::uint8_t max_depth = 3;

    const char* path = "";    // static: "mdl1.nodes[].segments[].material"
    std::uint64_t offset = 0; // absolute, in bytes
    std::uint32_t index[max_depth]{};
    std::uint8_t depth = 0;       // how many of `index` are set
    const char* path_prefix = ""; // static; stands before `path`: "nwn.animations[]."

    // The same place seen from one loop further out.
    [[nodiscard]] constexpr location within(std::uint32_t outer) const noexcept {
        location out = *this;
        out.depth = depth < max_depth ? static_cast<std::uint8_t>(depth + 1) : max_depth;
        for (std::uint8_t i = max_depth - 1; i > 0; --i) {
            out.index[i] = index[i - 1];
        }
        out.index[0] = outer;
        return out;
    }
};

// Why a file was rejected. No allocation; effigy::to_string (report.hpp) makes a line of it.
struct error : location {
    errc code = errc::none;
    std::uint64_t need = 0;    // see errc
    std::int64_t found = 0;    // see errc
    const char* expected = ""; // static; what a field may hold, or what is limited

    // Whether there is one: false when all is well.
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return code != errc::none; }

    [[nodiscard]] constexpr error within(std::uint32_t outer) const noexcept {
        error out = *this;
        static_cast<location&>(out) = location::within(outer);
        return out;
    }
};

// Ends the program: the caller broke a precondition, never the file.
[[noreturn]] inline void trap() noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
    std::abort();
#else
    __builtin_trap();
#endif
}

// A value or an error; the same type in every build mode. T's default is its empty state.
template <class T> class [[nodiscard]] result {
public:
    using value_type = T;

    constexpr result(T value) noexcept : value_(std::move(value)) {}
    // Precondition: why.code is not none; checked in every build.
    constexpr result(const effigy::error& why) noexcept : error_(why) {
        if (why.code == errc::none) {
            trap();
        }
    }

    [[nodiscard]] constexpr bool has_value() const noexcept { return error_.code == errc::none; }
    constexpr explicit operator bool() const noexcept { return has_value(); }

    // errc::none when there is a value.
    [[nodiscard]] constexpr const effigy::error& error() const& noexcept { return error_; }
    [[nodiscard]] constexpr effigy::error error() && noexcept { return error_; }

    // Precondition: has_value(); checked in every build.
    [[nodiscard]] constexpr const T& value() const& noexcept {
        if (!has_value()) {
            trap();
        }
        return value_;
    }
    [[nodiscard]] constexpr T& value() & noexcept {
        if (!has_value()) {
            trap();
        }
        return value_;
    }
    [[nodiscard]] constexpr T value() && noexcept { return std::move(value()); } // not T&&: it would dangle

    [[nodiscard]] constexpr const T& operator*() const& noexcept { return value(); }
    [[nodiscard]] constexpr T& operator*() & noexcept { return value(); }
    [[nodiscard]] constexpr T operator*() && noexcept { return std::move(value()); }
    [[nodiscard]] constexpr const T* operator->() const& noexcept { return &value(); }
    [[nodiscard]] constexpr T* operator->() & noexcept { return &value(); }
    constexpr const T* operator->() const&&
        requires(!std::is_trivially_copyable_v<T>)
    = delete; // what it owns would be gone

private:
    T value_{};
    effigy::error error_{};
};

} // namespace effigy::inline v0
