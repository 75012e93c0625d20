#include "texturer.hpp"

#include <tool/answers/text.hpp>
#include <tool/system/folders.hpp>

#include <effigy/m2/names.hpp>

#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t most_kept_bytes = std::uint64_t{256} << 20U; // of images, for other models

constexpr std::uint32_t count_of_types = 15;

std::string types() {
    std::string out;
    for (std::uint32_t i = 1; i < count_of_types; ++i) {
        out.append(i == 1 ? "" : ", ").append(effigy::m2::name_of(static_cast<effigy::m2::texture_type>(i)));
    }
    return out;
}

// Returns the name of a type of texture, given as name or number; empty if there is no such type.
std::string_view type_of(std::string_view text) {
    const auto number = number_in(text);
    for (std::uint32_t i = 1; i < count_of_types; ++i) { // 0 is a file
        const std::string_view name = effigy::m2::name_of(static_cast<effigy::m2::texture_type>(i));
        if (number ? *number == i : name == text) {
            return name;
        }
    }
    return {};
}

} // namespace

texturer::texturer(const texture_options& options, const std::vector<fs::path>& arguments,
                   std::function<std::string_view(std::uint32_t)> path_of, bool animates)
    : options_(options), roots_(options.folders, arguments), images_(options.most_side, most_kept_bytes) {
    completing_.explains = options.verbose;
    completing_.guesses = !options.no_guess;
    completing_.path_of = std::move(path_of);
    complaint_ = no_folder("--textures", options.folders);
    completing_.animates = animates;
    for (const auto& [name, use] :
         {std::pair{"opaque", images::alpha_use::opaque}, std::pair{"mask", images::alpha_use::mask},
          std::pair{"blend", images::alpha_use::blend}}) {
        if (options.alpha == name) {
            completing_.texture_alpha = use;
        }
    }
    if (!options.alpha.empty() && !completing_.texture_alpha) {
        complaint_ = "--texture-alpha: expected opaque, mask or blend; found " + printable(options.alpha);
    }
    for (const std::string& each : options.given) {
        const std::size_t equals = each.find('=');
        const std::string_view type = type_of(std::string_view{each}.substr(0, equals));
        const std::string file = equals == std::string::npos ? "" : each.substr(equals + 1);
        const materials::answer found = type.empty() ? materials::answer{} : roots_.given(path_of_name(file));
        if (file.empty()) {
            complaint_ = "--texture: expected TYPE=FILE, such as monster_1=wolf.blp; found " + printable(each);
        } else if (type.empty()) {
            complaint_ = "--texture: no type " + printable(each.substr(0, equals)) + "; the types are " + types();
        } else if (!found) {
            complaint_ = "--texture: no file " + printable(file);
        }
        completing_.chosen.emplace(type, found);
    }
}

textured texturer::apply(effigy::scene& made, materials::family of, const fs::path& model,
                         std::vector<std::string_view> named) {
    if (options_.none) {
        return {};
    }
    materials::complete_options completing = completing_;
    completing.named = std::move(named);
    textured out = add_textures(made, of, places_of(model, made, of), completing,
                                [&](const materials::wanted_image& wanted) { return images_.get(wanted); });
    missing_.add(model, of, out);
    if (!completing_.chosen.empty()) {
        const std::scoped_lock lock{mutex_};
        for (const materials::look_up& each : out.names.names) {
            shown_types_.insert(each.name); // names of types and paths differ: a path has a folder or an extension
        }
    }
    return out;
}

std::string texturer::advice() const {
    std::string out = missing_.advice(roots_);
    for (const auto& each : completing_.chosen) {
        if (!options_.none && !shown_types_.contains(each.first)) {
            out += "warning: --texture: no model shows a texture of the type " + each.first + '\n';
        }
    }
    return out;
}

} // namespace tool
