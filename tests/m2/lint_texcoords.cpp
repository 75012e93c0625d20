#include "m2/odd.hpp"

#include <effigy/m2/lint.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <string>

TEST_CASE("m2 lint: texture coordinates that are not finite") {
    for (const std::size_t component : {0U, 1U, 2U, 3U}) {
        support::byte_builder file = fixtures::m2::odd::valid_file();
        const std::size_t texcoords_at = file.at("m2.vertices[1].normal") + 12;
        file.poke(texcoords_at + 4 * component, std::numeric_limits<float>::infinity());
        const auto opened = effigy::m2::open(file.span());
        REQUIRE(opened);
        std::string out;
        effigy::m2::lint(*opened, [&](const effigy::finding& found) { out += found.code; });
        CHECK(out == "uv-not-finite");
    }
}
