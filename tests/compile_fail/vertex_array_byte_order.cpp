// expect: a vertex array reads as vec2, vec3, vec4, joints or rgba8 of its byte order
#include <effigy/grimrock.hpp>

#ifdef EFFIGY_WELL_FORMED
using position = effigy::vec3<effigy::form::little>;
#else
using position = effigy::vec3<effigy::form::big>;
#endif

auto positions(const effigy::grimrock::mesh& mesh) {
    return mesh.as<position>(effigy::grimrock::vertex_semantic::position);
}
