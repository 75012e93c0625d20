// The sharp edges of a level after its points and faces changed.
#pragma once

#include <effigy/p3d/apply/draft.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// An edge between points that both became several is an edge between those of a face.
template <class = when_used> class sharp_edges {
    using key = std::pair<std::uint32_t, std::uint32_t>;

public:
    // `numbers`: for each old point, the first point of the draft that comes from it, or npos.
    sharp_edges(const level_draft& draft, const pool<std::uint32_t>& numbers, std::pmr::memory_resource* memory)
        : draft_(draft), numbers_(numbers), all_(memory), sharp_(memory), known_(memory) {}

    [[nodiscard]] pool<edge> made_of(const array<edge>& old) {
        const bool has_copies = draft_.points.size() > numbers_.size() || has_copy();
        for (const edge& each : old) {
            const std::uint32_t a = each.point[0], b = each.point[1];
            const bool exists = a < numbers_.size() && b < numbers_.size();
            if (exists && numbers_[a] != npos && numbers_[b] != npos) {
                all_.push_back({{u32<>::of(numbers_[a]), u32<>::of(numbers_[b])}});
                if (has_copies && !sharp_.contains(key_of(a, b))) {
                    sharp_.add(key_of(a, b), 0);
                }
            } else if (!exists) {
                all_.push_back(each);
            }
        }
        for (std::size_t i = has_copies ? 0 : draft_.faces.size(); i < draft_.faces.size(); ++i) {
            const std::span<const owned_corner> corners = draft_.faces[i].value.corners();
            for (std::size_t k = 0; k < corners.size(); ++k) {
                add_copy(corners[k].point, corners[(k + 1) % corners.size()].point);
            }
        }
        return std::move(all_);
    }

private:
    [[nodiscard]] static key key_of(std::uint32_t a, std::uint32_t b) noexcept { return a < b ? key{a, b} : key{b, a}; }
    void add_copy(std::uint32_t a, std::uint32_t b) {
        if (a >= draft_.points.size() || b >= draft_.points.size()) {
            return;
        }
        const std::uint32_t from_a = draft_.points[a].from, from_b = draft_.points[b].from;
        if (from_a == npos || from_b == npos || (numbers_[from_a] == a && numbers_[from_b] == b)) {
            return;
        }
        const key now = key_of(a, b);
        if (sharp_.contains(key_of(from_a, from_b)) && !known_.contains(now)) {
            known_.add(now, 0);
            all_.push_back({{u32<>::of(now.first), u32<>::of(now.second)}});
        }
    }
    [[nodiscard]] bool has_copy() const noexcept {
        for (std::uint32_t i = 0; i < draft_.points.size(); ++i) {
            if (draft_.points[i].from != npos && numbers_[draft_.points[i].from] != i) {
                return true;
            }
        }
        return false;
    }

    const level_draft& draft_;
    const pool<std::uint32_t>& numbers_;
    pool<edge> all_;
    numbers_by_key<key> sharp_, known_; // of old edges; of copies
};

}}}} // namespace effigy::v0::p3d::impl
