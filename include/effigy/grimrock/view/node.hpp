// Nodes of MDL1, by themselves and as a tree.
#pragma once

#include <effigy/core/heap_sort.hpp>
#include <effigy/grimrock/view/mesh.hpp>

namespace effigy::inline v0::grimrock {

// Which values of a node's fields are sound.
struct node_context {
    std::uint32_t node_count = 0;
};

template <class Grammar> class basic_node {
public:
    static constexpr endian order = Grammar::order;
    using mesh_type = basic_mesh<Grammar>;

    std::string_view name;                              // what animation items bind to; may be empty or repeated
    const typename Grammar::transform* local = nullptr; // node space -> parent space; null only in an empty node
    std::int32_t parent = -1;                           // as stored; any negative number: none
    std::int32_t type = -1;                             // as stored; negative: no entity, 0 mesh, 1 light
    const basic_light<order>* light = nullptr;          // null unless type is 1

    // Null unless type is 0. Part of this node: keep the node as long as the pointer.
    [[nodiscard]] constexpr const mesh_type* mesh() const& noexcept { return type == 0 ? &mesh_ : nullptr; }
    void mesh() const&& = delete;

    [[nodiscard]] static basic_node read(cursor& c, const node_context& context) noexcept {
        basic_node out;
        out.name = read_string<order>(c, "mdl1.nodes[].name");
        out.local = c.record<typename Grammar::transform>("mdl1.nodes[].transform");
        out.parent = c.value<i32<order>>("mdl1.nodes[].parent");
        if (out.parent >= 0 && static_cast<std::uint32_t>(out.parent) >= context.node_count) {
            c.fail(errc::out_of_bounds, "mdl1.nodes[].parent", 4, out.parent, context.node_count);
        }
        out.type = c.value<i32<order>>("mdl1.nodes[].type");
        if (out.type == 0) {
            out.mesh_ = mesh_type::read(c);
        } else if (Grammar::has_lights && out.type == 1) {
            out.light = c.record<basic_light<order>>("mdl1.nodes[].light");
        } else if (out.type > 0) {
            c.fail(errc::bad_value, "mdl1.nodes[].type", 4, out.type, 0,
                   Grammar::has_lights ? "a negative number, 0 (mesh) or 1 (light)" : "a negative number or 0 (mesh)");
        }
        return out;
    }

private:
    mesh_type mesh_;
};

inline constexpr std::uint32_t no_node = 0xFFFF'FFFF;

// Caller-owned memory of basic_model::index(), one a node.
struct node_entry {
    std::uint32_t offset;       // of the node in the file
    std::uint32_t parent;       // as the engine sees it: nodes without a parent hang on node 0; else no_node
    std::uint32_t first_child;  // or no_node
    std::uint32_t next_sibling; // or no_node
    std::uint32_t preorder;     // number of the node that comes i-th when parents come first
    std::uint32_t by_name;      // places in that order, sorted by the node's name
};

// The nodes by number, as a tree, and by name. A few words; the caller owns the entries and the file's bytes.
template <class Grammar> class basic_node_index {
public:
    using node_type = basic_node<Grammar>;

    class children_range {
    public:
        class iterator {
        public:
            using value_type = std::uint32_t;
            using difference_type = std::ptrdiff_t;

            constexpr iterator() = default;
            constexpr iterator(std::span<const node_entry> entries, std::uint32_t node) noexcept
                : entries_(entries), node_(node) {}

            [[nodiscard]] constexpr std::uint32_t operator*() const noexcept { return node_; }
            constexpr iterator& operator++() noexcept {
                const node_entry* const entry = at(entries_, node_);
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
            std::span<const node_entry> entries_;
            std::uint32_t node_ = no_node;
        };

        constexpr children_range(std::span<const node_entry> entries, std::uint32_t first) noexcept
            : entries_(entries), first_(first) {}
        [[nodiscard]] constexpr iterator begin() const noexcept { return {entries_, first_}; }
        [[nodiscard]] constexpr iterator end() const noexcept { return {}; }

    private:
        std::span<const node_entry> entries_;
        std::uint32_t first_;
    };

    constexpr basic_node_index() = default;
    constexpr basic_node_index(window file, std::span<const node_entry> entries) noexcept
        : file_(file), entries_(entries) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return entries_.size(); }
    [[nodiscard]] constexpr bool empty() const noexcept { return entries_.empty(); }

    // An empty node (no name, null transform) when there is no such number.
    [[nodiscard]] node_type operator[](std::uint64_t node) const noexcept {
        const node_entry* const entry = at(entries_, node);
        if (entry == nullptr) {
            return {};
        }
        cursor c{file_, entry->offset};
        node_type out = node_type::read(c, {static_cast<std::uint32_t>(entries_.size())});
        return c.ok() ? out : node_type{};
    }
    [[nodiscard]] std::string_view name(std::uint64_t node) const noexcept {
        const node_entry* const entry = at(entries_, node);
        if (entry == nullptr) {
            return {};
        }
        cursor c{file_, entry->offset};
        return read_string<Grammar::order>(c, "mdl1.nodes[].name");
    }
    // The engine's parent: where node 0 has none, every other node without one hangs on node 0. no_node: a root.
    [[nodiscard]] constexpr std::uint32_t parent(std::uint64_t node) const noexcept {
        const node_entry* const entry = at(entries_, node);
        return entry != nullptr ? entry->parent : no_node;
    }
    // Numbers of the nodes whose parent() this is, in file order.
    [[nodiscard]] constexpr children_range children(std::uint64_t node) const noexcept {
        const node_entry* const entry = at(entries_, node);
        return {entries_, entry != nullptr ? entry->first_child : no_node};
    }
    // The number of the node that comes `place`-th when each comes after its parent, depth first.
    [[nodiscard]] constexpr std::uint32_t preorder(std::uint64_t place) const noexcept {
        const node_entry* const entry = at(entries_, place);
        return entry != nullptr ? entry->preorder : no_node;
    }
    // The node that animation items of this name move: of several the last, depth first (engine). no_node: none.
    [[nodiscard]] std::uint32_t find(std::string_view wanted) const noexcept {
        std::size_t low = 0;
        for (std::size_t high = entries_.size(); low < high;) {
            const std::size_t middle = low + (high - low) / 2;
            if (name(preorder(entries_[middle].by_name)) <= wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == 0) {
            return no_node;
        }
        const std::uint32_t last = preorder(entries_[low - 1].by_name);
        return name(last) == wanted ? last : no_node;
    }

private:
    window file_;
    std::span<const node_entry> entries_;
};

} // namespace effigy::inline v0::grimrock
