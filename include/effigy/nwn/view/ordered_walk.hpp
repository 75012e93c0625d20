// What the walks through nodes and through boxes of a collision tree have in common.
#pragma once

#include <effigy/core/fixed_stack.hpp>
#include <effigy/nwn/view/sections.hpp>

namespace effigy::inline v0::nwn::impl {

using namespace effigy::impl;

// The walk behind a range, for who wants to know why it ended, and what open() counted; a friend of the views.
struct walks {
    template <class Model> [[nodiscard]] static constexpr const auto& sums_of(const Model& model) noexcept {
        return model.sums_;
    }
    template <class Range> [[nodiscard]] static constexpr auto of(const Range& range) noexcept { return range.walk(); }
};

// Depth first, with a stack of fixed size. Each record must begin at or after the end of the one before it (measured:
// 2,769 of 2,769 trees of nodes, 93 of 93 of boxes): so there is no circle, no record comes twice, and the walk ends
// within the file, whatever happens to the bytes.
template <class Frame, std::size_t MaxDepth> class ordered_walk {
public:
    static constexpr std::size_t max_depth = MaxDepth;

    [[nodiscard]] constexpr errc failure() const noexcept { return failure_; }
    [[nodiscard]] constexpr std::uint32_t offset() const noexcept { return offset_; } // of the last record looked at

protected:
    constexpr ordered_walk() = default;

    // Notes that the record at `offset` is looked at.
    EFFIGY_INLINE constexpr void look_at(std::uint32_t offset) noexcept { offset_ = offset; }
    // The record takes `size` bytes; false when the walk ends here because it begins before the end of the last one.
    [[nodiscard]] EFFIGY_INLINE constexpr bool follows(std::uint32_t size) noexcept {
        if (offset_ < end_) [[unlikely]] {
            return stop(errc::cycle);
        }
        end_ = std::uint64_t{offset_} + size;
        return true;
    }
    constexpr bool stop(errc why) noexcept {
        failure_ = why;
        stack_.clear();
        return false;
    }
    [[nodiscard]] constexpr fixed_stack<Frame, MaxDepth>& stack() noexcept { return stack_; }
    [[nodiscard]] constexpr const fixed_stack<Frame, MaxDepth>& stack() const noexcept { return stack_; }

private:
    std::uint64_t end_ = 0; // of the last record
    std::uint32_t offset_ = 0;
    errc failure_ = errc::none;
    fixed_stack<Frame, MaxDepth> stack_;
};

} // namespace effigy::inline v0::nwn::impl
