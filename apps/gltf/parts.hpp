// The readers of the kinds of parts. Each returns false after source::fail().
#pragma once

#include "source.hpp"

namespace gltf_files {

// Reads the members of an object, or of the member "extras" of a part. Leaves out those with the keys `own`, and what a
// scene cannot hold.
bool read_members(source& from, json_value object, std::string_view kind, std::string_view name,
                  scene::list<scene::extra>& to, std::span<const std::string_view> own);
bool read_extras(source& from, json_value part, std::string_view kind, std::string_view name,
                 scene::list<scene::extra>& to, std::span<const std::string_view> own = {});

// The path of each image, or its name if it is in a buffer; with a number if another one has it.
[[nodiscard]] std::vector<std::string> names_of_images(const source& from);
bool read_materials(source& from, scene& to);
// The writer adds a copy of a material for meshes without texture coordinates: their meshes get the original again.
void merge_plain_materials(scene& of);

// Orthographic cameras are left out: `numbers` has the number of each camera in the scene, or npos.
bool read_cameras(source& from, scene& to, std::vector<std::uint32_t>& numbers);
bool read_lights(source& from, scene& to);

// What the file says about a mesh of the scene.
struct read_mesh {
    std::uint32_t number = npos;     // in the scene; npos: it has no triangles
    std::uint32_t origin_set = npos; // the set of texture coordinates that became origins
    std::uint32_t highest_joint = 0;
};
// `meshes` has one element for each mesh of the file; those that are not `wanted` are not read.
bool read_meshes(source& from, const std::vector<bool>& wanted, scene& to, std::vector<read_mesh>& meshes);
// Adapts the numbers of texture coordinates in materials to those of the meshes: sets that became origins are gone.
void adapt_texcoords(source& from, const std::vector<read_mesh>& meshes, scene& to);

// The nodes of the default scene, and those that its skins need.
struct node_tree {
    json_value scene;                   // none if the file has no scenes
    std::vector<json_value> nodes;      // of the file
    std::vector<std::uint32_t> parents; // of each node of the file
    std::vector<std::uint32_t> order;   // the nodes of the scene, parents first
    std::vector<std::uint32_t> numbers; // of each node of the file in the scene; npos: it is not in it
    std::vector<std::uint32_t> skins;   // of each skin of the file in the scene; npos: it is not in it
    std::vector<bool> wanted_meshes;    // which meshes of the file the scene has
};
bool read_tree(source& from, node_tree& out);
bool read_nodes(source& from, const node_tree& tree, const std::vector<read_mesh>& meshes,
                const std::vector<std::uint32_t>& cameras, scene& to);
bool read_skins(source& from, const node_tree& tree, scene& to);
bool read_clips(source& from, const node_tree& tree, scene& to);
// Makes nodes with skins roots, and meshes of other nodes free of joints. Removes channels and clips without effect.
bool free_skinned_nodes(source& from, const node_tree& tree, const std::vector<read_mesh>& meshes, scene& to);

} // namespace gltf_files
