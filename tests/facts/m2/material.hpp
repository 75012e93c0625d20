// The facts of colors, textures and the batches that use them.
#pragma once

#include "track.hpp"

namespace facts::m2 {

// ---- tables --------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json pair_of(const format::material& material) {
    return json::array({material.flags.get(), static_cast<unsigned>(material.blend.get())});
}
[[nodiscard]] inline json material_list(const format::model& model) { return list_of(model.materials(), pair_of); }

[[nodiscard]] inline json texture_list(const format::model& model) {
    return list_of(model.textures(), [&](const format::texture& texture) {
        return json{{"type", static_cast<unsigned>(texture.type.get())},
                    {"flags", texture.flags.get()},
                    {"pad", texture.padding.get()},
                    {"name", latin1(model.get(texture.name))},
                    {"name_bytes", texture.name.count.get()}};
    });
}

inline void add_tracks(json& out, const format::model& model, const key_files& files) {
    const auto facts_of = [&](const auto& track) { return track_facts(model, files, track); };
    out["colors"] = list_of(model.colors(), [&](const format::color& color) {
        return json{{"rgb", facts_of(color.rgb())}, {"alpha", facts_of(color.alpha())}};
    });
    out["weights"] = list_of(model.texture_weights(), facts_of);
    out["transforms"] = list_of(model.texture_transforms(), [&](const format::texture_transform& transform) {
        return json{{"t", facts_of(transform.translation())},
                    {"r", facts_of(transform.rotation())},
                    {"s", facts_of(transform.scale())}};
    });
}

// ---- batches -------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json raw_numbers(const format::batch& batch) {
    return json::array({batch.flags, batch.priority_plane.get(), batch.shader.get(), batch.submesh.get(),
                        batch.geoset.get(), batch.color.get(), batch.material.get(), batch.layer.get(),
                        batch.texture_count.get(), batch.texture_combo.get(), batch.texture_unit_combo.get(),
                        batch.weight_combo.get(), batch.transform_combo.get()});
}

// A batch resolved through the model's tables.
inline void add_stages(json& out, const format::model& model, const format::batch& drawn) {
    constexpr std::uint32_t most_stages = 8;
    using stage = format::stage;
    json textures = json::array();
    json units = json::array();
    json weights = json::array();
    json transforms = json::array();
    const auto number_or_null = [](std::uint32_t n) { return n != effigy::npos ? json(n) : json{}; };
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(drawn.texture_count, most_stages); ++i) {
        const stage resolved = format::stage_of(model, drawn, i);
        textures.push_back(
            resolved.texture != nullptr
                ? json::array({resolved.texture_number, static_cast<unsigned>(resolved.texture->type.get()),
                               latin1(model.get(resolved.texture->name))})
                : json{});
        const auto* const unit = model.texture_unit_lookup().at(drawn.texture_unit_combo + std::uint64_t{i});
        units.push_back(unit != nullptr ? json(unit->get()) : json{});
        weights.push_back(number_or_null(resolved.weight_number));
        transforms.push_back(number_or_null(resolved.transform_number));
    }
    const format::tint<double> color = format::tint_of<double>(model, drawn, at(0, 0));
    const format::material* const material = format::material_of(model, drawn);
    out["mat"] = material != nullptr ? pair_of(*material) : json{};
    out["tex"] = std::move(textures);
    out["coord"] = std::move(units);
    out["weight"] = std::move(weights);
    out["transform"] = std::move(transforms);
    out["rgba_approx"] = numbers({color.rgb.x, color.rgb.y, color.rgb.z, color.alpha});
}

} // namespace facts::m2
