#include "diff.hpp"

#include "content_text.hpp"
#include "json.hpp"
#include "owned.hpp"
#include "text.hpp"

#include <effigy/content.hpp>

#include <concepts>
#include <iostream>

namespace tool {

namespace fs = std::filesystem;

namespace {

using effigy::difference;

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

std::string json_of_difference(const difference& found, const std::optional<property_change>& of_property) {
    if (of_property) {
        const std::string_view path = found.path.substr(0, found.path.rfind("].data") + 6);
        return "{\"path\":" + text_of(std::string{path}) + R"(,"what":"value","before":)" +
               json_of(of_property->before) + ",\"after\":" + json_of(of_property->after) + '}';
    }
    std::string out =
        "{\"path\":" + text_of(std::string{found.path}) + R"(,"what":")" + std::string{name_of(found.what)} + '"';
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

struct compared_files {
    judgement a, b;
    bool are_compared = false; // both files are valid and of one kind
    difference_lines lines;
    std::string objects; // of JSON
};

compared_files compare_files(const diff_options& options, model_cache& models) {
    compared_files out;
    const auto add = [&](const difference& found, const std::optional<property_change>& of_property) {
        if (options.json) {
            out.objects += (out.lines.count() != 0 ? "," : "") + json_of_difference(found, of_property);
        }
        out.lines.add(found, of_property);
    };
    out.a = judge_owned(options.arguments[0], models, [&]<class A>(const A& a, const judgement&) {
        effigy::error why;
        out.b = judge_owned(options.arguments[1], models, [&]<class B>(const B& b, const judgement&) {
            if constexpr (std::same_as<A, B>) {
                out.are_compared = true;
                why = differences(a, b, [&](const difference& found) { add(found, property_change_in(a, found)); });
            }
            return effigy::error{};
        });
        return why;
    });
    if (out.a.status != status::ok && !out.b.is) { // the other file is judged in any case
        out.b =
            judge_owned(options.arguments[1], models, [](const auto&, const judgement&) { return effigy::error{}; });
    }
    out.are_compared = out.are_compared && out.a.status == status::ok;
    return out;
}

bool complain_about(const fs::path& path, const judgement& judged) {
    if (judged.status != status::ok) {
        std::cerr << printable(path.string()) << ": " << reason(judged) << '\n';
    }
    return judged.status != status::ok;
}

} // namespace

int diff(const diff_options& options, model_cache& models) {
    const compared_files made = compare_files(options, models);
    if (options.json) {
        std::cout << "{\"schema\":" << json_schema
                  << ",\"before\":" << text_of(header_json(options.arguments[0].string(), made.a))
                  << ",\"after\":" << text_of(header_json(options.arguments[1].string(), made.b))
                  << ",\"differences\":";
        if (made.are_compared) {
            std::cout << '[' << made.objects << "]}\n";
        } else {
            std::cout << "null}\n";
        }
    } else if (made.are_compared) {
        const style paint = style::of(stdout);
        made.lines.each([&](std::string_view path, std::string_view text) {
            std::cout << paint.name(path) << ": " << text << '\n';
        });
    }
    std::cout.flush();
    const bool a_fails = complain_about(options.arguments[0], made.a);
    const bool b_fails = complain_about(options.arguments[1], made.b);
    if (!made.are_compared && !a_fails && !b_fails && made.a.is && made.b.is) {
        std::cerr << printable(options.arguments[1].string()) << ": is of another kind: " << made.b.is->name << ", not "
                  << made.a.is->name << '\n';
    }
    return made.are_compared && made.lines.count() == 0 ? 0 : 1;
}

} // namespace tool
