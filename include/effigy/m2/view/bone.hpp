// Bones: what differs between the versions, made alike.
#pragma once

#include <effigy/core/numbered.hpp>
#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// One bone, empty when there is none.
template <endian E> class basic_bone {
public:
    using full_tracks = basic_bone_tracks<quat<E>, E>;
    using packed_tracks = basic_bone_tracks<basic_packed_quat<E>, E>;

    constexpr basic_bone() = default;
    // Number `i` of records of the version's size.
    basic_bone(const basic_references<E>& references, const strided<basic_bone_header<E>>& records, std::uint64_t i,
               const record_layout& version) noexcept
        : references_(references), header_(records.at(i)) {
        if (version.packs_rotations) {
            packed_ = records.template field<packed_tracks>(version.bone_tracks_at).at(i);
        } else {
            full_ = records.template field<full_tracks>(version.bone_tracks_at).at(i);
        }
        if (version.bone_unknown_at != 0) {
            unknown_ = records.template field<u32<E>>(version.bone_unknown_at).at(i);
        }
    }

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    [[nodiscard]] constexpr const basic_bone_header<E>* header() const noexcept { return header_; }
    // Null before version 260, where it is mostly two small numbers; later versions keep a checksum of the name here.
    [[nodiscard]] constexpr const u32<E>* unknown() const noexcept { return unknown_; }

    // The number of its parent, -1: none. Below its own number in every file measured.
    [[nodiscard]] constexpr std::int32_t parent() const noexcept {
        return header_ != nullptr ? std::int32_t{read_once(header_->parent)} : -1;
    }
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept {
        return header_ != nullptr ? header_->flags.get() : 0;
    }

    // Added to the pivot of the bone as its parent moved it.
    [[nodiscard]] basic_track<vec3<E>, E> translation() const noexcept {
        return packed_ != nullptr ? references_.get(packed_->translation)
               : full_ != nullptr ? references_.get(full_->translation)
                                  : basic_track<vec3<E>, E>{};
    }
    [[nodiscard]] basic_rotation_track<E> rotation() const noexcept {
        basic_rotation_track<E> out;
        if (packed_ != nullptr) {
            out.packed = references_.get(packed_->rotation);
            out.is_packed = true;
        } else if (full_ != nullptr) {
            out.full = references_.get(full_->rotation);
        }
        return out;
    }
    [[nodiscard]] basic_track<vec3<E>, E> scale() const noexcept {
        return packed_ != nullptr ? references_.get(packed_->scale)
               : full_ != nullptr ? references_.get(full_->scale)
                                  : basic_track<vec3<E>, E>{};
    }
    // What the bone turns about, in the model's space; null in an empty bone.
    [[nodiscard]] constexpr const vec3<E>* pivot() const noexcept {
        return packed_ != nullptr ? &packed_->pivot : full_ != nullptr ? &full_->pivot : nullptr;
    }

private:
    basic_references<E> references_;
    const basic_bone_header<E>* header_ = nullptr;
    const u32<E>* unknown_ = nullptr;
    const full_tracks* full_ = nullptr;
    const packed_tracks* packed_ = nullptr;
};

// The bones of a model, in file order.
template <endian E> class basic_bones {
public:
    using value_type = basic_bone<E>;
    using iterator = numbered_iterator<basic_bones>;

    constexpr basic_bones() = default;
    basic_bones(const basic_references<E>& references, const array_ref<basic_bone_header<E>, E>& of,
                const record_layout& version) noexcept
        : references_(references), version_(version),
          headers_(
              references.file().template strided_at<basic_bone_header<E>>(of.offset, of.count, version.bone_size)) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return headers_.size(); }
    [[nodiscard]] constexpr bool empty() const noexcept { return headers_.empty(); }
    [[nodiscard]] constexpr iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {*this, size()}; }

    // An empty bone when there is no such number.
    [[nodiscard]] value_type operator[](std::uint64_t i) const noexcept { return {references_, headers_, i, version_}; }
    // Their common beginnings alone.
    [[nodiscard]] constexpr const strided<basic_bone_header<E>>& headers() const noexcept { return headers_; }

private:
    basic_references<E> references_;
    record_layout version_;
    strided<basic_bone_header<E>> headers_;
};

} // namespace effigy::inline v0::m2
