// The builder that to_scene() of every format uses. It limits the memory of the scene.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
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

// Space: mirrored_x, mirrored_z or z_up. The caller fills `made`, calls charge() before adding anything whose size
// depends on the file, and tests why() at the end. After the first error, the add functions do nothing and return npos.
template <class Space> class scene_builder {
public:
    // `size`: the total size of the files that the scene is built from. The limit is 32 times this size plus
    // 128 KiB. The smallest records become parts of up to 31 times their size (a segment of 19 bytes becomes a
    // material), so only a file whose records share data can exceed it. The 128 KiB cover the smallest scene and the
    // unused capacity of lists and texts.
    scene_builder(std::pmr::memory_resource* memory, std::uint64_t size)
        : made(memory), most_(32 * size + std::uint64_t{128} * 1024), left_(most_) {}

    scene made;

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return made.nodes.resource(); }
    // Returns whether the limit allows `bytes` more. Sets an error if not.
    [[nodiscard]] bool fits_limit(std::uint64_t bytes) noexcept {
        if (bytes > left_) {
            refuse({{"scene"},
                    errc::budget,
                    most_,
                    static_cast<std::int64_t>(most_ - left_ + bytes),
                    "the memory limit, in bytes, of a scene from files of this size"});
        }
        return !why_;
    }
    // Raises the limit as if the files had `bytes` more.
    void allow(std::uint64_t bytes) noexcept {
        most_ += 6 * bytes;
        left_ += 6 * bytes;
    }
    // Charges `bytes` against the limit. Returns whether they fit. Sets an error if not.
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept {
        const bool fits = fits_limit(bytes);
        left_ -= fits ? bytes : 0;
        return fits;
    }
    // Reserves memory for `count` more elements without charging it: the caller charges each element when it adds the
    // element. Without this, a growing list would temporarily take up to three times the memory.
    template <class T> [[nodiscard]] bool reserve(scene::list<T>& to, std::uint64_t count) {
        const bool fits = fits_limit(count > left_ ? count : count * sizeof(T));
        if (fits) {
            to.reserve(to.size() + to_size(count));
        }
        return fits;
    }
    // Returns the number of bytes left below the limit; 0 after an error. For callers that can do with less memory if
    // little is left.
    [[nodiscard]] std::uint64_t left() const noexcept { return why_ ? 0 : left_; }
    // Records an error. finish() returns the first one.
    void refuse(const error& why) noexcept {
        if (!why_) {
            why_ = why;
        }
    }
    [[nodiscard]] const error& why() const noexcept { return why_; }
    // `name`: for a scene that has none.
    [[nodiscard]] result<scene> finish(std::string_view name) {
        if (made.name.empty() && charge(name.size())) {
            made.name = name;
        }
        const auto charge_name = [this](std::uint64_t bytes) { return charge(bytes); };
        if (why_ || !part_namer{made, charge_name}.run()) {
            return why_;
        }
        return std::move(made);
    }

    // Turns the model by a rotation of its root, so that it faces +z as glTF expects.
    void turn(const quaternion<float>& rotation) {
        const std::string name = std::string{made.name} + "_front";
        if (!why_ && charge(sizeof(scene::node) + name.size())) {
            turn_scene(made, rotation, name);
        }
    }

    [[nodiscard]] scene::text text(std::string_view chars) { return scene::text{chars, memory()}; }
    template <class T> [[nodiscard]] scene::list<T> list(std::size_t size = 0) {
        return scene::list<T>(size, memory());
    }

    [[nodiscard]] paid_extras<scene_builder> extras() { return paid_extras<scene_builder>{*this}; }

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
        if (!charge(sizeof(scene::skin) + joint_count * (sizeof(std::uint32_t) + sizeof(matrix4x3<float>)))) {
            return npos;
        }
        scene::skin& out = made.skins.emplace_back();
        out.joints.resize(to_size(joint_count));
        out.inverse_binds.resize(to_size(joint_count));
        return static_cast<std::uint32_t>(made.skins.size() - 1);
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
        if (!charge(3 * sizeof(scene::material) + Known::bytes_of_one)) { // three times, since the list grows
            return npos;
        }
        const auto number = static_cast<std::uint32_t>(made.materials.size());
        fill(made.materials.emplace_back());
        known.add(key, number);
        return number;
    }
    // Returns the number of the material of meshes that the game does not draw; npos if it exceeds the limit.
    // Translucent, so that what the game draws stays visible behind it.
    [[nodiscard]] std::uint32_t material_of_undrawn(bool is_collision) {
        std::uint32_t& number = undrawn_[is_collision ? 1 : 0];
        if (number == npos && charge(3 * sizeof(scene::material))) {
            number = static_cast<std::uint32_t>(made.materials.size());
            scene::material& out = made.materials.emplace_back();
            out.name = is_collision ? "collision" : "not_drawn";
            out.base_color = is_collision ? vector4<float>{0.05F, 0.4F, 1, 0.4F} : vector4<float>{1, 0.4F, 0.05F, 0.4F};
            out.alpha = scene::alpha_mode::blend;
            out.is_double_sided = true;
        }
        return number;
    }
    [[nodiscard]] scene::texture texture(std::string_view name,
                                         scene::texture_role role = scene::texture_role::base_color) {
        scene::texture out{memory()};
        out.name = name;
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
        if (!charge(stored.size() * sizeof(T))) {
            return false;
        }
        const elements<T> filled = to.append(stored.size());
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
        const bool fits = charge(3 * triangle_count * sizeof(std::uint32_t));
        if (fits) {
            static_cast<void>(to.indices.append(to_size(3 * triangle_count)));
        }
        return fits;
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
        if (!charge(sizeof(scene::node) + name.size())) {
            return npos;
        }
        scene::node& out = made.nodes.emplace_back();
        out.name = name;
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

    std::uint64_t most_, left_;
    std::array<std::uint32_t, 2> undrawn_{npos, npos}; // materials
    error why_;
};

}}} // namespace effigy::v0::impl
