// effigy info for Neverwinter Nights.
#pragma once

#include "text.hpp"

#include <effigy/nwn.hpp>

#include <nlohmann/json.hpp>

#include <ostream>

namespace tool {

void print(std::ostream& out, const style& paint, const effigy::nwn::model& model);

nlohmann::ordered_json to_json(const effigy::nwn::model& model);

} // namespace tool
