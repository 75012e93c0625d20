// The meaning of each byte of a model or an animation.
#pragma once

#include <effigy/p3d/fields.hpp>
#include <effigy/p3d/view.hpp>
#include <effigy/regions.hpp>

namespace effigy::inline v0::p3d {

namespace impl {

// Reads the data of a tag as the fields of its kind, if the size fits the kind.
template <form F> struct region_context : lod_context {
    std::uint32_t point_count = 0; // of the current level

    template <class Cursor> void tag(Cursor& c, const basic_tag<F>& tag) {
        if (tag.data().empty() || !tag.has_right_size() || tag.kind() == tag_kind::unknown) {
            return;
        }
        const auto size = static_cast<std::uint32_t>(tag.data().size());
        c.take_back();
        switch (tag.kind()) {
        case tag_kind::selection:
        case tag_kind::selected:
        case tag_kind::lock:
        case tag_kind::hide:
            report<u8>(c, point_count, "tags[].points");
            report<u8>(c, size - point_count, "tags[].faces");
            break;
        case tag_kind::sharp_edges: report<basic_edge<F>>(c, size / sizeof(basic_edge<F>), "tags[].edges"); break;
        case tag_kind::mass: report<f32<F>>(c, size / sizeof(f32<F>), "tags[].masses"); break;
        case tag_kind::property: static_cast<void>(c.template record<property_record>("tags[]")); break;
        case tag_kind::uv_set:
            report<u32<F>>(c, 1, "tags[].id");
            report<vec2<F>>(c, size / sizeof(vec2<F>), "tags[].uvs");
            break;
        case tag_kind::morph_frame:
            report<f32<F>>(c, 1, "tags[].time");
            report<vec3<F>>(c, size / sizeof(vec3<F>), "tags[].positions");
            break;
        case tag_kind::material_index: report<u32<F>>(c, size / sizeof(u32<F>), "tags[].materialIndex"); break;
        case tag_kind::end:
        case tag_kind::unknown: break;
        }
    }
    void begin(const basic_lod<F>& level) noexcept { point_count = static_cast<std::uint32_t>(level.points().size()); }

private:
    template <wire T, class Cursor> static void report(Cursor& c, std::uint32_t count, const char* path) {
        static_cast<void>(c.template array<T>(count, path));
    }
};

} // namespace impl

// Calls sink(region) for the whole file, in the order of offsets. Bytes after the last level are a gap. The sink must
// not throw.
template <form F, class Sink> void regions(const basic_model<F>& source, Sink&& sink) {
    const auto report = [&](region found) {
        found.where.path_prefix = found.where.depth != 0 ? "p3d.lods[]." : "";
        sink(std::as_const(found));
    };
    impl::recording_cursor c{source.file(), report};
    impl::region_context<F> context;
    static_cast<void>(impl::read_model<F>(c, context));
    c.finish();
}
// Calls sink(region) for the whole animation, in the order of offsets. The sink must not throw.
template <form F, class Sink> void regions(const basic_animation<F>& source, Sink&& sink) {
    impl::recording_cursor c{source.file(), sink};
    const impl::clip_start start = impl::read_clip_start<F>(c);
    for (std::uint32_t i = 0; i < start.bone_count && c.ok(); ++i) {
        c.enter(i);
        static_cast<void>(impl::fixed_text<32>(c, "rtm.boneNames[]"));
        c.within(i);
    }
    for (std::uint32_t i = 0; i < start.phase_count && c.ok(); ++i) {
        c.enter(i);
        static_cast<void>(c.template value<f32<F>>("rtm.phases[].phase"));
        for (std::uint32_t k = 0; k < start.bone_count && c.ok(); ++k) {
            c.enter(k);
            static_cast<void>(c.template record<basic_bone_pose<F>>("rtm.phases[].bones[]"));
            c.within(k);
        }
        c.within(i);
    }
    c.finish();
}

} // namespace effigy::inline v0::p3d
