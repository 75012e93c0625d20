// effigy info for Arma P3D and RTM.
#pragma once

#include "json.hpp"
#include "text.hpp"

#include <effigy/p3d.hpp>

#include <ostream>

namespace tool {

void print(std::ostream& out, const style& paint, const effigy::p3d::model& model);
void print(std::ostream& out, const style& paint, const effigy::p3d::animation& clip);

json to_json(const effigy::p3d::model& model);
json to_json(const effigy::p3d::animation& clip);

} // namespace tool
