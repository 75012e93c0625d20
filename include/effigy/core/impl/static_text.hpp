// Texts that are built at compile time: the paths of fields, from descriptions.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <string_view>

namespace effigy { inline namespace v0 { namespace impl {

// Holds at most Size - 1 characters. Longer texts do not compile.
template <std::size_t Size> struct static_text {
    char chars[Size] = {};
    std::size_t length = 0;

    constexpr static_text& operator<<(std::string_view more) {
        for (const char c : more) {
            chars[length++] = c;
        }
        chars[length] = '\0';
        return *this;
    }
};

}}} // namespace effigy::v0::impl
