// Converts models and clips of the Shinobi engine to scenes, see grimrock/scene.hpp.
#pragma once

#include <effigy/grimrock/scene.hpp>
#include <effigy/shinobi/sample.hpp>

namespace effigy { inline namespace v0 { namespace shinobi {

using grimrock::named_clip;
using grimrock::scene_options;
using grimrock::to_scene;

}}} // namespace effigy::v0::shinobi
