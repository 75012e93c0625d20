// The collision tree of a walkmesh.
#pragma once

#include <effigy/core/fixed_stack.hpp>
#include <effigy/core/walk_iterator.hpp>
#include <effigy/nwn/view/sections.hpp>

namespace effigy::inline v0::nwn {

// A box of the tree, and how deep it lies (the root: 1).
template <endian E> struct basic_aabb {
    const basic_aabb_entry<E>* entry = nullptr;
    std::uint32_t offset = 0; // of the entry in model data
    std::uint32_t depth = 0;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return entry != nullptr; }
    [[nodiscard]] constexpr bool is_leaf() const noexcept { return entry != nullptr && entry->face.get() >= 0; }
};

// Goes through a collision tree depth first, left before right, with a stack of fixed size. Each entry must begin at or
// after the end of the one before it (measured: 93 of 93 trees): so there is no circle, and no entry comes twice.
template <endian E> class basic_aabb_walk {
public:
    static constexpr std::size_t max_pending = 256;

    constexpr basic_aabb_walk() = default;
    constexpr basic_aabb_walk(window model, const ptr<basic_aabb_entry<E>, E>& root) noexcept : model_(model) {
        push(read_once(root.offset), 1);
    }

    // The next entry; empty at the end, and where failure() says why.
    [[nodiscard]] basic_aabb<E> next() noexcept {
        if (pending_.empty()) {
            return {};
        }
        const frame here = pending_.top();
        pending_.pop();
        offset_ = here.offset;
        const auto* const entry = model_.record_at<basic_aabb_entry<E>>(here.offset);
        if (entry == nullptr) {
            return stop(errc::out_of_bounds);
        }
        if (here.offset < end_) {
            return stop(errc::cycle);
        }
        end_ = here.offset + std::uint64_t{sizeof(*entry)};
        push(read_once(entry->right.offset), here.depth + 1);
        push(read_once(entry->left.offset), here.depth + 1);
        return {entry, here.offset, here.depth};
    }

    [[nodiscard]] constexpr errc failure() const noexcept { return failure_; }
    [[nodiscard]] constexpr std::uint32_t offset() const noexcept { return offset_; } // of the last entry looked at

private:
    struct frame {
        std::uint32_t offset;
        std::uint32_t depth;
    };

    constexpr void push(std::uint32_t offset, std::uint32_t depth) noexcept {
        if (offset == 0 || failure_ != errc::none) {
            return;
        }
        if (pending_.full()) {
            stop(errc::budget);
            return;
        }
        pending_.push({offset, depth});
    }
    constexpr basic_aabb<E> stop(errc why) noexcept {
        failure_ = why;
        pending_.clear();
        return {};
    }

    window model_;
    std::uint64_t end_ = 0;
    std::uint32_t offset_ = 0;
    errc failure_ = errc::none;
    impl::fixed_stack<frame, max_pending> pending_;
};

// The boxes of a node's collision tree, parents before children.
template <endian E> class basic_aabb_tree {
public:
    using value_type = basic_aabb<E>;
    using iterator = walk_iterator<basic_aabb_walk<E>>;

    constexpr basic_aabb_tree() = default;
    constexpr basic_aabb_tree(window model, const basic_aabb_header<E>* header) noexcept
        : model_(model), header_(header) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    [[nodiscard]] constexpr basic_aabb_walk<E> walk() const noexcept {
        return header_ != nullptr ? basic_aabb_walk<E>{model_, header_->root} : basic_aabb_walk<E>{};
    }
    [[nodiscard]] iterator begin() const noexcept { return iterator{walk()}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

private:
    window model_;
    const basic_aabb_header<E>* header_ = nullptr;
};

} // namespace effigy::inline v0::nwn

template <effigy::endian E>
inline constexpr bool std::ranges::enable_borrowed_range<effigy::nwn::basic_aabb_tree<E>> = true;
template <effigy::endian E> inline constexpr bool std::ranges::enable_view<effigy::nwn::basic_aabb_tree<E>> = true;
