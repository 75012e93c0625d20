#include "imported.hpp"

#include "editing_mark.hpp"
#include "selection_names.hpp"
#include <tool/answers/clips.hpp>
#include <tool/answers/text.hpp>

#include <effigy/grimrock/encode.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/scene/reconcile.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tool {

namespace grimrock = effigy::grimrock;
namespace p3d = effigy::p3d;

namespace {

std::string part_of(const effigy::remark& told) {
    return std::string{told.part} + (told.name.empty() ? "" : ' ' + printable(told.name));
}

// What a file cannot hold, or keeps, has not changed: takes that back from the first `count` lines of the first file,
// which are of the scene.
void take_back(std::vector<imported_file>& files, std::size_t count) {
    std::set<std::string, std::less<>> changed;
    std::set<std::string, std::less<>> unchanged;
    std::set<std::pair<std::string, std::string>> values;
    for (const imported_file& file : files) {
        for (std::size_t i = &file == &files.front() ? count : 0; i < file.lines.size(); ++i) {
            const import_line& each = file.lines[i];
            if (each.kind == effigy::remark_kind::changed) {
                changed.insert(each.part);
            } else if (each.kind != effigy::remark_kind::guessed) {
                unchanged.insert(each.part);
                values.emplace(each.part, each.what);
            }
        }
    }
    std::vector<import_line>& lines = files.front().lines;
    const auto end = lines.begin() + static_cast<std::ptrdiff_t>(count);
    lines.erase(std::remove_if(lines.begin(), end,
                               [&](const import_line& each) {
                                   return each.kind == effigy::remark_kind::changed &&
                                          (values.contains({each.part, each.what}) ||
                                           (unchanged.contains(each.part) && !changed.contains(each.part)));
                               }),
                end);
}

} // namespace

std::string text_of(const effigy::remark& told, bool deletes) {
    std::string out = part_of(told);
    out += ": ";
    out += told.count != 0 ? grouped(told.count) + ' ' : "";
    out += told.what;
    if (told.kind == effigy::remark_kind::guessed && told.part == "selection") {
        out += "; --rename-selection says another one";
    }
    // Other parts are kept in any case: materials, sets of texture coordinates, tags and files of clips.
    constexpr std::string_view deletable[] = {"node",  "mesh",         "level", "proxy",
                                              "point", "morph target", "light", "selection"};
    const bool has_deletable = std::ranges::find(deletable, told.part) != std::end(deletable) ||
                               (told.part == "clip" && told.count != 0); // channels
    if (told.kind == effigy::remark_kind::kept && has_deletable && !deletes) {
        out += told.count > 1 ? "; --delete deletes them" : "; --delete deletes it";
    }
    return out;
}

namespace {

// ---- what differs between the families -----------------------------------------------------------------------------

constexpr const char* extension_of_clips(const grimrock::model&) { return ".animation"; }
constexpr const char* extension_of_clips(const p3d::model&) { return ".rtm"; }

// The textures of Grimrock that the changed scene has can be those that `convert` found in other files. Faces of Arma
// name theirs.
effigy::reconcile_options reconciling(const grimrock::model&, effigy::reconcile_options how) {
    static constexpr std::string_view extras[] = {"castShadow"};
    how.extras = extras;
    return how;
}
effigy::reconcile_options reconciling(const p3d::model&, effigy::reconcile_options how) {
    static constexpr std::string_view extras[] = {"proxy", "id", "rvmat", "procedural"};
    how.extras = extras;
    how.takes_first_textures = true;
    return how;
}

// Models of Grimrock have nodes; those of Arma have levels.
bool is_part(std::string_view, std::string_view, const grimrock::model&, const scene_settings&) { return false; }
bool is_part(std::string_view name, std::string_view whole, const p3d::model&, const scene_settings& settings) {
    return p3d::is_part_of_level(name, whole, settings.name);
}

// The node whose mesh new meshes join. Views into `original`.
std::string_view home_of(const effigy::scene&, const grimrock::model&, const scene_settings&) { return {}; }
std::string_view home_of(const effigy::scene& original, const p3d::model&, const scene_settings& settings) {
    return p3d::level_of_new_meshes(original, settings.name);
}

// The names of the nodes that a scene without clips has.
std::set<std::string, std::less<>> names_of_nodes(const p3d::model& from, const scene_settings& settings,
                                                  const std::string& name, bool for_editing) {
    const clips none;
    scene_settings other{none, settings.lod, {}, settings.choices, name};
    other.choices.for_editing = for_editing;
    std::set<std::string, std::less<>> out;
    const auto made = scene_of(from, other);
    for (std::size_t i = 0; made && i < made->nodes.size(); ++i) {
        out.emplace(made->nodes[i].name);
    }
    return out;
}

// Whether a scene was made with scene_choices::for_editing, which only matters for Arma: it has further nodes.
bool is_for_editing(const effigy::scene&, const grimrock::model&, const scene_settings&) { return false; }
bool is_for_editing(const effigy::scene& edited, const p3d::model& from, const scene_settings& settings) {
    if (std::ranges::any_of(edited.meshes, [](const auto& each) { return !each.origins.empty(); })) {
        return true;
    }
    const auto count_common = [&](bool for_editing) { // no vertex is left that has a number
        const auto names = names_of_nodes(from, settings, settings.name, for_editing);
        return std::ranges::count_if(edited.nodes,
                                     [&](const auto& each) { return names.contains(std::string_view{each.name}); });
    };
    return count_common(false) < count_common(true);
}

// The name that a scene was made with: the model's file may have another one by now. The nodes of Arma's levels begin
// with it.
std::string name_in(const effigy::scene&, const grimrock::model&, const scene_settings& settings) {
    return settings.name;
}
std::string name_in(const effigy::scene& edited, const p3d::model& from, const scene_settings& settings) {
    const auto begins = [&](const effigy::scene::node& each) { return each.name.starts_with(settings.name + ' '); };
    if (std::ranges::any_of(edited.nodes, begins)) {
        return settings.name;
    }
    const auto levels = names_of_nodes(from, settings, "", true);
    std::map<std::string_view, std::size_t> found; // how many levels begin with a name
    for (const effigy::scene::node& each : edited.nodes) {
        const std::string_view name = each.name;
        for (std::size_t at = name.find(' '); at != name.npos; at = name.find(' ', at + 1)) {
            if (levels.contains(name.substr(at + 1))) {
                ++found[name.substr(0, at)];
            }
        }
    }
    const auto most = std::ranges::max_element(found, {}, [](const auto& each) { return each.second; });
    return most != found.end() ? std::string{most->first} : settings.name;
}

template <class Model>
concept importable = requires(const Model& of, const scene_settings& settings) { session_of(of, settings); };

import_result refusal(std::string words) {
    import_result out;
    out.words = std::move(words);
    return out;
}
import_result refusal(const effigy::error& why, std::size_t culprit) {
    import_result out;
    out.why = why;
    out.culprit = culprit;
    return out;
}

// ---- one model -----------------------------------------------------------------------------------------------------

template <class Session> class importer {
public:
    using apply_options =
        std::conditional_t<std::is_same_v<Session, p3d::edit_session>, p3d::apply_options, grimrock::apply_options>;

    importer(Session& in, const scene_settings& settings, const effigy::reconcile_options& how,
             std::span<const std::string> replacements, bool takes_new_clips)
        : in_(in), settings_(settings), how_(reconciling(in.view(), how)), replacements_(replacements),
          takes_new_clips_(takes_new_clips) {
        applying_.delete_missing = how.delete_missing;
    }

    // `model`: its number among the old files; `numbers`: those of the clips.
    [[nodiscard]] import_result run(const effigy::scene& edited, std::size_t model,
                                    std::span<const std::size_t> numbers, std::size_t scene_number) {
        import_result out;
        const effigy::scene& original = in_.original();
        imported_file& of_model = out.files.emplace_back();
        of_model.old = model;
        if (how_.replaces_only) {
            of_model.lines.push_back({effigy::remark_kind::guessed,
                                      "file: the glTF file was not made of it: only what --replace names comes in"});
        }
        const auto joins = [&](std::string_view name, std::string_view whole) {
            return is_part(name, whole, in_.view(), settings_);
        };
        const found_replacements replaced{replacements_, edited, original, settings_.name, !how_.replaces_only};
        if (!replaced.complaint().empty()) {
            return refusal(replaced.complaint());
        }
        effigy::reconcile_options how = how_;
        how.is_part = joins;
        how.home = home_of(original, in_.view(), settings_);
        how.replacements = replaced.all();
        const auto edits = reconcile(edited, original, teller(of_model), how);
        if (!edits) {
            return refusal(edits.error(), scene_number);
        }
        if (!takes_new_clips_) {
            if (const std::string missing = new_clips(*edits); !missing.empty()) {
                return refusal("--into: expected the file of " + missing + "; --new-clips if convert had none");
            }
        }
        of_model.bytes.append(in_.view().file().bytes());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            imported_file& of_clip = out.files.emplace_back();
            of_clip.old = numbers[i];
            of_clip.bytes.append(in_.clips()[i].keys.file().bytes());
        }
        if (edits->made == original) {
            return out;
        }
        const std::size_t of_scene = out.files.front().lines.size();
        if (auto failed = bring(*edits, model, scene_number, numbers, out)) {
            return *std::move(failed);
        }
        take_back(out.files, of_scene);
        for (std::size_t i = 1; i < out.files.size(); ++i) {
            const std::string& name = out.files[i].new_name;
            move_lines("clip " + printable(name.empty() ? in_.clips()[i - 1].name : name.substr(0, name.rfind('.'))),
                       out.files.front(), out.files[i]);
        }
        if (how_.replaces_only && !out.files.front().is_changed) {
            take_back_replaced(out.files.front());
        }
        std::ranges::for_each(out.files, take_back_unchanged);
        return out;
    }

private:
    // Brings edits into the model and the clips. `to`: the files as they are, the model first. Returns what failed.
    [[nodiscard]] std::optional<import_result> bring(const effigy::scene_edits& edits, std::size_t model,
                                                     std::size_t scene_number, std::span<const std::size_t> numbers,
                                                     import_result& to) {
        const auto own = apply(edits, in_, teller(to.files.front(), true), applying_);
        if (!own) {
            return refusal(own.error(), scene_number);
        }
        if (const effigy::error why = write(*own, in_.view(), to.files.front())) {
            return refusal(why, model);
        }
        const bool has_same_nodes =
            edits.made.nodes == in_.original().nodes && edits.made.skins == in_.original().skins;
        std::vector<bool> is_found(numbers.size(), false);
        for (std::uint32_t i = 0; i < edits.made.clips.size(); ++i) {
            const std::uint32_t file = in_.file_of(edits, i);
            if (file == effigy::npos && edits.clips.before_of(i) != effigy::npos) { // of the model itself
                continue;
            }
            if (file == effigy::npos && !has_file_name(edits.made, i)) {
                teller(to.files.front())({.kind = effigy::remark_kind::left_out,
                                          .part = "clip",
                                          .name = edits.made.clips[i].name,
                                          .what = "its file would have no name, or that of another clip"});
                continue;
            }
            if (file != effigy::npos) {
                is_found[file] = true;
                const std::uint32_t before = edits.clips.before_of(i);
                if (has_same_nodes && before != effigy::npos && edits.made.clips[i] == in_.original().clips[before]) {
                    continue;
                }
            }
            imported_file& of_clip = file != effigy::npos ? to.files[file + 1] : to.files.emplace_back();
            const auto clip = apply(edits, i, in_, teller(of_clip, true), applying_);
            if (!clip) {
                return refusal(clip.error(), scene_number);
            }
            if (file != effigy::npos) {
                if (const effigy::error why = write(*clip, in_.clips()[file].keys, of_clip)) {
                    return refusal(why, numbers[file]);
                }
            } else if (clip->version == 0) { // apply() made nothing of it
                to.files.pop_back();
                teller(to.files.front())({.kind = effigy::remark_kind::left_out,
                                          .part = "clip",
                                          .name = edits.made.clips[i].name,
                                          .what = "moves nothing that a file has"});
            } else {
                auto written = encode(*clip);
                if (!written) {
                    return refusal(written.error(), scene_number);
                }
                of_clip.old = model;
                of_clip.new_name = std::string{edits.made.clips[i].name} + extension_of_clips(in_.view());
                of_clip.bytes = *std::move(written);
                of_clip.is_changed = true;
            }
        }
        for (std::size_t i = 0; how_.delete_missing && i < is_found.size(); ++i) {
            if (!is_found[i]) {
                teller(to.files[i + 1])({.kind = effigy::remark_kind::kept,
                                         .part = "clip",
                                         .name = in_.clips()[i].name,
                                         .what = "its file: the scene lacks it"});
            }
        }
        return std::nullopt;
    }
    // Whether a new clip has a name of its own.
    [[nodiscard]] static bool has_file_name(const effigy::scene& in, std::uint32_t clip) {
        const auto first = std::ranges::find(in.clips, in.clips[clip].name, &effigy::scene::clip::name);
        return !in.clips[clip].name.empty() && &*first == &in.clips[clip];
    }
    // Puts what was said of a part of the scene to the file that has this part.
    static void move_lines(std::string_view part, imported_file& from, imported_file& to) {
        const auto is_moved = [&](const import_line& each) { return each.part == part; };
        std::ranges::copy_if(from.lines, std::back_inserter(to.lines), is_moved);
        std::erase_if(from.lines, is_moved);
    }
    // The model has the meshes that are brought into it.
    static void take_back_replaced(imported_file& of) {
        const auto is_change = [](const import_line& each) { return each.kind == effigy::remark_kind::changed; };
        if (std::erase_if(of.lines, is_change) != 0) {
            of.lines.push_back({effigy::remark_kind::guessed, "file: has what --replace names already"});
        }
    }
    // A file that stays as it is has no changes. Those of the scene are left out, if nothing else says so.
    static void take_back_unchanged(imported_file& of) {
        if (of.is_changed) {
            return;
        }
        const bool says_so = std::ranges::any_of(
            of.lines, [](const import_line& each) { return each.kind == effigy::remark_kind::left_out; });
        std::erase_if(of.lines, [&](const import_line& each) {
            return each.kind == effigy::remark_kind::changed && (says_so || each.is_detail);
        });
        for (import_line& each : of.lines) {
            each.kind = each.kind == effigy::remark_kind::changed ? effigy::remark_kind::left_out : each.kind;
        }
    }
    // Adds remarks to the lines of a file.
    struct line_teller {
        std::vector<import_line>* to;
        bool is_of_file; // not of the scene
        bool deletes;

        // What is said of a file repeats what is said of the scene, except for parts that no scene has.
        void operator()(const effigy::remark& told) const {
            const bool is_known = told.part != "selection" && told.part != "level";
            to->push_back({told.kind, text_of(told, deletes),
                           is_of_file && is_known && told.kind == effigy::remark_kind::changed, part_of(told),
                           std::string{told.what}});
        }
    };
    [[nodiscard]] line_teller teller(imported_file& to, bool is_of_file = false) const {
        return {&to.lines, is_of_file, how_.delete_missing};
    }
    // "clip walk", "clips walk, run"; empty if the files and the model have all.
    [[nodiscard]] std::string new_clips(const effigy::scene_edits& edits) const {
        std::vector<std::string> out;
        for (std::uint32_t i = 0; i < edits.made.clips.size(); ++i) {
            if (in_.file_of(edits, i) == effigy::npos && edits.clips.before_of(i) == effigy::npos) {
                out.push_back(printable(edits.made.clips[i].name));
            }
        }
        return out.empty() ? "" : (out.size() == 1 ? "clip " : "clips ") + listed(out);
    }

    template <class Owned, class View>
    [[nodiscard]] effigy::error write(const Owned& own, const View& old, imported_file& to) const {
        const auto bytes = old.file().bytes();
        auto written = encode(own, bytes);
        if (!written) {
            return written.error();
        }
        if (std::ranges::equal(written->bytes, bytes)) {
            return {};
        }
        if (!written->kept_rest) {
            teller(to)({.kind = effigy::remark_kind::left_out,
                        .part = "file",
                        .name = {},
                        .what = "bytes without a meaning are not kept"});
        }
        to.bytes = std::move(written->bytes);
        to.is_changed = true;
        return {};
    }

    Session& in_;
    const scene_settings& settings_;
    effigy::reconcile_options how_;
    std::span<const std::string> replacements_;
    bool takes_new_clips_;
    apply_options applying_;
};

// ---- which version of each file ------------------------------------------------------------------------------------

// Which version of each file a scene was made of.
using chosen_versions = std::vector<std::size_t>;

class import_of_files {
public:
    import_of_files(effigy::scene& changed, std::span<const old_file> old, const import_settings& settings)
        : changed_(changed), old_(old), settings_(settings), marks_(take_marks(changed)) {
        if (settings.ignore_numbers) {
            marks_.clear();
        }
    }

    import_result run() {
        for (std::size_t i = 0; i < old_.size(); ++i) {
            if (!effigy::is_model(effigy::identify(old_[i].versions.back()).kind)) {
                clips_.push_back(i);
            } else if (model_ == none) {
                model_ = i;
            } else {
                return refusal("--into: expected one model; found " + printable(old_[model_].name) + " and " +
                               printable(old_[i].name));
            }
        }
        if (model_ == none) {
            return refusal("--into: expected the model, too: a clip is compared with what the model's scene has");
        }
        if (effigy::identify(old_[model_].versions.back()).kind == effigy::file_kind::p3d_model) {
            if (std::string wrong = rename_selections(changed_, settings_.renamed_selections); !wrong.empty()) {
                return refusal(std::move(wrong));
            }
        } else if (!settings_.renamed_selections.empty()) {
            return refusal("--rename-selection is only for Arma");
        }
        return marks_.empty() ? without_mark() : with_mark();
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // What convert made of versions of the files. The session refers to the rest.
    struct attempt {
        effigy::error why;
        std::size_t culprit = 0;
        std::string words;
        chosen_versions versions;
        clips given;
        std::optional<scene_settings> made_with;
        std::variant<std::monostate, grimrock::edit_session, p3d::edit_session> session;

        [[nodiscard]] bool fails() const { return why || !words.empty(); }
        [[nodiscard]] const effigy::scene& shown() const {
            const auto* const grimrock = std::get_if<grimrock::edit_session>(&session);
            return grimrock != nullptr ? grimrock->original() : std::get<p3d::edit_session>(session).original();
        }
        // By their names.
        [[nodiscard]] std::map<std::string, std::uint64_t, std::less<>> digests_of_clips() const {
            std::map<std::string, std::uint64_t, std::less<>> out;
            for (const effigy::scene::clip& each : shown().clips) {
                out.emplace(each.name, effigy::digest(each));
            }
            return out;
        }
    };
    using made_attempt = std::unique_ptr<attempt>;

    [[nodiscard]] made_attempt begin(const chosen_versions& versions, const scene_choices& choices,
                                     const lod_choice& lod) const {
        auto out = std::make_unique<attempt>();
        out->versions = versions;
        for (const std::size_t i : clips_) {
            out->why = out->given.add(old_[i].name, old_[i].versions[versions[i]]);
            out->culprit = i;
            if (out->why) {
                return out;
            }
        }
        out->culprit = model_;
        out->made_with.emplace(out->given, lod, part_choice{}, choices, old_[model_].name);
        const effigy::error refused =
            effigy::visit(old_[model_].versions[versions[model_]], [&](const auto& view) { begin(view, *out); });
        out->why = out->why ? out->why : refused;
        return out;
    }
    template <class View> void begin(const View& view, attempt& to) const {
        if constexpr (importable<View>) {
            scene_settings& made_with = *to.made_with;
            if (options_of(view, made_with).clips.size() != clips_.size()) {
                to.words = "--into: expected clips of the model's game";
                return;
            }
            made_with.name = is_foreign_ ? old_[model_].name : name_in(changed_, view, made_with);
            made_with.choices.for_editing = !marks_.empty() || is_foreign_ || is_for_editing(changed_, view, made_with);
            auto session = session_of(view, made_with);
            if (session) {
                to.session = *std::move(session);
            } else {
                to.why = session.error();
            }
        } else {
            to.why = {{"this format"},
                      effigy::errc::unsupported,
                      0,
                      -1,
                      "effigy imports into models of Grimrock, the Shinobi engine and Arma"};
        }
    }
    [[nodiscard]] static import_result failed(attempt& from) {
        import_result out;
        out.why = from.why;
        out.culprit = from.culprit;
        out.words = std::move(from.words);
        return out;
    }
    [[nodiscard]] import_result import(attempt& in, effigy::origin_check check) const {
        if (in.fails()) {
            return failed(in);
        }
        const effigy::reconcile_options how{
            .delete_missing = settings_.delete_missing, .origins = check, .replaces_only = is_foreign_};
        const bool takes_new_clips = settings_.new_clips || check == effigy::origin_check::lenient;
        import_result out;
        std::visit(
            [&]<class Session>(Session& session) {
                if constexpr (!std::is_same_v<Session, std::monostate>) {
                    out = importer<Session>{session, *in.made_with, how, settings_.replacements, takes_new_clips}.run(
                        changed_, model_, clips_, old_.size());
                    out.original.materials = session.original().materials;
                }
            },
            in.session);
        out.is_foreign = is_foreign_;
        for (imported_file& each : out.files) {
            each.version = in.versions[each.old];
        }
        return out;
    }
    [[nodiscard]] chosen_versions present() const {
        chosen_versions out;
        for (const old_file& each : old_) {
            out.push_back(each.versions.size() - 1);
        }
        return out;
    }
    [[nodiscard]] std::string another_scene() const {
        return "--into: FILE was not made of " + printable(old_[model_].name) +
               " as it is: expected the model that convert had with --into, and -o OUT; --ignore-numbers finds "
               "vertices "
               "by their places";
    }

    // ---- without a mark --------------------------------------------------------------------------------------------

    import_result without_mark() {
        using effigy::origin_check;
        const bool is_numbered = std::ranges::any_of(changed_.meshes, [](const auto& m) { return !m.origins.empty(); });
        const bool ignores = settings_.ignore_numbers || !is_numbered;
        is_foreign_ = ignores && !settings_.replacements.empty();
        chosen_versions versions = present();
        const bool was_imported = std::ranges::any_of(versions, [](std::size_t last) { return last != 0; });
        if (was_imported && !settings_.ignore_numbers) {
            return refusal("--in-place: FILE does not say which of the earlier versions it was made of; expected the "
                           "empty \"effigy ..\" of convert --for-editing, or -o OUT");
        }
        import_result out = import(*begin(versions, settings_.choices, settings_.lod),
                                   ignores ? origin_check::ignored : origin_check::strict);
        if (!is_of_another_scene(out)) {
            return out;
        }
        const std::string level = level_that_fits(versions);
        return refusal(level.empty() ? another_scene() : "FILE was made with --lod " + level);
    }
    [[nodiscard]] static bool is_of_another_scene(const import_result& made) {
        return made.why && std::string_view{made.why.path} == "scene.meshes[].origins";
    }
    // Returns the other choice of a level that the scene was made with; empty if there is none.
    [[nodiscard]] std::string level_that_fits(const chosen_versions& versions) const {
        constexpr std::uint32_t most = 64;
        for (std::uint32_t i = 0; i < most; ++i) {
            lod_choice tried;
            tried.number = i;
            const import_result made = import(*begin(versions, settings_.choices, tried), effigy::origin_check::strict);
            if (!made.why && made.words.empty()) {
                return std::to_string(i);
            }
            if (!is_of_another_scene(made)) {
                return "";
            }
        }
        return "";
    }

    // ---- with a mark -----------------------------------------------------------------------------------------------

    import_result with_mark() {
        const chosen_versions versions = present();
        for (const editing_mark& mark : marks_) {
            if (std::string wrong = contradiction(mark); !wrong.empty()) {
                return refusal(std::move(wrong));
            }
            chosen_versions tried = versions;
            for (std::size_t i = 0; i < old_[model_].versions.size(); ++i) {
                tried[model_] = i;
                made_attempt seen = begin(tried, mark.choices, lod_of(mark));
                if (seen->fails()) {
                    return failed(*seen);
                }
                if (digest_of_meshes(seen->shown()) == mark.meshes) {
                    return import_with(mark, std::move(seen));
                }
            }
        }
        is_foreign_ = !settings_.replacements.empty();
        return is_foreign_ ? import(*begin(versions, settings_.choices, settings_.lod), effigy::origin_check::ignored)
                           : refusal(another_scene());
    }
    [[nodiscard]] static lod_choice lod_of(const editing_mark& mark) {
        lod_choice out;
        out.number = mark.level;
        out.all = mark.all_levels;
        return out;
    }
    // Options that are given, and that the mark denies.
    [[nodiscard]] std::string contradiction(const editing_mark& mark) const {
        const scene_choices& given = settings_.choices;
        const std::pair<const char*, bool> all[] = {
            {"--loop", given.loops && !mark.choices.loops},
            {"--all-weights", given.all_weights && !mark.choices.all_weights},
            {"--selections", given.selections && !mark.choices.selections},
            {"--no-selections", given.no_selections && mark.choices.selections},
            {"--vertex-colors", given.vertex_colors && !mark.choices.vertex_colors},
            {"--no-empties", given.no_empties && !mark.choices.no_empties},
            {"--seconds", given.seconds != scene_choices{}.seconds && given.seconds != mark.choices.seconds},
            {"--lod", settings_.lod.number != effigy::npos ? settings_.lod.number != mark.level
                      : settings_.lod.all                  ? !mark.all_levels
                                                           : !settings_.lod.is_default() && mark.level == effigy::npos},
        };
        const auto wrong = std::ranges::find_if(all, [](const auto& each) { return each.second; });
        return wrong != std::ranges::end(all) ? std::string{wrong->first} + ": convert had another one" : "";
    }
    // `present`: with the clips as they are.
    import_result import_with(const editing_mark& mark, made_attempt present) {
        // With the first versions of all clips, the second ones ..; the last ones.
        std::vector<std::map<std::string, std::uint64_t, std::less<>>> seen;
        chosen_versions versions = present->versions;
        std::size_t most = 1;
        for (const std::size_t i : clips_) {
            most = std::max(most, old_[i].versions.size());
        }
        for (std::size_t round = 0; round + 1 < most; ++round) {
            for (const std::size_t i : clips_) {
                versions[i] = std::min(round, old_[i].versions.size() - 1);
            }
            const made_attempt tried = begin(versions, mark.choices, lod_of(mark));
            if (tried->fails()) {
                return failed(*tried);
            }
            seen.push_back(tried->digests_of_clips());
        }
        seen.push_back(present->digests_of_clips());
        const std::size_t found = seen.front().size();
        if (found < mark.clip_count) {
            const std::string missing = clips_without_file(mark, seen.front());
            return refusal("--into: convert had " + counted(mark.clip_count - found, "clip") + " more: expected " +
                           (missing.empty() ? "their files" : "the files of " + missing));
        }
        if (found > mark.clip_count) {
            return refusal("--into: convert had " + counted(mark.clip_count, "clip") + ", found " +
                           std::to_string(found) + "; leave out what it had not, or convert again with --clip");
        }
        std::uint64_t others = 0; // of clips that the model itself has
        for (const auto& [name, own] : seen.front()) {
            others += own;
        }
        std::vector<std::vector<std::uint64_t>> digests; // per clip and version
        for (const std::size_t i : clips_) {
            std::vector<std::uint64_t>& of_clip = digests.emplace_back();
            for (std::size_t version = 0; version < old_[i].versions.size(); ++version) {
                const auto found_clip = seen[version].find(old_[i].name);
                of_clip.push_back(found_clip != seen[version].end() ? found_clip->second : 0);
            }
            others -= of_clip.front();
        }
        constexpr std::size_t most_tried = 1U << 16U;
        for (std::size_t tried = 0; tried < most_tried; ++tried) {
            std::uint64_t sum = others;
            std::size_t rest = tried; // each digit is the version of a clip
            for (std::size_t i = 0; i < clips_.size(); ++i) {
                versions[clips_[i]] = rest % digests[i].size();
                rest /= digests[i].size();
                sum += digests[i][versions[clips_[i]]];
            }
            if (rest != 0) {
                break;
            }
            if (folded_digest(sum) == mark.clips) {
                return import(versions == present->versions ? *present : *begin(versions, mark.choices, lod_of(mark)),
                              effigy::origin_check::lenient);
            }
        }
        return refusal("--into: a clip is not the one that convert had: expected that one, and -o OUT");
    }
    // The clips that convert had and the files do not have. If programs dropped their names, those of the scene's clips
    // that no file has.
    [[nodiscard]] std::string clips_without_file(const editing_mark& mark,
                                                 const std::map<std::string, std::uint64_t, std::less<>>& seen) const {
        std::vector<std::string> names = mark.clip_names;
        for (std::size_t i = 0; mark.clip_names.empty() && i < changed_.clips.size(); ++i) {
            names.emplace_back(changed_.clips[i].name);
        }
        std::erase_if(names, [&](const std::string& each) { return seen.contains(each); });
        std::ranges::transform(names, names.begin(), [](const std::string& each) { return printable(each); });
        return listed(names);
    }

    effigy::scene& changed_;
    std::span<const old_file> old_;
    const import_settings& settings_;
    std::vector<editing_mark> marks_;
    bool is_foreign_ = false;        // the scene was not made of the model: it only has meshes that replace others
    std::size_t model_ = none;       // its number among the old files
    std::vector<std::size_t> clips_; // those of the clips
};

} // namespace

import_result import_scene(effigy::scene& changed, std::span<const old_file> old, const import_settings& settings) {
    return import_of_files{changed, old, settings}.run();
}

} // namespace tool
