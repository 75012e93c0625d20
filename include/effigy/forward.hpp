// Forward declarations of models, animations and their parts.
#pragma once

#include <effigy/core/form.hpp>

namespace effigy::inline v0 {

struct error;
struct finding;
struct location;
template <class T> class result;
class window;

namespace grimrock {
template <form F> struct model_grammar;
template <class Grammar> class basic_model;
template <class Grammar> class basic_node;
template <class Grammar> class basic_mesh;
template <class Grammar> class basic_node_index;
template <form F> class basic_animation;

using model = basic_model<model_grammar<form::little>>;
using node = basic_node<model_grammar<form::little>>;
using mesh = basic_mesh<model_grammar<form::little>>;
using node_index = basic_node_index<model_grammar<form::little>>;
using animation = basic_animation<form::little>;
} // namespace grimrock

namespace shinobi {
template <form F> struct model_grammar;

using model = grimrock::basic_model<model_grammar<form::little>>;
using node = grimrock::basic_node<model_grammar<form::little>>;
using mesh = grimrock::basic_mesh<model_grammar<form::little>>;
using node_index = grimrock::basic_node_index<model_grammar<form::little>>;
using grimrock::animation;
} // namespace shinobi

namespace nwn {
template <form F> class basic_model;
template <form F> class basic_node;
template <form F> class basic_mesh;
template <form F> class basic_skin;
template <form F> class basic_node_index;
template <form F> class basic_animation;
template <form F> class basic_animation_index;

using model = basic_model<form::little>;
using node = basic_node<form::little>;
using mesh = basic_mesh<form::little>;
using skin = basic_skin<form::little>;
using node_index = basic_node_index<form::little>;
using animation = basic_animation<form::little>;
using animation_index = basic_animation_index<form::little>;
} // namespace nwn

namespace m2 {
template <form F> class basic_model;
template <form F> class basic_bone;
template <form F> class basic_skin_profile;
template <form F> class basic_bone_index;
template <form F> class basic_animation;
template <form F> class basic_skin;
template <form F> class basic_skeleton;
template <form F> class basic_chunked_file;
struct animation_time;
struct companion;

using model = basic_model<form::little>;
using skin_profile = basic_skin_profile<form::little>;
using skin = basic_skin<form::little>;
using skeleton = basic_skeleton<form::little>;
using chunked_file = basic_chunked_file<form::little>;
using bone_index = basic_bone_index<form::little>;
using animation = basic_animation<form::little>;
} // namespace m2

namespace p3d {
template <form F> class basic_model;
template <form F> class basic_lod;
template <form F> class basic_lod_index;
template <form F> class basic_animation;

using model = basic_model<form::little>;
using lod = basic_lod<form::little>;
using lod_index = basic_lod_index<form::little>;
using animation = basic_animation<form::little>;
} // namespace p3d

} // namespace effigy::inline v0
