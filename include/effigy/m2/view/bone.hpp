// Bones: what differs between the versions, made alike.
#pragma once

#include <effigy/core/tree_build.hpp>
#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// How a bone faces the viewer. Only reported: no function here turns a bone to a camera, nor drops a part of its
// parent's transform (bone_flags).
enum class billboard : std::uint8_t { none, spherical, about_x, about_y, about_z };

[[nodiscard]] constexpr billboard billboard_of(std::uint32_t flags) noexcept {
    return (flags & bone_is_billboard) != 0     ? billboard::spherical
           : (flags & bone_is_billboard_x) != 0 ? billboard::about_x
           : (flags & bone_is_billboard_y) != 0 ? billboard::about_y
           : (flags & bone_is_billboard_z) != 0 ? billboard::about_z
                                                : billboard::none;
}

// One bone, empty when there is none.
template <form F> class basic_bone {
public:
    constexpr basic_bone() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    // As it begins in the file; null when empty.
    [[nodiscard]] constexpr const basic_bone_header<F>* record() const noexcept { return header_; }

    // What the game looks it up as, see key_bone_name(); -1: nothing.
    [[nodiscard]] constexpr std::int32_t id() const noexcept {
        return header_ != nullptr ? header_->key_bone.get() : -1;
    }
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { // bone_flags
        return header_ != nullptr ? header_->flags.get() : 0;
    }
    // The number of its parent, or npos. Below its own number in every file measured.
    [[nodiscard]] constexpr std::uint32_t parent() const noexcept {
        const std::int32_t stored = header_ != nullptr ? std::int32_t{read_once(header_->parent)} : -1;
        return stored >= 0 ? static_cast<std::uint32_t>(stored) : npos;
    }
    // Garbage in version 256.
    [[nodiscard]] constexpr std::uint16_t submesh() const noexcept {
        return header_ != nullptr ? header_->submesh.get() : std::uint16_t{0};
    }
    // From version 260 on, where it is mostly two small numbers; later versions keep a checksum of the name here.
    [[nodiscard]] constexpr std::uint32_t unknown() const noexcept {
        return unknown_ != nullptr ? unknown_->get() : 0U;
    }

    // Added to the pivot of the bone as its parent moved it.
    [[nodiscard]] constexpr basic_track<vec3<F>, F> translation() const noexcept {
        return packed_ != nullptr ? track(packed_->translation)
               : full_ != nullptr ? track(full_->translation)
                                  : basic_track<vec3<F>, F>{};
    }
    [[nodiscard]] constexpr basic_rotation_track<F> rotation() const noexcept {
        return packed_ != nullptr ? impl::access::make<basic_rotation_track<F>>(context_, &packed_->rotation)
               : full_ != nullptr ? impl::access::make<basic_rotation_track<F>>(context_, &full_->rotation)
                                  : basic_rotation_track<F>{};
    }
    [[nodiscard]] constexpr basic_track<vec3<F>, F> scale() const noexcept {
        return packed_ != nullptr ? track(packed_->scale)
               : full_ != nullptr ? track(full_->scale)
                                  : basic_track<vec3<F>, F>{};
    }
    // What the bone turns about, in the model's space.
    [[nodiscard]] constexpr vector3<float> pivot() const noexcept {
        return packed_ != nullptr ? vector3<float>{packed_->pivot}
               : full_ != nullptr ? vector3<float>{full_->pivot}
                                  : vector3<float>{};
    }

private:
    friend struct effigy::impl::access;
    using full_tracks = basic_bone_tracks<quat<F>, F>;
    using packed_tracks = basic_bone_tracks<basic_packed_quat<F>, F>;

    // Number `i` of records of the version's size.
    basic_bone(const impl::context<F>& context, const strided<basic_bone_header<F>>& records, std::uint64_t i) noexcept
        : context_(context), header_(records.at(i)) {
        const record_layout layout = context.layout();
        if (layout.packs_rotations) {
            packed_ = records.template field<packed_tracks>(layout.bone_tracks_at).at(i);
        } else {
            full_ = records.template field<full_tracks>(layout.bone_tracks_at).at(i);
        }
        if (layout.bone_unknown_at != 0) {
            unknown_ = records.template field<u32<F>>(layout.bone_unknown_at).at(i);
        }
    }

    [[nodiscard]] constexpr auto track(const basic_track_header<vec3<F>, F>& header) const noexcept {
        return impl::access::make<basic_track<vec3<F>, F>>(context_, &header);
    }

    impl::context<F> context_;
    const basic_bone_header<F>* header_ = nullptr;
    const u32<F>* unknown_ = nullptr;
    const full_tracks* full_ = nullptr;
    const packed_tracks* packed_ = nullptr;
};

namespace impl {
using namespace effigy::impl;

template <form F> struct bone_source {
    impl::context<F> context;
    strided<basic_bone_header<F>> records;

    [[nodiscard]] basic_bone<F> get(std::size_t i) const noexcept {
        return access::make<basic_bone<F>>(context, records, i);
    }
};

} // namespace impl

// The bones of a model, in file order.
template <form F> class basic_bones : public numbered<impl::bone_source<F>> {
    using base = numbered<impl::bone_source<F>>;

public:
    constexpr basic_bones() = default;

    // Their common beginnings, as these versions have them.
    [[nodiscard]] constexpr strided<basic_bone_header<F>> records() const noexcept { return this->source().records; }

private:
    friend struct effigy::impl::access;
    basic_bones(const impl::context<F>& context, const strided<basic_bone_header<F>>& records) noexcept
        : base({context, records}, records.size()) {}
};

// The bones by number and as a tree. A few words; the caller owns the entries and the file's bytes.
template <form F> class basic_bone_index : public tree_links {
public:
    constexpr basic_bone_index() = default;

    // Precondition: i < size(); checked in every build.
    [[nodiscard]] basic_bone<F> operator[](std::size_t i) const noexcept {
        if (i >= size()) {
            trap();
        }
        return bones_.at(i);
    }
    // Empty when there is no such bone.
    [[nodiscard]] basic_bone<F> at(std::uint64_t i) const noexcept {
        i = read_once(i);
        return i < size() ? bones_.at(i) : basic_bone<F>{};
    }
    // The number of the bone that the lookup table of key bones names, if it has this id; else the first that has. npos
    // when there is none.
    [[nodiscard]] std::uint32_t find(std::int32_t id) const noexcept {
        const std::uint32_t listed = entry_of(id);
        if (const basic_bone<F> found = at(listed); found && found.id() == id) {
            return listed;
        }
        for (std::uint32_t i = 0; i < size() && id >= 0; ++i) {
            if (const basic_bone<F> found = at(i); found && found.id() == id) {
                return i;
            }
        }
        return npos;
    }

private:
    friend struct effigy::impl::access;
    constexpr basic_bone_index(const basic_bones<F>& bones, const array<i16<F>>& lookup,
                               std::span<const tree_entry> entries) noexcept
        : tree_links(entries), bones_(bones), lookup_(lookup) {}

    // npos without one.
    [[nodiscard]] std::uint32_t entry_of(std::int32_t id) const noexcept {
        const i16<F>* const entry = lookup_.at(static_cast<std::uint64_t>(std::int64_t{id}));
        return entry != nullptr ? static_cast<std::uint32_t>(std::int32_t{read_once(*entry)}) : npos;
    }

    basic_bones<F> bones_;
    array<i16<F>> lookup_; // by key bone id
};

} // namespace effigy::inline v0::m2
