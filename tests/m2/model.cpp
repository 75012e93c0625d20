#include "m2/opened.hpp"

#include <effigy/any.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using fixtures::m2::opened;

using numbers = std::vector<std::int64_t>;
using vector = vector3<float>;

template <class List> numbers values(const List& list) {
    numbers out;
    for (const auto& one : list) {
        if constexpr (requires { one.get(); }) {
            out.push_back(static_cast<std::int64_t>(one.get()));
        } else {
            out.push_back(one);
        }
    }
    return out;
}
template <class List> numbers ranges(const List& list) {
    numbers out;
    for (const auto& one : list) {
        out.insert(out.end(), {one.first, one.last});
    }
    return out;
}

// fixtures::m2::small() in every version and byte order.
template <class Check> void in_every_form(const Check& check) {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        CAPTURE(version);
        const auto little = fixtures::m2::write(fixtures::m2::small(version));
        check(m2::open(little.span()).value());
        const auto big = fixtures::m2::write(fixtures::m2::small(version), std::endian::big);
        check(m2::open<endian::big>(big.span()).value());
    }
}

// A track of one key at 1000 ms, as fixtures::m2::held() makes them.
template <class Track> auto held(const Track& track) {
    CHECK(track.interpolation == m2::interpolation::linear);
    CHECK(track.global_sequence == -1);
    CHECK(ranges(track.ranges) == numbers{0, 0});
    CHECK(values(track.times) == numbers{1000});
    REQUIRE(track.values.size() == 1);
    CHECK(track.key_count() == 1);
    return track.values[0];
}

} // namespace

TEST_CASE("m2: the header") {
    in_every_form([](const auto& model) {
        CHECK(model.name() == "imp");
        CHECK(model.version() == model.header()->version.get());
        CHECK(model.header()->flags.get() == 3);
        const auto& bounds = model.header()->bounds;
        CHECK(vector{bounds.min} == vector{-1, -1, 0});
        CHECK(vector{bounds.max} == vector{1, 1, 2});
        CHECK(bounds.radius.get() == 3);
        CHECK(vector{model.header()->collision_bounds.max} == vector{2, 2, 4});
        CHECK(model.header()->collision_bounds.radius.get() == 5);
        CHECK_FALSE(verify(model));
    });
}

TEST_CASE("m2: time") {
    in_every_form([](const auto& model) {
        CHECK(values(model.global_sequences()) == numbers{500, 0});
        CHECK(values(model.sequence_lookup()) == numbers{0, -1, -1, -1, 1});
        REQUIRE(model.sequences().size() == 2);
        const auto& first = model.sequences()[0];
        CHECK(first.id.get() == 0);
        CHECK(first.variation.get() == 0);
        CHECK(first.start.get() == 1000);
        CHECK(first.end.get() == 2000);
        CHECK(first.move_speed.get() == 2.5F);
        CHECK(first.flags.get() == 0);
        CHECK(first.probability.get() == 32767);
        CHECK(first.padding.get() == 0xABAB);
        CHECK(first.replay_min.get() == 3);
        CHECK(first.replay_max.get() == 4);
        CHECK(first.blend_time.get() == 150);
        CHECK(vector{first.bounds.min} == vector{-1, -2, -3});
        CHECK(vector{first.bounds.max} == vector{1, 2, 3});
        CHECK(first.bounds.radius.get() == 4);
        CHECK(first.next_variation.get() == 1);
        CHECK(first.alias_next.get() == 0xCDCD);
        CHECK(model.sequences()[1].id.get() == 4);
        CHECK(model.sequences()[1].variation.get() == 1);
        CHECK(model.sequences()[1].flags.get() == m2::sequence_plays_once);
        CHECK(model.sequences()[1].next_variation.get() == -1);
        REQUIRE(model.playable_lookup().size() == 2);
        CHECK(model.playable_lookup()[1].fallback.get() == 0);
        CHECK(model.playable_lookup()[1].flags.get() == 3);
        CHECK(model.find_sequence(4) == 1);
        CHECK(model.find_sequence(3) == m2::no_sequence);
        CHECK(model.find_sequence(5) == m2::no_sequence);
    });
}

TEST_CASE("m2: a sequence is found where the lookup is wrong") {
    fixtures::m2::model described;
    described.sequences = {{7}, {3}, {2}, {3, 1}};
    described.sequence_lookup = {-1, 1, -1, 9, -1};
    const opened all{described};
    CHECK(all.model.find_sequence(1) == m2::no_sequence); // the table names another one
    CHECK(all.model.find_sequence(2) == 2);               // the table has none
    CHECK(all.model.find_sequence(3) == 1);               // the table names one that is not there
    CHECK(all.model.find_sequence(7) == 0);               // the table is short
}

TEST_CASE("m2: bones") {
    in_every_form([](const auto& model) {
        const auto bones = model.bones();
        REQUIRE(bones.size() == 2);
        CHECK(bones[0].header()->key_bone.get() == 26);
        CHECK(bones[0].parent() == -1);
        CHECK(bones[0].flags() == 0);
        CHECK(vector{*bones[0].pivot()} == vector{});
        CHECK(bones[0].translation().empty());
        CHECK(bones[0].rotation().empty());
        CHECK(bones[0].scale().empty());
        const auto arm = bones[1];
        CHECK(arm.parent() == 0);
        CHECK(arm.flags() == (m2::bone_is_transformed | m2::bone_is_billboard));
        CHECK(arm.header()->key_bone.get() == 5);
        CHECK(arm.header()->submesh.get() == 7);
        CHECK(vector{*arm.pivot()} == vector{0, 0, 1});
        CHECK((arm.unknown() != nullptr) == (model.version() >= 260));
        CHECK((arm.unknown() == nullptr || arm.unknown()->get() == 0x1234'5678));

        const auto rise = arm.translation();
        CHECK(rise.interpolation == m2::interpolation::linear);
        CHECK(rise.global_sequence == -1);
        CHECK(rise.loop == 0);
        CHECK(ranges(rise.ranges) == numbers{0, 2, 2, 2, 0, 0});
        CHECK(values(rise.times) == numbers{1000, 1500, 2000});
        REQUIRE(rise.values.size() == 3);
        CHECK(vector{rise.values[2]} == vector{0, 0, 3});
        const auto grow = arm.scale();
        CHECK(grow.interpolation == m2::interpolation::step);
        CHECK(grow.global_sequence == 0);
        CHECK(grow.loop == 500);
        CHECK(vector{grow.values[1]} == vector{2, 2, 2});

        std::size_t count = 0;
        for (const auto& bone : bones) {
            CHECK(bone.parent() == static_cast<std::int32_t>(count) - 1);
            ++count;
        }
        CHECK(count == 2);
        CHECK(values(model.key_bone_lookup()) == numbers{-1, 1});
    });
}

TEST_CASE("m2: rotations are full or packed") {
    in_every_form([](const auto& model) {
        const auto turn = model.bones()[1].rotation();
        CHECK(turn.key_count() == 2);
        CHECK(values(turn.timeline().times) == numbers{1000, 2000});
        const bool is_packed = model.version() >= 260;
        CHECK(turn.full.values.size() == (is_packed ? 0 : 2));
        CHECK(turn.packed.values.size() == (is_packed ? 2 : 0));
        if (is_packed) {
            const auto& identity = turn.packed.values[0];
            CHECK(numbers{identity.x, identity.y, identity.z, identity.w} == numbers{32767, 32767, 32767, -1});
        } else {
            CHECK(turn.full.values[1].z.get() == fixtures::m2::half);
        }
    });
}

TEST_CASE("m2: a bone that is not there") {
    in_every_form([](const auto& model) {
        const auto none = model.bones()[2];
        CHECK_FALSE(none);
        CHECK(none.header() == nullptr);
        CHECK(none.unknown() == nullptr);
        CHECK(none.pivot() == nullptr);
        CHECK(none.parent() == -1);
        CHECK(none.flags() == 0);
        CHECK(none.translation().empty());
        CHECK(none.rotation().empty());
        CHECK(none.scale().empty());
    });
}

TEST_CASE("m2: bones in any order form a tree") {
    fixtures::m2::model described;
    described.bones = {{2}, {}, {1}, {1}};
    const opened all{described};
    REQUIRE(all.bones.size() == 4);
    CHECK(all.bones.parent(0) == 2);
    CHECK(all.bones.parent(1) == npos);
    const numbers order{all.bones.preorder(0), all.bones.preorder(1), all.bones.preorder(2), all.bones.preorder(3)};
    CHECK(order == numbers{1, 2, 0, 3});
    std::vector<tree_entry> few(3);
    CHECK(all.model.index(few).empty());
}

TEST_CASE("m2: vertices") {
    in_every_form([](const auto& model) {
        REQUIRE(model.vertices().size() == 3);
        const auto& second = model.vertices()[1];
        CHECK(vector{second.position} == vector{1, 0, 0});
        CHECK(vector{second.normal} == vector{0, 1, 0});
        CHECK(values(second.weights) == numbers{192, 63, 0, 0});
        CHECK(values(second.bones) == numbers{1, 0, 0, 0});
        CHECK(second.texcoords[0].x.get() == 1);
        CHECK(second.texcoords[0].y.get() == 0);
        CHECK(model.vertices()[2].texcoords[1].x.get() == 0.25F);
        CHECK(model.vertices()[2].texcoords[1].y.get() == 0.5F);
    });
}

TEST_CASE("m2: views") {
    in_every_form([](const auto& model) {
        REQUIRE(model.views().size() == 1);
        CHECK_FALSE(model.views().empty());
        const auto view = model.views()[0];
        CHECK(view.header()->bone_limit.get() == 75);
        CHECK(values(view.indices()) == numbers{2, 0, 1});
        CHECK(values(view.triangles()) == numbers{0, 1, 2});
        CHECK(view.vertex_of(view.triangles()[0]) == 2);
        CHECK(view.bone_properties().size() == 3);
        CHECK(values(view.bone_properties()[2].palette) == numbers{0, 1, 0, 0});
        REQUIRE(view.submeshes().size() == 1);
        const auto& part = view.submeshes()[0];
        CHECK(part.id.get() == 101);
        CHECK(part.level.get() == 0);
        CHECK(part.first_vertex.get() == 0);
        CHECK(part.vertex_count.get() == 3);
        CHECK(part.first_index.get() == 0);
        CHECK(part.index_count.get() == 3);
        CHECK(part.bone_count.get() == 2);
        CHECK(part.first_palette_bone.get() == 0);
        CHECK(part.influence_count.get() == 2);
        CHECK(part.center_bone.get() == 1);
        CHECK(vector{part.center} == vector{1, 2, 3});
        CHECK(values(view.triangles(part)) == numbers{0, 1, 2});
        CHECK(values(model.bone_lookup()) == numbers{1, 0});
        CHECK(values(model.palette(part)) == numbers{1, 0});

        REQUIRE(view.submesh_sortings().size() == (model.version() < 260 ? 0 : 1));
        for (const auto& sorting : view.submesh_sortings()) {
            CHECK(vector{sorting.center} == vector{4, 5, 6});
            CHECK(sorting.radius.get() == 7);
        }
    });
}

TEST_CASE("m2: batches") {
    in_every_form([](const auto& model) {
        REQUIRE(model.views()[0].batches().size() == 1);
        const auto& batch = model.views()[0].batches()[0];
        CHECK(batch.flags == m2::batch_is_static);
        CHECK(batch.priority_plane.get() == -2);
        CHECK(batch.shader.get() == 4);
        CHECK(batch.submesh.get() == 0);
        CHECK(batch.color.get() == 0);
        CHECK(batch.material.get() == 0);
        CHECK(batch.layer.get() == 3);
        CHECK(batch.texture_count.get() == 2);
        CHECK(batch.texture_combo.get() == 0);
    });
}

TEST_CASE("m2: a view that is not there") {
    in_every_form([](const auto& model) {
        const auto none = model.views()[1];
        CHECK_FALSE(none);
        CHECK(none.header() == nullptr);
        CHECK(none.indices().empty());
        CHECK(none.triangles().empty());
        CHECK(none.bone_properties().empty());
        CHECK(none.submeshes().empty());
        CHECK(none.submesh_sortings().empty());
        CHECK(none.batches().empty());
        CHECK(none.vertex_of(model.views()[0].triangles()[0]) == m2::view::no_vertex);
    });
}

TEST_CASE("m2: submeshes beyond their lists") {
    fixtures::m2::model described = fixtures::m2::small(260);
    fixtures::m2::view& cut = described.views[0];
    cut.triangles = {0, 1, 2, 2, 1, 0, 1};
    const fixtures::m2::submesh whole = cut.submeshes[0];
    cut.submeshes.assign(5, whole);
    cut.submeshes[0].first_index = 3;
    cut.submeshes[0].index_count = 300;
    cut.submeshes[0].bone_count = 9;
    cut.submeshes[0].first_bone = 1;
    cut.submeshes[1].first_index = 7;
    cut.submeshes[1].first_bone = 2;
    cut.submeshes[2].index_count = 5;
    cut.submeshes[3].level = 1; // 65,536 further on
    cut.submeshes[4].first_index = 0xFFFF;
    cut.submeshes[4].level = 0xFFFF;
    const opened all{described};
    const m2::view view = all.model.views()[0];
    CHECK(values(view.triangles(view.submeshes()[0])) == numbers{2, 1, 0}); // a lone corner is no triangle
    CHECK(values(all.model.palette(view.submeshes()[0])) == numbers{0});
    CHECK(view.triangles(view.submeshes()[1]).empty());
    CHECK(all.model.palette(view.submeshes()[1]).empty());
    CHECK(values(view.triangles(view.submeshes()[2])) == numbers{0, 1, 2});
    CHECK(view.triangles(view.submeshes()[3]).empty());
    CHECK(view.triangles(view.submeshes()[4]).empty());
}

TEST_CASE("m2: triangles past 65,536 corners") {
    fixtures::m2::model described = fixtures::m2::small(260);
    fixtures::m2::view& cut = described.views[0];
    cut.triangles.assign(0x1'0000 + 6, 0);
    cut.triangles[0x1'0003] = 2;
    cut.submeshes[0].level = 1;
    cut.submeshes[0].first_index = 3;
    const opened all{described};
    const m2::view view = all.model.views()[0];
    CHECK(values(view.triangles(view.submeshes()[0])) == numbers{2, 0, 0});
}

TEST_CASE("m2: colors, textures and materials") {
    in_every_form([](const auto& model) {
        REQUIRE(model.colors().size() == 1);
        CHECK(vector{held(model.get(model.colors()[0].rgb))} == vector{1, 0.5F, 0.25F});
        CHECK(held(model.get(model.colors()[0].alpha)).stored.get() == 16384);
        REQUIRE(model.textures().size() == 1);
        const auto& texture = model.textures()[0];
        CHECK(texture.type.get() == m2::texture_type::file);
        CHECK(texture.flags.get() == m2::texture_wraps_y);
        CHECK(texture.padding.get() == 0xFFFF);
        CHECK(model.get(texture.name) == "a\\b.blp");
        REQUIRE(model.weights().size() == 1);
        CHECK(held(model.get(model.weights()[0])).stored.get() == 32767);
        REQUIRE(model.transforms().size() == 1);
        const auto& transform = model.transforms()[0];
        CHECK(vector{held(model.get(transform.translation))} == vector{1, 0, 0});
        CHECK(held(model.get(transform.rotation)).w.get() == 1);
        CHECK(vector{held(model.get(transform.scale))} == vector{2, 2, 1});
        REQUIRE(model.materials().size() == 1);
        CHECK(model.materials()[0].flags.get() == (m2::material_is_unlit | m2::material_is_two_sided));
        CHECK(model.materials()[0].blend.get() == m2::blending::alpha);
        CHECK(values(model.replaceable_lookup()) == numbers{-1, 0});
        CHECK(values(model.texture_lookup()) == numbers{0, -1});
        CHECK(values(model.texture_unit_lookup()) == numbers{1, -1});
        CHECK(values(model.weight_lookup()) == numbers{0});
        CHECK(values(model.transform_lookup()) == numbers{0, -1});
    });
}

TEST_CASE("m2: attachments and events") {
    in_every_form([](const auto& model) {
        REQUIRE(model.attachments().size() == 1);
        const auto& attachment = model.attachments()[0];
        CHECK(attachment.id.get() == 11);
        CHECK(attachment.bone.get() == 1);
        CHECK(attachment.padding.get() == 48823);
        CHECK(vector{attachment.position} == vector{1, 2, 3});
        CHECK(held(model.get(attachment.visible)) == 1);
        CHECK(values(model.attachment_lookup()) == numbers{-1, 0});
        REQUIRE(model.events().size() == 1);
        const auto& event = model.events()[0];
        CHECK(event.id == "$HIT");
        CHECK(event.data.get() == 6801);
        CHECK(event.bone.get() == 1);
        CHECK(vector{event.position} == vector{3, 2, 1});
        CHECK(ranges(model.get(event.times).ranges) == numbers{0, 1, 1, 1});
        CHECK(values(model.get(event.times).times) == numbers{1250});
    });
}

TEST_CASE("m2: lights and cameras") {
    in_every_form([](const auto& model) {
        REQUIRE(model.lights().size() == 1);
        const auto& light = model.lights()[0];
        CHECK(light.type.get() == m2::light_type::point);
        CHECK(light.bone.get() == 1);
        CHECK(vector{light.position} == vector{1, 1, 1});
        CHECK(vector{held(model.get(light.ambient_color))} == vector{1, 0, 0});
        CHECK(held(model.get(light.ambient_intensity)).get() == 0.5F);
        CHECK(vector{held(model.get(light.diffuse_color))} == vector{0, 1, 0});
        CHECK(held(model.get(light.diffuse_intensity)).get() == 2);
        CHECK(held(model.get(light.attenuation_start)).get() == 3);
        CHECK(held(model.get(light.attenuation_end)).get() == 4);
        CHECK(held(model.get(light.visible)) == 1);
        REQUIRE(model.cameras().size() == 1);
        const auto& camera = model.cameras()[0];
        CHECK(camera.type.get() == m2::camera_type::character_info);
        CHECK(camera.diagonal_field_of_view.get() == 1.5F);
        CHECK(camera.far_clip.get() == 27);
        CHECK(camera.near_clip.get() == 0.25F);
        CHECK(vector{camera.position_base} == vector{1, 0, 0});
        CHECK(vector{camera.target_base} == vector{0, 1, 0});
        CHECK(vector{held(model.get(camera.position)).value} == vector{1, 2, 3});
        CHECK(vector{held(model.get(camera.target)).in} == vector{4, 5, 6});
        CHECK(held(model.get(camera.roll)).out.get() == 3);
        CHECK(values(model.camera_lookup()) == numbers{-1, 0});
    });
}

TEST_CASE("m2: ribbons") {
    in_every_form([](const auto& model) {
        REQUIRE(model.ribbons().size() == 1);
        const auto& ribbon = model.ribbons()[0];
        CHECK(ribbon.id.get() == 3);
        CHECK(ribbon.bone.get() == 1);
        CHECK(vector{ribbon.position} == vector{1, 2, 3});
        CHECK(values(model.get(ribbon.textures)) == numbers{4, 5});
        CHECK(values(model.get(ribbon.materials)) == numbers{6});
        CHECK(vector{held(model.get(ribbon.color))} == vector{1, 1, 0});
        CHECK(held(model.get(ribbon.alpha)).stored.get() == 16384);
        CHECK(held(model.get(ribbon.height_above)).get() == 1);
        CHECK(held(model.get(ribbon.height_below)).get() == 2);
        CHECK(ribbon.edges_per_second.get() == 10);
        CHECK(ribbon.edge_lifetime.get() == 0.5F);
        CHECK(ribbon.gravity.get() == -1);
        CHECK(ribbon.rows.get() == 2);
        CHECK(ribbon.columns.get() == 4);
        CHECK(held(model.get(ribbon.slot)).get() == 3);
        CHECK(held(model.get(ribbon.visible)) == 1);
    });
}

TEST_CASE("m2: particles") {
    in_every_form([](const auto& model) {
        REQUIRE(model.particles().size() == 1);
        const auto& particle = model.particles()[0];
        CHECK(particle.id.get() == -1);
        CHECK(particle.flags.get() == m2::particle_is_no_billboard);
        CHECK(vector{particle.position} == vector{3, 4, 5});
        CHECK(particle.bone.get() == 1);
        CHECK(particle.texture.get() == 2);
        CHECK(model.get(particle.model) == "m");
        CHECK(model.get(particle.recursion_model) == "r");
        const m2::emission emission = m2::emission_of(model, particle);
        CHECK(emission.blend == 4);
        CHECK(emission.shape == m2::emitter_shape::sphere);
        CHECK(emission.color_index == (model.version() < 263 ? 0 : 9));
        CHECK(particle.type == 1);
        CHECK(particle.head_or_tail == 2);
        CHECK(particle.tile_rotation.get() == -1);
        CHECK(particle.rows.get() == 3);
        CHECK(particle.columns.get() == 4);
        for (std::size_t i = 0; i < m2::particle_track_count; ++i) {
            CHECK(held(model.get(particle.tracks[i])).get() == static_cast<float>(i));
        }
        CHECK(particle.midpoint.get() == 0.5F);
        CHECK(particle.colors[1].b == 5);
        CHECK(particle.colors[1].a == 8);
        CHECK(values(particle.scales) == numbers{1, 2, 3});
        CHECK(values(particle.cells) == numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        CHECK(particle.tail_length.get() == 0);
        CHECK(particle.drag.get() == 6);
        CHECK(values(particle.tumble) == numbers{8, 9, 10, 11, 12, 13});
        CHECK(vector{particle.wind} == vector{14, 15, 16});
        CHECK(particle.follow_scale_2.get() == 21);
        REQUIRE(model.get(particle.spline_points).size() == 1);
        CHECK(vector{model.get(particle.spline_points)[0]} == vector{1, 2, 3});
        CHECK(held(model.get(particle.enabled)) == 1);
    });
}

TEST_CASE("m2: converted particles of version 256 may store what belongs to 263") {
    fixtures::m2::model described = fixtures::m2::small(256);
    described.particles[0].blend = 0x0104;
    described.particles[0].shape = 0;
    const opened converted{described};
    const m2::emission made = m2::emission_of(converted.model, converted.model.particles()[0]);
    CHECK(made.blend == 4);
    CHECK(made.shape == m2::emitter_shape::plane);
    CHECK(made.color_index == 0);
}

TEST_CASE("m2: collision") {
    in_every_form([](const auto& model) {
        CHECK(values(model.collision_triangles()) == numbers{0, 1, 2});
        REQUIRE(model.collision_vertices().size() == 3);
        CHECK(vector{model.collision_vertices()[1]} == vector{1, 0, 0});
        REQUIRE(model.collision_normals().size() == 1);
        CHECK(vector{model.collision_normals()[0]} == vector{0, 0, 1});
    });
}

TEST_CASE("m2: names end at their first NUL") {
    fixtures::m2::model described;
    described.name = std::string{"imp\0leftover", 12};
    CHECK(opened{described}.model.name() == "imp");
    support::byte_builder endless = fixtures::m2::write(described);
    endless.poke(endless.at("m2.name"), 2);
    CHECK(m2::open(endless.span()).value().name() == "im"); // the count ends it, too
}

TEST_CASE("m2: a model of nothing") {
    const opened none{{}};
    CHECK(none.file.size() == 0x150 + 16); // the header, and the NUL of the name
    CHECK(none.model.name().empty());
    CHECK(none.model.bones().empty());
    CHECK(none.model.views().empty());
    CHECK(none.model.find_sequence(0) == m2::no_sequence);
    CHECK(none.bones.empty());
    CHECK_FALSE(verify(none.model));

    const m2::model empty;
    CHECK(empty.header() == nullptr);
    CHECK(empty.version() == 0);
    CHECK(empty.name().empty());
    CHECK(empty.sequences().empty());
    CHECK(empty.bones().empty());
    CHECK(empty.views().empty());
    CHECK(empty.views()[0].indices().empty());
    CHECK(empty.index({}).empty());
    CHECK_FALSE(verify(empty));
}

TEST_CASE("m2: the offset of an empty list means nothing, and of flipbooks nothing is known") {
    const fixtures::m2::written whole = fixtures::m2::write_all({});
    support::byte_builder file = whole.file;
    for (const fixtures::m2::reference& list : whole.lists) {
        file.poke(file.at(list.location) + 4, list.count == 0 ? 0xFFFF'FFFF : 0);
    }
    file.poke(file.at("m2.flipbooks"), 0xFFFF'FFFF).poke(file.at("m2.flipbooks") + 4, 0xFFFF'FFFF);
    CHECK(m2::open(file.span()));
}

TEST_CASE("m2: tracks of unequal lists have as many keys as the shorter one") {
    fixtures::m2::model described;
    described.bones = {{}};
    described.bones[0].translation = {fixtures::m2::linear, -1, {}, {1, 2, 3}, {0, 0, 0, 1, 1, 1}};
    const opened all{described};
    CHECK(all.model.bones()[0].translation().key_count() == 2);
    CHECK_FALSE(all.model.bones()[0].translation().has_tangents());
}

TEST_CASE("m2: any file of the wing is visited as one") {
    const auto file = fixtures::m2::write(fixtures::m2::small(260));
    CHECK(identify(file.span()).what == kind::m2_model);
    CHECK(identify(file.span()).version == 260);
    std::size_t bones = 0;
    const error why = visit(file.span(), [&](const auto& view) {
        if constexpr (requires { view.key_bone_lookup(); }) {
            bones = view.bones().size();
        }
    });
    CHECK_FALSE(why);
    CHECK(bones == 2);
}
