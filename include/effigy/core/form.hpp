// The forms of a record.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <bit>

namespace effigy { inline namespace v0 {

// Every record has one declaration, `template <form F> struct basic_light { u16<F> type; ... };`, and three forms.
enum class form : unsigned char {
    little, // as stored in a file, little-endian: alignment 1, no padding
    big,    // as stored in a file, big-endian
    host,   // aligned numbers of the program; references denote parts of an owning model's pools
    native = std::endian::native == std::endian::big ? big : little, // the file form in the machine's byte order
};

}} // namespace effigy::v0
