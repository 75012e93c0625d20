// Compressed bytes whose expanded size is known. These functions return nothing, and the cursor has an error, if the
// input is not valid. They refuse a size that the input cannot reach before they allocate it, and stop at that size.
#pragma once

#include "readers.hpp"

namespace images {

// Known from the kernel's documentation, Documentation/staging/lzo.rst.
[[nodiscard]] std::vector<std::byte> expand_lzo1x(cursor& c, std::uint64_t size);

// The LZSS of Operation Flashpoint: bytes before the first are spaces. Does not read the checksum that follows, because
// programs disagree about it: measured, its sum is of signed bytes in some files, of unsigned bytes in others.
[[nodiscard]] std::vector<std::byte> expand_lzss(cursor& c, std::uint64_t size);

// Packets of up to 128 elements: repetitions of one element, or elements. The last may be longer than the rest.
[[nodiscard]] std::vector<std::byte> expand_runs(cursor& c, std::size_t element, std::uint64_t size);

} // namespace images
