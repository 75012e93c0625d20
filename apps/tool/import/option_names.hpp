// What --replace and --rename-selection of `import` name.
#pragma once

#include <effigy/scene/parts.hpp>
#include <effigy/scene/reconcile/options.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// ---- meshes of a person's own that take the place of a model's -----------------------------------------------------

class found_replacements {
public:
    // `all`: "OLD=MINE". OLD is the name of a node in `original`, also without that of the model or with the number
    // that Blender shows; MINE that of a node or a mesh in `edited`. `is_of_original`: the scene was made of the
    // original.
    found_replacements(std::span<const std::string> all, const effigy::scene& edited, const effigy::scene& original,
                       std::string_view model, bool is_of_original);

    // What is wrong with the names; empty if nothing is.
    [[nodiscard]] const std::string& complaint() const noexcept { return complaint_; }
    [[nodiscard]] std::span<const effigy::mesh_replacement> all() const noexcept { return all_; }

private:
    // Returns what is wrong.
    [[nodiscard]] std::string find(std::string_view one, const effigy::scene& edited, const effigy::scene& original,
                                   std::string_view model, bool is_of_original);

    std::string complaint_;
    std::vector<effigy::mesh_replacement> all_;
};

// ---- attributes that are selections of Arma, before a scene is compared with the original --------------------------

// Gives attributes of meshes the names of the selections that they are: `NEW=OLD`, without `_SELECTION_`, NEW in any
// case. Returns what is wrong: such an attribute that no mesh has, or a mesh with two for one selection; else nothing.
[[nodiscard]] std::string rename_selections(effigy::scene& in, std::span<const std::string> renames);

} // namespace tool
