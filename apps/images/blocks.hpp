// Blocks of 4 x 4 pixels, as graphics cards read them.
#pragma once

#include "readers.hpp"

namespace images {

enum class block_format : std::uint8_t { dxt1, dxt3, dxt5, bc4, bc5 }; // bc4: red only; bc5: red and green

[[nodiscard]] std::uint64_t bytes_of_blocks(block_format is, extent size);

// Fills an image. Precondition: `blocks` has bytes_of_blocks().
void decode_blocks(bytes blocks, block_format is, image& to);

// Reads the blocks of an image at the cursor.
[[nodiscard]] effigy::result<image> read_blocks(cursor& c, block_format is, extent size, alpha_kind alpha);

} // namespace images
