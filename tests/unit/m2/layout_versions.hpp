// Records with two layouts: before version 264, and from 264 on.
#pragma once

#include "support/layout.hpp"

#include <effigy/m2/records.hpp>

namespace layouts_m2 {

using namespace effigy;
using support::check_layout;

using rows = std::vector<support::layout_row>;
inline void append(rows& to, const rows& more) { to.insert(to.end(), more.begin(), more.end()); }

template <form F, m2::keying K> void check_m2_versions() {
    using namespace effigy::m2;
    constexpr bool is_old = K == keying::timeline;
    const auto at = [](std::size_t before_264, std::size_t from_264) { return is_old ? before_264 : from_264; };
    {
        using R = std::conditional_t<is_old, basic_header<F>, basic_header_264<F>>;
        rows table{
            {0x000, "char[4]", "magic", &R::magic},
            {0x004, "u32", "version", &R::version},
            {0x008, "u32[2]<char>", "name", &R::name},
            {0x010, "u32", "globalFlags", &R::flags},
            {0x014, "u32[2]<u32>", "globalSequences", &R::global_sequences},
            {0x01C, "u32[2]<animation>", "animations", &R::animations},
            {0x024, "u32[2]<i16>", "animationLookup", &R::animation_lookup},
        };
        if constexpr (is_old) {
            table.push_back({0x02C, "u32[2]<playable>", "playableLookup", &R::playable_lookup});
        }
        append(table, {
                          {at(0x034, 0x02C), "u32[2]<bone>", "bones", &R::bones},
                          {at(0x03C, 0x034), "u32[2]<i16>", "keyBoneLookup", &R::key_bone_lookup},
                          {at(0x044, 0x03C), "u32[2]<vertex>", "vertices", &R::vertices},
                      });
        if constexpr (is_old) {
            table.push_back({0x04C, "u32[2]<skinProfile>", "skinProfiles", &R::skin_profiles});
        } else {
            table.push_back({0x044, "u32", "skinProfileCount", &R::skin_profile_count});
        }
        append(table, {
                          {at(0x054, 0x048), "u32[2]<color>", "colors", &R::colors},
                          {at(0x05C, 0x050), "u32[2]<texture>", "textures", &R::textures},
                          {at(0x064, 0x058), "u32[2]<track>", "textureWeights", &R::texture_weights},
                      });
        if constexpr (is_old) {
            table.push_back({0x06C, "unknownList", "flipbooks", &R::flipbooks});
        }
        append(table, {
                          {at(0x074, 0x060), "u32[2]<textureTransform>", "textureTransforms", &R::texture_transforms},
                          {at(0x07C, 0x068), "u32[2]<i16>", "replaceableLookup", &R::replaceable_lookup},
                          {at(0x084, 0x070), "u32[2]<material>", "materials", &R::materials},
                          {at(0x08C, 0x078), "u32[2]<u16>", "boneLookup", &R::bone_lookup},
                          {at(0x094, 0x080), "u32[2]<i16>", "textureLookup", &R::texture_lookup},
                          {at(0x09C, 0x088), "u32[2]<i16>", "textureUnitLookup", &R::texture_unit_lookup},
                          {at(0x0A4, 0x090), "u32[2]<i16>", "textureWeightLookup", &R::texture_weight_lookup},
                          {at(0x0AC, 0x098), "u32[2]<i16>", "textureTransformLookup", &R::texture_transform_lookup},
                          {at(0x0B4, 0x0A0), "bounds", "bounds", &R::bounds},
                          {at(0x0D0, 0x0BC), "bounds", "collisionBounds", &R::collision_bounds},
                          {at(0x0EC, 0x0D8), "u32[2]<u16>", "collisionTriangles", &R::collision_triangles},
                          {at(0x0F4, 0x0E0), "u32[2]<vec3>", "collisionVertices", &R::collision_vertices},
                          {at(0x0FC, 0x0E8), "u32[2]<vec3>", "collisionNormals", &R::collision_normals},
                          {at(0x104, 0x0F0), "u32[2]<attachment>", "attachments", &R::attachments},
                          {at(0x10C, 0x0F8), "u32[2]<i16>", "attachmentLookup", &R::attachment_lookup},
                          {at(0x114, 0x100), "u32[2]<event>", "events", &R::events},
                          {at(0x11C, 0x108), "u32[2]<light>", "lights", &R::lights},
                          {at(0x124, 0x110), "u32[2]<camera>", "cameras", &R::cameras},
                          {at(0x12C, 0x118), "u32[2]<i16>", "cameraLookup", &R::camera_lookup},
                          {at(0x134, 0x120), "u32[2]<ribbon>", "ribbons", &R::ribbons},
                          {at(0x13C, 0x128), "u32[2]<particle>", "particles", &R::particles},
                      });
        check_layout<R>(F, 0x000, at(0x144, 0x130), table);
    }
    {
        using R = std::conditional_t<is_old, basic_animation_record<F>, basic_animation_record_264<F>>;
        rows table{
            {0x00, "u16", "id", &R::id},
            {0x02, "u16", "variation", &R::variation},
        };
        if constexpr (is_old) {
            append(table, {
                              {0x04, "u32", "start", &R::start},
                              {0x08, "u32", "end", &R::end},
                          });
        } else {
            table.push_back({0x04, "u32", "duration", &R::duration});
        }
        append(table, {
                          {at(0x0C, 0x08), "f32", "moveSpeed", &R::move_speed},
                          {at(0x10, 0x0C), "u32", "flags", &R::flags},
                          {at(0x14, 0x10), "i16", "probability", &R::probability},
                          {at(0x16, 0x12), "u16", "padding", &R::padding},
                          {at(0x18, 0x14), "u32", "replayMin", &R::replay_min},
                          {at(0x1C, 0x18), "u32", "replayMax", &R::replay_max},
                          {at(0x20, 0x1C), "u32", "blendTime", &R::blend_time},
                          {at(0x24, 0x20), "bounds", "bounds", &R::bounds},
                          {at(0x40, 0x3C), "i16", "nextVariation", &R::next_variation},
                          {at(0x42, 0x3E), "u16", "aliasNext", &R::alias_next},
                      });
        check_layout<R>(F, 0x00, at(0x44, 0x40), table);
    }
    {
        using R = std::conditional_t<is_old, basic_ribbon_record<F>, basic_ribbon_record_264<F>>;
        rows table{
            {0x00, "i32", "id", &R::id},
            {0x04, "u32", "bone", &R::bone},
            {0x08, "vec3", "position", &R::position},
            {0x14, "u32[2]<u16>", "textures", &R::textures},
            {0x1C, "u32[2]<u16>", "materials", &R::materials},
            {0x24, "track", "color", &R::color},
            {at(0x40, 0x38), "track", "alpha", &R::alpha},
            {at(0x5C, 0x4C), "track", "heightAbove", &R::height_above},
            {at(0x78, 0x60), "track", "heightBelow", &R::height_below},
            {at(0x94, 0x74), "f32", "edgesPerSecond", &R::edges_per_second},
            {at(0x98, 0x78), "f32", "edgeLifetime", &R::edge_lifetime},
            {at(0x9C, 0x7C), "f32", "gravity", &R::gravity},
            {at(0xA0, 0x80), "u16", "rows", &R::rows},
            {at(0xA2, 0x82), "u16", "columns", &R::columns},
            {at(0xA4, 0x84), "track", "slot", &R::slot},
            {at(0xC0, 0x98), "track", "visible", &R::visible},
        };
        if constexpr (!is_old) {
            append(table, {
                              {0xAC, "i16", "priorityPlane", &R::priority_plane},
                              {0xAE, "u16", "padding", &R::padding},
                          });
        }
        check_layout<R>(F, 0x00, at(0xDC, 0xB0), table);
    }
    {
        using R = std::conditional_t<is_old, basic_particle_record<F>, basic_particle_record_264<F>>;
        rows table{
            {0x000, "i32", "id", &R::id},
            {0x004, "u32", "flags", &R::flags},
            {0x008, "vec3", "position", &R::position},
            {0x014, "u16", "bone", &R::bone},
            {0x016, "u16", "texture", &R::texture},
            {0x018, "u32[2]<char>", "model", &R::model},
            {0x020, "u32[2]<char>", "recursionModel", &R::recursion_model},
        };
        if constexpr (is_old) {
            table.push_back({0x028, "u8[4]", "emission", &R::emission});
        } else {
            table.push_back({0x028, "emission263", "emission", &R::emission});
        }
        append(table, {
                          {0x02C, "u8", "type", &R::type},
                          {0x02D, "u8", "headOrTail", &R::head_or_tail},
                          {0x02E, "i16", "tileRotation", &R::tile_rotation},
                          {0x030, "u16", "rows", &R::rows},
                          {0x032, "u16", "columns", &R::columns},
                          {0x034, "track", "speed", &R::speed},
                          {at(0x050, 0x048), "track", "speedVariation", &R::speed_variation},
                          {at(0x06C, 0x05C), "track", "verticalRange", &R::vertical_range},
                          {at(0x088, 0x070), "track", "horizontalRange", &R::horizontal_range},
                          {at(0x0A4, 0x084), "track", "gravity", &R::gravity},
                          {at(0x0C0, 0x098), "track", "lifespan", &R::lifespan},
                      });
        if constexpr (!is_old) {
            table.push_back({0x0AC, "f32", "lifespanVariation", &R::lifespan_variation});
        }
        table.push_back({at(0x0DC, 0x0B0), "track", "emissionRate", &R::emission_rate});
        if constexpr (!is_old) {
            table.push_back({0x0C4, "f32", "emissionRateVariation", &R::emission_rate_variation});
        }
        append(table, {
                          {at(0x0F8, 0x0C8), "track", "areaLength", &R::area_length},
                          {at(0x114, 0x0DC), "track", "areaWidth", &R::area_width},
                          {at(0x130, 0x0F0), "track", "zSource", &R::z_source},
                      });
        if constexpr (is_old) {
            append(table, {
                              {0x14C, "f32", "midpoint", &R::midpoint},
                              {0x150, "bgra8[3]", "colors", &R::colors},
                              {0x15C, "f32[3]", "scales", &R::scales},
                              {0x168, "u16[10]", "cells", &R::cells},
                          });
        } else {
            append(table, {
                              {0x104, "lifeTrack", "color", &R::color},
                              {0x114, "lifeTrack", "alpha", &R::alpha},
                              {0x124, "lifeTrack", "scale", &R::scale},
                              {0x134, "vec2", "scaleVariation", &R::scale_variation},
                              {0x13C, "lifeTrack", "headCell", &R::head_cell},
                              {0x14C, "lifeTrack", "tailCell", &R::tail_cell},
                          });
        }
        append(table, {
                          {at(0x17C, 0x15C), "f32", "tailLength", &R::tail_length},
                          {at(0x180, 0x160), "f32", "twinkleSpeed", &R::twinkle_speed},
                          {at(0x184, 0x164), "f32", "twinklePercent", &R::twinkle_percent},
                          {at(0x188, 0x168), "f32", "twinkleScaleMin", &R::twinkle_scale_min},
                          {at(0x18C, 0x16C), "f32", "twinkleScaleMax", &R::twinkle_scale_max},
                          {at(0x190, 0x170), "f32", "burstMultiplier", &R::burst_multiplier},
                          {at(0x194, 0x174), "f32", "drag", &R::drag},
                      });
        if constexpr (!is_old) {
            append(table, {
                              {0x178, "f32", "baseSpin", &R::base_spin},
                              {0x17C, "f32", "baseSpinVariation", &R::base_spin_variation},
                          });
        }
        table.push_back({at(0x198, 0x180), "f32", "spin", &R::spin});
        if constexpr (!is_old) {
            table.push_back({0x184, "f32", "spinVariation", &R::spin_variation});
        }
        append(table, {
                          {at(0x19C, 0x188), "f32[6]", "tumble", &R::tumble},
                          {at(0x1B4, 0x1A0), "vec3", "wind", &R::wind},
                          {at(0x1C0, 0x1AC), "f32", "windTime", &R::wind_time},
                          {at(0x1C4, 0x1B0), "f32", "followSpeed1", &R::follow_speed_1},
                          {at(0x1C8, 0x1B4), "f32", "followScale1", &R::follow_scale_1},
                          {at(0x1CC, 0x1B8), "f32", "followSpeed2", &R::follow_speed_2},
                          {at(0x1D0, 0x1BC), "f32", "followScale2", &R::follow_scale_2},
                          {at(0x1D4, 0x1C0), "u32[2]<vec3>", "splinePoints", &R::spline_points},
                          {at(0x1DC, 0x1C8), "track", "enabled", &R::enabled},
                      });
        check_layout<R>(F, 0x000, at(0x1F8, 0x1DC), table);
        if constexpr (!is_old) {
            using later = basic_particle_record_272<F>;
            table.push_back({0x1DC, "i16[8]", "multiTexture", &later::multi_texture});
            check_layout<later>(F, 0x000, 0x1EC, table);
        }
    }
}

} // namespace layouts_m2
