#include "output.hpp"

#include "files.hpp"
#include <tool/answers/judgement.hpp>
#include <tool/answers/text.hpp>

#include <effigy/report.hpp>

#include <algorithm>
#include <array>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string_view>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

// The temporary names of files that are not complete.
class unfinished_files {
public:
    static unfinished_files& all() {
        static auto* const out = new unfinished_files; // lives longer than the thread that waits for an interruption
        return *out;
    }
    effigy::result<effigy::file_writer> open(const fs::path& path) {
        const std::scoped_lock lock{mutex_};
        auto out = effigy::file_writer::open(path);
        if (out && !out->temporary().empty()) {
            names_.emplace(out->temporary());
        }
        return out;
    }
    void forget(const fs::path& temporary) {
        const std::scoped_lock lock{mutex_};
        names_.erase(temporary);
    }
    // While the lock lives, remove() waits.
    [[nodiscard]] std::shared_lock<std::shared_mutex> at_once() { return std::shared_lock{at_once_}; }
    // Removes the files. From here on, no other thread begins or forgets one.
    void remove() {
        mutex_.lock();
        for (const fs::path& name : names_) {
            std::error_code ignored;
            fs::remove(name, ignored);
        }
        at_once_.lock();
    }

private:
    std::mutex mutex_;
    std::set<fs::path> names_;
    std::shared_mutex at_once_;
};

// Whether a path has an extension of models, animations or pictures, so that it is hardly meant as a new folder.
bool has_extension_of_file(const fs::path& path) {
    static constexpr auto extensions = std::to_array<std::string_view>(
        {".3ds", ".abc",  ".ase",     ".blend", ".blp", ".bmp",  ".c4d",  ".dae", ".dds", ".exr",
         ".fbx", ".gif",  ".glb",     ".gltf",  ".hdr", ".iff",  ".jpeg", ".jpg", ".lwo", ".ma",
         ".max", ".mb",   ".md5mesh", ".mtl",   ".obj", ".off",  ".paa",  ".pac", ".plt", ".ply",
         ".png", ".ppm",  ".psd",     ".skp",   ".smd", ".stl",  ".svg",  ".tga", ".tif", ".tiff",
         ".usd", ".usda", ".usdc",    ".usdz",  ".vrm", ".webp", ".wrl",  ".x",   ".x3d"});
    const std::string extension = lower_case(name_of_file(path.extension()));
    return std::ranges::find(extensions, extension) != extensions.end() ||
           has_read_extension(name_of_file(path.filename()));
}

} // namespace

output_place place_of(const fs::path& output, const std::vector<fs::path>& inputs) {
    std::error_code failure;
    const fs::file_status there = fs::status(output, failure);
    if (output.empty() || fs::is_directory(there)) {
        return {};
    }
    if (inputs.size() != 1 || fs::is_directory(inputs.front(), failure)) {
        const bool is_file = fs::exists(there) || has_extension_of_file(output) || is_standard(output);
        return {false, is_file ? "expected a folder for several files" : ""};
    }
    const bool has_name = output.extension().native().size() > 1; // not only a dot
    if (has_name || fs::is_other(there) || is_standard(output)) {
        return {true};
    }
    return {false, fs::exists(there) ? "expected a folder, or a name with an extension" : ""};
}

fs::path real_place(const fs::path& path) {
    std::error_code failure;
    // Once without names in front of "..", which may not exist; then all links that exist can be followed.
    const fs::path first = fs::weakly_canonical(fs::absolute(path, failure), failure);
    fs::path out = failure ? path : fs::weakly_canonical(first, failure);
    return failure ? path : out; // opening says why
}

std::string complaint_of_link(const fs::path& file, const fs::path& folder) {
    const fs::path place = real_place(file);
    fs::path above = real_place(folder.empty() ? "." : folder);
    above = above.has_filename() ? above : above.parent_path(); // without a slash at the end
    const auto [end_of_above, unused] = std::mismatch(above.begin(), above.end(), place.begin(), place.end());
    return end_of_above == above.end() ? ""
                                       : printable(file.string()) + " is behind a link, and its place was not named";
}

std::string complaint_of_target(const fs::path& file) {
    std::error_code failure;
    const fs::file_status there = fs::status(file, failure);
    if (fs::is_directory(there)) {
        return printable(file.string()) + " is a folder";
    }
    constexpr fs::perms by_owner = fs::perms::owner_write;
    if (fs::is_regular_file(there) && (there.permissions() & by_owner) == fs::perms::none) {
        return printable(file.string()) + " is read-only";
    }
    fs::path above = fs::absolute(file, failure).parent_path();
    while (above.has_relative_path() && !fs::exists(fs::symlink_status(above, failure))) {
        above = above.parent_path();
    }
    return fs::is_directory(above, failure) ? "" : printable(above.string()) + " is no folder";
}

void remove_unfinished_files() { unfinished_files::all().remove(); }

fs::path output_names::take(const fs::path& path, const std::string& extension) {
    const fs::path stem = path.parent_path() / path.stem();
    const std::string key = lower_case(stem.generic_string());
    const std::string end = lower_case(extension);
    fs::path out = stem;
    if (!taken_.insert(key + end).second) {
        std::size_t& number = next_.emplace(key + end, 2).first->second;
        while (!taken_.insert(key + '_' + std::to_string(number) + end).second) {
            ++number;
        }
        out += '_' + std::to_string(number++);
    }
    out += extension;
    return out;
}

new_file::new_file(const fs::path& path) : is_standard_(is_standard(path)) {
    if (is_standard_) {
        return;
    }
    std::error_code failure;
    fs::create_directories(path.parent_path(), failure); // if this fails, opening fails
    auto opened = unfinished_files::all().open(path);
    if (opened) {
        out_ = *std::move(opened);
        temporary_ = out_.temporary();
    } else {
        why_ = opened.error();
    }
}

new_file::~new_file() {
    out_ = {};
    unfinished_files::all().forget(temporary_);
}

void new_file::write(std::span<const std::byte> bytes) {
    is_empty_ = is_empty_ && bytes.empty();
    if (is_standard_) {
        for_standard_output_.append(bytes);
    } else {
        why_ = why_ ? why_ : out_.write(bytes);
    }
}

void new_file::flush() { why_ = why_ || is_standard_ ? why_ : lasting_error{out_.flush()}; }

effigy::error new_file::keep() {
    why_ = why_ ? why_ : is_standard_ ? write_standard_output(for_standard_output_) : out_.keep();
    return why_;
}

// ---- files that become others of the same name ---------------------------------------------------------------------

edit_plan planned(const std::vector<fs::path>& arguments, const fs::path& output) {
    edit_plan out;
    std::error_code failure;
    const auto [is_file, complaint] = place_of(output, arguments);
    out.complaint = complaint;
    out.is_one = arguments.size() == 1 && !fs::is_directory(arguments.front(), failure);
    output_names names;
    for (const fs::path& argument : arguments) {
        const bool is_folder = fs::is_directory(argument, failure);
        found_files found = files_of({argument});
        for (fs::path& file : found.files) {
            edit_job one;
            const fs::path behind = real_place(file);
            if (!out.inputs.insert(behind).second && output.empty()) {
                continue; // it would be changed twice
            }
            if (output.empty()) {
                one.to = behind;
            } else if (is_file) {
                one.to = output;
            } else {
                const fs::path below = is_folder ? file.lexically_relative(argument) : file.filename();
                one.to = output / names.take(below, file.extension().string());
                out.complaint = out.complaint.empty() ? complaint_of_link(one.to, output) : out.complaint;
            }
            one.from = std::move(file);
            out.jobs.push_back(std::move(one));
        }
        out.found.left_out += found.left_out;
        out.found.empty_folders.insert(out.found.empty_folders.end(), found.empty_folders.begin(),
                                       found.empty_folders.end());
    }
    out.replaces_input = !output.empty() && std::ranges::any_of(out.jobs, [&](const edit_job& one) {
        return !is_standard(one.to) && out.inputs.contains(real_place(one.to));
    });
    return out;
}

// ---- models with files beside them ---------------------------------------------------------------------------------

namespace {

// An interruption waits until all files are new, see effigy::write_files(). Creates their folder.
effigy::error write_at_once(std::span<const effigy::file_to_write> files) {
    const auto lock = unfinished_files::all().at_once();
    std::error_code failure;
    fs::create_directories(files.front().path.parent_path(), failure); // if this fails, writing fails
    return effigy::write_files(files);
}

effigy::result<effigy::begun_files> finish_at_once(const fs::path& first,
                                                   effigy::function_ref<bool(std::string_view name)> may_write) {
    const auto lock = unfinished_files::all().at_once();
    return effigy::finish_files(first, may_write);
}

// Whether a file may be a companion of a model.
bool may_be_companion(std::string_view name) {
    const std::string low = lower_case(name);
    return low.ends_with(".skin") || low.ends_with(".anim") || low.ends_with(".skel");
}
std::string names_in(const effigy::begun_files& found) {
    std::string out;
    for (const fs::path& name : found.names) {
        out += (out.empty() ? "" : ", ") + printable(name_of_file(name));
    }
    return out;
}
std::string journal_of(const fs::path& model) {
    return ".effigy-" + printable(name_of_file(model.filename())) + ".files";
}

// What to do if the files cannot be finished.
std::string advice_of(const fs::path& model, const effigy::error& why) {
    if (why.code == effigy::errc::io && why.path == std::string_view{"lock"}) {
        return "another program is writing the model";
    }
    const auto found = effigy::find_begun_files(model);
    const bool is_file = found && why.depth != 0 && why.index[0] < found->names.size();
    return "what an interrupted run began cannot be finished" +
           (is_file ? ", because of " + printable(name_of_file(found->names[why.index[0]])) : std::string{}) + ": " +
           (why.code == effigy::errc::io ? effigy::to_string(why)
                                         : "delete " + journal_of(model) + " to keep the files as they are");
}

} // namespace

std::string words_of_begun(const fs::path& model) {
    const auto found = effigy::find_begun_files(model);
    if (!found) {
        return advice_of(model, found.error());
    }
    return found->names.empty() ? ""
                                : "effigy has begun to write " + names_in(*found) +
                                      "; if it was interrupted, the next `effigy set` on this model finishes it";
}

finished_change finish_begun(const fs::path& model, bool only_looks) {
    const auto found = only_looks ? effigy::find_begun_files(model) : finish_at_once(model, may_be_companion);
    if (!found) {
        return {{}, false, found.error(), advice_of(model, found.error())};
    }
    return {names_in(*found), found->is_complete};
}

effigy::error write_model(std::span<const effigy::file_to_write> files, fs::path& culprit) {
    culprit = files[0].path;
    if (files.size() == 1) {
        new_file file{culprit};
        file.write(files[0].bytes);
        file.flush();
        return file.keep();
    }
    if (is_standard(culprit)) {
        return {{"standard output", effigy::location::nowhere},
                effigy::errc::bad_value,
                0,
                0,
                "a model without files beside it; -o FOLDER writes all"};
    }
    effigy::error why = write_at_once(files);
    if (why.depth != 0 && why.index[0] < files.size()) {
        culprit = files[why.index[0]].path;
    }
    why.path_prefix = "";
    return why;
}

} // namespace tool
