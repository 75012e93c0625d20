// Memory whose pages can be made untouchable, where the system has such a thing.
#pragma once

#include <cstddef>
#include <span>

namespace support {

class pages {
public:
    // Zeros that may be read and written, and take no memory until they are.
    explicit pages(std::size_t size);
    pages(const pages&) = delete;
    pages& operator=(const pages&) = delete;
    ~pages();

    [[nodiscard]] static std::size_t size_of_one();
    [[nodiscard]] std::span<std::byte> all() const { return all_; }

    // From now on, touching one of these whole pages is a fault, or is none any more.
    void close(std::span<std::byte> some);
    void reopen(std::span<std::byte> some);

private:
    std::span<std::byte> all_;
};

} // namespace support
