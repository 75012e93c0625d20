// Hand-written glTF files, as other programs write them.
#pragma once

#include "support/byte_builder.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gltf_read {

// A .gltf file: members of the JSON object besides "asset" and "buffers", and the only buffer, which becomes a data
// URI.
[[nodiscard]] std::string text_file(std::string_view members, const support::byte_builder& buffer);
// The same as a GLB file.
[[nodiscard]] std::vector<std::byte> glb_file(std::string_view members, const support::byte_builder& buffer);

struct sample {
    const char* name;
    std::string members;
    support::byte_builder buffer;
};
[[nodiscard]] sample
interleaved();                     // positions and normals in one view, indices of bytes, texture coordinates of shorts
[[nodiscard]] sample sparse();     // positions without a view and a morph target, both sparse
[[nodiscard]] sample topologies(); // a strip, a fan, points, a list with a rest, triangles without indices
[[nodiscard]] sample skinned();    // below a moved node with a child, no inverse bind matrices, normalised weights
[[nodiscard]] sample animated();   // cubic keys, rotations of shorts, cameras, lights, two scenes, matrices
[[nodiscard]] sample mixed();      // primitives with different attributes and with the same accessors
[[nodiscard]] std::vector<sample> all_samples();

} // namespace gltf_read
