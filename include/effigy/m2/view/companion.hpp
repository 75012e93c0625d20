// Files that belong to a model: from version 264 on its skin profiles and the keys of most animations, later its
// skeleton too. The library takes bytes; where they come from is the caller's affair.
#pragma once

#include <effigy/m2/view/chunk.hpp>

namespace effigy::inline v0::m2 {

enum class companion_kind : std::uint8_t {
    skin_file,            // a .skin: one skin profile
    animation_file,       // an .anim: keys of one animation, which only its model can tell apart
    skeleton_file,        // the .skel
    parent_skeleton_file, // another .skel, which holds what the first one lacks
};

// One file. The caller keeps the bytes, and the table of them.
struct companion {
    companion_kind kind = companion_kind::skin_file;
    std::uint16_t id = 0;        // of the animation; of a skin, the number of its profile
    std::uint16_t variation = 0; // of the animation
    borrowed_bytes bytes;
};

// Where the keys of an animation are.
enum class key_place : std::uint8_t {
    file,      // in the file of its model, or of its skeleton
    companion, // in an .anim
    missing,   // in an .anim that was not joined: they are unknown
};

namespace impl {
using namespace effigy::impl;

// The part of a chunked .anim that has the keys of a file's tracks (readers; no file at hand has any).
enum class key_chunk : std::uint8_t { model, bones, attachments };

[[nodiscard]] constexpr std::string_view id_of(key_chunk which) noexcept {
    return which == key_chunk::bones ? "AFSB" : which == key_chunk::attachments ? "AFSA" : "AFM2";
}

// Whether an .anim is made of chunks; others consist of keys alone.
[[nodiscard]] inline bool has_key_chunks(window anim) noexcept {
    const std::string_view id = anim.text_at(0, 4);
    return id == "AFM2" || id == "AFSA" || id == "AFSB";
}
// What the offsets of a track's key lists count from.
template <form F> [[nodiscard]] window keys_in(std::span<const std::byte> anim, key_chunk which) noexcept {
    const window file{anim};
    return has_key_chunks(file) ? find_chunk<F>(file, id_of(which)) : file;
}

// The last of equals; null when there is none.
[[nodiscard]] constexpr const companion* find_companion(std::span<const companion> among, companion_kind kind,
                                                        std::uint32_t id = 0, std::uint32_t variation = 0) noexcept {
    for (std::size_t i = among.size(); i > 0; --i) {
        const companion& one = among[i - 1];
        if (one.kind == kind && one.id == id && one.variation == variation) {
            return &one;
        }
    }
    return nullptr;
}

} // namespace impl

} // namespace effigy::inline v0::m2
