// Findings about a model in text form.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/text.hpp>

#include <memory_resource>

namespace effigy { inline namespace v0 { namespace nwn {

// Calls sink(finding) for each finding about a text, with its line and column: what decode() leaves out, what is
// unusual in the text itself, and what is in the model that compile() makes of it, at the statement of the node or the
// animation. The memory is that of decode() and encode().
EFFIGY_API void lint(const text_model& from, finding_sink sink,
                     std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/lint/compiled_text.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

EFFIGY_API_BODY void lint(const text_model& from, finding_sink sink, std::pmr::memory_resource* memory) {
    pool<std::uint64_t> places{memory};
    auto own = impl::text_decoder<>{from, producer::enhanced_edition, memory, &places, &sink}.run();
    impl::text_linter<> texts{from, own ? &*own : nullptr, places, sink, memory};
    texts.run();
    if (!own) {
        return; // decode() says why
    }
    impl::add_boxes(*own);
    if (const auto compiled = impl::encode_and_open(*own, producer::unknown, memory)) {
        impl::lint_compiled(compiled->view, texts, sink);
    }
}

}}} // namespace effigy::v0::nwn
#endif
