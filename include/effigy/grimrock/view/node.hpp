// Nodes of MDL1, and the tree that they form.
#pragma once

#include <effigy/core/tree.hpp>
#include <effigy/grimrock/order/node.hpp>
#include <effigy/grimrock/view/mesh.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// A named transform with a mesh, a light or no entity. False if there is none.
class node {
public:
    constexpr node() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept {
        return fields_.local != nullptr || fields_.transform != nullptr;
    }
    // Animation items refer to nodes by name. A name can be empty or occur more than once.
    [[nodiscard]] constexpr std::string_view name() const noexcept { return fields_.name; }
    // Maps from node space to parent space: the record in the file, of version 2 or of version 4. Null in the other
    // version and in an empty node.
    [[nodiscard]] constexpr const mat4x3* local() const noexcept { return fields_.local; }
    [[nodiscard]] constexpr const grimrock::transform* transform() const noexcept { return fields_.transform; }
    // The same as a matrix, in both versions. The identity in an empty node.
    template <real Real = float> [[nodiscard]] constexpr matrix4x3<Real> local_matrix() const noexcept {
        return fields_.local != nullptr       ? to_matrix<Real>(*fields_.local)
               : fields_.transform != nullptr ? to_matrix<Real>(*fields_.transform)
                                              : matrix4x3<Real>{};
    }
    // The number of the stored parent, or npos. In the engine's tree, which model::index() returns, nodes without a
    // parent are children of node 0.
    [[nodiscard]] constexpr std::uint32_t parent() const noexcept {
        return fields_.parent < 0 ? npos : static_cast<std::uint32_t>(fields_.parent);
    }
    [[nodiscard]] constexpr std::int32_t parent_as_stored() const noexcept { return fields_.parent; } // negative: none
    [[nodiscard]] constexpr std::int32_t type() const noexcept { return fields_.type; } // as stored; see records.hpp

    // The node's mesh. False unless type() is 0.
    [[nodiscard]] constexpr grimrock::mesh mesh() const noexcept {
        return fields_.type == mesh_node ? impl::access::make<grimrock::mesh>(file_, fields_.mesh) : grimrock::mesh{};
    }
    // The node's light. Null unless type() is 1, and in version 4.
    [[nodiscard]] const grimrock::light* light() const noexcept {
        if (fields_.type != light_node || fields_.local == nullptr) {
            return nullptr;
        }
        constexpr std::uint64_t parent_and_type = 2 * sizeof(i32<>);
        const std::uint64_t end = file_.offset_of(fields_.local) - file_.base() + sizeof(*fields_.local);
        return file_.record_at<grimrock::light>(end + parent_and_type);
    }

private:
    friend struct effigy::impl::access;
    friend class node_index;

    [[nodiscard]] static node read(cursor& c, const node_context& context) noexcept {
        node out;
        out.file_ = c.bytes();
        impl::transfer_node(c, out.fields_, context);
        return out;
    }

    byte_view file_;
    impl::node_fields fields_;
};

// Access to the nodes by number, by name and as a tree. Small to copy; the caller owns the entries and the file's
// bytes. The tree is the engine's: if node 0 has no parent, every other node without a parent is a child of node 0.
class node_index : public tree_links {
public:
    constexpr node_index() = default;

    // Precondition: number < size(); checked in every build.
    template <class = when_used> [[nodiscard]] node operator[](std::size_t number) const noexcept {
        if (number >= size()) {
            trap("index not below size()");
        }
        return at(number);
    }
    // Returns an empty node if there is no node of this number.
    template <class = when_used> [[nodiscard]] node at(std::uint64_t number) const noexcept {
        const tree_entry* const found = entry(number);
        if (found == nullptr) {
            return {};
        }
        cursor c{file_, found->offset};
        const node out = node::read(c, {static_cast<std::uint32_t>(size()), version_});
        return c.ok() ? out : node{};
    }
    [[nodiscard]] std::string_view name(std::uint64_t number) const noexcept {
        const tree_entry* const found = entry(number);
        if (found == nullptr) {
            return {};
        }
        cursor c{file_, found->offset};
        std::string_view out;
        impl::transfer_string(c, out, "");
        return out;
    }
    // Returns the matrix of a node, from node space to parent space, without reading the rest of the node. The identity
    // if there is no node of this number.
    template <real Real = float> [[nodiscard]] matrix4x3<Real> local_matrix(std::uint64_t number) const noexcept {
        node out;
        if (const tree_entry* const found = entry(number)) {
            cursor c{file_, found->offset};
            impl::transfer_string(c, out.fields_.name, "");
            impl::transfer_transform(c, out.fields_, version_);
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
    constexpr node_index(byte_view file, const array<tree_entry>& entries, std::int32_t version) noexcept
        : tree_links(entries), file_(file), version_(version) {}

    [[nodiscard]] std::uint32_t named(std::uint32_t number, std::string_view wanted) const noexcept {
        return number != npos && name(number) == wanted ? number : npos;
    }

    byte_view file_;
    std::int32_t version_ = 0;
};

}}} // namespace effigy::v0::grimrock
