// Errors as values: the location in the file, what was expected and what was found.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(_MSC_VER) && !defined(__clang__)
#include <cstdlib>
#endif

namespace effigy { inline namespace v0 {

enum class errc : std::uint8_t {
    none,
    truncated,     // `need` bytes needed, `found` left; with `expected`: the file states `found`, at most `need` fit
    out_of_bounds, // `found` must be below `need`; with `expected`: at most `need`, the limit that `expected` names
    bad_magic,     // `need`: the four expected characters, `found`: those in the file (first one in the lowest byte)
    bad_version,   // `found`: the version
    bad_value,     // `found` is not a valid value of this field
    cycle,         // parents or children form a cycle; `found`: a record in it
    budget,        // reading on would take more time or memory than effigy allows for a file of this size
    unsupported,   // a known format that effigy does not read; `path` names it
    io,            // a system call failed; `found`: the system's error number
};

// A location in a file. `path` uses the specification's words; each "[]" in it stands for the next number in `index`.
struct location {
    static constexpr std::uint8_t max_depth = 3;
    static constexpr std::uint64_t nowhere = ~std::uint64_t{0}; // the offset of an error of an edit

    const char* path = "";    // static: "mdl1.nodes[].segments[].material"
    std::uint64_t offset = 0; // absolute, in bytes; in a text see at_line()
    std::uint32_t index[max_depth]{};
    std::uint8_t depth = 0;       // how many of `index` are set
    bool is_text = false;         // the location is a line and a column
    const char* path_prefix = ""; // static; precedes `path`: "nwn.animations[]."

    // Returns the location of a line and a column of a text, both from 1; a column is a byte of its line.
    [[nodiscard]] static constexpr location at_line(const char* path, std::uint32_t line,
                                                    std::uint32_t column) noexcept {
        location out{path, std::uint64_t{line} << 32U | column};
        out.is_text = true;
        return out;
    }
    // Return 0 if the location is an offset.
    [[nodiscard]] constexpr std::uint32_t line() const noexcept {
        return is_text ? static_cast<std::uint32_t>(offset >> 32U) : 0;
    }
    [[nodiscard]] constexpr std::uint32_t column() const noexcept {
        return is_text ? static_cast<std::uint32_t>(offset & 0xFFFF'FFFF) : 0;
    }

    // Returns this location inside iteration `outer` of an enclosing loop.
    [[nodiscard]] constexpr location within(std::uint32_t outer) const noexcept {
        location out = *this;
        out.depth = depth < max_depth ? static_cast<std::uint8_t>(depth + 1) : max_depth;
        for (std::uint8_t i = max_depth - 1; i > 0; --i) {
            out.index[i] = index[i - 1];
        }
        out.index[0] = outer;
        return out;
    }
    // Returns the location of element `inner` of the list at this location.
    [[nodiscard]] constexpr location element(std::uint32_t inner) const noexcept {
        location out = *this;
        if (depth < max_depth) {
            out.index[out.depth++] = inner;
        }
        return out;
    }
};

// Why a file was rejected. Does not allocate; effigy::to_string (report.hpp) formats it as a line.
struct error : location {
    errc code = errc::none;
    std::uint64_t need = 0;    // see errc
    std::int64_t found = 0;    // see errc
    const char* expected = ""; // static; the valid values of the field, or what `need` limits
    // Of an edit: the name that it would change; of compile(): that of the supermodel. `need` characters in the model,
    // the file or the arguments, valid until these end or change, as by the next edit; else null.
    const char* name = nullptr;

    // True if there is an error.
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return code != errc::none; }

    [[nodiscard]] constexpr error within(std::uint32_t outer) const noexcept {
        error out = *this;
        static_cast<location&>(out) = location::within(outer);
        return out;
    }
};

// Is called with a description of the mistake, such as "index not below size()", before the program ends.
using misuse_handler = void (*)(const char* what) noexcept;

namespace impl {
inline misuse_handler on_misuse = nullptr;
} // namespace impl

// Sets the function that is called once before effigy ends the program because a precondition was violated: to write a
// log or to print the line. Returns the previous one. Null, the default: the program ends without a word. The program
// ends even if the function returns. Call this before other threads use effigy.
inline misuse_handler set_misuse_handler(misuse_handler handler) noexcept {
    return std::exchange(impl::on_misuse, handler);
}

// Ends the program because the caller violated a precondition. The content of a file cannot cause this.
[[noreturn]] EFFIGY_COLD inline void trap(const char* what) noexcept {
    if (const misuse_handler handler = std::exchange(impl::on_misuse, nullptr)) { // which may itself make a mistake
        handler(what);
    }
#if defined(_MSC_VER) && !defined(__clang__)
    std::abort();
#else
    __builtin_trap();
#endif
}

// A value or an error. The same type in every build mode. T{} is the empty state of T.
template <class T> class [[nodiscard]] result {
public:
    using value_type = T;

    constexpr result(T value) noexcept : value_(std::move(value)) {}
    // Precondition: why.code is not none; checked in every build.
    constexpr result(const effigy::error& why) noexcept : error_(why) {
        if (why.code == errc::none) {
            trap("result of an error without a code");
        }
    }

    [[nodiscard]] constexpr bool has_value() const noexcept { return error_.code == errc::none; }
    constexpr explicit operator bool() const noexcept { return has_value(); }

    // Returns the error; its code is errc::none if there is a value.
    [[nodiscard]] constexpr const effigy::error& error() const& noexcept { return error_; }
    [[nodiscard]] constexpr effigy::error error() && noexcept { return error_; }

    // Precondition: has_value(); checked in every build.
    [[nodiscard]] constexpr const T& value() const& noexcept {
        if (!has_value()) {
            trap("value() of a result that is an error");
        }
        return value_;
    }
    [[nodiscard]] constexpr T& value() & noexcept {
        if (!has_value()) {
            trap("value() of a result that is an error");
        }
        return value_;
    }
    [[nodiscard]] constexpr T value() && noexcept { return std::move(value()); } // not T&&, which could dangle

    [[nodiscard]] constexpr const T& operator*() const& noexcept { return value(); }
    [[nodiscard]] constexpr T& operator*() & noexcept { return value(); }
    [[nodiscard]] constexpr T operator*() && noexcept { return std::move(value()); }
    [[nodiscard]] constexpr const T* operator->() const& noexcept { return &value(); }
    [[nodiscard]] constexpr T* operator->() & noexcept { return &value(); }
    constexpr const T* operator->() const&&
        requires(!std::is_trivially_copyable_v<T>)
    = delete; // the pointer would dangle

private:
    T value_{};
    effigy::error error_{};
};

}} // namespace effigy::v0
