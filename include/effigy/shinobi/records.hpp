// Shinobi engine (Druidstone): the records of *.model and *.animation that Legend of Grimrock's files do not have.
// Source: the format document of the engine's author ("seed") and the one public model ("measured").
#pragma once

#include <effigy/grimrock/records.hpp>

namespace effigy::inline v0::shinobi {

using grimrock::bone_record;
using grimrock::bounds;
using grimrock::component_type;
using grimrock::joints;
using grimrock::key;
using grimrock::mat4x3;
using grimrock::mesh_node;
using grimrock::segment_range;
using grimrock::vertex_array_count;
using grimrock::vertex_array_header;
using grimrock::vertex_semantic;

// The matrix is translation * rotation * scale: column k is axis k times component k of the scale.
// The seed calls the axes rotX, rotY, rotZ.
template <form F> struct basic_transform {
    vec3<F> position; // 0x00  the translation
    vec3<F> x;        // 0x0C  image of the unit x axis under the rotation alone; of unit length up to rounding
    vec3<F> y;        // 0x18  image of the unit y axis, likewise
    vec3<F> z;        // 0x24  image of the unit z axis, likewise
    vec3<F> scale;    // 0x30  factor of each axis
};
using transform = basic_transform<form::little>;
static_assert(wire<transform> && sizeof(transform) == 60);

// MDL1 version 4: the parts that differ from version 2, see grimrock/records.hpp.
template <form F> struct model_grammar {
    static constexpr form order = F;
    static constexpr std::int32_t version = 4;
    static constexpr const char* expected_version = "4 (Shinobi engine)";
    static constexpr std::int32_t other_version = 2; // Legend of Grimrock's
    static constexpr const char* reader_of_other = "4 (Shinobi engine; grimrock::open reads version 2)";
    static constexpr bool mesh_has_header = false;
    static constexpr bool has_emissive = false;
    static constexpr bool has_lights = false;
    using transform = basic_transform<F>;
    using owned_transform = basic_transform<form::host>;
};

} // namespace effigy::inline v0::shinobi
