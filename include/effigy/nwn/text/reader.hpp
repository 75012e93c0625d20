// Splitting a text model into statements, in one pass.
#pragma once

#include <effigy/nwn/text/statement.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

using namespace effigy::impl;

struct structure_keyword {
    std::string_view word;
    statement_kind kind;
};
inline constexpr structure_keyword structure_keywords[] = {
    {"node", statement_kind::node},
    {"endlist", statement_kind::end_list},
    {"newanim", statement_kind::animation},
    {"doneanim", statement_kind::end_animation},
    {"beginmodelgeom", statement_kind::geometry},
    {"endmodelgeom", statement_kind::end_geometry},
    {"beginwalkmeshgeom", statement_kind::geometry}, // of files of walk meshes, which have no "newmodel" (readers)
    {"endwalkmeshgeom", statement_kind::end_geometry},
    {"newmodel", statement_kind::model},
    {"donemodel", statement_kind::end_model},
};
// A keyword that only begins with "endnode" ends the node too: "endnodeendnode" (readers).
[[nodiscard]] constexpr statement_kind kind_of(std::string_view keyword) noexcept {
    constexpr std::string_view end_node = "endnode";
    if (keyword.size() >= 4 && (lower(keyword[0]) == 'e' || lower(keyword[0]) == 'n' || lower(keyword[0]) == 'd' ||
                                lower(keyword[0]) == 'b')) {
        if (compare_any_case(keyword.substr(0, end_node.size()), end_node) == 0) {
            return statement_kind::end_node;
        }
        for (const structure_keyword& row : structure_keywords) {
            if (compare_any_case(keyword, row.word) == 0) {
                return row.kind;
            }
        }
    }
    return statement_kind::plain;
}

// The supermodel that "setsupermodel MODEL SUPERMODEL" names; readers accept the second word alone.
[[nodiscard]] constexpr text_word supermodel_in(const statement& each) noexcept {
    const text_word second = each.word(1);
    return second ? second : each.word(0);
}

// Whether a keyword says which file of a modelling program the text is from. It may precede everything else.
[[nodiscard]] constexpr bool is_dependency(std::string_view keyword) noexcept {
    return compare_any_case(keyword, "filedependancy") == 0 || compare_any_case(keyword, "filedependency") == 0;
}

[[nodiscard]] constexpr bool is_null(std::string_view name) noexcept { return compare_any_case(name, "null") == 0; }
// Whether a statement names a parent, which is not "NULL".
[[nodiscard]] constexpr bool names_parent(const statement& each) noexcept {
    return each.is("parent") && each.word(0) && !is_null(each.word(0).text);
}

// Lists whose rows do not begin with a number.
enum class row_kind : std::uint8_t { numbers, weights, names, lines };
[[nodiscard]] constexpr row_kind rows_of(std::string_view keyword) noexcept {
    return compare_any_case(keyword, "weights") == 0         ? row_kind::weights
           : compare_any_case(keyword, "texturenames") == 0  ? row_kind::names
           : compare_any_case(keyword, "multimaterial") == 0 ? row_kind::lines
                                                             : row_kind::numbers;
}

// Whether a word begins like a number: of lists of numbers, the first word of each row does.
[[nodiscard]] constexpr bool begins_number(std::string_view word) noexcept {
    word.remove_prefix(word.starts_with('-') || word.starts_with('+') ? 1 : 0);
    word.remove_prefix(word.starts_with('.') ? 1 : 0);
    return !word.empty() && word[0] >= '0' && word[0] <= '9';
}

// Reads one statement after another. What precedes "newmodel" or "beginwalkmeshgeom" and follows "donemodel" belongs to
// none. If the text is bare, what precedes the first node belongs to none.
class statement_reader {
public:
    constexpr statement_reader() = default;
    constexpr statement_reader(std::string_view text, bool is_bare) noexcept
        : text_(text), lines_(text), is_bare_(is_bare) {}

    // Returns false at the end.
    [[nodiscard]] constexpr bool next(statement& out) noexcept {
        while (!is_done_ && (has_line_ || lines_.next())) {
            has_line_ = false;
            begin(out);
            if (is_inside_) {
                read_name(out);
                read_rows(out);
                is_done_ = out.kind_ == statement_kind::end_model;
                return true;
            }
        }
        return false;
    }

private:
    constexpr void begin(statement& out) noexcept {
        out = {};
        begin_ = lines_.first_word_at();
        const text_words words = lines_.words();
        const std::string_view keyword = words.begin()->text;
        out.keyword_size_ = static_cast<std::uint32_t>(keyword.size());
        out.kind_ = kind_of(keyword);
        out.line_ = words.line();
        out.column_ = words.column();
        if (is_inside_ && out.kind_ == statement_kind::model) {
            out.kind_ = statement_kind::plain; // a second one
        }
        is_inside_ = is_inside_ || out.kind_ == statement_kind::model ||
                     compare_any_case(keyword, "beginwalkmeshgeom") == 0 ||
                     (is_bare_ && out.kind_ == statement_kind::node);
        if (is_inside_) {
            end_with_line(out);
        }
    }
    // The name of a node or an animation may be on the next line (measured: 2 files).
    constexpr void read_name(statement& out) noexcept {
        const std::size_t words = out.kind_ == statement_kind::node        ? 2
                                  : out.kind_ == statement_kind::animation ? 1
                                                                           : 0;
        if (words == 0 || out.word(words - 1) || !peek()) {
            return;
        }
        const text_word name = *lines_.words().begin();
        if (!lines_.words().at(2) && kind_of(name.text) == statement_kind::plain &&
            compare_any_case(name.text, "parent") != 0) {
            has_line_ = false;
            end_with_line(out);
        }
    }
    constexpr void read_rows(statement& out) noexcept {
        if (out.kind_ != statement_kind::plain) {
            return;
        }
        const row_kind kind = rows_of(out.keyword());
        const text_word count = out.word(0);
        std::uint64_t number = 0;
        bool is_count = bool{count} && !out.word(1);
        for (const char c : count.text) {
            is_count = is_count && c >= '0' && c <= '9';
            number = number < npos ? 10 * number + static_cast<std::uint64_t>(c - '0') : number;
        }
        if (is_count) {
            out.stated_count_ = number < npos ? static_cast<std::uint32_t>(number) : npos - 1;
        } else if (kind == row_kind::lines) {
            return;
        }
        while (peek()) {
            const text_words row = lines_.words();
            const text_word first = *row.begin();
            if (kind_of(first.text) == statement_kind::end_list) {
                if (out.row_count_ != 0 || is_list(out)) {
                    out.has_end_list_ = true;
                    has_line_ = false;
                    end_rows(out);
                }
                return;
            }
            const bool has_all = out.row_count_ >= out.stated_count_;
            if (!is_row(kind, row, first.text) || (has_all && kind != row_kind::numbers)) {
                return;
            }
            has_line_ = false;
            if (has_all) {
                ++out.extra_rows_;
            } else {
                ++out.row_count_;
            }
            end_rows(out);
        }
    }
    // Whether a statement may have a list without rows.
    [[nodiscard]] static constexpr bool is_list(const statement& of) noexcept {
        constexpr std::string_view key = "key";
        const std::string_view word = of.keyword();
        return of.stated_count_ != npos || !of.word(0) ||
               (word.size() > key.size() && compare_any_case(word.substr(word.size() - key.size()), key) == 0);
    }
    [[nodiscard]] static constexpr bool is_row(row_kind kind, const text_words& row, std::string_view first) noexcept {
        switch (kind) {
        case row_kind::numbers: return begins_number(first);
        case row_kind::weights: return kind_of(first) == statement_kind::plain && begins_number(row.at(1).text);
        case row_kind::names: return kind_of(first) == statement_kind::plain && !row.at(1);
        case row_kind::lines: break;
        }
        // Free text, up to what cannot be a name.
        return kind_of(first) == statement_kind::plain && !is_followed_by_count(row, first, "verts") &&
               !is_followed_by_count(row, first, "faces") && compare_any_case(first, "bitmap") != 0;
    }
    [[nodiscard]] static constexpr bool is_followed_by_count(const text_words& row, std::string_view first,
                                                             std::string_view keyword) noexcept {
        return compare_any_case(first, keyword) == 0 && begins_number(row.at(1).text);
    }
    [[nodiscard]] constexpr bool peek() noexcept {
        has_line_ = has_line_ || lines_.next();
        return has_line_;
    }
    // Extends the statement to the last word of the current line.
    constexpr void end_with_line(statement& out) noexcept {
        const std::size_t end = lines_.end_of_words();
        out.text_ = text_.substr(begin_, end - begin_);
        out.head_size_ = static_cast<std::uint32_t>(end - begin_);
        out.last_line_ = lines_.number();
    }
    constexpr void end_rows(statement& out) noexcept {
        // The line, without the blanks at its end; a comment in a row belongs to the list.
        std::size_t end = lines_.end();
        while (text_words::is_blank(text_[end - 1])) {
            --end;
        }
        out.text_ = text_.substr(begin_, end - begin_);
    }

    std::string_view text_;
    line_cursor lines_;
    std::size_t begin_ = 0;
    bool has_line_ = false; // the current line belongs to no statement yet
    bool is_bare_ = false, is_inside_ = false, is_done_ = false;
};

}}}} // namespace effigy::v0::nwn::impl
