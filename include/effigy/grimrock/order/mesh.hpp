// The order of a mesh of MDL1: vertex arrays, triangle list, segments, bones.
#pragma once

#include <effigy/grimrock/order/versions.hpp>
#include <effigy/grimrock/records.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

struct segment_fields {
    std::string_view material;
    const segment_range* range = nullptr;
};

// The fields of a segment in the order of the file. `to`: segment_fields or owned_segment.
template <class Cursor, class Segment> EFFIGY_INLINE void transfer_segment(Cursor& c, Segment& to) {
    transfer_string(c, to.material, "mdl1.nodes[].mesh.segments[].material");
    transfer_record<segment_range>(c, to.range, "mdl1.nodes[].mesh.segments[]");
    if (!c.ok()) {
        return;
    }
    const std::int32_t first = stored_in(to.range).first_index;
    const std::int32_t count = stored_in(to.range).count;
    if (first < 0) {
        c.fail(errc::bad_value, "mdl1.nodes[].mesh.segments[].firstIndex", 8, first, 0, "an index of at least 0");
    }
    if (count < 0) {
        c.fail(errc::bad_value, "mdl1.nodes[].mesh.segments[].count", 4, count, 0, "a count of at least 0");
    }
}

// Where a mesh's parts are, found when its node is read.
struct mesh_fields {
    std::uint64_t arrays = 0; // offset in the file
    stored_list indices;
    std::uint64_t bounds = 0; // offset
    std::uint32_t vertex_count = 0, segments = 0, bones = 0;
    bool has_emissive = true; // version 2
    static constexpr ignored emissive{}, cast_shadow{};
};

using array_header = basic_vertex_array_header<form::host>;

// The header of a vertex array. Returns false, with an error, if it is wrong. Vertex count * stride bytes follow.
template <class Cursor> EFFIGY_INLINE bool transfer_array_header(Cursor& c, array_header& header) {
    transfer_record<vertex_array_header>(c, header, "mdl1.nodes[].mesh.vertexArrays[]");
    const auto component = static_cast<std::uint32_t>(header.component);
    const auto dimension = static_cast<std::uint32_t>(header.dimension);
    const auto stride = static_cast<std::uint32_t>(header.stride);
    const auto type = static_cast<component_type>(component);
    if (component > 3) {
        c.fail(errc::bad_value, "mdl1.nodes[].mesh.vertexArrays[].dataType", 12, header.component, 0,
               "0 (byte), 1 (int16), 2 (int32) or 3 (float32)");
    } else if (dimension > 4) {
        c.fail(errc::bad_value, "mdl1.nodes[].mesh.vertexArrays[].dim", 8, header.dimension, 0, "0 .. 4");
    } else if (stride > 0x7FFF'FFFF || (stride != 0 && (dimension == 0 || stride < dimension * size_of(type)))) {
        c.fail(errc::bad_value, "mdl1.nodes[].mesh.vertexArrays[].stride", 4, header.stride, 0,
               "0, or at least dim * the size of a component");
    }
    return c.ok();
}
inline constexpr const char* vertex_data_path = "mdl1.nodes[].mesh.vertexArrays[].rawVertexData";

// The 15 vertex arrays of a mesh that is read for a view.
template <class Cursor> void transfer_vertex_arrays(Cursor& c, mesh_fields& to) {
    to.arrays = c.offset();
    auto arrays = c; // a local copy stays in registers
    for (std::uint32_t i = 0; i < vertex_array_count && arrays.ok(); ++i) {
        arrays.enter(i);
        array_header header{};
        if (transfer_array_header(arrays, header)) {
            const auto stride = static_cast<std::uint32_t>(header.stride);
            static_cast<void>(arrays.take(std::uint64_t{to.vertex_count} * stride, vertex_data_path));
        }
        arrays.within(i);
    }
    c = arrays;
}

// The fields of a mesh in the order of the file. `to`: mesh_fields or owned_mesh.
template <class Cursor, class Mesh> void transfer_mesh(Cursor& c, Mesh& to, std::int32_t model_version) {
    if (model_version == grimrock_version) {
        c.magic("MESH", "mdl1.nodes[].mesh.magic");
        constexpr const char* path = "mdl1.nodes[].mesh.version";
        std::int32_t version = 2;
        transfer_number<i32<>>(c, version, path);
        if (c.ok() && version != 2) {
            c.fail(errc::bad_version, path, 4, version, 2, "2");
        }
    }
    transfer_count<i32<>>(c, to.vertex_count, "mdl1.nodes[].mesh.numVertices");
    transfer_vertex_arrays(c, to);
    transfer_list<i32<>, i32<>>(c, to.indices, "mdl1.nodes[].mesh.numIndices", "mdl1.nodes[].mesh.indices");
    constexpr std::uint32_t smallest_segment = sizeof(i32<>) + sizeof(segment_range);
    transfer_parts<i32<>, segment_fields>(c, to.segments, "mdl1.nodes[].mesh.numSegments", smallest_segment,
                                          [](auto& at, auto& each, auto...) { transfer_segment(at, each); });
    transfer_record<grimrock::bounds>(c, to.bounds, "mdl1.nodes[].mesh.bounds");
    transfer_list<i32<>, bone_record>(c, to.bones, "mdl1.nodes[].mesh.numBones", "mdl1.nodes[].mesh.bones");
    if (model_version == grimrock_version) {
        transfer_record<vec3<>>(c, to.emissive, "mdl1.nodes[].mesh.emissiveColor");
    }
    transfer_number<scalar<std::uint8_t>>(c, to.cast_shadow, "mdl1.nodes[].mesh.castShadow");
}

}}}} // namespace effigy::v0::grimrock::impl
