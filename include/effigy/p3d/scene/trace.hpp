// Where the parts of a scene come from.
#pragma once

#include <effigy/core/impl/ranges.hpp>
#include <effigy/core/math.hpp>
#include <effigy/core/pool.hpp>

#include <string_view>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

struct traced_node {
    std::uint32_t node;
    std::uint32_t number; // of a proxy among the proxies of the level's selections, in file order; of a point
};

// The parts that a level became. Corners count the used corners of all faces.
struct level_trace {
    std::uint32_t level = npos, node = npos;
    std::uint32_t mesh = npos;       // npos: the level has no triangles that are drawn
    pool<std::uint32_t> points;      // of each vertex
    pool<std::uint32_t> corners;     // of each vertex, the first
    pool<std::uint32_t> faces;       // of each triangle; those of a quad follow each other
    pool<std::uint32_t> frames;      // of each morph target, its number among the frames of the level
    pool<std::uint32_t> proxy_faces; // of each proxy, its face; npos: it has none
    pool<traced_node> proxies, points_of_nodes;

    explicit level_trace(std::pmr::memory_resource* memory) noexcept
        : points(memory), corners(memory), faces(memory), frames(memory), proxy_faces(memory), proxies(memory),
          points_of_nodes(memory) {}
};

// A joint of the skin; its nodes are those of bone_joint.
struct joint_trace {
    std::string_view bone;
    std::uint32_t outer = npos, scaled = npos, inner = npos;
    vector3<double> middle; // of its points, in glTF's space
    double radius = 0;
};

struct scene_trace {
    pool<level_trace> levels;
    pool<joint_trace> joints;        // without the root
    pool<std::uint32_t> clips;       // for each clip of the options, its number in the scene; npos: it moves nothing
    std::uint32_t frame_clip = npos; // of the scene
    std::uint32_t skin = npos;
    double model_size = 0;

    explicit scene_trace(std::pmr::memory_resource* memory) noexcept : levels(memory), joints(memory), clips(memory) {}
};

}}}} // namespace effigy::v0::p3d::impl
