#include "nwn/cleaned.hpp"
#include "nwn/figure.hpp"
#include "nwn/hostile.hpp"
#include "support/counting_memory.hpp"
#include "support/edited.hpp"
#include "support/round_trip.hpp"

#include <effigy/nwn.hpp>
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/regions.hpp>

namespace {

using namespace effigy;
using fixtures::nwn::flavour;
using support::byte_builder;
using support::counting_memory;
namespace hostile = fixtures::nwn::hostile;

const auto open_model = [](std::span<const std::byte> file) { return nwn::open(file); };

std::vector<byte_builder> described_files() {
    std::vector<byte_builder> out;
    for (const auto& described :
         {fixtures::nwn::bioware(), fixtures::nwn::enhanced(), fixtures::nwn::nwnmdlcomp(),
          fixtures::nwn::figure::model(flavour::bioware), fixtures::nwn::figure::model(flavour::enhanced),
          fixtures::nwn::model{}, fixtures::nwn::model{.trailing = "more"}}) {
        out.push_back(fixtures::nwn::write(described));
    }
    return out;
}
nwn::owned_model decoded(const fixtures::nwn::model& described) {
    const byte_builder file = fixtures::nwn::write(described);
    return *decode(*nwn::open(file.span()));
}
nwn::owned_node& node(nwn::owned_model& of, std::size_t i) { return of.all<nwn::owned_node>()[of.nodes.first + i]; }
template <class T> T& first(nwn::owned_model& of) { return of.all<T>()[0]; }

void check_refused(const nwn::owned_model& model, errc code, const std::string& path) {
    const error why = encode(model).error();
    CHECK(why.code == code);
    CHECK(to_string(static_cast<const location&>(why)) == path);
}
// Edits a decoded model and checks that it cannot be written, into its file or without it.
template <class Edit>
void check_refused(const fixtures::nwn::model& described, errc code, const std::string& path, const Edit& edit) {
    const byte_builder file = fixtures::nwn::write(described);
    nwn::owned_model model = *decode(*nwn::open(file.span()));
    edit(model);
    CAPTURE(path);
    check_refused(model, code, path);
    CHECK_FALSE(encode(model, file.span()));
}

// A model whose blocks overlap, with bytes between them, at odd offsets: two meshes with the same positions and index
// list, in lists that overlap; two lights with the same list of names; two nodes with the same pool; a name in a body.
byte_builder shared_blocks() {
    hostile::builder file;
    file.bytes().fill(3, 0xA5); // every offset below is odd
    const std::uint32_t root = file.dummy();
    const std::uint32_t lights = file.node(0x03, 0xCC, 0, 0);
    file.bytes().fill(5, 0xA6);
    const std::uint32_t same_names = file.node(0x03, 0xCC, 0, 0);
    const std::uint32_t meshes = file.mesh(1, 4);
    file.bytes().fill(1, 0xA7);
    const std::uint32_t same_mesh = file.mesh(13, 3);
    const std::uint32_t moves = file.dummy();
    const std::uint32_t same_moves = file.dummy();
    const std::uint32_t name = file.at();
    file.bytes().text("flare").u8(0).fill(2, 0xA8);
    const std::uint32_t names = file.pointers(3, [&](std::uint32_t i) { return name + i; });
    for (const std::uint32_t light : {lights, same_names}) {
        file.poke(light + 0xA4, names).poke(light + 0xA8, 3).poke(light + 0xAC, 7);
    }
    const std::uint32_t counts = file.pointers(2, [](std::uint32_t) { return 3U; });
    const std::uint32_t lists = file.pointers(3, [](std::uint32_t i) { return 5 + i; });
    for (const std::uint32_t mesh : {meshes, same_mesh}) {
        file.poke(mesh + 0x204, counts).poke(mesh + 0x208, 2);
        file.poke(mesh + 0x210, lists + (mesh == meshes ? 0 : 4)).poke(mesh + 0x214, 2);
    }
    const std::uint32_t keys = file.at();
    file.bytes().i32(8).u16(1).u16(0).u16(1).u8(3).u8(0x77);
    const std::uint32_t pool = file.at();
    file.bytes().f32s({0, 1, 2, 3, 4});
    for (const std::uint32_t here : {moves, same_moves}) {
        file.poke(here + 0x54, keys).poke(here + 0x58, 1);
        file.poke(here + 0x60, pool).poke(here + 0x64, here == moves ? 4 : 5);
    }
    const std::uint32_t children = file.pointers(8, [&](std::uint32_t i) {
        return std::array{0U, lights, same_names, meshes, 0U, same_mesh, moves, same_moves}[i];
    });
    file.poke(root + 0x48, children).poke(root + 0x4C, 8);
    file.bytes().fill(9, 0xA9);
    return file.root(root).finish(99);
}

} // namespace

TEST_CASE("nwn encode: a decoded model is written back byte for byte") {
    for (const byte_builder& file : described_files()) {
        support::check_round_trip(file.span(), nwn::open(file.span()), false);
    }
    for (const byte_builder& file :
         {shared_blocks(), hostile::index_lists_for_all(5, 4), hostile::null_children_for_all(5),
          hostile::tree_for_all(3), hostile::rows_for_all(3, 3), hostile::name_for_all(3, 5),
          hostile::one_animation_for_all(2, 3), hostile::vertices_for_all(3, 5), hostile::chain(257)}) {
        support::check_round_trip(file.span(), nwn::open(file.span()), false);
    }
}

TEST_CASE("nwn encode: junk in place of a collision tree in an animation is kept") {
    fixtures::nwn::model described = fixtures::nwn::bioware();
    described.clips[0].nodes[1].more_flags = 0x220;
    const byte_builder file = fixtures::nwn::write(described);
    support::check_round_trip(file.span(), nwn::open(file.span()), false);
}

TEST_CASE("nwn encode: a controller that views leave out is written back") {
    fixtures::nwn::model described = fixtures::nwn::bioware();
    described.nodes[1].keys.push_back({20, 5, {0, 1}, {0, 0, 0, 1, 2, 0, 0, 1, 0, 2}});
    described.clips[0].nodes[1].keys.insert(described.clips[0].nodes[1].keys.begin(), {128, 0x2F, {0}, {1}});
    const byte_builder file = fixtures::nwn::write(described);
    support::check_round_trip(file.span(), nwn::open(file.span()), false);
    const nwn::owned_model owned = decoded(described);
    const file_bytes written = *encode(owned);
    CHECK(fixtures::nwn::cleaned(*decode(*nwn::open(written))) == fixtures::nwn::cleaned(owned));
}

TEST_CASE("nwn encode: without an original only what has no meaning is lost") {
    for (const byte_builder& file : described_files()) {
        const nwn::owned_model model = *decode(*nwn::open(file.span()));
        const file_bytes written = *encode(model);
        const nwn::owned_model again = *decode(*nwn::open(written));
        CHECK(fixtures::nwn::cleaned(again) == fixtures::nwn::cleaned(model));
        CHECK_FALSE(differences(again, fixtures::nwn::cleaned(again), [](const difference& garbage) {
            CHECK(garbage.path.last_name() == "functions"); // those of the producer
        }));
        CHECK(support::same_bytes(*encode(again), written));
        const auto opened = nwn::open(written);
        std::size_t gaps = 0;
        regions(*opened, [&](const region& part) { gaps += part.role == role::gap || part.overlap != 0 ? 1U : 0U; });
        CHECK(gaps == (model.trailing.empty() ? 0U : 1U));
    }
}

TEST_CASE("nwn encode: shared blocks are written once for each record without an original") {
    const byte_builder file = shared_blocks();
    const nwn::owned_model model = *decode(*nwn::open(file.span()));
    const file_bytes written = *encode(model);
    const nwn::owned_model again = *decode(*nwn::open(written));
    CHECK(again.all<char>().size() == 2 * (5 + 4 + 3));
    CHECK(fixtures::nwn::cleaned(again) == fixtures::nwn::cleaned(model));
}

TEST_CASE("nwn encode: each producer has its fingerprint, its functions and its empty pointers") {
    const nwn::owned_model model = decoded(fixtures::nwn::bioware());
    for (const auto by : {nwn::producer::bioware, nwn::producer::nwnmdlcomp, nwn::producer::enhanced_edition}) {
        const file_bytes written = *encode(model, by);
        const auto opened = nwn::open(written);
        CHECK(opened->producer() == by);
        const nwn::node root = *opened->nodes().begin();
        const bool is_enhanced = by == nwn::producer::enhanced_edition;
        CHECK((root.record()->functions[0] == 0U) == is_enhanced);
        for (const nwn::node each : opened->nodes()) {
            const bool is_leaf = each.record()->children.used == 0U;
            CHECK((!is_leaf || (each.record()->children.offset == 0U) == (by == nwn::producer::nwnmdlcomp)));
            CHECK(each.skin().slot_nodes().size() == (each.skin() ? 18U : 0U));
        }
        nwn::owned_model again = *decode(*opened);
        CHECK(support::same_bytes(*encode(again), written));
        again.producer = model.producer;
        again.geometry.functions[0] = model.geometry.functions[0];
        again.geometry.functions[1] = model.geometry.functions[1];
        CHECK(fixtures::nwn::cleaned(again) == fixtures::nwn::cleaned(model));
    }
}

TEST_CASE("nwn encode: parts of nodes in an animation are those of a new node") {
    for (const flavour by : {flavour::bioware, flavour::nwnmdlcomp, flavour::enhanced}) {
        const bool is_enhanced = by == flavour::enhanced, has_cursors = by != flavour::nwnmdlcomp;
        nwn::owned_model model = decoded({.by = by, .nodes = {{"root"}}, .clips = {{.nodes = {{"root"}}}}});
        const file_bytes dummy = *encode(model);
        const std::size_t skin_size = 0x64 + (is_enhanced ? 64U : 18U) * 2 - 36;
        for (const auto& each : {std::pair<std::uint32_t, std::size_t>{0x03, 0x5C},
                                 {0x05, 0xD8},
                                 {0x11, 0x44},
                                 {0x21, 0x200},
                                 {0x61, 0x200 + skin_size},
                                 {0x121, 0x218},
                                 {0x221, 0x204}}) {
            const auto flags = each.first;
            CAPTURE(flags);
            nwn::owned_animation& clip = first<nwn::owned_animation>(model);
            model.get(clip.nodes)[0].flags = flags;
            const file_bytes written = *encode(model);
            CHECK(written.size() == dummy.size() + each.second);
            const auto opened = nwn::open(written);
            REQUIRE(opened);
            const byte_view file = opened->file();
            const nwn::animation moving = *opened->animations().begin();
            const std::uint64_t at = file.offset_of((*moving.nodes().begin()).record()), part = at + 0x70;
            const auto end = static_cast<std::uint32_t>(part + each.second - sizeof(nwn::file_header));
            if (const auto* const light = file.record_at<nwn::light>(part); (flags & nwn::has_light) != 0) {
                CHECK((light->priority == 5U && light->shadow == 1U && light->affect_dynamic == 1U));
                CHECK((light->dynamic_type == 1U && light->fading == 1U));
            }
            if (const auto* const mesh = file.record_at<nwn::mesh_header>(part); (flags & nwn::has_mesh) != 0) {
                CHECK((mesh->shadow == mesh->render && mesh->render == (flags == 0x221 ? 0U : 1U)));
                CHECK((mesh->diffuse.y == (is_enhanced ? 1.0F : 0.8F) && mesh->shininess == 1.0F));
                CHECK((mesh->ambient.z == (is_enhanced ? 1.0F : 0.2F)));
                CHECK((mesh->average.x == 0.0F) == has_cursors); // else it is not a number
                CHECK((mesh->texcoords[3].offset == 0xFFFF'FFFFU && mesh->colors.offset == 0xFFFF'FFFFU));
                CHECK((mesh->tangents.offset == 0xFFFF'FFFFU && mesh->handedness.offset == 0xFFFF'FFFFU));
                CHECK(mesh->positions.offset == (has_cursors ? 0U : 0xFFFF'FFFFU));
                CHECK(mesh->normals.offset == mesh->positions.offset);
                CHECK(mesh->index_counts.offset == (has_cursors ? end : 0U));
                CHECK(mesh->index_lists.offset == mesh->index_counts.offset);
            }
            if (const auto* const skin = file.record_at<nwn::skin_header>(part + 0x200); flags == 0x61) {
                CHECK((skin->weights.offset == skin->joints.offset));
                CHECK(skin->weights.offset == (has_cursors ? 0U : 0xFFFF'FFFFU));
                for (const std::uint32_t list :
                     {skin->node_to_slot.offset.get(), skin->inverse_rotations.offset.get(),
                      skin->inverse_translations.offset.get(), skin->constants.offset.get()}) {
                    CHECK(list == (has_cursors ? end : 0U));
                }
            }
            if (const auto* const dangly = file.record_at<nwn::dangly_header>(part + 0x200); flags == 0x121) {
                CHECK(dangly->constraints.offset == (has_cursors ? end : 0U));
            }
        }
    }
}

TEST_CASE("nwn encode: a new model needs only its type") {
    const nwn::owned_node empty;
    CHECK((empty.parent == npos && empty.flags == 0 && empty.inherit_color == 0 && empty.part_number == 0));

    nwn::owned_model model;
    check_refused(model, errc::bad_value, "nwn.model.type");
    model.geometry.type = nwn::geometry_type::model_tree;
    nwn::owned_mesh surface{};
    surface.vertex_count = 3;
    surface.positions = {{.first = 0, .count = 3}};
    model.all<nwn::owned_mesh>().push_back(surface);
    for (const float x : {0.0F, 1.0F, 2.0F}) {
        model.all<vec3<form::host>>().push_back(vector3<float>{x, 0, 0});
    }
    nwn::owned_node root;
    root.flags = nwn::has_header | nwn::has_mesh;
    root.mesh.number = 0;
    model.all<nwn::owned_node>().push_back(root);
    model.nodes.count = 1;
    const file_bytes written = *encode(model);
    const auto opened = nwn::open(written);
    const nwn::mesh made = (*opened->nodes().begin()).mesh();
    CHECK(made.positions()[2].x == 2.0F);
    CHECK(made.normals().empty());
    CHECK(made.record()->unused_strips[0].get() == 0xFFFF'FFFF);
    CHECK(made.record()->unused_animation[2].get() == 0xFFFF'FFFF);
}

TEST_CASE("nwn encode: a reference that leads nowhere is an error") {
    const auto model = fixtures::nwn::bioware();
    check_refused(model, errc::out_of_bounds, "nwn.nodes", [](auto& m) { m.nodes.count = 1000; });
    check_refused(model, errc::out_of_bounds, "nwn.animations", [](auto& m) { m.animations.count = 2; });
    check_refused(model, errc::out_of_bounds, "nwn.animations[0].nodes",
                  [](auto& m) { first<nwn::owned_animation>(m).nodes.first = 0xFFFF'FFFF; });
    check_refused(model, errc::out_of_bounds, "nwn.animations[0].events",
                  [](auto& m) { first<nwn::owned_animation>(m).events.count = 1000; });
    check_refused(model, errc::bad_value, "nwn.model.root", [](auto& m) { m.geometry.root.number = 1; });
    check_refused(model, errc::bad_value, "nwn.nodes[2].light", [](auto& m) { node(m, 2).light.number = 1; });
    check_refused(model, errc::bad_value, "nwn.nodes[4].mesh", [](auto& m) { node(m, 4).mesh = {}; });
    check_refused(model, errc::out_of_bounds, "nwn.nodes[0].controllers",
                  [](auto& m) { node(m, 0).controllers.first = 1000; });
    check_refused(model, errc::out_of_bounds, "nwn.nodes[4].mesh.vertices",
                  [](auto& m) { first<nwn::owned_mesh>(m).positions.first = 1000; });
    check_refused(model, errc::out_of_bounds, "nwn.nodes[2].light.flareTextures[0]",
                  [](auto& m) { first<nwn::owned_name>(m).count = 1000; });
    check_refused(model, errc::out_of_bounds, "nwn.nodes[4].mesh.indexLists[0]",
                  [](auto& m) { first<nwn::owned_index_list>(m).first = 1000; });
    check_refused(model, errc::out_of_bounds, "nwn.nodes[4].aabb",
                  [](auto& m) { first<nwn::owned_aabb>(m).right.number = 1000; });
    check_refused(model, errc::out_of_bounds, "nwn.trailing", [](auto& m) { m.trailing.count = 1; });
}

TEST_CASE("nwn encode: nodes that are not in the order of a walk are an error") {
    const auto model = fixtures::nwn::bioware();
    check_refused(model, errc::cycle, "nwn.nodes[1].parent", [](auto& m) { node(m, 1).parent = 1; });
    check_refused(model, errc::cycle, "nwn.nodes[1].parent", [](auto& m) { node(m, 1).parent = 3; });
    check_refused(model, errc::cycle, "nwn.nodes[1].parent", [](auto& m) { node(m, 1).parent = npos; });
    check_refused(model, errc::cycle, "nwn.nodes[0].parent", [](auto& m) { node(m, 0).parent = 0; });
    check_refused(model, errc::cycle, "nwn.nodes[5].parent", [](auto& m) { node(m, 5).parent = 2; });
    check_refused(model, errc::cycle, "nwn.animations[0].nodes[1].parent", [](auto& m) {
        m.template all<nwn::owned_node>()[first<nwn::owned_animation>(m).nodes.first + 1].parent = 5;
    });
}

TEST_CASE("nwn encode: a chain of more nodes than open() follows is an error") {
    nwn::owned_model model;
    model.geometry.type = nwn::geometry_type::model_tree;
    for (std::uint32_t i = 0; i < 258; ++i) {
        nwn::owned_node next;
        next.flags = nwn::has_header;
        next.parent = i != 0 ? i - 1 : npos;
        model.all<nwn::owned_node>().push_back(next);
    }
    model.nodes.count = 257;
    CHECK(encode(model));
    model.nodes.count = 258;
    check_refused(model, errc::budget, "nwn.nodes[256]");
}

TEST_CASE("nwn encode: parts that the flags do not say are an error") {
    const auto model = fixtures::nwn::bioware();
    check_refused(model, errc::bad_value, "nwn.nodes[0].light", [](auto& m) { node(m, 0).light.number = 0; });
    check_refused(model, errc::bad_value, "nwn.nodes[3].emitter", [](auto& m) { node(m, 3).flags = 1; });
    check_refused(model, errc::bad_value, "nwn.nodes[5].skin", [](auto& m) { node(m, 5).flags = 0x21; });
    check_refused(model, errc::bad_value, "nwn.nodes[4].aabb", [](auto& m) { node(m, 4).flags = 0x21; });
    check_refused(model, errc::bad_value, "nwn.animations[0].nodes[0].mesh", [](auto& m) {
        m.template all<nwn::owned_node>()[first<nwn::owned_animation>(m).nodes.first].mesh.number = 0;
    });
    nwn::owned_model both = decoded(model);
    node(both, 2).flags |= nwn::has_emitter;
    node(both, 2).emitter = node(both, 3).emitter;
    check_refused(both, errc::bad_value, "nwn.nodes[2].flags");
}

TEST_CASE("nwn encode: numbers that the format counts are an error") {
    const auto model = fixtures::nwn::bioware();
    const auto check_mesh = [&](const std::string& path, const auto& edit) {
        check_refused(model, errc::bad_value, path, [&](auto& m) { edit(first<nwn::owned_mesh>(m)); });
    };
    check_mesh("nwn.nodes[4].mesh.vertices", [](auto& m) { m.vertex_count += 1; });
    check_mesh("nwn.nodes[4].mesh.normals", [](auto& m) { m.normals = m.positions, m.normals.count -= 1; });
    check_mesh("nwn.nodes[4].mesh.indexLists", [](auto& m) { m.index_counts.count = 0; });
    check_mesh("nwn.nodes[4].mesh.ownIndices", [](auto& m) { m.own_indices.count = 1; });
    check_mesh("nwn.nodes[4].mesh", [](auto& m) { m.compile_time[1].count = 1; });
    const auto check_skin = [&](const std::string& path, const auto& edit) {
        check_refused(model, errc::bad_value, path, [&](auto& m) { edit(first<nwn::owned_skin>(m)); });
    };
    check_skin("nwn.nodes[5].skin.slotNodes", [](auto& m) { m.slot_nodes.count = 17; });
    check_skin("nwn.nodes[5].skin.slotNodes", [](auto& m) { m.slot_nodes.count = 0; });
    check_skin("nwn.nodes[5].skin.nodeToSlot", [](auto& m) { m.node_to_slot_count += 1; });
    check_skin("nwn.nodes[5].skin.weights", [](auto& m) { m.weights.count -= 1; });
    check_refused(model, errc::bad_value, "nwn.nodes[4].mesh.indexLists[0]",
                  [](auto& m) { first<nwn::owned_index_list>(m).count -= 1; });
    check_refused(fixtures::nwn::nwnmdlcomp(), errc::bad_value, "nwn.animations[0].nodes[1].animmesh.vertices",
                  [](auto& m) { m.template all<nwn::owned_animmesh>()[1].position_samples.count -= 1; });
    check_refused(fixtures::nwn::enhanced(), errc::bad_value, "nwn.nodes[2].mesh.ownIndices", [](auto& m) {
        for (nwn::owned_mesh& each : m.template all<nwn::owned_mesh>()) {
            each.own_indices.count -= each.own_indices.empty() ? 0U : 1U;
        }
    });
}

TEST_CASE("nwn encode: a table of slots whose size nothing shows is an error") {
    const auto without_lists = [](nwn::owned_model& m) {
        auto& binding = first<nwn::owned_skin>(m);
        binding.node_to_slot = {};
        binding.node_to_slot_count = 0;
        binding.inverse_rotations = {};
        binding.inverse_translations = {};
        binding.constants = {};
    };
    nwn::owned_model model = decoded(fixtures::nwn::enhanced());
    without_lists(model);
    CHECK(encode(model)); // 64 slots
    CHECK(std::string{encode(model, nwn::producer::bioware).error().path} == "nodes[].skin.slotNodes");
}

TEST_CASE("nwn encode: a rule of open() is a rule of models") {
    const auto model = fixtures::nwn::bioware();
    check_refused(model, errc::out_of_bounds, "nwn.nodes[0].controllers[0]",
                  [](auto& m) { first<nwn::owned_key>(m).time_index = 1000; });
    check_refused(model, errc::out_of_bounds, "nwn.nodes[4].aabb.face", [](auto& m) {
        for (nwn::owned_aabb& box : m.template all<nwn::owned_aabb>()) {
            box.face = box.face < 0 ? -1 : 100;
        }
    });
    check_refused(model, errc::cycle, "nwn.nodes[4].aabb",
                  [](auto& m) { std::swap(first<nwn::owned_aabb>(m).left, first<nwn::owned_aabb>(m).right); });
    check_refused(model, errc::bad_value, "nwn.model.functions",
                  [](auto& m) { m.producer = nwn::producer::enhanced_edition; });
    check_refused(model, errc::bad_value, "nwn.nodes[2].light.flareTextures[0]",
                  [](auto& m) { first<char>(m) = '\0'; });
}

TEST_CASE("nwn encode: lists that many records share cannot make a file of any size") {
    nwn::owned_model model;
    model.geometry.type = nwn::geometry_type::model_tree;
    constexpr std::uint32_t count = 20'000;
    for (std::uint32_t i = 0; i < count; ++i) {
        nwn::owned_node next;
        next.flags = nwn::has_header;
        next.parent = i != 0 ? 0 : npos;
        next.pool = {.first = 0, .count = count};
        model.all<nwn::owned_node>().push_back(next);
        model.all<float>().push_back(0);
    }
    model.nodes.count = count;
    check_refused(model, errc::budget, "nwn");
}

// Writes a model into an original that has other places, and checks that these are not taken.
void check_canonical(const nwn::owned_model& model, std::span<const std::byte> original) {
    const auto written = encode(model, original);
    REQUIRE(written);
    CHECK_FALSE(written->kept_rest);
    CHECK(support::same_bytes(written->bytes, *encode(model)));
}

TEST_CASE("nwn encode: values go where the original has them") {
    const byte_builder file = fixtures::nwn::write(fixtures::nwn::enhanced());
    nwn::owned_model model = *decode(*nwn::open(file.span()));
    node(model, 1).name = text<32>{"other"};
    first<vec3<form::host>>(model).x += 1;
    const auto written = encode(model, file.span());
    REQUIRE(written);
    CHECK(written->kept_rest);
    CHECK(*decode(*nwn::open(written->bytes)) == model);
    std::size_t others = 0;
    for (std::size_t i = 0; i < file.size(); ++i) {
        others += written->bytes[i] != file.span()[i] ? 1U : 0U;
    }
    CHECK(others > 0);
    CHECK(others <= sizeof(text<32>) + sizeof(vec3<>));
}

TEST_CASE("nwn encode: a model with other sizes than the original is written in canonical order") {
    const byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    const nwn::owned_model model = *decode(*nwn::open(file.span()));
    nwn::owned_model edited = model;
    first<nwn::owned_mesh>(edited).faces.count -= 1;
    for (nwn::owned_aabb& box : edited.all<nwn::owned_aabb>()) {
        box.face = box.face > 0 ? 0 : box.face;
    }
    check_canonical(edited, file.span());
    edited = model;
    node(edited, 1).pool.count = 0;
    node(edited, 1).controllers.count = 0;
    check_canonical(edited, file.span());
    edited = model;
    edited.nodes.count -= 1;
    check_canonical(edited, file.span());
    check_canonical(model, {});
    check_canonical(model, file.first(file.size() - 1));
    check_canonical(model, fixtures::nwn::write(fixtures::nwn::nwnmdlcomp()).span());
    check_canonical(model, fixtures::nwn::write(fixtures::nwn::enhanced()).span());
}

TEST_CASE("nwn encode: what is stored at one place and now differs is written in canonical order") {
    const byte_builder file = shared_blocks();
    nwn::owned_model model = *decode(*nwn::open(file.span()));
    model.all<float>()[1] += 1; // of one of two nodes with the same pool
    check_canonical(model, file.span());
    model = *decode(*nwn::open(file.span()));
    model.all<vec3<form::host>>()[0].x += 1; // of one of two meshes with the same positions
    check_canonical(model, file.span());
}

TEST_CASE("nwn encode: every word of an original may be wrong") {
    for (const byte_builder& file : {fixtures::nwn::write(fixtures::nwn::enhanced()), shared_blocks()}) {
        const nwn::owned_model model = *decode(*nwn::open(file.span()));
        const file_bytes canonical = *encode(model);
        for (std::size_t i = 0; i + 4 <= file.size(); i += 7) { // every alignment
            for (const std::uint32_t wrong : {0U, 0x100U, 0x7FFF'FFFFU, 0xFFFF'FFFFU}) {
                byte_builder other = file;
                const auto written = encode(model, other.poke(i, wrong).span());
                REQUIRE(written);
                CHECK((written->kept_rest ? *decode(*nwn::open(written->bytes)) == model
                                          : support::same_bytes(written->bytes, canonical)));
            }
        }
    }
}

TEST_CASE("nwn encode: a model after random edits is written as it is, or refused") {
    for (const byte_builder& file :
         {fixtures::nwn::write(fixtures::nwn::bioware()), fixtures::nwn::write(fixtures::nwn::enhanced()),
          fixtures::nwn::write(fixtures::nwn::nwnmdlcomp()), shared_blocks()}) {
        const nwn::owned_model model = *decode(*nwn::open(file.span()));
        support::check_random_edits(model, file.span(), open_model, 500, fixtures::nwn::differ_in_garbage_only);
    }
}

TEST_CASE("nwn encode: no more memory is taken than the largest file may have") {
    for (const byte_builder& file : {fixtures::nwn::write(fixtures::nwn::bioware()), shared_blocks(),
                                     hostile::one_animation_for_all(3, 1000), hostile::vertices_for_all(100, 50)}) {
        const auto model = nwn::open(file.span());
        REQUIRE(model);
        const auto owned = decode(*model);
        if (!owned) {
            continue;
        }
        counting_memory memory;
        const auto written = encode(*owned, &memory);
        CHECK((written || written.error().code == errc::budget));
        CHECK(memory.most() <= 16 * owned->size_in_bytes() + 65536);
    }
}
