// Nodes of MDL1, and the tree that they form.
#pragma once

#include <effigy/core/tree.hpp>
#include <effigy/grimrock/view/mesh.hpp>

namespace effigy::inline v0::grimrock {

// The number of nodes. Numbers of parents must be below it.
struct node_context {
    std::uint32_t node_count = 0;
};

template <class Grammar> class basic_node_index;

// A named transform with a mesh, a light or no entity. False if its bytes changed since open() and cannot be read.
template <class Grammar> class basic_node {
public:
    static constexpr form order = Grammar::order;
    using mesh_type = basic_mesh<Grammar>;
    using transform_type = typename Grammar::transform;

    constexpr basic_node() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return local_ != nullptr; }
    // Animation items refer to nodes by name. A name can be empty or occur more than once.
    [[nodiscard]] constexpr std::string_view name() const noexcept { return name_; }
    // Maps from node space to parent space: the record in the file. Null only in an empty node.
    [[nodiscard]] constexpr const transform_type* local() const noexcept { return local_; }
    // The number of the stored parent, or npos. In the engine's tree, which model::index() returns, nodes without a
    // parent are children of node 0.
    [[nodiscard]] constexpr std::uint32_t parent() const noexcept {
        return parent_ < 0 ? npos : static_cast<std::uint32_t>(parent_);
    }
    [[nodiscard]] constexpr std::int32_t parent_as_stored() const noexcept { return parent_; } // negative: none
    [[nodiscard]] constexpr std::int32_t type() const noexcept { return type_; } // as stored; see records.hpp

    // The node's mesh. False unless type() is 0.
    [[nodiscard]] constexpr mesh_type mesh() const noexcept {
        return type_ == mesh_node ? impl::access::make<mesh_type>(file_, mesh_) : mesh_type{};
    }
    // The node's light. Null unless type() is 1.
    [[nodiscard]] const basic_light<order>* light() const noexcept {
        if (!Grammar::has_lights || type_ != light_node || local_ == nullptr) {
            return nullptr;
        }
        constexpr std::uint64_t parent_and_type = 2 * sizeof(i32<order>);
        const std::uint64_t at = file_.offset_of(local_) - file_.base() + sizeof(transform_type) + parent_and_type;
        return file_.template record_at<basic_light<order>>(at);
    }

private:
    friend struct effigy::impl::access;
    friend class basic_node_index<Grammar>;

    // The fields in the order of the file.
    template <class Cursor> [[nodiscard]] static std::string_view read_name(Cursor& c) noexcept {
        return impl::read_string<order>(c, "mdl1.nodes[].name");
    }
    template <class Cursor> [[nodiscard]] static const transform_type* read_local(Cursor& c) noexcept {
        return c.template record<transform_type>("mdl1.nodes[].transform");
    }
    template <class Cursor>
    [[nodiscard]] static basic_node read(Cursor& c, const node_context& context) noexcept {
        basic_node out;
        out.file_ = c.bytes();
        out.name_ = read_name(c);
        out.local_ = read_local(c);
        out.parent_ = c.template value<i32<order>>("mdl1.nodes[].parent");
        if (out.parent_ >= 0 && static_cast<std::uint32_t>(out.parent_) >= context.node_count) {
            c.fail(errc::out_of_bounds, "mdl1.nodes[].parent", 4, out.parent_, context.node_count);
        }
        out.type_ = c.template value<i32<order>>("mdl1.nodes[].type");
        if (out.type_ == mesh_node) {
            out.mesh_ = impl::read_mesh<Grammar>(c);
        } else if (Grammar::has_lights && out.type_ == light_node) {
            static_cast<void>(c.template record<basic_light<order>>("mdl1.nodes[].light"));
        } else if (out.type_ > 0) {
            c.fail(errc::bad_value, "mdl1.nodes[].type", 4, out.type_, 0,
                   Grammar::has_lights ? "a negative number, 0 (mesh) or 1 (light)" : "a negative number or 0 (mesh)");
        }
        return out;
    }

    window file_;
    std::string_view name_;
    const transform_type* local_ = nullptr;
    std::int32_t parent_ = -1;
    std::int32_t type_ = -1;
    impl::mesh_layout mesh_;
};

// Access to the nodes by number, by name and as a tree. Small to copy; the caller owns the entries and the file's
// bytes. The tree is the engine's: if node 0 has no parent, every other node without a parent is a child of node 0.
template <class Grammar> class basic_node_index : public tree_links {
public:
    using node_type = basic_node<Grammar>;

    constexpr basic_node_index() = default;

    // Precondition: number < size(); checked in every build.
    [[nodiscard]] node_type operator[](std::size_t number) const noexcept {
        if (number >= size()) {
            trap();
        }
        return at(number);
    }
    // Returns an empty node if there is no node of this number.
    [[nodiscard]] node_type at(std::uint64_t number) const noexcept {
        const tree_entry* const found = entry(number);
        if (found == nullptr) {
            return {};
        }
        impl::cursor c{file_, found->offset};
        node_type out = node_type::read(c, {static_cast<std::uint32_t>(size())});
        return c.ok() ? out : node_type{};
    }
    [[nodiscard]] std::string_view name(std::uint64_t number) const noexcept {
        const tree_entry* const found = entry(number);
        if (found == nullptr) {
            return {};
        }
        impl::cursor c{file_, found->offset};
        return node_type::read_name(c);
    }
    // Returns the transform of a node without reading the rest of the node. Null if there is no node of this number.
    [[nodiscard]] const typename Grammar::transform* local(std::uint64_t number) const noexcept {
        const tree_entry* const found = entry(number);
        if (found == nullptr) {
            return nullptr;
        }
        impl::cursor c{file_, found->offset};
        static_cast<void>(node_type::read_name(c));
        return node_type::read_local(c);
    }
    // Returns the number of the first node of this name, in depth-first order; npos if there is none.
    [[nodiscard]] std::uint32_t find(std::string_view wanted) const noexcept {
        const std::size_t before = lower_bound_by_name([&](std::uint32_t number) { return name(number) < wanted; });
        return named(before < size() ? by_name(before) : npos, wanted);
    }
    // Returns the number of the last node of this name, in depth-first order; npos if there is none. Animation items
    // move this node (engine).
    [[nodiscard]] std::uint32_t find_last(std::string_view wanted) const noexcept {
        const std::size_t end = lower_bound_by_name([&](std::uint32_t number) { return name(number) <= wanted; });
        return named(end != 0 ? by_name(end - 1) : npos, wanted);
    }

private:
    friend struct effigy::impl::access;
    constexpr basic_node_index(window file, std::span<const tree_entry> entries) noexcept
        : tree_links(entries), file_(file) {}

    [[nodiscard]] std::uint32_t named(std::uint32_t number, std::string_view wanted) const noexcept {
        return number != npos && name(number) == wanted ? number : npos;
    }

    window file_;
};

} // namespace effigy::inline v0::grimrock
