#include "grimrock/figure.hpp"
#include "support/counting_memory.hpp"

#include <effigy/grimrock/decode.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;

} // namespace

TEST_CASE("grimrock decode: owned models and clips are equal if all values are") {
    const auto check = [](const byte_builder& file, const auto& open, std::initializer_list<std::size_t> places) {
        const auto own = *decode(*open(file.span()));
        CHECK(own == *decode(*open(file.span())));
        for (const std::size_t place : places) {
            CAPTURE(place);
            byte_builder other = file;
            other.poke_u8(place, 'x');
            CHECK_FALSE(own == *decode(*open(other.span())));
        }
    };
    const byte_builder model = fixtures::write(fixtures::everything(2), 2);
    check(model, [](auto file) { return grimrock::open(file); },
          {model.at("mdl1.nodes[0].transform") + 8, model.at("mdl1.nodes[0].name") + 4});
    const byte_builder clip = fixtures::write(fixtures::moves(), 1);
    check(clip, [](auto file) { return grimrock::open_animation(file); },
          {clip.at("anim.framesPerSecond"), clip.size() - 4});
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
    const auto numbers = own.get(own.array(own.get(own.meshes)[0], grimrock::vertex_semantic::position)->as<float>());
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
