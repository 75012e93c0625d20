#include "grimrock/figure.hpp"
#include "support/counting_memory.hpp"

#include <effigy/grimrock/decode.hpp>
#include <effigy/shinobi/decode.hpp>

#include <doctest/doctest.h>

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

// A vertex array of each type of component, packed or with `padding` bytes after each vertex.
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

// ---- comparing owned models with views ------------------------------------------------------------------------------

// Whether both have the same elements.
template <class Stored, class Own> bool same(const Stored& stored, std::span<const Own> own) {
    std::size_t i = 0;
    for (const auto& each : stored) {
        if (i >= own.size() || !equal(each, own[i])) {
            return false;
        }
        ++i;
    }
    return i == own.size();
}

template <class T>
bool same_numbers(const grimrock::vertex_array& stored, const grimrock::owned_model& model,
                  const grimrock::owned_vertex_array& own) {
    const std::span<const T> components = model.get(own.as<T>());
    const std::span<const std::byte> padding = model.get(own.padding);
    const std::size_t used = stored ? stored.dimension() * sizeof(T) : 0;
    const std::size_t unused = stored.stride() - used;
    bool all = components.size() == stored.vertex_count() * used / sizeof(T) &&
               padding.size() == stored.vertex_count() * unused;
    for (std::uint32_t i = 0; all && i < components.size(); ++i) {
        all = static_cast<double>(components[i]) == stored.number(i / stored.dimension(), i % stored.dimension());
    }
    for (std::size_t i = 0; all && i < padding.size(); ++i) {
        all = padding[i] == stored.bytes()[i / unused * stored.stride() + used + i % unused];
    }
    return all;
}
bool same_array(const grimrock::vertex_array& stored, const grimrock::owned_model& model,
                const grimrock::owned_vertex_array& own) {
    const bool same_header =
        own.component == stored.component() && own.dimension == stored.dimension() && own.stride == stored.stride();
    const bool kept_once = model.get(own.as<std::uint8_t>()).size() + model.get(own.as<std::int16_t>()).size() +
                               model.get(own.as<std::int32_t>()).size() + model.get(own.as<float>()).size() ==
                           own.count;
    switch (own.component) {
    case grimrock::component_type::byte:
        return same_header && kept_once && same_numbers<std::uint8_t>(stored, model, own);
    case grimrock::component_type::int16:
        return same_header && kept_once && same_numbers<std::int16_t>(stored, model, own);
    case grimrock::component_type::int32:
        return same_header && kept_once && same_numbers<std::int32_t>(stored, model, own);
    case grimrock::component_type::float32: return same_header && kept_once && same_numbers<float>(stored, model, own);
    }
    return false;
}

void compare_mesh(const grimrock::mesh& stored, const grimrock::owned_model& model, const grimrock::owned_mesh& own) {
    CHECK(own.vertex_count == stored.vertex_count());
    std::size_t present = 0;
    for (std::uint8_t slot = 0; slot < grimrock::vertex_array_count; ++slot) {
        CAPTURE(static_cast<int>(slot));
        const auto array = stored.array(static_cast<vertex_semantic>(slot));
        const auto* const kept = model.array(own, static_cast<vertex_semantic>(slot));
        CHECK((kept != nullptr) == (array || array.dimension() != 0));
        if (kept != nullptr) {
            ++present;
            CHECK(same_array(array, model, *kept));
        }
    }
    CHECK(own.arrays.size() == present);
    CHECK(same(stored.indices(), model.get(own.indices)));
    CHECK(same(stored.bones().records(), model.get(own.bones)));
    CHECK(equal(*stored.bounds(), own.bounds));
    CHECK(own.emissive == (stored.emissive() != nullptr ? vector3<float>{*stored.emissive()} : vector3<float>{}));
    CHECK(own.cast_shadow == stored.cast_shadow());
    REQUIRE(own.segments.size() == stored.segments().size());
    const grimrock::owned_segment* segment = model.get(own.segments).data();
    for (const auto& one : stored.segments()) {
        CHECK(model.get(segment->material) == one.material());
        CHECK(equal(*one.record(), segment->range));
        ++segment;
    }
}

// Whether both have the same record, or the view has none and the copy is zero.
template <class Stored, class Own> bool same_record(const Stored* stored, const Own& own) {
    return equal(stored != nullptr ? *stored : Stored{}, own);
}

void compare(const grimrock::model& stored) {
    const auto decoded = decode(stored);
    REQUIRE(decoded);
    const auto& own = *decoded;
    CHECK(own.version == stored.version());
    CHECK(same(stored.trailing(), own.get(own.trailing)));
    const auto nodes = own.get(own.nodes);
    REQUIRE(nodes.size() == stored.nodes().size());
    std::size_t meshes = 0;
    std::size_t lights = 0;
    std::size_t i = 0;
    for (const auto& one : stored.nodes()) {
        CAPTURE(i);
        const auto& node = nodes[i++];
        CHECK(own.get(node.name) == one.name());
        CHECK(same_record(one.local(), node.local));
        CHECK(same_record(one.transform(), node.transform));
        CHECK(node.parent == one.parent_as_stored());
        CHECK(node.type == one.type());
        const auto* const mesh = own.get(node.mesh);
        const auto* const light = own.get(node.light);
        CHECK((mesh != nullptr) == static_cast<bool>(one.mesh()));
        CHECK((light != nullptr) == (one.light() != nullptr));
        if (mesh != nullptr) {
            CHECK(mesh == &own.get(own.meshes)[meshes++]);
            compare_mesh(one.mesh(), own, *mesh);
        }
        if (light != nullptr) {
            CHECK(light == &own.get(own.lights)[lights++]);
            const auto* const stored_light = one.light();
            CHECK((stored_light != nullptr && equal(*stored_light, *light)));
        }
    }
    CHECK(own.meshes.size() == meshes);
    CHECK(own.lights.size() == lights);
}

void compare(const grimrock::animation& stored) {
    const auto decoded = decode(stored);
    REQUIRE(decoded);
    const grimrock::owned_animation& own = *decoded;
    CHECK(own.version == stored.version());
    CHECK(own.get(own.name) == stored.name());
    CHECK(own.frames_per_second == stored.frames_per_second());
    CHECK(own.frame_count == stored.frame_count());
    CHECK(same(stored.trailing(), own.get(own.trailing)));
    REQUIRE(own.items.size() == stored.items().size());
    std::size_t i = 0;
    for (const auto& one : stored.items()) {
        CAPTURE(i);
        const grimrock::owned_item& item = own.get(own.items)[i++];
        CHECK(own.get(item.name) == one.name());
        CHECK(same(one.positions(), own.get(item.positions)));
        CHECK(same(one.rotations(), own.get(item.rotations)));
        CHECK(same(one.scales(), own.get(item.scales)));
    }
}

grimrock::animation open_clip(const byte_builder& file, int version) {
    return *(version == 3 ? shinobi::open_animation(file.span()) : grimrock::open_animation(file.span()));
}

void check_copies(const fixtures::model& described, int version) {
    CAPTURE(version);
    const auto open = [version](const byte_builder& file) {
        return *(version == 4 ? shinobi::open(file.span()) : grimrock::open(file.span()));
    };
    const byte_builder file = fixtures::write(described, version).text("more");
    const auto stored = open(file);
    compare(stored);
    CHECK(*decode(stored) == *decode(stored));

    byte_builder other = file;
    other.poke(other.at("mdl1.nodes[0].transform") + 8, 77);
    CHECK_FALSE(*decode(stored) == *decode(open(other)));
    byte_builder renamed = file;
    renamed.poke_u8(renamed.at("mdl1.nodes[0].name") + 4, 'x');
    CHECK_FALSE(*decode(stored) == *decode(open(renamed)));
}

} // namespace

TEST_CASE("grimrock decode: an owned model equals its view") {
    check_copies(fixtures::everything(2), 2);
    check_copies(fixtures::everything(4), 4);
    check_copies(fixtures::figure::model(), 2);
}

TEST_CASE("grimrock decode: components of every type, packed and padded") {
    for (const std::int32_t padding : {0, 1, 8}) {
        CAPTURE(padding);
        const fixtures::model described{{"only", -1, {}, mesh_of_all_types(padding)}};
        check_copies(described, 2);
        check_copies(described, 4);
        const byte_builder file = fixtures::write(described, 2);
        const auto own = *decode(*grimrock::open(file.span()));
        const grimrock::owned_mesh& mesh = own.get(own.meshes)[0];
        CHECK(mesh.arrays.size() == 4);
        CHECK(own.get(own.array(mesh, vertex_semantic::position)->as<float>())[4] == -0.5F);
        CHECK(own.get(own.array(mesh, vertex_semantic::normal)->as<std::int16_t>())[1] == -28399);
        CHECK(own.get(own.array(mesh, vertex_semantic::color)->as<std::uint8_t>())[19] == 238);
        CHECK(own.get(own.array(mesh, vertex_semantic::bone_index)->as<std::int32_t>())[1] == -1'876'543'211);
        CHECK(own.get(own.array(mesh, vertex_semantic::position)->as<std::int32_t>()).empty());
        CHECK(own.array(mesh, vertex_semantic::texcoord0) == nullptr);
    }
}

TEST_CASE("grimrock decode: an owned animation equals its view") {
    for (const int version : {1, 2, 3}) {
        CAPTURE(version);
        const byte_builder file = fixtures::write(fixtures::moves(), version).text("more");
        const auto stored = open_clip(file, version);
        compare(stored);
        CHECK(*decode(stored) == *decode(stored));
        byte_builder slower = file;
        slower.poke(slower.at("anim.framesPerSecond"), 1.0F);
        CHECK_FALSE(*decode(stored) == *decode(open_clip(slower, version)));
        byte_builder moved = file;
        moved.poke(moved.size() - 8, 1.0F);
        CHECK_FALSE(*decode(stored) == *decode(open_clip(moved, version)));
    }
}

TEST_CASE("grimrock decode: numbers keep their bits") {
    constexpr std::uint32_t signalling = 0x7F80'0001;
    fixtures::mesh mesh;
    mesh.vertex_count = 1;
    mesh.arrays[fixtures::position] = fixtures::packed(fixtures::float32_type, 3, {1, 2, -0.0});
    byte_builder file = fixtures::write(fixtures::model{{"only", -1, {}, mesh}}, 2);
    file.poke(file.at("mdl1.nodes[0].mesh.vertexArrays[0].rawVertexData"), signalling);
    const auto model = grimrock::open(file.span());
    REQUIRE(model);
    const auto own = *grimrock::decode(*model);
    const auto numbers = own.get(own.array(own.get(own.meshes)[0], vertex_semantic::position)->as<float>());
    REQUIRE(numbers.size() == 3);
    CHECK(std::bit_cast<std::uint32_t>(numbers[0]) == signalling);
    CHECK(std::bit_cast<std::uint32_t>(numbers[2]) == 0x8000'0000);
    CHECK(own == *grimrock::decode(*model));
}

TEST_CASE("grimrock decode: an error if the model needs more memory than the limit") {
    const byte_builder model_file = fixtures::write(fixtures::everything(2), 2);
    const auto model = *grimrock::open(model_file.span());
    auto* const memory = std::pmr::get_default_resource();
    const auto refused = grimrock::impl::decode_model(model, memory, 1000);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == errc::budget);
    CHECK(std::string_view{refused.error().path} == "mdl1");
    CHECK(refused.error().need == 1000);
    const auto bytes = static_cast<std::uint64_t>(refused.error().found);
    CHECK(bytes > 1000);
    CHECK(grimrock::impl::decode_model(model, memory, bytes));
    CHECK_FALSE(grimrock::impl::decode_model(model, memory, bytes - 1));

    const byte_builder clip_file = fixtures::write(fixtures::moves(), 1);
    const auto clip = *grimrock::open_animation(clip_file.span());
    const error why = grimrock::impl::decode_animation(clip, memory, 500).error();
    CHECK(why.code == errc::budget);
    CHECK(std::string_view{why.path} == "anim");
    CHECK(grimrock::impl::decode_animation(clip, memory, static_cast<std::uint64_t>(why.found)));
}

TEST_CASE("grimrock decode: one allocation per pool, of the counted size") {
    for (const bool is_large : {false, true}) {
        const byte_builder file = fixtures::write(is_large ? fixtures::figure::model() : fixtures::everything(2), 2);
        const auto model = *grimrock::open(file.span());
        const error why = grimrock::impl::decode_model(model, std::pmr::null_memory_resource(), 0).error();
        support::counting_memory memory;
        const auto own = decode(model, &memory);
        REQUIRE(own);
        CHECK(memory.most() == static_cast<std::uint64_t>(why.found));
        CHECK(memory.allocations() <= 13);
    }
    const byte_builder file = fixtures::write(fixtures::moves(), 1);
    const auto clip = *grimrock::open_animation(file.span());
    support::counting_memory memory;
    const auto own = decode(clip, &memory);
    REQUIRE(own);
    CHECK(memory.allocations() <= 5);
}
