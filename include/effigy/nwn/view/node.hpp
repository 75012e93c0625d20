// A node: its header, and the parts that its flags announce.
#pragma once

#include <effigy/nwn/view/aabb.hpp>
#include <effigy/nwn/view/controller.hpp>
#include <effigy/nwn/view/mesh.hpp>

namespace effigy::inline v0::nwn {

// Where in a node the parts lie.
inline constexpr std::uint32_t node_part_at = 0x70;   // mesh, light, emitter, reference
inline constexpr std::uint32_t mesh_part_at = 0x270;  // skin, animmesh, dangly, aabb
inline constexpr std::uint32_t slot_nodes_at = 0x2B0; // of a skin

// Bytes that the inline bone table of a skin takes: 17 slots and a spare, 64 or 128. The record does not say; the
// distance to the nearest array behind it does (measured: 36 of 36), else the Enhanced Edition has 64 and others 17.
// In animations nothing but the producer tells.
template <endian E>
[[nodiscard]] std::uint32_t slot_bytes(const basic_sections<E>& sections, std::uint32_t node,
                                       bool in_animation) noexcept {
    constexpr std::uint32_t with_17 = 0x24; // and a spare
    constexpr std::uint32_t with_64 = 0x80;
    constexpr std::uint32_t with_128 = 0x100;
    const std::uint32_t usual = sections.producer() == producer::enhanced_edition ? with_64 : with_17;
    const std::uint64_t table = std::uint64_t{node} + slot_nodes_at;
    const auto* const skin =
        sections.model().template record_at<basic_skin_header<E>>(std::uint64_t{node} + mesh_part_at);
    if (in_animation || skin == nullptr) {
        return usual;
    }
    std::uint64_t nearest = with_128 + 1;
    const auto consider = [&](std::uint32_t first, std::uint32_t count) {
        if (count != 0 && first > table && first - table < nearest) {
            nearest = first - table;
        }
    };
    consider(skin->node_to_slot.offset, skin->node_to_slot_count);
    consider(skin->inverse_rotations.offset, skin->inverse_rotations.used);
    consider(skin->inverse_translations.offset, skin->inverse_translations.used);
    consider(skin->constants.offset, skin->constants.used);
    return nearest == with_17 || nearest == with_64 || nearest == with_128 ? static_cast<std::uint32_t>(nearest)
                                                                           : usual;
}

// Bytes of a node, by the flag that says most (measured: every byte of 608 files is attributed so).
template <endian E>
[[nodiscard]] std::uint32_t node_size(const basic_sections<E>& sections, std::uint32_t node, std::uint32_t flags,
                                      bool in_animation) noexcept {
    constexpr std::uint32_t behind_mesh = has_skin | has_animmesh | has_dangly | has_aabb;
    const auto has = [flags](std::uint32_t any_of) { return (flags & any_of) != 0; };
    if (flags == has_header) { // half of all nodes
        return sizeof(basic_node_header<E>);
    }
    if (has(behind_mesh)) {
        return mesh_part_at +
               (has(has_skin) ? std::uint32_t{sizeof(basic_skin_header<E>)} + slot_bytes(sections, node, in_animation)
                : has(has_animmesh) ? std::uint32_t{sizeof(basic_animmesh_header<E>)}
                : has(has_dangly)   ? std::uint32_t{sizeof(basic_dangly_header<E>)}
                                    : std::uint32_t{sizeof(basic_aabb_header<E>)});
    }
    return node_part_at + (has(has_mesh)        ? std::uint32_t{sizeof(basic_mesh_header<E>)}
                           : has(has_reference) ? std::uint32_t{sizeof(basic_reference<E>)}
                           : has(has_emitter)   ? std::uint32_t{sizeof(basic_emitter<E>)}
                           : has(has_light)     ? std::uint32_t{sizeof(basic_light<E>)}
                                                : 0);
}

// A few words, by value. Parts that a node does not have are null or empty.
//
// The nodes of animations carry whole bodies, but all programs leave them uninitialised (measured: 15,000 nodes): there
// only names, children, controllers and the samples of animmeshes mean anything, and nothing else is shown.
template <endian E> class basic_node {
public:
    constexpr basic_node() = default;
    basic_node(const basic_sections<E>& sections, std::uint32_t offset, bool in_animation, std::uint32_t number,
               std::uint32_t parent) noexcept
        : sections_(sections), header_(sections.model().template record_at<basic_node_header<E>>(offset)),
          offset_(offset), flags_(header_ != nullptr ? read_once(header_->flags) : 0U), number_(number),
          parent_(parent), in_animation_(in_animation) {}

    // Of a header that lies at `offset`, whose flags were read.
    constexpr basic_node(const basic_sections<E>& sections, const basic_node_header<E>* header, std::uint32_t offset,
                         std::uint32_t flags, bool in_animation, std::uint32_t number, std::uint32_t parent) noexcept
        : sections_(sections), header_(header), offset_(offset), flags_(flags), number_(number), parent_(parent),
          in_animation_(in_animation) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    [[nodiscard]] constexpr const basic_node_header<E>* header() const noexcept { return header_; } // null when empty
    [[nodiscard]] constexpr std::uint32_t offset() const noexcept { return offset_; }               // in model data
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return flags_; }                 // node_flags
    [[nodiscard]] constexpr bool has(node_flags part) const noexcept { return (flags_ & part) != 0; }
    [[nodiscard]] constexpr std::uint32_t number() const noexcept { return number_; } // in its tree, parents first
    [[nodiscard]] constexpr std::uint32_t parent() const noexcept { return parent_; } // number, or no_node
    [[nodiscard]] constexpr bool in_animation() const noexcept { return in_animation_; }

    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return header_ != nullptr ? header_->name.view() : std::string_view{};
    }
    // Null pointers among them do not count.
    [[nodiscard]] std::span<const ptr<basic_node_header<E>, E>> children() const noexcept {
        return header_ != nullptr ? sections_.get(header_->children) : std::span<const ptr<basic_node_header<E>, E>>{};
    }
    [[nodiscard]] basic_controllers<E> controllers() const noexcept {
        return header_ != nullptr ? basic_controllers<E>{sections_.get(header_->controller_keys),
                                                         sections_.get(header_->controller_data)}
                                  : basic_controllers<E>{};
    }
    [[nodiscard]] std::string_view name_of(const basic_controller<E>& of) const noexcept {
        return controller_name(of.id, flags_, sections_.producer());
    }

    [[nodiscard]] const basic_light<E>* light() const noexcept { return part<basic_light<E>>(has_light, node_part_at); }
    [[nodiscard]] const basic_emitter<E>* emitter() const noexcept {
        return part<basic_emitter<E>>(has_emitter, node_part_at);
    }
    [[nodiscard]] const basic_reference<E>* reference() const noexcept {
        return part<basic_reference<E>>(has_reference, node_part_at);
    }
    [[nodiscard]] basic_mesh<E> mesh() const noexcept {
        const bool sampled = in_animation_ && has(has_animmesh);
        return {sections_, part<basic_mesh_header<E>>(sampled ? has_animmesh : has_mesh, node_part_at)};
    }
    [[nodiscard]] basic_skin<E> skin() const noexcept {
        const auto* const found = part<basic_skin_header<E>>(has_skin, mesh_part_at);
        if (found == nullptr) {
            return {};
        }
        const std::uint32_t bytes = slot_bytes(sections_, offset_, in_animation_);
        constexpr std::uint32_t with_17 = 0x24;
        const std::uint32_t slots = bytes == with_17 ? 17 : bytes / 2;
        const auto table = sections_.model().template array_at<i16<E>>(std::uint64_t{offset_} + slot_nodes_at, slots);
        return {sections_, found, table, mesh().vertex_count()};
    }
    [[nodiscard]] basic_animmesh<E> animmesh() const noexcept {
        return {sections_, part<basic_animmesh_header<E>>(has_animmesh, mesh_part_at), mesh().vertex_count()};
    }
    [[nodiscard]] basic_dangly<E> dangly() const noexcept {
        const auto* const found = part<basic_dangly_header<E>>(has_dangly, mesh_part_at);
        return found != nullptr ? basic_dangly<E>{found, sections_.get(found->constraints)} : basic_dangly<E>{};
    }
    [[nodiscard]] basic_aabb_tree<E> aabb() const noexcept {
        return {sections_.model(), part<basic_aabb_header<E>>(has_aabb, mesh_part_at)};
    }

    // A flare's texture, which lies packed somewhere in model data and ends with NUL.
    [[nodiscard]] std::string_view flare_texture(const ptr<char, E>& name) const noexcept {
        const std::uint32_t offset = read_once(name.offset);
        return offset != 0 ? sections_.model().text_until_nul(offset) : std::string_view{};
    }
    template <class T> [[nodiscard]] std::span<const T> get(const list<T, E>& of) const noexcept {
        return sections_.get(of);
    }

    // Bytes of the record.
    [[nodiscard]] std::uint32_t size() const noexcept { return node_size(sections_, offset_, flags_, in_animation_); }

private:
    template <class T> [[nodiscard]] const T* part(node_flags flag, std::uint32_t at) const noexcept {
        const bool meant = !in_animation_ || flag == has_animmesh;
        const bool hangs = at != mesh_part_at || has(has_mesh) || in_animation_; // without a mesh it means nothing
        return header_ != nullptr && has(flag) && meant && hangs
                   ? sections_.model().template record_at<T>(std::uint64_t{offset_} + at)
                   : nullptr;
    }

    basic_sections<E> sections_;
    const basic_node_header<E>* header_ = nullptr;
    std::uint32_t offset_ = 0;
    std::uint32_t flags_ = 0;
    std::uint32_t number_ = 0;
    std::uint32_t parent_ = 0xFFFF'FFFF;
    bool in_animation_ = false;
};

} // namespace effigy::inline v0::nwn
