#include "convert_version.hpp"

#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/join.hpp>

#include <type_traits>

namespace tool {

namespace m2 = effigy::m2;

namespace {

void take_files(m2::written_files files, const std::string& stem, made_file& out) {
    out.bytes = std::move(files.model);
    for (m2::written_companion& one : files.companions) {
        m2::wanted_companion name{};
        name.kind = one.kind;
        name.id = one.id;
        name.variation = one.variation;
        out.beside.emplace_back(m2::name_of(name, stem), std::move(one.bytes));
    }
}

} // namespace

int convert_version(const convert_version_options& options, model_cache& models) {
    if (options.output.empty()) {
        return wrong_usage("convert-version", "expected -o OUT");
    }
    const auto make = [&](const auto& view, const edit_job& job, made_file& out, const auto& tell) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, m2::model>) {
            const auto made = m2::convert_version(view, options.version, tell);
            auto files = made ? encode(*made) : effigy::result<m2::written_files>{made.error()};
            out.why = files.error();
            if (files) {
                take_files(*std::move(files), name_of_file(job.to.stem()), out);
            }
        } else {
            out.why = not_of_form("expected a model of World of Warcraft");
        }
    };
    return make_new_forms("convert-version", options, models, make, ".m2");
}

} // namespace tool
