// What the conversions of a run have in common to say.
#pragma once

#include "clip_files.hpp"
#include "commands.hpp"
#include <tool/answers/judgement.hpp>
#include <tool/answers/textured.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// What came of one file.
struct conversion {
    tool::status status = status::error;
    std::string line;
    texture_counts textures{};
    std::vector<std::string> unchosen{};        // types of textures that the game chooses
    std::set<std::string, std::less<>> clips{}; // names of those that are in the scene
    std::set<std::string_view> chosen{};        // names of --clip that are clips in the model
    bool has_unused_supermodel = false;         // one that lies beside the model
    bool lacks_supermodel = false;              // one that does not
    bool is_in_the_way = false;                 // a file that exists
    bool has_parts = false;                     // to choose
    bool has_collision = false;                 // meshes that the game does not draw are in the scene
    materials::family family = materials::family::none;
    lasting_error failure; // an exception during the conversion; then there is no line
};

class conversion_summary {
public:
    // `supermodels`: files that were added.
    conversion_summary(const convert_options& options, const clip_files& clips, std::vector<std::string> supermodels);

    void add(conversion made);

    // Returns the lines that follow those of the files. `left_out`: the number of files with other extensions;
    // `advice`: about textures.
    [[nodiscard]] std::string text(std::size_t left_out, const std::string& advice) const;
    // Whether a file has an error, or no model has a clip that --clip names.
    [[nodiscard]] bool is_failure() const { return of(status::error) != 0 || !absent_clips().empty(); }
    [[nodiscard]] std::uint64_t written() const { return of(status::ok); }

private:
    [[nodiscard]] std::uint64_t of(tool::status status) const { return counts_[static_cast<std::size_t>(status)]; }
    [[nodiscard]] std::uint64_t all() const { return of(status::ok) + of(status::skipped) + of(status::error); }
    [[nodiscard]] std::string text_of_textures() const;
    [[nodiscard]] std::string text_of_supermodels() const;
    // Warnings about options that fit none of the models.
    [[nodiscard]] std::string idle_options() const;
    // Warnings about clips that nothing uses.
    [[nodiscard]] std::string idle_clips() const;
    // Names that are clips of none of several models. Of one model, its line says so.
    [[nodiscard]] std::vector<std::string> absent_clips() const;

    const convert_options& options_;
    const clip_files& clips_;
    std::vector<std::string> supermodels_;
    std::array<std::uint64_t, 3> counts_{}; // by status
    texture_counts textures_;
    std::uint64_t unchosen_ = 0, unused_supermodels_ = 0, without_supermodels_ = 0, in_the_way_ = 0;
    std::set<std::string, std::less<>> types_; // of the unchosen textures
    std::set<std::string, std::less<>> used_clips_;
    std::set<std::string_view> chosen_;
    std::set<materials::family> families_; // of the models that were written
    bool has_parts_ = false, has_collision_ = false;
};

} // namespace tool
