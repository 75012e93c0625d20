// How batches combine textures, in version 264: versions from 272 on say it by the number of a shader.
#pragma once

#include <effigy/m2/owned/convert/losses.hpp>

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

// Numbers of shaders in a list of the game; those below say by their bits what they do.
inline constexpr std::uint16_t first_listed_shader = 0x8000;

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
                one.texture_count = shader.textures < 2 ? shader.textures : std::uint16_t{2};
                one.shader = second.shader = find_combo(shader.blend[0], shader.blend[1]);
            } else {
                one.texture_count = 1;
                one.shader = second.shader = 0;
                ++second.texture_unit_combo;
                ++second.texture_combo;
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
    [[nodiscard]] static std::uint16_t next_in(std::uint32_t count, std::uint16_t number) noexcept {
        return number + 1U < count ? static_cast<std::uint16_t>(number + 1U) : number;
    }
    // The bits of a number below 0x8000 say how two textures blend, and which of them are environment maps.
    void by_bits(owned_batch& one, const shader_in_264& shader) {
        constexpr std::uint32_t second_has_coordinates = 0x4000, first_is_mapped = 0x80, second_is_mapped = 0x8;
        const bool has_units =
            one.shader < first_listed_shader && std::size_t{one.texture_unit_combo} + one.texture_count <= first_unit_;
        if (one.shader < first_listed_shader && first_combo_ != 0) {
            return;
        }
        const std::uint32_t bits = shader.number;
        const auto first_blend = static_cast<std::uint16_t>(bits >> 4U & 7U);
        const auto second_blend = static_cast<std::uint16_t>(bits & 7U);
        const bool is_double =
            shader.textures > 1 && (bits & second_has_coordinates) != 0 && first_blend != 0 && second_blend != 0;
        one.shader = is_double ? find_combo(first_blend, second_blend) : std::uint16_t{0};
        one.texture_count = is_double ? 2 : 1;
        const std::int16_t first = (bits & first_is_mapped) != 0 ? std::int16_t{-1} : std::int16_t{0};
        const std::int16_t second = (bits & second_is_mapped) != 0 ? std::int16_t{-1}
                                    : first == 0                   ? std::int16_t{1}
                                                                   : std::int16_t{0};
        if (!has_units) {
            one.texture_unit_combo = is_double ? find_units(first, second) : find_units(first, first);
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
    [[nodiscard]] std::uint16_t find_units(std::int16_t first, std::int16_t second) {
        return find_pair(units_, first_unit_, first, second);
    }

    owned_model& made_;
    conversion_report& report_;
    pool<std::uint16_t> combos_;
    pool<std::int16_t> units_;
    std::size_t first_combo_ = 0, first_unit_ = 0; // that are added
    pool<owned_batch> batches_;
};

}}}} // namespace effigy::v0::m2::impl
