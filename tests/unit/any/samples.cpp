#include "every_sample.hpp" // fixtures.cmake makes it

#include <effigy/any.hpp>
#include <effigy/file.hpp>

#include <doctest/doctest.h>

#include <algorithm>

TEST_CASE("samples: the files in examples/models are those that effigy_samples writes") {
    for (const samples::sample& sample : samples::all()) {
        CAPTURE(sample.name);
        const auto stored = effigy::file::open(EFFIGY_SOURCE_DIR "/examples/models/" + sample.name);
        REQUIRE(stored);
        CHECK(std::ranges::equal(stored->bytes(), sample.file.span()));
        const bool has_only_keys = sample.name.ends_with(".anim"); // such a file has no signature
        CHECK(static_cast<bool>(effigy::visit(sample.file.span(), [](const auto&) {})) == has_only_keys);
    }
}
