// The meaning of each byte of a model or an animation.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/p3d/view.hpp>
#include <effigy/regions.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Calls sink(region) for the whole file, in the order of offsets. Bytes after the last level are a gap. The sink must
// not throw.
EFFIGY_API void regions(const model& source, region_sink sink);

// Calls sink(region) for the whole animation, in the order of offsets. The sink must not throw.
EFFIGY_API void regions(const animation& source, region_sink sink);

}}} // namespace effigy::v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/fields.hpp>
#include <effigy/regions/collect.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

namespace impl {

// Reads the data of a tag as the fields of its kind, if the size fits the kind.
struct region_context : lod_context {
    std::uint32_t point_count = 0; // of the current level

    template <class Cursor> void tag(Cursor& c, const p3d::tag& tag) {
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
        case tag_kind::sharp_edges: report<edge>(c, size / sizeof(edge), "tags[].edges"); break;
        case tag_kind::mass: report<f32<>>(c, size / sizeof(f32<>), "tags[].masses"); break;
        case tag_kind::property: static_cast<void>(c.template record<property_record>("tags[]")); break;
        case tag_kind::uv_set:
            report<u32<>>(c, 1, "tags[].id");
            report<vec2<>>(c, size / sizeof(vec2<>), "tags[].uvs");
            break;
        case tag_kind::morph_frame:
            report<f32<>>(c, 1, "tags[].time");
            report<vec3<>>(c, size / sizeof(vec3<>), "tags[].positions");
            break;
        case tag_kind::material_index: report<u32<>>(c, size / sizeof(u32<>), "tags[].materialIndex"); break;
        case tag_kind::end:
        case tag_kind::unknown: break;
        }
    }
    void begin(const lod& level) noexcept { point_count = static_cast<std::uint32_t>(level.points().size()); }

private:
    template <wire T, class Cursor> static void report(Cursor& c, std::uint32_t count, const char* path) {
        static_cast<void>(c.template array<T>(count, path));
    }
};

// Gives the phases for a cursor that reads: nothing.
struct unread_phases {
    std::span<const text<32>> names;
    [[nodiscard]] static std::pair<float, std::span<const bone_pose>> phase(const cursor&, std::uint32_t) noexcept {
        return {};
    }
};

} // namespace impl

EFFIGY_API_BODY void regions(const model& source, region_sink sink) {
    const auto report = [&](region found) {
        found.where.path_prefix = found.where.depth != 0 ? "p3d.lods[]." : "";
        sink(std::as_const(found));
    };
    impl::recording_cursor c{source.file(), report};
    impl::region_context context;
    static_cast<void>(impl::transfer_model(c, context, {}));
    c.finish();
}

EFFIGY_API_BODY void regions(const animation& source, region_sink sink) {
    impl::recording_cursor c{source.file(), sink};
    impl::clip_start start;
    impl::transfer_clip_start(c, start);
    impl::transfer_phases(c, start, impl::unread_phases{});
    c.finish();
}

}}} // namespace effigy::v0::p3d
#endif
