#include "roots.hpp"

#include <tool/answers/text.hpp>
#include <tool/system/companions.hpp>
#include <tool/system/files.hpp>

#include <effigy/report.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

std::optional<std::vector<std::byte>> content_of(const fs::path& file) {
    const auto opened = read_regular(file);
    if (!opened) {
        return std::nullopt;
    }
    const std::span<const std::byte> bytes = opened->bytes();
    return std::vector<std::byte>{bytes.begin(), bytes.end()};
}

// Returns the path below the folder; empty if it is elsewhere. Both must be canonical.
std::string path_below(const fs::path& folder, const fs::path& path) {
    const fs::path out = path.lexically_relative(folder);
    return out.empty() || *out.begin() == ".." ? "" : utf8_path(out);
}

// Whether a path is the folder or below it. Both must be canonical.
bool is_in(const fs::path& folder, const fs::path& path) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

// Whether the folder is a mod_assets or in one: it does not show where the paths of the mod begin.
bool is_in_mod_assets(const fs::path& folder) {
    return std::ranges::any_of(folder,
                               [](const fs::path& part) { return lower_case(utf8_path(part)) == "mod_assets"; });
}

// Returns the files below a folder, or only those directly in it. Does not follow symbolic links.
std::vector<std::string> files_below(const fs::path& folder, bool with_subfolders) {
    constexpr std::size_t most = 1'000'000;
    std::vector<std::string> out;
    std::error_code failure;
    fs::recursive_directory_iterator at{folder, fs::directory_options::skip_permission_denied, failure};
    while (!failure && at != fs::recursive_directory_iterator{}) {
        std::error_code ignored;
        if (!with_subfolders) {
            at.disable_recursion_pending();
        }
        if (at->symlink_status(ignored).type() == fs::file_type::regular) {
            out.push_back(utf8_path(at->path().lexically_relative(folder)));
        }
        if (out.size() == most) {
            std::cerr << "warning: " << printable(folder.string()) << ": more than " << grouped(most)
                      << " files; textures are looked for among the first ones\n";
            break;
        }
        at.increment(failure);
    }
    if (failure) {
        std::cerr << "warning: " << printable(folder.string()) << ": cannot be listed to its end: " << failure.message()
                  << '\n';
    }
    return out;
}

// Returns the content of a file below a canonical folder. Nothing, if a symbolic link leads elsewhere.
std::optional<std::vector<std::byte>> read_below(const fs::path& folder, std::string_view path) {
    std::error_code failure;
    const fs::path file = fs::canonical(folder / path_of_name(path), failure);
    return !failure && !path_below(folder, file).empty() ? content_of(file) : std::nullopt;
}

fs::path home_folder() {
#if defined(_WIN32)
    const char* const name = std::getenv("USERPROFILE");
#else
    const char* const name = std::getenv("HOME");
#endif
    std::error_code failure;
    return name != nullptr && *name != '\0' ? fs::canonical(name, failure) : fs::path{};
}

} // namespace

bool is_home_or_above(const fs::path& folder) {
    static const fs::path home = home_folder();
    return folder == folder.root_path() || (!home.empty() && is_in(folder, home));
}

std::string shown_path(const fs::path& path) {
    constexpr std::ptrdiff_t most_up = 3;
    std::error_code failure;
    const fs::path from_here = fs::proximate(path, failure);
    const bool is_near = !failure && std::ranges::count(from_here, fs::path{".."}) <= most_up;
    return printable((is_near ? from_here : path).string());
}

texture_roots::texture_roots(std::vector<fs::path> given, const std::vector<fs::path>& arguments)
    : given_(std::move(given)) {
    std::error_code failure;
    for (fs::path& each : given_) {
        each = fs::canonical(each, failure);
    }
    for (const fs::path& each : arguments) {
        if (fs::is_directory(each, failure)) {
            arguments_.push_back(fs::canonical(each, failure));
        }
    }
    current_ = fs::current_path(failure);
}

bool texture_roots::is_marked(const fs::path& folder, const effigy::scene& made, materials::family of) {
    const auto has = [&](std::string_view path) { return !listings_.find_below(folder, path).empty(); };
    switch (of) {
    case materials::family::grimrock:
        return has("mod_assets") || (lower_case(name_of_file(folder)) != "mod_assets" && has("scripts") &&
                                     (has("models") || has("textures")));
    case materials::family::p3d:
        if (std::ranges::any_of(materials::pbo_prefix_names, has)) {
            return true;
        }
        break;
    default: break;
    }
    return names_file(made, of, has);
}

std::vector<fs::path> texture_roots::folders_of(const fs::path& model, const effigy::scene& made,
                                                materials::family of) {
    constexpr int most_levels = 8;
    const fs::path own = model.parent_path();
    std::set<fs::path> out{own};
    for (const fs::path& folder : arguments_) {
        if (is_in(folder, own)) {
            out.insert(folder);
        }
    }
    if (is_in(current_, own) && !is_home_or_above(current_)) {
        out.insert(current_);
    }
    fs::path above = own;
    for (int level = 0; level <= most_levels && !is_home_or_above(above); ++level, above = above.parent_path()) {
        if (!out.contains(above) && is_marked(above, made, of)) {
            out.insert(above);
        }
    }
    std::vector<fs::path> folders{out.rbegin(), out.rend()}; // a folder is less than what is in it
    if (of == materials::family::grimrock) {
        std::ranges::rotate(folders, std::ranges::find_if_not(folders, is_in_mod_assets));
    }
    return folders;
}

std::vector<materials::model_place> texture_roots::places_of(const fs::path& model, const effigy::scene& made,
                                                             materials::family of) {
    std::error_code failure;
    const fs::path file = is_standard(model) ? current_ / model : fs::canonical(model, failure);
    std::vector<materials::model_place> out;
    if (failure || of == materials::family::none) {
        return out;
    }
    std::vector<fs::path> folders = given_;
    std::ranges::copy(folders_of(file, made, of), std::back_inserter(folders));
    for (const fs::path& folder : folders) {
        if (!folder.empty()) {
            out.push_back({&root_of(folder, of), path_below(folder, file)});
        }
    }
    return out;
}

std::vector<texture_roots::used> texture_roots::all() const {
    std::vector<used> out;
    for (const auto& [key, root] : roots_) {
        out.push_back({key.first, root.get(), std::ranges::find(given_, key.first) != given_.end()});
    }
    return out;
}

std::vector<std::string> texture_roots::names() const {
    std::vector<std::string> out;
    const auto add = [&](const fs::path& folder) {
        std::string name = shown_path(folder);
        const bool is_inside = std::ranges::any_of(
            roots_, [&](const auto& other) { return other.first.first != folder && is_in(other.first.first, folder); });
        if (!is_inside && std::ranges::find(out, name) == out.end()) {
            out.push_back(std::move(name));
        }
    };
    std::ranges::for_each(given_, add);
    for (const auto& each : roots_) {
        add(each.first.first);
    }
    return out;
}

materials::answer texture_roots::given(const fs::path& file) {
    const std::scoped_lock lock{mutex_};
    std::string path = utf8_path(file.filename());
    auto tree = std::make_unique<const materials::file_tree>(std::vector{path},
                                                             [file](std::string_view) { return content_of(file); });
    materials::answer out;
    out.path = tree->find(path);
    if (!out.path.empty() && read_regular(file)) {
        out.what = materials::outcome::found;
        out.rule = "--texture";
        out.tree = tree.get();
    }
    files_.push_back(std::move(tree));
    return out;
}

bool texture_roots::is_given(const fs::path& folder) const {
    return std::ranges::find(given_, folder) != given_.end() ||
           std::ranges::find(arguments_, folder) != arguments_.end();
}

const materials::root& texture_roots::root_of(const fs::path& folder, materials::family of) {
    const std::scoped_lock lock{mutex_};
    const bool reads_scripts = of == materials::family::grimrock;
    std::unique_ptr<const materials::root>& known = roots_[{folder, reads_scripts}];
    if (known == nullptr) {
        known = std::make_unique<const materials::root>(
            materials::file_tree{files_below(folder, !is_home_or_above(folder) || is_given(folder)),
                                 [folder](std::string_view path) { return read_below(folder, path); }},
            shown_path(folder), reads_scripts, lower_case(name_of_file(folder)) == "mod_assets");
        for (const auto& script : known->materials.broken()) {
            std::cerr << "warning: " << printable((folder / path_of_name(script.path)).string()) << ": "
                      << effigy::to_string(script.error) << "; its last materials are unknown\n";
        }
    }
    return *known;
}

} // namespace tool
