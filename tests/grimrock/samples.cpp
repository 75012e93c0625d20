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
        const bool is_keys_alone = one.name.ends_with(".anim"); // nothing in it tells what it is
        CHECK(static_cast<bool>(effigy::visit(one.file.span(), [](const auto&) {})) == is_keys_alone);
    }
}
