// What a person should know about changes of a scene that are brought back into a model.
#pragma once

#include <effigy/core/function_ref.hpp>

#include <cstdint>
#include <string_view>

namespace effigy { inline namespace v0 {

enum class remark_kind : std::uint8_t {
    changed,  // the model has it now
    kept,     // of the model; the scene lacks it
    guessed,  // which part of the model a part of the scene is
    left_out, // the format cannot hold it, a limit of the game forbids it, or a part is empty now
};

struct remark {
    remark_kind kind = remark_kind::changed;
    std::string_view part;   // "node", "mesh", "material", "clip" ..
    std::string_view name;   // of the part
    std::string_view what;   // "positions of vertices", "more than four joints a vertex: the heaviest four are used"
    std::uint64_t count = 0; // of vertices, keys ..; 0 if it is not counted
};

// Texts in a remark are valid during the call.
using remark_sink = function_ref<void(const remark&)>;

}} // namespace effigy::v0
