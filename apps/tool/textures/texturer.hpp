// Models with the textures of their folders.
#pragma once

#include "image_store.hpp"
#include "missing_textures.hpp"
#include "roots.hpp"
#include <tool/answers/textured.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

struct texture_options {
    bool none = false;
    std::vector<std::filesystem::path> folders;
    std::vector<std::string> given; // World of Warcraft: TYPE=FILE
    bool no_guess = false;
    std::string alpha; // Neverwinter Nights: opaque, mask, blend
    bool verbose = false;
    std::uint32_t most_side = 16384;
};

class texturer {
public:
    // `arguments`: of the command, see texture_roots. `path_of` returns the path of a FileDataID. `animates`: see
    // complete_options.
    texturer(const texture_options& options, const std::vector<std::filesystem::path>& arguments,
             std::function<std::string_view(std::uint32_t)> path_of, bool animates = false);

    // What is wrong with the options; empty if nothing is.
    [[nodiscard]] const std::string& complaint() const { return complaint_; }

    // Completes the materials of a scene. `named`: the names of all textures in a model of World of Warcraft.
    [[nodiscard]] textured apply(effigy::scene& made, materials::family of, const std::filesystem::path& model,
                                 std::vector<std::string_view> named);

    // Returns where names of the model are looked for.
    [[nodiscard]] std::vector<materials::place> places_of(const std::filesystem::path& model, const effigy::scene& made,
                                                          materials::family of) {
        return roots_.places_of(model, made, of);
    }

    // What to do about the names that were not found, one line; empty if all were. A line for each file of --texture
    // that no model shows.
    [[nodiscard]] std::string advice() const;

private:
    const texture_options& options_;
    texture_roots roots_;
    image_store images_;
    missing_textures missing_;
    std::mutex mutex_;
    std::set<std::string, std::less<>> shown_types_; // of options_.given
    materials::complete_options completing_;
    std::string complaint_;
};

} // namespace tool
