// Memory in which a read before the beginning or beyond the end of a file causes a fault.
#pragma once

#include "support/pages.hpp"

namespace support {

enum class edge { front, back }; // the end of the file that borders on a protected page

class guarded_memory {
public:
    explicit guarded_memory(std::size_t capacity);

    // Returns a copy whose front or back borders on a protected page. The next call invalidates it.
    [[nodiscard]] std::span<std::byte> place(std::span<const std::byte> file, edge side);

private:
    pages pages_;
    std::span<std::byte> usable_;
};

} // namespace support
