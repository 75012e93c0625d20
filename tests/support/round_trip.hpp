// Tests that every writer must pass: a file is written back byte for byte, and any edit of a model either has an error
// or gives a file that is read back as the edited model.
#pragma once

#include "support/random_edits.hpp"

#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace support {

// Decodes an opened file and encodes it again. `canonical`: also without a layout.
template <class Opened> void check_round_trip(std::span<const std::byte> file, const Opened& opened, bool canonical) {
    REQUIRE(opened);
    effigy::layout where;
    const auto own = decode(*opened, &where);
    REQUIRE(own);
    const auto again = encode(*own, where);
    INFO(effigy::to_string(again.error()));
    REQUIRE(again);
    CHECK(same_bytes(*again, file));
    const auto plain = encode(*own);
    INFO(effigy::to_string(plain.error()));
    REQUIRE(plain);
    CHECK((!canonical || same_bytes(*plain, file)));
}

template <class Model, class Open, class Same = std::equal_to<>>
void check_random_edits(const Model& original, const effigy::layout& where, const Open& open, std::size_t edits,
                        const Same& same = {}) {
    std::size_t written = 0;
    for (std::size_t seed = 0; seed < edits; ++seed) {
        CAPTURE(seed);
        CHECK(std::string_view{try_edits(original, where, open, seed, written, same)} == "");
    }
    CHECK(written > edits / 20);
}

} // namespace support
