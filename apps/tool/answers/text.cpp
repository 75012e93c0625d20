#include "text.hpp"

#include <materials/texts.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <numeric>
#include <utility>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace tool {

std::string printable(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 32 && byte < 127) {
            out += c;
        } else {
            out += {'\\', 'x', digits[byte / 16U], digits[byte % 16U]};
        }
    }
    return out;
}

std::string shortened(std::string_view bytes) {
    constexpr std::size_t most = 64;
    return printable(bytes.substr(0, most)) + (bytes.size() > most ? "…" : "");
}

std::string utf8(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            out += c;
        } else {
            out += static_cast<char>(0xC0U | (byte >> 6U));
            out += static_cast<char>(0x80U | (byte & 0x3FU));
        }
    }
    return out;
}

std::string grouped(std::uint64_t number) {
    const std::string digits = std::to_string(number);
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i != 0 && (digits.size() - i) % 3 == 0) {
            out += ',';
        }
        out += digits[i];
    }
    return out;
}

std::optional<effigy::renaming> pair_of(std::string_view text) {
    const std::size_t at = text.find('=');
    return at == 0 || at == std::string_view::npos
               ? std::nullopt
               : std::optional<effigy::renaming>{{.from = text.substr(0, at), .to = text.substr(at + 1)}};
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 20;
    std::string out;
    for (std::size_t i = 0; i < names.size() && i < most; ++i) {
        out += (i == 0 ? "" : ", ") + names[i];
    }
    return names.size() > most ? out + " and " + grouped(names.size() - most) + " more" : out;
}

namespace {

// Returns how many letters must be added, removed or replaced to make one name of the other.
std::size_t distance_of(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1); // distances of the beginning of `a` from all beginnings of `b`
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t k = 0; k < b.size(); ++k) {
            const std::size_t replaced = diagonal + (a[i] != b[k] ? 1U : 0U);
            diagonal = row[k + 1];
            row[k + 1] = std::min({replaced, row[k] + 1, row[k + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::vector<std::string> by_likeness(std::vector<std::string> names, std::string_view wanted) {
    constexpr std::size_t most = 64; // characters that are compared
    const std::string key = materials::lower_case(wanted.substr(0, most));
    std::vector<std::pair<std::size_t, std::string>> rated;
    for (std::string& name : names) {
        const std::size_t distance = distance_of(materials::lower_case(name.substr(0, most)), key);
        rated.emplace_back(distance, std::move(name));
    }
    std::ranges::sort(rated);
    std::ranges::transform(rated, names.begin(), [](auto& each) { return std::move(each.second); });
    return names;
}

std::string most_like(const std::vector<std::string>& names, std::string_view wanted) {
    const auto begins_so = std::ranges::find_if(names, [&](const auto& each) { return each.starts_with(wanted); });
    if (wanted.size() > 3 && begins_so != names.end()) {
        return *begins_so;
    }
    const std::string closest = names.empty() ? "" : by_likeness(names, wanted).front();
    return distance_of(closest, wanted) <= std::max<std::size_t>(wanted.size() > 3 ? 2 : 1, wanted.size() / 4) ? closest
                                                                                                               : "";
}

std::string counted(std::uint64_t number, std::string_view thing) {
    std::string out = grouped(number) + ' ' + std::string(thing);
    if (number == 1) {
        return out;
    }
    if (thing.ends_with("ex")) {
        out.replace(out.size() - 2, 2, "ices"); // vertex, index
        return out;
    }
    return out + (thing.ends_with("sh") || thing.ends_with("ch") ? "es" : "s");
}

std::string hexadecimal(std::uint64_t number, std::size_t digits) {
    std::string out(digits, '0');
    for (; digits > 0; number >>= 4U) {
        out[--digits] = "0123456789abcdef"[number & 15U];
    }
    return out;
}

std::string shortest(float number) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return {digits.data(), end};
}

bool is_terminal(std::FILE* stream) {
#if defined(_WIN32)
    return _isatty(_fileno(stream)) != 0;
#else
    return isatty(fileno(stream)) != 0;
#endif
}

style style::of(std::FILE* stream) {
    const char* const no_color = std::getenv("NO_COLOR");
    const char* const term = std::getenv("TERM");
    const bool wanted = no_color == nullptr || *no_color == '\0';
    const bool able = term != nullptr && std::string_view{term} != "dumb";
    return style{wanted && able && is_terminal(stream)};
}

std::string style::wrap(std::string_view code, std::string_view text) const {
    if (!colored_) {
        return std::string(text);
    }
    return std::string("\x1b[").append(code).append("m").append(text).append("\x1b[0m");
}

} // namespace tool
