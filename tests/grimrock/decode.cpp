#include "grimrock/figure.hpp"
#include "support/counting_memory.hpp"

#include <effigy/grimrock/decode.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

using namespace effigy;
using grimrock::vertex_semantic;
using support::byte_builder;

constexpr std::int32_t vertex_count = 5;

std::vector<double> counting(std::size_t count, double first, double step) {
    std::vector<double> out;
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(first + step * static_cast<double>(i));
    }
    return out;
}

// A vertex array of each type of component, packed or with `padding` bytes behind each vertex.
fixtures::mesh mesh_of_all_types(std::int32_t padding) {
    fixtures::mesh out;
    out.vertex_count = vertex_count;
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

template <class T, form F>
void compare(const grimrock::owned_vertex_array& mine, const grimrock::basic_vertex_array<F>& stored) {
    const std::span<const T> components = mine.as<T>();
    REQUIRE(components.size() == std::size_t{stored.vertex_count()} * stored.dimension());
    CHECK(mine.dimension == stored.dimension());
    CHECK(mine.stride == stored.stride());
    CHECK(mine.padding.size() == stored.vertex_count() * (stored.stride() - stored.dimension() * sizeof(T)));
    for (std::uint32_t i = 0; i < components.size(); ++i) {
        CAPTURE(i);
        CHECK(static_cast<double>(components[i]) == stored.number(i / stored.dimension(), i % stored.dimension()));
    }
}

template <form F> void decode_mesh(std::int32_t padding) {
    CAPTURE(padding);
    const byte_builder file = fixtures::write(fixtures::model{{"only", -1, {}, mesh_of_all_types(padding)}}, 2, F);
    const auto model = grimrock::open<F>(file.span());
    REQUIRE(model);
    const auto decoded = grimrock::decode(*model);
    REQUIRE(decoded);
    const auto& mine = *decoded;
    REQUIRE(mine.meshes.size() == 1);
    const grimrock::owned_mesh& mesh = mine.meshes[0];
    const auto stored = model->nodes().begin()->mesh();
    REQUIRE(mesh.arrays.size() == 4);
    compare<float>(mesh.arrays[0], stored.array(vertex_semantic::position));
    compare<std::int16_t>(mesh.arrays[1], stored.array(vertex_semantic::normal));
    compare<std::uint8_t>(mesh.arrays[2], stored.array(vertex_semantic::color));
    compare<std::int32_t>(mesh.arrays[3], stored.array(vertex_semantic::bone_index));
    const std::vector<std::int32_t> expected = mesh_of_all_types(0).indices;
    CHECK(std::vector<std::uint32_t>(expected.begin(), expected.end()) ==
          std::vector<std::uint32_t>(mesh.indices.begin(), mesh.indices.end()));
}

template <form F> void decode_clip(int version) {
    CAPTURE(version);
    const byte_builder file = fixtures::write(fixtures::moves(), version, F);
    const auto clip = grimrock::open_animation<F>(file.span());
    REQUIRE(clip);
    const auto decoded = grimrock::decode(*clip);
    REQUIRE(decoded);
    const grimrock::owned_animation& mine = *decoded;
    REQUIRE(mine.items.size() == clip->items().size());
    std::size_t i = 0;
    for (const auto& stored : clip->items()) {
        CAPTURE(i);
        const grimrock::owned_item& item = mine.items[i++];
        CHECK(mine.node_name(item) == stored.name());
        REQUIRE(mine.positions(item).size() == stored.positions().size());
        REQUIRE(mine.rotations(item).size() == stored.rotations().size());
        REQUIRE(mine.scales(item).size() == stored.scales().size());
        for (std::size_t k = 0; k < stored.positions().size(); ++k) {
            CHECK(mine.positions(item)[k] == vector3<float>{stored.positions()[k]});
        }
        for (std::size_t k = 0; k < stored.rotations().size(); ++k) {
            CHECK(mine.rotations(item)[k] == quaternion<float>{stored.rotations()[k]});
        }
        for (std::size_t k = 0; k < stored.scales().size(); ++k) {
            CHECK(mine.scales(item)[k] == vector3<float>{stored.scales()[k]});
        }
    }
}

} // namespace

TEST_CASE("grimrock decode: components of every type, packed and padded, in both byte orders") {
    for (const std::int32_t padding : {0, 1, 8}) {
        decode_mesh<form::little>(padding);
        decode_mesh<form::big>(padding);
    }
}

TEST_CASE("grimrock decode: an item that is not of these pools shows nothing") {
    grimrock::owned_animation clip;
    clip.node_names = "arm";
    clip.position_keys.resize(1);
    clip.rotation_keys.resize(1);
    clip.scale_keys.resize(1);
    const auto shown = [&](std::uint32_t first, std::uint32_t count) {
        const grimrock::owned_range part{first, count};
        const grimrock::owned_item item{part, part, part, part};
        return std::array{clip.node_name(item).size(), clip.positions(item).size(), clip.rotations(item).size(),
                          clip.scales(item).size()};
    };
    using sizes = std::array<std::size_t, 4>;
    CHECK(shown(0, 1) == sizes{1, 1, 1, 1});
    CHECK(shown(1, 2) == sizes{2, 0, 0, 0});
    CHECK(shown(1, 0) == sizes{});
    CHECK(shown(4, 0) == sizes{});
    CHECK(shown(0, 0xFFFF'FFFF) == sizes{});
    CHECK(shown(0xFFFF'FFFF, 0xFFFF'FFFF) == sizes{});
}

TEST_CASE("grimrock decode: keys of clips, interleaved and packed, in both byte orders") {
    for (const int version : {1, 2}) {
        decode_clip<form::little>(version);
        decode_clip<form::big>(version);
    }
}

TEST_CASE("grimrock decode: numbers keep their bits") {
    constexpr std::uint32_t signalling = 0x7F80'0001;
    fixtures::mesh carried;
    carried.vertex_count = 1;
    carried.arrays[fixtures::position] = fixtures::packed(fixtures::float32_type, 3, {1, 2, -0.0});
    byte_builder file = fixtures::write(fixtures::model{{"only", -1, {}, carried}}, 2);
    file.poke(file.at("mdl1.nodes[0].mesh.vertexArrays[0].rawVertexData"), signalling);
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    const auto mine = *grimrock::decode(*model);
    const auto numbers = mine.meshes.at(0).arrays.at(0).as<float>();
    REQUIRE(numbers.size() == 3);
    CHECK(std::bit_cast<std::uint32_t>(numbers[0]) == signalling);
    CHECK(std::bit_cast<std::uint32_t>(numbers[2]) == 0x8000'0000);
}

TEST_CASE("grimrock decode: an error where it would take more memory than promised") {
    const byte_builder model_file = fixtures::write(fixtures::everything(2), 2);
    const auto model = *grimrock::open(model_file.span());
    auto* const memory = std::pmr::get_default_resource();
    const auto refused = grimrock::impl::decode_model(model, 1000, memory);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == errc::budget);
    CHECK(std::string_view{refused.error().path} == "mdl1");
    CHECK(refused.error().need == 1000);
    const auto bytes = static_cast<std::uint64_t>(refused.error().found);
    CHECK(bytes > 1000);
    CHECK(grimrock::impl::decode_model(model, bytes, memory));
    CHECK_FALSE(grimrock::impl::decode_model(model, bytes - 1, memory));

    const byte_builder clip_file = fixtures::write(fixtures::moves(), 1);
    const auto clip = *grimrock::open_animation(clip_file.span());
    const error why = grimrock::impl::decode_animation(clip, 500, memory).error();
    CHECK(why.code == errc::budget);
    CHECK(std::string_view{why.path} == "anim");
    CHECK(grimrock::impl::decode_animation(clip, static_cast<std::uint64_t>(why.found), memory));
}

TEST_CASE("grimrock decode: takes no more memory than it counted") {
    for (const bool is_large : {false, true}) {
        const byte_builder file = fixtures::write(is_large ? fixtures::figure::model() : fixtures::everything(2), 2);
        const auto model = *grimrock::open(file.span());
        support::counting_memory memory;
        const auto decoded = grimrock::decode(model, &memory);
        REQUIRE(decoded);
        CHECK(decoded->nodes.size() == model.nodes().size());
        CHECK(memory.most() <= grimrock::impl::model_size::of<grimrock::owned_node<matrix4x3<float>>>(model).bytes);
    }
}
