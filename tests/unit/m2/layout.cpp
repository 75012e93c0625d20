// The layouts of the wowdev wiki of 2008 ("document"), corrected and completed by docs/notes/m2.md.
#include "support/layout.hpp"
#include "m2/layout_versions.hpp"

#include <effigy/core/convert.hpp>
#include <effigy/m2/records.hpp>

namespace {

using namespace layouts_m2;

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
