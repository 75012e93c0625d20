// What models that own their data are made of: a pool for each type, and records that refer to parts of them.
#pragma once

#include <effigy/core/convert.hpp>
#include <effigy/core/pool.hpp>

namespace effigy::inline v0 {

namespace impl {
template <class Model> class pool_filler;
}

// Equal pools hold equal records, see equal(); and equal models were made in the same order.
template <class... T> class owned_pools : private pool<T>... {
public:
    explicit owned_pools(std::pmr::memory_resource* memory) : pool<T>(memory)... {}

    // All of a type: `all<owned_mesh>()`.
    template <class U> [[nodiscard]] pool<U>& all() noexcept { return *this; }
    template <class U> [[nodiscard]] const pool<U>& all() const noexcept { return *this; }

    // Empty when the list is not of these pools.
    template <class U> [[nodiscard]] std::span<const U> get(const owned_list<U>& of) const noexcept {
        const std::span<const U> whole{all<U>()};
        return of.first <= whole.size() && of.count <= whole.size() - of.first ? whole.subspan(of.first, of.count)
                                                                               : std::span<const U>{};
    }
    [[nodiscard]] std::string_view get(const owned_list<char>& of) const noexcept {
        const std::span<const char> letters = get<char>(of);
        return {letters.data(), letters.size()};
    }
    // Null when there is none.
    template <class U> [[nodiscard]] const U* get(const owned_part<U>& of) const noexcept {
        return find_at(std::span<const U>{all<U>()}, of.number);
    }

    [[nodiscard]] friend bool operator==(const owned_pools& a, const owned_pools& b) {
        return (equal_pools(a.all<T>(), b.all<T>()) && ...);
    }

private:
    template <class Model> friend class impl::pool_filler;

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

// Fills a Model's pools by going through what it is made of twice: first it counts what each pool will hold, then it
// takes that memory and no more. Where the view knows the counts, once is enough.
template <class Model> class pool_filler {
protected:
    explicit pool_filler(std::pmr::memory_resource* memory) : made(memory) {}

    // What a model of a file may take altogether.
    [[nodiscard]] static constexpr std::uint64_t promised(std::uint64_t file_size) noexcept {
        return 6 * file_size + std::uint64_t{80} * 1024;
    }
    // `go` puts everything into `made`, twice. An error, with the format's root as path, where the pools take more than
    // `most_bytes`.
    template <class Go>
    [[nodiscard]] result<Model> fill(const char* path, std::uint64_t most_bytes, const Go& go) {
        go();
        return fill_expected(path, most_bytes, [&] {
            go();
            return error{};
        });
    }
    // Before filling: there will be `count` more T.
    template <class T> void expect(std::uint64_t count) noexcept { plan<T>() += count; }
    // As fill(), where expect() has told all counts: `go` runs once, and gives why it could not go on, if so. An error,
    // too, where it meets more than was counted.
    template <class Go>
    [[nodiscard]] result<Model> fill_expected(const char* path, std::uint64_t most_bytes, const Go& go) {
        constexpr std::uint64_t most_of_a_type = 0xFFFF'FFFF; // lists could not refer to more
        const auto refuse = [path](std::uint64_t most, std::uint64_t found) {
            return error{{path}, errc::budget, most, static_cast<std::int64_t>(found)};
        };
        if (const std::uint64_t bytes = planned_bytes(made); bytes > most_bytes) {
            return refuse(most_bytes, bytes);
        }
        if (const std::uint64_t longest = longest_plan(made); longest > most_of_a_type) {
            return refuse(most_of_a_type, longest);
        }
        if (const std::uint64_t bytes = planned_bytes(made); bytes > SIZE_MAX / 2) { // hosts of 32 bits
            return refuse(SIZE_MAX / 2, bytes);
        }
        reserve(made);
        measuring_ = false;
        if (const error why = go()) {
            return why;
        }
        if (left_out_ != 0) { // the bytes changed since they were counted: never half a model
            const std::uint64_t counted = planned_records(made);
            return refuse(counted, counted + left_out_);
        }
        return std::move(made);
    }
    // As many T as are left of those expected, and at most `count`; to be written.
    template <class T> [[nodiscard]] std::span<T> room_for(std::size_t count) {
        const std::size_t room = to_size(plan<T>() - size<T>());
        left_out_ += count > room ? count - room : 0;
        return made.template all<T>().append(count < room ? count : room);
    }
    [[nodiscard]] bool measuring() const noexcept { return measuring_; }

    template <class T> [[nodiscard]] std::size_t size() noexcept {
        return measuring_ ? to_size(plan<T>()) : made.template all<T>().size();
    }
    template <class T> void push(const T& one) {
        if (measuring_) {
            ++plan<T>();
        } else if (size<T>() < plan<T>()) {
            made.template all<T>().push_back(one);
        } else {
            ++left_out_;
        }
    }
    // One more, to be written; null while counting, and where there are more than were counted.
    template <class T> [[nodiscard]] T* next() {
        if (measuring_) {
            ++plan<T>();
            return nullptr;
        }
        pool<T>& all = made.template all<T>();
        return all.size() < plan<T>() ? all.append(1).data() : nullptr;
    }
    template <class T> [[nodiscard]] owned_part<T> put_part(const T& one) {
        push(one);
        return {static_cast<std::uint32_t>(size<T>() - 1)};
    }
    // What was pushed since the pool of T had `first`.
    template <class T> [[nodiscard]] owned_list<T> since(std::size_t first) noexcept {
        return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(size<T>() - first)};
    }
    // What `make` makes of each; it may fill other pools.
    template <class Range, class Make> auto put_each(const Range& stored, const Make& make) {
        using type = decltype(make(*stored.begin()));
        const std::size_t first = size<type>();
        for (const auto& one : stored) {
            push(make(one));
        }
        return since<type>(first);
    }
    // Records that refer to nothing, as T; counting needs no look at them. A std::span, an array or a strided range.
    template <class T, class Range> [[nodiscard]] owned_list<T> put_all(const Range& stored) {
        const std::size_t first = size<T>();
        if (measuring_) {
            plan<T>() += stored.size();
            return since<T>(first);
        }
        const std::span<T> added = room_for<T>(stored.size());
        if constexpr (requires { std::span{stored}; }) {
            convert_block(std::span<const typename Range::value_type>{stored}, added);
        } else if (const auto packed = stored.packed(); !packed.empty()) {
            convert_block(std::span<const typename Range::value_type>{packed}, added);
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
        std::uint64_t count = 0; // of things that may be referred to many times: no size in memory yet
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
    std::uint64_t left_out_ = 0; // records that were met and not counted
    bool measuring_ = true;

protected:
    Model made;
};

} // namespace impl

} // namespace effigy::inline v0
