// The parts of a node that are meshes or belong to a mesh.
#pragma once

#include <effigy/core/lazy_range.hpp>
#include <effigy/core/math.hpp>
#include <effigy/nwn/view/sections.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// A mesh. Each array of vertex data has vertex_count() elements or is empty. The space is right-handed, z is up.
class mesh {
public:
    constexpr mesh() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    // Null in an empty mesh, whose arrays are empty too.
    [[nodiscard]] constexpr const mesh_header* record() const noexcept { return record_; }
    // Whether the game draws the mesh. The game does not draw walkmeshes, helpers, or meshes that were merged away.
    [[nodiscard]] bool is_rendered() const noexcept { return record_ != nullptr && record_->render != 0U; }

    // Returns the name of texture 0 .. 2, without extension; empty if the mesh has none.
    [[nodiscard]] constexpr std::string_view texture(std::size_t slot = 0) const noexcept {
        return record_ != nullptr && slot < std::size(record_->textures) ? impl::name_in(record_->textures[slot])
                                                                         : std::string_view{};
    }
    // Returns the name of the Enhanced Edition's material; empty if the mesh has none.
    [[nodiscard]] constexpr std::string_view material() const noexcept {
        return record_ != nullptr ? impl::name_in(record_->material) : std::string_view{};
    }

    [[nodiscard]] std::uint32_t vertex_count() const noexcept {
        return record_ != nullptr ? record_->vertex_count : 0U;
    }
    [[nodiscard]] array<vec3<>> positions() const noexcept { return get(&mesh_header::positions); }
    [[nodiscard]] array<vec3<>> normals() const noexcept { return get(&mesh_header::normals); }
    [[nodiscard]] array<rgba8> colors() const noexcept { return get(&mesh_header::colors); }
    [[nodiscard]] array<vec3<>> tangents() const noexcept { return get(&mesh_header::tangents); }
    // +1 or -1: handedness * cross(normal, tangent) points in the direction of increasing v (measured: at 93 % of the
    // corners).
    [[nodiscard]] array<f32<>> handedness() const noexcept { return get(&mesh_header::handedness); }
    // Returns set 0 .. 3; empty for other numbers. The origin is the bottom left corner.
    [[nodiscard]] array<vec2<>> texcoords(std::uint32_t set = 0) const noexcept {
        return record_ != nullptr && set < 4 ? sections_.get(record_->texcoords[set], vertex_count()) : array<vec2<>>{};
    }

    // The triangles that the game draws: three vertex numbers per triangle. If the Enhanced Edition merged meshes, the
    // indices of the merge target include those of all merged meshes, and a mesh that was merged away has no indices:
    // see own_indices(), and find_merges in merges.hpp.
    [[nodiscard]] array<u16<>> indices() const noexcept { return index_list(0); }
    [[nodiscard]] std::uint32_t triangle_count() const noexcept {
        return static_cast<std::uint32_t>(indices().size() / 3);
    }
    // The faces as authored, for physics: with planes, neighbours and materials. The game does not draw them.
    [[nodiscard]] array<face> faces() const noexcept {
        return record_ != nullptr ? sections_.get(record_->faces) : array<face>{};
    }

    // The number of index lists. Every mesh with faces has exactly one list (measured: 608 files); the format allows
    // more. indices() is list 0.
    [[nodiscard]] std::uint32_t index_list_count() const noexcept {
        return record_ != nullptr ? static_cast<std::uint32_t>(sections_.get(record_->index_lists).size()) : 0U;
    }
    // Returns index list `i`; empty if there is none.
    [[nodiscard]] array<u16<>> index_list(std::size_t i) const noexcept {
        if (record_ == nullptr) {
            return {};
        }
        const auto* const count = sections_.get(record_->index_counts).at(i);
        const auto* const first = sections_.get(record_->index_lists).at(i);
        return count != nullptr && first != nullptr ? sections_.get(*first, *count) : array<u16<>>{};
    }

    // Whether the Enhanced Edition merged this mesh into another mesh: it has faces, but all its index lists are empty.
    [[nodiscard]] bool merged_away() const noexcept {
        if (faces().empty()) {
            return false;
        }
        const std::uint32_t lists = index_list_count();
        for (std::uint32_t i = 0; i < lists; ++i) {
            if (!index_list(i).empty()) {
                return false;
            }
        }
        return lists != 0;
    }
    // Returns the index list that a merged-away mesh had before the merge: the file still contains the list and the
    // pointer to it (measured: 264 of 264 equal the faces). Empty for other meshes, and if the list is not inside raw
    // data.
    [[nodiscard]] array<u16<>> own_indices() const noexcept {
        const std::uint64_t count = 3 * std::uint64_t{faces().size()};
        if (!merged_away() || count > 0xFFFF'FFFF) {
            return {};
        }
        array<u16<>> out;
        for (const raw_ptr<u16<>>& first : sections_.get(record_->index_lists)) {
            if (const auto found = sections_.get(first, static_cast<std::uint32_t>(count)); !found.empty()) {
                out = found;
            }
        }
        return out;
    }

private:
    friend struct impl::access;
    constexpr mesh(const impl::sections& sections, const mesh_header* header) noexcept
        : sections_(sections), record_(header) {}

    template <class T> [[nodiscard]] array<T> get(raw_ptr<T> mesh_header::* field) const noexcept {
        return record_ != nullptr ? sections_.get(record_->*field, vertex_count()) : array<T>{};
    }

    impl::sections sections_;
    const mesh_header* record_ = nullptr;
};

// A bone of a skin: the node of a slot, and its inverse bind transform.
class bone {
public:
    constexpr bone() = default;

    // False if no node has the slot; then no vertex uses the slot.
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return node_ != npos; }
    // The number of the node in depth-first order, or npos. Only verify() checks that the model has this node.
    [[nodiscard]] constexpr std::uint32_t node() const noexcept { return node_; }
    // The transform from the skin node's space to the bone's space, in the bind pose. The identity if the skin has none
    // for the node.
    template <real R = float> [[nodiscard]] matrix4x3<R> inverse_bind() const noexcept {
        if (rotation_ == nullptr || translation_ == nullptr) {
            return {};
        }
        const quaternion<R> rotation{static_cast<R>(rotation_->x.get()), static_cast<R>(rotation_->y.get()),
                                     static_cast<R>(rotation_->z.get()), static_cast<R>(rotation_->w.get())};
        return compose(vector3<R>{*translation_}, rotation, vector3<R>{1, 1, 1});
    }

private:
    friend struct impl::access;
    constexpr bone(std::uint32_t node, const quat_wxyz* rotation, const vec3<>* translation) noexcept
        : node_(node), rotation_(rotation), translation_(translation) {}

    std::uint32_t node_ = npos;
    const quat_wxyz* rotation_ = nullptr;
    const vec3<>* translation_ = nullptr;
};

namespace impl {

inline constexpr std::uint32_t normal_and_specular_mapped = 2; // a render hint (readers)

// Makes the bones of a skin. The file has a table from nodes to slots, so each look-up of a slot searches this table.
struct bone_source {
    array<i16<>> node_to_slot;
    array<quat_wxyz> inverse_rotations;
    array<vec3<>> inverse_translations;

    [[nodiscard]] bone get(std::size_t slot) const noexcept {
        // If two nodes have the slot, the first one is used.
        for (std::size_t node = 0; node < node_to_slot.size(); ++node) {
            if (std::cmp_equal(node_to_slot[node].get(), slot)) {
                return of_node(static_cast<std::uint32_t>(node));
            }
        }
        return {};
    }
    [[nodiscard]] bone of_node(std::uint32_t node) const noexcept {
        return access::make<bone>(node, inverse_rotations.at(node), inverse_translations.at(node));
    }
};

} // namespace impl

// The bones of a skin, by slot: 18, 64 or 128. Each access takes time in proportion to the size of the skin's
// node_to_slot().
using bone_list = lazy_range<impl::bone_source>;

// A skin: binds the vertices of a mesh to bones.
class skin {
public:
    constexpr skin() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    [[nodiscard]] constexpr const skin_header* record() const noexcept { return record_; } // null when empty
    [[nodiscard]] constexpr nwn::mesh mesh() const noexcept { return mesh_; }

    // Four slots per vertex: indices into bones(), or -1 with a weight of 0.
    [[nodiscard]] array<nwn::joints> joints() const noexcept {
        return record_ != nullptr ? sections_.get(record_->joints, mesh_.vertex_count()) : array<nwn::joints>{};
    }
    // Four weights per vertex. Their sum is 1 (measured: 3,605 of 3,605).
    [[nodiscard]] array<vec4<>> weights() const noexcept {
        return record_ != nullptr ? sections_.get(record_->weights, mesh_.vertex_count()) : array<vec4<>>{};
    }
    // One bone per slot: 18, 64 or 128. Most slots are not in use.
    [[nodiscard]] bone_list bones() const noexcept {
        const impl::bone_source source{node_to_slot(), inverse_rotations(), inverse_translations()};
        return impl::access::make<bone_list>(source, slot_nodes_.size());
    }

    // The number of the node of each slot, as stored. Elements of slots that are not in use are garbage.
    [[nodiscard]] constexpr array<i16<>> slot_nodes() const noexcept { return slot_nodes_; }
    // One element per node, in depth-first order: its slot, or -1.
    [[nodiscard]] array<i16<>> node_to_slot() const noexcept {
        return record_ != nullptr ? sections_.get(record_->node_to_slot, record_->node_to_slot_count) : array<i16<>>{};
    }
    // One element per node, in depth-first order: rotation and translation from the skin node's space to the bone's
    // space, in the bind pose.
    [[nodiscard]] array<quat_wxyz> inverse_rotations() const noexcept {
        return record_ != nullptr ? sections_.get(record_->inverse_rotations) : array<quat_wxyz>{};
    }
    [[nodiscard]] array<vec3<>> inverse_translations() const noexcept {
        return record_ != nullptr ? sections_.get(record_->inverse_translations) : array<vec3<>>{};
    }
    // One element per node. The meaning is unknown.
    [[nodiscard]] array<u32<>> constants() const noexcept {
        return record_ != nullptr ? sections_.get(record_->constants) : array<u32<>>{};
    }

private:
    friend struct impl::access;
    constexpr skin(const impl::sections& sections, const skin_header* header, const array<i16<>>& slot_nodes,
                   const nwn::mesh& mesh) noexcept
        : sections_(sections), record_(header), slot_nodes_(slot_nodes), mesh_(mesh) {}

    impl::sections sections_;
    const skin_header* record_ = nullptr;
    array<i16<>> slot_nodes_;
    nwn::mesh mesh_;
};

// A mesh with several sets of samples. A set contains all vertices at one time; the next set is header()->sample_period
// seconds later. Set s of vertex v is sample v * sets + s.
class animmesh {
public:
    constexpr animmesh() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    // Null when empty.
    [[nodiscard]] constexpr const animmesh_header* record() const noexcept { return record_; }

    [[nodiscard]] std::uint32_t position_set_count() const noexcept {
        return record_ != nullptr ? record_->position_set_count : 0U;
    }
    [[nodiscard]] std::uint32_t texcoord_set_count() const noexcept {
        return record_ != nullptr ? record_->texcoord_set_count : 0U;
    }
    // Returns the positions of one set: one element per vertex. Empty if there is no set `set`.
    [[nodiscard]] strided<vec3<>> positions(std::uint32_t set) const noexcept {
        return set_of(position_samples(), set);
    }
    [[nodiscard]] strided<vec2<>> texcoords(std::uint32_t set) const noexcept {
        return set_of(texcoord_samples(), set);
    }

    // All sets of vertex 0, then all sets of vertex 1, and so on.
    [[nodiscard]] array<vec3<>> position_samples() const noexcept {
        return record_ != nullptr ? samples(record_->position_samples, position_set_count()) : array<vec3<>>{};
    }
    [[nodiscard]] array<vec2<>> texcoord_samples() const noexcept {
        return record_ != nullptr ? samples(record_->texcoord_samples, texcoord_set_count()) : array<vec2<>>{};
    }

private:
    friend struct impl::access;
    constexpr animmesh(const impl::sections& sections, const animmesh_header* header,
                       std::uint32_t vertex_count) noexcept
        : sections_(sections), record_(header), vertex_count_(vertex_count) {}

    template <class T> [[nodiscard]] strided<T> set_of(const array<T>& all, std::size_t set) const noexcept {
        const std::size_t sets = vertex_count_ != 0 ? all.size() / vertex_count_ : 0;
        if (set >= sets) {
            return {};
        }
        const byte_view rows{all.bytes()};
        return rows.strided_at<T>(0, vertex_count_, static_cast<std::uint32_t>(sets * sizeof(T)))
            .template field<T>(set * sizeof(T));
    }
    template <class T> [[nodiscard]] array<T> samples(const array_ptr<T>& first, std::uint32_t sets) const noexcept {
        const std::uint64_t count = std::uint64_t{sets} * vertex_count_;
        return count <= 0xFFFF'FFFF ? sections_.get(first, static_cast<std::uint32_t>(count)) : array<T>{};
    }

    impl::sections sections_;
    const animmesh_header* record_ = nullptr;
    std::uint32_t vertex_count_ = 0;
};

// A mesh whose vertices follow the movement of its node with a delay.
class dangly {
public:
    constexpr dangly() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    [[nodiscard]] constexpr const dangly_header* record() const noexcept { return record_; } // null when empty
    // How far each vertex may move: 0 .. 255.
    [[nodiscard]] array<f32<>> constraints() const noexcept {
        return record_ != nullptr ? sections_.get(record_->constraints) : array<f32<>>{};
    }

private:
    friend struct impl::access;
    constexpr dangly(const impl::sections& sections, const dangly_header* header) noexcept
        : sections_(sections), record_(header) {}

    impl::sections sections_;
    const dangly_header* record_ = nullptr;
};

}}} // namespace effigy::v0::nwn
