// One model in the terms of glTF 2.0, whatever format it comes from: what to_scene() of each format makes, and what
// gltf.hpp writes.
#pragma once

#include <effigy/scene/measure.hpp>
#include <effigy/scene/parts.hpp>
#include <effigy/scene/verify.hpp>
