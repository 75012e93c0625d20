// Models and animations that own their data: records in the byte order of the program, in one pool per type. They
// contain everything that the views show. The memory is at most six times the file's size plus 80 KiB, in one
// allocation per pool.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// These compare bit by bit, see equal().
EFFIGY_API [[nodiscard]] bool operator==(const owned_model& a, const owned_model& b);
EFFIGY_API [[nodiscard]] bool operator==(const owned_animation& a, const owned_animation& b);

// Returns a copy of the model that owns its data. Errors: budget, if the copy needs more than six times the file's size
// plus 80 KiB; an error of open(), if the bytes changed since.
EFFIGY_API [[nodiscard]] result<owned_model>
decode(const model& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
EFFIGY_API [[nodiscard]] result<owned_animation>
decode(const animation& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
// Declared in grimrock/encode.hpp, as lint() is in lint.hpp: see view.hpp.
struct include_effigy_grimrock_encode_hpp;
template <class Owned>
    requires std::same_as<Owned, owned_model> || std::same_as<Owned, owned_animation>
include_effigy_grimrock_encode_hpp encode(const Owned& from, ...);

}}} // namespace effigy::v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/owned/decoding_cursor.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

namespace impl {

// Types of this namespace, so that transfer_mesh() and transfer_node() find the functions below.
struct model_decoder : decoding_cursor<owned_model> {
    using decoding_cursor<owned_model>::decoding_cursor;
};
struct animation_decoder : decoding_cursor<owned_animation> {
    using decoding_cursor<owned_animation>::decoding_cursor;
};

template <class T> void put_numbers(model_decoder& c, std::span<const std::byte> bytes) {
    if (!bytes.empty()) {
        const auto* const first = overlay<scalar<T>>(bytes.data());
        static_cast<void>(c.put_all<T>(std::span{first, bytes.size() / sizeof(T)}));
    }
}
// Separates the components of the vertices from the padding between them.
template <class T>
void put_vertices(model_decoder& c, std::span<const std::byte> bytes, owned_vertex_array& to) {
    const std::size_t used = to.stride != 0 ? to.dimension * sizeof(T) : 0;
    const std::size_t first = c.size<T>();
    if (to.stride == used) {
        put_numbers<T>(c, bytes);
    } else {
        const std::size_t first_padding = c.size<std::byte>();
        for (; !bytes.empty(); bytes = bytes.subspan(to.stride)) {
            put_numbers<T>(c, bytes.first(used));
            static_cast<void>(c.put_all<std::byte>(bytes.subspan(used, to.stride - used)));
        }
        to.padding = c.since<std::byte>(first_padding);
    }
    const auto components = c.since<T>(first);
    to.first = components.first;
    to.count = components.count;
}
template <class = when_used> void transfer_vertex_arrays(model_decoder& c, owned_mesh& to) {
    const std::size_t first = c.size<owned_vertex_array>();
    for (std::uint8_t slot = 0; slot < vertex_array_count; ++slot) {
        array_header header{};
        if (!transfer_array_header(c, header)) {
            return;
        }
        owned_vertex_array out;
        out.semantic = static_cast<vertex_semantic>(slot);
        out.component = static_cast<component_type>(header.component);
        out.dimension = static_cast<std::uint8_t>(header.dimension);
        out.stride = static_cast<std::uint32_t>(header.stride);
        const auto bytes = c.take(std::uint64_t{to.vertex_count} * out.stride, vertex_data_path);
        if (header.component == 0 && header.dimension == 0 && header.stride == 0) {
            continue;
        }
        switch (out.component) {
        case component_type::byte: put_vertices<std::uint8_t>(c, bytes, out); break;
        case component_type::int16: put_vertices<std::int16_t>(c, bytes, out); break;
        case component_type::int32: put_vertices<std::int32_t>(c, bytes, out); break;
        case component_type::float32: put_vertices<float>(c, bytes, out); break;
        }
        c.push(out);
    }
    to.arrays = c.since<owned_vertex_array>(first);
}
template <class = when_used>
void transfer_mesh_of(model_decoder& c, owned_node& to, std::int32_t version) {
    owned_mesh mesh;
    transfer_mesh(c, mesh, version);
    to.mesh = c.put_part(mesh);
}
// Version 1: one key holds all three channels.
template <class = when_used>
void transfer_keys(animation_decoder& c, owned_item& to, const char* count_path, const char* path) {
    const strided<key> keys{c.array<key>(c.count<i32<>>(count_path), path)};
    to.positions = c.put_all<vec3<form::host>>(keys.field<vec3<>>(offsetof(key, position)));
    to.rotations = c.put_all<quat<form::host>>(keys.field<quat<>>(offsetof(key, rotation)));
    to.scales = c.put_all<vec3<form::host>>(keys.field<vec3<>>(offsetof(key, scale)));
}

template <class = when_used>
[[nodiscard]] result<owned_model> decode_model(const model& from, std::pmr::memory_resource* memory,
                                               std::uint64_t most_bytes) {
    if (from.version() == 0) { // an empty view
        return owned_model(memory);
    }
    model_decoder c{from.file(), memory};
    return c.decode("mdl1", most_bytes, [&](owned_model& to) {
        transfer_model(c, to, only(from.version()));
        to.meshes = c.since<owned_mesh>(0);
        to.lights = c.since<owned_light>(0);
    });
}
template <class = when_used>
[[nodiscard]] result<owned_animation> decode_animation(const animation& from, std::pmr::memory_resource* memory,
                                                       std::uint64_t most_bytes) {
    if (from.version() == 0) {
        return owned_animation(memory);
    }
    animation_decoder c{from.file(), memory};
    return c.decode("anim", most_bytes, [&](owned_animation& to) { transfer_animation(c, to, only(from.version())); });
}

} // namespace impl

EFFIGY_API_BODY bool operator==(const owned_model& a, const owned_model& b) {
    return impl::equal_with_pools<model_pools>(a, b);
}
EFFIGY_API_BODY bool operator==(const owned_animation& a, const owned_animation& b) {
    return impl::equal_with_pools<animation_pools>(a, b);
}

EFFIGY_API_BODY result<owned_model> decode(const model& from, std::pmr::memory_resource* memory) {
    return impl::decode_model(from, memory, impl::model_decoder::memory_limit(from.file().size()));
}
EFFIGY_API_BODY result<owned_animation> decode(const animation& from, std::pmr::memory_resource* memory) {
    return impl::decode_animation(from, memory, impl::animation_decoder::memory_limit(from.file().size()));
}
}}} // namespace effigy::v0::grimrock
#endif
