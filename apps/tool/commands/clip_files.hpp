// The files of --clip.
#pragma once

#include <tool/answers/clips.hpp>
#include <tool/system/companions.hpp>

#include <effigy/file.hpp>

#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

namespace tool {

// Clips have the names of their files, without extensions.
class clip_files : public clips {
public:
    // What is no file is the name of a clip in the models, or "none".
    explicit clip_files(const std::vector<std::filesystem::path>& paths);

    // Which of its own clips a model keeps.
    [[nodiscard]] const clip_choice& chosen() const { return chosen_; }
    // The number of clips that are files of --clip: the first ones.
    [[nodiscard]] std::size_t given() const { return given_; }

    // If the file is a model of Neverwinter Nights, adds its supermodels that lie beside it. Returns their names.
    std::vector<std::string> add_supermodels_of(const std::filesystem::path& model, folder_listings& folders);

    // The files that cannot be read or are not clips, each with the reason. They are left out.
    [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }

private:
    [[nodiscard]] effigy::error open(const std::filesystem::path& path);

    clip_choice chosen_;
    std::size_t given_ = 0;
    std::vector<effigy::file_buffer> files_;
    std::vector<std::string> failures_;
};

// Returns the file of a supermodel that the clips do not have and that does not lie beside the model: "pmh0.mdl". Empty
// if there is none.
template <class Model> [[nodiscard]] std::string
absent_supermodel(const Model& from, const clips& known, const std::filesystem::path& path, folder_listings& folders) {
    if constexpr (nwn_model<Model>) {
        const std::string wanted{known.wanted_supermodel(from.supermodel())};
        return wanted.empty() || !folders.find(path.parent_path(), wanted + ".mdl").empty() ? "" : wanted + ".mdl";
    } else {
        return {};
    }
}

} // namespace tool
