// expect: a vertex array reads as vec2, vec3, vec4, joints or rgba8 of its endianness
#include <effigy/grimrock.hpp>

#ifdef EFFIGY_WELL_FORMED
using component = effigy::vec4<effigy::endian::little>;
#else
using component = effigy::quat<effigy::endian::little>;
#endif

auto weights(const effigy::grimrock::mesh& of) {
    return of.as<component>(effigy::grimrock::vertex_semantic::bone_weight);
}
