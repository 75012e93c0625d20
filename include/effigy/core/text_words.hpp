// Words and lines of a text in the caller's memory. Nothing is copied.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <string_view>

namespace effigy { inline namespace v0 {

// A word, and where it begins: the line and the column count from 1; a column is a byte of its line.
struct text_word {
    std::string_view text;
    std::uint32_t line = 0, column = 0;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return !text.empty(); }
};

// A part of a text as a range of words. Blanks, which separate words, are spaces and all control characters. A comment
// is a word that begins with '#', and what follows in its line.
class text_words {
public:
    class iterator {
    public:
        using value_type = text_word;
        using difference_type = std::ptrdiff_t;

        constexpr iterator() = default;
        constexpr explicit iterator(const text_words& of) noexcept
            : rest_(of.text_), line_(of.line_), column_(of.column_) {
            ++*this;
        }

        [[nodiscard]] constexpr const text_word& operator*() const noexcept { return word_; }
        [[nodiscard]] constexpr const text_word* operator->() const noexcept { return &word_; }
        constexpr iterator& operator++() noexcept {
            std::size_t at = 0;
            for (; at < rest_.size() && (is_blank(rest_[at]) || rest_[at] == '#'); ++at) {
                if (rest_[at] == '#') {
                    const std::size_t end = rest_.find('\n', at);
                    column_ += static_cast<std::uint32_t>((end < rest_.size() ? end : rest_.size()) - at);
                    at = end;
                    if (at >= rest_.size()) {
                        break;
                    }
                }
                ++column_;
                if (rest_[at] == '\n') {
                    ++line_;
                    column_ = 1;
                }
            }
            std::size_t end = at;
            while (end < rest_.size() && !is_blank(rest_[end])) {
                ++end;
            }
            word_ = end > at ? text_word{rest_.substr(at, end - at), line_, column_} : text_word{};
            column_ += static_cast<std::uint32_t>(word_.text.size());
            rest_.remove_prefix(end < rest_.size() ? end : rest_.size());
            return *this;
        }
        constexpr iterator operator++(int) noexcept {
            iterator old = *this;
            ++*this;
            return old;
        }
        // At the end there is no word.
        [[nodiscard]] friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.word_.text.data() == b.word_.text.data() && a.word_.text.size() == b.word_.text.size();
        }

    private:
        std::string_view rest_;
        std::uint32_t line_ = 0, column_ = 0;
        text_word word_;
    };
    using const_iterator = iterator;

    constexpr text_words() = default;
    // `line`, `column`: of the first character.
    constexpr explicit text_words(std::string_view text, std::uint32_t line = 1, std::uint32_t column = 1) noexcept
        : text_(text), line_(line), column_(column) {}

    [[nodiscard]] constexpr iterator begin() const noexcept { return iterator{*this}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {}; }
    // Returns word `i`, in linear time. Empty if there are fewer.
    [[nodiscard]] constexpr text_word at(std::size_t i) const noexcept {
        iterator word = begin();
        while (i != 0 && *word) {
            ++word;
            --i;
        }
        return *word;
    }
    [[nodiscard]] constexpr std::string_view text() const noexcept { return text_; }
    [[nodiscard]] constexpr std::uint32_t line() const noexcept { return line_; }
    [[nodiscard]] constexpr std::uint32_t column() const noexcept { return column_; }

    [[nodiscard]] static constexpr bool is_blank(char c) noexcept { return static_cast<unsigned char>(c) <= ' '; }

private:
    std::string_view text_;
    std::uint32_t line_ = 1, column_ = 1;
};

namespace impl {
[[nodiscard]] constexpr char end_of_lines(std::string_view text) noexcept {
    return text.find('\n') == std::string_view::npos ? '\r' : '\n';
}
} // namespace impl

// The lines of a text, one after another. A line ends with LF or CR LF; in a text without LF, with CR.
class line_cursor {
public:
    constexpr line_cursor() = default;
    constexpr explicit line_cursor(std::string_view text, std::uint32_t line = 1) noexcept
        : text_(text), number_(line - 1), end_of_line_(impl::end_of_lines(text)) {}

    // Goes to the next line that has words. Returns false if there is none.
    constexpr bool next() noexcept {
        while (end_ < text_.size()) {
            begin_ = end_;
            const std::size_t end = text_.find(end_of_line_, begin_);
            end_ = end < text_.size() ? end + 1 : text_.size();
            ++number_;
            first_ = begin_;
            while (first_ < end_ && text_words::is_blank(text_[first_])) {
                ++first_;
            }
            if (first_ < end_ && text_[first_] != '#') {
                return true;
            }
        }
        return false;
    }
    // Of the current line:
    [[nodiscard]] constexpr std::size_t first_word_at() const noexcept { return first_; } // its offset
    [[nodiscard]] constexpr std::size_t end() const noexcept { return end_; }
    [[nodiscard]] constexpr std::uint32_t number() const noexcept { return number_; }
    [[nodiscard]] constexpr std::uint32_t column() const noexcept {
        return static_cast<std::uint32_t>(first_ - begin_ + 1);
    }
    [[nodiscard]] constexpr text_words words() const noexcept {
        return text_words{text_.substr(first_, end_ - first_), number_, column()};
    }
    // Returns the end of the last word. A comment is none.
    [[nodiscard]] constexpr std::size_t end_of_words() const noexcept {
        std::size_t out = first_;
        for (const text_word& word : words()) {
            out = first_ + (word.column - column()) + word.text.size();
        }
        return out;
    }

private:
    std::string_view text_;
    std::size_t begin_ = 0, first_ = 0, end_ = 0;
    std::uint32_t number_ = 0;
    char end_of_line_ = '\n';
};

}} // namespace effigy::v0
