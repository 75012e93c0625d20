#include "gltf/fixtures.hpp"
#include "gltf_read/expected.hpp"

#include <gltf/read.hpp>

#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace {

using effigy::scene;

// Without a remark.
scene read_back(const scene& from, const effigy::gltf_options& options = {}) {
    const auto file = effigy::to_glb(from, options);
    REQUIRE(file);
    const auto out = gltf_files::read(std::span{*file}, {}, [](const effigy::remark& each) {
        const std::string line = std::string{each.part} + ' ' + std::string{each.name} + ": " + std::string{each.what};
        FAIL_CHECK(line);
    });
    CHECK(to_string(out.error()) == "no error");
    return out ? *out : scene{};
}

} // namespace

TEST_CASE("gltf_read: what effigy writes is read back") {
    for (const scene& each :
         {gltf::triangle(), gltf::everything(), gltf::large_mesh(), gltf::without_data(), scene{}}) {
        CHECK(gltf_read::difference(read_back(each), gltf_read::as_written(each)) == "");
    }
}
