// Segments with correct first indices.
#pragma once

#include <effigy/grimrock/view/mesh.hpp>

namespace effigy::inline v0::grimrock {

// The segments of a mesh with corrected first indices; range() of a segment has the stored numbers.
// One exporter wrote 3 * k * count[k - 1] as the first index of segment k (35 meshes: measured). If all segments are
// triangle lists and their counts add up to the whole index list (1,420 of 1,420 meshes: measured), each segment begins
// where the one before it ends. In other meshes the stored first indices stay.
class repaired_segments {
public:
    using borrows_file = void;
    using value_type = segment;

    class iterator {
    public:
        using value_type = segment;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag; // C++17's other categories return references
        using iterator_concept = std::forward_iterator_tag;

        constexpr iterator() = default;

        [[nodiscard]] value_type operator*() const noexcept {
            const value_type stored = *at_;
            return are_consecutive_ ? impl::access::make<value_type>(stored, next_) : stored;
        }
        [[nodiscard]] impl::arrow<value_type> operator->() const noexcept { return {**this}; }
        iterator& operator++() noexcept {
            next_ += 3 * at_->triangle_count();
            ++at_;
            return *this;
        }
        iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        [[nodiscard]] friend bool operator==(const iterator& a, const iterator& b) noexcept { return a.at_ == b.at_; }
        [[nodiscard]] friend bool operator==(const iterator& a, end_of_range end) noexcept { return a.at_ == end; }

    private:
        friend class repaired_segments;
        explicit iterator(const repaired_segments& all) noexcept
            : at_(all.segments_.begin()), are_consecutive_(all.are_consecutive_) {}

        sequence<segment>::iterator at_;
        std::uint32_t next_ = 0;
        bool are_consecutive_ = false;
    };

    constexpr repaired_segments() = default;
    template <class = when_used> explicit repaired_segments(const mesh& from) noexcept
        : segments_(from.segments()), are_consecutive_(true) {
        std::uint64_t total = 0;
        for (const segment& stored : segments_) {
            are_consecutive_ = are_consecutive_ && stored.primitive_type() == 2;
            differs_ = differs_ || stored.first_index() != total;
            total += 3 * std::uint64_t{stored.triangle_count()};
        }
        are_consecutive_ = are_consecutive_ && total == from.indices().size();
        differs_ = differs_ && are_consecutive_;
    }

    [[nodiscard]] bool differ() const noexcept { return differs_; } // whether a first index was corrected
    [[nodiscard]] std::uint32_t size() const noexcept { return segments_.size(); }
    [[nodiscard]] bool empty() const noexcept { return segments_.empty(); }
    [[nodiscard]] iterator begin() const noexcept { return iterator{*this}; }
    [[nodiscard]] end_of_range end() const noexcept { return {}; }

private:
    sequence<segment> segments_;
    bool are_consecutive_ = false;
    bool differs_ = false;
};

} // namespace effigy::inline v0::grimrock
