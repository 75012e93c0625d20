// Statements of models in text form.
// Sources: counts over 337 public files ("measured"), and programs that read them ("readers").
#pragma once

#include <effigy/core/impl/ranges.hpp>
#include <effigy/core/result.hpp>
#include <effigy/core/text.hpp>
#include <effigy/core/text_words.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// What a statement does to the structure of the file, by its keyword; the case of keywords is ignored.
enum class statement_kind : std::uint8_t {
    plain,
    model,        // newmodel NAME
    end_model,    // donemodel
    geometry,     // beginmodelgeom NAME, beginwalkmeshgeom NAME
    end_geometry, // endmodelgeom, endwalkmeshgeom
    animation,    // newanim NAME MODEL
    end_animation,
    node, // node TYPE NAME
    end_node,
    end_list, // one that ends no list: 16 in 2 files (measured)
};

namespace impl {
class statement_reader;
}

// A statement: a keyword, words, and the rows of a list.
class statement {
public:
    // The rows of a list: the lines behind the statement's own that have words.
    class row_range {
    public:
        class iterator {
        public:
            using value_type = text_words;
            using difference_type = std::ptrdiff_t;

            constexpr iterator() = default;
            constexpr iterator(const line_cursor& lines, std::uint32_t count) noexcept : lines_(lines), left_(count) {
                advance();
            }
            [[nodiscard]] constexpr text_words operator*() const noexcept { return lines_.words(); }
            constexpr iterator& operator++() noexcept {
                --left_;
                advance();
                return *this;
            }
            constexpr iterator operator++(int) noexcept {
                iterator old = *this;
                ++*this;
                return old;
            }
            [[nodiscard]] friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept {
                return a.left_ == b.left_;
            }

        private:
            constexpr void advance() noexcept { left_ = left_ != 0 && lines_.next() ? left_ : 0; }

            line_cursor lines_;
            std::uint32_t left_ = 0;
        };
        using const_iterator = iterator;

        constexpr row_range(const line_cursor& lines, std::uint32_t count) noexcept : lines_(lines), count_(count) {}
        [[nodiscard]] constexpr iterator begin() const noexcept { return {lines_, count_}; }
        [[nodiscard]] constexpr iterator end() const noexcept { return {}; }
        [[nodiscard]] constexpr std::uint32_t size() const noexcept { return count_; }
        [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }

    private:
        line_cursor lines_;
        std::uint32_t count_;
    };

    [[nodiscard]] constexpr statement_kind kind() const noexcept { return kind_; }
    [[nodiscard]] constexpr std::string_view keyword() const noexcept { return text_.substr(0, keyword_size_); }
    [[nodiscard]] constexpr bool is(std::string_view keyword_in_any_case) const noexcept {
        return compare_any_case(keyword(), keyword_in_any_case) == 0;
    }
    // The keyword and the words behind it, which may be on the next line, if they are a name.
    [[nodiscard]] constexpr text_words words() const noexcept {
        return text_words{text_.substr(0, head_size_), line_, column_};
    }
    // Returns word `i` behind the keyword. Empty if there are fewer.
    [[nodiscard]] constexpr text_word word(std::size_t i) const noexcept { return words().at(i + 1); }
    // The rows. If the list has a count, there are at most so many. A list of an aabb also has one behind the keyword.
    [[nodiscard]] constexpr row_range rows() const noexcept {
        return {line_cursor{text_.substr(head_size_), last_line_}, row_count_};
    }
    // The number behind the keyword of a list; npos if there is none.
    [[nodiscard]] constexpr std::uint32_t stated_count() const noexcept { return stated_count_; }
    // How many rows of numbers follow those of the list, which no reader uses.
    [[nodiscard]] constexpr std::uint32_t extra_rows() const noexcept { return extra_rows_; }
    [[nodiscard]] constexpr bool has_end_list() const noexcept { return has_end_list_; }

    // The statement's part of the file, with its list; from the keyword to the last word.
    [[nodiscard]] constexpr std::string_view text() const noexcept { return text_; }
    [[nodiscard]] constexpr std::uint32_t line() const noexcept { return line_; }
    [[nodiscard]] constexpr std::uint32_t column() const noexcept { return column_; }
    // Returns the statement's location. `path`: see location.
    [[nodiscard]] constexpr location at(const char* path) const noexcept {
        return location::at_line(path, line_, column_);
    }

private:
    friend class impl::statement_reader;

    std::string_view text_;
    std::uint32_t keyword_size_ = 0;
    std::uint32_t head_size_ = 0;                         // up to the last word before the rows
    std::uint32_t line_ = 0, column_ = 0, last_line_ = 0; // the last one: of the word before the rows
    std::uint32_t row_count_ = 0, stated_count_ = npos, extra_rows_ = 0;
    statement_kind kind_ = statement_kind::plain;
    bool has_end_list_ = false;
};

}}} // namespace effigy::v0::nwn
