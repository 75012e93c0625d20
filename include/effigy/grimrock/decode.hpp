// Models and animations that own their data: records in the byte order of the program, in one pool per type. They
// contain everything that the views show. The memory is at most six times the file's size plus 80 KiB, in one
// allocation per pool.
#pragma once

#include <effigy/core/api.hpp>
#include <effigy/grimrock/fields.hpp>
#include <effigy/grimrock/sample.hpp>
#include <effigy/pools.hpp>

namespace effigy::inline v0::grimrock {

using owned_bone = basic_bone_record<form::host>;
using owned_bounds = basic_bounds<form::host>;
using owned_light = basic_light<form::host>;
using owned_transform = basic_transform<form::host>;

namespace impl {

template <class T> inline constexpr component_type component_of = component_type::byte;
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

    // Returns the list of components if they have type T (std::uint8_t, std::int16_t, std::int32_t, float), or an empty
    // list: `model.get(array.as<float>())`.
    template <class T> [[nodiscard]] constexpr pool_slice<T> as() const noexcept {
        return component == impl::component_of<T> ? pool_slice<T>{.first = first, .count = count} : pool_slice<T>{};
    }
};

struct owned_segment {
    pool_slice<char> material;
    basic_segment_range<form::host> range; // as stored, see repaired_segments
};

struct owned_mesh {
    std::uint32_t vertex_count = 0;
    pool_slice<owned_vertex_array> arrays; // the slots whose header is not all zero, in file order
    pool_slice<std::uint32_t> indices;
    pool_slice<owned_segment> segments;
    owned_bounds bounds{};
    pool_slice<owned_bone> bones;
    vec3<form::host> emissive; // zero in versions that have none
    std::uint8_t cast_shadow = 0;
};

struct owned_node {
    pool_slice<char> name;
    basic_mat4x3<form::host> local{}; // zero in version 4
    owned_transform transform{};      // zero in version 2
    std::int32_t parent = -1;         // as stored
    std::int32_t type = -1;           // as stored
    pool_handle<owned_mesh> mesh;
    pool_handle<owned_light> light;
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
    [[nodiscard]] const owned_vertex_array* array(const owned_mesh& holder, vertex_semantic semantic) const noexcept {
        for (const owned_vertex_array& candidate : get(holder.arrays)) {
            if (candidate.semantic == semantic) {
                return &candidate;
            }
        }
        return nullptr;
    }
};

struct owned_item {
    pool_slice<char> name;
    pool_slice<vec3<form::host>> positions;
    pool_slice<quat<form::host>> rotations;
    pool_slice<vec3<form::host>> scales;
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
};

} // namespace effigy::inline v0::grimrock

namespace effigy::inline v0 {

// ---- types without a record, because the file has them in several pieces -------------------------------------------

template <> struct description<grimrock::owned_vertex_array> {
    static constexpr const char* name = "vertex_array";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("semantic", &R::semantic...);
        visit("dataType", &R::component...);
        visit("dim", &R::dimension...);
        visit("stride", &R::stride...);
        visit("first", &R::first...);
        visit("count", &R::count...);
        visit("padding", &R::padding...);
    }
};
template <> struct description<grimrock::owned_segment> {
    static constexpr const char* name = "segment";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("material", &R::material...);
        visit("range", &R::range...);
    }
};
template <> struct description<grimrock::owned_mesh> {
    static constexpr const char* name = "mesh";
    template <class... R> static constexpr void fields(auto&& visit) {
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
template <> struct description<grimrock::owned_node> {
    static constexpr const char* name = "node";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("name", &R::name...);
        visit("localToParent", &R::local...);
        visit("transform", &R::transform...);
        visit("parent", &R::parent...);
        visit("type", &R::type...);
        visit("mesh", &R::mesh...);
        visit("light", &R::light...);
    }
};
template <> struct description<grimrock::owned_model> {
    static constexpr const char* name = "model";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("version", &R::version...);
        visit("nodes", &R::nodes...);
        visit("meshes", &R::meshes...);
        visit("lights", &R::lights...);
        visit("trailing", &R::trailing...);
    }
};
template <> struct description<grimrock::owned_item> {
    static constexpr const char* name = "item";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("node", &R::name...);
        visit("positionKeys", &R::positions...);
        visit("rotationKeys", &R::rotations...);
        visit("scaleKeys", &R::scales...);
    }
};
template <> struct description<grimrock::owned_animation> {
    static constexpr const char* name = "animation";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("version", &R::version...);
        visit("name", &R::name...);
        visit("framesPerSecond", &R::frames_per_second...);
        visit("numFrames", &R::frame_count...);
        visit("items", &R::items...);
        visit("trailing", &R::trailing...);
    }
};

} // namespace effigy::inline v0

namespace effigy::inline v0::grimrock {

// These compare bit by bit, see equal().
EFFIGY_API [[nodiscard]] bool operator==(const owned_model& a, const owned_model& b);
EFFIGY_API [[nodiscard]] bool operator==(const owned_animation& a, const owned_animation& b);

// Returns a copy of the model that owns its data. Error: budget, if the copy needs more than six times the file's size
// plus 80 KiB.
EFFIGY_API [[nodiscard]] result<owned_model>
decode(const model& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
EFFIGY_API [[nodiscard]] result<owned_animation>
decode(const animation& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

} // namespace effigy::inline v0::grimrock

#if defined(EFFIGY_HAS_BODIES)

namespace effigy::inline v0::grimrock {

namespace impl {

template <class = when_used> class model_decoder : pool_filler<owned_model> {
public:
    explicit model_decoder(std::pmr::memory_resource* memory) : pool_filler<owned_model>(memory) {}

    [[nodiscard]] result<owned_model> decode(const model& stored) {
        return decode(stored, memory_limit(stored.file().size()));
    }
    [[nodiscard]] result<owned_model> decode(const model& stored, std::uint64_t most_bytes) {
        return fill("mdl1", most_bytes, [&] { put(stored); });
    }

private:
    void put(const model& stored) {
        owned_model& to = made;
        to.version = stored.version();
        to.nodes = put_each(stored.nodes(), [&](const node& each) { return make_node(each); });
        to.meshes = since<owned_mesh>(0);
        to.lights = since<owned_light>(0);
        to.trailing = put_all<std::byte>(stored.trailing());
    }
    [[nodiscard]] owned_node make_node(const node& stored) {
        owned_node out;
        out.name = put_all<char>(stored.name());
        if (const auto* const local = stored.local()) {
            convert(*local, out.local);
        } else if (const auto* const transform = stored.transform()) {
            convert(*transform, out.transform);
        }
        out.parent = stored.parent_as_stored();
        out.type = stored.type();
        if (const auto mesh = stored.mesh()) {
            out.mesh = put_part(make_mesh(mesh));
        } else if (const auto* const light = stored.light()) {
            owned_light copy;
            convert(*light, copy);
            out.light = put_part(copy);
        }
        return out;
    }
    [[nodiscard]] owned_mesh make_mesh(const grimrock::mesh& stored) {
        owned_mesh out;
        out.vertex_count = stored.vertex_count();
        out.arrays = put_arrays(stored);
        out.indices = put_all<std::uint32_t>(stored.indices());
        out.segments = put_each(stored.segments(), [&](const segment& each) { return make_segment(each); });
        if (const auto* const bounds = stored.bounds()) {
            convert(*bounds, out.bounds);
        }
        out.bones = put_all<owned_bone>(stored.bones().records());
        if (const auto* const emissive = stored.emissive()) {
            convert(*emissive, out.emissive);
        }
        out.cast_shadow = stored.cast_shadow();
        return out;
    }
    [[nodiscard]] owned_segment make_segment(const segment& stored) {
        owned_segment out{};
        out.material = put_all<char>(stored.material());
        if (const auto* const range = stored.record()) {
            convert(*range, out.range);
        }
        return out;
    }

    [[nodiscard]] pool_slice<owned_vertex_array> put_arrays(const grimrock::mesh& holder) {
        const std::size_t first = size<owned_vertex_array>();
        std::uint8_t slot = 0;
        for (const vertex_array& stored : holder.arrays()) {
            const auto semantic = static_cast<vertex_semantic>(slot++);
            if (stored || stored.dimension() != 0 || stored.component() != component_type::byte) {
                push(make_array(stored, semantic));
            }
        }
        return since<owned_vertex_array>(first);
    }
    [[nodiscard]] owned_vertex_array make_array(const vertex_array& stored, vertex_semantic semantic) {
        owned_vertex_array out;
        out.semantic = semantic;
        out.component = stored.component();
        out.dimension = stored.dimension();
        out.stride = stored.stride();
        switch (stored.component()) {
        case component_type::byte: put_components<std::uint8_t>(stored, out); break;
        case component_type::int16: put_components<std::int16_t>(stored, out); break;
        case component_type::int32: put_components<std::int32_t>(stored, out); break;
        case component_type::float32: put_components<float>(stored, out); break;
        }
        return out;
    }
    template <class T> void put_components(const vertex_array& stored, owned_vertex_array& to) {
        const std::size_t used = stored ? stored.dimension() * sizeof(T) : 0;
        const std::size_t first = size<T>();
        if (stored.stride() == used) {
            put_numbers<T>(stored.bytes());
        } else {
            const std::size_t first_padding = size<std::byte>();
            const byte_view bytes{stored.bytes()};
            for (std::uint32_t i = 0; i < stored.vertex_count(); ++i) {
                const auto vertex = bytes.bytes_at(std::uint64_t{i} * stored.stride(), stored.stride());
                put_numbers<T>(vertex.first(used));
                static_cast<void>(put_all<std::byte>(vertex.subspan(used)));
            }
            to.padding = since<std::byte>(first_padding);
        }
        const auto components = since<T>(first);
        to.first = components.first;
        to.count = components.count;
    }
    template <class T> void put_numbers(std::span<const std::byte> bytes) {
        if (!bytes.empty()) {
            const auto* const first = overlay<scalar<T>>(bytes.data());
            static_cast<void>(put_all<T>(std::span{first, bytes.size() / sizeof(T)}));
        }
    }
};

template <class = when_used> class animation_decoder : pool_filler<owned_animation> {
public:
    explicit animation_decoder(std::pmr::memory_resource* memory) : pool_filler<owned_animation>(memory) {}

    [[nodiscard]] result<owned_animation> decode(const animation& stored) {
        return decode(stored, memory_limit(stored.file().size()));
    }
    [[nodiscard]] result<owned_animation> decode(const animation& stored, std::uint64_t most_bytes) {
        return fill("anim", most_bytes, [&] { put(stored); });
    }

private:
    void put(const animation& stored) {
        made.version = stored.version();
        made.name = put_all<char>(stored.name());
        made.frames_per_second = stored.frames_per_second();
        made.frame_count = stored.frame_count();
        made.items = put_each(stored.items(), [&](const item& each) { return make_item(each); });
        made.trailing = put_all<std::byte>(stored.trailing());
    }
    [[nodiscard]] owned_item make_item(const item& stored) {
        owned_item out;
        out.name = put_all<char>(stored.name());
        out.positions = put_all<vec3<form::host>>(stored.positions());
        out.rotations = put_all<quat<form::host>>(stored.rotations());
        out.scales = put_all<vec3<form::host>>(stored.scales());
        return out;
    }
};

} // namespace impl

EFFIGY_API_BODY bool operator==(const owned_model& a, const owned_model& b) {
    const model_pools &of_a = a, &of_b = b;
    return equal(a, b) && of_a == of_b;
}

EFFIGY_API_BODY bool operator==(const owned_animation& a, const owned_animation& b) {
    const animation_pools &of_a = a, &of_b = b;
    return equal(a, b) && of_a == of_b;
}

EFFIGY_API_BODY result<owned_model> decode(const model& from, std::pmr::memory_resource* memory) {
    return impl::model_decoder{memory}.decode(from);
}
EFFIGY_API_BODY result<owned_animation> decode(const animation& from, std::pmr::memory_resource* memory) {
    return impl::animation_decoder{memory}.decode(from);
}

} // namespace effigy::inline v0::grimrock
#endif
