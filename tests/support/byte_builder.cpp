#include "support/byte_builder.hpp"

#include <cstdio>
#include <cstdlib>

namespace support {

byte_builder& byte_builder::f32s(std::initializer_list<float> values) {
    for (const float value : values) {
        f32(value);
    }
    return *this;
}

byte_builder& byte_builder::text(std::string_view chars) {
    for (const char c : chars) {
        bytes_.push_back(static_cast<std::byte>(c));
    }
    return *this;
}

byte_builder& byte_builder::fill(std::size_t n, std::uint8_t value) {
    bytes_.insert(bytes_.end(), n, std::byte{value});
    return *this;
}

byte_builder& byte_builder::append(const byte_builder& other) {
    for (const auto& [name, place] : other.places_) {
        places_.insert_or_assign(name, size() + place);
    }
    bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end());
    return *this;
}

byte_builder& byte_builder::poke_u8(std::size_t at, std::uint8_t value) {
    bytes_.at(at) = std::byte{value};
    return *this;
}

byte_builder& byte_builder::poke(std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < sizeof(value); ++i) {
        bytes_.at(at + i) = static_cast<std::byte>(value >> (8 * i) & 0xFF);
    }
    return *this;
}

byte_builder& byte_builder::mark(std::string name, std::size_t at) {
    places_.insert_or_assign(std::move(name), at);
    return *this;
}

std::size_t byte_builder::at(std::string_view name) const {
    const auto found = places_.find(name);
    if (found == places_.end()) {
        std::fprintf(stderr, "the fixture has no position \"%.*s\"\n", static_cast<int>(name.size()), name.data());
        std::abort();
    }
    return found->second;
}

byte_builder& byte_builder::put(std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        bytes_.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
    }
    return *this;
}

} // namespace support
