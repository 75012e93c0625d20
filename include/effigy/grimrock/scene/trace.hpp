// Which part of a model each part of its scene was made from: apply() needs to know.
#pragma once

#include <effigy/core/impl/ranges.hpp>
#include <effigy/core/math.hpp>
#include <effigy/core/pool.hpp>

#include <array>
#include <string>
#include <string_view>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

// What a node of the scene is. All but `node`, `outer` and `inner` are made for glTF and have no node of the file.
enum class node_role : std::uint8_t {
    node,   // of the file
    outer,  // of a sheared node: what clips move
    inner,  // of a sheared node: the parent of its children
    joint,  // a second joint of a node
    light,  // turns a light
    holder, // of a skinned mesh
    above,  // several roots
};
struct traced_node {
    std::uint32_t number = npos; // of the file's node; that of a mesh for its holder
    node_role role = node_role::node;
};

struct traced_mesh {
    std::uint32_t node = npos;               // of the file
    std::uint32_t holder = npos;             // node of the scene
    std::uint32_t first_segment = 0;         // in scene_trace::segments
    std::array<std::uint8_t, 8> texcoords{}; // the slot of each set, from texcoord0 on
    bool is_mirrored = false;                // its corners are turned
    bool has_own_joint = false;              // the last joint is the mesh's own node
};

struct traced_item {
    std::uint32_t node = npos; // of the file
    std::uint32_t item = npos; // of its clip; the last one of a node moves it
};

// What a node of an edited scene became in the model.
struct applied_node {
    std::pmr::string name;
    bool is_found = false;   // a node of the model, the last one of its name, which clips move
    bool exists = false;     // a node of the model
    matrix4x3<double> shift; // brings its matrices, relative to its parent in the scene, to its parent in the model

    explicit applied_node(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) noexcept
        : name(memory) {}
};

struct scene_trace {
    pool<traced_node> nodes;          // of each node of the scene
    pool<traced_mesh> meshes;         // of each mesh of the scene
    pool<std::uint32_t> segments;     // of each primitive, mesh by mesh; npos without segments
    pool<std::string_view> materials; // of each material of the scene, as stored
    pool<std::uint32_t> clips;        // for each clip of the options, its number in the scene; npos: it moves nothing
    pool<traced_item> items;          // clip by clip
    pool<std::uint32_t> first_items;  // of each clip of the options
    pool<applied_node> applied;       // of each node of the edited scene; none until the model has the edits

    explicit scene_trace(std::pmr::memory_resource* memory)
        : nodes(memory), meshes(memory), segments(memory), materials(memory), clips(memory), items(memory),
          first_items(memory), applied(memory) {}

    void add_node(std::uint32_t in_scene, std::uint32_t number, node_role role) {
        if (in_scene != npos) {
            nodes.resize(nodes.size() > in_scene ? nodes.size() : in_scene + 1);
            nodes[in_scene] = {number, role};
        }
    }
};

}}}} // namespace effigy::v0::grimrock::impl
