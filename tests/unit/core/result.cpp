#include <effigy/core/result.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;

constexpr error broken{{"here", 7}, errc::bad_value, 0, 3, "less"};

constexpr result<int> sound = 5;
static_assert(sound && sound.has_value() && *sound == 5 && sound.error().code == errc::none);

constexpr result<int> refused = broken;
static_assert(!refused && refused.error().offset == 7 && refused.error().found == 3);

constexpr location outermost = location{"a[].b[].c[].d[]"}.within(4).within(3).within(2).within(1);
static_assert(outermost.depth == 3 && outermost.index[0] == 1 && outermost.index[1] == 2 && outermost.index[2] == 3);

} // namespace

TEST_CASE("result: a value or an error") {
    struct pair {
        int first = 0, second = 0;
    };
    result<pair> both = pair{1, 2};
    CHECK(both->second == 2);
    both->second = 3;
    CHECK((*both).second == 3);
    CHECK((*result<pair>{pair{4, 5}}).first == 4);
    if (const result<pair> none = broken) {
        FAIL("an error is false");
    } else {
        CHECK(none.error().code == errc::bad_value);
    }
}
