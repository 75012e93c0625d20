// A model in the terms of glTF 2.0, independent of the format it comes from. to_scene() of each format creates it, and
// gltf.hpp writes it.
#pragma once

#include <effigy/scene/bounds.hpp>
#include <effigy/scene/origins.hpp>
#include <effigy/scene/parts.hpp>
#include <effigy/scene/play.hpp>
#include <effigy/scene/verify.hpp>
