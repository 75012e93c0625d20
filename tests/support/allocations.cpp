#include "support/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> count{0};

void* allocate(std::size_t size) noexcept {
    count.fetch_add(1, std::memory_order_relaxed);
    return std::malloc(size != 0 ? size : 1);
}
void* allocate_or_end(std::size_t size) noexcept {
    void* const found = allocate(size);
    if (found == nullptr) {
        std::abort();
    }
    return found;
}

} // namespace

std::size_t support::allocations() noexcept { return count.load(std::memory_order_relaxed); }

void* operator new(std::size_t size) { return allocate_or_end(size); }
void* operator new[](std::size_t size) { return allocate_or_end(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void operator delete(void* at) noexcept { std::free(at); }
void operator delete[](void* at) noexcept { std::free(at); }
void operator delete(void* at, std::size_t) noexcept { std::free(at); }
void operator delete[](void* at, std::size_t) noexcept { std::free(at); }
void operator delete(void* at, const std::nothrow_t&) noexcept { std::free(at); }
void operator delete[](void* at, const std::nothrow_t&) noexcept { std::free(at); }
