// expect: sample_takes_an_animation_time
#include <effigy/m2.hpp>

float height(const effigy::m2::bone& moving) {
#ifdef EFFIGY_WELL_FORMED
    const auto at = sample(moving.translation(), {.animation = 0, .seconds = 0.5});
#else
    const auto at = sample(moving.translation(), 0.5);
#endif
    return at.z;
}
