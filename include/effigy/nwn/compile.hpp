// Models in text form as the game loads them: the binary form.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/decode_text.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Returns the binary form of a model in text form: what encode() makes of decode(). `by`: as for decode(). Its nodes
// are numbered as if it named no supermodel. Errors: those of both.
EFFIGY_API [[nodiscard]] result<file_bytes>
compile(const text_model& from, producer by = producer::enhanced_edition,
        std::pmr::memory_resource* memory = std::pmr::get_default_resource());

struct compile_options {
    producer by = producer::enhanced_edition; // the program whose rules apply
    // That the text names, compiled; empty if it is not at hand.
    model supermodel{}; // NOLINT(readability-redundant-member-init): g++ warns if an aggregate leaves it out
    bool without_supermodel = false; // numbers the nodes as if the text named none
    bool is_strict = false;          // a warning is an error
};

// The same with the part numbers of a supermodel; with tangents where a mesh of the Enhanced Edition has the render
// hint NormalAndSpecMapped and none in the text; and with a collision tree for a walk mesh that has none. Meshes are
// not merged. `tell` gets what lint() warns of, with line and column, and collision trees that are made. Errors: those
// of decode() and encode(); bad_value, at the line of the statement: no nodes, a number that is too large for the
// binary form, a supermodel that is not among the options; if `is_strict`, the first warning.
EFFIGY_API [[nodiscard]] result<file_bytes>
compile(const text_model& from, finding_sink tell, const compile_options& options = {},
        std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/lint/compiled_text.hpp>
#include <effigy/nwn/owned/derive.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

// Computes tangents where the game would.
template <class = when_used> void add_tangents(owned_model& model) {
    for (owned_node& node : model.get(model.nodes)) {
        const owned_mesh* const mesh = model.get(node.mesh);
        if (mesh != nullptr && mesh->render_hint == normal_and_specular_mapped && mesh->tangents.empty() &&
            !mesh->texcoords[0].empty()) {
            static_cast<void>(compute_tangents(model, node)); // else without them, as in the text
        }
    }
}

// Passes warnings on, and turns what must not be compiled into an error.
template <class = when_used> class compile_reports {
public:
    compile_reports(finding_sink to, bool is_strict) noexcept : to_(to), is_strict_(is_strict) {}

    void operator()(const finding& found) {
        const bool is_large = found.code == odd::text_large.code;
        if (found.level != severity::warning && found.code != odd::text_box_none.code) {
            return;
        }
        to_(found);
        if (!why && (is_large || (is_strict_ && found.level == severity::warning))) {
            why = error{static_cast<const location&>(found), errc::bad_value, 0, 0,
                        is_large ? "a number that a float can hold" : "a text without warnings"};
            const std::string_view name = is_large ? found.name : std::string_view{found.code};
            why.name = name.data();
            why.need = name.size();
        }
    }

    error why;

private:
    finding_sink to_;
    bool is_strict_;
};

} // namespace impl

EFFIGY_API_BODY result<file_bytes> compile(const text_model& from, producer by, std::pmr::memory_resource* memory) {
    const auto own = decode(from, by, memory);
    return own ? encode(*own, by, memory) : result<file_bytes>{own.error()};
}

EFFIGY_API_BODY result<file_bytes> compile(const text_model& from, finding_sink tell, const compile_options& options,
                                           std::pmr::memory_resource* memory) {
    impl::compile_reports<> reports{tell, options.is_strict};
    const finding_sink sink{reports};
    pool<std::uint64_t> places{memory};
    auto own = impl::text_decoder<>{from, options.by, memory, &places, &sink}.run();
    if (!own) {
        return own.error();
    }
    impl::text_linter<> texts{from, &*own, places, sink, memory};
    texts.run();
    if (own->nodes.empty()) {
        return error{(*from.statements().begin()).at("nodes[]"),
                     errc::bad_value,
                     from.name().size(),
                     0,
                     "a node whose parent is NULL",
                     from.name().data()};
    }
    if (!options.without_supermodel && !impl::name_in(own->supermodel).empty()) {
        if (options.supermodel.nodes().empty()) {
            return error{from.supermodel_statement().at("model.supermodel"),
                         errc::bad_value,
                         from.supermodel().size(),
                         0,
                         "a supermodel at hand",
                         from.supermodel().data()};
        }
        if (const error why = number_parts(*own, options.supermodel)) {
            return why;
        }
    }
    if (!impl::is_before_enhanced_edition(options.by)) {
        impl::add_tangents(*own);
    }
    impl::add_boxes(*own);
    auto compiled = impl::encode_and_open(*own, options.by, memory);
    if (compiled) {
        impl::lint_compiled(compiled->view, texts, sink);
    }
    return impl::file_of(reports.why ? reports.why : std::move(compiled));
}

}}} // namespace effigy::v0::nwn
#endif
