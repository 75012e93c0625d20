// Materials and colours of scenes.
#include "nwn/scene.hpp"
#include "support/scene_extras.hpp"

#include <effigy/nwn/scene.hpp>
#include <effigy/scene/color.hpp>
#include <effigy/scene/verify.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace nwn_scenes;

} // namespace

TEST_CASE("nwn scene: texture coordinates are flipped, colours are linear") {
    const converted all{fixtures::nwn::nwnmdlcomp(), {.include_colors = true}};
    const scene::mesh& flag = all.shown.meshes[all.shown.nodes[1].mesh];
    REQUIRE(flag.texcoords.size() == 4);
    CHECK(flag.texcoords[0][0] == vector2<float>{0, 1});
    CHECK(flag.texcoords[0][2] == vector2<float>{0, 0});
    CHECK(flag.texcoords[3][1] == vector2<float>{0.5F, 0.75F});
    REQUIRE(flag.colors.size() == 3);
    CHECK(flag.colors[1] == rgba8{15, 23, 34, 0xFF}); // 0x44, 0x55, 0x66 made linear
    CHECK(flag.extras.empty());
    CHECK(extra<double>(extra<object>(all.shown.nodes[1].extras, "dangly"), "constraints") == 3);
    CHECK(extra<scene::text>(extra<object>(all.shown.nodes[3].extras, "reference"), "model") == "fx_ref");
}

TEST_CASE("nwn scene: colours of vertices are left out by default") {
    auto described = fixtures::nwn::nwnmdlcomp();
    const auto flag_of = [](const fixtures::nwn::model& from) {
        const converted all{from};
        return all.shown.meshes[all.shown.nodes[1].mesh];
    };
    CHECK(flag_of(described).colors.empty());
    CHECK(extra<bool>(flag_of(described).extras, "hasColors"));
    described.nodes[1].mesh->colors.assign(3, 0xFFFF'FFFF); // as compilers write them without a list in the text
    CHECK(flag_of(described).extras.empty());
}

TEST_CASE("nwn scene: equal materials are shared") {
    fixtures::nwn::model described{.by = flavour::enhanced};
    auto plain = fixtures::nwn::triangle();
    auto other = plain;
    other.textures = {"NULL", "bumps", "", "effigy_material"};
    described.nodes = {{"root", -1},
                       {"a", 0, {}, plain},
                       {"b", 0, {}, plain},
                       {"c", 0, {{128, 1, {0, 1}, {0.5F, 0.25F}}}, plain},
                       {"d", 0, {{100, 3, {0, 1}, {1, 0, 0, 0, 1, 0}}}, plain},
                       {"e", 0, {}, other}};
    const converted all{described};
    REQUIRE(all.shown.materials.size() == 4);
    const auto material = [&](std::size_t i) {
        return all.shown.meshes[all.shown.nodes[i].mesh].primitives[0].material;
    };
    CHECK(material(1) == material(2));
    const scene::material& stone = all.shown.materials[material(1)];
    CHECK(stone.name == "stone");
    REQUIRE(stone.textures.size() == 1);
    CHECK(stone.textures[0].name == "stone");
    CHECK(stone.base_color.x == doctest::Approx(0.60382734)); // 0.8 made linear
    CHECK(stone.alpha == scene::alpha_mode::opaque);
    CHECK(extra<double>(stone.extras, "rotateTexture") == 1);
    const scene::material& clear = all.shown.materials[material(3)];
    CHECK(clear.base_color.w == 0.5F);
    CHECK(clear.alpha == scene::alpha_mode::blend);
    const scene::material& burning = all.shown.materials[material(4)];
    CHECK(burning.emissive == vector3<float>{1, 0, 0});
    REQUIRE(burning.textures.size() == 2);
    CHECK(burning.textures[1].role == scene::texture_role::emissive);
    const scene::material& bumpy = all.shown.materials[material(5)];
    CHECK(bumpy.name == "effigy_material");
    REQUIRE(bumpy.textures.size() == 1);
    CHECK(bumpy.textures[0].role == scene::texture_role::other);
    CHECK(extra<scene::text>(bumpy.extras, "material") == "effigy_material");
}

TEST_CASE("nwn scene: alpha at rest is that of the animation that plays at rest") {
    fixtures::nwn::model described;
    auto plain = fixtures::nwn::triangle();
    described.nodes = {{"root", -1}, {"a", 0, {{128, 1, {0}, {0.25F}}}, plain}, {"b", 0, {}, plain}};
    const auto clip = [](const char* name, float alpha) {
        return fixtures::nwn::clip{
            name, 1, {}, {{"root", -1}, {"a", 0, {{128, 1, {0, 1}, {alpha, 1}}}}, {"A", 0, {{128, 1, {0}, {0.125F}}}}}};
    };
    const auto alphas = [&](std::vector<fixtures::nwn::clip> clips, bool animates = false) {
        described.clips = std::move(clips);
        const converted all{described, {.include_clips = false, .animate_materials = animates}};
        std::vector<float> out;
        for (const std::size_t node : {1U, 2U}) {
            const scene::mesh& mesh = all.shown.meshes[all.shown.nodes[node].mesh];
            out.push_back(all.shown.materials[mesh.primitives[0].material].base_color.w);
        }
        return out;
    };
    CHECK(alphas({clip("open", 0)}) == std::vector{0.25F, 1.0F});
    CHECK(alphas({clip("open", 1), clip("Default", 0)}) == std::vector{0.0F, 1.0F});
    CHECK(alphas({clip("pause1", 0.5F), clip("default", 0)}) == std::vector{0.0F, 1.0F});
    CHECK(alphas({clip("pause1", 0.5F)}, true) == std::vector{0.5F, 1.0F});
}

TEST_CASE("nwn scene: an option animates alpha and self-illumination") {
    fixtures::nwn::model described;
    auto plain = fixtures::nwn::triangle();
    described.nodes = {{"root", -1}, {"a", 0, {}, plain}, {"b", 0, {}, plain}, {"c", 0, {}, plain}};
    described.clips = {{"fade",
                        1,
                        {},
                        {{"root", -1},
                         {"a", 0, {{128, 1, {0, 1}, {1, 0.25F}}, {100, 3, {0, 1}, {0, 0, 0, 1, 0.5F, 0}}}},
                         {"b", 0, {{128, 1, {0, 1}, {1, 1}}}},
                         {"root", 0, {{128, 1, {0, 1}, {1, 0}}}}, // has no mesh
                         {"unknown", 0, {{128, 1, {0, 1}, {1, 0}}, {100, 3, {0}, {1, 1, 1}}}}}}};
    const auto file = fixtures::nwn::write(described);
    const auto model = nwn::open(file.span());
    REQUIRE(model);
    CHECK(to_scene(*model).value().materials.size() == 1);
    const auto result = to_scene(*model, {.animate_materials = true});
    REQUIRE(result);
    const scene* const made = &result.value();
    REQUIRE(made->materials.size() == 2); // b's alpha does not change
    const auto material = [&](std::string_view name) {
        const auto found = std::ranges::find(made->meshes, name, &scene::mesh::name);
        return found->primitives[0].material;
    };
    CHECK(material("b") == material("c"));
    CHECK(made->materials[material("a")].alpha == scene::alpha_mode::blend);
    CHECK(made->materials[material("b")].alpha == scene::alpha_mode::opaque);
    CHECK(!verify(*made));
    const scene::clip& clip = made->clips[0];
    const auto channel = [&](scene::path path) {
        return *std::ranges::find(clip.channels, path, &scene::channel::path);
    };
    const scene::channel color = channel(scene::path::base_color);
    CHECK(color.material == material("a"));
    REQUIRE(color.values.size() == 8);
    CHECK(color.values[3] == 1);
    CHECK(color.values[7] == 0.25F);
    CHECK(color.values[4] == made->materials[material("a")].base_color.x);
    const scene::channel glow = channel(scene::path::emissive);
    CHECK(glow.material == material("a"));
    REQUIRE(glow.values.size() == 6);
    CHECK(glow.values[3] == 1);
    CHECK(glow.values[4] == doctest::Approx(0.2140411)); // 0.5 made linear
}

TEST_CASE("nwn scene: each field of a mesh's material has its place") {
    fixtures::nwn::model described = one_mesh(fixtures::nwn::triangle());
    described.nodes[1].mesh->textures = {"a", "b", "", ""};
    const support::byte_builder whole = fixtures::nwn::write(described);
    const auto material_with = [&](std::initializer_list<std::pair<std::size_t, float>> numbers,
                                   std::initializer_list<std::pair<std::size_t, std::uint32_t>> words) {
        support::byte_builder file = whole;
        const std::size_t node = file.at("nwn.nodes[1]");
        for (const auto& [at, number] : numbers) {
            file.poke(node + at, number);
        }
        for (const auto& [at, word] : words) {
            file.poke(node + at, word);
        }
        scene made = to_scene(nwn::open(file.span()).value()).value();
        return std::move(made.materials[0]);
    };
    const auto linear = [](double v) { return static_cast<float>(impl::linear_of_srgb(v)); };
    const scene::material colored = material_with({{0xAC, 0.25F},
                                                   {0xB0, 0.5F},
                                                   {0xB4, 0.75F},
                                                   {0xB8, 1},
                                                   {0xBC, 2},
                                                   {0xC0, 3},
                                                   {0xC4, 4},
                                                   {0xC8, 5},
                                                   {0xCC, 6},
                                                   {0xD0, 7}},
                                                  {});
    CHECK(colored.base_color == vector4<float>{linear(0.25), linear(0.5), linear(0.75), 1});
    CHECK(extra<scene::list<double>>(colored.extras, "ambient") == scene::list<double>{1, 2, 3});
    CHECK(extra<scene::list<double>>(colored.extras, "specular") == scene::list<double>{4, 5, 6});
    CHECK(extra<double>(colored.extras, "shininess") == 7);
    CHECK(colored.textures[1].role == scene::texture_role::other);
    CHECK(find_extra(colored.extras, "renderHint") == nullptr);
    const scene::material black = material_with({{0xB8, 0}, {0xBC, 0}, {0xC0, 0}}, {{0x1E8, 9}});
    CHECK(find_extra(black.extras, "ambient") == nullptr);
    CHECK(find_extra(black.extras, "specular") == nullptr);
    CHECK(extra<double>(black.extras, "tileFade") == 9);
    const scene::material mapped = material_with({}, {{0xE4, 2}});
    CHECK(mapped.textures[1].role == scene::texture_role::normal);
    CHECK(mapped.alpha == scene::alpha_mode::opaque);
    CHECK(extra<double>(mapped.extras, "renderHint") == 2);
    CHECK(material_with({}, {{0xE0, 1}}).alpha == scene::alpha_mode::blend); // the transparency hint
}

TEST_CASE("nwn scene: each number of a color has its place") {
    fixtures::nwn::model described = one_mesh(fixtures::nwn::triangle());
    described.nodes[1].keys = {{100, 3, {0}, {0.25F, 0.5F, 0.75F}}, {128, 1, {0}, {0.5F}}};
    const converted all{described};
    const scene::material& made = all.shown.materials[0];
    const auto linear = [](double v) { return static_cast<float>(impl::linear_of_srgb(v)); };
    CHECK(made.emissive == vector3<float>{linear(0.25), linear(0.5), linear(0.75)});
    CHECK(made.base_color.w == 0.5F);
    CHECK(made.alpha == scene::alpha_mode::blend);
}
