// Memory in which reading one byte too many is a fault.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace support {

enum class edge { front, back }; // which end of a file lies at a page that nobody may touch

class guarded_memory {
public:
    explicit guarded_memory(std::size_t capacity);
    guarded_memory(const guarded_memory&) = delete;
    guarded_memory& operator=(const guarded_memory&) = delete;
    ~guarded_memory();

    // A copy whose front or back lies at the edge; good until the next one.
    [[nodiscard]] std::span<std::byte> place(std::span<const std::byte> file, edge side);

private:
    std::span<std::byte> pages_;
    std::vector<std::byte> heap_; // where pages cannot be guarded; a sanitizer sees what goes astray
};

} // namespace support
