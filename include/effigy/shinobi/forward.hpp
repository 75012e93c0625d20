// Shinobi engine: forward declarations of models, animations and their parts.
#pragma once

#include <effigy/grimrock/forward.hpp>

namespace effigy::inline v0::shinobi {

template <form F> struct model_grammar;

using model = grimrock::basic_model<model_grammar<form::little>>;
using node = grimrock::basic_node<model_grammar<form::little>>;
using mesh = grimrock::basic_mesh<model_grammar<form::little>>;
using node_index = grimrock::basic_node_index<model_grammar<form::little>>;
using grimrock::animation;

} // namespace effigy::inline v0::shinobi
