// The materials of Grimrock mods: calls of defineMaterial in Lua scripts. No script is run.
#pragma once

#include "file_tree.hpp"

#include <effigy/core/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace materials {

struct lua_material {
    std::uint64_t offset = 0; // of its { in the script
    std::string name;
    std::string diffuse_map, specular_map, normal_map, emissive_map, shade_tex; // as written: "mod_assets/x.tga"
    std::string shader;
    std::string blend_mode = "Opaque";         // Additive, Translucent, Modulative
    std::string texture_address_mode = "Wrap"; // Clamp, WrapU_ClampV_ClampW
    float glossiness = 0, depth_bias = 0, shade_tex_angle = 0, crystal_intensity = 0;
    bool double_sided = false, lighting = true, alpha_test = false, cast_shadow = true, ambient_occlusion = true;
    std::vector<std::string> unread; // other keys, and those whose values only a Lua interpreter could tell
};

struct lua_script {
    std::vector<lua_material> materials; // in the order of the file
    effigy::error broken;                // where reading ended early, for instance in a text without an end
};

// Takes linear time.
[[nodiscard]] lua_script read_lua_materials(std::string_view text);

// Whether a folder has Scripts beside Models or Textures, as the mod_assets of a mod does. `folder` has a / at its end.
[[nodiscard]] bool has_scripts(const file_tree& files, std::string_view folder);

// The materials of all mods in a tree: in the .lua files below each mod_assets, which the tree itself may be, below
// Scripts beside Models or Textures, and beside models.
class lua_materials {
public:
    lua_materials() = default; // none
    explicit lua_materials(const file_tree& files, bool is_mod_assets = false);

    struct definition {
        lua_material material;
        std::string_view script; // path in the tree
    };

    // Returns the definition of a material, by exact name, in the scripts below a folder such as "mods/a/mod_assets/".
    // Of several, the last one in the order of the paths, which the game would load last. Null if there is none.
    [[nodiscard]] const definition* find(std::string_view mod_assets, std::string_view name) const;
    // The same, in the scripts in the folder of the model.
    [[nodiscard]] const definition* find_beside(std::string_view model, std::string_view name) const;

    struct broken_script {
        std::string_view path;
        effigy::error error;
    };
    [[nodiscard]] const std::vector<broken_script>& broken() const { return broken_; }

private:
    template <class Accepts> [[nodiscard]] const definition* last(std::string_view name, const Accepts& accepts) const;

    std::vector<definition> definitions_; // sorted by name, then by path
    std::vector<broken_script> broken_;
};

} // namespace materials
