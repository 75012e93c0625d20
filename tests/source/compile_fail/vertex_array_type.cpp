// expect: a vertex array reads as vec2, vec3, vec4, joints or rgba8
#include <effigy/grimrock.hpp>

#ifdef EFFIGY_WELL_FORMED
using component = effigy::vec4<effigy::form::little>;
#else
using component = effigy::quat<effigy::form::little>;
#endif

auto weights(const effigy::grimrock::mesh& mesh) {
    return mesh.as<component>(effigy::grimrock::vertex_semantic::bone_weight);
}
