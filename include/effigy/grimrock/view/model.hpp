// Models of MDL1: what open() proves.
#pragma once

#include <effigy/grimrock/view/node.hpp>

namespace effigy::inline v0::grimrock {

// A model whose structure open() proved. A few words; the caller owns the bytes.
template <class Grammar> class basic_model {
public:
    static constexpr endian order = Grammar::order;
    using grammar = Grammar;
    using node_type = basic_node<Grammar>;
    using mesh_type = basic_mesh<Grammar>;
    using node_index = basic_node_index<Grammar>;

    constexpr basic_model() = default;

    [[nodiscard]] static constexpr std::int32_t version() noexcept { return Grammar::version; }
    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept { // bytes after the last node; none in
        return file_.part(end_, file_.size() - end_).bytes();                      // any file measured
    }
    [[nodiscard]] constexpr std::uint32_t node_count() const noexcept { return nodes_.size(); }
    // In file order. Parents may come later than their children.
    [[nodiscard]] constexpr sequence<node_type, node_context> nodes() const noexcept { return nodes_; }

    // Access by number, children and names, in the caller's memory: node_count() entries that outlive what is
    // returned. Empty when the memory is too small or the file larger than 4 GiB.
    [[nodiscard]] node_index index(std::span<tree_entry> memory) const noexcept;

    [[nodiscard]] static result<basic_model> open(std::span<const std::byte> bytes) noexcept;

private:
    // Refuses parents that lead in a circle. Only nodes before their parents need the proof, and none of 3,469 real
    // ones is; it is made for models of up to 4,096 nodes.
    [[nodiscard]] error refuse_cycles() const noexcept;
    [[nodiscard]] error circle_through(std::uint32_t number) const noexcept;

    window file_;
    std::uint64_t first_ = 0; // node
    std::uint64_t end_ = 0;
    sequence<node_type, node_context> nodes_;
};

template <class Grammar>
result<basic_model<Grammar>> basic_model<Grammar>::open(std::span<const std::byte> bytes) noexcept {
    impl::cursor c{window{bytes}};
    c.magic("MDL1", "mdl1.magic");
    if (const std::int32_t found = c.value<i32<order>>("mdl1.version"); c.ok() && found != Grammar::version) {
        c.fail(errc::bad_version, "mdl1.version", 4, found, static_cast<std::uint64_t>(Grammar::version),
               found == Grammar::other_version ? Grammar::reader_of_other : Grammar::expected_version);
    }
    const auto count = impl::record_count::read<i32<order>>(c, "mdl1.numNodes", node_type::smallest);
    node_context context{count.number};
    basic_model out;
    out.file_ = c.bytes();
    out.first_ = c.offset();
    out.nodes_ =
        impl::access::make<sequence<node_type, node_context>>(c.bytes(), c.offset(), context.node_count, context);
    bool ordered = true;
    for (std::uint32_t i = 0; i < context.node_count && count.fits(c, i); ++i) {
        const std::int32_t parent = node_type::read(c, context).parent;
        ordered = ordered && (parent < 0 || static_cast<std::uint32_t>(parent) < i);
        c.within(i);
    }
    out.end_ = c.offset();
    if (!c.ok()) {
        return c.error();
    }
    if (!ordered) {
        if (const error circular = out.refuse_cycles()) {
            return circular;
        }
    }
    return out;
}

template <class Grammar> error basic_model<Grammar>::circle_through(std::uint32_t number) const noexcept {
    std::uint32_t i = 0;
    for (const node_type& node : nodes_) {
        if (i++ == number) {
            const location parent{"mdl1.nodes[].parent", file_.offset_of(node.local) + sizeof(*node.local)};
            return {parent.within(number), errc::cycle, 0, number};
        }
    }
    return {{"mdl1.nodes"}, errc::cycle, 0, number};
}

template <class Grammar> error basic_model<Grammar>::refuse_cycles() const noexcept {
    constexpr const char* path = "mdl1.nodes[].parent";
    if (node_count() > impl::parent_table::capacity) {
        return {{path, file_.base() + end_}, errc::budget, impl::parent_table::capacity, node_count()};
    }
    impl::parent_table parents;
    for (const node_type& node : nodes_) {
        parents.add(node.parent);
    }
    const std::uint32_t circular = parents.find_circle();
    return circular == npos ? error{} : circle_through(circular);
}

template <class Grammar>
basic_node_index<Grammar> basic_model<Grammar>::index(std::span<tree_entry> memory) const noexcept {
    const std::uint32_t count = node_count();
    if (memory.size() < count || file_.size() > 0xFFFF'FFFF) {
        return {};
    }
    const std::span<tree_entry> entries = memory.first(count);
    impl::cursor c{file_, first_};
    node_context context{count};
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto offset = static_cast<std::uint32_t>(c.offset());
        const std::int32_t stored = node_type::read(c, context).parent;
        std::uint32_t parent = stored < 0 ? npos : static_cast<std::uint32_t>(stored);
        if (parent == npos && i > 0 && entries[0].parent == npos) {
            parent = 0;
        }
        entries[i] = {offset, parent, npos, npos, npos, npos, npos};
    }
    if (!c.ok() || !impl::link_tree(entries)) { // another process spoiled the bytes since open()
        return {};
    }
    const node_index out{file_, entries};
    impl::sort_names(entries, [&](std::uint32_t a, std::uint32_t b) { return out.name(a).compare(out.name(b)); });
    return out;
}

} // namespace effigy::inline v0::grimrock
