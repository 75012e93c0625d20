#include "support/allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t none = SIZE_MAX;
std::atomic<std::size_t> count{0}, failing{none};

void* allocate(std::size_t size) noexcept {
    const bool fails = count.fetch_add(1, std::memory_order_relaxed) == failing.load(std::memory_order_relaxed);
    return fails ? nullptr : std::malloc(size != 0 ? size : 1);
}
void* allocate_or_throw(std::size_t size) {
    void* const found = allocate(size);
    if (found == nullptr) {
#if defined(__cpp_exceptions)
        throw std::bad_alloc{};
#else
        std::abort();
#endif
    }
    return found;
}

} // namespace

std::size_t support::allocations() noexcept { return count.load(std::memory_order_relaxed); }

support::failing_allocation::failing_allocation(std::size_t number) noexcept { failing = count + number; }
support::failing_allocation::~failing_allocation() { failing = none; }
bool support::failing_allocation::has_failed() noexcept { return count > failing; }

void* operator new(std::size_t size) { return allocate_or_throw(size); }
void* operator new[](std::size_t size) { return allocate_or_throw(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
#if !defined(_WIN32)                                               // whose C library has no aligned_alloc()
void* operator new(std::size_t size, std::align_val_t alignment) { // as memory resources call it
    const auto unit = static_cast<std::size_t>(alignment);
    if (unit <= alignof(std::max_align_t)) {
        return allocate_or_throw(size);
    }
    std::free(allocate_or_throw(1)); // counts
    return std::aligned_alloc(unit, (size / unit + 1) * unit);
}
void operator delete(void* at, std::align_val_t) noexcept { std::free(at); }
void operator delete(void* at, std::size_t, std::align_val_t) noexcept { std::free(at); }
#endif
void operator delete(void* at) noexcept { std::free(at); }
void operator delete[](void* at) noexcept { std::free(at); }
void operator delete(void* at, std::size_t) noexcept { std::free(at); }
void operator delete[](void* at, std::size_t) noexcept { std::free(at); }
void operator delete(void* at, const std::nothrow_t&) noexcept { std::free(at); }
void operator delete[](void* at, const std::nothrow_t&) noexcept { std::free(at); }
