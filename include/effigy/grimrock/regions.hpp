// The meaning of each byte of a model or an animation.
#pragma once

#include <effigy/core/api.hpp>
#include <effigy/grimrock/view.hpp>
#include <effigy/regions.hpp>

namespace effigy::inline v0::grimrock {

// Calls sink(region) for each part of the file, in the order of offsets. Bytes after the last node or item are a gap.
// The sink must not throw.
EFFIGY_API void regions(const model& from, region_sink sink);
EFFIGY_API void regions(const animation& from, region_sink sink);

} // namespace effigy::inline v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/grimrock/fields.hpp>
#include <effigy/regions/collect.hpp>

namespace effigy::inline v0::grimrock {

EFFIGY_API_BODY void regions(const model& from, region_sink sink) {
    const auto version = static_cast<std::int32_t>(from.version());
    impl::recording_cursor c{from.file(), sink};
    static_cast<void>(impl::read_model(c, {version, version, "", ""}));
    c.finish();
}

EFFIGY_API_BODY void regions(const animation& from, region_sink sink) {
    impl::recording_cursor c{from.file(), sink};
    static_cast<void>(impl::read_animation(c, {1, 3, "", ""}));
    c.finish();
}

} // namespace effigy::inline v0::grimrock
#endif
