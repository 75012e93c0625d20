// The collision tree of a walkmesh.
#pragma once

#include <effigy/core/impl/walk_iterator.hpp>
#include <effigy/nwn/view/ordered_walk.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// A box of a collision tree.
class aabb {
public:
    constexpr aabb() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    [[nodiscard]] constexpr const aabb_entry* record() const noexcept { return record_; } // null when empty
    [[nodiscard]] constexpr std::uint32_t offset() const noexcept { return offset_; }     // in model data
    [[nodiscard]] constexpr std::uint32_t depth() const noexcept { return depth_; }       // 1 for the root
    [[nodiscard]] constexpr bool is_leaf() const noexcept { return record_ != nullptr && record_->face.get() >= 0; }

private:
    friend struct impl::access;
    constexpr aabb(const aabb_entry* entry, std::uint32_t offset, std::uint32_t depth) noexcept
        : record_(entry), offset_(offset), depth_(depth) {}

    const aabb_entry* record_ = nullptr;
    std::uint32_t offset_ = 0;
    std::uint32_t depth_ = 0;
};

namespace impl {

struct pending_box {
    std::uint32_t offset;
    std::uint32_t depth;
};

// Visits the left side before the right side. The stack contains the boxes that are not visited yet.
class aabb_walk : public ordered_walk<pending_box, 256> {
public:
    constexpr aabb_walk() = default;
    constexpr aabb_walk(byte_view model, std::uint32_t root) noexcept : model_(model) { push(root, 1); }

    // Returns the next box. Empty at the end, and after an error: see failure().
    [[nodiscard]] aabb next() noexcept {
        if (this->stack().empty()) {
            return {};
        }
        const pending_box here = this->stack().top();
        this->stack().pop();
        this->set_offset(here.offset);
        const auto* const entry = model_.record_at<aabb_entry>(here.offset);
        if (entry == nullptr) {
            this->stop(errc::out_of_bounds);
            return {};
        }
        if (!this->advance_past(sizeof(*entry))) {
            return {};
        }
        push(entry->right.offset, here.depth + 1);
        push(entry->left.offset, here.depth + 1);
        return access::make<aabb>(entry, here.offset, here.depth);
    }

private:
    constexpr void push(std::uint32_t offset, std::uint32_t depth) noexcept {
        if (offset == 0 || this->failure() != errc::none) {
            return;
        }
        if (this->stack().full()) {
            this->stop(errc::budget);
            return;
        }
        this->stack().push({offset, depth});
    }

    byte_view model_;
};

} // namespace impl

// The boxes of a node's collision tree, parents before children.
class aabb_tree {
public:
    using borrows_file = void;
    using value_type = aabb;
    using iterator = walk_iterator<impl::next_walk<impl::aabb_walk>>;

    constexpr aabb_tree() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    [[nodiscard]] constexpr const aabb_header* record() const noexcept { return record_; } // null when empty
    [[nodiscard]] bool empty() const noexcept { return !walk().next(); }
    [[nodiscard]] iterator begin() const noexcept { return iterator{impl::next_walk{walk()}}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

private:
    friend struct impl::access;
    friend struct impl::walks;
    constexpr aabb_tree(byte_view model_data, const aabb_header* header) noexcept
        : model_(model_data), record_(header) {}

    [[nodiscard]] constexpr impl::aabb_walk walk() const noexcept {
        return {model_, record_ != nullptr ? record_->root.offset : 0U};
    }

    byte_view model_;
    const aabb_header* record_ = nullptr;
};

}}} // namespace effigy::v0::nwn
