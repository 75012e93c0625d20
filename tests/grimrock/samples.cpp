#include "samples/samples.hpp"

#include <effigy/any.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

TEST_CASE("samples: examples/models holds what effigy_samples writes") {
    for (const samples::sample& one : samples::all()) {
        CAPTURE(one.name);
        std::ifstream in{EFFIGY_SOURCE_DIR "/examples/models/" + one.name, std::ios::binary};
        REQUIRE(in);
        const std::vector<char> stored{std::istreambuf_iterator<char>{in}, {}};
        REQUIRE(stored.size() == one.file.size());
        CHECK(std::equal(stored.begin(), stored.end(), one.file.span().begin(),
                         [](char a, std::byte b) { return static_cast<std::byte>(a) == b; }));
        CHECK(effigy::visit(one.file.span(), [](const auto&) {}).code == effigy::errc::none);
    }
}
