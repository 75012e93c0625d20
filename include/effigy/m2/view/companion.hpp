// Companions: files that belong to a model. From version 264 on, companions contain the model's skin profiles and the
// keys of most animations; in later versions also its skeleton. The caller reads the files and passes their bytes to
// open(), which joins them to the model.
#pragma once

#include <effigy/m2/view/chunk.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

enum class companion_kind : std::uint8_t {
    skin_file,            // a .skin: one skin profile
    animation_file,       // an .anim: keys of one animation; only its model describes them
    skeleton_file,        // the .skel
    parent_skeleton_file, // another .skel, with parts that the first one does not have
};

// One companion. The caller owns the bytes and the table of companions.
struct companion {
    companion_kind kind = companion_kind::skin_file;
    std::uint16_t id = 0;        // of the animation; for a .skin, the number of its profile, below 8
    std::uint16_t variation = 0; // of the animation
    borrowed_bytes bytes;
};

// Returns whether `a` comes before `b` in a sorted table of companions. A sorted table allows a binary search; other
// tables are searched linearly.
[[nodiscard]] constexpr bool comes_before(const companion& a, const companion& b) noexcept {
    return a.kind != b.kind ? a.kind < b.kind : a.id != b.id ? a.id < b.id : a.variation < b.variation;
}

// Where the keys of an animation are.
enum class key_place : std::uint8_t {
    file,      // in the model, or in the .skel
    companion, // in an .anim
    missing,   // in an .anim that was not joined: the keys are unknown
};

// Which file has a part of the skeleton.
enum class part_place : std::uint8_t {
    model,
    skeleton_file, // the .skel
    parent_file,   // the other .skel
};

namespace impl {
using namespace effigy::impl;

// Which chunk of a chunked .anim has the keys of a file's tracks (readers; no chunked .anim is available).
enum class key_chunk : std::uint8_t { model, bones, attachments };

[[nodiscard]] constexpr std::string_view id_of(key_chunk which) noexcept {
    return which == key_chunk::bones ? "AFSB" : which == key_chunk::attachments ? "AFSA" : "AFM2";
}

// Whether an .anim consists of chunks. An .anim without chunks contains keys only.
[[nodiscard]] inline bool has_key_chunks(byte_view anim) noexcept {
    const std::string_view id = anim.text_at(0, 4);
    const bool may_be = !id.empty() && id.front() == 'A'; // first, since each list of keys asks
    return may_be && (id == "AFM2" || id == "AFSA" || id == "AFSB");
}
// The chunks of a chunked .anim, as bits: 1 << key_chunk. 0 if it has none.
[[nodiscard]] inline std::uint8_t key_chunks_in(byte_view anim) noexcept {
    unsigned out = 0;
    for (const key_chunk which : {key_chunk::model, key_chunk::bones, key_chunk::attachments}) {
        const bool is_there = has_key_chunks(anim) && find_chunk(anim, id_of(which)).bytes().data() != nullptr;
        out |= is_there ? 1U << static_cast<unsigned>(which) : 0U;
    }
    return static_cast<std::uint8_t>(out);
}

// A table, and whether it is sorted by comes_before.
struct companion_table {
    std::span<const companion> all;
    bool is_sorted = false;

    [[nodiscard]] static constexpr companion_table of(std::span<const companion> all) noexcept {
        bool is_sorted = true;
        for (std::size_t i = 1; i < all.size(); ++i) {
            is_sorted = is_sorted && !comes_before(all[i], all[i - 1]);
        }
        return {all, is_sorted};
    }
    // Returns the entry for a file, the last one if several are equal; null if there is none.
    [[nodiscard]] constexpr const companion* find(companion_kind kind, std::uint16_t id = 0,
                                                  std::uint16_t variation = 0) const noexcept {
        const companion wanted{kind, id, variation, {}};
        std::size_t end = all.size();
        if (is_sorted) {
            std::size_t begin = 0; // entries before `begin` are not greater than `wanted`, those from `end` on are
            while (begin != end) {
                const std::size_t middle = begin + (end - begin) / 2;
                if (comes_before(wanted, all[middle])) {
                    end = middle;
                } else {
                    begin = middle + 1;
                }
            }
            return end != 0 && !comes_before(all[end - 1], wanted) ? &all[end - 1] : nullptr;
        }
        while (end != 0 && (comes_before(all[end - 1], wanted) || comes_before(wanted, all[end - 1]))) {
            --end;
        }
        return end != 0 ? &all[end - 1] : nullptr;
    }
};

} // namespace impl

}}} // namespace effigy::v0::m2
