#include "content_text.hpp"

#include "json.hpp"
#include "text.hpp"

#include <effigy/core/math.hpp>
#include <effigy/m2/view/particle.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cinttypes>
#include <cmath>

namespace tool {

namespace {

using effigy::difference;
using effigy::field_value;
using effigy::number_kind;

std::string text_of_float(float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    if (std::isfinite(number) || (bits & 0x007F'FFFFU) == 0) {
        return shortest(number);
    }
    char text[20];
    std::snprintf(text, sizeof(text), "nan(0x%08" PRIx32 ")", bits);
    return text;
}

std::string text_of_number(const field_value& value, std::size_t i, std::size_t k) {
    return value.kind() == number_kind::float32 ? text_of_float(value.real(i, k)) : std::to_string(value.integer(i, k));
}

std::string json_of_number(const field_value& value, std::size_t i, std::size_t k) {
    std::string text = text_of_number(value, i, k);
    if (value.kind() == number_kind::float32 && !std::isfinite(value.real(i, k))) {
        return '"' + text + '"';
    }
    if (value.kind() == number_kind::boolean) {
        return value.integer(i, k) != 0 ? "true" : "false";
    }
    return text;
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        out += c == '\\' || c == '"' ? std::string{'\\', c} : printable({&c, 1});
    }
    return out + '"';
}

// "340 -> 352 vec3, 12 of 340 differ, largest 0.02"
std::string text_of_lists(const difference& found) {
    const std::size_t before = found.before.size();
    const std::size_t after = found.after.size();
    std::string out;
    if (before != after) {
        out = grouped(before) + " -> " + grouped(after) + ' ' + found.before.type();
    }
    if (found.differing != 0) {
        out += (out.empty() ? "" : ", ") + grouped(found.differing) + " of " + grouped(std::min(before, after)) +
               " differ" + (found.largest != 0 ? ", largest " + rounded(found.largest) : "");
    }
    return out;
}

std::string name_after(const difference& found) {
    return found.name.empty() ? "" : " \"" + printable(found.name) + '"';
}

} // namespace

bool is_bytes(const field_value& value) { return value.kind() == number_kind::byte; }

std::string hex_of(const field_value& value, std::size_t first, std::size_t count) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (std::size_t i = first; i < first + count; ++i) {
        for (std::size_t k = 0; k < value.width(); ++k) {
            const auto byte = static_cast<unsigned>(value.integer(i, k));
            out += {digits[byte / 16U], digits[byte % 16U]};
        }
    }
    return out;
}

// Returns where the first NUL of a text is, if more than NULs follow: names of World of Warcraft have their NUL.
static std::size_t garbage_in(const field_value& value) {
    const std::size_t end = std::min(value.text().find('\0'), value.text().size());
    return value.text().find_first_not_of('\0', end) != std::string_view::npos ? end : std::string_view::npos;
}

std::string text_of_element(const field_value& value, std::size_t i) {
    if (value.is_text()) {
        return quoted(value.text().substr(0, garbage_in(value)));
    }
    if (is_bytes(value)) {
        return hex_of(value, i, 1);
    }
    std::string out;
    for (std::size_t k = 0; k < value.width(); ++k) {
        out += (k != 0 ? " " : "") + text_of_number(value, i, k);
    }
    return out;
}

std::string text_of_garbage(const field_value& value) {
    const std::size_t begin = value.is_text() ? garbage_in(value) : std::string_view::npos;
    return begin == std::string_view::npos ? "" : quoted(value.text().substr(begin + 1));
}

std::string json_of_element(const field_value& value, std::size_t i) {
    if (value.is_text()) {
        return text_of(utf8(value.text()));
    }
    if (is_bytes(value)) {
        return '"' + hex_of(value, i, 1) + '"';
    }
    if (value.width() == 1) {
        return json_of_number(value, i, 0);
    }
    std::string out = "[";
    for (std::size_t k = 0; k < value.width(); ++k) {
        out += (k != 0 ? "," : "") + json_of_number(value, i, k);
    }
    return out + ']';
}

std::optional<shown_property> property_in(std::span<const std::byte> data) {
    constexpr std::size_t size = 64; // of each text
    if (data.size() != 2 * size) {
        return std::nullopt;
    }
    std::array<std::string, 2> out;
    for (std::string& text : out) {
        for (const std::byte one : data.first(size)) {
            text += static_cast<char>(one);
        }
        data = data.subspan(size);
        const std::size_t end = std::min(text.find('\0'), size);
        if (text.find_first_not_of('\0', end) != text.npos) {
            return std::nullopt;
        }
        text.resize(end);
    }
    return shown_property{std::move(out[0]), std::move(out[1])};
}
std::string text_of(const shown_property& of) {
    return quoted(std::string_view{of.name}) + " = " + quoted(std::string_view{of.value});
}
std::string json_of(const shown_property& of) {
    return "{\"name\":" + text_of(utf8(of.name)) + ",\"value\":" + text_of(utf8(of.value)) + '}';
}

namespace {

std::vector<std::byte> bytes_of(const field_value& value) {
    std::vector<std::byte> out(value.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = static_cast<std::byte>(value.integer(i, 0));
    }
    return out;
}

} // namespace

std::optional<shown_property> property_finder::operator()(const effigy::content_field& shown) {
    const std::string_view field = shown.path.last_name();
    if (field == "name" && shown.value.is_text()) {
        is_property_ = effigy::compare_any_case(shown.value.text(), "#Property#") == 0;
    }
    return is_property_ && field == "data" && is_bytes(shown.value) ? property_in(bytes_of(shown.value)) : std::nullopt;
}

std::vector<effigy::vector3<double>> gravity_finder::operator()(const effigy::content_field& shown) {
    std::vector<effigy::vector3<double>> out;
    const std::string_view list = shown.path.name(0), field = shown.path.name(1);
    const bool is_of_emitter = list == "particles";
    if (list == "version") {
        version_ = static_cast<std::uint32_t>(shown.value.integer(0, 0));
    } else if (is_of_emitter && field == "flags") {
        const auto flags = static_cast<std::uint32_t>(shown.value.integer(0, 0));
        is_packed_ = effigy::m2::is_gravity_packed(version_, flags);
    } else if (is_of_emitter && is_packed_ && field == "gravity" && shown.path.last_name() == "values" &&
               shown.value.kind() == effigy::number_kind::float32) {
        for (std::size_t i = 0; i < shown.value.size(); ++i) {
            out.push_back(effigy::m2::unpacked_gravity<double>(shown.value.real(i, 0)));
        }
    }
    return out;
}

std::optional<property_change> property_change_in(const effigy::p3d::owned_model& first, const difference& found) {
    const std::size_t byte = found.path.number_in("data");
    const bool is_changed = found.what == difference::kind::value || found.what == difference::kind::list;
    const effigy::p3d::owned_lod* const of = effigy::find_at(first.get(first.lods), found.path.number_in("lods"));
    if (!is_changed || of == nullptr || !found.path.has("data")) {
        return std::nullopt;
    }
    const effigy::p3d::tag tag = first.tag(*of, found.path.number_in("tags"));
    if (!tag.property()) {
        return std::nullopt;
    }
    std::vector<std::byte> after{tag.data().begin(), tag.data().end()};
    if (byte < after.size()) {
        after[byte] = static_cast<std::byte>(found.after.integer(0, 0));
    } else {
        after = bytes_of(found.after);
    }
    auto before_text = property_in(tag.data()), after_text = property_in(after);
    return before_text && after_text ? std::optional{property_change{*before_text, *after_text}} : std::nullopt;
}

// Six digits are enough for a distance.
std::string rounded(double number) {
    std::array<char, 32> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::general, 6).ptr;
    return {digits.data(), end};
}

std::string text_of_difference(const difference& found) {
    switch (found.what) {
    case difference::kind::value: return text_of_element(found.before, 0) + " -> " + text_of_element(found.after, 0);
    case difference::kind::list: return text_of_lists(found);
    case difference::kind::removed: return "removed" + name_after(found);
    case difference::kind::added: return "added" + name_after(found);
    case difference::kind::reordered:
        return grouped(found.differing) + " of " + grouped(found.before.size()) + " in another order";
    }
    return {};
}

namespace {

std::string_view name_of(difference::kind what) {
    switch (what) {
    case difference::kind::value: return "value";
    case difference::kind::list: return "list";
    case difference::kind::removed: return "removed";
    case difference::kind::added: return "added";
    case difference::kind::reordered: return "reordered";
    }
    return {};
}

// A changed byte is part of the property.
effigy::content_path path_of_property(const difference& found) {
    effigy::content_path out = found.path;
    if (out.steps().back().name == nullptr) {
        out.cut(out.size() - 1);
    }
    return out;
}

std::string json_of_difference(const difference& found, const std::optional<property_change>& of_property) {
    if (of_property) {
        return "{\"path\":" + text_of(path_of_property(found).text()) + R"(,"what":"value","before":)" +
               json_of(of_property->before) + ",\"after\":" + json_of(of_property->after) + '}';
    }
    std::string out =
        "{\"path\":" + text_of(found.path.text()) + R"(,"what":")" + std::string{name_of(found.what)} + '"';
    switch (found.what) {
    case difference::kind::value:
        out += ",\"before\":" + json_of_element(found.before, 0) + ",\"after\":" + json_of_element(found.after, 0);
        break;
    case difference::kind::list:
    case difference::kind::reordered:
        out += ",\"before\":" + std::to_string(found.before.size()) +
               ",\"after\":" + std::to_string(found.after.size()) +
               ",\"differing\":" + std::to_string(found.differing) + ",\"largest\":" + rounded(found.largest);
        break;
    case difference::kind::removed:
    case difference::kind::added:
        out += ",\"name\":" + (found.name.empty() ? "null" : text_of(utf8(found.name)));
        break;
    }
    return out + '}';
}

} // namespace

void difference_lines::add(const difference& found, const std::optional<property_change>& of_property) {
    if (with_objects_) {
        objects_ += (count_ != 0 ? "," : "") + json_of_difference(found, of_property);
    }
    ++count_;
    const effigy::content_path path = of_property ? path_of_property(found) : found.path;
    std::string mark, text = of_property ? text_of(of_property->before) + " -> " + text_of(of_property->after)
                                         : text_of_difference(found);
    const bool is_of_texts = found.what == difference::kind::value && found.before.is_text();
    if (is_of_texts && text_of_element(found.before, 0) == text_of_element(found.after, 0)) {
        mark = garbage_mark;
        const auto garbage_of = [](const field_value& value) {
            std::string out = text_of_garbage(value);
            return out.empty() ? std::string{"none"} : out;
        };
        text = garbage_of(found.before) + " -> " + garbage_of(found.after);
    } else if (is_of_texts) {
        names_.insert(text);
        ++of_names_;
    }
    if (found.what == difference::kind::value || of_property) {
        const std::string pattern = path.pattern() + mark;
        const auto [at, is_new] = known_.try_emplace(pattern + text, lines_.size());
        if (!is_new) {
            line& known = lines_[at->second];
            known.path = pattern;
            ++known.times;
            return;
        }
    }
    lines_.push_back({path.text() + mark, std::move(text), 1});
}

std::string difference_lines::summary() const {
    return count_ != 0 && of_names_ == count_ ? counted(names_.size(), "name") + " in " + counted(count_, "place")
                                              : counted(count_, "change");
}

void difference_lines::each(effigy::function_ref<void(std::string_view, std::string_view)> use) const {
    for (const line& one : lines_) {
        use(one.path, one.times == 1 ? one.text : one.text + " (" + grouped(one.times) + " times)");
    }
}

} // namespace tool
