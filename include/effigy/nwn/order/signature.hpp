// The first bytes of an MDL, in its text form and its binary form.
#pragma once

#include <effigy/core/byte_view.hpp>
#include <effigy/core/text.hpp>
#include <effigy/nwn/records.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

using namespace effigy::impl;

// What to do about an ASCII MDL that open() finds.
inline constexpr const char* reads_binary =
    "text form: nwn::open_text() reads it, nwn::compile() makes the binary form";

// Returns the first bytes of a file, up to 4,096, as text.
[[nodiscard]] inline std::string_view start_of(byte_view file) noexcept {
    constexpr std::uint64_t enough = 4096;
    return file.text_at(0, file.size() < enough ? file.size() : enough);
}

// Returns a text without the byte order mark of UTF-8 that some editors write.
[[nodiscard]] constexpr std::string_view without_byte_order_mark(std::string_view text) noexcept {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.substr(text.starts_with(mark) ? mark.size() : 0);
}

// Returns `start` from its first word outside comments ("# ..."). Empty if there is none.
[[nodiscard]] constexpr std::string_view from_first_word(std::string_view start) noexcept {
    constexpr std::string_view ends = "\r\n", blanks = " \t\r\n";
    while (!start.empty() && (start.front() == '#' || blanks.find(start.front()) != std::string_view::npos)) {
        const std::size_t behind = start.front() == '#' ? start.find_first_of(ends) : 1;
        start.remove_prefix(behind == std::string_view::npos ? start.size() : behind);
    }
    return start;
}
[[nodiscard]] constexpr std::string_view first_word(std::string_view start) noexcept {
    const std::string_view rest = from_first_word(start);
    return rest.substr(0, rest.find_first_of(" \t\r\n"));
}

// Returns how many words follow `keyword` (case is ignored) in a line that begins with it; 0 for other lines.
[[nodiscard]] constexpr std::size_t words_behind(std::string_view line, std::string_view keyword) noexcept {
    constexpr std::string_view blanks = " \t";
    std::size_t words = 0;
    bool has_keyword = false;
    for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = line.find_first_of(blanks, at);
        has_keyword = has_keyword || (words == 0 && compare_any_case(line.substr(at, end - at), keyword) == 0);
        ++words;
        at = line.find_first_not_of(blanks, end);
    }
    return has_keyword ? words - 1 : 0;
}

// Returns whether a text begins with a node, as walk meshes do that have nothing around their nodes.
[[nodiscard]] constexpr bool begins_node(std::string_view start) noexcept {
    const std::string_view rest = from_first_word(start);
    return words_behind(rest.substr(0, rest.find_first_of("\r\n")), "node") >= 2 &&
           start.find('\0') == std::string_view::npos;
}

// Returns whether a text is the start of an ASCII MDL or of a file of walk meshes. Its first word outside comments is
// one of these keywords (case is ignored), or the text begins with a node or the exporter's comment "#MAXMODEL ASCII".
[[nodiscard]] constexpr bool begins_ascii_model(std::string_view start) noexcept {
    constexpr std::string_view keywords[] = {"newmodel",      "filedependancy", "filedependency",
                                             "setsupermodel", "beginmodelgeom", "beginwalkmeshgeom"};
    const std::string_view word = first_word(start);
    for (const std::string_view keyword : keywords) {
        if (compare_any_case(word, keyword) == 0) {
            return true;
        }
    }
    return start.starts_with("#MAXMODEL ASCII") || begins_node(start);
}

// Returns whether a line of a text begins with "newmodel" and a name (case is ignored).
[[nodiscard]] constexpr bool has_newmodel_line(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::size_t end = text.find_first_of("\r\n");
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.find('\0') != std::string_view::npos) {
            return false; // not a text
        }
        if (words_behind(line, "newmodel") != 0) {
            return true;
        }
    }
    return false;
}

// Returns whether a file is an ASCII MDL. Readers ignore what comes before "newmodel", such as the log of an exporter
// (measured: 2 of 2,014 files); it is found in the first 64 KiB.
[[nodiscard]] inline bool is_ascii_model(byte_view file) noexcept {
    constexpr std::uint64_t enough = 65536;
    return begins_ascii_model(without_byte_order_mark(start_of(file))) ||
           has_newmodel_line(without_byte_order_mark(file.text_at(0, file.size() < enough ? file.size() : enough)));
}

// Returns whether the type is 2, with or without the bit 0x80, which marks pointers replaced by addresses (document;
// measured: 2 in all 342 files).
[[nodiscard]] constexpr bool is_model(geometry_type type) noexcept {
    return (static_cast<std::uint8_t>(type) & 0x7FU) == static_cast<std::uint8_t>(geometry_type::model_tree);
}

// Returns whether a file is a binary model:
// - it begins with 0, the sizes of its two sections and a model header,
// - and these parts fill the file exactly, or the name is printable text, as in a truncated file. It is not enough
//   that the parts fit in the file: files of other formats also begin with 0, the first of their rising key times.
[[nodiscard]] inline bool begins_binary_model(byte_view file) noexcept {
    const auto* const start = file.record_at<file_header>(0);
    const auto* const model = file.record_at<geometry_header>(sizeof(file_header));
    if (start == nullptr || model == nullptr || start->zero != 0U || !is_model(model->type) ||
        start->model_size < sizeof(model_header)) {
        return false;
    }
    if (sizeof(*start) + std::uint64_t{start->model_size.get()} + start->raw_size.get() == file.size()) {
        return true;
    }
    const std::string_view name = model->name.view();
    bool is_text = !name.empty();
    for (const char c : name) {
        is_text = is_text && static_cast<unsigned char>(c) >= ' ' && c != '\x7F';
    }
    return is_text;
}

}}}} // namespace effigy::v0::nwn::impl
