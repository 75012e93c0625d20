// Legend of Grimrock: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/forward.hpp>

namespace effigy::inline v0::grimrock {

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

} // namespace effigy::inline v0::grimrock
