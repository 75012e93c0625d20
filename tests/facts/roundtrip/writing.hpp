// Writing a model or clip back.
#pragma once

#include "support/inverted.hpp"
#include "support/write_file.hpp"

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/grimrock/regions.hpp>
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/regions.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/p3d/regions.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <ostream>

namespace roundtrip {

// Whether two files differ only in bytes without meaning.
template <class View>
[[nodiscard]] bool same_values(const View& view, std::span<const std::byte> file, std::span<const std::byte> other) {
    if (file.size() != other.size()) {
        return false;
    }
    bool same = true;
    regions(view, [&](const effigy::region& part) {
        if (part.role != effigy::role::padding && part.role != effigy::role::garbage) {
            const std::size_t at = effigy::impl::to_size(part.offset()), length = effigy::impl::to_size(part.length);
            same = same && std::ranges::equal(file.subspan(at, length), other.subspan(at, length));
        }
    });
    return same;
}

// Written into the file itself, and into the file with other values, the bytes are the same.
struct writing_check {
    std::size_t files = 0;
    std::size_t same = 0;             // byte for byte, written into both
    std::size_t canonical = 0;        // byte for byte, without an original
    std::size_t canonical_values = 0; // the same but for padding and garbage

    template <class View> static constexpr bool applies_to =
        requires(const View& view, std::span<const std::byte> original) { encode(*decode(view), original); };

    // Returns what is wrong, or "". Writes the file in canonical order to `out`, unless it is empty.
    template <class View>
    std::string operator()(const View& view, std::span<const std::byte> file, const std::string& out) {
        ++files;
        const auto own = decode(view);
        const auto in_order = own ? encode(*own) : effigy::result<effigy::file_bytes>{own.error()};
        if (!in_order) {
            return to_string(in_order.error());
        }
        canonical += std::ranges::equal(file, *in_order) ? 1U : 0U;
        canonical_values += same_values(view, file, *in_order) ? 1U : 0U;
        if (!out.empty() && !support::write_file(out, std::span<const std::byte>{*in_order})) {
            return "cannot be written";
        }
        std::vector<std::byte> original{file.begin(), file.end()};
        for (const bool is_inverted : {false, true}) {
            if (is_inverted) {
                support::invert_values(view, original);
            }
            const auto again = encode(*own, std::span<const std::byte>{original});
            if (!again || !again->kept_rest || !std::ranges::equal(file, again->bytes)) {
                return is_inverted ? "other bytes, written into the file with other values" : "other bytes";
            }
        }
        ++same;
        return "";
    }

    friend std::ostream& operator<<(std::ostream& to, const writing_check& of) {
        return to << of.files << " files, " << of.same << " byte for byte; without an original " << of.canonical << ", "
                  << of.canonical_values << " but for padding and garbage";
    }
};

} // namespace roundtrip
