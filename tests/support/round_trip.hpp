// Tests that every writer must pass: a file is written back byte for byte, and any edit of a model either has an error
// or gives a file that is read back as the edited model.
#pragma once

#include "support/inverted.hpp"
#include "support/random_edits.hpp"

#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace support {

// Decodes an opened file and encodes it again, into the file. `canonical`: also without it.
template <class Opened> void check_round_trip(std::span<const std::byte> file, const Opened& opened, bool canonical) {
    REQUIRE(opened);
    const auto own = decode(*opened);
    REQUIRE(own);
    const auto again = encode(*own, file);
    INFO(effigy::to_string(again.error()));
    REQUIRE(again);
    CHECK(again->kept_rest);
    CHECK(same_bytes(again->bytes, file));
    std::vector<std::byte> inverted{file.begin(), file.end()};
    invert_values(*opened, inverted);
    const auto into_other = encode(*own, std::span<const std::byte>{inverted});
    REQUIRE(into_other);
    CHECK(into_other->kept_rest);
    CHECK(same_bytes(into_other->bytes, file));
    const auto plain = encode(*own);
    INFO(effigy::to_string(plain.error()));
    REQUIRE(plain);
    CHECK((!canonical || same_bytes(*plain, file)));
}

template <class Model, class Open, class Same = std::equal_to<>>
void check_random_edits(const Model& original, std::span<const std::byte> file, const Open& open, std::size_t edits,
                        const Same& same = {}) {
    std::size_t written = 0;
    for (std::size_t seed = 0; seed < edits; ++seed) {
        CAPTURE(seed);
        CHECK(std::string_view{try_edits(original, file, open, seed, written, same)} == "");
    }
    CHECK(written > edits / 20);
}

} // namespace support
