// Trees of records: parents, children, order and names, indexed in the caller's memory.
#pragma once

#include <effigy/core/array.hpp>
#include <effigy/core/impl/walk_iterator.hpp>

namespace effigy { inline namespace v0 {

// The caller's memory for an index: one entry per node. Only the index reads and writes the entries.
struct tree_entry {
    std::uint32_t offset;       // of node i in the file
    std::uint32_t parent;       // of node i, or npos
    std::uint32_t first_child;  // of node i, or npos
    std::uint32_t next_sibling; // of node i, or npos
    std::uint32_t preorder;     // number of the i-th node in depth-first order, parents before children
    std::uint32_t by_name;      // depth-first position of the i-th node by name; equal names are in depth-first order
    std::uint32_t scratch;      // working memory of the sort
};

namespace impl {

class child_walk {
public:
    constexpr child_walk() = default;
    constexpr child_walk(const array<tree_entry>& entries, std::uint32_t first) noexcept
        : entries_(entries), node_(first) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return node_ != npos; }
    [[nodiscard]] constexpr std::uint32_t position() const noexcept { return node_; }
    [[nodiscard]] constexpr std::uint32_t get() const noexcept { return node_; }
    constexpr void advance() noexcept {
        const tree_entry* const entry = entries_.at(node_);
        node_ = entry != nullptr ? entry->next_sibling : npos;
    }

private:
    array<tree_entry> entries_;
    std::uint32_t node_ = npos;
};

} // namespace impl

// The numbers of a node's children, in file order.
class child_range {
public:
    using borrows_file = void;
    using value_type = std::uint32_t;
    using iterator = walk_iterator<impl::child_walk>;

    constexpr child_range() = default;

    [[nodiscard]] constexpr bool empty() const noexcept { return !first_; }
    [[nodiscard]] constexpr iterator begin() const noexcept { return iterator{first_}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

private:
    friend class tree_links;
    constexpr child_range(const array<tree_entry>& entries, std::uint32_t first) noexcept : first_(entries, first) {}

    impl::child_walk first_;
};

// Parents, children and a depth-first order of the nodes. Functions return npos or an empty range for a number that is
// not below size(). The parent of a root is npos.
class tree_links {
public:
    constexpr tree_links() = default;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return entries_.size(); }
    [[nodiscard]] constexpr bool empty() const noexcept { return entries_.empty(); }

    [[nodiscard]] constexpr std::uint32_t parent(std::uint64_t node) const noexcept {
        const tree_entry* const found = entry(node);
        return found != nullptr ? found->parent : npos;
    }
    [[nodiscard]] constexpr child_range children(std::uint64_t node) const noexcept {
        const tree_entry* const found = entry(node);
        return found != nullptr ? child_range{entries_, found->first_child} : child_range{};
    }
    // Returns the number of the i-th node in depth-first order. Each node comes after its parent.
    [[nodiscard]] constexpr std::uint32_t preorder(std::uint64_t i) const noexcept {
        const tree_entry* const found = entry(i);
        return found != nullptr ? found->preorder : npos;
    }

protected:
    constexpr explicit tree_links(const array<tree_entry>& entries) noexcept : entries_(entries) {}

    [[nodiscard]] constexpr const tree_entry* entry(std::uint64_t node) const noexcept { return entries_.at(node); }
    // Returns the number of the i-th node in the order of names.
    [[nodiscard]] constexpr std::uint32_t by_name(std::uint64_t i) const noexcept {
        const tree_entry* const found = entry(i);
        return found != nullptr ? preorder(found->by_name) : npos;
    }
    // Returns the position, in the order of names, of the first node for which `is_below(node)` is false, or size().
    template <class Predicate> [[nodiscard]] constexpr std::size_t
    lower_bound_by_name(const Predicate& is_below) const noexcept {
        std::size_t low = 0;
        for (std::size_t high = size(); low < high;) {
            const std::size_t middle = low + (high - low) / 2;
            if (is_below(by_name(middle))) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

private:
    array<tree_entry> entries_;
};

}} // namespace effigy::v0
