// The branch for other processors than x86-64, as a second copy of the library: its inline namespace has another name,
// so that both can live in one program.
#include "core/nul_pairs.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string_view>

#undef __x86_64__
#define v0 v0_portable
#include <effigy/core/nul_search.hpp>

TEST_CASE("nul_search: finds the first two NULs without SSE2, too") {
    nul_pairs::compare([](std::span<const std::byte> bytes) {
        const effigy::impl::nul_pair found = effigy::impl::find_nul_pair(bytes);
        return nul_pairs::pair{found.first, found.second, found.found};
    });
}
