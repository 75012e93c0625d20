// Meshes of MDL1: vertex arrays, triangle list, segments, bones.
#pragma once

#include <effigy/core/record_count.hpp>
#include <effigy/core/sequence.hpp>
#include <effigy/grimrock/records.hpp>

namespace effigy::inline v0::grimrock {

// "String": a 32-bit length, then that many bytes; no NUL, no declared encoding (only 32 .. 126 occur: measured).
template <endian E> [[nodiscard]] std::string_view read_string(impl::cursor& c, const char* path) noexcept {
    return c.text(c.count<i32<E>>(path), path);
}

// What T takes from a vertex array: its kind of component, and how many of them.
struct vertex_shape {
    component_type component;
    std::uint8_t dimension;
};
template <class T, endian E> inline constexpr vertex_shape shape_of{};
template <endian E> inline constexpr vertex_shape shape_of<vec2<E>, E>{component_type::float32, 2};
template <endian E> inline constexpr vertex_shape shape_of<vec3<E>, E>{component_type::float32, 3};
template <endian E> inline constexpr vertex_shape shape_of<vec4<E>, E>{component_type::float32, 4};
template <endian E> inline constexpr vertex_shape shape_of<basic_joints<E>, E>{component_type::int32, 4};
template <endian E> inline constexpr vertex_shape shape_of<rgba8, E>{component_type::byte, 4};

[[nodiscard]] constexpr std::uint32_t size_of(component_type type) noexcept {
    constexpr std::uint8_t sizes[] = {1, 2, 4, 4};
    return sizes[static_cast<std::uint8_t>(type) & 3U];
}

// One of a mesh's 15 vertex arrays. Not used: stride 0.
template <endian E> struct basic_vertex_array {
    std::span<const std::byte> bytes; // vertex_count * stride of them
    std::uint32_t vertex_count = 0;
    std::uint32_t stride = 0; // bytes from vertex to vertex, at least those of its components
    component_type component = component_type::byte;
    std::uint8_t dimension = 0; // 0 .. 4 components of a vertex

    [[nodiscard]] constexpr bool used() const noexcept { return stride != 0; }

    // A vertex's components as T (vec2, vec3, vec4, joints, rgba8); empty unless the array holds T's kind of component
    // and at least as many. Its packed() is a std::span when the vertices lie one behind the other, as in every file
    // measured.
    template <wire T> [[nodiscard]] strided<T> as() const noexcept {
        constexpr vertex_shape shape = shape_of<T, E>;
        static_assert(shape.dimension != 0,
                      "a vertex array reads as vec2, vec3, vec4, joints or rgba8 of its endianness");
        if (component != shape.component || dimension < shape.dimension) {
            return {};
        }
        return window{bytes}.template strided_at<T>(0, vertex_count, stride);
    }
    // Any component as it is stored, whatever its type; 0 when there is none.
    [[nodiscard]] double number(std::uint32_t vertex, std::uint32_t i) const noexcept {
        if (i >= dimension) {
            return 0;
        }
        const window all{bytes};
        const std::uint64_t offset = std::uint64_t{vertex} * stride + std::uint64_t{i} * size_of(component);
        switch (component) {
        case component_type::byte: return all.value_at<scalar<std::uint8_t, E>>(offset);
        case component_type::int16: return all.value_at<i16<E>>(offset);
        case component_type::int32: return all.value_at<i32<E>>(offset);
        case component_type::float32: return static_cast<double>(all.value_at<f32<E>>(offset).get());
        }
        return 0;
    }

    [[nodiscard]] EFFIGY_INLINE static basic_vertex_array read(impl::cursor& c, std::uint32_t vertex_count) noexcept {
        const auto* const header = c.record<basic_vertex_array_header<E>>("mdl1.nodes[].mesh.vertexArrays[]");
        if (header == nullptr) {
            return {};
        }
        const auto component = read_once(static_cast<std::uint32_t>(header->component.get()));
        const auto dimension = read_once(static_cast<std::uint32_t>(header->dimension.get()));
        const auto stride = read_once(static_cast<std::uint32_t>(header->stride.get()));
        const auto refuse = [&](const char* path, std::uint64_t back, std::uint32_t found, const char* expected) {
            c.fail(errc::bad_value, path, back, static_cast<std::int32_t>(found), 0, expected);
            return basic_vertex_array{};
        };
        if (component > 3) {
            return refuse("mdl1.nodes[].mesh.vertexArrays[].dataType", 12, component,
                          "0 (byte), 1 (int16), 2 (int32) or 3 (float32)");
        }
        if (dimension > 4) {
            return refuse("mdl1.nodes[].mesh.vertexArrays[].dim", 8, dimension, "0 .. 4");
        }
        const auto type = static_cast<component_type>(component);
        if (stride > 0x7FFF'FFFF || (stride != 0 && (dimension == 0 || stride < dimension * size_of(type)))) {
            return refuse("mdl1.nodes[].mesh.vertexArrays[].stride", 4, stride,
                          "0, or at least the bytes of a vertex's components");
        }
        return {c.take(std::uint64_t{vertex_count} * stride, "mdl1.nodes[].mesh.vertexArrays[].rawVertexData"),
                vertex_count, stride, type, static_cast<std::uint8_t>(dimension)};
    }
};

// A run of triangles with one material.
template <endian E> struct basic_segment {
    std::string_view material; // named in the game's Lua scripts
    const basic_segment_range<E>* range = nullptr;

    static constexpr std::uint32_t smallest = sizeof(i32<E>) + sizeof(basic_segment_range<E>); // in bytes

    [[nodiscard]] static basic_segment read(impl::cursor& c, no_context&) noexcept {
        basic_segment out;
        out.material = read_string<E>(c, "mdl1.nodes[].mesh.segments[].material");
        out.range = c.record<basic_segment_range<E>>("mdl1.nodes[].mesh.segments[]");
        if (out.range == nullptr) {
            return out;
        }
        if (const std::int32_t first = out.range->first_index; first < 0) {
            c.fail(errc::bad_value, "mdl1.nodes[].mesh.segments[].firstIndex", 8, first, 0, "an index from 0 on");
        }
        if (const std::int32_t count = out.range->count; count < 0) {
            c.fail(errc::bad_value, "mdl1.nodes[].mesh.segments[].count", 4, count, 0, "a count from 0 on");
        }
        return out;
    }
};

// What a node of type 0 carries. Unused arrays, and what the version does not have, are empty or null.
template <class Grammar> struct basic_mesh {
    static constexpr endian order = Grammar::order;

    std::uint32_t vertex_count = 0;
    basic_vertex_array<order> arrays[vertex_array_count]; // by vertex_semantic
    std::span<const i32<order>> indices;         // a list of triangles; verify() proves them below vertex_count
    sequence<basic_segment<order>> segments;     // which triangles have which material
    const basic_bounds<order>* bounds = nullptr; // null only in an empty mesh
    std::span<const basic_bone<order>> bones;    // what array bone_index points into; empty: not skinned
    const vec3<order>* emissive = nullptr;       // null in the Shinobi engine's models
    std::uint8_t cast_shadow = 0;                // 1 in every file

    [[nodiscard]] constexpr const basic_vertex_array<order>& array(vertex_semantic semantic) const noexcept {
        return arrays[static_cast<std::uint8_t>(semantic) % vertex_array_count];
    }

    // A vertex's components as T, see basic_vertex_array::as().
    template <wire T> [[nodiscard]] strided<T> as(vertex_semantic semantic) const noexcept {
        return array(semantic).template as<T>();
    }
    // One value a vertex, in the space of the mesh's node (left-handed, y up). Empty when the array is not there or
    // holds other components; array() has the bytes in any case.
    [[nodiscard]] auto positions() const noexcept { return as<vec3<order>>(vertex_semantic::position); }
    [[nodiscard]] auto normals() const noexcept { return as<vec3<order>>(vertex_semantic::normal); }
    [[nodiscard]] auto tangents() const noexcept { return as<vec3<order>>(vertex_semantic::tangent); }
    [[nodiscard]] auto bitangents() const noexcept { return as<vec3<order>>(vertex_semantic::bitangent); }
    [[nodiscard]] auto colors() const noexcept { return as<rgba8>(vertex_semantic::color); }
    [[nodiscard]] auto texcoords() const noexcept { return as<vec2<order>>(vertex_semantic::texcoord0); }
    [[nodiscard]] auto bone_indices() const noexcept { return as<basic_joints<order>>(vertex_semantic::bone_index); }
    [[nodiscard]] auto bone_weights() const noexcept { return as<vec4<order>>(vertex_semantic::bone_weight); }

    // Into `out`, which is empty: a mesh is too large to be passed on by value.
    static void read(impl::cursor& c, basic_mesh& out) noexcept {
        if constexpr (Grammar::mesh_has_header) {
            c.magic("MESH", "mdl1.nodes[].mesh.magic");
            constexpr const char* path = "mdl1.nodes[].mesh.version";
            if (const std::int32_t version = c.value<i32<order>>(path); c.ok() && version != 2) {
                c.fail(errc::bad_version, path, 4, version, 2, "2");
            }
        }
        out.vertex_count = c.count<i32<order>>("mdl1.nodes[].mesh.numVertices");
        impl::cursor arrays = c; // a local one stays in registers
        for (std::uint32_t i = 0; i < vertex_array_count && arrays.ok(); ++i) {
            out.arrays[i] = basic_vertex_array<order>::read(arrays, out.vertex_count);
            arrays.within(i);
        }
        c = arrays;
        const std::uint32_t index_count = c.count<i32<order>>("mdl1.nodes[].mesh.numIndices");
        out.indices = c.array<i32<order>>(index_count, "mdl1.nodes[].mesh.indices");
        constexpr std::uint32_t smallest_segment = basic_segment<order>::smallest;
        const auto segments =
            impl::record_count::read<i32<order>>(c, "mdl1.nodes[].mesh.numSegments", smallest_segment);
        out.segments = impl::read_sequence<basic_segment<order>>(c, segments);
        out.bounds = c.record<basic_bounds<order>>("mdl1.nodes[].mesh.bounds");
        const std::uint32_t bone_count = c.count<i32<order>>("mdl1.nodes[].mesh.numBones");
        out.bones = c.array<basic_bone<order>>(bone_count, "mdl1.nodes[].mesh.bones");
        if constexpr (Grammar::has_emissive) {
            out.emissive = c.record<vec3<order>>("mdl1.nodes[].mesh.emissiveColor");
        }
        out.cast_shadow = c.value<scalar<std::uint8_t, order>>("mdl1.nodes[].mesh.castShadow");
    }
};

} // namespace effigy::inline v0::grimrock
