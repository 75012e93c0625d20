#include "commands.hpp"

#include "new_form.hpp"
#include "supermodels.hpp"
#include <tool/system/files.hpp>

#include <effigy/nwn/decompile.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tool {

namespace fs = std::filesystem;
namespace nwn = effigy::nwn;

namespace {

std::optional<nwn::producer> producer_of(std::string_view game) {
    return game == "ee"           ? std::optional{nwn::producer::enhanced_edition}
           : game == "bioware"    ? std::optional{nwn::producer::bioware}
           : game == "nwnmdlcomp" ? std::optional{nwn::producer::nwnmdlcomp}
                                  : std::nullopt;
}

void compile_text(const nwn::text_model& text, const fs::path& path, const compile_options& options, nwn::producer by,
                  supermodels& above, effigy::finding_sink tell, made_file& out) {
    nwn::compile_options how{.by = by};
    how.without_supermodel = options.no_supermodel;
    how.is_strict = options.strict;
    const bool needs_one = !options.no_supermodel && !text.supermodel().empty();
    const fs::path file = needs_one ? above.find(text.supermodel(), path) : fs::path{};
    std::string absent = needs_one ? above.absent(text.supermodel(), path) : "";
    if (!file.empty()) {
        const kept_model& found = above.of(file);
        how.supermodel = found.model;
        out.why = found.why;
        out.culprit = found.why ? file.string() : "";
        absent = found.absent;
    }
    if (!out.why) {
        auto made = nwn::compile(text, tell, how);
        out.why = made.error();
        out.bytes = made ? *std::move(made) : effigy::file_bytes{};
    }
    if (out.why.path == std::string_view{"model.supermodel"} && !absent.empty()) {
        out.words = effigy::to_string(out.why) + ": " + absent;
        out.help = "without a supermodel: --supermodels FOLDER says where supermodels are, "
                   "--no-supermodel does without them";
    }
}

} // namespace

int compile(const compile_options& options, model_cache& models) {
    const std::optional<nwn::producer> by = producer_of(options.game);
    if (!by) {
        return wrong_usage("compile", "--for: expected ee, bioware or nwnmdlcomp, found " + printable(options.game));
    }
    if (options.output.empty()) {
        return wrong_usage("compile", "expected -o OUT");
    }
    if (const std::string why = no_folder("--supermodels", options.supermodels); !why.empty()) {
        return wrong_usage("compile", why);
    }
    supermodels above{options.supermodels, *by, models.finder().folders()};
    return make_new_forms(
        "compile", options, models, [&](const auto& view, const edit_job& job, made_file& out, const auto& tell) {
            if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(view)>, nwn::text_model>) {
                out.why = not_of_form("expected a model of Neverwinter Nights in text form");
            } else if (view.is_walk_mesh()) {
                out.why = {{"walk mesh in text form"}, effigy::errc::unsupported, 0, -1, "as the game reads it"};
            } else {
                compile_text(view, job.from, options, *by, above, tell, out);
            }
        });
}

int decompile(const compile_options& given, model_cache& models) {
    compile_options options = given;
    options.only_losses = true;
    const auto make = [](const auto& view, const edit_job&, made_file& out, const auto& tell) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, nwn::model>) {
            auto made = nwn::decompile(view, tell);
            out.why = made.error();
            out.bytes = made ? *std::move(made) : effigy::file_bytes{};
        } else {
            out.why = not_of_form("expected a binary model of Neverwinter Nights");
        }
    };
    if (!options.output.empty() && !is_standard(options.output)) {
        return make_new_forms("decompile", options, models, make);
    }
    if (options.json) {
        return wrong_usage("decompile", "--json: expected -o OUT: without it, the text is printed");
    }
    std::error_code failure;
    if (options.arguments.size() != 1 || fs::is_directory(options.arguments.front(), failure)) {
        return wrong_usage("decompile", "expected -o FOLDER for several files");
    }
    made_file made;
    existing_files existing;
    const outcome_of_file out =
        make_new_form({options.arguments.front(), {}}, make, style::of(stderr), options, models, existing, made);
    if (out.status != status::ok) {
        std::cerr << out.lines;
        return 1;
    }
    std::cerr << (options.verbose ? out.lines : ""); // else nothing beside the text: git shows it in each diff
    return write_standard_output(made.bytes) ? 1 : 0;
}

} // namespace tool
