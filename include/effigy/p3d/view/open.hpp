// The validation of open() and open_animation().
#pragma once

#include <effigy/p3d/view/animation.hpp>
#include <effigy/p3d/view/model.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// Counts what a model contains.
struct counting_visitor : lod_visitor {
    model_totals totals;

    void tag(const cursor&, const tag_fields& tag, const tag_context&) noexcept { totals.tag_bytes += tag.data.size(); }
    void end(const cursor&, const lod_fields& level, const lod_walk& found) noexcept {
        totals.points += level.header.point_count;
        totals.normals += level.header.normal_count;
        totals.faces += level.header.face_count;
        totals.tags += found.tag_count;
        totals.extra_bytes += level.extra_header.size();
    }
};

template <class = when_used> [[nodiscard]] result<p3d::model> open_model(std::span<const std::byte> bytes) noexcept {
    cursor c{byte_view{bytes}};
    counting_visitor visitor;
    model_fields found;
    transfer_model(c, found, visitor);
    if (!c.ok()) {
        return error_of_model(c.error());
    }
    const auto lods = access::make<sequence<lod, lod_context>>(c.bytes(), found.lods.offset, found.lods.count,
                                                               static_cast<const lod_context&>(visitor));
    return access::make<p3d::model>(c.bytes(), found.container, found.version, lods, visitor.totals, c.offset());
}

template <class = when_used>
[[nodiscard]] result<p3d::animation> open_animation(std::span<const std::byte> bytes) noexcept {
    cursor c{byte_view{bytes}};
    animation_fields found;
    const auto [phase_count, bone_count] = transfer_animation_start(c, found);
    const auto bone_names = c.template array<text<32>>(bone_count, "rtm.boneNames");
    const std::uint64_t first_phase = c.offset();
    if (phase_count.fits(c)) {
        c.skip(phase_count.number * phase_count.smallest, "rtm.phases");
    }
    if (!c.ok()) {
        return c.error();
    }
    const auto phases =
        access::make<phase_list>(phase_source{c.bytes(), first_phase, bone_count}, to_size(phase_count.number));
    return access::make<p3d::animation>(c.bytes(), found.version, vector3<float>{found.motion}, bone_names, phases,
                                        c.offset());
}

}}}} // namespace effigy::v0::p3d::impl
