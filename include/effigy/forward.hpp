// The names of models, animations and their parts, for headers that only mention them.
#pragma once

#include <effigy/core/language.hpp>

#include <bit>

namespace effigy::inline v0 {

using endian = std::endian;

struct error;
struct finding;
struct location;
template <class T> class result;
class window;

namespace grimrock {
template <endian E> struct model_grammar;
template <class Grammar> class basic_model;
template <class Grammar> class basic_node;
template <class Grammar> class basic_mesh;
template <class Grammar> class basic_node_index;
template <endian E> class basic_animation;

using model = basic_model<model_grammar<endian::little>>;
using node = basic_node<model_grammar<endian::little>>;
using mesh = basic_mesh<model_grammar<endian::little>>;
using node_index = basic_node_index<model_grammar<endian::little>>;
using animation = basic_animation<endian::little>;
} // namespace grimrock

namespace shinobi {
template <endian E> struct model_grammar;

using model = grimrock::basic_model<model_grammar<endian::little>>;
using node = grimrock::basic_node<model_grammar<endian::little>>;
using mesh = grimrock::basic_mesh<model_grammar<endian::little>>;
using node_index = grimrock::basic_node_index<model_grammar<endian::little>>;
using grimrock::animation;
} // namespace shinobi

namespace nwn {
template <endian E> class basic_model;
template <endian E> class basic_node;
template <endian E> class basic_mesh;
template <endian E> class basic_skin;
template <endian E> class basic_node_index;
template <endian E> class basic_animation;
template <endian E> class basic_animation_index;

using model = basic_model<endian::little>;
using node = basic_node<endian::little>;
using mesh = basic_mesh<endian::little>;
using skin = basic_skin<endian::little>;
using node_index = basic_node_index<endian::little>;
using animation = basic_animation<endian::little>;
using animation_index = basic_animation_index<endian::little>;
} // namespace nwn

namespace m2 {
template <endian E> class basic_model;
template <endian E> class basic_bone;
template <endian E> class basic_skin_profile;
template <endian E> class basic_bone_index;
template <endian E> class basic_animation;
struct animation_time;

using model = basic_model<endian::little>;
using skin_profile = basic_skin_profile<endian::little>;
using bone_index = basic_bone_index<endian::little>;
using animation = basic_animation<endian::little>;
} // namespace m2

namespace p3d {
template <endian E> class basic_model;
template <endian E> class basic_lod;
template <endian E> class basic_lod_index;
template <endian E> class basic_animation;

using model = basic_model<endian::little>;
using lod = basic_lod<endian::little>;
using lod_index = basic_lod_index<endian::little>;
using animation = basic_animation<endian::little>;
} // namespace p3d

} // namespace effigy::inline v0
