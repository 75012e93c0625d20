// The pose of the bones in a global sequence, by sample(): for tests of scenes.
#pragma once

#include <effigy/m2.hpp>

#include <vector>

namespace support {

// Moves the bones that follow a global sequence. The poses of the others stay as they are.
inline void move_in_loop(const effigy::m2::bone_index& bones, std::uint32_t loop, double seconds,
                         std::vector<effigy::pose<double>>& poses) {
    const effigy::m2::animation_time when{0, 0, seconds};
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const effigy::m2::bone joint = bones.at(i);
        if (joint.translation().global_sequence() == loop) {
            poses[i].position += effigy::m2::sample<double>(joint.translation(), when);
        }
        if (joint.rotation().global_sequence() == loop) {
            poses[i].rotation = normalized(effigy::m2::sample<double>(joint.rotation(), when, {}));
        }
        if (joint.scale().global_sequence() == loop) {
            poses[i].scale = effigy::m2::sample<double>(joint.scale(), when, {1, 1, 1});
        }
    }
}

} // namespace support
