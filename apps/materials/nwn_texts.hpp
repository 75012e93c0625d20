// The texts beside textures of Neverwinter Nights: materials (.mtr) and properties of images (.txi).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace materials::nwn {

struct mtr {
    enum slot { diffuse, normal, specular, roughness, height, self_illumination };
    struct parameter {
        std::string name;          // "Specularity"
        std::vector<float> values; // as many as the line has
    };

    std::array<std::string, 11> textures; // by slot; empty if omitted or "null"
    std::string render_hint;              // "NormalAndSpecMapped", "NormalTangents"
    std::string shader_vs, shader_fs, shader_gs;
    std::optional<bool> transparency, two_sided;
    std::vector<parameter> parameters; // also lines such as "roughness 0.3"
    bool repeats_texture = false;      // a slot has two lines; the last one counts here
    std::vector<std::string> unread;   // lines of other forms
};

struct txi {
    std::string blending;       // "additive", "punchthrough"
    std::string procedure_type; // "cycle", "arturo", "water"
    std::string environment_map, bump_map;
    bool decal = false, mipmap = true;
    int clamp = 0;
    float alpha_mean = 1;
    int columns = 1, rows = 1; // frames of "cycle"
    float frames_per_second = 0;
    std::vector<std::string> unread; // lines of other forms
};

// Keywords and values may be in any case. Takes linear time.
[[nodiscard]] mtr read_mtr(std::string_view text);
[[nodiscard]] txi read_txi(std::string_view text);

} // namespace materials::nwn
