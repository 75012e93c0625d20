#include "completer.hpp"
#include "m2.hpp"

#include <charconv>

namespace materials {

namespace {

// Returns a FileDataID, or 0 if the name is a path.
std::uint32_t id_of(std::string_view name) {
    std::uint32_t id = 0;
    const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), id);
    return failure == std::errc{} && end == name.data() + name.size() ? id : 0;
}

answer find_named(completer& by, std::string_view name) {
    return by.look(name, false, {}, [&](const search& where) {
        const std::uint32_t id = id_of(name);
        if (id == 0) {
            return m2::find_texture(where, name);
        }
        return m2::find_texture(where, id, [&](std::uint32_t of) {
            return by.options().path_of ? by.options().path_of(of) : std::string_view{};
        });
    });
}

answer find_chosen(completer& by, std::string_view type) {
    if (const auto given = by.options().chosen.find(type); given != by.options().chosen.end()) {
        return by.look(type, false, {}, [&](const search&) { return given->second; });
    }
    return by.look(type, false, {}, [&](const search& where) {
        const answer guess = by.options().guesses ? m2::guess_texture(where, type, by.options().named) : answer{};
        return guess ? guess : answer{outcome::base_game}; // the path is in the game's tables
    });
}

} // namespace

void complete_m2(completer& by, scene::material& to) {
    for (scene::texture& each : to.textures) {
        const std::string_view type = text_of(each.extras, "type");
        if (!each.name.empty()) {
            by.show(each, find_named(by, each.name), completer::color_use(to));
        } else if (!type.empty()) {
            by.show(each, find_chosen(by, type), completer::color_use(to));
        }
    }
}

} // namespace materials
