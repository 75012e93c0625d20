// Memory in which reading one byte too many is a fault.
#pragma once

#include "support/pages.hpp"

namespace support {

enum class edge { front, back }; // which end of a file lies at a page that nobody may touch

class guarded_memory {
public:
    explicit guarded_memory(std::size_t capacity);

    // A copy whose front or back lies at the edge; good until the next one.
    [[nodiscard]] std::span<std::byte> place(std::span<const std::byte> file, edge side);

private:
    pages pages_;
    std::span<std::byte> usable_;
};

} // namespace support
