// Bringing the values of vertices back: what the scene says the same keeps its stored bytes.
#pragma once

#include <effigy/grimrock/apply/pairs.hpp>
#include <effigy/grimrock/owned/derive.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

// The mesh of a model that a mesh of a scene changes. Lists of the model are never changed in place: `stored` has the
// meshes as they were, by their numbers in the scene `before`.
struct mesh_target {
    const paired_scenes& scenes;
    owned_model& model;
    std::span<const owned_mesh> stored;
    const scene::mesh& now;
    std::uint32_t number; // in `before`; npos: the mesh is new
    owned_mesh& mesh;
    pool<scene::origin> origins; // of each vertex; npos: it is new
    bool keeps_vertices = false; // the old vertices come first, in their order
    bool is_same_size = false;   // and no others
    bool has_changed = false;
    bool has_new_shape = false; // positions, texture coordinates or triangles

    mesh_target(const paired_scenes& of, owned_model& to, std::span<const owned_mesh> meshes,
                const scene::mesh& changed, std::uint32_t before, owned_mesh& made)
        : scenes(of), model(to), stored(meshes), now(changed), number(before), mesh(made), origins(of.memory) {
        for (std::uint32_t i = 0; i < now.positions.size(); ++i) {
            origins.push_back(of.origin_of(now, i));
        }
        const std::size_t count = origins.size(), old = number != npos ? stored[number].vertex_count : 0;
        keeps_vertices = number != npos && count >= old;
        for (std::uint32_t i = 0; i < old && keeps_vertices; ++i) {
            keeps_vertices = origins[i] == scene::origin{number, i};
        }
        is_same_size = keeps_vertices && count == old;
        has_changed = !is_same_size;
        has_new_shape = !is_same_size;
    }

    [[nodiscard]] const scene::mesh* before(std::uint32_t of) const noexcept {
        return of != npos ? &scenes.before.meshes[of] : nullptr;
    }
    // Null if the mesh does not use the slot.
    [[nodiscard]] const owned_vertex_array* array(std::uint32_t of, vertex_semantic slot) const noexcept {
        const owned_vertex_array* const found = of != npos ? model.array(stored[of], slot) : nullptr;
        return found != nullptr && found->stride != 0 ? found : nullptr;
    }
};

// Whether the scene shows an array: the rule of vertex_array::as().
template <class Number>
[[nodiscard]] bool is_shown(const owned_vertex_array* array, std::uint8_t width) noexcept {
    return array != nullptr && array->component == component_of<Number> && array->dimension >= width;
}

// Gives a slot of a mesh the stored components of each vertex's origin, and those that put(vertex, components) writes
// and returns true for. Without put, all are stored ones, and new vertices get zeros.
template <class Number, class Put>
std::size_t carry_array(mesh_target& to, vertex_semantic slot, std::uint8_t width, const Put& put) {
    const owned_vertex_array* const own = to.array(to.number, slot);
    const bool is_own = is_shown<Number>(own, width);
    owned_vertex_array shape = is_own ? *own : owned_vertex_array{};
    if (!is_own) {
        shape.dimension = width;
        shape.stride = width * std::uint32_t{sizeof(Number)};
    }
    const std::size_t dimension = shape.dimension;
    const std::size_t gap = shape.stride - dimension * sizeof(Number);
    pool<Number> made(to.origins.size() * dimension, to.scenes.memory);
    pool<std::byte> padding(to.origins.size() * gap, to.scenes.memory);
    std::uint32_t mesh = npos; // whose array is `from`
    const owned_vertex_array* from = nullptr;
    std::size_t changed = 0;
    for (std::uint32_t i = 0; i < to.origins.size(); ++i) {
        const scene::origin& origin = to.origins[i];
        if (origin.mesh != mesh) {
            mesh = origin.mesh;
            from = to.array(mesh, slot);
        }
        const std::span<Number> components = std::span<Number>{made}.subspan(i * dimension, dimension);
        if (is_shown<Number>(from, width) && from->dimension == shape.dimension) {
            const auto all = std::as_const(to.model).get(from->template as<Number>());
            const auto gaps = std::as_const(to.model).get(from->padding);
            for (std::size_t k = 0; k < dimension && all.size() >= (origin.vertex + std::size_t{1}) * dimension; ++k) {
                components[k] = all[origin.vertex * dimension + k];
            }
            for (std::size_t k = 0; k < gap && gaps.size() >= (origin.vertex + std::size_t{1}) * gap; ++k) {
                padding[i * gap + k] = gaps[origin.vertex * gap + k];
            }
        }
        changed += put(i, components) ? 1U : 0U;
    }
    if (changed != 0 || !to.is_same_size) {
        owned_vertex_array& set =
            to.model.set_array<Number>(to.mesh, slot, shape.dimension, std::span<const Number>{made});
        set.stride = shape.stride;
        to.model.set(set.padding, std::span<const std::byte>{padding});
        to.has_changed = true;
    }
    return changed;
}
inline constexpr auto nothing_to_put = [](std::uint32_t, const auto&) { return false; };

// Carries an array that the scene does not show.
template <class = when_used> void carry_unseen(mesh_target& to, const owned_vertex_array& own) {
    switch (own.component) {
    case component_type::byte: carry_array<std::uint8_t>(to, own.semantic, own.dimension, nothing_to_put); break;
    case component_type::int16: carry_array<std::int16_t>(to, own.semantic, own.dimension, nothing_to_put); break;
    case component_type::int32: carry_array<std::int32_t>(to, own.semantic, own.dimension, nothing_to_put); break;
    case component_type::float32: carry_array<float>(to, own.semantic, own.dimension, nothing_to_put); break;
    }
}

// Carries an array that the scene shows as `now`; was_of(mesh of `before`) is its list there, or null. put(value,
// components) stores a value. `is_kept`: whether the stored components may stay where the scene says the same.
template <class Number, class Value, class WasOf, class Store, class Keep>
std::size_t carry_values(mesh_target& to, vertex_semantic slot, std::uint8_t width, const scene::list<Value>& now,
                         const WasOf& was_of, const char* what, const Store& store, const Keep& is_kept) {
    const owned_vertex_array* const own = to.array(to.number, slot);
    if (own != nullptr && !is_shown<Number>(own, width)) {
        if (!now.empty()) {
            to.scenes.say(remark_kind::left_out, "mesh", to.now.name,
                          "values of vertices for an array whose type is not that of the game's files", now.size());
        }
        carry_unseen(to, *own);
        return 0;
    }
    if (now.empty()) {
        return own != nullptr ? carry_array<Number>(to, slot, width, nothing_to_put) : 0;
    }
    std::uint32_t mesh = npos;
    const scene::list<Value>* was = nullptr;
    const std::size_t changed =
        carry_array<Number>(to, slot, width, [&](std::uint32_t i, std::span<Number> components) {
            const scene::origin& origin = to.origins[i];
            if (origin.mesh != mesh) {
                mesh = origin.mesh;
                was = mesh != npos ? was_of(mesh) : nullptr;
            }
            if (own != nullptr && !to.scenes.rewrite_all && was != nullptr && origin.vertex < was->size() &&
                (*was)[origin.vertex] == now[i] && is_shown<Number>(to.array(mesh, slot), width) &&
                is_kept(components)) {
                return false;
            }
            store(now[i], components);
            return true;
        });
    if (changed != 0) {
        to.scenes.say(remark_kind::changed, "mesh", to.now.name, what, changed);
    }
    return changed;
}
inline constexpr auto always_kept = [](const auto&) { return true; };

[[nodiscard]] inline vector3<float> components_of(std::span<const float> from) noexcept {
    return {from[0], from[1], from[2]};
}
inline void put_vector(const vector3<float>& v, std::span<float> to) noexcept {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

// Carries all arrays but joints and weights. Precondition: the triangles of the mesh are those of the scene.
template <class = when_used> class vertex_carrier {
public:
    explicit vertex_carrier(mesh_target& to) : to_(to), now_(to.now) {}

    void run() {
        to_.mesh.vertex_count = static_cast<std::uint32_t>(now_.positions.size());
        const auto vector = [](const vector3<float>& v, std::span<float> to) { put_vector(mirrored_x::point(v), to); };
        const std::size_t moved =
            carry_values<float>(to_, vertex_semantic::position, 3, now_.positions, list(&scene::mesh::positions),
                                "positions of vertices", vector, always_kept);
        if (moved != 0 || !to_.is_same_size) {
            compute_bounds(to_.model, to_.mesh);
            to_.has_new_shape = true;
        }
        const bool is_reshaped = to_.has_new_shape;
        carry_texcoords();
        // The scene computes normals without a direction from the triangles.
        carry_values<float>(to_, vertex_semantic::normal, 3, now_.normals, list(&scene::mesh::normals),
                            "normals of vertices", vector, [&](std::span<const float> stored) {
                                vector3<float> direction = components_of(stored);
                                return !is_reshaped || make_unit(direction);
                            });
        if (now_.normals.empty() && is_reshaped && to_.array(to_.number, vertex_semantic::normal) != nullptr) {
            carry_derived(vertex_semantic::normal,
                          [](owned_model& of, owned_mesh& mesh) { return compute_normals(of, mesh); });
        }
        carry_values<std::uint8_t>(
            to_, vertex_semantic::color, 4, now_.colors, list(&scene::mesh::colors), "colors of vertices",
            [](const rgba8& color, std::span<std::uint8_t> to) {
                to[0] = color.r;
                to[1] = color.g;
                to[2] = color.b;
                to[3] = color.a;
            },
            always_kept);
        carry_tangents();
    }

private:
    // Returns the function that returns a list of a mesh of `before`.
    template <class T> [[nodiscard]] auto list(scene::list<T> scene::mesh::* of) const {
        return [this, of](std::uint32_t mesh) { return &(to_.before(mesh)->*of); };
    }
    [[nodiscard]] static vertex_semantic texcoord_slot(std::size_t i) noexcept {
        return static_cast<vertex_semantic>(static_cast<std::uint8_t>(vertex_semantic::texcoord0) + i);
    }
    // The set of a slot in a mesh of `before`; null if it has none.
    [[nodiscard]] const scene::list<vector2<float>>* texcoords(std::uint32_t mesh, std::size_t slot) const {
        const auto& sets = to_.before(mesh)->texcoords;
        for (std::size_t set = 0; set < sets.size(); ++set) {
            if (to_.scenes.trace.meshes[mesh].texcoords[set] == slot) {
                return &sets[set];
            }
        }
        return nullptr;
    }
    void carry_texcoords() {
        constexpr std::size_t slots = 8;
        const scene::list<vector2<float>> none{to_.scenes.memory};
        const std::size_t old_sets = to_.number != npos ? to_.before(to_.number)->texcoords.size() : 0;
        std::size_t added = old_sets; // the next set of the scene that the mesh does not have yet
        for (std::size_t slot = 0; slot < slots; ++slot) {
            std::size_t set = npos;
            for (std::size_t i = 0; i < old_sets; ++i) {
                set = to_.scenes.trace.meshes[to_.number].texcoords[i] == slot ? i : set;
            }
            if (set == npos && to_.array(to_.number, texcoord_slot(slot)) == nullptr) {
                set = added++;
            }
            const std::size_t changed = carry_values<float>(
                to_, texcoord_slot(slot), 2, set < now_.texcoords.size() ? now_.texcoords[set] : none,
                [&](std::uint32_t mesh) { return texcoords(mesh, slot); }, "texture coordinates of vertices",
                [](const vector2<float>& v, std::span<float> to) {
                    to[0] = v.x;
                    to[1] = v.y;
                },
                always_kept);
            to_.has_new_shape |= changed != 0;
        }
        if (added < now_.texcoords.size()) {
            to_.scenes.say(remark_kind::left_out, "mesh", now_.name, "sets of texture coordinates: there are eight",
                           now_.texcoords.size() - added);
        }
    }
    // Computes an array for the mesh as it was and as it is. Where the two differ, and at new vertices, replaces the
    // stored vectors.
    template <class Compute> void carry_derived(vertex_semantic slot, const Compute& compute) {
        const owned_vertex_array* const own = to_.array(to_.number, slot);
        owned_mesh after = to_.mesh, before = to_.number != npos ? to_.stored[to_.number] : owned_mesh{};
        if ((own != nullptr && !is_shown<float>(own, 3)) || !compute(to_.model, after)) {
            return;
        }
        static_cast<void>(to_.number != npos && compute(to_.model, before));
        constexpr double precision = 1e-10; // the square of a distance
        const vertex_floats is{to_.model, after, slot, 3}, was{to_.model, before, slot, 3};
        const std::size_t count = carry_array<float>(to_, slot, 3, [&](std::uint32_t i, std::span<float> components) {
            const scene::origin& origin = to_.origins[i];
            if (origin.mesh != npos && origin.mesh == to_.number && origin.vertex < was.size()) {
                const vector3<double> difference = is[i] - was[origin.vertex];
                if (!(dot(difference, difference) > precision)) {
                    return false;
                }
            }
            put_vector(to_real<float>(is[i]), components);
            return true;
        });
        if (count != 0) {
            to_.scenes.say(remark_kind::changed, "mesh", now_.name,
                           slot == vertex_semantic::normal    ? "normals of vertices, from the triangles"
                           : slot == vertex_semantic::tangent ? "tangents of vertices, from the triangles"
                                                              : "bitangents of vertices, from the triangles",
                           count);
        }
    }
    // Tangents of the scene are stored where they differ from those that it had.
    void carry_tangents() {
        const bool had_any = to_.number != npos && (to_.array(to_.number, vertex_semantic::tangent) != nullptr ||
                                                    to_.array(to_.number, vertex_semantic::bitangent) != nullptr);
        const bool is_new = to_.number == npos && !now_.texcoords.empty();
        for (const vertex_semantic slot : {vertex_semantic::tangent, vertex_semantic::bitangent}) {
            if (const owned_vertex_array* const own = to_.array(to_.number, slot)) {
                carry_unseen(to_, *own);
            }
            if ((had_any || is_new) && to_.has_new_shape) {
                carry_derived(slot, [](owned_model& of, owned_mesh& mesh) { return compute_tangents(of, mesh); });
            }
        }
        const auto was_of = list(&scene::mesh::tangents);
        const auto is_edited = [&](std::uint32_t i) {
            const scene::origin& origin = to_.origins[i];
            const auto* const was = origin.mesh != npos ? was_of(origin.mesh) : nullptr;
            return to_.scenes.rewrite_all || was == nullptr || origin.vertex >= was->size() ||
                   !((*was)[origin.vertex] == now_.tangents[i]);
        };
        std::size_t edited = 0;
        for (std::uint32_t i = 0; i < now_.tangents.size(); ++i) {
            edited += is_edited(i) ? 1U : 0U;
        }
        if (edited != 0) {
            store_tangents(is_edited, edited);
        }
    }
    template <class Edited> void store_tangents(const Edited& is_edited, std::size_t count) {
        const owned_mesh carried = to_.mesh; // with what is not edited
        for (const vertex_semantic slot : {vertex_semantic::tangent, vertex_semantic::bitangent}) {
            if (const auto* const own = to_.array(to_.number, slot); own != nullptr && !is_shown<float>(own, 3)) {
                continue;
            }
            const vertex_floats kept{to_.model, carried, slot, 3};
            carry_array<float>(to_, slot, 3, [&](std::uint32_t i, std::span<float> components) {
                const vector4<float>& t = now_.tangents[i];
                const vector3<float> along{t.x, t.y, t.z};
                const vector3<float> side = cross(now_.normals[i], along) * t.w;
                put_vector(is_edited(i)      ? mirrored_x::point(slot == vertex_semantic::tangent ? along : side)
                           : i < kept.size() ? to_real<float>(kept[i])
                                             : vector3<float>{},
                           components);
                return true;
            });
        }
        to_.scenes.say(remark_kind::changed, "mesh", now_.name, "tangents of vertices", count);
    }

    mesh_target& to_;
    const scene::mesh& now_;
};

}}}} // namespace effigy::v0::grimrock::impl
