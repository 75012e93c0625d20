// Arma: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/forward.hpp>

namespace effigy::inline v0::p3d {

template <form F> class basic_model;
template <form F> class basic_lod;
template <form F> class basic_lod_index;
template <form F> class basic_animation;

using model = basic_model<form::little>;
using lod = basic_lod<form::little>;
using lod_index = basic_lod_index<form::little>;
using animation = basic_animation<form::little>;

} // namespace effigy::inline v0::p3d
