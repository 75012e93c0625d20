// The meaning of each byte of a model or an animation.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/view.hpp>
#include <effigy/regions.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// Calls sink(region) for each part of the file, in the order of offsets. Bytes after the last node or item are a gap.
// The sink must not throw.
EFFIGY_API void regions(const model& from, region_sink sink);
EFFIGY_API void regions(const animation& from, region_sink sink);

}}} // namespace effigy::v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/fields.hpp>
#include <effigy/regions/collect.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

EFFIGY_API_BODY void regions(const model& from, region_sink sink) {
    impl::recording_cursor c{from.file(), sink};
    impl::model_fields found;
    impl::transfer_model(c, found, impl::only(from.version()));
    c.finish();
}

EFFIGY_API_BODY void regions(const animation& from, region_sink sink) {
    impl::recording_cursor c{from.file(), sink};
    impl::animation_fields found;
    impl::transfer_animation(c, found, impl::only(from.version()));
    c.finish();
}

}}} // namespace effigy::v0::grimrock
#endif
