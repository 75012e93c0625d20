// A loop over vertices: a load and the arithmetic, as for an array of floats.
#include <effigy/core/byte_view.hpp>
#include <effigy/core/vector.hpp>

using vec3 = effigy::vec3<effigy::form::little>;

extern "C" {

float sum_of_span(std::span<const vec3> positions) {
    float sum = 0;
    for (const vec3& position : positions) {
        sum += position.x + position.y + position.z;
    }
    return sum;
}

// Must be the same instructions as for the span.
float sum_of_array(effigy::array<vec3> positions) {
    float sum = 0;
    for (const vec3& position : positions) {
        sum += position.x + position.y + position.z;
    }
    return sum;
}

float sum_of_strided(const effigy::strided<vec3>& positions) {
    float sum = 0;
    for (const vec3& position : positions) {
        sum += position.x + position.y + position.z;
    }
    return sum;
}
}
