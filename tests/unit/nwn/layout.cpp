// The layouts of Torlack's description ("document"), with the corrections of docs/notes/nwn.md.
#include "support/layout.hpp"

#include <effigy/nwn/records.hpp>

namespace {

using namespace effigy;
using support::check_layout;

template <form F> void check_references() {
    using namespace effigy::nwn;
    {
        using R = ptr<f32<F>, F>;
        check_layout<R>(F, 0x0, 0x4, {{0x0, "u32", "offset", &R::offset}});
    }
    {
        using R = array_ptr<f32<F>, F>;
        check_layout<R>(F, 0x0, 0x4, {{0x0, "u32", "offset", &R::offset}});
    }
    {
        using R = raw_ptr<f32<F>, F>;
        check_layout<R>(F, 0x0, 0x4, {{0x0, "u32", "offset", &R::offset}});
    }
    {
        using R = list<f32<F>, F>;
        check_layout<R>(F, 0x0, 0xC,
                        {
                            {0x0, "u32", "offset", &R::offset},
                            {0x4, "u32", "used", &R::used},
                            {0x8, "u32", "allocated", &R::allocated},
                        });
    }
}

template <form F> void check_headers() {
    using namespace effigy::nwn;
    {
        using R = basic_file_header<F>;
        check_layout<R>(F, 0x0, 0xC,
                        {
                            {0x0, "u32", "zero", &R::zero},
                            {0x4, "u32", "modelSize", &R::model_size},
                            {0x8, "u32", "rawSize", &R::raw_size},
                        });
    }
    {
        using R = basic_geometry_header<F>;
        check_layout<R>(F, 0x00, 0x70,
                        {
                            {0x00, "u32[2]", "functions", &R::functions},
                            {0x08, "char[64]", "name", &R::name},
                            {0x48, "u32<node>", "root", &R::root},
                            {0x4C, "u32", "nodeCount", &R::node_count},
                            {0x50, "u32[3]<u8>[2]", "unused", &R::unused},
                            {0x68, "u32", "referenceCount", &R::reference_count},
                            {0x6C, "u8", "type", &R::type},
                            {0x6D, "u8[3]", "padding", &R::padding},
                        });
    }
    {
        using R = basic_model_header<F>;
        check_layout<R>(F, 0x00, 0xE8,
                        {
                            {0x00, "geometry", "geometry", &R::geometry},
                            {0x70, "u8[2]", "unknown", &R::unknown},
                            {0x72, "u8", "classification", &R::classification},
                            {0x73, "u8", "fog", &R::fog},
                            {0x74, "u32", "zero", &R::zero},
                            {0x78, "u32[3]<u32<animation>>", "animations", &R::animations},
                            {0x84, "u32", "parentModel", &R::parent_model},
                            {0x88, "vec3", "boundingMin", &R::bounding_min},
                            {0x94, "vec3", "boundingMax", &R::bounding_max},
                            {0xA0, "f32", "radius", &R::radius},
                            {0xA4, "f32", "animationScale", &R::animation_scale},
                            {0xA8, "char[64]", "supermodel", &R::supermodel},
                        });
    }
    {
        using R = basic_animation_header<F>;
        check_layout<R>(F, 0x00, 0xC4,
                        {
                            {0x00, "geometry", "geometry", &R::geometry},
                            {0x70, "f32", "length", &R::length},
                            {0x74, "f32", "transitionTime", &R::transition_time},
                            {0x78, "char[64]", "root", &R::root},
                            {0xB8, "u32[3]<event>", "events", &R::events},
                        });
    }
    {
        using R = basic_event<F>;
        check_layout<R>(F, 0x00, 0x24,
                        {
                            {0x00, "f32", "time", &R::time},
                            {0x04, "char[32]", "name", &R::name},
                        });
    }
}

template <form F> void check_nodes() {
    using namespace effigy::nwn;
    {
        using R = basic_controller_key<F>;
        check_layout<R>(F, 0x0, 0xC,
                        {
                            {0x0, "i32", "id", &R::id},
                            {0x4, "i16", "rows", &R::rows},
                            {0x6, "u16", "timeIndex", &R::time_index},
                            {0x8, "u16", "valueIndex", &R::value_index},
                            {0xA, "u8", "columns", &R::columns},
                            {0xB, "u8", "padding", &R::padding},
                        });
    }
    {
        using R = basic_node_header<F>;
        check_layout<R>(F, 0x00, 0x70,
                        {
                            {0x00, "u32[6]", "functions", &R::functions},
                            {0x18, "u32", "inheritColor", &R::inherit_color},
                            {0x1C, "i32", "partNumber", &R::part_number},
                            {0x20, "char[32]", "name", &R::name},
                            {0x40, "u32", "geometry", &R::geometry},
                            {0x44, "u32", "parent", &R::parent},
                            {0x48, "u32[3]<u32<node>>", "children", &R::children},
                            {0x54, "u32[3]<controllerKey>", "controllers", &R::controller_keys},
                            {0x60, "u32[3]<f32>", "controllerData", &R::controller_data},
                            {0x6C, "u32", "flags", &R::flags},
                        });
    }
    {
        using R = basic_light<F>;
        check_layout<R>(F, 0x70, 0xCC,
                        {
                            {0x70, "f32", "flareRadius", &R::flare_radius},
                            {0x74, "u32[3]<u8>", "unused", &R::unused},
                            {0x80, "u32[3]<f32>", "flareSizes", &R::flare_sizes},
                            {0x8C, "u32[3]<f32>", "flarePositions", &R::flare_positions},
                            {0x98, "u32[3]<vec3>", "flareColorShifts", &R::flare_color_shifts},
                            {0xA4, "u32[3]<u32<char>>", "flareTextures", &R::flare_textures},
                            {0xB0, "u32", "priority", &R::priority},
                            {0xB4, "u32", "ambientOnly", &R::ambient_only},
                            {0xB8, "u32", "dynamicType", &R::dynamic_type},
                            {0xBC, "u32", "affectDynamic", &R::affect_dynamic},
                            {0xC0, "u32", "shadow", &R::shadow},
                            {0xC4, "u32", "generateFlare", &R::generate_flare},
                            {0xC8, "u32", "fading", &R::fading},
                        });
    }
    {
        using R = basic_emitter<F>;
        check_layout<R>(F, 0x070, 0x148,
                        {
                            {0x070, "f32", "deadSpace", &R::dead_space},
                            {0x074, "f32", "blastRadius", &R::blast_radius},
                            {0x078, "f32", "blastLength", &R::blast_length},
                            {0x07C, "u32", "gridX", &R::grid_x},
                            {0x080, "u32", "gridY", &R::grid_y},
                            {0x084, "u32", "spaceType", &R::space_type},
                            {0x088, "char[32]", "update", &R::update},
                            {0x0A8, "char[32]", "render", &R::render},
                            {0x0C8, "char[32]", "blend", &R::blend},
                            {0x0E8, "char[64]", "texture", &R::texture},
                            {0x128, "char[16]", "chunk", &R::chunk},
                            {0x138, "u32", "twoSided", &R::two_sided},
                            {0x13C, "u32", "loop", &R::loop},
                            {0x140, "u16", "renderOrder", &R::render_order},
                            {0x142, "u16", "padding", &R::padding},
                            {0x144, "u32", "flags", &R::flags},
                        });
    }
    {
        using R = basic_reference<F>;
        check_layout<R>(F, 0x70, 0xB4,
                        {
                            {0x70, "char[64]", "model", &R::model},
                            {0xB0, "u32", "reattachable", &R::reattachable},
                        });
    }
}

template <form F> void check_meshes() {
    using namespace effigy::nwn;
    {
        using R = basic_face<F>;
        check_layout<R>(F, 0x00, 0x20,
                        {
                            {0x00, "vec3", "normal", &R::normal},
                            {0x0C, "f32", "distance", &R::distance},
                            {0x10, "i32", "surface", &R::surface},
                            {0x14, "i16[3]", "adjacent", &R::adjacent},
                            {0x1A, "u16[3]", "vertices", &R::vertex},
                        });
    }
    {
        using R = basic_mesh_header<F>;
        check_layout<R>(F, 0x070, 0x270,
                        {
                            {0x070, "u32[2]", "functions", &R::functions},
                            {0x078, "u32[3]<face>", "faces", &R::faces},
                            {0x084, "vec3", "boundingMin", &R::bounding_min},
                            {0x090, "vec3", "boundingMax", &R::bounding_max},
                            {0x09C, "f32", "radius", &R::radius},
                            {0x0A0, "vec3", "average", &R::average},
                            {0x0AC, "vec3", "diffuse", &R::diffuse},
                            {0x0B8, "vec3", "ambient", &R::ambient},
                            {0x0C4, "vec3", "specular", &R::specular},
                            {0x0D0, "f32", "shininess", &R::shininess},
                            {0x0D4, "u32", "shadow", &R::shadow},
                            {0x0D8, "u32", "beaming", &R::beaming},
                            {0x0DC, "u32", "render", &R::render},
                            {0x0E0, "u32", "transparencyHint", &R::transparency_hint},
                            {0x0E4, "u32", "renderHint", &R::render_hint},
                            {0x0E8, "char[64][3]", "textures", &R::textures},
                            {0x1A8, "char[64]", "material", &R::material},
                            {0x1E8, "u32", "tileFade", &R::tile_fade},
                            {0x1EC, "u32[3]<u8>[2]", "compileTime", &R::compile_time},
                            {0x204, "u32[3]<u32>", "indexCounts", &R::index_counts},
                            {0x210, "u32[3]<u32<u16>>", "indexLists", &R::index_lists},
                            {0x21C, "u32[2]", "unusedStrips", &R::unused_strips},
                            {0x224, "u8", "triangleMode", &R::triangle_mode},
                            {0x225, "u8[3]", "padding", &R::padding},
                            {0x228, "u32", "unused", &R::unused},
                            {0x22C, "u32<vec3>", "vertices", &R::positions},
                            {0x230, "u16", "vertexCount", &R::vertex_count},
                            {0x232, "u16", "textureCount", &R::texture_count},
                            {0x234, "u32<vec2>[4]", "texcoords", &R::texcoords},
                            {0x244, "u32<vec3>", "normals", &R::normals},
                            {0x248, "u32<rgba8>", "colors", &R::colors},
                            {0x24C, "u32[3]", "unusedAnimation", &R::unused_animation},
                            {0x258, "u32<vec3>", "tangents", &R::tangents},
                            {0x25C, "u32", "unusedAnimation4", &R::unused_animation_4},
                            {0x260, "u32<f32>", "handedness", &R::handedness},
                            {0x264, "u8", "lightMapped", &R::light_mapped},
                            {0x265, "u8", "rotateTexture", &R::rotate_texture},
                            {0x266, "u16", "padding2", &R::padding_2},
                            {0x268, "f32", "normalSumHalf", &R::normal_sum_half},
                            {0x26C, "u32", "zero", &R::zero},
                        });
    }
    {
        using R = basic_skin_header<F>;
        check_layout<R>(F, 0x270, 0x2B0,
                        {
                            {0x270, "u32[3]<u8>", "compileTime", &R::compile_time},
                            {0x27C, "u32<vec4>", "weights", &R::weights},
                            {0x280, "u32<joints>", "boneRefs", &R::joints},
                            {0x284, "u32<i16>", "nodeToSlot", &R::node_to_slot},
                            {0x288, "u32", "nodeToSlotCount", &R::node_to_slot_count},
                            {0x28C, "u32[3]<quatWxyz>", "QBoneRefInv", &R::inverse_rotations},
                            {0x298, "u32[3]<vec3>", "TBoneRefInv", &R::inverse_translations},
                            {0x2A4, "u32[3]<u32>", "constants", &R::constants},
                        });
    }
    {
        using R = basic_joints<F>;
        check_layout<R>(F, 0x0, 0x8, {{0x0, "i16[4]", "slots", &R::bone}});
    }
    {
        using R = basic_quat_wxyz<F>;
        check_layout<R>(F, 0x0, 0x10,
                        {
                            {0x0, "f32", "w", &R::w},
                            {0x4, "f32", "x", &R::x},
                            {0x8, "f32", "y", &R::y},
                            {0xC, "f32", "z", &R::z},
                        });
    }
    {
        using R = basic_animmesh_header<F>;
        check_layout<R>(F, 0x270, 0x2A8,
                        {
                            {0x270, "f32", "samplePeriod", &R::sample_period},
                            {0x274, "u32[3]<u8>[3]", "compileTime", &R::compile_time},
                            {0x298, "u32<vec3>", "vertices", &R::position_samples},
                            {0x29C, "u32<vec2>", "texcoords", &R::texcoord_samples},
                            {0x2A0, "u32", "vertexSets", &R::position_set_count},
                            {0x2A4, "u32", "texcoordSets", &R::texcoord_set_count},
                        });
    }
    {
        using R = basic_dangly_header<F>;
        check_layout<R>(F, 0x270, 0x288,
                        {
                            {0x270, "u32[3]<f32>", "constraints", &R::constraints},
                            {0x27C, "f32", "displacement", &R::displacement},
                            {0x280, "f32", "tightness", &R::tightness},
                            {0x284, "f32", "period", &R::period},
                        });
    }
    {
        using R = basic_aabb_header<F>;
        check_layout<R>(F, 0x270, 0x274, {{0x270, "u32<box>", "root", &R::root}});
    }
    {
        using R = basic_aabb_entry<F>;
        check_layout<R>(F, 0x00, 0x28,
                        {
                            {0x00, "vec3", "min", &R::min},
                            {0x0C, "vec3", "max", &R::max},
                            {0x18, "u32<box>", "left", &R::left},
                            {0x1C, "u32<box>", "right", &R::right},
                            {0x20, "i32", "face", &R::face},
                            {0x24, "u32", "plane", &R::plane},
                        });
    }
}

template <form F> void check_nwn_layouts() {
    check_references<F>();
    check_headers<F>();
    check_nodes<F>();
    check_meshes<F>();
}

TEST_CASE("nwn: each field is where the specification says") {
    check_nwn_layouts<form::little>();
    check_nwn_layouts<form::big>();
}

} // namespace
