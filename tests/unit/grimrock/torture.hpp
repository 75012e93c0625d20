// Tortures of the readers of the Grimrock and Shinobi engines.
#pragma once

#include "grimrock/walk.hpp"
#include "support/torture.hpp"

namespace walk {

// Corrupts a file before and after it is opened. Its regions must always cover it.
template <class Open> void torture(const char* name, const support::byte_builder& file, const Open& open) {
    const auto make = [&] { return file; };
    const auto digest_of_all = [](const auto& opened) {
        CHECK(tiled_by_regions(opened));
        return digest_of(opened);
    };
    support::standard_torture(name, make, [&](std::span<const std::byte> bytes) { return digest_of_all(open(bytes)); });
    support::torture_after_opening(name, make, open, digest_of_all);
}

} // namespace walk
