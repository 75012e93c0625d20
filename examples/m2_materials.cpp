// m2_materials FILE: lists the parts of a World of Warcraft model with their textures, blending and color.
#include <effigy/file.hpp>
#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <iostream>

namespace m2 = effigy::m2;

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = m2::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }

    const m2::skin_profile profile =
        model->skin_profiles().at(0); // the others are the same mesh for fewer bones per draw call
    const m2::animation_time start{.animation = 0};
    for (const m2::batch& batch : profile.batches()) {
        const auto* const submesh = profile.submeshes().at(batch.submesh);
        if (submesh == nullptr) {
            continue;
        }
        const auto tint = m2::tint_of<float>(*model, batch, start);
        std::cout << "submesh " << batch.submesh << ": " << profile.indices(*submesh).size() / 3 << " triangles, "
                  << model->palette(*submesh).size() << " bones, opacity " << tint.alpha << '\n';
        if (const auto* const material = material_of(*model, batch)) {
            const bool two_sided = (material->flags & m2::material_is_two_sided) != 0;
            std::cout << "  blending " << name_of(material->blend) << (two_sided ? ", two-sided" : "") << '\n';
        }
        for (std::uint32_t i = 0; i < stage_count(batch); ++i) {
            const auto stage = stage_of(*model, batch, i);
            if (stage.texture == nullptr) {
                continue; // the lookup tables have no such texture
            }
            std::cout << "  texture " << stage.texture_number << ": ";
            if (stage.texture->type == m2::texture_type::file) {
                std::cout << model->get(stage.texture->name);
            } else {
                std::cout << "given by the game: " << name_of(stage.texture->type);
            }
            std::cout << (stage.transform ? ", moving\n" : "\n");
        }
    }
}
