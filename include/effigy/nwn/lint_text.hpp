// Findings about a model in text form.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/text.hpp>

#include <memory_resource>

namespace effigy { inline namespace v0 { namespace nwn {

// Calls sink(finding) for each finding about a text, with its line and column: first those about the text itself, whose
// codes begin with "text-", then those about the model that decode() makes of it, at the statement of the node or the
// animation. The memory is that of decode() and encode().
EFFIGY_API void lint(const text_model& from, finding_sink sink,
                     std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/lint/statements.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

EFFIGY_API_BODY void lint(const text_model& from, finding_sink sink, std::pmr::memory_resource* memory) {
    pool<std::uint64_t> places{memory};
    const auto own = impl::text_decoder<>{from, producer::enhanced_edition, memory, &places}.run();
    impl::text_linter<> texts{from, own ? &*own : nullptr, places, sink, memory};
    texts.run();
    if (!own) {
        return; // decode() says why
    }
    const auto file = encode(*own, memory);
    if (!file) {
        return;
    }
    if (const auto compiled = open(*file)) {
        const auto at_its_statement = [&](const finding& found) {
            if (found.code != impl::odd::producer_unknown.code) {
                finding out = found;
                static_cast<location&>(out) = texts.place_of(found);
                sink(out);
            }
        };
        lint(*compiled, at_its_statement);
    }
}

}}} // namespace effigy::v0::nwn
#endif
