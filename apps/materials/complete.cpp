#include "completer.hpp"
#include "grimrock.hpp"
#include "m2.hpp"
#include "nwn.hpp"
#include "p3d.hpp"
#include "texts.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <variant>

namespace materials {

void completer::show(scene::texture& shown, const answer& found, images::use as) {
    shown.image = no_image;
    extras_of extras{shown.extras};
    if (found) {
        extras.add("image", found.path).add("rule", found.rule);
        if (found.guessed) {
            extras.add("guessed", true);
        }
        if (shown.role != scene::texture_role::other) {
            const wanted_image wanted{found.tree, found.path, as};
            const auto [known, is_new] = numbers_.try_emplace(wanted, out_.images.size());
            if (is_new) {
                out_.images.push_back(wanted);
            }
            shown.image = std::to_string(known->second);
        }
    } else if (found.what != outcome::none_to_look_for) {
        extras.add("missing", found.what == outcome::base_game ? "base game" : "file");
    }
}

images::use completer::color_use(const scene::material& of) {
    const std::string blending = lower_case(text_of(of.extras, "blending")); // as the game calls it
    if (of.alpha == scene::alpha_mode::opaque || blending == "opaque") {     // the latter blends by its opacity only
        return images::use::color;
    }
    return blending == "add" || blending == "additive"          ? images::use::light
           : blending == "add_without_alpha"                    ? images::use::light_without_alpha
           : blending == "modulate" || blending == "modulative" ? images::use::shade
           : blending == "modulate_2x"                          ? images::use::double_shade
                                                                : images::use::color_and_alpha;
}

void completer::note(scene::material& completed, std::string_view name, const answer& found) {
    if (found.what == outcome::none_to_look_for) {
        return;
    }
    scene::list<scene::extra> noted{completed.extras.resource()};
    extras_of fields{noted};
    fields.add("name", name);
    if (found) {
        fields.add("file", found.path).add("rule", found.rule);
    } else {
        fields.add("missing", found.what == outcome::base_game ? "base game" : "file");
    }
    extras_of{completed.extras}.add("definition", std::move(noted));
}

std::string_view text_of(const scene::list<scene::extra>& extras, std::string_view key) {
    const auto* const text = effigy::find_extra<scene::text>(extras, key);
    return text != nullptr ? std::string_view{*text} : std::string_view{};
}

namespace {

// The last parts of paths that a model names. Names of Neverwinter Nights have no folder.
class last_parts {
public:
    explicit last_parts(family of) : of_(of) {}

    void add(std::string_view name) {
        const std::vector<std::string> paths = spellings(of_, name);
        if (!paths.empty()) {
            const std::string path = lower_case(paths.front());
            const auto [known, is_new] = paths_.try_emplace(std::string{last_part(path)}, path);
            if (!is_new && known->second != path) {
                doubtful_.insert(known->first);
            }
        }
    }
    [[nodiscard]] std::set<std::string> take_doubtful() { return std::move(doubtful_); }

private:
    family of_;
    std::map<std::string, std::string> paths_; // the first path of each last part
    std::set<std::string> doubtful_;           // those of several paths
};

std::set<std::string> doubtful_of(const effigy::scene& made, family of, const std::vector<model_place>& places,
                                  const complete_options& options) {
    last_parts out{of};
    for (const std::string_view name : options.named) {
        out.add(name);
    }
    for (const scene::material& each : made.materials) {
        for (const scene::texture& texture : each.textures) {
            out.add(texture.name);
        }
        if (of == family::p3d) {
            out.add(text_of(each.extras, "rvmat"));
        } else if (of == family::grimrock) {
            if (const lua_material* const defined = grimrock::find_material(search{places}, each.name).material) {
                for (const auto map :
                     {&lua_material::diffuse_map, &lua_material::specular_map, &lua_material::normal_map,
                      &lua_material::emissive_map, &lua_material::shade_tex}) {
                    out.add(defined->*map);
                }
            }
        }
    }
    return out.take_doubtful();
}

} // namespace

bool names_file(const effigy::scene& made, family of, effigy::function_ref<bool(const std::string&)> exists) {
    if (of != family::m2 && of != family::p3d) {
        return false; // the others name no paths
    }
    std::set<std::string_view> names;
    for (const scene::material& each : made.materials) {
        for (const scene::texture& texture : each.textures) {
            names.insert(texture.name);
        }
        names.insert(text_of(each.extras, "rvmat"));
    }
    const auto exists_below = [&](std::string path) { // a path with a folder, or in Arma its end
        for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/')) {
            if (exists(path)) {
                return true;
            }
            if (of == family::m2) {
                return false;
            }
            path.erase(0, slash + 1);
        }
        return false;
    };
    return std::ranges::any_of(names, [&](std::string_view name) {
        return !name.starts_with('#') && std::ranges::any_of(spellings(of, name), exists_below);
    });
}

std::vector<std::string> spellings(family of, std::string_view name) {
    const auto path = relative_path(name);
    if (!path) {
        return {};
    }
    switch (of) {
    case family::none: break;
    case family::grimrock: return grimrock::spellings(*path);
    case family::nwn: return nwn::spellings(*path);
    case family::m2: return m2::spellings(*path);
    case family::p3d: return p3d::spellings(*path);
    }
    return {};
}

completion complete(effigy::scene& made, family of, const std::vector<model_place>& places,
                    const complete_options& options) {
    completer by{places, options, doubtful_of(made, of, places, options), text_of(made.extras, "classification")};
    for (scene::material& each : made.materials) {
        switch (of) {
        case family::none: break;
        case family::grimrock: complete_grimrock(by, each); break;
        case family::nwn: complete_nwn(by, made, each); break;
        case family::m2: complete_m2(by, each); break;
        case family::p3d: complete_p3d(by, each); break;
        }
    }
    return by.finish();
}

effigy::result<images::prepared_image> prepare(const wanted_image& wanted, std::uint32_t most_side) {
    const auto file = wanted.tree->read(wanted.path);
    if (!file) {
        return effigy::error{
            {"open"}, effigy::errc::io, 0, static_cast<std::int64_t>(std::errc::no_such_file_or_directory)};
    }
    images::prepare_options options;
    options.most_side = most_side;
    options.decoding.palette = [&](std::string_view name) {
        const auto found = wanted.tree->named(std::string{name} + ".tga");
        const auto palette = found.empty() ? std::nullopt : wanted.tree->read(found.front());
        return palette ? *palette : std::vector<std::byte>{};
    };
    return prepare(*file, wanted.path, wanted.use, options);
}

void draw_as(effigy::scene::material& made, images::alpha_use alpha) {
    made.alpha = alpha == images::alpha_use::mask    ? scene::alpha_mode::mask
                 : alpha == images::alpha_use::blend ? scene::alpha_mode::blend
                                                     : scene::alpha_mode::opaque;
}

} // namespace materials
