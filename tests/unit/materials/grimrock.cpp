#include <materials/grimrock.hpp>

#include "trees.hpp"

#include "support/repetitions.hpp"

#include <doctest/doctest.h>

namespace {

using namespace materials;
using materials_test::files;
using materials_test::world;

lua_material only(std::string_view script) {
    lua_script out = read_lua_materials(script);
    REQUIRE(out.materials.size() == 1);
    CHECK_FALSE(out.broken);
    return out.materials[0];
}

void check_broken(const std::string& script, const std::string& path, std::uint64_t offset) {
    const lua_script out = read_lua_materials(script);
    CHECK(out.broken.code == effigy::errc::truncated);
    CHECK(out.broken.path == path);
    CHECK(out.broken.offset == offset);
}

} // namespace

TEST_CASE("textures: a Grimrock material with all keys") {
    const lua_material one = only(R"(
        -- defineMaterial{ name = "no" }
        --[==[ defineMaterial{ name = "no" } ]] ]==]
        defineMaterial{
            name = "a", diffuseMap = 'd', specularMap = [[s]], normalMap = [=[n]]=], emissiveMap = "e";
            doubleSided = true, lighting = false, alphaTest = true, castShadow = false, ambientOcclusion = false,
            blendMode = "Additive", textureAddressMode = "Clamp", glossiness = -2.5, depthBias = 1e-3,
            shader = "crystal", shadeTex = "t", shadeTexAngle = 1.2, crystalIntensity = 3,
        })");
    CHECK(one.name == "a");
    CHECK(one.diffuse_map == "d");
    CHECK(one.specular_map == "s");
    CHECK(one.normal_map == "n]");
    CHECK(one.emissive_map == "e");
    CHECK(one.double_sided);
    CHECK_FALSE(one.lighting);
    CHECK(one.alpha_test);
    CHECK_FALSE(one.cast_shadow);
    CHECK_FALSE(one.ambient_occlusion);
    CHECK(one.blend_mode == "Additive");
    CHECK(one.texture_address_mode == "Clamp");
    CHECK(one.glossiness == -2.5F);
    CHECK(one.depth_bias == 0.001F);
    CHECK(one.shader == "crystal");
    CHECK(one.shade_tex == "t");
    CHECK(one.shade_tex_angle == 1.2F);
    CHECK(one.crystal_intensity == 3);
    CHECK(one.unread.empty());
}

TEST_CASE("textures: values that only an interpreter could tell are skipped and listed") {
    const lua_material one = only(R"(
        defineMaterial({ name = "a",
            onUpdate = function(self, time) -- end }
                if time then x = { 1, "}" } elseif y then else end
                for i = 1, 2 do repeat x = 1 until x end
                while true do end
                return { glossiness = 9 }
            end,
            color = vec(2, 1, 0, 0), specularMap = path .. "x.tga", glossiness = 0x10, depthBias = -x,
            { lighting = false }, "text", ["shader"] = "no"; normalMap = nil, other = 1, doubleSided = "yes",
            diffuseMap = "d" }))");
    CHECK(one.diffuse_map == "d");
    CHECK(one.specular_map.empty());
    CHECK(one.shader.empty());
    CHECK(one.lighting);
    CHECK(one.glossiness == 0);
    CHECK(one.unread == std::vector<std::string>{"onUpdate", "color", "specularMap", "glossiness", "depthBias", "other",
                                                 "doubleSided"});
}

TEST_CASE("textures: escapes in Lua") {
    CHECK(only(R"(defineMaterial{name="a\"\\\65\n\z"})").name == "a\"\\A\nz");
    CHECK(only("defineMaterial{name='\\1234\\9x\\\nb'}").name == "\1734\tx\nb");
}

TEST_CASE("textures: materials of one script, in order, in functions too, not without a name") {
    const lua_script out = read_lua_materials("function f() defineMaterial{name='a'} end defineMaterial{} "
                                              "defineMaterial(x) x.defineMaterial = 1 defineMaterial{name='b'}");
    REQUIRE(out.materials.size() == 2);
    CHECK(out.materials[0].name == "a");
    CHECK(out.materials[1].name == "b");
    CHECK(out.materials[0].offset == 27);
}

TEST_CASE("textures: a broken script keeps what precedes the fault") {
    const std::string good = "defineMaterial{name='a'}";
    for (const std::string_view fault : {"x = 'b", "x = \"b\n\"", "x = [==[ ]=]", "x = '\\"}) {
        const lua_script out = read_lua_materials(good + std::string{fault});
        CHECK(out.materials.size() == 1);
        check_broken(good + std::string{fault}, "lua.string", good.size() + 4);
    }
    check_broken(good + "--[[ ]", "lua.comment", good.size() + 2);
}

TEST_CASE("textures: hostile scripts take linear time and no stack") {
    constexpr std::size_t size = support::repetitions(1'000'000);
    for (const char c : std::string_view{"[{(='-\\\0d", 9}) {
        static_cast<void>(read_lua_materials("defineMaterial{name='a',x=" + std::string(size, c)));
        static_cast<void>(read_lua_materials(std::string(size, c)));
    }
    std::string deep, levels;
    while (deep.size() < size) {
        deep += "defineMaterial{a={function ";
        levels += "[=[]==]--[";
    }
    CHECK(read_lua_materials(deep).materials.empty());
    CHECK(read_lua_materials(levels).broken);
}

TEST_CASE("textures: Grimrock finds the definition in the mod of the model, the last one in the order of paths") {
    const world one{{{"x/mod_assets/scripts/a.lua", "defineMaterial{name='m', glossiness=1} defineMaterial{name='m',"
                                                    "glossiness=2}"},
                     {"x/mod_assets/scripts/B.lua", "defineMaterial{name='m', glossiness=3}"},
                     {"x/other/z.lua", "defineMaterial{name='m', glossiness=4}"},
                     {"y/mod_assets/scripts/z.lua", "defineMaterial{name='m', glossiness=5}"}},
                    "x/MOD_assets/models/m.model"};
    const auto found = grimrock::find_material(one.where, "m");
    CHECK(found.what == outcome::found);
    CHECK(found.path == "x/mod_assets/scripts/a.lua");
    REQUIRE(found.material != nullptr);
    CHECK(found.material->glossiness == 2);
    CHECK(grimrock::find_material(one.where, "M").what == outcome::base_game);
    CHECK(grimrock::find_material(one.where, "").what == outcome::none_to_look_for);
}

TEST_CASE("textures: each mod_assets above a Grimrock model counts, the nearest first") {
    const world one{{{"mod_assets/a.lua", "defineMaterial{name='outer'} defineMaterial{name='both', glossiness=1}"},
                     {"mod_assets/x/mod_assets/b.lua", "defineMaterial{name='both', glossiness=2}"},
                     {"mod_assets/t.dds", ""},
                     {"mod_assets/o.dds", ""},
                     {"mod_assets/x/mod_assets/t.dds", ""}},
                    "mod_assets/x/mod_assets/m.model"};
    CHECK(grimrock::find_material(one.where, "both").material->glossiness == 2);
    CHECK(grimrock::find_material(one.where, "outer"));
    CHECK(grimrock::find_texture(one.where, "mod_assets/t.tga").path == "mod_assets/x/mod_assets/t.dds");
    CHECK(grimrock::find_texture(one.where, "mod_assets/o.tga").path == "mod_assets/o.dds");
}

TEST_CASE("textures: a part of a Grimrock mod with folders like those of a mod") {
    const files content{{"MOD_assets/part/scripts/a.lua", "defineMaterial{name='m', glossiness=1}"},
                        {"MOD_assets/scripts/a.lua", "defineMaterial{name='m', glossiness=2}"},
                        {"MOD_assets/part/textures/t.dds", ""},
                        {"MOD_assets/part/models/x/m.model", ""},
                        {"MOD_assets/textures/t.dds", ""}};
    files repository; // the same without its outer folder
    for (const auto& [path, text] : content) {
        repository.emplace(path.substr(path.find('/') + 1), text);
    }
    const auto check_in = [](const files& tree, const std::string& mod) {
        const world one{tree, mod + "part/models/x/m.model"};
        CHECK(grimrock::find_material(one.where, "m").material->glossiness == 2);
        CHECK(grimrock::find_texture(one.where, "mod_assets/part/textures/t.tga").path == mod + "part/textures/t.dds");
        CHECK(grimrock::find_texture(one.where, "mod_assets/textures/t.tga").path == mod + "textures/t.dds");
    };
    check_in(content, "MOD_assets/");
    check_in(repository, "");
    const world beside{{{"a/mod_assets/t.dds", ""}, {"a/b/mod_assets/t.dds", ""}, {"a/b/m.model", ""}}, "a/b/m.model"};
    CHECK(grimrock::find_texture(beside.where, "mod_assets/t.tga").path == "a/b/mod_assets/t.dds");
}

TEST_CASE("textures: a Grimrock model that is not below a mod has no base game") {
    const world one{{{"m.model", ""}}, "m.model"};
    CHECK(grimrock::find_material(one.where, "m").what == outcome::missing);
    const world elsewhere{{{"mod_assets/a.lua", "defineMaterial{name='m'}"}, {"mod_assets/t.dds", ""}}};
    CHECK(grimrock::find_material(elsewhere.where, "m"));
    CHECK(grimrock::find_texture(elsewhere.where, "mod_assets/t.tga"));
}

TEST_CASE("textures: Grimrock's textures by extension") {
    const world one{{{"mod_assets/a.dds", ""},
                     {"mod_assets/a.d3d9_texture", ""},
                     {"mod_assets/b.d3d9_texture", ""},
                     {"mod_assets/b.tga", ""},
                     {"mod_assets/c.tga", ""}},
                    "mod_assets/m.model"};
    const answer found = grimrock::find_texture(one.where, "mod_assets\\A.tga");
    CHECK(found.path == "mod_assets/a.dds");
    CHECK(found.tree == &one.all.files);
    CHECK(std::string_view{found.rule} == "dds for tga");
    CHECK(grimrock::find_texture(one.where, "mod_assets/b.tga").path == "mod_assets/b.d3d9_texture");
    CHECK(grimrock::find_texture(one.where, "mod_assets/c.tga").path == "mod_assets/c.tga");
    CHECK(grimrock::find_texture(one.where, "mod_assets/d.tga").what == outcome::missing);
    CHECK(grimrock::find_texture(one.where, "assets/d.tga").what == outcome::base_game);
    CHECK(grimrock::find_texture(one.where, "mod_assets/../x.tga").what == outcome::missing);
    CHECK(grimrock::find_texture(one.where, "").what == outcome::none_to_look_for);
}

TEST_CASE("textures: a Grimrock mod in a repository, with Scripts beside Models and Textures") {
    const files content{{"mod/Scripts/a.lua", "defineMaterial{name='m'}"},
                        {"mod/Textures/t.dds", ""},
                        {"mod/Models/x/m.model", ""},
                        {"other/scripts/b.lua", "defineMaterial{name='n'}"}}; // no mod: nothing lies beside
    for (const world& one : {world{content, "mod/Models/x/m.model"},
                             world{{{"scripts/a.lua", content.at("mod/Scripts/a.lua")}, {"textures/t.dds", ""}}}}) {
        CHECK(grimrock::find_material(one.where, "m"));
        CHECK(grimrock::find_material(one.where, "n").what == outcome::base_game);
        const answer found = grimrock::find_texture(one.where, "mod_assets/textures/T.tga");
        CHECK(found.what == outcome::found);
        CHECK(std::string_view{found.rule} == "dds for tga");
    }
}

TEST_CASE("textures: scripts and textures beside a Grimrock model") {
    const world one{{{"a/m.model", ""},
                     {"a/materials.lua", "defineMaterial{name='m'}"},
                     {"a/t.dds", ""},
                     {"a/b/n.lua", "defineMaterial{name='n'}"},
                     {"c/o.lua", "defineMaterial{name='o'}"}},
                    "a/m.model"};
    CHECK(grimrock::find_material(one.where, "m").path == "a/materials.lua");
    CHECK(grimrock::find_material(one.where, "n").what == outcome::missing);
    CHECK(grimrock::find_material(one.where, "o").what == outcome::missing);
    CHECK(grimrock::find_texture(one.where, "mod_assets/textures/t.tga").path == "a/t.dds");
    CHECK(grimrock::find_texture(one.where, "assets/textures/t.tga").path == "a/t.dds");
}

TEST_CASE("textures: broken scripts of a mod are listed") {
    const world one{{{"mod_assets/a.lua", "x = 'b"}, {"mod_assets/b.lua", ""}}};
    REQUIRE(one.all.materials.broken().size() == 1);
    CHECK(one.all.materials.broken()[0].path == "mod_assets/a.lua");
    CHECK(one.all.materials.broken()[0].error.offset == 4);
}
