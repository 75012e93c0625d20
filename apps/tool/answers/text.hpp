// Text output: escaped, with grouped digits, in color on terminals.
#pragma once

#include <effigy/owned/editing.hpp>

#include <charconv>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace tool {

// Names in files may be any bytes. Bytes other than printable ASCII are shown as \xNN, because they could control a
// terminal.
std::string printable(std::string_view bytes);

// Like printable(), but shows at most the first 64 bytes. For names that may be long and are shown many times.
std::string shortened(std::string_view bytes);

// Converts a name from a file to UTF-8, which JSON requires. Reads the bytes as Latin-1.
std::string utf8(std::string_view bytes);

// 12431 -> "12,431"
std::string grouped(std::uint64_t number);

// "a, b, c and 4 more"
std::string listed(const std::vector<std::string>& names);

// Returns the names, sorted by how much they are like `wanted`. Upper and lower case do not matter.
std::vector<std::string> by_likeness(std::vector<std::string> names, std::string_view wanted);

// Returns the name that someone meant who wrote `wanted`: one that begins so, or differs in few letters. May be empty.
std::string most_like(const std::vector<std::string>& names, std::string_view wanted);

// "OLD=NEW" or "NAME=VALUE", cut at the first "="; what follows may be empty.
[[nodiscard]] std::optional<effigy::renaming> pair_of(std::string_view text);

// "1 node", "2 nodes"
std::string counted(std::uint64_t number, std::string_view thing);

// The last hexadecimal digits of a number: "00ab"
std::string hexadecimal(std::uint64_t number, std::size_t digits);

// None unless the text consists of digits.
template <std::unsigned_integral Number = std::uint32_t> std::optional<Number> number_in(std::string_view digits) {
    Number out = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    return failure == std::errc{} && end == digits.data() + digits.size() ? std::optional{out} : std::nullopt;
}

// The shortest text that reads back as the same float; "nan" and "inf".
std::string shortest(float number);

class style {
public:
    explicit style(bool colored) : colored_(colored) {}

    // In color if the stream is a terminal, unless NO_COLOR (https://no-color.org) or TERM forbid it.
    static style of(std::FILE* stream);

    std::string heading(std::string_view text) const { return wrap("1", text); }
    std::string name(std::string_view text) const { return wrap("36", text); }
    std::string faint(std::string_view text) const { return wrap("2", text); }
    std::string good(std::string_view text) const { return wrap("32", text); }
    std::string warning(std::string_view text) const { return wrap("33", text); }
    std::string bad(std::string_view text) const { return wrap("31", text); }

private:
    std::string wrap(std::string_view code, std::string_view text) const;

    bool colored_;
};

bool is_terminal(std::FILE* stream);

} // namespace tool
