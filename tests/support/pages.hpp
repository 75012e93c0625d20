// Memory whose pages can be protected against access, if the system supports it.
#pragma once

#include <cstddef>
#include <span>

namespace support {

class pages {
public:
    // Allocates zeroed pages. A page takes no physical memory until it is accessed.
    explicit pages(std::size_t size);
    pages(const pages&) = delete;
    pages& operator=(const pages&) = delete;
    ~pages();

    [[nodiscard]] static std::size_t size_of_one();
    [[nodiscard]] std::span<std::byte> all() const { return all_; }

    // close() makes access to these pages a fault; reopen() allows it again. Both take whole pages.
    void close(std::span<std::byte> some);
    void reopen(std::span<std::byte> some);

private:
    std::span<std::byte> all_;
};

} // namespace support
