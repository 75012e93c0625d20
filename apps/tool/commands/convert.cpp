#include "commands.hpp"

#include "clip_files.hpp"
#include "conversion_summary.hpp"
#include "posed.hpp"
#include <tool/answers/json.hpp>
#include <tool/answers/scene_of.hpp>
#include <tool/answers/text.hpp>
#include <tool/import/editing_mark.hpp>
#include <tool/system/batch.hpp>
#include <tool/system/console.hpp>
#include <tool/system/files.hpp>
#include <tool/system/judge.hpp>
#include <tool/system/output.hpp>

#include <effigy/gltf.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

// Looks at the first bytes. False if the file cannot be opened; the conversion reports that error.
bool is_file_of_model(const fs::path& path) {
    const auto file = read_input(path);
    return file && effigy::is_model(effigy::identify(file->bytes()).kind);
}

bool names_gltf(const fs::path& file) { return has_extension(file, ".gltf"); }
bool names_stl(const fs::path& file) { return has_extension(file, ".stl"); }

// ---- the command line ----------------------------------------------------------------------------------------------

std::string complaint_of_output(const convert_options& options) {
    if (options.output.empty() && std::ranges::any_of(options.arguments, is_standard)) {
        return "expected a place for what standard input becomes";
    }
    const auto [is_file, complaint] = place_of(options.output, options.arguments);
    if (!is_file) {
        return complaint;
    }
    if (is_standard(options.output) && !options.gltf) {
        return "";
    }
    if (!names_gltf(options.output) && !names_stl(options.output) && !has_extension(options.output, ".glb")) {
        return "expected a folder, or a name that ends in .glb, .gltf or .stl";
    }
    if (options.gltf && !names_gltf(options.output)) {
        return "with --gltf, expected a name that ends in .gltf";
    }
    if (options.stl && !names_stl(options.output)) {
        return "with --stl, expected a name that ends in .stl";
    }
    return "";
}
// Returns what is wrong with the options; empty if nothing is.
std::string complaint_of(const convert_options& options, const clip_files& clips, bool is_valid_lod,
                         bool are_valid_parts) {
    if (const std::string why = complaint_of_output(options); !why.empty()) {
        return "-o: " + why;
    }
    if (!is_valid_lod) {
        return "--lod: " + complaint_of_level(options.lod);
    }
    if (options.pose && !pose_choice::of(*options.pose)) {
        return "--pose: expected CLIP@SECONDS, such as walk@0.5, or @0 for the model at rest; found " +
               printable(*options.pose);
    }
    if (options.pose && options.choices.for_editing) {
        return "--pose and --for-editing exclude each other: import would bring the pose into the model";
    }
    if (!are_valid_parts) {
        return "--parts: expected names such as hair_03, their numbers such as 3, or all";
    }
    if (!(options.choices.seconds > 0 && options.choices.seconds <= 1e6)) {
        return "--seconds: expected a number above 0, at most 1000000";
    }
    return options.strict && !clips.failures().empty() ? "--clip: " + clips.failures().front() : "";
}

// ---- which files go where ------------------------------------------------------------------------------------------

struct job {
    fs::path from;
    fs::path to; // empty if it is not a model
};

struct plan {
    std::vector<job> jobs;
    found_files found;    // all but its list of files
    bool is_gltf = false; // .gltf and .bin in place of .glb
    bool is_stl = false;
    bool is_one = false;   // one file, with a name that is given or lies beside it
    std::string complaint; // about a link on the way to a file
};

// The folder for the models of a folder, beside it: "mods_glb".
fs::path folder_beside(const fs::path& folder) {
    std::error_code failure;
    fs::path normal = (folder / "").lexically_normal().parent_path();
    if (normal.empty() || normal.filename() == "." || normal.filename() == "..") {
        normal = (fs::absolute(folder, failure) / "").lexically_normal().parent_path();
    }
    return normal += "_glb";
}

plan planned(const convert_options& options) {
    plan out;
    out.is_one = place_of(options.output, options.arguments).is_file;
    const bool is_beside = options.output.empty();
    out.is_gltf = options.gltf || (out.is_one && names_gltf(options.output));
    out.is_stl = options.stl || (out.is_one && names_stl(options.output));
    const char* const extension = out.is_stl ? ".stl" : out.is_gltf ? ".gltf" : ".glb";
    output_names names;
    std::error_code failure;
    for (const fs::path& argument : options.arguments) {
        const bool is_folder = fs::is_directory(argument, failure);
        const fs::path folder = !is_beside  ? options.output
                                : is_folder ? folder_beside(argument)
                                            : argument.parent_path();
        out.is_one = out.is_one || (is_beside && !is_folder && options.arguments.size() == 1);
        found_files found = files_of({argument});
        for (fs::path& file : found.files) {
            job one;
            if (out.is_one && !is_beside) {
                one.to = options.output;
            } else if (is_file_of_model(file)) {
                const fs::path below = is_folder ? file.lexically_relative(argument) : file.filename();
                one.to = folder / names.take(below, extension);
                out.complaint = out.complaint.empty() ? complaint_of_link(one.to, folder) : out.complaint;
            }
            one.from = std::move(file);
            out.jobs.push_back(std::move(one));
        }
        out.found.left_out += found.left_out;
        out.found.empty_folders.insert(out.found.empty_folders.end(), found.empty_folders.begin(),
                                       found.empty_folders.end());
    }
    return out;
}

// ---- one model -----------------------------------------------------------------------------------------------------

// Writes the images of a .gltf into a folder beside it. Returns the first error.
effigy::error write_images(const textured& shown, const fs::path& folder) {
    effigy::error why;
    for (std::size_t i = 0; i < shown.images.size() && !why; ++i) {
        if (*shown.images[i]) {
            new_file image{folder / path_of_name(shown.file_name(i))};
            image.write((*shown.images[i])->file);
            why = image.keep();
        }
    }
    return why;
}

fs::path buffer_of(const fs::path& gltf) { return fs::path{gltf}.replace_extension(".bin"); }
fs::path images_of(const fs::path& gltf) { return gltf.parent_path() / fs::path{gltf.stem()}.concat("_textures"); }

// Whether a new file would take the place of an input, such as a model without an extension, or behind a link.
bool replaces_input(const plan& all, const std::vector<fs::path>& clips) {
    std::set<fs::path> old; // that would be replaced
    const auto note = [&](const fs::path& to) {
        std::error_code failure;
        const fs::path place = to.empty() || is_standard(to) ? fs::path{} : real_place(to);
        if (!place.empty() && fs::exists(place, failure)) {
            old.insert(place);
        }
    };
    for (const job& one : all.jobs) {
        note(one.to);
        note(all.is_gltf && !one.to.empty() ? buffer_of(one.to) : fs::path{});
    }
    const auto is_replaced = [&](const fs::path& input) { return old.contains(real_place(input)); };
    return !old.empty() &&
           (std::ranges::any_of(all.jobs, is_replaced, &job::from) || std::ranges::any_of(clips, is_replaced));
}

// Returns the first file or folder that exists of those that the conversion would write; empty if none does.
fs::path existing(const fs::path& to, bool is_gltf) {
    std::error_code failure;
    for (const fs::path& path : {to, is_gltf ? buffer_of(to) : to, is_gltf ? images_of(to) : to}) {
        if (fs::exists(fs::symlink_status(path, failure))) {
            return path;
        }
    }
    return {};
}

// A .gltf is kept last, because it cannot be loaded without its other files.
effigy::error write(const effigy::scene& made, const textured& shown, const fs::path& to, const plan& how) {
    new_file file{to};
    const auto sink_of = [](new_file& one) { return [&one](std::span<const std::byte> bytes) { one.write(bytes); }; };
    if (how.is_stl) {
        write_stl(made, sink_of(file));
        return file.keep();
    }
    effigy::gltf_options options;
    if (!how.is_gltf) {
        options.image = [&](std::string_view number) { return shown.image_of(number); };
        const effigy::error why = effigy::write_glb(made, sink_of(file), options);
        return why ? why : file.keep();
    }
    const fs::path images = images_of(to);
    options.image = [&, folder = name_of_file(images)](std::string_view number) {
        return shown.image_of(number, folder);
    };
    const fs::path buffer = buffer_of(to);
    new_file data{buffer};
    effigy::error why = effigy::write_gltf(made, sink_of(file), sink_of(data), name_of_file(buffer), options);
    why = why ? why : write_images(shown, images);
    if (!why && !data.is_empty()) {
        why = data.keep();
    }
    return why ? why : file.keep();
}

// The error for a file that effigy reads but that is not a model.
effigy::error no_model(const effigy::identity& is) {
    switch (is.kind) {
    case effigy::file_kind::grimrock_animation:
    case effigy::file_kind::shinobi_animation:
    case effigy::file_kind::p3d_animation:
        return {{is.name}, effigy::errc::unsupported, 0, -1, "--clip adds it to a model"};
    case effigy::file_kind::m2_skin:
    case effigy::file_kind::m2_animation:
    case effigy::file_kind::m2_skeleton:
    case effigy::file_kind::m2_chunks: return {{is.name}, effigy::errc::unsupported, 0, -1, "converted with its .m2"};
    default: return {{is.name}, effigy::errc::unsupported, 0, -1, "effigy does not convert it"};
    }
}

// What a person should know about a scene: "17 of 43 parts".
std::vector<std::string> remarks_on(const effigy::scene& made) {
    std::vector<std::string> out;
    if (made.meshes.empty()) {
        out.emplace_back("no mesh");
    }
    const auto number_of = [&](std::string_view key) {
        const double* const number = effigy::find_extra<double>(made.extras, key);
        return number != nullptr ? static_cast<std::uint64_t>(*number) : 0;
    };
    if (const std::uint64_t parts = number_of("parts"); parts != 0) {
        out.push_back(std::to_string(number_of("partsShown")) + " of " + std::to_string(parts) + " parts");
    }
    std::uint64_t selections = 0;
    std::uint64_t bytes = 0;
    for (const effigy::scene::mesh& mesh : made.meshes) {
        selections += mesh.attributes.size();
        bytes += 4 * mesh.attributes.size() * mesh.positions.size();
    }
    if (selections != 0) {
        out.push_back(counted(selections, "selection") + ", " + std::to_string(bytes) + " bytes");
    }
    return out;
}

// "no clip "run"; the clips are: walk, jump"
std::string no_clip(const effigy::scene& made, std::string_view wanted) {
    return "no clip \"" + printable(wanted) + "\"; " + clips_like(made, wanted) +
           (made.clips.empty() ? ": add a file with --clip" : "");
}

bool shows_what_is_not_drawn(const effigy::scene& made) {
    return std::ranges::any_of(made.nodes, [](const effigy::scene::node& each) {
        return std::ranges::any_of(each.extras,
                                   [](const auto& one) { return std::string_view{one.key} == "notDrawn"; });
    });
}

class converter {
public:
    converter(const plan& planned, const scene_settings& settings, const clip_files& clips,
              const std::optional<pose_choice>& pose, const convert_options& options, texturer& shown,
              model_cache& models)
        : plan_(planned), settings_(settings), clips_(clips), pose_(pose), options_(options),
          replaces_(options.force || !options.output.empty()), texturer_(shown), models_(models) {}

    [[nodiscard]] conversion operator()(const job& one) const {
        attempt made;
        judgement judged = judge(one.from, models_, [&](const auto& view, const judgement& so_far) {
            if (so_far.status != status::ok || is_refused(one, so_far, made)) {
                return;
            }
            if constexpr (scene_source<std::remove_cvref_t<decltype(view)>>) {
                convert(view, one, made);
            } else {
                made.failure = no_model(*so_far.is);
            }
        });
        if (made.failure) {
            judged.why = made.failure;
            judged.status = made.failure.code == effigy::errc::unsupported ? status::skipped : status::error;
            judged.companion = made.concerned;
        }
        if (!made.refusal.empty()) {
            judged.words = std::move(made.refusal);
            judged.status = status::error;
        }
        made.out.status = judged.status;
        made.out.line = line_of(one, judged, made.told);
        return std::move(made.out);
    }
    // What the line of a file that is written says, and the object of --json.
    struct report {
        std::vector<std::string> remarks;
        std::string missing_supermodel;
        std::string shown; // about textures
        std::string explanation;
        json textures;

        void add(std::vector<std::string> more) {
            for (std::string& each : more) {
                if (!each.empty()) {
                    remarks.push_back(std::move(each));
                }
            }
        }
    };
    [[nodiscard]] std::string line_of(const job& one, const judgement& judged, const report& told = {}) const {
        const bool is_written = judged.status == status::ok;
        if (options_.json) {
            json out = header_json(one.from.string(), judged);
            out["output"] = is_written ? json(one.to.string()) : json(nullptr);
            out["remarks"] = told.remarks;
            out["missing"] = judged.missing;
            out["missing_supermodel"] = told.missing_supermodel.empty() ? json(nullptr) : json(told.missing_supermodel);
            out["textures"] = is_written ? told.textures : json(nullptr);
            return text_of(out) + '\n';
        }
        if (!is_written) {
            return complaint_line(paint_, one.from, judged);
        }
        std::string out =
            printable(one.from.string()) + '\t' + paint_.good("written") + '\t' + printable(one.to.string());
        report all = told;
        all.add({judged.missing.empty() ? "" : "without " + listed(judged.missing),
                 without_supermodel(told.missing_supermodel), told.shown});
        for (const std::string& each : all.remarks) {
            out += '\t' + each;
        }
        return out + '\n' + told.explanation;
    }

private:
    struct attempt {
        conversion out;
        report told;
        lasting_error failure;
        std::string concerned; // another file that the failure is about
        std::string refusal;   // why the options do not fit the model
    };
    [[nodiscard]] bool is_refused(const job& one, const judgement& judged, attempt& to) const {
        if (options_.strict && !judged.missing.empty()) {
            to.failure = io_error("open", std::errc::no_such_file_or_directory);
            to.concerned = judged.missing.front();
            return true;
        }
        const fs::path old = replaces_ ? fs::path{} : existing(one.to, plan_.is_gltf);
        if (!old.empty()) {
            to.failure = io_error("write", std::errc::file_exists);
            to.concerned = old.string();
            to.refusal = "exists already: --force replaces it";
            to.out.is_in_the_way = true;
        }
        return !old.empty();
    }
    template <class View> void convert(const View& view, const job& one, attempt& to) const {
        lack lacking = lacks(view, settings_);
        if (!lacking.refusal.empty()) {
            to.refusal = std::move(lacking.refusal);
            return;
        }
        scene_settings settings = settings_;
        settings.name = name_of_file(one.from.stem());
        auto made = scene_of(view, settings);
        if (!made) {
            to.failure = made.error();
            return;
        }
        const editing_mark mark = mark_of(*made, view, settings);
        settings_.clips.for_each_used(view, *made, [&](std::string_view name) { to.out.clips.emplace(name); });
        note_supermodel(view, one.from, to.told, to.out);
        to.out.family = family_of(view);
        to.out.has_parts = has_parts(view);
        to.out.has_collision = shows_what_is_not_drawn(*made);
        const effigy::scene::clip* const clip = pose_ ? clip_of(*made, pose_->clip) : nullptr;
        if (pose_ && clip == nullptr && !pose_->clip.empty()) {
            to.refusal = no_clip(*made, pose_->clip);
            return;
        }
        for (const std::string& name : clips_.chosen().names) {
            if (clip_of(*made, name) != nullptr) {
                to.out.chosen.insert(name);
            }
        }
        to.refusal = plan_.jobs.size() == 1 ? lacks_chosen(*made) : "";
        if (!to.refusal.empty()) {
            return;
        }
        const textured shown =
            plan_.is_stl ? textured{} : texturer_.apply(*made, family_of(view), one.from, named_textures(view));
        to.told.add(remarks_on(*made));
        to.told.add({std::move(lacking.remark), late(clip)});
        to.told.shown = shown.remark();
        to.told.explanation = shown.explanation(printable(one.from.string()));
        to.out.unchosen = shown.unchosen(family_of(view));
        to.told.textures = textures_json(shown, to.out.unchosen);
        to.out.textures = shown.counts;
        if (pose_) {
            *made = posed(*made, clip, pose_->seconds);
        } else {
            keep_chosen(*made, clips_.chosen(), [&](std::string_view name) { return is_own(view, name); });
        }
        if (settings.choices.for_editing) {
            add_mark(*made, mark);
        }
        to.failure = write(*made, shown, one.to, plan_);
        to.concerned = to.failure.code == effigy::errc::io ? one.to.string() : "";
    }

    template <class Model>
    void note_supermodel(const Model& from, const fs::path& path, report& told, conversion& out) const {
        if constexpr (nwn_model<Model>) {
            const std::string absent = absent_supermodel(from, settings_.clips, path, models_.finder().folders());
            out.lacks_supermodel = !absent.empty();
            out.has_unused_supermodel = absent.empty() && !settings_.clips.wanted_supermodel(from.supermodel()).empty();
            if (plan_.jobs.size() == 1 && !options_.no_supermodel) {
                told.missing_supermodel = absent;
            }
        }
    }
    template <class Model> [[nodiscard]] static bool has_parts(const Model& from) {
        if constexpr (std::is_same_v<Model, effigy::m2::model>) {
            return is_character(from);
        } else {
            return false;
        }
    }
    // Whether a clip is the model's own, not of a file of --clip.
    template <class Model> [[nodiscard]] bool is_own(const Model& from, std::string_view name) const {
        if constexpr (nwn_model<Model>) {
            const bool has_given = clips_.given() != 0 && !clips_.supermodels_from(from.supermodel()).empty();
            return !has_given || has_animation(from, name);
        } else {
            return std::ranges::find(clips_.names(), name) == clips_.names().end();
        }
    }
    [[nodiscard]] std::string lacks_chosen(const effigy::scene& made) const {
        for (const std::string& name : clips_.chosen().names) {
            if (clip_of(made, name) == nullptr) {
                return "no file and " + no_clip(made, name);
            }
        }
        return "";
    }
    // "the clip ends at 1.033 s", if the pose is after its end.
    [[nodiscard]] std::string late(const effigy::scene::clip* clip) const {
        const double end = clip != nullptr ? end_of(*clip) : 0;
        return clip != nullptr && pose_->seconds > end + 0.0005
                   ? "the clip ends at " + shortest(static_cast<float>(end)) + " s"
                   : "";
    }
    [[nodiscard]] static json textures_json(const textured& shown, const std::vector<std::string>& unchosen) {
        json missing = json::array();
        json broken = json::array();
        for (const materials::look_up& each : shown.names.names) {
            const std::string why = each.found ? shown.defect_of(each) : "";
            if (each.found.what == materials::outcome::missing) {
                missing.push_back(utf8(each.name));
            } else if (!why.empty()) {
                broken.push_back({{"name", utf8(each.name)}, {"message", why}});
            }
        }
        return {{"found", shown.counts.found},
                {"guessed", shown.counts.guessed},
                {"of_game", shown.counts.of_game - unchosen.size()},
                {"chosen_by_game", unchosen},
                {"missing", std::move(missing)},
                {"broken", std::move(broken)}};
    }

    const plan& plan_;
    scene_settings settings_;
    const clip_files& clips_;
    std::optional<pose_choice> pose_;
    const convert_options& options_;
    bool replaces_; // files that exist
    texturer& texturer_;
    model_cache& models_;
    style paint_ = style::of(stdout);
};

} // namespace

int convert(const convert_options& options, const listfile& names, model_cache& models) {
    clip_files clips{options.clips};
    std::vector<std::string> supermodels;
    // Without a file of --clip, its names may be those of clips of the supermodels.
    const bool wants_supermodels =
        !options.no_supermodel && (!clips.chosen().is_made || (clips.given() == 0 && !clips.chosen().names.empty()));
    if (options.arguments.size() == 1 && wants_supermodels) {
        supermodels = clips.add_supermodels_of(options.arguments.front(), models.finder().folders());
    }
    texturer shown{options.textures, options.arguments, [&](std::uint32_t id) { return names.path_of(id); },
                   options.choices.animate_materials};
    const std::optional<lod_choice> lod = lod_choice::of(options.lod);
    const std::optional<part_choice> parts = part_choice::of(options.parts);
    std::string complaint = complaint_of(options, clips, lod.has_value(), parts.has_value());
    complaint = complaint.empty() ? shown.complaint() : complaint;
    if (!complaint.empty()) {
        return wrong_usage("convert", complaint);
    }
    for (const std::string& why : clips.failures()) {
        std::cerr << "warning: --clip: " << why << "; this clip is left out\n";
    }
    const plan all = planned(options);
    if (!all.complaint.empty()) {
        return wrong_usage("convert", "-o: " + all.complaint);
    }
    if (replaces_input(all, options.clips)) {
        return wrong_usage("convert", "-o: expected another place than that of the files");
    }
    for (const std::string& name : clips.chosen().names) { // of several models, some may have no such clip
        if (all.jobs.size() != 1 && (has_read_extension(name) || name.find('/') != std::string::npos)) {
            std::cerr << "effigy: --clip: no file " << printable(name) << '\n';
            return 1;
        }
    }
    report_empty_folders(all.found);
    std::optional<pose_choice> pose;
    if (options.pose || all.is_stl) {
        pose = pose_choice::of(options.pose.value_or("@0"));
    }
    const converter make{
        all,     {clips, lod.value_or(lod_choice{}), parts.value_or(part_choice{}), options.choices, {}},
        clips,   pose,
        options, shown,
        models};
    std::ostream& lines = lines_beside(options.output);
    conversion_summary summary{options, clips, std::move(supermodels)};
    progress done{all.jobs.size(), options.quiet, [&](std::size_t i) { return all.jobs[i].from; }};
    ignore_closed_output();
    clean_up_if_interrupted(remove_unfinished_files);
    batch<conversion>{all.jobs.size()}.run(
        options.jobs, done,
        [&](std::size_t i) {
            conversion out;
            if (const effigy::error why = guarded("convert", [&] { out = make(all.jobs[i]); })) {
                out = {};
                out.failure = why;
            }
            return out;
        },
        [&](std::size_t i, conversion made) {
            if (made.failure) {
                judgement judged;
                judged.why = made.failure;
                made.line = make.line_of(all.jobs[i], judged);
            }
            lines << made.line;
            summary.add(std::move(made));
            return true; // the files are written even if the reader of the output has closed it
        });
    lines.flush();
    std::cerr << summary.text(all.found.left_out, shown.advice());
    return summary.is_failure() || (all.is_one && summary.written() == 0) ? 1 : 0;
}

} // namespace tool
