// Arma: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/forward.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

class model;
class lod;
class lod_index;
class animation;

}}} // namespace effigy::v0::p3d
