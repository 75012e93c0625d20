// Models in binary form as texts.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/decode.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Returns the text of a model: compiled for the same producer, it is the same model, but for what `tell` gets. Merged
// meshes are separate again, vertices are joined, smoothing groups follow from normals, and numbers are the shortest
// that read back. A controller without a name is written as "controller_512". docs/nwn.md has the rules. Findings have
// the number and the name of the node, and no offset; there is one of each kind for each node.
// Errors: those of decode(), encode() and of decode() of the text; budget, if lists that many records share would make
// a text of more than 64 times the model plus 64 KiB.
EFFIGY_API [[nodiscard]] result<file_bytes>
decompile(const model& from, finding_sink tell, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// The same for a model that owns its data.
EFFIGY_API [[nodiscard]] result<file_bytes>
decompile(const owned_model& from, finding_sink tell,
          std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/decode_text.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/nwn/owned/text/decompiling.hpp>
#include <effigy/nwn/owned/text/losses.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

// Writes a model and reads it again: what has no meaning is then that of the producer.
template <class = when_used>
[[nodiscard]] result<owned_model> canonical(const owned_model& from, producer by, std::pmr::memory_resource* memory) {
    const auto written = encode_and_open(from, by, memory);
    return written ? decode(written->view, memory) : result<owned_model>{written.error()};
}

} // namespace impl

EFFIGY_API_BODY result<file_bytes> decompile(const owned_model& from, finding_sink tell,
                                             std::pmr::memory_resource* memory) {
    const producer by = from.producer != producer::unknown ? from.producer : producer::enhanced_edition;
    impl::text_losses<> losses{tell, memory};
    owned_model separate{memory};
    separate = from;
    losses.add_merges(separate);
    if (const auto count = unmerge(separate); !count) {
        return count.error();
    }
    const auto before = impl::canonical(separate, by, memory);
    if (!before) {
        return before.error();
    }
    auto text = impl::text_author<>{*before, by, memory}.run();
    const auto opened = text ? open_text(*text) : result<text_model>{text.error()};
    const auto read = opened ? decode(*opened, by, memory) : result<owned_model>{opened.error()};
    const auto after = read ? impl::canonical(*read, by, memory) : result<owned_model>{read.error()};
    if (!after) {
        return after.error();
    }
    losses.compare(*before, *after);
    return text;
}

EFFIGY_API_BODY result<file_bytes> decompile(const model& from, finding_sink tell, std::pmr::memory_resource* memory) {
    const auto own = decode(from, memory);
    if (!own) {
        return own.error();
    }
    const auto clean = encode(*own, memory);
    bool same = clean && clean->size() == from.file().size();
    for (std::size_t i = 0; same && i < clean->size(); ++i) {
        same = (*clean)[i] == from.file().bytes()[i];
    }
    if (!same) {
        tell(finding{{"nwn", location::nowhere}, impl::odd::decompile_garbage});
    }
    return decompile(*own, tell, memory);
}

}}} // namespace effigy::v0::nwn
#endif
