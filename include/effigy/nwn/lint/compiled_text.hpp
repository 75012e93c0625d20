// What is unusual in the model that a text becomes.
#pragma once

#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/lint/statements.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Reports what is unusual in the binary form of a text, at the statements that `texts` knows.
template <class = when_used> void lint_compiled(const model& compiled, const text_linter<>& texts, finding_sink sink) {
    lint(compiled, [&](const finding& found) {
        if (found.code != odd::producer_unknown.code) {
            finding out = found;
            static_cast<location&>(out) = texts.place_of(found);
            sink(out);
        }
    });
}

}}}} // namespace effigy::v0::nwn::impl
