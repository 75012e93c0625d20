// The texture and the .rvmat that a material of a changed scene means.
#pragma once

#include <effigy/p3d/apply/triangles.hpp>
#include <effigy/p3d/scene/materials.hpp>

#include <charconv>
#include <utility>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// The names that faces have, as texts of the model.
struct face_names {
    pool_slice<char> texture, rvmat;
};

// Whether a name says where an image is, or describes one: it is a texture as it stands.
[[nodiscard]] inline bool is_texture_name(std::string_view name) noexcept {
    constexpr std::string_view extensions[] = {".paa", ".pac", ".tga", ".jpg"};
    bool out = name.starts_with("#(") || name.find_first_of("/\\") != name.npos;
    for (const std::string_view each : extensions) {
        out = out || (name.size() > each.size() && compare_any_case(name.substr(name.size() - each.size()), each) == 0);
    }
    return out;
}

// The inverse of linear_of_srgb() for 0 .. 1: by bisection, to the precision of a double.
[[nodiscard]] inline double srgb_of_linear(double linear) noexcept {
    double low = 0, high = 1;
    for (int i = 0; i < 52; ++i) {
        const double middle = (low + high) / 2;
        (linear_of_srgb(middle) <= linear ? low : high) = middle;
    }
    return low;
}

// Gives materials their names, once each.
template <class = when_used> class material_names {
public:
    // `model`: gets the texts.
    material_names(const paired_scenes& scenes, owned_model& model)
        : scenes_(scenes), model_(model), originals_(scenes.before.materials.size(), scenes.memory),
          made_(scenes.now.materials.size(), scenes.memory), is_known_(scenes.before.materials.size(), scenes.memory) {}

    // Tells the names of an original material. The first call for a material counts.
    void know(std::uint32_t material, const owned_face& face) {
        if (material < originals_.size() && !is_known_[material]) {
            is_known_[material] = true;
            originals_[material] = {face.texture, face.material};
        }
    }
    // Returns the names of a changed material. `nearby`: the original material of faces that it has, or npos.
    [[nodiscard]] face_names of(std::uint32_t material, std::uint32_t nearby) {
        if (material >= made_.size()) {
            return {};
        }
        face_material& known = made_[material];
        if (!known.is_made) {
            known.is_made = true;
            known.names = make(material, nearby);
        }
        return known.names;
    }
    // Gives a face the names. `format`: of its level.
    void set(owned_face& of, lod_format format, std::uint32_t material, std::uint32_t nearby) {
        const face_names names = this->of(material, nearby);
        if (format == lod_format::p3dm) {
            of.texture = model_.get(of.texture) != model_.get(names.texture) ? names.texture : of.texture;
            of.material = model_.get(of.material) != model_.get(names.rvmat) ? names.rvmat : of.material;
            return;
        }
        constexpr std::size_t most = 32;
        if ((names.texture.count >= most || names.rvmat.count != 0) &&
            !std::exchange(made_[material].is_refused, true)) {
            scenes_.say(remark_kind::left_out, "material", scenes_.now.materials[material].name,
                        "SP3X has textures of at most 31 characters, and no .rvmat");
        }
        of.texture = names.texture.count < most ? names.texture : of.texture;
    }
    // Whether an original material is this changed one, with the same names.
    [[nodiscard]] bool is_same(std::uint32_t original, std::uint32_t material) {
        if (material == npos) {
            return true; // the editor lost it
        }
        return original != npos && scenes_.materials.before_of(material) == original &&
               equal(of(material, original).texture, originals_[original].texture) &&
               equal(of(material, original).rvmat, originals_[original].rvmat);
    }

    // Tells the new materials that were never asked for.
    void note_unused() const {
        for (std::uint32_t i = 0; i < made_.size(); ++i) {
            if (!made_[i].is_made && scenes_.materials.before_of(i) == npos) {
                scenes_.say(remark_kind::left_out, "material", scenes_.now.materials[i].name,
                            "no face of a level has it");
            }
        }
    }

private:
    struct face_material {
        face_names names;
        bool is_made = false;
        bool is_refused = false; // and told
    };

    [[nodiscard]] static std::string_view texture_of(const scene::material& of) noexcept {
        for (const scene::texture& each : of.textures) {
            if (each.role == scene::texture_role::base_color) {
                return each.name;
            }
        }
        return {};
    }
    [[nodiscard]] pool_slice<char> text(std::string_view chars, const pool_slice<char>& old) {
        if (model_.get(old) == chars || chars.find('\0') != chars.npos) {
            return old;
        }
        pool_slice<char> out;
        model_.set(out, chars);
        return out;
    }
    [[nodiscard]] face_names make(std::uint32_t number, std::uint32_t nearby) {
        const scene::material& now = scenes_.now.materials[number];
        const std::uint32_t original = scenes_.materials.before_of(number);
        face_names out = original != npos ? originals_[original] : face_names{};
        if (original == npos || scenes_.rewrite_all || !(scenes_.before.materials[original] == now)) {
            const std::string texture = texture_for(now, original, nearby);
            const auto* const rvmat = find_extra<scene::text>(now.extras, "rvmat");
            out.texture = text(texture, out.texture);
            out.rvmat = rvmat != nullptr ? text(*rvmat, out.rvmat) : out.rvmat;
            note_losses(now, original != npos ? &scenes_.before.materials[original] : nullptr);
            note_color(now, original != npos ? &scenes_.before.materials[original] : nullptr, texture);
        }
        return out;
    }
    // `original`, `nearby`: materials, or npos.
    [[nodiscard]] std::string texture_for(const scene::material& now, std::uint32_t original, std::uint32_t nearby) {
        const scene::material* const before = original != npos ? &scenes_.before.materials[original] : nullptr;
        const std::uint32_t like = original != npos ? original : nearby;
        const std::string_view old = like != npos ? model_.get(originals_[like].texture) : std::string_view{};
        const auto* const expression = find_extra<scene::text>(now.extras, "procedural");
        const auto* const old_expression =
            before != nullptr ? find_extra<scene::text>(before->extras, "procedural") : nullptr;
        if (expression != nullptr && (old_expression == nullptr || *expression != *old_expression)) {
            return std::string{*expression};
        }
        const std::string_view image = texture_of(now);
        if (!image.empty() && (before == nullptr || image != texture_of(*before))) {
            return is_texture_name(image) && image.find('.') != image.npos ? std::string{image}
                                                                           : beside(old, image, now);
        }
        if (before != nullptr && now.base_color != before->base_color && (old.empty() || procedural_color_of(old))) {
            return with_color(old.empty() ? "#(argb,8,8,3)color(1,1,1,1,CO)" : old, now.base_color);
        }
        if (before != nullptr && now.name == before->name) {
            return std::string{old};
        }
        return is_texture_name(now.name) ? std::string{now.name} : beside(old, now.name, now);
    }
    // Returns a file with another stem in the folder of a texture.
    [[nodiscard]] std::string beside(std::string_view old, std::string_view name, const scene::material& of) const {
        if (old.starts_with('#')) {
            old = {};
        }
        const std::size_t folder = old.find_last_of("/\\") + 1; // npos + 1 is 0
        const std::size_t dot = old.rfind('.');
        std::string out{is_texture_name(name) ? std::string_view{} : old.substr(0, folder)};
        out += is_texture_name(name) ? name.substr(0, name.rfind('.')) : effigy::impl::stem_of(name);
        out += dot != old.npos && dot > folder ? old.substr(dot) : std::string_view{".paa"};
        scenes_.say(remark_kind::guessed, "material", of.name, "its texture is " + out);
        return out;
    }
    // Returns "#(..)color(r,g,b,a,type)" with another colour.
    [[nodiscard]] static std::string with_color(std::string_view expression, const vector4<float>& linear) {
        const bool has_alpha = procedural_color_of(expression).has_alpha;
        std::string out{expression.substr(0, expression.find('(', 2) + 1)};
        const auto add = [&](double number) {
            std::array<char, 32> digits{};
            constexpr int places = 6;
            const auto end = std::to_chars(digits.data(), &digits.back(), number, std::chars_format::fixed, places);
            out.append(digits.data(), end.ptr);
            out += ',';
        };
        for (const float component : {linear.x, linear.y, linear.z}) {
            add(srgb_of_linear(static_cast<double>(component)));
        }
        add(has_alpha ? static_cast<double>(linear.w) : 1);
        const std::size_t type = expression.rfind(',');
        const bool has_type = type != expression.npos && type + 1 < expression.size() &&
                              lower(expression[type + 1]) >= 'a' && lower(expression[type + 1]) <= 'z';
        out += has_type ? expression.substr(type + 1) : std::string_view{has_alpha ? "ca)" : "co)"};
        return out;
    }
    // What only an .rvmat could say. That a new material has two sides says nothing: Blender writes it of each.
    void note_losses(const scene::material& now, const scene::material* before) const {
        const scene::material none;
        const scene::material& was = before != nullptr ? *before : none;
        if ((before != nullptr && now.is_double_sided != was.is_double_sided) || now.emissive != was.emissive ||
            now.is_unlit != was.is_unlit || (now.textures.size() > 1 && now.textures.size() != was.textures.size())) {
            scenes_.say(remark_kind::left_out, "material", now.name,
                        "further textures, emissive colour, two sides or no light: an .rvmat has them");
        }
    }

    // A color that somebody chose, where the faces get a texture that was there already, or that a name means.
    void note_color(const scene::material& now, const scene::material* before, std::string_view texture) const {
        const vector4<float>& color = now.base_color;
        const auto is_all = [&](float value) {
            const auto is_near = [&](float each) { return each > value - 1e-3F && each < value + 1e-3F; };
            return is_near(color.x) && is_near(color.y) && is_near(color.z);
        };
        constexpr float of_new_material = 0.8F; // Blender's
        const bool is_chosen = before != nullptr ? color != before->base_color
                                                 : !is_all(1) && !is_all(of_new_material) && !is_texture_name(now.name);
        if (is_chosen && texture_of(now).empty() && !procedural_color_of(texture)) {
            scenes_.say(remark_kind::left_out, "material", now.name, "base color");
        }
    }

    const paired_scenes& scenes_;
    owned_model& model_;
    pool<face_names> originals_;
    pool<face_material> made_;
    pool<bool> is_known_;
};

}}}} // namespace effigy::v0::p3d::impl
