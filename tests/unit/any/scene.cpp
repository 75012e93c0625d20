#include "grimrock/fixtures.hpp"
#include "m2/opened.hpp"
#include "nwn/fixtures.hpp"
#include "p3d/fixtures.hpp"
#include "support/counting_memory.hpp"

#include <effigy/any_scene.hpp>
#include <effigy/gltf.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;

// Returns the GLB of the scene that `make` creates from a file.
template <class Make> [[nodiscard]] file_bytes glb_of(const Make& make) {
    const result<scene> made = make();
    REQUIRE(made);
    auto out = to_glb(*made);
    REQUIRE(out);
    return *std::move(out);
}

[[nodiscard]] byte_builder p3d_file() {
    return fixtures::p3d::write(fixtures::p3d::model{.lods = {fixtures::p3d::triangle(1)}});
}

} // namespace

TEST_CASE("to_scene of any model: the same as to_scene of its format") {
    const byte_builder grimrock_file = fixtures::write(fixtures::everything(2), 2);
    const byte_builder shinobi_file = fixtures::write(fixtures::everything(4), 4);
    const byte_builder nwn_file = fixtures::nwn::write(fixtures::nwn::bioware());
    const byte_builder m2_file = fixtures::m2::write(fixtures::m2::model{});
    const byte_builder p3d = p3d_file();
    const auto as_any = [](const byte_builder& file) { return glb_of([&] { return to_scene(file.span()); }); };
    CHECK(as_any(grimrock_file) == glb_of([&] { return to_scene(*grimrock::open(grimrock_file.span())); }));
    CHECK(as_any(shinobi_file) == glb_of([&] { return to_scene(*grimrock::open(shinobi_file.span())); }));
    CHECK(as_any(nwn_file) == glb_of([&] { return to_scene(*nwn::open(nwn_file.span())); }));
    CHECK(as_any(m2_file) == glb_of([&] { return to_scene(*m2::open(m2_file.span())); }));
    CHECK(as_any(p3d) == glb_of([&] { return to_scene(*p3d::open(p3d.span())); }));
}

TEST_CASE("to_scene of any model: uses the caller's memory only") {
    const byte_builder file = p3d_file();
    support::counting_memory memory;
    {
        const result<scene> made = to_scene(file.span(), &memory);
        CHECK(made);
        CHECK(memory.taken() > 0);
    }
    CHECK(memory.taken() == 0);
}

TEST_CASE("to_scene of any model: a World of Warcraft model whose mesh is in another file") {
    for (const fixtures::m2::model& one : fixtures::m2::every_small()) {
        const byte_builder file = fixtures::m2::write(one);
        const bool lacks_mesh = one.version >= 264; // its .skin
        const auto made = to_scene(file.span());
        CHECK(made.has_value() == !lacks_mesh);
        CHECK(made.error().code == (lacks_mesh ? errc::unsupported : errc::none));
    }
}

TEST_CASE("to_scene of any model: errors") {
    CHECK(to_scene(fixtures::write(fixtures::moves(), 2).span()).error().code == errc::unsupported);
    CHECK(to_scene(fixtures::p3d::write(fixtures::p3d::moves()).span()).error().code == errc::unsupported);
    CHECK(to_scene(byte_builder{}.text("ZZZZ").span()).error().code == errc::bad_magic);
    const byte_builder whole = p3d_file();
    CHECK(to_scene(whole.span().first(whole.size() / 2)).error().code == errc::truncated);
}
