#include "commands.hpp"

#include "every_regions.hpp" // CMakeLists.txt makes it
#include <tool/answers/json.hpp>
#include <tool/answers/region_text.hpp>
#include <tool/answers/text.hpp>
#include <tool/system/console.hpp>
#include <tool/system/files.hpp>
#include <tool/system/judge.hpp>

#include <charconv>
#include <iostream>
#include <optional>
#include <string_view>
#include <type_traits>

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

// ---- places --------------------------------------------------------------------------------------------------------

// A place in a text, from 1.
struct text_place {
    std::uint64_t line = 1, column = 1;

    friend bool operator==(const text_place&, const text_place&) = default;
};

std::string line_and_column(const text_place& at) { return std::to_string(at.line) + ':' + std::to_string(at.column); }

// The places of bytes of a text, one after another.
class text_places {
public:
    explicit text_places(effigy::byte_view file) : text_(file.text_at(0, file.size())) {}

    // Precondition: `offset` is not below that of the last call.
    [[nodiscard]] text_place of(std::uint64_t offset) {
        for (; at_ < offset && at_ < text_.size(); ++at_) {
            const bool is_end = text_[at_] == '\n';
            last_ = {last_.line + (is_end ? 1 : 0), is_end ? 1 : last_.column + 1};
        }
        return last_;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    text_place last_;
};

// Of --at: an offset, or "LINE:COLUMN".
struct wanted_place {
    std::uint64_t number = 0; // offset or line
    std::optional<std::uint64_t> column;

    [[nodiscard]] static std::optional<wanted_place> of(std::string_view text) {
        const auto read = [](std::string_view digits, std::uint64_t& number) {
            const bool is_hexadecimal = digits.starts_with("0x");
            digits.remove_prefix(is_hexadecimal ? 2 : 0);
            const auto [end, failure] =
                std::from_chars(digits.data(), digits.data() + digits.size(), number, is_hexadecimal ? 16 : 10);
            return failure == std::errc{} && end == digits.data() + digits.size();
        };
        wanted_place out;
        const std::size_t colon = text.find(':');
        const bool is_read = read(text.substr(0, colon), out.number) &&
                             (colon == text.npos || read(text.substr(colon + 1), out.column.emplace()));
        return is_read ? std::optional{out} : std::nullopt;
    }
    // Returns the offset; none if the file has no such place.
    [[nodiscard]] std::optional<std::uint64_t> offset_in(effigy::byte_view file, bool is_text) const {
        if (!column) {
            return number < file.size() ? std::optional{number} : std::nullopt;
        }
        text_places places{file};
        std::uint64_t at = 0;
        while (is_text && at < file.size() && places.of(at) != text_place{number, *column}) {
            ++at;
        }
        return is_text && at < file.size() ? std::optional{at} : std::nullopt;
    }
    [[nodiscard]] std::string name() const {
        return column ? "the place " + line_and_column(text_place{number, *column})
                      : "the offset " + std::to_string(number);
    }
};

// ---- regions -------------------------------------------------------------------------------------------------------

// `at`: in a text.
void print(const style& paint, effigy::byte_view bytes, const region& one, const std::optional<text_place>& at) {
    std::string place = at ? line_and_column(*at) : aligned(one.offset(), 16, 6);
    place.resize(std::max(place.size(), std::size_t{8}), ' ');
    std::string type = one.type;
    type += one.count != 1 ? "[" + std::to_string(one.count) + "]" : "";
    std::cout << paint.faint(place) << ' ' << aligned(one.length, 10, 8) << "  " << paint.name(path_of(one))
              << paint.faint(name_of(one.role)) << "  " << type;
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

json region_json(effigy::byte_view bytes, const region& one, const std::optional<text_place>& at) {
    const std::string value = value_of(bytes, one);
    json out{{"offset", one.offset()},
             {"bytes", one.length},
             {"path", path_of(one)},
             {"role", word_for(one.role)},
             {"type", one.type},
             {"count", one.count},
             {"value", value.empty() ? json(nullptr) : json(value)},
             {"further_owners", one.further_owners},
             {"overlap", one.overlap}};
    if (at) {
        out["line"] = at->line;
        out["column"] = at->column;
    }
    return out;
}

// The regions of an .anim without chunks. Its model determines them.
template <class Sink> void regions(const animation_keys& keys, Sink&& sink) {
    regions(keys.model, keys.animation, sink);
}

// Calls show(region, file, place in a text) for the regions that the options want, and begin(judgement) and end(sums of
// all regions) before and after them.
template <class Begin, class Show, class End>
judgement each_region(const fs::path& path, const map_options& options, model_cache& models, const Begin& begin,
                      const Show& show, const End& end) {
    const std::optional<wanted_place> wanted = wanted_place::of(options.at);
    bool is_absent = false;
    judgement out = judge(path, models, [&]<class View>(const View& view, const judgement& judged) {
        begin(judged);
        if constexpr (requires(effigy::region_sink sink) { regions(view, sink); }) {
            constexpr bool is_text = std::is_same_v<View, effigy::nwn::text_model>;
            const effigy::byte_view file = view.file();
            const auto at = wanted ? wanted->offset_in(file, is_text) : std::nullopt;
            is_absent = wanted && !at;
            text_places places{file};
            effigy::coverage sums;
            regions(view, [&](const region& one) {
                sums.add(one);
                if ((!options.gaps || one.role == role::gap || one.overlap != 0) &&
                    (!wanted || (at && one.offset() <= *at && *at - one.offset() < one.length))) {
                    show(one, file, is_text ? std::optional{places.of(one.offset())} : std::nullopt);
                }
            });
            end(sums);
        }
    });
    if (is_absent && out.status == status::ok) {
        out.status = status::error;
        out.words = "no byte has " + wanted->name() + "; the file has " + counted(out.bytes, "byte");
    }
    return out;
}

judgement show_json(const fs::path& path, const map_options& options, model_cache& models) {
    object_list shown;
    bool is_open = false;
    const judgement judged = each_region(
        path, options, models, [](const judgement&) {},
        [&](const region& one, effigy::byte_view file, const std::optional<text_place>& at) {
            shown.add(region_json(file, one, at));
        },
        [&](const effigy::coverage&) { is_open = true; });
    std::cout << shown.within(header_json(path.string(), judged), "regions", is_open) << '\n';
    return judged;
}

judgement show(const fs::path& path, const map_options& options, model_cache& models, const style& paint) {
    return each_region(
        path, options, models,
        [&](const judgement& judged) {
            std::cout << paint.heading(printable(path.string())) << ": " << judged.is->name << ", "
                      << counted(judged.bytes, "byte") << '\n';
        },
        [&](const region& one, effigy::byte_view file, const std::optional<text_place>& at) {
            print(paint, file, one, at);
        },
        [&](const effigy::coverage& sums) {
            if (options.at.empty()) {
                print(paint, sums);
            }
        });
}

} // namespace

int map(const map_options& options, model_cache& models) {
    if (!options.at.empty() && !wanted_place::of(options.at)) {
        return wrong_usage("map", "--at: expected an offset or LINE:COLUMN, found " + printable(options.at));
    }
    const style paint = style::of(stdout);
    return show_each(options.arguments, options.quiet, [&](const fs::path& path) {
        return options.json ? show_json(path, options, models) : show(path, options, models, paint);
    });
}

} // namespace tool
