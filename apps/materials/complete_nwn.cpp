#include "completer.hpp"
#include "nwn.hpp"
#include "nwn_texts.hpp"
#include "texts.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>

namespace materials {

namespace {

struct named_text {
    std::string name, text;
    answer file;
};

// Returns the first of the files with these names that exists.
template <class Find>
std::optional<named_text> read_first(std::initializer_list<std::string_view> names, Find find) {
    for (const std::string_view name : names) {
        const answer found = name.empty() ? answer{} : find(name);
        if (const auto bytes = completer::read_small(found)) {
            return named_text{std::string{name}, std::string{as_text(*bytes)}, found};
        }
    }
    return std::nullopt;
}

// The textures of a .mtr replace those of the model. Without a first one, the model's stays (nwn.wiki MTR, rollnw); if
// it has none, that is the texture of the material's name.
void replace_textures(scene::material& to, const nwn::mtr& from, std::string_view own_name) {
    using role = scene::texture_role;
    constexpr role roles[] = {role::base_color, role::normal, role::other, role::other, role::other, role::emissive};
    constexpr const char* maps[] = {"texture0", "texture1", "texture2", "texture3", "texture4", "texture5"};
    const auto of_model = std::ranges::find(to.textures, role::base_color, &scene::texture::role);
    const bool has_own = of_model != to.textures.end() && !equal_any_case(of_model->name, "null");
    const std::string& diffuse = from.textures[nwn::mtr::diffuse];
    const std::string base{!diffuse.empty() ? std::string_view{diffuse} : has_own ? of_model->name : own_name};
    const bool glows = to.emissive != effigy::vector3<float>{} || // or in clips
                       std::ranges::find(to.textures, role::emissive, &scene::texture::role) != to.textures.end();
    to.textures.clear();
    completer::add_texture(to, base, role::base_color, maps[0]);
    for (std::size_t slot = nwn::mtr::normal; slot < std::size(roles); ++slot) {
        if (!from.textures[slot].empty()) {
            completer::add_texture(to, from.textures[slot], roles[slot], maps[slot]);
        }
    }
    if (glows && from.textures[nwn::mtr::self_illumination].empty()) { // self-illumination is multiplied by the texture
        completer::add_texture(to, base, role::emissive, maps[0]);
    }
}

void apply(scene::material& to, const nwn::mtr& from, std::string_view own_name) {
    replace_textures(to, from, own_name);
    if (from.transparency.value_or(false)) {
        to.alpha = scene::alpha_mode::blend;
    }
    to.is_double_sided = from.two_sided.value_or(to.is_double_sided);
    extras_of extras{to.extras};
    if (!from.render_hint.empty()) {
        extras.add("mtrRenderHint", from.render_hint);
    }
    for (const nwn::mtr::parameter& each : from.parameters) {
        extras.add(each.name, scene::list<double>{each.values.begin(), each.values.end(), extras.memory()});
    }
}

void apply(scene::material& to, const nwn::txi& from) {
    if (equal_any_case(from.blending, "punchthrough")) {
        to.alpha = scene::alpha_mode::mask;
    } else if (equal_any_case(from.blending, "additive")) {
        to.alpha = scene::alpha_mode::blend;
    }
    extras_of extras{to.extras};
    const auto add = [&](const char* key, std::string_view value) {
        if (!value.empty()) {
            extras.add(key, value);
        }
    };
    add("blending", from.blending);
    add("environmentMap", from.environment_map);
    add("bumpMap", from.bump_map);
    add("procedure", from.procedure_type);
}

// A flip-book: the image has cells, which the game shows one after the other.
struct flip_book {
    std::uint32_t columns = 1, rows = 1;
    double seconds = 0; // of a cell; 0 if it does not move

    explicit flip_book(const nwn::txi& from) {
        constexpr int most_cells = 4096;
        if (equal_any_case(from.procedure_type, "cycle") && from.columns > 0 && from.rows > 0 &&
            from.columns <= most_cells / from.rows) {
            columns = static_cast<std::uint32_t>(from.columns);
            rows = static_cast<std::uint32_t>(from.rows);
            seconds = from.frames_per_second > 0 ? 1 / static_cast<double>(from.frames_per_second) : 0;
        }
    }
    [[nodiscard]] std::uint32_t cells() const { return columns * rows; }
    // The rows are from the top (assumed).
    [[nodiscard]] effigy::vector2<float> offset_of(std::uint32_t cell) const {
        return {static_cast<float>(cell % columns) / static_cast<float>(columns),
                static_cast<float>(cell / columns % rows) / static_cast<float>(rows)};
    }
};

// Adds the clip of a flip-book, which returns to the first cell; or a channel, if the clip is there.
void add_clip(scene& made, std::uint32_t material, const flip_book& shown, std::string_view texture) {
    const std::string name = "flipbook_" + std::string{texture};
    auto clip =
        std::ranges::find_if(made.clips, [&](const scene::clip& one) { return std::string_view{one.name} == name; });
    if (clip == made.clips.end()) {
        made.clips.emplace_back().name = name;
        clip = made.clips.end() - 1;
    }
    scene::channel& moves = clip->channels.emplace_back();
    moves.material = material;
    moves.path = scene::path::texture_offset;
    moves.interpolation = scene::interpolation::step;
    moves.times = static_cast<std::uint32_t>(clip->times.size());
    auto& times = clip->times.emplace_back();
    for (std::uint32_t cell = 0; cell <= shown.cells(); ++cell) {
        const effigy::vector2<float> offset = shown.offset_of(cell);
        times.push_back(static_cast<float>(cell * shown.seconds));
        moves.values.push_back(offset.x);
        moves.values.push_back(offset.y);
    }
}

// Shows one cell of a flip-book, also where the material shines by the same texture.
void apply(const completer& by, scene& made, scene::material& to, const flip_book& shown) {
    if (shown.cells() == 1) {
        return;
    }
    const std::string base{to.textures.front().name};
    for (scene::texture& each : to.textures) {
        if (equal_any_case(each.name, base)) {
            each.scale = {1 / static_cast<float>(shown.columns), 1 / static_cast<float>(shown.rows)};
        }
    }
    const double numbers[] = {static_cast<double>(shown.columns), static_cast<double>(shown.rows), shown.seconds};
    extras_of extras{to.extras};
    extras.add("flipbook", scene::list<double>{std::begin(numbers), std::end(numbers), extras.memory()});
    if (by.options().animates && shown.seconds > 0 && to.textures.front().role == scene::texture_role::base_color) {
        add_clip(made, static_cast<std::uint32_t>(&to - made.materials.data()), shown, base);
    }
}

// Returns the use of a base color. If the model and the texts do not say how its alpha is drawn, it is the reflection
// of an environment map, or the pixels say it. Static geometry has no environment map but that of the .txi (nwn.wiki
// TXI); that of others is in tables of the game.
images::use color_use(const completer& by, const scene::material& of, const answer& image) {
    const bool has_environment = !text_of(of.extras, "environmentMap").empty();
    const images::use drawn = completer::color_use(of);
    if (of.alpha != scene::alpha_mode::opaque || equal_any_case(extension_of(image.path), ".plt")) {
        return has_environment && drawn == images::use::color_and_alpha ? images::use::color : drawn;
    }
    if (const auto& chosen = by.options().texture_alpha) {
        return *chosen == images::alpha_use::opaque ? images::use::color_and_reflection : images::use::color_by_content;
    }
    const bool is_static = by.classification() == "tile" || by.classification() == "effect";
    return has_environment ? images::use::color_and_reflection
           : is_static     ? images::use::color_by_content
                           : images::use::color_or_reflection;
}

} // namespace

void complete_nwn(completer& by, scene& made, scene::material& to) {
    const std::string first = to.textures.empty() ? std::string{} : std::string{to.textures.front().name};
    const std::string own{text_of(to.extras, "material")};
    const auto mtr =
        read_first({own, first}, [&](std::string_view name) { return nwn::find_material(by.quietly(), name); });
    const nwn::mtr over = mtr ? nwn::read_mtr(mtr->text) : nwn::mtr{};
    if (mtr) {
        apply(to, over, mtr->name);
        completer::note(to, mtr->name, mtr->file);
        if (over.repeats_texture) {
            by.note_repeating(mtr->name);
        }
    }
    if (to.textures.empty()) {
        return;
    }
    to.alpha_cutoff = 0.2F; // what is as transparent or more is not drawn
    const auto txi = read_first({to.textures.front().name},
                                [&](std::string_view name) { return nwn::find_properties(by.quietly(), name); });
    if (txi) {
        const nwn::txi properties = nwn::read_txi(txi->text);
        apply(to, properties);
        apply(by, made, to, flip_book{properties});
    }
    for (scene::texture& each : to.textures) {
        const answer found =
            by.look(each.name, false, {}, [&](const search& where) { return nwn::find_texture(where, each.name); });
        const images::use as = each.role == scene::texture_role::normal       ? images::use::normal
                               : each.role == scene::texture_role::base_color ? color_use(by, to, found)
                                                                              : images::use::color;
        by.show(each, found, as);
        if (each.role == scene::texture_role::emissive && !over.textures[nwn::mtr::self_illumination].empty()) {
            to.emissive = found ? effigy::vector3<float>{1, 1, 1} : effigy::vector3<float>{};
        }
    }
}

} // namespace materials
