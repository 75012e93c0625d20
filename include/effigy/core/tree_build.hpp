// Making the index of a tree, in the caller's memory.
#pragma once

#include <effigy/core/tree.hpp>

#include <array>
#include <utility>

namespace effigy::inline v0::impl {

// Fills first_child, next_sibling and preorder from `parent`, whose numbers are below the number of entries or npos.
// False when parents lead in a circle.
[[nodiscard]] constexpr bool link_tree(std::span<tree_entry> entries) noexcept {
    for (tree_entry& entry : entries) {
        entry.first_child = npos;
    }
    std::uint32_t roots = npos;
    for (std::size_t i = entries.size(); i-- > 0;) { // backwards, so that each list comes out in file order
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
    return placed == entries.size(); // nodes in a circle have no root
}

// The parents of records some of which come before theirs: tells whether they lead in a circle. Of a fixed size, since
// open() allocates nothing; a tree in which every record comes after its parent needs no table.
class parent_table {
public:
    static constexpr std::uint32_t capacity = 4096;

    // The next record's parent, negative: none. Precondition: fewer than `capacity` were added; more are left out.
    constexpr void add(std::int64_t parent) noexcept {
        if (count_ < capacity) {
            parents_[count_++] = parent < 0 || parent >= capacity ? none : static_cast<std::uint16_t>(parent);
        }
    }
    // A record that is its own ancestor, or npos. In time proportional to their number; empties the table.
    [[nodiscard]] constexpr std::uint32_t find_circle() noexcept {
        for (std::uint16_t i = 0; i < count_; ++i) {
            std::uint32_t steps = 0;
            for (std::uint16_t at = i; at < count_; at = parents_[at]) {
                if (++steps > count_) {
                    return at;
                }
            }
            for (std::uint16_t at = i; at < count_;) { // no need to climb from here again
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

// Fills by_name. `compare(a, b)` is negative, zero or positive as node a's name comes before, with or after node b's.
// By merging, so that each comparison puts one name in its place: however long names are and however alike, the time is
// that of reading all of them once for each doubling of their number.
template <class Compare> constexpr void sort_names(std::span<tree_entry> entries, const Compare& compare) noexcept {
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

} // namespace effigy::inline v0::impl
