// What bytes of a file are for.
#pragma once

#include <effigy/core/language.hpp>

#include <cstdint>

namespace effigy::inline v0 {

enum class role : std::uint8_t {
    value,
    reference, // tells where something else lies, or how many there are
    padding,   // carries nothing
    garbage,   // whatever the program that wrote the file left there
    constant,  // the same in every file
    gap,       // belongs to nothing
};

} // namespace effigy::inline v0
