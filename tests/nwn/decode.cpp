#include "nwn/figure.hpp"
#include "nwn/hostile.hpp"
#include "nwn/same.hpp"
#include "support/allocations.hpp"
#include "support/counting_memory.hpp"

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
        const nwn::owned_model owned = decode(*model, &memory).value();
        CHECK(same::difference(*model, owned) == "");
        CHECK(memory.taken() == memory.most()); // nothing is made in vain
    }
    CHECK(memory.taken() == 0);
    return memory.most();
}

} // namespace

TEST_CASE("nwn decode: all that the view shows, in both byte orders") {
    for (const auto& described :
         {fixtures::nwn::model{.trailing = "more"}, fixtures::nwn::bioware(), fixtures::nwn::enhanced(),
          fixtures::nwn::nwnmdlcomp(), fixtures::nwn::figure::model(flavour::bioware),
          fixtures::nwn::figure::model(flavour::enhanced)}) {
        const byte_builder file = fixtures::nwn::write(described);
        const auto model = nwn::open(file.span());
        REQUIRE(model);
        const nwn::owned_model owned = nwn::decode(*model).value();
        CHECK(same::difference(*model, owned) == "");
        const byte_builder twin = fixtures::nwn::write(described, form::big);
        const auto swapped = nwn::open<form::big>(twin.span());
        REQUIRE(swapped);
        CHECK(same::difference(*swapped, nwn::decode(*swapped).value()) == "");
    }
}

TEST_CASE("nwn decode: an empty view") {
    const nwn::owned_model none = nwn::decode(nwn::model{}).value();
    CHECK(none.get(none.nodes).empty());
    CHECK(none.get(none.name).empty());
    CHECK(none.get(nwn::owned_part<nwn::owned_mesh>{}) == nullptr);
    CHECK(none.trailing.empty());
}

TEST_CASE("nwn decode: models are values") {
    nwn::owned_model kept;
    {
        const byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
        const nwn::owned_model first = nwn::decode(*nwn::open(file.span())).value();
        kept = first;
    }
    const auto nodes = kept.get(kept.nodes);
    REQUIRE(nodes.size() == 6);
    CHECK(kept.get(nodes[5].name) == "body");
    CHECK(nodes[5].parent == 0);
    const nwn::owned_mesh* const surface = kept.get(nodes[5].mesh);
    REQUIRE(surface != nullptr);
    CHECK(kept.get(surface->positions)[1] == vector3<float>{1, 0, 0});
    CHECK(kept.get(surface->index_lists).size() == 1);
    CHECK(kept.get(kept.get(surface->index_lists)[0])[2] == 2);
    CHECK(kept.get(kept.get(nodes[5].skin)->weights)[1] == std::array<float, 4>{0.75F, 0.25F, 0, 0});
    CHECK(kept.get(nodes[0].mesh) == nullptr);
    const auto key = kept.get(nodes[0].controllers)[0];
    CHECK(key.id == nwn::controls_position);
    CHECK(kept.times(nodes[0], key).size() == 1);
    CHECK(kept.values(nodes[0], key)[2] == 3);
    CHECK(kept.all<nwn::owned_emitter>().size() == 1);
    const auto clips = kept.get(kept.animations);
    REQUIRE(clips.size() == 1);
    CHECK(kept.get(clips[0].nodes).size() == 2);
    CHECK(kept.get(kept.get(clips[0].events)[1].name) == "hit");
}

TEST_CASE("nwn decode: a part of another model is no part of this one") {
    const nwn::owned_model none;
    CHECK(none.get(nwn::owned_list<float>{3, 4}).empty());
    CHECK(none.get(nwn::owned_part<nwn::owned_skin>{0}) == nullptr);
    CHECK(none.get(nwn::owned_text{9}).empty());
    CHECK(none.values({}, {.id = 8, .rows = 1, .columns = 3}).empty());
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
    CHECK(same::difference(*model, owned) == "");
    const auto made = owned.get(owned.get(owned.nodes)[0].aabb);
    REQUIRE(made.size() == 8);
    CHECK(made[1].right == 5);
    CHECK(made[0].right == 6);
    CHECK(made[6].left == npos);
    CHECK(made[6].right == 7);
}

TEST_CASE("nwn decode: less than twice the file's size") {
    for (const auto& described :
         {fixtures::nwn::bioware(), fixtures::nwn::enhanced(), fixtures::nwn::nwnmdlcomp(),
          fixtures::nwn::figure::model(flavour::bioware), fixtures::nwn::figure::model(flavour::enhanced)}) {
        const byte_builder file = fixtures::nwn::write(described);
        CHECK(memory_of(file) < 2 * file.size());
    }
}

TEST_CASE("nwn decode: small records whose texts are as long as can be") {
    const auto text = [](std::size_t length) { return std::string(length, 'x'); };
    fixtures::nwn::node dummy{text(32), 0}, link{text(32), 0}, spark{text(32), 0}, bare{text(32), 0}, lamp{text(32), 0};
    link.reference = text(64);
    spark.emitter = fixtures::nwn::emitter{text(32), text(32), text(32), text(64), text(16)};
    bare.mesh = fixtures::nwn::mesh{.textures = {text(64), text(64), text(64), text(64)}};
    bare.mesh->index_lists.assign(50, {});
    lamp.light = fixtures::nwn::light{};
    lamp.light->flare_textures.assign(100, "");
    for (const auto& small : {dummy, link, spark, bare, lamp}) {
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

TEST_CASE("nwn decode: an error where arrays overlap more than open() accepts") {
    fixtures::nwn::model described;
    described.nodes.assign(500, {"node", 0});
    described.nodes[0].parent = -1;
    byte_builder file = fixtures::nwn::write(described);
    const auto model = nwn::open(file.span());
    REQUIRE(model);
    const auto whole = static_cast<std::uint32_t>(file.size() - 12) / 4 * 4;
    for (std::size_t i = 0; i < described.nodes.size(); ++i) { // another process gives each node all of the file
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

TEST_CASE("nwn decode: where arrays overlap") {
    for (const byte_builder& file :
         {hostile::vertices_for_all(1, 60'000), hostile::one_animation_for_all(3, 1000), hostile::tree_for_all(20'000),
          hostile::name_for_all(3, 1'000'000), hostile::rows_for_all(3, 10'000), hostile::null_children_for_all(100),
          hostile::chain(257), hostile::vertices_for_all(100, 50)}) {
        CHECK(memory_of(file) <= 6 * file.size() + 80 * 1024);
    }
}
