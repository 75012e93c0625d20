// What the command line asks of a model that the model does not have.
#pragma once

#include "scene_of.hpp"

#include <string>

namespace tool {

struct lack {
    std::string refusal{}; // nothing of what was asked is there: "no level 9; .."
    std::string remark{};  // some of it is not
};

[[nodiscard]] lack lacks(const effigy::m2::model& from, const scene_settings& settings);
[[nodiscard]] lack lacks(const effigy::p3d::model& from, const scene_settings& settings);
template <class Model> [[nodiscard]] lack lacks(const Model&, const scene_settings&) { return {}; }

} // namespace tool
