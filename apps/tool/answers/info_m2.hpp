// effigy info for World of Warcraft.
#pragma once

#include "companion_table.hpp"
#include "json.hpp"
#include "text.hpp"

#include <effigy/m2.hpp>

#include <ostream>

namespace tool {

// `companions` are those of the model.
void print(std::ostream& out, const style& paint, const effigy::m2::model& model, const companion_table& companions);

json to_json(const effigy::m2::model& model, const companion_table& companions);

} // namespace tool
