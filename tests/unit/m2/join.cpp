// Finding the files beside a model, and opening it with them.
#include "m2/opened.hpp"

#include <effigy/load_scene.hpp>
#include <effigy/m2/join.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>

namespace {

using namespace effigy;
using fixtures::m2::written;

// The files of a model, by name.
std::map<std::string, std::span<const std::byte>> by_name(const written& all, const std::string& stem) {
    std::map<std::string, std::span<const std::byte>> out;
    for (const fixtures::m2::companion_file& one : all.companions) {
        const bool has_name = one.kind != fixtures::m2::companion_kind::parent_skeleton;
        out.emplace(has_name ? stem + suffix_of(one) : "901.skel", one.file.span());
    }
    return out;
}
m2::joined_companions joined(const written& all, const std::map<std::string, std::span<const std::byte>>& files,
                             std::multiset<std::string>* asked = nullptr) {
    return m2::find_companions(all.file.span(), [&](const m2::wanted_companion& one) -> std::optional<borrowed_bytes> {
        const std::string name = name_of(one, "x");
        const std::string known = name.empty() ? id_name_of(one) : name;
        if (asked != nullptr) {
            asked->insert(known);
        }
        const auto found = files.find(known);
        return found != files.end() ? std::optional{borrowed_bytes{found->second}} : std::nullopt;
    });
}

} // namespace

TEST_CASE("m2 join: finds all companions, those that a skeleton names too, and asks for each once") {
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        const written all = write_all(described);
        const auto files = by_name(all, "x");
        std::multiset<std::string> asked;
        const m2::joined_companions found = joined(all, files, &asked);
        CHECK(found.missing.empty());
        CHECK(found.table.size() == files.size());
        CHECK(std::ranges::is_sorted(found.table, m2::comes_before));
        CHECK(asked.size() == files.size());
        const auto model = m2::open(all.file.span(), found.table);
        REQUIRE(model);
        CHECK(*to_scene(*model) == *to_scene(fixtures::m2::opened{described}.model));
    }
}

TEST_CASE("m2 join: what is missing is listed, and what a missing skeleton names is unknown") {
    const written all = write_all(fixtures::m2::small_with_parent());
    const auto files = by_name(all, "x");
    for (const auto& left_out : files) {
        auto rest = files;
        rest.erase(left_out.first);
        const m2::joined_companions found = joined(all, rest);
        REQUIRE(!found.missing.empty());
        const std::string name = name_of(found.missing.front(), "x");
        CHECK((name.empty() ? id_name_of(found.missing.front()) : name) == left_out.first);
        CHECK(m2::open(all.file.span(), found.table));
    }
    const m2::joined_companions none = joined(all, {});
    CHECK(none.table.empty());
    CHECK(none.missing.size() == 2); // the .skel names the animations, and its parent
}

TEST_CASE("m2 join: files that cannot be opened end the search; open() says why") {
    CHECK(joined({{fixtures::m2::byte_builder{}.text("no model"), {}}, {}}, {}).missing.empty());
    const written all = write_all(fixtures::m2::small_with_skeleton());
    auto files = by_name(all, "x");
    files["x.skel"] = files["x.skel"].first(6);
    const m2::joined_companions found = joined(all, files);
    CHECK(found.table.size() == 1);
    CHECK(m2::open(all.file.span(), found.table).error());
}

TEST_CASE("m2 join: names of files") {
    using kind = m2::companion_kind;
    CHECK(m2::name_of(m2::wanted_companion{kind::animation_file, 4, 1, 9}, "wolf") == "wolf0004-01.anim");
    CHECK(m2::name_of(m2::wanted_companion{kind::parent_skeleton_file, 0, 0, 9}, "wolf").empty());
    CHECK(m2::id_name_of(m2::wanted_companion{kind::skin_file, 0, 0, 1000001}) == "1000001.skin");
    CHECK(m2::id_name_of(m2::wanted_companion{kind::animation_file, 4, 1, 9}) == "9.anim");
    CHECK(m2::id_name_of(m2::wanted_companion{kind::skeleton_file, 0, 0, 8}) == "8.skel");
    CHECK(m2::id_name_of(m2::wanted_companion{kind::parent_skeleton_file, 0, 0, 7}) == "7.skel");
    CHECK(m2::id_name_of(m2::wanted_companion{kind::skin_file, 0, 0, 0}).empty());
}

#if defined(__cpp_lib_filesystem)
namespace {

// A folder with files.
class folder {
public:
    folder() { std::filesystem::create_directories(path_); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    ~folder() { std::filesystem::remove_all(path_); }

    void put(const std::string& name, std::span<const std::byte> bytes) const {
        std::FILE* const file = std::fopen((path_ / name).string().c_str(), "wb");
        REQUIRE(file != nullptr);
        CHECK(std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size());
        CHECK(std::fclose(file) == 0);
    }
    void remove(const std::string& name) const { std::filesystem::remove(path_ / name); }
    [[nodiscard]] std::filesystem::path operator/(const char* name) const { return path_ / name; }

private:
    static std::filesystem::path unused() {
        static const int unique = 0; // its address differs from process to process
        const auto number = std::hash<const void*>{}(&unique);
        return std::filesystem::temp_directory_path() / ("effigy_join_" + std::to_string(number));
    }

    std::filesystem::path path_ = unused();
};

} // namespace

TEST_CASE("m2 load: a model with the files beside it, by name in any case and by FileDataID") {
    const fixtures::m2::model described = fixtures::m2::small_with_parent();
    const written all = write_all(described);
    const scene expected = *to_scene(fixtures::m2::opened{described}.model);
    for (const std::string& stem : {std::string{"WOLF"}, std::string{"wolf"}}) {
        const folder in;
        in.put("wolf.m2", all.file.span());
        for (const auto& [name, bytes] : by_name(all, stem)) {
            in.put(name, bytes);
        }
        auto loaded = m2::load(in / "wolf.m2");
        REQUIRE(loaded);
        CHECK(loaded->missing().empty());
        const m2::loaded_model moved = *std::move(loaded);
        CHECK(*to_scene(*moved) == expected);
        CHECK(*load_scene(in / "wolf.m2") == expected);
    }
    const folder in;
    in.put("1000000.m2", all.file.span());
    for (const fixtures::m2::companion_file& one : all.companions) {
        const std::array<std::uint32_t, 4> first{1010, 1020, 900, 901}; // FileDataIDs of the fixture
        const auto kind = static_cast<m2::companion_kind>(one.kind);
        const m2::wanted_companion wanted{kind, one.id, one.variation, first[static_cast<std::size_t>(kind)]};
        in.put(m2::id_name_of(wanted), one.file.span());
    }
    CHECK(*load_scene(in / "1000000.m2") == expected);
}

TEST_CASE("m2 load: what is missing, and files that cannot be opened") {
    const written all = write_all(fixtures::m2::small(264));
    const folder in;
    in.put("wolf.m2", all.file.span());
    const auto alone = m2::load(in / "wolf.m2");
    REQUIRE(alone);
    CHECK(alone->missing().size() == all.companions.size());
    CHECK(alone->missing().front() == "wolf00.skin");
    CHECK((*alone)->skin_profiles().empty());
    in.put("wolf00.skin", all.companions.front().file.span().first(6));
    CHECK(m2::load(in / "wolf.m2").error().code == errc::truncated);
    in.remove("wolf00.skin");
    std::filesystem::create_directory(in / "wolf00.skin");
    CHECK(m2::load(in / "wolf.m2").error().code == errc::io);
    CHECK(m2::load(in / "bear.m2").error().code == errc::io);
    CHECK(load_scene(in / "bear.m2").error().code == errc::io);
}
#else
TEST_CASE("m2 load: a model with the files beside it, by name in any case and by FileDataID" * doctest::skip() *
          doctest::description("needs a file system")) {}
TEST_CASE("m2 load: what is missing, and files that cannot be opened" * doctest::skip() *
          doctest::description("needs a file system")) {}
#endif
