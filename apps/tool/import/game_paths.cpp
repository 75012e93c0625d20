#include "game_paths.hpp"

#include <tool/system/companions.hpp>
#include <tool/system/output.hpp>

#include <materials/pbo_prefixes.hpp>

#include <algorithm>
#include <optional>
#include <set>

namespace tool {

namespace fs = std::filesystem;

std::string as_paa(std::string path) {
    const std::size_t dot = path.rfind('.'), folder = path.find_last_of("\\/");
    path.erase(dot != path.npos && (folder == path.npos || dot > folder) ? dot : path.size());
    return path + ".paa";
}

game_paths::game_paths(const fs::path& root) : root_(root.empty() ? root : real_place(root / ".")) {
    root_ = root_.has_filename() ? root_ : root_.parent_path(); // without a slash at the end
}

std::string game_paths::of(const fs::path& file) {
    const fs::path place = real_place(file);
    const auto below = [&](const fs::path& folder) {
        const fs::path rest = place.lexically_relative(folder);
        return rest.empty() || *rest.begin() == ".." || *rest.begin() == "." ? std::string{} : utf8_path(rest);
    };
    std::string out;
    for (fs::path above = place.parent_path(); out.empty(); above = above.parent_path()) {
        for (const std::string_view name : materials::pbo_prefix_names) {
            const fs::path named = listings_.find(above, name);
            std::string prefix;
            if (const auto text = named.empty() ? std::nullopt : std::optional{read_regular(named)}; text && *text) {
                prefix = materials::read_pbo_prefix(materials::as_text((*text)->bytes()));
            }
            if (out.empty() && !prefix.empty()) {
                out = prefix + '/' + below(above);
            }
        }
        if (!above.has_relative_path()) {
            break;
        }
    }
    if (out.empty() && !root_.empty()) {
        out = below(root_);
    }
    std::ranges::replace(out, '/', '\\');
    return out;
}

std::string game_paths::texture_named(std::string_view stem, const texture_roots& below, const fs::path& last) {
    std::set<std::string> found, found_last;
    const fs::path folder_of_last = real_place(last / "x").parent_path();
    for (const texture_roots::used& root : below.all()) {
        for (const char* const extension : {".paa", ".pac", ".png", ".tga", ".jpg"}) {
            for (const std::string_view path : root.root->files.named(std::string{stem} + extension)) {
                const fs::path file = root.folder / path_of_name(path);
                if (std::string in_game = of(file); !in_game.empty()) {
                    (file.parent_path() == folder_of_last ? found_last : found).insert(as_paa(std::move(in_game)));
                }
            }
        }
    }
    const std::set<std::string>& paths = found.empty() ? found_last : found;
    return paths.size() == 1 ? *paths.begin() : "";
}

} // namespace tool
