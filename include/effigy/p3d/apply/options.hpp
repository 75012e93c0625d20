// The options of apply().
#pragma once

#include <effigy/p3d/scene/options.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

struct apply_options {
    scene_options made_with{};   // what to_scene() got for the scene that was edited
    bool delete_missing = false; // what the scene lacks is deleted, not kept
    bool rewrite_all = false;    // also what is equal: for tests
};

}}} // namespace effigy::v0::p3d
