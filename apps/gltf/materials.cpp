#include "container.hpp"
#include "parts.hpp"

#include <effigy/core/math.hpp>
#include <effigy/scene/numbers.hpp>

#include <algorithm>
#include <map>

namespace gltf_files {

namespace {

using role = scene::texture_role;

constexpr std::pair<std::string_view, role> roles[] = {{"baseColor", role::base_color},
                                                       {"normal", role::normal},
                                                       {"emissive", role::emissive},
                                                       {"occlusion", role::occlusion},
                                                       {"other", role::other}};

[[nodiscard]] role role_of(std::string_view name) {
    for (const auto& [known, of] : roles) {
        if (name == known) {
            return of;
        }
    }
    return role::other;
}

// Limits numbers to 0 .. 1. Returns whether all were.
template <std::size_t N> [[nodiscard]] bool limit(std::array<float, N>& numbers) {
    bool out = true;
    for (float& each : numbers) {
        out = out && each >= 0 && each <= 1;
        each = std::clamp(each, 0.0F, 1.0F);
    }
    return out;
}

class material_reader {
public:
    explicit material_reader(source& from)
        : from_(from), textures_(from.parts("textures")), images_(from.parts("images")),
          samplers_(from.parts("samplers")), names_(names_of_images(from)) {}

    bool read(json_value from, std::uint32_t number, scene::material& to) {
        number_ = number;
        std::string_view name;
        std::string_view alpha = "OPAQUE";
        std::array<float, 4> color{1, 1, 1, 1};
        std::array<float, 3> emissive{};
        const json_value shading = from.find("pbrMetallicRoughness");
        if (!from_.text(from, "name", at("materials[].name", number), name) ||
            !from_.text(from, "alphaMode", at("materials[].alphaMode", number), alpha) ||
            !from_.real(from, "alphaCutoff", at("materials[].alphaCutoff", number), to.alpha_cutoff) ||
            !from_.reals(shading, "baseColorFactor", at("materials[].pbrMetallicRoughness.baseColorFactor", number),
                         color) ||
            !from_.reals(from, "emissiveFactor", at("materials[].emissiveFactor", number), emissive) ||
            !from_.charge(name.size(), 1)) {
            return false;
        }
        to.name = name;
        const bool are_limited = limit(color);
        if (!limit(emissive) || !are_limited) {
            from_.left_out("material", name, "colors above 1 or below 0");
        }
        to.base_color = {color[0], color[1], color[2], color[3]};
        to.emissive = {emissive[0], emissive[1], emissive[2]};
        to.alpha = alpha == "MASK"    ? scene::alpha_mode::mask
                   : alpha == "BLEND" ? scene::alpha_mode::blend
                                      : scene::alpha_mode::opaque;
        if (alpha != "MASK" && alpha != "BLEND" && alpha != "OPAQUE") {
            return from_.bad(at("materials[].alphaMode", number), "OPAQUE, MASK or BLEND");
        }
        if (to.alpha_cutoff < 0) {
            return from_.bad(at("materials[].alphaCutoff", number), "at least 0");
        }
        to.is_double_sided = from.find("doubleSided").flag();
        to.is_unlit = static_cast<bool>(from.find("extensions").find("KHR_materials_unlit"));
        constexpr std::string_view listed = "textures";
        const json_value list = from.find("extras").find(listed);
        const bool has_list = is_list_of_textures(list);
        return (!has_list || read_list(list, to)) &&
               read_texture(shading.find("baseColorTexture"), "materials[].pbrMetallicRoughness.baseColorTexture.index",
                            "materials[].pbrMetallicRoughness.baseColorTexture.texCoord", role::base_color, to) &&
               read_texture(from.find("normalTexture"), "materials[].normalTexture.index",
                            "materials[].normalTexture.texCoord", role::normal, to) &&
               read_texture(from.find("emissiveTexture"), "materials[].emissiveTexture.index",
                            "materials[].emissiveTexture.texCoord", role::emissive, to) &&
               read_texture(from.find("occlusionTexture"), "materials[].occlusionTexture.index",
                            "materials[].occlusionTexture.texCoord", role::occlusion, to) &&
               read_extras(from_, from, "material", name, to.extras, std::span{&listed, has_list ? 1U : 0U});
    }

private:
    // Whether it is the list that the writer adds to the extras of materials with textures.
    [[nodiscard]] static bool is_list_of_textures(json_value list) {
        bool out = list.size() != 0 && list.is_array();
        for (json_value each = list.first(); each && out; each = each.next()) {
            out = each.is_object() && each.find("role").is_text() && each.find("texCoord").is_number();
        }
        return out;
    }
    bool read_list(json_value list, scene::material& to) {
        std::uint32_t number = 0;
        for (json_value each = list.first(); each; each = each.next(), ++number) {
            const std::string_view name = each.find("name").text();
            std::uint64_t texcoord = 0;
            if (!from_.charge(3 * sizeof(scene::texture) + name.size(), 1) ||
                !from_.whole(each, "texCoord", at("materials[].extras.textures[].texCoord", number_, number),
                             texcoord)) {
                return false;
            }
            scene::texture& made = to.textures.emplace_back();
            made.name = name;
            made.role = role_of(each.find("role").text());
            made.texcoord = static_cast<std::uint32_t>(std::min<std::uint64_t>(texcoord, npos - 1));
            constexpr std::string_view own[] = {"name", "role", "texCoord"};
            if (!read_members(from_, each, "texture", name, made.extras, own)) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] static bool moves(json_value pair, double neutral) {
        bool out = false;
        for (json_value each = pair.first(); each; each = each.next()) {
            out = out || each.number() != neutral;
        }
        return out;
    }
    // The texture of glTF becomes the first one of its role, or an additional one.
    bool read_texture(json_value from, const char* index_path, const char* texcoord_path, role of,
                      scene::material& to) {
        if (!from) {
            return true;
        }
        std::uint32_t number = npos;
        std::uint64_t texcoord = 0;
        if (!from_.reference(from, "index", at(index_path, number_), textures_.size(), number) ||
            (number == npos && !from_.bad(at(index_path, number_), "the number of a texture")) ||
            !from_.whole(from, "texCoord", at(texcoord_path, number_), texcoord)) {
            return false;
        }
        const json_value transform = from.find("extensions").find("KHR_texture_transform");
        if (moves(transform.find("offset"), 0) || moves(transform.find("scale"), 1) ||
            transform.find("rotation").number() != 0 || transform.find("texCoord")) {
            from_.left_out("material", to.name, "the transform of a texture");
        }
        scene::texture* made = nullptr;
        for (std::size_t i = to.textures.size(); i > 0; --i) {
            made = to.textures[i - 1].role == of ? &to.textures[i - 1] : made;
        }
        std::string image;
        if (!read_image(number, image) || !from_.charge(3 * sizeof(scene::texture) + 2 * image.size(), 1)) {
            return false;
        }
        if (made == nullptr) {
            made = &to.textures.emplace_back();
            made->role = of;
            made->name = image;
        }
        made->image = image;
        made->texcoord = static_cast<std::uint32_t>(std::min<std::uint64_t>(texcoord, npos - 1));
        return read_sampler(number, *made);
    }
    bool read_image(std::uint32_t texture, std::string& out) {
        std::uint32_t number = npos;
        if (!from_.reference(textures_[texture], "source", at("textures[].source", texture), images_.size(), number)) {
            return false;
        }
        std::string_view uri;
        std::string_view name;
        if (number != npos && (!from_.text(images_[number], "uri", at("images[].uri", number), uri) ||
                               !from_.text(images_[number], "name", at("images[].name", number), name))) {
            return false;
        }
        out = number != npos ? names_[number] : std::string{};
        return true;
    }
    bool read_sampler(std::uint32_t texture, scene::texture& to) {
        std::uint32_t number = npos;
        std::uint64_t u = 0;
        std::uint64_t v = 0;
        if (!from_.reference(textures_[texture], "sampler", at("textures[].sampler", texture), samplers_.size(),
                             number) ||
            (number != npos && (!from_.whole(samplers_[number], "wrapS", at("samplers[].wrapS", number), u) ||
                                !from_.whole(samplers_[number], "wrapT", at("samplers[].wrapT", number), v)))) {
            return false;
        }
        constexpr std::uint64_t clamp_to_edge = 33071;
        to.wraps_u = u != clamp_to_edge;
        to.wraps_v = v != clamp_to_edge;
        return true;
    }

    source& from_;
    std::vector<json_value> textures_, images_, samplers_;
    std::vector<std::string> names_; // of images_
    std::uint32_t number_ = 0;
};

// Whether a material differs from another one by its name, and by lacking the images of glTF, alone.
[[nodiscard]] bool is_plain_copy(const scene::material& copy, const scene::material& original) {
    bool out = copy.textures.size() == original.textures.size() && copy.base_color == original.base_color &&
               copy.emissive == original.emissive && copy.alpha == original.alpha &&
               copy.alpha_cutoff == original.alpha_cutoff && copy.is_double_sided == original.is_double_sided &&
               copy.is_unlit == original.is_unlit && copy.extras == original.extras;
    for (std::size_t i = 0; i < copy.textures.size() && out; ++i) {
        const scene::texture& a = copy.textures[i];
        const scene::texture& b = original.textures[i];
        out =
            a.image.empty() && a.name == b.name && a.role == b.role && a.texcoord == b.texcoord && a.extras == b.extras;
    }
    return out;
}

} // namespace

bool read_materials(source& from, scene& to) {
    material_reader reader{from};
    const std::vector<json_value> materials = from.parts("materials");
    to.materials.reserve(from.charge(materials.size(), sizeof(scene::material)) ? materials.size() : 0);
    for (std::uint32_t i = 0; i < materials.size(); ++i) {
        if (from.why() || !reader.read(materials[i], i, to.materials.emplace_back())) {
            return false;
        }
    }
    return true;
}

void merge_plain_materials(scene& of) {
    constexpr std::string_view suffix = " without textures";
    std::map<std::string_view, std::uint32_t> originals;
    std::vector<std::uint32_t> numbers(of.materials.size()); // of each material afterwards
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < of.materials.size(); ++i) {
        const std::string_view name = of.materials[i].name;
        const auto original =
            name.ends_with(suffix) ? originals.find(name.substr(0, name.size() - suffix.size())) : originals.end();
        if (original != originals.end() && !of.materials[i].textures.empty() &&
            is_plain_copy(of.materials[i], of.materials[original->second])) {
            numbers[i] = numbers[original->second];
        } else {
            originals.emplace(name, i);
            numbers[i] = kept++;
        }
    }
    if (kept == of.materials.size()) {
        return;
    }
    for (scene::mesh& mesh : of.meshes) {
        for (scene::primitive& each : mesh.primitives) {
            each.material = each.material != npos ? numbers[each.material] : npos;
        }
    }
    for (scene::clip& clip : of.clips) {
        for (scene::channel& each : clip.channels) {
            each.material = each.material != npos ? numbers[each.material] : npos;
        }
    }
    scene::list<scene::material> all;
    all.reserve(kept);
    for (std::uint32_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] == all.size()) {
            all.push_back(std::move(of.materials[i]));
        }
    }
    of.materials = std::move(all);
}

// ---- cameras and lights --------------------------------------------------------------------------------------------

bool read_cameras(source& from, scene& to, std::vector<std::uint32_t>& numbers) {
    const std::vector<json_value> cameras = from.parts("cameras");
    to.cameras.reserve(from.charge(cameras.size(), sizeof(scene::camera)) ? cameras.size() : 0);
    for (std::uint32_t i = 0; i < cameras.size(); ++i) {
        const json_value lens = cameras[i].find("perspective");
        std::string_view name;
        if (from.why() || !from.text(cameras[i], "name", at("cameras[].name", i), name)) {
            return false;
        }
        if (!lens) {
            from.left_out("camera", name, "an orthographic camera");
            numbers.push_back(npos);
            continue;
        }
        scene::camera& made = to.cameras.emplace_back();
        made.vertical_field_of_view = made.near_plane = 0;
        if (!from.real(lens, "yfov", at("cameras[].perspective.yfov", i), made.vertical_field_of_view) ||
            !from.real(lens, "znear", at("cameras[].perspective.znear", i), made.near_plane) ||
            !from.real(lens, "zfar", at("cameras[].perspective.zfar", i), made.far_plane) ||
            !from.charge(name.size(), 1) || !read_extras(from, cameras[i], "camera", name, made.extras)) {
            return false;
        }
        const float view = made.vertical_field_of_view;
        if (!(view > 0 && static_cast<double>(view) < 2 * effigy::half_pi)) {
            return from.bad(at("cameras[].perspective.yfov", i), "above 0 and below pi");
        }
        if (!(made.near_plane > 0)) {
            return from.bad(at("cameras[].perspective.znear", i), "above 0");
        }
        if (made.far_plane != 0 && !(made.far_plane > made.near_plane)) {
            return from.bad(at("cameras[].perspective.zfar", i), "more than znear");
        }
        made.name = name;
        numbers.push_back(static_cast<std::uint32_t>(to.cameras.size() - 1));
    }
    return true;
}

namespace {

bool read_light(source& from, json_value stored, std::uint32_t number, scene::light& to) {
    std::string_view name;
    std::string_view type;
    std::array<float, 3> color{1, 1, 1};
    const json_value spot = stored.find("spot");
    if (!from.text(stored, "name", at("extensions.KHR_lights_punctual.lights[].name", number), name) ||
        !from.text(stored, "type", at("extensions.KHR_lights_punctual.lights[].type", number), type) ||
        !from.reals(stored, "color", at("extensions.KHR_lights_punctual.lights[].color", number), color) ||
        !from.real(stored, "intensity", at("extensions.KHR_lights_punctual.lights[].intensity", number),
                   to.intensity) ||
        !from.real(stored, "range", at("extensions.KHR_lights_punctual.lights[].range", number), to.range) ||
        !from.charge(name.size(), 1) || !read_extras(from, stored, "light", name, to.extras)) {
        return false;
    }
    if (type != "point" && type != "spot" && type != "directional") {
        return from.bad(at("extensions.KHR_lights_punctual.lights[].type", number), "point, spot or directional");
    }
    if (to.intensity < 0) {
        return from.bad(at("extensions.KHR_lights_punctual.lights[].intensity", number), "at least 0");
    }
    if (to.range < 0) {
        return from.bad(at("extensions.KHR_lights_punctual.lights[].range", number), "at least 0");
    }
    if (!limit(color)) {
        from.left_out("light", name, "colors above 1 or below 0");
    }
    to.name = name;
    to.type = type == "point"  ? scene::light_type::point
              : type == "spot" ? scene::light_type::spot
                               : scene::light_type::directional;
    to.color = {color[0], color[1], color[2]};
    if (to.type != scene::light_type::spot) {
        return true;
    }
    to.outer_cone_angle = static_cast<float>(effigy::half_pi / 2);
    if (!from.real(spot, "innerConeAngle", at("extensions.KHR_lights_punctual.lights[].spot.innerConeAngle", number),
                   to.inner_cone_angle) ||
        !from.real(spot, "outerConeAngle", at("extensions.KHR_lights_punctual.lights[].spot.outerConeAngle", number),
                   to.outer_cone_angle)) {
        return false;
    }
    constexpr auto largest = static_cast<float>(effigy::half_pi);
    to.outer_cone_angle = std::min(to.outer_cone_angle, largest);
    if (!(to.outer_cone_angle > 0)) {
        return from.bad(at("extensions.KHR_lights_punctual.lights[].spot.outerConeAngle", number), "above 0");
    }
    if (to.inner_cone_angle < 0) {
        return from.bad(at("extensions.KHR_lights_punctual.lights[].spot.innerConeAngle", number), "at least 0");
    }
    if (to.inner_cone_angle >= to.outer_cone_angle) { // Blender: a spot light without a blend
        to.inner_cone_angle = std::bit_cast<float>(std::bit_cast<std::uint32_t>(to.outer_cone_angle) - 1);
    }
    return true;
}

} // namespace

bool read_lights(source& from, scene& to) {
    const auto lights = values_of(from.root().find("extensions").find("KHR_lights_punctual").find("lights"));
    to.lights.reserve(from.charge(lights.size(), sizeof(scene::light)) ? lights.size() : 0);
    for (std::uint32_t i = 0; i < lights.size(); ++i) {
        if (from.why() || !read_light(from, lights[i], i, to.lights.emplace_back())) {
            return false;
        }
    }
    return true;
}

} // namespace gltf_files
