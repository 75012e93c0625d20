// The meaning of each byte of a model or an animation.
#pragma once

#include <effigy/grimrock/fields.hpp>
#include <effigy/grimrock/view.hpp>
#include <effigy/regions.hpp>

namespace effigy::inline v0::grimrock {

// Calls sink(region) for each part of the file, in the order of offsets. Bytes after the last node or item are a gap.
// The sink must not throw.
template <class Grammar, class Sink> void regions(const basic_model<Grammar>& from, Sink&& sink) {
    static_assert(described<typename Grammar::transform>,
                  "regions of a Shinobi model: include <effigy/shinobi/regions.hpp>");
    impl::recording_cursor c{from.file(), sink};
    static_cast<void>(impl::read_model<Grammar>(c));
    c.finish();
}
template <form F, class Sink> void regions(const basic_animation<F>& from, Sink&& sink) {
    impl::recording_cursor c{from.file(), sink};
    static_cast<void>(impl::read_animation<F>(c, impl::every_version));
    c.finish();
}

} // namespace effigy::inline v0::grimrock
