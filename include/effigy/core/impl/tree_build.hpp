// Building the index of a tree in the caller's memory.
#pragma once

#include <effigy/core/tree.hpp>

#include <array>
#include <utility>

namespace effigy { inline namespace v0 { namespace impl {

// Fills first_child, next_sibling and preorder from `parent`. Returns false if the parents form a cycle.
// Precondition: each parent is npos or below entries.size().
[[nodiscard]] constexpr bool link_tree(elements<tree_entry> entries) noexcept {
    for (tree_entry& entry : entries) {
        entry.first_child = npos;
    }
    std::uint32_t roots = npos;
    for (std::size_t i = entries.size(); i-- > 0;) { // backwards, so that each list is in file order
        tree_entry& entry = entries[i];
        std::uint32_t& list = entry.parent == npos ? roots : entries[entry.parent].first_child;
        entry.next_sibling = std::exchange(list, static_cast<std::uint32_t>(i));
    }
    std::size_t placed = 0;
    for (std::uint32_t node = roots; node != npos;) {
        entries[placed++].preorder = node;
        if (entries[node].first_child != npos) {
            node = entries[node].first_child;
            continue;
        }
        while (node != npos && entries[node].next_sibling == npos) {
            node = entries[node].parent;
        }
        node = node == npos ? npos : entries[node].next_sibling;
    }
    return placed == entries.size(); // nodes in a cycle are not below a root
}

// Finds cycles among parents. Needed only if some record comes before its parent. The table has a fixed size, since
// open() does not allocate.
class parent_table {
public:
    static constexpr std::uint32_t capacity = 4096;

    // Adds the parent of the next record; a negative number means none. Records beyond `capacity` are ignored.
    constexpr void add(std::int64_t parent) noexcept {
        if (count_ < capacity) {
            parents_[count_++] = parent < 0 || parent >= capacity ? none : static_cast<std::uint16_t>(parent);
        }
    }
    // Returns the number of a record that is its own ancestor, or npos. Takes linear time and clears the parents.
    [[nodiscard]] constexpr std::uint32_t find_cycle() noexcept {
        for (std::uint16_t i = 0; i < count_; ++i) {
            std::uint32_t steps = 0;
            for (std::uint16_t at = i; at < count_; at = parents_[at]) {
                if (++steps > count_) {
                    return at;
                }
            }
            for (std::uint16_t at = i; at < count_;) { // these ancestors need no second visit
                at = std::exchange(parents_[at], none);
            }
        }
        return npos;
    }

private:
    static constexpr std::uint16_t none = 0xFFFF;

    std::array<std::uint16_t, capacity> parents_{};
    std::uint16_t count_ = 0;
};

// Fills by_name. `compare(a, b)` returns a negative number, zero or a positive number if the name of node a is before,
// equal to or after the name of node b.
// A merge sort, because each of its comparisons places one name: with n nodes it reads all names about log2(n) times at
// most, even if they are long and alike.
template <class Compare> constexpr void sort_names(elements<tree_entry> entries, const Compare& compare) noexcept {
    const std::size_t count = entries.size();
    for (std::size_t i = 0; i < count; ++i) {
        entries[i].by_name = static_cast<std::uint32_t>(i);
    }
    const auto name_at = [&](std::size_t i) { return entries[entries[i].by_name].preorder; };
    for (std::size_t width = 1; width < count; width *= 2) {
        for (std::size_t begin = 0; begin < count; begin += 2 * width) {
            const std::size_t middle = begin + width < count ? begin + width : count;
            const std::size_t end = middle + width < count ? middle + width : count;
            std::size_t left = begin;
            std::size_t right = middle;
            for (std::size_t i = begin; i < end; ++i) {
                const bool from_left = left < middle && (right == end || compare(name_at(left), name_at(right)) <= 0);
                entries[i].scratch = entries[from_left ? left++ : right++].by_name;
            }
        }
        for (tree_entry& entry : entries) {
            entry.by_name = entry.scratch;
        }
    }
}

}}} // namespace effigy::v0::impl
