// Stored numbers and vectors as the program's own, many at once.
#pragma once

#include <effigy/core/convert.hpp>

namespace effigy::inline v0 {

// As many as both have; at once where they lie one behind the other. Of a strided range or whatever a std::span can be
// made of.
template <class Stored, class Own> void copy_records(const Stored& from, std::span<Own> to) noexcept {
    if constexpr (requires { std::span{from}; }) {
        const std::span records{from};
        const std::size_t count = records.size() < to.size() ? records.size() : to.size();
        if constexpr (same_bytes<typename decltype(records)::value_type, Own>) {
            static_assert(std::is_trivially_copyable_v<Own>);
            if (count != 0) { // memcpy takes no null pointers
                std::memcpy(static_cast<void*>(to.data()), records.data(), count * sizeof(Own));
            }
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                to[i] = static_cast<Own>(records[i]);
            }
        }
    } else if (const auto packed = from.packed(); !packed.empty()) {
        copy_records(packed, to);
    } else {
        for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) {
            to[i] = static_cast<Own>(from[i]);
        }
    }
}
// Numbers of byte order F.
template <form F, wire_number T> void copy_numbers(std::span<const std::byte> from, std::span<T> to) noexcept {
    const std::size_t count = from.size() / sizeof(T);
    if (count != 0) {
        copy_records(std::span{impl::overlay<scalar<T, F>>(from.data()), count}, to);
    }
}

} // namespace effigy::inline v0
