// Records that form a tree: children, order and names in the caller's memory.
#pragma once

#include <effigy/core/bytes.hpp>
#include <effigy/core/spans.hpp>

#include <utility>

namespace effigy::inline v0 {

inline constexpr std::uint32_t no_node = 0xFFFF'FFFF;

// Caller-owned memory of an index, one a node.
struct tree_entry {
    std::uint32_t offset;       // of the node in the file
    std::uint32_t parent;       // or no_node
    std::uint32_t first_child;  // or no_node
    std::uint32_t next_sibling; // or no_node
    std::uint32_t preorder;     // number of the node that comes i-th, each after its parent, depth first
    std::uint32_t by_name;      // places in that order, sorted by the node's name, then by place
    std::uint32_t scratch;      // of the sorting
};

// Numbers of the nodes that hang on one, in file order.
class child_range {
public:
    class iterator {
    public:
        using value_type = std::uint32_t;
        using difference_type = std::ptrdiff_t;

        constexpr iterator() = default;

        [[nodiscard]] constexpr std::uint32_t operator*() const noexcept { return node_; }
        constexpr iterator& operator++() noexcept {
            const tree_entry* const entry = at(entries_, node_);
            node_ = entry != nullptr ? entry->next_sibling : no_node;
            return *this;
        }
        constexpr iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        [[nodiscard]] friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.node_ == b.node_;
        }

    private:
        friend class child_range;
        constexpr iterator(std::span<const tree_entry> entries, std::uint32_t node) noexcept
            : entries_(entries), node_(node) {}

        std::span<const tree_entry> entries_;
        std::uint32_t node_ = no_node;
    };

    constexpr child_range() = default;
    constexpr child_range(std::span<const tree_entry> entries, std::uint32_t first) noexcept
        : entries_(entries), first_(first) {}

    [[nodiscard]] constexpr iterator begin() const noexcept { return {entries_, first_}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {}; }

private:
    std::span<const tree_entry> entries_;
    std::uint32_t first_ = no_node;
};

// Lookups in entries that link_tree() and sort_names() filled. What is not there is no_node or empty.
class tree_links {
public:
    constexpr tree_links() = default;
    constexpr explicit tree_links(std::span<const tree_entry> entries) noexcept : entries_(entries) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return entries_.size(); }
    [[nodiscard]] constexpr bool empty() const noexcept { return entries_.empty(); }
    [[nodiscard]] constexpr const tree_entry* entry(std::uint64_t node) const noexcept { return at(entries_, node); }

    [[nodiscard]] constexpr std::uint32_t parent(std::uint64_t node) const noexcept {
        const tree_entry* const found = entry(node);
        return found != nullptr ? found->parent : no_node;
    }
    [[nodiscard]] constexpr child_range children(std::uint64_t node) const noexcept {
        const tree_entry* const found = entry(node);
        return found != nullptr ? child_range{entries_, found->first_child} : child_range{};
    }
    [[nodiscard]] constexpr std::uint32_t preorder(std::uint64_t place) const noexcept {
        const tree_entry* const found = entry(place);
        return found != nullptr ? found->preorder : no_node;
    }
    // How many nodes come, sorted by name, before the first one for which `is_below(node)` no longer holds.
    template <class Predicate> [[nodiscard]] constexpr std::size_t
    names_below(const Predicate& is_below) const noexcept {
        std::size_t low = 0;
        for (std::size_t high = size(); low < high;) {
            const std::size_t middle = low + (high - low) / 2;
            if (is_below(named(middle))) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
    // The node that comes i-th, sorted by name.
    [[nodiscard]] constexpr std::uint32_t named(std::uint64_t i) const noexcept {
        const tree_entry* const found = entry(i);
        return found != nullptr ? preorder(found->by_name) : no_node;
    }

private:
    std::span<const tree_entry> entries_;
};

// Fills first_child, next_sibling and preorder from `parent`, whose numbers are below the number of entries or no_node.
// False when parents lead in a circle.
[[nodiscard]] constexpr bool link_tree(std::span<tree_entry> entries) noexcept {
    for (tree_entry& entry : entries) {
        entry.first_child = no_node;
    }
    std::uint32_t roots = no_node;
    for (std::size_t i = entries.size(); i-- > 0;) { // backwards, so that each list comes out in file order
        tree_entry& entry = entries[i];
        std::uint32_t& list = entry.parent == no_node ? roots : entries[entry.parent].first_child;
        entry.next_sibling = std::exchange(list, static_cast<std::uint32_t>(i));
    }
    std::size_t placed = 0;
    for (std::uint32_t node = roots; node != no_node;) {
        entries[placed++].preorder = node;
        if (entries[node].first_child != no_node) {
            node = entries[node].first_child;
            continue;
        }
        while (node != no_node && entries[node].next_sibling == no_node) {
            node = entries[node].parent;
        }
        node = node == no_node ? no_node : entries[node].next_sibling;
    }
    return placed == entries.size(); // who is in a circle hangs on no root
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
    // A record that is its own ancestor, or no_node. In time proportional to their number; empties the table.
    [[nodiscard]] constexpr std::uint32_t find_circle() noexcept {
        for (std::uint16_t i = 0; i < count_; ++i) {
            std::uint32_t steps = 0;
            for (std::uint16_t at = i; at < count_; at = parents_[at]) {
                if (++steps > count_) {
                    return at;
                }
            }
            for (std::uint16_t at = i; at < count_;) { // proven: nobody needs to climb from here again
                at = std::exchange(parents_[at], none);
            }
        }
        return no_node;
    }

private:
    static constexpr std::uint16_t none = 0xFFFF;

    std::array<std::uint16_t, capacity> parents_{};
    std::uint16_t count_ = 0;
};

// Turns local matrices into world matrices, in place: world = parent's world * local. Nodes may lie in any order.
template <matrix_room Matrices>
constexpr void local_to_world(const tree_links& nodes, Matrices&& room) noexcept {
    const std::span matrices{room};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::uint32_t node = nodes.preorder(i);
        const std::uint32_t parent = nodes.parent(node);
        if (node < matrices.size() && parent < matrices.size()) {
            matrices[node] = matrices[parent] * matrices[node];
        }
    }
}

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

} // namespace effigy::inline v0
