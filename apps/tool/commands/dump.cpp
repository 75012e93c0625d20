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
    std::cout << paint.name(shown.path) << ": ";
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
            std::cout << paint.name(shown.path) << paint.faint(garbage_mark) << ": " << garbage << '\n';
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
    // Closes what the path does not belong to, and opens what it belongs to.
    void enter(std::string_view path) {
        std::size_t same = 0; // length of the steps that both paths have
        for (std::size_t end = step_end(path, 0);
             end < path.size() && end < at_.size() && path.substr(0, end) == std::string_view{at_}.substr(0, end) &&
             step_end(at_, same) == end;
             end = step_end(path, end)) {
            same = end;
        }
        leave(same);
        std::cout << (at_.empty() ? "{" : ",");
        for (std::size_t begin = same; begin < path.size();) {
            const std::size_t end = step_end(path, begin);
            if (begin != same) {
                std::cout << (path[begin] == '[' ? '[' : '{');
            }
            if (path[begin] != '[') {
                std::cout << '"' << path.substr(begin, end - begin).substr(path[begin] == '.' ? 1 : 0) << "\":";
            }
            begin = end;
        }
        at_ = path;
    }
    // Closes the objects and arrays that contain the last field, but not those of the first `same` characters.
    void leave(std::size_t same) {
        std::string closing;
        for (std::size_t begin = same; begin < at_.size(); begin = step_end(at_, begin)) {
            if (begin != same) {
                closing += at_[begin] == '[' ? ']' : '}';
            }
        }
        std::cout << std::string{closing.rbegin(), closing.rend()};
    }
    // A step is a name or a number in brackets.
    static std::size_t step_end(std::string_view path, std::size_t begin) {
        return std::min(path.find_first_of(".[", begin + 1), path.size());
    }

    std::string at_; // the path of the last field
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
