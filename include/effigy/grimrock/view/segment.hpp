// Segments of MDL1: the runs of triangles that have one material.
#pragma once

#include <effigy/core/sequence.hpp>
#include <effigy/grimrock/records.hpp>
#include <effigy/grimrock/view/string.hpp>

namespace effigy::inline v0::grimrock {

// A run of triangles with one material. False if there is none.
class segment {
public:
    constexpr segment() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    // The name of the material, which a Lua script of the game defines.
    [[nodiscard]] constexpr std::string_view material() const noexcept { return material_; }
    // The start of the run in the index list. A segment of mesh::segments() has the stored number, which is wrong in 35
    // meshes (measured); one of repaired_segments has the right number.
    [[nodiscard]] constexpr std::uint32_t first_index() const noexcept { return first_index_; }
    [[nodiscard]] constexpr std::uint32_t triangle_count() const noexcept { return triangle_count_; }
    [[nodiscard]] constexpr std::int32_t primitive_type() const noexcept { // 2 = triangle list in every file
        return record_ != nullptr ? record_->primitive_type.get() : 0;
    }
    // The record in the file. Null only in an empty segment.
    [[nodiscard]] constexpr const segment_range* record() const noexcept { return record_; }

private:
    friend struct effigy::impl::access;
    constexpr segment(const segment& stored, std::uint32_t first_index) noexcept
        : material_(stored.material_), record_(stored.record_), first_index_(first_index),
          triangle_count_(stored.triangle_count_) {}

    template <class Cursor> [[nodiscard]] static segment read(Cursor& c, no_context&) noexcept {
        segment out;
        out.material_ = impl::read_string(c, "mdl1.nodes[].mesh.segments[].material");
        out.record_ = c.template record<segment_range>("mdl1.nodes[].mesh.segments[]");
        if (out.record_ == nullptr) {
            return out;
        }
        const std::int32_t first = out.record_->first_index;
        const std::int32_t count = out.record_->count;
        if (first < 0) {
            c.fail(errc::bad_value, "mdl1.nodes[].mesh.segments[].firstIndex", 8, first, 0, "an index of at least 0");
        }
        if (count < 0) {
            c.fail(errc::bad_value, "mdl1.nodes[].mesh.segments[].count", 4, count, 0, "a count of at least 0");
        }
        out.first_index_ = static_cast<std::uint32_t>(first);
        out.triangle_count_ = static_cast<std::uint32_t>(count);
        return out;
    }

    std::string_view material_;
    const segment_range* record_ = nullptr;
    std::uint32_t first_index_ = 0;
    std::uint32_t triangle_count_ = 0;
};

} // namespace effigy::inline v0::grimrock
