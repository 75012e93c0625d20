// A file with other values and the same structure.
#pragma once

#include <effigy/regions.hpp>

#include <string_view>
#include <vector>

namespace support {

// Inverts all bytes of a view's file that are values of a model: not numbers of elements, references, and bytes without
// a meaning. Texts keep their lengths. references_of(region): which bytes of each record of a region are references;
// null: none.
template <class View, class References>
void invert_values(const View& view, std::vector<std::byte>& file, const References& references_of) {
    std::vector<std::byte> masks(file.size());
    std::vector<bool> is_structure(file.size());
    regions(view, [&](const effigy::region& part) {
        const std::size_t first = effigy::impl::to_size(part.offset()), length = effigy::impl::to_size(part.length);
        const std::string_view type = part.type;
        const bool is_count = std::string_view{part.where.path}.ends_with("indexCounts");
        const std::vector<bool>* const references = references_of(part);
        for (std::size_t i = first; i < first + length; ++i) {
            constexpr std::size_t box_size = 0x28, left_of_box = 0x18, right_of_box = 0x1C, size_of_reference = 4;
            const std::size_t in_box = (i - first) % box_size;
            const bool is_reference =
                (references != nullptr && (*references)[(i - first) % references->size()]) ||
                (type == "box" && in_box >= left_of_box && in_box < right_of_box + size_of_reference);
            const bool ends_text = type == "char" && part.fields[0] == nullptr && // not of a fixed size
                                   (file[i] == std::byte{} || file[i] == std::byte{0xFF});
            if (part.role != effigy::role::value || is_count || is_reference) {
                is_structure[i] = true;
            } else if (!ends_text) {
                masks[i] = std::byte{0xFF};
            }
        }
    });
    for (std::size_t i = 0; i < file.size(); ++i) {
        file[i] ^= is_structure[i] ? std::byte{} : masks[i];
    }
}
template <class View> void invert_values(const View& view, std::vector<std::byte>& file) {
    invert_values(view, file, [](const effigy::region&) { return static_cast<const std::vector<bool>*>(nullptr); });
}

} // namespace support
