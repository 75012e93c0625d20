#include "grimrock/figure.hpp"

#include <effigy/grimrock.hpp>

#include <doctest/doctest.h>

#include <iterator>
#include <limits>

namespace {

using namespace effigy;
using grimrock::component_type;
using grimrock::vertex_semantic;
using support::byte_builder;

// A model of one node, and its mesh.
struct single {
    explicit single(const fixtures::mesh& described)
        : file(fixtures::write(fixtures::model{{"only", -1, {}, described}}, 2)) {}

    byte_builder file;
    grimrock::model model = *grimrock::open(file.span());
    grimrock::mesh mesh = model.nodes().begin()->mesh();
};

grimrock::node node_of(const grimrock::model& model, std::uint32_t number) {
    std::uint32_t i = 0;
    for (const grimrock::node& node : model.nodes()) {
        if (i++ == number) {
            return node;
        }
    }
    return {};
}

} // namespace

// Small enough to be passed by value.
static_assert(sizeof(grimrock::node) <= 112 && sizeof(grimrock::mesh) <= 72 && sizeof(grimrock::item) <= 96);
static_assert(sizeof(grimrock::segment) <= 32 && sizeof(grimrock::vertex_array) <= 32);

TEST_CASE("grimrock model: a file without nodes") {
    const byte_builder file = byte_builder{}.text("MDL1").i32(2).i32(0);
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    CHECK(model->version() == 2);
    CHECK(model->nodes().size() == 0);
    CHECK(model->nodes().begin() == model->nodes().end());
    CHECK(model->trailing().empty());
    CHECK(model->index({}).empty());
    CHECK_FALSE(verify(*model));
}

TEST_CASE("grimrock model: a node written byte by byte") {
    const byte_builder file = byte_builder{}
                                  .text("MDL1")
                                  .i32(2)
                                  .i32(1)
                                  .string("gate ")
                                  .f32s({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
                                  .i32(-7)
                                  .i32(-2)
                                  .text("more");
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    const grimrock::node node = *model->nodes().begin();
    CHECK(node.name() == "gate ");
    CHECK(node.transform() == nullptr);
    CHECK(node.local()->x.x.get() == 1);
    CHECK(node.local()->y.z.get() == 6);
    CHECK(node.local()->translation.z.get() == 12);
    CHECK(node.parent() == npos);
    CHECK(node.parent_as_stored() == -7);
    CHECK(node.type() == -2);
    CHECK_FALSE(node.mesh());
    CHECK(node.light() == nullptr);
    CHECK(model->trailing().size() == 4);
    CHECK(model->file().offset_of(node.local()) == 21);
}

TEST_CASE("grimrock model: a mesh with all parts that games write") {
    const single all{fixtures::skinned_triangle(0, 0)};
    const grimrock::mesh& mesh = all.mesh;
    CHECK(mesh.vertex_count() == 3);
    CHECK(mesh.positions()[1].x.get() == 1);
    CHECK(mesh.positions().packed().size() == 3);
    CHECK(mesh.normals()[2].z.get() == 1);
    CHECK(mesh.tangents()[0].x.get() == -1);
    CHECK(mesh.bitangents()[0].y.get() == 1);
    CHECK(mesh.colors()[2].b == 255);
    CHECK(mesh.colors()[2].a == 128);
    CHECK(mesh.texcoords()[1].y.get() == 1);
    CHECK(mesh.joints()[1].bone[0].get() == 1);
    CHECK(mesh.weights()[1].y.get() == 0.25F);
    REQUIRE(mesh.indices().size() == 3);
    CHECK(mesh.indices()[2].get() == 2);
    CHECK(mesh.triangle_count() == 1);
    REQUIRE(mesh.segments().size() == 1);
    const auto segment = *mesh.segments().begin();
    CHECK(segment.material() == "stone");
    CHECK(segment.primitive_type() == 2);
    CHECK(segment.first_index() == 0);
    CHECK(segment.triangle_count() == 1);
    CHECK(segment.record()->count.get() == 1);
    CHECK(mesh.bounds()->max.y.get() == 1);
    REQUIRE(mesh.bones().size() == 2);
    CHECK(mesh.bones()[1].inverse_bind().translation.y == -2);
    CHECK(mesh.bones()[1].node() == mesh.bones().records()[1].node);
    CHECK(grimrock::bone{}.node() == npos);
    CHECK(mesh.emissive()->y.get() == 0.5F);
    CHECK(mesh.cast_shadow() == 1);
    CHECK(all.model.file().offset_of(mesh.indices().data()) == all.file.at("mdl1.nodes[0].mesh.indices"));
}

TEST_CASE("grimrock model: arrays that a mesh does not use are empty") {
    fixtures::mesh bare = fixtures::triangle();
    bare.arrays = {};
    const single all{bare};
    CHECK(all.mesh.vertex_count() == 3);
    CHECK(all.mesh.positions().empty());
    CHECK(all.mesh.weights().packed().empty());
    CHECK(all.mesh.bones().empty());
    CHECK_FALSE(all.mesh.array(vertex_semantic::normal));
    CHECK(all.mesh.array(vertex_semantic::normal).number(0, 0) == 0);
}

TEST_CASE("grimrock model: padded arrays and other number types") {
    const single all{fixtures::foreign_triangle(0, 0)};
    const grimrock::mesh& mesh = all.mesh;

    CHECK(mesh.positions().stride() == 16);
    CHECK(mesh.positions().packed().empty());
    CHECK(mesh.positions()[2].y.get() == 1);
    CHECK(mesh.array(vertex_semantic::position).bytes().size() == 48);

    const auto second_texcoords = mesh.array(vertex_semantic::texcoord1);
    CHECK(second_texcoords.stride() == 11);
    CHECK(second_texcoords.as<vec2<form::little>>()[2].x.get() == 5);
    CHECK(second_texcoords.as<vec3<form::little>>().empty()); // has two components, not three

    CHECK(mesh.joints().empty()); // not int32
    const auto indices = mesh.array(vertex_semantic::bone_index);
    CHECK(indices.component() == component_type::int16);
    CHECK(indices.number(2, 0) == 1);
    CHECK(indices.number(2, 1) == -1);
    CHECK(indices.number(2, 4) == 0); // has four components
    CHECK(indices.number(3, 0) == 0); // has three vertices

    std::uint8_t slot = 0;
    for (const auto& array : mesh.arrays()) {
        CHECK(array.bytes().data() == mesh.array(static_cast<vertex_semantic>(slot++)).bytes().data());
    }
    CHECK(slot == grimrock::vertex_array_count);
    CHECK(grimrock::mesh{}.arrays().empty());

    CHECK(mesh.weights().empty()); // not float32
    CHECK(mesh.array(vertex_semantic::bone_weight).number(1, 0) == 191);
    CHECK(mesh.cast_shadow() == 7);
}

TEST_CASE("grimrock model: numbers of another type are not reinterpreted") {
    const single all{fixtures::skinned_triangle(0, 0)};
    CHECK(all.mesh.as<vec4<form::little>>(vertex_semantic::bone_index).empty());
    CHECK(all.mesh.as<grimrock::joints>(vertex_semantic::bone_weight).empty());
    CHECK(all.mesh.as<vec2<form::little>>(vertex_semantic::position)[1].x.get() == 1); // fewer components can be read
}

TEST_CASE("grimrock model: components of every type, by number") {
    fixtures::mesh mesh = fixtures::triangle();
    mesh.arrays[fixtures::texcoord1] = fixtures::packed(fixtures::byte_type, 1, {0, 255, 7});
    mesh.arrays[fixtures::texcoord1 + 1] = fixtures::packed(fixtures::int16_type, 1, {-32768, 32767, 7});
    mesh.arrays[fixtures::texcoord1 + 2] = fixtures::packed(fixtures::int32_type, 1, {-2147483648.0, 2147483647, 7});
    mesh.arrays[fixtures::texcoord1 + 3] = fixtures::packed(fixtures::float32_type, 1, {-0.5, 1e30F, 7});
    const single all{mesh};
    const auto number = [&](vertex_semantic slot, std::uint32_t vertex) {
        return all.mesh.array(slot).number(vertex, 0);
    };
    CHECK(number(vertex_semantic::texcoord1, 1) == 255);
    CHECK(number(vertex_semantic::texcoord2, 0) == -32768);
    CHECK(number(vertex_semantic::texcoord3, 0) == -2147483648.0);
    CHECK(number(vertex_semantic::texcoord3, 1) == 2147483647);
    CHECK(number(vertex_semantic::texcoord4, 0) == -0.5);
    CHECK(number(vertex_semantic::texcoord4, 1) == double{1e30F});
}

TEST_CASE("grimrock names: slots, types and lights have names, other numbers do not") {
    CHECK(name_of(vertex_semantic::position) == "position");
    CHECK(name_of(vertex_semantic::texcoord7) == "texcoord7");
    CHECK(name_of(vertex_semantic::bone_weight) == "bone_weight");
    CHECK(name_of(static_cast<vertex_semantic>(15)).empty());
    CHECK(name_of(component_type::float32) == "float32");
    CHECK(name_of(static_cast<component_type>(4)).empty());
    CHECK(grimrock::light_type_name(3) == "spot");
    CHECK(grimrock::light_type_name(4).empty());
    CHECK(grimrock::light_type_name(-1).empty());
}

TEST_CASE("grimrock model: all sets of texture coordinates") {
    const single all{fixtures::foreign_triangle(0, 0)};
    CHECK(all.mesh.texcoords(0).data() == all.mesh.texcoords().data());
    REQUIRE(all.mesh.texcoords(1).size() == 3);
    CHECK(all.mesh.texcoords(1)[2].x.get() == 5);
    CHECK(all.mesh.texcoords(7).empty());
    CHECK(all.mesh.texcoords(8).empty()); // the bone indices' slot
    CHECK(all.mesh.texcoords(npos).empty());
    CHECK_FALSE(all.mesh.array(static_cast<vertex_semantic>(grimrock::vertex_array_count)));
}

TEST_CASE("grimrock model: meshes stay valid without their node") {
    const byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const auto model = *grimrock::open(file.span());
    std::vector<tree_entry> memory(model.nodes().size());
    const auto nodes = model.index(memory);
    const auto positions = nodes[4].mesh().positions();
    REQUIRE(positions.size() == 3);
    CHECK(positions[1].x.get() == 1);
    const auto material = node_of(model, 4).mesh().segments().begin()->material();
    CHECK(material == "stone");

    const grimrock::mesh none = nodes[0].mesh();
    CHECK_FALSE(none);
    CHECK(none.vertex_count() == 0);
    CHECK(none.positions().empty());
    CHECK(none.indices().empty());
    CHECK(none.segments().empty());
    CHECK(none.bones().empty());
    CHECK(none.bounds() == nullptr);
    CHECK(none.emissive() == nullptr);
    CHECK(none.cast_shadow() == 0);
    CHECK_FALSE(grimrock::node{});
    CHECK(grimrock::node{}.light() == nullptr);
}

TEST_CASE("grimrock model: iteration ends before a node that is no longer readable") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const auto model = *grimrock::open(file.span());
    file.poke(file.at("mdl1.nodes[4].mesh.numSegments"), -1);
    CHECK(std::ranges::distance(model.nodes().begin(), model.nodes().end()) == 4);
}

TEST_CASE("grimrock model: segments are returned as stored, even if they are outside the index list") {
    fixtures::mesh mesh = fixtures::triangle();
    mesh.segments = {{"a", 900, 0, 1}, {"", 0, 7, 3}, {"a", 0, 0, -4}};
    const single all{mesh};
    std::vector<std::uint32_t> first;
    for (const auto& segment : all.mesh.segments()) {
        first.push_back(segment.first_index());
    }
    CHECK(first == std::vector<std::uint32_t>{900, 0, 0});
}

TEST_CASE("grimrock model: a light") {
    const byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    const grimrock::node holder = node_of(*model, 6);
    REQUIRE(holder.light() != nullptr);
    CHECK_FALSE(holder.mesh());
    CHECK(holder.type() == 1);
    CHECK(holder.light()->type.get() == 3);
    CHECK(holder.light()->cast_shadow == 1);
}

TEST_CASE("grimrock model: NaN in normals is returned as stored") {
    fixtures::mesh mesh = fixtures::triangle();
    mesh.arrays[fixtures::normal].numbers[4] = std::numeric_limits<double>::quiet_NaN();
    const single all{mesh};
    const float y = all.mesh.normals()[1].y;
    CHECK(y != y);
    CHECK_FALSE(verify(all.model));
}

TEST_CASE("grimrock model: the sample figure") {
    const byte_builder file = fixtures::write(fixtures::figure::model(), 2);
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    CHECK_FALSE(verify(*model));
    CHECK(model->nodes().size() == 8);
    const grimrock::node body = node_of(*model, fixtures::figure::body);
    CHECK(body.name() == "body");
    CHECK(body.mesh().vertex_count() == 11 * 24);
    CHECK(body.mesh().bones().size() == 6);
    CHECK(body.mesh().segments().size() == 2);

    // Front faces are clockwise as seen from outside. In left-handed space, the cross product then points along the
    // normal.
    const auto positions = body.mesh().positions();
    const auto normals = body.mesh().normals();
    const auto indices = body.mesh().indices();
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        const auto corner = [&](std::size_t k) { return vector3<float>{positions[indices[i + k]]}; };
        const vector3<float> outward{normals[indices[i]]};
        CHECK(dot(cross(corner(1) - corner(0), corner(2) - corner(0)), outward) > 0);
    }
}
