#include "named_files.hpp"

#include <tool/answers/text.hpp>

#include <materials/p3d.hpp>
#include <materials/texts.hpp>

#include <algorithm>
#include <fstream>
#include <utility>

namespace tool {

namespace {

std::string normal_form(std::string_view name) {
    std::string out = materials::lower_case(materials::trimmed(name));
    std::ranges::replace(out, '\\', '/');
    return out.substr(std::min(out.find_first_not_of('/'), out.size()));
}

} // namespace

named_files::named_files(const texture_options& options, const std::vector<std::filesystem::path>& arguments,
                         const std::filesystem::path& known, std::function<std::string_view(std::uint32_t)> path_of)
    : texturer_(options, arguments, std::move(path_of)), complaint_(texturer_.complaint()) {
    settings_.lod.all = settings_.parts.all = true;
    if (known.empty()) {
        return;
    }
    std::ifstream lines{known, std::ios::binary};
    for (std::string line; std::getline(lines, line);) {
        known_.insert(normal_form(line));
    }
    if (known_.empty()) {
        complaint_ = "--known: expected a file with names, found " + printable(known.string());
    }
}

void named_files::check(effigy::scene& made, materials::family of, const std::filesystem::path& path,
                        std::vector<std::string_view> named, const sink& to) {
    const textured shown = texturer_.apply(made, of, path, std::move(named));
    for (const materials::look_up& each : shown.names.names) {
        if (each.found.what == materials::outcome::missing && !is_known(each.name)) {
            if (each.is_material) {
                to("material", "material-missing", "no file defines this material", each.name);
            } else {
                to("texture", "texture-missing", "no file has this texture", each.name);
            }
        } else if (each.found && !shown.defect_of(each).empty()) {
            to("texture", "texture-broken", "the image cannot be read; `effigy convert` says why", each.name);
        }
    }
    for (const std::string& name : shown.names.repeating) {
        to("material", "texture-repeated",
           "its .mtr names two textures for one slot; which one the game shows is unknown", name);
    }
    if (of == materials::family::p3d) {
        check_proxies(made, texturer_.places_of(path, made, of), to);
    }
}

void named_files::check_proxies(const effigy::scene& made, const std::vector<materials::model_place>& places,
                                const sink& to) const {
    std::set<std::string> seen;
    for (const effigy::scene::node& node : made.nodes) {
        const std::string name{materials::text_of(node.extras, "proxy")};
        if (name.empty() || is_known(name) || !seen.insert(normal_form(name)).second) {
            continue;
        }
        const bool has_extension = normal_form(name).ends_with(".p3d");
        const auto found =
            materials::p3d::find_texture(materials::search{places}, has_extension ? name : name + ".p3d");
        if (found.what == materials::outcome::missing) {
            to("proxy", "proxy-missing", "no file has this model", name);
        }
    }
}

bool named_files::is_known(std::string_view name) const {
    const std::string normal = normal_form(name);
    const std::string_view whole = normal; // its parts are not copied: a name may be long
    bool out = known_.contains(whole);
    for (std::size_t slash = whole.find('/'); slash != std::string_view::npos && !out;
         slash = whole.find('/', slash + 1)) {
        out = known_.contains(whole.substr(0, slash + 1));
    }
    return out;
}

void named_files::sink::operator()(const char* what, const char* code, const char* message,
                                   std::string_view name) const {
    report({place_of(what, name), {effigy::severity::warning, code, message}, name});
}

effigy::location named_files::sink::place_of(const char* what, std::string_view name) const {
    if (text == nullptr) {
        const std::size_t at = materials::as_text(file).find(name);
        return {what, at != std::string_view::npos ? at : 0};
    }
    for (const effigy::nwn::statement& each : text->statements()) {
        if (each.kind() != effigy::nwn::statement_kind::plain || each.is("parent")) {
            continue;
        }
        for (const effigy::text_word& word : each.words()) {
            if (effigy::compare_any_case(word.text, name) == 0) {
                return effigy::location::at_line(what, word.line, word.column);
            }
        }
    }
    return effigy::location::at_line(what, 1, 1);
}

} // namespace tool
