// The order of a face.
#pragma once

#include <effigy/core/impl/nul_search.hpp>
#include <effigy/p3d/order/transfer.hpp>
#include <effigy/p3d/records.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// State of a walk through the faces of a level.
struct face_context : impl::nul_pair_search {
    constexpr face_context() = default;
    constexpr explicit face_context(lod_format of) noexcept : format(of) {}

    lod_format format = lod_format::p3dm;
    std::uint32_t missing_corners = 0; // sum of 2 - n over the faces read with n < 2 corners
};
// Like face_context, but for P3DM only, the format of nearly all levels. The loop over the faces does not test the
// format.
struct p3dm_face_context : impl::nul_pair_search {
    static constexpr lod_format format = lod_format::p3dm;
    std::uint32_t missing_corners = 0;
};

namespace impl {

struct face_fields {
    const face_corners* slots = nullptr;
    std::uint32_t flags = 0; // 0 in SP3D
    std::uint32_t count = 0; // what transfer_face() returned, for the view
    std::string_view texture;
    std::string_view material; // empty in SP3X and SP3D
};

// Returns the smallest size of a face, in bytes.
[[nodiscard]] constexpr std::uint32_t smallest_face(lod_format format) noexcept {
    constexpr std::uint32_t corners = sizeof(face_corners);
    constexpr std::uint32_t flags = sizeof(u32<>);
    constexpr std::uint32_t name = sizeof(text<32>);
    return format == lod_format::p3dm   ? corners + flags + 2 // the NULs of two texts
           : format == lod_format::sp3x ? name + corners + flags
                                        : name + corners;
}

// The fields of a face in the order of the file. `to`: face_fields or owned_face. Returns the number of used corners.
template <class Cursor, class Context, class Face>
EFFIGY_INLINE std::uint32_t transfer_face(Cursor& c, Context& context, Face& to) {
    const bool fixed = context.format != lod_format::p3dm;
    if (fixed) {
        transfer_fixed_text<32>(c, to.texture, "faces[].texture");
    }
    transfer_record<face_corners>(c, to.slots, "faces[]");
    if constexpr (!writing<Cursor>) {
        if (to.slots == nullptr) {
            return 0;
        }
    }
    const std::uint32_t count = stored_in(to.slots).count;
    if (count - 3 > 1) [[unlikely]] { // neither a triangle nor a quad
        if (count > 4) {
            c.fail(errc::bad_value, "faces[].count", sizeof(face_corners), count, 0, "at most 4 corners");
            return 0;
        }
        context.missing_corners += 2 - count;
    }
    c.spare((4 - count) * sizeof(corner));
    if (context.format != lod_format::sp3d) {
        transfer_number<u32<>>(c, to.flags, "faces[].flags");
    }
    if (!fixed) {
        transfer_text_pair(c, context, to.texture, to.material, "faces[].texture", "faces[].material");
    }
    return count;
}

} // namespace impl

}}} // namespace effigy::v0::p3d
