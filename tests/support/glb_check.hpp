// Whether a GLB file is what glTF 2.0 says, as far as its structure goes; knows nothing of the writer that it tests.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace support {

struct glb_parts {
    std::string problem{}; // empty: there is none
    std::string_view json{};
    std::span<const std::byte> bin{}; // with its padding
};
[[nodiscard]] glb_parts split_glb(std::span<const std::byte> file);

// The first thing that is wrong, or nothing. Linear in the file's size.
[[nodiscard]] std::string check_glb(std::span<const std::byte> file);

} // namespace support
