// The order of a segment of MDL1.
#pragma once

#include <effigy/grimrock/order/string.hpp>
#include <effigy/grimrock/records.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

struct segment_fields {
    std::string_view material;
    const segment_range* range = nullptr;
};

// The fields of a segment in the order of the file. `to`: segment_fields or owned_segment.
template <class Cursor, class Segment> EFFIGY_INLINE void transfer_segment(Cursor& c, Segment& to) {
    transfer_string(c, to.material, "mdl1.nodes[].mesh.segments[].material");
    transfer_record<segment_range>(c, to.range, "mdl1.nodes[].mesh.segments[]");
    if (!c.ok()) {
        return;
    }
    const std::int32_t first = stored_in(to.range).first_index;
    const std::int32_t count = stored_in(to.range).count;
    if (first < 0) {
        c.fail(errc::bad_value, "mdl1.nodes[].mesh.segments[].firstIndex", 8, first, 0, "an index of at least 0");
    }
    if (count < 0) {
        c.fail(errc::bad_value, "mdl1.nodes[].mesh.segments[].count", 4, count, 0, "a count of at least 0");
    }
}

}}}} // namespace effigy::v0::grimrock::impl
