// The forms of a record.
#pragma once

#include <effigy/core/language.hpp>

#include <bit>

namespace effigy::inline v0 {

// Every record has one declaration, `template <form F> struct basic_light { u16<F> type; ... };`, and three forms.
enum class form : unsigned char {
    little, // as it lies in a file, little-endian: alignment 1, no padding
    big,    // the same, big-endian
    host,   // the program's own numbers, aligned; references are parts of an owning model's pools
    native = std::endian::native == std::endian::big ? big : little, // the file form with the machine's byte order
};

} // namespace effigy::inline v0
