// A described model, written to a file in memory and opened.
#pragma once

#include "nwn/fixtures.hpp"

#include <effigy/nwn.hpp>

namespace fixtures::nwn {

struct opened {
    explicit opened(const fixtures::nwn::model& described) : file(write(described)) {}

    support::byte_builder file;
    effigy::nwn::model model = effigy::nwn::open(file.span()).value();
    std::vector<effigy::tree_entry> entries{model.nodes().size()};
    effigy::nwn::node_index nodes = model.index(entries);
};

} // namespace fixtures::nwn
