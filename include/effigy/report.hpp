// Errors and findings as human-readable text.
#pragma once

#include <effigy/core/finding.hpp>

#include <string>
#include <string_view>
#include <system_error>

namespace effigy::inline v0 {

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
[[nodiscard]] inline std::string to_string(const location& at) {
    std::string out = std::string(at.path_prefix) + at.path;
    std::size_t bracket = 0;
    for (std::uint8_t i = 0; i < at.depth; ++i) {
        bracket = out.find("[]", bracket);
        if (bracket == std::string::npos) {
            break;
        }
        out.insert(++bracket, std::to_string(at.index[i]));
    }
    return out;
}

namespace impl {

// Returns characters of a file, with non-printable ones as \xNN.
[[nodiscard]] inline std::string printable(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const char stored : text) {
        const auto c = static_cast<unsigned char>(stored);
        if (c >= 32 && c < 127) {
            out += stored;
        } else {
            out += "\\x";
            out += digits[c / 16U];
            out += digits[c % 16U];
        }
    }
    return out;
}

} // namespace impl

// Returns the four characters of a magic, in file order and in quotes.
[[nodiscard]] inline std::string quoted_magic(std::uint32_t magic) {
    std::string chars;
    for (int shift = 0; shift < 32; shift += 8) {
        chars += static_cast<char>(static_cast<unsigned char>(magic >> shift));
    }
    return '"' + impl::printable(chars) + '"';
}

// Returns one line: the code, the location, what was expected and what was found. It does not contain the file's name.
// "truncated: anim.numItems at offset 20: expected 4 bytes, found 0"
[[nodiscard]] inline std::string to_string(const error& why) {
    const std::string at = to_string(static_cast<const location&>(why)) + " at offset " + std::to_string(why.offset);
    const std::string found = std::to_string(why.found);
    const std::string need = std::to_string(why.need);
    const std::string start = std::string(name_of(why.code)) + ": ";
    switch (why.code) {
    case errc::none: return "no error";
    case errc::truncated:
    case errc::out_of_bounds:
        if (*why.expected != '\0') {
            return start + at + ": expected at most " + need + " (" + why.expected + "), found " + found;
        }
        if (why.code == errc::truncated) {
            return start + at + ": expected " + need + (why.need == 1 ? " byte" : " bytes") + ", found " + found;
        }
        return start + at + ": expected a number below " + need + ", found " + found;
    case errc::bad_magic:
        return start + at + ": expected " +
               (why.need != 0 ? quoted_magic(static_cast<std::uint32_t>(why.need)) : why.expected) + ", found " +
               quoted_magic(static_cast<std::uint32_t>(why.found));
    case errc::bad_version: return start + at + ": expected version " + why.expected + ", found " + found;
    case errc::bad_value: return start + at + ": expected " + why.expected + ", found " + found;
    case errc::cycle: {
        const bool is_explained = *why.expected != '\0';
        return start + at + ": expected " + (is_explained ? why.expected : "parents that lead to a root") +
               ", found record " + found + (is_explained ? "" : " among its own ancestors");
    }
    case errc::budget:
        return start + at + ": expected at most " + need +
               (*why.expected != '\0' ? std::string{" ("} + why.expected + ')' : std::string{}) + ", found " + found;
    case errc::unsupported:
        return start + why.path + (why.found >= 0 ? " version " + found : "") + " (" + why.expected + ')';
    case errc::io: return start + why.path + ": " + std::system_category().message(static_cast<int>(why.found));
    }
    return start + at;
}
// Returns the line with the file's name in front: "bear.model: io: open: No such file or directory".
[[nodiscard]] inline std::string to_string(const error& why, std::string_view file) {
    return std::string(file) + ": " + to_string(why);
}

// Returns one line: severity, code, location, message, and the name of the part, if it has one.
[[nodiscard]] inline std::string to_string(const finding& found) {
    return std::string(name_of(found.level)) + ": " + found.code + ": " +
           to_string(static_cast<const location&>(found)) + " at offset " + std::to_string(found.offset) + ": " +
           found.message + (found.name.empty() ? std::string{} : ": \"" + impl::printable(found.name) + '"');
}

} // namespace effigy::inline v0
