// Checks the structure of a GLB file against glTF 2.0. Independent of the writer under test.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace support {

struct glb_parts {
    std::string problem{}; // empty if there is none
    std::string_view json{};
    std::span<const std::byte> bin{}; // including padding
};
[[nodiscard]] glb_parts split_glb(std::span<const std::byte> file);

// Returns the first expectation that the file does not meet, or an empty string. Takes time linear in the file's size.
[[nodiscard]] std::string check_glb(std::span<const std::byte> file);

} // namespace support
