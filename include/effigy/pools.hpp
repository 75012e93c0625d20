// What models that own their data are made of: a pool for each type, and records that refer to parts of them by number,
// so that a model can be copied, moved and grown like any value.
#pragma once

#include <effigy/core/window.hpp>

#include <memory_resource>
#include <tuple>
#include <vector>

namespace effigy::inline v0 {

// Some of the pool of T, one behind the other.
template <class T> struct owned_list {
    std::uint32_t first = 0, count = 0;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count == 0; }
};

// One of the pool of T, or none.
template <class T> struct owned_part {
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    std::uint32_t number = none;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return number != none; }
};

namespace impl {
template <class Model> class pool_filler;
}

template <class... T> class owned_pools {
public:
    explicit owned_pools(std::pmr::memory_resource* memory)
        : pools_(std::allocator_arg, std::pmr::polymorphic_allocator<std::byte>{memory}) {}

    // All of a type: `all<owned_mesh>()`.
    template <class U> [[nodiscard]] std::pmr::vector<U>& all() noexcept {
        return std::get<std::pmr::vector<U>>(pools_);
    }
    template <class U> [[nodiscard]] const std::pmr::vector<U>& all() const noexcept {
        return std::get<std::pmr::vector<U>>(pools_);
    }

    // Empty when the list is not of these pools.
    template <class U> [[nodiscard]] std::span<const U> get(const owned_list<U>& of) const noexcept {
        const std::span<const U> pool{all<U>()};
        return of.first <= pool.size() && of.count <= pool.size() - of.first ? pool.subspan(of.first, of.count)
                                                                             : std::span<const U>{};
    }
    // Null when there is none.
    template <class U> [[nodiscard]] const U* get(const owned_part<U>& of) const noexcept {
        return find_at(std::span<const U>{all<U>()}, of.number);
    }

private:
    template <class Model> friend class impl::pool_filler;

    std::tuple<std::pmr::vector<T>...> pools_;
};

namespace impl {

// Fills a Model's pools by going through what it is made of twice: first it counts what each pool will hold, then it
// takes that memory and no more.
template <class Model> class pool_filler {
protected:
    explicit pool_filler(std::pmr::memory_resource* memory) : made(memory) {}

    // What a model of a file may take altogether.
    [[nodiscard]] static constexpr std::uint64_t promised(std::uint64_t file_size) noexcept {
        return 6 * file_size + std::uint64_t{80} * 1024;
    }
    // `go` puts everything into `made`. An error, with the format's root as path, where pools and `other_bytes`, which
    // the model takes beside them, are more than it may take.
    template <class Go> [[nodiscard]] result<Model> fill(const char* path, std::uint64_t most_bytes,
                                                         std::uint64_t other_bytes, const Go& go) {
        go();
        if (const std::uint64_t bytes = planned_bytes(made.pools_) + other_bytes; bytes > most_bytes) {
            return error{{path}, errc::budget, most_bytes, static_cast<std::int64_t>(bytes)};
        }
        reserve(made.pools_);
        measuring_ = false;
        go();
        return std::move(made);
    }
    [[nodiscard]] bool measuring() const noexcept { return measuring_; }

    template <class T> [[nodiscard]] std::size_t size() noexcept {
        return measuring_ ? plan<T>() : made.template all<T>().size();
    }
    template <class T> void push(const T& one) {
        if (measuring_) {
            ++plan<T>();
        } else if (size<T>() < plan<T>()) {
            made.template all<T>().push_back(one);
        }
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
    // The same where it fills no other: then counting needs no look at them.
    template <class Range, class Make> auto put_all(const Range& stored, const Make& make) {
        using type = decltype(make(*stored.begin()));
        if (measuring_) {
            const std::size_t first = size<type>();
            plan<type>() += stored.size();
            return since<type>(first);
        }
        return put_each(stored, make);
    }

private:
    template <class T> struct planned {
        std::size_t count = 0;
    };
    template <class... T> static std::tuple<planned<T>...> plans_for(const owned_pools<T...>&);
    using plans = decltype(plans_for(std::declval<const Model&>()));

    template <class T> [[nodiscard]] std::size_t& plan() noexcept { return std::get<planned<T>>(plans_).count; }
    template <class... T>
    [[nodiscard]] std::uint64_t planned_bytes(const std::tuple<std::pmr::vector<T>...>&) noexcept {
        return (std::uint64_t{0} + ... + (plan<T>() * std::uint64_t{sizeof(T)}));
    }
    template <class... T> void reserve(std::tuple<std::pmr::vector<T>...>& pools) {
        (std::get<std::pmr::vector<T>>(pools).reserve(plan<T>()), ...);
    }

    plans plans_{};
    bool measuring_ = true;

protected:
    Model made;
};

} // namespace impl

} // namespace effigy::inline v0
