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
    bool is_strict = false;          // what is above a limit of the game is an error
};

// The same with the part numbers of a supermodel, and with tangents where a mesh of the Enhanced Edition has the render
// hint NormalAndSpecMapped and none in the text. Meshes are not merged. `tell` gets, with line and column, faces and
// weights that are left out, and what is above a limit of the game.
// Errors: those of decode() and encode(); bad_value, at the line of the statement, if the text names a supermodel that
// is not among the options; out_of_bounds, above a limit of the game, if `is_strict`.
EFFIGY_API [[nodiscard]] result<file_bytes>
compile(const text_model& from, finding_sink tell, const compile_options& options = {},
        std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/owned/derive.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

// Returns the statement that names the supermodel; an empty one, if there is none.
template <class = when_used> [[nodiscard]] statement supermodel_of(const text_model& of) noexcept {
    statement out;
    for (const statement& each : of.statements()) {
        if (each.kind() == statement_kind::plain && each.is("setsupermodel")) {
            out = each;
        } else if (each.kind() == statement_kind::node) {
            break; // of the model's statements, it is among the first
        }
    }
    return out;
}

// Computes tangents where the game would.
template <class = when_used> void add_tangents(owned_model& model) {
    for (owned_node& node : model.get(model.nodes)) {
        const owned_mesh* const mesh = model.get(node.mesh);
        if (mesh != nullptr && mesh->render_hint == hint_of::normal_and_specular_mapped && mesh->tangents.empty() &&
            !mesh->texcoords[0].empty()) {
            static_cast<void>(compute_tangents(model, node)); // else without them, as in the text
        }
    }
}

} // namespace impl

EFFIGY_API_BODY result<file_bytes> compile(const text_model& from, producer by, std::pmr::memory_resource* memory) {
    const auto own = decode(from, by, memory);
    return own ? encode(*own, by, memory) : result<file_bytes>{own.error()};
}

EFFIGY_API_BODY result<file_bytes> compile(const text_model& from, finding_sink tell, const compile_options& options,
                                           std::pmr::memory_resource* memory) {
    auto own = impl::text_decoder<>{from, options.by, memory, nullptr, {&tell, options.is_strict}}.run();
    if (!own) {
        return own.error();
    }
    const bool has_supermodel = !options.supermodel.nodes().empty();
    if (!options.without_supermodel && !impl::name_in(own->supermodel).empty()) {
        if (!has_supermodel) {
            const statement at = impl::supermodel_of(from);
            error why{at.at("model.supermodel"), errc::bad_value, 0, 0, "a supermodel at hand"};
            const text_word name = impl::supermodel_in(at);
            why.name = name.text.data();
            why.need = name.text.size();
            return why;
        }
        if (const error why = number_parts(*own, options.supermodel)) {
            return why;
        }
    }
    if (!impl::is_before_enhanced_edition(options.by)) {
        impl::add_tangents(*own);
    }
    return encode(*own, options.by, memory);
}

}}} // namespace effigy::v0::nwn
#endif
