// Materials of Arma: .rvmat files in the text form of configs.
#pragma once

#include <effigy/core/result.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace materials::p3d {

using color = std::array<float, 4>;

struct rvmat {
    struct stage {
        std::string number; // of the class: "1" of Stage1, "TI" of StageTI
        std::string texture;
        std::string uv_source; // "tex"
    };

    color ambient{1, 1, 1, 1}, diffuse{1, 1, 1, 1}, forced_diffuse{0, 0, 0, 0}, emissive{0, 0, 0, 0},
        specular{0, 0, 0, 0};
    float specular_power = 0;
    std::string pixel_shader, vertex_shader; // "Super"
    std::vector<stage> stages;               // in the order of the file
};

// Takes linear time. Refuses the binarised form.
[[nodiscard]] effigy::result<rvmat> read_rvmat(std::string_view text);

// What a stage is used for.
enum class stage_use { other, normal, detail, macro, ambient_shadow, specular, fresnel, environment, thermal };
[[nodiscard]] stage_use use_of(const rvmat& material, const rvmat::stage& one);

} // namespace materials::p3d
