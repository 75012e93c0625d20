// Particle emitters in another version: three values at birth, middle and death become life tracks, and back.
#pragma once

#include <effigy/m2/owned/convert/key_values.hpp>
#include <effigy/m2/owned/convert/losses.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Replaces packed gravities by what pulls downwards of them, which is all that versions before 272 know.
template <class = when_used> void unpack_gravities(owned_model& model, const conversion_report& report) {
    std::uint32_t number = 0;
    for (owned_particle& one : model.get(model.particles)) {
        const location at = place_in("m2.particles[].", "gravity", number++);
        if (!is_gravity_packed(model.version, one.flags)) {
            continue;
        }
        one.flags &= ~std::uint32_t{particle_gravity_is_packed};
        united_lists<float> lists{model.all<char>().resource()};
        lists.add(one.gravity.values);
        for (const owned_keys<float>& part : std::as_const(model).get(one.gravity.parts)) {
            lists.add(part.values);
        }
        bool is_lost = false;
        lists.for_each_part(model, [&](std::span<float> all) {
            for (float& each : all) {
                const vector3<float> pull = unpacked_gravity<float>(each);
                is_lost = is_lost || pull.x != 0 || pull.y != 0;
                each = pull.z == 0 ? 0.0F : -pull.z;
            }
        });
        report.lost_if(is_lost, odd::convert_particle, at);
    }
}

// The blend modes and flags that versions before 272 know: those of the 113 emitters of the game's own models are
// below. Public converters give others the mode `add`.
inline constexpr std::uint8_t last_particle_blend_before_272 = 4;
[[nodiscard]] constexpr std::uint32_t known_particle_flags(std::uint32_t version) noexcept {
    return version < first_version<particle_record_264> ? 0xFFFFU : 0xF'FFFFU;
}

template <class = when_used> class particle_converter {
public:
    particle_converter(const owned_model& from, owned_model& made, conversion_report& report) noexcept
        : from_(from), made_(made), report_(report) {}

    // Converts all but the tracks.
    void convert(owned_particle& one, std::uint32_t number) {
        number_ = number;
        emission(one);
        if (made_.version < first_version<particle_record_272>) {
            leave_textures(one);
            leave_late_emission(one);
        }
        leave_flags(one);
        const bool had_lives = from_.version >= first_version<particle_record_264>;
        const bool has_lives = made_.version >= first_version<particle_record_264>;
        if (!had_lives && has_lives) {
            make_lives(one);
        } else if (had_lives && !has_lives) {
            end_lives(one);
        }
    }

private:
    // From version 264 on, emitters of older versions have this flag (GnomePounder exists in both: 12 of 12).
    static constexpr std::uint32_t flag_of_264 = 0x20000;
    static constexpr std::int16_t death = 32767;

    void lost(const oddity& what, const char* field) const {
        report_.lost(what, place_in("m2.particles[].", field, number_));
    }
    void lost_if(bool is_lost, const char* field) const {
        if (is_lost) {
            lost(odd::convert_particle, field);
        }
    }

    // ---- between versions 262 and 263, 271 and 272 -----------------------------------------------------------------

    void emission(owned_particle& one) const {
        const bool had_color = from_.version >= first_with_emission_263;
        if (had_color == (made_.version >= first_with_emission_263)) {
            return;
        }
        if (had_color) {
            lost_if(one.emits.color_index != 0, "emission.colorIndex");
            one.emits.color_index = 0;
            keep(basic_emission<form::host>{one.emits.blend, static_cast<std::uint16_t>(one.emits.shape)}, one);
        } else if (!one.emits_by_color) { // else it is in the form of 263 already
            const auto shape = static_cast<std::uint16_t>(one.emits.shape);
            lost_if(shape > 0xFF, "emission.shape");
            one.emits.shape = static_cast<emitter_shape>(shape & 0xFFU);
            keep(basic_emission_263<form::host>{one.emits.blend, static_cast<std::uint8_t>(shape & 0xFFU), 0}, one);
        }
        one.emits_by_color = !had_color;
    }
    template <class Emission> static void keep(const Emission& by, owned_particle& one) noexcept {
        const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(by)>>(by);
        convert_block(std::span<const std::uint8_t>{bytes}, std::span<std::uint8_t>{one.emission});
    }
    // One texture remains of up to three.
    void leave_textures(owned_particle& one) const {
        bool is_lost = false;
        for (std::int16_t& each : one.multi_texture) {
            is_lost = is_lost || each != 0;
            each = 0;
        }
        lost_if(is_lost, "multiTexture");
        if (from_.version >= first_version<particle_record_272> && (one.flags & particle_has_textures) != 0) {
            constexpr std::uint16_t first_texture = 0x1F;
            lost_if(one.texture > first_texture, "texture");
            one.texture &= first_texture;
            one.flags &= ~std::uint32_t{particle_has_textures};
            // Two numbers of the further textures are where older versions have these.
            one.type = 0;
            one.head_or_tail = 0;
        }
    }
    void leave_late_emission(owned_particle& one) const {
        const bool has_late_blend = one.emits.blend > last_particle_blend_before_272;
        const bool is_of_bones = one.emits.shape == emitter_shape::bone;
        lost_if(has_late_blend, "emission.blend");
        lost_if(is_of_bones, "emission.shape");
        if (has_late_blend || is_of_bones) {
            one.emits.blend = has_late_blend ? last_particle_blend_before_272 : one.emits.blend;
            one.emits.shape = is_of_bones ? emitter_shape::plane : one.emits.shape;
            const auto shape = static_cast<std::uint16_t>(one.emits.shape);
            if (one.emits_by_color) {
                keep(basic_emission_263<form::host>{one.emits.blend, static_cast<std::uint8_t>(shape),
                                                    one.emits.color_index},
                     one);
            } else {
                keep(basic_emission<form::host>{one.emits.blend, shape}, one);
            }
        }
    }
    // Flags that one of the two versions does not know: the other may do something else with them.
    void leave_flags(owned_particle& one) const {
        constexpr std::uint32_t first_late = first_version<particle_record_272>;
        const bool is_late = from_.version >= first_late && made_.version >= first_late;
        const std::uint32_t older = from_.version < made_.version ? from_.version : made_.version;
        const std::uint32_t known = is_late ? ~0U : known_particle_flags(older);
        const std::uint32_t of_form = from_.version >= first_version<particle_record_264> ? flag_of_264 : 0U;
        lost_if((one.flags & ~(known | of_form)) != 0, "flags");
        one.flags &= known;
    }

    // ---- to version 264 --------------------------------------------------------------------------------------------

    void make_lives(owned_particle& one) {
        const float middle = one.midpoint * float{death} + 0.5F;
        const std::int16_t age = !(middle > 0)           ? std::int16_t{0}
                                 : middle < float{death} ? static_cast<std::int16_t>(middle)
                                                         : death;
        const std::int16_t ages[]{0, age, death}, ages_of_cells[]{0, age, age, death};
        for (const bgra8& color : one.colors) {
            // The game's own converter: these are the bits of its numbers (108 of 108).
            const auto component = [](std::uint8_t stored) {
                return static_cast<float>(stored) * (1.0F / 255) * 255.0F;
            };
            made_.append(one.color.values, vector3<float>{component(color.r), component(color.g), component(color.b)});
            made_.append(one.alpha.values, owned_opacity{opacity_of(color.a)});
        }
        for (const float size : one.scales) {
            made_.append(one.scale.values, vec2<form::host>{size, size});
        }
        for (pool_slice<std::int16_t>* const list : {&ages_of(one.color), &ages_of(one.alpha), &ages_of(one.scale)}) {
            made_.template set<std::int16_t>(*list, ages);
        }
        const auto& cells = one.cells;
        put_cells(one.head_cell, {cells[0], cells[1], cells[3], cells[4]}, ages_of_cells);
        put_cells(one.tail_cell, {cells[6], cells[7], cells[8], cells[9]}, ages_of_cells);
        lost_if(cells[2] != 1 || cells[5] != 1, "cells"); // how often the cells repeat; 1 in 132 of 132
        one.flags |= flag_of_264;
        one.midpoint = 0;
        clear(one.colors);
        clear(one.scales);
        clear(one.cells);
    }
    template <class T, std::size_t N> static void clear(T (&all)[N]) noexcept {
        for (T& each : all) {
            each = {};
        }
    }
    [[nodiscard]] static std::int16_t opacity_of(std::uint8_t alpha) noexcept {
        return static_cast<std::int16_t>((2 * alpha * std::int32_t{death} + 255) / 510); // rounded
    }
    template <class T> [[nodiscard]] static pool_slice<std::int16_t>& ages_of(owned_life_track<T>& of) noexcept {
        return of.ages;
    }
    void put_cells(owned_life_track<std::uint16_t>& to, std::array<std::uint16_t, 4> cells,
                   std::span<const std::int16_t> ages) {
        if ((cells[0] | cells[1] | cells[2] | cells[3]) != 0) {
            made_.template set<std::int16_t>(to.ages, ages);
            made_.template set<std::uint16_t>(to.values, cells);
        }
    }

    // ---- before version 264 ----------------------------------------------------------------------------------------

    void end_lives(owned_particle& one) const {
        constexpr std::int16_t half = 16384;
        const bend color = bend_of(one.color, default_color), alpha = bend_of(one.alpha, default_alpha),
                   scale = bend_of(one.scale, default_scale);
        const std::int16_t middle = alpha.size > 0   ? alpha.age
                                    : scale.size > 0 ? scale.age
                                    : color.size > 0 ? color.age
                                    : color.age != 0 ? color.age
                                    : alpha.age != 0 ? alpha.age
                                    : scale.age != 0 ? scale.age
                                                     : half;
        constexpr double least = 0.002; // of the whole
        lost_life_if(!fits(one.color, default_color, middle, 255 * least), "color");
        lost_life_if(!fits(one.alpha, default_alpha, middle, least), "alpha");
        lost_life_if(!fits(one.scale, default_scale, middle, scale.largest * least), "scale");
        one.midpoint = static_cast<float>(middle) / float{death};
        bool is_uneven = false;
        for (std::size_t i = 0; i < 3; ++i) {
            const double age = i == 0 ? 0 : i == 1 ? middle : death;
            const auto rgb = value_at(one.color, age, default_color);
            const auto opaque = value_at(one.alpha, age, default_alpha);
            const auto size = value_at(one.scale, age, default_scale);
            one.colors[i] = {byte_of(rgb.z), byte_of(rgb.y), byte_of(rgb.x), byte_of(opaque * 255)};
            one.scales[i] = static_cast<float>(size.x);
            is_uneven = is_uneven || size.x != size.y;
        }
        lost_if(is_uneven, "scale");
        constexpr std::size_t head[]{0, 1, 3, 4}, tail[]{6, 7, 8, 9};
        take_cells(one, one.head_cell, head, middle, "headCell");
        take_cells(one, one.tail_cell, tail, middle, "tailCell");
        one.cells[2] = one.cells[5] = 1;
        leave(one.lifespan_variation, "lifespanVariation");
        leave(one.emission_rate_variation, "emissionRateVariation");
        leave(one.base_spin, "baseSpin");
        leave(one.base_spin_variation, "baseSpinVariation");
        leave(one.spin_variation, "spinVariation");
        lost_if(one.scale_variation.x != 0 || one.scale_variation.y != 0, "scaleVariation");
        one.scale_variation = {};
        one.color = {};
        one.alpha = {};
        one.scale = {};
        one.head_cell = {};
        one.tail_cell = {};
    }
    // What a track without keys says.
    static constexpr vec3<form::host> default_color{vector3<float>{255, 255, 255}};
    static constexpr owned_opacity default_alpha{death};
    static constexpr vec2<form::host> default_scale{1, 1};

    // The key between birth and death that is farthest from the straight line between these two.
    struct bend {
        std::int16_t age = 0; // 0: none
        double size = 0;
        double largest = 0; // of all values
    };
    template <class T> [[nodiscard]] bend bend_of(const owned_life_track<T>& of, const T& fallback) const {
        bend out;
        const auto birth = value_at(of, 0, fallback), end = value_at(of, death, fallback);
        each_key(of, [&](std::int16_t age, const auto& value) {
            const double size = distance(value, impl::lerp(birth, end, age / double{death}));
            if (age > 0 && age < death && (out.age == 0 || size > out.size)) {
                out.age = age;
                out.size = size;
            }
            const double whole = distance(value, {});
            out.largest = whole > out.largest ? whole : out.largest;
        });
        return out;
    }
    // Whether the values at birth, middle and death say what all keys say.
    template <class T>
    [[nodiscard]] bool fits(const owned_life_track<T>& of, const T& fallback, std::int16_t middle, double most) const {
        const auto birth = value_at(of, 0, fallback), between = value_at(of, middle, fallback),
                   end = value_at(of, death, fallback);
        bool out = true;
        each_key(of, [&](std::int16_t age, const auto& value) {
            const auto expected = age < middle ? impl::lerp(birth, between, age / double(middle))
                                               : impl::lerp(between, end, (age - middle) / double(death - middle));
            out = out && distance(value, expected) <= most;
        });
        return out;
    }
    template <class T, class Use> void each_key(const owned_life_track<T>& of, const Use& use) const {
        const auto ages = from_.get<std::int16_t>(of.ages);
        const auto values = from_.get<T>(of.values);
        for (std::size_t i = 0; i < ages.size() && i < values.size(); ++i) {
            use(ages[i], life_value(values[i]));
        }
    }
    [[nodiscard]] static double distance(double a, double b) noexcept { return a < b ? b - a : a - b; }
    [[nodiscard]] static double distance(const vector3<double>& a, const vector3<double>& b) noexcept {
        return length(a - b);
    }
    void lost_life_if(bool is_lost, const char* field) const {
        if (is_lost) {
            lost(odd::convert_particle_life, field);
        }
    }
    void leave(float& value, const char* field) const {
        lost_if(value != 0, field);
        value = 0;
    }
    template <class T>
    [[nodiscard]] bool is_at(const owned_life_track<T>& of, std::initializer_list<std::int16_t> ages) const {
        const auto stored = from_.get<std::int16_t>(of.ages);
        bool same = stored.size() == ages.size() && of.values.count == ages.size();
        std::size_t i = 0;
        for (const std::int16_t age : ages) {
            same = same && stored[i++] == age;
        }
        return same;
    }
    // As sample() computes it.
    template <class T> [[nodiscard]] auto value_at(const owned_life_track<T>& of, double age, const T& fallback) const {
        const auto ages = from_.get<std::int16_t>(of.ages);
        const auto values = from_.get<T>(of.values);
        const std::size_t count = ages.size() < values.size() ? ages.size() : values.size();
        const auto at = [&](std::size_t i) { return life_value(count != 0 ? values[i] : fallback); };
        const auto between = blend_at<double>(ages, count, age, interpolation::linear);
        return between.weight != 0 ? impl::lerp(at(between.first), at(between.second), between.weight)
                                   : at(between.first);
    }
    template <class T> [[nodiscard]] static auto life_value(const T& stored) noexcept {
        if constexpr (std::is_same_v<T, vec2<form::host>>) {
            return vector3<double>{stored.x, stored.y, 0};
        } else {
            return value_of<double>(stored);
        }
    }
    [[nodiscard]] static std::uint8_t byte_of(double value) noexcept {
        return !(value > 0)  ? std::uint8_t{0}
               : value < 255 ? static_cast<std::uint8_t>(rounded(value))
                             : std::uint8_t{255};
    }
    void take_cells(owned_particle& one, const owned_life_track<std::uint16_t>& of, const std::size_t (&places)[4],
                    std::int16_t middle, const char* field) const {
        const auto values = from_.get<std::uint16_t>(of.values);
        bool is_constant = true;
        for (const std::uint16_t each : values) {
            is_constant = is_constant && each == values[0];
        }
        lost_life_if(!is_constant && !is_at(of, {0, middle, middle, death}), field);
        for (std::size_t i = 0; i < std::size(places); ++i) {
            one.cells[places[i]] =
                values.empty() ? std::uint16_t{0} : values[i < values.size() ? i : values.size() - 1];
        }
    }

    const owned_model& from_;
    owned_model& made_;
    conversion_report& report_;
    std::uint32_t number_ = 0;
};

}}}} // namespace effigy::v0::m2::impl
