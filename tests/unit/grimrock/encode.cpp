#include "grimrock/figure.hpp"
#include "support/content_at.hpp"
#include "support/counting_memory.hpp"
#include "support/round_trip.hpp"

#include <effigy/grimrock/encode.hpp>
#include <effigy/grimrock/regions.hpp>

namespace {

using namespace effigy;
using support::byte_builder;
using bytes = std::span<const std::byte>;

const auto open_model = [](bytes file) { return grimrock::open(file); };
const auto open_clip = [](bytes file) { return grimrock::open_animation(file); };

grimrock::owned_model everything(int version) {
    const byte_builder file = fixtures::write(fixtures::everything(version), version);
    return *decode(*open_model(file.span()));
}
grimrock::owned_animation moves(int version) {
    const byte_builder file = fixtures::write(fixtures::moves(), version);
    return *decode(*open_clip(file.span()));
}
grimrock::owned_node& node(grimrock::owned_model& of, std::size_t i) { return of.all<grimrock::owned_node>()[i]; }
grimrock::owned_mesh& mesh(grimrock::owned_model& of, std::size_t i = 0) { return of.all<grimrock::owned_mesh>()[i]; }

std::vector<double> counting(std::size_t count, double first, double step) {
    std::vector<double> out;
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(first + step * static_cast<double>(i));
    }
    return out;
}

// A vertex array of each type of component, packed or with `padding` bytes after each vertex.
fixtures::mesh mesh_of_all_types(std::int32_t padding) {
    fixtures::mesh out;
    out.vertex_count = 5;
    out.arrays[fixtures::position] = fixtures::packed(fixtures::float32_type, 3, counting(15, -1.5, 0.25));
    out.arrays[fixtures::normal] = fixtures::packed(fixtures::int16_type, 3, counting(15, -32768, 4369));
    out.arrays[fixtures::color] = fixtures::packed(fixtures::byte_type, 4, counting(20, 200, 2));
    out.arrays[fixtures::bone_index] = fixtures::packed(fixtures::int32_type, 4, counting(20, -2e9, 123'456'789));
    for (fixtures::vertex_array& array : out.arrays) {
        array.stride += array.stride != 0 ? padding : 0;
    }
    out.indices = {0, 1, 2, 2, 1, 0x1020304, 3, 4, -1};
    return out;
}

template <class Model> void check_refused(const Model& model, errc code, std::string_view path) {
    const error why = encode(model).error();
    CHECK(why.code == code);
    CHECK(to_string(static_cast<const location&>(why)) == path);
}

} // namespace

TEST_CASE("grimrock encode: a decoded model is written back byte for byte") {
    for (const int version : {2, 4}) {
        for (const fixtures::model& described : {fixtures::everything(version), fixtures::figure::model(), {}}) {
            const byte_builder file = fixtures::write(described, version);
            support::check_round_trip(file.span(), open_model(file.span()), true);
        }
    }
    for (const int version : {1, 2, 3}) {
        for (const fixtures::clip& described : {fixtures::moves(), fixtures::figure::idle(), {}}) {
            const byte_builder file = fixtures::write(described, version);
            support::check_round_trip(file.span(), open_clip(file.span()), true);
            CHECK(support::check_content(*decode(*open_clip(file.span())), file, "anim.") >= 3);
        }
    }
}

TEST_CASE("grimrock encode: a decoded model has the numbers that the fixtures wrote") {
    fixtures::mesh shape =
        fixtures::triangle(); // without skin: then the numbers of its arrays are those of their slots
    shape.bones = fixtures::skinned_triangle(0, 0).bones;
    for (const int version : {2, 4}) {
        const byte_builder file = fixtures::write(fixtures::model{{"only", -1, {}, shape}}, version);
        CHECK(support::check_content(*decode(*open_model(file.span())), file, "mdl1.") > 30);
    }
}

TEST_CASE("grimrock encode: components of every type, packed and padded") {
    using grimrock::vertex_semantic;
    for (const std::int32_t padding : {0, 1, 8}) {
        CAPTURE(padding);
        const byte_builder file = fixtures::write(fixtures::model{{"only", -1, {}, mesh_of_all_types(padding)}}, 2);
        support::check_round_trip(file.span(), open_model(file.span()), true);
        const auto own = *decode(*open_model(file.span()));
        const grimrock::owned_mesh& made = own.get(own.meshes)[0];
        CHECK(made.arrays.size() == 4);
        CHECK(own.get(own.array(made, vertex_semantic::position)->as<float>())[4] == -0.5F);
        CHECK(own.get(own.array(made, vertex_semantic::normal)->as<std::int16_t>())[1] == -28399);
        CHECK(own.get(own.array(made, vertex_semantic::color)->as<std::uint8_t>())[19] == 238);
        CHECK(own.get(own.array(made, vertex_semantic::bone_index)->as<std::int32_t>())[1] == -1'876'543'211);
        CHECK(own.get(own.array(made, vertex_semantic::position)->as<std::int32_t>()).empty());
        CHECK(own.array(made, vertex_semantic::texcoord0) == nullptr);
    }
}

TEST_CASE("grimrock encode: bytes after the last node or item are written") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    file.u32(0x12345678);
    support::check_round_trip(file.span(), open_model(file.span()), true);
    byte_builder clip = fixtures::write(fixtures::moves(), 1);
    clip.u32(0x12345678);
    support::check_round_trip(clip.span(), open_clip(clip.span()), true);
}

TEST_CASE("grimrock encode: a model and a clip made from nothing") {
    fixtures::mesh described;
    described.vertex_count = 3;
    described.arrays[fixtures::position] = fixtures::packed(fixtures::float32_type, 3, {0, 0, 0, 1, 0, 0, 0, 1, 0});
    described.indices = {0, 1, 2};
    described.segments = {{"stone", 0, 1}};
    for (const int version : {2, 4}) {
        grimrock::owned_model model;
        model.version = static_cast<std::uint32_t>(version);
        grimrock::owned_vertex_array positions;
        positions.semantic = grimrock::vertex_semantic::position;
        positions.component = grimrock::component_type::float32;
        positions.dimension = 3;
        positions.stride = 12;
        pool_slice<float> numbers;
        model.set(numbers, std::array<float, 9>{0, 0, 0, 1, 0, 0, 0, 1, 0});
        positions.first = numbers.first;
        positions.count = numbers.count;
        grimrock::owned_segment segment;
        model.set(segment.material, "stone");
        segment.range.primitive_type = 2;
        segment.range.first_index = 0;
        segment.range.count = 1;
        grimrock::owned_mesh made;
        made.vertex_count = 3;
        made.cast_shadow = 1;
        model.append(made.arrays, positions);
        model.append(made.segments, segment);
        model.set(made.indices, std::array<std::uint32_t, 3>{0, 1, 2});
        grimrock::owned_node only;
        model.set(only.name, "only");
        only.type = 0;
        (version == 2 ? only.local.x.x : only.transform.x.x) = 1;
        (version == 2 ? only.local.y.y : only.transform.y.y) = 1;
        (version == 2 ? only.local.z.z : only.transform.z.z) = 1;
        only.transform.scale = version == 2 ? vec3<form::host>{} : vec3<form::host>{1, 1, 1};
        only.mesh = model.add(made);
        model.append(model.nodes, only);
        CHECK(support::same_bytes(*encode(model), fixtures::write({{"only", -1, {}, described}}, version).span()));
    }
    for (const int version : {1, 2, 3}) {
        grimrock::owned_animation clip;
        clip.version = static_cast<std::uint32_t>(version);
        clip.frames_per_second = 30;
        clip.frame_count = 2;
        grimrock::owned_item item;
        clip.set(item.name, "arm");
        for (const float x : {1.0F, 2.0F}) {
            clip.append(item.positions, {x, 0, 0});
            clip.append(item.rotations, {0, 0, 0, 1});
            clip.append(item.scales, {x, 1, 1});
        }
        clip.append(clip.items, item);
        const fixtures::item arm{"arm", {{1, 0, 0}, {2, 0, 0}}, {{}, {}}, {{1, 1, 1}, {2, 1, 1}}};
        CHECK(support::same_bytes(*encode(clip), fixtures::write(fixtures::clip{30, 2, {arm}}, version).span()));
    }
}

TEST_CASE("grimrock encode: a new record says nothing") {
    const grimrock::owned_mesh mesh;
    CHECK((mesh.vertex_count == 0 && mesh.cast_shadow == 0 && mesh.emissive == vector3<float>{}));
    const grimrock::owned_node node;
    CHECK((node.parent == -1 && node.type == -1));
    const grimrock::owned_vertex_array array;
    CHECK((array.dimension == 0 && array.stride == 0));
    CHECK((grimrock::owned_model{}.version == 0 && grimrock::owned_animation{}.version == 0));
}

TEST_CASE("grimrock encode: an empty model is an error") {
    check_refused(grimrock::owned_model{}, errc::bad_version, "mdl1.version");
    check_refused(grimrock::owned_animation{}, errc::bad_version, "anim.version");
    auto model = everything(2);
    model.version = 3;
    check_refused(model, errc::bad_version, "mdl1.version");
}

TEST_CASE("grimrock encode: a model that breaks a rule of open() has its error") {
    auto model = everything(2);
    node(model, 1).parent = 7;
    check_refused(model, errc::out_of_bounds, "mdl1.nodes[1].parent");
    node(model, 1).parent = 2;
    node(model, 2).parent = 1;
    check_refused(model, errc::cycle, "mdl1.nodes[2].parent");
    model = everything(2);
    node(model, 0).type = 2;
    check_refused(model, errc::bad_value, "mdl1.nodes[0].type");
    model = everything(2);
    model.all<grimrock::owned_segment>()[0].range.count = -1;
    const error why = encode(model).error();
    CHECK(to_string(why).find("mdl1.nodes[4].mesh.segments[0].count at offset ") != std::string::npos);
    model = everything(2);
    model.all<grimrock::owned_vertex_array>()[0].dimension = 5;
    check_refused(model, errc::bad_value, "mdl1.nodes[4].mesh.vertexArrays[0].dim");
}

TEST_CASE("grimrock encode: a reference that leads nowhere is an error") {
    auto model = everything(2);
    node(model, 3).name.first = 0xFFFF'FFFF;
    check_refused(model, errc::out_of_bounds, "mdl1.nodes[3].name");
    model = everything(2);
    node(model, 4).mesh.number = 2;
    check_refused(model, errc::out_of_bounds, "mdl1.nodes[4].mesh");
    node(model, 4).mesh = {};
    check_refused(model, errc::out_of_bounds, "mdl1.nodes[4].mesh");
    model = everything(2);
    node(model, 6).light = {};
    check_refused(model, errc::out_of_bounds, "mdl1.nodes[6].light");
    auto clip = moves(2);
    clip.all<grimrock::owned_item>()[0].rotations.count = 1000;
    check_refused(clip, errc::out_of_bounds, "anim.items[0].rotationKeys");
}

TEST_CASE("grimrock encode: what the file would not store is an error") {
    auto model = everything(2);
    node(model, 0).transform.scale.x = 1;
    check_refused(model, errc::bad_value, "mdl1.nodes[0].transform");
    model = everything(2);
    node(model, 0).mesh.number = 0;
    check_refused(model, errc::bad_value, "mdl1.nodes[0].mesh");
    model = everything(2);
    node(model, 0).light.number = 0;
    check_refused(model, errc::bad_value, "mdl1.nodes[0].light");
    model = everything(4);
    node(model, 0).local.x.x = 1;
    check_refused(model, errc::bad_value, "mdl1.nodes[0].localToParent");
    model = everything(4);
    mesh(model).emissive.x = 1;
    check_refused(model, errc::bad_value, "mdl1.nodes[4].mesh.emissiveColor");
    model = everything(2);
    mesh(model).vertex_count = 4;
    check_refused(model, errc::bad_value, "mdl1.nodes[4].mesh.vertexArrays[0].rawVertexData");
    model = everything(2);
    model.all<grimrock::owned_vertex_array>()[1].semantic = grimrock::vertex_semantic::position;
    check_refused(model, errc::bad_value, "mdl1.nodes[4].mesh.vertexArrays[]");
    CHECK(encode(model).error().need == 0);
    model = everything(2);
    model.all<grimrock::owned_vertex_array>()[0].padding.count = 1;
    CHECK_FALSE(encode(model));
    auto clip = moves(1);
    clip.all<grimrock::owned_item>()[0].rotations.count = 1;
    check_refused(clip, errc::bad_value, "anim.items[0].keys");
    clip = moves(2);
    clip.version = 3;
    clip.name.count = 1;
    check_refused(clip, errc::bad_value, "anim.name");
}

TEST_CASE("grimrock encode: nodes that share a mesh cannot make a file of any size") {
    auto model = everything(2);
    constexpr std::size_t copies = 100'000;
    const grimrock::owned_node shared = node(model, 4);
    auto& nodes = model.all<grimrock::owned_node>();
    model.nodes = {.first = 0, .count = static_cast<std::uint32_t>(nodes.size())};
    for (std::size_t i = 0; i < copies; ++i) {
        nodes.push_back(shared);
    }
    grimrock::owned_node& large = nodes[4];
    static_cast<void>(model.all<char>().append(1'000'000));
    std::ranges::fill(model.all<char>(), 'x');
    large.name = {.first = 0, .count = 1'000'000};
    for (std::size_t i = 7; i < nodes.size(); ++i) {
        nodes[i].name = large.name;
    }
    model.nodes.count = static_cast<std::uint32_t>(nodes.size());
    check_refused(model, errc::budget, "mdl1.nodes[233].name");
}

TEST_CASE("grimrock encode: nothing is taken from an original") {
    const byte_builder file = fixtures::write(fixtures::everything(2), 2);
    auto model = *decode(*grimrock::open(file.span()));
    model.nodes.count -= 1;
    for (const std::span<const std::byte> original : {file.span(), std::span<const std::byte>{}}) {
        const auto written = encode(model, original);
        REQUIRE(written);
        CHECK(written->kept_rest);
        CHECK(support::same_bytes(written->bytes, *encode(model)));
    }
}

TEST_CASE("grimrock encode: a model after random edits is written as it is, or refused") {
    for (const int version : {2, 4}) {
        const byte_builder file = fixtures::write(fixtures::everything(version), version);
        const auto own = *decode(*open_model(file.span()));
        support::check_random_edits(own, file.span(), open_model, 1500);
    }
    for (const int version : {1, 2, 3}) {
        const byte_builder file = fixtures::write(fixtures::moves(), version);
        const auto own = *decode(*open_clip(file.span()));
        support::check_random_edits(own, file.span(), open_clip, 500);
    }
}

TEST_CASE("grimrock encode: no more memory is taken than the largest file may have") {
    for (const std::size_t copies : {std::size_t{1}, std::size_t{20}, std::size_t{300}}) { // share meshes
        auto model = everything(2);
        const grimrock::owned_node shared = node(model, 4);
        for (std::size_t i = 0; i < copies; ++i) {
            model.append(model.nodes, shared);
        }
        support::counting_memory memory;
        const auto file = encode(model, &memory);
        CHECK((file || file.error().code == errc::budget));
        CHECK(memory.most() <= 16 * model.size_in_bytes() + 65536);
    }
}
