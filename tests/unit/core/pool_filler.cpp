#include <effigy/owned/pools.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

using namespace effigy;

// A range with any size() but without elements.
struct long_text {
    using value_type = char;

    std::uint64_t length;

    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(length); }
    [[nodiscard]] std::span<const char> packed() const { return {}; }
    [[nodiscard]] const char* at(std::size_t) const { return nullptr; }
};

struct texts : owned_pools<char> {
    pool_slice<char> letters;

    texts() : texts(std::pmr::get_default_resource()) {}
    explicit texts(std::pmr::memory_resource* memory) : owned_pools<char>(memory) {}
};

class text_filler : impl::pool_filler<texts> {
public:
    text_filler() : pool_filler(std::pmr::null_memory_resource()) {}

    [[nodiscard]] error refusal_of(std::uint64_t length) {
        return fill("texts", std::numeric_limits<std::uint64_t>::max(),
                    [&] { made.letters = put_all<char>(long_text{length}); })
            .error();
    }
};

} // namespace

TEST_CASE("pool_filler: more elements of a type than lists can address are an error") {
    if constexpr (sizeof(std::size_t) > 4) {
        const error why = text_filler{}.refusal_of(0x1'0000'0000);
        CHECK(why.code == errc::budget);
        CHECK(std::string_view{why.path} == "texts");
        CHECK(why.need == 0xFFFF'FFFF);
        CHECK(why.found == 0x1'0000'0000);
#if defined(__cpp_exceptions)
        CHECK_THROWS(
            static_cast<void>(text_filler{}.refusal_of(0xFFFF'FFFF))); // the count is accepted; the allocation fails
#endif
    }
}
