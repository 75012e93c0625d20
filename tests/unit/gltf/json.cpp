#include <effigy/gltf.hpp>
#include <effigy/gltf/json.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

using effigy::impl::json_text;
using effigy::impl::to_uri;
using effigy::impl::to_utf8;

template <class Value> std::string json_of(const Value& v) {
    json_text out;
    out.value(v);
    return std::string{out.text()};
}

} // namespace

TEST_CASE("JSON: UTF-8 is kept, other text is converted from Latin-1") {
    for (const char* const text :
         {"", "plain", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x90\xBB", "\xF4\x8F\xBF\xBF", "\x7F", "\xED\x9F\xBF",
          "\xEE\x80\x80", "\xC2\x80", "\xE0\xA0\x80", "\xF0\x90\x80\x80"}) {
        CHECK(to_utf8(text) == text);
    }
    CHECK(to_utf8("caf\xE9") == "caf\xC3\xA9");
    CHECK(to_utf8("\xC3\xA9\xE9") == "\xC3\x83\xC2\xA9\xC3\xA9"); // the whole text is converted
    CHECK(to_utf8("\xC3") == "\xC3\x83");
    CHECK(to_utf8("\x80\xBF\xFF") == "\xC2\x80\xC2\xBF\xC3\xBF");
    for (const char* const none : {"\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
                                   "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xE2\x28\xA1"}) {
        CHECK(to_utf8(none) != none);
    }
}

TEST_CASE("JSON: strings, numbers, commas") {
    CHECK(json_of(std::string_view{"a\"b\\c\n\0\x1F/", 9}) == R"("a\"b\\c\u000a\u0000\u001f/")");
    CHECK(json_of(0.1F) == "0.1");
    CHECK(json_of(-0.0F) == "0");
    CHECK(json_of(16777216.0F) == "16777216");
    CHECK(json_of(1e20F) == "1e+20");
    CHECK(json_of(std::numeric_limits<float>::denorm_min()) == "1e-45");
    CHECK(json_of(0.1) == "0.1");
    CHECK(json_of(std::numeric_limits<double>::infinity()) == "null");
    CHECK(json_of(std::numeric_limits<double>::quiet_NaN()) == "null");
    CHECK(json_of(std::uint64_t{0xFFFF'FFFF'FFFF}) == "281474976710655");
    CHECK(json_of(true) == "true");
    CHECK(json_of("text") == "\"text\"");
    CHECK(json_of(std::vector<double>{}) == "[]");
    CHECK(json_of(std::vector<double>{1, 2.5}) == "[1,2.5]");
    json_text out;
    out.open_object();
    out.member("a", 1U);
    out.open_array("b");
    out.value("[");
    out.open_object();
    out.close_object();
    out.close_array();
    out.member("c", "{");
    out.raw(R"("d":1)");
    out.close_object();
    CHECK(out.text() == R"({"a":1,"b":["[",{}],"c":"{","d":1})");
}

TEST_CASE("JSON: equal keys of an object get numbers") {
    effigy::impl::json_keys keys;
    CHECK(keys.take("a") == "a");
    CHECK(keys.take("a") == "a_2");
    CHECK(keys.take("a_2") == "a_2_2");
    CHECK(keys.take("a_3") == "a_3");
    CHECK(keys.take("a") == "a_4");
    CHECK(keys.take("\xE9") == "\xC3\xA9");
    CHECK(keys.take("\xC3\xA9") == "\xC3\xA9_2");
}

TEST_CASE("URIs: forbidden characters are encoded, existing escapes are kept") {
    CHECK(to_uri("World\\Art\\bear 1.blp") == "World/Art/bear%201.blp");
    CHECK(to_uri("a%20b%2x%") == "a%20b%252x%25");
    CHECK(to_uri("%aF%fA%0g%G0%/0%09") == "%aF%fA%250g%25G0%25/0%09"); // hexadecimal digits
    CHECK(to_uri("#?[]\"<>^`{|}") == "%23%3F%5B%5D%22%3C%3E%5E%60%7B%7C%7D");
    CHECK(to_uri("-._~!$&'()*+,;=@/aZ09") == "-._~!$&'()*+,;=@/aZ09");
    CHECK(to_uri("https://a/b:c") == "https://a/b%3Ac");
    CHECK(to_uri("data:image/png;base64,AA==") == "data:image/png;base64,AA==");
    CHECK(to_uri("C:\\a") == "C%3A/a"); // a drive is not a scheme
    CHECK(to_uri("1b:a") == "1b%3Aa");
    CHECK(to_uri(":") == "%3A");
    CHECK(to_uri("\xC3\xA9\n") == "%C3%A9%0A");
    CHECK(to_uri("\xE9") == "%C3%A9");
}
