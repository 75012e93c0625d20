#include "grimrock/figure.hpp"
#include "grimrock/torture.hpp"
#include "support/refusals.hpp"

#include <effigy/grimrock.hpp>

namespace {

using namespace effigy;
using support::byte_builder;

error refusal_of_model(const byte_builder& file) {
    const auto model = grimrock::open(file.span());
    return model ? verify(*model) : model.error();
}

std::vector<matrix4x3<double>> world_of(const grimrock::model& model) {
    std::vector<tree_entry> memory(model.nodes().size());
    const auto nodes = model.index(memory);
    std::vector<matrix4x3<double>> out(nodes.size());
    CHECK(rest_poses(nodes, out) == nodes.size());
    local_to_world(nodes, out);
    return out;
}

} // namespace

TEST_CASE("shinobi model: a node written byte by byte") {
    byte_builder file = byte_builder{}.text("MDL1").i32(4).i32(1).string("post");
    for (int i = 1; i <= 15; ++i) {
        file.f32(static_cast<float>(i));
    }
    file.i32(-1).i32(-1);
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    CHECK(model->version() == 4);
    const grimrock::node node = *model->nodes().begin();
    CHECK(node.local() == nullptr);
    REQUIRE(node.transform() != nullptr);
    CHECK(node.transform()->position.y.get() == 2);
    CHECK(node.transform()->x.x.get() == 4);
    CHECK(node.transform()->scale.z.get() == 15);
    CHECK(model->file().offset_of(node.transform()) == 20);
    const auto matrix = node.local_matrix<double>();
    CHECK(matrix.x == vector3<double>{4 * 13, 5 * 13, 6 * 13});
    CHECK(matrix.y == vector3<double>{7 * 14, 8 * 14, 9 * 14});
    CHECK(matrix.z == vector3<double>{10 * 15, 11 * 15, 12 * 15});
    CHECK(matrix.translation == vector3<double>{1, 2, 3});
}

TEST_CASE("shinobi model: a mesh has neither header nor emissive colour") {
    const byte_builder file = fixtures::write(fixtures::model{{"only", -1, {}, fixtures::skinned_triangle(0, 0)}}, 4);
    CHECK(file.at("mdl1.nodes[0].mesh.numVertices") == file.at("mdl1.nodes[0].type") + 4);
    CHECK(file.at("mdl1.nodes[0].mesh.castShadow") + 1 == file.size());
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    CHECK_FALSE(verify(*model));
    const grimrock::mesh mesh = model->nodes().begin()->mesh();
    CHECK(mesh.emissive() == nullptr);
    CHECK(mesh.cast_shadow() == 1);
    CHECK(mesh.positions()[1].x.get() == 1);
    CHECK(mesh.bones().size() == 2);
    CHECK(mesh.bones()[1].inverse_bind().translation.y == -2);
    CHECK(model->trailing().empty());
}

TEST_CASE("shinobi model: lights, wrong indices and other versions are refused") {
    const byte_builder file = fixtures::write(fixtures::everything(4), 4);
    CHECK_FALSE(refusal_of_model(file));
    support::check_wrong(file, refusal_of_model,
                         {{"mdl1.nodes[1].type", 1, errc::bad_value},
                          {"mdl1.nodes[4].mesh.indices[0]", 3, errc::out_of_bounds, 3},
                          {"mdl1.version", 3, errc::bad_version, 4},
                          {"mdl1.version", 36, errc::bad_version, 4}});
    CHECK(to_string(refusal_of_model(fixtures::write(fixtures::everything(3), 3))) ==
          "bad_version: mdl1.version at offset 4: expected version 2 (Legend of Grimrock) or 4 (Shinobi engine), found "
          "3");
}

TEST_CASE("shinobi model: the same world matrices as Grimrock's") {
    const fixtures::model described = fixtures::everything(4);
    const byte_builder older = fixtures::write(described, 2);
    const byte_builder newer = fixtures::write(described, 4);
    CHECK(world_of(*grimrock::open(older.span())) == world_of(*grimrock::open(newer.span())));
}

TEST_CASE("shinobi model: the sample figure") {
    const byte_builder file = fixtures::write(fixtures::figure::model(), 4);
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    CHECK_FALSE(verify(*model));
    const auto world = world_of(*model);
    REQUIRE(world.size() == 8);
    CHECK(world[fixtures::figure::head].translation.y == doctest::Approx(1.38));
    CHECK(determinant(world[fixtures::figure::plinth]) == doctest::Approx(0.45 * 0.15 * 0.45));
}

TEST_CASE("shinobi animation: the layout is that of version 2, without a name") {
    const byte_builder file = fixtures::write(fixtures::moves(), 3);
    const auto clip = grimrock::open_animation(file.span());
    REQUIRE(clip);
    CHECK(clip->version() == 3);
    CHECK(clip->name().empty());
    CHECK(clip->frames_per_second() == 30);
    CHECK(clip->frame_count() == 4);
    REQUIRE(clip->items().size() == 3);
    const auto item = *clip->items().begin();
    CHECK(item.name() == "arm");
    CHECK(item.positions()[1].x.get() == 4);
    CHECK(item.rotations().size() == 1);
    const auto pose = grimrock::sample<double>(item, 1.0 / 60);
    CHECK(pose.position == vector3<double>{2, 0, 0});
}

TEST_CASE("shinobi animation: other versions are refused") {
    support::check_wrong(fixtures::write(fixtures::moves(), 2),
                         [](const byte_builder& file) { return grimrock::open_animation(file.span()).error(); },
                         {{"anim.version", 0, errc::bad_version, 3}, {"anim.version", 4, errc::bad_version, 3}});
}

TEST_CASE("shinobi: a model and an animation survive corruption") {
    walk::torture("MDL1 4", fixtures::write(fixtures::everything(4), 4),
                  [](std::span<const std::byte> file) { return grimrock::open(file); });
    walk::torture("ANIM 3", fixtures::write(fixtures::moves(), 3),
                  [](std::span<const std::byte> file) { return grimrock::open_animation(file); });
}
