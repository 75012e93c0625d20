// Materials from the names in faces: a texture or an expression, and an .rvmat.
#pragma once

#include <effigy/core/text.hpp>
#include <effigy/scene/builder.hpp>
#include <effigy/scene/color.hpp>

#include <array>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

using namespace effigy::impl;
using builder = scene_builder<mirrored_z>;

// "#(argb,8,8,3)color(r,g,b,a,type)"; false for any other text.
struct procedural_color {
    std::array<double, 4> value{0, 0, 0, 1}; // sRGB and alpha
    bool has_alpha = true;                   // false for the type "co"
    bool exists = false;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return exists; }
};

// A decimal number without an exponent.
struct taken_number {
    double value = 0;
    bool exists = false;
};
// Removes blanks and a number from the beginning of a text, and returns the number.
[[nodiscard]] constexpr taken_number take_number(std::string_view& from) noexcept {
    constexpr std::size_t most_digits = 30;
    constexpr std::string_view blanks = " \t";
    while (!from.empty() && blanks.find(from.front()) != std::string_view::npos) {
        from.remove_prefix(1);
    }
    const bool is_negative = from.starts_with('-');
    from.remove_prefix(is_negative ? 1 : 0);
    taken_number out;
    double part = 0; // place value of the latest digit after the point; 1 at the point, 0 before it
    for (std::size_t i = 0; i < most_digits && !from.empty(); ++i, from.remove_prefix(1)) {
        const char c = from.front();
        if (c == '.' && part == 0) {
            part = 1;
        } else if (c >= '0' && c <= '9') {
            const double digit = c - '0';
            part /= 10;
            out.value = part == 0 ? out.value * 10 + digit : out.value + digit * part;
            out.exists = true;
        } else {
            break;
        }
    }
    out.value = is_negative ? -out.value : out.value;
    return out;
}

[[nodiscard]] constexpr procedural_color procedural_color_of(std::string_view expression) noexcept {
    const std::size_t open = expression.find(')');
    constexpr std::string_view call = ")color(";
    if (!expression.starts_with("#(") || open == std::string_view::npos ||
        compare_any_case(expression.substr(open, call.size()), call) != 0) {
        return {};
    }
    std::string_view rest = expression.substr(open + call.size());
    procedural_color out;
    std::size_t count = 0;
    for (; count < out.value.size(); ++count) {
        const taken_number found = take_number(rest);
        if (!found.exists) {
            break;
        }
        out.value[count] = found.value;
        if (!rest.starts_with(',')) {
            ++count;
            break;
        }
        rest.remove_prefix(1);
    }
    out.exists = count >= 3;
    out.has_alpha = compare_any_case(rest.substr(0, 2), "co") != 0;
    return out;
}

// Returns the file name without its extension: "a\b_ca.paa" -> "b_ca". Empty for an expression.
[[nodiscard]] constexpr std::string_view stem_of(std::string_view path) noexcept {
    return path.starts_with('#') ? std::string_view{} : effigy::impl::stem_of(path);
}

// The materials of a scene, which its levels share.
template <class = when_used> class material_list {
public:
    explicit material_list(builder& to) : to_(&to), known_(to.memory()) {}

    // Returns the index of the material for two names; npos if it exceeds the memory limit of the scene. The names must
    // outlive the list.
    [[nodiscard]] std::uint32_t number_of(std::string_view texture, std::string_view rvmat) {
        return to_->material_for(known_, key{texture, rvmat},
                                 [&](scene::material& made) { complete(made, texture, rvmat); });
    }

private:
    using key = std::pair<std::string_view, std::string_view>;

    void complete(scene::material& made, std::string_view texture, std::string_view rvmat) const {
        const std::string_view stem = stem_of(texture);
        made.name = to_->text(stem.empty() ? stem_of(rvmat) : stem);
        if (const procedural_color color = procedural_color_of(texture)) {
            set_color(made, color);
        } else if (!texture.empty() && !texture.starts_with('#')) {
            to_->add(made.textures, to_->texture(texture));
            made.alpha = compare_any_case(stem.substr(stem.size() < 3 ? 0 : stem.size() - 3), "_ca") == 0
                             ? scene::alpha_mode::blend // the game's tools give textures with alpha this suffix
                             : scene::alpha_mode::opaque;
        }
        auto extras = to_->extras();
        extras.add_given("procedural", texture.starts_with('#') ? texture : std::string_view{});
        extras.add_given("rvmat", rvmat).put_into(made.extras);
    }
    static void set_color(scene::material& made, const procedural_color& color) noexcept {
        const vector3<float> linear = linear_color({color.value[0], color.value[1], color.value[2]});
        const double alpha = color.value[3];
        made.base_color = {linear.x, linear.y, linear.z, 1};
        if (color.has_alpha && !(alpha >= 1)) {
            made.base_color.w = alpha > 0 ? static_cast<float>(alpha) : 0.0F;
            made.alpha = scene::alpha_mode::blend;
        }
    }

    builder* to_;
    numbers_by_key<key> known_;
};

}}}} // namespace effigy::v0::p3d::impl
