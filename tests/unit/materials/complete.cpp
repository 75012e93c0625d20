#include "scenes.hpp"

namespace {

using namespace materials_test;

std::string lua(std::string_view fields) { return "defineMaterial{ name = \"m\", " + std::string{fields} + " }"; }

} // namespace

// ---- Grimrock ------------------------------------------------------------------------------------------------------

TEST_CASE("textures: a Grimrock material has the textures of its definition") {
    const world mod{{{"mod_assets/scripts/a.lua", lua("diffuseMap = 'mod_assets/t/d.tga', alphaTest = true, "
                                                      "normalMap = 'mod_assets/t/n.tga', lighting = false, "
                                                      "emissiveMap = 'mod_assets/t/e.tga', doubleSided = true, "
                                                      "specularMap = 'mod_assets/t/s.tga', glossiness = 25, "
                                                      "textureAddressMode = 'WrapU_ClampV_ClampW'")},
                     {"mod_assets/t/d.dds", ""},
                     {"mod_assets/t/n.dds", ""},
                     {"mod_assets/t/e.dds", ""},
                     {"mod_assets/t/s.dds", ""}},
                    "mod_assets/models/x.model"};
    subject one;
    const completion out = one.complete(family::grimrock, mod);
    REQUIRE(one.material().textures.size() == 4);
    CHECK(one.texture(0).role == role::base_color);
    CHECK(one.texture(0).image == "0");
    CHECK(one.texture(0).wraps_u);
    CHECK_FALSE(one.texture(0).wraps_v);
    CHECK(says(one.texture(0).extras, "image", "mod_assets/t/d.dds"));
    CHECK(says(one.texture(0).extras, "rule", "dds for tga"));
    CHECK(one.texture(1).role == role::normal);
    CHECK(one.texture(2).role == role::emissive);
    CHECK(one.texture(3).role == role::other);
    CHECK(one.texture(3).image == no_image);
    CHECK(says(one.texture(3).extras, "image", "mod_assets/t/s.dds"));
    REQUIRE(out.images.size() == 3);
    CHECK(shows(out, 0, "mod_assets/t/d.dds", use::color_and_alpha));
    CHECK(shows(out, 1, "mod_assets/t/n.dds", use::normal));
    CHECK(shows(out, 2, "mod_assets/t/e.dds", use::color));
    CHECK(one.material().alpha == scene::alpha_mode::mask);
    CHECK(one.material().is_unlit);
    CHECK(one.material().is_double_sided);
    CHECK(one.material().emissive == effigy::vector3<float>{1, 1, 1});
    CHECK(*find_extra(one.material().extras, "glossiness") == scene::extra_value{25.0});
    CHECK(text_in(one.material(), "definition", "file") == "mod_assets/scripts/a.lua");
    CHECK(says(one.texture(3).extras, "map", "specularMap"));
    CHECK(outcomes(out) == std::vector(5, outcome::found)); // the material, too
    CHECK(out.names.front().is_material);
}

TEST_CASE("textures: a Grimrock material without its files") {
    const world mod{{{"mod_assets/a.lua", lua("diffuseMap = 'assets/d.tga', emissiveMap = 'mod_assets/e.tga'")}},
                    "mod_assets/x.model"};
    subject one;
    const completion out = one.complete(family::grimrock, mod);
    CHECK(outcomes(out) == std::vector{outcome::found, outcome::base_game, outcome::missing});
    CHECK(out.images.empty());
    CHECK(says(one.texture(0).extras, "missing", "base game"));
    CHECK(says(one.texture(1).extras, "missing", "file"));
    CHECK(one.material().emissive == effigy::vector3<float>{}); // else all of the model would shine

    subject of_game{"temple_wall"};
    CHECK(outcomes(of_game.complete(family::grimrock, mod)) == std::vector{outcome::base_game});
    CHECK(text_in(of_game.material(), "definition", "missing") == "base game");
    subject elsewhere;
    CHECK(outcomes(elsewhere.complete(family::grimrock, world{{{"a.txt", ""}}, "x.model"})) ==
          std::vector{outcome::missing});
    subject without_name{""};
    CHECK(outcomes(without_name.complete(family::grimrock, mod)) == std::vector{outcome::none_to_look_for});
    CHECK(without_name.material().extras.empty());
}

TEST_CASE("textures: the blend modes of Grimrock") {
    const auto use_with = [](const char* mode) {
        const world mod{
            {{"mod_assets/a.lua", lua("diffuseMap = 'mod_assets/d.tga', blendMode = '" + std::string{mode} + "'")},
             {"mod_assets/d.dds", ""}},
            "mod_assets/x.model"};
        subject one;
        const completion out = one.complete(family::grimrock, mod);
        CHECK((one.material().alpha == scene::alpha_mode::blend) == (std::string_view{mode} != "Opaque"));
        return out.images.at(0).use;
    };
    CHECK(use_with("Opaque") == use::color);
    CHECK(use_with("Translucent") == use::color_and_alpha);
    CHECK(use_with("Additive") == use::light);
    CHECK(use_with("Modulative") == use::shade);
}

// ---- Neverwinter Nights --------------------------------------------------------------------------------------------

TEST_CASE("textures: NWN textures, and a name that is a number") {
    const world hak{{{"a/skin.tga", ""}, {"a/other.dds", ""}}, "a/x.mdl"};
    subject one;
    one.shows("1").shows("skin", role::emissive).shows("Skin", role::other).shows("other", role::normal);
    one.material().emissive = {0.5F, 0, 0};
    const completion out = one.complete(family::nwn, hak);
    CHECK(one.texture(0).image == no_image); // image 1 is another texture's
    CHECK(says(one.texture(0).extras, "missing", "file"));
    CHECK(one.texture(1).image == "0");
    CHECK(says(one.texture(1).extras, "rule", "flat name"));
    CHECK(one.texture(3).image == "1");
    CHECK(one.material().emissive == effigy::vector3<float>{0.5F, 0, 0});
    CHECK(outcomes(out) == std::vector{outcome::missing, outcome::found, outcome::found, outcome::found});
    CHECK(shows(out, 1, "a/other.dds", use::normal));
}

TEST_CASE("textures: alpha of NWN") {
    using mode = scene::alpha_mode;
    std::optional<alpha_use> chosen;
    std::string classification;
    const auto use_of = [&](mode before, const char* txi, mode after) {
        subject one;
        one.shows("t").material().alpha = before;
        extras_of{one.made.extras}.add("classification", classification);
        files content{{"t.tga", ""}};
        if (*txi != '\0') {
            content["t.txi"] = txi;
        }
        complete_options options;
        options.texture_alpha = chosen;
        const completion out = one.complete(family::nwn, world{content, "x.mdl"}, options);
        CHECK(one.material().alpha == after);
        CHECK(one.material().alpha_cutoff == 0.2F);
        return out.images.at(0).use;
    };
    CHECK(use_of(mode::opaque, "", mode::opaque) == use::color_or_reflection);
    CHECK(use_of(mode::opaque, "envmaptexture e", mode::opaque) == use::color_and_reflection);
    CHECK(use_of(mode::blend, "", mode::blend) == use::color_and_alpha);
    CHECK(use_of(mode::blend, "envmaptexture e", mode::blend) == use::color);
    CHECK(use_of(mode::opaque, "Blending PunchThrough", mode::mask) == use::color_and_alpha);
    CHECK(use_of(mode::opaque, "blending Additive", mode::blend) == use::light);
    CHECK(use_of(mode::opaque, "blending Additive\nenvmaptexture e", mode::blend) == use::light);
    for (const char* const kind : {"tile", "effect", "character", "door", ""}) { // the game adds maps to what moves
        classification = kind;
        CHECK((use_of(mode::opaque, "", mode::opaque) == use::color_by_content) ==
              (classification == "tile" || classification == "effect"));
    }
    for (const alpha_use each : {alpha_use::opaque, alpha_use::mask, alpha_use::blend}) {
        chosen = each;
        const use as = each == alpha_use::opaque ? use::color_and_reflection : use::color_by_content;
        CHECK(use_of(mode::opaque, "", mode::opaque) == as);
        CHECK(use_of(mode::opaque, "envmaptexture e", mode::opaque) == as);
        CHECK(use_of(mode::blend, "", mode::blend) == use::color_and_alpha); // the model says it
    }
}

TEST_CASE("textures: a NWN flip-book shows one cell, and a clip moves it") {
    complete_options options;
    const auto made_with = [&](const char* txi) {
        subject one;
        one.shows("t").shows("T", role::emissive).shows("other", role::normal);
        const world hak{{{"t.tga", ""}, {"other.tga", ""}, {"t.txi", txi}}, "x.mdl"};
        static_cast<void>(one.complete(family::nwn, hak, options));
        return one;
    };
    const effigy::vector2<float> whole{1, 1};
    constexpr const char* cycle = "proceduretype Cycle\nnumx 4\nnumy 2\nfps 16";
    subject still = made_with(cycle);
    CHECK(still.texture(0).scale == effigy::vector2<float>{0.25F, 0.5F});
    CHECK(still.texture(0).offset == effigy::vector2<float>{});
    CHECK(still.texture(1).scale == still.texture(0).scale); // the same image
    CHECK(still.texture(2).scale == whole);
    CHECK(*find_extra(still.material().extras, "flipbook") == scene::extra_value{scene::list<double>{4, 2, 0.0625}});
    CHECK(still.made.clips.empty());

    options.animates = true;
    const subject moving = made_with(cycle);
    REQUIRE(moving.made.clips.size() == 1);
    const scene::clip& clip = moving.made.clips[0];
    CHECK(clip.name == "flipbook_t");
    REQUIRE((clip.channels.size() == 1 && clip.times.size() == 1));
    CHECK(clip.channels[0].material == 0);
    CHECK(clip.channels[0].path == scene::path::texture_offset);
    CHECK(clip.channels[0].interpolation == scene::interpolation::step);
    CHECK(clip.times[0].back() == 0.5F);
    CHECK(clip.channels[0].values ==
          scene::list<float>{0, 0, 0.25F, 0, 0.5F, 0, 0.75F, 0, 0, 0.5F, 0.25F, 0.5F, 0.5F, 0.5F, 0.75F, 0.5F, 0, 0});
    CHECK(made_with("proceduretype cycle\nnumx 4\nnumy 2").made.clips.empty()); // no speed
    for (const char* const none :
         {"proceduretype water\nnumx 4", "proceduretype cycle", "proceduretype cycle\nnumx 0\nnumy 2",
          "proceduretype cycle\nnumx -4\nnumy -2", "proceduretype cycle\nnumx 65\nnumy 64"}) {
        CHECK(made_with(none).texture(0).scale == whole);
    }

    subject twice; // two materials of one texture move in one clip
    twice.shows("t").made.materials.push_back(twice.made.materials.front());
    static_cast<void>(twice.complete(family::nwn, world{{{"t.tga", ""}, {"t.txi", cycle}}, "x.mdl"}, options));
    REQUIRE(twice.made.clips.size() == 1);
    CHECK(twice.made.clips[0].channels.size() == 2);
    CHECK(twice.made.clips[0].channels[1].material == 1);
}

TEST_CASE("textures: a PLT has no alpha of its own") {
    subject one;
    one.shows("t");
    CHECK(shows(one.complete(family::nwn, world{{{"t.plt", ""}}, "x.mdl"}), 0, "t.plt", use::color));
}

TEST_CASE("textures: a .mtr takes over") {
    const world hak{{{"a/mat.mtr", "texture1 n\ntexture5 glow\ntwosided 1\ntransparency 1\n"
                                   "renderhint NormalAndSpecMapped\nparameter float Roughness 0.5"},
                     {"a/mat.tga", ""},
                     {"a/n.tga", ""},
                     {"a/glow.tga", ""},
                     {"a/old.tga", ""},
                     {"a/null.mtr", "texture0 null\ntexture1 n"},
                     {"a/other.mtr", "texture0 mat"},
                     {"a/old.txi", "decal 1\nproceduretype water"}},
                    "a/x.mdl"};
    subject one;
    one.shows("old").says("material", "mat");
    const completion out = one.complete(family::nwn, hak);
    REQUIRE(one.material().textures.size() == 3);
    CHECK(shows(out, 0, "a/old.tga", use::color_and_alpha)); // texture0 is omitted: the model's
    CHECK(shows(out, 1, "a/n.tga", use::normal));
    CHECK(shows(out, 2, "a/glow.tga", use::color));
    CHECK(one.material().alpha == scene::alpha_mode::blend);
    CHECK(one.material().is_double_sided);
    CHECK(one.material().emissive == effigy::vector3<float>{1, 1, 1});
    CHECK(says(one.material().extras, "mtrRenderHint", "NormalAndSpecMapped"));
    CHECK(says(one.material().extras, "procedure", "water"));
    CHECK(text_in(one.material(), "definition", "file") == "a/mat.mtr");
    CHECK(says(one.texture(1).extras, "map", "texture1"));
    CHECK(*find_extra(one.material().extras, "Roughness") == scene::extra_value{scene::list<double>{0.5}});

    const auto shown = [&](std::string_view bitmap, std::string_view material) {
        subject made;
        made.shows(bitmap).says("material", material);
        return std::string{made.complete(family::nwn, hak).images.at(0).path};
    };
    CHECK(shown("old", "null") == "a/old.tga");
    CHECK(shown("old", "other") == "a/mat.tga");
    CHECK(shown("NULL", "mat") == "a/mat.tga"); // the model has none
}

TEST_CASE("textures: a .mtr by the name of the texture") {
    const world hak{{{"t.mtr", "texture5 nowhere"}, {"t.tga", ""}, {"mat.tga", ""}, {"plain.mtr", ""}}, "x.mdl"};
    subject one;
    one.shows("t").says("material", "mat");
    one.material().emissive = {0.5F, 0.5F, 0.5F};
    const completion out = one.complete(family::nwn, hak);
    CHECK(shows(out, 0, "t.tga", use::color_or_reflection)); // not mat.tga, because mat has no .mtr
    CHECK(says(one.texture(1).extras, "missing", "file"));
    CHECK(one.material().emissive == effigy::vector3<float>{});

    subject glowing; // self-illumination is multiplied by the texture, also if only a clip has any
    glowing.shows("t").shows("t", role::emissive).says("material", "plain");
    CHECK(glowing.complete(family::nwn, hak).names.at(0).name == "t");
    REQUIRE(glowing.material().textures.size() == 2);
    CHECK(glowing.texture(1).role == role::emissive);
}

// ---- all families --------------------------------------------------------------------------------------------------

TEST_CASE("textures: one image per file and use, in all materials") {
    const world data{{{"a/t.blp", ""}}, "a/x.m2"};
    subject one;
    one.shows("a\\t.blp");
    one.made.materials.push_back(one.made.materials.front());
    one.made.materials.push_back(one.made.materials.front());
    one.made.materials[1].textures[0].name = "A/T.BLP"; // another name
    one.made.materials[2].alpha = scene::alpha_mode::blend;
    const completion out = one.complete(family::m2, data);
    CHECK(out.images.size() == 2);
    CHECK(one.made.materials[0].textures[0].image == "0");
    CHECK(one.made.materials[1].textures[0].image == "0");
    CHECK(one.made.materials[2].textures[0].image == "1");
    CHECK(out.names.size() == 2);
}

TEST_CASE("textures: a look-up says where it looked, if it is asked to") {
    const world data{{{"a/b.blp", ""}}, "a/x.m2"};
    complete_options options;
    for (const bool explains : {false, true}) {
        options.explains = explains;
        subject one;
        one.shows("t.blp");
        const completion out = one.complete(family::m2, data, options);
        CHECK(out.names.at(0).tried == (explains ? std::vector<std::string>{"a/t.blp", "a/t.png", "t.blp", "t.png"}
                                                 : std::vector<std::string>{}));
    }
}

TEST_CASE("textures: a last part that several names have says too little") {
    for (const auto& [of, second] : {std::pair{family::m2, "y\\T.blp"}, std::pair{family::p3d, "y\\T.tga"}}) {
        const world data{{{"a/t.blp", ""}, {"a/t.paa", ""}}, "a/x.m2"};
        const auto outcomes_of = [&](const std::vector<std::string>& names) {
            subject one;
            one.shows(names.front());
            for (std::size_t i = 1; i < names.size(); ++i) {
                one.made.materials.emplace_back().textures.emplace_back().name = names[i];
            }
            return outcomes(one.complete(of, data));
        };
        const std::string first = of == family::m2 ? "x\\t.blp" : "x\\t.paa";
        CHECK(outcomes_of({first}) == std::vector{outcome::found});
        CHECK(outcomes_of({first, "X/T" + first.substr(3)}) == std::vector{outcome::found, outcome::found});
        CHECK(outcomes_of({first, second}) == std::vector{outcome::missing, outcome::missing});
    }
}

TEST_CASE("textures: a folder is recognised by a path that the scene names") {
    const auto tried = [](family of, const char* name) {
        subject one;
        one.shows(name);
        std::vector<std::string> out;
        CHECK_FALSE(names_file(one.made, of, [&](const std::string& path) {
            out.push_back(path);
            return false;
        }));
        CHECK((out.empty() || names_file(one.made, of, [&](const std::string& path) { return path == out.back(); })));
        return out;
    };
    using paths = std::vector<std::string>;
    CHECK(tried(family::m2, "A\\b.blp") == paths{"A/b.blp", "A/b.png"});
    CHECK(tried(family::p3d, "\\a\\b\\c.tga") == paths{"a/b/c.paa", "b/c.paa", "a/b/c.tga", "b/c.tga"});
    for (const char* const name : {"b.blp", "..\\b.blp", "", "#(argb,8,8,3)color(1,1,1,1)"}) {
        CHECK(tried(family::p3d, name).empty());
    }
    CHECK(tried(family::nwn, "a/b").empty());
    CHECK(tried(family::grimrock, "a/b").empty());
}

TEST_CASE("textures: names that leave the folder, and endless names, are missing") {
    const world data{{{"a/t.blp", ""}, {"t.paa", ""}}, "a/x.m2"};
    std::string endless;
    for (int i = 0; i < 100'000; ++i) {
        endless += "a\\";
    }
    for (const std::string& name : {std::string{"..\\a\\t.blp"}, std::string{"a/../../t.paa"}, endless + "t.paa"}) {
        for (const family of : {family::m2, family::p3d, family::nwn}) {
            subject one;
            one.shows(name);
            CHECK(outcomes(one.complete(of, data)) == std::vector{outcome::missing});
        }
    }
}
