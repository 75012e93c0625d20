// Faces of a level.
#pragma once

#include <effigy/core/nul_search.hpp>
#include <effigy/core/record_count.hpp>
#include <effigy/core/sequence.hpp>
#include <effigy/p3d/records.hpp>

namespace effigy::inline v0::p3d {

// N characters, padded with NUL; what follows the first NUL is junk.
template <std::size_t N> [[nodiscard]] EFFIGY_INLINE std::string_view fixed_text(impl::cursor& c,
                                                                                 const char* path) noexcept {
    const auto* const stored = c.record<text<N>>(path);
    return stored != nullptr ? stored->view() : std::string_view{};
}

struct face_context : impl::nul_pair_search {
    constexpr face_context() = default;
    constexpr face_context(lod_format of) noexcept : format(of) {}

    lod_format format = lod_format::p3dm;
};

// A triangle or a quad; of two corners in one file. The front is where stored normals point: inward.
template <endian E> struct basic_face {
    std::span<const basic_corner<E>> corners; // those in use
    std::span<const basic_corner<E>> unused;  // what stands in the other slots; means nothing
    std::uint32_t flags = 0;                  // face_flags; 0 in SP3D
    std::string_view texture;                 // path with backslashes, or "#(argb,8,8,3)color(..)"; often empty
    std::string_view material;                // path; empty in SP3X and SP3D

    // In bytes.
    [[nodiscard]] static constexpr std::uint32_t smallest(lod_format format) noexcept {
        constexpr std::uint32_t corners = sizeof(basic_face_corners<E>);
        constexpr std::uint32_t face_flags = sizeof(u32<E>);
        constexpr std::uint32_t name = sizeof(text<32>);
        return format == lod_format::p3dm   ? corners + face_flags + 2 // the NULs of two texts
               : format == lod_format::sp3x ? name + corners + face_flags
                                            : name + corners;
    }
    [[nodiscard]] EFFIGY_INLINE static basic_face read(impl::cursor& c, face_context& context) noexcept {
        basic_face out;
        const bool fixed = context.format != lod_format::p3dm;
        if (fixed) {
            out.texture = fixed_text<32>(c, "faces[].texture");
        }
        const auto* const stored = c.record<basic_face_corners<E>>("faces[]");
        if (stored == nullptr) {
            return {};
        }
        const std::uint32_t count = read_once(stored->count);
        if (count > 4) {
            c.fail(errc::bad_value, "faces[].count", sizeof(*stored), count, 0, "at most 4 corners");
            return {};
        }
        const std::span<const basic_corner<E>> all{stored->corner};
        out.corners = all.first(count);
        out.unused = all.subspan(count);
        out.flags = context.format != lod_format::sp3d ? c.value<u32<E>>("faces[].flags").get() : 0U;
        if (!fixed) {
            const auto [texture, material] = c.text_pair(context, "faces[].texture", "faces[].material");
            out.texture = texture;
            out.material = material;
        }
        return out;
    }
};

} // namespace effigy::inline v0::p3d
