// Models of Neverwinter Nights as texts, and their derived values. A text that decompile() writes is read, and its
// compiled form can be opened.
#include "hostile/fuzz/promises.hpp"

#include <effigy/nwn/compile.hpp>
#include <effigy/nwn/decompile.hpp>
#include <effigy/nwn/edit.hpp>

namespace nwn = effigy::nwn;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto model = nwn::open(std::as_bytes(std::span{data, size}));
    auto own = model ? nwn::decode(*model) : effigy::result<nwn::owned_model>{model.error()};
    if (!own) {
        return 0;
    }
    const auto text = nwn::decompile(*model, [](const effigy::finding& found) {
        fuzz::promise(found.offset == effigy::location::nowhere, "a finding of decompile() has no offset");
    });
    if (text) {
        const auto opened = nwn::open_text(*text);
        const auto file =
            opened ? nwn::compile(*opened, model->producer()) : effigy::result<effigy::file_bytes>{opened.error()};
        fuzz::promise(file && nwn::open(*file), "a text that is written has a compiled form");
    }
    for (nwn::owned_node& node : own->get(own->nodes)) {
        static_cast<void>(share_vertices(*own, node));
        static_cast<void>(compute_tangents(*own, node));
    }
    static_cast<void>(complete(*own, model->producer(), *model));
    static_cast<void>(nwn::encode(*own));
    return 0;
}
