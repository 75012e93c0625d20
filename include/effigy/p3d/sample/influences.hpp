// The weights with which bones move points, as the engine takes them from selections.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/text.hpp>
#include <effigy/p3d/view/animation.hpp>
#include <effigy/p3d/view/lod.hpp>
#include <effigy/p3d/view/selected.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

inline constexpr std::uint32_t most_bones = 1000; // of an animation (engine)

// The bones of a point: at most four. A further one replaces the least, if its weight is larger. The engine does so in
// the order of its skeleton's bones, which a single animation does not tell, and never replaces the first.
class influences {
public:
    static constexpr std::size_t most = 4;

    constexpr void add(std::uint16_t bone, float weight) noexcept {
        std::size_t place = count_;
        if (count_ == most) {
            place = 0;
            for (std::size_t i = 1; i < most; ++i) {
                place = weights_[i] < weights_[place] ? i : place;
            }
            if (!(weights_[place] < weight)) {
                return;
            }
        } else {
            ++count_;
        }
        bones_[place] = bone;
        weights_[place] = weight;
    }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr std::uint16_t bone(std::size_t i) const noexcept { return bones_[i]; }
    // The share of a bone: its weight, divided by the sum of all (engine). A single bone has all, whatever its weight.
    template <real Real> [[nodiscard]] constexpr Real share(std::size_t i) const noexcept {
        Real sum = 0;
        for (std::size_t k = 0; k < count_; ++k) {
            sum += static_cast<Real>(weights_[k]);
        }
        return static_cast<Real>(weights_[i]) / sum;
    }
    // Returns the place of a bone; size() if it is not one of them.
    [[nodiscard]] constexpr std::size_t find(std::uint16_t bone) const noexcept {
        std::size_t i = 0;
        while (i < count_ && bones_[i] != bone) {
            ++i;
        }
        return i;
    }

private:
    float weights_[most]{};
    std::uint16_t bones_[most]{};
    std::uint8_t count_ = 0;
};

// The bones of an animation sorted by name, for fast look-up of many names. Contains only the first 1,000 bones: the
// engine refuses animations with more, 1,000 bones fit on the stack, and the time to sort them is limited.
class bones_by_name {
public:
    explicit bones_by_name(const bone_list& bones) noexcept
        : bones_(bones), count_(bones.size() < most_bones ? bones.size() : most_bones) {
        for (std::size_t i = 0; i < count_; ++i) {
            order_[i] = static_cast<std::uint16_t>(i);
        }
        const auto less = [this](std::size_t a, std::size_t b) {
            const int names = compare_any_case(name(a), name(b));
            return names < 0 || (names == 0 && order_[a] < order_[b]);
        };
        heap_sort(count_, less, [this](std::size_t a, std::size_t b) { std::swap(order_[a], order_[b]); });
    }

    // Returns the bone of this name, the first in the file if names are equal; an empty bone if there is none.
    [[nodiscard]] bone find(std::string_view wanted) const noexcept {
        std::size_t low = 0;
        for (std::size_t high = count_; low < high;) {
            const std::size_t middle = low + (high - low) / 2;
            if (compare_any_case(name(middle), wanted) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < count_ && compare_any_case(name(low), wanted) == 0 ? bones_.at(order_[low]) : bone{};
    }

private:
    [[nodiscard]] std::string_view name(std::size_t i) const noexcept { return bones_.at(order_[i]).name(); }

    bone_list bones_;
    std::size_t count_;
    std::uint16_t order_[most_bones]{};
};

// The selections of a level that have the names of an animation's bones. Of those with one name, the first (engine).
class moving_selections {
public:
    moving_selections(const lod& level, const bone_list& bones) noexcept {
        const bones_by_name known{bones};
        bool is_taken[most_bones]{};
        for (const p3d::selection& part : level.selections()) {
            const bone found = known.find(part.name());
            if (found && !is_taken[found.index()]) {
                is_taken[found.index()] = true;
                bones_[count_] = static_cast<std::uint16_t>(found.index());
                bytes_[count_++] = part.point_bytes();
            }
        }
    }

    // Calls visit(bone, bytes) for each selection, with the bytes of points `first` to `first + count`.
    template <class Visit> void for_each(std::size_t first, std::size_t count, const Visit& visit) const {
        for (std::size_t i = 0; i < count_; ++i) {
            visit(bones_[i], bytes_[i].part(first, count));
        }
    }

private:
    array<u8> bytes_[most_bones];
    std::uint16_t bones_[most_bones];
    std::size_t count_ = 0;
};

}}}} // namespace effigy::v0::p3d::impl
