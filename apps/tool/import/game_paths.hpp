// The paths that files have in the game: Arma.
#pragma once

#include <tool/system/folders.hpp>
#include <tool/textures/roots.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace tool {

// The path of a texture with the extension .paa in place of its own.
[[nodiscard]] std::string as_paa(std::string path);

class game_paths {
public:
    // `root`: the folder that stands for the root of the game, such as P:\; empty if there is none.
    explicit game_paths(const std::filesystem::path& root);

    // Returns the path of a file, which need not exist: that by a $PBOPREFIX$ in the nearest folder above that has one,
    // else that below the root. Empty if there is neither.
    [[nodiscard]] std::string of(const std::filesystem::path& file);

    // Returns the path of the .paa of an image that is below one of the roots, by its name without extension. Empty if
    // there is none, or several with different paths. What is in `last` counts if there is no other one.
    [[nodiscard]] std::string texture_named(std::string_view stem, const texture_roots& below,
                                            const std::filesystem::path& last);

private:
    std::filesystem::path root_;
    folder_listings listings_;
};

} // namespace tool
