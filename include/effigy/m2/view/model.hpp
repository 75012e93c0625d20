// A model: all that the header refers to.
#pragma once

#include <effigy/core/tree_build.hpp>
#include <effigy/m2/view/bone.hpp>
#include <effigy/m2/view/view.hpp>

namespace effigy::inline v0::m2 {

inline constexpr std::uint32_t no_sequence = 0xFFFF'FFFF;

// The bones by number and as a tree. A few words; the caller owns the entries and the file's bytes.
template <endian E> class basic_bone_index : public tree_links {
public:
    constexpr basic_bone_index() = default;

    // Precondition: i < size(); checked in every build.
    [[nodiscard]] basic_bone<E> operator[](std::size_t i) const noexcept { return bones_[i]; }
    // Empty when there is no such bone.
    [[nodiscard]] basic_bone<E> at(std::uint64_t i) const noexcept { return bones_[i]; }

private:
    friend struct impl::access;
    constexpr basic_bone_index(const basic_bones<E>& bones, std::span<const tree_entry> entries) noexcept
        : tree_links(entries), bones_(bones) {}

    basic_bones<E> bones_;
};

// A model whose structure open() proved. A few words; the caller owns the bytes.
template <endian E> class basic_model {
public:
    static constexpr endian order = E;
    using bone_type = basic_bone<E>;
    using view_type = basic_view<E>;
    using header_type = basic_header<E>;

    constexpr basic_model() = default;
    explicit basic_model(window file) noexcept
        : references_(file, {}), header_(file.template record_at<header_type>(0)) {
        if (header_ != nullptr) {
            references_ = {file, references_.get(header_->global_sequences)};
            layout_ = layout_of(version());
        }
    }

    [[nodiscard]] constexpr window file() const noexcept { return references_.file(); }
    [[nodiscard]] constexpr const header_type* header() const noexcept { return header_; } // null when empty
    [[nodiscard]] constexpr std::uint32_t version() const noexcept {
        return header_ != nullptr ? read_once(header_->version) : 0U;
    }
    [[nodiscard]] constexpr const record_layout& layout() const noexcept { return layout_; }

    // What a record refers to: an array as a span, a name as text, a track's header as a track.
    template <class Reference> [[nodiscard]] auto get(const Reference& to) const noexcept {
        return references_.get(to);
    }

    [[nodiscard]] std::string_view name() const noexcept {
        return header_ != nullptr ? get(header_->name) : std::string_view{};
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    // Lengths of loops that run by themselves, whatever sequence plays; milliseconds, 0 occurs.
    [[nodiscard]] auto global_sequences() const noexcept { return references_.global_sequences(); }
    [[nodiscard]] auto sequences() const noexcept { return list(&header_type::sequences); }
    [[nodiscard]] auto sequence_lookup() const noexcept { return list(&header_type::sequence_lookup); }
    [[nodiscard]] auto playable_lookup() const noexcept { return list(&header_type::playable_lookup); }

    // The sequence of an animation id that the lookup table names, if it has that id (it does in every client file);
    // else the first that has. no_sequence when there is none.
    [[nodiscard]] std::uint32_t find_sequence(std::uint16_t id) const noexcept {
        const auto all = sequences();
        if (const auto* const entry = find_at(sequence_lookup(), id)) {
            const std::int32_t number = read_once(*entry);
            if (number >= 0 && static_cast<std::uint32_t>(number) < all.size() &&
                all[static_cast<std::uint32_t>(number)].id == id) {
                return static_cast<std::uint32_t>(number);
            }
        }
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (all[i].id == id) {
                return i;
            }
        }
        return no_sequence;
    }

    // ---- bones and mesh --------------------------------------------------------------------------------------------

    [[nodiscard]] basic_bones<E> bones() const noexcept {
        return header_ != nullptr ? basic_bones<E>{references_, header_->bones, layout_} : basic_bones<E>{};
    }
    // Parents, children and an order with parents first, in the caller's memory: one entry a bone, which outlive what
    // is returned. Empty when the memory is too small or the file larger than 4 GiB.
    [[nodiscard]] basic_bone_index<E> index(std::span<tree_entry> memory) const noexcept;

    [[nodiscard]] auto key_bone_lookup() const noexcept { return list(&header_type::key_bone_lookup); }
    [[nodiscard]] auto vertices() const noexcept { return list(&header_type::vertices); }
    [[nodiscard]] basic_views<E> views() const noexcept { return {references_, list(&header_type::views), layout_}; }
    [[nodiscard]] auto bone_lookup() const noexcept { return list(&header_type::bone_lookup); }
    // The bones that a submesh's bone_properties choose from; what of them the lookup does not have is left out.
    [[nodiscard]] std::span<const u16<E>> palette(const basic_submesh<E>& of) const noexcept {
        const auto all = bone_lookup();
        const std::size_t first = read_once(of.first_palette_bone);
        const std::size_t count = read_once(of.bone_count);
        return first >= all.size() ? all.first(0)
                                   : all.subspan(first, count < all.size() - first ? count : all.size() - first);
    }

    // ---- materials -------------------------------------------------------------------------------------------------

    [[nodiscard]] auto colors() const noexcept { return list(&header_type::colors); }
    [[nodiscard]] auto textures() const noexcept { return list(&header_type::textures); }
    [[nodiscard]] auto weights() const noexcept { return list(&header_type::weights); } // opacities
    [[nodiscard]] auto transforms() const noexcept { return list(&header_type::transforms); }
    [[nodiscard]] auto replaceable_lookup() const noexcept { return list(&header_type::replaceable_lookup); }
    [[nodiscard]] auto materials() const noexcept { return list(&header_type::materials); }
    [[nodiscard]] auto texture_lookup() const noexcept { return list(&header_type::texture_lookup); }
    [[nodiscard]] auto texture_unit_lookup() const noexcept { return list(&header_type::texture_unit_lookup); }
    [[nodiscard]] auto weight_lookup() const noexcept { return list(&header_type::weight_lookup); }
    [[nodiscard]] auto transform_lookup() const noexcept { return list(&header_type::transform_lookup); }

    // ---- what hangs on bones ---------------------------------------------------------------------------------------

    [[nodiscard]] auto attachments() const noexcept { return list(&header_type::attachments); }
    [[nodiscard]] auto attachment_lookup() const noexcept { return list(&header_type::attachment_lookup); }
    [[nodiscard]] auto events() const noexcept { return list(&header_type::events); }
    [[nodiscard]] auto lights() const noexcept { return list(&header_type::lights); }
    [[nodiscard]] auto cameras() const noexcept { return list(&header_type::cameras); }
    [[nodiscard]] auto camera_lookup() const noexcept { return list(&header_type::camera_lookup); }
    [[nodiscard]] auto ribbons() const noexcept { return list(&header_type::ribbons); }
    [[nodiscard]] auto particles() const noexcept { return list(&header_type::particles); }

    // ---- collision -------------------------------------------------------------------------------------------------

    // Corners, three a triangle. In some converted files all three lists are leftovers that point at other data:
    // look vertices up with at().
    [[nodiscard]] auto collision_triangles() const noexcept { return list(&header_type::collision_triangles); }
    [[nodiscard]] auto collision_vertices() const noexcept { return list(&header_type::collision_vertices); }
    [[nodiscard]] auto collision_normals() const noexcept { return list(&header_type::collision_normals); }

private:
    template <class T> [[nodiscard]] std::span<const T> list(array_ref<T, E> header_type::* of) const noexcept {
        return header_ != nullptr ? references_.get(header_->*of) : std::span<const T>{};
    }

    basic_references<E> references_;
    const header_type* header_ = nullptr;
    record_layout layout_;
};

template <endian E> basic_bone_index<E> basic_model<E>::index(std::span<tree_entry> memory) const noexcept {
    const auto headers = bones().headers();
    if (memory.size() < headers.size() || file().size() > 0xFFFF'FFFF) {
        return {};
    }
    const std::span<tree_entry> entries = memory.first(headers.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::int32_t parent = read_once(headers[i].parent);
        const bool has_one = parent >= 0 && static_cast<std::uint32_t>(parent) < entries.size();
        entries[i].offset = static_cast<std::uint32_t>(file().offset_of(&headers[i]) - file().base());
        entries[i].parent = has_one ? static_cast<std::uint32_t>(parent) : npos;
    }
    return impl::link_tree(entries)
               ? impl::access::make<basic_bone_index<E>>(bones(), std::span<const tree_entry>{entries})
               : basic_bone_index<E>{};
}

// A particle's track.
template <endian E> [[nodiscard]] constexpr const basic_track_header<f32<E>, E>&
track_of(const basic_particle<E>& of, particle_track which) noexcept {
    return of.tracks[static_cast<std::size_t>(which) % particle_track_count];
}

// How a particle blends and from what shape it is emitted.
struct emission {
    std::uint8_t blend = 0; // as a material's
    emitter_shape shape = emitter_shape::plane;
    std::uint16_t color_index = 0; // from version 263 on
};

// Whether a particle's emission is that of version 263. Converted files of older versions sometimes store it so
// (measured: 28 of 74): told by a blend mode that does not fit into a byte.
template <endian E>
[[nodiscard]] bool emits_by_color(const basic_model<E>& in, const basic_particle<E>& of) noexcept {
    return in.layout().emits_by_color || std::bit_cast<basic_emission<E>>(of.emission).blend > 0xFF;
}
template <endian E>
[[nodiscard]] emission emission_of(const basic_model<E>& in, const basic_particle<E>& of) noexcept {
    if (emits_by_color(in, of)) {
        const auto now = std::bit_cast<basic_emission_263<E>>(of.emission);
        return {now.blend, static_cast<emitter_shape>(now.shape), now.color_index};
    }
    const auto old = std::bit_cast<basic_emission<E>>(of.emission);
    return {static_cast<std::uint8_t>(old.blend), static_cast<emitter_shape>(old.shape.get())};
}

} // namespace effigy::inline v0::m2
