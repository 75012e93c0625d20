// Models with the textures of their folders.
#pragma once

#include "roots.hpp"
#include <tool/answers/textured.hpp>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// The images of textures, each prepared once for each use. Keeps them for other models, up to a number of bytes. Safe
// to use from several threads.
class image_store {
public:
    image_store(std::uint32_t most_side, std::uint64_t most_bytes) : most_side_(most_side), most_bytes_(most_bytes) {}

    [[nodiscard]] std::shared_ptr<const stored_image> get(const materials::wanted_image& wanted);

private:
    struct slot {
        std::once_flag made;
        std::shared_ptr<const stored_image> image;
    };

    void keep(const materials::wanted_image& wanted, const stored_image& made);

    std::uint32_t most_side_;
    std::uint64_t most_bytes_;
    std::mutex mutex_;
    std::map<materials::wanted_image, std::shared_ptr<slot>> slots_;
    std::deque<std::pair<materials::wanted_image, std::uint64_t>> kept_; // with the bytes, the oldest first
    std::uint64_t bytes_ = 0;                                            // of kept_
};

// What the models of a run name and no root has. Safe to use from several threads.
class missing_textures {
public:
    void add(const std::filesystem::path& model, materials::family of, const textured& shown);

    // Returns a line that names the roots, and the folder below a given root or near the models that has most of what
    // is missing: never a root, nor the folder of other models. Empty if nothing is missing. Opens no file.
    [[nodiscard]] std::string advice(const texture_roots& roots) const;

private:
    [[nodiscard]] std::string advice_to_add(const texture_roots& roots) const;

    struct name {
        materials::family of;
        bool is_material;
        std::string text;

        [[nodiscard]] friend auto operator<=>(const name&, const name&) = default;
    };

    std::mutex mutex_;
    std::set<name> names_;                    // some of them
    std::set<std::filesystem::path> folders_; // some of those of the models
};

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
    [[nodiscard]] std::vector<materials::model_place> places_of(const std::filesystem::path& model,
                                                                const effigy::scene& made, materials::family of) {
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
