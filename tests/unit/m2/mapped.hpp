// Checks that the regions of a file cover its bytes.
#pragma once

#include "support/digest.hpp"

#include <effigy/m2/regions.hpp>

namespace mapped {

// Checks all regions of a file, which `visit(sink)` passes to `sink`. Returns 0 if they are out of order, leave a byte
// out, or do not add up to the size of the file.
template <class Visit> [[nodiscard]] std::uint64_t digest_of_regions(std::uint64_t size, const Visit& visit) {
    support::digest out;
    effigy::coverage sums;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool is_whole = true;
    visit([&](const effigy::region& one) {
        is_whole = is_whole && one.length != 0 && one.offset() >= begin && one.offset() <= end &&
                   (one.role != effigy::role::gap || one.offset() == end);
        begin = one.offset();
        end = std::max(end, begin + one.length);
        sums.add(one);
        for (const std::uint64_t number : {begin, one.length, one.count, std::uint64_t{one.further_owners}}) {
            out.add(number);
        }
        out.add(std::string_view{one.where.path});
        out.add(std::string_view{one.type});
    });
    is_whole = is_whole && end == size && sums.bytes == end && sums.claimed + sums.gap == sums.bytes;
    return is_whole ? out.value() : 0;
}
// Checks a model or a companion.
template <class File> [[nodiscard]] std::uint64_t digest_of(const File& file) {
    return digest_of_regions(file.file().size(), [&](auto&& sink) { effigy::m2::regions(file, sink); });
}
// Checks the .anim of `size` bytes with the keys of an animation.
[[nodiscard]] inline std::uint64_t digest_of(const effigy::m2::model& model, std::uint32_t number, std::uint64_t size) {
    return digest_of_regions(size, [&](auto&& sink) { effigy::m2::regions(model, number, sink); });
}

} // namespace mapped
