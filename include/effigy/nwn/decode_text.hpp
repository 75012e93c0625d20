// Models in text form that own their data, as the binary form has them: what compilers make of a text.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/decode.hpp>
#include <effigy/nwn/text.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Returns the model that a text describes. Vertices are split as by the game's compiler, and normals follow from
// smoothing groups; docs/nwn.md has the rules. `by`: the program whose defaults, colors, ids of controllers and
// arithmetic are used; an unknown one is the Enhanced Edition. The model takes at most 40 times the bytes of the text
// plus 80 KiB; decoding takes three times as much.
//
// Errors, with line and column: budget, if the model would take more, or if nodes or boxes are in more than 256 others;
// out_of_bounds, if the binary form has no room for the vertices, bones or keys; bad_value, if no node of a model has
// the parent NULL. Nodes without a way to the root are left out, as in the game, and so are faces without vertices;
// lint() says so. The nodes of a walk mesh get a root with the name of the text; one with a collision tree is a tile.
EFFIGY_API [[nodiscard]] result<owned_model>
decode(const text_model& from, producer by = producer::enhanced_edition,
       std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/owned/text/decoding.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

EFFIGY_API_BODY result<owned_model> decode(const text_model& from, producer by, std::pmr::memory_resource* memory) {
    return impl::text_decoder<>{from, by, memory}.run();
}

}}} // namespace effigy::v0::nwn
#endif
