// Sorting in the caller's memory: no allocation, no recursion, O(n log n) in the worst case. Searching what is sorted.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <cstddef>
#include <utility>

namespace effigy { inline namespace v0 { namespace impl {

// Sorts the elements 0 .. count - 1, which less(i, j) compares and swap(i, j) exchanges.
template <class Less, class Swap> constexpr void heap_sort(std::size_t count, const Less& less, const Swap& swap) {
    const auto sift_down = [&](std::size_t root, std::size_t end) {
        for (std::size_t child = 2 * root + 1; child < end; child = 2 * root + 1) {
            if (child + 1 < end && less(child, child + 1)) {
                ++child;
            }
            if (!less(root, child)) {
                return;
            }
            swap(root, child);
            root = child;
        }
    };
    for (std::size_t root = count / 2; root > 0; --root) {
        sift_down(root - 1, count);
    }
    for (std::size_t end = count; end > 1; --end) {
        swap(0, end - 1);
        sift_down(0, end - 1);
    }
}
inline constexpr auto ascending = [](const auto& a, const auto& b) { return a < b; };

// Sorts a list by less(element, element).
template <class List, class Less = decltype(ascending)> void heap_sort(List& all, const Less& less = ascending) {
    heap_sort(
        all.size(), [&](std::size_t i, std::size_t k) { return less(all[i], all[k]); },
        [&](std::size_t i, std::size_t k) { std::swap(all[i], all[k]); });
}

// Returns the number of elements of a sorted list for which is_before(element) is true, which is the index of the first
// element for which it is false.
template <class List, class Predicate>
[[nodiscard]] std::size_t count_before(const List& sorted, const Predicate& is_before) {
    std::size_t begin = 0;
    for (std::size_t end = sorted.size(); begin != end;) {
        const std::size_t middle = begin + (end - begin) / 2;
        if (is_before(sorted[middle])) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

}}} // namespace effigy::v0::impl
