// effigy info for the companions of World of Warcraft models.
#pragma once

#include "json.hpp"
#include "key_view.hpp"
#include "text.hpp"

#include <effigy/m2.hpp>

#include <ostream>

namespace tool {

void print(std::ostream& out, const style& paint, const effigy::m2::skin_file& skin);
void print(std::ostream& out, const style& paint, const effigy::m2::skeleton& skeleton);
void print(std::ostream& out, const style& paint, const effigy::m2::chunked_file& file);
void print(std::ostream& out, const style& paint, const animation_keys& keys);

json to_json(const effigy::m2::skin_file& skin);
json to_json(const effigy::m2::skeleton& skeleton);
json to_json(const effigy::m2::chunked_file& file);
json to_json(const animation_keys& keys);

} // namespace tool
