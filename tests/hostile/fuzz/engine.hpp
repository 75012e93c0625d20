// Calls everything that the views of the Grimrock and Shinobi engines' files offer; none of it may allocate.
#pragma once

#include "grimrock/walk.hpp"
#include "hostile/fuzz/promises.hpp"

#include <effigy/grimrock/decode.hpp>
#include <effigy/grimrock/lint.hpp>

namespace fuzz {

namespace engine = effigy::grimrock; // its views also read Shinobi's files

template <class View>
    requires requires { sizeof(walk::memory<View>); }
void walk_view(sink& to, const View& view) {
    walk::memory<View> memory{view};
    without_allocating([&] {
        promise(walk::tiled_by_regions(view), "the regions of a file cover the file");
        walk::walk_view(to, view, memory);
    });
}

} // namespace fuzz
