#include <effigy/core/impl/decimal_text.hpp>

#include "support/repetitions.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace {

using effigy::impl::decimal;
using effigy::impl::decimal_text;
using effigy::impl::nearest_double;
using effigy::impl::read_decimal;
using effigy::impl::read_integer;
using effigy::impl::read_number;

std::uint32_t bits(float of) { return std::bit_cast<std::uint32_t>(of); }

// Compares with the C library, which reads to the nearest double. Returns the text if it is read otherwise.
std::string misread(const std::string& text) {
    float read = -1;
    const double expected = std::strtod(text.c_str(), nullptr);
    decimal parts;
    const bool is_whole = read_decimal(text, parts) == text.size();
    const bool in_range = parts.first != 0 && parts.magnitude <= 39 && parts.magnitude >= -45;
    const bool is_nearest = !in_range || nearest_double(parts) == std::fabs(expected);
    return is_whole && is_nearest && read_number(text, read) && bits(read) == bits(static_cast<float>(expected))
               ? std::string{}
               : text;
}
std::string printed(const char* how, int digits, double number) {
    std::string out(512, '\0');
    out.resize(static_cast<std::size_t>(std::snprintf(out.data(), out.size(), how, digits, number)));
    return out;
}

} // namespace

TEST_CASE("decimal: numbers are read to the nearest float by way of the nearest double, as the C library does") {
    for (const char* const text : {"0",
                                   "-0",
                                   ".5",
                                   "5.",
                                   "+1",
                                   "1e400",
                                   "-1e400",
                                   "1e-400",
                                   "3.4028235677973366e38",
                                   "3.4028235677973365e38",
                                   "340282356779733661637539395458142568448",
                                   "340282356779733661637539395458142568447",
                                   "1.401298464324817e-45",
                                   "7.006492321624085e-46",
                                   "7.006492321624086e-46",
                                   "1e39",
                                   "9e-46",
                                   "00000000000000000000000000000001",
                                   "0.00000000000000000000000000000000000000000000000000000000001e60",
                                   "1e0000000000000000001",
                                   "1e99999999999999999999",
                                   "1e-99999999999999999999",
                                   "9007199254740993",
                                   "1e22",
                                   "1e23",
                                   "1.00000005960464477539062500000000000000000000000000000001",
                                   "16777217",
                                   "16777219"}) {
        CHECK(misread(text) == "");
    }
    const std::string nines(100'000, '9'), zeros(100'000, '0');
    CHECK(misread(nines) == "");
    CHECK(misread("0." + nines) == "");
    float tenth = 0, one = 0; // the C library of Windows reads neither
    CHECK((read_number("0." + zeros + "1e100000", tenth) && tenth == 0.1F));
    CHECK((read_number("1" + zeros + "e-100000", one) && one == 1));
}

TEST_CASE("decimal: random numbers, halfway cases and long digits") {
    std::mt19937_64 random{1}; // NOLINT(cert-msc51-cpp): the same numbers in each run
    for (std::size_t i = 0; i < support::repetitions(20'000); ++i) {
        const float any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (!std::isfinite(any)) {
            continue;
        }
        const auto number = static_cast<double>(any);
        const int digits = static_cast<int>(1 + random() % 20);
        REQUIRE(misread(printed("%.*g", digits, number)) == "");
        REQUIRE(misread(printed("%.*f", digits % 12, number)) == "");
        const double half =
            (number + static_cast<double>(std::nextafter(any, std::numeric_limits<float>::infinity()))) / 2;
        std::string exact = printed("%.*g", 200, half);
        REQUIRE(misread(exact) == "");
        if (exact.find('.') != exact.npos && exact.find('e') == exact.npos) {
            REQUIRE(misread(exact + std::string(300, '0') + "1") == "");
            exact.back() = '4'; // was 5
            REQUIRE(misread(exact + "99999") == "");
        }
        std::string other;
        const std::uint64_t count = 1 + random() % 40, point = random() % count;
        for (std::uint64_t k = 0; k < count; ++k) {
            other += k == point ? "." : "";
            other += static_cast<char>('0' + random() % 10);
        }
        REQUIRE(misread(other + "e" + std::to_string(static_cast<int>(random() % 110) - 55)) == "");
    }
}

TEST_CASE("decimal: what is no number, and what C libraries print for infinite numbers") {
    float read = 7;
    for (const char* const text :
         {"", "-", "+", ".", "e5", "1x", "x1", "0x10", "1,5", "1:5", "1/5", "1e", "1e+", "--1", "1 ", "#1"}) {
        CHECK_FALSE(read_number(text, read));
    }
    CHECK(read == 7);
    for (const char* const text : {"1.#INF", "+1.#inf00", "inf", "Infinity"}) {
        CHECK(read_number(text, read));
        CHECK(read == std::numeric_limits<float>::infinity());
    }
    CHECK(read_number("-1.#INF", read));
    CHECK(read == -std::numeric_limits<float>::infinity());
    for (const char* const text : {"1.#QNAN", "1.#QNAN0", "1.#SNAN", "nan", "NaN(ind)"}) {
        CHECK(read_number(text, read));
        CHECK(bits(read) == 0x7FC0'0000);
    }
    CHECK(read_number("-1.#IND", read));
    CHECK(bits(read) == 0xFFC0'0000);
}

TEST_CASE("decimal: an exponent needs a digit, which is not taken from behind the text") {
    const std::string_view text = "1e-5";
    for (std::size_t size = 0; size <= text.size(); ++size) {
        decimal parts;
        CHECK(read_decimal(text.substr(0, size), parts) == (size == 4 ? 4 : size == 0 ? 0 : 1));
        CHECK(parts.magnitude == (size == 4 ? -4 : size == 0 ? 0 : 1));
    }
}

TEST_CASE("decimal: short numbers have one sign, one point, and up to 18 digits") {
    float read = 7;
    for (const char* const text : {"1.5", "+1.5", "01.50", "+00000000000000001.5"}) {
        CAPTURE(text);
        read = 7;
        CHECK(effigy::impl::read_short_number(text, read));
        CHECK(read == 1.5F);
    }
    CHECK(effigy::impl::read_short_number("-12.0625", read));
    CHECK(read == -12.0625F);
    for (const char* const text : {"1+5", "1-5", "--1", "1.5.", "1e5", "-+1", "+000000000000000001.5"}) {
        CAPTURE(text);
        CHECK_FALSE(effigy::impl::read_short_number(text, read));
    }
}

TEST_CASE("decimal: whole numbers") {
    std::int64_t read = 7;
    const auto whole = [&](const char* text) { return read_integer(text, read) ? read : -1'000; };
    CHECK(whole("0") == 0);
    CHECK(whole("-12") == -12);
    CHECK(whole("1.9") == 1);
    CHECK(whole("1e3") == 1'000);
    CHECK(whole("0.001e3") == 1);
    CHECK(whole("TRUE") == 1);
    CHECK(whole("false") == 0);
    CHECK(whole("4294967295") == 4'294'967'295);
    CHECK(whole("99999999999999999999999") == 999'999'999'999'999'999);
    CHECK(whole("-1e30") == -999'999'999'999'999'999);
    CHECK(whole("seven") == -1'000);
    CHECK(whole("") == -1'000);
}

TEST_CASE("decimal: the text of a float reads back to the bit, and is the shortest") {
    std::mt19937_64 random{1}; // NOLINT(cert-msc51-cpp): as above
    for (int i = 0; i < 100'000; ++i) {
        const float any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        float read = 7;
        const decimal_text text{any};
        REQUIRE(read_number(text.view(), read));
        REQUIRE((bits(read) == bits(any) ||
                 (std::isnan(any) && std::isnan(read) && std::signbit(any) == std::signbit(read))));
    }
    CHECK(decimal_text{0.1F}.view() == "0.1");
    CHECK(decimal_text{-0.0F}.view() == "-0");
    CHECK(decimal_text{1.0F}.view() == "1");
    CHECK(decimal_text{std::numeric_limits<float>::infinity()}.view() == "1.#INF");
    CHECK(decimal_text{std::bit_cast<float>(0xFFC0'0000U)}.view() == "-1.#IND");
    CHECK(decimal_text{std::int64_t{-12}}.view() == "-12");
}
