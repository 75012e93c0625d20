// How batches combine textures, in version 264: versions from 272 on say it by the number of a shader.
#pragma once

#include <effigy/m2/owned/convert/losses.hpp>
#include <effigy/m2/sample/material.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// What a shader draws, in the terms of version 264: the texture coordinates of two textures (-1: an environment map)
// and how each blends. The table is that of MultiConverter (readers).
struct shader_in_264 {
    enum class how : std::uint8_t {
        by_bits, // by the bits of the number
        twice,   // two batches; the first has both textures
        by_turns // two batches, each with a texture of its own
    };
    how kind = how::by_bits;
    std::uint16_t number = 0; // in place of that of the batch
    std::uint16_t blend[2]{}; // the texture combiner combos
    std::int16_t units[2]{};  // the texture unit lookup
    std::uint16_t textures = 1;
};

[[nodiscard]] constexpr shader_in_264 shader_of(std::uint16_t number, std::uint16_t textures) noexcept {
    using how = shader_in_264::how;
    if (number < first_listed_shader) {
        return {.number = number, .textures = textures};
    }
    switch (number & 0xFFU) {
    case 0:
    case 3:
    case 9:
    case 17:
    case 24: return {.kind = how::twice, .blend = {1, 4}, .units = {0, -1}, .textures = 2};
    case 2: return {.kind = how::twice, .blend = {1, 3}, .units = {0, -1}, .textures = textures};
    case 1: return {.kind = how::by_turns, .units = {0, -1}};
    case 15: return {.kind = how::by_turns, .units = {0, 1}};
    case 5:
    case 8:
    case 10:
    case 12:
    case 16:
    case 23: return {};
    case 21: return {.number = 0x4011, .textures = 2};
    default: return {.number = 0x0010};
    }
}

// Replaces the shaders of a model's batches, and adds to the texture combiner combos and the texture unit lookup what
// they need. What the model has of both stays as it is: its batches are in the form of version 264 already.
template <class = when_used> class shader_converter {
public:
    shader_converter(owned_model& made, conversion_report& report)
        : made_(made), report_(report), combos_(made.all<char>().resource()), units_(combos_.resource()),
          first_combo_(std::as_const(made).template get<std::uint16_t>(made.texture_combiner_combos).size()),
          first_unit_(std::as_const(made).template get<std::int16_t>(made.texture_unit_lookup).size()),
          batches_(combos_.resource()) {
        combos_.append(std::as_const(made).template get<std::uint16_t>(made.texture_combiner_combos));
        units_.append(std::as_const(made).template get<std::int16_t>(made.texture_unit_lookup));
    }

    void convert() {
        constexpr std::size_t most = 0xFF00; // more than can be added, below what a batch can count
        report_.refuse_if(first_combo_ > most, place_in("m2.", "textureCombinerCombos", 0), first_combo_, fewer);
        report_.refuse_if(first_unit_ > most, place_in("m2.", "textureUnitLookup", 0), first_unit_, fewer);
        if (report_.why()) {
            return;
        }
        for (const owned_skin_profile& profile : std::as_const(made_).get(made_.skin_profiles)) {
            for (const owned_batch& one : std::as_const(made_).template get<owned_batch>(profile.batches)) {
                const shader_in_264 shader = shader_of(one.shader, one.texture_count);
                needs_combos_ = needs_combos_ || shader.kind == shader_in_264::how::twice ||
                                (shader.kind == shader_in_264::how::by_bits && shader.textures > 1);
            }
        }
        for (owned_skin_profile& profile : made_.get(made_.skin_profiles)) {
            batches_.clear();
            std::uint32_t number = 0;
            for (const owned_batch& one : std::as_const(made_).template get<owned_batch>(profile.batches)) {
                convert(one, place_in("m2.skinProfiles[].", "batches[].shader", profile.number).element(number++));
            }
            made_.template set<owned_batch>(profile.batches, batches_);
        }
        made_.template set<std::int16_t>(made_.texture_unit_lookup, units_);
        made_.template set<std::uint16_t>(made_.texture_combiner_combos, combos_);
        made_.flags |= combos_.empty() ? 0U : model_has_combiners;
    }

private:
    static constexpr const char* fewer = "fewer than 65,280 entries";

    void convert(owned_batch one, const location& at) {
        using how = shader_in_264::how;
        const owned_batch before = one;
        const shader_in_264 shader = shader_of(one.shader, one.texture_count);
        one.flags &= batch_is_static;
        owned_batch second = one;
        if (shader.kind == how::by_bits) {
            by_bits(one, shader);
        } else {
            second.texture_count = 1;
            second.material = next_in(made_.materials.count, one.material);
            second.layer = 1;
            one.texture_unit_combo = find_units(shader.units[0], shader.units[1]);
            second.texture_unit_combo = one.texture_unit_combo;
            if (shader.kind == how::twice) {
                one.texture_count = shader.textures < 2 ? shader.textures : textures_of(one);
                one.shader = second.shader = find_combo(shader.blend[0], shader.blend[1]);
            } else {
                one.texture_count = 1;
                one.shader = second.shader = 0;
                ++second.texture_unit_combo;
                second.texture_combo = next_in(made_.texture_lookup.count, one.texture_combo);
                second.weight_combo = next_in(made_.texture_weight_lookup.count, one.weight_combo);
            }
        }
        report_.lost_if(before.shader >= first_listed_shader || before.flags != one.flags ||
                            before.texture_count != one.texture_count,
                        odd::convert_shader, at);
        batches_.push_back(one);
        if (shader.kind != how::by_bits) {
            batches_.push_back(second);
        }
    }
    // Two, if the lookup has a second one.
    [[nodiscard]] std::uint16_t textures_of(const owned_batch& one) const noexcept {
        return one.texture_combo + 1U < made_.texture_lookup.count ? std::uint16_t{2} : std::uint16_t{1};
    }
    [[nodiscard]] static std::uint16_t next_in(std::uint32_t count, std::uint16_t number) noexcept {
        return number + 1U < count ? static_cast<std::uint16_t>(number + 1U) : number;
    }
    // The bits of a number below 0x8000 say how two textures blend, and which of them are environment maps.
    void by_bits(owned_batch& one, const shader_in_264& shader) {
        const bool is_in_form = one.shader < first_listed_shader && first_combo_ != 0;
        const bool has_units =
            one.shader < first_listed_shader && std::size_t{one.texture_unit_combo} + one.texture_count <= first_unit_;
        if (is_in_form) {
            return;
        }
        const shader_bits bits = shader_bits::of(shader.number);
        const bool is_double = shader.textures > 1 && textures_of(one) > 1;
        one.texture_count = is_double ? 2 : 1;
        one.shader = is_double       ? find_combo(bits.blend[0], bits.blend[1])
                     : needs_combos_ ? find_blend(bits.blend[0])
                                     : std::uint16_t{0};
        if (!has_units) {
            one.texture_unit_combo = find_units(bits.unit(0, one.texture_count), bits.unit(1, one.texture_count));
        }
    }

    // Return the place of two numbers in a table, to which they are added if they are not among those added before: a
    // few pairs.
    template <class T>
    [[nodiscard]] static std::uint16_t find_pair(pool<T>& table, std::size_t first_added, T first, T second) {
        std::size_t at = first_added;
        while (at < table.size() && (table[at] != first || table[at + 1] != second)) {
            at += 2;
        }
        if (at == table.size()) {
            table.append({first, second});
        }
        return static_cast<std::uint16_t>(at);
    }
    [[nodiscard]] std::uint16_t find_combo(std::uint16_t first, std::uint16_t second) {
        return find_pair(combos_, first_combo_, first, second);
    }
    // Where combos are listed, a batch of one texture has its blending there, too.
    [[nodiscard]] std::uint16_t find_blend(std::uint16_t blend) {
        std::size_t at = first_combo_;
        while (at < combos_.size() && combos_[at] != blend) {
            ++at;
        }
        return at < combos_.size() ? static_cast<std::uint16_t>(at) : find_combo(blend, blend);
    }
    [[nodiscard]] std::uint16_t find_units(std::int16_t first, std::int16_t second) {
        return find_pair(units_, first_unit_, first, second);
    }

    owned_model& made_;
    conversion_report& report_;
    pool<std::uint16_t> combos_;
    pool<std::int16_t> units_;
    std::size_t first_combo_ = 0, first_unit_ = 0; // that are added
    bool needs_combos_ = false;
    pool<owned_batch> batches_;
};

// Gives the batches of a model that is for version 272 shaders that say what lists said: how textures blend, and which
// are environment maps. The game did that when it loaded a model (readers); its own models of 272 have no lists (4 of
// 4).
template <class = when_used> void name_shaders(owned_model& made) {
    const bool has_combos = (made.flags & model_has_combiners) != 0;
    const auto combos = std::as_const(made).get<std::uint16_t>(made.texture_combiner_combos);
    const auto units = std::as_const(made).get<std::int16_t>(made.texture_unit_lookup);
    const auto materials = std::as_const(made).get(made.materials);
    for (const owned_skin_profile& profile : std::as_const(made).get(made.skin_profiles)) {
        for (owned_batch& one : made.get(profile.batches)) {
            if (one.shader >= first_listed_shader) {
                continue;
            }
            const owned_material* const drawn = find_at(materials, one.material);
            const bool is_opaque = drawn != nullptr && drawn->blend == blending::opaque;
            shader_bits bits;
            for (std::uint32_t i = 0; i < 2 && i < one.texture_count; ++i) {
                const std::uint16_t* const listed = find_at(combos, std::size_t{one.shader} + i);
                const bool blends = i != 0 || !is_opaque;
                bits.blend[i] = !blends       ? std::uint16_t{0}
                                : !has_combos ? std::uint16_t{1}
                                : listed      ? static_cast<std::uint16_t>(*listed & 7U)
                                              : std::uint16_t{0};
                const std::int16_t* const unit = find_at(units, std::size_t{one.texture_unit_combo} + i);
                bits.is_mapped[i] = unit != nullptr && *unit == -1;
                bits.is_second = i + 1U == one.texture_count && unit != nullptr && *unit == 1;
            }
            one.shader = bits.number();
            one.texture_unit_combo = 0;
        }
    }
    made.flags &= ~std::uint32_t{model_has_combiners};
    made.texture_combiner_combos = {};
    made.texture_unit_lookup = {};
}

}}}} // namespace effigy::v0::m2::impl
