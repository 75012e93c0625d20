// What is unusual in the model that a text becomes.
#pragma once

#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/lint/statements.hpp>
#include <effigy/nwn/owned/derive.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Makes the collision trees that a text lacks.
template <class = when_used> void add_boxes(owned_model& model) {
    for (owned_node& node : model.get(model.nodes)) {
        if (lacks_boxes(model, node)) {
            compute_boxes(model, node);
        }
    }
}

// Reports what is unusual in the binary form of a text, at the statements that `texts` knows.
template <class = when_used>
void lint_compiled(const file_bytes& file, const text_linter<>& texts, finding_sink sink) {
    if (const auto compiled = open(file)) {
        const auto at_its_statement = [&](const finding& found) {
            if (found.code != odd::producer_unknown.code) {
                finding out = found;
                static_cast<location&>(out) = texts.place_of(found);
                sink(out);
            }
        };
        lint(*compiled, at_its_statement);
    }
}

}}}} // namespace effigy::v0::nwn::impl
