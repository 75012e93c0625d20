#include "nwn_texts.hpp"

#include "texts.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>

namespace materials::nwn {

namespace {

struct keyword_line {
    std::string_view whole, values;
    std::string keyword; // in lower case

    [[nodiscard]] bool flag() const { return values != "0"; }
};

// Calls `read` for each line that is not empty. What it does not read is added to `unread`.
template <class Read>
void for_each_line(std::string_view text, std::string_view comment, std::vector<std::string>& unread, Read read) {
    while (!text.empty()) {
        const std::string_view line = take_until(text, "\n");
        keyword_line one;
        one.whole = one.values = trimmed(line.substr(0, line.find(comment)));
        if (!one.whole.empty()) {
            one.keyword = lower_case(take_word(one.values));
            one.values = trimmed(one.values);
            if (!read(one)) {
                unread.emplace_back(one.whole);
            }
        }
    }
}

// Empty unless all words are numbers.
std::vector<float> read_numbers(std::string_view words) {
    std::vector<float> out;
    while (!words.empty()) {
        const auto number = read_number(take_word(words));
        if (!number) {
            return {};
        }
        out.push_back(*number);
        words = trimmed(words);
    }
    return out;
}

template <class T> bool set(T& out, std::string_view value) {
    const auto number = read_number(value);
    if (number && std::abs(*number) <= 1e6F) {
        out = static_cast<T>(*number);
        return true;
    }
    return false;
}

bool set(std::string& out, std::string_view value) {
    out = value;
    return true;
}

// "texture0" to "texture10".
bool read_texture(mtr& out, const keyword_line& line, std::uint32_t& known_slots) {
    std::size_t slot = out.textures.size();
    const std::string_view digits = std::string_view{line.keyword}.substr(std::string_view{"texture"}.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), slot);
    if (slot >= out.textures.size()) {
        return false;
    }
    const std::uint32_t bit = 1U << slot;
    out.repeats_texture = out.repeats_texture || (known_slots & bit) != 0;
    known_slots |= bit;
    out.textures[slot] = equal_any_case(line.values, "null") ? std::string_view{} : line.values;
    return true;
}

// "float2 NAME 1 2", and "NAME 1 2".
bool read_parameter(mtr& out, std::string_view name, std::string_view values) {
    mtr::parameter one{std::string{name}, read_numbers(values)};
    const bool read = !one.values.empty();
    if (read) {
        out.parameters.push_back(std::move(one));
    }
    return read;
}

// `known_slots`: a bit for each slot that a line had so far.
bool read_line(mtr& out, const keyword_line& line, std::uint32_t& known_slots) {
    constexpr std::array<std::pair<std::string_view, std::string mtr::*>, 4> names{
        {{"renderhint", &mtr::render_hint},
         {"customshadervs", &mtr::shader_vs},
         {"customshaderfs", &mtr::shader_fs},
         {"customshadergs", &mtr::shader_gs}}};
    for (const auto& [keyword, member] : names) {
        if (line.keyword == keyword) {
            return set(out.*member, line.values);
        }
    }
    if (line.keyword == "transparency" || line.keyword == "twosided") {
        (line.keyword == "twosided" ? out.two_sided : out.transparency) = line.flag();
        return true;
    }
    if (line.keyword == "parameter") {
        std::string_view rest = line.values;
        take_word(rest); // the type
        const std::string_view name = take_word(rest);
        return read_parameter(out, name, trimmed(rest));
    }
    return (line.keyword.starts_with("texture") && read_texture(out, line, known_slots)) ||
           read_parameter(out, line.keyword, line.values) || equal_any_case(line.whole, "mtr style");
}

bool read_line(txi& out, const keyword_line& line) {
    const auto& [whole, values, keyword] = line;
    if (keyword == "decal" || keyword == "mipmap") {
        (keyword == "decal" ? out.decal : out.mipmap) = line.flag();
        return true;
    }
    return (keyword == "blending" && set(out.blending, values)) ||
           (keyword == "proceduretype" && set(out.procedure_type, values)) ||
           (keyword == "envmaptexture" && set(out.environment_map, values)) ||
           (keyword == "bumpmaptexture" && set(out.bump_map, values)) ||
           (keyword == "clamp" && set(out.clamp, values)) || (keyword == "alphamean" && set(out.alpha_mean, values)) ||
           (keyword == "numx" && set(out.columns, values)) || (keyword == "numy" && set(out.rows, values)) ||
           (keyword == "fps" && set(out.frames_per_second, values));
}

} // namespace

mtr read_mtr(std::string_view text) {
    mtr out;
    std::uint32_t known_slots = 0;
    for_each_line(text, "//", out.unread, [&](const keyword_line& line) { return read_line(out, line, known_slots); });
    return out;
}

txi read_txi(std::string_view text) {
    txi out;
    for_each_line(text, "#", out.unread, [&out](const keyword_line& line) { return read_line(out, line); });
    return out;
}

} // namespace materials::nwn
