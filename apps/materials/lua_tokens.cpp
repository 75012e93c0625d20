#include "lua_tokens.hpp"

#include <algorithm>

namespace materials {

namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view word_characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

// Of a number up to 255 in this many decimal digits at most.
std::size_t decimal_escape(std::string_view rest, std::string& out) {
    const std::size_t length = std::min<std::size_t>({rest.find_first_not_of(digits), rest.size(), 3});
    int code = 0;
    for (const char c : rest.substr(0, length)) {
        code = code * 10 + (c - '0');
    }
    out += static_cast<char>(code);
    return length;
}

} // namespace

lua_token lua_tokens::next() {
    skip_blanks();
    lua_token out;
    const std::string_view rest = script_.substr(at_);
    if (rest.empty()) {
        return out;
    }
    if (rest[0] == '"' || rest[0] == '\'') {
        return quoted();
    }
    if (rest[0] == '[' && long_bracket(out, "lua.string")) {
        return out;
    }
    std::size_t length = std::min(rest.find_first_not_of(word_characters), rest.size());
    if (length == 0) {
        out.what = lua_token::symbol;
        length = rest.starts_with("..") ? 2 : 1;
    } else if (rest[0] > '9') {
        out.what = lua_token::name;
    } else {
        out.what = lua_token::number;
        length = std::min(rest.find_first_not_of(".0123456789ABCDEFXabcdefx"), rest.size());
        const bool exponent = (rest[length - 1] | 0x20) == 'e' && !rest.starts_with("0x");
        if (exponent && length < rest.size() && (rest[length] == '-' || rest[length] == '+')) {
            length = std::min(rest.find_first_not_of(digits, length + 1), rest.size());
        }
    }
    out.content = take(length);
    return out;
}

void lua_tokens::skip_blanks() {
    while (true) {
        at_ = std::min(script_.find_first_not_of(" \t\r\n\v\f", at_), script_.size());
        if (!script_.substr(at_).starts_with("--")) {
            return;
        }
        at_ += 2;
        lua_token comment;
        if (at_ == script_.size() || script_[at_] != '[' || !long_bracket(comment, "lua.comment")) {
            at_ = std::min(script_.find('\n', at_), script_.size());
        }
    }
}

std::string_view lua_tokens::take(std::size_t length) {
    at_ += length;
    return script_.substr(at_ - length, length);
}

lua_token lua_tokens::quoted() {
    const std::size_t begin = at_;
    const char quote = script_[at_++];
    lua_token out{lua_token::text, {}, false};
    const char ends[] = {quote, '\\', '\n', '\0'};
    while ((at_ = script_.find_first_of(ends, at_)) < script_.size() && script_[at_] == '\\') {
        out.has_escapes = true;
        at_ += 2;
    }
    if (at_ >= script_.size() || script_[at_] != quote) {
        fail(begin, "lua.string");
        return {};
    }
    out.content = script_.substr(begin + 1, at_ - begin - 1);
    ++at_;
    return out;
}

// Reads [[ ]], [=[ ]=] and so on. False if there is none here, but another use of [.
bool lua_tokens::long_bracket(lua_token& out, const char* path) {
    const std::size_t begin = at_;
    const std::size_t open = script_.find_first_not_of('=', begin + 1);
    if (open == std::string_view::npos || script_[open] != '[') {
        return false;
    }
    const std::string close = "]" + std::string(open - begin - 1, '=') + "]";
    const std::size_t end = script_.find(close, open + 1);
    if (end == std::string_view::npos) {
        fail(begin, path);
        return true;
    }
    out = {lua_token::text, script_.substr(open + 1, end - open - 1), false};
    at_ = end + close.size();
    return true;
}

// Nothing more can be read.
void lua_tokens::fail(std::size_t begin, const char* path) {
    error_.code = effigy::errc::truncated;
    error_.path = path;
    error_.offset = begin;
    error_.need = 1;
    at_ = script_.size();
}

std::string unescaped(const lua_token& text) {
    std::string_view rest = text.content;
    if (!text.has_escapes) {
        return std::string{rest};
    }
    constexpr std::string_view letters = "abfnrtv", meanings = "\a\b\f\n\r\t\v";
    std::string out;
    for (std::size_t at = 0; at < rest.size(); ++at) {
        if (rest[at] != '\\' || ++at == rest.size()) {
            out += rest[at];
        } else if (digits.find(rest[at]) != std::string_view::npos) {
            at += decimal_escape(rest.substr(at), out) - 1;
        } else {
            const std::size_t letter = letters.find(rest[at]);
            out += letter != std::string_view::npos ? meanings[letter] : rest[at];
        }
    }
    return out;
}

} // namespace materials
