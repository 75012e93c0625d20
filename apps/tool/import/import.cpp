#include <tool/commands/commands.hpp>

#include "import_materials.hpp"
#include "imported.hpp"
#include "kept_originals.hpp"
#include <tool/answers/json.hpp>
#include <tool/answers/text.hpp>
#include <tool/system/batch.hpp>
#include <tool/system/console.hpp>
#include <tool/system/judge.hpp>
#include <tool/system/output.hpp>

#include <effigy/file.hpp>
#include <effigy/report.hpp>
#include <gltf/read.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

std::string complaint_of(const import_options& options) {
    if (options.into.empty()) {
        return "expected --into FILE: the model, and the clips to change";
    }
    if (!lod_choice::of(options.lod)) {
        return "--lod: " + complaint_of_level(options.lod);
    }
    if (options.in_place && !options.output.empty()) {
        return "-o and --in-place exclude each other";
    }
    if (!options.in_place && options.output.empty() && !options.dry_run) {
        return "expected -o OUT, --in-place or --dry-run";
    }
    if (options.in_place && std::ranges::any_of(options.into, is_standard)) {
        return "--in-place: standard input has no place; use -o OUT";
    }
    if (!options.images.empty() && options.images != "new" && options.images != "all") {
        return "--images: expected no value, or all; found " + printable(options.images);
    }
    if (!options.images.empty() && is_standard(options.output)) {
        return "--images: expected a folder, or the name of a file, with -o";
    }
    std::string no = no_folder("--textures", options.textures);
    if (no.empty() && !options.root.empty()) {
        no = no_folder("--root", {options.root});
    }
    if (!no.empty()) {
        return no;
    }
    const std::string complaint = place_of(options.output, options.into).complaint;
    return complaint.empty() ? "" : "-o: " + complaint;
}

std::string_view word_of(effigy::remark_kind kind) {
    switch (kind) {
    case effigy::remark_kind::changed: return "changed";
    case effigy::remark_kind::kept: return "kept";
    case effigy::remark_kind::guessed: return "guessed";
    case effigy::remark_kind::left_out: break;
    }
    return "left out";
}

class importing {
public:
    explicit importing(const import_options& options)
        : options_(options), inputs_(options.into), materials_(options, folder_of_images()) {
        inputs_.push_back(options.from);
    }

    int run() {
        auto changed = read_scene();
        if (!changed || !open_old_files()) {
            return 1;
        }
        import_settings settings{lod_choice::of(options_.lod).value_or(lod_choice{}), options_.choices,
                                 options_.delete_missing, options_.ignore_numbers, options_.new_clips};
        settings.replacements = options_.replacements;
        settings.renamed_selections = options_.renamed_selections;
        std::vector<old_file> old;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            old_file& one = old.emplace_back();
            one.name = name_of_file(options_.into[i].stem());
            for (const effigy::file_buffer& version : files_[i]) {
                one.versions.emplace_back(version.bytes());
            }
            present_.push_back(digest_of(files_[i].back().bytes()));
        }
        for (const std::vector<effigy::file_buffer>& versions : files_) {
            if (named_by(versions.back().bytes()).of != materials::family::none) {
                materials_.begin(*changed, versions.back().bytes(), std::move(images_));
            }
        }
        import_result made = import_scene(*changed, old, settings);
        if (!made.words.empty()) {
            return wrong_usage("import", made.words);
        }
        if (made.why) {
            const bool is_scene = made.culprit >= options_.into.size();
            return fail(is_scene ? options_.from : options_.into[made.culprit], made.why);
        }
        materials_.end(made, *changed);
        return write(made);
    }

private:
    int fail(const fs::path& file, const effigy::error& why) const {
        std::cerr << printable(file.string()) << '\t' << paint_.bad("error") << '\t' << effigy::to_string(why) << '\n';
        return 1;
    }
    [[nodiscard]] std::optional<effigy::scene> read_scene() {
        const auto file = read_input(options_.from);
        if (!file) {
            fail(options_.from, file.error());
            return std::nullopt;
        }
        const auto load = [&](std::string_view path) -> std::optional<effigy::file_bytes> {
            const fs::path place = options_.from.parent_path() / path_of_name(path);
            const auto beside = read_regular(place);
            if (!beside) {
                return std::nullopt;
            }
            inputs_.push_back(place);
            effigy::file_bytes out;
            out.append(beside->bytes());
            return out;
        };
        auto read = gltf_files::read(
            file->bytes(), load, [&](const effigy::remark& told) { of_scene_.push_back({told.kind, text_of(told)}); });
        if (!read) {
            fail(options_.from, read.error());
            return std::nullopt;
        }
        if (!options_.images.empty()) {
            images_ = gltf_files::read_images(file->bytes(), load);
        }
        return *std::move(read);
    }
    // With in_place, also what was kept of them.
    [[nodiscard]] bool open_old_files() {
        bool out = true;
        for (const fs::path& path : options_.into) {
            std::vector<effigy::file_buffer>& versions = files_.emplace_back();
            kept_.push_back(options_.in_place ? kept_originals_of(real_place(path)) : std::vector<kept_original>{});
            std::error_code failure;
            std::erase_if(kept_.back(),
                          [&](const kept_original& each) { return fs::file_size(each.path, failure) == 0; });
            std::vector<fs::path> places;
            for (const kept_original& each : kept_.back()) {
                places.push_back(each.path);
            }
            places.push_back(path);
            for (const fs::path& each : places) {
                auto file = read_input(each);
                if (file) {
                    versions.push_back(*std::move(file));
                } else {
                    fail(each, file.error());
                    out = false;
                }
            }
        }
        return out;
    }

    [[nodiscard]] fs::path place_of(const imported_file& file) const {
        const fs::path& old = options_.into[file.old];
        if (options_.output.empty()) {
            return file.new_name.empty() ? old : old.parent_path() / path_of_name(file.new_name);
        }
        if (file.new_name.empty()) {
            return is_file() ? options_.output : options_.output / old.filename();
        }
        return folder() / path_of_name(file.new_name);
    }
    [[nodiscard]] bool is_file() const { return tool::place_of(options_.output, options_.into).is_file; }
    [[nodiscard]] fs::path folder() const { return is_file() ? options_.output.parent_path() : options_.output; }
    [[nodiscard]] fs::path folder_of_images() const {
        return options_.output.empty() ? options_.into.front().parent_path() : folder();
    }
    [[nodiscard]] static bool is_same_place(const fs::path& a, const fs::path& b) {
        std::error_code failure;
        return real_place(a) == real_place(b) || fs::equivalent(a, b, failure);
    }

    // ---- what must not be lost -------------------------------------------------------------------------------------

    // What in_place does with the file that is there.
    struct plan_of_file {
        bool is_written = false;
        fs::path kept, renamed;   // of an original that is kept already
        fs::path keep_as;         // the name of a new one
        bool begins_anew = false; // replaces what an earlier import of the original made
    };
    // Returns why the files cannot be written; empty if they can.
    [[nodiscard]] std::string obstacle(const import_result& made) {
        std::set<fs::path> places;
        if (is_standard(options_.output) && made.files.size() > 1) {
            return "-o: expected a folder for several files";
        }
        for (const imported_file& file : made.files) {
            const fs::path to = place_of(file);
            if (!places.insert(to.lexically_normal()).second) {
                return "two files would have the name " + printable(to.string());
            }
            if (!file.new_name.empty() && path_of_name(file.new_name).has_parent_path()) {
                return "the clip " + printable(file.new_name) + " has no name for a file";
            }
            std::string why = !options_.output.empty() ? obstacle_elsewhere(file, to)
                              : !options_.in_place     ? ""
                              : file.new_name.empty()  ? obstacle_in_place(file, to)
                                                       : obstacle_to_new_clip(file, to);
            if (why.empty() && !plans_.empty() && plans_.back().is_written && !is_standard(to)) {
                why = complaint_of_target(to);
            }
            if (!why.empty()) {
                return why;
            }
        }
        for (const image_output& image : materials_.images()) {
            const fs::path to = folder_of_images() / path_of_name(image.name);
            if (!places.insert(to.lexically_normal()).second) {
                return "two files would have the name " + printable(to.string());
            }
            if (std::string why = is_nowhere() ? "" : obstacle_to_image(image, to); !why.empty()) {
                return why;
            }
        }
        return "";
    }
    // Whether no place is named: a dry run.
    [[nodiscard]] bool is_nowhere() const { return options_.output.empty() && !options_.in_place; }
    // As of a new clip: in a folder with inputs, nothing is replaced.
    [[nodiscard]] std::string obstacle_to_image(const image_output& image, const fs::path& to) const {
        std::error_code failure;
        if (is_there(image, to)) {
            return "";
        }
        const bool is_named = !options_.output.empty() && !is_file() && !has_inputs();
        const fs::file_status there = fs::symlink_status(to, failure);
        if (fs::exists(there) && (!is_named || !fs::is_regular_file(there))) {
            return printable(to.string()) + " exists already: expected another folder with -o, or no --images";
        }
        const std::string link = is_named ? complaint_of_link(to, folder()) : "";
        return link.empty() ? complaint_of_target(to) : "-o: " + link;
    }
    [[nodiscard]] static bool is_there(const image_output& image, const fs::path& at) {
        const auto there = read_regular(at);
        return there && std::ranges::equal(there->bytes(), std::span{image.bytes});
    }
    [[nodiscard]] bool has_inputs() const {
        return std::ranges::any_of(
            inputs_, [&](const fs::path& each) { return is_same_place(folder() / ".", each.parent_path() / "."); });
    }
    [[nodiscard]] std::string obstacle_elsewhere(const imported_file& file, const fs::path& to) {
        std::error_code failure;
        plans_.push_back({true, {}, {}, {}});
        if (is_standard(to)) {
            return "";
        }
        if (std::ranges::any_of(inputs_, [&](const fs::path& each) { return is_same_place(each, to); })) {
            return "-o: expected another place than that of the files; --in-place replaces them";
        }
        if (!file.new_name.empty() && (is_file() || has_inputs()) && fs::exists(fs::symlink_status(to, failure))) {
            return printable(to.string()) +
                   " exists already: expected another name of the clip, or another folder with -o";
        }
        const std::string link = is_file() ? "" : complaint_of_link(to, folder());
        return link.empty() ? "" : "-o: " + link;
    }
    [[nodiscard]] std::string obstacle_in_place(const imported_file& file, const fs::path& to) {
        const std::vector<kept_original>& kept = kept_[file.old];
        const std::uint64_t present = present_[file.old];
        const bool is_kept = file.version < kept.size();
        const auto& versions = files_[file.old];
        if (is_kept && kept[file.version].written != present &&
            !std::ranges::equal(versions[file.version].bytes(), versions.back().bytes())) {
            return "--in-place: " + printable(to.string()) +
                   " is not what the last import of this original made: a change would be lost; expected -o OUT";
        }
        plan_in_place(file, to, present, is_kept ? &kept[file.version] : nullptr);
        return "";
    }
    // An empty file is kept of a clip that an import added, so that the next one can replace it.
    [[nodiscard]] std::string obstacle_to_new_clip(const imported_file& file, const fs::path& to) {
        std::error_code failure;
        const auto there = read_regular(to);
        const std::vector<kept_original> kept = kept_originals_of(real_place(to));
        const std::uint64_t present = there ? digest_of(there->bytes()) : 0;
        const auto none = std::ranges::find_if(kept, [&](const kept_original& each) {
            return fs::file_size(each.path, failure) == 0 && (!there || each.written == present);
        });
        const bool exists = there || fs::exists(fs::symlink_status(to, failure));
        if (exists && none == kept.end()) {
            return printable(to.string()) + " exists already: expected another name of the clip";
        }
        plan_in_place(file, to, present, none != kept.end() ? &*none : nullptr);
        return "";
    }
    // `present`: the digest of what is there; `kept`: null if the original is not kept yet.
    void plan_in_place(const imported_file& file, const fs::path& to, std::uint64_t present,
                       const kept_original* kept) {
        const std::uint64_t made = digest_of(file.bytes);
        plan_of_file& plan = plans_.emplace_back();
        plan.is_written = present != made;
        if (kept != nullptr) {
            plan.kept = kept->path;
            plan.renamed = renamed_kept(plan.kept, made);
            plan.begins_anew = plan.is_written && kept->written == present;
        } else if (plan.is_written) {
            plan.keep_as = next_kept(real_place(to), made);
        }
    }

    // ---- writing ---------------------------------------------------------------------------------------------------

    [[nodiscard]] static effigy::error replace(const fs::path& file, std::span<const std::byte> bytes) {
        new_file out{file};
        out.write(bytes);
        out.flush();
        return out.keep();
    }
    // `old`: the bytes that are replaced.
    [[nodiscard]] effigy::error write(const imported_file& file, const plan_of_file& plan,
                                      std::span<const std::byte> old, fs::path& culprit) const {
        culprit = plan.keep_as;
        if (!plan.keep_as.empty()) {
            if (const effigy::error why = replace(plan.keep_as, old)) {
                return why;
            }
        }
        culprit = place_of(file);
        if (plan.is_written) {
            if (const effigy::error why = replace(culprit, file.bytes)) {
                return why;
            }
        }
        culprit = plan.kept;
        std::error_code failure;
        if (!plan.kept.empty() && plan.kept != plan.renamed) {
            fs::rename(plan.kept, plan.renamed, failure);
        }
        return failure ? effigy::error{{"rename"}, effigy::errc::io, 0, failure.value()} : effigy::error{};
    }

    // What is told of the files, and when.
    struct telling {
        std::ostream& lines;
        bool writes;
        std::size_t changed = 0;
        std::string told{}; // after the lines of all files

        [[nodiscard]] const char* word(bool is_new) const {
            return !is_new ? "unchanged" : writes ? "written" : "would be written";
        }
    };
    int write(import_result& made) {
        if (const std::string why = obstacle(made); !why.empty()) {
            return wrong_usage("import", why);
        }
        const std::vector<effigy::file_bytes> old = close_old_files(made);
        std::size_t left_out = count_left_out(of_scene_);
        for (const imported_file& file : made.files) {
            left_out += count_left_out(file.lines);
        }
        telling out{lines_beside(options_.output), !options_.dry_run && (!options_.strict || left_out == 0)};
        if (options_.json) {
            out.lines << json_line(options_.from, "read", nullptr, of_scene_);
        } else {
            out.told = lines_of(options_.from, of_scene_);
        }
        for (std::size_t i = 0; i < made.files.size(); ++i) {
            fs::path culprit;
            const bool is_placed = out.writes && !plans_.empty();
            if (const effigy::error why =
                    is_placed ? write(made.files[i], plans_[i], old[i], culprit) : effigy::error{}) {
                return fail(culprit, why);
            }
            tell(made.files[i], i < plans_.size() && plans_[i].is_written, i == 0, out);
        }
        for (const image_output& image : materials_.images()) {
            if (const effigy::error why = write_image(image, out)) {
                return fail(folder_of_images() / path_of_name(image.name), why);
            }
        }
        out.lines << out.told;
        if (const std::string lua = materials_.lua(); !lua.empty() && !options_.json) {
            out.lines << "\n-- No script at hand defines these materials. Paste them into one of the mod, such as\n"
                         "-- mod_assets/scripts/materials.lua, unless they are the game's own.\n"
                      << lua;
        }
        out.lines.flush();
        std::cerr << counted(made.files.size(), "file") << ": " << out.changed
                  << (out.writes ? " written, " : " would be written, ") << made.files.size() - out.changed
                  << " unchanged"
                  << (materials_.images().empty() ? "" : "; " + counted(materials_.images().size(), "image"))
                  << (left_out != 0 ? "; " + counted(left_out, "thing") + " left out" : "")
                  << (options_.strict && left_out != 0 ? ": nothing is written with --strict" : "") << '\n';
        return options_.strict && left_out != 0 ? 1 : 0;
    }

    // Returns the bytes that are replaced, and tells of files that begin anew.
    [[nodiscard]] std::vector<effigy::file_bytes> close_old_files(import_result& made) {
        std::vector<effigy::file_bytes> out;
        for (const imported_file& file : made.files) {
            effigy::file_bytes& bytes = out.emplace_back();
            if (options_.in_place && file.new_name.empty()) {
                bytes.append(files_[file.old].back().bytes());
            }
        }
        files_.clear(); // so that they can be replaced on Windows
        for (std::size_t i = 0; i < plans_.size(); ++i) {
            if (plans_[i].begins_anew) {
                made.files[i].lines.push_back(
                    {effigy::remark_kind::changed,
                     "file: made of its original again; what earlier imports changed is gone, "
                     "where " +
                         printable(options_.from.string()) + " has it not"});
            }
        }
        return out;
    }

    // Prints the line of a file, and adds what must be told after all such lines.
    void tell(const imported_file& file, bool is_written, bool is_model, telling& out) const {
        const fs::path& name = file.new_name.empty() ? options_.into[file.old] : options_.from;
        const fs::path to = place_of(file);
        const bool is_new = options_.in_place ? is_written : file.is_changed;
        out.changed += is_new ? 1U : 0U;
        const char* const word = out.word(is_new);
        const std::vector<std::string> next = is_model ? materials_.next() : std::vector<std::string>{};
        if (options_.json) {
            out.lines << json_line(name, word, is_written && out.writes ? json(to.string()) : json(nullptr), file.lines,
                                   next, is_model ? materials_.lua() : std::string{});
            return;
        }
        out.lines << printable(name.string()) << '\t'
                  << (!is_new      ? paint_.faint(word)
                      : out.writes ? paint_.good(word)
                                   : paint_.warning(word))
                  << ((is_written && (out.writes || options_.dry_run)) || is_new ? '\t' + printable(to.string()) : "")
                  << '\n';
        out.told += lines_of(name, file.lines);
        for (const std::string& each : next) {
            out.told += next_line(name, each);
        }
    }

    // Prints the line of an image, and adds what must be done with it.
    [[nodiscard]] effigy::error write_image(const image_output& image, telling& out) const {
        const fs::path to = folder_of_images() / path_of_name(image.name);
        const bool is_new = is_nowhere() || !is_there(image, to);
        if (is_new && out.writes) {
            if (const effigy::error why = replace(to, image.bytes)) {
                return why;
            }
        }
        const char* const word = out.word(is_new);
        if (options_.json) {
            out.lines << json_line(options_.from, word, is_new && out.writes ? json(to.string()) : json(nullptr), {},
                                   {image.next});
            return {};
        }
        out.lines << printable(options_.from.string()) << '\t' << (is_new ? paint_.good(word) : paint_.faint(word))
                  << '\t' << printable((is_nowhere() ? path_of_name(image.name) : to).string()) << '\n';
        out.told += next_line(options_.from, image.next);
        return {};
    }

    // ---- what is told ----------------------------------------------------------------------------------------------

    [[nodiscard]] static std::size_t count_left_out(const std::vector<import_line>& lines) {
        return static_cast<std::size_t>(std::ranges::count(lines, effigy::remark_kind::left_out, &import_line::kind));
    }
    // How many lines say the same of selections from `first` on; 1 for few, which are told one by one.
    [[nodiscard]] static std::size_t count_alike(std::span<const import_line> lines, std::size_t first) {
        constexpr std::size_t few = 3;
        const auto is_alike = [&](const import_line& each) {
            return each.part.starts_with("selection ") && each.text == each.part + ": " + each.what &&
                   each.what == lines[first].what && each.kind == lines[first].kind;
        };
        const auto end = std::find_if_not(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end(), is_alike);
        const auto out = static_cast<std::size_t>(end - lines.begin()) - first;
        return out > few ? out : 1;
    }
    [[nodiscard]] std::string lines_of(const fs::path& file, const std::vector<import_line>& all) const {
        constexpr std::size_t most = 40;
        std::vector<import_line> lines;
        std::ranges::copy_if(all, std::back_inserter(lines),
                             [&](const import_line& each) { return !each.is_detail || options_.verbose; });
        std::string out;
        std::size_t count = 0;
        for (std::size_t i = 0; i < lines.size();) {
            const std::size_t alike = options_.verbose ? 1 : count_alike(lines, i);
            const std::string text =
                alike == 1 ? lines[i].text
                           : lines[i].part + " and " + std::to_string(alike - 1) + " more: " + lines[i].what;
            if (count++ < most || options_.verbose) {
                out += printable(file.string()) + '\t' + std::string{word_of(lines[i].kind)} + '\t' + text + '\n';
            }
            i += alike;
        }
        if (count > most && !options_.verbose) {
            out += printable(file.string()) + "\t..\t" + counted(count - most, "line") + " more: --verbose\n";
        }
        return out;
    }
    [[nodiscard]] static std::string json_line(const fs::path& file, std::string_view status, json output,
                                               const std::vector<import_line>& lines,
                                               const std::vector<std::string>& next = {}, const std::string& lua = {}) {
        json remarks = json::array();
        for (const import_line& line : lines) {
            remarks.push_back({{"kind", word_of(line.kind)}, {"text", line.text}, {"follows", line.is_detail}});
        }
        return text_of({{"schema", json_schema},
                        {"file", file.string()},
                        {"status", status},
                        {"output", std::move(output)},
                        {"remarks", std::move(remarks)},
                        {"next", next},
                        {"lua", lua.empty() ? json(nullptr) : json(lua)}}) +
               '\n';
    }
    [[nodiscard]] static std::string next_line(const fs::path& file, const std::string& text) {
        return printable(file.string()) + "\tnext\t" + text + '\n';
    }

    const import_options& options_;
    std::vector<fs::path> inputs_;                        // all files that are read
    std::vector<std::vector<effigy::file_buffer>> files_; // versions of options_.into
    std::vector<std::vector<kept_original>> kept_;        // of options_.into
    std::vector<std::uint64_t> present_;                  // digests of options_.into
    std::vector<plan_of_file> plans_;                     // of the files that are made; empty without a place
    std::vector<import_line> of_scene_;
    std::vector<gltf_files::stored_image> images_; // of the edited file, if they are wanted
    import_materials materials_;
    style paint_ = style::of(stdout);
};

} // namespace

int import_files(const import_options& options) {
    if (const std::string complaint = complaint_of(options); !complaint.empty()) {
        return wrong_usage("import", complaint);
    }
    ignore_closed_output();
    clean_up_if_interrupted(remove_unfinished_files);
    int status = 1;
    if (const effigy::error why = guarded("import", [&] { status = importing{options}.run(); })) {
        std::cerr << printable(options.from.string()) << "\terror\t" << effigy::to_string(why) << '\n';
        return 1;
    }
    return status;
}

} // namespace tool
