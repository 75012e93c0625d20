// Finding numbers by key, in logarithmic time for any keys.
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/core/impl/fixed_stack.hpp>
#include <effigy/core/impl/ranges.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/core/text.hpp>

#include <string_view>

namespace effigy { inline namespace v0 { namespace impl {

// The order of elements 0 .. size() - 1, which the caller keeps: a balanced tree (AA tree). `compare(i)` returns a
// negative number, zero or a positive number if the wanted key is before, equal to or after that of element i. Not a
// template of the key: each type of std::map takes a compiler as long as 100 lines of effigy.
class key_tree {
    struct node {
        std::uint32_t before = npos, after = npos; // children
        std::uint32_t level = 1;                   // at most 32: level n needs 2^n - 1 elements
    };
    static constexpr std::size_t most_depth = 64; // two elements of each level

public:
    using comparison = function_ref<int(std::uint32_t)>;
    static constexpr std::size_t bytes_of_one = sizeof(node); // the memory that one element takes

    explicit key_tree(std::pmr::memory_resource* memory) noexcept : nodes_(memory) {}

    // Returns the element with the wanted key; npos if there is none.
    template <class = when_used> [[nodiscard]] std::uint32_t find(comparison compare) const {
        std::uint32_t at = root_;
        for (int where = -1; at != npos && where != 0;) {
            where = compare(at);
            at = where < 0 ? nodes_[at].before : where > 0 ? nodes_[at].after : at;
        }
        return at;
    }
    // Takes the memory that the next add() needs.
    void make_room() {
        nodes_.push_back({});
        nodes_.pop_back();
    }
    // The same by a function: room_in(list) makes room for one more element. Returns what it returns.
    template <class RoomIn> [[nodiscard]] bool make_room(const RoomIn& room_in) { return room_in(nodes_); }
    // Adds element size() with the wanted key. Precondition: find(compare) == npos.
    template <class = when_used> void add(comparison compare) {
        nodes_.push_back({});
        fixed_stack<std::uint32_t*, most_depth> links; // from the root to the new element
        std::uint32_t* link = &root_;
        while (*link != npos) {
            links.push(link);
            link = compare(*link) < 0 ? &nodes_[*link].before : &nodes_[*link].after;
        }
        *link = static_cast<std::uint32_t>(nodes_.size() - 1);
        for (; !links.empty(); links.pop()) {
            *links.top() = split(skew(*links.top()));
        }
    }
    // Calls visit(i) for each element, in the order of keys.
    template <class = when_used> void for_each(function_ref<void(std::uint32_t)> visit) const {
        fixed_stack<std::uint32_t, most_depth> path; // elements whose keys before them are being visited
        for (std::uint32_t at = root_; at != npos || !path.empty();) {
            if (at != npos) {
                path.push(at);
                at = nodes_[at].before;
            } else {
                at = path.top();
                path.pop();
                visit(at);
                at = nodes_[at].after;
            }
        }
    }

private:
    // Return the root of the changed subtree.
    [[nodiscard]] std::uint32_t skew(std::uint32_t root) noexcept {
        const std::uint32_t before = nodes_[root].before;
        if (before == npos || nodes_[before].level != nodes_[root].level) {
            return root;
        }
        nodes_[root].before = nodes_[before].after;
        nodes_[before].after = root;
        return before;
    }
    [[nodiscard]] std::uint32_t split(std::uint32_t root) noexcept {
        const std::uint32_t after = nodes_[root].after;
        const std::uint32_t last = after != npos ? nodes_[after].after : npos;
        if (last == npos || nodes_[last].level != nodes_[root].level) {
            return root;
        }
        nodes_[root].after = nodes_[after].before;
        nodes_[after].before = root;
        ++nodes_[after].level;
        return after;
    }
    pool<node> nodes_;
    std::uint32_t root_ = npos;
};

struct compare_keys {
    template <class Key> [[nodiscard]] int operator()(const Key& a, const Key& b) const noexcept {
        return a < b ? -1 : b < a ? 1 : 0;
    }
    [[nodiscard]] int operator()(std::string_view a, std::string_view b) const noexcept { return a.compare(b); }
};
struct compare_names { // in any case
    [[nodiscard]] int operator()(std::string_view a, std::string_view b) const noexcept {
        return compare_any_case(a, b);
    }
};

// A number for each of several keys.
template <class Key, class Compare = compare_keys> class numbers_by_key {
    struct keyed_number {
        Key key;
        std::uint32_t number;
    };

public:
    // The memory that one key takes, at most: three times, since lists grow.
    static constexpr std::size_t bytes_of_one = 3 * (sizeof(keyed_number) + key_tree::bytes_of_one);

    explicit numbers_by_key(std::pmr::memory_resource* memory) noexcept : entries_(memory), tree_(memory) {}

    // Returns the number of a key; npos if it has none.
    template <class Wanted> [[nodiscard]] std::uint32_t find(const Wanted& key) const {
        const std::uint32_t found = tree_.find([&](std::uint32_t i) { return Compare{}(key, entries_[i].key); });
        return found != npos ? entries_[found].number : npos;
    }
    template <class Wanted> [[nodiscard]] bool contains(const Wanted& key) const { return find(key) != npos; }
    // Takes the memory that the next add() needs: room_in(list) makes room for one more element, or returns false.
    template <class RoomIn> [[nodiscard]] bool make_room(const RoomIn& room_in) {
        return room_in(entries_) && tree_.make_room(room_in);
    }
    // Precondition: !contains(key).
    void add(Key key, std::uint32_t number = 0) {
        tree_.make_room(); // else, without memory for one of both, the tree would have an element without a key
        entries_.push_back({std::move(key), number});
        tree_.add([&](std::uint32_t i) { return Compare{}(entries_.back().key, entries_[i].key); });
    }

private:
    pool<keyed_number> entries_;
    key_tree tree_;
};

}}} // namespace effigy::v0::impl
