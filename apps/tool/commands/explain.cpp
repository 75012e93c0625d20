#include "explain.hpp"

#include "explanations.hpp" // CMakeLists.txt makes it
#include <tool/answers/text.hpp>

#include <materials/texts.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace tool {

namespace {

void replace(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

// Returns the next cell of a row without Markdown, and removes it from the row.
std::string take_cell(std::string_view& row) {
    row.remove_prefix(std::min(row.find('|') + 1, row.size()));
    std::size_t end = row.find('|');
    while (end != std::string_view::npos && row[end - 1] == '\\') {
        end = row.find('|', end + 1);
    }
    std::string out{materials::trimmed(row.substr(0, end))};
    row.remove_prefix(std::min(end, row.size()));
    for (const auto& [from, to] : {std::pair{"\\|", "|"}, std::pair{"<br>", "; or: "}, std::pair{"&lt;", "<"}}) {
        replace(out, from, to);
    }
    for (std::size_t middle = out.find("]("); middle != std::string::npos; middle = out.find("](")) {
        out.replace(middle, 1, " "); // "[a page](page.md)" -> "a page (page.md)"
        out.erase(out.rfind('[', middle), 1);
    }
    return out;
}

} // namespace

std::string explanation_of(std::string_view code) {
    std::string out;
    std::string_view format;
    for (std::string_view line : explanations) {
        if (line.starts_with("## ")) {
            format = line.substr(3);
        } else if (take_cell(line) == '`' + std::string{code} + '`') {
            out.append(code).append(": ").append(take_cell(line)).append(" (").append(format).append(")\n");
            out.append("  ").append(take_cell(line)).append("\n");
            out.append("  ").append(take_cell(line)).append("\n");
        }
    }
    return out;
}

std::string list_of_codes() {
    std::string out;
    std::string_view format;
    for (std::string_view line : explanations) {
        if (line.starts_with("## ")) {
            format = line.substr(3);
            continue;
        }
        std::string code = take_cell(line);
        std::erase(code, '`');
        const std::string severity = take_cell(line);
        out.append(format).append("\t" + severity + '\t' + code + '\t' + take_cell(line) + '\n');
    }
    return out;
}

std::string no_finding(std::string_view code) {
    constexpr std::size_t most = 5;
    std::vector<std::string> codes;
    for (std::string_view line : explanations) {
        if (line.starts_with('|')) {
            codes.push_back(take_cell(line));
            std::erase(codes.back(), '`');
        }
    }
    std::ranges::sort(codes);
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end()); // clang 14 lacks that of std::ranges
    codes = by_likeness(std::move(codes), code);
    codes.resize(std::min(codes.size(), most));
    return "no finding has the code " + printable(code) + "; similar ones are: " + listed(codes);
}

} // namespace tool
