// Checks of memory use that end the program if they fail.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory_resource>

// Of the sanitizers' runtime; replay.cpp has one that does nothing.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void*, std::size_t),
                                                         void (*free_hook)(const volatile void*));

namespace fuzz {

// Ends the program if a condition is false, so that the fuzzer keeps the input.
inline void promise(bool kept, const char* what) {
    if (!kept) {
        std::fprintf(stderr, "broken guarantee: %s\n", what);
        std::abort();
    }
}

inline thread_local std::size_t allocations = 0; // by this thread, with operator new, malloc or any other function
inline const int watching = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { ++allocations; }, [](const volatile void*) {});

template <class Function> auto without_allocating(const Function& f) {
    const std::size_t before = allocations;
    struct check {
        std::size_t before;
        ~check() { promise(allocations == before, "views do not allocate"); }
    } const at_the_end{before};
    return f();
}

// Provides at most `limit` bytes at a time. While it exists, the default resource rejects every allocation.
class limited_memory : public std::pmr::memory_resource {
public:
    // `promised`: the guarantee that is broken if more is requested.
    limited_memory(std::size_t limit, const char* promised)
        : left_(limit), promised_(promised), before_(std::pmr::set_default_resource(std::pmr::null_memory_resource())) {
    }
    limited_memory(const limited_memory&) = delete;
    limited_memory& operator=(const limited_memory&) = delete;
    ~limited_memory() override { std::pmr::set_default_resource(before_); }

    // Ends the check: the default resource provides memory again.
    void give_back_default() const { std::pmr::set_default_resource(before_); }

private:
    void* do_allocate(std::size_t size, std::size_t alignment) override {
        promise(size <= left_, promised_);
        left_ -= size;
        return std::pmr::new_delete_resource()->allocate(size, alignment);
    }
    void do_deallocate(void* at, std::size_t size, std::size_t alignment) override {
        left_ += size;
        std::pmr::new_delete_resource()->deallocate(at, size, alignment);
    }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

    std::size_t left_;
    const char* promised_;
    std::pmr::memory_resource* before_;
};

inline constexpr const char* decode_is_small = "decode() takes at most six times the file's size plus a constant";

} // namespace fuzz
