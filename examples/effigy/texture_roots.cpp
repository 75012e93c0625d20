#include "texture_roots.hpp"

#include "companions.hpp"
#include "folders.hpp"
#include "text.hpp"

#include <effigy/report.hpp>

#include <iostream>
#include <optional>
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

// Returns the files below a folder. Does not follow symbolic links.
std::vector<std::string> files_below(const fs::path& folder) {
    constexpr std::size_t most = 1'000'000;
    std::vector<std::string> out;
    std::error_code failure;
    fs::recursive_directory_iterator at{folder, fs::directory_options::skip_permission_denied, failure};
    while (!failure && at != fs::recursive_directory_iterator{}) {
        std::error_code ignored;
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

// Returns the folder that contains the mod_assets above the model; else the model's own folder.
fs::path own_root(const fs::path& model) {
    for (fs::path above = model.parent_path(); above.has_relative_path(); above = above.parent_path()) {
        if (lower_case(name_of_file(above)) == "mod_assets") {
            return above.parent_path();
        }
    }
    return model.parent_path();
}

} // namespace

std::vector<textures::place> texture_roots::places_of(const fs::path& model) {
    std::error_code failure;
    const fs::path file = fs::canonical(model, failure);
    if (failure) {
        return {};
    }
    std::vector<textures::place> out;
    for (const fs::path& each : folders_.empty() ? std::vector{own_root(file)} : folders_) {
        if (const fs::path folder = fs::canonical(each, failure); !failure) {
            out.push_back({&root_of(folder), path_below(folder, file)});
        }
    }
    return out;
}

textures::answer texture_roots::given(const fs::path& file) {
    const std::scoped_lock lock{mutex_};
    std::string path = utf8_path(file.filename());
    auto tree = std::make_unique<const textures::file_tree>(std::vector{path},
                                                            [file](std::string_view) { return content_of(file); });
    textures::answer out;
    out.path = tree->find(path);
    if (!out.path.empty() && read_regular(file)) {
        out.what = textures::outcome::found;
        out.rule = "--texture";
        out.tree = tree.get();
    }
    given_.push_back(std::move(tree));
    return out;
}

const textures::root& texture_roots::root_of(const fs::path& folder) {
    const std::scoped_lock lock{mutex_};
    std::unique_ptr<const textures::root>& known = roots_[folder];
    if (known == nullptr) {
        known = std::make_unique<const textures::root>(textures::file_tree{
            files_below(folder), [folder](std::string_view path) { return read_below(folder, path); }});
        for (const auto& script : known->materials.broken()) {
            std::cerr << "warning: " << printable((folder / path_of_name(script.path)).string()) << ": "
                      << effigy::to_string(script.error) << "; its last materials are unknown\n";
        }
    }
    return *known;
}

} // namespace tool
