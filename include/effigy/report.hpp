// Errors and findings as human-readable text.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>

#include <string>
#include <string_view>

namespace effigy { inline namespace v0 {

[[nodiscard]] constexpr std::string_view name_of(errc code) noexcept {
    switch (code) {
    case errc::none: return "none";
    case errc::truncated: return "truncated";
    case errc::out_of_bounds: return "out_of_bounds";
    case errc::bad_magic: return "bad_magic";
    case errc::bad_version: return "bad_version";
    case errc::bad_value: return "bad_value";
    case errc::cycle: return "cycle";
    case errc::budget: return "budget";
    case errc::unsupported: return "unsupported";
    case errc::io: return "io";
    }
    return "unknown";
}
[[nodiscard]] constexpr std::string_view name_of(severity level) noexcept {
    return level == severity::warning ? "warning" : "note";
}

// Returns the path with the indices in its brackets: "mdl1.nodes[3].mesh.segments[17].material".
EFFIGY_API [[nodiscard]] std::string to_string(const location& at);

// Returns the four characters of a magic, in file order and in quotes.
EFFIGY_API [[nodiscard]] std::string quoted_magic(std::uint32_t magic);

// Returns one line: the code, the location, what was expected and what was found. It does not contain the file's name.
// "truncated: the file is cut off or damaged: anim.numItems at offset 20: expected 4 bytes, found 0"
// In a text, a line and a column are in place of the offset: "at line 3, column 7".
EFFIGY_API [[nodiscard]] std::string to_string(const error& why);
// Returns the line with the file's name in front, unless it is empty: "bear.model: io: open: No such file or
// directory".
EFFIGY_API [[nodiscard]] std::string to_string(const error& why, std::string_view file);

// Returns one line: severity, code, location, message, and the name of the part, if it has one.
EFFIGY_API [[nodiscard]] std::string to_string(const finding& found);

}} // namespace effigy::v0

#if defined(EFFIGY_HAS_COMMON_BODIES)

#include <array>
#include <system_error>
#include <utility>

namespace effigy { inline namespace v0 {

namespace impl {

// Builds a line. Strings are joined in one function only: with operator+, a program that prints an error takes 0.2 s
// more to compile.
template <class = when_used> class line {
public:
    [[nodiscard]] std::string take() noexcept { return std::move(text_); }

    EFFIGY_NOINLINE line& operator<<(std::string_view added) {
        text_.append(added.data(), added.size());
        return *this;
    }
    line& operator<<(std::uint64_t number) {
        std::array<char, 20> digits{};
        std::size_t first = digits.size();
        do {
            digits[--first] = static_cast<char>('0' + number % 10);
            number /= 10;
        } while (number != 0);
        return *this << std::string_view{digits.data(), digits.size()}.substr(first);
    }
    line& operator<<(std::int64_t number) {
        const auto bits = static_cast<std::uint64_t>(number);
        return number < 0 ? *this << "-" << 0 - bits : *this << bits;
    }
    line& operator<<(const location& at) {
        std::uint8_t level = 0;
        for (std::string_view rest : {std::string_view{at.path_prefix}, std::string_view{at.path}}) {
            for (std::size_t in = rest.find("[]"); level < at.depth && in != rest.npos; in = rest.find("[]")) {
                *this << rest.substr(0, in + 1) << std::uint64_t{at.index[level++]};
                rest.remove_prefix(in + 1);
            }
            *this << rest;
        }
        return *this;
    }
    // Adds where in the file it is: " at offset 20", " at line 3, column 7"; nothing for an edit.
    line& place(const location& at) {
        if (at.is_text) {
            *this << " at line " << std::uint64_t{at.line()} << ", column " << std::uint64_t{at.column()};
        } else if (at.offset != location::nowhere) {
            *this << " at offset " << at.offset;
        }
        return *this;
    }
    // Adds characters of a file, with non-printable ones as \xNN.
    line& printable(std::string_view chars) {
        constexpr std::string_view digits = "0123456789abcdef";
        for (std::size_t i = 0; i < chars.size(); ++i) {
            const auto c = static_cast<unsigned char>(chars[i]);
            if (c >= 32 && c < 127) {
                *this << chars.substr(i, 1);
            } else {
                *this << "\\x" << digits.substr(c / 16U, 1) << digits.substr(c % 16U, 1);
            }
        }
        return *this;
    }
    line& magic(std::uint32_t magic) {
        *this << "\"";
        for (std::uint32_t rest = magic, i = 0; i < 4; ++i, rest >>= 8) {
            const char stored = static_cast<char>(static_cast<unsigned char>(rest));
            printable({&stored, 1});
        }
        return *this << "\"";
    }

private:
    std::string text_;
};

} // namespace impl

EFFIGY_API_BODY std::string to_string(const location& at) { return (impl::line{} << at).take(); }

EFFIGY_API_BODY std::string quoted_magic(std::uint32_t magic) { return impl::line{}.magic(magic).take(); }

EFFIGY_API_BODY std::string to_string(const error& why) {
    if (why.code == errc::none) {
        return "no error";
    }
    const bool is_explained = *why.expected != '\0';
    impl::line out;
    out << name_of(why.code) << ": ";
    if (why.code == errc::unsupported) {
        out << why.path;
        if (why.found >= 0) {
            out << " version " << why.found;
        }
        return (out << " (" << why.expected << ")").take();
    }
    if (why.code == errc::io) {
        return (out << why.path << ": " << std::system_category().message(static_cast<int>(why.found))).take();
    }
    if (why.code == errc::truncated) { // a file that was cut off cannot be told from one with a wrong count or size
        out << "the file is cut off or damaged: ";
    }
    constexpr std::int64_t absurd_version = 0x10000;
    if (why.code == errc::bad_version && (why.found < 0 || why.found >= absurd_version)) {
        out << "the file is damaged, or not of this format: ";
    }
    out << static_cast<const location&>(why);
    if (why.name != nullptr) {
        (out << " \"").printable({why.name, static_cast<std::size_t>(why.need)}) << "\"";
    }
    out.place(why) << ": expected ";
    switch (why.code) {
    case errc::none:
    case errc::unsupported:
    case errc::io: break; // above
    case errc::truncated:
    case errc::out_of_bounds:
    case errc::budget:
        if (is_explained) {
            out << "at most " << why.need << " (" << why.expected << ")";
        } else if (why.code == errc::budget) {
            out << "at most " << why.need;
        } else if (why.code == errc::truncated) {
            out << why.need << (why.need == 1 ? " byte" : " bytes");
        } else {
            out << "a number below " << why.need;
        }
        break;
    case errc::bad_magic:
        if (why.need != 0) {
            out.magic(static_cast<std::uint32_t>(why.need));
        } else {
            out << why.expected;
        }
        return (out << ", found ").magic(static_cast<std::uint32_t>(why.found)).take();
    case errc::bad_version: out << "version " << why.expected; break;
    case errc::bad_value: out << why.expected; break;
    case errc::cycle:
        out << (is_explained ? why.expected : "parents that lead to a root") << ", found record " << why.found;
        return (out << (is_explained ? "" : " among its own ancestors")).take();
    }
    if ((why.offset != location::nowhere && why.name == nullptr) || why.found != 0) {
        out << ", found " << why.found;
    }
    return out.take();
}
EFFIGY_API_BODY std::string to_string(const error& why, std::string_view file) {
    return (impl::line{} << file << (file.empty() ? "" : ": ") << to_string(why)).take();
}

EFFIGY_API_BODY std::string to_string(const finding& found) {
    impl::line out;
    out << name_of(found.level) << ": " << found.code << ": " << static_cast<const location&>(found);
    out.place(found) << ": " << found.message;
    if (!found.name.empty()) {
        (out << ": \"").printable(found.name) << "\"";
    }
    return out.take();
}

}} // namespace effigy::v0
#endif
