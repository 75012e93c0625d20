// effigy info for Neverwinter Nights.
#pragma once

#include "json.hpp"
#include "text.hpp"

#include <effigy/nwn.hpp>
#include <effigy/nwn/text.hpp>

#include <ostream>

namespace tool {

void print(std::ostream& out, const style& paint, const effigy::nwn::model& model);
json to_json(const effigy::nwn::model& model);

// Of a model in text form: what compilers make of it. Nothing of one that cannot be compiled.
void print(std::ostream& out, const style& paint, const effigy::nwn::text_model& text);
json to_json(const effigy::nwn::text_model& text);

} // namespace tool
