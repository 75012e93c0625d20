// The layouts of the wowdev wiki of 2008 ("document"), corrected and completed by docs/notes/m2.md.
#include "support/layout.hpp"

#include <effigy/core/convert.hpp>
#include <effigy/m2/records.hpp>

namespace {

using namespace effigy;
using support::check_layout;

using rows = std::vector<support::layout_row>;
void append(rows& to, const rows& more) { to.insert(to.end(), more.begin(), more.end()); }

template <form F> void check_m2_headers() {
    using namespace effigy::m2;
    {
        using R = basic_header_combiners<F>;
        check_layout<R>(F, 0x130, 0x138,
                        {
                            {0x130, "u32[2]<u16>", "textureCombinerCombos", &R::texture_combiner_combos},
                        });
    }
}

template <form F> void check_m2_tracks() {
    using namespace effigy::m2;
    {
        using R = array_ref<f32<F>, F>;
        check_layout<R>(F, 0x0, 0x8,
                        {
                            {0x0, "u32", "count", &R::count},
                            {0x4, "u32", "offset", &R::offset},
                        });
    }
    {
        using R = basic_unknown_list<F>;
        check_layout<R>(F, 0x0, 0x8,
                        {
                            {0x0, "u32", "count", &R::count},
                            {0x4, "u32", "offset", &R::offset},
                        });
    }
    {
        using R = basic_track_header<f32<F>, F>;
        check_layout<R>(F, 0x00, 0x1C,
                        {
                            {0x00, "u16", "interpolation", &R::interpolation},
                            {0x02, "i16", "globalSequence", &R::global_sequence},
                            {0x04, "u32[2]<keyRange>", "ranges", &R::ranges},
                            {0x0C, "u32[2]<u32>", "times", &R::times},
                            {0x14, "u32[2]<f32>", "values", &R::values},
                        });
    }
    {
        using R = basic_event_track_header<F>;
        check_layout<R>(F, 0x00, 0x14,
                        {
                            {0x00, "u16", "interpolation", &R::interpolation},
                            {0x02, "i16", "globalSequence", &R::global_sequence},
                            {0x04, "u32[2]<keyRange>", "ranges", &R::ranges},
                            {0x0C, "u32[2]<u32>", "times", &R::times},
                        });
    }
    {
        using R = basic_key_range<F>;
        check_layout<R>(F, 0x0, 0x8,
                        {
                            {0x0, "u32", "first", &R::first},
                            {0x4, "u32", "last", &R::last},
                        });
    }
    {
        using R = basic_track_header_264<f32<F>, F>;
        check_layout<R>(F, 0x00, 0x14,
                        {
                            {0x00, "u16", "interpolation", &R::interpolation},
                            {0x02, "i16", "globalSequence", &R::global_sequence},
                            {0x04, "u32[2]<u32[2]<u32>>", "times", &R::times},
                            {0x0C, "u32[2]<u32[2]<f32>>", "values", &R::values},
                        });
    }
    {
        using R = basic_event_track_header_264<F>;
        check_layout<R>(F, 0x0, 0xC,
                        {
                            {0x0, "u16", "interpolation", &R::interpolation},
                            {0x2, "i16", "globalSequence", &R::global_sequence},
                            {0x4, "u32[2]<u32[2]<u32>>", "times", &R::times},
                        });
    }
    {
        using R = basic_life_track_header<f32<F>, F>;
        check_layout<R>(F, 0x00, 0x10,
                        {
                            {0x00, "u32[2]<i16>", "ages", &R::ages},
                            {0x08, "u32[2]<f32>", "values", &R::values},
                        });
    }
    {
        using R = basic_opacity<F>;
        check_layout<R>(F, 0x0, 0x2,
                        {
                            {0x0, "i16", "stored", &R::stored},
                        });
    }
    {
        using R = basic_packed_quat<F>;
        check_layout<R>(F, 0x0, 0x8,
                        {
                            {0x0, "i16", "x", &R::x},
                            {0x2, "i16", "y", &R::y},
                            {0x4, "i16", "z", &R::z},
                            {0x6, "i16", "w", &R::w},
                        });
    }
    {
        using R = spline_key<vec3<F>>;
        check_layout<R>(F, 0x00, 0x24,
                        {
                            {0x00, "vec3", "value", &R::value},
                            {0x0C, "vec3", "in", &R::in},
                            {0x18, "vec3", "out", &R::out},
                        });
    }
    {
        using R = spline_key<f32<F>>;
        check_layout<R>(F, 0x0, 0xC,
                        {
                            {0x0, "f32", "value", &R::value},
                            {0x4, "f32", "in", &R::in},
                            {0x8, "f32", "out", &R::out},
                        });
    }
}

template <form F> void check_m2_skeletons() {
    using namespace effigy::m2;
    {
        using R = basic_bounds<F>;
        check_layout<R>(F, 0x00, 0x1C,
                        {
                            {0x00, "vec3", "min", &R::min},
                            {0x0C, "vec3", "max", &R::max},
                            {0x18, "f32", "radius", &R::radius},
                        });
    }
    {
        using R = basic_playable<F>;
        check_layout<R>(F, 0x0, 0x4,
                        {
                            {0x0, "u16", "fallback", &R::fallback},
                            {0x2, "u16", "flags", &R::flags},
                        });
    }
    {
        using R = basic_bone_record<F>;
        check_layout<R>(F, 0x00, 0x6C,
                        {
                            {0x00, "i32", "keyBone", &R::key_bone},
                            {0x04, "u32", "flags", &R::flags},
                            {0x08, "i16", "parent", &R::parent},
                            {0x0A, "u16", "submesh", &R::submesh},
                            {0x0C, "track", "translation", &R::translation},
                            {0x28, "track", "rotation", &R::rotation},
                            {0x44, "track", "scale", &R::scale},
                            {0x60, "vec3", "pivot", &R::pivot},
                        });
    }
}

template <form F> void check_m2_meshes() {
    using namespace effigy::m2;
    {
        using R = basic_vertex<F>;
        check_layout<R>(F, 0x00, 0x30,
                        {
                            {0x00, "vec3", "position", &R::position},
                            {0x0C, "u8[4]", "weights", &R::weights},
                            {0x10, "u8[4]", "joints", &R::joints},
                            {0x14, "vec3", "normal", &R::normal},
                            {0x20, "vec2[2]", "texcoords", &R::texcoords},
                        });
    }
    {
        using R = effigy::m2::weights;
        check_layout<R>(F, 0x0, 0x4,
                        {
                            {0x0, "u8[4]", "weight", &R::weight},
                        });
    }
    {
        using R = effigy::m2::joints;
        check_layout<R>(F, 0x0, 0x4,
                        {
                            {0x0, "u8[4]", "bone", &R::bone},
                        });
    }
    {
        using R = basic_skin_profile_header<F>;
        check_layout<R>(F, 0x00, 0x2C,
                        {
                            {0x00, "u32[2]<u16>", "vertexLookup", &R::vertex_lookup},
                            {0x08, "u32[2]<u16>", "triangles", &R::triangles},
                            {0x10, "u32[2]<paletteJoints>", "paletteJoints", &R::palette_joints},
                            {0x18, "u32[2]<submesh>", "submeshes", &R::submeshes},
                            {0x20, "u32[2]<batch>", "batches", &R::batches},
                            {0x28, "u32", "boneLimit", &R::bone_limit},
                        });
    }
    {
        using R = basic_skin_header<F>;
        check_layout<R>(F, 0x00, 0x30,
                        {
                            {0x00, "char[4]", "magic", &R::magic},
                            {0x04, "skinProfile", "profile", &R::profile},
                        });
    }
    {
        using R = basic_skin_header_shadows<F>;
        check_layout<R>(F, 0x30, 0x38,
                        {
                            {0x30, "u32[2]<shadowBatch>", "shadowBatches", &R::shadow_batches},
                        });
    }
    {
        using R = effigy::m2::palette_joints;
        check_layout<R>(F, 0x0, 0x4,
                        {
                            {0x0, "u8[4]", "entries", &R::entries},
                        });
    }
    {
        using R = basic_submesh<F>;
        check_layout<R>(F, 0x00, 0x20,
                        {
                            {0x00, "u16", "id", &R::id},
                            {0x02, "u16", "level", &R::level},
                            {0x04, "u16", "firstVertex", &R::first_vertex},
                            {0x06, "u16", "vertexCount", &R::vertex_count},
                            {0x08, "u16", "firstIndex", &R::first_index},
                            {0x0A, "u16", "indexCount", &R::index_count},
                            {0x0C, "u16", "boneCount", &R::bone_count},
                            {0x0E, "u16", "firstPaletteBone", &R::first_palette_bone},
                            {0x10, "u16", "influenceCount", &R::influence_count},
                            {0x12, "u16", "centerBone", &R::center_bone},
                            {0x14, "vec3", "center", &R::center},
                        });
    }
    {
        using R = basic_submesh_sorting<F>;
        check_layout<R>(F, 0x20, 0x30,
                        {
                            {0x20, "vec3", "center", &R::center},
                            {0x2C, "f32", "radius", &R::radius},
                        });
    }
    {
        using R = basic_batch<F>;
        check_layout<R>(F, 0x00, 0x18,
                        {
                            {0x00, "u8", "flags", &R::flags},
                            {0x01, "i8", "priorityPlane", &R::priority_plane},
                            {0x02, "u16", "shader", &R::shader},
                            {0x04, "u16", "submesh", &R::submesh},
                            {0x06, "u16", "geoset", &R::geoset},
                            {0x08, "i16", "color", &R::color},
                            {0x0A, "u16", "material", &R::material},
                            {0x0C, "u16", "layer", &R::layer},
                            {0x0E, "u16", "textureCount", &R::texture_count},
                            {0x10, "u16", "textureCombo", &R::texture_combo},
                            {0x12, "u16", "textureUnitCombo", &R::texture_unit_combo},
                            {0x14, "u16", "weightCombo", &R::weight_combo},
                            {0x16, "u16", "transformCombo", &R::transform_combo},
                        });
    }
    {
        using R = basic_shadow_batch<F>;
        check_layout<R>(F, 0x0, 0xC,
                        {
                            {0x0, "u8", "flags", &R::flags},
                            {0x1, "u8", "flags2", &R::flags_2},
                            {0x2, "u16", "unknown", &R::unknown},
                            {0x4, "u16", "submesh", &R::submesh},
                            {0x6, "u16", "texture", &R::texture},
                            {0x8, "u16", "color", &R::color},
                            {0xA, "u16", "weight", &R::weight},
                        });
    }
    {
        using R = basic_texture<F>;
        check_layout<R>(F, 0x00, 0x10,
                        {
                            {0x00, "u32", "type", &R::type},
                            {0x04, "u16", "flags", &R::flags},
                            {0x06, "u16", "padding", &R::padding},
                            {0x08, "u32[2]<char>", "name", &R::name},
                        });
    }
    {
        using R = basic_material<F>;
        check_layout<R>(F, 0x0, 0x4,
                        {
                            {0x0, "u16", "flags", &R::flags},
                            {0x2, "u16", "blend", &R::blend},
                        });
    }
}

template <form F, m2::keying K> void check_m2_keyed() {
    using namespace effigy::m2;
    const auto at = [](std::size_t before_264, std::size_t from_264) {
        return K == keying::timeline ? before_264 : from_264;
    };
    {
        using R = basic_bone_record_260<F, K>;
        check_layout<R>(F, 0x00, at(0x70, 0x58),
                        {
                            {0x00, "i32", "keyBone", &R::key_bone},
                            {0x04, "u32", "flags", &R::flags},
                            {0x08, "i16", "parent", &R::parent},
                            {0x0A, "u16", "submesh", &R::submesh},
                            {0x0C, "u32", "unknown", &R::unknown},
                            {at(0x10, 0x10), "track", "translation", &R::translation},
                            {at(0x2C, 0x24), "track", "rotation", &R::rotation},
                            {at(0x48, 0x38), "track", "scale", &R::scale},
                            {at(0x64, 0x4C), "vec3", "pivot", &R::pivot},
                        });
    }
    {
        using R = basic_color_record<F, K>;
        check_layout<R>(F, 0x00, at(0x38, 0x28),
                        {
                            {at(0x00, 0x00), "track", "rgb", &R::rgb},
                            {at(0x1C, 0x14), "track", "alpha", &R::alpha},
                        });
    }
    {
        using R = basic_texture_transform_record<F, K>;
        check_layout<R>(F, 0x00, at(0x54, 0x3C),
                        {
                            {at(0x00, 0x00), "track", "translation", &R::translation},
                            {at(0x1C, 0x14), "track", "rotation", &R::rotation},
                            {at(0x38, 0x28), "track", "scale", &R::scale},
                        });
    }
    {
        using R = basic_attachment_record<F, K>;
        check_layout<R>(F, 0x00, at(0x30, 0x28),
                        {
                            {0x00, "u32", "id", &R::id},
                            {0x04, "u16", "bone", &R::bone},
                            {0x06, "u16", "padding", &R::padding},
                            {0x08, "vec3", "position", &R::position},
                            {0x14, "track", "visible", &R::visible},
                        });
    }
    {
        using R = basic_event_record<F, K>;
        check_layout<R>(F, 0x00, at(0x2C, 0x24),
                        {
                            {0x00, "char[4]", "id", &R::id},
                            {0x04, "u32", "data", &R::data},
                            {0x08, "u32", "bone", &R::bone},
                            {0x0C, "vec3", "position", &R::position},
                            {0x18, "eventTrack", "", &R::times},
                        });
    }
    {
        using R = basic_light_record<F, K>;
        check_layout<R>(F, 0x00, at(0xD4, 0x9C),
                        {
                            {0x00, "u16", "type", &R::type},
                            {0x02, "i16", "bone", &R::bone},
                            {0x04, "vec3", "position", &R::position},
                            {at(0x10, 0x10), "track", "ambientColor", &R::ambient_color},
                            {at(0x2C, 0x24), "track", "ambientIntensity", &R::ambient_intensity},
                            {at(0x48, 0x38), "track", "diffuseColor", &R::diffuse_color},
                            {at(0x64, 0x4C), "track", "diffuseIntensity", &R::diffuse_intensity},
                            {at(0x80, 0x60), "track", "attenuationStart", &R::attenuation_start},
                            {at(0x9C, 0x74), "track", "attenuationEnd", &R::attenuation_end},
                            {at(0xB8, 0x88), "track", "visible", &R::visible},
                        });
    }
    {
        using R = basic_camera_record<F, K>;
        check_layout<R>(F, 0x00, at(0x7C, 0x64),
                        {
                            {0x00, "i32", "type", &R::type},
                            {0x04, "f32", "diagonalFieldOfView", &R::diagonal_field_of_view},
                            {0x08, "f32", "farClip", &R::far_clip},
                            {0x0C, "f32", "nearClip", &R::near_clip},
                            {at(0x10, 0x10), "track", "position", &R::position},
                            {at(0x2C, 0x24), "vec3", "positionBase", &R::position_base},
                            {at(0x38, 0x30), "track", "target", &R::target},
                            {at(0x54, 0x44), "vec3", "targetBase", &R::target_base},
                            {at(0x60, 0x50), "track", "roll", &R::roll},
                        });
    }
}

// Records with two layouts: before version 264, and from 264 on.
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

template <form F> void check_m2_effects() {
    using namespace effigy::m2;
    {
        using R = basic_camera_record_271<F>;
        check_layout<R>(F, 0x00, 0x74,
                        {
                            {0x00, "i32", "type", &R::type},
                            {0x04, "f32", "farClip", &R::far_clip},
                            {0x08, "f32", "nearClip", &R::near_clip},
                            {0x0C, "track", "position", &R::position},
                            {0x20, "vec3", "positionBase", &R::position_base},
                            {0x2C, "track", "target", &R::target},
                            {0x40, "vec3", "targetBase", &R::target_base},
                            {0x4C, "track", "roll", &R::roll},
                            {0x60, "track", "fieldOfView", &R::field_of_view},
                        });
    }
    {
        using R = basic_emission<F>;
        check_layout<R>(F, 0x28, 0x2C,
                        {
                            {0x28, "u16", "blend", &R::blend},
                            {0x2A, "u16", "shape", &R::shape},
                        });
    }
    {
        using R = basic_emission_263<F>;
        check_layout<R>(F, 0x28, 0x2C,
                        {
                            {0x28, "u8", "blend", &R::blend},
                            {0x29, "u8", "shape", &R::shape},
                            {0x2A, "u16", "colorIndex", &R::color_index},
                        });
    }
    {
        using R = bgra8;
        check_layout<R>(F, 0x0, 0x4,
                        {
                            {0x0, "u8", "b", &R::b},
                            {0x1, "u8", "g", &R::g},
                            {0x2, "u8", "r", &R::r},
                            {0x3, "u8", "a", &R::a},
                        });
    }
}

template <form F> void check_m2_chunks() {
    using namespace effigy::m2;
    {
        using R = basic_chunk_header<F>;
        check_layout<R>(F, 0x0, 0x8,
                        {
                            {0x0, "char[4]", "id", &R::id},
                            {0x4, "u32", "size", &R::size},
                        });
    }
    {
        using R = basic_animation_file<F>;
        check_layout<R>(F, 0x0, 0x8,
                        {
                            {0x0, "u16", "id", &R::id},
                            {0x2, "u16", "variation", &R::variation},
                            {0x4, "u32", "file", &R::file},
                        });
    }
    {
        using R = basic_extended_particles<F>;
        check_layout<R>(F, 0x0, 0x8,
                        {
                            {0x0, "u32[2]<extendedParticle>", "particleExtensions", &R::particle_extensions},
                        });
    }
    {
        using R = basic_extended_particle<F>;
        check_layout<R>(F, 0x00, 0x1C,
                        {
                            {0x00, "f32", "zSource", &R::z_source},
                            {0x04, "f32", "colorMultiplier", &R::color_multiplier},
                            {0x08, "f32", "alphaMultiplier", &R::alpha_multiplier},
                            {0x0C, "lifeTrack", "cutoff", &R::cutoff},
                        });
    }
    {
        using R = basic_particle_geosets<F>;
        check_layout<R>(F, 0x0, 0x8,
                        {
                            {0x0, "u32[2]<u16>", "particleGeosets", &R::particle_geosets},
                        });
    }
    {
        using R = basic_skeleton_header<F>;
        check_layout<R>(F, 0x00, 0x10,
                        {
                            {0x00, "u32", "flags", &R::flags},
                            {0x04, "u32[2]<char>", "name", &R::name},
                            {0x0C, "u8[4]", "unknown", &R::unknown},
                        });
    }
    {
        using R = basic_skeleton_parent<F>;
        check_layout<R>(F, 0x00, 0x10,
                        {
                            {0x00, "u8[8]", "unknown", &R::unknown},
                            {0x08, "u32", "file", &R::file},
                            {0x0C, "u8[4]", "unknown2", &R::unknown_2},
                        });
    }
    {
        using R = basic_skeleton_sequences<F>;
        check_layout<R>(F, 0x00, 0x18,
                        {
                            {0x00, "u32[2]<u32>", "globalSequences", &R::global_sequences},
                            {0x08, "u32[2]<animation>", "animations", &R::animations},
                            {0x10, "u32[2]<i16>", "animationLookup", &R::animation_lookup},
                        });
    }
    {
        using R = basic_skeleton_bones<F>;
        check_layout<R>(F, 0x00, 0x10,
                        {
                            {0x00, "u32[2]<bone>", "bones", &R::bones},
                            {0x08, "u32[2]<i16>", "keyBoneLookup", &R::key_bone_lookup},
                        });
    }
    {
        using R = basic_skeleton_attachments<F>;
        check_layout<R>(F, 0x00, 0x10,
                        {
                            {0x00, "u32[2]<attachment>", "attachments", &R::attachments},
                            {0x08, "u32[2]<i16>", "attachmentLookup", &R::attachment_lookup},
                        });
    }
}

template <form F> void check_m2_layouts() {
    check_m2_headers<F>();
    check_m2_tracks<F>();
    check_m2_skeletons<F>();
    check_m2_meshes<F>();
    check_m2_keyed<F, m2::keying::timeline>();
    check_m2_keyed<F, m2::keying::by_animation>();
    check_m2_versions<F, m2::keying::timeline>();
    check_m2_versions<F, m2::keying::by_animation>();
    check_m2_effects<F>();
    check_m2_chunks<F>();
}

TEST_CASE("m2: each field is where the specification says") {
    check_m2_layouts<form::little>();
    check_m2_layouts<form::big>();
}

// The native and the host form of records without references are the same, byte by byte.
static_assert(same_bytes<m2::basic_vertex<form::native>, m2::basic_vertex<form::host>>);
static_assert(same_bytes<m2::basic_animation_record<form::native>, m2::basic_animation_record<form::host>>);
static_assert(!same_bytes<m2::basic_texture<form::native>, m2::basic_texture<form::host>>);

} // namespace
