#include "core/nul_pairs.hpp"

#include <effigy/core/impl/nul_search.hpp>

TEST_CASE("nul_search: finds the first two NULs") {
    nul_pairs::check([](std::span<const std::byte> bytes) {
        const effigy::impl::nul_pair found = effigy::impl::find_nul_pair(bytes);
        return nul_pairs::pair{found.first, found.second, found.found};
    });
}
