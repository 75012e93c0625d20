// effigy info for Neverwinter Nights.
#pragma once

#include "json.hpp"
#include "text.hpp"

#include <effigy/nwn.hpp>

#include <ostream>

namespace tool {

void print(std::ostream& out, const style& paint, const effigy::nwn::model& model);

json to_json(const effigy::nwn::model& model);

} // namespace tool
