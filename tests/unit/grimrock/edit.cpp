#include "grimrock/figure.hpp"
#include "support/edited.hpp"

#include <effigy/grimrock.hpp>
#include <effigy/grimrock/edit.hpp>
#include <effigy/grimrock/encode.hpp>

#include <limits>

namespace {

using namespace effigy;
using bytes = std::span<const std::byte>;

const auto open_model_to_edit = [](bytes file) { return grimrock::open(file); };
const auto open_clip_to_edit = [](bytes file) { return grimrock::open_animation(file); };
grimrock::owned_model model_to_edit(int version) {
    fixtures::model described = fixtures::everything(version);
    described[4].mesh->bounds.min = {-1, -2, -4};
    const support::byte_builder file = fixtures::write(described, version);
    return *decode(*open_model_to_edit(file.span()));
}
grimrock::owned_animation clip_to_edit(int version) {
    const support::byte_builder file = fixtures::write(fixtures::moves(), version);
    return *decode(*open_clip_to_edit(file.span()));
}
std::string_view material(const grimrock::owned_model& of, std::size_t segment) {
    return of.get(of.all<grimrock::owned_segment>()[segment].material);
}
std::string_view node_name(const grimrock::owned_model& of, std::size_t i) { return of.get(of.get(of.nodes)[i].name); }

} // namespace

TEST_CASE("grimrock edit: rename_textures() renames the materials of segments") {
    for (const int version : {2, 4}) {
        const auto before = model_to_edit(version);
        auto model = before;
        CHECK(support::textures_renamed(model, {{"stone", "a much longer name"}}) == 2);
        CHECK(material(model, 0) == "a much longer name");
        CHECK(material(model, 1) == "a much longer name");
        CHECK(material(model, 2) == "moss");
        CHECK(support::changed_fields(before, support::written(model, open_model_to_edit)) ==
              "nodes[].mesh.segments[].material");
        CHECK(support::textures_renamed(model, {{"a much longer name", "stone"}}) == 2);
        CHECK(support::same_file(model, before));
    }
}

TEST_CASE("grimrock edit: the first rule that matches a name renames it") {
    const auto renamed = [](std::initializer_list<renaming> rules) {
        auto model = model_to_edit(2);
        const auto count = rename_textures(model, rules);
        REQUIRE(count);
        return std::to_string(*count) + ' ' + std::string{material(model, 0)} + ' ' + std::string{material(model, 2)};
    };
    CHECK(renamed({}) == "0 stone moss");
    CHECK(renamed({{"stone", "b"}, {"b", "c"}}) == "2 b moss");
    CHECK(renamed({{"stone", "moss"}, {"moss", "stone"}}) == "3 moss stone");
    CHECK(renamed({{"st*", "br*"}}) == "2 brone moss");
    CHECK(renamed({{"st*", "one"}}) == "2 one moss");
    CHECK(renamed({{"*", "old_*"}}) == "3 old_stone old_moss");
    CHECK(renamed({{"*", ""}}) == "3  ");
    CHECK(renamed({{"st", "x"}, {"stones", "x"}, {"stones*", "x"}, {"", "x"}}) == "0 stone moss");
    CHECK(renamed({{"Stone", "x"}, {"ST*", "x"}}) == "0 stone moss"); // the engine compares exactly
    CHECK(renamed({{"stone", "stone"}, {"*", "x"}}) == "1 stone x");
    CHECK(renamed({{"stone", "x*"}}) == "2 x* moss");
}

TEST_CASE("grimrock edit: rules may be written in braces") {
    auto model = model_to_edit(2);
    CHECK(support::counted(rename_textures(model, {{"stone", "brick"}, {"moss", "grass"}})) == 3);
    CHECK(support::counted(rename_nodes(model, {{"arm", "left_arm"}})) == 1);
    CHECK(support::counted(rename_nodes(model, {})) == 0);
    auto clip = clip_to_edit(2);
    CHECK(support::counted(rename_nodes(clip, {{"arm", "left_arm"}})) == 1);
}

TEST_CASE("grimrock edit: rules may be names of the edited model") {
    auto model = model_to_edit(2);
    CHECK(support::counted(rename_textures(model, {{material(model, 0), node_name(model, 1)}, {"moss", "x"}})) == 3);
    CHECK(material(model, 0) == "hand");
    CHECK(material(model, 2) == "x");
    CHECK(support::counted(rename_nodes(model, {{node_name(model, 1), material(model, 2)}, {"arm", "y"}})) == 2);
    CHECK(node_name(model, 1) == "x");
}

TEST_CASE("grimrock edit: set_array() adds an array in the order of slots, or replaces it") {
    using grimrock::vertex_semantic;
    grimrock::owned_model model;
    model.version = grimrock::grimrock_version;
    grimrock::owned_mesh mesh;
    mesh.vertex_count = 2;
    model.set_array<std::uint8_t>(mesh, vertex_semantic::color, 4, {1, 2, 3, 4, 5, 6, 7, 8});
    model.set_array<float>(mesh, vertex_semantic::position, 3, {1, 2, 3, 4, 5, 6});
    model.set_array<std::int32_t>(mesh, vertex_semantic::bone_index, 1, {0, 0});
    model.set_array<std::int16_t>(mesh, vertex_semantic::texcoord0, 2, std::array<std::int16_t, 4>{1, 2, 3, 4});
    const grimrock::owned_mesh copy = mesh;
    const auto& replaced = model.set_array<float>(mesh, vertex_semantic::color, 1, {9, 10});
    CHECK(replaced.stride == 4);
    std::string slots;
    for (const grimrock::owned_vertex_array& array : model.get(mesh.arrays)) {
        slots += std::to_string(static_cast<int>(array.semantic)) + ' ' + std::to_string(array.stride) + ", ";
    }
    CHECK(slots == "0 12, 4 4, 5 4, 13 4, ");
    CHECK(model.get(model.array(mesh, vertex_semantic::color)->as<float>())[1] == 10);
    CHECK(model.get(model.array(copy, vertex_semantic::color)->as<std::uint8_t>())[7] == 8); // as it was
    // An array may be made of another one's numbers, which move with the pool.
    model.set_array<float>(mesh, vertex_semantic::normal, 3,
                           model.get(model.array(mesh, vertex_semantic::position)->as<float>()));
    CHECK(model.get(model.array(mesh, vertex_semantic::normal)->as<float>())[5] == 6);
    mesh.arrays.count -= 1; // without bones
    grimrock::owned_node node;
    node.type = grimrock::mesh_node;
    node.mesh = model.add(mesh);
    model.append(model.nodes, node);
    const auto again = support::written(model, open_model_to_edit);
    CHECK(again.get(again.all<grimrock::owned_mesh>()[0].arrays).size() == 4);
    model.set_array<float>(model.all<grimrock::owned_mesh>()[0], vertex_semantic::normal, 3, {0, 1, 0});
    CHECK(encode(model).error().code == errc::bad_value); // of one vertex
}

TEST_CASE("grimrock edit: compute_bounds()") {
    using grimrock::vertex_semantic;
    constexpr float infinite = std::numeric_limits<float>::infinity();
    grimrock::owned_model model;
    grimrock::owned_mesh mesh;
    mesh.bounds.radius = 7;
    compute_bounds(model, mesh);
    CHECK(mesh.bounds.radius == 7);
    model.set_array<std::int16_t>(mesh, vertex_semantic::position, 3, {1, 2, 3});
    compute_bounds(model, mesh);
    CHECK(mesh.bounds.radius == 7);
    model.set_array<float>(mesh, vertex_semantic::position, 2, {1, 2, 3, 4});
    compute_bounds(model, mesh);
    CHECK(mesh.bounds.radius == 7);
    model.set_array<float>(mesh, vertex_semantic::position, 4, {-1, 0, 2, 9, 3, 4, 2, 9, infinite, 0, 0, 9, 1, 2, 2});
    compute_bounds(model, mesh);
    CHECK(mesh.bounds.min == vector3<float>{-1, 0, 2});
    CHECK(mesh.bounds.max == vector3<float>{3, 4, 2});
    CHECK(mesh.bounds.center == vector3<float>{1, 2, 2});
    CHECK(mesh.bounds.radius == doctest::Approx(2.8284271));
}

TEST_CASE("grimrock edit: parts that nodes share are renamed once, others not at all") {
    auto model = model_to_edit(2);
    const grimrock::owned_node body = model.get(model.nodes)[4];
    model.append(model.nodes, body); // the same mesh
    grimrock::owned_node copy = body;
    copy.mesh = model.add(*model.get(body.mesh)); // another one, with the same segments
    model.append(model.nodes, copy);
    model.erase(model.nodes, 5); // the other mesh is in no node
    CHECK(support::textures_renamed(model, {{"*", "old_*"}}) == 1);
    CHECK(material(model, 0) == "old_stone");
    CHECK(material(model, 1) == "stone");
}

TEST_CASE("grimrock edit: rename_nodes() renames nodes of models, and items of clips") {
    for (const int version : {2, 4}) {
        const auto before = model_to_edit(version);
        auto model = before;
        CHECK(support::nodes_renamed(model, {{"arm", "left_arm"}, {"h*", "left_h*"}}) == 2);
        CHECK(node_name(model, 1) == "left_hand");
        CHECK(node_name(model, 2) == "left_arm");
        const auto again = support::written(model, open_model_to_edit);
        CHECK(node_name(again, 1) == "left_hand");
        CHECK(support::nodes_renamed(model, {{"left_*", "*"}}) == 2);
        CHECK(support::same_file(model, before));
    }
    for (const int version : {1, 2, 3}) {
        const auto before = clip_to_edit(version);
        auto clip = before;
        CHECK(support::nodes_renamed(clip, {{"arm", "left_arm"}, {"root", "x"}}) == 1);
        const auto again = support::written(clip, open_clip_to_edit);
        CHECK(again.get(again.get(again.items)[0].name) == "left_arm");
        CHECK(support::nodes_renamed(clip, {{"left_arm", "arm"}}) == 1);
        CHECK(support::same_file(clip, before));
    }
}

TEST_CASE("grimrock edit: a name that another node has is refused") {
    const auto check_refused = [](auto model, std::initializer_list<renaming> rules, std::string_view path) {
        const auto before = model;
        const auto count = rename_nodes(model, rules);
        CHECK(count.error().code == errc::bad_value);
        CHECK(to_string(count.error()).find(path) != std::string::npos);
        CHECK(support::same_file(model, before));
    };
    check_refused(model_to_edit(2), {{"hand", "arm"}}, "mdl1.nodes[1].name");
    check_refused(model_to_edit(2), {{"lamp", ""}}, "mdl1.nodes[6].name"); // node 3 has no name
    check_refused(model_to_edit(4), {{"*", "one"}}, "mdl1.nodes[");
    check_refused(clip_to_edit(2), {{"tail", "arm"}}, "anim.items[2].node");
    auto model = model_to_edit(2); // names may change places
    CHECK(support::nodes_renamed(model, {{"hand", "arm"}, {"arm", "hand"}}) == 2);
    CHECK(node_name(model, 1) == "arm");
    // Two nodes that had one name may keep one.
    grimrock::owned_node twin = model.get(model.nodes)[1];
    model.append(model.nodes, twin);
    CHECK(support::nodes_renamed(model, {{"arm", "leg"}}) == 2);
}

TEST_CASE("grimrock edit: scale() multiplies all lengths") {
    for (const int version : {2, 4}) {
        const auto before = model_to_edit(version);
        auto model = before;
        CHECK_FALSE(scale(model, 2.5F));
        const auto after = support::written(model, open_model_to_edit);
        const std::string of_meshes = "nodes[].mesh.bones[].invRestMatrix.translation nodes[].mesh.bounds.boundCenter "
                                      "nodes[].mesh.bounds.boundMax nodes[].mesh.bounds.boundMin "
                                      "nodes[].mesh.bounds.boundRadius nodes[].mesh.vertexArrays[].rawVertexData";
        CHECK(support::changed_fields(before, after) ==
              (version == 2 ? "nodes[].light.range nodes[].localToParent.translation " + of_meshes
                            : of_meshes + " nodes[].transform.position"));
        CHECK(support::is_multiplied(before, after, 2.5F));
        for (const auto semantic : {grimrock::vertex_semantic::normal, grimrock::vertex_semantic::texcoord0}) {
            const auto& body = after.all<grimrock::owned_mesh>()[0];
            CHECK(std::ranges::equal(after.get(after.array(body, semantic)->as<float>()),
                                     before.get(before.array(body, semantic)->as<float>())));
        }
        CHECK_FALSE(scale(model, 0.4F));
        CHECK(support::same_file(model, before));
    }
    for (const int version : {1, 2, 3}) {
        const auto before = clip_to_edit(version);
        auto clip = before;
        CHECK_FALSE(scale(clip, 2.5F));
        const auto after = support::written(clip, open_clip_to_edit);
        CHECK(support::changed_fields(before, after) == "items[].positionKeys");
        CHECK(support::is_multiplied(before, after, 2.5F));
    }
}

TEST_CASE("grimrock edit: lists that records share are scaled once") {
    auto model = model_to_edit(2);
    grimrock::owned_node copy = model.get(model.nodes)[4];
    copy.mesh = model.add(*model.get(copy.mesh)); // has the same vertex arrays
    model.append(model.nodes, copy);
    const auto before = model;
    CHECK_FALSE(scale(model, 2));
    CHECK(support::is_multiplied(before, support::written(model, open_model_to_edit), 2));

    auto clip = clip_to_edit(2);
    grimrock::owned_item item = clip.get(clip.items)[0];
    clip.append(clip.items, item);
    item.positions.first += 1;
    item.positions.count -= 1;
    clip.insert(clip.items, 0, item); // a part of the list
    const auto clip_before = clip;
    CHECK_FALSE(scale(clip, 2));
    CHECK(support::is_multiplied(clip_before, clip, 2));
}

TEST_CASE("grimrock edit: a factor that is not a finite number above 0 is refused") {
    for (const float factor :
         {0.0F, -1.0F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        auto model = model_to_edit(2);
        CHECK(scale(model, factor).code == errc::bad_value);
        CHECK(model == model_to_edit(2));
        auto clip = clip_to_edit(2);
        CHECK(scale(clip, factor).code == errc::bad_value);
        CHECK(clip == clip_to_edit(2));
    }
}

TEST_CASE("grimrock edit: positions that are not float32 are not scaled") {
    auto described = fixtures::everything(2);
    described[4].mesh->arrays[fixtures::position].type = fixtures::int16_type;
    described[4].mesh->arrays[fixtures::position].stride = 6;
    const support::byte_builder file = fixtures::write(described, 2);
    const auto before = *decode(*grimrock::open(file.span()));
    auto model = before;
    CHECK(scale(model, 2).code == errc::unsupported);
    CHECK(model == before);
}

TEST_CASE("grimrock edit: an empty model is left empty") {
    grimrock::owned_model model;
    CHECK(support::textures_renamed(model, {{"*", "x"}}) == 0);
    CHECK(support::nodes_renamed(model, {{"*", "x"}}) == 0);
    CHECK_FALSE(scale(model, 2));
    CHECK(model == grimrock::owned_model{});
    grimrock::owned_animation clip;
    CHECK(support::counted(grimrock::rename_nodes(clip, std::array{renaming{"*", "x"}})) == 0);
    CHECK_FALSE(grimrock::scale(clip, 2));
    CHECK(clip == grimrock::owned_animation{});
}

TEST_CASE("grimrock edit: what is refused changes nothing, and has the name") {
    for (const int version : {2, 4}) {
        auto model = model_to_edit(version);
        const auto refused = [&](const renaming& rule) {
            const error why = rename_nodes(model, std::array{rule}).error();
            CHECK(model == model_to_edit(version));
            return to_string(why);
        };
        const std::string name{node_name(model, 1)}, other{node_name(model, 0)};
        CHECK(refused({name, other}) ==
              "bad_value: mdl1.nodes[1].name \"" + name + "\": expected a name that no other node has");
        CHECK(refused({name, ""}).starts_with("bad_value: mdl1.nodes[1].name \"" + name + "\": ")); // another has none
        const std::string large(10'000'000, 'x');
        CHECK(refused({"*", large + "*"}).starts_with("budget: mdl1.nodes[].name: expected at most "));
        CHECK(rename_textures(model, std::array{renaming{"*", large}}).error().code == errc::budget);
        for (const float factor : {1e-45F, 3e38F}) {
            CHECK(to_string(scale(model, factor)).starts_with("bad_value: factor: expected a number with which"));
        }
        CHECK(model == model_to_edit(version));
    }
    auto clip = clip_to_edit(2);
    const std::string item{clip.get(clip.all<grimrock::owned_item>()[0].name)};
    CHECK(to_string(rename_nodes(clip, std::array{renaming{item, ""}}).error()) ==
          "bad_value: anim.items[0].node \"" + item + "\": expected a name that is not empty");
    CHECK(scale(clip, 1e-45F).code == errc::bad_value);
    CHECK(clip == clip_to_edit(2));
}

TEST_CASE("grimrock edit: new names that are equal share their text") {
    auto model = model_to_edit(2);
    std::size_t count = 0;
    for (const grimrock::owned_segment& segment : model.all<grimrock::owned_segment>()) {
        count += segment.material.count != 0 ? 1U : 0U;
    }
    REQUIRE(count > 1);
    const std::size_t before = model.all<char>().size();
    CHECK(support::textures_renamed(model, {{"*", "one name"}}) > 1);
    CHECK(model.all<char>().size() == before + 8);
}
