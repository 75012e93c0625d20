#include "import_materials.hpp"

#include <tool/answers/text.hpp>
#include <tool/system/companions.hpp>
#include <tool/system/output.hpp>

#include <effigy/scene/extras.hpp>
#include <materials/pbo_prefixes.hpp>
#include <materials/texts.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;
using effigy::scene;
using materials::family;

// ---- materials -----------------------------------------------------------------------------------------------------

namespace {

std::vector<fs::path> folders_of(const import_options& options) {
    std::vector<fs::path> out = options.textures;
    if (!options.root.empty()) {
        out.push_back(options.root);
    }
    return out;
}

wanted_images wanted_by(const import_options& options) {
    return options.images.empty()    ? wanted_images::none
           : options.images == "all" ? wanted_images::all
                                     : wanted_images::changed;
}

} // namespace

import_materials::import_materials(const import_options& options, fs::path folder)
    : options_(options), folder_(std::move(folder)), roots_(folders_of(options), {}), paths_(options.root) {}

void import_materials::begin(scene& edited, const effigy::borrowed_bytes& model,
                             std::vector<gltf_files::stored_image> images) {
    old_ = named_by(model);
    stored_ = std::move(images);
    shown_ = shown_images(edited, old_, stored_);
    if (old_.of == family::p3d) {
        name_textures(edited);
        std::ranges::for_each(edited.materials, [&](scene::material& each) { name_rvmat(each); });
    }
}

// An image in a glTF file has a name, but no path. What the material is called after comes first.
void import_materials::name_textures(scene& edited) {
    struct texture {
        std::string name;
        bool is_found = false; // its path in the game
    };
    std::map<std::string_view, texture> textures; // by shown_image::name
    bool has_roots = false;
    for (const shown_image& each : shown_) {
        texture& made = textures[each.name];
        if (!each.textures.empty()) {
            made.name = each.textures.size() == 1 ? each.textures.front() : "";
            continue;
        }
        const fs::path beside = options_.from.parent_path() / path_of_name(each.name);
        std::error_code failure;
        const bool is_file = each.name.find('\0') == std::string::npos && fs::is_regular_file(beside, failure);
        std::string path = is_file ? paths_.of(beside) : "";
        if (path.empty()) {
            if (!std::exchange(has_roots, true)) {
                static_cast<void>(roots_.places_of(options_.into.front(), scene{}, family::p3d));
            }
            path = paths_.texture_named(each.own_stem, roots_, folder_);
            path = path.empty() ? paths_.texture_named(each.stem, roots_, folder_) : path;
        }
        if (path.empty() && !options_.images.empty()) {
            path = paths_.of(folder_ / path_of_name(each.stem + ".paa"));
            made.name = each.stem;
        }
        if (!path.empty()) {
            made = {as_paa(std::move(path)), true};
        }
    }
    for (scene::material& material : edited.materials) {
        const auto base = std::ranges::find_if(material.textures, [](const scene::texture& each) {
            return each.role == scene::texture_role::base_color && !each.image.empty();
        });
        if (base == material.textures.end()) {
            continue;
        }
        const std::string extension = materials::lower_case(materials::extension_of(material.name));
        constexpr std::string_view of_textures[] = {".paa", ".pac", ".tga", ".jpg", ".png"};
        if (std::ranges::find(of_textures, extension) != std::end(of_textures)) {
            base->name = material.name;
        } else if (const auto found = textures.find(base->image);
                   found != textures.end() && !found->second.name.empty()) {
            base->name = found->second.name;
            if (found->second.is_found) {
                textures_.emplace("material " + printable(material.name), found->second.name);
            }
        }
    }
}

void import_materials::name_rvmat(scene::material& of) {
    const auto found = std::ranges::find(of.extras, std::string_view{"rvmat"},
                                         [](const scene::extra& each) { return std::string_view{each.key}; });
    auto* const text = found != of.extras.end() ? std::get_if<scene::text>(&found->value) : nullptr;
    if (text == nullptr || text->find('\0') != scene::text::npos || old_.rvmats.contains(std::string_view{*text})) {
        return;
    }
    const fs::path file = path_of_name(*text);
    const bool has_drive = text->size() > 1 && (*text)[1] == ':';
    const std::string path = file.is_absolute() ? paths_.of(file) : "";
    if (!path.empty()) {
        *text = path;
    } else if (file.is_absolute() || has_drive) {
        next_.push_back("material " + printable(of.name) +
                        ": its rvmat is a path of this computer, not of the game: "
                        "--root FOLDER, the folder that the game's paths start from");
    }
}

void import_materials::end(import_result& made, const scene& edited) {
    imported_file& of_model = made.files.front();
    tell_textures(of_model);
    const named_by_model after = named_by(effigy::borrowed_bytes{of_model.bytes});
    if (old_.of == family::none || !is_news(edited, made.original)) {
        return;
    }
    name_set added;
    for (const import_line& each : of_model.lines) {
        if (each.what == "is new") {
            added.insert(each.part);
        }
    }
    const material_news news = news_of({edited, made.original, old_, after, added, shown_, stored_, wanted_by(options_),
                                        options_.most_side, !made.is_foreign},
                                       roots_.places_of(options_.into[of_model.old], made.original, old_.of));
    std::ranges::copy(news.lines, std::back_inserter(of_model.lines));
    definitions_ = news.definitions;
    make_outputs(news, of_model);
}

// Whether files of the game are needed to know what is new.
bool import_materials::is_news(const scene& edited, const scene& original) const {
    return !shown_.empty() || std::ranges::any_of(edited.materials, [&](const scene::material& each) {
        return each.is_double_sided || each.is_unlit || each.emissive != effigy::vector3<float>{} ||
               std::ranges::find(original.materials, each.name, &scene::material::name) == original.materials.end();
    });
}

// Where the texture of a face comes from, if it is not the name of the material.
void import_materials::tell_textures(imported_file& of_model) {
    std::vector<import_line> told;
    bool is_guessed = false;
    for (const import_line& line : of_model.lines) {
        const auto found = textures_.find(line.part);
        if (found != textures_.end() && (line.what == "is new" || line.what == "texture")) {
            told.push_back({effigy::remark_kind::guessed, line.part + ": its texture is " + printable(found->second),
                            false, line.part, ""});
        }
        is_guessed = is_guessed || (old_.of == family::p3d && line.kind == effigy::remark_kind::guessed &&
                                    line.what.starts_with("its texture is "));
    }
    if (is_guessed) {
        next_.push_back(options_.root.empty()
                            ? "for the path of a texture in the game, name the material by it, or give "
                              "--root FOLDER, where the game's paths start"
                            : "for a texture that is not below --root, name the material by its path "
                              "in the game");
    }
    std::ranges::move(told, std::back_inserter(of_model.lines));
}

void import_materials::make_outputs(const material_news& news, imported_file& of_model) {
    std::map<std::string_view, gltf_files::stored_image*> by_name;
    for (gltf_files::stored_image& each : stored_) {
        by_name.emplace(each.name, &each);
    }
    for (const std::size_t number : news.images) {
        const shown_image& image = shown_[number];
        gltf_files::stored_image* const stored = by_name.at(image.name); // news_of() found it, too
        const std::string_view extension = extension_of_image(stored->bytes);
        if (extension.empty()) {
            const std::string part = "image " + printable(image.name);
            const char* const what = stored->bytes.empty() ? "its bytes are missing" : "neither PNG nor JPEG";
            of_model.lines.push_back({effigy::remark_kind::left_out, part + ": " + what, false, part, what});
            continue;
        }
        image_output& made = outputs_.emplace_back();
        made.name = image.stem + std::string{extension};
        made.next = next_step(image, made.name, stored->bytes, old_.of);
        made.bytes = std::move(stored->bytes);
    }
    if (news.unknown_images != 0 && options_.images != "all") {
        next_.push_back(counted(news.unknown_images, "image") +
                        " not compared, as the game's files that convert read are not at hand: --textures FOLDER, or "
                        "--images=all to write all");
    }
}

std::string import_materials::lua() const {
    std::string out;
    for (const lua_definition& each : definitions_) {
        out += out.empty() ? "" : "\n";
        out += each.text;
    }
    return out;
}

// ---- the paths that files have in the game: Arma -------------------------------------------------------------------

std::string as_paa(std::string path) {
    const std::size_t dot = path.rfind('.'), folder = path.find_last_of("\\/");
    path.erase(dot != path.npos && (folder == path.npos || dot > folder) ? dot : path.size());
    return path + ".paa";
}

game_paths::game_paths(const fs::path& root) : root_(root.empty() ? root : real_place(root / ".")) {
    root_ = root_.has_filename() ? root_ : root_.parent_path(); // without a slash at the end
}

std::string game_paths::of(const fs::path& file) {
    const fs::path place = real_place(file);
    const auto below = [&](const fs::path& folder) {
        const fs::path rest = place.lexically_relative(folder);
        return rest.empty() || *rest.begin() == ".." || *rest.begin() == "." ? std::string{} : utf8_path(rest);
    };
    std::string out;
    for (fs::path above = place.parent_path(); out.empty(); above = above.parent_path()) {
        for (const std::string_view name : materials::pbo_prefix_names) {
            const fs::path named = listings_.find(above, name);
            std::string prefix;
            if (const auto text = named.empty() ? std::nullopt : std::optional{read_regular(named)}; text && *text) {
                prefix = materials::read_pbo_prefix(materials::as_text((*text)->bytes()));
            }
            if (out.empty() && !prefix.empty()) {
                out = prefix + '/' + below(above);
            }
        }
        if (!above.has_relative_path()) {
            break;
        }
    }
    if (out.empty() && !root_.empty()) {
        out = below(root_);
    }
    std::ranges::replace(out, '/', '\\');
    return out;
}

std::string game_paths::texture_named(std::string_view stem, const texture_roots& below, const fs::path& last) {
    std::set<std::string> found, found_last;
    const fs::path folder_of_last = real_place(last / "x").parent_path();
    for (const texture_roots::used& root : below.all()) {
        for (const char* const extension : {".paa", ".pac", ".png", ".tga", ".jpg"}) {
            for (const std::string_view path : root.root->files.named(std::string{stem} + extension)) {
                const fs::path file = root.folder / path_of_name(path);
                if (std::string in_game = of(file); !in_game.empty()) {
                    (file.parent_path() == folder_of_last ? found_last : found).insert(as_paa(std::move(in_game)));
                }
            }
        }
    }
    const std::set<std::string>& paths = found.empty() ? found_last : found;
    return paths.size() == 1 ? *paths.begin() : "";
}

} // namespace tool
