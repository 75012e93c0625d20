// Images as glTF wants them.
#pragma once

#include "image.hpp"

namespace images {

// For normal maps whose green points down.
void invert_green(image& normals);

// Replaces blue by the length that is missing to a unit vector. For normal maps that store X and Y only.
void rebuild_z(image& normals);

// Whether a normal map has X in alpha and Y in green, as in Grimrock 2. Red and blue are then nearly black.
[[nodiscard]] bool is_packed_normal(const image& normals);
// Moves X to red and rebuilds Z. The image is then opaque.
void unpack_normal(image& normals);

// Halves both sides, rounded up. A pixel is the average of up to 2 x 2 pixels; if `alpha` is not none, colors are
// weighted by alpha, so that the color of transparent pixels does not bleed.
void halve(image& picture);
// Halves the image until no side is longer than `most_side`, which must not be 0.
void fit(image& picture, std::uint32_t most_side);

// `reflection`: drawn as opaque; how opaque a pixel is says how little it reflects.
enum class alpha_use : std::uint8_t { opaque, mask, blend, reflection };

// Returns how the alpha of the pixels is best drawn: `blend` if 5 % of the pixels or more are neither opaque nor fully
// transparent, otherwise `mask` if any pixel is not opaque. Known from Poseidon, the engine of Operation Flashpoint.
[[nodiscard]] alpha_use classify_alpha(const image& picture);

// Whether graded alpha looks like a mask of reflections: hardly any pixel is as transparent as glass or a hole is, and
// the others have many levels, as gloss has that was painted or made of the colors.
[[nodiscard]] bool is_like_reflection(const image& picture);

} // namespace images
