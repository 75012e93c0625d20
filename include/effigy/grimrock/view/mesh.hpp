// Meshes of MDL1: vertex arrays, triangle list, segments, bones.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/core/numbered.hpp>
#include <effigy/grimrock/view/segment.hpp>
#include <effigy/grimrock/view/vertex_array.hpp>

namespace effigy::inline v0::grimrock {

namespace impl {

// Offsets and counts of a mesh's parts, found when its node is read.
struct mesh_layout {
    std::uint64_t arrays = 0, indices = 0, bounds = 0; // offsets in the file
    std::uint32_t vertex_count = 0, index_count = 0, segment_count = 0, bone_count = 0;
};

} // namespace impl

// A bone: a node that moves vertices of a skinned mesh. False if its bytes cannot be read.
template <form F> class basic_bone {
public:
    constexpr basic_bone() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    // The number of the bone's node; npos if the stored number is negative. verify() checks that the node exists.
    [[nodiscard]] constexpr std::uint32_t node() const noexcept {
        const std::int32_t stored = record_ != nullptr ? read_once(record_->node) : -1;
        return stored < 0 ? npos : static_cast<std::uint32_t>(stored);
    }
    // Maps from mesh space to bone space, in the bind pose.
    template <real Real = float> [[nodiscard]] constexpr matrix4x3<Real> inverse_bind() const noexcept {
        if (record_ == nullptr) {
            return {};
        }
        const basic_mat4x3<F>& m = record_->inverse_bind;
        return {vector3<Real>{m.x}, vector3<Real>{m.y}, vector3<Real>{m.z}, vector3<Real>{m.translation}};
    }
    // The record in the file. Null only in an empty bone.
    [[nodiscard]] constexpr const basic_bone_record<F>* record() const noexcept { return record_; }

private:
    friend struct effigy::impl::access;
    constexpr explicit basic_bone(const basic_bone_record<F>* record) noexcept : record_(record) {}

    const basic_bone_record<F>* record_ = nullptr;
};

namespace impl {

template <form F> struct bone_source {
    effigy::array<basic_bone_record<F>> records;

    [[nodiscard]] constexpr basic_bone<F> get(std::size_t i) const noexcept {
        return access::make<basic_bone<F>>(records.at(i));
    }
};

} // namespace impl

// The bones of a mesh. The indices in joints() refer to this range.
template <form F> class basic_bones : public numbered<impl::bone_source<F>> {
public:
    constexpr basic_bones() = default;

    [[nodiscard]] constexpr effigy::array<basic_bone_record<F>> records() const noexcept {
        return this->source().records;
    }

private:
    friend struct effigy::impl::access;
    constexpr explicit basic_bones(const effigy::array<basic_bone_record<F>>& records) noexcept
        : numbered<impl::bone_source<F>>({records}, records.size()) {}
};

// The mesh of a node of type 0. False and empty for other nodes. Stores the offsets of its parts; each call reads a
// part.
template <class Grammar> class basic_mesh {
public:
    static constexpr form order = Grammar::order;

    constexpr basic_mesh() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return layout_.bounds != 0; }
    [[nodiscard]] constexpr std::uint32_t vertex_count() const noexcept { return layout_.vertex_count; }

    // Returns the array of a slot; false if the mesh does not use it. Reads the headers of all arrays before it, so
    // call this function and those below once per mesh, not once per vertex.
    [[nodiscard]] basic_vertex_array<order> array(vertex_semantic semantic) const noexcept {
        const auto slot = static_cast<std::uint8_t>(semantic);
        if (slot >= vertex_array_count) {
            return {};
        }
        std::uint64_t at = layout_.arrays;
        for (std::uint8_t i = 0; i < slot; ++i) {
            const auto* const header = file_.template record_at<basic_vertex_array_header<order>>(at);
            if (header == nullptr) {
                return {};
            }
            const auto stride = static_cast<std::uint32_t>(read_once(header->stride));
            at += sizeof(*header) + std::uint64_t{layout_.vertex_count} * stride;
        }
        impl::cursor c{file_, at};
        const auto out = impl::access::read<basic_vertex_array<order>>(c, layout_.vertex_count);
        return c.ok() ? out : basic_vertex_array<order>{};
    }
    // All 15 arrays, in the order of vertex_semantic. Those that the mesh does not use are false.
    [[nodiscard]] constexpr sequence<basic_vertex_array<order>, std::uint32_t> arrays() const noexcept {
        const std::uint32_t count = *this ? vertex_array_count : 0;
        return impl::access::make<sequence<basic_vertex_array<order>, std::uint32_t>>(file_, layout_.arrays, count,
                                                                                      layout_.vertex_count);
    }
    // Returns the components of each vertex as T; empty if the types do not match. See basic_vertex_array::as().
    template <wire T> [[nodiscard]] strided<T> as(vertex_semantic semantic) const noexcept {
        return array(semantic).template as<T>();
    }

    // One value per vertex, in mesh space: the space of the mesh's node (left-handed, y up). Empty if the mesh does not
    // use the array or its components have another type; array() reads any type.
    [[nodiscard]] auto positions() const noexcept { return as<vec3<order>>(vertex_semantic::position); }
    [[nodiscard]] auto normals() const noexcept { return as<vec3<order>>(vertex_semantic::normal); }
    [[nodiscard]] auto tangents() const noexcept { return as<vec3<order>>(vertex_semantic::tangent); }
    [[nodiscard]] auto bitangents() const noexcept { return as<vec3<order>>(vertex_semantic::bitangent); }
    [[nodiscard]] auto colors() const noexcept { return as<rgba8>(vertex_semantic::color); }
    // Returns texture coordinate set 0 .. 7; empty for other numbers. Real files have only set 0 (measured).
    [[nodiscard]] auto texcoords(std::uint32_t set = 0) const noexcept {
        constexpr auto first = static_cast<std::uint32_t>(vertex_semantic::texcoord0);
        constexpr auto last = static_cast<std::uint32_t>(vertex_semantic::texcoord7);
        return set <= last - first ? as<vec2<order>>(static_cast<vertex_semantic>(first + set))
                                   : strided<vec2<order>>{};
    }
    // Four indices into bones() per vertex, and the weight of each.
    [[nodiscard]] auto joints() const noexcept { return as<basic_joints<order>>(vertex_semantic::bone_index); }
    [[nodiscard]] auto weights() const noexcept { return as<vec4<order>>(vertex_semantic::bone_weight); }

    // Vertex numbers, three per triangle; verify() checks that they are below vertex_count(). They are signed in the
    // file; a negative one becomes a number above all vertices.
    [[nodiscard]] auto indices() const noexcept { return records<u32<order>>(layout_.indices, layout_.index_count); }
    [[nodiscard]] constexpr std::uint32_t triangle_count() const noexcept { return layout_.index_count / 3; }
    // The runs of triangles and their materials, as stored. First indices can be wrong: see repaired_segments.
    [[nodiscard]] constexpr sequence<basic_segment<order>> segments() const noexcept {
        const std::uint64_t first = layout_.indices + std::uint64_t{layout_.index_count} * sizeof(i32<order>);
        return impl::access::make<sequence<basic_segment<order>>>(file_, first + sizeof(i32<order>),
                                                                  layout_.segment_count);
    }
    // Null only in an empty mesh.
    [[nodiscard]] const basic_bounds<order>* bounds() const noexcept {
        return *this ? file_.template record_at<basic_bounds<order>>(layout_.bounds) : nullptr;
    }
    // Empty if the mesh is not skinned. verify() checks that the bones' nodes exist.
    [[nodiscard]] basic_bones<order> bones() const noexcept {
        return impl::access::make<basic_bones<order>>(
            records<basic_bone_record<order>>(bones_begin(), layout_.bone_count));
    }
    // Null in Shinobi models.
    [[nodiscard]] const vec3<order>* emissive() const noexcept {
        return *this && Grammar::has_emissive ? file_.template record_at<vec3<order>>(bones_end()) : nullptr;
    }
    [[nodiscard]] std::uint8_t cast_shadow() const noexcept { // 1 in every file (measured)
        constexpr std::uint64_t emissive_size = Grammar::has_emissive ? sizeof(vec3<order>) : 0;
        return *this ? file_.template value_at<u8>(bones_end() + emissive_size) : u8{};
    }

private:
    friend struct effigy::impl::access;
    constexpr basic_mesh(window file, const impl::mesh_layout& layout) noexcept : file_(file), layout_(layout) {}

    template <wire T> [[nodiscard]] effigy::array<T> records(std::uint64_t at, std::uint32_t count) const noexcept {
        impl::cursor c{file_, at};
        return c.template array<T>(count, "");
    }
    [[nodiscard]] constexpr std::uint64_t bones_begin() const noexcept {
        return layout_.bounds + sizeof(basic_bounds<order>) + sizeof(i32<order>);
    }
    [[nodiscard]] constexpr std::uint64_t bones_end() const noexcept {
        return bones_begin() + std::uint64_t{layout_.bone_count} * sizeof(basic_bone_record<order>);
    }

    window file_;
    impl::mesh_layout layout_;
};

namespace impl {

// Reads a mesh and validates that all its parts are complete.
template <class Grammar, class Cursor> [[nodiscard]] mesh_layout read_mesh(Cursor& c) noexcept {
    constexpr form order = Grammar::order;
    mesh_layout out;
    if constexpr (Grammar::mesh_has_header) {
        c.magic("MESH", "mdl1.nodes[].mesh.magic");
        constexpr const char* path = "mdl1.nodes[].mesh.version";
        if (const std::int32_t version = c.template value<i32<order>>(path); c.ok() && version != 2) {
            c.fail(errc::bad_version, path, 4, version, 2, "2");
        }
    }
    out.vertex_count = c.template count<i32<order>>("mdl1.nodes[].mesh.numVertices");
    out.arrays = c.offset();
    auto arrays = c; // a local copy stays in registers
    for (std::uint32_t i = 0; i < vertex_array_count && arrays.ok(); ++i) {
        arrays.enter(i);
        static_cast<void>(access::read<basic_vertex_array<order>>(arrays, out.vertex_count));
        arrays.within(i);
    }
    c = arrays;
    out.index_count = c.template count<i32<order>>("mdl1.nodes[].mesh.numIndices");
    out.indices = c.offset();
    static_cast<void>(c.template array<i32<order>>(out.index_count, "mdl1.nodes[].mesh.indices"));
    constexpr std::uint32_t smallest_segment = sizeof(i32<order>) + sizeof(basic_segment_range<order>);
    const auto segments = record_count::read<i32<order>>(c, "mdl1.nodes[].mesh.numSegments", smallest_segment);
    out.segment_count = read_sequence<basic_segment<order>>(c, segments).size();
    out.bounds = c.offset();
    static_cast<void>(c.template record<basic_bounds<order>>("mdl1.nodes[].mesh.bounds"));
    out.bone_count = c.template count<i32<order>>("mdl1.nodes[].mesh.numBones");
    static_cast<void>(c.template array<basic_bone_record<order>>(out.bone_count, "mdl1.nodes[].mesh.bones"));
    if constexpr (Grammar::has_emissive) {
        static_cast<void>(c.template record<vec3<order>>("mdl1.nodes[].mesh.emissiveColor"));
    }
    static_cast<void>(c.template value<scalar<std::uint8_t, order>>("mdl1.nodes[].mesh.castShadow"));
    return out;
}

} // namespace impl

} // namespace effigy::inline v0::grimrock
