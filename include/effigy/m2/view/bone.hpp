// Bones of all versions.
#pragma once

#include <effigy/core/impl/tree_build.hpp>
#include <effigy/m2/view/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// How a bone faces the viewer. The library only reports this: no function turns a bone to a camera, and no function
// leaves out the parts of a parent's transform that bone_flags exclude.
enum class billboard : std::uint8_t { none, spherical, about_x, about_y, about_z };

[[nodiscard]] constexpr billboard billboard_of(std::uint32_t flags) noexcept {
    return (flags & bone_is_billboard) != 0     ? billboard::spherical
           : (flags & bone_is_billboard_x) != 0 ? billboard::about_x
           : (flags & bone_is_billboard_y) != 0 ? billboard::about_y
           : (flags & bone_is_billboard_z) != 0 ? billboard::about_z
                                                : billboard::none;
}

// One bone; empty if there is none.
class bone : public impl::record_view<bone_versions> {
    using old = bone_record;
    using old_260 = bone_record_260;
    using now = bone_record_264;
    using impl::record_view<bone_versions>::record_view;
    friend struct effigy::impl::access;

public:
    // The key bone id by which the game finds the bone, see key_bone_name(); -1: none.
    [[nodiscard]] constexpr std::int32_t id() const noexcept {
        return *this ? this->get(&old::key_bone, &old_260::key_bone, &now::key_bone) : -1;
    }
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { // bone_flags
        return this->get(&old::flags, &old_260::flags, &now::flags);
    }
    // The number of the bone's parent, or npos. In every file less than its own number (measured).
    [[nodiscard]] constexpr std::uint32_t parent() const noexcept {
        const std::int32_t stored = *this ? std::int32_t{this->get(&old::parent, &old_260::parent, &now::parent)} : -1;
        return stored >= 0 ? static_cast<std::uint32_t>(stored) : npos;
    }
    // Uninitialised in version 256.
    [[nodiscard]] constexpr std::uint16_t submesh() const noexcept {
        return this->get(&old::submesh, &old_260::submesh, &now::submesh);
    }
    // From version 264 on, the CRC-32 of the name; from 260 on, mostly two small numbers; before, 0.
    [[nodiscard]] constexpr std::uint32_t unknown() const noexcept {
        return this->get(&old_260::unknown, &now::unknown);
    }

    // Added to the pivot before the parent's transform.
    [[nodiscard]] constexpr m2::track<vec3<>> translation() const noexcept {
        return this->get(&old::translation, &old_260::translation, &now::translation);
    }
    [[nodiscard]] constexpr rotation_track rotation() const noexcept {
        return this->track<rotation_track>(&old::rotation, &old_260::rotation, &now::rotation);
    }
    [[nodiscard]] constexpr m2::track<vec3<>> scale() const noexcept {
        return this->get(&old::scale, &old_260::scale, &now::scale);
    }
    // The center of rotation and scale, in the model's space.
    [[nodiscard]] constexpr vector3<float> pivot() const noexcept {
        return this->get(&old::pivot, &old_260::pivot, &now::pivot);
    }
};

// The bones of a model, in file order.
using bone_list = view_list<bone, bone_versions>;

// The bones by number and as a tree. Small to copy; the caller owns the entries and the file's bytes.
class bone_index : public tree_links {
public:
    constexpr bone_index() = default;

    // Precondition: i < size(); checked in every build.
    [[nodiscard]] bone operator[](std::size_t i) const noexcept {
        if (i >= size()) {
            trap("index not below size()");
        }
        return bones_.at(i);
    }
    // Empty if there is no bone `i`.
    [[nodiscard]] bone at(std::uint64_t i) const noexcept { return i < size() ? bones_.at(i) : bone{}; }
    // Returns the number of a bone with this key bone id; npos if there is none. If the bone to which the key bone
    // lookup refers has the id, returns this bone; if not, the first bone with the id.
    template <class = when_used> [[nodiscard]] std::uint32_t find(std::int32_t id) const noexcept {
        const std::uint32_t listed = entry_of(id);
        if (const bone found = at(listed); found && found.id() == id) {
            return listed;
        }
        for (std::uint32_t i = 0; i < size() && id >= 0; ++i) {
            if (const bone found = at(i); found && found.id() == id) {
                return i;
            }
        }
        return npos;
    }

private:
    friend struct effigy::impl::access;
    constexpr bone_index(const bone_list& bones, const array<i16<>>& lookup, const array<tree_entry>& entries) noexcept
        : tree_links(entries), bones_(bones), lookup_(lookup) {}

    // Returns the entry of the key bone lookup; npos if there is none.
    [[nodiscard]] std::uint32_t entry_of(std::int32_t id) const noexcept {
        const i16<>* const entry = lookup_.at(static_cast<std::uint64_t>(std::int64_t{id}));
        return entry != nullptr ? static_cast<std::uint32_t>(std::int32_t{*entry}) : npos;
    }

    bone_list bones_;
    array<i16<>> lookup_; // by key bone id
};

namespace impl {
using namespace effigy::impl;

template <class = when_used> [[nodiscard]] bone_index
index_bones(byte_view file, const bone_list& all, const array<i16<>>& lookup, std::span<tree_entry> memory) noexcept {
    if (memory.size() < all.size() || file.size() > 0xFFFF'FFFF) {
        return {};
    }
    const elements<tree_entry> entries{memory.data(), all.size()};
    all.visit_records([&](const auto& records) {
        std::size_t i = 0;
        for (const auto& record : records) {
            const std::int32_t parent = record.parent;
            const bool has_one = parent >= 0 && static_cast<std::uint32_t>(parent) < entries.size();
            entries[i].offset = static_cast<std::uint32_t>(file.offset_of(&record) - file.base());
            entries[i].parent = has_one ? static_cast<std::uint32_t>(parent) : npos;
            ++i;
        }
    });
    return link_tree(entries) ? access::make<bone_index>(all, lookup, array<tree_entry>{entries.data(), entries.size()})
                              : bone_index{};
}

} // namespace impl

}}} // namespace effigy::v0::m2
