// Writing models and animations that own their data as files.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/decode.hpp>
#include <effigy/owned/written_file.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// Returns the file of a model. A file is a sequence, so it has the same bytes as the file that the model was decoded
// from. open() accepts it. Errors: those of open(), with the path of the field that breaks a rule of the format;
// out_of_bounds, if a list or a part is not in its pool; bad_value, if a field is set that this version does not store;
// budget, if the file would have more than 16 times the bytes of the model's pools plus 64 KiB.
EFFIGY_API [[nodiscard]] result<file_bytes>
encode(const owned_model& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
EFFIGY_API [[nodiscard]] result<file_bytes>
encode(const owned_animation& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
// The same. A model holds every byte of a file, so nothing is taken from `original`, and `kept_rest` is true. It is
// here because each format has this function.
EFFIGY_API [[nodiscard]] result<written_file>
encode(const owned_model& from, std::span<const std::byte> original,
       std::pmr::memory_resource* memory = std::pmr::get_default_resource());
EFFIGY_API [[nodiscard]] result<written_file>
encode(const owned_animation& from, std::span<const std::byte> original,
       std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/owned/writing_cursor.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

namespace impl {

// Types of this namespace, so that transfer_mesh() and transfer_node() find the functions below.
struct model_encoder : writing_cursor<owned_model> {
    using writing_cursor<owned_model>::writing_cursor;
};
struct animation_encoder : writing_cursor<owned_animation> {
    using writing_cursor<owned_animation>::writing_cursor;
};

// Reports a part of a model that its version or the type of its node does not store.
template <class Cursor>
void refuse_unless(bool is_empty, Cursor& c, const char* path, const char* expected) noexcept {
    if (!is_empty) {
        c.fail(errc::bad_value, path, 0, 1, 0, expected);
    }
}

template <class T> void write_vertices(model_encoder& c, const owned_vertex_array& from, std::uint32_t vertices) {
    constexpr const char* path = vertex_data_path;
    const std::size_t used = from.stride != 0 ? from.dimension : 0; // components per vertex
    const std::size_t unused = from.stride - used * sizeof(T);      // bytes after them
    const auto components = c.list(pool_slice<T>{.first = from.first, .count = from.count}, path);
    const auto padding = c.list(from.padding, path);
    if (!c.ok()) {
        return;
    }
    if (components.size() != vertices * used || padding.size() != vertices * unused) {
        c.fail(errc::bad_value, path, 0, static_cast<std::int64_t>(components.size()), vertices * used,
               "as many components and bytes between them as the vertices have");
    } else if (unused == 0) {
        c.put_each<scalar<T>>(components, path);
    } else {
        for (std::size_t i = 0; i < vertices && c.ok(); ++i) {
            c.put_each<scalar<T>>(components.subspan(i * used, used), path);
            c.put_each<std::byte>(padding.subspan(i * unused, unused), path);
        }
    }
}
template <class = when_used> void transfer_vertex_arrays(model_encoder& c, const owned_mesh& from) {
    constexpr const char* path = "mdl1.nodes[].mesh.vertexArrays[]";
    auto arrays = c.list(from.arrays, path);
    for (std::uint8_t slot = 0; slot < vertex_array_count && c.ok(); ++slot) {
        static constexpr owned_vertex_array none{};
        const bool has = !arrays.empty() && static_cast<std::uint8_t>(arrays.front().semantic) == slot;
        const owned_vertex_array& array = has ? arrays.front() : none;
        arrays = arrays.subspan(has ? 1 : 0);
        array_header header{.component = static_cast<std::uint8_t>(array.component),
                            .dimension = array.dimension,
                            .stride = static_cast<std::int32_t>(array.stride)};
        if (transfer_array_header(c, header)) {
            switch (array.component) {
            case component_type::byte: write_vertices<std::uint8_t>(c, array, from.vertex_count); break;
            case component_type::int16: write_vertices<std::int16_t>(c, array, from.vertex_count); break;
            case component_type::int32: write_vertices<std::int32_t>(c, array, from.vertex_count); break;
            case component_type::float32: write_vertices<float>(c, array, from.vertex_count); break;
            }
        }
        c.within(slot);
    }
    if (!arrays.empty()) {
        c.fail(errc::bad_value, path, 0, static_cast<std::uint8_t>(arrays.front().semantic), 0,
               "one array for each of the 15 slots, in the order of the slots");
    }
}
template <class = when_used>
void transfer_mesh_of(model_encoder& c, const owned_node& from, std::int32_t version) {
    if (const owned_mesh* const mesh = c.part(from.mesh, "mdl1.nodes[].mesh")) {
        transfer_mesh(c, *mesh, version);
        refuse_unless(version == grimrock_version || equal(mesh->emissive, vec3<form::host>{}), c,
                      "mdl1.nodes[].mesh.emissiveColor", "zero in version 4");
    }
}
// Version 1: one key holds all three channels.
template <class = when_used>
void transfer_keys(animation_encoder& c, const owned_item& from, const char* count_path, const char* path) {
    const auto positions = c.list(from.positions, path);
    const auto rotations = c.list(from.rotations, path);
    const auto scales = c.list(from.scales, path);
    if (c.ok() && (rotations.size() != positions.size() || scales.size() != positions.size())) {
        c.fail(errc::bad_value, path, 0,
               static_cast<std::int64_t>(rotations.size() != positions.size() ? rotations.size() : scales.size()),
               positions.size(), "as many rotations and scales as positions in version 1");
    }
    c.put_count<i32<>>(c.ok() ? positions.size() : 0, count_path);
    for (std::size_t i = 0; i < positions.size() && c.ok(); ++i) {
        c.put<key>(basic_key<form::host>{positions[i], rotations[i], scales[i]}, path);
    }
}

// Refuses what a version or a type of node does not store: encode() must not lose anything.
template <class = when_used> void refuse_what_is_not_stored(model_encoder& c, const owned_model& from) {
    const bool has_matrix = from.version == static_cast<std::uint32_t>(grimrock_version);
    std::uint32_t i = 0;
    for (const owned_node& node : c.ok() ? from.get(from.nodes) : std::span<const owned_node>{}) {
        refuse_unless(has_matrix || equal(node.local, basic_mat4x3<form::host>{}), c, "mdl1.nodes[].localToParent",
                      "zero in version 4, which has a transform in its place");
        refuse_unless(!has_matrix || equal(node.transform, owned_transform{}), c, "mdl1.nodes[].transform",
                      "zero in version 2, which has a matrix in its place");
        refuse_unless(node.type == mesh_node || !node.mesh, c, "mdl1.nodes[].mesh",
                      "none in a node that is not of type 0");
        refuse_unless(node.type == light_node || !node.light, c, "mdl1.nodes[].light",
                      "none in a node that is not of type 1");
        c.within(i++);
        if (!c.ok()) {
            return;
        }
    }
}

template <class = when_used>
[[nodiscard]] result<file_bytes> encode(model_encoder& c, const owned_model& from) {
    transfer_model(c, from, versions_of_models);
    refuse_what_is_not_stored(c, from);
    c.put_each<std::byte>(c.list(from.trailing, "mdl1.trailing"), "mdl1.trailing");
    return c.finish([&](std::span<const std::byte> file) { return open_model(file, versions_of_models); });
}
template <class = when_used>
[[nodiscard]] result<file_bytes> encode(animation_encoder& c, const owned_animation& from) {
    refuse_unless(from.version != 3 || from.name.empty(), c, "anim.name", "none in version 3");
    transfer_animation(c, from, versions_of_animations);
    c.put_each<std::byte>(c.list(from.trailing, "anim.trailing"), "anim.trailing");
    return c.finish([&](std::span<const std::byte> file) { return open_animation(file, versions_of_animations); });
}

template <class Encoder, class Model>
[[nodiscard]] result<file_bytes> encode_with(const Model& from, std::pmr::memory_resource* memory) {
    return write_file<Encoder>(from, {}, memory, [&](Encoder& c) { return encode(c, from); });
}

} // namespace impl

EFFIGY_API_BODY result<file_bytes> encode(const owned_model& from, std::pmr::memory_resource* memory) {
    return impl::encode_with<impl::model_encoder>(from, memory);
}
EFFIGY_API_BODY result<file_bytes> encode(const owned_animation& from, std::pmr::memory_resource* memory) {
    return impl::encode_with<impl::animation_encoder>(from, memory);
}
EFFIGY_API_BODY result<written_file> encode(const owned_model& from, std::span<const std::byte> /*original*/,
                                            std::pmr::memory_resource* memory) {
    return impl::written(encode(from, memory), true);
}
EFFIGY_API_BODY result<written_file> encode(const owned_animation& from, std::span<const std::byte> /*original*/,
                                            std::pmr::memory_resource* memory) {
    return impl::written(encode(from, memory), true);
}

}}} // namespace effigy::v0::grimrock
#endif
