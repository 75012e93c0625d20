// The parts of a node that are meshes, or hang on one.
#pragma once

#include <effigy/nwn/view/sections.hpp>

namespace effigy::inline v0::nwn {

// A mesh. Arrays have vertex_count() entries or none; z is up, the hand is the right one.
template <endian E> class basic_mesh {
public:
    constexpr basic_mesh() = default;
    constexpr basic_mesh(const basic_sections<E>& sections, const basic_mesh_header<E>* header) noexcept
        : sections_(sections), header_(header) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    // Null in an empty mesh; the same holds for what is below: empty.
    [[nodiscard]] constexpr const basic_mesh_header<E>* header() const noexcept { return header_; }

    [[nodiscard]] std::uint32_t vertex_count() const noexcept {
        return header_ != nullptr ? read_once(header_->vertex_count) : 0U;
    }
    [[nodiscard]] auto vertices() const noexcept { return array(&basic_mesh_header<E>::vertices); }
    [[nodiscard]] auto normals() const noexcept { return array(&basic_mesh_header<E>::normals); }
    [[nodiscard]] auto colors() const noexcept { return array(&basic_mesh_header<E>::colors); }
    [[nodiscard]] auto tangents() const noexcept { return array(&basic_mesh_header<E>::tangents); }
    [[nodiscard]] auto handedness() const noexcept { return array(&basic_mesh_header<E>::handedness); }
    [[nodiscard]] std::span<const vec2<E>> texcoords(std::size_t set = 0) const noexcept {
        return header_ != nullptr && set < 4 ? sections_.get(header_->texcoords[set], vertex_count())
                                             : std::span<const vec2<E>>{};
    }

    // The faces as authored: with planes, neighbours and materials, for physics. Not what is drawn.
    [[nodiscard]] std::span<const basic_face<E>> authored_faces() const noexcept {
        return header_ != nullptr ? sections_.get(header_->faces) : std::span<const basic_face<E>>{};
    }
    // What is drawn, in triangles. Of an Enhanced Edition head of a merge this covers the swallowed meshes too, and of
    // a swallowed mesh it is empty, see own_indices() and merges in sample.hpp.
    [[nodiscard]] std::span<const u16<E>> render_indices() const noexcept { return index_list(0); }

    // Every mesh with faces has exactly one list (measured: 608 files); the format allows more.
    [[nodiscard]] std::size_t index_list_count() const noexcept {
        return header_ != nullptr ? sections_.get(header_->index_lists).size() : 0;
    }
    [[nodiscard]] std::span<const u16<E>> index_list(std::size_t i) const noexcept {
        if (header_ == nullptr) {
            return {};
        }
        const auto* const count = find_at(sections_.get(header_->index_counts), i);
        const auto* const first = find_at(sections_.get(header_->index_lists), i);
        return count != nullptr && first != nullptr ? sections_.get(*first, *count) : std::span<const u16<E>>{};
    }

    [[nodiscard]] std::uint64_t render_index_count() const noexcept { // of all lists
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < index_list_count(); ++i) {
            out += index_list(i).size();
        }
        return out;
    }

    // A mesh that the Enhanced Edition merged into another one: faces, but no index left to draw.
    [[nodiscard]] bool swallowed() const noexcept {
        if (header_ == nullptr || authored_faces().empty()) {
            return false;
        }
        const auto counts = sections_.get(header_->index_counts);
        const auto lists = sections_.get(header_->index_lists);
        for (std::size_t i = 0; i < lists.size() && i < counts.size(); ++i) {
            if (!sections_.get(lists[i], counts[i]).empty()) {
                return false;
            }
        }
        return !lists.empty();
    }
    // The list of a swallowed mesh as it was before: its pointer still addresses it (measured: 264 of 264 equal the
    // faces). Empty for other meshes, and where the bytes are not there.
    [[nodiscard]] std::span<const u16<E>> own_indices() const noexcept {
        const std::uint64_t count = 3 * std::uint64_t{authored_faces().size()};
        if (!swallowed() || count > 0xFFFF'FFFF) {
            return {};
        }
        std::span<const u16<E>> out;
        for (const raw_ptr<u16<E>, E>& first : sections_.get(header_->index_lists)) {
            if (const auto found = sections_.get(first, static_cast<std::uint32_t>(count)); !found.empty()) {
                out = found;
            }
        }
        return out;
    }

private:
    template <class T>
    [[nodiscard]] std::span<const T> array(raw_ptr<T, E> basic_mesh_header<E>::* field) const noexcept {
        return header_ != nullptr ? sections_.get(header_->*field, vertex_count()) : std::span<const T>{};
    }

    basic_sections<E> sections_;
    const basic_mesh_header<E>* header_ = nullptr;
};

// What binds a mesh's vertices to bones. A bone is a slot, and a node that has it.
template <endian E> class basic_skin {
public:
    constexpr basic_skin() = default;
    constexpr basic_skin(const basic_sections<E>& sections, const basic_skin_header<E>* header,
                         std::span<const i16<E>> slot_nodes, std::uint32_t vertex_count) noexcept
        : sections_(sections), header_(header), slot_nodes_(slot_nodes), vertex_count_(vertex_count) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    [[nodiscard]] constexpr const basic_skin_header<E>* header() const noexcept { return header_; } // null when empty

    // How many bones the record has room for: 17, 64 or 128.
    [[nodiscard]] constexpr std::uint32_t slot_count() const noexcept {
        return static_cast<std::uint32_t>(slot_nodes_.size());
    }
    // The node of each slot. Only of slots in use; what the others hold is garbage.
    [[nodiscard]] constexpr std::span<const i16<E>> slot_nodes() const noexcept { return slot_nodes_; }

    // Four a vertex; they add up to 1 (measured: 3,605 of 3,605).
    [[nodiscard]] std::span<const vec4<E>> weights() const noexcept {
        return header_ != nullptr ? sections_.get(header_->weights, vertex_count_) : std::span<const vec4<E>>{};
    }
    // The slots that the weights belong to; -1 beside a weight of 0.
    [[nodiscard]] std::span<const basic_bone_refs<E>> bone_refs() const noexcept {
        return header_ != nullptr ? sections_.get(header_->bone_refs, vertex_count_)
                                  : std::span<const basic_bone_refs<E>>{};
    }
    // By pre-order number of the node: its slot, or -1.
    [[nodiscard]] std::span<const i16<E>> node_to_slot() const noexcept {
        return header_ != nullptr ? sections_.get(header_->node_to_slot, header_->node_to_slot_count)
                                  : std::span<const i16<E>>{};
    }
    // By pre-order number of the node: rotation and translation from the skin node's space to the bone's, in the bind
    // pose.
    [[nodiscard]] std::span<const basic_quat_wxyz<E>> inverse_rotations() const noexcept {
        return header_ != nullptr ? sections_.get(header_->inverse_rotations) : std::span<const basic_quat_wxyz<E>>{};
    }
    [[nodiscard]] std::span<const vec3<E>> inverse_translations() const noexcept {
        return header_ != nullptr ? sections_.get(header_->inverse_translations) : std::span<const vec3<E>>{};
    }
    [[nodiscard]] std::span<const u32<E>> constants() const noexcept {
        return header_ != nullptr ? sections_.get(header_->constants) : std::span<const u32<E>>{};
    }

private:
    basic_sections<E> sections_;
    const basic_skin_header<E>* header_ = nullptr;
    std::span<const i16<E>> slot_nodes_;
    std::uint32_t vertex_count_ = 0;
};

// A mesh whose vertices are sampled over time: set s of vertex v is entry v * sets + s.
template <endian E> class basic_animmesh {
public:
    constexpr basic_animmesh() = default;
    constexpr basic_animmesh(const basic_sections<E>& sections, const basic_animmesh_header<E>* header,
                             std::uint32_t vertex_count) noexcept
        : sections_(sections), header_(header), vertex_count_(vertex_count) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    [[nodiscard]] constexpr const basic_animmesh_header<E>* header() const noexcept { return header_; }
    [[nodiscard]] std::uint32_t vertex_sets() const noexcept {
        return header_ != nullptr ? read_once(header_->vertex_set_count) : 0U;
    }
    [[nodiscard]] std::uint32_t texcoord_sets() const noexcept {
        return header_ != nullptr ? read_once(header_->texcoord_set_count) : 0U;
    }
    [[nodiscard]] std::span<const vec3<E>> vertices() const noexcept {
        return header_ != nullptr ? samples(header_->vertex_samples, vertex_sets()) : std::span<const vec3<E>>{};
    }
    [[nodiscard]] std::span<const vec2<E>> texcoords() const noexcept {
        return header_ != nullptr ? samples(header_->texcoord_samples, texcoord_sets()) : std::span<const vec2<E>>{};
    }
    // One frame: all vertices of one set; empty when there is no such set.
    [[nodiscard]] strided<vec3<E>> vertex_set(std::uint32_t set) const noexcept { return set_of(vertices(), set); }
    [[nodiscard]] strided<vec2<E>> texcoord_set(std::uint32_t set) const noexcept { return set_of(texcoords(), set); }

private:
    template <class T> [[nodiscard]] strided<T> set_of(std::span<const T> all, std::uint32_t set) const noexcept {
        const std::size_t sets = vertex_count_ != 0 ? all.size() / vertex_count_ : 0;
        if (set >= sets) {
            return {};
        }
        const window rows{std::as_bytes(all)};
        return rows.strided_at<T>(0, vertex_count_, static_cast<std::uint32_t>(sets * sizeof(T)))
            .template field<T>(set * sizeof(T));
    }
    template <class T>
    [[nodiscard]] std::span<const T> samples(const ptr<T, E>& first, std::uint32_t sets) const noexcept {
        const std::uint64_t count = std::uint64_t{sets} * vertex_count_;
        return count <= 0xFFFF'FFFF ? sections_.get(first, static_cast<std::uint32_t>(count)) : std::span<const T>{};
    }

    basic_sections<E> sections_;
    const basic_animmesh_header<E>* header_ = nullptr;
    std::uint32_t vertex_count_ = 0;
};

// A mesh that trails behind: how far each vertex may.
template <endian E> struct basic_dangly {
    const basic_dangly_header<E>* header = nullptr;
    std::span<const f32<E>> constraints; // one a vertex, 0 .. 255

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header != nullptr; }
};

} // namespace effigy::inline v0::nwn
