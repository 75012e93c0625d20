#include "map.hpp"

#include "every_regions.hpp" // CMakeLists.txt makes it
#include "judge.hpp"
#include "text.hpp"
#include "walk.hpp"

#include <algorithm>
#include <iostream>

namespace tool {

namespace fs = std::filesystem;

namespace {

using effigy::region;
using effigy::role;

constexpr std::size_t most_elements = 4; // shown of an array

template <class T> std::string shown(effigy::byte_view element) {
    const T number = element.value_at<effigy::scalar<T>>(0);
    if constexpr (std::is_floating_point_v<T>) {
        return shortest(number);
    } else {
        return std::to_string(number);
    }
}

// Floats in parentheses: "(1, 0, 0.5)".
std::string shown_floats(effigy::byte_view element) {
    std::string out = "(";
    for (std::uint64_t at = 0; at < element.size(); at += sizeof(float)) {
        out += (at != 0 ? ", " : "") + shown<float>(element.part(at, sizeof(float)));
    }
    return out + ")";
}

// Returns the function that shows an element of the type; null if elements are not shown.
auto show_function_of(std::string_view type) -> std::string (*)(effigy::byte_view) {
    struct entry {
        std::string_view type;
        std::string (*show)(effigy::byte_view);
    };
    static constexpr entry entries[] = {
        {"u8", shown<std::uint8_t>},  {"i8", shown<std::int8_t>},    {"u16", shown<std::uint16_t>},
        {"i16", shown<std::int16_t>}, {"u32", shown<std::uint32_t>}, {"i32", shown<std::int32_t>},
        {"f32", shown<float>},        {"vec2", shown_floats},        {"vec3", shown_floats},
        {"vec4", shown_floats},       {"quat", shown_floats},        {"mat4x3", shown_floats}};
    const auto* const found = std::ranges::find(entries, type, &entry::type);
    return found != std::end(entries) ? found->show : nullptr;
}

bool is_zero(std::span<const std::byte> bytes) {
    return std::ranges::all_of(bytes, [](std::byte one) { return one == std::byte{}; });
}

std::string value_of(effigy::byte_view bytes, const region& one) {
    const effigy::byte_view content = bytes.part(one.offset(), one.length);
    if ((one.role == role::gap || one.role == role::padding) && is_zero(content.bytes())) {
        return "zero";
    }
    if (std::string_view{one.type} == "char") {
        std::string_view chars = content.text_at(0, content.size());
        return "\"" + shortened(chars.ends_with('\0') ? chars.substr(0, chars.size() - 1) : chars) + "\"";
    }
    const auto show = show_function_of(one.type);
    if (show == nullptr) {
        return {};
    }
    std::string out;
    const std::uint64_t size = one.length / one.count;
    for (std::uint64_t i = 0; i < one.count && i < most_elements; ++i) {
        out += (i != 0 ? " " : "") + show(content.part(i * size, size));
    }
    return out + (one.count > most_elements ? " .." : "");
}

std::string_view name_of(role what) {
    switch (what) {
    case role::padding: return " (padding)";
    case role::garbage: return " (garbage)";
    case role::gap: return "(gap)";
    case role::value:
    case role::reference:
    case role::constant: break;
    }
    return "";
}

std::string aligned(std::uint64_t number, int base, int width) {
    char digits[24];
    const int length = std::snprintf(digits, sizeof(digits), base == 16 ? "0x%0*llx" : "%*llu", width,
                                     static_cast<unsigned long long>(number));
    return {digits, static_cast<std::size_t>(length)};
}

void print(const style& paint, effigy::byte_view bytes, const region& one) {
    std::string type = one.type;
    type += one.count != 1 ? "[" + std::to_string(one.count) + "]" : "";
    std::cout << paint.faint(aligned(one.offset(), 16, 6)) << ' ' << aligned(one.length, 10, 8) << "  "
              << paint.name(path_of(one)) << paint.faint(name_of(one.role)) << "  " << type;
    if (const std::string value = value_of(bytes, one); !value.empty()) {
        std::cout << "  " << value;
    }
    if (one.further_owners != 0) {
        std::cout << paint.faint("  shared with " + counted(one.further_owners, "other"));
    }
    if (one.overlap != 0) {
        std::cout << paint.warning("  overlaps earlier regions by " + counted(one.overlap, "byte"));
    }
    std::cout << '\n';
}

void print(const style& paint, const effigy::coverage& coverage) {
    char share[16];
    std::snprintf(share, sizeof(share), "%.2f %%",
                  coverage.bytes != 0
                      ? 100.0 * static_cast<double>(coverage.claimed) / static_cast<double>(coverage.bytes)
                      : 100.0);
    std::cout << paint.heading("coverage") << ": " << grouped(coverage.claimed) << " of "
              << counted(coverage.bytes, "byte") << " (" << share << "), of these " << grouped(coverage.padding)
              << " padding; " << grouped(coverage.gap) << " in gaps, " << grouped(coverage.overlap) << " in overlaps\n";
}

// The regions of an .anim without chunks. Its model determines them.
template <class Sink> void regions(const animation_keys& keys, Sink&& sink) {
    regions(keys.model, keys.animation, sink);
}

judgement show(const fs::path& path, const map_options& options, model_cache& models, const style& paint) {
    return judge(path, models, [&](const auto& view, const judgement& judged) {
        std::cout << paint.heading(printable(path.string())) << ": " << judged.is->name << ", "
                  << counted(judged.bytes, "byte") << '\n';
        effigy::coverage sums;
        const auto show_region = [&](const region& one) {
            sums.add(one);
            if (!options.gaps || one.role == role::gap || one.overlap != 0) {
                print(paint, view.file(), one);
            }
        };
        if constexpr (requires { regions(view, show_region); }) {
            regions(view, show_region);
            print(paint, sums);
        }
    });
}

} // namespace

int map(const map_options& options, model_cache& models) {
    const style paint = style::of(stdout);
    return show_each(options.arguments, options.quiet,
                     [&](const fs::path& path) { return show(path, options, models, paint); });
}

} // namespace tool
