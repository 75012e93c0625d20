// The memory in which an owning model keeps its records.
#pragma once

#include <effigy/core/array.hpp>
#include <effigy/core/when_used.hpp>

#include <cstring>
#include <memory_resource>

namespace effigy::inline v0 {

namespace impl {

// Moves the first `used` bytes of `old` to a larger block, and frees `old`. One function for pools of all types.
template <class = when_used>
[[nodiscard]] void* larger_block(std::pmr::memory_resource& memory, void* old, std::size_t used, std::size_t old_size,
                                 std::size_t new_size, std::size_t alignment) {
    void* const larger = memory.allocate(new_size, alignment);
    if (used != 0) {
        std::memcpy(larger, old, used);
    }
    if (old != nullptr) {
        memory.deallocate(old, old_size, alignment);
    }
    return larger;
}

} // namespace impl

// A contiguous sequence of trivially copyable T in memory from a std::pmr resource. Like a std::pmr::vector, except
// that append() does not initialise elements. Copy construction uses the default resource, move construction that of
// the source. Assignment keeps the resource.
template <class T> class pool {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = T;
    using iterator = T*;
    using const_iterator = const T*;

    explicit pool(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) noexcept : memory_(memory) {}
    pool(const pool& other) : pool(other, std::pmr::get_default_resource()) {}
    pool(const pool& other, std::pmr::memory_resource* memory) : memory_(memory) { assign(other); }
    pool(pool&& other) noexcept
        : memory_(other.memory_), first_(std::exchange(other.first_, nullptr)), size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    pool& operator=(const pool& other) {
        if (this != &other) {
            size_ = 0;
            assign(other);
        }
        return *this;
    }
    // Copies if the resources differ.
    pool& operator=(pool&& other) { // NOLINT(performance-noexcept-move-constructor): a copy allocates
        if (*memory_ != *other.memory_) {
            return *this = std::as_const(other);
        }
        std::swap(first_, other.first_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
        return *this;
    }
    ~pool() { release(); }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] T* data() noexcept { return first_; }
    [[nodiscard]] const T* data() const noexcept { return first_; }
    [[nodiscard]] T* begin() noexcept { return first_; }
    [[nodiscard]] T* end() noexcept { return first_ + size_; }
    [[nodiscard]] const T* begin() const noexcept { return first_; }
    [[nodiscard]] const T* end() const noexcept { return first_ + size_; }
    [[nodiscard]] std::pmr::memory_resource* resource() const noexcept { return memory_; }

    // Precondition: i < size(); checked in every build.
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return const_cast<T&>(std::as_const(*this)[i]); }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
        if (i >= size_) {
            trap();
        }
        return first_[i];
    }
    // Precondition of back() and pop_back(): the pool is not empty; checked in every build.
    [[nodiscard]] T& back() noexcept { return (*this)[size_ - 1]; }
    [[nodiscard]] const T& back() const noexcept { return (*this)[size_ - 1]; }
    void pop_back() noexcept {
        if (size_ == 0) {
            trap();
        }
        --size_;
    }

    // Precondition of reserve(), append() and push_back(): the resulting size is at most SIZE_MAX / 2 bytes; checked in
    // every build.
    void reserve(std::size_t count) {
        if (count > capacity_) {
            grow(count);
        }
    }
    // Appends `count` uninitialised elements and returns them for writing.
    [[nodiscard]] std::span<T> append(std::size_t count) {
        if (count > capacity_ - size_) {
            const std::size_t least = count <= most - size_ ? size_ + count : SIZE_MAX;
            const std::size_t doubled = capacity_ <= most / 2 ? 2 * capacity_ : most;
            grow(least > doubled ? least : doubled);
        }
        T* const added = first_ + size_;
        size_ += count;
        return {added, count};
    }
    // Appends `count` copies of `value`.
    void append(std::size_t count, const T& value) {
        const T copy = value; // `value` may be in this pool, which append() may move
        for (T& each : append(count)) {
            each = copy;
        }
    }
    // Appends copies of `elements`, which may be in this pool.
    void append(std::span<const T> elements) {
        const auto address = [](const T* of) { return reinterpret_cast<std::uintptr_t>(of); };
        const bool is_inside =
            address(first_) <= address(elements.data()) && address(elements.data()) < address(first_ + size_);
        const std::size_t at = is_inside ? static_cast<std::size_t>(elements.data() - first_) : 0;
        const std::span<T> added = append(elements.size());
        if (!added.empty()) {
            std::memcpy(static_cast<void*>(added.data()), is_inside ? first_ + at : elements.data(),
                        added.size() * sizeof(T));
        }
    }
    void push_back(const T& element) { append(1, element); }
    void clear() noexcept { size_ = 0; }

private:
    static constexpr std::size_t most = SIZE_MAX / 2 / sizeof(T);

    void assign(const pool& other) {
        if (!other.empty()) {
            std::memcpy(static_cast<void*>(append(other.size_).data()), other.first_, other.size_ * sizeof(T));
        }
    }
    void grow(std::size_t capacity) {
        if (capacity > most) {
            trap();
        }
        first_ = static_cast<T*>(impl::larger_block(*memory_, first_, size_ * sizeof(T), capacity_ * sizeof(T),
                                                    capacity * sizeof(T), alignof(T)));
        capacity_ = capacity;
    }
    void release() noexcept {
        if (first_ != nullptr) {
            memory_->deallocate(first_, capacity_ * sizeof(T), alignof(T));
        }
    }

    std::pmr::memory_resource* memory_;
    T* first_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace effigy::inline v0
