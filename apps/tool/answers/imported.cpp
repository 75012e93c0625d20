#include "imported.hpp"

#include "clips.hpp"
#include "editing_mark.hpp"
#include "selection_names.hpp"
#include "text.hpp"

#include <effigy/grimrock/apply.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/p3d/apply.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/scene/reconcile.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

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

std::span<const grimrock::named_clip> clips_of(const clips& all, const grimrock::model&) { return all.animations(); }
std::span<const p3d::named_clip> clips_of(const clips& all, const p3d::model&) { return all.motions(); }

constexpr const char* extension_of_clips(const grimrock::model&) { return ".animation"; }
constexpr const char* extension_of_clips(const p3d::model&) { return ".rtm"; }

grimrock::owned_animation new_clip(const grimrock::model&) { return {}; }
p3d::owned_animation new_clip(const p3d::model&) { return {}; }

// Animations of Grimrock name the nodes that the edited model has; those of Arma move the model that the scene shows.
const grimrock::owned_model& model_of_clips(const grimrock::owned_model&, const grimrock::owned_model& after) {
    return after;
}
const p3d::owned_model& model_of_clips(const p3d::owned_model& before, const p3d::owned_model&) { return before; }

// Clips of Grimrock name nodes, so that they follow the new names of these. Of a model with other nodes than before, a
// clip keeps what it has for the old name.
void rename_items(grimrock::owned_animation& clip, const grimrock::owned_model& before,
                  const grimrock::owned_model& after) {
    const auto olds = before.get(before.nodes), news = after.get(after.nodes);
    for (std::size_t i = 0; olds.size() == news.size() && i < olds.size(); ++i) {
        const std::string_view from = before.get(olds[i].name), to = after.get(news[i].name);
        if (from == to || std::ranges::any_of(news, [&](const auto& each) { return after.get(each.name) == from; })) {
            continue;
        }
        for (auto& item : clip.get(clip.items)) {
            if (clip.get(item.name) == from) {
                clip.set(item.name, to);
            }
        }
    }
}
void rename_items(p3d::owned_animation&, const p3d::owned_model&, const p3d::owned_model&) {} // selections keep theirs

// A new clip of Grimrock has the version of the others.
grimrock::apply_options applying_to(const grimrock::model& from, const clips& all, const scene_settings& settings) {
    return {.made_with = options_of(from, settings),
            .new_clip_version = all.animations().empty() ? 0 : all.animations().front().keys.version()};
}
p3d::apply_options applying_to(const p3d::model& from, const clips&, const scene_settings& settings) {
    return {.made_with = options_of(from, settings)};
}

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
concept importable =
    requires(const Model& of, const clips& all, const scene_settings& settings) { applying_to(of, all, settings); };

import_result refusal(std::string words) {
    import_result out;
    out.words = std::move(words);
    return out;
}

// ---- one model -----------------------------------------------------------------------------------------------------

template <class Model> class importer {
public:
    importer(const Model& from, const clips& given, const scene_settings& settings,
             const effigy::reconcile_options& how, std::span<const std::string> replacements, bool takes_new_clips)
        : from_(from), clips_(given), settings_(settings), how_(reconciling(from, how)), replacements_(replacements),
          takes_new_clips_(takes_new_clips), applying_(applying_to(from, given, settings)) {
        applying_.delete_missing = how.delete_missing;
    }

    // `model`: its number among the old files; `numbers`: those of the clips.
    [[nodiscard]] import_result run(const effigy::scene& edited, std::size_t model,
                                    std::span<const std::size_t> numbers, std::size_t scene_number) {
        const auto refuse = [](const effigy::error& why, std::size_t culprit) {
            import_result out;
            out.why = why;
            out.culprit = culprit;
            return out;
        };
        import_result out;
        auto original = scene_of(from_, settings_);
        if (!original) {
            return refuse(original.error(), model);
        }
        number_vertices(*original); // as reconcile() does
        imported_file& of_model = out.files.emplace_back();
        of_model.old = model;
        if (how_.replaces_only) {
            of_model.lines.push_back({effigy::remark_kind::guessed,
                                      "file: the glTF file was not made of it: only what --replace names comes in"});
        }
        const auto joins = [&](std::string_view name, std::string_view whole) {
            return is_part(name, whole, from_, settings_);
        };
        const found_replacements replaced{replacements_, edited, *original, settings_.name, !how_.replaces_only};
        if (!replaced.complaint().empty()) {
            return refusal(replaced.complaint());
        }
        effigy::reconcile_options how = how_;
        how.is_part = joins;
        how.home = home_of(*original, from_, settings_);
        how.replacements = replaced.all();
        const auto changed = reconcile(edited, *original, teller(of_model), how);
        if (!changed) {
            return refuse(changed.error(), scene_number);
        }
        if (!takes_new_clips_) {
            if (const std::string missing = missing_clips(*changed, *original); !missing.empty()) {
                return refusal("--into: expected the file of " + missing + "; --new-clips if convert had none");
            }
        }
        const auto all = clips_of(clips_, from_);
        of_model.bytes.append(from_.file().bytes());
        if (*changed == *original) {
            for (std::size_t i = 0; i < all.size(); ++i) {
                imported_file& of_clip = out.files.emplace_back();
                of_clip.old = numbers[i];
                of_clip.bytes.append(all[i].keys.file().bytes());
            }
            out.original.materials = std::move(original->materials);
            return out;
        }
        auto own = decode(from_);
        if (!own) {
            return refuse(own.error(), model);
        }
        const auto before = *own;
        const std::size_t of_scene = of_model.lines.size();
        if (const effigy::error why = apply(*changed, *own, teller(of_model, true), applying_)) {
            return refuse(why, scene_number);
        }
        if (const effigy::error why = write(*own, from_, of_model)) {
            return refuse(why, model);
        }
        const auto& model_of_clip = model_of_clips(before, *own);
        // apply() makes the scene again for each clip.
        const bool has_same_nodes = changed->nodes == original->nodes && changed->skins == original->skins;
        for (std::size_t i = 0; i < all.size(); ++i) {
            imported_file& of_clip = out.files.emplace_back();
            of_clip.old = numbers[i];
            of_clip.bytes.append(all[i].keys.file().bytes());
            const effigy::scene::clip* const now = clip_of(*changed, all[i].name);
            const effigy::scene::clip* const was = clip_of(*original, all[i].name);
            if (now == nullptr && how_.delete_missing) {
                teller(of_clip)({.kind = effigy::remark_kind::kept,
                                 .part = "clip",
                                 .name = all[i].name,
                                 .what = "its file: the scene lacks it"});
            }
            if (now == nullptr || (has_same_nodes && was != nullptr && *now == *was)) {
                continue;
            }
            auto clip = decode(all[i].keys);
            if (!clip) {
                return refuse(clip.error(), numbers[i]);
            }
            rename_items(*clip, before, *own);
            effigy::error why = apply(*changed, all[i].name, model_of_clip, *clip, teller(of_clip, true), applying_);
            why = why ? why : write(*clip, all[i].keys, of_clip);
            if (why) {
                return refuse(why, numbers[i]);
            }
        }
        for (const effigy::scene::clip& each : changed->clips) {
            if (clip_of(*original, each.name) != nullptr) { // of a file, or of the model itself
                continue;
            }
            if (each.name.empty() || clip_of(*changed, each.name) != &each) {
                teller(out.files.front())({.kind = effigy::remark_kind::left_out,
                                           .part = "clip",
                                           .name = each.name,
                                           .what = "its file would have no name, or that of another clip"});
                continue;
            }
            auto clip = new_clip(from_);
            imported_file& of_clip = out.files.emplace_back();
            of_clip.old = model;
            of_clip.new_name = std::string{each.name} + extension_of_clips(from_);
            if (const effigy::error why = apply(*changed, std::string_view{each.name}, model_of_clip, clip,
                                                teller(of_clip, true), applying_)) {
                return refuse(why, scene_number);
            }
            if (clip.version == 0) { // apply() made nothing of it
                out.files.pop_back();
                teller(out.files.front())({.kind = effigy::remark_kind::left_out,
                                           .part = "clip",
                                           .name = each.name,
                                           .what = "moves nothing that a file has"});
                continue;
            }
            auto written = encode(clip);
            if (!written) {
                return refuse(written.error(), scene_number);
            }
            of_clip.bytes = *std::move(written);
            of_clip.is_changed = true;
        }
        take_back(out.files, of_scene);
        for (std::size_t i = 1; i < out.files.size(); ++i) {
            const std::string& name = out.files[i].new_name;
            move_lines("clip " + printable(name.empty() ? all[i - 1].name : name.substr(0, name.rfind('.'))),
                       out.files.front(), out.files[i]);
        }
        if (how_.replaces_only && !out.files.front().is_changed) {
            take_back_replaced(out.files.front());
        }
        std::ranges::for_each(out.files, take_back_unchanged);
        out.original.materials = std::move(original->materials);
        return out;
    }

private:
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
    [[nodiscard]] static const effigy::scene::clip* clip_of(const effigy::scene& in, std::string_view name) {
        const auto found = std::ranges::find(in.clips, name, &effigy::scene::clip::name);
        return found != in.clips.end() ? &*found : nullptr;
    }

    // "clip walk", "clip walk and 2 others"; empty if the original has all.
    [[nodiscard]] static std::string missing_clips(const effigy::scene& changed, const effigy::scene& original) {
        std::vector<std::string> out;
        for (const effigy::scene::clip& each : changed.clips) {
            if (clip_of(original, each.name) == nullptr) {
                out.push_back(printable(each.name));
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

    const Model& from_;
    const clips& clips_;
    const scene_settings& settings_;
    effigy::reconcile_options how_;
    std::span<const std::string> replacements_;
    bool takes_new_clips_;
    decltype(applying_to(std::declval<const Model&>(), std::declval<const clips&>(),
                         std::declval<const scene_settings&>())) applying_;
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

    // A scene made of versions of the files, as convert makes it.
    struct attempt {
        effigy::error why;
        std::size_t culprit = 0;
        std::uint32_t meshes = 0;                                // a digest
        std::map<std::string, std::uint64_t, std::less<>> clips; // digests
        std::string words;
        import_result made;
    };
    template <class Function> attempt make(const chosen_versions& versions, const scene_choices& choices,
                                           const lod_choice& lod, const Function& function) const {
        attempt out;
        clips given;
        for (const std::size_t i : clips_) {
            out.why = given.add(old_[i].name, old_[i].versions[versions[i]]);
            out.culprit = i;
            if (out.why) {
                return out;
            }
        }
        out.culprit = model_;
        scene_settings made_with{given, lod, {}, choices, old_[model_].name};
        const effigy::error refused = effigy::visit(old_[model_].versions[versions[model_]], [&](const auto& view) {
            using view_type = std::remove_cvref_t<decltype(view)>;
            if constexpr (importable<view_type>) {
                if (clips_of(given, view).size() != clips_.size()) {
                    out.words = "--into: expected clips of the model's game";
                    return;
                }
                made_with.name = is_foreign_ ? old_[model_].name : name_in(changed_, view, made_with);
                made_with.choices.for_editing =
                    !marks_.empty() || is_foreign_ || is_for_editing(changed_, view, made_with);
                function(view, given, made_with, out);
            } else {
                out.why = {{"this format"},
                           effigy::errc::unsupported,
                           0,
                           -1,
                           "effigy imports into models of Grimrock, the Shinobi engine and Arma"};
            }
        });
        out.why = out.why ? out.why : refused;
        return out;
    }
    [[nodiscard]] attempt look(const chosen_versions& versions, const scene_choices& choices,
                               const lod_choice& lod) const {
        return make(versions, choices, lod,
                    [](const auto& view, const clips&, const scene_settings& made_with, attempt& to) {
                        const auto made = scene_of(view, made_with);
                        to.why = made ? effigy::error{} : made.error();
                        to.meshes = made ? digest_of_meshes(*made) : 0;
                        for (std::size_t i = 0; made && i < made->clips.size(); ++i) {
                            to.clips.emplace(made->clips[i].name, digest(made->clips[i]));
                        }
                    });
    }
    [[nodiscard]] import_result import(const chosen_versions& versions, const scene_choices& choices,
                                       const lod_choice& lod, effigy::origin_check check) const {
        const effigy::reconcile_options how{
            .delete_missing = settings_.delete_missing, .origins = check, .replaces_only = is_foreign_};
        const bool takes_new_clips = settings_.new_clips || check == effigy::origin_check::lenient;
        attempt out =
            make(versions, choices, lod,
                 [&](const auto& view, const clips& given, const scene_settings& made_with, attempt& to) {
                     using view_type = std::remove_cvref_t<decltype(view)>;
                     to.made =
                         importer<view_type>{view, given, made_with, how, settings_.replacements, takes_new_clips}.run(
                             changed_, model_, clips_, old_.size());
                 });
        import_result& made = out.made;
        made.is_foreign = is_foreign_;
        if (out.why) {
            made.why = out.why;
            made.culprit = out.culprit;
        }
        if (!out.words.empty()) {
            made.words = std::move(out.words);
        }
        for (imported_file& each : made.files) {
            each.version = versions[each.old];
        }
        return std::move(out.made);
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
        import_result out =
            import(versions, settings_.choices, settings_.lod, ignores ? origin_check::ignored : origin_check::strict);
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
            const import_result made = import(versions, settings_.choices, tried, effigy::origin_check::strict);
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
                const attempt seen = look(tried, mark.choices, lod_of(mark));
                if (seen.why || !seen.words.empty()) {
                    import_result out;
                    out.why = seen.why;
                    out.culprit = seen.culprit;
                    out.words = seen.words;
                    return out;
                }
                if (seen.meshes == mark.meshes) {
                    return import_with(mark, std::move(tried), seen);
                }
            }
        }
        is_foreign_ = !settings_.replacements.empty();
        return is_foreign_ ? import(versions, settings_.choices, settings_.lod, effigy::origin_check::ignored)
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
    // `present`: the scene with the clips as they are.
    import_result import_with(const editing_mark& mark, chosen_versions versions, const attempt& present) {
        std::vector<attempt> seen; // with the first versions of all clips, the second ones ..; the last ones again
        std::size_t most = 1;
        for (const std::size_t i : clips_) {
            most = std::max(most, old_[i].versions.size());
        }
        for (std::size_t round = 0; round + 1 < most; ++round) {
            for (const std::size_t i : clips_) {
                versions[i] = std::min(round, old_[i].versions.size() - 1);
            }
            seen.push_back(look(versions, mark.choices, lod_of(mark)));
        }
        seen.push_back(present);
        const std::size_t found = seen.front().clips.size();
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
        for (const auto& [name, own] : seen.front().clips) {
            others += own;
        }
        std::vector<std::vector<std::uint64_t>> digests; // per clip and version
        for (const std::size_t i : clips_) {
            std::vector<std::uint64_t>& of_clip = digests.emplace_back();
            for (std::size_t version = 0; version < old_[i].versions.size(); ++version) {
                const auto found_clip = seen[version].clips.find(old_[i].name);
                of_clip.push_back(found_clip != seen[version].clips.end() ? found_clip->second : 0);
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
                return import(versions, mark.choices, lod_of(mark), effigy::origin_check::lenient);
            }
        }
        return refusal("--into: a clip is not the one that convert had: expected that one, and -o OUT");
    }
    // The clips that convert had and the files do not have. If programs dropped their names, those of the scene's clips
    // that no file has.
    [[nodiscard]] std::string clips_without_file(const editing_mark& mark, const attempt& seen) const {
        std::vector<std::string> names = mark.clip_names;
        for (std::size_t i = 0; mark.clip_names.empty() && i < changed_.clips.size(); ++i) {
            names.emplace_back(changed_.clips[i].name);
        }
        std::erase_if(names, [&](const std::string& each) { return seen.clips.contains(each); });
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
