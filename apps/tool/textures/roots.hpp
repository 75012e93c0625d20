// The folders in which the textures of models are looked for.
#pragma once

#include <tool/system/files.hpp>

#include <materials/complete.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace tool {

// Lists each folder once. Safe to use from several threads.
class texture_roots {
public:
    // `given`: the folders of --textures. `arguments`: of the command; the folders among them are roots, too.
    texture_roots(std::vector<std::filesystem::path> given, const std::vector<std::filesystem::path>& arguments);

    // Returns the roots for a model, and the model's place in them. Valid as long as this object. First the given
    // folders, then folders that the model is in, the nearest first:
    // - its own; without its subfolders if it is the home folder or above it
    // - folders among the arguments
    // - the current folder
    // - of eight folders above, those with a mod_assets, Scripts beside Models or Textures, a $PBOPREFIX$, or a file
    //   that the scene names by its path
    // The last two are neither the home folder nor above it. Grimrock: those in a mod_assets come last.
    [[nodiscard]] std::vector<materials::model_place> places_of(const std::filesystem::path& model,
                                                                const effigy::scene& made, materials::family of);

    // Returns the answer that a file was found, which the command line names. Not found, if it cannot be opened.
    [[nodiscard]] materials::answer given(const std::filesystem::path& file);

    struct used {
        std::filesystem::path folder; // canonical
        const materials::root* root;
        bool is_given; // by --textures
    };
    // Returns the roots that were used.
    [[nodiscard]] std::vector<used> all() const;

    // Returns the names of the roots that were used, the given ones first; not those that are in others.
    [[nodiscard]] std::vector<std::string> names() const;

private:
    [[nodiscard]] std::vector<std::filesystem::path> folders_of(const std::filesystem::path& model,
                                                                const effigy::scene& made, materials::family of);
    [[nodiscard]] bool is_given(const std::filesystem::path& folder) const;
    [[nodiscard]] bool is_marked(const std::filesystem::path& folder, const effigy::scene& made, materials::family of);
    [[nodiscard]] const materials::root& root_of(const std::filesystem::path& folder, materials::family of);

    std::vector<std::filesystem::path> given_, arguments_; // canonical
    std::filesystem::path current_;
    folder_listings listings_;
    std::mutex mutex_;
    std::map<std::pair<std::filesystem::path, bool>, std::unique_ptr<const materials::root>>
        roots_;                                                      // true: with scripts
    std::vector<std::unique_ptr<const materials::file_tree>> files_; // of given()
};

// Whether a folder is the home folder of the user, above it, or the root of a disk: too much to search unasked.
[[nodiscard]] bool is_home_or_above(const std::filesystem::path& folder);

// Returns the path from the current folder, unless it leads far up.
[[nodiscard]] std::string shown_path(const std::filesystem::path& path);

} // namespace tool
