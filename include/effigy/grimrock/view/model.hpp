// Models of MDL1.
#pragma once

#include <effigy/core/impl/tree_build.hpp>
#include <effigy/grimrock/view/node.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// A model whose structure open() validated. Small to copy; the caller owns the bytes.
class model {
public:
    constexpr model() = default;

    [[nodiscard]] constexpr std::uint32_t version() const noexcept { // 2, or 4 (Shinobi engine)
        return static_cast<std::uint32_t>(context_.version);
    }
    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    // Bytes after the last node; none in any file (measured).
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept {
        return file_.part(end_, file_.size() - end_).bytes();
    }
    // The nodes in file order. A parent may come after its children.
    [[nodiscard]] constexpr sequence<node, node_context> nodes() const noexcept {
        return impl::access::make<sequence<node, node_context>>(file_, first_, context_.node_count, context_);
    }

    // Returns access to the nodes by number, by name and as a tree. Writes nodes().size() entries to `memory`, which
    // must outlive the index. Empty if `memory` is too small or the file is larger than 4 GiB.
    template <class = when_used> [[nodiscard]] node_index index(std::span<tree_entry> memory) const noexcept;

private:
    friend struct effigy::impl::access;
    constexpr model(byte_view file, std::uint64_t first_node, std::uint64_t end, const node_context& context) noexcept
        : file_(file), first_(first_node), end_(end), context_(context) {}

    byte_view file_;
    std::uint64_t first_ = 0; // offset of the first node
    std::uint64_t end_ = 0;
    node_context context_;
};

template <class> node_index model::index(std::span<tree_entry> memory) const noexcept {
    const std::uint32_t count = context_.node_count;
    if (memory.size() < count || file_.size() > 0xFFFF'FFFF) {
        return {};
    }
    const elements<tree_entry> entries{memory.data(), count};
    cursor c{file_, first_};
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto offset = static_cast<std::uint32_t>(c.offset());
        std::uint32_t parent = impl::access::read<node>(c, context_).parent();
        if (parent == npos && i > 0 && entries[0].parent == npos) {
            parent = 0;
        }
        entries[i] = {offset, parent, npos, npos, npos, npos, npos};
    }
    if (!c.ok() || !impl::link_tree(entries)) { // the bytes changed since open()
        return {};
    }
    const auto out = impl::access::make<node_index>(file_, array<tree_entry>{entries.data(), count}, context_.version);
    impl::sort_names(entries, [&](std::uint32_t a, std::uint32_t b) { return out.name(a).compare(out.name(b)); });
    return out;
}

}}} // namespace effigy::v0::grimrock
