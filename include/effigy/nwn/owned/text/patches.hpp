// Changing words of a text: all other bytes stay.
#pragma once

#include <effigy/core/impl/decimal_text.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/nwn/text.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Replacements in a text, from the front to the back.
template <class = when_used> class text_patches {
public:
    text_patches(const text_model& of, std::pmr::memory_resource* memory)
        : of_(of), out_(memory), end_of_line_(end_of_line_in(of.text())) {}

    [[nodiscard]] std::uint64_t offset_of(std::string_view part) const noexcept {
        return of_.file().offset_of(part.data());
    }
    // Returns the word for a name; "NULL", if it is empty. A name with blanks, or one that begins with '#', is no word:
    // then bad_name() returns it.
    [[nodiscard]] std::string_view word_for(std::string_view name) noexcept {
        bool is_word = !name.starts_with('#');
        for (const char c : name) {
            is_word = is_word && !text_words::is_blank(c);
        }
        bad_name_ = is_word ? bad_name_ : name;
        return name.empty() ? std::string_view{"NULL"} : name;
    }
    [[nodiscard]] std::string_view bad_name() const noexcept { return bad_name_; }
    // `part`: a part of the text, behind all parts before.
    void replace(std::string_view part, std::string_view by) {
        keep_until(offset_of(part));
        append(by);
        done_ = offset_of(part) + part.size();
    }
    // Replaces a number, if the word is not this one already.
    void replace_number(const text_word& word, float by) {
        float old = 0;
        if (!read_number(word.text, old) || std::bit_cast<std::uint32_t>(old) != std::bit_cast<std::uint32_t>(by)) {
            replace(word.text, decimal_text{by}.view());
        }
    }
    // Inserts a line before that of a statement.
    void insert_line_before(const statement& at, std::string_view line) {
        keep_until(offset_of(at.text()) - (at.column() - 1));
        append(line);
        append(end_of_line());
    }
    // Inserts a line behind that of the statement.
    void insert_line_behind(const statement& at, std::string_view line) {
        const std::string_view text = of_.text();
        const std::size_t end = to_size(offset_of(at.text()) - offset_of(text)) + at.text().size();
        const std::size_t next = text.find(end_of_line_.back(), end);
        keep_until(offset_of(text) + (next < text.size() ? next + 1 : text.size()));
        append(line);
        append(end_of_line());
    }
    void append_line(std::string_view line) {
        keep_until(of_.file().size());
        append(end_of_line());
        append(line);
        append(end_of_line());
    }
    [[nodiscard]] std::string_view end_of_line() const noexcept { return end_of_line_; }
    [[nodiscard]] file_bytes take() {
        keep_until(of_.file().size());
        return std::move(out_);
    }

private:
    [[nodiscard]] static std::string_view end_of_line_in(std::string_view text) noexcept {
        const std::size_t first = text.find_first_of("\r\n");
        return first == std::string_view::npos || text[first] == '\n' ? "\n"
               : text.find('\n') == std::string_view::npos            ? "\r"
                                                                      : "\r\n";
    }
    void keep_until(std::uint64_t offset) {
        if (offset > done_) {
            out_.append(of_.file().bytes_at(done_, offset - done_));
            done_ = offset;
        }
    }
    void append(std::string_view text) { out_.append(std::as_bytes(std::span<const char>{text})); }

    const text_model& of_;
    file_bytes out_;
    std::string_view bad_name_;
    std::uint64_t done_ = 0; // bytes of the text that are in `out_`, or replaced
    std::string_view end_of_line_;
};

// A line that is being written.
template <class = when_used> class text_line {
public:
    explicit text_line(std::pmr::memory_resource* memory) : chars_(memory) {}

    void clear() noexcept { chars_.clear(); }
    text_line& operator<<(std::string_view text) {
        chars_.append(text);
        return *this;
    }
    text_line& operator<<(float number) { return *this << decimal_text{number}.view(); }
    text_line& operator<<(std::int64_t number) { return *this << decimal_text{number}.view(); }
    [[nodiscard]] std::string_view view() const noexcept { return {chars_.data(), chars_.size()}; }

private:
    pool<char> chars_;
};

}}}} // namespace effigy::v0::nwn::impl
