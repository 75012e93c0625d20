// The purpose of bytes in a file.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <cstdint>

namespace effigy { inline namespace v0 {

enum class role : std::uint8_t {
    value,
    reference, // the location or the number of other records
    padding,   // unused
    garbage,   // leftover memory of the program that wrote the file
    constant,  // the same in every file
    gap,       // belongs to no record
};

}} // namespace effigy::v0
