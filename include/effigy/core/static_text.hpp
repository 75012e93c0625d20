// Texts that are put together while compiling: the paths of fields, from descriptions.
#pragma once

#include <effigy/core/language.hpp>

#include <string_view>

namespace effigy::inline v0::impl {

// At most Size - 1 characters; more do not compile.
template <std::size_t Size> struct static_text {
    char chars[Size] = {};
    std::size_t length = 0;

    constexpr static_text& operator<<(std::string_view more) {
        for (const char one : more) {
            chars[length++] = one;
        }
        chars[length] = '\0';
        return *this;
    }
};

} // namespace effigy::inline v0::impl
