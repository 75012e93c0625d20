#include "commands.hpp"

#include "owned.hpp"
#include <tool/answers/content_text.hpp>
#include <tool/answers/json.hpp>
#include <tool/answers/text.hpp>
#include <tool/system/files.hpp>
#include <tool/system/judge.hpp>

#include <effigy/content.hpp>

#include <algorithm>
#include <iostream>

namespace tool {

namespace fs = std::filesystem;

namespace {

using effigy::content_field;
using effigy::field_value;
using effigy::number_kind;

// ---- text ----------------------------------------------------------------------------------------------------------

constexpr std::size_t numbers_of_a_line = 12, bytes_of_a_line = 32;

// The elements of a list: one vector a line, or several numbers.
void print_list(const field_value& value) {
    const std::size_t step = is_bytes(value) ? bytes_of_a_line : value.width() == 1 ? numbers_of_a_line : 1;
    for (std::size_t first = 0; first < value.size(); first += step) {
        const std::size_t end = std::min(first + step, value.size());
        std::cout << " ";
        if (is_bytes(value)) {
            std::cout << ' ' << hex_of(value, first, end - first);
        } else {
            for (std::size_t i = first; i < end; ++i) {
                std::cout << ' ' << text_of_element(value, i);
            }
        }
        std::cout << '\n';
    }
}

using gravities = std::vector<effigy::vector3<double>>;

std::string components_of(const effigy::vector3<double>& gravity, const char* between) {
    return rounded(gravity.x) + between + rounded(gravity.y) + between + rounded(gravity.z);
}

void print(const style& paint, const content_field& shown, const std::optional<shown_property>& of_property,
           const gravities& unpacked) {
    const field_value& value = shown.value;
    std::cout << paint.name(shown.path.text()) << ": ";
    if (of_property) {
        std::cout << text_of(*of_property) << '\n';
    } else if (!unpacked.empty()) {
        std::cout << unpacked.size() << " packed gravity\n";
        for (const effigy::vector3<double>& each : unpacked) {
            std::cout << "  " << components_of(each, " ") << '\n';
        }
    } else if (shown.is_list) {
        std::cout << value.size() << ' ' << value.type() << '\n';
        print_list(value.kind() != number_kind::none ? value : field_value{});
    } else if (value.kind() == number_kind::none) {
        std::cout << (value.size() != 0 ? value.type() : "none") << '\n';
    } else {
        std::cout << text_of_element(value, 0) << '\n';
        if (const std::string garbage = text_of_garbage(value); !garbage.empty()) {
            std::cout << paint.name(shown.path.text()) << paint.faint(garbage_mark) << ": " << garbage << '\n';
        }
    }
}

judgement dump_text(const fs::path& path, bool with_name, model_cache& models, const style& paint) {
    owned_file file = read_owned(path, models);
    file.visit([&](const auto& own) {
        if (with_name) {
            std::cout << paint.heading(printable(path.string())) << ": " << file.judged.is->name << '\n';
        }
        property_finder property_of;
        gravity_finder gravities_of;
        return visit_content(
            own, [&](const content_field& shown) { print(paint, shown, property_of(shown), gravities_of(shown)); });
    });
    return file.judged;
}

// ---- JSON ----------------------------------------------------------------------------------------------------------

// The fields of nested objects and arrays, written as they come. A path says where a field belongs.
class nested_fields {
public:
    void add(const content_field& shown) {
        const field_value& value = shown.value;
        if (value.kind() == number_kind::none && value.size() != 0) {
            return; // the fields of the records follow
        }
        enter(shown.path);
        if (const auto of_property = property_of_(shown)) {
            std::cout << json_of(*of_property);
        } else if (const gravities unpacked = gravities_of_(shown); !unpacked.empty()) {
            for (std::size_t i = 0; i < unpacked.size(); ++i) {
                std::cout << (i != 0 ? ",[" : "[[") << components_of(unpacked[i], ",") << ']';
            }
            std::cout << ']';
        } else if (value.kind() == number_kind::none) {
            std::cout << (shown.is_list ? "[]" : "null");
        } else if (!shown.is_list) {
            std::cout << json_of_element(value, 0);
        } else if (is_bytes(value)) {
            std::cout << '"' << hex_of(value, 0, value.size()) << '"';
        } else {
            std::cout << '[';
            for (std::size_t i = 0; i < value.size(); ++i) {
                std::cout << (i != 0 ? "," : "") << json_of_element(value, i);
            }
            std::cout << ']';
        }
    }
    void end() { leave(0); }

private:
    using step = effigy::content_path::step;

    // Closes what the path does not belong to, and opens what it belongs to.
    void enter(const effigy::content_path& path) {
        const std::span<const step> to = path.steps();
        const auto is_same = [](const step& a, const step& b) { return a.name == b.name && a.number == b.number; };
        const auto same = static_cast<std::size_t>(std::ranges::mismatch(to, at_, is_same).in1 - to.begin());
        leave(same);
        std::cout << (at_.empty() ? "{" : ",");
        for (std::size_t i = same; i < to.size(); ++i) {
            if (i != same) {
                std::cout << (to[i].name == nullptr ? '[' : '{');
            }
            if (to[i].name != nullptr) {
                std::cout << '"' << to[i].name << "\":";
            }
        }
        at_.assign(to.begin(), to.end());
    }
    // Closes the objects and arrays that contain the last field, but not those of the first `same` steps.
    void leave(std::size_t same) {
        for (std::size_t i = at_.size(); i > same + 1; --i) {
            std::cout << (at_[i - 1].name == nullptr ? ']' : '}');
        }
    }

    std::vector<step> at_; // the path of the last field
    property_finder property_of_;
    gravity_finder gravities_of_;
};

judgement dump_json(const fs::path& path, model_cache& models) {
    bool is_shown = false;
    owned_file file = read_owned(path, models);
    file.visit([&](const auto& own) {
        if (const effigy::error why = visit_content(own, [](const content_field&) {})) {
            return why;
        }
        is_shown = true;
        std::string header = text_of(header_json(path.string(), file.judged));
        header.pop_back();
        std::cout << header << ",\"content\":";
        nested_fields fields;
        const effigy::error why = visit_content(own, [&](const content_field& shown) { fields.add(shown); });
        fields.end();
        std::cout << "}}\n";
        return why;
    });
    if (!is_shown) {
        json out = header_json(path.string(), file.judged);
        out["content"] = nullptr;
        std::cout << text_of(out) << '\n';
    }
    return file.judged;
}

} // namespace

int dump(const dump_options& options, model_cache& models) {
    const style paint = style::of(stdout);
    std::error_code failure;
    const bool is_alone = options.arguments.size() == 1 && !fs::is_directory(options.arguments.front(), failure);
    return show_each(options.arguments, options.quiet, [&](const fs::path& path) {
        return options.json ? dump_json(path, models) : dump_text(path, !is_alone, models, paint);
    });
}

} // namespace tool
