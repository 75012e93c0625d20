// Checks that a record's description names every byte of the record once, in file order.
#pragma once

#include <effigy/core/fields.hpp>

namespace support {

using effigy::described;
using effigy::field;

template <class T> constexpr void fill_with_ones(T& value) {
    if constexpr (std::is_array_v<T>) {
        for (auto& element : value) {
            fill_with_ones(element);
        }
    } else {
        std::array<unsigned char, sizeof(T)> ones{};
        ones.fill(0xFF);
        value = std::bit_cast<T>(ones);
    }
}

// Returns the offset of a member: the first byte that is not 0 after the member of a zeroed record is filled with ones.
template <class Record> [[nodiscard]] constexpr std::size_t offset_of(auto member) {
    Record record{};
    fill_with_ones(record.*member);
    const auto bytes = std::bit_cast<std::array<unsigned char, sizeof(Record)>>(record);
    std::size_t at = 0;
    while (at < sizeof(Record) && bytes[at] == 0) {
        ++at;
    }
    return at;
}

template <effigy::wire Record> [[nodiscard]] consteval bool tiles() {
    std::size_t end = 0;
    bool tiles = true;
    effigy::description<Record>::template fields<Record>([&]<class T, class Of>(const field&, T Of::* member) {
        tiles = tiles && offset_of<Record>(member) == end; // Of may be a base class of Record
        end += sizeof(T);
    });
    return tiles && end == sizeof(Record);
}

} // namespace support
