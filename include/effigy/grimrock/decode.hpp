// Models and animations that own their data: host-endian, aligned, plain vectors; nothing that the view shows is lost.
// Takes at most six times the file's size and 80 KiB. Memory comes from any std::pmr::memory_resource.
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
    matrix4x3<float> inverse_bind;
};

struct owned_bounds {
    vector3<float> center;
    float radius = 0;
    vector3<float> min, max;
};

struct owned_mesh {
    std::uint32_t vertex_count = 0;
    std::pmr::vector<owned_vertex_array> arrays; // the slots whose header is not all zero, in file order
    std::pmr::vector<std::uint32_t> indices;
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

template <class Transform> struct owned_node {
    std::pmr::string name;
    Transform local{};
    std::int32_t parent = -1;   // as stored
    std::int32_t type = -1;     // as stored
    std::uint32_t mesh = npos;  // number in owned_model::meshes
    std::uint32_t light = npos; // number in owned_model::lights
};

template <class Transform> struct basic_owned_model {
    std::uint32_t version = 0;
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

namespace impl {

template <class T>
[[nodiscard]] constexpr std::span<const T> part_of(std::span<const T> pool, const owned_range& part) noexcept {
    const bool fits = part.first <= pool.size() && part.count <= pool.size() - part.first;
    return fits ? pool.subspan(part.first, part.count) : std::span<const T>{};
}

} // namespace impl

// All keys of a kind lie in one pool, item after item.
struct owned_animation {
    std::uint32_t version = 0;
    std::pmr::string name;
    float frames_per_second = 0;
    std::uint32_t frame_count = 0;
    std::pmr::vector<owned_item> items;
    std::pmr::string node_names;
    std::pmr::vector<vector3<float>> position_keys;
    std::pmr::vector<quaternion<float>> rotation_keys;
    std::pmr::vector<vector3<float>> scale_keys;
    std::pmr::vector<std::byte> trailing;

    // Empty where an item names more than the pool holds.
    [[nodiscard]] std::string_view node_name(const owned_item& one) const noexcept {
        const auto letters = impl::part_of(std::span<const char>{node_names}, one.name);
        return std::string_view{letters.data(), letters.size()};
    }
    [[nodiscard]] std::span<const vector3<float>> positions(const owned_item& one) const noexcept {
        return impl::part_of(std::span{position_keys}, one.positions);
    }
    [[nodiscard]] std::span<const quaternion<float>> rotations(const owned_item& one) const noexcept {
        return impl::part_of(std::span{rotation_keys}, one.rotations);
    }
    [[nodiscard]] std::span<const vector3<float>> scales(const owned_item& one) const noexcept {
        return impl::part_of(std::span{scale_keys}, one.scales);
    }
};

namespace impl {

// A node's transform as the owning model keeps it, with the bits of the file.
template <form F> [[nodiscard]] constexpr matrix4x3<float> to_owned(const basic_mat4x3<F>& m) noexcept {
    return to_matrix<float>(m);
}

// What an owning model may take altogether.
[[nodiscard]] constexpr std::uint64_t most_bytes(window file) noexcept {
    return 6 * file.size() + std::uint64_t{80} * 1024;
}
[[nodiscard]] inline error over_budget(const char* path, std::uint64_t bytes, std::uint64_t most) noexcept {
    error out;
    out.path = path;
    out.code = errc::budget;
    out.need = most;
    out.found = static_cast<std::int64_t>(bytes);
    return out;
}

// ---- arrays, meshes, lights ----------------------------------------------------------------------------------------

// Whether the header is not all zero: only then the owning mesh keeps the array.
template <form F> [[nodiscard]] bool is_present(const basic_vertex_array<F>& stored) noexcept {
    return stored || stored.dimension() != 0 || stored.component() != component_type::byte;
}

template <class T, form F>
[[nodiscard]] std::pmr::vector<T> decode_components(const basic_vertex_array<F>& stored,
                                                    std::pmr::memory_resource* memory) {
    const std::size_t dimension = stored ? stored.dimension() : 0U;
    std::pmr::vector<T> out(stored.vertex_count() * dimension, memory);
    if (stored.stride() == dimension * sizeof(T)) {
        copy_numbers<F>(stored.bytes(), std::span{out});
        return out;
    }
    const window bytes{stored.bytes()};
    for (std::size_t i = 0; i < stored.vertex_count() && dimension != 0; ++i) {
        copy_numbers<F>(bytes.bytes_at(std::uint64_t{i} * stored.stride(), dimension * sizeof(T)),
                        std::span{out}.subspan(i * dimension, dimension));
    }
    return out;
}

template <form F>
[[nodiscard]] owned_vertex_array decode_array(const basic_vertex_array<F>& stored, vertex_semantic semantic,
                                              std::pmr::memory_resource* memory) {
    owned_vertex_array out{.semantic = semantic,
                           .dimension = stored.dimension(),
                           .stride = stored.stride(),
                           .components{},
                           .padding = std::pmr::vector<std::byte>{memory}};
    const auto put = [&]<class T>(std::pmr::vector<T> components) { // assigning would let the default resource in
        out.components.template emplace<std::pmr::vector<T>>(std::move(components));
    };
    switch (stored.component()) {
    case component_type::byte: put(decode_components<std::uint8_t>(stored, memory)); break;
    case component_type::int16: put(decode_components<std::int16_t>(stored, memory)); break;
    case component_type::int32: put(decode_components<std::int32_t>(stored, memory)); break;
    case component_type::float32: put(decode_components<float>(stored, memory)); break;
    }
    const std::uint32_t used = stored.dimension() * size_of(stored.component());
    if (stored.stride() > used) {
        const std::uint32_t padding = stored.stride() - used;
        out.padding.reserve(std::size_t{stored.vertex_count()} * padding);
        const window bytes{stored.bytes()};
        for (std::uint32_t i = 0; i < stored.vertex_count(); ++i) {
            const auto gap = bytes.bytes_at(std::uint64_t{i} * stored.stride() + used, padding);
            out.padding.insert(out.padding.end(), gap.begin(), gap.end());
        }
    }
    return out;
}

template <form F> [[nodiscard]] owned_bounds decode_bounds(const basic_bounds<F>& stored) noexcept {
    return {.center = stored.center, .radius = stored.radius, .min = stored.min, .max = stored.max};
}

template <form F> [[nodiscard]] owned_light decode_light(const basic_light<F>& stored) noexcept {
    return {.type = stored.type,
            .color = stored.color,
            .range = stored.range,
            .spot_angle = stored.spot_angle,
            .spot_sharpness = stored.spot_sharpness,
            .cast_shadow = stored.cast_shadow};
}

template <class Grammar>
[[nodiscard]] owned_mesh decode_mesh(const basic_mesh<Grammar>& stored, std::pmr::memory_resource* memory) {
    const auto indices = stored.indices();
    const auto segments = stored.segments();
    const auto bones = stored.bones();
    owned_mesh out{.vertex_count = stored.vertex_count(),
                   .arrays = std::pmr::vector<owned_vertex_array>{memory},
                   .indices = std::pmr::vector<std::uint32_t>(indices.size(), memory),
                   .segments = std::pmr::vector<owned_segment>{memory},
                   .bounds{},
                   .bones = std::pmr::vector<owned_bone>{memory},
                   .emissive{},
                   .cast_shadow = stored.cast_shadow()};
    std::size_t array_count = 0;
    const auto for_each_array = [&](const auto& f) {
        for (std::uint8_t slot = 0; slot < vertex_array_count; ++slot) {
            const auto semantic = static_cast<vertex_semantic>(slot);
            if (const auto array = stored.array(semantic); is_present(array)) {
                f(array, semantic);
            }
        }
    };
    for_each_array([&](const auto&, vertex_semantic) { ++array_count; });
    out.arrays.reserve(array_count);
    for_each_array([&](const auto& array, vertex_semantic semantic) {
        out.arrays.push_back(decode_array(array, semantic, memory));
    });
    copy_records(indices, std::span{out.indices});
    out.segments.reserve(segments.size());
    for (const auto& one : segments) {
        out.segments.push_back({.material = std::pmr::string{one.material(), memory},
                                .primitive_type = one.primitive_type(),
                                .first_index = static_cast<std::int32_t>(one.first_index()),
                                .count = static_cast<std::int32_t>(one.triangle_count())});
    }
    if (const auto* const bounds = stored.bounds()) {
        out.bounds = decode_bounds(*bounds);
    }
    out.bones.reserve(bones.size());
    for (const auto& one : bones.records()) {
        out.bones.push_back({.node = one.node, .inverse_bind = to_matrix<float>(one.inverse_bind)});
    }
    if (const auto* const emissive = stored.emissive()) {
        out.emissive = *emissive;
    }
    return out;
}

// ---- models --------------------------------------------------------------------------------------------------------

// What a model's parts come to, in bytes of the owning model.
struct model_size {
    std::size_t meshes = 0, lights = 0;
    std::uint64_t bytes = 0;

    template <class Grammar> void add(const basic_mesh<Grammar>& stored) noexcept {
        ++meshes;
        bytes += sizeof(owned_mesh) + std::uint64_t{stored.indices().size()} * sizeof(std::uint32_t) +
                 std::uint64_t{stored.bones().size()} * sizeof(owned_bone);
        for (std::uint8_t slot = 0; slot < vertex_array_count; ++slot) {
            if (const auto array = stored.array(static_cast<vertex_semantic>(slot)); is_present(array)) {
                bytes += sizeof(owned_vertex_array) + array.bytes().size();
            }
        }
        for (const auto& one : stored.segments()) {
            bytes += sizeof(owned_segment) + one.material().size() + 1;
        }
    }
    template <class Node, class Grammar> static model_size of(const basic_model<Grammar>& stored) noexcept {
        model_size out;
        out.bytes = stored.trailing().size();
        for (const auto& one : stored.nodes()) {
            out.bytes += sizeof(Node) + one.name().size() + 1;
            if (const auto carried = one.mesh()) {
                out.add(carried);
            } else if (one.light() != nullptr) {
                ++out.lights;
                out.bytes += sizeof(owned_light);
            }
        }
        return out;
    }
};

template <class Grammar>
using owned_transform_of = decltype(to_owned(std::declval<const typename Grammar::transform&>()));

template <class Grammar> [[nodiscard]] result<basic_owned_model<owned_transform_of<Grammar>>>
decode_model(const basic_model<Grammar>& stored, std::uint64_t most, std::pmr::memory_resource* memory) {
    using node_type = owned_node<owned_transform_of<Grammar>>;
    const auto size = model_size::of<node_type>(stored);
    if (size.bytes > most) {
        return over_budget("mdl1", size.bytes, most);
    }
    basic_owned_model<owned_transform_of<Grammar>> out{
        .version = stored.version(),
        .nodes = std::pmr::vector<node_type>{memory},
        .meshes = std::pmr::vector<owned_mesh>{memory},
        .lights = std::pmr::vector<owned_light>{memory},
        .trailing{stored.trailing().begin(), stored.trailing().end(), memory}};
    out.nodes.reserve(stored.nodes().size());
    out.meshes.reserve(size.meshes);
    out.lights.reserve(size.lights);
    for (const auto& one : stored.nodes()) {
        node_type made{
            .name = std::pmr::string{one.name(), memory}, .parent = one.parent_as_stored(), .type = one.type()};
        if (const auto* const local = one.local()) {
            made.local = to_owned(*local);
        }
        if (const auto carried = one.mesh()) {
            made.mesh = static_cast<std::uint32_t>(out.meshes.size());
            out.meshes.push_back(decode_mesh(carried, memory));
        } else if (const auto* const lamp = one.light()) {
            made.light = static_cast<std::uint32_t>(out.lights.size());
            out.lights.push_back(decode_light(*lamp));
        }
        out.nodes.push_back(std::move(made));
    }
    return out;
}

// ---- animations ----------------------------------------------------------------------------------------------------

// How much each of an owned animation's pools holds.
struct animation_size {
    std::size_t items = 0, names = 0, positions = 0, rotations = 0, scales = 0;

    template <form F> static animation_size of(const basic_animation<F>& stored) noexcept {
        animation_size out;
        for (const basic_item<F>& one : stored.items()) {
            ++out.items;
            out.names += one.name().size();
            out.positions += one.positions().size();
            out.rotations += one.rotations().size();
            out.scales += one.scales().size();
        }
        return out;
    }
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return std::uint64_t{items} * sizeof(owned_item) + names + 1 +
               (std::uint64_t{positions} + scales) * sizeof(vector3<float>) +
               std::uint64_t{rotations} * sizeof(quaternion<float>);
    }
};

template <form F> [[nodiscard]] result<owned_animation>
decode_animation(const basic_animation<F>& stored, std::uint64_t most, std::pmr::memory_resource* memory) {
    const auto size = animation_size::of(stored);
    const std::uint64_t bytes = size.bytes() + stored.name().size() + 1 + stored.trailing().size();
    if (bytes > most) {
        return over_budget("anim", bytes, most);
    }
    owned_animation out{.version = stored.version(),
                        .name = std::pmr::string{stored.name(), memory},
                        .frames_per_second = stored.frames_per_second(),
                        .frame_count = stored.frame_count(),
                        .items = std::pmr::vector<owned_item>{memory},
                        .node_names = std::pmr::string{memory},
                        .position_keys = std::pmr::vector<vector3<float>>{memory},
                        .rotation_keys = std::pmr::vector<quaternion<float>>{memory},
                        .scale_keys = std::pmr::vector<vector3<float>>{memory},
                        .trailing{stored.trailing().begin(), stored.trailing().end(), memory}};
    out.items.reserve(size.items);
    out.node_names.reserve(size.names);
    out.position_keys.reserve(size.positions);
    out.rotation_keys.reserve(size.rotations);
    out.scale_keys.reserve(size.scales);
    const auto range_from = [](std::size_t first, const auto& pool) {
        return owned_range{.first = static_cast<std::uint32_t>(first),
                           .count = static_cast<std::uint32_t>(pool.size() - first)};
    };
    const auto append = [&](auto& pool, const auto& keys) {
        const std::size_t first = pool.size();
        pool.resize(first + keys.size());
        copy_records(keys, std::span{pool}.subspan(first));
        return range_from(first, pool);
    };
    for (const basic_item<F>& one : stored.items()) {
        const std::size_t name = out.node_names.size();
        out.node_names += one.name();
        out.items.push_back({.name = range_from(name, out.node_names),
                             .positions = append(out.position_keys, one.positions()),
                             .rotations = append(out.rotation_keys, one.rotations()),
                             .scales = append(out.scale_keys, one.scales())});
    }
    return out;
}

} // namespace impl

// A copy that owns its data. Error: budget, should the model take more memory than promised above.
template <class Grammar>
[[nodiscard]] auto decode(const basic_model<Grammar>& stored,
                          std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    return impl::decode_model(stored, impl::most_bytes(stored.file()), memory);
}
template <form F>
[[nodiscard]] result<owned_animation> decode(const basic_animation<F>& stored,
                                             std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    return impl::decode_animation(stored, impl::most_bytes(stored.file()), memory);
}

} // namespace effigy::inline v0::grimrock
