#include <materials/m2.hpp>

#include "trees.hpp"

#include <doctest/doctest.h>

namespace {

using namespace materials;
using materials_test::world;

std::string_view guess(const world& one, std::vector<std::string_view> named = {}) {
    const answer out = m2::guess_texture(one.where, "monster_1", named);
    CHECK(out.guessed == (out.what == outcome::found));
    return out.path;
}

} // namespace

TEST_CASE("textures: WoW finds paths below folders above the model, the nearest first") {
    const world one{{{"data/Creature/a/A.blp", ""},
                     {"creature/a/a.blp", ""},
                     {"data/b/creature/a/c.png", ""},
                     {"data/creature/m/last.blp", ""}},
                    "data/creature/m/m.m2"};
    CHECK(m2::find_texture(one.where, "CREATURE\\A\\A.BLP").path == "data/Creature/a/A.blp");
    CHECK(m2::find_texture(one.where, "CREATURE\\A\\C.BLP").what == outcome::missing);
    CHECK(m2::find_texture(one.where, "B\\..\\CREATURE\\A\\A.BLP").what == outcome::missing);
    CHECK(m2::find_texture(one.where, "").what == outcome::none_to_look_for);
    const answer png = m2::find_texture(one.where, "b/creature/a/C.blp");
    CHECK(png.path == "data/b/creature/a/c.png");
    CHECK(std::string_view{png.rule} == "png for blp");
    CHECK_FALSE(png.guessed);
}

TEST_CASE("textures: WoW finds paths below roots without the model") {
    const world one{{{"creature/a.blp", ""}, {"x/creature/a.png", ""}}};
    CHECK(m2::find_texture(one.where, "Creature\\a.blp").path == "creature/a.blp");
}

TEST_CASE("textures: WoW finds the last part of a path beside the model, then in the root, after the whole path") {
    const world one{{{"m/a.blp", ""},
                     {"x/a.blp", ""},
                     {"m/b.png", ""},
                     {"c.blp", ""},
                     {"x/d.blp", ""},
                     {"m/e.blp", ""},
                     {"m/E.BLP", ""},
                     {"e.blp", ""}},
                    "m/m.m2"};
    CHECK(m2::find_texture(one.where, "X\\A.BLP").path == "x/a.blp");
    const answer beside = m2::find_texture(one.where, "Y\\A.BLP");
    CHECK(beside.path == "m/a.blp");
    CHECK(std::string_view{beside.rule} == "last part, beside the model");
    CHECK_FALSE(beside.guessed);
    CHECK(m2::find_texture(one.where, "Y\\B.BLP").path == "m/b.png");
    const answer in_root = m2::find_texture(one.where, "Y\\C.BLP");
    CHECK(in_root.path == "c.blp");
    CHECK(std::string_view{in_root.rule} == "last part, in the root");
    CHECK(m2::find_texture(one.where, "Y\\D.BLP").what == outcome::missing); // in another folder
    CHECK(m2::find_texture(one.where, "Y\\E.BLP").path == "e.blp");          // two beside the model: neither
}

TEST_CASE("textures: WoW finds FileDataIDs beside the model, then by path") {
    const world one{{{"x/m/a.blp", ""}, {"creature/a.blp", ""}, {"creature/b.blp", ""}, {"x/creature/c.blp", ""}},
                    "x/m/m.m2"};
    const auto path_of = [](std::uint32_t id) -> std::string_view {
        return id == 1 ? "creature/a.blp" : id == 2 ? "creature\\b.blp" : id == 3 ? "creature/c.blp" : "";
    };
    CHECK(m2::find_texture(one.where, 1, path_of).path == "x/m/a.blp");
    CHECK(m2::find_texture(one.where, 2, path_of).path == "creature/b.blp");
    CHECK(m2::find_texture(one.where, 3, path_of).what == outcome::missing);
    CHECK(m2::find_texture(one.where, 4, path_of).what == outcome::missing);
    CHECK(m2::find_texture(one.where, 0, path_of).what == outcome::none_to_look_for);
}

TEST_CASE("textures: WoW finds files that are called by their FileDataID beside the model") {
    const world one{{{"m/1.blp", ""}, {"m/a.blp", ""}, {"m/2.png", ""}, {"3.blp", ""}}, "m/m.m2"};
    const auto path_of = [](std::uint32_t id) -> std::string_view { return id == 1 ? "creature/a.blp" : ""; };
    CHECK(m2::find_texture(one.where, 1, path_of).path == "m/a.blp"); // by its name first
    CHECK(m2::find_texture(one.where, 2, path_of).path == "m/2.png");
    CHECK(m2::find_texture(one.where, 3, path_of).what == outcome::missing);
}

TEST_CASE("textures: WoW's guess of a monster's skin") {
    CHECK(guess(world{{{"c/wolf_b.blp", ""}, {"c/WolfSkin.blp", ""}, {"c/wolf.blp", ""}}, "c/Wolf.m2"}) ==
          "c/wolf.blp");
    CHECK(guess(world{{{"c/wolf_b.blp", ""}, {"c/wolfskin.blp", ""}}, "c/Wolf.m2"}) == "c/wolfskin.blp");
    CHECK(guess(world{{{"c/wolf_b.blp", ""}, {"c/wolf_a.blp", ""}}, "c/Wolf.m2"}) == "c/wolf_a.blp");
    const world named{{{"c/wolf_b.blp", ""}, {"c/wolf_a.blp", ""}}, "c/Wolf.m2"};
    CHECK(guess(named, {"X\\WOLF_A.BLP"}) == "c/wolf_b.blp");
    CHECK(guess(named, {"", "wolf_a.blp", "..\\wolf_b.blp", "wolf_b.blp"}).empty());
    CHECK(guess(world{{{"c/wolf/x.blp", ""}, {"c/wolf.m2", ""}, {"wolf.blp", ""}, {"c/bear.blp", ""}}, "c/wolf.m2"})
              .empty());
    CHECK(guess(world{{{"c/wolf.blp", ""}}}).empty());
    CHECK(m2::guess_texture(named.where, "monster_2", {}).what == outcome::none_to_look_for);
}
