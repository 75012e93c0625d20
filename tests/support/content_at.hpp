// Compares an owning model with the bytes that the fixtures' own writer wrote.
#pragma once

#include "support/byte_builder.hpp"

#include <effigy/content.hpp>

#include <doctest/doctest.h>

namespace support {

// Compares each field whose path names a place of the file: of lists in other blocks "*" and the path. Returns how many
// fields were compared.
template <class Model>
std::size_t check_content(const Model& model, const byte_builder& file, const std::string& prefix) {
    std::size_t compared = 0;
    CHECK_FALSE(visit_content(model, [&](const effigy::content_field& field) {
        const effigy::field_value& value = field.value;
        const std::string path = prefix + field.path.text();
        const std::string place = file.has("*" + path) ? "*" + path : path;
        const bool is_link = value.kind() == effigy::number_kind::int64; // another number in the file
        if (value.kind() == effigy::number_kind::none || value.is_text() || is_link || !file.has(place)) {
            return;
        }
        CAPTURE(path);
        std::size_t at = file.at(place);
        bool same = true;
        for (std::size_t i = 0; i < value.size(); ++i) {
            for (std::size_t k = 0; k < value.width(); ++k) {
                const bool is_float = value.kind() == effigy::number_kind::float32;
                const std::uint64_t bits = is_float ? std::bit_cast<std::uint32_t>(value.real(i, k))
                                                    : static_cast<std::uint64_t>(value.integer(i, k));
                for (std::size_t byte = 0; byte < effigy::impl::size_of(value.kind()); ++byte) {
                    same = same && at < file.size() && file.span()[at] == static_cast<std::byte>(bits >> 8 * byte);
                    ++at;
                }
            }
        }
        CHECK(same);
        ++compared;
    }));
    return compared;
}

} // namespace support
