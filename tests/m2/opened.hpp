// A described model as a file, opened; the file lives as long as this.
#pragma once

#include "m2/fixtures.hpp"

#include <effigy/m2.hpp>

namespace fixtures::m2 {

struct opened {
    explicit opened(const fixtures::m2::model& described) : file(write(described)) {}

    support::byte_builder file;
    effigy::m2::model model = effigy::m2::open(file.span()).value();
    std::vector<effigy::tree_entry> entries{model.bones().size()};
    effigy::m2::bone_index bones = model.index(entries);
};

} // namespace fixtures::m2
