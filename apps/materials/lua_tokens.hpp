// The words of a Lua script.
#pragma once

#include <effigy/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace materials {

struct lua_token {
    enum kind : std::uint8_t { end, name, number, text, symbol };
    kind what = end;
    std::string_view content; // of a text: between its quotes, with escapes
    bool has_escapes = false;

    [[nodiscard]] bool is(std::string_view word) const { return what != text && content == word; }
};

class lua_tokens {
public:
    explicit lua_tokens(std::string_view script) : script_(script) {}

    // Returns the next token; `end` at the end of the script, and after an error.
    lua_token next();

    // Behind the last token.
    [[nodiscard]] std::size_t offset() const { return at_; }

    // A text or comment without an end.
    [[nodiscard]] const effigy::error& error() const { return error_; }

private:
    void skip_blanks();
    [[nodiscard]] std::string_view take(std::size_t length);
    lua_token quoted();
    bool long_bracket(lua_token& out, const char* path);
    void fail(std::size_t begin, const char* path);

    std::string_view script_;
    std::size_t at_ = 0;
    effigy::error error_;
};

// Returns the characters that a text stands for.
[[nodiscard]] std::string unescaped(const lua_token& text);

} // namespace materials
