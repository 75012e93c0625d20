// Meshes of MDL1: vertex arrays, triangle list, segments, bones; matrices of the stored transforms.
#pragma once

#include <effigy/core/lazy_range.hpp>
#include <effigy/core/math.hpp>
#include <effigy/grimrock/records.hpp>
#include <effigy/grimrock/view/segment.hpp>
#include <effigy/grimrock/view/vertex_array.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

template <real Real, form F> [[nodiscard]] constexpr matrix4x3<Real> to_matrix(const basic_mat4x3<F>& m) noexcept {
    return {vector3<Real>{m.x}, vector3<Real>{m.y}, vector3<Real>{m.z}, vector3<Real>{m.translation}};
}
template <real Real, form F> [[nodiscard]] constexpr matrix4x3<Real> to_matrix(const basic_transform<F>& t) noexcept {
    return {vector3<Real>{t.x} * static_cast<Real>(float{t.scale.x}),
            vector3<Real>{t.y} * static_cast<Real>(float{t.scale.y}),
            vector3<Real>{t.z} * static_cast<Real>(float{t.scale.z}), vector3<Real>{t.position}};
}

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

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return fields_.bounds != 0; }
    [[nodiscard]] constexpr std::uint32_t vertex_count() const noexcept { return fields_.vertex_count; }

    // Returns the array of a slot; false if the mesh does not use it. Reads the headers of all arrays before it, so
    // call this function and those below once per mesh, not once per vertex.
    [[nodiscard]] vertex_array array(vertex_semantic semantic) const noexcept {
        const auto slot = static_cast<std::uint8_t>(semantic);
        if (slot >= vertex_array_count) {
            return {};
        }
        std::uint64_t at = fields_.arrays;
        for (std::uint8_t i = 0; i < slot; ++i) {
            const auto* const header = file_.record_at<vertex_array_header>(at);
            if (header == nullptr) {
                return {};
            }
            const auto stride = static_cast<std::uint32_t>(header->stride);
            at += sizeof(*header) + std::uint64_t{fields_.vertex_count} * stride;
        }
        cursor c{file_, at};
        const auto out = impl::access::read<vertex_array>(c, fields_.vertex_count);
        return c.ok() ? out : vertex_array{};
    }
    // All 15 arrays, in the order of vertex_semantic. Those that the mesh does not use are false.
    [[nodiscard]] constexpr sequence<vertex_array, std::uint32_t> arrays() const noexcept {
        const std::uint32_t count = *this ? vertex_array_count : 0;
        return impl::access::make<sequence<vertex_array, std::uint32_t>>(file_, fields_.arrays, count,
                                                                         fields_.vertex_count);
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
        return records<u32<>>(fields_.indices.offset, fields_.indices.count);
    }
    [[nodiscard]] constexpr std::uint32_t triangle_count() const noexcept { return fields_.indices.count / 3; }
    // The runs of triangles and their materials, as stored. First indices can be wrong: see repaired_segments.
    [[nodiscard]] constexpr sequence<segment> segments() const noexcept {
        const std::uint64_t first = fields_.indices.offset + std::uint64_t{fields_.indices.count} * sizeof(i32<>);
        return impl::access::make<sequence<segment>>(file_, first + sizeof(i32<>), fields_.segments);
    }
    // Null only in an empty mesh.
    [[nodiscard]] const grimrock::bounds* bounds() const noexcept {
        return *this ? file_.record_at<grimrock::bounds>(fields_.bounds) : nullptr;
    }
    // Empty if the mesh is not skinned. verify() checks that the bones' nodes exist.
    [[nodiscard]] bone_list bones() const noexcept {
        return impl::access::make<bone_list>(records<bone_record>(bones_begin(), fields_.bones));
    }
    // Null in version 4.
    [[nodiscard]] const vec3<>* emissive() const noexcept {
        return *this && fields_.has_emissive ? file_.record_at<vec3<>>(bones_end()) : nullptr;
    }
    [[nodiscard]] std::uint8_t cast_shadow() const noexcept { // 1 in every file (measured)
        const std::uint64_t emissive_size = fields_.has_emissive ? sizeof(vec3<>) : 0;
        return *this ? file_.value_at<u8>(bones_end() + emissive_size) : u8{};
    }

private:
    friend struct effigy::impl::access;
    constexpr mesh(byte_view file, const impl::mesh_fields& fields) noexcept : file_(file), fields_(fields) {}

    template <wire T> [[nodiscard]] effigy::array<T> records(std::uint64_t at, std::uint32_t count) const noexcept {
        cursor c{file_, at};
        return c.array<T>(count, "");
    }
    [[nodiscard]] constexpr std::uint64_t bones_begin() const noexcept {
        return fields_.bounds + sizeof(grimrock::bounds) + sizeof(i32<>);
    }
    [[nodiscard]] constexpr std::uint64_t bones_end() const noexcept {
        return bones_begin() + std::uint64_t{fields_.bones} * sizeof(bone_record);
    }

    byte_view file_;
    impl::mesh_fields fields_;
};

}}} // namespace effigy::v0::grimrock
