// effigy info for Legend of Grimrock and the Shinobi engine.
#pragma once

#include "json.hpp"
#include "text.hpp"

#include <effigy/grimrock.hpp>

#include <ostream>

namespace tool {

void print(std::ostream& out, const style& paint, const effigy::grimrock::model& model);
void print(std::ostream& out, const style& paint, const effigy::grimrock::animation& clip);

json to_json(const effigy::grimrock::model& model);
json to_json(const effigy::grimrock::animation& clip);

} // namespace tool
