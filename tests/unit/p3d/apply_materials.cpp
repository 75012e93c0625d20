// Materials of scenes that were edited, brought back into models.
#include "p3d/applied.hpp"

#include <effigy/scene/extras.hpp>

#include <cmath>

namespace {

using namespace applied_p3d;

described::lod textured(const char* texture) {
    described::lod out = quad_and_triangle();
    out.faces[0].texture = texture;
    return out;
}
scene::material& first_material(scene& of) { return of.materials[of.meshes[0].primitives[0].material]; }

} // namespace

TEST_CASE("p3d apply: the texture that a material means") {
    struct expectation {
        const char *name, *image, *rvmat, *texture;
    };
    constexpr expectation all[] = {
        {"wall_co", "c\\new_co.paa", nullptr, "c\\new_co.paa"},
        {"wall_co", "new_co.png", nullptr, "a\\new_co.paa"},
        {"brick", nullptr, nullptr, "a\\brick.paa"},
        {"c\\brick.paa", nullptr, nullptr, "c\\brick.paa"},
        {"brick.tga", nullptr, nullptr, "brick.tga"},
        {"#(argb,8,8,3)color(1,0,0,1,co)", nullptr, nullptr, "#(argb,8,8,3)color(1,0,0,1,co)"},
        {"wall_co", nullptr, "c\\d.rvmat", "a\\wall_co.paa"},
    };
    for (const expectation& each : all) {
        brought to{quad_and_triangle()};
        scene changed = to.shown;
        scene::material& material = changed.materials[0];
        material.name = each.name;
        if (each.image != nullptr) {
            material.textures[0].name = each.image;
        }
        if (each.rvmat != nullptr) {
            REQUIRE(material.extras[0].key == "rvmat");
            material.extras[0].value = scene::text{each.rvmat};
        }
        static_cast<void>(to(changed));
        CHECK(to.texture(0) == each.texture);
        CHECK(to.model.get(to.faces()[0].material) == (each.rvmat != nullptr ? each.rvmat : "a\\wall.rvmat"));
        CHECK(to.texture(1) == "b\\door_co.paa");
        const bool is_guessed = std::string_view{each.texture}.starts_with("a\\") && each.rvmat == nullptr;
        CHECK(to.says("guessed material") == is_guessed);
    }
    // A face gets another material, and a new one.
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    std::swap(changed.meshes[0].primitives[0].material, changed.meshes[0].primitives[1].material);
    static_cast<void>(to(changed));
    CHECK(to.texture(0) == "b\\door_co.paa");
    CHECK(to.model.get(to.faces()[0].material).empty());
    CHECK(to.texture(1) == "a\\wall_co.paa");
    changed = to.shown;
    changed.materials.push_back(changed.materials[0]);
    changed.materials.back() = scene::material{};
    changed.materials.back().name = "gate";
    changed.meshes[0].primitives[0].material = 2;
    static_cast<void>(to(changed));
    CHECK(to.texture(0) == "a\\gate.paa");
    CHECK(to.model.get(to.faces()[0].material).empty());
}

TEST_CASE("p3d apply: what of a material only an .rvmat could say") {
    using material = scene::material;
    constexpr void (*edits[])(material&) = {
        [](material& m) { m.is_double_sided = !m.is_double_sided; },
        [](material& m) { m.is_unlit = !m.is_unlit; },
        [](material& m) { m.emissive = {1, 0, 0}; },
        [](material& m) { m.textures.resize(m.textures.size() + 1); },
    };
    for (const auto edit : edits) {
        brought to{quad_and_triangle()};
        scene changed = to.shown;
        edit(changed.materials[0]);
        static_cast<void>(to(changed));
        CHECK(to.model == to.before);
        CHECK(to.says("left_out material wall_co: further textures"));
    }
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    changed.materials[0].textures.clear();
    static_cast<void>(to(changed));
    CHECK_FALSE(to.says("left_out"));
}

TEST_CASE("p3d apply: the colour of a texture that is an expression") {
    brought to{described::everything("P3DM")};
    scene changed = to.shown;
    changed.materials[0].base_color = {0.5F, 0.25F, 0, 0.75F};
    changed.materials[0].alpha = scene::alpha_mode::blend;
    static_cast<void>(to(changed));
    CHECK(to.texture(1) == "#(argb,8,8,3)color(0.735357,0.537099,0.000000,0.750000,ca)");
    const vector4<float> again = to.made(to.model).materials[0].base_color;
    CHECK(again.x == doctest::Approx(0.5).epsilon(1e-5));
    CHECK(again.w == 0.75F);
}

TEST_CASE("p3d apply: a new name is that of a file beside the old texture") {
    const struct {
        const char *old, *name, *image, *texture;
    } cases[] = {
        {"a\\wall.paa", "brick", nullptr, "a\\brick.paa"},
        {"a\\wall.pac", "brick", nullptr, "a\\brick.pac"},
        {"wall.tga", "brick", nullptr, "brick.tga"},
        {"a/b/wall.paa", "brick", nullptr, "a/b/brick.paa"},
        {"a.b\\wall", "brick", nullptr, "a.b\\brick.paa"}, // the dot is the folder's
        {"#(argb,8,8,3)color(1,0,0,1,co)", "brick", nullptr, "brick.paa"},
        {"a\\wall.paa", "c\\brick", nullptr, "c\\brick"},
        {"a\\wall.paa", nullptr, "c\\new", "c\\new.paa"},
        {"a\\wall.paa", nullptr, "c\\new.paa", "c\\new.paa"},
        {"a\\wall.paa", nullptr, "new.jpg", "new.jpg"},
        {"a\\wall.paa", nullptr, "new.png", "a\\new.paa"},
        {"a\\wall.paa", nullptr, ".paa", "a\\.paa"}, // no name before the dot
    };
    for (const auto& each : cases) {
        brought to{textured(each.old)};
        scene changed = to.shown;
        scene::material& material = first_material(changed);
        if (each.name != nullptr) {
            material.name = each.name;
        } else {
            REQUIRE(material.textures.size() == 1);
            material.textures[0].name = each.image;
        }
        static_cast<void>(to(changed));
        CHECK(to.texture(0) == each.texture);
    }
    brought to{textured("a\\wall.paa")};
    scene changed = to.shown;
    first_material(changed).name.assign("br\0ck", 5); // no file has such a name
    static_cast<void>(to(changed));
    CHECK(to.texture(0) == "a\\wall.paa");
}
TEST_CASE("p3d apply: an expression gets another colour, and keeps its size and type") {
    const std::pair<const char*, const char*> cases[] = {
        {"#(argb,8,8,3)color(0,0.5,0.5,1)", "#(argb,8,8,3)color(1.000000,0.000000,0.735357,0.250000,ca)"},
        {"#(argb,8,8,3)color(0,0.5,0.5,1,co)", "#(argb,8,8,3)color(1.000000,0.000000,0.735357,1.000000,co)"},
        {"#(rgb,1,2,1)color(0,0.5,0.5,1,CO)", "#(rgb,1,2,1)color(1.000000,0.000000,0.735357,1.000000,CO)"},
        {"#(argb,8,8,3)color(0,0.5,0.5,1,as)", "#(argb,8,8,3)color(1.000000,0.000000,0.735357,0.250000,as)"},
        {"#(argb,8,8,3)color(0,0.5,0.5,0.5,ca)", "#(argb,8,8,3)color(1.000000,0.000000,0.735357,0.250000,ca)"},
        {"#(argb,8,8,3)color(0,0.5,0.5,0.5)", "#(argb,8,8,3)color(1.000000,0.000000,0.735357,0.250000,ca)"},
    };
    for (const auto& [old, made] : cases) {
        brought to{textured(old)};
        scene changed = to.shown;
        first_material(changed).base_color = {1, 0, 0.5F, 0.25F};
        static_cast<void>(to(changed));
        CHECK(to.texture(0) == made);
        // An expression as an extra is meant as it is.
        changed = to.shown;
        extras_of(first_material(changed).extras).add("procedural", "#(argb,1,1,1)color(0,0,0,1,co)");
        scene::list<scene::extra>& extras = first_material(changed).extras;
        for (std::size_t i = extras.size() - 1; i-- > 0;) {
            if (extras[i].key == "procedural") {
                extras.erase(&extras[i]);
            }
        }
        static_cast<void>(to(changed));
        CHECK(to.texture(0) == "#(argb,1,1,1)color(0,0,0,1,co)");
    }
}
TEST_CASE("p3d apply: a new material with one texture loses nothing") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::material& made = changed.materials.emplace_back();
    made.name = "gate";
    made.textures.emplace_back().name = "c\\gate.paa";
    changed.meshes[0].primitives[0].material = static_cast<std::uint32_t>(changed.materials.size() - 1);
    static_cast<void>(to(changed));
    CHECK(to.texture(0) == "c\\gate.paa");
    CHECK_FALSE(to.says("left_out"));
}

TEST_CASE("p3d apply: a new material of Blender loses nothing, but its color if somebody chose it") {
    struct expectation {
        const char* name;
        vector4<float> color;
        bool is_lost;
    };
    constexpr expectation all[] = {{"Material", {0.8F, 0.8F, 0.8F, 1}, false},
                                   {"Material", {1, 1, 1, 1}, false},
                                   {"Material", {1, 0, 0, 1}, true},
                                   {"#(argb,8,8,3)color(1,0,0,1,CO)", {1, 0, 0, 1}, false},
                                   {"a\\gate_co.paa", {1, 0, 0, 1}, false}};
    for (const expectation& each : all) {
        brought to{quad_and_triangle()};
        scene changed = to.shown;
        scene::material& made = changed.materials.emplace_back();
        made.name = each.name;
        made.is_double_sided = true;
        made.base_color = each.color;
        const auto number = static_cast<std::uint32_t>(changed.materials.size() - 1);
        changed.meshes[0].primitives[0].material = number;
        static_cast<void>(to(changed));
        CHECK(to.says("left_out material Material: base color") == each.is_lost);
        CHECK(to.says("left_out") == each.is_lost);
        changed.meshes[0].primitives[0].material = 0;
        static_cast<void>(to(changed));
        CHECK(to.says("left_out material " + std::string{each.name} + ": no face of a level has it"));
    }
}
TEST_CASE("p3d apply: the color of a material without a texture is an expression") {
    brought to{textured("")};
    scene changed = to.shown;
    REQUIRE(first_material(changed).textures.empty());
    first_material(changed).base_color = {1, 0, 0, 1};
    static_cast<void>(to(changed));
    CHECK(to.texture(0) == "#(argb,8,8,3)color(1.000000,0.000000,0.000000,1.000000,CO)");
    CHECK_FALSE(to.says("left_out"));
}
