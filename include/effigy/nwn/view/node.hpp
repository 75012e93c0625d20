// Nodes: the header, and the parts that the flags indicate.
#pragma once

#include <effigy/nwn/view/aabb.hpp>
#include <effigy/nwn/view/controller.hpp>
#include <effigy/nwn/view/mesh.hpp>

namespace effigy::inline v0::nwn {

namespace impl {

// Offsets of the parts in a node.
inline constexpr std::uint32_t node_part_at = 0x70;   // mesh, light, emitter, reference
inline constexpr std::uint32_t mesh_part_at = 0x270;  // skin, animmesh, dangly, aabb
inline constexpr std::uint32_t slot_nodes_at = 0x2B0; // the table of a skin's slots

// Sizes of the table of a skin's slots.
inline constexpr std::uint32_t bytes_of_17_slots = 0x24; // the last two bytes are unused
inline constexpr std::uint32_t bytes_of_64_slots = 0x80;
inline constexpr std::uint32_t bytes_of_128_slots = 0x100;

// Returns the size of the table of slots, in bytes. No field contains it: it is the distance from the table to the
// first array after it, if that is one of the three sizes (measured: 36 of 36). In all other cases, and in animations,
// the producer decides: 64 slots for the Enhanced Edition, 17 for all others.
template <form F>
[[nodiscard]] std::uint32_t slot_bytes(const sections<F>& sections, std::uint32_t node, bool in_animation) noexcept {
    const std::uint32_t by_producer =
        sections.producer() == producer::enhanced_edition ? bytes_of_64_slots : bytes_of_17_slots;
    const std::uint64_t table = std::uint64_t{node} + slot_nodes_at;
    const auto* const skin =
        sections.model().template record_at<basic_skin_header<F>>(std::uint64_t{node} + mesh_part_at);
    if (in_animation || skin == nullptr) {
        return by_producer;
    }
    std::uint64_t nearest = bytes_of_128_slots + 1;
    const auto consider = [&](std::uint32_t first, std::uint32_t count) {
        if (count != 0 && first > table && first - table < nearest) {
            nearest = first - table;
        }
    };
    consider(skin->node_to_slot.offset, skin->node_to_slot_count);
    consider(skin->inverse_rotations.offset, skin->inverse_rotations.used);
    consider(skin->inverse_translations.offset, skin->inverse_translations.used);
    consider(skin->constants.offset, skin->constants.used);
    const bool is_known = nearest == bytes_of_17_slots || nearest == bytes_of_64_slots || nearest == bytes_of_128_slots;
    return is_known ? static_cast<std::uint32_t>(nearest) : by_producer;
}

// Returns the size of a node in bytes, by its flags (measured: with these sizes every byte of 608 files belongs to a
// record, list, array or string).
template <form F>
[[nodiscard]] std::uint32_t node_size(const sections<F>& sections, std::uint32_t node, std::uint32_t flags,
                                      bool in_animation) noexcept {
    constexpr std::uint32_t mesh_parts = has_skin | has_animmesh | has_dangly | has_aabb;
    const auto has = [flags](std::uint32_t any_of) { return (flags & any_of) != 0; };
    if (flags == has_header) { // true for half of all nodes
        return sizeof(basic_node_header<F>);
    }
    if (has(mesh_parts)) {
        return mesh_part_at +
               (has(has_skin) ? std::uint32_t{sizeof(basic_skin_header<F>)} + slot_bytes(sections, node, in_animation)
                : has(has_animmesh) ? std::uint32_t{sizeof(basic_animmesh_header<F>)}
                : has(has_dangly)   ? std::uint32_t{sizeof(basic_dangly_header<F>)}
                                    : std::uint32_t{sizeof(basic_aabb_header<F>)});
    }
    return node_part_at + (has(has_mesh)        ? std::uint32_t{sizeof(basic_mesh_header<F>)}
                           : has(has_reference) ? std::uint32_t{sizeof(basic_reference<F>)}
                           : has(has_emitter)   ? std::uint32_t{sizeof(basic_emitter<F>)}
                           : has(has_light)     ? std::uint32_t{sizeof(basic_light<F>)}
                                                : 0);
}

} // namespace impl

// A node, by value. Parts that it does not have are null or empty.
//
// Nodes of animations also contain the parts that their flags indicate, but no program stores valid data there
// (measured: 15,000 nodes). Only names, children, controllers and the samples of animmeshes are valid in these nodes.
// All other parts are null or empty.
template <form F> class basic_node {
public:
    constexpr basic_node() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    [[nodiscard]] constexpr const basic_node_header<F>* header() const noexcept { return header_; } // null when empty
    [[nodiscard]] constexpr std::uint32_t offset() const noexcept { return offset_; }               // in model data
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return flags_; }                 // node_flags
    [[nodiscard]] constexpr bool has(node_flags part) const noexcept { return (flags_ & part) != 0; }
    // The node's position in the depth-first order of its tree.
    [[nodiscard]] constexpr std::uint32_t number() const noexcept { return number_; }
    [[nodiscard]] constexpr std::uint32_t parent() const noexcept { return parent_; } // the parent's number, or npos
    [[nodiscard]] constexpr bool in_animation() const noexcept { return in_animation_; }
    [[nodiscard]] constexpr nwn::producer producer() const noexcept { return sections_.producer(); } // of the file

    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return header_ != nullptr ? header_->name.view() : std::string_view{};
    }
    [[nodiscard]] basic_controllers<F> controllers() const noexcept {
        return header_ != nullptr ? impl::access::make<basic_controllers<F>>(impl::controller_source<F>{
                                        sections_.get(header_->controller_keys), get(header_->controller_data)})
                                  : basic_controllers<F>{};
    }
    // Returns the first controller with this id and with values. Empty if there is none.
    [[nodiscard]] basic_controller<F> controller(std::int32_t id) const noexcept {
        const basic_controllers<F> all = controllers();
        return all.at(all.find(id));
    }

    [[nodiscard]] const basic_light<F>* light() const noexcept {
        return part<basic_light<F>>(has_light, impl::node_part_at);
    }
    [[nodiscard]] const basic_emitter<F>* emitter() const noexcept {
        return part<basic_emitter<F>>(has_emitter, impl::node_part_at);
    }
    [[nodiscard]] const basic_reference<F>* reference() const noexcept {
        return part<basic_reference<F>>(has_reference, impl::node_part_at);
    }
    [[nodiscard]] basic_mesh<F> mesh() const noexcept {
        const bool is_sampled = in_animation_ && has(has_animmesh);
        return impl::access::make<basic_mesh<F>>(
            sections_, part<basic_mesh_header<F>>(is_sampled ? has_animmesh : has_mesh, impl::node_part_at));
    }
    [[nodiscard]] basic_skin<F> skin() const noexcept {
        const auto* const header = part<basic_skin_header<F>>(has_skin, impl::mesh_part_at);
        if (header == nullptr) {
            return {};
        }
        const std::uint32_t bytes = impl::slot_bytes(sections_, offset_, in_animation_);
        const std::uint32_t slots = bytes == impl::bytes_of_17_slots ? 17 : bytes / 2;
        const auto slot_nodes =
            sections_.model().template array_at<i16<F>>(std::uint64_t{offset_} + impl::slot_nodes_at, slots);
        return impl::access::make<basic_skin<F>>(sections_, header, slot_nodes, mesh());
    }
    [[nodiscard]] basic_animmesh<F> animmesh() const noexcept {
        return impl::access::make<basic_animmesh<F>>(
            sections_, part<basic_animmesh_header<F>>(has_animmesh, impl::mesh_part_at), mesh().vertex_count());
    }
    [[nodiscard]] basic_dangly<F> dangly() const noexcept {
        return impl::access::make<basic_dangly<F>>(sections_,
                                                   part<basic_dangly_header<F>>(has_dangly, impl::mesh_part_at));
    }
    [[nodiscard]] basic_aabb_tree<F> aabb() const noexcept {
        return impl::access::make<basic_aabb_tree<F>>(sections_.model(),
                                                      part<basic_aabb_header<F>>(has_aabb, impl::mesh_part_at));
    }

    // Returns the elements of a list in one of the node's records, for example light()->flare_sizes.
    template <class T> [[nodiscard]] array<T> get(const list<T, F>& items) const noexcept {
        return sections_.get(items);
    }
    // Returns the name of a flare's texture. `name`: an element of light()->flare_textures.
    [[nodiscard]] std::string_view flare_texture(const array_ptr<char, F>& name) const noexcept {
        return sections_.get(name);
    }

    // The size of the node in the file, in bytes.
    [[nodiscard]] std::uint32_t size() const noexcept {
        return impl::node_size(sections_, offset_, flags_, in_animation_);
    }

private:
    friend struct impl::access;
    // Creates the view of the header at `offset`, whose flags are already read.
    constexpr basic_node(const impl::sections<F>& sections, const basic_node_header<F>* header, std::uint32_t offset,
                         std::uint32_t flags, bool in_animation, std::uint32_t number, std::uint32_t parent) noexcept
        : sections_(sections), header_(header), offset_(offset), flags_(flags), number_(number), parent_(parent),
          in_animation_(in_animation) {}
    basic_node(const impl::sections<F>& sections, std::uint32_t offset, bool in_animation, std::uint32_t number,
               std::uint32_t parent) noexcept
        : sections_(sections), header_(sections.model().template record_at<basic_node_header<F>>(offset)),
          offset_(offset), flags_(header_ != nullptr ? read_once(header_->flags) : 0U), number_(number),
          parent_(parent), in_animation_(in_animation) {}

    template <class T> [[nodiscard]] const T* part(node_flags flag, std::uint32_t at) const noexcept {
        const bool is_valid = !in_animation_ || flag == has_animmesh;
        const bool has_its_mesh = at != impl::mesh_part_at || has(has_mesh) || in_animation_; // for parts of a mesh
        return header_ != nullptr && has(flag) && is_valid && has_its_mesh
                   ? sections_.model().template record_at<T>(std::uint64_t{offset_} + at)
                   : nullptr;
    }

    impl::sections<F> sections_;
    const basic_node_header<F>* header_ = nullptr;
    std::uint32_t offset_ = 0;
    std::uint32_t flags_ = 0;
    std::uint32_t number_ = npos;
    std::uint32_t parent_ = npos;
    bool in_animation_ = false;
};

} // namespace effigy::inline v0::nwn
