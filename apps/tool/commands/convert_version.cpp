#include "commands.hpp"

#include "model_files.hpp"
#include "new_form.hpp"

#include <effigy/m2/check_target.hpp>
#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/join.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
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

// The paths of FileDataIDs: given ones, then those of the listfile.
class file_names {
public:
    explicit file_names(const listfile& names) : names_(names) {}

    // Returns whether the text is ID=PATH.
    [[nodiscard]] bool add(std::string_view text) {
        std::uint32_t id = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), id);
        const auto digits = static_cast<std::size_t>(end - text.data());
        const bool is_pair = failure == std::errc{} && digits + 1 < text.size() && *end == '=';
        if (is_pair) {
            given_.emplace(id, text.substr(digits + 1));
        }
        return is_pair;
    }
    [[nodiscard]] std::string_view path_of(std::uint32_t id) const {
        const auto found = given_.find(id);
        return found != given_.end() ? found->second : names_.path_of(id);
    }

private:
    std::map<std::uint32_t, std::string_view> given_;
    const listfile& names_;
};

// The names of the chunks that are left out.
class left_out {
public:
    void note(const effigy::finding& found) {
        constexpr std::size_t most = 16;
        if (found.code == std::string_view{"convert-chunk"}) {
            others_ += ids_.size() < most ? 0U : 1U;
            ids_.resize(std::min(ids_.size() + 1, most), printable(found.name.substr(0, found.name.find(','))));
        }
    }
    void add_to(std::vector<std::string>& remarks) const {
        if (!ids_.empty()) {
            remarks.push_back("without chunks " + listed(ids_) +
                              (others_ != 0 ? " and " + grouped(others_) + " more" : ""));
        }
    }

private:
    std::vector<std::string> ids_;
    std::uint64_t others_ = 0;
};

// Says what to do about a model that is refused because of its chunks.
void add_advice(const m2::model& view, const file_names& names, made_file& out) {
    const std::string_view path = out.why.path;
    if (out.why.name != nullptr && path.ends_with("chunks[]")) {
        out.words = "chunk " + printable({out.why.name, out.why.need}) + " (" +
                    effigy::to_string(static_cast<const effigy::location&>(out.why)) +
                    "): effigy does not read it: --drop-unknown leaves it out";
        out.help = "with chunks that effigy does not read: --drop-unknown leaves them out";
    }
    if (path == "textures[].name" && names.path_of(static_cast<std::uint32_t>(out.why.found)).empty()) {
        constexpr std::size_t most = 8;
        const std::string first = std::to_string(out.why.found);
        std::vector<std::string> ids;
        std::size_t others = 0;
        for (std::uint32_t i = 0; i < view.textures().size() && i < view.texture_files().size(); ++i) {
            const std::uint32_t id = view.texture_files()[i];
            const bool is_absent = id != 0 && names.path_of(id).empty() && view.get(view.textures()[i].name).empty() &&
                                   view.textures()[i].type == m2::texture_type::file;
            const std::string number = std::to_string(id);
            if (is_absent && std::ranges::find(ids, number) == ids.end()) {
                others += ids.size() < most ? 0U : 1U;
                ids.resize(std::min(ids.size() + 1, most), number);
            }
        }
        out.words = effigy::to_string(static_cast<const effigy::location&>(out.why)) + ": no path for FileDataID " +
                    listed(ids) + (others != 0 ? " and more" : "") + ": --listfile FILE or --texture " + first +
                    "=PATH gives one";
        out.help = "with textures that have only a FileDataID: --listfile FILE or --texture ID=PATH gives paths";
    }
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
    std::uint64_t count = 0;
    static_cast<void>(m2::check_target(view, view.version(), [&](const effigy::finding&) { ++count; }));
    if (count != 0) {
        out.remarks.push_back("check --target " + std::to_string(view.version()) + ": " + counted(count, "finding"));
    }
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
    file_names names{models.finder().names()};
    for (const std::string& text : options.textures) {
        if (!names.add(text)) {
            return wrong_usage("convert-version", "--texture: expected ID=PATH, found " + printable(text));
        }
    }
    m2::conversion_options how;
    const auto path_of = [&](std::uint32_t id) { return names.path_of(id); };
    how.path_of = path_of;
    how.drop_unknown = options.drop_unknown;
    const auto make = [&](const auto& view, const edit_job& job, made_file& out, const auto& tell) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, m2::model>) {
            if (view.version() == options.version && view.chunks().empty()) {
                copy_files(view, job, models, out);
                return;
            }
            left_out chunks;
            const auto note = [&](const effigy::finding& found) {
                chunks.note(found);
                tell(found);
            };
            const auto made = m2::convert_version(view, options.version, note, how);
            auto files = made ? encode(*made) : effigy::result<m2::written_files>{made.error()};
            out.why = files.error();
            if (files) {
                take_files(*std::move(files), name_of_file(job.to.stem()), out);
                chunks.add_to(out.remarks);
            } else {
                add_advice(view, names, out);
                const auto missing = models.of(job.from)->companions.missing(name_of_file(job.from.stem()));
                if (out.words.empty() && !missing.empty()) {
                    out.words = effigy::to_string(effigy::error{out.why}) + "; without " + listed(missing);
                }
            }
        } else {
            out.why = not_of_form("expected a model of World of Warcraft");
        }
    };
    return make_new_forms("convert-version", options, models, make, ".m2");
}

} // namespace tool
