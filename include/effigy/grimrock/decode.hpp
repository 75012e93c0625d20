// Models and animations that own their data: records in the byte order of the program, in one pool per type. They
// contain everything that the views show. The memory is at most six times the file's size plus 80 KiB, in one
// allocation per pool.
#pragma once

#include <effigy/grimrock/fields.hpp>
#include <effigy/grimrock/sample.hpp>
#include <effigy/pools.hpp>

namespace effigy::inline v0::grimrock {

using owned_bone = basic_bone_record<form::host>;
using owned_bounds = basic_bounds<form::host>;
using owned_light = basic_light<form::host>;

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
    owned_list<std::byte> padding;      // the bytes between the vertices, if any

    // Returns the list of components if they have type T (std::uint8_t, std::int16_t, std::int32_t, float), or an empty
    // list: `model.get(array.as<float>())`.
    template <class T> [[nodiscard]] constexpr owned_list<T> as() const noexcept {
        return component == impl::component_of<T> ? owned_list<T>{.first = first, .count = count} : owned_list<T>{};
    }
};

struct owned_segment {
    owned_list<char> material;
    basic_segment_range<form::host> range; // as stored, see repaired_segments
};

struct owned_mesh {
    std::uint32_t vertex_count = 0;
    owned_list<owned_vertex_array> arrays; // the slots whose header is not all zero, in file order
    owned_list<std::uint32_t> indices;
    owned_list<owned_segment> segments;
    owned_bounds bounds{};
    owned_list<owned_bone> bones;
    vec3<form::host> emissive; // zero in versions that have none
    std::uint8_t cast_shadow = 0;
};

template <class Transform> struct owned_node {
    owned_list<char> name;
    Transform local{};
    std::int32_t parent = -1; // as stored
    std::int32_t type = -1;   // as stored
    owned_part<owned_mesh> mesh;
    owned_part<owned_light> light;
};

template <class Transform>
using model_pools =
    owned_pools<owned_node<Transform>, owned_mesh, owned_vertex_array, owned_segment, owned_bone, owned_light, float,
                std::int32_t, std::uint32_t, std::int16_t, std::uint8_t, char, std::byte>;

template <class Transform> struct basic_owned_model : model_pools<Transform> {
    std::uint32_t version = 0;
    owned_list<owned_node<Transform>> nodes;
    owned_list<owned_mesh> meshes;
    owned_list<owned_light> lights;
    owned_list<std::byte> trailing;

    basic_owned_model() : basic_owned_model(std::pmr::get_default_resource()) {}
    explicit basic_owned_model(std::pmr::memory_resource* memory) : model_pools<Transform>(memory) {}

    // Returns the array of a slot; null if the mesh does not have it.
    [[nodiscard]] const owned_vertex_array* array(const owned_mesh& holder, vertex_semantic semantic) const noexcept {
        for (const owned_vertex_array& candidate : this->get(holder.arrays)) {
            if (candidate.semantic == semantic) {
                return &candidate;
            }
        }
        return nullptr;
    }
    [[nodiscard]] friend bool operator==(const basic_owned_model& a, const basic_owned_model& b) {
        const model_pools<Transform>&of_a = a, &of_b = b;
        return equal(a, b) && of_a == of_b;
    }
};
using owned_model = basic_owned_model<basic_mat4x3<form::host>>;

struct owned_item {
    owned_list<char> name;
    owned_list<vec3<form::host>> positions;
    owned_list<quat<form::host>> rotations;
    owned_list<vec3<form::host>> scales;
};

using animation_pools = owned_pools<owned_item, vec3<form::host>, quat<form::host>, char, std::byte>;

struct owned_animation : animation_pools {
    std::uint32_t version = 0;
    owned_list<char> name;
    float frames_per_second = 0;
    std::uint32_t frame_count = 0;
    owned_list<owned_item> items;
    owned_list<std::byte> trailing;

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
template <class Transform> struct description<grimrock::owned_node<Transform>> {
    static constexpr const char* name = "node";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("name", &R::name...);
        visit("transform", &R::local...);
        visit("parent", &R::parent...);
        visit("type", &R::type...);
        visit("mesh", &R::mesh...);
        visit("light", &R::light...);
    }
};
template <class Transform> struct description<grimrock::basic_owned_model<Transform>> {
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

[[nodiscard]] inline bool operator==(const owned_animation& a, const owned_animation& b) {
    const animation_pools &of_a = a, &of_b = b;
    return equal(a, b) && of_a == of_b;
}

namespace impl {

template <class Grammar>
class model_decoder : pool_filler<basic_owned_model<typename Grammar::owned_transform>> {
public:
    using model = basic_owned_model<typename Grammar::owned_transform>;

    explicit model_decoder(std::pmr::memory_resource* memory) : pool_filler<model>(memory) {}

    [[nodiscard]] result<model> decode(const basic_model<Grammar>& stored) {
        return decode(stored, this->promised(stored.file().size()));
    }
    [[nodiscard]] result<model> decode(const basic_model<Grammar>& stored, std::uint64_t most_bytes) {
        return this->fill("mdl1", most_bytes, [&] { put(stored); });
    }

private:
    static constexpr form order = Grammar::order;
    using node = owned_node<typename Grammar::owned_transform>;
    using stored_array = basic_vertex_array<order>;

    void put(const basic_model<Grammar>& stored) {
        model& to = this->made;
        to.version = stored.version();
        to.nodes = this->put_each(stored.nodes(), [&](const auto& each) { return make_node(each); });
        to.meshes = this->template since<owned_mesh>(0);
        to.lights = this->template since<owned_light>(0);
        to.trailing = this->template put_all<std::byte>(stored.trailing());
    }
    [[nodiscard]] node make_node(const basic_node<Grammar>& stored) {
        node out;
        out.name = this->template put_all<char>(stored.name());
        if (const auto* const local = stored.local()) {
            convert(*local, out.local);
        }
        out.parent = stored.parent_as_stored();
        out.type = stored.type();
        if (const auto mesh = stored.mesh()) {
            out.mesh = this->put_part(make_mesh(mesh));
        } else if (const auto* const light = stored.light()) {
            owned_light copy;
            convert(*light, copy);
            out.light = this->put_part(copy);
        }
        return out;
    }
    [[nodiscard]] owned_mesh make_mesh(const basic_mesh<Grammar>& stored) {
        owned_mesh out;
        out.vertex_count = stored.vertex_count();
        out.arrays = put_arrays(stored);
        out.indices = this->template put_all<std::uint32_t>(stored.indices());
        out.segments = this->put_each(stored.segments(), [&](const auto& each) { return make_segment(each); });
        if (const auto* const bounds = stored.bounds()) {
            convert(*bounds, out.bounds);
        }
        out.bones = this->template put_all<owned_bone>(stored.bones().records());
        if (const auto* const emissive = stored.emissive()) {
            convert(*emissive, out.emissive);
        }
        out.cast_shadow = stored.cast_shadow();
        return out;
    }
    [[nodiscard]] owned_segment make_segment(const basic_segment<order>& stored) {
        owned_segment out{};
        out.material = this->template put_all<char>(stored.material());
        if (const auto* const range = stored.range()) {
            convert(*range, out.range);
        }
        return out;
    }

    [[nodiscard]] owned_list<owned_vertex_array> put_arrays(const basic_mesh<Grammar>& holder) {
        const std::size_t first = this->template size<owned_vertex_array>();
        std::uint8_t slot = 0;
        for (const stored_array& stored : holder.arrays()) {
            const auto semantic = static_cast<vertex_semantic>(slot++);
            if (stored || stored.dimension() != 0 || stored.component() != component_type::byte) {
                this->push(make_array(stored, semantic));
            }
        }
        return this->template since<owned_vertex_array>(first);
    }
    [[nodiscard]] owned_vertex_array make_array(const stored_array& stored, vertex_semantic semantic) {
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
    template <class T> void put_components(const stored_array& stored, owned_vertex_array& to) {
        const std::size_t used = stored ? stored.dimension() * sizeof(T) : 0;
        const std::size_t first = this->template size<T>();
        if (stored.stride() == used) {
            put_numbers<T>(stored.bytes());
        } else {
            const std::size_t first_padding = this->template size<std::byte>();
            const window bytes{stored.bytes()};
            for (std::uint32_t i = 0; i < stored.vertex_count(); ++i) {
                const auto vertex = bytes.bytes_at(std::uint64_t{i} * stored.stride(), stored.stride());
                put_numbers<T>(vertex.first(used));
                static_cast<void>(this->template put_all<std::byte>(vertex.subspan(used)));
            }
            to.padding = this->template since<std::byte>(first_padding);
        }
        const auto components = this->template since<T>(first);
        to.first = components.first;
        to.count = components.count;
    }
    template <class T> void put_numbers(std::span<const std::byte> bytes) {
        if (!bytes.empty()) {
            const auto* const first = overlay<scalar<T, order>>(bytes.data());
            static_cast<void>(this->template put_all<T>(std::span{first, bytes.size() / sizeof(T)}));
        }
    }
};

template <form F> class animation_decoder : pool_filler<owned_animation> {
public:
    explicit animation_decoder(std::pmr::memory_resource* memory) : pool_filler<owned_animation>(memory) {}

    [[nodiscard]] result<owned_animation> decode(const basic_animation<F>& stored) {
        return decode(stored, promised(stored.file().size()));
    }
    [[nodiscard]] result<owned_animation> decode(const basic_animation<F>& stored, std::uint64_t most_bytes) {
        return fill("anim", most_bytes, [&] { put(stored); });
    }

private:
    void put(const basic_animation<F>& stored) {
        made.version = stored.version();
        made.name = put_all<char>(stored.name());
        made.frames_per_second = stored.frames_per_second();
        made.frame_count = stored.frame_count();
        made.items = put_each(stored.items(), [&](const auto& each) { return make_item(each); });
        made.trailing = put_all<std::byte>(stored.trailing());
    }
    [[nodiscard]] owned_item make_item(const basic_item<F>& stored) {
        owned_item out;
        out.name = put_all<char>(stored.name());
        out.positions = put_all<vec3<form::host>>(stored.positions());
        out.rotations = put_all<quat<form::host>>(stored.rotations());
        out.scales = put_all<vec3<form::host>>(stored.scales());
        return out;
    }
};

} // namespace impl

// Returns a copy of the model that owns its data. Error: budget, if the copy needs more than six times the file's size
// plus 80 KiB.
template <class Grammar> [[nodiscard]] result<basic_owned_model<typename Grammar::owned_transform>>
decode(const basic_model<Grammar>& stored, std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    return impl::model_decoder<Grammar>{memory}.decode(stored);
}
template <form F>
[[nodiscard]] result<owned_animation> decode(const basic_animation<F>& stored,
                                             std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    return impl::animation_decoder<F>{memory}.decode(stored);
}

} // namespace effigy::inline v0::grimrock
