// Segments of MDL1: the runs of triangles that have one material.
#pragma once

#include <effigy/core/sequence.hpp>
#include <effigy/grimrock/order/mesh.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// A run of triangles with one material. False if there is none.
class segment {
public:
    constexpr segment() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return fields_.range != nullptr; }
    // The name of the material, which a Lua script of the game defines.
    [[nodiscard]] constexpr std::string_view material() const noexcept { return fields_.material; }
    // The start of the run in the index list. A segment of mesh::segments() has the stored number, which is wrong in 35
    // meshes (measured); one of repaired_segments has the right number.
    [[nodiscard]] constexpr std::uint32_t first_index() const noexcept { return first_index_; }
    [[nodiscard]] constexpr std::uint32_t triangle_count() const noexcept { return triangle_count_; }
    [[nodiscard]] constexpr std::int32_t primitive_type() const noexcept { // 2 = triangle list in every file
        return fields_.range != nullptr ? fields_.range->primitive_type.get() : 0;
    }
    // The record in the file. Null only in an empty segment.
    [[nodiscard]] constexpr const segment_range* record() const noexcept { return fields_.range; }

private:
    friend struct effigy::impl::access;
    constexpr segment(const segment& stored, std::uint32_t first_index) noexcept
        : fields_(stored.fields_), first_index_(first_index), triangle_count_(stored.triangle_count_) {}

    [[nodiscard]] static segment read(cursor& c, no_context&) noexcept {
        segment out;
        impl::transfer_segment(c, out.fields_);
        if (out.fields_.range != nullptr) {
            out.first_index_ = static_cast<std::uint32_t>(out.fields_.range->first_index.get());
            out.triangle_count_ = static_cast<std::uint32_t>(out.fields_.range->count.get());
        }
        return out;
    }

    impl::segment_fields fields_;
    std::uint32_t first_index_ = 0;
    std::uint32_t triangle_count_ = 0;
};

}}} // namespace effigy::v0::grimrock
