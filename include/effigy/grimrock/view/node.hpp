// Nodes of MDL1, by themselves and as a tree.
#pragma once

#include <effigy/core/tree_build.hpp>
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
    static constexpr std::uint32_t smallest = 3 * sizeof(i32<order>) + sizeof(typename Grammar::transform); // in bytes

    std::string_view name;                              // what animation items bind to; may be empty or repeated
    const typename Grammar::transform* local = nullptr; // node space -> parent space; null only in an empty node
    std::int32_t parent = -1;                           // as stored; any negative number: none
    std::int32_t type = -1;                             // as stored; negative: no entity, 0 mesh, 1 light
    const basic_light<order>* light = nullptr;          // null unless type is 1

    // Null unless type is 0. Part of this node: keep the node as long as the pointer.
    [[nodiscard]] constexpr const mesh_type* mesh() const& noexcept { return type == 0 ? &mesh_ : nullptr; }
    void mesh() const&& = delete;

    // The fields in the order of the file.
    [[nodiscard]] static std::string_view read_name(impl::cursor& c) noexcept {
        return read_string<order>(c, "mdl1.nodes[].name");
    }
    [[nodiscard]] static const typename Grammar::transform* read_local(impl::cursor& c) noexcept {
        return c.record<typename Grammar::transform>("mdl1.nodes[].transform");
    }
    [[nodiscard]] static basic_node read(impl::cursor& c, node_context& context) noexcept {
        basic_node out;
        out.name = read_name(c);
        out.local = read_local(c);
        out.parent = c.value<i32<order>>("mdl1.nodes[].parent");
        if (out.parent >= 0 && static_cast<std::uint32_t>(out.parent) >= context.node_count) {
            c.fail(errc::out_of_bounds, "mdl1.nodes[].parent", 4, out.parent, context.node_count);
        }
        out.type = c.value<i32<order>>("mdl1.nodes[].type");
        if (out.type == 0) {
            mesh_type::read(c, out.mesh_);
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

// The nodes by number, as a tree, and by name. A few words; the caller owns the entries and the file's bytes.
// The tree is the engine's: where node 0 has no parent, every other node without one hangs on node 0.
template <class Grammar> class basic_node_index : public tree_links {
public:
    using node_type = basic_node<Grammar>;

    constexpr basic_node_index() = default;
    constexpr basic_node_index(window file, std::span<const tree_entry> entries) noexcept
        : tree_links(entries), file_(file) {}

    // An empty node (no name, null transform) when there is no such number.
    [[nodiscard]] node_type operator[](std::uint64_t node) const noexcept {
        const tree_entry* const found = entry(node);
        if (found == nullptr) {
            return {};
        }
        impl::cursor c{file_, found->offset};
        node_context context{static_cast<std::uint32_t>(size())};
        node_type out = node_type::read(c, context);
        return c.ok() ? out : node_type{};
    }
    [[nodiscard]] std::string_view name(std::uint64_t node) const noexcept {
        const tree_entry* const found = entry(node);
        if (found == nullptr) {
            return {};
        }
        impl::cursor c{file_, found->offset};
        return node_type::read_name(c);
    }
    // A node's transform by itself: what follows it is not read. Null when there is no such number.
    [[nodiscard]] const typename Grammar::transform* local(std::uint64_t node) const noexcept {
        const tree_entry* const found = entry(node);
        if (found == nullptr) {
            return nullptr;
        }
        impl::cursor c{file_, found->offset};
        static_cast<void>(node_type::read_name(c));
        return node_type::read_local(c);
    }
    // The node that animation items of this name move: of several the last, depth first (engine). no_node: none.
    [[nodiscard]] std::uint32_t find(std::string_view wanted) const noexcept {
        const std::size_t end = lower_bound_by_name([&](std::uint32_t node) { return name(node) <= wanted; });
        const std::uint32_t last = end != 0 ? by_name(end - 1) : npos;
        return last != npos && name(last) == wanted ? last : npos;
    }

private:
    window file_;
};

} // namespace effigy::inline v0::grimrock
