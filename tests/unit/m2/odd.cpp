#include "m2/odd.hpp"

#include "m2/fixtures.hpp"

#include <initializer_list>
#include <utility>

namespace fixtures::m2::odd {

namespace {

// ---- tracks --------------------------------------------------------------------------------------------------------

// Three animations: 0 .. 1000, 2000 .. 3000 and 4000 .. 5000 ms, with regular ranges.
const track moving{linear, -1, {{0, 2}, {3, 4}, {5, 6}, {0, 0}}, {0, 500, 1000, 2000, 3000, 4000, 5000}};
const track constant{step, -1, {}, {0}};
const track looping{linear, 0, {}, {0, 250, 500}};
const track curved{hermite, -1, {{0, 1}, {1, 1}, {1, 1}}, {0, 1000}};
const track firing{step, -1, {{0, 1}, {1, 2}, {2, 2}, {0, 0}}, {500, 2500}};

// A track with `width` numbers per key, made by number(i).
template <class Number> track with(track keys, std::size_t width, const Number& number) {
    for (std::size_t i = 0; i < keys.times.size() * width; ++i) {
        keys.values.push_back(number(i));
    }
    return keys;
}
// The numbers count up from `from`.
track counting(const track& keys, std::size_t width, float from) {
    return with(keys, width, [&](std::size_t i) { return from + static_cast<float>(i); });
}
// The stored numbers count up from `from`.
track opacities(const track& keys, float from) {
    return with(keys, 1, [&](std::size_t i) { return (from + static_cast<float>(i)) / 32767; });
}
track switches(const track& keys) {
    return with(keys, 1, [](std::size_t i) { return i % 2 == 0 ? 1.0F : 0.0F; });
}
track rotations(const track& keys) { // the identity, and half a turn
    return with(keys, 4, [](std::size_t i) { return i % 8 == 3 || i % 8 == 5 ? 1.0F : 0.0F; });
}

// ---- the model -----------------------------------------------------------------------------------------------------

box box_from(float from) { return {{from, from + 1, from + 2}, {from + 10, from + 11, from + 12}, from + 20}; }

void add_skeleton(model& to) {
    to.global_sequences = {500};
    for (std::uint16_t i = 0; i < 3; ++i) {
        to.animations.push_back({.start = 2000U * i,
                                 .end = 2000U * i + 1000,
                                 .flags = 1,
                                 .probability = 16383,
                                 .blend_time = 150U + i,
                                 .bounds = box_from(static_cast<float>(i)),
                                 .alias = 16255,
                                 .move_speed = 2.5F + static_cast<float>(i),
                                 .padding = 0x3D75,
                                 .replay_min = i + 1U,
                                 .replay_max = i + 2U});
    }
    to.animations[0].next = 1;
    to.animations[1].variation = 1;
    to.animations[2].id = 4;
    to.animations[2].flags = is_alias;
    to.animations[2].alias = 0;
    to.animation_lookup = {0, -1, -1, -1, 2};
    to.playable_lookup = {{3, 0}, {4, 1}};
    to.bones = {{-1, {0, 4, 5}, 0, 0x200, counting(moving, 3, 1.5F), rotations(constant), {}, 0x3F0B, 0x20017},
                {0, {1, 4, 5}, -1, 8, {}, rotations(looping), curved, 0x3F0B, 0x20017}};
    to.bones[1].scale.values = {1, 2, 0, 1, 2, 1, 1, 2, 2, 1, 2, 3, 1, 2, 4, 1, 2, 5};
    to.key_bone_lookup = {0, -1};
}

void add_mesh(model& to) {
    for (std::uint8_t i = 0; i < 6; ++i) {
        const int row = i / 2;
        const std::uint8_t bone = i < 3 ? 0 : 1;
        to.vertices.push_back({.position = {static_cast<float>(i % 3), static_cast<float>(row), 7},
                               .texcoord = {0.25F, 0.75F},
                               .bones = {bone},
                               .second_texcoord = {0.5F, static_cast<float>(i)}});
    }
    to.vertices[0].weights = {128, 127, 0, 0};
    to.vertices[0].bones = {0, 1, 0, 0};
    skin_profile profile{.indices = {0, 1, 2, 3, 4, 5}, .triangles = {0, 1, 2, 3, 4, 5}};
    profile.properties.assign(6, {});
    profile.properties[0][1] = 1;
    profile.submeshes = {{101, 0, 3, 0, 3, 2, 0, 2, 0, {1, 2, 3}, {4, 5, 6}, 7},
                         {102, 3, 3, 3, 3, 1, 1, 1, 1, {1, 2, 3}, {4, 5, 6}, 7}};
    profile.batches = {{.color = 0, .priority = -1, .shader = 3},
                       {.submesh = 1, .texture = 1, .transform = 1, .priority = -2, .layer = 1, .shader = 3}};
    to.skin_profiles = {profile, profile};
    to.skin_profiles[1].bone_limit = 21;
    to.collision_triangles = {0, 1, 2};
    to.collision_vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    to.collision_normals = {{0, 0, 1}};
}

void add_materials(model& to) {
    to.colors = {{counting(moving, 3, 0), opacities(moving, 100)}};
    to.textures = {{"A\\B.blp", 0, 3, 0xFFFF}, {"", 11, 3, 0xFFFF}};
    to.weights = {opacities(looping, 32000)};
    to.transforms = {{counting(looping, 3, 8), rotations(looping), counting(constant, 3, 9)}};
    to.replaceable_lookup = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1};
    to.materials = {{0x11, 4}};
    to.bone_lookup = {0, 1};
    to.texture_lookup = {0, 1};
    to.texture_unit_lookup = {0};
    to.weight_lookup = {0};
    to.transform_lookup = {-1, 0};
}

void add_attached(model& to) {
    to.attachments = {{1, 1, {1, 2, 3}, switches(constant), 48823}};
    to.attachment_lookup = {-1, 0};
    to.events = {{"$HIT", 6801, 1, {4, 5, 6}, firing}};
    to.lights = {{.position = {7, 8, 9},
                  .ambient_color = counting(constant, 3, 1),
                  .ambient_intensity = counting(constant, 1, 2),
                  .diffuse_color = counting(moving, 3, 3),
                  .diffuse_intensity = counting(moving, 1, 4),
                  .attenuation_start = counting(looping, 1, 5),
                  .attenuation_end = counting(looping, 1, 6),
                  .visible = switches(looping)}};
    to.cameras = {{0, 0.95F, 27.75F, 0.25F, {1, 2, 3}, {4, 5, 6}}};
    to.cameras[0].position = counting(moving, 9, 1);
    to.cameras[0].target = counting(looping, 9, 2);
    to.cameras[0].roll = counting(constant, 3, 3);
    to.camera_lookup = {0};
}

void add_emitters(model& to) {
    to.ribbons = {{.bone = 1,
                   .position = {1, 2, 3},
                   .textures = {0, 1},
                   .materials = {0},
                   .color = counting(constant, 3, 1),
                   .alpha = opacities(constant, 2),
                   .above = counting(moving, 1, 3),
                   .below = counting(looping, 1, 4),
                   .edges_per_second = 10,
                   .edge_lifetime = 11,
                   .gravity = 12,
                   .rows = 13,
                   .columns = 14,
                   .slot = counting(constant, 1, 5),
                   .visible = switches(moving)}};
    particle sparks{.flags = 0x1000,
                    .position = {1, 2, 3},
                    .bone = 1,
                    .model = "M",
                    .recursion_model = "R.m2",
                    .shape = 2,
                    .color_index = 11,
                    .type = 1,
                    .head_or_tail = 2,
                    .tile_rotation = -1,
                    .rows = 3,
                    .columns = 4,
                    .bgra = {{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}},
                    .scales = {1, 2, 3},
                    .cells = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                    .spline = {{0, 1, 2}, {1, 1, 2}},
                    .enabled = switches(constant)};
    for (std::size_t i = 0; i < sparks.tracks.size(); ++i) {
        sparks.tracks[i] = counting(i == 3 ? moving : constant, 1, static_cast<float>(i));
    }
    for (std::size_t i = 0; i < sparks.numbers.size(); ++i) {
        sparks.numbers[i] = 100 + static_cast<float>(i);
    }
    to.particles = {sparks};
}

// Names the fields of each record of a list.
using fields = std::initializer_list<std::pair<const char*, std::size_t>>;
void mark(byte_builder& to, const std::string& list, std::size_t count, fields all) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::string record = list + '[' + std::to_string(i) + ']';
        for (const auto& [name, offset] : all) {
            to.mark(record + '.' + name, to.at(record) + offset);
        }
    }
}
void mark_fields(byte_builder& to, std::uint32_t version) {
    mark(to, "m2.animations", 3,
         {{"start", 0x04}, {"end", 0x08}, {"speed", 0x0C}, {"bounds", 0x24}, {"next", 0x40}, {"alias", 0x42}});
    mark(to, "m2.bones", 2, {{"parent", 0x08}, {"pivot", version < 260 ? 0x60 : 0x64}});
    mark(to, "m2.vertices", 6, {{"position", 0x00}, {"weights", 0x0C}, {"bones", 0x10}, {"normal", 0x14}});
    for (const char* const profile : {"m2.skinProfiles[0]", "m2.skinProfiles[1]"}) {
        to.mark(profile + std::string{".limit"}, to.at(profile) + 0x28);
        mark(to, profile + std::string{".submeshes"}, 2,
             {{"vertexCount", 0x06},
              {"firstIndex", 0x08},
              {"indexCount", 0x0A},
              {"boneCount", 0x0C},
              {"palette", 0x0E},
              {"influences", 0x10},
              {"centerBone", 0x12}});
        mark(to, profile + std::string{".batches"}, 2,
             {{"submesh", 0x04},
              {"color", 0x08},
              {"material", 0x0A},
              {"textureCount", 0x0E},
              {"texture", 0x10},
              {"unit", 0x12},
              {"weight", 0x14},
              {"transform", 0x16}});
    }
    mark(to, "m2.attachments", 1, {{"bone", 0x04}, {"position", 0x08}});
    mark(to, "m2.events", 1, {{"bone", 0x08}, {"position", 0x0C}});
    mark(to, "m2.lights", 1, {{"bone", 0x02}, {"position", 0x04}});
    mark(to, "m2.cameras", 1, {{"view", 0x04}});
    mark(to, "m2.ribbons", 1, {{"bone", 0x04}, {"position", 0x08}});
    mark(to, "m2.particles", 1, {{"position", 0x08}, {"bone", 0x14}, {"texture", 0x16}, {"emission", 0x28}});
}

} // namespace

byte_builder valid_file(std::uint32_t version) {
    model described{.version = version, .name = "Figure", .flags = 3};
    described.alignment = 1;
    described.bounds = {{0, 1, 2}, {3, 4, 5}, 6};
    described.collision_bounds = {{7, 8, 9}, {10, 11, 12}, 13};
    add_skeleton(described);
    add_mesh(described);
    add_materials(described);
    add_attached(described);
    add_emitters(described);
    byte_builder out = write(described);
    mark_fields(out, version);
    return out;
}

} // namespace fixtures::m2::odd
