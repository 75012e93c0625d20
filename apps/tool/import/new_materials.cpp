#include "new_materials.hpp"

#include <tool/answers/text.hpp>

#include <effigy/any.hpp>
#include <effigy/scene/edited_names.hpp>
#include <effigy/scene/extras.hpp>
#include <effigy/scene/reconcile/tolerances.hpp>
#include <images/decode.hpp>
#include <materials/texts.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>

namespace tool {

using effigy::scene;
using materials::family;

namespace {

void add_names(const effigy::grimrock::model& from, named_by_model& to) {
    for (const auto& node : from.nodes()) {
        if (const auto mesh = node.mesh()) {
            for (const auto& segment : mesh.segments()) {
                to.names.emplace(segment.material());
            }
        }
    }
}
void add_names(const effigy::p3d::model& from, named_by_model& to) {
    for (const auto& lod : from.lods()) {
        for (const auto& face : lod.faces()) {
            if (!to.names.contains(face.texture())) {
                to.names.emplace(face.texture());
            }
            if (!to.rvmats.contains(face.material())) {
                to.rvmats.emplace(face.material());
            }
        }
    }
}

std::string_view without_folder(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); } // or 0
std::string_view stem_of(std::string_view path) {
    path = without_folder(path);
    return path.substr(0, path.rfind('.'));
}

// The name of an image or of a file, without folder and extension, in lower case: equal ones are one image.
std::string key_of(std::string_view name) { return materials::lower_case(stem_of(name)); }

// An image in a buffer has a name that can have dots; its extension is not a part of it.
std::string_view without_extension(std::string_view name) {
    name = without_folder(name);
    constexpr std::string_view extensions[] = {".png", ".jpg", ".jpeg", ".tga", ".dds", ".paa", ".bmp", ".webp"};
    const std::string_view extension = materials::extension_of(name);
    const bool is_known = std::ranges::any_of(
        extensions, [&](std::string_view each) { return materials::equal_any_case(each, extension); });
    return is_known ? name.substr(0, name.size() - extension.size()) : name;
}

// The name of an image, then what it was before an editor gave it a number, or convert --gltf one in front.
std::array<std::string, 3> keys_of_image(std::string_view image) {
    const std::string_view name = without_extension(image);
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    const bool has_number = digits != 0 && digits < name.size() && name[digits] == '_';
    return {materials::lower_case(name), materials::lower_case(effigy::without_number(name)),
            materials::lower_case(has_number ? name.substr(digits + 1) : name)};
}
// The elements of a multimap that an image means.
template <class Map> auto find_image(const Map& in, std::string_view image) {
    auto out = std::ranges::subrange{in.end(), in.end()};
    for (const std::string& key : keys_of_image(image)) {
        const auto [begin, end] = in.equal_range(key);
        out = out.empty() ? std::ranges::subrange{begin, end} : out;
    }
    return out;
}

// What both games and all systems take as a name: https://community.bistudio.com/wiki/Arma:_Texture_Naming_Rules
std::string plain_name(std::string_view name) {
    constexpr std::size_t most = 64;
    std::string out{name.substr(0, most)};
    std::ranges::replace_if(
        out,
        [](char each) {
            return !((each >= '0' && each <= '9') || (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') ||
                     each == '_' || each == '-');
        },
        '_');
    const std::string lower = materials::lower_case(out);
    constexpr std::string_view devices[] = {"con", "prn", "aux", "nul"}; // of Windows, with any extension
    const bool is_port = lower.size() == 4 && (lower.starts_with("com") || lower.starts_with("lpt"));
    const bool is_device = is_port || std::ranges::find(devices, lower) != std::end(devices);
    return out.empty() ? "image" : is_device ? out + '_' : out;
}

// Suffixes by which Arma's programs know what a texture is: the rules above.
bool has_suffix_of_arma(std::string_view stem) {
    constexpr std::string_view known[] = {"co",   "ca",    "no",  "normalmap", "ns",   "nshq", "nof", "nofhq", "non",
                                          "nohq", "novhq", "dt",  "cdt",       "mco",  "mc",   "as",  "ads",   "adshq",
                                          "sm",   "smdi",  "sky", "lco",       "mask", "ti",   "can", "gs",    "pr"};
    const std::size_t at = stem.rfind('_');
    return at != stem.npos && std::ranges::find(known, materials::lower_case(stem.substr(at + 1))) != std::end(known);
}
std::string_view suffix_of_arma(scene::texture_role as, const scene::material& of) {
    return as == scene::texture_role::base_color ? (of.alpha == scene::alpha_mode::opaque ? "_co" : "_ca")
           : as == scene::texture_role::normal   ? "_nohq"
                                                 : "";
}

template <class Visit> void for_each_shown(const scene& in, const Visit& visit) {
    std::vector<bool> is_shown(in.materials.size());
    for (const scene::mesh& mesh : in.meshes) {
        for (const scene::primitive& drawn : mesh.primitives) {
            if (drawn.material < is_shown.size()) {
                is_shown[drawn.material] = true;
            }
        }
    }
    for (std::size_t i = 0; i < is_shown.size(); ++i) {
        if (is_shown[i]) {
            visit(in.materials[i]);
        }
    }
}

} // namespace

named_by_model named_by(const effigy::borrowed_bytes& model) {
    named_by_model out;
    static_cast<void>(effigy::visit(model, [&](const auto& view) {
        using view_type = std::remove_cvref_t<decltype(view)>;
        if constexpr (requires { add_names(view, out); }) {
            out.of = std::is_same_v<view_type, effigy::p3d::model> ? family::p3d : family::grimrock;
            add_names(view, out);
        }
    }));
    return out;
}

std::vector<shown_image> shown_images(const scene& edited, const named_by_model& old,
                                      std::span<const gltf_files::stored_image> images) {
    std::map<std::string, std::span<const std::byte>, std::less<>> bytes; // by name
    for (const gltf_files::stored_image& each : images) {
        bytes.emplace(materials::lower_case(without_extension(each.name)), each.bytes);
    }
    // Whether an image with a number is another one than that without it.
    const auto is_other = [&](std::string_view image, const std::string& key) {
        const auto own = bytes.find(materials::lower_case(without_extension(image)));
        const auto plain = bytes.find(key);
        return effigy::size_of_number(image) != 0 && own != bytes.end() && plain != bytes.end() &&
               !std::ranges::equal(own->second, plain->second);
    };
    std::multimap<std::string, std::string, std::less<>> textures; // by key_of()
    for (const std::string& each : old.names) {
        if (old.of == family::p3d && !each.starts_with('#')) {
            textures.emplace(key_of(each), each);
        }
    }
    std::vector<shown_image> out;
    std::set<std::string_view> known;
    std::map<std::string, std::size_t, std::less<>> stems; // in lower case: how often each was wanted
    for_each_shown(edited, [&](const scene::material& material) {
        for (const scene::texture& each : material.textures) {
            if (each.image.empty() || !known.insert(each.image).second) {
                continue;
            }
            shown_image& made = out.emplace_back();
            made.name = each.image;
            made.own_stem = without_extension(each.image);
            made.role = each.role;
            for (const auto& [key, texture] : find_image(textures, each.image)) {
                if (!is_other(each.image, key)) {
                    made.textures.push_back(texture);
                }
            }
            std::string stem =
                plain_name(made.textures.empty() ? std::string_view{made.own_stem} : stem_of(made.textures.front()));
            if (made.textures.empty() && old.of == family::p3d && !has_suffix_of_arma(stem)) {
                stem += suffix_of_arma(each.role, material);
            }
            made.stem = stem;
            for (std::size_t& count = stems[materials::lower_case(stem)]; count++ != 0;) {
                made.stem = stem + '_' + std::to_string(count);
                if (stems.try_emplace(materials::lower_case(made.stem), 1).second) {
                    break;
                }
            }
        }
    });
    return out;
}

namespace {

// ---- definitions ---------------------------------------------------------------------------------------------------

std::string lua_text(std::string_view chars) {
    std::string out{'"'};
    for (const char each : chars) {
        const auto code = static_cast<unsigned char>(each);
        constexpr unsigned char first = 0x20, last = 0x7E;
        if (each == '"' || each == '\\') {
            out += '\\';
            out += each;
        } else if (code >= first && code <= last) {
            out += each;
        } else {
            const std::string digits = std::to_string(code);
            out += '\\';
            out.append(3 - digits.size(), '0');
            out += digits;
        }
    }
    out += '"';
    return out;
}

const scene::texture* texture_of(const scene::material& of, scene::texture_role as) {
    const auto found = std::ranges::find_if(
        of.textures, [&](const scene::texture& each) { return each.role == as && !each.image.empty(); });
    return found != of.textures.end() ? &*found : nullptr;
}

// Measured: of 2,111 definitions of mods, all have a name, lighting, blendMode and glossiness, 2,110 alphaTest and a
// diffuseMap, 2,107 textureAddressMode, 2,102 depthBias, 2,094 doubleSided, 813 normalMap, 52 emissiveMap. 25 is the
// median of glossiness.
template <class Path> std::string definition_of(std::string_view name, const scene::material& of, const Path& path) {
    // Measured: 1,753 of 1,763 names in meshes are so; "duke throne" and "Material.001" are not.
    const bool is_usual = plain_name(name) == name && name.find('-') == name.npos;
    std::string out = "defineMaterial{\n";
    out += is_usual ? "" : "\t-- unusual: other names have only letters, digits and _\n";
    out += "\tname = " + lua_text(name) + ",\n";
    const auto add = [&](std::string_view key, std::string_view value) {
        out.append("\t").append(key).append(" = ").append(value).append(",\n");
    };
    const scene::texture* const base = texture_of(of, scene::texture_role::base_color);
    for (const auto& [map, as] :
         {std::pair{"diffuseMap", scene::texture_role::base_color}, std::pair{"normalMap", scene::texture_role::normal},
          std::pair{"emissiveMap", scene::texture_role::emissive}}) {
        if (const scene::texture* const shown = texture_of(of, as)) {
            add(map, lua_text(path(*shown)));
        } else if (as == scene::texture_role::base_color) {
            out += "\t-- the edited file has no image for it\n";
            add(map, lua_text("mod_assets/textures/" + plain_name(name) + "_dif.tga"));
        }
    }
    add("doubleSided", of.is_double_sided ? "true" : "false");
    add("lighting", of.is_unlit ? "false" : "true");
    add("alphaTest", of.alpha == scene::alpha_mode::mask ? "true" : "false");
    add("blendMode", of.alpha == scene::alpha_mode::blend ? "\"Translucent\"" : "\"Opaque\"");
    const bool u = base == nullptr || base->wraps_u, v = base == nullptr || base->wraps_v;
    add("textureAddressMode", u && v ? "\"Wrap\"" : u ? "\"WrapU_ClampV_ClampW\"" : "\"Clamp\"");
    add("glossiness", "25");
    add("depthBias", "0");
    return out + "}\n";
}

// ---- what was changed ----------------------------------------------------------------------------------------------

// The file that defines a completed material; empty if none was found.
std::string_view definition_of(const scene::material& completed) {
    const auto* const found = effigy::find_extra<scene::list<scene::extra>>(completed.extras, "definition");
    return found != nullptr ? materials::text_of(*found, "file") : std::string_view{};
}

bool differ(float a, float b) {
    return std::abs(static_cast<double>(a) - static_cast<double>(b)) > effigy::same_within::material;
}
bool differ(const effigy::vector3<float>& a, const effigy::vector3<float>& b) {
    return differ(a.x, b.x) || differ(a.y, b.y) || differ(a.z, b.z);
}
bool differ(const effigy::vector4<float>& a, const effigy::vector4<float>& b) {
    return differ(a.x, b.x) || differ(a.y, b.y) || differ(a.z, b.z) || differ(a.w, b.w);
}
bool differ(bool a, bool b) { return a != b; }
bool differ(scene::alpha_mode a, scene::alpha_mode b) { return a != b; }

class material_comparison {
public:
    material_comparison(const material_question& question, const std::vector<materials::model_place>& places)
        : question_(question) {
        completed_.materials = question.original.materials;
        std::set<std::string_view> old;
        for (const scene::material& each : question.original.materials) {
            old.insert(each.name);
        }
        for (const std::string& each : question.made.names) {
            if (is_grimrock() && !old.contains(each)) {
                new_names_.push_back(each);
                completed_.materials.emplace_back().name = each;
            }
        }
        found_ = materials::complete(completed_, question.old.of, places);
        for (std::size_t i = question.original.materials.size(); i-- > 0;) { // the first one of a name counts
            const std::string_view name = question.original.materials[i].name;
            for (std::size_t how = 0; how < originals_.size(); ++how) {
                originals_[how][effigy::old_name_as(effigy::edited_names[how], name)] = i;
            }
        }
        for (const scene::material& each : completed_.materials) {
            for (const scene::texture& texture : each.textures) {
                textures_.emplace(key_of(texture.name), &texture);
            }
        }
        for (const shown_image& each : question.shown) {
            shown_.emplace(each.name, &each);
        }
        for (const gltf_files::stored_image& each : question.images) {
            stored_.emplace(each.name, &each);
        }
        for (const scene::material& each : question.edited.materials) {
            edited_.emplace(each.name, &each);
        }
    }

    material_news run() {
        material_news out;
        define_new(out);
        std::set<std::string_view> judged;
        for_each_shown(question_.edited, [&](const scene::material& each) {
            const std::size_t original =
                question_.added.contains("material " + printable(each.name)) ? effigy::npos : original_of(each.name);
            if (original != effigy::npos && question_.is_of_original) {
                tell_changes(each, original, out);
            }
            for (const scene::texture& texture : each.textures) {
                if (question_.wanted != wanted_images::none && !texture.image.empty() &&
                    judged.insert(texture.image).second) {
                    judge(texture, original, out);
                }
            }
        });
        return out;
    }

private:
    [[nodiscard]] bool is_grimrock() const { return question_.old.of == family::grimrock; }
    [[nodiscard]] std::size_t original_of(std::string_view name) const {
        for (std::size_t how = 0; how < originals_.size(); ++how) {
            const auto found = originals_[how].find(effigy::new_name_as(effigy::edited_names[how], name));
            if (found != originals_[how].end()) {
                return found->second;
            }
        }
        return effigy::npos;
    }
    // The textures of the old model and its materials that an image is, by its name.
    [[nodiscard]] auto textures_named(std::string_view image) const { return find_image(textures_, image); }
    // The same for a second use of an image that is called `wood_2` in glTF, which can also be the name of a new one.
    [[nodiscard]] auto textures_used_twice(std::string_view image) const {
        const std::string_view name = without_extension(image);
        const std::size_t end = name.find_last_not_of("0123456789");
        const bool has_number = end != name.npos && end + 1 < name.size() && name[end] == '_';
        return find_image(textures_, has_number ? name.substr(0, end) : std::string_view{});
    }

    void define_new(material_news& out) const {
        const std::size_t first = question_.original.materials.size();
        for (std::size_t i = 0; i < new_names_.size(); ++i) {
            if (!definition_of(completed_.materials[first + i]).empty()) {
                continue;
            }
            const auto path_of = [&](const scene::texture& of) {
                const auto known = textures_named(of.image);
                const auto shown = shown_.find(of.image);
                return !known.empty()          ? std::string{known.front().second->name}
                       : shown != shown_.end() ? "mod_assets/textures/" + shown->second->stem + ".tga"
                                               : "";
            };
            const auto edited = edited_.find(new_names_[i]);
            const scene::material none;
            out.definitions.push_back(
                {new_names_[i],
                 definition_of(new_names_[i], edited != edited_.end() ? *edited->second : none, path_of)});
        }
    }

    // What convert wrote depends on the files that it had. So what differs from it was changed only if these are known,
    // or if it differs from what the model alone says, too.
    void tell_changes(const scene::material& now, std::size_t number, material_news& out) const {
        const scene::material& was = completed_.materials[number];
        const scene::material& alone = question_.original.materials[number];
        const std::string_view file = definition_of(was);
        const bool has_rvmat = !materials::text_of(alone.extras, "rvmat").empty();
        if (is_grimrock() ? file.empty() : has_rvmat && file.empty()) {
            return;
        }
        const bool has_image =
            std::ranges::any_of(now.textures, [](const scene::texture& each) { return !each.image.empty(); });
        std::vector<std::string> what;
        const auto compare = [&](auto member, const char* name) {
            if (differ(now.*member, was.*member) && (has_image || differ(now.*member, alone.*member))) {
                what.emplace_back(name);
            }
        };
        compare(&scene::material::is_double_sided, "two sides");
        compare(&scene::material::is_unlit, "no light");
        compare(&scene::material::emissive, "emissive color");
        if (is_grimrock()) { // of Arma, the image decides
            compare(&scene::material::alpha, "alpha");
        }
        const scene::texture* const base = texture_of(was, scene::texture_role::base_color);
        if (base != nullptr && base->image != materials::no_image) { // else it is the model's, or convert hides it
            compare(&scene::material::base_color, "base color");
        }
        for (const scene::texture& each : now.textures) {
            const bool is_of_face = !is_grimrock() && each.role == scene::texture_role::base_color;
            if (!each.image.empty() && !is_of_face && textures_named(each.image).empty() &&
                textures_used_twice(each.image).empty()) {
                what.push_back("image " + printable(each.image));
            }
        }
        if (what.empty()) {
            return;
        }
        import_line& line = out.lines.emplace_back();
        line.kind = effigy::remark_kind::left_out;
        line.part = "material " + printable(now.name);
        line.what = listed(what) + (file.empty() ? ": an .rvmat has them" : ": " + printable(file) + " has them");
        line.text = line.part + ": " + line.what;
    }

    void judge(const scene::texture& of, std::size_t original, material_news& out) {
        const auto shown = shown_.find(of.image);
        const auto stored = stored_.find(of.image);
        if (shown == shown_.end() || stored == stored_.end()) {
            return;
        }
        bool is_wanted = true;
        if (const auto known = textures_named(of.image); !known.empty()) {
            bool is_known = false;
            for (const auto& [key, texture] : known) {
                if (const images::prepared_image* const made =
                        texture->role == of.role ? prepared(*texture) : nullptr) {
                    is_known = true;
                    is_wanted = is_wanted && !std::ranges::equal(made->file, std::span{stored->second->bytes});
                }
            }
            is_wanted = is_wanted && is_known;
            out.unknown_images += is_known ? 0U : 1U;
        } else if (const auto twice = textures_used_twice(of.image); std::ranges::any_of(twice, [&](const auto& each) {
                       const images::prepared_image* const made = prepared(*each.second);
                       return made != nullptr && std::ranges::equal(made->file, std::span{stored->second->bytes});
                   })) {
            is_wanted = false;
        } else if (original != effigy::npos && definition_of(completed_.materials[original]).empty() &&
                   (is_grimrock() || of.role != scene::texture_role::base_color)) {
            is_wanted = false;
            ++out.unknown_images;
        }
        if (is_wanted || question_.wanted == wanted_images::all) {
            out.images.push_back(static_cast<std::size_t>(shown->second - question_.shown.data()));
        }
    }
    // What convert makes of a texture's file; null if it is not at hand.
    [[nodiscard]] const images::prepared_image* prepared(const scene::texture& of) {
        if (of.image.empty() || of.image == materials::no_image) {
            return nullptr;
        }
        const auto [made, is_new] = prepared_.try_emplace(std::string{of.image});
        if (is_new) {
            auto image = materials::prepare(found_.images[std::stoul(made->first)], question_.most_side);
            if (image) {
                made->second = *std::move(image);
            }
        }
        return made->second ? &*made->second : nullptr;
    }

    const material_question& question_;
    scene completed_; // the materials of the old model, then the new ones
    materials::completion found_;
    std::vector<std::string> new_names_;
    std::array<std::map<std::string_view, std::size_t>, std::size(effigy::edited_names)> originals_;
    std::multimap<std::string, const scene::texture*, std::less<>> textures_; // by key_of()
    std::map<std::string_view, const shown_image*> shown_;
    std::map<std::string_view, const gltf_files::stored_image*> stored_;
    std::map<std::string_view, const scene::material*> edited_;
    std::map<std::string, std::optional<images::prepared_image>> prepared_; // by numbers of found_.images
};

} // namespace

material_news news_of(const material_question& question, const std::vector<materials::model_place>& places) {
    return material_comparison{question, places}.run();
}

// ---- image files ---------------------------------------------------------------------------------------------------

std::string_view extension_of_image(std::span<const std::byte> file) {
    switch (images::format_of(file, "")) {
    case images::format::png: return ".png";
    case images::format::jpeg: return ".jpg";
    default: return "";
    }
}

std::string next_step(const shown_image& image, std::string_view file_name, std::span<const std::byte> file,
                      family of) {
    // Both: powers of two, in 125 of 125 images of mods.
    const std::string name{file_name};
    std::string out;
    if (of == family::p3d) {
        out = "make " + image.stem + ".paa of " + name +
              " with ImageToPAA (Arma 3 Tools) or Pal2PacE, at the place that the path of the texture means";
        out += image.role == scene::texture_role::normal ? "; a normal map of Arma has green downwards: invert it" : "";
    } else {
        out = "make mod_assets/textures/" + image.stem + ".dds of " + name +
              " with GIMP or another program that writes DDS (DXT1; DXT5 with alpha)";
        out += image.role == scene::texture_role::normal ? "; Grimrock 2 has a normal map's X in alpha and Y in green"
                                                         : "";
    }
    constexpr std::uint64_t place_of_width = 16;
    const effigy::byte_view bytes{file};
    if (images::format_of(file, "") == images::format::png && bytes.fits(place_of_width, 8)) {
        const auto is_power = [](std::uint32_t each) { return each != 0 && (each & (each - 1)) == 0; };
        using big = effigy::u32<effigy::form::big>;
        const std::uint32_t width = bytes.value_at<big>(place_of_width).get();
        const std::uint32_t height = bytes.value_at<big>(place_of_width + 4).get();
        if (!is_power(width) || !is_power(height)) {
            out += "; it has " + std::to_string(width) + " x " + std::to_string(height) +
                   " pixels: the sides must be powers of two";
        }
    }
    return out;
}

} // namespace tool
