// Errors of files with wrong numbers.
#pragma once

#include "support/byte_builder.hpp"

#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace support {

inline void check_error(const effigy::error& why, effigy::errc code, const std::string& path, std::uint64_t offset) {
    INFO(effigy::to_string(why));
    CHECK(why.code == code);
    CHECK(effigy::to_string(static_cast<const effigy::location&>(why)) == path);
    CHECK(why.offset == offset);
}
// Also checks the numbers.
inline void check_error(const effigy::error& why, effigy::errc code, const std::string& path, std::uint64_t offset,
                        std::uint64_t need, std::int64_t found) {
    check_error(why, code, path, offset);
    INFO(effigy::to_string(why));
    CHECK(why.need == need);
    CHECK(why.found == found);
}

// A number at a place of a file, and the error that it causes there.
struct wrong_number {
    std::string place;
    std::int64_t number;
    effigy::errc code;
    std::uint64_t need = 0;
};
template <class Refuse>
void check_wrong(const byte_builder& whole, const Refuse& refusal_of, const std::vector<wrong_number>& cases) {
    for (const auto& [place, number, code, need] : cases) {
        byte_builder file = whole;
        const std::size_t at = file.at(place);
        check_error(refusal_of(file.poke(at, static_cast<std::uint32_t>(number))), code, place, at, need, number);
    }
}

} // namespace support
