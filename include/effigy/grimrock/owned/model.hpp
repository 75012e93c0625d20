// The result of decode(): a set of pools, one for each type.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/grimrock/sample.hpp>
#include <effigy/owned/pools.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

using owned_bone = basic_bone_record<form::host>;
using owned_bounds = basic_bounds<form::host>;
using owned_light = basic_light<form::host>;
using owned_transform = basic_transform<form::host>;

// What the components of a vertex array may be.
template <class T>
concept vertex_component = std::same_as<T, std::uint8_t> || std::same_as<T, std::int16_t> ||
                           std::same_as<T, std::int32_t> || std::same_as<T, float>;

namespace impl {

template <vertex_component T> inline constexpr component_type component_of = component_type::byte;
template <> inline constexpr component_type component_of<std::int16_t> = component_type::int16;
template <> inline constexpr component_type component_of<std::int32_t> = component_type::int32;
template <> inline constexpr component_type component_of<float> = component_type::float32;

} // namespace impl

struct owned_vertex_array {
    vertex_semantic semantic = vertex_semantic::position;
    component_type component = component_type::byte;
    std::uint8_t dimension = 0;         // components per vertex
    std::uint32_t stride = 0;           // as stored, in bytes
    std::uint32_t first = 0, count = 0; // the components of all vertices, in the pool of their type
    pool_slice<std::byte> padding;      // the bytes between the vertices, if any

    // Returns the list of components if they have type T, or an empty list: `model.get(array.as<float>())`.
    template <vertex_component T> [[nodiscard]] constexpr pool_slice<T> as() const noexcept {
        return component == impl::component_of<T> ? pool_slice<T>{.first = first, .count = count} : pool_slice<T>{};
    }

    static constexpr const char* record_name = "vertex_array";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("semantic", &R::semantic...);
        visit("dataType", &R::component...);
        visit("dim", &R::dimension...);
        visit("stride", &R::stride...);
        visit(field{"first", role::reference}, &R::first...);
        visit(field{"count", role::reference}, &R::count...);
        visit("padding", &R::padding...);
    }
    // Visits the components as a list for each type that they may have; the lists of the other types are empty.
    template <class... R> static constexpr void lists(auto&& visit, const R&... of) {
        visit("rawVertexData", of.template elements<std::uint8_t>()...);
        visit("rawVertexData", of.template elements<std::int16_t>()...);
        visit("rawVertexData", of.template elements<std::int32_t>()...);
        visit("rawVertexData", of.template elements<float>()...);
    }

private:
    template <class T> [[nodiscard]] constexpr pool_vectors<T> elements() const noexcept {
        return pool_vectors<T>{as<T>(), dimension};
    }
};

struct owned_segment {
    pool_slice<char> material;
    basic_segment_range<form::host> range; // as stored, see repaired_segments

    static constexpr const char* record_name = "segment";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("material", &R::material...);
        visit("range", &R::range...);
    }
};

struct owned_mesh {
    std::uint32_t vertex_count = 0;
    pool_slice<owned_vertex_array> arrays; // the slots whose header is not all zero, in file order
    pool_slice<std::uint32_t> indices;
    pool_slice<owned_segment> segments;
    owned_bounds bounds;
    pool_slice<owned_bone> bones;
    vec3<form::host> emissive; // zero in versions that have none
    std::uint8_t cast_shadow = 0;

    static constexpr const char* record_name = "mesh";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("numVertices", &R::vertex_count...);
        visit("vertexArrays", &R::arrays...);
        visit("indices", &R::indices...);
        visit("segments", &R::segments...);
        visit("bounds", &R::bounds...);
        visit("bones", &R::bones...);
        visit("emissiveColor", &R::emissive...);
        visit("castShadow", &R::cast_shadow...);
    }
};

struct owned_node {
    pool_slice<char> name;
    basic_mat4x3<form::host> local; // zero in version 4
    owned_transform transform;      // zero in version 2
    std::int32_t parent = -1;       // as stored
    std::int32_t type = -1;         // as stored
    pool_handle<owned_mesh> mesh;
    pool_handle<owned_light> light;

    static constexpr const char* record_name = "node";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("name", &R::name...);
        visit("localToParent", &R::local...);
        visit("transform", &R::transform...);
        visit("parent", &R::parent...);
        visit("type", &R::type...);
        visit("mesh", &R::mesh...);
        visit("light", &R::light...);
    }
};

using model_pools = owned_pools<owned_node, owned_mesh, owned_vertex_array, owned_segment, owned_bone, owned_light,
                                float, std::int32_t, std::uint32_t, std::int16_t, std::uint8_t, char, std::byte>;

struct owned_model : model_pools {
    std::uint32_t version = 0;
    pool_slice<owned_node> nodes;
    pool_slice<owned_mesh> meshes;
    pool_slice<owned_light> lights;
    pool_slice<std::byte> trailing;

    owned_model() : owned_model(std::pmr::get_default_resource()) {}
    explicit owned_model(std::pmr::memory_resource* memory) : model_pools(memory) {}

    // Returns the array of a slot; null if the mesh does not have it.
    template <class = when_used>
    [[nodiscard]] const owned_vertex_array* array(const owned_mesh& holder, vertex_semantic semantic) const noexcept {
        for (const owned_vertex_array& candidate : get(holder.arrays)) {
            if (candidate.semantic == semantic) {
                return &candidate;
            }
        }
        return nullptr;
    }
    // Adds a vertex array to a mesh, at its place in the order of the slots, or replaces it. `components`: `dimension`
    // numbers per vertex: `model.set_array<float>(mesh, vertex_semantic::texcoord0, 2, {0, 0, 1, 0, 1, 1})`. If memory
    // runs out, the mesh may be without the array.
    template <vertex_component T>
    owned_vertex_array& set_array(owned_mesh& to, vertex_semantic semantic, std::uint8_t dimension,
                                  std::type_identity_t<std::span<const T>> components) {
        pool_slice<T> stored;
        set(stored, components);
        owned_vertex_array made;
        made.semantic = semantic;
        made.component = impl::component_of<T>;
        made.dimension = dimension;
        made.stride = dimension * std::uint32_t{sizeof(T)};
        made.first = stored.first;
        made.count = stored.count;
        const std::span<const owned_vertex_array> others = get(to.arrays);
        std::size_t slot = 0;
        while (slot < others.size() && others[slot].semantic < semantic) {
            ++slot;
        }
        if (slot < others.size() && others[slot].semantic == semantic) {
            erase(to.arrays, slot);
        }
        return insert(to.arrays, slot, made);
    }
    template <vertex_component T>
    owned_vertex_array& set_array(owned_mesh& to, vertex_semantic semantic, std::uint8_t dimension,
                                  std::initializer_list<std::type_identity_t<T>> components) {
        return set_array<T>(to, semantic, dimension, std::span<const T>{components.begin(), components.size()});
    }

    static constexpr const char* record_name = "model";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("version", &R::version...);
        visit("nodes", &R::nodes...);
        visit(repeated{"meshes", &owned_model::nodes}, &R::meshes...);
        visit(repeated{"lights", &owned_model::nodes}, &R::lights...);
        visit("trailing", &R::trailing...);
    }
};

struct owned_item {
    pool_slice<char> name;
    pool_slice<vec3<form::host>> positions;
    pool_slice<quat<form::host>> rotations;
    pool_slice<vec3<form::host>> scales;

    static constexpr const char* record_name = "item";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("node", &R::name...);
        visit("positionKeys", &R::positions...);
        visit("rotationKeys", &R::rotations...);
        visit("scaleKeys", &R::scales...);
    }
};

using animation_pools = owned_pools<owned_item, vec3<form::host>, quat<form::host>, char, std::byte>;

struct owned_animation : animation_pools {
    std::uint32_t version = 0;
    pool_slice<char> name;
    float frames_per_second = 0;
    std::uint32_t frame_count = 0;
    pool_slice<owned_item> items;
    pool_slice<std::byte> trailing;

    owned_animation() : owned_animation(std::pmr::get_default_resource()) {}
    explicit owned_animation(std::pmr::memory_resource* memory) : animation_pools(memory) {}

    static constexpr const char* record_name = "animation";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("version", &R::version...);
        visit("name", &R::name...);
        visit("framesPerSecond", &R::frames_per_second...);
        visit("numFrames", &R::frame_count...);
        visit("items", &R::items...);
        visit("trailing", &R::trailing...);
    }
};

}}} // namespace effigy::v0::grimrock
