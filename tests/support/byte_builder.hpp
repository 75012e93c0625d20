// Bytes as a file has them, written by hand: knows nothing of the readers that it tests.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace support {

class byte_builder {
public:
    explicit byte_builder(std::endian order = std::endian::little) : order_(order) {}

    byte_builder& u8(std::uint8_t value) { return put(value); }
    byte_builder& u16(std::uint16_t value) { return put(value); }
    byte_builder& u32(std::uint32_t value) { return put(value); }
    byte_builder& i16(std::int16_t value) { return put(static_cast<std::uint16_t>(value)); }
    byte_builder& i32(std::int32_t value) { return put(static_cast<std::uint32_t>(value)); }
    byte_builder& count(std::size_t value) { return put(static_cast<std::uint32_t>(value)); }
    byte_builder& f32(float value) { return put(std::bit_cast<std::uint32_t>(value)); }
    byte_builder& f32s(std::initializer_list<float> values) {
        for (const float value : values) {
            f32(value);
        }
        return *this;
    }
    byte_builder& text(std::string_view chars) { // as it is, without its length
        for (const char c : chars) {
            u8(static_cast<std::uint8_t>(c));
        }
        return *this;
    }
    byte_builder& string(std::string_view chars) { return count(chars.size()).text(chars); } // behind its length
    byte_builder& fill(std::size_t n, std::uint8_t value) {
        bytes_.insert(bytes_.end(), n, std::byte{value});
        return *this;
    }
    byte_builder& zeros(std::size_t n) { return fill(n, 0); }

    // Overwrites what is there.
    byte_builder& poke_u8(std::size_t at, std::uint8_t value) {
        bytes_.at(at) = std::byte{value};
        return *this;
    }
    byte_builder& poke(std::size_t at, std::uint32_t value) {
        for (std::size_t i = 0; i < sizeof(value); ++i) {
            poke_u8(at + i, byte_of(value, i));
        }
        return *this;
    }
    byte_builder& poke(std::size_t at, std::int32_t value) { return poke(at, static_cast<std::uint32_t>(value)); }
    byte_builder& poke(std::size_t at, float value) { return poke(at, std::bit_cast<std::uint32_t>(value)); }

    // Names this place, and finds a named one.
    byte_builder& mark(std::string name) {
        places_.insert_or_assign(std::move(name), size());
        return *this;
    }
    [[nodiscard]] std::size_t at(std::string_view name) const {
        const auto found = places_.find(name);
        if (found == places_.end()) {
            std::fprintf(stderr, "the fixture has no place \"%.*s\"\n", static_cast<int>(name.size()), name.data());
            std::abort();
        }
        return found->second;
    }

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] std::span<const std::byte> span() const { return bytes_; }
    [[nodiscard]] std::span<const std::byte> first(std::size_t n) const { return span().first(n); }

private:
    template <class T> byte_builder& put(T value) {
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            u8_at_end(byte_of(value, i));
        }
        return *this;
    }
    // Byte i of the number as it lies in the file.
    template <class T> [[nodiscard]] std::uint8_t byte_of(T value, std::size_t i) const {
        const std::size_t from_lowest = order_ == std::endian::little ? i : sizeof(T) - 1 - i;
        return static_cast<std::uint8_t>(value >> (8 * from_lowest));
    }
    void u8_at_end(std::uint8_t value) { bytes_.push_back(std::byte{value}); }

    std::endian order_;
    std::vector<std::byte> bytes_;
    std::map<std::string, std::size_t, std::less<>> places_;
};

} // namespace support
