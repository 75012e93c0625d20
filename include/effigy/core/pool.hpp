// The lists of scenes, and the memory in which an owning model keeps its records.
#pragma once

#include <effigy/core/elements.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory_resource>
#include <new>
#include <type_traits>
#include <utility>

namespace effigy { inline namespace v0 {

namespace impl {

// How a pool moves its elements to a larger block; relocate is null if they are trivially copyable.
struct element_traits {
    std::size_t size, alignment;
    void (*relocate)(void* from, std::size_t count, void* to) noexcept = nullptr;
};

// The memory of a pool. Its functions are compiled once for all pools, and not inline: programs compile faster.
struct pool_block {
    std::pmr::memory_resource* memory;
    void* first = nullptr;
    std::size_t size = 0, capacity = 0; // in elements

    template <class = when_used> EFFIGY_NOINLINE void reserve(std::size_t count, const element_traits& traits) {
        if (count <= capacity) {
            return;
        }
        if (count > SIZE_MAX / 2 / traits.size) {
            trap("more elements than the memory can hold");
        }
        void* const larger = memory->allocate(count * traits.size, traits.alignment);
        if (traits.relocate != nullptr) {
            traits.relocate(first, size, larger);
        } else if (size != 0) {
            std::memcpy(larger, first, size * traits.size);
        }
        free_block(traits.size, traits.alignment);
        first = larger;
        capacity = count;
    }
    // At least doubles the memory if it has no room for `count` more elements.
    template <class = when_used> EFFIGY_NOINLINE void make_room(std::size_t count, const element_traits& traits) {
        if (count > capacity - size) {
            const std::size_t most = SIZE_MAX / 2 / traits.size;
            const std::size_t least = count <= most - size ? size + count : SIZE_MAX;
            const std::size_t doubled = capacity <= most / 2 ? 2 * capacity : most;
            reserve(least > doubled ? least : doubled, traits);
        }
    }
    // Appends trivially copyable elements, which may be in this pool.
    template <class = when_used>
    EFFIGY_NOINLINE void append(const void* elements, std::size_t count, const element_traits& traits) {
        const std::size_t inside = offset_of(elements, traits);
        make_room(count, traits);
        if (count != 0) {
            auto* const bytes = static_cast<std::byte*>(first);
            std::memcpy(bytes + size * traits.size, inside != SIZE_MAX ? bytes + inside : elements,
                        count * traits.size);
            size += count;
        }
    }
    // In bytes. SIZE_MAX: it is not an element of this pool.
    [[nodiscard]] std::size_t offset_of(const void* of, const element_traits& traits) const noexcept {
        const std::size_t out = reinterpret_cast<std::uintptr_t>(of) - reinterpret_cast<std::uintptr_t>(first);
        return out < size * traits.size ? out : SIZE_MAX;
    }
    // Frees the memory, in which there are no objects.
    EFFIGY_NOINLINE void free_block(std::size_t element_size, std::size_t alignment) const noexcept {
        if (first != nullptr) {
            memory->deallocate(first, capacity * element_size, alignment);
        }
    }
    EFFIGY_NOINLINE void swap(pool_block& other) noexcept {
        const pool_block old = other;
        other = *this;
        *this = old;
    }
};

} // namespace impl

// A contiguous sequence of T in memory from a std::pmr resource: most of a std::pmr::vector, in a fraction of the time
// to compile. It differs in two ways: the index of an element is checked in every build, and append() of a count does
// not initialise elements.
//
// Elements that can be constructed with a memory resource as the last argument, as lists and texts, get that of the
// pool. Copy construction uses the default resource, move construction that of the source. Assignment keeps the
// resource. Members that add or remove elements invalidate pointers to elements, as those of std::vector do.
//
// If memory runs out, reserve() and the members that add one element change nothing, but an element that was to be
// moved is gone. The other members may have changed in part what they change.
template <class T> class pool {
public:
    using value_type = T;
    using iterator = T*;
    using const_iterator = const T*;

    pool() noexcept : pool(std::pmr::get_default_resource()) {}
    // Null: the default resource.
    explicit pool(std::pmr::memory_resource* memory) noexcept
        : block_{memory != nullptr ? memory : std::pmr::get_default_resource()} {}
    // `count` elements T{}.
    explicit pool(std::size_t count, std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : pool(memory) {
        resize(count);
    }
    pool(std::size_t count, const T& value, std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : pool(memory) {
        append(count, value);
    }
    pool(std::initializer_list<T> all, std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : pool(memory) {
        append(all);
    }
    template <class Iterator, class End>
        requires requires(Iterator at, const End& end) { *++at, at == end; }
    pool(Iterator first, const End& end, std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : pool(memory) {
        for (; !(first == end); ++first) {
            emplace_back(*first);
        }
    }
    pool(const pool& other) : pool(other, std::pmr::get_default_resource()) {}
    pool(const pool& other, std::pmr::memory_resource* memory) : pool(memory) {
        append_all(other.data(), other.size());
    }
    pool(pool&& other, std::pmr::memory_resource* memory) : pool(memory) { *this = std::move(other); }
    pool(pool&& other) noexcept : pool(other.resource()) { swap(other); }
    pool& operator=(const pool& other) {
        if constexpr (!std::is_trivially_copyable_v<T>) { // `other` may be inside an element
            pool copy{other, resource()};
            swap(copy);
        } else if (this != &other) {
            clear();
            append_all(other.data(), other.size());
        }
        return *this;
    }
    pool& operator=(std::initializer_list<T> all) {
        clear();
        append(all);
        return *this;
    }
    // Moves each element if the resources differ. Else `other`, which may be inside an element, becomes empty.
    pool& operator=(pool&& other) { // NOLINT(performance-noexcept-move-constructor): it may allocate
        pool taken{resource()};
        if (*resource() == *other.resource()) {
            taken.block_.swap(other.block_);
        } else {
            taken.reserve(other.size());
            for (T& each : other) {
                taken.emplace_back(std::move(each));
            }
        }
        block_.swap(taken.block_);
        return *this;
    }
    ~pool() {
        if constexpr (!std::is_trivially_destructible_v<T>) {
            clear();
        }
        block_.free_block(sizeof(T), alignof(T)); // NOLINT(bugprone-sizeof-expression): T may be a pointer
    }

    [[nodiscard]] std::size_t size() const noexcept { return block_.size; }
    [[nodiscard]] std::size_t capacity() const noexcept { return block_.capacity; }
    [[nodiscard]] bool empty() const noexcept { return block_.size == 0; }
    [[nodiscard]] T* data() noexcept { return static_cast<T*>(block_.first); }
    [[nodiscard]] const T* data() const noexcept { return static_cast<const T*>(block_.first); }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + block_.size; }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + block_.size; }
    [[nodiscard]] std::pmr::memory_resource* resource() const noexcept { return block_.memory; }

    // Precondition: i < size(); checked in every build.
    [[nodiscard]] T& operator[](std::size_t i) noexcept {
        if (i >= block_.size) {
            trap("index not below size()");
        }
        return data()[i];
    }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
        if (i >= block_.size) {
            trap("index not below size()");
        }
        return data()[i];
    }
    // Precondition of front(), back() and pop_back(): the pool is not empty; checked in every build.
    [[nodiscard]] T& front() noexcept { return (*this)[0]; }
    [[nodiscard]] const T& front() const noexcept { return (*this)[0]; }
    [[nodiscard]] T& back() noexcept { return (*this)[block_.size - 1]; }
    [[nodiscard]] const T& back() const noexcept { return (*this)[block_.size - 1]; }
    void pop_back() noexcept {
        back().~T();
        --block_.size;
    }

    // Precondition of all members that add elements: the resulting size is at most SIZE_MAX / 2 bytes; checked in every
    // build.
    void reserve(std::size_t count) { block_.reserve(count, traits()); }
    // Appends an element that is constructed from `with`, which may be elements of this pool, and returns it.
    template <class... Arguments> T& emplace_back(Arguments&&... with) {
        if constexpr (sizeof...(Arguments) == 0) {
            make_room(1);
            ::new (static_cast<void*>(end())) T(make());
        } else {
            T made = make(std::forward<Arguments>(with)...);
            make_room(1);
            ::new (static_cast<void*>(end())) T(std::move(made));
        }
        return data()[block_.size++];
    }
    void push_back(const T& element) { emplace_back(element); }
    void push_back(T&& element) { emplace_back(std::move(element)); }
    // Appends `count` uninitialised elements and returns them for writing.
    [[nodiscard]] elements<T> append(std::size_t count)
        requires std::is_trivially_copyable_v<T>
    {
        make_room(count);
        T* const added = end();
        block_.size += count;
        return {added, count};
    }
    // Appends `count` copies of `value`, which may be in this pool.
    void append(std::size_t count, const T& value) {
        const T copy = make(value);
        if constexpr (std::is_trivially_copyable_v<T>) {
            for (T& each : append(count)) {
                each = copy;
            }
        } else {
            make_room(count);
            for (; count != 0; --count) {
                emplace_back(copy);
            }
        }
    }
    // Appends copies of the elements of a contiguous range, which may be in this pool.
    template <class Range>
        requires requires(const Range& all, const T*& first) { first = std::data(all); }
    void append(const Range& all) {
        append_all(std::data(all), std::size(all));
    }
    void append(std::initializer_list<T> all) { append_all(all.begin(), all.size()); }
    // Appends elements T{}, or removes elements at the end, until there are `count`.
    void resize(std::size_t count) {
        if (count <= size()) {
            shorten(count);
        } else if constexpr (std::is_trivially_copyable_v<T>) {
            for (T& each : append(count - size())) {
                each = T{};
            }
        } else {
            make_room(count - size());
            while (size() < count) {
                emplace_back();
            }
        }
    }
    // Appends copies of `value`, or removes elements at the end, until there are `count`.
    void resize(std::size_t count, const T& value) {
        if (count <= size()) {
            shorten(count);
        } else {
            append(count - size(), value);
        }
    }
    // Replaces all elements by `count` copies of `value`, which may be in this pool.
    void assign(std::size_t count, const T& value) {
        const T copy = make(value);
        clear();
        append(count, copy);
    }
    // Inserts an element, which may be in this pool, before another one or at the end. Returns it.
    template <class Element = T> T* insert(const T* before, Element&& element) {
        const std::ptrdiff_t index = before - begin();
        T made = make(std::forward<Element>(element));
        make_room(1);
        T* const place = begin() + index;
        for (T* each = end(); each != place; --each) {
            move_element(each[-1], each);
        }
        ++block_.size;
        return ::new (static_cast<void*>(place)) T(std::move(made));
    }
    // Removes the elements from `first` to before `last`. Returns the element behind them.
    T* erase(const T* first, const T* last) noexcept {
        T* const erased = begin() + (first - begin());
        const auto count = static_cast<std::size_t>(last - first);
        if (count != 0) {
            destroy(erased, count);
            for (T* each = erased + count; each != end(); ++each) {
                move_element(*each, each - count);
            }
            block_.size -= count;
        }
        return erased;
    }
    T* erase(const T* element) noexcept { return erase(element, element + 1); }
    void clear() noexcept { shorten(0); }
    // Exchanges the elements and the resources.
    void swap(pool& other) noexcept { block_.swap(other.block_); }

    [[nodiscard]] friend bool operator==(const pool& a, const pool& b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (!(a.data()[i] == b.data()[i])) {
                return false;
            }
        }
        return true;
    }

private:
    // An aggregate does not: its bool would take the pointer.
    template <class... Arguments>
    static constexpr bool takes_memory = std::is_class_v<T> && !std::is_aggregate_v<T> &&
                                         std::is_constructible_v<T, Arguments..., std::pmr::memory_resource*>;

    template <class... Arguments> [[nodiscard]] T make(Arguments&&... with) const {
        if constexpr (takes_memory<Arguments...>) {
            return T(std::forward<Arguments>(with)..., resource());
        } else {
            return T(std::forward<Arguments>(with)...);
        }
    }
    static void relocate(void* from, std::size_t count, void* to) noexcept {
        static_assert(std::is_nothrow_move_constructible_v<T>);
        for (std::size_t i = 0; i < count; ++i) {
            move_element(static_cast<T*>(from)[i], static_cast<T*>(to) + i);
        }
    }
    static void move_element(T& from, T* to) noexcept {
        ::new (static_cast<void*>(to)) T(std::move(from));
        from.~T(); // NOLINT(bugprone-use-after-move)
    }
    static void destroy(T* first, std::size_t count) noexcept {
        for (T* const end = first + count; first != end; ++first) { // g++ 12 warns of an index that might overflow
            first->~T();
        }
    }
    [[nodiscard]] static constexpr impl::element_traits traits() noexcept {
        if constexpr (std::is_trivially_copyable_v<T>) {
            return {sizeof(T), alignof(T)}; // NOLINT(bugprone-sizeof-expression): T may be a pointer
        } else {
            return {sizeof(T), alignof(T), &relocate};
        }
    }

    void append_all(const T* first, std::size_t count) {
        if constexpr (std::is_trivially_copyable_v<T>) {
            block_.append(first, count, traits());
        } else {
            const std::size_t inside = block_.offset_of(first, traits()) / sizeof(T);
            make_room(count);
            const T* const from = inside < size() ? data() + inside : first;
            for (std::size_t i = 0; i < count; ++i) {
                emplace_back(from[i]);
            }
        }
    }
    void make_room(std::size_t count) {
        if (count > block_.capacity - block_.size) {
            block_.make_room(count, traits());
        }
    }
    void shorten(std::size_t count) noexcept {
        if (count < size()) {
            if constexpr (!std::is_trivially_destructible_v<T>) {
                destroy(data() + count, size() - count);
            }
            block_.size = count;
        }
    }

    impl::pool_block block_;
};

// A file that was written into memory, as encode() and to_glb() return it.
using file_bytes = pool<std::byte>;

}} // namespace effigy::v0
