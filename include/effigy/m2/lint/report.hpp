// How the linters of a model tell what they find: of one kind only the first in a list, lest a model of 200 bones be
// told the same 200 times.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/measure.hpp>
#include <effigy/m2/names.hpp>
#include <effigy/m2/view.hpp>
#include <effigy/m2/view/references.hpp>

namespace effigy::inline v0::m2::impl {
using namespace effigy::impl;

// A kind of finding; the message says what it is and what to do about it.
struct oddity {
    severity level;
    const char* code;
    const char* message;
};

template <form F, class Sink> class reporter {
public:
    reporter(const basic_model<F>& from, Sink& sink) noexcept : model_(from), context_(from.file()), sink_(sink) {}

    [[nodiscard]] const basic_model<F>& model() const noexcept { return model_; }
    [[nodiscard]] const impl::context<F>& context() const noexcept { return context_; }

    // `inside` lies in the file; `name`: the culprit's, if it has one.
    void operator()(const oddity& what, const location& at, const void* inside, std::string_view name = {}) const {
        finding out{at, what.level, what.code, what.message, name};
        out.offset = model_.file().offset_of(inside);
        sink_(out);
    }

    // The first of a list that is_odd(it, its number); `at` is the list's location, name_of(it, its number) its name.
    template <class Range, class Test>
    void first(const oddity& what, const location& at, const Range& list, const Test& is_odd) const {
        first(what, at, list, is_odd, [](const auto&, std::uint32_t) { return std::string_view{}; });
    }
    template <class Range, class Test, class Name>
    void first(const oddity& what, const location& at, const Range& list, const Test& is_odd,
               const Name& name_of) const {
        std::uint32_t number = 0;
        for (const auto& entry : list) {
            if (is_odd(entry, number)) {
                (*this)(what, inner(at, number), &entry, name_of(entry, number));
                return;
            }
            ++number;
        }
    }

    // Number `i` of a list: the last "[]" of its path.
    [[nodiscard]] static location inner(const location& at, std::uint32_t i) noexcept {
        location out = at;
        if (out.depth < location::max_depth) {
            out.index[out.depth++] = i;
        }
        return out;
    }

private:
    const basic_model<F>& model_;
    impl::context<F> context_;
    Sink& sink_;
};

} // namespace effigy::inline v0::m2::impl
