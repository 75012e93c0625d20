#include "imported_model.hpp"

#include "families.hpp"
#include "option_names.hpp"
#include <tool/answers/text.hpp>

#include <effigy/grimrock/encode.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/scene/reconcile.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

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

namespace {

template <class Session> class importer {
public:
    using apply_options =
        std::conditional_t<std::is_same_v<Session, p3d::edit_session>, p3d::apply_options, grimrock::apply_options>;

    importer(Session& in, const model_import& what) : in_(in), what_(what), how_(reconciling(in.view(), what.how)) {
        applying_.delete_missing = what.how.delete_missing;
    }

    [[nodiscard]] import_result run() {
        import_result out;
        const effigy::scene& original = in_.original();
        imported_file& of_model = out.files.emplace_back();
        of_model.old = what_.model;
        if (how_.replaces_only) {
            of_model.lines.push_back({effigy::remark_kind::guessed,
                                      "file: the glTF file was not made of it: only what --replace names comes in"});
        }
        const auto joins = [&](std::string_view name, std::string_view whole) {
            return is_part(name, whole, in_.view(), what_.made_with);
        };
        const found_replacements replaced{what_.replacements, what_.edited, original, what_.made_with.name,
                                          !how_.replaces_only};
        if (!replaced.complaint().empty()) {
            return refusal(replaced.complaint());
        }
        effigy::reconcile_options how = how_;
        how.is_part = joins;
        how.home = home_of(original, in_.view(), what_.made_with);
        how.replacements = replaced.all();
        const auto edits = reconcile(what_.edited, original, teller(of_model), how);
        if (!edits) {
            return refusal(edits.error(), what_.scene);
        }
        if (!what_.takes_new_clips) {
            if (const std::string missing = new_clips(*edits); !missing.empty()) {
                return refusal("--into: expected the file of " + missing + "; --new-clips if convert had none");
            }
        }
        of_model.bytes.append(in_.view().file().bytes());
        for (std::size_t i = 0; i < what_.clips.size(); ++i) {
            imported_file& of_clip = out.files.emplace_back();
            of_clip.old = what_.clips[i];
            of_clip.bytes.append(in_.clips()[i].keys.file().bytes());
        }
        if (edits->made == original) {
            return out;
        }
        const std::size_t of_scene = out.files.front().lines.size();
        if (auto failed = bring(*edits, out)) {
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
    [[nodiscard]] std::optional<import_result> bring(const effigy::scene_edits& edits, import_result& to) {
        const auto own = apply(edits, in_, teller(to.files.front(), true), applying_);
        if (!own) {
            return refusal(own.error(), what_.scene);
        }
        if (const effigy::error why = write(*own, in_.view(), to.files.front())) {
            return refusal(why, what_.model);
        }
        const bool has_same_nodes =
            edits.made.nodes == in_.original().nodes && edits.made.skins == in_.original().skins;
        std::vector<bool> is_found(what_.clips.size(), false);
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
                return refusal(clip.error(), what_.scene);
            }
            if (file != effigy::npos) {
                if (const effigy::error why = write(*clip, in_.clips()[file].keys, of_clip)) {
                    return refusal(why, what_.clips[file]);
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
                    return refusal(written.error(), what_.scene);
                }
                of_clip.old = what_.model;
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
    const model_import& what_;
    effigy::reconcile_options how_;
    apply_options applying_;
};

} // namespace

import_result import_into(grimrock::edit_session& in, const model_import& what) { return importer{in, what}.run(); }
import_result import_into(p3d::edit_session& in, const model_import& what) { return importer{in, what}.run(); }

} // namespace tool
