// effigy info for World of Warcraft.
#pragma once

#include "json.hpp"
#include "text.hpp"

#include <effigy/m2.hpp>

#include <ostream>

namespace tool {

void print(std::ostream& out, const style& paint, const effigy::m2::model& model);

json to_json(const effigy::m2::model& model);

} // namespace tool
