// A memory resource that counts allocations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

namespace support {

// The most that to_scene() takes for files of this size, as SECURITY.md says.
[[nodiscard]] constexpr std::size_t most_for_scene(std::size_t size_of_files) {
    return 32 * size_of_files + std::size_t{128} * 1024;
}

// Provides at most `limit` bytes. While it exists, the default resource rejects every allocation.
class counting_memory : public std::pmr::memory_resource {
public:
    explicit counting_memory(std::size_t limit = SIZE_MAX)
        : limit_(limit), before_(std::pmr::set_default_resource(std::pmr::null_memory_resource())) {}
    counting_memory(const counting_memory&) = delete;
    counting_memory& operator=(const counting_memory&) = delete;
    ~counting_memory() override { std::pmr::set_default_resource(before_); }

    [[nodiscard]] std::size_t taken() const { return taken_; }
    [[nodiscard]] std::size_t most() const { return most_; }
    [[nodiscard]] std::size_t allocations() const { return allocations_; }

private:
    void* do_allocate(std::size_t size, std::size_t alignment) override {
        if (size > limit_ - taken_) {
            return std::pmr::null_memory_resource()->allocate(size, alignment); // throws
        }
        taken_ += size;
        ++allocations_;
        most_ = taken_ > most_ ? taken_ : most_;
        return std::pmr::new_delete_resource()->allocate(size, alignment);
    }
    void do_deallocate(void* at, std::size_t size, std::size_t alignment) override {
        taken_ -= size;
        std::pmr::new_delete_resource()->deallocate(at, size, alignment);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    std::size_t limit_, taken_ = 0, most_ = 0, allocations_ = 0;
    std::pmr::memory_resource* before_;
};

} // namespace support
