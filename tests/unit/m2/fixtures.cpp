#include "m2/fixtures.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace fixtures::m2 {

track constant(std::vector<float> value) { return {step, -1, {}, {0}, std::move(value)}; }

std::int16_t packed(float component) {
    const float scaled = component * 32767;
    const auto nearest = static_cast<std::int32_t>(scaled < 0 ? scaled - 0.5F : scaled + 0.5F);
    return static_cast<std::int16_t>(nearest > 0 ? nearest - 32768 : nearest + 32767);
}

track held(std::vector<float> value) { return {linear, -1, {{0, 0}}, {1000}, std::move(value)}; }

chunk u32_chunk(std::string id, std::vector<std::uint32_t> values) {
    return {std::move(id), [values = std::move(values)](byte_builder& to) {
                for (const std::uint32_t value : values) {
                    to.u32(value);
                }
            }};
}
chunk u16_chunk(std::string id, std::vector<std::uint16_t> values) {
    return {std::move(id), [values = std::move(values)](byte_builder& to) {
                for (const std::uint16_t value : values) {
                    to.u16(value);
                }
            }};
}

std::vector<std::int16_t> hashed(const std::vector<animation>& animations, std::size_t slots) {
    std::vector<std::int16_t> out(slots, -1);
    std::set<std::uint16_t> known;
    for (std::size_t i = 0; i < animations.size() && slots != 0; ++i) {
        if (!known.insert(animations[i].id).second) {
            continue;
        }
        std::size_t slot = animations[i].id % slots;
        for (std::size_t s = 1; out[slot] >= 0; ++s) {
            if (s > slots) {
                std::fputs("the fixture's look-up has too few slots\n", stderr);
                std::abort();
            }
            slot = (slot + s * s) % slots;
        }
        out[slot] = static_cast<std::int16_t>(i);
    }
    return out;
}

std::string suffix_of(const companion_file& companion) {
    const auto digits = [](std::size_t number, std::size_t width) {
        const std::string plain = std::to_string(number);
        return std::string(width - std::min(width, plain.size()), '0') + plain;
    };
    switch (companion.kind) {
    case companion_kind::skin: return digits(companion.id, 2) + ".skin";
    case companion_kind::animation: return digits(companion.id, 4) + '-' + digits(companion.variation, 2) + ".anim";
    case companion_kind::skeleton: return ".skel";
    case companion_kind::parent_skeleton: return "_parent.skel";
    }
    return {};
}

namespace {

// Adds the data that only versions from 264 on have.
void add_later_data(model& small) {
    small.flags |= combined_textures;
    small.combiner_combos = {3, 1};
    small.animations[0].flags = inside;
    animation external = small.animations[1];
    external.id = 5;
    external.variation = 0;
    external.flags = is_alias;
    external.alias = 1;
    animation own = small.animations[0];
    own.id = 6;
    own.flags = inside | is_alias;
    own.next = -1;
    own.alias = 0;
    small.animations.insert(small.animations.end(), {external, own});
    small.hashed_lookup = hashed(small.animations, 5);
    small.skin_profiles[0].shadow_batches = {{1, 2, 3, 0, 0, 0xFFFF, 4}};
    small.ribbons[0].priority_plane = -2;
    small.cameras[0].field_of_view = held({1.5F, 1, 2});
    particle& sparks = small.particles[0];
    sparks.lifespan_variation = 0.5F;
    sparks.emission_rate_variation = 1.5F;
    sparks.color = {{0, 32767}, {255, 128, 0, 1, 2, 3}};
    sparks.tail_cells = {{0}, {7}};
    sparks.scale_variation = {0.25F, 0.75F};
    sparks.base_spin = 30;
    sparks.base_spin_variation = 31;
    sparks.spin_variation = 32;
    sparks.multi_texture = {1, -2, 3, -4, 5, -6, 7, -8};
}

} // namespace

model small(std::uint32_t version) {
    model out;
    out.version = version;
    out.alignment = 1;
    out.name = "imp";
    out.flags = 3;
    out.global_sequences = {500, 0};
    out.animations = {
        {0, 0, 1000, 2000, 0, 32767, 150, {{-1, -2, -3}, {1, 2, 3}, 4}, 1, 0xCDCD, 2.5F, 0xABAB, 3, 4},
        {4, 1, 3000, 3500, 1, 100, 50},
    };
    out.animation_lookup = {0, -1, -1, -1, 1};
    out.playable_lookup = {{0, 0}, {0, 3}};
    bone arm{0, {0, 0, 1}, 5, 0x208};
    arm.translation = {linear, -1, {{0, 2}, {2, 2}, {0, 0}}, {1000, 1500, 2000}, {0, 0, 0, 0, 0, 1, 0, 0, 3}};
    arm.rotation = {linear, -1, {{0, 1}, {1, 1}, {0, 0}}, {1000, 2000}, {0, 0, 0, 1, 0, 0, half, half}};
    arm.scale = {step, 0, {{0, 0}}, {0, 500}, {1, 1, 1, 2, 2, 2}};
    arm.submesh = 7;
    arm.unknown = 0x1234'5678;
    out.bones = {{-1, {}, 26}, arm};
    out.key_bone_lookup = {-1, 1};
    out.vertices = {
        {{0, 0, 0}, {0, 0, 1}, {0, 0}},
        {{1, 0, 0}, {0, 1, 0}, {1, 0}, {192, 63, 0, 0}, {1, 0, 0, 0}},
        {{0, 1, 1}, {1, 0, 0}, {0, 1}, {255, 0, 0, 0}, {1, 0, 0, 0}, {0.25F, 0.5F}},
    };
    skin_profile profile;
    profile.indices = {2, 0, 1};
    profile.triangles = {0, 1, 2};
    profile.properties = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}};
    profile.submeshes = {{101, 0, 3, 0, 3, 2, 0, 2, 1, {1, 2, 3}, {4, 5, 6}, 7}};
    profile.batches = {{0, 0, 0, 0, 0, 0, 0, 2, 0x10, -2, 3, 4}};
    profile.bone_limit = 75;
    out.skin_profiles = {profile};
    out.colors = {{held({1, 0.5F, 0.25F}), held({0.5F})}};
    out.textures = {{"a\\b.blp", 0, 2, 0xFFFF}};
    out.weights = {held({1})};
    out.transforms = {{held({1, 0, 0}), held({0, 0, 0, 1}), held({2, 2, 1})}};
    out.replaceable_lookup = {-1, 0};
    out.materials = {{5, 2}};
    out.bone_lookup = {1, 0};
    out.texture_lookup = {0, -1};
    out.texture_unit_lookup = {1, -1};
    out.weight_lookup = {0};
    out.transform_lookup = {0, -1};
    out.bounds = {{-1, -1, 0}, {1, 1, 2}, 3};
    out.collision_bounds = {{-2, -2, 0}, {2, 2, 4}, 5};
    out.collision_triangles = {0, 1, 2};
    out.collision_vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    out.collision_normals = {{0, 0, 1}};
    out.attachments = {{11, 1, {1, 2, 3}, held({1}), 48823}};
    out.attachment_lookup = {-1, 0};
    out.events = {{"$HIT", 6801, 1, {3, 2, 1}, {step, -1, {{0, 1}, {1, 1}}, {1250}, {}}}};
    out.lights = {
        {1, 1, {1, 1, 1}, held({1, 0, 0}), held({0.5F}), held({0, 1, 0}), held({2}), held({3}), held({4}), held({1})}};
    const std::vector<float> spline{1, 2, 3, 4, 5, 6, 7, 8, 9};
    out.cameras = {{1, 1.5F, 27, 0.25F, {1, 0, 0}, {0, 1, 0}, held(spline), held(spline), held({1, 2, 3})}};
    out.camera_lookup = {-1, 0};
    out.ribbons = {{3,
                    1,
                    {1, 2, 3},
                    {4, 5},
                    {6},
                    held({1, 1, 0}),
                    held({0.5F}),
                    held({1}),
                    held({2}),
                    10,
                    0.5F,
                    -1,
                    2,
                    4,
                    held({3}),
                    held({1})}};
    particle sparks;
    sparks.flags = 0x1000;
    sparks.position = {3, 4, 5};
    sparks.bone = 1;
    sparks.texture = 2;
    sparks.model = "m";
    sparks.recursion_model = "r";
    sparks.shape = 2;
    sparks.color_index = 9;
    sparks.type = 1;
    sparks.head_or_tail = 2;
    sparks.tile_rotation = -1;
    sparks.rows = 3;
    sparks.columns = 4;
    for (std::size_t i = 0; i < sparks.tracks.size(); ++i) {
        sparks.tracks[i] = held({static_cast<float>(i)});
    }
    sparks.bgra = {{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}};
    sparks.scales = {1, 2, 3};
    sparks.cells = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    for (std::size_t i = 0; i < sparks.numbers.size(); ++i) {
        sparks.numbers[i] = static_cast<float>(i);
    }
    sparks.spline = {{1, 2, 3}};
    sparks.enabled = held({1});
    out.particles = {sparks};
    if (version >= 264) {
        add_later_data(out);
    }
    return out;
}

model small_in_chunks(std::uint32_t version) {
    model out = small(version);
    out.chunked = true;
    out.chunked_animations = true;
    constexpr std::uint32_t numbers_of_files = 1000;
    const auto file = [](std::uint32_t i) { return numbers_of_files + i; };
    const chunk animation_files{"AFID", [=](byte_builder& to) { to.u16(4).u16(1).u32(file(20)).u16(7).u16(2).u32(0); }};
    const chunk bone_files = u32_chunk("BFID", {file(30), file(31)});
    out.chunks = {
        u32_chunk("PFID", {file(0)}),
        u32_chunk("SFID", {file(10), file(11), file(12)}), // of the skin profile, and two of lower detail
        animation_files,
        bone_files,
        u32_chunk("TXID", {file(40)}),
        u16_chunk("TXAC", {1, 2}), // for the material and for the emitter
        {"EXP2",
         [](byte_builder& to) { // an emitter's z source, color, alpha and alpha cutoff
             to.u32(1).u32(8).f32s({0.5F, 1.5F, 2.5F}).u32(2).u32(0x24).u32(2).u32(0x28);
             to.u16(0).u16(32767).u16(16).u16(32);
         }},
        u16_chunk("PABC", {4, 5}),
        u32_chunk("RPID", {file(50)}),
        u32_chunk("GPID", {file(60)}),
        {"PGD1", [](byte_builder& to) { to.u32(1).u32(8).u16(101); }},
        {"WFV1", [](byte_builder& to) { to.f32(0.75F); }},
        {"WFV3", [](byte_builder& to) { to.f32s({1, 2, 3, 4, 5, 6, 7, 8}).u32(9).zeros(0x24); }},
        {"LDV1", [](byte_builder& to) { to.u16(0).u16(3).f32(40).u8(0).u8(1).u8(2).u8(3).u32(0); }},
        {"EDGF", [](byte_builder& to) { to.f32s({0.25F, 0.5F, 2}).zeros(0x14); }},
        {"ZZZZ", [](byte_builder& to) { to.text("other"); }},
    };
    out.skeleton_chunks = {animation_files, bone_files};
    return out;
}

model small_with_skeleton(std::uint32_t version) {
    model out = small_in_chunks(version);
    out.skeleton_id = 900;
    // The .skel has these lists instead of the model.
    out.chunks.erase(std::remove_if(out.chunks.begin(), out.chunks.end(),
                                    [](const chunk& one) { return one.id == "AFID" || one.id == "BFID"; }),
                     out.chunks.end());
    return out;
}

} // namespace fixtures::m2
