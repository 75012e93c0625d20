#include "nwn/figure.hpp"
#include "nwn/hostile.hpp"
#include "nwn/opened.hpp"
#include "support/counting_memory.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"
#include "support/torture.hpp"

#include <effigy/nwn/scene.hpp>
#include <effigy/scene/color.hpp>
#include <effigy/scene/verify.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace {

namespace nwn_scenes {

using namespace effigy;
using fixtures::nwn::flavour;
using fixtures::nwn::key;
using fixtures::nwn::opened;
using matrices = std::vector<matrix4x3<double>>;
using points = std::vector<vector3<double>>;

struct converted : opened {
    // In the game's axes, with the model's numbers of nodes.
    explicit converted(const fixtures::nwn::model& described, nwn::scene_options options = {}) : opened(described) {
        options.front = false;
        result<scene> made = to_scene(model, options);
        REQUIRE(made);
        shown = std::move(made).value();
        CHECK_FALSE(verify(shown));
    }

    scene shown;
};

vector3<double> in_gltf(const vector3<double>& v) { return {v.x, v.z, -v.y}; }

void check_near(const vector3<double>& a, const vector3<double>& b) { CHECK(length(a - b) <= 1e-5); }

using object = support::extras;
using support::end_of;
using support::extra;
using support::find_extra;

// World matrices by the format's own evaluation.
matrices posed(const opened& all, const nwn::animation& clip, double seconds, double scale) {
    std::vector<pose<double>> poses(all.nodes.size());
    rest_poses(all.nodes, poses);
    std::vector<tree_entry> entries(clip.count_nodes());
    if (clip) {
        apply(clip.index(entries), seconds, all.nodes, poses, playback::once, scale);
    }
    matrices out(poses.size());
    local_matrices(poses, out);
    local_to_world(all.nodes, out);
    return out;
}
points vertices_of(const nwn::node& holder, const matrices& world) {
    points out(holder.mesh().positions().size());
    if (const nwn::skin skin = holder.skin()) {
        matrices moved(skin.bones().size());
        skin_matrices(skin, world, moved);
        skin_positions(skin, moved, out);
    } else {
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = transform_point(world[holder.number()], vector3<double>{holder.mesh().positions()[i]});
        }
    }
    return out;
}
// Checks that every node and every drawn vertex has the position that the format's own evaluation computes.
void check_pose(const converted& all, const scene::clip* clip, const nwn::animation& stored, double seconds,
                double scale = 1) {
    const matrices expected = posed(all, stored, seconds, scale);
    const matrices found = support::world_of(all.shown, clip, seconds);
    REQUIRE(found.size() >= expected.size());
    std::size_t next_skin = expected.size();
    for (std::size_t i = 0; i < expected.size(); ++i) {
        check_near(found[i].translation, in_gltf(expected[i].translation));
        check_near(found[i].x, in_gltf(expected[i].x));
        const nwn::node each = all.nodes[i];
        if (!each.mesh().is_rendered()) {
            continue;
        }
        const std::size_t holder = each.skin() ? next_skin++ : i;
        REQUIRE(all.shown.nodes[holder].mesh != npos);
        const points there = vertices_of(each, expected);
        const points here = support::positions_of(all.shown, holder, found);
        REQUIRE(here.size() == there.size());
        for (std::size_t vertex = 0; vertex < here.size(); ++vertex) {
            check_near(here[vertex], in_gltf(there[vertex]));
        }
    }
}
void check_poses(const fixtures::nwn::model& described) {
    const converted all{described};
    check_pose(all, nullptr, {}, 0);
    std::size_t number = 0;
    for (const nwn::animation stored : all.model.animations()) {
        const scene::clip& clip = all.shown.clips[number++];
        CHECK(std::string_view{clip.name} == stored.name());
        for (const double part : {0.0, 0.2, 0.45, 0.5, 0.9, 1.0, 1.5}) {
            check_pose(all, &clip, stored, part * stored.duration());
        }
    }
    CHECK(all.shown.clips.size() == number);
}

// Six times the volume inside a mesh. Positive if the mesh's faces point outwards.
double volume(const converted& all, std::size_t holder) {
    const scene::mesh& shape = all.shown.meshes[all.shown.nodes[holder].mesh];
    const points at = support::positions_of(all.shown, holder, support::world_of(all.shown));
    double out = 0;
    for (std::size_t i = 0; i < shape.indices.size(); i += 3) {
        out += dot(at[shape.indices[i]], cross(at[shape.indices[i + 1]], at[shape.indices[i + 2]]));
    }
    return out;
}

fixtures::nwn::model one_mesh(fixtures::nwn::mesh shape) {
    return {.nodes = {{"root", -1}, {"only", 0, {}, std::move(shape)}}};
}
const scene::clip& only_clip(const converted& all) {
    REQUIRE(all.shown.clips.size() == 1);
    return all.shown.clips[0];
}
const scene::channel* find_channel(const scene::clip& clip, std::uint32_t number, scene::path path) {
    for (const scene::channel& one : clip.channels) {
        if (one.node == number && one.path == path) {
            return &one;
        }
    }
    return nullptr;
}

} // namespace nwn_scenes

using namespace nwn_scenes;

} // namespace

TEST_CASE("nwn scene: positions are those that sample.hpp computes") {
    check_poses(fixtures::nwn::bioware());
    check_poses(fixtures::nwn::enhanced());
    check_poses(fixtures::nwn::nwnmdlcomp());
    check_poses(fixtures::nwn::figure::model(flavour::bioware));
    check_poses(fixtures::nwn::figure::model(flavour::enhanced));
}

TEST_CASE("nwn scene: faces point outwards, y is up") {
    namespace figure = fixtures::nwn::figure;
    for (const flavour by : {flavour::bioware, flavour::enhanced}) {
        const converted all{figure::model(by)};
        CHECK(volume(all, figure::plinth) > 0.1);
        CHECK(volume(all, figure::node_count) > 0.1); // the idol, which is skinned
        const box<float> around = bounds(all.shown);
        CHECK(around.min.y == doctest::Approx(0));
        CHECK(around.max.y > 1.5F);
        for (const scene::mesh& each : all.shown.meshes) { // normals point to the front of the triangles
            for (std::size_t i = 0; i < each.indices.size(); i += 3) {
                const auto at = [&](std::size_t k) { return each.positions[each.indices[i + k]]; };
                CHECK(dot(cross(at(1) - at(0), at(2) - at(0)), each.normals[each.indices[i]]) > 0);
            }
        }
    }
}

TEST_CASE("nwn scene: only meshes that the game draws, unless options add the others") {
    auto described = fixtures::nwn::bioware();
    (*described.nodes[4].aabb)[0].min = {-1, -2, -3};
    (*described.nodes[4].aabb)[0].max = {4, 5, 6};
    const converted drawn{described};
    CHECK(drawn.shown.nodes[4].mesh == npos);
    CHECK(drawn.shown.meshes.size() == 1);
    CHECK(extra<double>(extra<object>(drawn.shown.nodes[4].extras, "aabb"), "boxes") == 3);
    CHECK(extra<double>(extra<object>(drawn.shown.nodes[4].extras, "aabb"), "leaves") == 2);
    CHECK(extra<double>(extra<object>(drawn.shown.nodes[4].extras, "aabb"), "depth") == 2);
    const auto corner = [&](std::string_view key) {
        const auto of = extra<scene::list<double>>(extra<object>(drawn.shown.nodes[4].extras, "aabb"), key);
        return std::vector<double>(of.begin(), of.end());
    };
    CHECK(corner("min") == std::vector<double>{-1, -3, -5}); // that of the first box; x, z, -y
    CHECK(corner("max") == std::vector<double>{4, 6, 2});

    const converted more{described, {.include_collision = true}};
    REQUIRE(more.shown.nodes[4].mesh != npos);
    const scene::mesh& ground = more.shown.meshes[more.shown.nodes[4].mesh];
    CHECK(ground.indices.size() == 6);
    const scene::node& holder = more.shown.nodes[4];
    CHECK(extra<bool>(holder.extras, "notDrawn"));
    CHECK(extra<bool>(holder.extras, "collision"));
    const scene::material& seen = more.shown.materials[ground.primitives[0].material];
    CHECK(seen.name == "collision");
    CHECK(seen.alpha == scene::alpha_mode::blend);
    CHECK(seen.is_double_sided);
    for (const vector3<float>& up : ground.normals) { // computed: the file has none
        CHECK(up == vector3<float>{0, 1, 0});
    }
}

TEST_CASE("nwn scene: meshes that the game does not draw have a material of their own, on nodes that say so") {
    auto described = fixtures::nwn::bioware();
    auto& hidden = described.nodes[5]; // a skin
    REQUIRE(hidden.skin);
    hidden.mesh->render = 0;
    hidden.keys = {{128, 1, {0, 1}, {0.5F, 0.25F}}};
    const converted drawn{described};
    CHECK(drawn.shown.meshes.empty());
    const converted all{described, {.include_collision = true}};
    REQUIRE(all.shown.skins.size() == 1);
    std::size_t found = 0;
    for (const scene::node& each : all.shown.nodes) {
        CHECK((each.mesh != npos) == (find_extra(each.extras, "notDrawn") != nullptr));
        if (each.skin != npos) {
            ++found;
            CHECK(find_extra(each.extras, "collision") == nullptr);
            CHECK(all.shown.materials[all.shown.meshes[each.mesh].primitives[0].material].name == "not_drawn");
        }
    }
    CHECK(found == 1);
    CHECK(all.shown.materials.size() == 2);
    CHECK(!verify(all.shown));
}

TEST_CASE("nwn scene: a merge target has the triangles of all merged meshes") {
    const converted all{fixtures::nwn::enhanced(), {.include_collision = true}};
    REQUIRE(all.shown.nodes[1].mesh != npos);
    CHECK(all.shown.nodes[2].mesh == npos);
    const scene::mesh& target = all.shown.meshes[all.shown.nodes[1].mesh];
    CHECK(target.positions.size() == 6);
    CHECK(target.indices.size() == 6);
    REQUIRE(target.primitives.size() == 1);
    CHECK(target.primitives[0].index_count == 6);
    REQUIRE(target.tangents.size() == 6);
    CHECK(target.tangents[0] == vector4<float>{1, 0, 0, 1});
    CHECK(target.tangents[5] == vector4<float>{1, 0, 0, -1});
}

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

TEST_CASE("nwn scene: invalid normals are replaced by those of the faces") {
    auto shape = fixtures::nwn::triangle();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    shape.normals = {{nan, 0, 0}, {0, 0, 0}, {0, 0, 5}};
    shape.texcoords[0][1] = {nan, 0};
    const converted all{one_mesh(shape)};
    const scene::mesh& made = all.shown.meshes[0];
    for (const vector3<float>& up : made.normals) {
        CHECK(up == vector3<float>{0, 1, 0});
    }
    CHECK(extra<double>(made.extras, "repairedNormals") == 2);
    CHECK(extra<double>(made.extras, "repairedTexcoords") == 1);
    CHECK(find_extra(all.shown.nodes[1].extras, "notDrawn") == nullptr);
}

TEST_CASE("nwn scene: vertices without a weight follow the node of their mesh") {
    auto described = fixtures::nwn::bioware();
    described.nodes[5].keys = {fixtures::nwn::position_key({0, 0, 7})};
    described.nodes[5].skin->weights[2] = {0, 0, 0, 0};
    described.nodes[5].skin->refs[1] = {0, 9, -1, -1}; // no node has this slot
    const converted all{described};
    REQUIRE(all.shown.skins.size() == 1);
    const scene::skin& bound = all.shown.skins[0];
    REQUIRE(bound.joints.size() == 3);
    CHECK(bound.joints[2] == 5);
    CHECK(bound.inverse_binds[2] == matrix4x3<float>{});
    const scene::mesh& body = all.shown.meshes[0];
    CHECK(body.weights[0][1] == scene::weights4{1, 0, 0, 0});
    CHECK(body.joints[0][2][0] == 2);
    REQUIRE(all.shown.nodes.size() == 7);
    CHECK(all.shown.nodes[6].skin == 0);
    const points at = support::positions_of(all.shown, 6, support::world_of(all.shown));
    // (0, 1, 0) in the space of the node at (0, 0, 7), a child of the rotated root at (1, 2, 3)
    check_near(at[2], in_gltf({0, 2, 10}));
}

TEST_CASE("nwn scene: lights, and lights that glTF does not support") {
    fixtures::nwn::model described;
    const fixtures::nwn::light stored{9, {1, 2}, {0.5F, 1}, {{1, 0, 0}, {0, 1, 0}}, {"flare", "halo_01"}};
    described.nodes = {
        {"root", -1},
        {"lamp", 0, {{76, 3, {0, 1}, {2, 0.5F, 0, 9, 9, 9}}, {88, 1, {0, 1}, {14, 9}}, {140, 1, {0, 1}, {3, 9}}}},
        {"shade", 0, {{76, 3, {0}, {-1, 0, 0}}, {88, 1, {0}, {5}}}},
        {"plain", 0}};
    described.nodes[1].light = stored;
    described.nodes[2].light = fixtures::nwn::light{};
    described.nodes[3].light = fixtures::nwn::light{};
    described.nodes[1].keys.push_back({96, 1, {0}, {4}});
    const converted all{described};
    REQUIRE(all.shown.lights.size() == 2);
    REQUIRE(all.shown.nodes[1].light == 0);
    const scene::light& made = all.shown.lights[0];
    CHECK(made.type == scene::light_type::point);
    CHECK(made.range == 14);
    CHECK(made.color.x == 1);
    CHECK(made.intensity == doctest::Approx(3 * impl::linear_of_srgb(2.0)));
    const auto more = extra<object>(made.extras, "light");
    CHECK(extra<double>(more, "priority") == 5);
    const auto names = extra<scene::list<scene::text>>(more, "flareTextures");
    REQUIRE(names.size() == 2);
    CHECK(names[1] == "halo_01");
    CHECK(extra<double>(extra<object>(all.shown.nodes[1].extras, "controllers"), "shadowradius") == 4);
    CHECK(all.shown.nodes[2].light == npos);
    CHECK(extra<double>(extra<object>(all.shown.nodes[2].extras, "light"), "radius") == 5);
    CHECK(all.shown.lights[all.shown.nodes[3].light].color == vector3<float>{1, 1, 1});
    CHECK(all.shown.lights[all.shown.nodes[3].light].range == 0);
}

TEST_CASE("nwn scene: emitters are extras") {
    const converted all{fixtures::nwn::bioware()};
    const auto spark = extra<object>(all.shown.nodes[3].extras, "emitter");
    CHECK(extra<scene::text>(spark, "update") == "Fountain");
    CHECK(extra<scene::text>(spark, "texture") == "fxpa_flame");
    CHECK(extra<double>(spark, "flags") == 0x84);
    CHECK(extra<bool>(spark, "twoSided"));
    CHECK(find_extra(spark, "loop") == nullptr);
    CHECK(extra<double>(extra<object>(all.shown.nodes[3].extras, "controllers"), "birthrate") == 30);
}

TEST_CASE("nwn scene: each field of a part of a node is an extra of its own") {
    fixtures::nwn::model described = fixtures::nwn::bioware();
    described.clips.clear();
    described.nodes[2].keys.clear();
    described.nodes.push_back({"link", 0});
    described.nodes[6].reference = "";
    fixtures::nwn::mesh plain = fixtures::nwn::triangle();
    plain.textures = {};
    described.nodes.push_back({"flag", 0, {}, plain});
    described.nodes[7].dangly = fixtures::nwn::dangly{};
    const support::byte_builder whole = fixtures::nwn::write(described);
    // The keys in the extras of a part of which only one word is not 0.
    const auto keys_with = [&](std::size_t node, const char* part, std::size_t begin, std::size_t size, std::size_t at,
                               std::uint32_t number) {
        support::byte_builder file = whole;
        const std::size_t first = file.at("nwn.nodes[" + std::to_string(node) + "]") + begin;
        for (std::size_t i = 0; i < size; i += 4) {
            file.poke(first + i, 0);
        }
        file.poke(first + at, number);
        const result<scene> made = to_scene(nwn::open(file.span()).value(), {.front = false});
        REQUIRE(made);
        const scene::node& holder = made->nodes[node];
        const object& extras = holder.light != npos ? made->lights[holder.light].extras : holder.extras;
        std::string out;
        if (find_extra(extras, part) != nullptr) {
            for (const scene::extra& each : extra<object>(extras, part)) {
                out += (out.empty() ? "" : " ") + std::string{each.key};
            }
        }
        return out;
    };
    constexpr std::uint32_t two = 0x4000'0000, letter = 'A'; // 2.0F
    struct field_case {
        std::size_t at;
        std::uint32_t number;
        const char* key;
    };
    for (const auto& [at, number, key] : {field_case{0x00, two, "deadSpace"},
                                          {0x04, two, "blastRadius"},
                                          {0x08, two, "blastLength"},
                                          {0x0C, 2, "gridX"},
                                          {0x10, 2, "gridY"},
                                          {0x14, 2, "spaceType"},
                                          {0x18, letter, "update"},
                                          {0x38, letter, "render"},
                                          {0x58, letter, "blend"},
                                          {0x78, letter, "texture"},
                                          {0xB8, letter, "chunk"},
                                          {0xC8, 1, "twoSided"},
                                          {0xCC, 1, "loop"},
                                          {0xD0, 2, "renderOrder"},
                                          {0xD4, 2, "flags"}}) {
        CHECK(keys_with(3, "emitter", 0x70, 0xD8, at, number) == std::string{key});
    }
    for (const auto& [at, number, key] : {field_case{0x00, two, "flareRadius"},
                                          {0x40, 2, "priority"},
                                          {0x44, 1, "ambientOnly color multiplier"},
                                          {0x48, 2, "dynamicType"},
                                          {0x4C, 1, "affectDynamic"},
                                          {0x50, 1, "shadow"},
                                          {0x54, 1, "generateFlare"},
                                          {0x58, 1, "fading"}}) {
        CHECK(keys_with(2, "light", 0x70, 0x5C, at, number) == std::string{key});
    }
    CHECK(keys_with(6, "reference", 0x70, 0x44, 0, letter) == "model");
    CHECK(keys_with(6, "reference", 0x70, 0x44, 0x40, 1) == "reattachable");
    for (const auto& [at, number, key] :
         {field_case{0x0C, two, "displacement"}, {0x10, two, "tightness"}, {0x14, two, "period"}}) {
        CHECK(keys_with(7, "dangly", 0x270, 0x18, at, number) == std::string{key});
    }
}

TEST_CASE("nwn scene: events and lengths of clips") {
    const converted all{fixtures::nwn::bioware()};
    const scene::clip& nod = only_clip(all);
    CHECK(end_of(nod) == 2);
    const auto names = extra<scene::list<scene::text>>(nod.extras, "events");
    const auto times = extra<scene::list<double>>(nod.extras, "eventTimes");
    REQUIRE(names.size() == 2);
    CHECK(names[1] == "hit");
    CHECK(times[1] == 1.5);
    CHECK(extra<double>(nod.extras, "transitionTime") == 0.25);
    CHECK(extra<scene::text>(all.shown.extras, "producer") == "BioWare");
    CHECK(extra<scene::text>(all.shown.extras, "classification") == "character");
}

TEST_CASE("nwn scene: clips begin at 0 and end at the animation's length") {
    const auto clip_of = [](float length, std::vector<key> keys) {
        return converted{{.nodes = {{"root"}}, .clips = {{"go", length, {}, {{"root", -1, std::move(keys)}}}}}};
    };
    const auto positions = [](std::vector<float> times) {
        std::vector<float> values;
        for (std::size_t i = 0; i < times.size(); ++i) {
            values.insert(values.end(), {static_cast<float>(i * i), 0, 0});
        }
        return key{8, 3, std::move(times), std::move(values)};
    };
    for (const float length : {2.0F, 0.5F, 10.0F}) {
        const converted all = clip_of(length, {positions({-1, 1, 5})});
        CHECK(end_of(only_clip(all)) == length);
        for (const double seconds : {0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 7.0, 20.0}) {
            check_pose(all, &only_clip(all), all.model.animations()[0], seconds);
        }
    }
    // Bezier keys of one value are a constant, whatever their tangents are.
    const converted constant = clip_of(
        2, {{8, 0x13, {0, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 6, 5, 4, 9, 8, 7}}, {36, 1, {0, 2}, {1, 2}}});
    const scene::channel* const held = find_channel(only_clip(constant), 0, scene::path::translation);
    REQUIRE(held != nullptr);
    CHECK(held->values.size() == 3);
    const converted endless = clip_of(0, {positions({1, 2, 3})});
    CHECK(end_of(only_clip(endless)) == 3);
    const converted still = clip_of(4, {{36, 1, {0}, {3}}});
    CHECK(end_of(only_clip(still)) == 4);
    check_pose(still, &only_clip(still), still.model.animations()[0], 1);
    const converted early = clip_of(4, {positions({-3, -2})});
    check_pose(early, &only_clip(early), early.model.animations()[0], 1);
    const converted empty = clip_of(4, {});
    CHECK(end_of(only_clip(empty)) == 4); // a channel that holds the root
    check_pose(empty, &only_clip(empty), empty.model.animations()[0], 1);
    const converted steps = clip_of(4, {positions({0, 1, 1, 2})});
    // Of two keys at the same time, the second one applies from this time on.
    for (const double seconds : {0.5, 0.99, 1.0, 1.01, 1.5}) {
        check_pose(steps, &only_clip(steps), steps.model.animations()[0], seconds);
    }
}

TEST_CASE("nwn scene: rotations take the shorter arc, only the values of bezier keys are used") {
    const float turned = 0.97F; // about 28 degrees less than half a turn
    const converted all{
        {.nodes = {{"root"}},
         .clips = {{"go",
                    3,
                    {},
                    {{"root",
                      -1,
                      {{20, 4, {0, 1, 2, 3}, {0, 0, 0, 1, 0, 0, turned, 0.243F, 0, 0, 0, -1, 0, 0, 0.01F, 1}},
                       {8, 0x13, {0, 2}, {1, 2, 3, 9, 9, 9, 9, 9, 9, 5, 6, 7, 8, 8, 8, 8, 8, 8}}}}}}}}};
    for (const double seconds : {0.1, 0.5, 0.7, 1.0, 1.3, 1.9, 2.5, 3.0}) {
        const matrices expected = posed(all, all.model.animations()[0], seconds, 1);
        const matrices found = support::world_of(all.shown, &only_clip(all), seconds);
        check_near(found[0].translation, in_gltf(expected[0].translation));
        CHECK(length(found[0].x - in_gltf(expected[0].x)) < 2e-4); // the length of the keys is not exactly 1
    }
}

TEST_CASE("nwn scene: extras name the controllers that glTF cannot animate") {
    fixtures::nwn::model described = fixtures::nwn::bioware();
    described.clips[0].nodes[1].keys.push_back({128, 1, {0, 1}, {1, 0}});
    described.clips[0].nodes[1].more_flags = 0x20;
    const converted all{described};
    const auto names = extra<scene::list<scene::text>>(only_clip(all).extras, "notAnimated");
    REQUIRE(names.size() == 1);
    CHECK(names[0] == "alpha");
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

TEST_CASE("nwn scene: animations of supermodels, nearer ones first") {
    fixtures::nwn::model small;
    small.name = "small";
    small.nodes = {{"root", -1}, {"ARM", 0, {fixtures::nwn::position_key({0, 0, 0.5F})}}, {"tail", 0}};
    small.clips = {{"pause", 1, {}, {{"root", -1}}}};
    small.supermodel = "effigy";
    small.animation_scale = 0.5F;
    fixtures::nwn::model nearer = fixtures::nwn::bioware();
    nearer.animation_scale = 0.25F;
    nearer.clips.push_back({"PAUSE", 9, {}, {{"root", -1}}});
    fixtures::nwn::model further = nearer;
    further.name = "further";
    further.clips = {{"Nod", 7, {}, {{"root", -1}}},
                     {"jump", 1, {}, {{"arm", -1, {{8, 3, {0, 1}, {0, 0, 0, 0, 0, 8}}}}}}};
    const opened lender{nearer};
    const opened last{further};
    const std::vector<nwn::model> lenders{lender.model, last.model};
    const converted all{small, {.supermodels = lenders}};
    REQUIRE(all.shown.clips.size() == 3);
    CHECK(all.shown.clips[0].name == "pause");
    CHECK(end_of(all.shown.clips[0]) == 1);
    CHECK(all.shown.clips[1].name == "nod");
    CHECK(all.shown.clips[2].name == "jump");
    CHECK(extra<scene::text>(all.shown.clips[2].extras, "supermodel") == "further");
    for (const double seconds : {0.0, 0.3, 1.0, 1.7, 2.5}) {
        check_pose(all, &all.shown.clips[1], lender.model.animation("nod"), seconds, 0.5);
        check_pose(all, &all.shown.clips[2], last.model.animation("jump"), seconds, 0.5 * 0.25);
    }
    constexpr std::string_view wanted[] = {"JUMP"};
    const converted one{small, {.supermodels = lenders, .clip_names = wanted}};
    CHECK(only_clip(one).name == "jump");
    CHECK(converted{small, {.supermodels = lenders, .include_clips = false}}.shown.clips.empty());
}

TEST_CASE("nwn scene: samples of animmeshes are morph targets") {
    fixtures::nwn::model described = fixtures::nwn::nwnmdlcomp();
    described.clips.push_back(described.clips[0]);
    described.clips[1].name = "half";
    described.clips[1].length = 0.125F; // the end is before the second set
    const converted all{described};
    const scene::mesh& wave = all.shown.meshes[all.shown.nodes[2].mesh];
    REQUIRE(wave.targets.size() == 4);
    CHECK(wave.targets[3].name == "frame_3");
    CHECK(wave.targets[1].positions[2] == vector3<float>{0, 3, 0});
    const auto height = [&](const scene::clip& clip, double seconds, std::size_t vertex) {
        const scene::channel* const moved = find_channel(clip, 2, scene::path::weights);
        REQUIRE(moved != nullptr);
        const std::vector<double> weights = support::impl::sample(clip, *moved, seconds);
        REQUIRE(weights.size() == 4);
        CHECK(std::accumulate(weights.begin(), weights.end(), 0.0) == doctest::Approx(1));
        double out = wave.positions[vertex].y;
        for (std::size_t i = 0; i < 4; ++i) {
            out += weights[i] * static_cast<double>(wave.targets[i].positions[vertex].y);
        }
        return out;
    };
    CHECK(height(all.shown.clips[0], 0, 2) == 0);
    CHECK(height(all.shown.clips[0], 0.125, 2) == 1.5);
    CHECK(height(all.shown.clips[0], 0.25, 1) == 2);
    CHECK(height(all.shown.clips[0], 1, 0) == 1);
    CHECK(height(all.shown.clips[1], 0.125, 2) == 1.5);
    CHECK(height(all.shown.clips[1], 1, 2) == 1.5);

    // Of sets that end at one time, as float rounds it, the clip has one: times increase.
    fixtures::nwn::model many = described;
    many.clips.resize(1);
    for (fixtures::nwn::node* const each : {&many.nodes[2], &many.clips[0].nodes[1]}) {
        each->mesh->vertices.resize(6);
        each->mesh->normals = {};
        each->mesh->texcoords = {};
    }
    many.clips[0].nodes[1].animmesh = fixtures::nwn::animmesh{0.03999999910593033F, 27, 0};
    many.clips[0].nodes[1].animmesh->vertices.resize(27 * 6);
    const converted rounded{many}; // verifies the scene
    CHECK(find_channel(only_clip(rounded), 2, scene::path::weights)->values.size() == 26 * 27);
    // Without sets of positions, only texture coordinates are left out.
    many.clips[0].nodes[1].animmesh = fixtures::nwn::animmesh{0.25F, 0, 2, {}, std::vector<fixtures::nwn::vec2>(12)};
    const converted moving_texture{many};
    const auto left_out = extra<scene::list<scene::text>>(only_clip(moving_texture).extras, "notAnimated");
    REQUIRE(left_out.size() == 1);
    CHECK(left_out[0] == "animmesh texcoords");

    described.clips.resize(1);
    described.clips[0].nodes[1].mesh->vertices.pop_back(); // the number of vertices differs
    described.clips[0].nodes[1].animmesh->vertices.resize(4);
    described.clips[0].nodes[1].animmesh->texcoords.resize(2);
    const converted other{described};
    CHECK(other.shown.meshes[other.shown.nodes[2].mesh].targets.empty());
    CHECK(extra<scene::list<scene::text>>(only_clip(other).extras, "notAnimated")[0] == "animmesh positions");
}

TEST_CASE("nwn scene: an animation may have more nodes than the model") {
    fixtures::nwn::model described{.nodes = {{"root"}}};
    described.clips = {{"go", 1, {}, {{"other", -1}, {"root", 0, {{8, 3, {0, 1}, {0, 0, 0, 1, 2, 3}}}}, {"more", 0}}}};
    check_poses(described);
    std::swap(described.clips[0].nodes[1], described.clips[0].nodes[2]);
    check_poses(described);
}

TEST_CASE("nwn scene: animations may have their nodes in any order, and some of them") {
    const auto moved = [](std::vector<const char*> order) {
        fixtures::nwn::clip out{"clip", 1, {}, {{"effigy"}}};
        for (const char* const name : order) {
            const float x = static_cast<float>(name[0]);
            out.nodes.push_back({.name = name, .parent = 0, .keys = {fixtures::nwn::position_key({x, 0, 0})}});
        }
        return out;
    };
    fixtures::nwn::model described{.nodes = {{"effigy"}, {"a", 0}, {"b", 0}, {"c", 0}}};
    described.clips = {moved({"a", "b", "c"}), moved({"c", "a", "b"}), moved({"b"}), moved({"d", "c", "c", "C"}),
                       moved({"a", "b", "c", "a"})};
    const converted all{described};
    REQUIRE(all.shown.clips.size() == 5);
    const std::vector<std::vector<std::uint32_t>> targets{{1, 2, 3}, {3, 1, 2}, {2}, {3}, {1, 2, 3}};
    for (std::size_t i = 0; i < targets.size(); ++i) {
        std::vector<std::uint32_t> found;
        for (const scene::channel& each : all.shown.clips[i].channels) {
            found.push_back(each.node);
            CHECK(each.values[0] == static_cast<float>('a' + each.node - 1));
        }
        CHECK(found == targets[i]);
    }
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

TEST_CASE("nwn scene: controllers that are other parts of the scene are no extras") {
    fixtures::nwn::model described = one_mesh(fixtures::nwn::triangle());
    const auto keys = [](std::int32_t id, std::uint8_t columns) {
        return fixtures::nwn::key{id, columns, {0}, std::vector<float>(columns, 0.5F)};
    };
    described.nodes[1].keys = {keys(8, 3), keys(20, 4), keys(36, 1), keys(100, 3), keys(128, 1)};
    const auto names_of = [](const fixtures::nwn::model& from, std::uint32_t number) {
        const converted all{from};
        std::string out;
        if (find_extra(all.shown.nodes[number].extras, "controllers") != nullptr) {
            for (const scene::extra& each : extra<object>(all.shown.nodes[number].extras, "controllers")) {
                out += std::string{each.key} + " ";
            }
        }
        return out;
    };
    CHECK(names_of(described, 1).empty());
    described.nodes.push_back({.name = "spark", .parent = 0, .emitter = fixtures::nwn::emitter{}});
    described.nodes[2].keys = {keys(8, 3), keys(9999, 1), keys(88, 1), keys(88, 1), keys(92, 1)};
    const std::string of_emitter = names_of(described, 2);
    CHECK(std::count(of_emitter.begin(), of_emitter.end(), ' ') == 2); // 88 and 92, once each
    described.nodes[2].emitter.reset();
    described.nodes[2].light = fixtures::nwn::light{};
    described.nodes[2].keys = {keys(76, 3), keys(88, 1), keys(140, 1), keys(96, 1)};
    const std::string of_light = names_of(described, 2);
    CHECK(std::count(of_light.begin(), of_light.end(), ' ') == 1); // neither color, radius nor multiplier
}

TEST_CASE("nwn scene: the boxes of a walkmesh are counted") {
    fixtures::nwn::mesh shape = fixtures::nwn::triangle();
    fixtures::nwn::model described = one_mesh(shape);
    const auto extras_of = [&](const std::vector<fixtures::nwn::box>& boxes) {
        described.nodes[1].aabb = boxes;
        const opened file{described};
        const result<scene> made = to_scene(file.model, {.include_collision = true, .front = false});
        REQUIRE(made);
        return extra<object>(made->nodes[1].extras, "aabb");
    };
    const object one = extras_of({{{1, 2, 3}, {4, 5, 6}, -1, -1, 0}});
    CHECK(extra<double>(one, "boxes") == 1);
    CHECK(extra<double>(one, "leaves") == 1);
    CHECK(extra<double>(one, "depth") == 1);
    CHECK(extra<scene::list<double>>(one, "min") == scene::list<double>{1, 3, -5});
    CHECK(extra<scene::list<double>>(one, "max") == scene::list<double>{4, 6, -2});
    const fixtures::nwn::box leaf{{0, 0, 0}, {1, 1, 1}, -1, -1, 0};
    const object five = extras_of({{{1, 2, 3}, {4, 5, 6}, 1, 2}, leaf, {{0, 0, 0}, {1, 1, 1}, 3, 4}, leaf, leaf});
    CHECK(extra<double>(five, "boxes") == 5);
    CHECK(extra<double>(five, "leaves") == 3);
    CHECK(extra<double>(five, "depth") == 3);
}

TEST_CASE("nwn scene: keys before 0 and after the end are blended at these times") {
    fixtures::nwn::model described{.nodes = {{"effigy"}, {"a", 0}}};
    fixtures::nwn::node mover{.name = "a", .parent = 0};
    const float distant = 0.8660254F; // of a turn by 120 degrees about z
    mover.keys = {{8, 3, {-1, 1, 3}, {0, 0, 0, 2, 4, 6, 6, 8, 10}},
                  {20, 4, {0, 4}, {0, 0, 0, 1, 0, 0, distant, 0.5F}},
                  {36, 1, {-1, 1, 3}, {1, 2, 4}}};
    described.clips = {{"clip", 2, {}, {{"effigy"}, mover}}};
    const converted all{described};
    const scene::clip& clip = only_clip(all);
    const auto check = [&](scene::path path, const scene::list<float>& times, const std::vector<float>& values) {
        const scene::channel* const found = find_channel(clip, 1, path);
        REQUIRE(found != nullptr);
        CHECK(clip.times[found->times] == times);
        REQUIRE(found->values.size() == values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            CHECK(found->values[i] == doctest::Approx(values[i]));
        }
    };
    check(scene::path::translation, {0, 1, 2}, {1, 3, -2, 2, 6, -4, 4, 8, -6});
    check(scene::path::scale, {0, 1, 2}, {1.5F, 1.5F, 1.5F, 2, 2, 2, 3, 3, 3});
    check(scene::path::rotation, {0, 2}, {0, 0, 0, 1, 0, 0.5F, 0, distant}); // 60 degrees
}

TEST_CASE("nwn scene: at most six samples for each vertex of an animmesh") {
    for (const std::uint32_t sets : {18U, 19U}) {
        fixtures::nwn::model described = one_mesh(fixtures::nwn::triangle());
        described.name = "root";
        fixtures::nwn::node mover{.name = "only", .parent = 0, .mesh = fixtures::nwn::triangle()};
        mover.animmesh = fixtures::nwn::animmesh{0.0625F, sets, 0, std::vector<fixtures::nwn::vec3>(3 * sets), {}};
        mover.keys = {fixtures::nwn::position_key({1, 2, 3})};
        described.clips = {{"clip", 1, {}, {{"root"}, mover}, "root"}};
        const converted all{described};
        CHECK(all.shown.meshes[0].targets.size() == (sets == 18 ? 18 : 0));
        const auto& extras = only_clip(all).extras;
        CHECK((find_extra(extras, "notAnimated") != nullptr) == (sets == 19));
    }
}

TEST_CASE("nwn scene: a light of any color is a light, unless a component is negative") {
    for (const float least : {0.0F, 0.25F, -0.25F}) {
        fixtures::nwn::model described{.nodes = {{"effigy"}, {"lamp", 0}}};
        described.nodes[1].light = fixtures::nwn::light{};
        for (std::size_t k = 0; k < 3; ++k) {
            std::vector<float> color(3, 0.5F);
            color[k] = least;
            described.nodes[1].keys = {{76, 3, {0}, color}, {140, 1, {0, 1}, {0.5F, 3}}, {88, 1, {0}, {7}}};
            const converted all{described};
            REQUIRE(all.shown.lights.size() == (least < 0 ? 0 : 1));
            if (least >= 0) {
                CHECK(all.shown.lights[0].intensity == 0.5F); // of the first key
                CHECK(all.shown.lights[0].range == 7);
            }
        }
    }
}

TEST_CASE("nwn scene: errors") {
    support::byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    const auto valid = nwn::open(file.span());
    REQUIRE(valid);
    const auto faces = file.at("nwn.nodes[4].mesh.faces[0].vertices");
    file.poke_u8(faces, 200);
    const auto why = to_scene(*nwn::open(file.span()));
    REQUIRE_FALSE(why);
    CHECK(why.error().code == errc::out_of_bounds);
    const auto nothing = to_scene(nwn::model{});
    REQUIRE(nothing);
    CHECK(nothing->nodes.empty());
}

TEST_CASE("nwn scene: memory is limited by the file's size") {
    const auto check_memory = [](std::span<const std::byte> bytes) {
        const auto from = nwn::open(bytes);
        REQUIRE(from);
        support::counting_memory memory;
        const std::size_t bound = support::most_for_scene(bytes.size());
        {
            nwn::scene_options options;
            options.include_collision = true;
            const auto made = to_scene(*from, options, &memory);
            CHECK((made || made.error().code == errc::budget));
        }
        CHECK(memory.most() <= bound);
        CHECK(memory.taken() == 0);
    };
    // A model with a root and `count` nodes of one kind.
    const auto many = [](std::size_t count, const auto& part) {
        fixtures::nwn::model out;
        out.nodes = {{"root", -1}};
        for (std::size_t i = 0; i < count; ++i) {
            out.nodes.push_back(part(i));
        }
        return out;
    };
    const auto dummy = [](std::size_t i) { return fixtures::nwn::node{"a long name " + std::to_string(i), 0}; };
    const auto shape = [](std::size_t i) { // each one has a different material
        return fixtures::nwn::node{"a", 0, {{128, 1, {0}, {static_cast<float>(i) / 1000}}}, fixtures::nwn::triangle()};
    };
    const auto spark = [](std::size_t) {
        fixtures::nwn::node out{"a", 0};
        out.emitter = fixtures::nwn::emitter{.texture = "a_longer_name_of_a_texture", .chunk = "x"};
        return out;
    };
    const auto point_light = [](std::size_t) {
        fixtures::nwn::node out{"a", 0};
        out.light = fixtures::nwn::light{};
        return out;
    };
    check_memory(write(many(1000, dummy)).span());
    check_memory(write(many(300, shape)).span());
    check_memory(write(many(500, spark)).span());
    check_memory(write(many(500, point_light)).span());
    fixtures::nwn::model moving = many(300, dummy);
    moving.clips = {{"all", 1, {}, moving.nodes}};
    for (std::size_t i = 0; i < moving.nodes.size(); ++i) {
        moving.clips[0].nodes[i].keys = {fixtures::nwn::position_key({1, 2, static_cast<float>(i)}),
                                         fixtures::nwn::orientation_key({0, 0, 0, 1}),
                                         {36, 1, {0.5F + static_cast<float>(i) / 1000, 0.9F}, {1, 2}}};
    }
    check_memory(write(moving).span());
    fixtures::nwn::model calling = many(1, dummy);
    for (std::size_t i = 0; i < 500; ++i) {
        calling.clips.push_back({"a", 1, {{0, "a_longer_name_of_an_event"}}, {{"root", -1}}});
    }
    check_memory(write(calling).span());
    check_memory(fixtures::nwn::write(fixtures::nwn::nwnmdlcomp()).span());
    namespace hostile = fixtures::nwn::hostile;
    check_memory(hostile::one_animation_for_all(2, 1000).span());
    check_memory(hostile::tree_for_all(1000).span());
    check_memory(hostile::rows_for_all(2, 8000).span());
    check_memory(hostile::name_for_all(2, 30'000).span());
    check_memory(hostile::chain(250).span());
}

TEST_CASE("nwn scene: animations that share all their nodes are within the limit of memory") {
    // Several pointers to one animation that moves 200 nodes. open() refuses more.
    constexpr std::size_t pointers = 5;
    fixtures::nwn::model described;
    described.nodes = {{"root", -1}};
    for (std::size_t i = 0; i < 200; ++i) {
        described.nodes.push_back({"node " + std::to_string(i), 0});
    }
    described.clips.assign(pointers, {"all", 1, {}, {{"root", -1}}});
    described.clips[0].nodes = described.nodes;
    for (fixtures::nwn::node& each : described.clips[0].nodes) {
        each.keys = {fixtures::nwn::position_key({1, 2, 3}), fixtures::nwn::orientation_key({0, 0, 0, 1}),
                     fixtures::nwn::scale_key(2)};
    }
    support::byte_builder file = write(described);
    const auto first = static_cast<std::uint32_t>(file.at("*nwn.animations[0]") - 12);
    for (std::size_t i = 1; i < pointers; ++i) {
        file.poke(file.at("nwn.animations[" + std::to_string(i) + "]"), first);
    }
    const auto shared = nwn::open(file.span());
    REQUIRE(shared);
    support::counting_memory memory{support::most_for_scene(file.size())};
    const auto made = to_scene(*shared, {}, &memory);
    REQUIRE(made);
    CHECK(made->clips.size() == pointers);
}

TEST_CASE("nwn scene: every file becomes a scene or an error") {
    const auto touch = [](std::span<const std::byte> bytes) -> std::uint64_t {
        const auto from = nwn::open(bytes);
        if (!from) {
            return 0;
        }
        const auto made = to_scene(*from);
        if (!made) {
            return 1;
        }
        const scene_counts all = count(*made);
        return 2 + all.vertices + 1000 * all.keys + 100'000 * all.nodes;
    };
    const auto convert_and_verify = [](std::span<const std::byte> bytes) -> std::uint64_t {
        const auto from = nwn::open(bytes);
        if (from) {
            if (const auto made = to_scene(*from, {.include_collision = true})) {
                const error why = verify(*made);
                CHECK_FALSE(why);
            }
        }
        return 0;
    };
    const auto enhanced_file = [] { return fixtures::nwn::write(fixtures::nwn::enhanced()); };
    const auto bioware_file = [] { return fixtures::nwn::write(fixtures::nwn::bioware()); };
    const auto sampled_file = [] { return fixtures::nwn::write(fixtures::nwn::nwnmdlcomp()); };
    support::standard_torture("Enhanced Edition", enhanced_file, touch);
    for (const auto& built : {bioware_file(), enhanced_file(), sampled_file()}) {
        std::vector<std::byte> file(built.span().begin(), built.span().end());
        support::for_each_corruption(file, [&] { static_cast<void>(convert_and_verify(file)); });
    }
    const auto open_it = [](std::span<const std::byte> file) { return nwn::open(file); };
    const auto make = [](const auto& from) -> std::uint64_t {
        const auto made = to_scene(from);
        return made ? count(*made).vertices : 0;
    };
    support::torture_after_opening("BioWare", bioware_file, open_it, make);
    support::torture_after_opening("nwnmdlcomp", sampled_file, open_it, make);
}

TEST_CASE("nwn scene: the model faces +z, by a node above its root") {
    for (const fixtures::nwn::model& described : {fixtures::nwn::bioware(), fixtures::nwn::nwnmdlcomp()}) {
        const converted plain{described};
        const auto turned = to_scene(plain.model);
        REQUIRE(turned);
        CHECK_FALSE(verify(*turned));
        REQUIRE(turned->nodes.size() == plain.shown.nodes.size() + 1);
        CHECK(turned->nodes[1].name == plain.shown.nodes[0].name);
        CHECK(support::worst_of(*turned, plain.shown,
                                [](const vector3<double>& v) { return vector3<double>{-v.x, v.y, -v.z}; }) < 1e-5);
    }
}

TEST_CASE("nwn scene: a root that only clips move turns itself, and where they move it") {
    const fixtures::nwn::model described{
        .nodes = {{"root"}, {"box", 0, {}, fixtures::nwn::triangle()}},
        .clips = {{"walk", 1, {}, {{"root", -1, {{8, 3, {0, 1}, {0, 0, 0, 1, 2, 0.5F}}, {36, 1, {0, 1}, {1, 2}}}}}}}};
    const converted plain{described};
    const auto turned = to_scene(plain.model);
    REQUIRE(turned);
    CHECK(turned->nodes.size() == plain.shown.nodes.size());
    CHECK(turned->nodes[0].local.rotation == quaternion<float>{0, 1, 0, 0});
    CHECK(support::worst_of(*turned, plain.shown,
                            [](const vector3<double>& v) { return vector3<double>{-v.x, v.y, -v.z}; }) < 1e-5);
    // Two units to the front, +y of the file.
    check_near(support::world_of(*turned, turned->clips.data(), 1)[0].translation, {-1, 0.5, 2});
    const scene::channel& moved = turned->clips[0].channels[0];
    CHECK_FALSE(std::signbit(moved.values[0]));
}
