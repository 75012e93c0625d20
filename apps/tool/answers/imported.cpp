#include "imported.hpp"

#include "clips.hpp"
#include "text.hpp"

#include <effigy/grimrock/apply.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/p3d/apply.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/scene/reconcile.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tool {

namespace grimrock = effigy::grimrock;
namespace p3d = effigy::p3d;

std::string text_of(const effigy::remark& told) {
    std::string out{told.part};
    out += told.name.empty() ? "" : ' ' + printable(told.name);
    out += ": ";
    out += told.count != 0 ? grouped(told.count) + ' ' : "";
    return out + std::string{told.what};
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

// A new clip of Grimrock has the version of the others.
grimrock::apply_options applying_to(const grimrock::model& from, const clips& all, const scene_settings& settings) {
    return {.made_with = options_of(from, settings),
            .new_clip_version = all.animations().empty() ? 0 : all.animations().front().keys.version()};
}
p3d::apply_options applying_to(const p3d::model& from, const clips&, const scene_settings& settings) {
    return {.made_with = options_of(from, settings)};
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

// ---- one model -----------------------------------------------------------------------------------------------------

template <class Model> class importer {
public:
    importer(const Model& from, const clips& given, const scene_settings& settings, bool deletes)
        : from_(from), clips_(given), settings_(settings), deletes_(deletes),
          applying_(applying_to(from, given, settings)) {
        applying_.delete_missing = deletes;
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
        const auto changed = reconcile(edited, *original, teller(of_model), {.delete_missing = deletes_});
        if (!changed) {
            return refuse(changed.error(), scene_number);
        }
        const auto all = clips_of(clips_, from_);
        if (*changed == *original) {
            for (const std::size_t number : numbers) {
                out.files.emplace_back().old = number;
            }
            return out;
        }
        auto own = decode(from_);
        if (!own) {
            return refuse(own.error(), model);
        }
        const auto before = *own;
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
            const effigy::scene::clip* const now = clip_of(*changed, all[i].name);
            const effigy::scene::clip* const was = clip_of(*original, all[i].name);
            if (now == nullptr && deletes_) {
                of_clip.lines.push_back({effigy::remark_kind::kept, "the file of a clip that the scene lacks"});
            }
            if (now == nullptr || (has_same_nodes && was != nullptr && *now == *was)) {
                continue;
            }
            auto clip = decode(all[i].keys);
            if (!clip) {
                return refuse(clip.error(), numbers[i]);
            }
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
                out.files.front().lines.push_back(
                    {effigy::remark_kind::left_out,
                     "clip " + printable(each.name) + ": its file would have no name, or that of another clip"});
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
                out.files.front().lines.push_back({effigy::remark_kind::left_out,
                                                   "clip " + printable(each.name) + ": moves nothing that a file has"});
                continue;
            }
            auto written = encode(clip);
            if (!written) {
                return refuse(written.error(), scene_number);
            }
            of_clip.bytes = *std::move(written);
        }
        return out;
    }

private:
    // Adds remarks to the lines of a file.
    struct line_teller {
        std::vector<import_line>* to;
        bool is_of_file; // not of the scene

        void operator()(const effigy::remark& told) const {
            to->push_back({told.kind, text_of(told), is_of_file && told.kind == effigy::remark_kind::changed});
        }
    };
    [[nodiscard]] static line_teller teller(imported_file& to, bool is_of_file = false) {
        return {&to.lines, is_of_file};
    }
    [[nodiscard]] static const effigy::scene::clip* clip_of(const effigy::scene& in, std::string_view name) {
        const auto found = std::ranges::find(in.clips, name, &effigy::scene::clip::name);
        return found != in.clips.end() ? &*found : nullptr;
    }

    // Leaves `to.bytes` empty if nothing changes.
    template <class Owned, class View>
    [[nodiscard]] static effigy::error write(const Owned& own, const View& old, imported_file& to) {
        const auto bytes = old.file().bytes();
        auto written = encode(own, bytes);
        if (!written) {
            return written.error();
        }
        if (std::ranges::equal(written->bytes, bytes)) {
            return {};
        }
        if (!written->kept_rest) {
            to.lines.push_back({effigy::remark_kind::left_out, "bytes without a meaning are not kept"});
        }
        to.bytes = std::move(written->bytes);
        return {};
    }

    const Model& from_;
    const clips& clips_;
    const scene_settings& settings_;
    bool deletes_;
    decltype(applying_to(std::declval<const Model&>(), std::declval<const clips&>(),
                         std::declval<const scene_settings&>())) applying_;
};

import_result refusal(std::string words) {
    import_result out;
    out.words = std::move(words);
    return out;
}

} // namespace

import_result import_scene(const effigy::scene& changed, std::span<const old_file> old,
                           const import_settings& settings) {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    import_result out;
    clips given;
    std::vector<std::size_t> numbers; // of the clips among the old files
    std::size_t model = none;
    for (std::size_t i = 0; i < old.size(); ++i) {
        if (effigy::is_model(effigy::identify(old[i].bytes).kind)) {
            if (model != none) {
                return refusal("expected one model; found " + printable(old[model].name) + " and " +
                               printable(old[i].name));
            }
            model = i;
            continue;
        }
        out.why = given.add(old[i].name, old[i].bytes);
        out.culprit = i;
        if (out.why) {
            return out;
        }
        numbers.push_back(i);
    }
    if (model == none) {
        return refusal("expected the model, too: a clip is compared with what the model's scene has");
    }
    scene_settings made_with{given, settings.lod, {}, settings.choices, old[model].name};
    out.culprit = model;
    const effigy::error refused = effigy::visit(old[model].bytes, [&](const auto& view) {
        using view_type = std::remove_cvref_t<decltype(view)>;
        if constexpr (importable<view_type>) {
            if (clips_of(given, view).size() != numbers.size()) {
                out = refusal("expected clips of the model's game");
                return;
            }
            made_with.name = name_in(changed, view, made_with);
            made_with.choices.for_editing = is_for_editing(changed, view, made_with);
            out = importer<view_type>{view, given, made_with, settings.delete_missing}.run(changed, model, numbers,
                                                                                           old.size());
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

} // namespace tool
