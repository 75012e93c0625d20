#include "gltf/fixtures.hpp"

#include <effigy/gltf.hpp>

#include <doctest/doctest.h>

namespace {

template <effigy::form Host> std::vector<std::byte> written_by(const effigy::impl::glb_plan<>& plan) {
    std::vector<std::byte> out;
    plan.write<Host>([&](std::span<const std::byte> part) { out.insert(out.end(), part.begin(), part.end()); });
    return out;
}

} // namespace

TEST_CASE("gltf: a big-endian host writes the same bytes") {
    for (const effigy::scene& each : {gltf::triangle(), gltf::everything(), gltf::large_mesh(), gltf::without_data()}) {
        const effigy::impl::glb_plan<> plan{each, {}};
        CHECK(written_by<effigy::form::native>(plan) == written_by<effigy::form::big>(plan));
    }
}
