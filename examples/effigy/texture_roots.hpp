// The folders in which the textures of models are looked for.
#pragma once

#include <textures/search.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace tool {

// Lists each folder once. Safe to use from several threads.
class texture_roots {
public:
    // Without folders, a model's textures are looked for below its own folder, and for Grimrock below the folder that
    // contains the model's mod_assets.
    explicit texture_roots(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

    // Returns the roots for a model, and the model's place in them. Valid as long as this object.
    [[nodiscard]] std::vector<textures::place> places_of(const std::filesystem::path& model);

    // Returns the answer that a file was found, which the command line names. Not found, if it cannot be opened.
    [[nodiscard]] textures::answer given(const std::filesystem::path& file);

private:
    [[nodiscard]] const textures::root& root_of(const std::filesystem::path& folder);

    std::vector<std::filesystem::path> folders_;
    std::mutex mutex_;
    std::map<std::filesystem::path, std::unique_ptr<const textures::root>> roots_;
    std::vector<std::unique_ptr<const textures::file_tree>> given_;
};

} // namespace tool
