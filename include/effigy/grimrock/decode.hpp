// Models and animations that own their data: host-endian, aligned, plain vectors; nothing that the view shows is lost.
// Takes at most six times the file's size. Memory comes from any std::pmr::memory_resource.
#pragma once

#include <effigy/core/copy.hpp>
#include <effigy/grimrock/sample.hpp>

#include <memory_resource>
#include <string>
#include <variant>
#include <vector>

namespace effigy::inline v0::grimrock {

struct owned_vertex_array {
    using components_type = std::variant<std::pmr::vector<std::uint8_t>, std::pmr::vector<std::int16_t>,
                                         std::pmr::vector<std::int32_t>, std::pmr::vector<float>>;

    vertex_semantic semantic = vertex_semantic::position;
    std::uint8_t dimension = 0;          // components of a vertex
    std::uint32_t stride = 0;            // as stored, in bytes
    components_type components;          // vertex_count * dimension of them; index() is the component_type
    std::pmr::vector<std::byte> padding; // what lies between the vertices, if anything

    // The components when they are of type T, else empty.
    template <class T> [[nodiscard]] std::span<const T> as() const noexcept {
        const auto* const found = std::get_if<std::pmr::vector<T>>(&components);
        return found != nullptr ? std::span<const T>{*found} : std::span<const T>{};
    }
};

struct owned_segment {
    std::pmr::string material;
    std::int32_t primitive_type = 2;
    std::int32_t first_index = 0; // as stored, see repaired_segments
    std::int32_t count = 0;       // in triangles
};

struct owned_bone {
    std::int32_t node = 0;
    matrix4x3<float> inverse_rest;
};

struct owned_bounds {
    vector3<float> center;
    float radius = 0;
    vector3<float> min, max;
};

struct owned_mesh {
    std::uint32_t vertex_count = 0;
    std::pmr::vector<owned_vertex_array> arrays; // the slots whose header is not all zero, in file order
    std::pmr::vector<std::int32_t> indices;
    std::pmr::vector<owned_segment> segments;
    owned_bounds bounds;
    std::pmr::vector<owned_bone> bones;
    vector3<float> emissive; // zero where the version has none
    std::uint8_t cast_shadow = 0;

    // Null when the mesh has no such array.
    [[nodiscard]] const owned_vertex_array* array(vertex_semantic semantic) const noexcept {
        for (const owned_vertex_array& candidate : arrays) {
            if (candidate.semantic == semantic) {
                return &candidate;
            }
        }
        return nullptr;
    }
};

struct owned_light {
    std::int32_t type = 0;
    vector3<float> color;
    float range = 0, spot_angle = 0, spot_sharpness = 0;
    std::uint8_t cast_shadow = 0;
};

inline constexpr std::int32_t no_entity = -1;

template <class Transform> struct owned_node {
    std::pmr::string name;
    Transform local{};
    std::int32_t parent = -1;       // as stored
    std::int32_t type = -1;         // as stored
    std::int32_t mesh = no_entity;  // number in owned_model::meshes
    std::int32_t light = no_entity; // number in owned_model::lights
};

template <class Transform> struct basic_owned_model {
    std::int32_t version = 0;
    std::pmr::vector<owned_node<Transform>> nodes;
    std::pmr::vector<owned_mesh> meshes;
    std::pmr::vector<owned_light> lights;
    std::pmr::vector<std::byte> trailing;
};
using owned_model = basic_owned_model<matrix4x3<float>>;

// Part of one of owned_animation's pools.
struct owned_range {
    std::uint32_t first = 0, count = 0;
};
struct owned_item {
    owned_range name, positions, rotations, scales;
};

// All keys of a kind lie in one pool, item after item.
struct owned_animation {
    std::int32_t version = 0;
    std::pmr::string name;
    float frames_per_second = 0;
    std::uint32_t frame_count = 0;
    std::pmr::vector<owned_item> items;
    std::pmr::string node_names;
    std::pmr::vector<vector3<float>> position_keys;
    std::pmr::vector<quaternion<float>> rotation_keys;
    std::pmr::vector<vector3<float>> scale_keys;
    std::pmr::vector<std::byte> trailing;

    [[nodiscard]] std::string_view node(const owned_item& of) const noexcept {
        return std::string_view{node_names}.substr(of.name.first, of.name.count);
    }
    [[nodiscard]] std::span<const vector3<float>> positions(const owned_item& of) const noexcept {
        return std::span{position_keys}.subspan(of.positions.first, of.positions.count);
    }
    [[nodiscard]] std::span<const quaternion<float>> rotations(const owned_item& of) const noexcept {
        return std::span{rotation_keys}.subspan(of.rotations.first, of.rotations.count);
    }
    [[nodiscard]] std::span<const vector3<float>> scales(const owned_item& of) const noexcept {
        return std::span{scale_keys}.subspan(of.scales.first, of.scales.count);
    }
};

// A node's transform as the owning model keeps it, with the bits of the file.
template <endian E> [[nodiscard]] constexpr matrix4x3<float> to_owned(const basic_mat4x3<E>& m) noexcept {
    return to_matrix<float>(m);
}

template <class T, endian E>
[[nodiscard]] std::pmr::vector<T> decode_components(const basic_vertex_array<E>& from,
                                                    std::pmr::memory_resource* memory) {
    const std::size_t dimension = from.used() ? from.dimension : 0U;
    std::pmr::vector<T> out(from.vertex_count * dimension, memory);
    if (from.stride == dimension * sizeof(T)) {
        copy_numbers<E>(from.bytes, std::span{out});
        return out;
    }
    const window bytes{from.bytes};
    for (std::size_t i = 0; i < from.vertex_count && dimension != 0; ++i) {
        copy_numbers<E>(bytes.bytes_at(std::uint64_t{i} * from.stride, dimension * sizeof(T)),
                        std::span{out}.subspan(i * dimension, dimension));
    }
    return out;
}

template <endian E>
[[nodiscard]] owned_vertex_array decode(const basic_vertex_array<E>& from, vertex_semantic semantic,
                                        std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    owned_vertex_array out{.semantic = semantic,
                           .dimension = from.dimension,
                           .stride = from.stride,
                           .components{},
                           .padding = std::pmr::vector<std::byte>{memory}};
    const auto put = [&]<class T>(std::pmr::vector<T> made) { // assigning would let the default resource in
        out.components.template emplace<std::pmr::vector<T>>(std::move(made));
    };
    switch (from.component) {
    case component_type::byte: put(decode_components<std::uint8_t>(from, memory)); break;
    case component_type::int16: put(decode_components<std::int16_t>(from, memory)); break;
    case component_type::int32: put(decode_components<std::int32_t>(from, memory)); break;
    case component_type::float32: put(decode_components<float>(from, memory)); break;
    }
    const std::uint32_t used = from.dimension * size_of(from.component);
    if (from.stride > used) {
        out.padding.reserve(std::size_t{from.vertex_count} * (from.stride - used));
        const window bytes{from.bytes};
        for (std::uint32_t i = 0; i < from.vertex_count; ++i) {
            const auto gap = bytes.bytes_at(std::uint64_t{i} * from.stride + used, from.stride - used);
            out.padding.insert(out.padding.end(), gap.begin(), gap.end());
        }
    }
    return out;
}

template <class Grammar>
[[nodiscard]] owned_mesh decode(const basic_mesh<Grammar>& from,
                                std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    owned_mesh out{.vertex_count = from.vertex_count,
                   .arrays = std::pmr::vector<owned_vertex_array>{memory},
                   .indices = std::pmr::vector<std::int32_t>(from.indices.size(), memory),
                   .segments = std::pmr::vector<owned_segment>{memory},
                   .bounds{},
                   .bones = std::pmr::vector<owned_bone>{memory},
                   .emissive{},
                   .cast_shadow = from.cast_shadow};
    copy_records(from.indices, std::span{out.indices});
    const auto present = [](const auto& array) {
        return array.used() || array.dimension != 0 || array.component != component_type::byte;
    };
    std::size_t array_count = 0;
    for (const auto& array : from.arrays) {
        array_count += present(array) ? 1U : 0U;
    }
    out.arrays.reserve(array_count);
    for (std::uint8_t slot = 0; slot < vertex_array_count; ++slot) {
        if (present(from.arrays[slot])) {
            out.arrays.push_back(decode(from.arrays[slot], static_cast<vertex_semantic>(slot), memory));
        }
    }
    out.segments.reserve(from.segments.size());
    for (const auto& stored : from.segments) {
        out.segments.push_back({.material = std::pmr::string{stored.material, memory},
                                .primitive_type = stored.range->primitive_type,
                                .first_index = stored.range->first_index,
                                .count = stored.range->count});
    }
    if (from.bounds != nullptr) {
        out.bounds = {.center = vector3<float>{from.bounds->center},
                      .radius = from.bounds->radius,
                      .min = vector3<float>{from.bounds->min},
                      .max = vector3<float>{from.bounds->max}};
    }
    out.bones.reserve(from.bones.size());
    for (const auto& stored : from.bones) {
        out.bones.push_back({.node = stored.node, .inverse_rest = to_matrix<float>(stored.inverse_rest)});
    }
    if (from.emissive != nullptr) {
        out.emissive = vector3<float>{*from.emissive};
    }
    return out;
}

template <endian E> [[nodiscard]] constexpr owned_light decode(const basic_light<E>& from) noexcept {
    return {.type = from.type,
            .color = vector3<float>{from.color},
            .range = from.range,
            .spot_angle = from.spot_angle,
            .spot_sharpness = from.spot_sharpness,
            .cast_shadow = from.cast_shadow};
}

template <class Grammar>
[[nodiscard]] auto decode(const basic_model<Grammar>& from,
                          std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    using transform = decltype(to_owned(std::declval<const typename Grammar::transform&>()));
    using node_type = owned_node<transform>;
    basic_owned_model<transform> out{.version = Grammar::version,
                                     .nodes = std::pmr::vector<node_type>{memory},
                                     .meshes = std::pmr::vector<owned_mesh>{memory},
                                     .lights = std::pmr::vector<owned_light>{memory},
                                     .trailing{from.trailing().begin(), from.trailing().end(), memory}};
    std::size_t mesh_count = 0;
    std::size_t light_count = 0;
    for (const auto& stored : from.nodes()) {
        mesh_count += stored.mesh() != nullptr ? 1U : 0U;
        light_count += stored.light != nullptr ? 1U : 0U;
    }
    out.nodes.reserve(from.node_count());
    out.meshes.reserve(mesh_count);
    out.lights.reserve(light_count);
    for (const auto& stored : from.nodes()) {
        node_type made{.name = std::pmr::string{stored.name, memory},
                       .local = to_owned(*stored.local),
                       .parent = stored.parent,
                       .type = stored.type};
        if (const auto* const view = stored.mesh()) {
            made.mesh = static_cast<std::int32_t>(out.meshes.size());
            out.meshes.push_back(decode(*view, memory));
        }
        if (stored.light != nullptr) {
            made.light = static_cast<std::int32_t>(out.lights.size());
            out.lights.push_back(decode(*stored.light));
        }
        out.nodes.push_back(std::move(made));
    }
    return out;
}

template <endian E>
[[nodiscard]] owned_animation decode(const basic_animation<E>& from,
                                     std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    owned_animation out{.version = from.version(),
                        .name = std::pmr::string{from.name, memory},
                        .frames_per_second = from.frames_per_second,
                        .frame_count = from.frame_count,
                        .items = std::pmr::vector<owned_item>{memory},
                        .node_names = std::pmr::string{memory},
                        .position_keys = std::pmr::vector<vector3<float>>{memory},
                        .rotation_keys = std::pmr::vector<quaternion<float>>{memory},
                        .scale_keys = std::pmr::vector<vector3<float>>{memory},
                        .trailing{from.trailing().begin(), from.trailing().end(), memory}};
    std::size_t names = 0;
    std::size_t positions = 0;
    std::size_t rotations = 0;
    std::size_t scales = 0;
    for (const basic_item<E>& stored : from.items()) {
        names += stored.node.size();
        positions += stored.positions.size();
        rotations += stored.rotations.size();
        scales += stored.scales.size();
    }
    out.items.reserve(from.items().size());
    out.node_names.reserve(names);
    out.position_keys.reserve(positions);
    out.rotation_keys.reserve(rotations);
    out.scale_keys.reserve(scales);
    const auto range_of = [](const auto& pool, std::size_t count) {
        return owned_range{.first = static_cast<std::uint32_t>(pool.size()),
                           .count = static_cast<std::uint32_t>(count)};
    };
    const auto append = [](auto& pool, const auto& keys) {
        const std::size_t first = pool.size();
        pool.resize(first + keys.size());
        copy_records(keys, std::span{pool}.subspan(first));
    };
    for (const basic_item<E>& stored : from.items()) {
        out.items.push_back({.name = range_of(out.node_names, stored.node.size()),
                             .positions = range_of(out.position_keys, stored.positions.size()),
                             .rotations = range_of(out.rotation_keys, stored.rotations.size()),
                             .scales = range_of(out.scale_keys, stored.scales.size())});
        out.node_names += stored.node;
        append(out.position_keys, stored.positions);
        append(out.rotation_keys, stored.rotations);
        append(out.scale_keys, stored.scales);
    }
    return out;
}

} // namespace effigy::inline v0::grimrock
