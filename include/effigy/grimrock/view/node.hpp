// Nodes of MDL1, and the tree that they form.
#pragma once

#include <effigy/core/tree.hpp>
#include <effigy/grimrock/view/mesh.hpp>

namespace effigy::inline v0::grimrock {

struct node_context {
    std::uint32_t node_count = 0; // numbers of parents must be below it
    std::int32_t version = 0;     // of the model
};

// A named transform with a mesh, a light or no entity. False if there is none.
class node {
public:
    constexpr node() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept {
        return local_ != nullptr || transform_ != nullptr;
    }
    // Animation items refer to nodes by name. A name can be empty or occur more than once.
    [[nodiscard]] constexpr std::string_view name() const noexcept { return name_; }
    // Maps from node space to parent space: the record in the file, of version 2 or of version 4. Null in the other
    // version and in an empty node.
    [[nodiscard]] constexpr const mat4x3* local() const noexcept { return local_; }
    [[nodiscard]] constexpr const grimrock::transform* transform() const noexcept { return transform_; }
    // The same as a matrix, in both versions. The identity in an empty node.
    template <real Real = float> [[nodiscard]] constexpr matrix4x3<Real> local_matrix() const noexcept {
        return local_ != nullptr       ? to_matrix<Real>(*local_)
               : transform_ != nullptr ? to_matrix<Real>(*transform_)
                                       : matrix4x3<Real>{};
    }
    // The number of the stored parent, or npos. In the engine's tree, which model::index() returns, nodes without a
    // parent are children of node 0.
    [[nodiscard]] constexpr std::uint32_t parent() const noexcept {
        return parent_ < 0 ? npos : static_cast<std::uint32_t>(parent_);
    }
    [[nodiscard]] constexpr std::int32_t parent_as_stored() const noexcept { return parent_; } // negative: none
    [[nodiscard]] constexpr std::int32_t type() const noexcept { return type_; } // as stored; see records.hpp

    // The node's mesh. False unless type() is 0.
    [[nodiscard]] constexpr grimrock::mesh mesh() const noexcept {
        return type_ == mesh_node ? impl::access::make<grimrock::mesh>(file_, mesh_) : grimrock::mesh{};
    }
    // The node's light. Null unless type() is 1, and in version 4.
    [[nodiscard]] const grimrock::light* light() const noexcept {
        if (type_ != light_node || local_ == nullptr) {
            return nullptr;
        }
        constexpr std::uint64_t parent_and_type = 2 * sizeof(i32<>);
        const std::uint64_t end = file_.offset_of(local_) - file_.base() + sizeof(*local_);
        return file_.record_at<grimrock::light>(end + parent_and_type);
    }

private:
    friend struct effigy::impl::access;
    friend class node_index;

    // The fields in the order of the file.
    template <class Cursor> [[nodiscard]] static std::string_view read_name(Cursor& c) noexcept {
        return impl::read_string(c, "mdl1.nodes[].name");
    }
    template <class Cursor> void read_transform(Cursor& c, std::int32_t version) noexcept {
        constexpr const char* path = "mdl1.nodes[].transform";
        if (version == grimrock_version) {
            local_ = c.template record<mat4x3>(path);
        } else {
            transform_ = c.template record<grimrock::transform>(path);
        }
    }
    template <class Cursor>
    [[nodiscard]] static node read(Cursor& c, const node_context& context) noexcept {
        node out;
        out.file_ = c.bytes();
        out.name_ = read_name(c);
        out.read_transform(c, context.version);
        out.parent_ = c.template value<i32<>>("mdl1.nodes[].parent");
        if (out.parent_ >= 0 && static_cast<std::uint32_t>(out.parent_) >= context.node_count) {
            c.fail(errc::out_of_bounds, "mdl1.nodes[].parent", 4, out.parent_, context.node_count);
        }
        out.type_ = c.template value<i32<>>("mdl1.nodes[].type");
        if (out.type_ == mesh_node) {
            out.mesh_ = impl::read_mesh(c, context.version);
        } else if (out.type_ == light_node && context.version == grimrock_version) {
            static_cast<void>(c.template record<grimrock::light>("mdl1.nodes[].light"));
        } else if (out.type_ > 0) {
            c.fail(errc::bad_value, "mdl1.nodes[].type", 4, out.type_, 0,
                   context.version == grimrock_version ? "a negative number, 0 (mesh) or 1 (light)"
                                                       : "a negative number or 0 (mesh)");
        }
        return out;
    }

    byte_view file_;
    std::string_view name_;
    const mat4x3* local_ = nullptr;
    const grimrock::transform* transform_ = nullptr;
    std::int32_t parent_ = -1;
    std::int32_t type_ = -1;
    impl::mesh_layout mesh_;
};

// Access to the nodes by number, by name and as a tree. Small to copy; the caller owns the entries and the file's
// bytes. The tree is the engine's: if node 0 has no parent, every other node without a parent is a child of node 0.
class node_index : public tree_links {
public:
    constexpr node_index() = default;

    // Precondition: number < size(); checked in every build.
    template <class = when_used> [[nodiscard]] node operator[](std::size_t number) const noexcept {
        if (number >= size()) {
            trap();
        }
        return at(number);
    }
    // Returns an empty node if there is no node of this number.
    template <class = when_used> [[nodiscard]] node at(std::uint64_t number) const noexcept {
        const tree_entry* const found = entry(number);
        if (found == nullptr) {
            return {};
        }
        impl::cursor c{file_, found->offset};
        const node out = node::read(c, {static_cast<std::uint32_t>(size()), version_});
        return c.ok() ? out : node{};
    }
    [[nodiscard]] std::string_view name(std::uint64_t number) const noexcept {
        const tree_entry* const found = entry(number);
        if (found == nullptr) {
            return {};
        }
        impl::cursor c{file_, found->offset};
        return node::read_name(c);
    }
    // Returns the matrix of a node, from node space to parent space, without reading the rest of the node. The identity
    // if there is no node of this number.
    template <real Real = float> [[nodiscard]] matrix4x3<Real> local_matrix(std::uint64_t number) const noexcept {
        node out;
        if (const tree_entry* const found = entry(number)) {
            impl::cursor c{file_, found->offset};
            static_cast<void>(node::read_name(c));
            out.read_transform(c, version_);
        }
        return out.local_matrix<Real>();
    }
    // Returns the number of the first node of this name, in depth-first order; npos if there is none.
    template <class = when_used> [[nodiscard]] std::uint32_t find(std::string_view wanted) const noexcept {
        const std::size_t before = lower_bound_by_name([&](std::uint32_t number) { return name(number) < wanted; });
        return named(before < size() ? by_name(before) : npos, wanted);
    }
    // Returns the number of the last node of this name, in depth-first order; npos if there is none. Animation items
    // move this node (engine).
    template <class = when_used> [[nodiscard]] std::uint32_t find_last(std::string_view wanted) const noexcept {
        const std::size_t end = lower_bound_by_name([&](std::uint32_t number) { return name(number) <= wanted; });
        return named(end != 0 ? by_name(end - 1) : npos, wanted);
    }

private:
    friend struct effigy::impl::access;
    constexpr node_index(byte_view file, std::span<const tree_entry> entries, std::int32_t version) noexcept
        : tree_links(entries), file_(file), version_(version) {}

    [[nodiscard]] std::uint32_t named(std::uint32_t number, std::string_view wanted) const noexcept {
        return number != npos && name(number) == wanted ? number : npos;
    }

    byte_view file_;
    std::int32_t version_ = 0;
};

} // namespace effigy::inline v0::grimrock
