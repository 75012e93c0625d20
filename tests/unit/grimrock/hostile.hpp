// Models and clips that no program writes: small files that cause a lot of work.
#pragma once

#include "support/byte_builder.hpp"

namespace fixtures::grimrock::hostile {

using support::byte_builder;

// The first fields of a node of MDL1 version 2, without its entity. Types: 0 is a mesh, -1 no entity.
inline void begin_node(byte_builder& file, std::string_view name, std::int32_t parent, std::int32_t type) {
    file.string(name).f32s({1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0}).i32(parent).i32(type);
}
// The fields of a mesh before its indices, without vertex arrays.
inline void begin_mesh(byte_builder& file, std::int32_t vertex_count) {
    file.text("MESH").i32(2).i32(vertex_count).zeros(15 * std::size_t{12});
}
inline void end_mesh(byte_builder& file) { file.zeros(12).u8(1); } // emissive colour, cast shadow

// One mesh of `count` segments. Each has its own material, whose name begins with `prefix`.
[[nodiscard]] inline byte_builder segments(std::uint32_t count, std::string_view prefix = "m") {
    byte_builder file;
    file.text("MDL1").i32(2).i32(1);
    begin_node(file, "node", -1, 0);
    begin_mesh(file, 3);
    file.i32(0).u32(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        file.string(std::string(prefix) + std::to_string(i)).i32(2).i32(0).i32(0);
    }
    file.zeros(40).i32(0);
    end_mesh(file);
    return file;
}

// A mesh with `count` bones that all refer to one node. The name of this node has `length` characters.
[[nodiscard]] inline byte_builder bones_of_one_name(std::uint32_t count, std::size_t length) {
    byte_builder file;
    file.text("MDL1").i32(2).i32(2);
    begin_node(file, std::string(length, 'n'), -1, -1);
    begin_node(file, "skin", 0, 0);
    begin_mesh(file, 3);
    file.i32(0).i32(0).zeros(40).u32(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        file.i32(0).f32s({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    }
    end_mesh(file);
    return file;
}

// A mesh with `segment_count` segments and `count` bones that all refer to the mesh's own node.
[[nodiscard]] inline byte_builder bones_of_their_own_mesh(std::uint32_t count, std::uint32_t segment_count) {
    byte_builder file;
    file.text("MDL1").i32(2).i32(1);
    begin_node(file, "skin", -1, 0);
    begin_mesh(file, 3);
    file.i32(0).u32(segment_count);
    for (std::uint32_t i = 0; i < segment_count; ++i) {
        file.string("").i32(2).i32(0).i32(0);
    }
    file.zeros(40).u32(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        file.i32(0).f32s({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    }
    end_mesh(file);
    return file;
}

// A chain of nodes: each is the child of the previous one. There are 1,000 different names.
[[nodiscard]] inline byte_builder chain(std::int32_t length) {
    byte_builder file;
    file.text("MDL1").i32(2).i32(length);
    for (std::int32_t i = 0; i < length; ++i) {
        begin_node(file, std::to_string(i % 1000), i - 1, -1);
    }
    return file;
}

// `count` nodes whose names have the same first `length` characters.
[[nodiscard]] inline byte_builder alike_names(std::int32_t count, std::size_t length) {
    byte_builder file;
    file.text("MDL1").i32(2).i32(count);
    for (std::int32_t i = 0; i < count; ++i) {
        begin_node(file, std::string(length, 'n') + std::to_string(i), -1, -1);
    }
    return file;
}

// A mesh with the largest possible number of vertices and no vertex array.
[[nodiscard]] inline byte_builder vertices_without_arrays() {
    byte_builder file;
    file.text("MDL1").i32(2).i32(1);
    begin_node(file, "crowd", -1, 0);
    begin_mesh(file, 0x7FFF'FFFF);
    file.i32(0).i32(0).zeros(40).i32(0);
    end_mesh(file);
    return file;
}

// A clip of `count` items without keys. The names of their nodes have the same first `length` characters.
[[nodiscard]] inline byte_builder items(std::uint32_t count, std::size_t length) {
    byte_builder file;
    file.text("ANIM").i32(2).string("clip").f32(30).i32(0x7FFF'FFFF).u32(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        file.string(std::string(length, 'n') + std::to_string(i)).i32(0).i32(0).i32(0);
    }
    return file;
}

} // namespace fixtures::grimrock::hostile
