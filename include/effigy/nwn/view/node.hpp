// Nodes: the header, and the parts that the flags indicate.
#pragma once

#include <effigy/nwn/view/aabb.hpp>
#include <effigy/nwn/view/controller.hpp>
#include <effigy/nwn/view/mesh.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

// Offsets of the parts in a node.
inline constexpr std::uint32_t node_part_at = 0x70;   // mesh, light, emitter, reference
inline constexpr std::uint32_t mesh_part_at = 0x270;  // skin, animmesh, dangly, aabb
inline constexpr std::uint32_t slot_nodes_at = 0x2B0; // the table of a skin's slots

// Slots of a skin, one for each bone. Before the Enhanced Edition, the document says 17; BioWare's compiler also uses
// the two bytes behind them as a slot (measured: 1 of 40 skins).
inline constexpr std::uint32_t old_slots = 18, enhanced_slots = 64, most_slots = 128;
// Whether a table of a skin's slots may have this size.
[[nodiscard]] constexpr bool is_slot_table(std::uint64_t bytes) noexcept {
    return bytes == sizeof(i16<>) * old_slots || bytes == sizeof(i16<>) * enhanced_slots ||
           bytes == sizeof(i16<>) * most_slots;
}
[[nodiscard]] constexpr std::uint32_t slot_bytes_of(producer by) noexcept {
    return std::uint32_t{sizeof(i16<>)} * (by == producer::enhanced_edition ? enhanced_slots : old_slots);
}

// Returns the size of the table of slots, in bytes. No field contains it: it is the distance from the table to the
// first array after it, if that is one of the three sizes (measured: 36 of 36). In all other cases, and in animations,
// the producer decides: 64 slots for the Enhanced Edition, 18 for all others.
[[nodiscard]] inline std::uint32_t slot_bytes(const sections& sections, std::uint32_t node,
                                              bool in_animation) noexcept {
    const std::uint32_t by_producer = slot_bytes_of(sections.producer());
    const std::uint64_t table = std::uint64_t{node} + slot_nodes_at;
    const auto* const skin = sections.model().record_at<skin_header>(std::uint64_t{node} + mesh_part_at);
    if (in_animation || skin == nullptr) {
        return by_producer;
    }
    std::uint64_t nearest = sizeof(i16<>) * most_slots + 1;
    const auto consider = [&](std::uint32_t first, std::uint32_t count) {
        if (count != 0 && first > table && first - table < nearest) {
            nearest = first - table;
        }
    };
    consider(skin->node_to_slot.offset, skin->node_to_slot_count);
    consider(skin->inverse_rotations.offset, skin->inverse_rotations.used);
    consider(skin->inverse_translations.offset, skin->inverse_translations.used);
    consider(skin->constants.offset, skin->constants.used);
    return is_slot_table(nearest) ? static_cast<std::uint32_t>(nearest) : by_producer;
}

// Returns the size of a node in bytes, by its flags (measured: with these sizes every byte of 608 files belongs to a
// record, list, array or string). `slots()`: the size of the table of a skin's slots.
template <class Slots>
[[nodiscard]] EFFIGY_INLINE std::uint32_t node_size(std::uint32_t flags, const Slots& slots) noexcept {
    constexpr std::uint32_t mesh_parts = has_skin | has_animmesh | has_dangly | has_aabb;
    const auto has = [flags](std::uint32_t any_of) { return (flags & any_of) != 0; };
    if (flags == has_header) { // true for half of all nodes
        return sizeof(node_header);
    }
    if (has(mesh_parts)) {
        return mesh_part_at + (has(has_skin)       ? std::uint32_t{sizeof(skin_header)} + slots()
                               : has(has_animmesh) ? std::uint32_t{sizeof(animmesh_header)}
                               : has(has_dangly)   ? std::uint32_t{sizeof(dangly_header)}
                                                   : std::uint32_t{sizeof(aabb_header)});
    }
    return node_part_at + (has(has_mesh)        ? std::uint32_t{sizeof(mesh_header)}
                           : has(has_reference) ? std::uint32_t{sizeof(nwn::reference)}
                           : has(has_emitter)   ? std::uint32_t{sizeof(nwn::emitter)}
                           : has(has_light)     ? std::uint32_t{sizeof(nwn::light)}
                                                : 0);
}
[[nodiscard]] inline std::uint32_t node_size(const sections& sections, std::uint32_t node, std::uint32_t flags,
                                             bool in_animation) noexcept {
    return node_size(flags, [&] { return slot_bytes(sections, node, in_animation); });
}

} // namespace impl

// A node, by value. Parts that it does not have are null or empty.
//
// Nodes of animations also contain the parts that their flags indicate, but no program stores valid data there
// (measured: 15,000 nodes). Only names, children, controllers and the samples of animmeshes are valid in these nodes.
// All other parts are null or empty.
class node {
public:
    constexpr node() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    [[nodiscard]] constexpr const node_header* record() const noexcept { return record_; } // null when empty
    [[nodiscard]] constexpr std::uint32_t offset() const noexcept { return offset_; }      // in model data
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return flags_; }        // node_flags
    [[nodiscard]] constexpr bool has(node_flags part) const noexcept { return (flags_ & part) != 0; }
    // The node's position in the depth-first order of its tree.
    [[nodiscard]] constexpr std::uint32_t number() const noexcept { return number_; }
    [[nodiscard]] constexpr std::uint32_t parent() const noexcept { return parent_; } // the parent's number, or npos
    [[nodiscard]] constexpr bool in_animation() const noexcept { return in_animation_; }
    [[nodiscard]] constexpr nwn::producer producer() const noexcept { return sections_.producer(); } // of the file

    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return record_ != nullptr ? record_->name.view() : std::string_view{};
    }
    [[nodiscard]] controller_list controllers() const noexcept {
        return record_ != nullptr ? impl::access::make<controller_list>(impl::controller_source{
                                        sections_.get(record_->controller_keys), get(record_->controller_data)})
                                  : controller_list{};
    }
    // Returns the first controller with this id and with values. Empty if there is none.
    [[nodiscard]] nwn::controller controller(std::int32_t id) const noexcept {
        const controller_list all = controllers();
        return all.at(all.find(id));
    }

    [[nodiscard]] const nwn::light* light() const noexcept { return part<nwn::light>(has_light, impl::node_part_at); }
    [[nodiscard]] const nwn::emitter* emitter() const noexcept {
        return part<nwn::emitter>(has_emitter, impl::node_part_at);
    }
    [[nodiscard]] const nwn::reference* reference() const noexcept {
        return part<nwn::reference>(has_reference, impl::node_part_at);
    }
    [[nodiscard]] nwn::mesh mesh() const noexcept {
        const bool is_sampled = in_animation_ && has(has_animmesh);
        return impl::access::make<nwn::mesh>(
            sections_, part<mesh_header>(is_sampled ? has_animmesh : has_mesh, impl::node_part_at));
    }
    [[nodiscard]] nwn::skin skin() const noexcept {
        const auto* const header = part<skin_header>(has_skin, impl::mesh_part_at);
        if (header == nullptr) {
            return {};
        }
        const std::uint32_t bytes = impl::slot_bytes(sections_, offset_, in_animation_);
        const auto slot_nodes = sections_.model().array_at<i16<>>(std::uint64_t{offset_} + impl::slot_nodes_at,
                                                                  bytes / std::uint32_t{sizeof(i16<>)});
        return impl::access::make<nwn::skin>(sections_, header, slot_nodes, mesh());
    }
    [[nodiscard]] nwn::animmesh animmesh() const noexcept {
        return impl::access::make<nwn::animmesh>(sections_, part<animmesh_header>(has_animmesh, impl::mesh_part_at),
                                                 mesh().vertex_count());
    }
    [[nodiscard]] nwn::dangly dangly() const noexcept {
        return impl::access::make<nwn::dangly>(sections_, part<dangly_header>(has_dangly, impl::mesh_part_at));
    }
    [[nodiscard]] aabb_tree aabb() const noexcept {
        return impl::access::make<aabb_tree>(sections_.model(), part<aabb_header>(has_aabb, impl::mesh_part_at));
    }

    // Returns the elements of a list in one of the node's records, for example light()->flare_sizes.
    template <class T> [[nodiscard]] array<T> get(const list<T>& items) const noexcept { return sections_.get(items); }
    // Returns the name of a flare's texture. `name`: an element of light()->flare_textures.
    [[nodiscard]] std::string_view flare_texture(const array_ptr<char>& name) const noexcept {
        return sections_.get(name);
    }

    // The size of the node in the file, in bytes.
    [[nodiscard]] std::uint32_t size() const noexcept {
        return impl::node_size(sections_, offset_, flags_, in_animation_);
    }

private:
    friend struct impl::access;
    // Creates the view of the header at `offset`, whose flags are already read.
    constexpr node(const impl::sections& sections, const node_header* header, std::uint32_t offset, std::uint32_t flags,
                   bool in_animation, std::uint32_t number, std::uint32_t parent) noexcept
        : sections_(sections), record_(header), offset_(offset), flags_(flags), number_(number), parent_(parent),
          in_animation_(in_animation) {}
    node(const impl::sections& sections, std::uint32_t offset, bool in_animation, std::uint32_t number,
         std::uint32_t parent) noexcept
        : sections_(sections), record_(sections.model().record_at<node_header>(offset)), offset_(offset),
          flags_(record_ != nullptr ? record_->flags : 0U), number_(number), parent_(parent),
          in_animation_(in_animation) {}

    template <class T> [[nodiscard]] const T* part(node_flags flag, std::uint32_t at) const noexcept {
        const bool is_valid = !in_animation_ || flag == has_animmesh;
        const bool has_its_mesh = at != impl::mesh_part_at || has(has_mesh) || in_animation_; // for parts of a mesh
        return record_ != nullptr && has(flag) && is_valid && has_its_mesh
                   ? sections_.model().record_at<T>(std::uint64_t{offset_} + at)
                   : nullptr;
    }

    impl::sections sections_;
    const node_header* record_ = nullptr;
    std::uint32_t offset_ = 0;
    std::uint32_t flags_ = 0;
    std::uint32_t number_ = npos;
    std::uint32_t parent_ = npos;
    bool in_animation_ = false;
};

}}} // namespace effigy::v0::nwn
