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
struct region_visitor : lod_visitor {
    template <class Cursor> static void tag(Cursor& c, const tag_fields& tag, const tag_context& level) {
        const std::uint64_t size = tag.data.size();
        if (size != 0 && tag.kind != tag_kind::unknown && fits_kind(tag.kind, size, level)) {
            c.take_back();
            read_tag_data(c, tag.kind, size, level);
        }
    }
};

} // namespace impl

EFFIGY_API_BODY void regions(const model& source, region_sink sink) {
    const auto report = [&](region found) {
        found.where.path_prefix = found.where.depth != 0 ? "p3d.lods[]." : "";
        sink(std::as_const(found));
    };
    impl::recording_cursor c{source.file(), report};
    impl::model_fields found;
    impl::region_visitor visitor;
    impl::transfer_model(c, found, visitor);
    c.finish();
}

EFFIGY_API_BODY void regions(const animation& source, region_sink sink) {
    impl::recording_cursor c{source.file(), sink};
    impl::animation_fields found;
    impl::transfer_animation(c, found, [](auto&) {});
    c.finish();
}

}}} // namespace effigy::v0::p3d
#endif
