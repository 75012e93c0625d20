// The values of an owning model as text.
#pragma once

#include <effigy/content.hpp>

#include <string>

namespace support {

// Numbers, a text in quotes, or the size and the type of a list of records.
[[nodiscard]] inline std::string text_of(const effigy::field_value& value) {
    if (value.is_text()) {
        return '"' + std::string{value.text()} + '"';
    }
    std::string out;
    for (std::size_t i = 0; i < value.size(); ++i) {
        for (std::size_t k = 0; k < value.width(); ++k) {
            out += out.empty() ? "" : " ";
            out += value.kind() == effigy::number_kind::float32 ? std::to_string(value.real(i, k))
                                                                : std::to_string(value.integer(i, k));
        }
    }
    return value.kind() == effigy::number_kind::none ? std::to_string(value.size()) + ' ' + value.type() : out;
}

} // namespace support
