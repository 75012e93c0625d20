// Writing models in text form: what changed, or all statements anew.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/decode_text.hpp>
#include <effigy/owned/written_file.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Returns the text that the model was decoded from, byte for byte; with its changes, if it was changed: a statement, a
// key or a row of which nothing changed keeps its bytes, and so do comments and unknown statements. `kept_rest` is
// true. `by`: what decode() got. What the model's changes can be: names, wherever they stand; values of statements;
// keys; positions, texture coordinates, constraints and boxes of collision trees, if they still belong to the same
// vertices and faces. A changed rotation is written as an axis and an angle, which are the same but for the last bits.
// What compilers compute is not written: normals, bounds, planes, areas, bind poses, part numbers.
//
// Errors: those of decode(); bad_value, with the path of what else changed.
EFFIGY_API [[nodiscard]] result<written_file>
encode(const owned_model& from, const text_model& original, producer by = producer::enhanced_edition,
       std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Returns the text with all statements written anew, without comments: decode() returns the same model. A number is the
// shortest that reads back to the bit.
EFFIGY_API [[nodiscard]] file_bytes rewrite_text(const text_model& document,
                                                 std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/owned/text/changes.hpp>
#include <effigy/nwn/owned/text/rewriting.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

EFFIGY_API_BODY result<written_file> encode(const owned_model& from, const text_model& original, producer by,
                                            std::pmr::memory_resource* memory) {
    pool<std::uint64_t> places{memory};
    const auto before = impl::text_decoder<>{original, by, memory, &places}.run();
    return before ? impl::written(impl::text_changes<>{original, *before, from, places, by, memory}.run(), true)
                  : result<written_file>{before.error()};
}

EFFIGY_API_BODY file_bytes rewrite_text(const text_model& document, std::pmr::memory_resource* memory) {
    return impl::text_rewriter<>{document, memory}.run();
}

}}} // namespace effigy::v0::nwn
#endif
