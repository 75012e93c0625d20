// effigy info for Legend of Grimrock and the Shinobi engine.
#pragma once

#include "text.hpp"

#include <effigy/grimrock.hpp>
#include <effigy/shinobi.hpp>

#include <nlohmann/json.hpp>

#include <ostream>

namespace tool {

void print(std::ostream& out, const style& paint, const effigy::grimrock::model& model);
void print(std::ostream& out, const style& paint, const effigy::shinobi::model& model);
void print(std::ostream& out, const style& paint, const effigy::grimrock::animation& clip);

nlohmann::ordered_json to_json(const effigy::grimrock::model& model);
nlohmann::ordered_json to_json(const effigy::shinobi::model& model);
nlohmann::ordered_json to_json(const effigy::grimrock::animation& clip);

} // namespace tool
