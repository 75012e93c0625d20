// The textures, material, color and texture transforms of a batch.
#pragma once

#include <effigy/m2/sample.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// One texture of a batch, looked up in the tables. Missing entries are npos, null or empty.
struct stage {
    std::uint32_t texture_number = npos;
    const m2::texture* texture = nullptr; // points into the file
    std::int32_t texture_unit = 0;        // set of texcoords, 0 or 1; -1: environment map
    std::uint32_t weight_number = npos;
    track<opacity> weight; // if empty: opaque
    std::uint32_t transform_number = npos;
    texture_transform transform; // if empty: the texture does not move

    [[nodiscard]] constexpr bool is_environment_map() const noexcept { return texture_unit == -1; }
};

namespace impl {
using namespace effigy::impl;

// Numbers of shaders in a list of the game; those below say by their bits what they do.
inline constexpr std::uint16_t first_listed_shader = 0x8000;

// What the number of a shader says from version 272 on (readers).
struct shader_bits {
    std::uint16_t blend[2]{};
    bool is_mapped[2]{};    // an environment map
    bool is_second = false; // the last texture uses the second texture coordinates

    [[nodiscard]] static constexpr shader_bits of(std::uint16_t number) noexcept {
        if (number >= first_listed_shader) {
            constexpr std::uint64_t with_mapped_second = 0x113'3B9F, with_second_coordinates = 0x2'0970'8000;
            const std::uint64_t bit = number < first_listed_shader + 64U ? std::uint64_t{1} << (number & 63U) : 0;
            return {{}, {false, (with_mapped_second & bit) != 0}, (with_second_coordinates & bit) != 0};
        }
        return {{static_cast<std::uint16_t>(number >> 4U & 7U), static_cast<std::uint16_t>(number & 7U)},
                {(number & 0x80U) != 0, (number & 8U) != 0},
                (number & 0x4000U) != 0};
    }
    [[nodiscard]] constexpr std::uint16_t number() const noexcept {
        return static_cast<std::uint16_t>(unsigned{blend[0]} << 4U | blend[1] | (is_mapped[0] ? 0x80U : 0U) |
                                          (is_mapped[1] ? 8U : 0U) | (is_second ? 0x4000U : 0U));
    }
    // The texture coordinates of a texture, as stage::texture_unit.
    [[nodiscard]] constexpr std::int16_t unit(std::uint32_t texture, std::uint32_t count) const noexcept {
        return texture < 2 && is_mapped[texture]    ? std::int16_t{-1}
               : is_second && texture + 1U == count ? std::int16_t{1}
                                                    : std::int16_t{0};
    }
};

// Returns entry `combo` of a lookup table if the entry is from 0 to count - 1; npos in all other cases.
[[nodiscard]] inline std::uint32_t look_up(const array<scalar<std::int16_t>>& table, std::uint64_t combo,
                                           std::size_t count) noexcept {
    const auto* const entry = table.at(combo);
    const std::int32_t found = entry != nullptr ? std::int32_t{*entry} : -1;
    return found >= 0 && static_cast<std::size_t>(found) < count ? static_cast<std::uint32_t>(found) : npos;
}

// A transform about a point, T(translation) * T(point) * R(rotation) * S(scale) * T(-point).
template <real Real>
[[nodiscard]] constexpr matrix4x3<Real> matrix_about(const vector3<Real>& point, const pose<Real>& of) noexcept {
    matrix4x3<Real> out = of.matrix();
    out.translation = of.position + point - transform_vector(out, point);
    return out;
}

} // namespace impl

// Returns texture `number` of a batch, see stage_count().
[[nodiscard]] inline stage stage_of(const model& from, const batch& drawn, std::uint32_t number) noexcept {
    stage out;
    const auto combo = [number](const u16<>& first) { return std::uint64_t{first} + number; };
    const auto textures = from.textures();
    out.texture_number = impl::look_up(from.texture_lookup(), combo(drawn.texture_combo), textures.size());
    out.texture = textures.at(out.texture_number);
    const auto weights = from.texture_weights();
    out.weight_number = impl::look_up(from.texture_weight_lookup(), combo(drawn.weight_combo), weights.size());
    out.weight = weights.at(out.weight_number);
    const auto transforms = from.texture_transforms();
    out.transform_number =
        impl::look_up(from.texture_transform_lookup(), combo(drawn.transform_combo), transforms.size());
    out.transform = transforms.at(out.transform_number);
    if (const i16<>* const unit = from.texture_unit_lookup().at(combo(drawn.texture_unit_combo))) {
        out.texture_unit = *unit;
    } else if (from.version() >= first_version<particle_record_272>) {
        out.texture_unit = impl::shader_bits::of(drawn.shader).unit(number, drawn.texture_count);
    }
    return out;
}

// stage_count() returns the number of a batch's textures, at most max_stages: a broken file may declare 65,535 in each
// batch (measured: 1 or 2).
inline constexpr std::uint32_t max_stages = 8;
[[nodiscard]] constexpr std::uint32_t stage_count(const batch& drawn) noexcept {
    const std::uint32_t stored = drawn.texture_count;
    return stored < max_stages ? stored : max_stages;
}

// Returns the material of a batch; null if it does not exist.
[[nodiscard]] inline const material* material_of(const model& from, const batch& drawn) noexcept {
    return from.materials().at(drawn.material.get());
}

// Whether a model shows the skin of a player's character, and so consists of parts of which the game shows some.
[[nodiscard]] inline bool is_character(const model& from) noexcept {
    for (const texture& each : from.textures()) {
        if (each.type.get() == texture_type::body) {
            return true;
        }
    }
    return false;
}

template <real Real> struct tint {
    vector3<Real> rgb{1, 1, 1};
    Real alpha = 1;
};

// Returns the factor for a batch's texture colors: the batch's color, and the color's alpha times the weight of the
// batch's first texture. (No file has a weight for the second texture.)
template <real Real> [[nodiscard]] tint<Real> tint_of(const model& from, const batch& drawn,
                                                      const animation_time& when) noexcept {
    tint<Real> out;
    const color tinted = from.colors().at(static_cast<std::uint64_t>(std::int64_t{drawn.color}));
    out.rgb = sample<Real>(tinted.rgb(), when, out.rgb);
    out.alpha = sample<Real>(tinted.alpha(), when, out.alpha);
    if (drawn.texture_count != 0) {
        out.alpha *= sample<Real>(stage_of(from, drawn, 0).weight, when, Real{1});
    }
    return out;
}

// Returns the matrix that transforms texture coordinates, about the center of the texture (readers). The identity for
// an empty transform.
template <real Real>
[[nodiscard]] matrix4x3<Real> texture_matrix(const texture_transform& transform, const animation_time& when) noexcept {
    const pose<Real> moved{sample<Real>(transform.translation(), when),
                           impl::unit(sample<Real>(transform.rotation(), when)),
                           sample<Real>(transform.scale(), when, {1, 1, 1})};
    const auto half = static_cast<Real>(0.5);
    return impl::matrix_about(vector3<Real>{half, half, 0}, moved);
}

}}} // namespace effigy::v0::m2
