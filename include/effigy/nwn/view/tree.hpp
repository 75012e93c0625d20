// Going through a tree of nodes.
#pragma once

#include <effigy/core/fixed_stack.hpp>
#include <effigy/core/indices.hpp>
#include <effigy/core/text.hpp>
#include <effigy/core/tree_build.hpp>
#include <effigy/core/walk_iterator.hpp>
#include <effigy/nwn/view/node.hpp>

namespace effigy::inline v0::nwn {

// Depth first, parents before children, with a stack of fixed size. A node must begin at or after the end of the one
// before it (measured: 2,769 of 2,769 trees): so there is no circle, no node comes twice, and the walk ends within the
// file, whatever happens to the bytes.
template <endian E> class basic_tree_walk {
public:
    static constexpr std::size_t max_depth = 256; // 12 is the deepest tree measured

    constexpr basic_tree_walk() = default;
    constexpr basic_tree_walk(const basic_sections<E>& sections, std::uint32_t root, bool in_animation) noexcept
        : sections_(sections), slots_left_(sections.model().size() + 16384), root_(root), in_animation_(in_animation) {}

    // What the walk itself reads of a node; `size` bytes of it lie in the section.
    struct step {
        const basic_node_header<E>* header = nullptr;
        std::uint32_t offset = 0;
        std::uint32_t flags = 0;
        std::uint32_t size = 0;
        std::uint32_t slots = 0; // child pointers, also null; none when they do not lie in the section

        [[nodiscard]] constexpr explicit operator bool() const noexcept { return header != nullptr; }
    };

    // The next node; empty at the end, and where failure() says why.
    [[nodiscard]] basic_node<E> next() noexcept { return node(advance()); }

    // The same for who needs few of the nodes as a whole: node() gives it, until the next advance().
    [[nodiscard]] EFFIGY_INLINE step advance() noexcept {
        if (root_ != 0) [[unlikely]] {
            return visit(std::exchange(root_, 0U));
        }
        while (!stack_.empty()) {
            frame& top = stack_.top();
            while (top.left != 0) {
                const std::uint32_t child = sections_.model().template value_at<u32<E>>(top.next);
                top.next += std::uint32_t{sizeof(u32<E>)};
                --top.left;
                if (child != 0) {
                    return visit(child);
                }
                skip_nulls(top);
            }
            stack_.pop();
        }
        return {};
    }
    [[nodiscard]] basic_node<E> node(const step& here) const noexcept {
        if (!here) {
            return {};
        }
        const std::size_t above = stack_.size() - (here.slots != 0 ? 1U : 0U);
        const std::uint32_t parent = above != 0 ? stack_[above - 1].number : npos;
        return {sections_, here.header, here.offset, here.flags, in_animation_, count_ - 1, parent};
    }

    [[nodiscard]] constexpr errc failure() const noexcept { return failure_; }
    [[nodiscard]] constexpr std::uint32_t offset() const noexcept { return offset_; } // of the last node looked at
    [[nodiscard]] constexpr std::uint32_t count() const noexcept { return count_; }   // of nodes so far

private:
    struct frame {
        std::uint32_t next; // child pointer, in model data
        std::uint32_t left;
        std::uint32_t number;
    };

    [[nodiscard]] EFFIGY_INLINE step visit(std::uint32_t offset) noexcept {
        offset_ = offset;
        const auto* const header = sections_.model().template record_at<basic_node_header<E>>(offset);
        if (header == nullptr) [[unlikely]] {
            return stop(errc::out_of_bounds);
        }
        const std::uint32_t flags = read_once(header->flags);
        const std::uint32_t size = node_size(sections_, offset, flags, in_animation_);
        if (!sections_.model().fits(offset, size)) [[unlikely]] {
            return stop(errc::out_of_bounds);
        }
        if (offset < end_) [[unlikely]] {
            return stop(errc::cycle);
        }
        std::uint32_t slots = read_once(header->children.used);
        if (slots != 0) {
            const std::uint32_t first = read_once(header->children.offset);
            if (first == 0 || !sections_.model().fits(first, std::uint64_t{slots} * sizeof(u32<E>))) [[unlikely]] {
                slots = 0;
            } else if (stack_.full() || slots > slots_left_) [[unlikely]] {
                return stop(errc::budget);
            } else {
                slots_left_ -= slots;
                stack_.push({first, slots, count_});
            }
        }
        end_ = std::uint64_t{offset} + size;
        ++count_;
        return {header, offset, flags, size, slots};
    }
    void skip_nulls(frame& of) const noexcept {
        const auto nulls = static_cast<std::uint32_t>(
            impl::first_not_zero(sections_.model().template array_at<u32<E>>(of.next, of.left)));
        of.next += nulls * std::uint32_t{sizeof(u32<E>)};
        of.left -= nulls;
    }
    step stop(errc why) noexcept {
        failure_ = why;
        stack_.clear();
        return {};
    }

    basic_sections<E> sections_;
    std::uint64_t end_ = 0;        // of the last node
    std::uint64_t slots_left_ = 0; // child pointers that the file's size still pays for
    std::uint32_t root_ = 0;
    std::uint32_t offset_ = 0;
    std::uint32_t count_ = 0;
    errc failure_ = errc::none;
    bool in_animation_ = false;
    impl::fixed_stack<frame, max_depth> stack_;
};

// The nodes of a tree by number, as a tree, and by name. The caller owns the entries and the file's bytes.
template <endian E> class basic_node_index : public tree_links {
public:
    constexpr basic_node_index() = default;
    constexpr basic_node_index(const basic_sections<E>& sections, bool in_animation,
                               std::span<const tree_entry> entries) noexcept
        : tree_links(entries), sections_(sections), in_animation_(in_animation) {}

    // An empty node when there is no such number.
    [[nodiscard]] basic_node<E> operator[](std::uint64_t number) const noexcept {
        const tree_entry* const found = entry(number);
        return found != nullptr ? basic_node<E>{sections_, found->offset, in_animation_,
                                                static_cast<std::uint32_t>(number), found->parent}
                                : basic_node<E>{};
    }
    // The first node of this name, in any case of A to Z: how the nodes of animations find theirs. no_node: none.
    [[nodiscard]] std::uint32_t find(std::string_view name) const noexcept {
        const std::size_t position = lower_bound_by_name(
            [&](std::uint32_t number) { return compare_any_case((*this)[number].name(), name) < 0; });
        const std::uint32_t first = by_name(position);
        return first != npos && compare_any_case((*this)[first].name(), name) == 0 ? first : npos;
    }

private:
    basic_sections<E> sections_;
    bool in_animation_ = false;
};

// The nodes of a model or an animation, parents first.
template <endian E> class basic_nodes {
public:
    using value_type = basic_node<E>;
    using iterator = walk_iterator<basic_tree_walk<E>>;

    constexpr basic_nodes() = default;
    constexpr basic_nodes(const basic_sections<E>& sections, std::uint32_t root, bool in_animation) noexcept
        : sections_(sections), root_(root), in_animation_(in_animation) {}

    [[nodiscard]] constexpr basic_tree_walk<E> walk() const noexcept { return {sections_, root_, in_animation_}; }
    [[nodiscard]] iterator begin() const noexcept { return iterator{walk()}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

    // How many there are; goes through all.
    [[nodiscard]] std::uint32_t count() const noexcept {
        basic_tree_walk<E> all = walk();
        while (all.next()) {
        }
        return all.count();
    }
    // Access by number, children and names, in the caller's memory: count() entries that outlive what is returned.
    // Empty when the memory is too small.
    [[nodiscard]] basic_node_index<E> index(std::span<tree_entry> memory) const noexcept {
        std::size_t count = 0;
        basic_tree_walk<E> all = walk();
        while (const basic_node<E> node = all.next()) {
            if (count == memory.size()) {
                return {};
            }
            memory[count++] = {node.offset(), node.parent(), npos, npos, npos, npos, npos};
        }
        const std::span<tree_entry> entries = memory.first(count);
        const basic_node_index<E> out{sections_, in_animation_, entries};
        if (!impl::link_tree(entries)) {
            return {};
        }
        impl::sort_names(
            entries, [&](std::uint32_t a, std::uint32_t b) { return compare_any_case(out[a].name(), out[b].name()); });
        return out;
    }

private:
    basic_sections<E> sections_;
    std::uint32_t root_ = 0;
    bool in_animation_ = false;
};

} // namespace effigy::inline v0::nwn

template <effigy::endian E> inline constexpr bool std::ranges::enable_borrowed_range<effigy::nwn::basic_nodes<E>> =
    true;
template <effigy::endian E> inline constexpr bool std::ranges::enable_view<effigy::nwn::basic_nodes<E>> = true;
