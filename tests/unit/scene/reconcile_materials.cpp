#include "scene/bring_back.hpp"

namespace { namespace reconciling_materials {

using namespace bringing_back;
using role = scene::texture_role;

scene::texture texture(const char* name, role of = role::base_color, const char* image = "") {
    scene::texture out;
    out.name = name;
    out.role = of;
    out.image = image;
    return out;
}
// A mesh whose three triangles have these materials.
scene painted(const std::vector<std::uint32_t>& materials, const std::vector<const char*>& names) {
    scene out = with_mesh(loose_triangles("body", 9));
    out.meshes[0].primitives.clear();
    for (std::uint32_t i = 0; i < 3; ++i) {
        out.meshes[0].primitives.push_back({3 * i, 3, materials[i]});
    }
    for (const char* const name : names) {
        out.materials.emplace_back().name = name;
    }
    return out;
}
std::vector<std::string> materials_of(const scene& of) { // of the triangles
    std::vector<std::string> out;
    for (const scene::primitive& each : of.meshes[0].primitives) {
        out.emplace_back(each.material != npos ? of.materials[each.material].name : "-");
    }
    return out;
}

TEST_CASE("scene reconcile: textures are the same if their roles and the stems of their names are") {
    const struct {
        scene::texture was, now;
        const char* told;
    } cases[] = {
        {texture("wood.tga"), texture("wood.tga"), ""},
        {texture("textures/wood.tga"), texture("WOOD.png"), ""},
        {texture("textures/wood.tga"), texture("wood"), ""},
        {texture("textures/wood.tga"), texture("wood.001"), ""},
        {texture("textures/wood.tga", role::base_color, "images/w00d.png"), texture("w00d.png"), ""},
        {texture("textures/wood.tga"), texture(""), ""},
        {texture("wood.tga"), texture("stone.tga"), "material paint: texture\n"},
        {texture("wood.tga"), texture("wood2.tga"), "material paint: texture\n"},
        {texture("wood.tga", role::other), texture("stone.tga", role::other), ""},
        {texture("wood.tga", role::normal), texture("stone.tga"), ""}, // the original has none of this role
        {texture("wood.tga", role::normal), texture("stone.tga", role::normal), "material paint: texture\n"},
        {texture(""), texture("stone.tga"), "material paint: texture\n"},
    };
    for (const auto& each : cases) {
        scene original = painted({0, 0, 0}, {"paint"}), changed = original;
        original.materials[0].textures.push_back(each.was);
        changed.materials[0].textures.push_back(each.now);
        changed.materials[0].textures[0].image = each.now.image.empty() ? "other.png" : each.now.image;
        const outcome out = reconciled(changed, original);
        CHECK(out.told == each.told);
        const scene::texture& made = out.made.materials[0].textures[0];
        CHECK(made.name == (out.told.empty() ? each.was.name : each.now.name));
        CHECK(made.image == (out.told.empty() ? each.was.image : changed.materials[0].textures[0].image));
    }
    // Any texture of the role can be meant; the first one changes.
    scene original = painted({0, 0, 0}, {"paint"}), changed = original;
    for (const char* const name : {"normal", "first", "second"}) {
        original.materials[0].textures.push_back(texture(name, name[0] == 'n' ? role::normal : role::base_color));
    }
    for (const char* const name : {"first", "second"}) {
        changed.materials[0].textures = {texture(name)};
        CHECK(told(changed, original) == "");
    }
    changed.materials[0].textures = {texture("third")};
    CHECK(reconciled(changed, original).made.materials[0].textures[1].name == "third");
}
TEST_CASE("scene reconcile: colors of a material that the original has are the same up to their tolerance") {
    for (std::size_t component = 0; component < 7; ++component) {
        const bool is_emissive = component > 3;
        for (const float by : {-1.9e-3F, -2.1e-3F, 1.9e-3F, 2.1e-3F}) {
            scene original = painted({0, 0, 0}, {"paint"});
            scene::material& material = original.materials[0];
            material.base_color = {0.1F, 0.2F, 0.3F, 0.4F};
            material.emissive = {0.5F, 0.6F, 0.7F};
            scene changed = original;
            vector4<float>& color = changed.materials[0].base_color;
            vector3<float>& light = changed.materials[0].emissive;
            float* const values[] = {&color.x, &color.y, &color.z, &color.w, &light.x, &light.y, &light.z};
            *values[component] += by;
            const bool is_same = by < 2e-3F && by > -2e-3F;
            const outcome out = reconciled(changed, original);
            CHECK(out.told == (is_same       ? ""
                               : is_emissive ? "material paint: emissive color\n"
                                             : "material paint: base color\n"));
            CHECK(out.made.materials == (is_same ? original : changed).materials);
            material.textures.push_back(texture("wood")); // then the color is the program's
            CHECK(told(changed, original) == (is_same || !is_emissive ? "" : "material paint: emissive color\n"));
            material = scene::material{};
            material.name = "paint";
            CHECK(told(changed, original) == "");
        }
    }
}
TEST_CASE("scene reconcile: a first image and a first color are changes only if the caller says so") {
    scene original = painted({0, 0, 0}, {"paint"});
    scene changed = original;
    changed.materials[0].textures = {texture("bump", role::normal), texture("wood")};
    changed.materials[0].base_color = {0.5F, 0.5F, 0.5F, 1};
    CHECK(told(changed, original) == "");
    const outcome out = reconciled(changed, original, {.takes_first_textures = true});
    CHECK(out.told == "material paint: texture\n");
    REQUIRE(out.made.materials[0].textures.size() == 1);
    CHECK(out.made.materials[0].textures[0].name == "wood");
    changed.materials[0].textures.clear();
    const outcome colored = reconciled(changed, original, {.takes_first_textures = true});
    CHECK(colored.told == "material paint: base color\n");
    CHECK(colored.made.materials == changed.materials);
}
TEST_CASE("scene reconcile: extras change if their key is named, and stay if the changed scene lacks them") {
    scene original = painted({0, 0, 0}, {"paint"});
    for (auto* const each : {&original.materials[0].extras, &original.nodes[0].extras, &original.meshes[0].extras}) {
        each->push_back({"kept", 1.0});
        each->push_back({"path", scene::text{"a"}});
    }
    constexpr std::string_view keys[] = {"path", "more"};
    const reconcile_options options{.extras = keys};
    scene changed = original;
    for (auto* const each : {&changed.materials[0].extras, &changed.nodes[0].extras, &changed.meshes[0].extras}) {
        each->erase(&(*each)[0]);
        CHECK(reconciled(changed, original, options).told == "");
        each->push_back({"other", 2.0});
        CHECK(reconciled(changed, original, options).told == "");
        (*each)[0].value = 3.0; // of another type
        CHECK(reconciled(changed, original, options).told == "");
        (*each)[0].value = scene::text{"b"};
        each->push_back({"more", true});
        CHECK(told(changed, original) == "");
        const outcome out = reconciled(changed, original, options);
        CHECK(out.told.ends_with(": path\n" + out.told.substr(0, out.told.find(':')) + ": more\n"));
        CHECK(out.made.materials[0].extras.size() + out.made.nodes[0].extras.size() +
                  out.made.meshes[0].extras.size() ==
              7);
        *each = {};
        CHECK(reconciled(changed, original, options).told == "");
    }
}
TEST_CASE("scene reconcile: a material was renamed if all its triangles have a new one, which no other material had") {
    const struct {
        std::vector<std::uint32_t> was, now;
        std::vector<const char*> names; // of the changed scene; the original has A and B
        const char* told;
        std::vector<std::string> made;
    } cases[] = {
        {{0, 0, 1}, {0, 0, 1}, {"gold", "B"}, "material A: was renamed\n", {"gold", "gold", "B"}},
        {{0, 0, 1}, {1, 1, 0}, {"B", "gold"}, "material A: was renamed\n", {"gold", "gold", "B"}},
        {{0, 1, 1},
         {0, 1, 1},
         {"gold", "silver"},
         "material A: was renamed\nmaterial B: was renamed\n",
         {"gold", "silver", "silver"}},
        // It is still in use, or two claim it, or two become one.
        {{0, 0, 1},
         {0, 2, 1},
         {"A", "B", "gold"},
         "material gold: is new\nmesh body: triangles added 1\nmesh body: triangles removed 1\n",
         {"A", "B", "gold"}},
        {{0, 0, 1},
         {0, 2, 1},
         {"gold", "B", "silver"},
         "material gold: is new\nmaterial silver: is new\nmesh body: triangles added 2\nmesh body: triangles removed "
         "2\n",
         {"B", "gold", "silver"}},
        {{0, 0, 1},
         {0, 0, 0},
         {"gold"},
         "material gold: is new\nmesh body: triangles added 3\nmesh body: triangles removed 3\n",
         {"gold"}},
        {{0, npos, 1},
         {0, 0, 1},
         {"gold", "B"},
         "material A: was renamed\nmesh body: triangles added 1\nmesh body: triangles removed 1\n",
         {"gold", "B"}},
        {{npos, npos, 1},
         {0, 0, 1},
         {"gold", "B"},
         "material gold: is new\nmesh body: triangles added 2\nmesh body: triangles removed 2\n",
         {"B", "gold"}},
    };
    for (const auto& each : cases) {
        const scene original = painted(each.was, {"A", "B"});
        const outcome out = reconciled(painted(each.now, each.names), original);
        CHECK(out.told == each.told);
        CHECK(materials_of(out.made) == each.made);
    }
}
TEST_CASE("scene reconcile: a copy of a material that an editor made is the material, unless it was changed") {
    for (const bool is_changed : {false, true}) {
        scene original = painted({0, 0, 1}, {"A", "B"});
        original.materials[0].textures.push_back(texture("wood"));
        scene changed = painted({2, 0, 1}, {"A", "B", "A.001"});
        changed.materials[0].textures.push_back(texture("wood"));
        changed.materials[2].textures.push_back(texture(is_changed ? "gold" : "wood"));
        const outcome out = reconciled(changed, original);
        CHECK(out.told ==
              (is_changed ? "material A.001: is new\nmesh body: triangles added 1\nmesh body: triangles removed 1\n"
                          : ""));
        CHECK(out.made.materials.size() == (is_changed ? 3 : 2));
        CHECK(out.made.materials[0].textures[0].name == "wood");
    }
    const scene original = painted({0, 0, 0}, {"A"}); // of none
    const outcome out = reconciled(painted({0, 1, 0}, {"A", "B.001"}), original);
    CHECK(materials_of(out.made) == std::vector<std::string>{"A", "A", "B.001"});
}
TEST_CASE("scene reconcile: materials without use stay, but are deleted if they are missing and that is wanted") {
    const scene original = painted({2, 2, 3}, {"A", "B", "C", "D"});
    const scene changed = painted({1, 1, 1}, {"A", "C", "E"}); // B, D are gone, E is new and not used
    const outcome kept = reconciled(changed, original);
    CHECK(kept.made.materials == original.materials);
    const outcome deleted = reconciled(changed, original, true);
    CHECK(deleted.made.materials.size() == 2);
    CHECK(deleted.made.materials[0].name == "A");
    CHECK(materials_of(deleted.made) == std::vector<std::string>{"C", "C"});
}
TEST_CASE("scene reconcile: a mesh gets the sets of texture coordinates that a material needs, at most eight") {
    for (const std::uint32_t set : {0U, 1U, 7U, 8U}) {
        scene original = painted({npos, npos, npos}, {"deep"});
        original.materials[0].textures = {texture("a"), texture("b", role::normal), texture("c", role::occlusion)};
        original.materials[0].textures[1].texcoord = set;
        scene changed = painted({0, npos, 0}, {"deep"});
        const outcome out = reconciled(changed, original);
        const scene::mesh& made = out.made.meshes[0];
        const bool has_too_many = set == 8;
        CHECK(made.texcoords.size() == (has_too_many ? 1 : set + 1));
        for (const auto& each : made.texcoords) {
            CHECK(each == original.meshes[0].texcoords[0]);
        }
        CHECK(materials_of(out.made).back() == (has_too_many ? "-" : "deep"));
        CHECK((out.told.find("mesh body: a material that needs more texture coordinates\n") != std::string::npos) ==
              has_too_many);
        original.meshes[0].texcoords.clear(); // then it needs none
        changed.meshes[0].texcoords.clear();
        CHECK(reconciled(changed, original).made.meshes[0].texcoords.empty());
        CHECK(materials_of(reconciled(changed, original).made).back() == "deep");
    }
}

}} // namespace ::reconciling_materials
