#include "p3d.hpp"

#include "texts.hpp"

#include <algorithm>
#include <array>

namespace materials::p3d {

namespace {

// First folders of the games' own files, and of CUP, which has those of Arma 1 and 2. Measured: 184 of 2,327 names.
constexpr std::array<std::string_view, 4> games{"a3", "ca", "cup", "dz"};

std::vector<candidate> all_with(const std::vector<std::string>& paths, const char* rule) {
    std::vector<candidate> out;
    for (const std::string& path : paths) {
        out.push_back({path, rule});
    }
    return out;
}

answer look_by_prefix(const search& where, const model_place& one, const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
        const auto below = one.in->prefixes.paths_of(path, one.model);
        if (const answer found = where.look(one, all_with(below, "$PBOPREFIX$"))) {
            return found;
        }
    }
    return {};
}

// Drops the first folder of each path. False if only the last part would be left.
bool drop_folder(std::vector<std::string>& paths) {
    for (std::string& path : paths) {
        const std::size_t end = path.find('/');
        if (end == path.rfind('/')) {
            return false; // the paths differ in the extension only
        }
        path.erase(0, end + 1);
    }
    return true;
}

answer look_by_path(const search& where, const model_place& one, std::vector<std::string> paths) {
    answer found = where.look_above(one, all_with(paths, "path below a folder above the model"));
    while (!found && drop_folder(paths)) {
        found = where.look_above(one, all_with(paths, "end of the path below a folder above the model"));
    }
    if (!found && !where.is_doubtful(paths.front())) {
        for (std::string& path : paths) {
            path = last_part(path);
        }
        found = where.look_above(one, all_with(paths, "last part, in a folder above the model"));
    }
    return found;
}

// "a3/data/x.paa"
bool is_of_game(std::string_view path) {
    return std::ranges::find(games, lower_case(path.substr(0, path.find('/')))) != games.end();
}

} // namespace

// Modellers have .tga and .png files where the game has .paa. Measured: 33 textures.
std::vector<std::string> spellings(const std::string& path) {
    const std::string extension = lower_case(extension_of(path));
    if (extension == ".tga" || extension == ".png" || extension == ".jpg") {
        return {with_extension(path, ".paa"), path};
    }
    if (extension == ".paa" || extension == ".pac") {
        return {path, with_extension(path, extension == ".paa" ? ".pac" : ".paa")};
    }
    return {path};
}

answer find_texture(const search& where, std::string_view name) {
    if (name.starts_with('#')) {
        return {outcome::none_to_look_for, "procedural"};
    }
    return search::by_path(name, [&where](const std::string& path) {
        const auto paths = spellings(path);
        answer found = where.first([&](const model_place& one) { return look_by_prefix(where, one, paths); });
        if (!found) {
            found = where.first([&](const model_place& one) { return look_by_path(where, one, paths); });
        }
        return found || !is_of_game(path) ? found : answer{outcome::base_game, "first folder is the game's"};
    });
}

answer find_material(const search& where, std::string_view name) { return find_texture(where, name); }

} // namespace materials::p3d
