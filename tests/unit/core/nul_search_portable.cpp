// Tests the code for processors other than x86-64 in a second copy of the library. The copy has another inline
// namespace, so that one program can contain both.
#include "core/nul_pairs.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string_view>

#undef __x86_64__
#define v0 v0_portable
#include <effigy/core/impl/nul_search.hpp>

TEST_CASE("nul_search: finds the first two NULs without SSE2, too") {
    nul_pairs::check([](std::span<const std::byte> bytes) {
        const effigy::impl::nul_pair found = effigy::impl::find_nul_pair(bytes);
        return nul_pairs::pair{found.first, found.second, found.found};
    });
}
