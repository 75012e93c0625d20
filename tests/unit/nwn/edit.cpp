#include "nwn/cleaned.hpp"
#include "nwn/edited.hpp"
#include "nwn/figure.hpp"
#include "nwn/opened.hpp"
#include "support/counting_memory.hpp"
#include "support/edited.hpp"

#include <effigy/nwn/edit.hpp>

#include <limits>

namespace {

using namespace nwn_edits;

} // namespace

TEST_CASE("nwn edit: rename_textures() renames what names a texture") {
    const auto before = model_to_edit(fixtures::nwn::bioware());
    auto model = before;
    const std::array rules{renaming{"STONE", "brick"}, renaming{"f*", "my_f*"}};
    const int stone = static_cast<int>(std::ranges::count_if(
        model.all<nwn::owned_mesh>(), [](const auto& mesh) { return mesh.textures[0] == "stone"; }));
    CHECK(stone == 1);
    CHECK(support::counted(rename_textures(model, rules)) == 3); // a mesh, an emitter and a flare
    CHECK(mesh_of(model, 5).textures[0] == "brick");
    CHECK(model.get(node_of(model, 3).emitter)->texture == "my_fxpa_flame");
    CHECK(support::changed_fields(before, rewritten(model)) ==
          "nodes[].emitter.texture nodes[].light.flareTextures nodes[].mesh.textures");
    CHECK(support::textures_renamed(model, {{"brick", "stone"}, {"my_f*", "f*"}}) == 3);
    CHECK(support::same_file(model, before));
}

TEST_CASE("nwn edit: rules may be written in braces") {
    auto model = model_to_edit(fixtures::nwn::bioware());
    CHECK(support::counted(rename_textures(model, {{"STONE", "brick"}, {"f*", "my_f*"}})) == 3);
    CHECK(support::counted(rename_nodes(model, {{"arm", "left_arm"}})) == 2);
    CHECK(support::counted(rename_nodes(model, {{"left_arm", "arm"}}, nwn::model{})) == 2);
}

TEST_CASE("nwn edit: arguments may be parts of the edited model") {
    auto model = model_to_edit(fixtures::nwn::bioware());
    CHECK(support::counted(rename_nodes(model, {{node_of(model, 1).name.view(), "left_arm"}})) == 2);
    CHECK(support::counted(rename_textures(model, {{mesh_of(model, 5).textures[0].view(), "left_arm"}})) == 1);
    CHECK(mesh_of(model, 5).textures[0] == "left_arm");
    auto& node = node_of(model, 1);
    const auto& key = model.get(node.controllers)[0];
    const std::vector<float> times{model.times(node, key).begin(), model.times(node, key).end()};
    const std::vector<float> values{model.values(node, key).begin(), model.values(node, key).end()};
    for (int round = 0; round < 5; ++round) { // the pool of numbers moves
        const auto& own = model.get(node.controllers)[0];
        CHECK_FALSE(set_keys(model, node, own.id, own.columns, model.times(node, own), model.values(node, own)));
    }
    const auto& again = model.get(node.controllers)[0];
    CHECK(std::ranges::equal(model.times(node, again), times));
    CHECK(std::ranges::equal(model.values(node, again), values));
}

TEST_CASE("nwn edit: compute_bounds()") {
    nwn::owned_model model;
    nwn::owned_mesh mesh;
    mesh.radius = 7;
    compute_bounds(model, mesh);
    CHECK(mesh.radius == 7);
    model.set<vec3<form::host>>(mesh.positions, {{1, 0, 0}, {1, 0, 0}, {3, 0, -2}});
    compute_bounds(model, mesh);
    CHECK(mesh.bounding_min == vector3<float>{0, 0, -2}); // with the origin
    CHECK(mesh.bounding_max == vector3<float>{3, 0, 0});
    CHECK(mesh.average == vector3<float>{2, 0, -1});
    CHECK(mesh.radius == doctest::Approx(1.4142136));
}

TEST_CASE("nwn edit: the texture null stands for none, and stays") {
    auto described = fixtures::nwn::bioware();
    described.nodes[5].mesh->textures = {"NULL", "null", "nullified", ""};
    auto model = model_to_edit(described);
    CHECK(support::textures_renamed(model, {{"n*", "my_n*"}, {"null", "x"}}) == 1);
    CHECK(mesh_of(model, 5).textures[0] == "NULL");
    CHECK(mesh_of(model, 5).textures[2] == "my_nullified");
}

TEST_CASE("nwn edit: what follows the NUL of a text stays if its length stays") {
    auto model = model_to_edit(fixtures::nwn::bioware());
    auto& texture = mesh_of(model, 5).textures[0];
    texture.chars[63] = 'x';
    CHECK(support::textures_renamed(model, {{"stone", "brick"}}) == 1);
    CHECK(texture.chars[63] == 'x');
    CHECK(support::textures_renamed(model, {{"brick", "wood"}}) == 1);
    CHECK(texture.chars[63] == '\0');
    CHECK(texture.chars[4] == '\0');
}

TEST_CASE("nwn edit: names that do not fit are refused") {
    const std::string of_64(64, 'x'), of_32(32, 'x');
    const auto textures = [](std::string_view to) {
        return [=](nwn::owned_model& model) { return rename_textures(model, std::array{renaming{"*", to}}).error(); };
    };
    const auto nodes = [](std::string_view from, std::string_view to) {
        return [=](nwn::owned_model& model) { return rename_nodes(model, std::array{renaming{from, to}}).error(); };
    };
    const auto all = model_to_edit(fixtures::nwn::bioware());
    check_unchanged(all, errc::bad_value, "nodes[].mesh.textures[]", textures(of_64));
    check_unchanged(all, errc::bad_value, "nodes[].mesh.textures[]", textures(std::string_view{"a\0b", 3}));
    for (const std::string_view name : {std::string_view{of_64}, std::string_view{"a\0b", 3}}) {
        check_unchanged(all, errc::bad_value, "nodes[].light.flareTextures[] \"halo_01\"",
                        [=](nwn::owned_model& model) {
                            return rename_textures(model, std::array{renaming{"halo_01", name}}).error();
                        });
    }
    check_unchanged(all, errc::bad_value, "nodes[1].name \"arm\"", nodes("arm", of_32));
    check_unchanged(all, errc::bad_value, "nodes[1].name", nodes("arm", std::string_view{"a\0b", 3}));
    check_unchanged(all, errc::bad_value, "nodes[1].name", nodes("arm", "LAMP"));
    // The clip has two nodes, of which one gets the other's name; the model has neither.
    auto described = fixtures::nwn::bioware();
    described.clips[0].nodes[0].name = "other";
    described.clips[0].nodes[1].name = "moved";
    check_unchanged(model_to_edit(described), errc::bad_value, "animations[0].nodes[1].name", nodes("moved", "Other"));
    // Where an animation begins may have a longer name than a node.
    described.clips[0].root = std::string(60, 'b');
    check_unchanged(model_to_edit(described), errc::bad_value, "model.name", nodes("b*", "more b*"));
    auto model = all;
    CHECK(support::textures_renamed(model, {{"*", of_64.substr(1)}}) == 4);
    CHECK(support::nodes_renamed(model, {{"arm", of_32.substr(1)}}) == 2);
    static_cast<void>(rewritten(model));
}

TEST_CASE("nwn edit: rename_nodes() renames nodes in the model and in animations") {
    auto described = fixtures::nwn::enhanced();
    described.name = "ROOT";
    described.clips[0].root = "Root";
    const auto before = model_to_edit(described);
    auto model = before;
    CHECK(support::nodes_renamed(model, {{"Arm", "leg"}}) == 2);
    CHECK(node_of(model, 3).name == "leg");
    CHECK(node_of_clip(model, 1).name == "leg"); // "ARM"
    CHECK(support::nodes_renamed(model, {{"root", "tree"}}) == 2);
    CHECK(model.geometry.name == "tree");
    CHECK(model.get(model.animations)[0].root == "tree");
    CHECK(model.get(model.animations)[0].geometry.name == "idle");
    static_cast<void>(rewritten(model));
    // A model's name that is not the root's stays.
    described.name = "arm";
    auto other = model_to_edit(described);
    CHECK(support::nodes_renamed(other, {{"arm", "leg"}}) == 2);
    CHECK(other.geometry.name == "arm");
    CHECK(support::nodes_renamed(other, {{"nothing", "x"}}) == 0);
}

TEST_CASE("nwn edit: textures of merged meshes are renamed together, or the merge is undone") {
    const auto before = model_to_edit(fixtures::nwn::enhanced());
    REQUIRE(before.all<nwn::owned_mesh>().size() == 3);
    auto model = before;
    REQUIRE(is_merged(model, 2));
    CHECK(support::textures_renamed(model, {{"stone", "brick"}}) == 2);
    CHECK(is_merged(model, 2));
    CHECK(support::changed_fields(before, rewritten(model)) == "nodes[].mesh.textures");
    // "skin" does not take part: with the merge's texture, it is one more mesh of the same texture.
    model = before;
    CHECK(support::textures_renamed(model, {{"skin", "stone"}}) == 1);
    const bool stays = is_merged(model, 2);
    CHECK(stays);
    static_cast<void>(rewritten(model));
    // A mesh that comes first and looks like a target would get the merge.
    auto described = fixtures::nwn::enhanced();
    described.nodes[4] = {"behind", 0, {}, *described.nodes[1].mesh};
    described.nodes[1].mesh->textures[0] = "wood";
    described.clips.clear();
    auto confused = model_to_edit(described);
    REQUIRE(is_merged(confused, 2));
    CHECK(support::textures_renamed(confused, {{"wood", "stone"}}) == 1);
    CHECK_FALSE(is_merged(confused, 2));
    static_cast<void>(rewritten(confused));
}

TEST_CASE("nwn edit: merges of a model that cannot be written are an error") {
    auto model = model_to_edit(fixtures::nwn::enhanced());
    node_of(model, 1).parent = 1;
    const auto before = model;
    const error why = encode(model).error();
    CHECK(why.code == errc::cycle);
    CHECK(to_string(rename_textures(model, {{"stone", "brick"}}).error()) == to_string(why));
    CHECK(to_string(unmerge(model).error()) == to_string(why));
    CHECK(model == before);
}

TEST_CASE("nwn edit: unmerge() gives each mesh its own triangles") {
    const auto before = model_to_edit(fixtures::nwn::enhanced());
    auto model = before;
    CHECK(support::counted(unmerge(model)) == 2);
    const nwn::owned_mesh &plinth = mesh_of(model, 1), &step = mesh_of(model, 2);
    for (const nwn::owned_mesh* const mesh : {&plinth, &step}) {
        CHECK(mesh->own_indices.empty());
        CHECK(mesh->vertex_count == 3);
        CHECK(mesh->positions.count == 3);
        CHECK(mesh->normals.count == 3);
        CHECK(mesh->render == 1);
        CHECK(std::ranges::equal(model.get<std::uint16_t>(model.get(mesh->index_lists)[0]), std::array{0, 1, 2}));
        CHECK(model.get(mesh->index_counts)[0] == 3);
    }
    CHECK(plinth.tangents.count == 3);
    CHECK(plinth.handedness.count == 3);
    CHECK(plinth.bounding_max.z == 0);
    CHECK(plinth.bounding_max.x == 1);
    CHECK(plinth.average.x == 1.0F / 3);
    CHECK(plinth.radius == doctest::Approx(0.745356));
    static_cast<void>(rewritten(model));
    CHECK(support::counted(unmerge(model)) == 0);

    for (const auto& none : {fixtures::nwn::bioware(), fixtures::nwn::nwnmdlcomp(), fixtures::nwn::model{}}) {
        auto other = model_to_edit(none);
        const auto unedited = other;
        CHECK(support::counted(unmerge(other)) == 0);
        CHECK(other == unedited);
    }
    auto figure = model_to_edit(fixtures::nwn::figure::model(fixtures::nwn::flavour::enhanced));
    CHECK(support::counted(unmerge(figure)) >= 0);
    static_cast<void>(rewritten(figure));
}

TEST_CASE("nwn edit: scale() multiplies lengths") {
    const std::set<std::string> not_only_lengths{"nodes[].controllerData", "animations[].nodes[].controllerData",
                                                 "nodes[].mesh.normalSumHalf",
                                                 "animations[].nodes[].mesh.normalSumHalf"};
    const auto scaled = [&](const fixtures::nwn::model& described) {
        auto before = model_to_edit(described);
        before.bounding_min = {-1, -2, -3};
        for (nwn::owned_mesh& mesh : before.all<nwn::owned_mesh>()) {
            mesh.bounding_min = {-4, -5, -6};
            mesh.average = {7, 8, 9};
        }
        for (nwn::owned_face& face : before.all<nwn::owned_face>()) {
            face.distance = 3;
        }
        for (nwn::owned_aabb& box : before.all<nwn::owned_aabb>()) {
            box.min = {-1, -1, -1};
        }
        auto model = before;
        CHECK_FALSE(scale(model, 2.5F));
        const auto after = rewritten(model);
        CHECK(support::is_multiplied(before, after, 2.5F, not_only_lengths));
        for (std::size_t i = 0; i < after.all<nwn::owned_mesh>().size(); ++i) {
            CHECK(after.all<nwn::owned_mesh>()[i].normal_sum_half ==
                  before.all<nwn::owned_mesh>()[i].normal_sum_half * 2.5F * 2.5F); // an area
        }
        return support::changed_fields(before, after);
    };
    auto bioware = fixtures::nwn::bioware();
    bioware.nodes[3].keys.push_back({180, 1, {0}, {4}}); // of an emitter: a size
    bioware.nodes[2].keys.push_back({88, 1, {0}, {7}});  // of a light: its radius
    const std::string of_model = "boundingMax boundingMin ";
    const std::string of_meshes = "nodes[].mesh.average nodes[].mesh.boundingMax nodes[].mesh.boundingMin "
                                  "nodes[].mesh.faces[].distance nodes[].mesh.normalSumHalf nodes[].mesh.radius "
                                  "nodes[].mesh.vertices";
    CHECK(scaled(bioware) == "animationScale animations[].nodes[].controllerData " + of_model +
                                 "nodes[].aabb[].max nodes[].aabb[].min nodes[].controllerData "
                                 "nodes[].emitter.blastLength nodes[].emitter.blastRadius " +
                                 of_meshes + " nodes[].skin.TBoneRefInv radius");
    CHECK(scaled(fixtures::nwn::enhanced()) ==
          "animationScale " + of_model + "nodes[].controllerData " + of_meshes + " nodes[].skin.TBoneRefInv radius");
    CHECK(scaled(fixtures::nwn::nwnmdlcomp()) ==
          "animationScale animations[].nodes[].animmesh.vertices animations[].nodes[].mesh.average "
          "animations[].nodes[].mesh.boundingMax animations[].nodes[].mesh.boundingMin "
          "animations[].nodes[].mesh.normalSumHalf animations[].nodes[].mesh.radius "
          "animations[].nodes[].mesh.vertices " +
              of_model + "nodes[].dangly.displacement " + of_meshes + " radius");

    auto model = model_to_edit(bioware);
    CHECK_FALSE(scale(model, 2));
    CHECK(values_of(model, node_of(model, 0), nwn::controls_position) == std::vector<float>{2, 4, 6});
    CHECK(values_of(model, node_of(model, 0), nwn::controls_orientation) ==
          std::vector<float>{0, 0, fixtures::nwn::half, fixtures::nwn::half});
    CHECK(values_of(model, node_of(model, 2), 76) == std::vector<float>{1, 0.5F, 0.25F}); // a colour
    CHECK(values_of(model, node_of(model, 2), 88) == std::vector<float>{14});
    CHECK(values_of(model, node_of(model, 3), 88) == std::vector<float>{30}); // of an emitter, the birth rate
    CHECK(values_of(model, node_of_clip(model, 1), nwn::controls_position) == std::vector<float>{0, 0, 2, 0, 0, 6});
    CHECK(times_of(model, node_of_clip(model, 1), nwn::controls_position) == std::vector<float>{0, 2});
    CHECK(model.animation_scale == 2);
    for (const float factor : {0.0F, -1.0F, std::numeric_limits<float>::quiet_NaN()}) {
        check_unchanged(model, errc::bad_value, "factor", [&](nwn::owned_model& of) { return scale(of, factor); });
    }
}

TEST_CASE("nwn edit: scale() multiplies speeds and accelerations of particles, as times stay") {
    auto described = fixtures::nwn::bioware();
    const std::vector<std::int32_t> multiplied{140, 148, 152, 156, 164, 168, 188, 192}, kept{92, 124, 144, 184, 216};
    for (const auto& ids : {multiplied, kept}) {
        for (const std::int32_t id : ids) {
            described.nodes[3].keys.push_back({id, 1, {0}, {4}}); // of an emitter
            described.nodes[1].keys.push_back({id, 1, {0}, {4}}); // of a dummy
        }
    }
    described.clips[0].nodes.push_back({"spark", 1, {{148, 1, {0, 1}, {-1, 1}}}}); // the animation's node says no kind
    auto model = model_to_edit(described);
    CHECK_FALSE(scale(model, 0.5F));
    const auto of = [&](std::size_t i, std::int32_t id) { return values_of(model, node_of(model, i), id); };
    for (const std::int32_t id : multiplied) {
        CAPTURE(id);
        CHECK(of(3, id) == std::vector<float>{2});
        CHECK(of(1, id) == std::vector<float>{4});
    }
    for (const std::int32_t id : kept) {
        CAPTURE(id);
        CHECK(of(3, id) == std::vector<float>{4});
    }
    const auto moved = model.get(model.get(model.animations)[0].nodes);
    CHECK(values_of(model, moved.back(), 148) == std::vector<float>{-0.5F, 0.5F});
}

TEST_CASE("nwn edit: lists that records share are scaled once") {
    auto model = model_to_edit(fixtures::nwn::bioware());
    nwn::owned_node copy = node_of(model, 5);
    copy.mesh = model.add(*model.get(copy.mesh));
    REQUIRE(copy.name.assign("copy"));
    model.append(model.nodes, copy);
    const auto before = model;
    CHECK_FALSE(scale(model, 2));
    CHECK(support::is_multiplied(
        before, model, 2,
        {"nodes[].controllerData", "animations[].nodes[].controllerData", "nodes[].mesh.normalSumHalf"}));
    CHECK(values_of(model, node_of(model, 1), nwn::controls_position) == std::vector<float>{0, 0, 2});
}

TEST_CASE("nwn edit: set_keys() replaces or adds a controller") {
    const auto before = model_to_edit(fixtures::nwn::bioware());
    auto model = before;
    nwn::owned_node& arm = node_of_clip(model, 1);
    const auto turns = values_of(model, arm, nwn::controls_orientation);
    CHECK_FALSE(set_keys(model, arm, nwn::controls_position, 3, std::array{0.0F, 1.0F, 2.0F},
                         std::array<float, 9>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    CHECK(times_of(model, arm, nwn::controls_position) == std::vector<float>{0, 1, 2});
    CHECK(values_of(model, arm, nwn::controls_position) == std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(values_of(model, arm, nwn::controls_orientation) == turns);
    CHECK_FALSE(set_keys(model, arm, nwn::controls_scale, 1, std::array{0.0F}, std::array{2.0F}));
    CHECK(arm.controllers.count == 3);
    auto again = rewritten(model);
    CHECK(values_of(again, node_of_clip(again, 1), nwn::controls_scale) == std::vector<float>{2});
    CHECK(support::changed_fields(before, again) ==
          "animations[].nodes[].controllerData animations[].nodes[].controllers "
          "animations[].nodes[].controllers[].rows animations[].nodes[].controllers[].valueIndex");
    // Bezier keys have three numbers per column.
    CHECK_FALSE(set_keys(model, arm, nwn::controls_scale, 0x11, std::array{0.0F}, std::array{2.0F, 1.0F, 0.0F}));
    again = rewritten(model);
    CHECK(values_of(again, node_of_clip(again, 1), nwn::controls_scale) == std::vector<float>{2, 1, 0});
    // The values may be those of another controller, in a pool that moves.
    CHECK_FALSE(set_keys(model, node_of(model, 4), nwn::controls_position, 3, std::array{0.0F},
                         model.values(node_of(model, 0), *key_of(model, node_of(model, 0), nwn::controls_position))));
    CHECK(values_of(model, node_of(model, 4), nwn::controls_position) == std::vector<float>{1, 2, 3});
}

TEST_CASE("nwn edit: keys that the format cannot hold are refused") {
    const std::vector<float> many(0x8000), most(0x7FFF), values(3 * 0x7FFF);
    const auto set = [](std::span<const float> times, std::span<const float> rows, std::int32_t id = 8) {
        return [=](nwn::owned_model& model) {
            return set_keys(model, node_of_clip(model, 1), id,
                            static_cast<std::uint8_t>(rows.size() == times.size() ? 1 : 3), times, rows);
        };
    };
    const auto all = model_to_edit(fixtures::nwn::bioware());
    check_unchanged(all, errc::bad_value, "nodes[].controllers[].rows", set({}, {}));
    check_unchanged(all, errc::bad_value, "nodes[].controllers[].rows", set(many, many));
    check_unchanged(all, errc::bad_value, "nodes[].controllers[].rows",
                    set(std::span{most}.first(2), std::span{most}.first(5)));
    auto model = all;
    CHECK_FALSE(set(most, values)(model)); // the times of a controller behind it would be out of reach
    static_cast<void>(rewritten(model));
    check_unchanged(model, errc::bad_value, "nodes[].controllers[].valueIndex", set(most, values, 9));
    check_unchanged(all, errc::bad_value, "nodes[].controllers[].columns",
                    set(std::span{most}.first(2), std::span{most}.first(2))); // one column of a position
    auto odd = all;
    odd.get(node_of_clip(odd, 1).controllers)[0].columns = 0x24; // of how many numbers are its rows?
    check_unchanged(odd, errc::bad_value,
                    "nodes[].controllers[].columns: expected the columns of a controller with this id, found 36",
                    set(std::span{most}.first(1), std::span{most}.first(1), 36));
    auto broken = all;
    broken.get(node_of_clip(broken, 1).controllers)[0].value_index = 500;
    check_unchanged(broken, errc::out_of_bounds, "nodes[].controllers[].rows",
                    set(std::span{most}.first(1), std::span{most}.first(3)));
}

TEST_CASE("nwn edit: edits take memory from the model's resource") {
    const fixtures::nwn::opened super{fixtures::nwn::enhanced()};
    const fixtures::nwn::opened merged{fixtures::nwn::enhanced()};
    support::counting_memory memory; // the default resource rejects allocations
    auto model = *decode(merged.model, &memory);
    CHECK(support::textures_renamed(model, {{"stone", "brick"}}) == 2);
    CHECK(support::counted(rename_nodes(model, std::array{renaming{"arm", "leg"}}, super.model)) == 2);
    CHECK(support::counted(unmerge(model)) == 2);
    CHECK_FALSE(scale(model, 2));
    CHECK_FALSE(number_parts(model, super.model));
    CHECK_FALSE(set_keys(model, node_of(model, 0), 8, 3, std::array{0.0F}, std::array{1.0F, 2.0F, 3.0F}));
}

TEST_CASE("nwn edit: a model made from nothing says what the described one says") {
    fixtures::nwn::model described;
    described.nodes = {{"effigy", -1, {fixtures::nwn::position_key({1, 2, 3})}}, {"arm", 0}};
    described.clips = {{"nod", 2, {{0.5F, "hit"}}, {{"effigy"}, {"arm", 0, {fixtures::nwn::scale_key(2)}}}}};

    nwn::owned_model model;
    REQUIRE((model.geometry.name.assign("effigy") && model.supermodel.assign("NULL")));
    model.bounding_max = {1, 1, 2};
    model.animation_scale = 1;
    model.geometry.type = nwn::geometry_type::model_tree;
    model.geometry.functions[0] = 0x40BBC0; // BioWare's
    model.geometry.functions[1] = 0x40BBD0;
    model.producer = nwn::producer::bioware;
    model.classification = nwn::classification::character;
    model.fog = 1;
    model.radius = 2;
    const auto add = [&](pool_slice<nwn::owned_node>& to, std::string_view name, std::uint32_t parent) {
        nwn::owned_node made;
        REQUIRE(made.name.assign(name));
        made.flags = nwn::has_header;
        made.parent = parent;
        model.append(to, made);
    };
    add(model.nodes, "effigy", npos);
    add(model.nodes, "arm", 0);
    nwn::owned_animation clip{};
    REQUIRE((clip.geometry.name.assign("nod") && clip.root.assign("effigy")));
    clip.geometry.type = nwn::geometry_type::animation_tree;
    clip.geometry.node_count = 2;
    clip.length = 2;
    clip.transition_time = 0.25F;
    add(clip.nodes, "effigy", npos);
    add(clip.nodes, "arm", 0);
    nwn::owned_event hit{};
    hit.time = 0.5F;
    REQUIRE(hit.name.assign("hit"));
    model.append(clip.events, hit);
    model.append(model.animations, clip);
    CHECK_FALSE(
        set_keys(model, node_of(model, 0), nwn::controls_position, 3, std::array{0.0F}, std::array{1.0F, 2.0F, 3.0F}));
    CHECK_FALSE(set_keys(model, node_of_clip(model, 1), nwn::controls_scale, 1, std::array{0.0F}, std::array{2.0F}));
    CHECK_FALSE(number_parts(model, {}));
    CHECK(support::changed_fields(model_to_edit(described), fixtures::nwn::cleaned(model)) == "");
    CHECK(encode(model).has_value());
}

TEST_CASE("nwn edit: what is refused changes nothing, and has the name") {
    const auto all = model_to_edit(fixtures::nwn::bioware());
    const auto nodes = [](std::string_view from, std::string_view to) {
        return [=](nwn::owned_model& model) { return rename_nodes(model, std::array{renaming{from, to}}).error(); };
    };
    check_unchanged(all, errc::bad_value, "nodes[1].name \"arm\": expected a name that is not empty", nodes("arm", ""));
    check_unchanged(all, errc::bad_value, "nodes[1].name \"arm\": expected a name that no", nodes("arm", "LAMP"));
    for (const float factor : {1e-45F, 3e38F}) {
        check_unchanged(all, errc::bad_value, "factor", [=](nwn::owned_model& model) { return scale(model, factor); });
    }
    check_unchanged(all, errc::bad_value, "model.supermodel \"xxx", [](nwn::owned_model& model) {
        const std::string of_64(64, 'x');
        const error why = set_supermodel(model, of_64, {});
        CHECK(to_string(why).ends_with("found 64"));
        return effigy::impl::refusal(why.path, why.expected, "xxx"); // its name, of_64, is gone
    });
    const auto none = nwn::model{};
    check_unchanged(all, errc::bad_value, "nodes[1].name \"arm\"", [&](nwn::owned_model& model) {
        return rename_nodes(model, std::array{renaming{"arm", "LAMP"}}, none).error();
    });
}
