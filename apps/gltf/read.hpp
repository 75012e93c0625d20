// Reading glTF 2.0 as a scene, to bring back what was edited in another program.
#pragma once

#include <effigy/scene/parts.hpp>
#include <effigy/scene/remark.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gltf_files {

// Returns the file with this path, relative to the .gltf file, in UTF-8 and with slashes, or none. The path does not
// lead out of the folder of the .gltf file.
using file_loader = std::function<std::optional<effigy::file_bytes>(std::string_view path)>;

// Reads a GLB file, or a .gltf file whose buffers are data URIs or files that `load_file` returns. The result passes
// verify(). What other programs write and verify() refuses is repaired; docs/gltf.md lists it. Remarks tell what a
// scene cannot hold and what was repaired by a guess. Errors have a path in the words of glTF, such as
// "accessors[3].count"; a name in one is part of `file`. The scene takes at most 64 times the size of the file and its
// buffers plus 16 MiB.
[[nodiscard]] effigy::result<effigy::scene> read(std::span<const std::byte> file, const file_loader& load_file,
                                                 effigy::remark_sink tell);

struct stored_image {
    std::string name;         // what textures of the scene have as `image`
    std::string path;         // of a file beside; empty if it is in a buffer or the URI
    effigy::file_bytes bytes; // empty if there are none
};
// Returns the images of a file that read() reads, in any format.
[[nodiscard]] std::vector<stored_image> read_images(std::span<const std::byte> file, const file_loader& load_file);

} // namespace gltf_files
