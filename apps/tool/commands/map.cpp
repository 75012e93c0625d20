#include "map.hpp"

#include "every_regions.hpp" // CMakeLists.txt makes it
#include "judge.hpp"
#include "walk.hpp"
#include <tool/answers/json.hpp>
#include <tool/answers/region_text.hpp>
#include <tool/answers/text.hpp>

#include <iostream>

namespace tool {

namespace fs = std::filesystem;

namespace {

using effigy::region;
using effigy::role;

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

std::string_view word_for(role what) {
    switch (what) {
    case role::value: return "value";
    case role::reference: return "reference";
    case role::padding: return "padding";
    case role::garbage: return "garbage";
    case role::constant: return "constant";
    case role::gap: break;
    }
    return "gap";
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

json region_json(effigy::byte_view bytes, const region& one) {
    const std::string value = value_of(bytes, one);
    return {{"offset", one.offset()},
            {"bytes", one.length},
            {"path", path_of(one)},
            {"role", word_for(one.role)},
            {"type", one.type},
            {"count", one.count},
            {"value", value.empty() ? json(nullptr) : json(value)},
            {"further_owners", one.further_owners},
            {"overlap", one.overlap}};
}

// The regions of an .anim without chunks. Its model determines them.
template <class Sink> void regions(const animation_keys& keys, Sink&& sink) {
    regions(keys.model, keys.animation, sink);
}

bool is_wanted(const region& one, const map_options& options) {
    return (!options.gaps || one.role == role::gap || one.overlap != 0) &&
           (!options.at || (one.offset() <= *options.at && *options.at - one.offset() < one.length));
}

// An offset of --at must be in the file.
judgement with_offset(judgement judged, const map_options& options) {
    if (options.at && judged.status == status::ok && *options.at >= judged.bytes) {
        judged.status = status::error;
        judged.words =
            "no byte has the offset " + std::to_string(*options.at) + "; the file has " + counted(judged.bytes, "byte");
    }
    return judged;
}

// Joins the objects as text, because a JSON array of them takes many times the memory.
judgement show_json(const fs::path& path, const map_options& options, model_cache& models) {
    std::string shown;
    bool is_open = false;
    const judgement judged =
        with_offset(judge(path, models,
                          [&](const auto& view, const judgement&) {
                              const auto show_region = [&](const region& one) {
                                  if (is_wanted(one, options)) {
                                      shown += (shown.empty() ? "" : ",") + text_of(region_json(view.file(), one));
                                  }
                              };
                              if constexpr (requires { regions(view, show_region); }) {
                                  regions(view, show_region);
                                  is_open = true;
                              }
                          }),
                    options);
    std::string out = text_of(header_json(path.string(), judged));
    out.pop_back();
    std::cout << out << ",\"regions\":" << (is_open ? '[' + shown + ']' : "null") << "}\n";
    return judged;
}

judgement show(const fs::path& path, const map_options& options, model_cache& models, const style& paint) {
    return with_offset(judge(path, models,
                             [&](const auto& view, const judgement& judged) {
                                 std::cout << paint.heading(printable(path.string())) << ": " << judged.is->name << ", "
                                           << counted(judged.bytes, "byte") << '\n';
                                 effigy::coverage sums;
                                 const auto show_region = [&](const region& one) {
                                     sums.add(one);
                                     if (is_wanted(one, options)) {
                                         print(paint, view.file(), one);
                                     }
                                 };
                                 if constexpr (requires { regions(view, show_region); }) {
                                     regions(view, show_region);
                                     if (!options.at) {
                                         print(paint, sums);
                                     }
                                 }
                             }),
                       options);
}

} // namespace

int map(const map_options& options, model_cache& models) {
    const style paint = style::of(stdout);
    return show_each(options.arguments, options.quiet, [&](const fs::path& path) {
        return options.json ? show_json(path, options, models) : show(path, options, models, paint);
    });
}

} // namespace tool
