// A fast search for the elements that a selection selects: most of its bytes are zeros.
#pragma once

#include <effigy/core/byte_view.hpp>
#include <effigy/p3d/view/selection.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

using namespace effigy::impl;

// Calls visit(index, byte) for each byte that is not 0, until visit returns false.
template <class Visit> void for_each_selected(const array<u8>& bytes, const Visit& visit) {
    using word = scalar<std::uint64_t, form::native>;
    const byte_view all{std::as_bytes(std::span{bytes})};
    for (std::size_t i = 0; i < bytes.size();) {
        if (i + sizeof(word) <= bytes.size() && all.value_at<word>(i).get() == 0) {
            i += sizeof(word);
            continue;
        }
        const std::size_t end = bytes.size() - i < sizeof(word) ? bytes.size() : i + sizeof(word);
        for (; i < end; ++i) {
            if (const u8 byte = bytes[i]; byte != 0 && !visit(static_cast<std::uint32_t>(i), byte)) {
                return;
            }
        }
    }
}
// Calls visit(selected_point) for each selected point.
template <class Visit> void for_each_point(const selection& part, const Visit& visit) {
    for_each_selected(part.point_bytes(), [&](std::uint32_t number, u8 weight) {
        visit(selected_point{number, decode_weight(weight)});
        return true;
    });
}
template <class = when_used> [[nodiscard]] bool has_points(const selection& part) {
    bool out = false;
    for_each_selected(part.point_bytes(), [&](std::uint32_t, u8) {
        out = true;
        return false;
    });
    return out;
}
// Returns the index of the first selected face; npos if there is none.
template <class = when_used> [[nodiscard]] std::uint32_t first_face(const selection& part) {
    std::uint32_t out = npos;
    for_each_selected(part.face_bytes(), [&](std::uint32_t number, u8) {
        out = number;
        return false;
    });
    return out;
}

}}}} // namespace effigy::v0::p3d::impl
