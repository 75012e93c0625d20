#include "nwn/opened.hpp"
#include "support/round_trip.hpp"

#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/scene.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace effigy;
using fixtures::nwn::flavour;
using fixtures::nwn::opened;
using support::byte_builder;

template <class T> std::vector<T> host(const array<scalar<T, form::little>>& values) {
    return {values.begin(), values.end()};
}
template <class Nodes> std::vector<std::string_view> names_of(const Nodes& nodes) {
    std::vector<std::string_view> out;
    for (const nwn::node& one : nodes) {
        out.push_back(one.name());
    }
    return out;
}

using names = std::vector<std::string_view>;
using u16s = std::vector<std::uint16_t>;
using floats = std::vector<float>;

} // namespace

TEST_CASE("nwn model: an empty view") {
    const nwn::model none;
    CHECK(none.record() == nullptr);
    CHECK(none.name().empty());
    CHECK(none.supermodel().empty());
    CHECK(none.version() == 0);
    CHECK(none.nodes().size() == 0);
    CHECK(none.nodes().empty());
    CHECK(none.nodes().begin() == none.nodes().end());
    CHECK(none.animations().empty());
    CHECK(none.trailing().empty());
    const nwn::node node;
    CHECK_FALSE(node);
    CHECK_FALSE(node.mesh());
    CHECK_FALSE(node.skin());
    CHECK(node.name().empty());
    CHECK(node.mesh().positions().empty());
    CHECK(node.aabb().begin() == node.aabb().end());
}

TEST_CASE("nwn model: a header without nodes") {
    fixtures::nwn::model described;
    described.trailing = "more";
    const opened all{described};
    CHECK(all.model.nodes().size() == 0);
    CHECK(all.model.name() == "effigy");
    CHECK(all.model.record()->classification.get() == nwn::classification::character);
    CHECK(all.model.record()->geometry.type.get() == nwn::geometry_type::model_tree);
    CHECK(all.model.record()->bounding_max.z.get() == 2);
    CHECK(all.model.trailing().size() == 4);
    CHECK_FALSE(verify(all.model));
    byte_builder raw = all.file; // raw data without references to it
    raw.poke(8, 4);
    CHECK(nwn::open(raw.span())->trailing().empty());
}

TEST_CASE("nwn model: supermodels") {
    const auto supermodel = [](const char* stored) {
        fixtures::nwn::model described;
        described.supermodel = stored;
        return std::string{opened{described}.model.supermodel()};
    };
    CHECK(supermodel("NULL").empty());
    CHECK(supermodel("null").empty());
    CHECK(supermodel("").empty());
    CHECK(supermodel("a_ba") == "a_ba");
}

TEST_CASE("nwn model: producers") {
    const auto producer = [](flavour by) { return opened{{.by = by}}.model.producer(); };
    CHECK(producer(flavour::bioware) == nwn::producer::bioware);
    CHECK(producer(flavour::nwnmdlcomp) == nwn::producer::nwnmdlcomp);
    CHECK(producer(flavour::enhanced) == nwn::producer::enhanced_edition);
    byte_builder file = fixtures::nwn::write({});
    CHECK(nwn::open(file.poke_u8(12, 1).span())->producer() == nwn::producer::unknown);
}

TEST_CASE("nwn model: the tree of nodes") {
    const opened all{fixtures::nwn::bioware()};
    CHECK(names_of(all.model.nodes()) == names{"root", "arm", "lamp", "spark", "floor", "body"});
    CHECK(all.model.nodes().size() == 6);
    CHECK(all.nodes.size() == 6);
    CHECK(all.nodes[2].parent() == 1);
    CHECK(all.nodes[4].parent() == 0);
    CHECK(all.nodes[0].parent() == npos);
    const auto child_pointers = [&](std::uint32_t i) { return all.nodes[i].get(all.nodes[i].record()->children); };
    CHECK(child_pointers(1).size() == 3); // one of them is null
    CHECK(child_pointers(0).size() == 3);
    CHECK(child_pointers(3).empty());
    CHECK(all.nodes[3].number() == 3);
    CHECK(all.nodes[3].record()->part_number.get() == 3);
    CHECK_FALSE(all.nodes.at(6));
    CHECK(all.nodes.name(3) == "spark");
    CHECK(all.nodes.name(6).empty());
    CHECK(all.model.nodes().size() == 6);
    CHECK(all.nodes.find("ARM") == 1);
    CHECK(all.nodes.find("arms") == npos);
    std::vector<std::uint32_t> below_arm;
    for (const std::uint32_t child : all.nodes.children(1)) {
        below_arm.push_back(child);
    }
    CHECK(below_arm == std::vector<std::uint32_t>{2, 3});
    std::vector<tree_entry> too_few(5);
    CHECK(all.model.index(too_few).empty());
}

TEST_CASE("nwn model: if the bytes change, there are no more nodes than open() counted") {
    byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    const nwn::model model = nwn::open(file.span()).value();
    const auto nodes = model.nodes();
    const auto count = [](const auto& range) {
        std::size_t out = 0;
        for (const nwn::node node : range) {
            out += node || !node ? 1U : 0U;
        }
        return out;
    };
    const std::size_t children = file.at("nwn.nodes[0].children"); // the root's
    for (const std::uint32_t child_count : {0U, 1U, 2U, 0x7FFF'FFFFU}) {
        file.poke(children + 4, child_count);
        CHECK(nodes.size() == 6);
        CHECK(count(nodes) < 6);
    }
    file.poke(children + 4, 3);
    CHECK(std::next(nodes.begin(), 5)->mesh());

    const nwn::animation clip = model.animations()[0];
    CHECK_FALSE(clip.nodes().empty());
    CHECK(clip.count_nodes() == 2);
    file.poke(file.at("nwn.animations[0].geometry.root"), 0x7FFF'FFF0);
    CHECK(clip.nodes().empty());
    CHECK(count(clip.nodes()) == 0);
    CHECK(clip.count_nodes() == 0);
}

TEST_CASE("nwn model: names that fill their field") {
    fixtures::nwn::model described;
    const std::string full(32, 'x');
    described.nodes = {{full, -1}, {"child", 0}};
    described.name = std::string(64, 'm');
    const opened all{described};
    CHECK(all.nodes[0].name() == full);
    CHECK(all.nodes.find(std::string(32, 'X')) == 0);
    CHECK(all.model.name().size() == 64);
}

TEST_CASE("nwn model: flags define the parts of a node and its size") {
    const opened older{fixtures::nwn::bioware()};
    CHECK(older.nodes[0].size() == 0x70);
    CHECK(older.nodes[2].size() == 0xCC);
    CHECK(older.nodes[3].size() == 0x148);
    CHECK(older.nodes[4].size() == 0x274);
    CHECK(older.nodes[5].size() == 0x2D4);
    CHECK(older.nodes[4].flags() == (nwn::has_header | nwn::has_mesh | nwn::has_aabb));
    const opened newer{fixtures::nwn::enhanced()};
    CHECK(newer.nodes[1].size() == 0x270);
    CHECK(newer.nodes[4].size() == 0x330);
    const opened other{fixtures::nwn::nwnmdlcomp()};
    CHECK(other.nodes[1].size() == 0x288);
    CHECK(other.nodes[2].size() == 0x2A8);
    CHECK(other.nodes[3].size() == 0xB4);
}

TEST_CASE("nwn model: a light and its flares") {
    const opened all{fixtures::nwn::bioware()};
    const nwn::node node = all.nodes[2];
    const auto* const light = node.light();
    REQUIRE(light != nullptr);
    CHECK(light->flare_radius.get() == 9);
    CHECK(host<float>(node.get(light->flare_sizes)) == floats{1, 2});
    CHECK(host<float>(node.get(light->flare_positions)) == floats{0.5F, 1});
    CHECK(node.get(light->flare_color_shifts)[1].y.get() == 1);
    names flares;
    for (const auto& name : node.get(light->flare_textures)) {
        flares.push_back(node.flare_texture(name));
    }
    CHECK(flares == names{"flare", "halo_01"});
    CHECK(node.emitter() == nullptr);
}

TEST_CASE("nwn model: an emitter and a reference") {
    const opened all{fixtures::nwn::bioware()};
    const auto* const emitter = all.nodes[3].emitter();
    REQUIRE(emitter != nullptr);
    CHECK(emitter->update == "Fountain");
    CHECK(emitter->flags.get() == (nwn::emitter_affected_by_wind | nwn::emitter_inherit_velocity));
    const opened other{fixtures::nwn::nwnmdlcomp()};
    CHECK(other.nodes[3].reference()->model == "fx_ref");
}

TEST_CASE("nwn model: a mesh with all arrays") {
    const opened all{fixtures::nwn::nwnmdlcomp()};
    const nwn::node node = all.nodes[1];
    const nwn::mesh mesh = node.mesh();
    CHECK(mesh.vertex_count() == 3);
    CHECK(mesh.positions()[1].x.get() == 1);
    CHECK(mesh.normals()[2].z.get() == 1);
    CHECK(mesh.colors()[1].r == 0x44);
    CHECK(mesh.colors()[2].a == 0xFF);
    CHECK(mesh.texcoords()[1].x.get() == 1);
    CHECK(mesh.texcoords(3)[1].y.get() == 0.25F);
    CHECK(mesh.texcoords(4).empty());
    CHECK(mesh.tangents().empty());
    CHECK(mesh.record()->texture_count.get() == 4);
    CHECK(mesh.record()->textures[0] == "stone");
    CHECK(mesh.triangle_count() == 1);
    CHECK(mesh.is_rendered());
    REQUIRE(mesh.faces().size() == 1);
    CHECK(mesh.faces()[0].surface.get() == 1);
    CHECK(host<std::uint16_t>(mesh.indices()) == u16s{0, 1, 2});
    CHECK_FALSE(mesh.merged_away());
    CHECK(mesh.own_indices().empty());
    const auto dangly = node.dangly();
    CHECK(host<float>(dangly.constraints()) == floats{0, 128, 255});
    CHECK(dangly.record()->tightness.get() == 1.5F);
    CHECK_FALSE(node.skin());
    CHECK(all.model.file().offset_of(mesh.positions().data()) == all.file.at("*nwn.nodes[1].mesh.vertices"));
}

TEST_CASE("nwn model: several index lists") {
    fixtures::nwn::model described;
    described.nodes = {{"only", -1, {}, fixtures::nwn::triangle()}};
    described.nodes[0].mesh->index_lists = {{0, 1, 2}, {}, {2, 1, 0, 1, 2, 0}};
    const opened all{described};
    const nwn::mesh mesh = all.nodes[0].mesh();
    CHECK(mesh.index_list_count() == 3);
    CHECK(mesh.index_list(1).empty());
    CHECK(mesh.index_list(2).size() == 6);
    CHECK(mesh.index_list(3).empty());
    CHECK_FALSE(mesh.merged_away());
}

TEST_CASE("nwn model: a mesh that was merged away still has its own index list") {
    const opened all{fixtures::nwn::enhanced()};
    const nwn::mesh target = all.nodes[1].mesh();
    CHECK(target.indices().size() == 6);
    CHECK(target.tangents()[5].x.get() == 1);
    CHECK(host<float>(target.handedness()) == floats{1, 1, 1, -1, -1, -1});
    const nwn::mesh lost = all.nodes[2].mesh();
    CHECK(lost.merged_away());
    CHECK(lost.indices().empty());
    CHECK(host<std::uint16_t>(lost.own_indices()) == u16s{0, 1, 2});
    CHECK_FALSE(lost.is_rendered());
    CHECK(lost.triangle_count() == 0);
    CHECK(all.nodes[4].mesh().record()->material == "effigy_material");
}

TEST_CASE("nwn model: a skin of 18 slots, of 64 and of 128") {
    const auto check = [](const fixtures::nwn::model& described, std::uint32_t number, std::uint32_t slots,
                          std::uint32_t size) {
        const opened all{described};
        const nwn::node node = all.nodes[number];
        const nwn::skin skin = node.skin();
        REQUIRE(skin);
        CHECK(skin.bones().size() == slots);
        CHECK(skin.bones()[1].node() == (slots == 18 ? 1 : 3));
        CHECK(skin.mesh().positions().data() == node.mesh().positions().data());
        CHECK(node.size() == size);
        CHECK(skin.slot_nodes()[1].get() == (slots == 18 ? 1 : 3));
        CHECK(skin.slot_nodes()[slots - 1].get() == 0x5A5A);
        CHECK(skin.weights()[1].y.get() == 0.25F);
        CHECK(skin.joints()[1].bone[1].get() == 1);
        CHECK(skin.joints()[1].bone[2].get() == -1);
        CHECK(skin.node_to_slot().size() == all.model.nodes().size());
        CHECK(skin.inverse_rotations()[1].w.get() == 1); // stored as the first component
        CHECK(skin.inverse_translations().size() == all.model.nodes().size());
        CHECK(skin.constants()[0].get() == 0xCDCD'CDCD);
    };
    check(fixtures::nwn::bioware(), 5, 18, 0x2D4);
    check(fixtures::nwn::enhanced(), 4, 64, 0x330);
    fixtures::nwn::model early = fixtures::nwn::enhanced();
    early.nodes[4].skin->slot_nodes.resize(128, 0x5A5A);
    check(early, 4, 128, 0x3B0);
}

TEST_CASE("nwn model: BioWare's compiler uses all 18 slots of a skin") {
    fixtures::nwn::model described = fixtures::nwn::bioware();
    fixtures::nwn::skin& bound = *described.nodes[5].skin;
    bound.slot_nodes[17] = std::exchange(bound.slot_nodes[1], std::int16_t{0x5A5A});
    bound.node_to_slot[1] = 17;
    for (auto& refs : bound.refs) {
        std::ranges::replace(refs, std::int16_t{1}, std::int16_t{17});
    }
    const opened all{described}, usual{fixtures::nwn::bioware()};
    CHECK_FALSE(verify(all.model));
    const auto skinned = [](const opened& of) {
        std::vector<pose<float>> poses(of.nodes.size());
        rest_poses(of.nodes, poses);
        std::vector<matrix4x3<float>> world(poses.size());
        local_matrices(poses, world);
        local_to_world(of.nodes, world);
        const nwn::skin skin = of.nodes[5].skin();
        std::vector<matrix4x3<float>> bones(skin.bones().size());
        skin_matrices(skin, world, bones);
        std::vector<vector3<float>> out(skin.mesh().vertex_count());
        CHECK(skin_positions(skin, bones, out) == out.size());
        return out;
    };
    CHECK(all.nodes[5].skin().bones()[17].node() == 1);
    CHECK(skinned(all) == skinned(usual));
    const auto owned = decode(all.model);
    CHECK(owned->get(owned->all<nwn::owned_skin>()[0].slot_nodes)[17] == 1);
    const auto again = encode(*owned, all.file.span());
    CHECK(support::same_bytes(again->bytes, all.file.span()));
    const auto scene = to_scene(all.model), usual_scene = to_scene(usual.model);
    CHECK(scene->skins == usual_scene->skins);
    CHECK(scene->meshes == usual_scene->meshes);
}

TEST_CASE("nwn model: a collision tree") {
    const opened all{fixtures::nwn::bioware()};
    std::vector<std::int32_t> faces;
    std::vector<std::uint32_t> depths;
    for (const auto& box : all.nodes[4].aabb()) {
        faces.push_back(box.record()->face);
        depths.push_back(box.depth());
        CHECK(box.is_leaf() == (box.depth() == 2));
    }
    CHECK(faces == std::vector<std::int32_t>{-1, 0, 1});
    CHECK(depths == std::vector<std::uint32_t>{1, 2, 2});
    const auto empty = all.nodes[0].aabb();
    CHECK_FALSE(empty);
    CHECK(empty.begin() == empty.end());
}

TEST_CASE("nwn model: a one-sided collision tree, deeper than any stack") {
    constexpr std::int32_t count = 3000;
    fixtures::nwn::model described;
    described.nodes = {{"floor", -1, {}, fixtures::nwn::triangle()}};
    std::vector<fixtures::nwn::box> boxes(count);
    for (std::int32_t i = 0; i + 1 < count; ++i) {
        boxes[static_cast<std::size_t>(i)].right = i + 1;
    }
    described.nodes[0].aabb = boxes;
    const opened all{described};
    std::uint32_t deepest = 0;
    for (const auto& box : all.nodes[0].aabb()) {
        deepest = box.depth();
    }
    CHECK(deepest == count);
}

TEST_CASE("nwn model: animations") {
    const opened all{fixtures::nwn::bioware()};
    REQUIRE(all.model.animations().size() == 1);
    const nwn::animation clip = all.model.animation("NOD");
    REQUIRE(clip);
    CHECK(clip.name() == "nod");
    CHECK(clip.duration() == 2);
    CHECK(clip.transition_time() == 0.25);
    CHECK(clip.record()->root == "effigy");
    CHECK(clip.record()->geometry.type.get() == nwn::geometry_type::animation_tree);
    REQUIRE(clip.events().size() == 2);
    CHECK(clip.events()[0].name == "snd_footstep");
    CHECK(clip.events()[1].time.get() == 1.5F);
    CHECK(names_of(clip.nodes()) == names{"root", "arm"});
    CHECK_FALSE(all.model.animation("shake"));
    CHECK(all.model.animations().find("shake") == npos);
    CHECK_FALSE(all.model.animations().at(1));
    std::size_t count = 0;
    for (const nwn::animation one : all.model.animations()) {
        count += one ? 1U : 0U;
    }
    CHECK(count == 1);
}

TEST_CASE("nwn model: bodies in animations are ignored") {
    for (const flavour by : {flavour::bioware, flavour::enhanced}) {
        fixtures::nwn::model described{.by = by};
        described.clips = {
            {"all", 1, {}, {{.name = "mesh", .more_flags = 0x20}, {.name = "skin", .parent = 0, .more_flags = 0x60}}}};
        const opened all{described};
        std::vector<tree_entry> entries(2);
        const auto nodes = all.model.animations()[0].index(entries);
        REQUIRE(nodes.size() == 2);
        CHECK(nodes[0].in_animation());
        CHECK_FALSE(nodes[0].mesh());
        CHECK_FALSE(nodes[1].skin());
        CHECK(nodes[0].size() == 0x270);
        CHECK(nodes[1].size() == (by == flavour::enhanced ? 0x330 : 0x2D4));
        CHECK_FALSE(verify(all.model));
    }
}

TEST_CASE("nwn model: an animated mesh has its samples in the animation") {
    const opened all{fixtures::nwn::nwnmdlcomp()};
    const auto still = all.nodes[2].animmesh();
    REQUIRE(still);
    CHECK(still.position_set_count() == 0);
    CHECK(still.position_samples().empty());
    CHECK(still.positions(0).empty());
    std::vector<tree_entry> entries(2);
    const auto nodes = all.model.animations()[0].index(entries);
    CHECK_FALSE(nodes[0].mesh()); // its body is junk
    const nwn::node node = nodes[1];
    REQUIRE(node.animmesh());
    CHECK(node.mesh().positions().size() == 3);
    const auto moving = node.animmesh();
    CHECK(moving.record()->sample_period.get() == 0.25F);
    CHECK(moving.position_samples().size() == 6);
    const auto second = moving.positions(1);
    REQUIRE(second.size() == 3);
    CHECK(second[0].z.get() == 1);
    CHECK(second[1].z.get() == 2);
    CHECK(second[2].z.get() == 3);
    CHECK(moving.positions(0)[2].y.get() == 1);
    CHECK(moving.positions(2).empty());
    CHECK(moving.texcoords(0)[1].x.get() == 1);
    CHECK(moving.texcoords(1).empty());
}
