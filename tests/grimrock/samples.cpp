#include "samples/samples.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>

#include <doctest/doctest.h>

#include <algorithm>

TEST_CASE("samples: examples/models holds what effigy_samples writes") {
    for (const samples::sample& one : samples::all()) {
        CAPTURE(one.name);
        const auto stored = effigy::file::open(EFFIGY_SOURCE_DIR "/examples/models/" + one.name);
        REQUIRE(stored);
        CHECK(std::ranges::equal(stored->bytes(), one.file.span()));
        CHECK_FALSE(effigy::visit(one.file.span(), [](const auto&) {}));
    }
}
