// The bytes of a file that belong to a structure.
#pragma once

#include "space.hpp"

#include <effigy/m2/regions.hpp>

namespace facts::m2 {

// The coverage of a file or of a part of it. Zero bytes shorter than the alignment are padding, not a gap. `of`: the
// arguments of regions().
template <class... Of> [[nodiscard]] json coverage_facts(effigy::byte_view part, const Of&... of) {
    constexpr std::size_t most_gaps = 8;
    constexpr std::uint64_t alignment = 16;
    effigy::coverage all;
    std::uint64_t padding = 0, zero = 0, unclaimed = 0; // bytes
    json gaps = json::array();                          // the first ones, without padding
    format::regions(of..., [&](const effigy::region& one) {
        const std::uint64_t at = one.offset() - part.base();
        if (one.offset() < part.base() || !part.fits(at, one.length)) {
            return;
        }
        all.add(one);
        if (one.role != effigy::role::gap) {
            return;
        }
        const bool has_zeros = is_zero(part.bytes_at(at, one.length));
        const bool is_padding = has_zeros && one.length < alignment;
        (is_padding ? padding : has_zeros ? zero : unclaimed) += one.length;
        if (!is_padding && gaps.size() < most_gaps) {
            gaps.push_back(json::array({at, one.length}));
        }
    });
    return {{"bytes", all.bytes}, {"claimed", all.claimed}, {"gaps", gaps},          {"overlap", all.overlap},
            {"padding", padding}, {"zero", zero},           {"unclaimed", unclaimed}};
}

} // namespace facts::m2
