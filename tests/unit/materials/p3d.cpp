#include <materials/p3d.hpp>
#include <materials/rvmat.hpp>

#include "trees.hpp"

#include "support/repetitions.hpp"

#include <doctest/doctest.h>

namespace {

using namespace materials;
using materials_test::world;

void check_error(const std::string& text, effigy::errc code, const std::string& path, std::uint64_t offset) {
    CAPTURE(text.substr(0, 40));
    const auto out = p3d::read_rvmat(text);
    CHECK(out.error().code == code);
    CHECK(out.error().path == path);
    CHECK(out.error().offset == offset);
}

} // namespace

TEST_CASE("textures: the text of $PBOPREFIX$") {
    CHECK(read_pbo_prefix("z\\ACE\\addons\\x\r\n") == "z/ace/addons/x");
    CHECK(read_pbo_prefix("prefix=z\\ace\\addons\\x\\;\nversion=1") == "z/ace/addons/x");
    CHECK(read_pbo_prefix(" \\z/ace ") == "z/ace");
    CHECK(read_pbo_prefix("").empty());
    CHECK(read_pbo_prefix("..\\x").empty());
    CHECK(read_pbo_prefix(std::string(10'000'000, '\\')).empty());
}

TEST_CASE("textures: Arma finds names by the longest $PBOPREFIX$") {
    const world one{{{"p/$PBOPREFIX$", "z\\a"},
                     {"q/$PREFIX$", "z\\a\\b"},
                     {"r/$pboprefix$.TXT", "prefix=w"},
                     {"p/b/x.paa", ""},
                     {"q/x.paa", ""},
                     {"p/b/y.paa", ""},
                     {"r/x.paa", ""}},
                    "m/m.p3d"};
    CHECK(p3d::find_texture(one.where, "\\Z\\A\\B\\X.paa").path == "q/x.paa");
    CHECK(p3d::find_texture(one.where, "z\\a\\b\\y.paa").path == "p/b/y.paa");
    CHECK(p3d::find_texture(one.where, "w/x.paa").path == "r/x.paa");
    CHECK(std::string_view{p3d::find_texture(one.where, "w/x.paa").rule} == "$PBOPREFIX$");
    CHECK(p3d::find_texture(one.where, "z\\ab\\x.paa").what == outcome::missing);
}

TEST_CASE("textures: of folders with the same prefix the nearest to the model is used") {
    const world one{
        {{"a/p/$PBOPREFIX$", "z"}, {"b/p/$PBOPREFIX$", "z"}, {"a/p/x.paa", ""}, {"b/p/x.paa", ""}, {"a/p/y.paa", ""}},
        "b/m/m.p3d"};
    CHECK(p3d::find_texture(one.where, "z\\x.paa").path == "b/p/x.paa");
    CHECK(p3d::find_texture(one.where, "z\\y.paa").path == "a/p/y.paa");
}

TEST_CASE("textures: Arma finds names below folders above the model, then without leading folders") {
    const world one{{{"a/b/d/x.paa", ""}, {"a/b/y.paa", ""}, {"c/d/y.paa", ""}, {"a/d/y.paa", ""}, {"q/z.paa", ""}},
                    "a/b/m.p3d"};
    CHECK(p3d::find_texture(one.where, "b\\d\\x.paa").path == "a/b/d/x.paa");
    CHECK(p3d::find_texture(one.where, "c\\d\\y.paa").path == "c/d/y.paa");
    CHECK(p3d::find_texture(one.where, "w\\d\\y.paa").path == "a/d/y.paa");
    const answer by_last_part = p3d::find_texture(one.where, "w\\y.paa");
    CHECK(by_last_part.path == "a/b/y.paa");
    CHECK(std::string_view{by_last_part.rule} == "last part, in a folder above the model");
    CHECK(p3d::find_texture(one.where, "w\\z.paa").what == outcome::missing);
    CHECK(p3d::find_texture(one.where, "w\\..\\b\\d\\x.paa").what == outcome::missing);
}

TEST_CASE("textures: Arma's extensions") {
    const world one{
        {{"a.paa", ""}, {"a.tga", ""}, {"b.png", ""}, {"c.pac", ""}, {"d.pac", ""}, {"d.paa", ""}, {"e.paa", ""}},
        "m.p3d"};
    CHECK(p3d::find_texture(one.where, "a.TGA").path == "a.paa");
    CHECK(p3d::find_texture(one.where, "b.png").path == "b.png");
    CHECK(p3d::find_texture(one.where, "c.paa").path == "c.pac");
    CHECK(p3d::find_texture(one.where, "d.pac").path == "d.pac");
    CHECK(p3d::find_texture(one.where, "e.pac").path == "e.paa");
    CHECK(p3d::find_texture(one.where, "e.jpg").path == "e.paa");
    CHECK(p3d::find_texture(one.where, "e.rvmat").what == outcome::missing);
}

TEST_CASE("textures: names of Arma that no file of a mod has") {
    const world one{{{"a3/x.paa", ""}}, "m.p3d"};
    CHECK(p3d::find_texture(one.where, "A3\\data_f\\y.paa").what == outcome::base_game);
    CHECK(p3d::find_texture(one.where, "a3\\x.paa").path == "a3/x.paa");
    CHECK(p3d::find_texture(one.where, "a3x\\y.paa").what == outcome::missing);
    CHECK(p3d::find_texture(one.where, "#(argb,8,8,3)color(1,1,1,1)").what == outcome::none_to_look_for);
    CHECK(p3d::find_texture(one.where, "").what == outcome::none_to_look_for);
}

TEST_CASE("textures: names in an rvmat are searched for from its folder") {
    const world one{{{"r/x.rvmat", ""}, {"r/x.paa", ""}, {"m/x.paa", ""}, {"r/$PBOPREFIX$", "z"}}, "m/m.p3d"};
    const answer material = p3d::find_material(one.where, "z\\x.rvmat");
    REQUIRE(material.path == "r/x.rvmat");
    CHECK(p3d::find_texture(one.where, "w\\x.paa").path == "m/x.paa");
    CHECK(p3d::find_texture(one.where.beside(material), "w\\x.paa").path == "r/x.paa");
}

TEST_CASE("textures: an rvmat") {
    const auto out = p3d::read_rvmat(R"(#define X 1
        ambient[] = {1, 0.5, 0, 1}; // comment {
        diffuse[]={0.25,0.5,0.75,1}; forcedDiffuse[] = {0,0,0,0.5};
        emmisive[]={2,0,0,1}; specular[] = {0.1,0.2,0.3}; SPECULARPOWER = 50;
        renderFlags[] = {"NoZWrite", {1, "}"}, {}};
        PixelShaderID = "Super"; VertexShaderID = Super;
        /* class Stage9 { }; */
        class Stage1 { texture = "a ""b""\c.paa"; uvSource = "tex";
            class uvTransform { texture = "no"; aside[] = {1,0,0}; }; };
        class Base; class StageTI : Base { texture=x\y.paa; };
        class TexGen1 { texture = "no"; class Stage8 {}; };)");
    REQUIRE(out);
    CHECK(out->ambient == p3d::color{1, 0.5F, 0, 1});
    CHECK(out->diffuse == p3d::color{0.25F, 0.5F, 0.75F, 1});
    CHECK(out->forced_diffuse == p3d::color{0, 0, 0, 0.5F});
    CHECK(out->emissive == p3d::color{2, 0, 0, 1});
    CHECK(out->specular == p3d::color{0.1F, 0.2F, 0.3F, 0});
    CHECK(out->specular_power == 50);
    CHECK(out->pixel_shader == "Super");
    CHECK(out->vertex_shader == "Super");
    REQUIRE(out->stages.size() == 2);
    CHECK(out->stages[0].number == "1");
    CHECK(out->stages[0].texture == "a \"b\"\\c.paa");
    CHECK(out->stages[0].uv_source == "tex");
    CHECK(out->stages[1].number == "TI");
    CHECK(out->stages[1].texture == "x\\y.paa");
    CHECK(p3d::read_rvmat("emissive[]={3,0,0,1};").value().emissive[0] == 3);
    CHECK(p3d::read_rvmat("").value().stages.empty());
}

TEST_CASE("textures: what the stages of an rvmat are used for") {
    p3d::rvmat one;
    const auto use = [&one](std::string shader, std::string number) {
        one.pixel_shader = std::move(shader);
        return p3d::use_of(one, {std::move(number), "", ""});
    };
    CHECK(use("super", "1") == p3d::stage_use::normal);
    CHECK(use("Super", "2") == p3d::stage_use::detail);
    CHECK(use("Super", "4") == p3d::stage_use::ambient_shadow);
    CHECK(use("Super", "5") == p3d::stage_use::specular);
    CHECK(use("Super", "8") == p3d::stage_use::other);
    CHECK(use("NormalMapSpecularDIMap", "1") == p3d::stage_use::normal);
    CHECK(use("NormalMapSpecularDIMap", "2") == p3d::stage_use::specular);
    CHECK(use("NormalMapDetailSpecularDIMap", "2") == p3d::stage_use::detail);
    CHECK(use("NormalMap", "3") == p3d::stage_use::other);
    CHECK(use("Glass", "1") == p3d::stage_use::other);
    CHECK(use("Glass", "ti") == p3d::stage_use::thermal);
}

TEST_CASE("textures: faults of an rvmat") {
    check_error(std::string{"\0raP\0\0", 6}, effigy::errc::unsupported, "rvmat.raP", 0);
    check_error("a = \"b", effigy::errc::truncated, "rvmat.string", 4);
    check_error("a = \"b\"\"", effigy::errc::truncated, "rvmat.string", 7);
    check_error("/* *", effigy::errc::truncated, "rvmat.comment", 0);
    check_error("class a {", effigy::errc::truncated, "rvmat.class", 9);
    check_error("a[] = {1, 2", effigy::errc::truncated, "rvmat.list", 11);
    check_error("a", effigy::errc::truncated, "rvmat.statement", 1);
    check_error("};", effigy::errc::bad_value, "rvmat.statement", 0);
    check_error("a 1;", effigy::errc::bad_value, "rvmat.statement", 2);
    check_error("a[1] = {};", effigy::errc::bad_value, "rvmat.statement", 2);
    check_error("a[] = 1;", effigy::errc::bad_value, "rvmat.statement", 6);
    check_error("class a b", effigy::errc::bad_value, "rvmat.statement", 8);
    CHECK(p3d::read_rvmat("}").error().found == '}');
}

TEST_CASE("textures: hostile rvmats take linear time and no stack") {
    constexpr std::size_t size = support::repetitions(1'000'000);
    for (const char c : std::string_view{"[{}\"/;=#,\0a", 11}) {
        static_cast<void>(p3d::read_rvmat(std::string(size, c)));
        static_cast<void>(p3d::read_rvmat("ambient[]={" + std::string(size, c)));
        static_cast<void>(p3d::read_rvmat("class Stage1{texture=\"" + std::string(size, c)));
    }
    std::string deep;
    while (deep.size() < size) {
        deep += "class Stage1{";
    }
    check_error(deep, effigy::errc::truncated, "rvmat.class", deep.size());
}
