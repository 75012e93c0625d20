// The attributes of a primitive in a file, and the elements of accessors that are the vertices of a mesh.
#pragma once

#include "source.hpp"

namespace gltf_files {

enum class semantic : std::uint8_t { position, normal, tangent, texcoord, color, joints, weights, other };

struct attribute {
    semantic of = semantic::other;
    std::uint32_t set = 0;       // TEXCOORD_1: 1
    std::uint32_t target = npos; // npos: of the primitive itself
    std::string_view name;
    std::uint32_t accessor = npos;
};

// A primitive that has triangles.
struct drawn {
    json_value json;
    std::uint32_t mesh = 0, number = 0; // in the file
    std::uint32_t mode = 4;
    std::uint32_t indices = npos;
    std::vector<attribute> attributes; // those of the primitive, then those of its targets
    std::uint32_t target_count = 0;
    std::uint64_t vertex_count = 0;
    std::uint64_t first_vertex = 0; // in the mesh of the scene
};

// Vertices of a mesh of the scene that are stored together.
struct block {
    const drawn* from = nullptr; // a primitive with these vertices
    std::uint64_t begin = 0;     // in the mesh of the scene
    std::uint64_t count = 0;
    std::vector<accessor> accessors; // by attribute of `from`
};

// Reads the attributes of a primitive. Its vertex_count stays 0 if it has no positions.
bool read_attributes(source& from, drawn& to);

// Finds the vertices of a mesh. Primitives whose accessors are parts of the same views, as effigy writes them, share
// one block, which contains all vertices of the views if no other mesh uses the views. Else each different set of
// accessors is a block. Sets drawn::first_vertex.
bool find_blocks(source& from, std::vector<drawn>& all, const std::vector<std::uint32_t>& view_owners,
                 std::vector<block>& to);

} // namespace gltf_files
