// Neverwinter Nights: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/forward.hpp>

namespace effigy::inline v0::nwn {

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

} // namespace effigy::inline v0::nwn
