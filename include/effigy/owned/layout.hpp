// How a file is laid out: what a model that owns its data does not say about the file that it comes from.
#pragma once

#include <effigy/core/pool.hpp>

#include <cstdint>

namespace effigy { inline namespace v0 {

// FORMAT::decode(model, &where) fills a layout, and FORMAT::encode(owned, where) writes the same file again, byte for
// byte. The content depends on the format. A layout fits only a model that has the same sizes in the same places;
// encode() refuses any other.
struct layout {
    std::uint64_t file_size = 0; // in bytes
    pool<std::uint32_t> numbers; // where the parts are, in the order in which the format is walked
    pool<std::byte> kept;        // bytes that no field of the model holds, in file order

    layout() : layout(std::pmr::get_default_resource()) {}
    explicit layout(std::pmr::memory_resource* memory) : numbers(memory), kept(memory) {}
};

}} // namespace effigy::v0
