// The parts of a file: the JSON text and the first buffer of a GLB file, buffers in URIs.
#pragma once

#include <effigy/core/pool.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace gltf_files {

struct container {
    std::string_view json;
    std::uint64_t json_offset = 0;     // in the file
    std::span<const std::byte> binary; // the buffer without a URI; of a GLB file
    bool is_binary = false;
};

// Splits a GLB file. Any other file is the JSON text. Chunks may have any length and any padding, as some programs
// write them.
[[nodiscard]] effigy::result<container> open_container(std::span<const std::byte> file);

[[nodiscard]] bool is_data_uri(std::string_view uri);
// Returns the bytes of a data URI in base64; none if it is another encoding or damaged.
[[nodiscard]] std::optional<effigy::file_bytes> bytes_of_data_uri(std::string_view uri);

// Returns the path that a relative URI means, with %XX replaced. None if it could lead out of the folder of the file:
// if it has a scheme, a drive or a backslash, begins with a slash, or a part is "..".
[[nodiscard]] std::optional<std::string> path_of_uri(std::string_view uri);

// Replaces each %XX.
[[nodiscard]] std::string unescaped(std::string_view uri);

} // namespace gltf_files
