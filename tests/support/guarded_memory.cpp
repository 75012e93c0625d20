#include "support/guarded_memory.hpp"

#include <algorithm>

#if __has_include(<sys/mman.h>)

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace {

std::size_t page() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

} // namespace

support::guarded_memory::guarded_memory(std::size_t capacity) {
    const std::size_t size = (capacity / page() + 1) * page();
    void* const all = ::mmap(nullptr, size + 2 * page(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) {
        std::abort();
    }
    pages_ = {static_cast<std::byte*>(all) + page(), size};
    if (::mprotect(pages_.data(), size, PROT_READ | PROT_WRITE) != 0) {
        std::abort();
    }
}

support::guarded_memory::~guarded_memory() { ::munmap(pages_.data() - page(), pages_.size() + 2 * page()); }

std::span<std::byte> support::guarded_memory::place(std::span<const std::byte> file, edge side) {
    const std::span<std::byte> at = side == edge::front ? pages_.first(file.size()) : pages_.last(file.size());
    std::copy(file.begin(), file.end(), at.begin());
    return at;
}

#else

support::guarded_memory::guarded_memory(std::size_t capacity) { heap_.reserve(capacity); }

support::guarded_memory::~guarded_memory() = default;

std::span<std::byte> support::guarded_memory::place(std::span<const std::byte> file, edge) {
    heap_ = std::vector<std::byte>(file.begin(), file.end());
    return heap_;
}

#endif
