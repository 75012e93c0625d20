#include "set.hpp"

#include "batch.hpp"
#include "console.hpp"
#include "edit_plan.hpp"
#include "output.hpp"
#include "usage.hpp"
#include "walk.hpp"
#include <tool/answers/content_text.hpp>
#include <tool/answers/scene_of.hpp>
#include <tool/answers/text.hpp>

#include <effigy/content.hpp>
#include <effigy/grimrock/edit.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/nwn/compile.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/nwn/encode_text.hpp>
#include <effigy/p3d/edit.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <deque>
#include <initializer_list>
#include <iostream>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

// ---- the command line ----------------------------------------------------------------------------------------------

// "OLD=NEW" or "NAME=VALUE", cut at the first "=".
std::optional<effigy::renaming> pair_of(std::string_view text) {
    const std::size_t at = text.find('=');
    return at == 0 || at == std::string_view::npos
               ? std::nullopt
               : std::optional<effigy::renaming>{{.from = text.substr(0, at), .to = text.substr(at + 1)}};
}
std::vector<effigy::renaming> pairs_of(const std::vector<std::string>& texts) {
    std::vector<effigy::renaming> out;
    for (const std::string& text : texts) {
        out.push_back(pair_of(text).value_or(effigy::renaming{}));
    }
    return out;
}

// Returns what is wrong with the options; empty if nothing is.
std::string complaint_of(const set_options& options) {
    for (const auto& [name, texts] : {std::pair{"--texture", &options.textures}, std::pair{"--rename", &options.names},
                                      std::pair{"--property", &options.properties}}) {
        for (const std::string& text : *texts) {
            if (!pair_of(text)) {
                const char* const form = texts == &options.properties ? "NAME=VALUE" : "OLD=NEW";
                return std::string{name} + ": expected " + form + ", found " + printable(text);
            }
        }
    }
    if (options.textures.empty() && options.names.empty() && options.properties.empty() && !options.scale &&
        !options.supermodel && !options.repair) {
        return "set: expected --texture, --rename, --scale, --supermodel, --property or --repair";
    }
    if (options.scale && !(*options.scale > 0 && std::isfinite(*options.scale))) {
        return "--scale: expected a finite number above 0";
    }
    if (!lod_choice::of(options.lod)) {
        return "--lod: " + complaint_of_level(options.lod);
    }
    if (options.in_place == !options.output.empty() && !options.dry_run) {
        return options.in_place ? "-o and --in-place exclude each other" : "expected -o OUT, --in-place or --dry-run";
    }
    return "";
}

// ---- one model -----------------------------------------------------------------------------------------------------

// The pairs of an option, and which of them fit something in a file.
class renamings {
public:
    explicit renamings(const std::vector<std::string>& texts) : all_(pairs_of(texts)), fits_(all_.size()) {}

    [[nodiscard]] const std::vector<effigy::renaming>& all() const { return all_; }

    // Notes which pairs rename something by themselves: calls rename(copy of the model, pair).
    template <class Owned, class Rename> void note(const Owned& model, const Rename& rename) {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!fits_[i]) {
                Owned copy = model;
                const effigy::result<std::size_t> count = rename(copy, std::span{&all_[i], 1});
                if (!count || *count != 0) {
                    fits_[i] = true; // never false again: another file may have set it meanwhile
                }
            }
        }
    }
    // Returns the pairs that fit nothing: "wolf=bear".
    [[nodiscard]] std::vector<std::string> idle() const {
        std::vector<std::string> out;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!fits_[i]) {
                out.push_back(std::string{all_[i].from}.append("=").append(all_[i].to));
            }
        }
        return out;
    }

private:
    std::vector<effigy::renaming> all_;
    std::deque<std::atomic<bool>> fits_; // several threads edit
};

class editor {
public:
    // `inputs`: all files that the command changes, behind symbolic links.
    editor(const set_options& options, const std::set<fs::path>& inputs, model_cache& models)
        : options_(options), inputs_(inputs), textures_(options.textures), names_(options.names),
          properties_(pairs_of(options.properties)), fitting_properties_(properties_.size()),
          lod_(lod_choice::of(options.lod).value_or(lod_choice{})), models_(models) {}

    // Edits a model or clip. `is_text`: its file has no numbers of nodes. Returns how many fields were asked to change.
    // Adds what a person should know to `remark`.
    template <class Owned> effigy::result<std::size_t> operator()(Owned& model, const fs::path& path, bool is_text,
                                                                  std::string& remark) const {
        note_what_fits(model);
        [[maybe_unused]] const std::size_t merged = merged_meshes(model);
        std::size_t count = 0;
        effigy::error why;
        const auto add = [&](const effigy::result<std::size_t>& changed) {
            if (changed) {
                count += *changed;
            } else if (!why) {
                why = changed.error();
            }
        };
        if constexpr (requires { rename_textures(model, textures_.all()); }) {
            add(rename_textures(model, textures_.all()));
            remark += merged_meshes(model) != merged ? merges_are_undone : "";
        }
        if constexpr (std::is_same_v<Owned, effigy::nwn::owned_model>) {
            add(is_text ? rename_nodes(model, names_.all()) : rename_with_supermodel(model, path, remark));
            add(set_supermodel(model, path, is_text));
        } else {
            add(rename_nodes(model, names_.all()));
        }
        if constexpr (std::is_same_v<Owned, effigy::p3d::owned_model>) {
            add(set_properties(model));
            add(options_.repair ? repair(model) : std::size_t{0});
        }
        if (options_.scale && *options_.scale != 1) {
            const effigy::error failure = scale(model, *options_.scale);
            why = why ? why : failure;
            ++count;
        }
        return why ? effigy::result<std::size_t>{why} : count;
    }

    // Returns what the options name that no file has, each as a line.
    [[nodiscard]] std::string idle_options() const {
        std::string out;
        for (const auto& [option, pairs, what] : {std::tuple{"--texture", &textures_, "texture or material"},
                                                  std::tuple{"--rename", &names_, "node, bone or selection"}}) {
            for (const std::string& pair : pairs->idle()) {
                out += std::string{option} + ' ' + printable(pair) + ": no file has a " + what + " of this name\n";
            }
        }
        for (std::size_t i = 0; i < properties_.size(); ++i) {
            if (!fitting_properties_[i]) {
                out += "--property " + printable(options_.properties[i]) + ": " +
                       (options_.lod.empty() ? "no level has this property; --lod adds it, such as --lod geometry"
                                             : "no file has the level " + printable(options_.lod)) +
                       '\n';
            }
        }
        return out;
    }

    // Whether a difference between the old and the new file is one that was asked for.
    [[nodiscard]] bool explains(const effigy::difference& found, std::string_view remark) const {
        const auto is_one_of = [name = name_of_field(found.path)](std::initializer_list<std::string_view> names) {
            return std::ranges::find(names, name) != names.end();
        };
        const bool is_number = !found.before.is_text() && !found.after.is_text();
        return (options_.scale && is_number) ||
               (!textures_.all().empty() && is_one_of({"texture", "material", "textures", "flareTextures", "name"})) ||
               (!names_.all().empty() && is_one_of({"name", "node", "root", "bone", "boneNames", "partNumber"})) ||
               (options_.supermodel && is_one_of({"supermodel", "partNumber", "nodeCount"})) ||
               (!properties_.empty() && is_one_of({"tags", "data"})) ||
               (options_.repair && is_one_of({"normals", "normal"})) ||
               (remark.find(merges_are_undone) != remark.npos && is_number);
    }

private:
    static constexpr std::string_view merges_are_undone = "\tmerges of meshes are undone";

    template <class Owned> void note_what_fits(const Owned& model) const {
        if constexpr (requires(Owned& copy) { rename_textures(copy, textures_.all()); }) {
            textures_.note(model, [](Owned& copy, auto pair) { return rename_textures(copy, pair); });
        }
        names_.note(model, [](Owned& copy, auto pair) { return rename_nodes(copy, pair); });
    }
    template <class Owned> static std::size_t merged_meshes(const Owned& model) {
        std::size_t count = 0;
        if constexpr (std::is_same_v<Owned, effigy::nwn::owned_model>) {
            for (const effigy::nwn::owned_mesh& mesh : model.template all<effigy::nwn::owned_mesh>()) {
                count += mesh.own_indices.empty() ? 0U : 1U;
            }
        }
        return count;
    }
    // "nodes[3].mesh.textures[0]" -> "textures"
    static std::string_view name_of_field(std::string_view path) {
        const std::string_view last = path.substr(path.rfind('.') + 1);
        return last.substr(0, last.find('['));
    }
    // Returns the file of a supermodel, beside the model's; empty if it does not exist.
    fs::path file_of(std::string_view supermodel, const fs::path& path) const {
        return models_.finder().folders().find(path.parent_path(), std::string{supermodel} + ".mdl");
    }
    // Opens a supermodel, calls use(supermodel), and returns what it returns.
    template <class Use> static effigy::result<std::size_t> with_supermodel(const fs::path& path, const Use& use) {
        const auto file = read_regular(path);
        if (!file) {
            return file.error();
        }
        effigy::result<std::size_t> out{effigy::error{{"not a supermodel"}, effigy::errc::unsupported}};
        const effigy::error refusal = effigy::visit(file->bytes(), [&](const auto& view) {
            using type = std::remove_cvref_t<decltype(view)>;
            if constexpr (std::is_same_v<type, effigy::nwn::model>) {
                out = use(view);
            } else if constexpr (std::is_same_v<type, effigy::nwn::text_model>) {
                const auto compiled = compile(view);
                out = compiled ? use(*effigy::nwn::open(*compiled)) : effigy::result<std::size_t>{compiled.error()};
            }
        });
        return refusal ? effigy::result<std::size_t>{refusal} : out;
    }
    static bool is_none(std::string_view name) { return name.empty() || effigy::compare_any_case(name, "null") == 0; }
    static bool is_same_supermodel(std::string_view a, std::string_view b) {
        return effigy::compare_any_case(a, b) == 0 || (is_none(a) && is_none(b));
    }
    effigy::result<std::size_t> rename_with_supermodel(effigy::nwn::owned_model& model, const fs::path& path,
                                                       std::string& remark) const {
        const std::string supermodel{model.supermodel.view()};
        const effigy::nwn::owned_model before = model;
        const effigy::result<std::size_t> changed = rename_nodes(model, names_.all());
        if (!changed || *changed == 0 || is_none(supermodel)) {
            return changed;
        }
        const auto keep = [&](const char* why) {
            remark += "\tnumbers of nodes are kept: " + printable(supermodel) + ".mdl is " + why;
            return changed;
        };
        const fs::path found = file_of(supermodel, path);
        if (found.empty()) {
            return keep("not beside the file");
        }
        std::error_code failure;
        if (inputs_.contains(fs::weakly_canonical(found, failure))) { // it is renamed, too, and may be so already
            return keep("among the files");
        }
        return with_supermodel(found, [&](const effigy::nwn::model& above) {
            model = before;
            return rename_nodes(model, names_.all(), above);
        });
    }
    effigy::result<std::size_t> set_supermodel(effigy::nwn::owned_model& model, const fs::path& path,
                                               bool is_text) const {
        if (!options_.supermodel || is_same_supermodel(model.supermodel.view(), *options_.supermodel)) {
            return 0;
        }
        const auto set_to = [&](const effigy::nwn::model& above) -> effigy::result<std::size_t> {
            const effigy::error why = effigy::nwn::set_supermodel(model, *options_.supermodel, above);
            return why ? effigy::result<std::size_t>{why} : effigy::result<std::size_t>{1};
        };
        const auto refuse = [&](const char* expected) {
            effigy::error out{{"model.supermodel", effigy::location::nowhere}, effigy::errc::bad_value};
            out.expected = expected;
            out.name = options_.supermodel->data();
            out.need = options_.supermodel->size();
            return out;
        };
        if (is_text || is_none(*options_.supermodel)) {
            return set_to(effigy::nwn::model{});
        }
        const fs::path found = file_of(*options_.supermodel, path);
        if (found.empty()) {
            return refuse("the supermodel beside the file: numbers of nodes follow from it");
        }
        std::error_code failure;
        if (fs::equivalent(found, path, failure)) {
            return refuse("another model");
        }
        return with_supermodel(found, set_to);
    }
    // Sets properties in the levels that have them, and in those that --lod chooses.
    effigy::result<std::size_t> set_properties(effigy::p3d::owned_model& model) const {
        std::size_t count = 0;
        std::uint32_t number = 0;
        for (effigy::p3d::owned_lod& level : model.get(model.lods)) {
            const bool is_chosen = !options_.lod.empty() && lod_.includes(number, level.resolution);
            ++number;
            for (std::size_t i = 0; i < properties_.size(); ++i) {
                const auto& [name, value] = properties_[i];
                const std::optional<std::string> old = value_of(model, level, name);
                if (old || is_chosen) {
                    fitting_properties_[i] = true; // never false again: another file may have set it meanwhile
                }
                if (old ? *old == value : !is_chosen) {
                    continue;
                }
                if (const effigy::error why = set_property(model, level, name, value)) {
                    return why;
                }
                ++count;
            }
        }
        return count;
    }
    static std::optional<std::string> value_of(const effigy::p3d::owned_model& model,
                                               const effigy::p3d::owned_lod& level, std::string_view name) {
        for (std::size_t i = 0; i < level.tags.size(); ++i) {
            const effigy::p3d::tag tag = model.tag(level, i);
            const effigy::p3d::property found = tag.property();
            if (found && effigy::compare_any_case(found.name(), name) == 0) {
                return std::string{found.value()};
            }
        }
        return std::nullopt;
    }

    const set_options& options_;
    const std::set<fs::path>& inputs_;
    mutable renamings textures_, names_;
    std::vector<effigy::renaming> properties_;
    mutable std::deque<std::atomic<bool>> fitting_properties_; // which of them a level has or gets
    lod_choice lod_;
    model_cache& models_;
};

// Opens a file of the type of `View` and decodes it.
template <class View> auto read_back(std::span<const std::byte> file) -> decltype(decode(std::declval<const View&>())) {
    using result = decltype(decode(std::declval<const View&>()));
    result out{effigy::error{{"the new file"}, effigy::errc::bad_magic}};
    const effigy::error refusal = effigy::visit(file, [&](const auto& view) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, View>) {
            const effigy::error why = verify(view);
            out = why ? result{why} : decode(view);
        }
    });
    return refusal ? result{refusal} : out;
}

// Returns the file with the changes of a model that was decoded from it.
template <class View, class Owned> auto write_back(const View& view, const Owned& model) {
    return encode(model, view.file().bytes());
}
effigy::result<effigy::written_file> write_back(const effigy::nwn::text_model& view,
                                                const effigy::nwn::owned_model& model) {
    auto text = encode_text(view, model);
    return text ? effigy::written_file{*std::move(text), true} : effigy::result<effigy::written_file>{text.error()};
}

// Whether a new file says what a model says. `read`: decoded from the new file.
template <class View, class Owned> bool says_the_same(const View&, const Owned& read, const Owned& model) {
    const auto again = encode(read);
    const auto expected = encode(model);
    return again && expected && std::ranges::equal(*again, *expected);
}
// In a text, some values follow from others: the same words must change.
bool says_the_same(const effigy::nwn::text_model& old, const effigy::nwn::owned_model& read,
                   const effigy::nwn::owned_model& model) {
    const auto again = encode_text(old, read);
    const auto expected = encode_text(old, model);
    return again && expected && std::ranges::equal(*again, *expected);
}

struct edited_file {
    effigy::file_bytes bytes{}; // empty if nothing changes
    std::string remark{};
    difference_lines changes{};
    effigy::error why{};
    std::string name{}; // of `why`; that of an error of an edit is in the model
};

// Edits a file in memory. The result is opened and decoded again. It must say what the edited model says, and differ
// from the old file only in what was asked.
template <class View> void edit(const View& view, const editor& edits, const fs::path& path, edited_file& out) {
    auto original = decode(view);
    if (!original) {
        out.why = original.error();
        return;
    }
    auto model = *original;
    constexpr bool is_text = std::is_same_v<View, effigy::nwn::text_model>;
    const effigy::result<std::size_t> count = edits(model, path, is_text, out.remark);
    if (!count || *count == 0) {
        out.why = count.error();
        if (out.why.name != nullptr) {
            out.name.assign(out.why.name, effigy::impl::to_size(out.why.need));
            out.why.name = out.name.c_str();
        }
        return;
    }
    auto written = write_back(view, model);
    if (written && !written->kept_rest) {
        const auto canonical = encode(*original); // without bytes that have no meaning, like the new file
        const bool had_none = canonical && std::ranges::equal(*canonical, view.file().bytes());
        out.remark += had_none ? "" : "\tbytes without a meaning are not kept";
        original = canonical ? read_back<View>(*canonical) : decltype(original){canonical.error()};
    }
    const auto read = written ? read_back<View>(written->bytes) : decltype(original){written.error()};
    if (!read || !original) {
        out.why = read ? original.error() : read.error();
        return;
    }
    bool is_explained = true;
    const auto check = [&](const effigy::difference& found) {
        out.changes.add(found, property_change_in(*original, found));
        is_explained = is_explained && edits.explains(found, out.remark);
    };
    out.why = differences(*original, *read, check, effigy::record_pairs::by_place);
    if (!out.why && !(is_explained && says_the_same(view, *read, model))) {
        out.why = {{"the new file", effigy::location::nowhere},
                   effigy::errc::bad_value,
                   0,
                   0,
                   "only the changes that were asked for"};
    }
    if (!out.why && out.changes.count() != 0) {
        out.bytes = std::move(written->bytes);
    }
}

// ---- files ---------------------------------------------------------------------------------------------------------

effigy::error replace(const fs::path& to, std::span<const std::byte> bytes) {
    new_file file{to};
    file.write(bytes);
    file.flush();
    return file.keep();
}

bool is_read_only(const fs::path& file) {
    constexpr fs::perms any_write = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
    std::error_code failure;
    const fs::perms allowed = fs::status(file, failure).permissions();
    return !failure && (allowed & any_write) == fs::perms::none;
}

enum class result_of_edit : std::uint8_t { written, unchanged, skipped, error };

struct edit_outcome {
    result_of_edit what = result_of_edit::error;
    std::string lines;
    std::size_t changes = 0;
    effigy::error failure; // an exception; then there are no lines
};

class setter {
public:
    setter(const set_options& options, const std::set<fs::path>& inputs, model_cache& models)
        : options_(options), edits_(options, inputs, models), models_(models) {}

    [[nodiscard]] edit_outcome operator()(const edit_job& one) const {
        edited_file edited;
        judgement judged = judge(one.from, models_, [&](const auto& view, const judgement& so_far) {
            if (so_far.status != status::ok) {
                return;
            }
            if constexpr (requires { encode(*decode(view)); }) {
                edit(view, edits_, one.from, edited);
            } else {
                edited.why = {{so_far.is->name}, effigy::errc::unsupported, 0, -1, "effigy does not write it"};
            }
        }); // the file is closed now, so that it can be replaced on Windows
        bool is_of_output = false;
        if (!edited.why && !edited.bytes.empty() && options_.output.empty() && is_read_only(one.to)) {
            edited.why = io_error("open", std::errc::permission_denied);
            judged.words = "the file is read-only; allow writing or use -o FOLDER";
        } else if (!edited.why && !edited.bytes.empty() && !options_.dry_run) {
            edited.why = replace(one.to, edited.bytes);
            is_of_output = static_cast<bool>(edited.why);
        }
        if (edited.why) {
            judged.why = edited.why;
            judged.status = edited.why.code == effigy::errc::unsupported ? status::skipped : status::error;
            judged.companion = is_of_output ? one.to.string() : "";
        }
        return outcome_of(one, judged, edited);
    }
    [[nodiscard]] std::string idle_options() const { return edits_.idle_options(); }
    [[nodiscard]] edit_outcome outcome_of(const edit_job& one, const judgement& judged,
                                          const edited_file& edited) const {
        edit_outcome out;
        if (judged.status != status::ok) {
            out.what = judged.status == status::skipped ? result_of_edit::skipped : result_of_edit::error;
            out.lines = complaint_line(paint_, one.from, judged);
            return out;
        }
        const std::string name = printable(one.from.string());
        if (edited.bytes.empty()) {
            out.what = result_of_edit::unchanged;
            out.lines = name + '\t' + paint_.faint("unchanged") + '\n';
            return out;
        }
        out.what = result_of_edit::written;
        out.lines = name + '\t' + paint_.good(options_.dry_run ? "would be written" : "written") + '\t' +
                    printable(one.to.string()) + '\t' + edited.changes.summary() + edited.remark + '\n';
        if (options_.verbose) {
            edited.changes.each([&](std::string_view path, std::string_view text) {
                out.lines += name + "\tchange\t" + std::string{path} + ": " + std::string{text} + '\n';
            });
        }
        out.changes = edited.changes.count();
        return out;
    }

private:
    const set_options& options_;
    editor edits_;
    model_cache& models_;
    style paint_ = style::of(stdout);
};

} // namespace

int set(const set_options& options, model_cache& models) {
    if (const std::string complaint = complaint_of(options); !complaint.empty()) {
        return wrong_usage("set", complaint);
    }
    const edit_plan all = planned(options.arguments, options.output);
    if (all.replaces_input) {
        return wrong_usage("set", "-o: expected another place than that of the files; --in-place replaces them");
    }
    std::error_code failure;
    if (!all.is_named && has_extension_of_file(options.output) && !fs::is_directory(options.output, failure)) {
        return wrong_usage("set", "-o: expected a folder for several files");
    }
    report_empty_folders(all.found);
    const setter edit_file{options, all.inputs, models};
    std::array<std::uint64_t, 4> counts{}; // by result
    std::uint64_t changes = 0;
    progress done{all.jobs.size(), options.quiet, [&](std::size_t i) { return all.jobs[i].from; }};
    ignore_closed_output();
    clean_up_if_interrupted(remove_unfinished_files);
    batch<edit_outcome>{all.jobs.size()}.run(
        options.jobs, done,
        [&](std::size_t i) {
            edit_outcome out;
            if (const effigy::error why = guarded("set", [&] { out = edit_file(all.jobs[i]); })) {
                out = {};
                out.failure = why;
            }
            return out;
        },
        [&](std::size_t i, edit_outcome made) {
            if (made.failure) {
                judgement judged;
                judged.why = made.failure;
                made = edit_file.outcome_of(all.jobs[i], judged, edited_file{});
            }
            ++counts[static_cast<std::size_t>(made.what)];
            changes += made.changes;
            std::cout << made.lines;
            return true; // the files are written even if the reader of the output has closed it
        });
    std::cout.flush();
    const auto of = [&](result_of_edit what) { return counts[static_cast<std::size_t>(what)]; };
    std::cerr << counted(all.jobs.size(), "file") << ": " << grouped(of(result_of_edit::written))
              << (options.dry_run ? " would be written" : " written") << " with " << counted(changes, "change") << ", "
              << grouped(of(result_of_edit::unchanged)) << " unchanged, " << grouped(of(result_of_edit::skipped))
              << " skipped, " << counted(of(result_of_edit::error), "error")
              << (all.found.left_out != 0
                      ? "; " + counted(all.found.left_out, "file") + " with other extensions left out"
                      : "")
              << '\n';
    const bool all_are_skipped = !all.jobs.empty() && of(result_of_edit::skipped) == all.jobs.size();
    if (all_are_skipped && !all.is_one) {
        std::cerr << "effigy: set: every file was skipped\n";
    }
    const std::string idle = all_are_skipped ? "" : edit_file.idle_options();
    std::cerr << idle;
    return !idle.empty() || of(result_of_edit::error) != 0 || all_are_skipped ? 1 : 0;
}

} // namespace tool
