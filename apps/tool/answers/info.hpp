// effigy info: what is in a file, as text and as JSON.
#pragma once

#include "companion_table.hpp"
#include "json.hpp"
#include "text.hpp"

#include <effigy/grimrock.hpp>
#include <effigy/m2.hpp>
#include <effigy/nwn.hpp>
#include <effigy/nwn/text.hpp>
#include <effigy/p3d.hpp>

#include <ostream>

namespace tool {

// ---- Legend of Grimrock and the Shinobi engine ---------------------------------------------------------------------

void print(std::ostream& out, const style& paint, const effigy::grimrock::model& model);
void print(std::ostream& out, const style& paint, const effigy::grimrock::animation& clip);

json to_json(const effigy::grimrock::model& model);
json to_json(const effigy::grimrock::animation& clip);

// ---- Neverwinter Nights --------------------------------------------------------------------------------------------

void print(std::ostream& out, const style& paint, const effigy::nwn::model& model);
json to_json(const effigy::nwn::model& model);

// Of a model in text form: what compilers make of it. Nothing of one that cannot be compiled.
void print(std::ostream& out, const style& paint, const effigy::nwn::text_model& text);
json to_json(const effigy::nwn::text_model& text);

// ---- World of Warcraft ---------------------------------------------------------------------------------------------

// `companions` are those of the model.
void print(std::ostream& out, const style& paint, const effigy::m2::model& model, const companion_table& companions);

json to_json(const effigy::m2::model& model, const companion_table& companions);

// ---- companions of World of Warcraft -------------------------------------------------------------------------------

void print(std::ostream& out, const style& paint, const effigy::m2::skin_file& skin);
void print(std::ostream& out, const style& paint, const effigy::m2::skeleton& skeleton);
void print(std::ostream& out, const style& paint, const effigy::m2::chunked_file& file);
void print(std::ostream& out, const style& paint, const animation_keys& keys);

json to_json(const effigy::m2::skin_file& skin);
json to_json(const effigy::m2::skeleton& skeleton);
json to_json(const effigy::m2::chunked_file& file);
json to_json(const animation_keys& keys);

// ---- Arma ----------------------------------------------------------------------------------------------------------

void print(std::ostream& out, const style& paint, const effigy::p3d::model& model);
void print(std::ostream& out, const style& paint, const effigy::p3d::animation& clip);

json to_json(const effigy::p3d::model& model);
json to_json(const effigy::p3d::animation& clip);

} // namespace tool
