// Meshes of MDL1: vertex arrays, triangle list, segments, bones.
#pragma once

#include <effigy/core/lazy_range.hpp>
#include <effigy/grimrock/view/matrix.hpp>
#include <effigy/grimrock/view/segment.hpp>
#include <effigy/grimrock/view/vertex_array.hpp>

namespace effigy::inline v0::grimrock {

namespace impl {

// Offsets and counts of a mesh's parts, found when its node is read.
struct mesh_layout {
    std::uint64_t arrays = 0, indices = 0, bounds = 0; // offsets in the file
    std::uint32_t vertex_count = 0, index_count = 0, segment_count = 0, bone_count = 0;
    bool has_emissive = true; // version 2
};

} // namespace impl

// A bone: a node that moves vertices of a skinned mesh. False if its bytes cannot be read.
class bone {
public:
    constexpr bone() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    // The number of the bone's node; npos if the stored number is negative. verify() checks that the node exists.
    [[nodiscard]] constexpr std::uint32_t node() const noexcept {
        const std::int32_t stored = record_ != nullptr ? record_->node : -1;
        return stored < 0 ? npos : static_cast<std::uint32_t>(stored);
    }
    // Maps from mesh space to bone space, in the bind pose.
    template <real Real = float> [[nodiscard]] constexpr matrix4x3<Real> inverse_bind() const noexcept {
        return record_ != nullptr ? to_matrix<Real>(record_->inverse_bind) : matrix4x3<Real>{};
    }
    // The record in the file. Null only in an empty bone.
    [[nodiscard]] constexpr const bone_record* record() const noexcept { return record_; }

private:
    friend struct effigy::impl::access;
    constexpr explicit bone(const bone_record* record) noexcept : record_(record) {}

    const bone_record* record_ = nullptr;
};

namespace impl {

struct bone_source {
    effigy::array<bone_record> records;

    [[nodiscard]] constexpr bone get(std::size_t i) const noexcept { return access::make<bone>(records.at(i)); }
};

} // namespace impl

// The bones of a mesh. The indices in joints() refer to this range.
class bone_list : public lazy_range<impl::bone_source> {
public:
    constexpr bone_list() = default;

    [[nodiscard]] constexpr effigy::array<bone_record> records() const noexcept { return source().records; }

private:
    friend struct effigy::impl::access;
    constexpr explicit bone_list(const effigy::array<bone_record>& records) noexcept
        : lazy_range<impl::bone_source>({records}, records.size()) {}
};

// The mesh of a node of type 0. False and empty for other nodes. Stores the offsets of its parts; each call reads a
// part.
class mesh {
public:
    constexpr mesh() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return layout_.bounds != 0; }
    [[nodiscard]] constexpr std::uint32_t vertex_count() const noexcept { return layout_.vertex_count; }

    // Returns the array of a slot; false if the mesh does not use it. Reads the headers of all arrays before it, so
    // call this function and those below once per mesh, not once per vertex.
    [[nodiscard]] vertex_array array(vertex_semantic semantic) const noexcept {
        const auto slot = static_cast<std::uint8_t>(semantic);
        if (slot >= vertex_array_count) {
            return {};
        }
        std::uint64_t at = layout_.arrays;
        for (std::uint8_t i = 0; i < slot; ++i) {
            const auto* const header = file_.record_at<vertex_array_header>(at);
            if (header == nullptr) {
                return {};
            }
            const auto stride = static_cast<std::uint32_t>(header->stride);
            at += sizeof(*header) + std::uint64_t{layout_.vertex_count} * stride;
        }
        impl::cursor c{file_, at};
        const auto out = impl::access::read<vertex_array>(c, layout_.vertex_count);
        return c.ok() ? out : vertex_array{};
    }
    // All 15 arrays, in the order of vertex_semantic. Those that the mesh does not use are false.
    [[nodiscard]] constexpr sequence<vertex_array, std::uint32_t> arrays() const noexcept {
        const std::uint32_t count = *this ? vertex_array_count : 0;
        return impl::access::make<sequence<vertex_array, std::uint32_t>>(file_, layout_.arrays, count,
                                                                         layout_.vertex_count);
    }
    // Returns the components of each vertex as T; empty if the types do not match. See vertex_array::as().
    template <wire T> [[nodiscard]] strided<T> as(vertex_semantic semantic) const noexcept {
        return array(semantic).as<T>();
    }

    // One value per vertex, in mesh space: the space of the mesh's node (left-handed, y up). Empty if the mesh does not
    // use the array or its components have another type; array() reads any type.
    [[nodiscard]] strided<vec3<>> positions() const noexcept { return as<vec3<>>(vertex_semantic::position); }
    [[nodiscard]] strided<vec3<>> normals() const noexcept { return as<vec3<>>(vertex_semantic::normal); }
    [[nodiscard]] strided<vec3<>> tangents() const noexcept { return as<vec3<>>(vertex_semantic::tangent); }
    [[nodiscard]] strided<vec3<>> bitangents() const noexcept { return as<vec3<>>(vertex_semantic::bitangent); }
    [[nodiscard]] strided<rgba8> colors() const noexcept { return as<rgba8>(vertex_semantic::color); }
    // Returns texture coordinate set 0 .. 7; empty for other numbers. Real files have only set 0 (measured).
    [[nodiscard]] strided<vec2<>> texcoords(std::uint32_t set = 0) const noexcept {
        constexpr auto first = static_cast<std::uint32_t>(vertex_semantic::texcoord0);
        constexpr auto last = static_cast<std::uint32_t>(vertex_semantic::texcoord7);
        return set <= last - first ? as<vec2<>>(static_cast<vertex_semantic>(first + set)) : strided<vec2<>>{};
    }
    // Four indices into bones() per vertex, and the weight of each.
    [[nodiscard]] strided<grimrock::joints> joints() const noexcept {
        return as<grimrock::joints>(vertex_semantic::bone_index);
    }
    [[nodiscard]] strided<vec4<>> weights() const noexcept { return as<vec4<>>(vertex_semantic::bone_weight); }

    // Vertex numbers, three per triangle; verify() checks that they are below vertex_count(). They are signed in the
    // file; a negative one becomes a number above all vertices.
    [[nodiscard]] effigy::array<u32<>> indices() const noexcept {
        return records<u32<>>(layout_.indices, layout_.index_count);
    }
    [[nodiscard]] constexpr std::uint32_t triangle_count() const noexcept { return layout_.index_count / 3; }
    // The runs of triangles and their materials, as stored. First indices can be wrong: see repaired_segments.
    [[nodiscard]] constexpr sequence<segment> segments() const noexcept {
        const std::uint64_t first = layout_.indices + std::uint64_t{layout_.index_count} * sizeof(i32<>);
        return impl::access::make<sequence<segment>>(file_, first + sizeof(i32<>), layout_.segment_count);
    }
    // Null only in an empty mesh.
    [[nodiscard]] const grimrock::bounds* bounds() const noexcept {
        return *this ? file_.record_at<grimrock::bounds>(layout_.bounds) : nullptr;
    }
    // Empty if the mesh is not skinned. verify() checks that the bones' nodes exist.
    [[nodiscard]] bone_list bones() const noexcept {
        return impl::access::make<bone_list>(records<bone_record>(bones_begin(), layout_.bone_count));
    }
    // Null in version 4.
    [[nodiscard]] const vec3<>* emissive() const noexcept {
        return *this && layout_.has_emissive ? file_.record_at<vec3<>>(bones_end()) : nullptr;
    }
    [[nodiscard]] std::uint8_t cast_shadow() const noexcept { // 1 in every file (measured)
        const std::uint64_t emissive_size = layout_.has_emissive ? sizeof(vec3<>) : 0;
        return *this ? file_.value_at<u8>(bones_end() + emissive_size) : u8{};
    }

private:
    friend struct effigy::impl::access;
    constexpr mesh(byte_view file, const impl::mesh_layout& layout) noexcept : file_(file), layout_(layout) {}

    template <wire T> [[nodiscard]] effigy::array<T> records(std::uint64_t at, std::uint32_t count) const noexcept {
        impl::cursor c{file_, at};
        return c.array<T>(count, "");
    }
    [[nodiscard]] constexpr std::uint64_t bones_begin() const noexcept {
        return layout_.bounds + sizeof(grimrock::bounds) + sizeof(i32<>);
    }
    [[nodiscard]] constexpr std::uint64_t bones_end() const noexcept {
        return bones_begin() + std::uint64_t{layout_.bone_count} * sizeof(bone_record);
    }

    byte_view file_;
    impl::mesh_layout layout_;
};

namespace impl {

// Reads a mesh and validates that all its parts are complete.
template <class Cursor> [[nodiscard]] mesh_layout read_mesh(Cursor& c, std::int32_t model_version) noexcept {
    mesh_layout out;
    out.has_emissive = model_version == grimrock_version;
    if (model_version == grimrock_version) {
        c.magic("MESH", "mdl1.nodes[].mesh.magic");
        constexpr const char* path = "mdl1.nodes[].mesh.version";
        if (const std::int32_t version = c.template value<i32<>>(path); c.ok() && version != 2) {
            c.fail(errc::bad_version, path, 4, version, 2, "2");
        }
    }
    out.vertex_count = c.template count<i32<>>("mdl1.nodes[].mesh.numVertices");
    out.arrays = c.offset();
    auto arrays = c; // a local copy stays in registers
    for (std::uint32_t i = 0; i < vertex_array_count && arrays.ok(); ++i) {
        arrays.enter(i);
        static_cast<void>(access::read<vertex_array>(arrays, out.vertex_count));
        arrays.within(i);
    }
    c = arrays;
    out.index_count = c.template count<i32<>>("mdl1.nodes[].mesh.numIndices");
    out.indices = c.offset();
    static_cast<void>(c.template array<i32<>>(out.index_count, "mdl1.nodes[].mesh.indices"));
    constexpr std::uint32_t smallest_segment = sizeof(i32<>) + sizeof(segment_range);
    const auto segments = record_count::read<i32<>>(c, "mdl1.nodes[].mesh.numSegments", smallest_segment);
    out.segment_count = read_sequence<segment>(c, segments).size();
    out.bounds = c.offset();
    static_cast<void>(c.template record<grimrock::bounds>("mdl1.nodes[].mesh.bounds"));
    out.bone_count = c.template count<i32<>>("mdl1.nodes[].mesh.numBones");
    static_cast<void>(c.template array<bone_record>(out.bone_count, "mdl1.nodes[].mesh.bones"));
    if (out.has_emissive) {
        static_cast<void>(c.template record<vec3<>>("mdl1.nodes[].mesh.emissiveColor"));
    }
    static_cast<void>(c.template value<scalar<std::uint8_t>>("mdl1.nodes[].mesh.castShadow"));
    return out;
}

} // namespace impl

} // namespace effigy::inline v0::grimrock
