#include "support/pages.hpp"

#include <cstdlib>

#if defined(_WIN32)

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

namespace {

void protect(std::span<std::byte> some, DWORD how) {
    DWORD before = 0;
    if (::VirtualProtect(some.data(), some.size(), how, &before) == 0) {
        std::abort();
    }
}

} // namespace

support::pages::pages(std::size_t size) {
    void* const all = ::VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (all == nullptr) {
        std::abort();
    }
    all_ = {static_cast<std::byte*>(all), size};
}
support::pages::~pages() { ::VirtualFree(all_.data(), 0, MEM_RELEASE); }

std::size_t support::pages::size_of_one() {
    SYSTEM_INFO system;
    ::GetSystemInfo(&system);
    return system.dwPageSize;
}
void support::pages::close(std::span<std::byte> some) { protect(some, PAGE_NOACCESS); }
void support::pages::reopen(std::span<std::byte> some) { protect(some, PAGE_READWRITE); }

#elif __has_include(<sys/mman.h>) && !defined(__wasi__)

#include <sys/mman.h>
#include <unistd.h>

namespace {

void protect(std::span<std::byte> some, int how) {
    if (::mprotect(some.data(), some.size(), how) != 0) {
        std::abort();
    }
}

} // namespace

support::pages::pages(std::size_t size) {
    void* const all = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) {
        std::abort();
    }
    all_ = {static_cast<std::byte*>(all), size};
}
support::pages::~pages() { ::munmap(all_.data(), all_.size()); }

std::size_t support::pages::size_of_one() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }
void support::pages::close(std::span<std::byte> some) { protect(some, PROT_NONE); }
void support::pages::reopen(std::span<std::byte> some) { protect(some, PROT_READ | PROT_WRITE); }

#else

#include "support/left_out.hpp"

support::pages::pages(std::size_t size) {
    void* const all = std::calloc(size, 1);
    if (all == nullptr) {
        std::abort();
    }
    all_ = {static_cast<std::byte*>(all), size};
}
support::pages::~pages() { std::free(all_.data()); }

std::size_t support::pages::size_of_one() { return 4096; }
void support::pages::close(std::span<std::byte>) {
    left_out("protected pages before and after a file", "this system has no memory protection");
}
void support::pages::reopen(std::span<std::byte>) {}

#endif
