// The files of --clip.
#pragma once

#include "companions.hpp"
#include <tool/answers/clips.hpp>

#include <effigy/file.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tool {

// Clips have the names of their files, without extensions.
class clip_files : public clips {
public:
    explicit clip_files(const std::vector<std::filesystem::path>& paths);

    // If the file is a model of Neverwinter Nights, adds its supermodels that lie beside it. Returns their names.
    std::vector<std::string> add_supermodels_of(const std::filesystem::path& model, folder_listings& folders);

    // The files that cannot be read or are not clips, each with the reason. They are left out.
    [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }

private:
    [[nodiscard]] effigy::error open(const std::filesystem::path& path);

    std::vector<effigy::file_buffer> files_;
    std::vector<std::string> failures_;
};

} // namespace tool
