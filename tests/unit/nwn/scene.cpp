#include "nwn/scene.hpp"
#include "nwn/figure.hpp"
#include "nwn/hostile.hpp"
#include "support/counting_memory.hpp"
#include "support/evaluate_scene.hpp"
#include "support/scene_extras.hpp"
#include "support/torture.hpp"

#include <effigy/nwn/scene.hpp>
#include <effigy/scene/verify.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

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
