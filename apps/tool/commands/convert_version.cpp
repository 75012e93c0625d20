#include "convert_version.hpp"

#include "model_places.hpp"

#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/join.hpp>

#include <span>
#include <string>
#include <type_traits>
#include <utility>

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

effigy::file_bytes copy_of(std::span<const std::byte> bytes) {
    effigy::file_bytes out;
    out.append(bytes);
    return out;
}

// The same files at the new place.
void copy_files(const m2::model& view, const edit_job& job, model_cache& models, made_file& out) {
    edited_file same;
    same.judged.joined = models.of(job.from);
    same.files.model = copy_of(view.file().bytes());
    const model_places places = file_places{}.of(job, same, false);
    for (const effigy::file_to_write& one : std::span{places.files}.subspan(1)) {
        out.beside.emplace_back(name_of_file(one.path), copy_of(one.bytes));
    }
    out.bytes = std::move(same.files.model);
    out.remarks.push_back("copied: is version " + std::to_string(view.version()) + " already");
    if (const auto missing = same.judged.joined->companions.missing(name_of_file(job.from.stem())); !missing.empty()) {
        out.remarks.push_back("without " + listed(missing));
    }
}

} // namespace

int convert_version(const convert_version_options& given, model_cache& models) {
    convert_version_options options = given;
    options.keeps_existing = true;
    if (options.output.empty()) {
        return wrong_usage("convert-version", "expected -o OUT");
    }
    const auto make = [&](const auto& view, const edit_job& job, made_file& out, const auto& tell) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, m2::model>) {
            if (view.version() == options.version && view.chunks().empty()) {
                copy_files(view, job, models, out);
                return;
            }
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
