// Segments with correct first indices.
#pragma once

#include <effigy/grimrock/view/mesh.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

namespace impl {
using namespace effigy::impl;

// The walk through segments. If they are consecutive, it counts the first indices.
class segment_walk {
public:
    constexpr segment_walk() = default;
    segment_walk(const sequence<segment>& stored, bool are_consecutive) noexcept
        : at_(stored.begin()), are_consecutive_(are_consecutive) {}

    [[nodiscard]] explicit operator bool() const noexcept { return at_ != end_of_range{}; }
    [[nodiscard]] const sequence<segment>::iterator& position() const noexcept { return at_; }
    [[nodiscard]] segment get() const noexcept {
        const segment stored = *at_;
        return are_consecutive_ ? access::make<segment>(stored, next_) : stored;
    }
    void advance() noexcept {
        next_ += 3 * at_->triangle_count();
        ++at_;
    }

private:
    sequence<segment>::iterator at_;
    std::uint32_t next_ = 0;
    bool are_consecutive_ = false;
};

} // namespace impl

// The segments of a mesh with corrected first indices; record() of a segment has the stored numbers.
// One exporter wrote 3 * k * count[k - 1] as the first index of segment k (35 meshes: measured). If all segments are
// triangle lists and their counts add up to the whole index list (1,420 of 1,420 meshes: measured), each segment begins
// where the one before it ends. In other meshes the stored first indices stay.
class repaired_segments {
public:
    using borrows_file = void;
    using value_type = segment;
    using iterator = walk_iterator<impl::segment_walk>;

    constexpr repaired_segments() = default;
    template <class = when_used> explicit repaired_segments(const mesh& from) noexcept
        : segments_(from.segments()), are_consecutive_(true) {
        std::uint64_t total = 0;
        for (const segment& stored : segments_) {
            are_consecutive_ = are_consecutive_ && stored.primitive_type() == triangle_list;
            differs_ = differs_ || stored.first_index() != total;
            total += 3 * std::uint64_t{stored.triangle_count()};
        }
        are_consecutive_ = are_consecutive_ && total == from.indices().size();
        differs_ = differs_ && are_consecutive_;
    }

    [[nodiscard]] bool differ() const noexcept { return differs_; } // whether a first index was corrected
    [[nodiscard]] std::uint32_t size() const noexcept { return segments_.size(); }
    [[nodiscard]] bool empty() const noexcept { return segments_.empty(); }
    [[nodiscard]] iterator begin() const noexcept { return iterator{{segments_, are_consecutive_}}; }
    [[nodiscard]] end_of_range end() const noexcept { return {}; }

private:
    sequence<segment> segments_;
    bool are_consecutive_ = false;
    bool differs_ = false;
};

}}} // namespace effigy::v0::grimrock
