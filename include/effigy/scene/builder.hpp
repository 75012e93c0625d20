// The builder that to_scene() of every format uses. It limits the memory of the scene.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/result.hpp>
#include <effigy/scene/extras.hpp>
#include <effigy/scene/names.hpp>
#include <effigy/scene/orient.hpp>
#include <effigy/scene/parts.hpp>
#include <effigy/scene/space.hpp>

#include <span>
#include <utility>

namespace effigy { inline namespace v0 { namespace impl {

// The scene nodes of one node of a format: two nodes if its matrix is sheared. In all other cases `outer` equals
// `inner`.
struct placed_node {
    std::uint32_t outer = npos; // the node that animations move
    std::uint32_t inner = npos; // the parent of children; it holds meshes and skins
};

// Returns the size of a model's file and of the files of clips.
template <class Model, class Clips>
[[nodiscard]] std::uint64_t bytes_of(const Model& from, const Clips& clips) noexcept {
    std::uint64_t out = from.file().size();
    for (const auto& each : clips) {
        out += each.keys.file().size();
    }
    return out;
}

// Space: mirrored_x, mirrored_z or z_up. The caller fills `made` with the memory that the budget gives, and tests why()
// at the end. After the first error, the add functions do nothing and return npos.
template <class Space> class scene_builder : public scene_budget {
public:
    // `size`: the total size of the files that the scene is built from.
    scene_builder(std::pmr::memory_resource* memory, std::uint64_t size) : scene_budget(memory, size), made(memory) {}

    scene made;

    // `name`: for a scene that has none.
    [[nodiscard]] result<scene> finish(std::string_view name) {
        if (made.name.empty()) {
            made.name = text(name);
        }
        if (why() || !part_namer{made, *this}.run()) {
            return why();
        }
        return std::move(made);
    }

    // Turns the model by a rotation of its root, so that it faces +z as glTF expects.
    void turn(const quaternion<float>& rotation) {
        const std::string name = std::string{made.name} + "_front";
        if (reserve(made.nodes, 1) && charge(bytes_of_text(name.size()))) {
            turn_scene(made, rotation, name);
        }
    }

    // Returns a list of `size` elements, or an empty one if the limit does not allow it.
    template <class T> [[nodiscard]] scene::list<T> list(std::uint64_t size = 0) {
        scene::list<T> out{memory()};
        static_cast<void>(resize(size, out));
        return out;
    }
    [[nodiscard]] paid_extras<> extras() { return paid_extras{*this}; }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    // Adds a node and returns its number. `local` is in the format's space. Rotations are normalised; a position,
    // rotation or scale that is not finite is replaced by that of the identity.
    std::uint32_t add_node(std::string_view name, std::uint32_t parent, const pose<double>& local) {
        return add_in_gltf_space(
            name, parent, {Space::point(local.position), Space::rotation(local.rotation), Space::scale(local.scale)});
    }
    std::uint32_t add_node(std::string_view name, std::uint32_t parent) {
        return add_node(name, parent, pose<double>{});
    }
    // Adds a node for a matrix. If no pose can represent the matrix, adds two nodes; the second is a child of the
    // first.
    placed_node add_node(std::string_view name, std::uint32_t parent, const matrix4x3<double>& local) {
        const matrix4x3<double> turned = in_gltf_space(local);
        const decomposition<double> simple = decompose(turned);
        if (simple.shear <= least_shear) {
            const std::uint32_t number = add_in_gltf_space(name, parent, simple.pose);
            return {number, number};
        }
        const sheared_pose parts = split_shear(turned);
        const std::uint32_t outer = add_in_gltf_space(name, parent, parts.outer);
        return {outer, add_in_gltf_space(name, outer, parts.inner)};
    }
    [[nodiscard]] static bool is_sheared(const matrix4x3<double>& local) noexcept {
        return decompose(in_gltf_space(local)).shear > least_shear;
    }
    // Adds a root node with a skinned mesh: glTF ignores the pose of a node with a skin.
    std::uint32_t add_skinned(std::string_view name, std::uint32_t mesh_number, std::uint32_t skin_number) {
        const std::uint32_t number = add_node(name, npos);
        if (number != npos) {
            made.nodes[number].mesh = mesh_number;
            made.nodes[number].skin = skin_number;
        }
        return number;
    }

    // ---- skins -----------------------------------------------------------------------------------------------------

    // Adds a skin for `joint_count` joints, which set_joint() sets. Returns its number; npos if it exceeds the limit.
    [[nodiscard]] std::uint32_t add_skin(std::uint64_t joint_count) {
        scene::skin* const out = add(made.skins);
        return out != nullptr && resize(joint_count, out->joints, out->inverse_binds)
                   ? static_cast<std::uint32_t>(made.skins.size() - 1)
                   : npos;
    }
    // Sets joint `i`. A matrix that is not finite is replaced by the identity.
    void set_joint(std::uint32_t skin, std::size_t i, std::uint32_t node, const matrix4x3<float>& inverse_bind = {}) {
        made.skins[skin].joints[i] = node;
        made.skins[skin].inverse_binds[i] = is_finite(inverse_bind) ? inverse_bind : matrix4x3<float>{};
    }

    // ---- materials -------------------------------------------------------------------------------------------------

    // Returns the number of the material for a key. Calls `fill(scene::material&)` to complete a new material. `known`
    // is a numbers_by_key in memory(). If a key refers to bytes, for instance in the file, those bytes must outlive it.
    template <class Known, class Key, class Fill>
    std::uint32_t material_for(Known& known, const Key& key, const Fill& fill) {
        if (const std::uint32_t number = known.find(key); number != npos) {
            return number;
        }
        const auto number = static_cast<std::uint32_t>(made.materials.size());
        scene::material* const out = add(made.materials);
        if (out == nullptr || !add(known, key, number)) {
            return npos;
        }
        fill(*out);
        return number;
    }
    // Returns the number of the material of meshes that the game does not draw; npos if it exceeds the limit.
    // Translucent, so that what the game draws stays visible behind it.
    [[nodiscard]] std::uint32_t material_of_undrawn(bool is_collision) {
        std::uint32_t& number = undrawn_[is_collision ? 1 : 0];
        if (scene::material* const out = number == npos ? add(made.materials) : nullptr) {
            number = static_cast<std::uint32_t>(made.materials.size() - 1);
            out->name = is_collision ? "collision" : "not_drawn";
            out->base_color =
                is_collision ? vector4<float>{0.05F, 0.4F, 1, 0.4F} : vector4<float>{1, 0.4F, 0.05F, 0.4F};
            out->alpha = scene::alpha_mode::blend;
            out->is_double_sided = true;
        }
        return number;
    }
    [[nodiscard]] scene::texture texture(std::string_view name,
                                         scene::texture_role role = scene::texture_role::base_color) {
        scene::texture out{memory()};
        out.name = text(name);
        out.role = role;
        return out;
    }

    // ---- meshes ----------------------------------------------------------------------------------------------------

    // Fills `to` with the vectors of `stored` (records of a file, or vectors), in glTF's space. Returns false if they
    // exceed the limit.
    template <class Range> [[nodiscard]] bool fill(scene::list<vector3<float>>& to, const Range& stored) {
        return fill(to, stored, [](const auto& vector) { return Space::point(vector3<float>{vector}); });
    }
    template <class Range> [[nodiscard]] bool fill(scene::list<vector2<float>>& to, const Range& stored) {
        return fill(to, stored, [](const auto& vector) {
            return vector2<float>{static_cast<float>(vector.x), static_cast<float>(vector.y)};
        });
    }
    template <class T, class Range, class Convert>
    [[nodiscard]] bool fill(scene::list<T>& to, const Range& stored, const Convert& convert) {
        const elements<T> filled = append(to, stored.size());
        if (why()) {
            return false;
        }
        if (!fill_from_packed(filled, stored, convert)) {
            std::size_t i = 0;
            for (const auto& element : stored) {
                filled[i++] = convert(element);
            }
        }
        return true;
    }
    // Stores `triangle_count` triangles of `stored`, beginning at index `first`, in to.indices, which has room for
    // them, from index `end` on. Moves `end` behind them, and returns them as a primitive. Their winding is reversed if
    // `turns`: if the space requires it, unless glTF reverses it once more because the mesh's node mirrors. Triangles
    // with an index that is not a vertex are left out.
    template <class Range>
    [[nodiscard]] static scene::primitive add_triangles(scene::mesh& to, std::size_t& end, const Range& stored,
                                                        std::size_t first, std::size_t triangle_count,
                                                        std::uint32_t material, bool turns = Space::turns_triangles) {
        scene::primitive out{static_cast<std::uint32_t>(end), 0, material};
        const std::size_t known = first <= stored.size() ? (stored.size() - first) / 3 : 0;
        const std::size_t room = (to.indices.size() - end) / 3;
        const std::size_t most = known < room ? known : room;
        const std::size_t count = triangle_count < most ? triangle_count : most;
        const auto vertex_count = static_cast<std::uint32_t>(to.positions.size());
        const elements indices{to.indices};
        for (std::size_t i = first; i < first + 3 * count; i += 3) {
            const std::uint32_t a = indices[end] = stored[i];
            const std::uint32_t b = indices[end + 1] = stored[i + (turns ? 2 : 1)];
            const std::uint32_t c = indices[end + 2] = stored[i + (turns ? 1 : 2)];
            end += a < vertex_count && b < vertex_count && c < vertex_count ? 3 : 0;
        }
        out.index_count = static_cast<std::uint32_t>(end - out.first_index);
        return out;
    }
    // Makes room for triangles. Returns false if they exceed the limit.
    [[nodiscard]] bool allocate_triangles(scene::mesh& to, std::uint64_t triangle_count) {
        static_cast<void>(append(to.indices, 3 * triangle_count));
        return !why();
    }

private:
    // A cosine. Ignoring a smaller shear moves points by less than this fraction of the size of the mesh.
    static constexpr double least_shear = 2e-5;

    [[nodiscard]] static matrix4x3<double> in_gltf_space(const matrix4x3<double>& local) noexcept {
        return Space::matrix(is_finite(local) ? local : matrix4x3<double>{});
    }
    // Fills `to` from contiguous elements, if the range can return them, in a loop that the compiler vectorises.
    template <class T, class Range, class Convert>
    [[nodiscard]] static bool fill_from_packed(elements<T> to, const Range& stored, const Convert& convert) {
        if constexpr (requires { stored.packed(); }) {
            const elements all{stored.packed()};
            for (std::size_t i = 0; i < all.size(); ++i) {
                to[i] = convert(all[i]);
            }
            return !all.empty();
        }
        return false;
    }
    std::uint32_t add_in_gltf_space(std::string_view name, std::uint32_t parent, const pose<double>& local) {
        scene::node* const added = add(made.nodes);
        if (added == nullptr) {
            return npos;
        }
        scene::node& out = *added;
        out.name = text(name);
        out.parent = parent;
        const auto finite_or = [](const auto& value, const auto& fallback) {
            return is_finite(value) ? value : fallback;
        };
        out.local.position = finite_or(to_real<float>(local.position), vector3<float>{});
        out.local.rotation =
            finite_or(to_real<float>(normalized(finite_or(local.rotation, quaternion<double>{}))), quaternion<float>{});
        out.local.scale = finite_or(to_real<float>(local.scale), vector3<float>{1, 1, 1});
        return static_cast<std::uint32_t>(made.nodes.size() - 1);
    }

    std::array<std::uint32_t, 2> undrawn_{npos, npos}; // materials
};

}}} // namespace effigy::v0::impl
