#include "adapt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace images {

namespace {

// Calls f with the first byte of each pixel.
template <class Image, class Function> void for_each_pixel(Image& of, const Function& f) {
    for (std::size_t at = 0; at < of.rgba.size(); at += 4) {
        f(&of.rgba[at]);
    }
}

// Returns Z of a unit vector. 0 stands for -1, 255 for 1.
std::uint8_t z_of(std::uint8_t x, std::uint8_t y) {
    const int from_0_x = 2 * x - 255;
    const int from_0_y = 2 * y - 255;
    const int square = std::max(0, 255 * 255 - from_0_x * from_0_x - from_0_y * from_0_y);
    return static_cast<std::uint8_t>((std::sqrt(static_cast<double>(square)) + 256) / 2);
}

using pixel = std::array<std::uint8_t, 4>;

pixel average(const std::array<const std::uint8_t*, 4>& of, bool is_weighted) {
    unsigned alpha = 0;
    for (const std::uint8_t* const from : of) {
        alpha += from[3];
    }
    const bool by_alpha = is_weighted && alpha != 0;
    const unsigned weights = by_alpha ? alpha : 4;
    std::array<unsigned, 3> sums{};
    for (const std::uint8_t* const from : of) {
        for (std::size_t i = 0; i < 3; ++i) {
            sums[i] += from[i] * (by_alpha ? from[3] : 1U);
        }
    }
    const auto rounded = [](unsigned sum, unsigned by) { return static_cast<std::uint8_t>((sum + by / 2) / by); };
    return {rounded(sums[0], weights), rounded(sums[1], weights), rounded(sums[2], weights), rounded(alpha, 4)};
}

} // namespace

void invert_green(image& normals) {
    for_each_pixel(normals, [](std::uint8_t* p) { p[1] = static_cast<std::uint8_t>(255 - p[1]); });
}

void rebuild_z(image& normals) {
    for_each_pixel(normals, [](std::uint8_t* p) { p[2] = z_of(p[0], p[1]); });
}

bool is_packed_normal(const image& normals) {
    std::uint8_t most = 0;
    for_each_pixel(normals, [&](const std::uint8_t* p) { most = std::max({most, p[0], p[2]}); });
    return normals.alpha == alpha_kind::graded && most < 16;
}

void unpack_normal(image& normals) {
    for_each_pixel(normals, [](std::uint8_t* p) {
        p[0] = p[3];
        p[3] = 255;
    });
    rebuild_z(normals);
    normals.alpha = alpha_kind::none;
}

void halve(image& picture) {
    const bool is_weighted = picture.alpha != alpha_kind::none;
    const std::size_t width = (picture.width + 1) / 2;
    const std::size_t height = (picture.height + 1) / 2;
    for (std::size_t i = 0; i < width * height; ++i) { // in place: no pixel is read after it was overwritten
        const std::size_t left = 2 * (i % width);
        const std::size_t top = 2 * (i / width);
        const std::size_t right = std::min<std::size_t>(left + 1, picture.width - 1);
        const std::size_t bottom = std::min<std::size_t>(top + 1, picture.height - 1);
        const auto at = [&](std::size_t x, std::size_t y) { return &picture.rgba[4 * (y * picture.width + x)]; };
        const pixel mixed = average({at(left, top), at(right, top), at(left, bottom), at(right, bottom)}, is_weighted);
        std::ranges::copy(mixed, &picture.rgba[4 * i]);
    }
    picture.width = static_cast<std::uint32_t>(width);
    picture.height = static_cast<std::uint32_t>(height);
    picture.rgba.resize(4 * width * height);
}

void fit(image& picture, std::uint32_t most_side) {
    while (std::max(picture.width, picture.height) > most_side) {
        halve(picture);
    }
}

alpha_use classify_alpha(const image& picture) {
    std::size_t partial = 0;
    std::size_t holes = 0;
    for_each_pixel(picture, [&](const std::uint8_t* p) {
        partial += p[3] != 0 && p[3] != 255 ? 1U : 0U;
        holes += p[3] != 255 ? 1U : 0U;
    });
    if (20 * partial >= picture.rgba.size() / 4 && partial != 0) {
        return alpha_use::blend;
    }
    return holes != 0 ? alpha_use::mask : alpha_use::opaque;
}

// Measured, Neverwinter Nights: masks have up to 0.2 % of such pixels and at least 50 levels, transparent textures from
// 25 % on.
bool is_like_reflection(const image& picture) {
    constexpr std::size_t most_invisible = 51; // 0.2, which the game does not draw
    constexpr std::ptrdiff_t least_levels = 16;
    std::array<std::size_t, 256> count{};
    for_each_pixel(picture, [&](const std::uint8_t* p) { ++count[p[3]]; });
    const std::size_t invisible = std::accumulate(count.begin(), count.begin() + most_invisible + 1, std::size_t{0});
    return 20 * invisible < picture.rgba.size() / 4 &&
           std::ranges::count_if(count, [](std::size_t one) { return one != 0; }) >= least_levels;
}

} // namespace images
