// The memory of owning models: one pool per record type, and references from records to parts of the pools.
#pragma once

#include <effigy/core/convert.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/core/pool_slice.hpp>

namespace effigy { inline namespace v0 {

namespace impl {
template <class Model> class pool_filler;
}

// Pools are equal if their records are equal in the sense of equal(), in the same order.
template <class... T> class owned_pools : private pool<T>... {
public:
    explicit owned_pools(std::pmr::memory_resource* memory) : pool<T>(memory)... {}

    // Returns the pool of one type: `all<owned_mesh>()`.
    template <class U> [[nodiscard]] pool<U>& all() noexcept { return *this; }
    template <class U> [[nodiscard]] const pool<U>& all() const noexcept { return *this; }

    // Returns the elements of a list. Empty if the list is not inside the pool.
    template <class U> [[nodiscard]] std::span<const U> get(const pool_slice<U>& list) const noexcept {
        const std::span<const U> whole{all<U>()};
        return list.first <= whole.size() && list.count <= whole.size() - list.first
                   ? whole.subspan(list.first, list.count)
                   : std::span<const U>{};
    }
    [[nodiscard]] std::string_view get(const pool_slice<char>& list) const noexcept {
        const std::span<const char> letters = get<char>(list);
        return {letters.data(), letters.size()};
    }
    // The same, for changes. Records that share a list, as faces of Arma share texts, all change.
    template <class U> [[nodiscard]] std::span<U> get(const pool_slice<U>& list) noexcept {
        const std::span<U> whole{all<U>()};
        return list.first <= whole.size() && list.count <= whole.size() - list.first
                   ? whole.subspan(list.first, list.count)
                   : std::span<U>{};
    }
    [[nodiscard]] std::string_view get(const pool_slice<char>& list) noexcept { return std::as_const(*this).get(list); }
    // Returns a pointer to the part. Null if the part is none or not inside the pool.
    template <class U> [[nodiscard]] const U* get(const pool_handle<U>& part) const noexcept {
        return find_at(std::span<const U>{all<U>()}, part.number);
    }
    template <class U> [[nodiscard]] U* get(const pool_handle<U>& part) noexcept {
        const std::size_t i = part.number;
        return i < all<U>().size() ? &all<U>()[i] : nullptr;
    }

    // ---- editing ---------------------------------------------------------------------------------------------------
    // A list that becomes longer, or changes in the middle, moves to the end of its pool: other lists stay as they are,
    // even if they share elements with it, as the lists of a copied record do. The old elements stay in the pool, so
    // for many changes, make the new list and set() it. Pointers and spans into the pool are valid until then.
    // Preconditions, checked in every build: the list is inside its pool, indices are inside the list, and a pool has
    // fewer than 2^32 elements. If memory runs out, insert() and append() have at most moved the list, and the others
    // have changed nothing.

    // Replaces the elements of a list.
    template <class U> void set(pool_slice<U>& list, std::type_identity_t<std::span<const U>> by) {
        replace<U>(list, by);
    }
    template <class U> void set(pool_slice<U>& list, std::initializer_list<std::type_identity_t<U>> by) {
        replace<U>(list, by);
    }
    // Replaces a text: `model.set(segment.material, "new")`.
    void set(pool_slice<char>& text, std::string_view chars) { replace<char>(text, chars); }
    // Replaces a text of fixed size. Returns false, and changes nothing, if it does not fit, see text::assign().
    template <std::size_t N> [[nodiscard]] static bool set(text<N>& to, std::string_view chars) noexcept {
        return to.assign(chars);
    }
    // Inserts an element before the one with this index, or at the end. Returns it.
    template <class U>
    U& insert(pool_slice<U>& list, std::size_t index, const std::type_identity_t<U>& element) {
        const U copy = element; // it may be in the pool
        require(index <= list.count && get(list).size() == list.count, outside);
        if (index != list.count || std::size_t{list.first} + list.count != all<U>().size()) {
            set<U>(list, get(list));
        }
        static_cast<void>(grow<U>(1));
        all<U>().push_back(copy);
        ++list.count;
        const std::span<U> elements = get(list);
        for (std::size_t i = elements.size(); i > index + 1; --i) {
            elements[i - 1] = elements[i - 2];
        }
        return elements[index] = copy;
    }
    template <class U> U& append(pool_slice<U>& list, const std::type_identity_t<U>& element) {
        return insert<U>(list, list.count, element);
    }
    // Removes `count` elements from this index on.
    template <class U> void erase(pool_slice<U>& list, std::size_t index, std::size_t count = 1) {
        require(get(list).size() == list.count && index <= list.count && count <= list.count - index, outside);
        const auto fewer = static_cast<std::uint32_t>(count);
        if (index == 0) {
            list.first += fewer;
        } else if (index + count != list.count) {
            set<U>(list, get(list));
            const std::span<U> elements = get(list);
            for (std::size_t i = index + count; i < elements.size(); ++i) {
                elements[i - count] = elements[i];
            }
        }
        list.count -= fewer;
    }
    // Adds a part to its pool.
    template <class U> [[nodiscard]] pool_handle<U> add(const U& part) {
        const pool_slice<U> added = grow<U>(1);
        all<U>().push_back(part);
        return {added.first};
    }

    // The total size of all elements.
    [[nodiscard]] std::uint64_t size_in_bytes() const noexcept {
        return (std::uint64_t{0} + ... + (all<T>().size() * std::uint64_t{sizeof(T)}));
    }
    // What one operation on the model may allocate: what records share is stored once, and written for each.
    [[nodiscard]] std::uint64_t budget() const noexcept { return 16 * size_in_bytes() + 65536; }

    [[nodiscard]] friend bool operator==(const owned_pools& a, const owned_pools& b) {
        return (equal_pools(a.all<T>(), b.all<T>()) && ...);
    }

private:
    template <class Model> friend class impl::pool_filler;

    static constexpr const char* outside = "elements outside the list, or a list of another model";
    static void require(bool holds, const char* otherwise) noexcept {
        if (!holds) {
            trap(otherwise);
        }
    }
    // Returns the place of `count` elements that are appended next.
    template <class U> [[nodiscard]] pool_slice<U> grow(std::size_t count) {
        const std::size_t size = all<U>().size();
        require(size < 0xFFFF'FFFF && count < 0xFFFF'FFFF - size, "more elements than a pool can hold");
        return {static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(count)};
    }
    template <class U> void replace(pool_slice<U>& list, const auto& by) {
        const pool_slice<U> added = grow<U>(by.size());
        all<U>().append(by);
        list = added;
    }
    template <class U> [[nodiscard]] static bool equal_pools(const pool<U>& a, const pool<U>& b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (!equal(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }
};

namespace impl {

// Compares the fields of two models that own their data, and their pools.
template <class Pools, class Model> [[nodiscard]] bool equal_with_pools(const Model& a, const Model& b) {
    return equal(a, b) && static_cast<const Pools&>(a) == static_cast<const Pools&>(b);
}

// Fills the pools of a Model in two passes over the view: the first counts the elements of each pool, the second stores
// them. Each pool allocates once, with the counted size. If the view knows the counts, the first pass is not needed.
template <class Model> class pool_filler {
protected:
    explicit pool_filler(std::pmr::memory_resource* memory) : made(memory) {}

    // Returns how many bytes the pools may take for a file of this size.
    [[nodiscard]] static constexpr std::uint64_t memory_limit(std::uint64_t file_size) noexcept {
        return 6 * file_size + std::uint64_t{80} * 1024;
    }
    // Fills `made` by calling go() twice; each call must put the whole model. Returns an error if the pools would take
    // more than `most_bytes`. `path` is the root of the format's paths, for the error.
    template <class Go>
    [[nodiscard]] result<Model> fill(const char* path, std::uint64_t most_bytes, const Go& go) {
        go();
        return fill_expected(path, most_bytes, [&] {
            go();
            return error{};
        });
    }
    // Adds `count` to the number of T that fill_expected() will store.
    template <class T> void expect(std::uint64_t count) noexcept { plan<T>() += count; }
    // Like fill(), but calls go() only once. Precondition: expect() has been called with all counts. If go() cannot
    // continue, it returns an error. Also returns an error if go() puts more elements than were expected: open()
    // counted some of them, and the bytes may change between calls.
    template <class Go>
    [[nodiscard]] result<Model> fill_expected(const char* path, std::uint64_t most_bytes, const Go& go) {
        constexpr std::uint64_t most_of_a_type = 0xFFFF'FFFF; // a pool_slice cannot refer to more
        const auto refuse = [path](std::uint64_t most, std::uint64_t found) {
            return error{{path}, errc::budget, most, static_cast<std::int64_t>(found)};
        };
        if (const std::uint64_t bytes = planned_bytes(made); bytes > most_bytes) {
            return refuse(most_bytes, bytes);
        }
        if (const std::uint64_t longest = longest_plan(made); longest > most_of_a_type) {
            return refuse(most_of_a_type, longest);
        }
        if (const std::uint64_t bytes = planned_bytes(made); bytes > SIZE_MAX / 2) { // on 32-bit hosts
            return refuse(SIZE_MAX / 2, bytes);
        }
        reserve(made);
        measuring_ = false;
        if (const error why = go()) {
            return why;
        }
        if (left_out_ != 0) {
            const std::uint64_t counted = planned_records(made);
            return refuse(counted, counted + left_out_);
        }
        return std::move(made);
    }
    // Appends `count` T and returns them for writing; fewer if fewer of the counted elements are left.
    template <class T> [[nodiscard]] std::span<T> append_counted(std::size_t count) {
        const std::size_t left = to_size(plan<T>() - size<T>());
        left_out_ += count > left ? count - left : 0;
        return made.template all<T>().append(count < left ? count : left);
    }
    template <class T> [[nodiscard]] std::size_t size() noexcept {
        return measuring_ ? to_size(plan<T>()) : made.template all<T>().size();
    }
    template <class T> void push(const T& element) {
        if (T* const own = next<T>()) {
            *own = element;
        }
    }
    // Appends one T and returns it for writing. Null during the counting pass, or if there are more T than were
    // counted.
    template <class T> [[nodiscard]] T* next() {
        if (measuring_) {
            ++plan<T>();
            return nullptr;
        }
        pool<T>& all = made.template all<T>();
        if (all.size() == plan<T>()) {
            ++left_out_;
            return nullptr;
        }
        return all.append(1).data();
    }
    template <class T> [[nodiscard]] pool_handle<T> put_part(const T& element) {
        push(element);
        return {static_cast<std::uint32_t>(size<T>() - 1)};
    }
    // Returns the elements that were pushed since the pool of T had the size `first`.
    template <class T> [[nodiscard]] pool_slice<T> since(std::size_t first) noexcept {
        return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(size<T>() - first)};
    }
    // Pushes make(element) for each stored element. `make` may fill other pools.
    template <class Range, class Make> auto put_each(const Range& stored, const Make& make) {
        using type = decltype(make(*stored.begin()));
        const std::size_t first = size<type>();
        for (const auto& element : stored) {
            push(make(element));
        }
        return since<type>(first);
    }
    // Pushes a T for each record of `stored`: a std::span, an array or a strided range. The records contain no
    // references. The counting pass does not read them.
    template <class T, class Range> [[nodiscard]] pool_slice<T> put_all(const Range& stored) {
        const std::size_t first = size<T>();
        if (measuring_) {
            plan<T>() += stored.size();
            return since<T>(first);
        }
        const std::span<T> added = append_counted<T>(stored.size());
        if constexpr (!requires { stored.packed(); }) {
            convert_block(stored.data(), added.data(), added.size());
        } else if (const auto packed = stored.packed(); !packed.empty()) {
            convert_block(packed.data(), added.data(), added.size());
        } else {
            std::size_t i = 0;
            for (T& own : added) {
                convert(*stored.at(i++), own);
            }
        }
        return since<T>(first);
    }

private:
    template <class T> struct planned {
        std::uint64_t count = 0; // may exceed any size in memory, since the same records may be referred to many times
    };
    template <class... T> struct plans_of : planned<T>... {};
    template <class... T> static plans_of<T...> plans_for(const owned_pools<T...>&);

    template <class T> [[nodiscard]] std::uint64_t& plan() noexcept { return static_cast<planned<T>&>(plans_).count; }
    template <class... T> [[nodiscard]] std::uint64_t planned_bytes(const owned_pools<T...>&) noexcept {
        return (std::uint64_t{0} + ... + (plan<T>() * std::uint64_t{sizeof(T)}));
    }
    template <class... T> [[nodiscard]] std::uint64_t planned_records(const owned_pools<T...>&) noexcept {
        return (std::uint64_t{0} + ... + plan<T>());
    }
    template <class... T> [[nodiscard]] std::uint64_t longest_plan(const owned_pools<T...>&) noexcept {
        std::uint64_t longest = 0;
        ((longest = plan<T>() > longest ? plan<T>() : longest), ...);
        return longest;
    }
    template <class... T> void reserve(owned_pools<T...>& pools) {
        (pools.template all<T>().reserve(to_size(plan<T>())), ...);
    }

    decltype(plans_for(std::declval<const Model&>())) plans_{};
    std::uint64_t left_out_ = 0; // records that were put, but not counted
    bool measuring_ = true;

protected:
    Model made;
};

} // namespace impl

}} // namespace effigy::v0
