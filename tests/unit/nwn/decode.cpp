#include "nwn/figure.hpp"
#include "nwn/hostile.hpp"
#include "support/allocations.hpp"
#include "support/content_at.hpp"
#include "support/counting_memory.hpp"

#include <effigy/nwn/decode.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using fixtures::nwn::flavour;
using support::byte_builder;
using support::counting_memory;
namespace hostile = fixtures::nwn::hostile;

std::size_t memory_of(const byte_builder& file) {
    const auto model = nwn::open(file.span());
    REQUIRE(model);
    counting_memory memory;
    {
        const auto owned = decode(*model, &memory);
        REQUIRE(owned);
        CHECK(memory.taken() == memory.most()); // no memory is allocated and freed again
    }
    CHECK(memory.taken() == 0);
    return memory.most();
}

} // namespace

TEST_CASE("nwn decode: an empty view") {
    const nwn::owned_model none = nwn::decode(nwn::model{}).value();
    CHECK(none.get(none.nodes).empty());
    CHECK(none.geometry.name == "");
    CHECK(none.get(nwn::pool_handle<nwn::owned_mesh>{}) == nullptr);
    CHECK(none.get(none.trailing).empty());
    CHECK(none == nwn::owned_model{});
}

TEST_CASE("nwn decode: lists and fields are those that the fixtures wrote") {
    std::size_t compared = 0;
    for (const auto& described : {fixtures::nwn::bioware(), fixtures::nwn::enhanced(), fixtures::nwn::nwnmdlcomp()}) {
        const byte_builder file = fixtures::nwn::write(described);
        compared += support::check_content(*decode(*nwn::open(file.span())), file, "nwn.");
    }
    CHECK(compared > 150);
}

TEST_CASE("nwn decode: models are values") {
    nwn::owned_model kept;
    {
        const byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
        const nwn::owned_model first = nwn::decode(*nwn::open(file.span())).value();
        kept = first;
    }
    const byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    CHECK(kept == *nwn::decode(*nwn::open(file.span())));
    const auto nodes = kept.get(kept.nodes);
    REQUIRE(nodes.size() == 6);
    const nwn::owned_mesh* const surface = kept.get(nodes[5].mesh);
    REQUIRE(surface != nullptr);
    CHECK(kept.get(surface->positions)[1] == vector3<float>{1, 0, 0});
    CHECK(kept.get(nodes[0].mesh) == nullptr);
    CHECK(kept.all<nwn::owned_emitter>().size() == 1);
}

TEST_CASE("nwn decode: models that differ in one byte are not equal") {
    byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    const nwn::owned_model whole = nwn::decode(*nwn::open(file.span())).value();
    for (const char* const place : {"nwn.model.animationScale", "nwn.nodes[1].name", "*nwn.nodes[2].light.flareSizes",
                                    "*nwn.nodes[5].mesh.vertices", "nwn.animations[0].length"}) {
        CAPTURE(place);
        byte_builder other = file;
        other.poke_u8(other.at(place), 0x3F);
        CHECK_FALSE(nwn::decode(*nwn::open(other.span())).value() == whole);
    }
}

TEST_CASE("nwn decode: a part of another model is not a part of this one") {
    const nwn::owned_model none;
    CHECK(none.get(nwn::pool_slice<float>{3, 4}).empty());
    CHECK(none.get(nwn::pool_handle<nwn::owned_skin>{0}) == nullptr);
    CHECK(none.get(nwn::owned_name{{9, 1}}).empty());
    nwn::owned_key key{};
    key.rows = 1;
    key.columns = 3;
    CHECK(none.values({}, key).empty());
}

TEST_CASE("nwn decode: the children of boxes") {
    fixtures::nwn::model described;
    described.nodes = {{"floor", -1, {}, fixtures::nwn::triangle()}};
    //        0
    //     1     6
    //   2   5     7
    //  3 4
    std::vector<fixtures::nwn::box> boxes(8);
    const auto children = [&](std::size_t of, std::int32_t left, std::int32_t right) {
        boxes[of].left = left;
        boxes[of].right = right;
    };
    children(0, 1, 6);
    children(1, 2, 5);
    children(2, 3, 4);
    children(6, -1, 7);
    described.nodes[0].aabb = boxes;
    const byte_builder file = fixtures::nwn::write(described);
    const auto model = nwn::open(file.span());
    REQUIRE(model);
    const nwn::owned_model owned = nwn::decode(*model).value();
    const auto made = owned.get(owned.get(owned.nodes)[0].aabb);
    REQUIRE(made.size() == 8);
    CHECK(owned.get(made[1].right) == &made[5]);
    CHECK(owned.get(made[0].right) == &made[6]);
    CHECK_FALSE(made[6].left);
    CHECK(owned.get(made[6].right) == &made[7]);
}

TEST_CASE("nwn decode: takes less memory than twice the file's size") {
    for (const auto& described :
         {fixtures::nwn::bioware(), fixtures::nwn::enhanced(), fixtures::nwn::nwnmdlcomp(),
          fixtures::nwn::figure::model(flavour::bioware), fixtures::nwn::figure::model(flavour::enhanced)}) {
        const byte_builder file = fixtures::nwn::write(described);
        CHECK(memory_of(file) < 2 * file.size());
    }
}

TEST_CASE("nwn decode: small records with the longest texts") {
    const auto text = [](std::size_t length) { return std::string(length, 'x'); };
    fixtures::nwn::node dummy{text(32), 0}, link{text(32), 0}, spark{text(32), 0}, bare{text(32), 0},
        flares{text(32), 0};
    link.reference = text(64);
    spark.emitter = fixtures::nwn::emitter{text(32), text(32), text(32), text(64), text(16)};
    bare.mesh = fixtures::nwn::mesh{.textures = {text(64), text(64), text(64), text(64)}};
    bare.mesh->index_lists.assign(50, {});
    flares.light = fixtures::nwn::light{};
    flares.light->flare_textures.assign(100, "");
    for (const auto& small : {dummy, link, spark, bare, flares}) {
        fixtures::nwn::model described;
        described.nodes.assign(500, small);
        described.nodes[0].parent = -1;
        const byte_builder file = fixtures::nwn::write(described);
        CHECK(memory_of(file) < 2 * file.size());
    }
    fixtures::nwn::model described;
    const std::vector<fixtures::nwn::event> events(20, {0, text(32)});
    described.clips.assign(500, {text(64), 1, events, {}, text(64)});
    const byte_builder file = fixtures::nwn::write(described);
    CHECK(memory_of(file) < 2 * file.size());
}

TEST_CASE("nwn decode: an error if arrays overlap more than open() accepts") {
    fixtures::nwn::model described;
    described.nodes.assign(500, {"node", 0});
    described.nodes[0].parent = -1;
    byte_builder file = fixtures::nwn::write(described);
    const auto model = nwn::open(file.span());
    REQUIRE(model);
    const auto whole = static_cast<std::uint32_t>(file.size() - 12) / 4 * 4;
    // Simulates another process that makes the whole file the pool of each node.
    for (std::size_t i = 0; i < described.nodes.size(); ++i) {
        const std::size_t pool = file.at("nwn.nodes[" + std::to_string(i) + "]") + 0x60;
        file.poke(pool, 4).poke(pool + 4, whole / 4 - 1);
    }
    counting_memory memory;
    const auto owned = decode(*model, &memory);
    REQUIRE_FALSE(owned);
    CHECK(owned.error().code == errc::budget);
    CHECK(owned.error().path == std::string{"nwn"});
    CHECK(owned.error().need == 6 * file.size() + 80 * 1024);
    CHECK(owned.error().found > static_cast<std::int64_t>(500 * (whole - 4)));
    CHECK(memory.most() == 0);
}

namespace {

void check_refused(const nwn::model& model) {
    const auto owned = decode(model);
    REQUIRE_FALSE(owned);
    CHECK(owned.error().code == errc::budget);
    CHECK(owned.error().path == std::string{"nwn"});
}

} // namespace

TEST_CASE("nwn decode: an error if animations grow after open()") {
    const byte_builder whole = fixtures::nwn::write(fixtures::nwn::bioware());
    for (const char* const list : {"controllers", "controllerData"}) {
        CAPTURE(list);
        byte_builder file = whole;
        const auto model = nwn::open(file.span());
        REQUIRE(model);
        const std::size_t field = file.at(std::string{"nwn.animations[0].nodes[1]."} + list);
        file.poke(field, 4).poke(field + 4, static_cast<std::uint32_t>(file.size() / 24));
        check_refused(*model);
    }
}

TEST_CASE("nwn decode: an error if empty animations get nodes after open()") {
    constexpr std::uint32_t count = 300;
    hostile::builder described;
    const std::uint32_t root = described.dummy();
    const std::uint32_t clip = described.animation(0);
    const std::uint32_t list = described.pointers(count, [&](std::uint32_t) { return clip; });
    byte_builder file = described.root(root).animations(list, count).finish();
    const auto model = nwn::open(file.span());
    REQUIRE(model);
    CHECK(decode(*model).value().all<nwn::owned_node>().size() == 1);
    file.poke(12 + clip + 0x48, root);
    check_refused(*model);
}

TEST_CASE("nwn decode: memory is limited even if arrays overlap") {
    for (const byte_builder& file :
         {hostile::vertices_for_all(1, 60'000), hostile::one_animation_for_all(3, 1000), hostile::tree_for_all(20'000),
          hostile::name_for_all(3, 1'000'000), hostile::rows_for_all(3, 10'000), hostile::null_children_for_all(100),
          hostile::chain(257), hostile::vertices_for_all(100, 50)}) {
        CHECK(memory_of(file) <= 6 * file.size() + 80 * 1024);
    }
}
