// Walks through trees of nodes, and the index of a tree.
#pragma once

#include <effigy/core/impl/indices.hpp>
#include <effigy/core/impl/tree_build.hpp>
#include <effigy/core/impl/walk_iterator.hpp>
#include <effigy/core/text.hpp>
#include <effigy/nwn/view/node.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

class node_index;

namespace impl {

struct pending_children {
    std::uint32_t next; // offset of the next child pointer, in model data
    std::uint32_t left; // child pointers that are not visited yet
    std::uint32_t parent;
};

// Visits parents before their children. The stack contains the children that are not visited yet. The deepest tree
// measured has 13 levels, the root included.
class tree_walk : public ordered_walk<pending_children, 256> {
public:
    constexpr tree_walk() = default;
    constexpr tree_walk(const sections& sections, std::uint32_t root, bool in_animation, std::uint32_t most) noexcept
        : sections_(sections), slots_left_(sections.model().size() + 16384), root_(root), most_(most),
          in_animation_(in_animation) {}

    // The part of a node that the walk itself reads. All `size` bytes of the node are in the section.
    struct step {
        const node_header* header = nullptr;
        std::uint32_t offset = 0;
        std::uint32_t flags = 0;
        std::uint32_t size = 0;
        std::uint32_t slots = 0; // child pointers, null ones included; 0 if they are not in the section

        [[nodiscard]] constexpr explicit operator bool() const noexcept { return header != nullptr; }
    };

    // Returns the next node. Empty after `most` nodes, at the end, and after an error: see failure().
    [[nodiscard]] nwn::node next() noexcept { return count_ < most_ ? node(advance()) : nwn::node{}; }

    // Returns the next node without its view. This is faster for callers that need few views. node() makes the view;
    // call it before the next advance().
    [[nodiscard]] EFFIGY_INLINE step advance() noexcept {
        if (root_ != 0) [[unlikely]] {
            return visit(std::exchange(root_, 0U));
        }
        while (!this->stack().empty()) {
            pending_children& top = this->stack().top();
            while (top.left != 0) {
                const std::uint32_t child = sections_.model().value_at<u32<>>(top.next);
                top.next += std::uint32_t{sizeof(u32<>)};
                --top.left;
                if (child != 0) {
                    return visit(child);
                }
                skip_nulls(top);
            }
            this->stack().pop();
        }
        return {};
    }
    [[nodiscard]] nwn::node node(const step& here) const noexcept {
        if (!here) {
            return {};
        }
        return access::make<nwn::node>(sections_, here.header, here.offset, here.flags, in_animation_, count_ - 1,
                                       parent(here));
    }
    // Returns the number of the node's parent, or npos.
    [[nodiscard]] std::uint32_t parent(const step& here) const noexcept {
        const std::size_t above = this->stack().size() - (here.slots != 0 ? 1U : 0U);
        return above != 0 ? this->stack()[above - 1].parent : npos;
    }

    [[nodiscard]] constexpr std::uint32_t count() const noexcept { return count_; } // nodes visited so far
    [[nodiscard]] constexpr const sections& where() const noexcept { return sections_; }

private:
    // Nodes are stored in the order of the walk, with their lists between them, so the next nodes are about this many
    // bytes ahead. Measured: if the file is not in the cache, prefetching them saves a fifth of the time of open().
    static constexpr std::uint64_t ahead = 1024;

    [[nodiscard]] EFFIGY_INLINE step visit(std::uint32_t offset) noexcept {
        this->set_offset(offset);
        sections_.model().prefetch(std::uint64_t{offset} + ahead);
        const auto* const header = sections_.model().record_at<node_header>(offset);
        if (header == nullptr) [[unlikely]] {
            this->stop(errc::out_of_bounds);
            return {};
        }
        const std::uint32_t flags = header->flags;
        const std::uint32_t size = node_size(sections_, offset, flags, in_animation_);
        if (!sections_.model().fits(offset, size)) [[unlikely]] {
            this->stop(errc::out_of_bounds);
            return {};
        }
        if (!this->advance_past(size)) {
            return {};
        }
        std::uint32_t slots = header->children.used;
        if (slots != 0) {
            const std::uint32_t first = header->children.offset;
            if (first == 0 || !sections_.model().fits(first, std::uint64_t{slots} * sizeof(u32<>))) [[unlikely]] {
                slots = 0;
            } else if (this->stack().full() || slots > slots_left_) [[unlikely]] {
                this->stop(errc::budget);
                return {};
            } else {
                slots_left_ -= slots;
                this->stack().push({first, slots, count_});
            }
        }
        ++count_;
        return {header, offset, flags, size, slots};
    }
    void skip_nulls(pending_children& children) const noexcept {
        const auto nulls =
            static_cast<std::uint32_t>(first_not_zero(sections_.model().array_at<u32<>>(children.next, children.left)));
        children.next += nulls * std::uint32_t{sizeof(u32<>)};
        children.left -= nulls;
    }

    sections sections_;
    std::uint64_t slots_left_ = 0; // child pointers that the walk may still read
    std::uint32_t root_ = 0;
    std::uint32_t most_ = 0;
    std::uint32_t count_ = 0;
    bool in_animation_ = false;
};

} // namespace impl

// The nodes of a tree by number and name, with their parents and children. The caller owns the entries and the file's
// bytes.
class node_index : public tree_links {
public:
    constexpr node_index() = default;

    // Precondition: number < size(); checked in every build.
    [[nodiscard]] nwn::node operator[](std::size_t number) const noexcept {
        if (number >= size()) {
            trap("index not below size()");
        }
        return at(number);
    }
    // Empty if `number` is not below size().
    [[nodiscard]] nwn::node at(std::uint64_t number) const noexcept {
        const tree_entry* const found = entry(number);
        return found != nullptr ? impl::access::make<nwn::node>(sections_, found->offset, in_animation_,
                                                                static_cast<std::uint32_t>(number), found->parent)
                                : nwn::node{};
    }
    [[nodiscard]] std::string_view name(std::uint64_t number) const noexcept {
        const tree_entry* const found = entry(number);
        const auto* const header = found != nullptr ? sections_.model().record_at<node_header>(found->offset) : nullptr;
        return header != nullptr ? header->name.view() : std::string_view{};
    }
    // Returns the number of the first node with this name; npos if there is none. Ignores the case of A to Z. The nodes
    // of animations are joined to the model's nodes in this way.
    [[nodiscard]] std::uint32_t find(std::string_view name) const noexcept {
        const std::size_t position =
            lower_bound_by_name([&](std::uint32_t number) { return compare_any_case(this->name(number), name) < 0; });
        const std::uint32_t first = by_name(position);
        return first != npos && compare_any_case(this->name(first), name) == 0 ? first : npos;
    }

protected:
    friend struct impl::access;
    constexpr node_index(const impl::sections& sections, bool in_animation, const array<tree_entry>& entries) noexcept
        : tree_links(entries), sections_(sections), in_animation_(in_animation) {}

private:
    impl::sections sections_;
    bool in_animation_ = false;
};

namespace impl {

// A tree of nodes: makes its walk and its index.
class tree {
public:
    constexpr tree() = default;
    constexpr tree(const sections& sections, std::uint32_t root, bool in_animation, std::uint32_t most) noexcept
        : sections_(sections), root_(root), most_(most), in_animation_(in_animation) {}

    [[nodiscard]] constexpr std::uint32_t most() const noexcept { return most_; } // nodes that walk() visits
    [[nodiscard]] constexpr tree_walk walk() const noexcept { return {sections_, root_, in_animation_, most_}; }
    // Returns the index of the nodes. Empty if the memory is too small.
    template <class = when_used> [[nodiscard]] node_index index(std::span<tree_entry> memory) const noexcept {
        std::size_t count = 0;
        tree_walk all = walk();
        while (const nwn::node node = all.next()) {
            if (count == memory.size()) {
                return {};
            }
            memory[count++] = {node.offset(), node.parent(), npos, npos, npos, npos, npos};
        }
        const elements<tree_entry> entries{memory.data(), count};
        const auto out = access::make<node_index>(sections_, in_animation_, array<tree_entry>{entries.data(), count});
        if (!link_tree(entries)) {
            return {};
        }
        sort_names(entries,
                   [&](std::uint32_t a, std::uint32_t b) { return compare_any_case(out.name(a), out.name(b)); });
        return out;
    }

private:
    sections sections_;
    std::uint32_t root_ = 0;
    std::uint32_t most_ = 0;
    bool in_animation_ = false;
};

} // namespace impl

}}} // namespace effigy::v0::nwn
