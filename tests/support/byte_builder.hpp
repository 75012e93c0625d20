// Builds the bytes of a little-endian file by hand. Independent of the readers under test.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

class byte_builder {
public:
    byte_builder& u8(std::uint8_t value) { return put(value, 1); }
    byte_builder& u16(std::uint16_t value) { return put(value, 2); }
    byte_builder& u32(std::uint32_t value) { return put(value, 4); }
    byte_builder& i16(std::int16_t value) { return u16(static_cast<std::uint16_t>(value)); }
    byte_builder& i32(std::int32_t value) { return u32(static_cast<std::uint32_t>(value)); }
    byte_builder& count(std::size_t value) { return u32(static_cast<std::uint32_t>(value)); }
    byte_builder& f32(float value) { return u32(std::bit_cast<std::uint32_t>(value)); }
    byte_builder& f32s(std::initializer_list<float> values);
    byte_builder& text(std::string_view chars);                                              // the characters only
    byte_builder& string(std::string_view chars) { return count(chars.size()).text(chars); } // length, then characters
    byte_builder& fill(std::size_t n, std::uint8_t value);
    byte_builder& zeros(std::size_t n) { return fill(n, 0); }
    byte_builder& append(const byte_builder& other); // including its named positions

    // Overwrites bytes at an offset.
    byte_builder& poke_u8(std::size_t at, std::uint8_t value);
    byte_builder& poke(std::size_t at, std::uint32_t value);
    byte_builder& poke(std::size_t at, std::int32_t value) { return poke(at, static_cast<std::uint32_t>(value)); }
    byte_builder& poke(std::size_t at, float value) { return poke(at, std::bit_cast<std::uint32_t>(value)); }

    // mark() names the current position, or another one; at() returns a named position.
    byte_builder& mark(std::string name) { return mark(std::move(name), size()); }
    byte_builder& mark(std::string name, std::size_t at);
    [[nodiscard]] std::size_t at(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return places_.find(name) != places_.end(); }

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] std::span<const std::byte> span() const { return bytes_; }
    [[nodiscard]] std::span<const std::byte> first(std::size_t n) const { return span().first(n); }

private:
    // Appends the lowest `size` bytes of a number.
    byte_builder& put(std::uint64_t value, std::size_t size);

    std::vector<std::byte> bytes_;
    std::map<std::string, std::size_t, std::less<>> places_;
};

} // namespace support
