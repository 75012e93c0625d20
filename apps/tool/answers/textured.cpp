#include "textured.hpp"

#include "text.hpp"

#include <effigy/report.hpp>
#include <effigy/scene/extras.hpp>
#include <materials/tangents.hpp>
#include <materials/texts.hpp>

#include <algorithm>
#include <set>

namespace tool {

namespace {

texture_counts counts_of(const textured& of) {
    texture_counts out = of.counts;
    for (const materials::look_up& each : of.names.names) {
        switch (each.found.what) {
        case materials::outcome::none_to_look_for: break;
        case materials::outcome::base_game: ++out.of_game; break;
        case materials::outcome::missing: ++out.missing; break;
        case materials::outcome::found:
            ++(!of.defect_of(each).empty() ? out.broken : each.found.guessed ? out.guessed : out.found);
        }
    }
    return out;
}

// The image says how its material is drawn, if the model does not. Neverwinter Nights: extras say what was chosen, and
// why.
void draw_by_content(effigy::scene::material& made, materials::family of, const materials::complete_options& options,
                     textured& in) {
    const auto first =
        std::ranges::find(made.textures, effigy::scene::texture_role::base_color, &effigy::scene::texture::role);
    std::size_t image = 0;
    if (first == made.textures.end() || !in.find_image(first->image, image)) {
        return;
    }
    using enum images::use;
    const images::use as = in.names.images[image].use;
    if (as != color_by_content && as != color_or_reflection && as != color_and_reflection) {
        return;
    }
    images::alpha_use alpha = (*in.images[image])->alpha;
    if (of == materials::family::nwn && alpha != images::alpha_use::opaque) {
        alpha = options.texture_alpha.value_or(alpha);
        const bool is_cut = alpha == images::alpha_use::mask;
        const bool is_blended = alpha == images::alpha_use::blend;
        ++(is_cut ? in.counts.cut_out : is_blended ? in.counts.blended : in.counts.reflecting);
        effigy::extras_of{made.extras}
            .add("textureAlpha", is_cut       ? "cutout"
                                 : is_blended ? "transparency"
                                              : "reflection")
            .add("textureAlphaBy", options.texture_alpha        ? "option"
                                   : as == color_and_reflection ? "environment map"
                                                                : "pixels");
    }
    materials::draw_as(made, alpha);
}

// A light whose image is broken would shine everywhere.
void darken(effigy::scene::material& made, const textured& in) {
    const auto light =
        std::ranges::find(made.textures, effigy::scene::texture_role::emissive, &effigy::scene::texture::role);
    std::size_t image = 0;
    if (light != made.textures.end() && light->image != materials::no_image && !in.find_image(light->image, image)) {
        made.emissive = {};
    }
}

bool lacks_image(const effigy::scene::material& made, const textured& in) {
    const auto first =
        std::ranges::find(made.textures, effigy::scene::texture_role::base_color, &effigy::scene::texture::role);
    std::size_t image = 0;
    return first != made.textures.end() &&
           (!materials::text_of(first->extras, "missing").empty() ||
            (!first->image.empty() && first->image != materials::no_image && !in.find_image(first->image, image)));
}

// Whether a material is seen only by its image: it adds to what is behind it, multiplies it, or is translucent.
bool is_drawn_over(const effigy::scene::material& made) {
    return made.alpha == effigy::scene::alpha_mode::blend &&
           materials::lower_case(materials::text_of(made.extras, "blending")) != "opaque"; // fades as a whole
}

// Makes materials invisible that would be white shapes without their images. If nothing else that the game draws would
// be left of the model, they are faint.
void hide_without_images(effigy::scene& made, const textured& in) {
    std::vector<bool> is_hidden;
    for (const effigy::scene::material& each : made.materials) {
        is_hidden.push_back(is_drawn_over(each) && lacks_image(each, in));
    }
    const auto is_shown = [&](const effigy::scene::primitive& one) {
        return one.material >= is_hidden.size() || !is_hidden[one.material];
    };
    std::vector<bool> is_drawn(made.meshes.size(), true); // by the game: not with --collision only
    for (const effigy::scene::node& each : made.nodes) {
        if (each.mesh < is_drawn.size() &&
            std::ranges::any_of(each.extras, [](const auto& one) { return std::string_view{one.key} == "notDrawn"; })) {
            is_drawn[each.mesh] = false;
        }
    }
    bool is_whole_model = true;
    for (std::size_t i = 0; i < made.meshes.size(); ++i) {
        is_whole_model = is_whole_model && !(is_drawn[i] && std::ranges::any_of(made.meshes[i].primitives, is_shown));
    }
    const float factor = is_whole_model ? 0.25F : 0.0F;
    for (std::size_t i = 0; i < is_hidden.size(); ++i) {
        if (is_hidden[i]) {
            effigy::scene::material& hidden = made.materials[i];
            hidden.base_color.w *= factor;
            effigy::extras_of{hidden.extras}.add("withoutImage", is_whole_model ? "faint" : "invisible");
        }
    }
    for (effigy::scene::clip& clip : made.clips) {
        for (effigy::scene::channel& each : clip.channels) {
            if (each.path == effigy::scene::path::base_color && is_hidden.at(each.material)) {
                for (std::size_t alpha = 3; alpha < each.values.size(); alpha += 4) {
                    each.values[alpha] *= factor;
                }
            }
        }
    }
}

} // namespace

texture_counts& texture_counts::operator+=(const texture_counts& other) {
    found += other.found;
    guessed += other.guessed;
    missing += other.missing;
    of_game += other.of_game;
    broken += other.broken;
    cut_out += other.cut_out;
    blended += other.blended;
    reflecting += other.reflecting;
    return *this;
}

// ---- what was found ------------------------------------------------------------------------------------------------

bool textured::find_image(std::string_view number, std::size_t& image) const {
    const auto found = number_in<std::size_t>(number);
    image = found.value_or(images.size());
    return image < images.size() && *images[image];
}

effigy::gltf_image textured::image_of(std::string_view number, std::string_view folder) const {
    std::size_t image = 0;
    if (!find_image(number, image)) {
        return {};
    }
    if (!folder.empty()) {
        return {.uri = std::string{folder} + '/' + file_name(image), .name = std::string{name_of(image)}};
    }
    const images::prepared_image& made = **images[image];
    return {.uri = {}, .bytes = made.file, .media_type = made.media_type, .name = std::string{name_of(image)}};
}

std::string textured::defect_of(const materials::look_up& name) const {
    for (std::size_t i = 0; i < images.size(); ++i) {
        if (names.images[i].tree == name.found.tree && names.images[i].path == name.found.path && !*images[i]) {
            return effigy::to_string(images[i]->error());
        }
    }
    return {};
}

std::string_view textured::name_of(std::size_t image) const {
    const std::string_view path = names.images[image].path;
    const std::string_view name = path.substr(path.rfind('/') + 1); // npos + 1 is 0
    return name.substr(0, name.rfind('.'));
}

std::string textured::file_name(std::size_t image) const {
    const bool is_png = std::string_view{(*images[image])->media_type} == "image/png";
    return std::to_string(image) + '_' + std::string{name_of(image)} + (is_png ? ".png" : ".jpg");
}

std::string textured::remark() const {
    std::vector<std::string> missing, broken;
    std::uint64_t all = 0, shown = 0;
    for (const materials::look_up& each : names.names) {
        const bool is_missing = each.found.what == materials::outcome::missing;
        const std::string why = each.found ? defect_of(each) : "";
        if (is_missing) {
            missing.push_back(printable(each.name));
        } else if (!why.empty()) {
            broken.push_back(printable(each.name) + ": " + why);
        }
        if (!each.is_material) {
            all += each.found || is_missing ? 1U : 0U;
            shown += each.found && why.empty() ? 1U : 0U;
        }
    }
    if (missing.empty() && broken.empty()) {
        return {};
    }
    std::string out = all != 0 ? std::to_string(shown) + " of " + counted(all, "texture") : "";
    const auto add = [&](const char* what, const std::vector<std::string>& list) {
        if (!list.empty()) {
            out += (out.empty() ? "" : "; ") + std::string{what} + listed(list);
        }
    };
    add("missing: ", missing);
    add("broken: ", broken);
    return out;
}

std::vector<std::string> textured::unchosen(materials::family of) const {
    std::vector<std::string> out;
    for (const materials::look_up& each : names.names) {
        if (of == materials::family::m2 && each.found.what == materials::outcome::base_game) {
            out.push_back(each.name);
        }
    }
    return out;
}

std::string textured::explanation(std::string_view model) const {
    std::string out;
    for (const materials::look_up& each : names.names) {
        if (each.found.what == materials::outcome::missing && !each.tried.empty()) {
            std::vector<std::string> tried;
            std::set<std::string> seen; // a folder may be in several roots
            for (const std::string& path : each.tried) {
                if (seen.insert(path).second) {
                    tried.push_back(printable(path));
                }
            }
            out += std::string{model} + "\tmissing\t" + printable(each.name) + "\tlooked for " + listed(tried) + '\n';
        }
    }
    return out;
}

// ---- looking -------------------------------------------------------------------------------------------------------

textured add_textures(effigy::scene& made, materials::family of, const std::vector<materials::model_place>& places,
                      const materials::complete_options& options, const image_function& image_of) {
    textured out;
    out.names = complete(made, of, places, options);
    for (const materials::wanted_image& wanted : out.names.images) {
        out.images.push_back(image_of(wanted));
    }
    for (effigy::scene::material& material : made.materials) {
        draw_by_content(material, of, options, out);
        darken(material, out);
    }
    hide_without_images(made, out);
    materials::add_tangents(made);
    out.counts = counts_of(out);
    return out;
}

std::vector<std::string_view> named_textures(const effigy::m2::model& from) {
    std::vector<std::string_view> out;
    for (const effigy::m2::texture& each : from.textures()) {
        if (each.type.get() == effigy::m2::texture_type::file) {
            out.push_back(from.get(each.name));
        }
    }
    return out;
}

} // namespace tool
