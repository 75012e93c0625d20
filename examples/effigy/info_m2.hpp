// effigy info for World of Warcraft.
#pragma once

#include "text.hpp"

#include <effigy/m2.hpp>

#include <nlohmann/json.hpp>

#include <ostream>

namespace tool {

void print(std::ostream& out, const style& paint, const effigy::m2::model& model);

nlohmann::ordered_json to_json(const effigy::m2::model& model);

} // namespace tool
