// World of Warcraft: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/forward.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

class model;
class bone;
class skin_profile;
class bone_index;
class animation;
class skin_file;
class skeleton;
class chunked_file;
struct animation_time;
struct companion;

}}} // namespace effigy::v0::m2
