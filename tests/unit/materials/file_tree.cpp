#include <materials/file_tree.hpp>
#include <materials/texts.hpp>

#include "trees.hpp"

#include <doctest/doctest.h>

namespace {

using namespace materials;
using materials_test::tree_of;

std::vector<std::string> paths_of(std::span<const file_tree::file> entries) {
    std::vector<std::string> out;
    for (const file_tree::file& one : entries) {
        out.push_back(one.path);
    }
    return out;
}

} // namespace

TEST_CASE("textures: a name becomes a path below a folder") {
    CHECK(relative_path("a\\b/c.x") == "a/b/c.x");
    CHECK(relative_path("P:\\\\a//.\\b") == "a/b");
    CHECK(relative_path("/etc/x") == "etc/x");
    CHECK(relative_path("..a/b..") == "..a/b..");
    for (const std::string_view refused :
         {"", "/", "C:", "C:\\", "..", "../a", "a/../b", "a\\..\\b", "C:..\\a", "a/.."}) {
        CHECK_FALSE(relative_path(refused).has_value());
    }
}

TEST_CASE("textures: parts of paths") {
    CHECK(folder_of("a/b/c.x") == "a/b/");
    CHECK(folder_of("c.x").empty());
    CHECK(last_part("a/b/c.x") == "c.x");
    CHECK(extension_of("a.b/c.x.y") == ".y");
    CHECK(extension_of("a.b/c").empty());
    CHECK(with_extension("a.b/c.tga", ".dds") == "a.b/c.dds");
    CHECK(with_extension("a.b/c", ".dds") == "a.b/c.dds");
    CHECK(folders_above("a/b/c.x") == std::vector<std::string_view>{"a/b/", "a/", ""});
    CHECK(folders_above("") == std::vector<std::string_view>{""});
}

TEST_CASE("textures: the distance of two files") {
    CHECK(distance_between("a/b/c.x", "a/b/d.x") == distance{0, 0});
    CHECK(distance_between("a/b/c.x", "a/b/d/e.x") == distance{0, 1});
    CHECK(distance_between("a/bc/c.x", "a/bd/e/f.x") == distance{1, 2});
    CHECK(distance_between("", "a/b") == distance{0, 1});
    CHECK(distance{0, 9} < distance{1, 0});
}

TEST_CASE("textures: a tree finds files in any case, first as written, then in the order of bytes") {
    const file_tree tree = tree_of({{"A/x.dds", ""}, {"a/X.dds", ""}, {"a/x.DDS", ""}, {"b", ""}});
    CHECK(tree.find("a/X.dds") == "a/X.dds");
    CHECK(tree.find("A\\X.DDS") == "A/x.dds");
    CHECK(tree.find("/b") == "b");
    CHECK(tree.find("a/x.dd").empty());
    CHECK(tree.find("a").empty());
    CHECK(tree.find("").empty());
    CHECK(tree.find(std::string_view{"b\0", 2}).empty());
    CHECK(tree.find("a/../b").empty());
}

TEST_CASE("textures: a tree lists files by the start of the path and by the last part") {
    const file_tree tree = tree_of({{"a/b/x", ""}, {"A/c", ""}, {"a-b/c", ""}, {"ab/C", ""}, {"c", ""}});
    CHECK(paths_of(tree.starting_with("A/")) == std::vector<std::string>{"a/b/x", "A/c"});
    CHECK(tree.starting_with("").size() == 5);
    CHECK(tree.starting_with("z").empty());
    CHECK(tree.named("C") == std::vector<std::string_view>{"A/c", "a-b/c", "ab/C", "c"});
    CHECK(tree.named("b").empty());
}

TEST_CASE("textures: a tree reads only its own files") {
    int reads = 0;
    const file_tree tree{{"a/x", "../y"}, [&reads](std::string_view path) {
                             ++reads;
                             return std::optional{std::vector<std::byte>(path.size())};
                         }};
    CHECK(tree.read("a/x")->size() == 3);
    for (const std::string_view unknown : {"A/x", "/a/x", "../y", "a/../a/x", "", "/etc/passwd"}) {
        CHECK_FALSE(tree.read(unknown).has_value());
    }
    CHECK(reads == 1);
}

TEST_CASE("textures: numbers") {
    CHECK(read_number("-1.5e3") == -1500.0F);
    CHECK(read_number("0.32") == 0.32F);
    CHECK(read_number("+.5") == 0.5F);
    CHECK(read_number("2e+1") == 20.0F);
    CHECK(read_number("1" + std::string(30, '0')) == 1e30F);
    CHECK(read_number("0." + std::string(1'000'000, '0') + "1") == 0.0F);
    for (const std::string_view none : {"", "-", ".", "1x", "e5", "1e", "1.2.3", "0x10", "nan", "inf", "1e39", "--1",
                                        "1e99999999999", "1e+-5", "1e999999"}) {
        CHECK_FALSE(read_number(none).has_value());
    }
    CHECK_FALSE(read_number(std::string(10'000'000, '9')).has_value());
}

TEST_CASE("textures: a search tells where it looked") {
    const materials_test::world one{{{"a/x", ""}}, "m/n/model"};
    CHECK_FALSE(one.where.look_above(one.where.places()[0], {{"y", "rule"}}));
    CHECK(one.looked == std::vector<std::string>{"m/n/y", "m/y", "y"});
}
