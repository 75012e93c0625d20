// Families whose models contain paths.
#include "scenes.hpp"

namespace {

using namespace materials_test;

} // namespace

// ---- World of Warcraft ---------------------------------------------------------------------------------------------

TEST_CASE("textures: textures of World of Warcraft, by path, FileDataID and type") {
    const world data{
        {{"world/a/wall.blp", ""}, {"world/a/wolf.blp", ""}, {"world/a/wolfskin.blp", ""}, {"world/a/id.blp", ""}},
        "world/a/wolf.m2"};
    complete_options options;
    options.path_of = [](std::uint32_t id) { return id == 7 ? std::string_view{"x/id.blp"} : std::string_view{}; };
    options.named = {"WORLD\\a\\wolf.blp"};
    subject one;
    one.shows("WORLD\\A\\Wall.blp").shows("7").shows("8").shows("").shows("").shows("ITEM\\no.blp");
    extras_of{one.texture(3).extras}.add("type", "monster_1");
    extras_of{one.texture(4).extras}.add("type", "body");
    one.texture(0).wraps_u = false;
    const completion out = one.complete(family::m2, data, options);
    CHECK(outcomes(out) == std::vector{outcome::found, outcome::found, outcome::missing, outcome::found,
                                       outcome::base_game, outcome::missing});
    CHECK(shows(out, 0, "world/a/wall.blp", use::color));
    CHECK(shows(out, 1, "world/a/id.blp", use::color));
    CHECK(shows(out, 2, "world/a/wolfskin.blp", use::color)); // wolf.blp is no skin: the model names it
    CHECK_FALSE(one.texture(0).wraps_u);
    CHECK(one.texture(2).image == no_image);
    CHECK(find_extra(one.texture(0).extras, "guessed") == nullptr);
    CHECK(*find_extra(one.texture(3).extras, "guessed") == scene::extra_value{true});
    CHECK(says(one.texture(4).extras, "missing", "base game"));

    options.guesses = false;
    options.chosen.emplace("body", answer{outcome::found, "--texture", false, &data.all.files, "world/a/wall.blp"});
    subject other;
    other.shows("").shows("");
    extras_of{other.texture(0).extras}.add("type", "monster_1");
    extras_of{other.texture(1).extras}.add("type", "body");
    CHECK(outcomes(other.complete(family::m2, data, options)) == std::vector{outcome::base_game, outcome::found});
    CHECK(says(other.texture(1).extras, "rule", "--texture"));
    subject without_list;
    without_list.shows("7");
    CHECK(outcomes(without_list.complete(family::m2, data)) == std::vector{outcome::missing});
}

TEST_CASE("textures: the blending of World of Warcraft") {
    const auto use_with = [](scene::alpha_mode mode, const char* blending) {
        subject one;
        one.shows("t.blp").says("blending", blending).material().alpha = mode;
        return one.complete(family::m2, world{{{"t.blp", ""}}, "x.m2"}).images.at(0).use;
    };
    using mode = scene::alpha_mode;
    CHECK(use_with(mode::opaque, "opaque") == use::color);
    CHECK(use_with(mode::blend, "opaque") == use::color); // blends by its opacity only
    CHECK(use_with(mode::mask, "alpha_key") == use::color_and_alpha);
    CHECK(use_with(mode::blend, "alpha") == use::color_and_alpha);
    CHECK(use_with(mode::blend, "add") == use::light);
    CHECK(use_with(mode::blend, "add_without_alpha") == use::light_without_alpha);
    CHECK(use_with(mode::blend, "modulate") == use::shade);
}

// ---- Arma ----------------------------------------------------------------------------------------------------------

TEST_CASE("textures: Arma textures and the stages of an .rvmat") {
    const std::string rvmat = "emmisive[]={0.5,2,0,1}; specularPower=40; PixelShaderID=\"Super\";"
                              "class Stage1 { texture=\"m\\t\\a_nohq.paa\"; };"
                              "class Stage2 { texture=\"#(argb,8,8,3)color(0.5,0.5,0.5,1,DT)\"; };"
                              "class Stage5 { texture=\"m\\t\\nowhere_smdi.paa\"; };"
                              "class Stage6 { texture=\"\"; };"
                              "class Stage7 { texture=\"a3\\data\\env_co.paa\"; };";
    const world addon{{{"m/t/a_co.paa", ""}, {"m/t/a_nohq.paa", ""}, {"m/t/a.rvmat", rvmat}}, "m/x.p3d"};
    subject one;
    one.shows("m\\t\\a_co.paa").says("rvmat", "m\\t\\a.rvmat");
    const completion out = one.complete(family::p3d, addon);
    REQUIRE(one.material().textures.size() == 6);
    CHECK(shows(out, 0, "m/t/a_co.paa", use::color_by_content));
    CHECK(shows(out, 1, "m/t/a_co.paa", use::color)); // one file, two uses
    CHECK(shows(out, 2, "m/t/a_nohq.paa", use::flipped_normal));
    CHECK(out.images.size() == 3);
    CHECK(one.texture(1).role == role::emissive);
    CHECK(one.texture(2).role == role::normal);
    CHECK(says(one.texture(2).extras, "map", "Stage1"));
    CHECK(find_extra(one.texture(3).extras, "missing") == nullptr); // procedural
    CHECK(says(one.texture(4).extras, "missing", "file"));
    CHECK(says(one.texture(5).extras, "missing", "base game"));
    CHECK(one.material().emissive == effigy::vector3<float>{0.5F, 1, 0});
    CHECK(*find_extra(one.material().extras, "specularPower") == scene::extra_value{40.0});
    CHECK(text_in(one.material(), "definition", "file") == "m/t/a.rvmat");
}

TEST_CASE("textures: an .rvmat that is missing or broken changes nothing") {
    for (const std::string& content : {std::string{"class Stage1 {"}, std::string{"\0raP", 4}}) {
        subject one;
        one.shows("m\\a_co.paa").says("rvmat", "m\\a.rvmat");
        one.complete(family::p3d, world{{{"m/a_co.paa", ""}, {"m/a.rvmat", content}}, "m/x.p3d"});
        CHECK(one.material().textures.size() == 1);
        CHECK(text_in(one.material(), "definition", "file") == "m/a.rvmat");
        CHECK(text_of(one.material().extras, "rvmatDefect").find("rvmat.") != std::string_view::npos);
    }
    subject one_of_many; // each would get all stages
    one_of_many.says("rvmat", "m\\a.rvmat");
    std::string endless;
    while (endless.size() <= 65'536) {
        endless += "class Stage1{texture=\"a.paa\";};";
    }
    one_of_many.complete(family::p3d, world{{{"m/a.rvmat", endless}}, "m/x.p3d"});
    CHECK(one_of_many.material().textures.empty());
    CHECK(says(one_of_many.material().extras, "rvmatDefect", "cannot be read, or is too long"));
    subject one;
    one.says("rvmat", "m\\b.rvmat");
    const completion out = one.complete(family::p3d, world{{{"m/a.rvmat", ""}}, "m/x.p3d"});
    CHECK(outcomes(out) == std::vector{outcome::missing});
    CHECK(text_in(one.material(), "definition", "missing") == "file");
}

TEST_CASE("textures: a name that two .rvmat files do not find counts once") {
    const std::string rvmat = "class Stage1 { texture=\"nowhere.paa\"; };";
    const world addon{{{"m/a.rvmat", rvmat}, {"m/b.rvmat", rvmat}}, "m/x.p3d"};
    subject one;
    one.says("rvmat", "m\\a.rvmat");
    one.made.materials.emplace_back();
    extras_of{one.made.materials.back().extras}.add("rvmat", "m\\b.rvmat");
    const completion out = one.complete(family::p3d, addon);
    CHECK(outcomes(out) == std::vector{outcome::found, outcome::missing, outcome::found});
    CHECK(says(one.made.materials.back().textures[0].extras, "missing", "file"));
}

TEST_CASE("textures: how a material is drawn by its image") {
    scene::material one;
    draw_as(one, alpha_use::mask);
    CHECK(one.alpha == scene::alpha_mode::mask);
    draw_as(one, alpha_use::blend);
    CHECK(one.alpha == scene::alpha_mode::blend);
    draw_as(one, alpha_use::opaque);
    CHECK(one.alpha == scene::alpha_mode::opaque);
}
