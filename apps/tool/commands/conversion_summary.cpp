#include "conversion_summary.hpp"

#include <tool/answers/text.hpp>

#include <algorithm>
#include <utility>

namespace tool {

namespace {

// An option that only some formats know.
struct scoped_option {
    bool is_given;
    std::string_view name;
    std::vector<materials::family> families;
    std::string_view where;
};

} // namespace

conversion_summary::conversion_summary(const convert_options& options, const clip_files& clips,
                                       std::vector<std::string> supermodels)
    : options_(options), clips_(clips), supermodels_(std::move(supermodels)) {}

void conversion_summary::add(conversion made) {
    ++counts_[static_cast<std::size_t>(made.status)];
    textures_ += made.textures;
    unchosen_ += made.unchosen.size();
    types_.insert(made.unchosen.begin(), made.unchosen.end());
    if (made.status == status::ok) {
        families_.insert(made.family);
    }
    has_parts_ = has_parts_ || made.has_parts;
    has_collision_ = has_collision_ || made.has_collision;
    used_clips_.merge(made.clips);
    chosen_.merge(made.chosen);
    unused_supermodels_ += made.has_unused_supermodel ? 1 : 0;
    without_supermodels_ += made.lacks_supermodel ? 1 : 0;
    in_the_way_ += made.is_in_the_way ? 1 : 0;
}

std::string conversion_summary::text(std::size_t left_out, const std::string& advice) const {
    std::string out = counted(all(), "file") + ": " + grouped(of(status::ok)) + " written, " +
                      grouped(of(status::skipped)) + " skipped, " + counted(of(status::error), "error");
    if (left_out != 0) {
        out += "; " + counted(left_out, "file") + " with other extensions left out";
    }
    out += '\n' + text_of_textures() + advice + idle_options();
    if (in_the_way_ != 0) {
        out += "--force replaces files that exist, -o names another place\n";
    }
    out += text_of_supermodels();
    for (const std::string& name : absent_clips()) {
        out += "effigy: --clip: no file and no clip \"" + printable(name) + "\" in these models\n";
    }
    return out + idle_clips();
}

// "textures and materials: 12 found, 3 missing", and what was made of alpha; empty without textures.
std::string conversion_summary::text_of_textures() const {
    std::string out;
    const auto add = [&](std::uint64_t number, const char* what) {
        if (number != 0) {
            out += (out.empty() ? "textures and materials: " : ", ") + grouped(number) + what;
        }
    };
    add(textures_.found, " found");
    add(textures_.guessed, " guessed");
    add(textures_.missing, " missing");
    add(textures_.of_game - unchosen_, " of the game itself");
    add(textures_.broken, " broken");
    if (unchosen_ != 0) {
        const std::string chosen = " chosen by the game (" + listed({types_.begin(), types_.end()}) + "): --texture " +
                                   *types_.begin() + "=FILE";
        add(unchosen_, chosen.c_str());
    }
    out += out.empty() ? "" : "\n";
    std::vector<std::string> alphas;
    for (const auto& [number, what] :
         {std::pair{textures_.cut_out, " cut out"}, std::pair{textures_.blended, " blended"},
          std::pair{textures_.reflecting, " taken for a reflection and left opaque"}}) {
        if (number != 0) {
            alphas.push_back(grouped(number) + what);
        }
    }
    return alphas.empty() ? out
                          : out + "alpha of materials: " + listed(alphas) + "; --texture-alpha chooses otherwise\n";
}

std::string conversion_summary::text_of_supermodels() const {
    std::string out;
    if (without_supermodels_ != 0 && all() != 1 && !options_.no_supermodel) {
        out += counted(without_supermodels_, "model") + " without " +
               (without_supermodels_ == 1 ? "its supermodel" : "their supermodels") + ", which would add animations\n";
    }
    if (!supermodels_.empty()) {
        out += "with the animations of " + listed(supermodels_) + "; --no-supermodel leaves them out\n";
    } else if (unused_supermodels_ != 0 && !options_.no_supermodel && !clips_.chosen().is_made) {
        out += counted(unused_supermodels_, "model") +
               (unused_supermodels_ == 1 ? " names a supermodel that lies beside it"
                                         : " name a supermodel that lies beside them") +
               "; --clip SUPERMODEL.mdl adds its animations\n";
    }
    return out;
}

std::string conversion_summary::idle_options() const {
    using enum materials::family;
    const scene_choices& choices = options_.choices;
    const scoped_option all[] = {
        {choices.loops, "--loop", {grimrock}, "Legend of Grimrock and the Shinobi engine"},
        {choices.keeps_axes, "--keep-axes", {m2, nwn}, "World of Warcraft and Neverwinter Nights"},
        {choices.no_empties, "--no-empties", {m2, p3d}, "World of Warcraft and Arma"},
        {choices.animate_materials, "--animate-materials", {m2, nwn}, "World of Warcraft and Neverwinter Nights"},
        {choices.collision, "--collision", {m2, nwn}, "World of Warcraft and Neverwinter Nights"},
        {choices.vertex_colors, "--vertex-colors", {grimrock, nwn}, "Legend of Grimrock and Neverwinter Nights"},
        {choices.all_weights, "--all-weights", {p3d}, "Arma"},
        {choices.selections, "--selections", {p3d}, "Arma"},
        {choices.no_selections, "--no-selections", {p3d}, "Arma"},
        {choices.seconds != 1, "--seconds", {p3d}, "Arma"},
        {!options_.lod.empty(), "--lod", {m2, p3d}, "World of Warcraft and Arma"},
        {!options_.parts.empty(), "--parts", {m2}, "World of Warcraft"},
        {options_.textures.no_guess, "--no-guess", {m2}, "World of Warcraft"},
        {!options_.textures.alpha.empty(), "--texture-alpha", {nwn}, "Neverwinter Nights"},
        {options_.no_supermodel, "--no-supermodel", {nwn}, "Neverwinter Nights"}};
    std::string out;
    for (const scoped_option& each : all) {
        const bool fits = std::ranges::any_of(each.families, [&](auto one) { return families_.contains(one); });
        if (!each.is_given || families_.empty()) {
            continue;
        }
        const bool is_collision = each.name == "--collision";
        if (!fits) {
            out += "warning: " + std::string{each.name} + " is only for " + std::string{each.where} +
                   (is_collision && families_.contains(p3d) ? "; Arma has levels for it: use --lod geometry" : "") +
                   '\n';
        } else if (is_collision && !has_collision_) {
            out += "warning: --collision: no model has meshes that the game does not draw\n";
        } else if (each.name == "--parts" && !has_parts_) {
            out += "warning: --parts: no model has parts to choose; only characters do\n";
        }
    }
    return out;
}

std::string conversion_summary::idle_clips() const {
    std::string out;
    std::size_t number = 0;
    for (const std::string& name : clips_.names()) {
        if (number++ < clips_.given() && of(status::ok) != 0 && !used_clips_.contains(name)) {
            out += "warning: --clip: " + printable(name) + " moves nothing in " +
                   (of(status::ok) == 1 ? "this model" : "these models") + '\n';
        }
    }
    return out;
}

std::vector<std::string> conversion_summary::absent_clips() const {
    std::vector<std::string> out;
    for (const std::string& name : clips_.chosen().names) {
        if (all() > 1 && of(status::ok) != 0 && !chosen_.contains(name)) {
            out.push_back(name);
        }
    }
    return out;
}

} // namespace tool
