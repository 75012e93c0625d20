// Sorting in the caller's memory: no allocation, no recursion, O(n log n) in the worst case.
#pragma once

#include <effigy/core/language.hpp>

#include <cstddef>

namespace effigy::inline v0::impl {

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

} // namespace effigy::inline v0::impl
