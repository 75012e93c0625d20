// What to_scene() of all formats builds with: a scene that may take so much memory and no more.
#pragma once

#include <effigy/core/result.hpp>
#include <effigy/scene/extras.hpp>
#include <effigy/scene/parts.hpp>
#include <effigy/scene/space.hpp>

#include <map>
#include <utility>

namespace effigy::inline v0::impl {

// A node that has two poses, since its matrix is sheared; else both are the same node.
struct placed_node {
    std::uint32_t outer = npos; // what an animation moves
    std::uint32_t inner = npos; // what children, meshes and skins hang on
};

// Space: mirrored_x, mirrored_z or z_up. Fill `made`; ask `why()` at the end, and pay() before anything whose size a
// file chooses: from the first refusal on, add..() do nothing and give npos.
template <class Space> class scene_builder {
public:
    // `file_bytes`: of all files that the scene is made of. The least that a scene takes, and what its lists and texts
    // waste, is paid out of the constant.
    scene_builder(std::pmr::memory_resource* memory, const char* path, std::uint64_t file_bytes)
        : made(memory), path_(path), most_(6 * file_bytes + std::uint64_t{128} * 1024), left_(most_) {}

    scene made;

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return made.nodes.get_allocator().resource(); }
    // False: that many bytes more are too many.
    [[nodiscard]] bool has_room(std::uint64_t bytes) noexcept {
        if (bytes > left_) {
            refuse({{path_},
                    errc::budget,
                    most_,
                    static_cast<std::int64_t>(most_ - left_ + bytes),
                    "bytes of memory for a scene of so small a file"});
        }
        return !why_;
    }
    // Takes them.
    [[nodiscard]] bool pay(std::uint64_t bytes) noexcept {
        const bool fits = has_room(bytes);
        left_ -= fits ? bytes : 0;
        return fits;
    }
    // The same of elements that are to be paid when they are put there: a list that grows holds up to three times as
    // much meanwhile.
    template <class T> [[nodiscard]] bool reserve(scene::list<T>& more, std::uint64_t count) {
        const bool fits = has_room(count > left_ ? count : count * sizeof(T));
        if (fits) {
            more.reserve(more.size() + static_cast<std::size_t>(count));
        }
        return fits;
    }
    // What is left to pay with: for what can do with less.
    [[nodiscard]] std::uint64_t left() const noexcept { return why_ ? 0 : left_; }
    // What ends the building; the first counts.
    void refuse(const error& why) noexcept {
        if (!why_) {
            why_ = why;
        }
    }
    [[nodiscard]] const error& why() const noexcept { return why_; }
    [[nodiscard]] result<scene> finish() {
        if (why_) {
            return why_;
        }
        return std::move(made);
    }

    [[nodiscard]] scene::text text(std::string_view of) { return scene::text{of, memory()}; }
    template <class T> [[nodiscard]] scene::list<T> list(std::size_t size = 0) {
        return scene::list<T>(size, typename scene::list<T>::allocator_type{memory()});
    }

    // An extra that is paid for.
    template <class Value> void tell(scene::list<scene::extra>& to, std::string_view key, const Value& value) {
        if (pay(2 * sizeof(scene::extra) + key.size())) { // the list grows
            extras_of{to}.add(key, value);
        }
    }
    void tell_count(scene::list<scene::extra>& to, std::string_view key, std::size_t count) {
        if (count != 0) {
            tell(to, key, static_cast<double>(count));
        }
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    // `local`: in the format's space. Rotations are made of length 1, numbers that are not finite count as those of the
    // identity.
    std::uint32_t add_node(std::string_view name, std::uint32_t parent, const pose<double>& local) {
        return add_in_gltf_space(
            name, parent, {Space::point(local.position), Space::rotation(local.rotation), Space::scale(local.scale)});
    }
    std::uint32_t add_node(std::string_view name, std::uint32_t parent) {
        return add_node(name, parent, pose<double>{});
    }
    // What no pose can hold becomes two nodes, one within the other.
    placed_node add_node(std::string_view name, std::uint32_t parent, const matrix4x3<double>& local) {
        const matrix4x3<double> turned = in_gltf_space(local);
        const decomposition<double> simple = decompose(turned);
        if (simple.shear <= least_shear) {
            const std::uint32_t made_node = add_in_gltf_space(name, parent, simple.pose);
            return {made_node, made_node};
        }
        const sheared_pose parts = split_shear(turned);
        const std::uint32_t outer = add_in_gltf_space(name, parent, parts.outer);
        return {outer, add_in_gltf_space(name, outer, parts.inner)};
    }
    [[nodiscard]] static bool is_sheared(const matrix4x3<double>& local) noexcept {
        return decompose(in_gltf_space(local)).shear > least_shear;
    }
    // A root that shows a mesh moved by a skin: glTF ignores the pose of such a node.
    std::uint32_t add_skinned(std::string_view name, std::uint32_t mesh_number, std::uint32_t skin_number) {
        const std::uint32_t number = add_node(name, npos);
        if (number != npos) {
            made.nodes[number].mesh = mesh_number;
            made.nodes[number].skin = skin_number;
        }
        return number;
    }

    // ---- materials -------------------------------------------------------------------------------------------------

    // The material made for this key, or a new one, which `fill(scene::material&)` completes. `known`: a std::pmr::map
    // in memory(), from keys to numbers. The key's bytes must live as long as it, for instance in the file.
    template <class Known, class Key, class Fill>
    std::uint32_t material_for(Known& known, const Key& key, const Fill& fill) {
        if (const auto found = known.find(key); found != known.end()) {
            return found->second;
        }
        constexpr std::size_t node_of_map = 64;
        if (!pay(3 * sizeof(scene::material) + node_of_map)) { // the list of them grows
            return npos;
        }
        const auto number = static_cast<std::uint32_t>(made.materials.size());
        fill(made.materials.emplace_back(memory()));
        known.emplace(key, number);
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

    // A vector for each of `stored` (records of a file, or vectors), in glTF's space; false when they do not fit.
    template <class Range> [[nodiscard]] bool fill(scene::list<vector3<float>>& to, const Range& stored) {
        return fill(to, stored, [](const auto& one) { return Space::point(vector3<float>{one}); });
    }
    template <class Range> [[nodiscard]] bool fill(scene::list<vector2<float>>& to, const Range& stored) {
        return fill(to, stored, [](const auto& one) {
            return vector2<float>{static_cast<float>(one.x), static_cast<float>(one.y)};
        });
    }
    template <class T, class Range, class Convert>
    [[nodiscard]] bool fill(scene::list<T>& to, const Range& stored, const Convert& convert) {
        if (!pay(stored.size() * sizeof(T))) {
            return false;
        }
        to.resize(stored.size());
        if (!fill_from_packed(to, stored, convert)) {
            std::size_t i = 0;
            for (const auto& one : stored) {
                to[i++] = convert(one);
            }
        }
        return true;
    }
    // Appends the triangles of `stored` from `first` on, turned where the space mirrors; those with an index that no
    // vertex has are left out. Gives the run.
    template <class Range>
    [[nodiscard]] scene::primitive add_triangles(scene::mesh& to, const Range& stored, std::size_t first,
                                                 std::size_t triangle_count, std::uint32_t material) {
        scene::primitive out{static_cast<std::uint32_t>(to.indices.size()), 0, material};
        const std::size_t known = first <= stored.size() ? (stored.size() - first) / 3 : 0;
        const std::size_t count = triangle_count < known ? triangle_count : known;
        if (!pay(count * 3 * sizeof(std::uint32_t))) {
            return out;
        }
        const std::size_t begin = to.indices.size();
        std::size_t end = begin + 3 * count;
        to.indices.resize(end);
        for (std::size_t i = 0; i < 3 * count; i += 3) {
            to.indices[begin + i] = stored[first + i];
            to.indices[begin + i + 1] = stored[first + i + (Space::turns_triangles ? 2 : 1)];
            to.indices[begin + i + 2] = stored[first + i + (Space::turns_triangles ? 1 : 2)];
        }
        end = drop_impossible(to, begin);
        out.index_count = static_cast<std::uint32_t>(end - begin);
        return out;
    }

private:
    // Cosine; what is left out moves nothing by more than this part of its size.
    static constexpr double least_shear = 2e-5;

    [[nodiscard]] static matrix4x3<double> in_gltf_space(const matrix4x3<double>& local) noexcept {
        return Space::matrix(is_finite(local) ? local : matrix4x3<double>{});
    }
    // Vectors that lie one behind the other, where the range can tell: the compiler takes several at once.
    template <class T, class Range, class Convert>
    [[nodiscard]] static bool fill_from_packed(scene::list<T>& to, const Range& stored, const Convert& convert) {
        if constexpr (requires { stored.packed(); }) {
            const std::span all{stored.packed()};
            for (std::size_t i = 0; i < all.size(); ++i) {
                to[i] = convert(all[i]);
            }
            return !all.empty();
        }
        return false;
    }
    // Triangles from `begin` on with an index that no vertex has; gives the new end. Looks at the copy, not at a file
    // that may change.
    [[nodiscard]] static std::size_t drop_impossible(scene::mesh& in, std::size_t begin) {
        const auto most = static_cast<std::uint32_t>(in.positions.size());
        std::uint32_t bad = 0;
        for (std::size_t i = begin; i < in.indices.size(); ++i) {
            bad |= static_cast<std::uint32_t>(in.indices[i] >= most);
        }
        if (bad == 0) {
            return in.indices.size();
        }
        std::size_t end = begin;
        for (std::size_t i = begin; i < in.indices.size(); i += 3) {
            const std::uint32_t a = in.indices[i];
            const std::uint32_t b = in.indices[i + 1];
            const std::uint32_t c = in.indices[i + 2];
            in.indices[end] = a;
            in.indices[end + 1] = b;
            in.indices[end + 2] = c;
            end += a < most && b < most && c < most ? 3 : 0;
        }
        in.indices.resize(end);
        return end;
    }
    std::uint32_t add_in_gltf_space(std::string_view name, std::uint32_t parent, const pose<double>& local) {
        if (!pay(sizeof(scene::node) + name.size())) {
            return npos;
        }
        scene::node& out = made.nodes.emplace_back(memory());
        out.name = name;
        out.parent = parent;
        const auto finite_or = [](const auto& value, const auto& otherwise) {
            return is_finite(value) ? value : otherwise;
        };
        out.local.position = finite_or(to_real<float>(local.position), vector3<float>{});
        out.local.rotation =
            finite_or(to_real<float>(normalized(finite_or(local.rotation, quaternion<double>{}))), quaternion<float>{});
        out.local.scale = finite_or(to_real<float>(local.scale), vector3<float>{1, 1, 1});
        return static_cast<std::uint32_t>(made.nodes.size() - 1);
    }

    const char* path_;
    std::uint64_t most_, left_;
    error why_;
};

} // namespace effigy::inline v0::impl
