// Scenes of files on the disk.
#include "grimrock/fixtures.hpp"
#include "m2/opened.hpp"
#include "p3d/fixtures.hpp"
#include "support/temporary_directory.hpp"
#include "support/write_file.hpp"

#include <effigy/load_scene.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#if defined(__cpp_lib_filesystem)

#include <cerrno>
#include <utility>

namespace {

using namespace effigy;
using support::byte_builder;

std::filesystem::path put(const support::temporary_directory& folder, const std::string& name,
                          const byte_builder& file) {
    std::filesystem::path out = folder.path() / name;
    REQUIRE(support::write_file(out.string(), file.span()));
    return out;
}

} // namespace

TEST_CASE("load_scene: the same as to_scene() of the file and of those beside it") {
    const support::temporary_directory folder;
    const byte_builder grimrock_file = fixtures::write(fixtures::everything(2), 2);
    const byte_builder p3d_file = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::triangle(1)}});
    CHECK(load_scene(put(folder, "a.model", grimrock_file)).value() == to_scene(grimrock_file.span()).value());
    CHECK(load_scene(put(folder, "a.p3d", p3d_file)).value() == to_scene(p3d_file.span()).value());

    const fixtures::m2::opened imp{fixtures::m2::small(264)};
    const std::filesystem::path path = put(folder, "imp.m2", imp.files.file);
    CHECK(load_scene(path).value().meshes.empty()); // without its mesh
    for (const fixtures::m2::companion_file& each : imp.files.companions) {
        put(folder, "imp" + fixtures::m2::suffix_of(each), each.file);
    }
    const scene whole = load_scene(path).value();
    CHECK(whole == to_scene(imp.model).value());
    CHECK_FALSE(whole.meshes.empty());
}

TEST_CASE("load_scene: errors") {
    const support::temporary_directory folder;
    for (const auto& [path, call] : {std::pair{folder.path() / "none.m2", "open"}, {folder.path(), "read"}}) {
        const error why = load_scene(path).error();
        CHECK(why.code == errc::io);
        CHECK(why.need == 0);
#if !defined(_WIN32)
        CHECK(std::string_view{why.path} == call);
        CHECK(why.found == (path == folder.path() ? EISDIR : ENOENT));
#endif
    }
    const auto expect = [&](const byte_builder& file, const char* text) {
        CHECK(to_string(load_scene(put(folder, "a file", file)).error()) == text);
        CHECK(to_string(to_scene(file.span()).error()) == text);
    };
    expect(fixtures::write(fixtures::moves(), 2), "unsupported: not a model (an animation or a part of a model)");
    expect(byte_builder{}.text("ZZZZ"),
           "bad_magic: the file at offset 0: expected a model of a format that effigy knows, found \"ZZZZ\"");
    expect(byte_builder{}.text("ZZZ"),
           "truncated: the file is cut off or damaged: the file at offset 0: expected 4 bytes, found 3");
    expect(byte_builder{}, "unsupported: empty file (nothing to read)");
    CHECK(to_string(to_scene(fixtures::m2::write(fixtures::m2::small(264)).span()).error()) ==
          "unsupported: World of Warcraft model without its .skin (load_scene() and m2::load() open the files beside "
          "it)");
}

#else

TEST_CASE("load_scene: the same as to_scene() of the file and of those beside it" * doctest::skip() *
          doctest::description("needs <filesystem>")) {}
TEST_CASE("load_scene: errors" * doctest::skip() * doctest::description("needs <filesystem>")) {}

#endif
