// World of Warcraft: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/forward.hpp>

namespace effigy::inline v0::m2 {

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

} // namespace effigy::inline v0::m2
