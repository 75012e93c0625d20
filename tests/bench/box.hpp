// The bounds of positions, which most readers of positions compute first.
#pragma once

#include "bench/raw.hpp"

namespace bench {

struct box {
    float min[3]{}, max[3]{};

    void add(float x, float y, float z) {
        const float position[] = {x, y, z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            min[axis] = position[axis] < min[axis] ? position[axis] : min[axis];
            max[axis] = position[axis] > max[axis] ? position[axis] : max[axis];
        }
    }
    [[nodiscard]] std::uint64_t digest() const {
        float sum = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sum += max[axis] - min[axis];
        }
        std::uint32_t bits = 0;
        std::memcpy(&bits, &sum, sizeof(bits));
        return bits;
    }
};

// For any type with x, y and z, stored or host numbers.
template <class Range> [[nodiscard]] std::uint64_t box_of(const Range& positions) {
    box out;
    for (const auto& position : positions) {
        out.add(position.x, position.y, position.z);
    }
    return out.digest();
}

namespace raw {

[[nodiscard]] inline std::uint64_t box_of(const numbers& positions) {
    box out;
    for (std::size_t i = 0; i + 3 <= positions.count; i += 3) {
        float position[3];
        std::memcpy(position, positions.first + i * sizeof(float), sizeof(position));
        out.add(position[0], position[1], position[2]);
    }
    return out.digest();
}

} // namespace raw
} // namespace bench
