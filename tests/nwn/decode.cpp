#include "nwn/figure.hpp"
#include "nwn/hostile.hpp"
#include "support/allocations.hpp"
#include "support/counting_memory.hpp"

#include <effigy/nwn/decode.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using fixtures::nwn::flavour;
using support::byte_builder;
using support::counting_memory;
namespace hostile = fixtures::nwn::hostile;

// Whether all fields of two records are equal. References are not compared.
template <class A, class B> bool same_fields(const A& a, const B& b) {
    bool same = true;
    A::template fields<A, B>([&](const field&, auto of_a, auto of_b) {
        using type = std::remove_cvref_t<decltype(a.*of_a)>;
        if constexpr (described<type>) {
            same = same && same_fields(a.*of_a, b.*of_b);
        } else if constexpr (!reference_to_records<std::remove_all_extents_t<type>>) {
            same = same && equal(a.*of_a, b.*of_b);
        }
    });
    return same;
}
template <class Stored, class Made> bool same_all(const Stored& stored, std::span<const Made> made) {
    bool same = stored.size() == made.size();
    for (std::size_t i = 0; same && i < made.size(); ++i) {
        same = equal(stored[i], made[i]);
    }
    return same;
}

// Compares a model that owns its data with its view.
class comparison {
public:
    comparison(const nwn::model& view, const nwn::owned_model& owned) : view_(view), owned_(owned) {}

    void run() {
        const nwn::model_header& stored = *view_.record();
        CHECK(same_fields(stored, static_cast<const nwn::basic_model_header<form::host>&>(owned_)));
        CHECK(view_.producer() == owned_.producer);
        CHECK(same_all(view_.trailing(), owned_.get(owned_.trailing)));
        compare_nodes(view_.nodes(), owned_.nodes, owned_.geometry.root);
        const auto clips = owned_.get(owned_.animations);
        REQUIRE(clips.size() == view_.animations().size());
        for (std::size_t i = 0; i < clips.size(); ++i) {
            const nwn::animation clip = view_.animations()[i];
            CHECK(same_fields(*clip.record(), clips[i]));
            CHECK(same_all(clip.events(), owned_.get(clips[i].events)));
            compare_nodes(clip.nodes(), clips[i].nodes, clips[i].geometry.root);
        }
    }

private:
    template <class Nodes>
    void compare_nodes(const Nodes& nodes, const pool_slice<nwn::owned_node>& made, pool_handle<nwn::owned_node> root) {
        const auto all = owned_.get(made);
        CHECK(owned_.get(root) == (all.empty() ? nullptr : all.data()));
        std::size_t count = 0;
        for (const nwn::node node : nodes) {
            REQUIRE(count < all.size());
            compare(node, all[count++]);
        }
        CHECK(count == all.size());
    }
    // Checks that both or neither have the part. Returns whether both have it.
    template <class Stored, class Made> bool both(const Stored& stored, const Made* made) {
        CHECK(static_cast<bool>(stored) == (made != nullptr));
        return stored && made != nullptr;
    }
    template <class Stored, class List> void same(const Stored& stored, const List& made) {
        CHECK(same_all(stored, owned_.get(made)));
    }

    void compare(const nwn::node& stored, const nwn::owned_node& made) {
        CHECK((stored.name() == made.name && stored.parent() == made.parent && stored.flags() == made.flags));
        CHECK(stored.record()->inherit_color == made.inherit_color);
        CHECK(stored.record()->part_number == made.part_number);
        const auto keys = owned_.get(made.controllers);
        std::size_t number = 0;
        for (const nwn::controller keys_of_view : stored.controllers()) {
            REQUIRE(number < keys.size());
            const nwn::owned_key& key = keys[number++];
            CHECK((equal(*keys_of_view.record(), key) && keys_of_view.is_bezier() == key.is_bezier() &&
                   keys_of_view.width() == key.width()));
            CHECK(same_all(keys_of_view.times(), owned_.times(made, key)));
            CHECK(same_all(keys_of_view.values(), owned_.values(made, key)));
        }
        CHECK(number == keys.size());
        same(stored.get(stored.record()->controller_data), made.pool);
        if (const auto* const light = owned_.get(made.light); both(stored.light(), light)) {
            compare(stored, *stored.light(), *light);
        }
        if (const auto* const emitter = owned_.get(made.emitter); both(stored.emitter(), emitter)) {
            CHECK(equal(*stored.emitter(), *emitter));
        }
        if (const auto* const other = owned_.get(made.reference); both(stored.reference(), other)) {
            CHECK(equal(*stored.reference(), *other));
        }
        if (const auto* const surface = owned_.get(made.mesh); both(stored.mesh(), surface)) {
            compare(stored.mesh(), *surface);
        }
        compare_parts_of_mesh(stored, made);
    }
    void compare_parts_of_mesh(const nwn::node& stored, const nwn::owned_node& made) {
        if (const auto* const binding = owned_.get(made.skin); both(stored.skin(), binding)) {
            const nwn::skin skin = stored.skin();
            CHECK(same_fields(*skin.record(), *binding));
            same(skin.weights(), binding->weights);
            same(skin.joints(), binding->joints);
            same(skin.slot_nodes(), binding->slot_nodes);
            same(skin.node_to_slot(), binding->node_to_slot);
            same(skin.inverse_rotations(), binding->inverse_rotations);
            same(skin.inverse_translations(), binding->inverse_translations);
            same(skin.constants(), binding->constants);
        }
        if (const auto* const samples = owned_.get(made.animmesh); both(stored.animmesh(), samples)) {
            CHECK(same_fields(*stored.animmesh().record(), *samples));
            same(stored.animmesh().position_samples(), samples->position_samples);
            same(stored.animmesh().texcoord_samples(), samples->texcoord_samples);
        }
        if (const auto* const dangly = owned_.get(made.dangly); both(stored.dangly(), dangly)) {
            CHECK(same_fields(*stored.dangly().record(), *dangly));
            same(stored.dangly().constraints(), dangly->constraints);
        }
        compare(stored.aabb(), owned_.get(made.aabb));
    }
    void compare(const nwn::node& node, const nwn::light& stored, const nwn::owned_light& made) {
        CHECK(same_fields(stored, made));
        same(node.get(stored.flare_sizes), made.flare_sizes);
        same(node.get(stored.flare_positions), made.flare_positions);
        same(node.get(stored.flare_color_shifts), made.flare_color_shifts);
        const auto names = owned_.get(made.flare_textures);
        REQUIRE(names.size() == node.get(stored.flare_textures).size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            CHECK(node.flare_texture(node.get(stored.flare_textures)[i]) == owned_.get(names[i]));
        }
    }
    void compare(const nwn::mesh& stored, const nwn::owned_mesh& made) {
        CHECK(same_fields(*stored.record(), made));
        same(stored.faces(), made.faces);
        same(stored.own_indices(), made.own_indices);
        same(stored.positions(), made.positions);
        same(stored.normals(), made.normals);
        same(stored.tangents(), made.tangents);
        same(stored.colors(), made.colors);
        same(stored.handedness(), made.handedness);
        for (std::uint32_t set = 0; set < 4; ++set) {
            same(stored.texcoords(set), made.texcoords[set]);
        }
        const auto lists = owned_.get(made.index_lists);
        REQUIRE(lists.size() == stored.index_list_count());
        CHECK(owned_.get(made.index_counts).size() == lists.size());
        for (std::size_t i = 0; i < lists.size(); ++i) {
            same(stored.index_list(i), lists[i]);
        }
    }
    void compare(const nwn::aabb_tree& stored, std::span<const nwn::owned_aabb> made) {
        std::vector<std::uint32_t> offsets; // in model data
        for (const nwn::aabb box : stored) {
            offsets.push_back(box.offset());
        }
        REQUIRE(offsets.size() == made.size());
        const auto offset_of = [&](pool_handle<nwn::owned_aabb> box) {
            const nwn::owned_aabb* const found = owned_.get(box);
            return found != nullptr ? offsets[static_cast<std::size_t>(found - made.data())] : 0U;
        };
        std::size_t i = 0;
        for (const nwn::aabb box : stored) {
            CHECK(same_fields(*box.record(), made[i]));
            CHECK(box.record()->left.offset == offset_of(made[i].left));
            CHECK(box.record()->right.offset == offset_of(made[i].right));
            ++i;
        }
    }

    const nwn::model& view_;
    const nwn::owned_model& owned_;
};
void compare(const nwn::model& view, const nwn::owned_model& owned) { comparison{view, owned}.run(); }

std::size_t memory_of(const byte_builder& file) {
    const auto model = nwn::open(file.span());
    REQUIRE(model);
    counting_memory memory;
    {
        const nwn::owned_model owned = decode(*model, &memory).value();
        compare(*model, owned);
        CHECK(memory.taken() == memory.most()); // no memory is allocated and freed again
    }
    CHECK(memory.taken() == 0);
    return memory.most();
}

void decode_and_compare(const fixtures::nwn::model& described) {
    const byte_builder file = fixtures::nwn::write(described);
    const auto model = nwn::open(file.span());
    REQUIRE(model);
    compare(*model, nwn::decode(*model).value());
}

} // namespace

TEST_CASE("nwn decode: everything that the view shows") {
    decode_and_compare({.trailing = "more"});
    for (const auto make : {fixtures::nwn::bioware, fixtures::nwn::enhanced, fixtures::nwn::nwnmdlcomp}) {
        decode_and_compare(make());
    }
    for (const auto by : {flavour::bioware, flavour::enhanced}) {
        decode_and_compare(fixtures::nwn::figure::model(by));
    }
}

TEST_CASE("nwn decode: an empty view") {
    const nwn::owned_model none = nwn::decode(nwn::model{}).value();
    CHECK(none.get(none.nodes).empty());
    CHECK(none.geometry.name == "");
    CHECK(none.get(nwn::pool_handle<nwn::owned_mesh>{}) == nullptr);
    CHECK(none.get(none.trailing).empty());
    CHECK(none == nwn::owned_model{});
}

TEST_CASE("nwn decode: models are values") {
    nwn::owned_model kept;
    {
        const byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
        const nwn::owned_model first = nwn::decode(*nwn::open(file.span())).value();
        kept = first;
    }
    const byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    compare(*nwn::open(file.span()), kept);
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
    compare(*model, owned);
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
