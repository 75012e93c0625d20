#include "imported.hpp"

#include "editing_mark.hpp"
#include "families.hpp"
#include "imported_model.hpp"
#include "option_names.hpp"
#include <tool/answers/clips.hpp>
#include <tool/answers/text.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tool {

namespace grimrock = effigy::grimrock;
namespace p3d = effigy::p3d;

namespace {

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
        lasting_error why;
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
                    out = import_into(session, {changed_, *in.made_with, how, settings_.replacements, takes_new_clips,
                                                model_, clips_, old_.size()});
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
