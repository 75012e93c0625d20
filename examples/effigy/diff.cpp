#include "diff.hpp"

#include "content_text.hpp"
#include "json.hpp"
#include "owned.hpp"
#include "text.hpp"

#include <effigy/content.hpp>

#include <array>
#include <charconv>
#include <concepts>
#include <iostream>

namespace tool {

namespace fs = std::filesystem;

namespace {

using effigy::difference;

// Six digits are enough for a distance.
std::string rounded(double number) {
    std::array<char, 32> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::general, 6).ptr;
    return {digits.data(), end};
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

std::string json_of_difference(const difference& found) {
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
    std::size_t differences = 0;
    std::string lines; // of text, or objects of JSON
};

compared_files compare_files(const diff_options& options, model_cache& models, const style& paint) {
    compared_files out;
    const auto add = [&](const difference& found) {
        out.lines += options.json ? (out.differences != 0 ? "," : "") + json_of_difference(found)
                                  : paint.name(found.path) + ": " + text_of_difference(found) + '\n';
        ++out.differences;
    };
    out.a = judge_owned(options.arguments[0], models, [&]<class A>(const A& a, const judgement&) {
        effigy::error why;
        out.b = judge_owned(options.arguments[1], models, [&]<class B>(const B& b, const judgement&) {
            if constexpr (std::same_as<A, B>) {
                out.are_compared = true;
                why = differences(a, b, add);
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
    const compared_files made = compare_files(options, models, style::of(stdout));
    if (options.json) {
        std::cout << "{\"schema\":" << json_schema
                  << ",\"before\":" << text_of(header_json(options.arguments[0], made.a))
                  << ",\"after\":" << text_of(header_json(options.arguments[1], made.b)) << ",\"differences\":";
        if (made.are_compared) {
            std::cout << '[' << made.lines << "]}\n";
        } else {
            std::cout << "null}\n";
        }
    } else if (made.are_compared) {
        std::cout << made.lines;
    }
    std::cout.flush();
    const bool a_fails = complain_about(options.arguments[0], made.a);
    const bool b_fails = complain_about(options.arguments[1], made.b);
    if (!made.are_compared && !a_fails && !b_fails) {
        std::cerr << printable(options.arguments[1].string()) << ": is of another kind: " << made.b.is->name << ", not "
                  << made.a.is->name << '\n';
    }
    return made.are_compared && made.differences == 0 ? 0 : 1;
}

} // namespace tool
