#include <effigy/core/text_words.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

// "word:line.column word:line.column"
std::string words_of(const effigy::text_words& of) {
    std::string out;
    for (const effigy::text_word& word : of) {
        out += (out.empty() ? "" : " ") + std::string{word.text} + ":" + std::to_string(word.line) + "." +
               std::to_string(word.column);
    }
    return out;
}
std::string lines_of(std::string_view text) {
    std::string out;
    effigy::line_cursor lines{text};
    while (lines.next()) {
        out += "[" + words_of(lines.words()) + "]";
    }
    return out;
}

} // namespace

TEST_CASE("text words: words with their places") {
    using effigy::text_words;
    CHECK(words_of(text_words{""}) == "");
    CHECK(words_of(text_words{"a"}) == "a:1.1");
    CHECK(words_of(text_words{" \t a\tbc \r\n"}) == "a:1.4 bc:1.6");
    CHECK(words_of(text_words{"a # b\nc #\n# d\n e"}) == "a:1.1 c:2.1 e:4.2");
    CHECK(words_of(text_words{"1.#INF a#b"}) == "1.#INF:1.1 a#b:1.8");
    CHECK(words_of(text_words{std::string_view{"a\0b", 3}}) == "a:1.1 b:1.3");
    CHECK(words_of(text_words{"a b", 7, 5}) == "a:7.5 b:7.7");
    CHECK(words_of(text_words{"\xC3\xA9 b"}) == "\xC3\xA9:1.1 b:1.4");
    CHECK(text_words{"a b"}.at(1).text == "b");
    CHECK_FALSE(text_words{"a b"}.at(2));
    CHECK_FALSE(text_words{"# a"}.at(0));
}

TEST_CASE("text words: lines that have words") {
    CHECK(lines_of("") == "");
    CHECK(lines_of("\n\n") == "");
    CHECK(lines_of("a\nb") == "[a:1.1][b:2.1]");
    CHECK(lines_of("\r\n a b\r\n#c\r\n\td") == "[a:2.2 b:2.4][d:4.2]");
    effigy::line_cursor lines{"  a b # c \nd"};
    REQUIRE(lines.next());
    CHECK(lines.first_word_at() == 2);
    CHECK(lines.end_of_words() == 5);
    CHECK(lines.end() == 11);
    REQUIRE(lines.next());
    CHECK(lines.number() == 2);
    CHECK_FALSE(lines.next());
    CHECK_FALSE(effigy::line_cursor{}.next());
}
