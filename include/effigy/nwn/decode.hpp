// Models that own their data: host-endian, aligned, plain vectors; of what the view shows, only addresses and padding
// are left out. Memory comes from any std::pmr::memory_resource: less than twice the file's size (measured: less than
// the file). Where arrays overlap, which those of no file measured do, at most six times the file's size and 80 KiB; a
// model that would take more is an error.
//
// A model is a set of pools, one for each type. Its records refer to each other and to their arrays by numbers, which
// get() follows:
//
//     for (const owned_node& node : owned.get(owned.nodes)) {
//         if (const owned_mesh* const mesh = owned.get(node.mesh)) {
//             use(owned.get(node.name), owned.get(mesh->positions));
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/nwn/view.hpp>
#include <effigy/pools.hpp>

namespace effigy::inline v0::nwn {

// ---- references ----------------------------------------------------------------------------------------------------

using effigy::owned_list;
using effigy::owned_part;

// Characters of the pool of char, up to a NUL.
struct owned_text {
    std::uint32_t first = 0;
};

// ---- records, see records.hpp ---------------------------------------------------------------------------------------

struct owned_event {
    float time = 0; // seconds
    owned_text name;
};

// A controller: its rows of numbers, and as many times, lie in its node's `pool`.
struct owned_key {
    std::int32_t id = 0;
    std::int16_t rows = 0;
    std::uint16_t time_index = 0;
    std::uint16_t value_index = 0;
    std::uint8_t columns = 0; // as stored: 0xFF: no values; with 0x10: bezier

    [[nodiscard]] constexpr bool has_values() const noexcept { return columns != 0xFF; }
    [[nodiscard]] constexpr bool is_bezier() const noexcept { return has_values() && (columns & 0x10U) != 0; }
    [[nodiscard]] constexpr std::uint32_t width() const noexcept { // numbers of a row
        return has_values() ? (columns & 0x0FU) * (is_bezier() ? 3U : 1U) : 0U;
    }
};

struct owned_light {
    float flare_radius = 0;
    owned_list<float> flare_sizes, flare_positions;
    owned_list<vector3<float>> flare_color_shifts;
    owned_list<owned_text> flare_textures;
    std::uint32_t priority = 0, ambient_only = 0, dynamic_type = 0, affect_dynamic = 0;
    std::uint32_t shadow = 0, generate_flare = 0, fading = 0;
};

struct owned_emitter {
    float dead_space = 0, blast_radius = 0, blast_length = 0;
    std::uint32_t grid_x = 0, grid_y = 0, space_type = 0;
    owned_text update, render, blend, texture, chunk;
    std::uint32_t two_sided = 0, loop = 0;
    std::uint32_t flags = 0;
    std::uint16_t render_order = 0;
};

struct owned_reference {
    owned_text model;
    std::uint32_t reattachable = 0;
};

struct owned_face {
    vector3<float> normal;
    float distance = 0;
    std::int32_t surface = 0;
    std::array<std::int16_t, 3> adjacent{};
    std::array<std::uint16_t, 3> vertex{};
};

struct owned_mesh {
    owned_list<owned_face> faces;
    owned_list<owned_list<std::uint16_t>> index_lists; // what is drawn
    owned_list<std::uint16_t> own_indices;             // of a mesh that was merged away, which draws nothing
    owned_list<vector3<float>> positions, normals, tangents;
    std::array<owned_list<std::array<float, 2>>, 4> texcoords;
    owned_list<rgba8> colors;
    owned_list<float> handedness;
    std::array<owned_text, 3> textures;
    owned_text material;
    vector3<float> bounding_min, bounding_max;
    float radius = 0;
    vector3<float> average, diffuse, ambient, specular;
    float shininess = 0;
    std::uint32_t shadow = 0, beaming = 0, render = 0, transparency_hint = 0, render_hint = 0, tile_fade = 0;
    std::uint8_t triangle_mode = 0, light_mapped = 0, rotate_texture = 0;
    std::uint16_t vertex_count = 0, texture_count = 0;
    float normal_sum_half = 0;
};

struct owned_skin {
    owned_list<std::array<float, 4>> weights;
    owned_list<std::array<std::int16_t, 4>> joints;
    owned_list<std::int16_t> slot_nodes;   // node of each slot; 17, 64 or 128
    owned_list<std::int16_t> node_to_slot; // this and what follows by number of the node
    owned_list<quaternion<float>> inverse_rotations;
    owned_list<vector3<float>> inverse_translations;
    owned_list<std::uint32_t> constants;
};

struct owned_animmesh {
    float sample_period = 0;
    std::uint32_t position_set_count = 0, texcoord_set_count = 0;
    owned_list<vector3<float>> position_samples; // all sets of vertex 0, then of vertex 1
    owned_list<std::array<float, 2>> texcoord_samples;
};

struct owned_dangly {
    owned_list<float> constraints;
    float displacement = 0, tightness = 0, period = 0;
};

struct owned_aabb {
    vector3<float> min, max;
    std::uint32_t left = npos, right = npos; // numbers in owned_node::aabb
    std::int32_t face = -1;
    std::uint32_t plane = 0;
};

struct owned_node {
    owned_text name;
    std::uint32_t parent = npos; // number in the list of nodes that this one is of
    std::uint32_t flags = 0;
    std::uint32_t inherit_color = 0;
    std::int32_t part_number = 0;
    owned_list<owned_key> controllers;
    owned_list<float> pool;
    owned_part<owned_light> light;
    owned_part<owned_emitter> emitter;
    owned_part<owned_reference> reference;
    owned_part<owned_mesh> mesh;
    owned_part<owned_skin> skin;
    owned_part<owned_animmesh> animmesh;
    owned_part<owned_dangly> dangly;
    owned_list<owned_aabb> aabb; // parents before children, left before right
};

struct owned_geometry {
    owned_text name;
    owned_list<owned_node> nodes;      // parents first
    std::uint32_t node_count = 0;      // as stored: often another
    std::uint32_t reference_count = 0; // as stored
    geometry_type type{};
};

struct owned_animation : owned_geometry {
    owned_text root;
    owned_list<owned_event> events;
    float length = 0, transition_time = 0; // seconds
};

// ---- the model -----------------------------------------------------------------------------------------------------

using model_pools =
    owned_pools<owned_node, owned_animation, owned_event, owned_key, owned_light, owned_emitter, owned_reference,
                owned_mesh, owned_skin, owned_animmesh, owned_dangly, owned_aabb, owned_face, owned_list<std::uint16_t>,
                owned_text, char, std::uint16_t, std::int16_t, std::uint32_t, rgba8, float, std::array<float, 2>,
                vector3<float>, quaternion<float>, std::array<float, 4>, std::array<std::int16_t, 4>>;

struct owned_model : owned_geometry, model_pools {
    std::array<std::uint32_t, 2> fingerprint{}; // of the program that wrote the file
    nwn::producer producer = nwn::producer::unknown;
    nwn::classification classification{};
    std::array<std::uint8_t, 2> unknown{};
    std::uint8_t fog = 0;
    vector3<float> bounding_min, bounding_max;
    float radius = 0, animation_scale = 0;
    owned_text supermodel; // as stored
    owned_list<owned_animation> animations;
    std::pmr::vector<std::byte> trailing;

    owned_model() : owned_model(std::pmr::get_default_resource()) {}
    explicit owned_model(std::pmr::memory_resource* memory) : model_pools(memory), trailing(memory) {}

    using model_pools::get;
    [[nodiscard]] std::string_view get(const owned_text& text) const noexcept {
        const std::string_view chars{all<char>().data(), all<char>().size()};
        const std::string_view rest = chars.substr(text.first < chars.size() ? text.first : chars.size());
        return rest.substr(0, rest.find('\0'));
    }

    // A controller's times, in seconds, and values, row after row. Empty when it has none.
    [[nodiscard]] std::span<const float> times(const owned_node& owner, const owned_key& key) const noexcept {
        return part_of(get(owner.pool), key.time_index, rows_of(key));
    }
    [[nodiscard]] std::span<const float> values(const owned_node& owner, const owned_key& key) const noexcept {
        return part_of(get(owner.pool), key.value_index, rows_of(key) * key.width());
    }

private:
    [[nodiscard]] static std::span<const float> part_of(std::span<const float> pool, std::size_t first,
                                                        std::size_t count) noexcept {
        return first <= pool.size() && count <= pool.size() - first ? pool.subspan(first, count)
                                                                    : std::span<const float>{};
    }
    [[nodiscard]] static constexpr std::size_t rows_of(const owned_key& key) noexcept {
        return key.rows > 0 ? static_cast<std::size_t>(key.rows) : 0U;
    }
};

// ---- decoding ------------------------------------------------------------------------------------------------------

namespace impl {

using namespace effigy::impl;

template <class T, form F> [[nodiscard]] constexpr T to_owned(const scalar<T, F>& v) noexcept { return v; }
template <class T, form F, std::size_t N>
[[nodiscard]] constexpr std::array<T, N> to_owned(const scalar<T, F> (&v)[N]) noexcept {
    std::array<T, N> out{};
    for (std::size_t i = 0; i < N; ++i) {
        out[i] = v[i];
    }
    return out;
}
template <std::size_t N> [[nodiscard]] constexpr std::array<u8, N> to_owned(const u8 (&v)[N]) noexcept {
    return std::to_array(v);
}
[[nodiscard]] constexpr rgba8 to_owned(const rgba8& v) noexcept { return v; }
template <form F> [[nodiscard]] constexpr std::array<float, 2> to_owned(const vec2<F>& v) noexcept {
    return std::array{v.x.get(), v.y.get()};
}
template <form F> [[nodiscard]] constexpr vector3<float> to_owned(const vec3<F>& v) noexcept {
    return vector3<float>{v};
}
template <form F> [[nodiscard]] constexpr std::array<float, 4> to_owned(const vec4<F>& v) noexcept {
    return std::array{v.x.get(), v.y.get(), v.z.get(), v.w.get()};
}
template <form F> [[nodiscard]] constexpr quaternion<float> to_owned(const basic_quat_wxyz<F>& q) noexcept {
    return quaternion<float>{q.x, q.y, q.z, q.w};
}
template <form F> [[nodiscard]] constexpr std::array<std::int16_t, 4> to_owned(const basic_joints<F>& v) noexcept {
    return to_owned(v.bone);
}
template <form F> [[nodiscard]] constexpr owned_key to_owned(const basic_controller_key<F>& v) noexcept {
    return {.id = v.id, .rows = v.rows, .time_index = v.time_index, .value_index = v.value_index, .columns = v.columns};
}
template <form F> [[nodiscard]] constexpr owned_face to_owned(const basic_face<F>& v) noexcept {
    return {.normal = to_owned(v.normal),
            .distance = v.distance,
            .surface = v.surface,
            .adjacent = to_owned(v.adjacent),
            .vertex = to_owned(v.vertex)};
}

template <form F> class decoder : pool_filler<owned_model> {
public:
    decoder(const basic_model<F>& from, std::pmr::memory_resource* memory) : pool_filler(memory), from_(from) {}

    [[nodiscard]] result<owned_model> run() {
        const basic_model_header<F>* const header = from_.header();
        if (header == nullptr) {
            return std::move(made);
        }
        return fill("nwn", promised(from_.file().size()), from_.trailing().size(), [&] { put_model(*header); });
    }

private:
    template <class Stored> auto put(const array<Stored>& stored) {
        return put_all(stored, [](const Stored& record) { return to_owned(record); });
    }
    template <std::size_t N> owned_text put(const text<N>& stored) { return put(stored.view()); }
    owned_text put(std::string_view chars) {
        const owned_text out{.first = static_cast<std::uint32_t>(size<char>())};
        for (const char c : chars) {
            push(c);
        }
        push('\0');
        return out;
    }

    // ---- records ---------------------------------------------------------------------------------------------------

    void put_model(const basic_model_header<F>& header) {
        static_cast<owned_geometry&>(made) = decode_geometry(header.geometry, from_.nodes());
        made.fingerprint = to_owned(header.geometry.functions);
        made.producer = from_.producer();
        made.classification = header.classification;
        made.unknown = to_owned(header.unknown);
        made.fog = header.fog;
        made.bounding_min = to_owned(header.bounding_min);
        made.bounding_max = to_owned(header.bounding_max);
        made.radius = header.radius;
        made.animation_scale = header.animation_scale;
        made.supermodel = put(header.supermodel);
        made.animations = put_each(from_.animations(), [&](const basic_animation<F>& clip) {
            return clip ? decode_animation(clip, *clip.header()) : owned_animation{};
        });
        if (!measuring()) {
            made.trailing.assign(from_.trailing().begin(), from_.trailing().end());
        }
    }
    template <class Nodes> owned_geometry decode_geometry(const basic_geometry_header<F>& header, const Nodes& nodes) {
        return {.name = put(header.name),
                .nodes = put_each(nodes,
                                  [&](const basic_node<F>& stored) {
                                      return stored ? decode_node(stored, *stored.header()) : owned_node{};
                                  }),
                .node_count = header.node_count,
                .reference_count = header.reference_count,
                .type = header.type};
    }
    owned_animation decode_animation(const basic_animation<F>& clip, const basic_animation_header<F>& header) {
        owned_animation out;
        static_cast<owned_geometry&>(out) = decode_geometry(header.geometry, clip.nodes());
        out.root = put(header.root);
        out.events = put_each(clip.events(), [&](const basic_event<F>& event) {
            return owned_event{.time = event.time, .name = put(event.name)};
        });
        out.length = header.length;
        out.transition_time = header.transition_time;
        return out;
    }

    owned_node decode_node(const basic_node<F>& stored, const basic_node_header<F>& header) {
        owned_node out;
        out.name = put(stored.name());
        out.parent = stored.parent();
        out.flags = stored.flags();
        out.inherit_color = header.inherit_color;
        out.part_number = header.part_number;
        out.controllers = put(stored.get(header.controller_keys));
        out.pool = put(stored.get(header.controller_data));
        if (const auto* const light = stored.light()) {
            out.light = decode_light(*light, stored);
        }
        if (const auto* const emitter = stored.emitter()) {
            out.emitter = decode_emitter(*emitter);
        }
        if (const auto* const other = stored.reference()) {
            out.reference = put_part(owned_reference{.model = put(other->model), .reattachable = other->reattachable});
        }
        decode_meshes(out, stored);
        return out;
    }
    void decode_meshes(owned_node& out, const basic_node<F>& stored) {
        if (const auto surface = stored.mesh()) {
            out.mesh = decode_mesh(surface, *surface.header());
        }
        if (const auto binding = stored.skin()) {
            out.skin = decode_skin(binding);
        }
        if (const auto samples = stored.animmesh()) {
            out.animmesh = put_part(owned_animmesh{.sample_period = samples.header()->sample_period,
                                                   .position_set_count = samples.position_set_count(),
                                                   .texcoord_set_count = samples.texcoord_set_count(),
                                                   .position_samples = put(samples.position_samples()),
                                                   .texcoord_samples = put(samples.texcoord_samples())});
        }
        if (const auto trailing = stored.dangly()) {
            out.dangly = put_part(owned_dangly{.constraints = put(trailing.constraints()),
                                               .displacement = trailing.header()->displacement,
                                               .tightness = trailing.header()->tightness,
                                               .period = trailing.header()->period});
        }
        if (const auto boxes = stored.aabb()) {
            out.aabb = put_each(boxes, [](const basic_aabb<F>& box) { return decode_box(*box.entry()); });
            number_children(out.aabb);
        }
    }

    owned_part<owned_light> decode_light(const basic_light<F>& stored, const basic_node<F>& holder) {
        const auto name = [&](const ptr<char, F>& texture) { return put(holder.flare_texture(texture)); };
        return put_part(owned_light{.flare_radius = stored.flare_radius,
                                    .flare_sizes = put(holder.get(stored.flare_sizes)),
                                    .flare_positions = put(holder.get(stored.flare_positions)),
                                    .flare_color_shifts = put(holder.get(stored.flare_color_shifts)),
                                    .flare_textures = put_each(holder.get(stored.flare_textures), name),
                                    .priority = stored.priority,
                                    .ambient_only = stored.ambient_only,
                                    .dynamic_type = stored.dynamic_type,
                                    .affect_dynamic = stored.affect_dynamic,
                                    .shadow = stored.shadow,
                                    .generate_flare = stored.generate_flare,
                                    .fading = stored.fading});
    }
    owned_part<owned_emitter> decode_emitter(const basic_emitter<F>& stored) {
        return put_part(owned_emitter{.dead_space = stored.dead_space,
                                      .blast_radius = stored.blast_radius,
                                      .blast_length = stored.blast_length,
                                      .grid_x = stored.grid_x,
                                      .grid_y = stored.grid_y,
                                      .space_type = stored.space_type,
                                      .update = put(stored.update),
                                      .render = put(stored.render),
                                      .blend = put(stored.blend),
                                      .texture = put(stored.texture),
                                      .chunk = put(stored.chunk),
                                      .two_sided = stored.two_sided,
                                      .loop = stored.loop,
                                      .flags = stored.flags,
                                      .render_order = stored.render_order});
    }
    owned_part<owned_mesh> decode_mesh(const basic_mesh<F>& surface, const basic_mesh_header<F>& header) {
        const std::array texcoords{put(surface.texcoords(0)), put(surface.texcoords(1)), put(surface.texcoords(2)),
                                   put(surface.texcoords(3))};
        const std::array textures{put(header.textures[0]), put(header.textures[1]), put(header.textures[2])};
        return put_part(owned_mesh{.faces = put(surface.faces()),
                                   .index_lists = decode_index_lists(surface),
                                   .own_indices = put(surface.own_indices()),
                                   .positions = put(surface.positions()),
                                   .normals = put(surface.normals()),
                                   .tangents = put(surface.tangents()),
                                   .texcoords = texcoords,
                                   .colors = put(surface.colors()),
                                   .handedness = put(surface.handedness()),
                                   .textures = textures,
                                   .material = put(header.material),
                                   .bounding_min = to_owned(header.bounding_min),
                                   .bounding_max = to_owned(header.bounding_max),
                                   .radius = header.radius,
                                   .average = to_owned(header.average),
                                   .diffuse = to_owned(header.diffuse),
                                   .ambient = to_owned(header.ambient),
                                   .specular = to_owned(header.specular),
                                   .shininess = header.shininess,
                                   .shadow = header.shadow,
                                   .beaming = header.beaming,
                                   .render = header.render,
                                   .transparency_hint = header.transparency_hint,
                                   .render_hint = header.render_hint,
                                   .tile_fade = header.tile_fade,
                                   .triangle_mode = header.triangle_mode,
                                   .light_mapped = header.light_mapped,
                                   .rotate_texture = header.rotate_texture,
                                   .vertex_count = header.vertex_count,
                                   .texture_count = header.texture_count,
                                   .normal_sum_half = header.normal_sum_half});
    }
    owned_part<owned_skin> decode_skin(const basic_skin<F>& binding) {
        return put_part(owned_skin{.weights = put(binding.weights()),
                                   .joints = put(binding.joints()),
                                   .slot_nodes = put(binding.slot_nodes()),
                                   .node_to_slot = put(binding.node_to_slot()),
                                   .inverse_rotations = put(binding.inverse_rotations()),
                                   .inverse_translations = put(binding.inverse_translations()),
                                   .constants = put(binding.constants())});
    }
    owned_list<owned_list<std::uint16_t>> decode_index_lists(const basic_mesh<F>& surface) {
        const std::size_t first = size<owned_list<std::uint16_t>>();
        for (std::uint32_t i = 0; i < surface.index_list_count(); ++i) {
            push(put(surface.index_list(i)));
        }
        return since<owned_list<std::uint16_t>>(first);
    }

    // ---- collision trees -------------------------------------------------------------------------------------------

    static constexpr std::uint32_t not_numbered = 0; // of a child that is still to be numbered

    static owned_aabb decode_box(const basic_aabb_entry<F>& entry) noexcept {
        const auto child = [](const auto& stored) { return stored.offset != 0U ? not_numbered : npos; };
        return {.min = to_owned(entry.min),
                .max = to_owned(entry.max),
                .left = child(entry.left),
                .right = child(entry.right),
                .face = entry.face,
                .plane = entry.plane};
    }
    // Boxes lie in the order of a walk, left before right: a left child is the next box, and a right child is the first
    // box behind the left child's subtree. To find the end of that, last children are followed: from the last box to
    // the first, so that they are numbered already. Each is followed once, hence the time is linear.
    void number_children(const owned_list<owned_aabb>& list) {
        if (measuring()) {
            return;
        }
        const std::span<owned_aabb> boxes = std::span{made.all<owned_aabb>()}.subspan(list.first, list.count);
        const auto behind = [&](std::size_t last) {
            while (last < boxes.size() && (boxes[last].right != npos || boxes[last].left != npos)) {
                last = boxes[last].right != npos ? boxes[last].right : boxes[last].left;
            }
            return last + 1;
        };
        const auto there = [&](std::size_t number) {
            return number < boxes.size() ? static_cast<std::uint32_t>(number) : npos;
        };
        for (std::size_t i = boxes.size(); i-- > 0;) {
            owned_aabb& here = boxes[i];
            const bool has_left = here.left != npos;
            here.left = has_left ? there(i + 1) : npos;
            here.right = here.right != npos ? there(has_left ? behind(i + 1) : i + 1) : npos;
        }
    }

    const basic_model<F>& from_;
};

} // namespace impl

// An error (budget) when it would take more memory than the cap above.
template <form F>
[[nodiscard]] result<owned_model> decode(const basic_model<F>& from,
                                         std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    return impl::decoder<F>{from, memory}.run();
}

} // namespace effigy::inline v0::nwn
