#include <materials/nwn.hpp>
#include <materials/nwn_texts.hpp>

#include "trees.hpp"

#include <doctest/doctest.h>

namespace {

using namespace materials;
using materials_test::world;

} // namespace

TEST_CASE("textures: NWN finds flat names, the nearest file first") {
    const world one{{{"a/m/x.tga", ""},
                     {"a/m/b/x.plt", ""},
                     {"a/y.TGA", ""},
                     {"a/t/y.dds", ""},
                     {"A/s/y.dds", ""},
                     {"z/q.tga", ""},
                     {"y/q.tga", ""},
                     {"a/m/x.mtr", ""},
                     {"a/m/x.txi", ""},
                     {"a/m/x.png", ""}},
                    "a/m/model.mdl"};
    CHECK(nwn::find_texture(one.where, "X").path == "a/m/x.tga");
    CHECK(nwn::find_texture(one.where, "y").path == "a/y.TGA");
    CHECK(nwn::find_texture(one.where, "q").path == "y/q.tga");
    CHECK(nwn::find_material(one.where, "x").path == "a/m/x.mtr");
    CHECK(nwn::find_properties(one.where, "x").path == "a/m/x.txi");
    CHECK(nwn::find_material(one.where, "y").what == outcome::missing);
    CHECK(nwn::find_texture(one.where, "NULL").what == outcome::none_to_look_for);
    CHECK(nwn::find_texture(one.where, "").what == outcome::none_to_look_for);
    CHECK(nwn::find_texture(one.where, "../z/q").what == outcome::missing);
}

TEST_CASE("textures: NWN prefers plt, then dds, then tga at one distance") {
    const world one{{{"dds/x.dds", ""}, {"plt/x.plt", ""}, {"tga/x.tga", ""}, {"dds/y.dds", ""}, {"b/y.tga", ""}},
                    "mdl/m.mdl"};
    const answer found = nwn::find_texture(one.where, "x");
    CHECK(found.path == "plt/x.plt");
    CHECK(std::string_view{found.rule} == "flat name");
    CHECK(nwn::find_texture(one.where, "y").path == "dds/y.dds");
    CHECK(one.looked ==
          std::vector<std::string>{"**/x.plt", "**/x.dds", "**/x.tga", "**/y.plt", "**/y.dds", "**/y.tga"});
}

TEST_CASE("textures: NWN looks in the roots in order") {
    const world first{{{"q/x.tga", ""}}}, second{{{"m/x.plt", ""}}, "m/model.mdl"};
    const search where{{{&first.all, ""}, {&second.all, "m/model.mdl"}}};
    CHECK(nwn::find_texture(where, "x").tree == &first.all.files);
}

TEST_CASE("textures: a NWN material") {
    const nwn::mtr out = nwn::read_mtr("mtr style\r\n// texture0 no\r\nRenderHint NormalAndSpecMapped\r\n"
                                       "customshaderVS v\ncustomshaderFS f\ncustomshaderGS g\n\n"
                                       "texture0 NULL\n  TEXTURE1\tn  \ntexture10 last // comment\ntexture11 no\n"
                                       "texturex no\ntransparency 1\ntwosided 0\nroughness 0.32\n"
                                       "parameter float2 Specularity 0.5 -1\nparameter float x\nspecular 1 2 3\nhello");
    CHECK(out.render_hint == "NormalAndSpecMapped");
    CHECK(out.shader_vs == "v");
    CHECK(out.shader_fs == "f");
    CHECK(out.shader_gs == "g");
    CHECK(out.textures[nwn::mtr::diffuse].empty());
    CHECK(out.textures[nwn::mtr::normal] == "n");
    CHECK(out.textures[10] == "last");
    CHECK(out.transparency == true);
    CHECK(out.two_sided == false);
    REQUIRE(out.parameters.size() == 3);
    CHECK(out.parameters[0].name == "roughness");
    CHECK(out.parameters[0].values == std::vector{0.32F});
    CHECK(out.parameters[1].name == "Specularity");
    CHECK(out.parameters[1].values == std::vector{0.5F, -1.0F});
    CHECK(out.parameters[2].values.size() == 3);
    CHECK(out.unread == std::vector<std::string>{"texture11 no", "texturex no", "parameter float x", "hello"});
    CHECK_FALSE(nwn::read_mtr("").transparency.has_value());
    CHECK_FALSE(out.repeats_texture);
    const nwn::mtr twice = nwn::read_mtr("texture0 a\ntexture1 b\nTexture0 c\n");
    CHECK(twice.repeats_texture);
    CHECK(twice.textures[nwn::mtr::diffuse] == "c");
    CHECK(nwn::read_mtr("texture10 a\ntexture10 a\n").repeats_texture);
}

TEST_CASE("textures: properties of a NWN image") {
    const nwn::txi out = nwn::read_txi("# blending no\nBlending additive\nproceduretype cycle\nnumx 4\nnumy 2\nfps 32\n"
                                       "decal 1\nmipmap 0\nclamp 3\nalphamean 0.364\nenvmaptexture TTR01__ref01\n"
                                       "bumpmaptexture b\nchannelscale 1\n0.5\n\t\nnumx 1e30");
    CHECK(out.blending == "additive");
    CHECK(out.procedure_type == "cycle");
    CHECK(out.columns == 4);
    CHECK(out.rows == 2);
    CHECK(out.frames_per_second == 32);
    CHECK(out.decal);
    CHECK_FALSE(out.mipmap);
    CHECK(out.clamp == 3);
    CHECK(out.alpha_mean == 0.364F);
    CHECK(out.environment_map == "TTR01__ref01");
    CHECK(out.bump_map == "b");
    CHECK(out.unread == std::vector<std::string>{"channelscale 1", "0.5", "numx 1e30"});
}

TEST_CASE("textures: hostile NWN texts take linear time") {
    for (const char c : std::string_view{"\n /#1\0\t", 7}) {
        const std::string text = "texture1 a\nparameter float x " + std::string(1'000'000, c);
        CHECK(nwn::read_mtr(text).textures[1] == "a");
        CHECK(nwn::read_txi(text).blending.empty());
    }
}
