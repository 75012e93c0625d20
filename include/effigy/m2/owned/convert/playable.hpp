// Which animation the game plays in place of one that a model does not have, before version 264.
#pragma once

#include <effigy/m2/owned/convert/animations.hpp>
#include <effigy/m2/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// The animation that the game plays in place of one that a model does not have, until the model has one. From a public
// copy of the game's table AnimationData (Koward/M2Lib), which 35 of 37 models of the game follow in all entries.
inline constexpr std::uint16_t stand = 0;
inline constexpr std::uint8_t animation_fallbacks[] = {
    0,  0,  0,   0,  0,   0,  1,  0,  25,  8,   9,   0,   0,   4,  0,  0,  0,  16,  17,  18,  8,   8,   8,   8,  8, 0,
    25, 25, 27,  0,  8,   0,  16, 32, 0,   0,   8,   0,   0,   0,  41, 0,  4,  0,   0,   42,  0,   0,   0,   0,  0, 52,
    31, 54, 33,  16, 0,   17, 18, 87, 0,   0,   0,   123, 0,   0,  0,  0,  0,  0,   0,   100, 0,   0,   0,   0,  0, 0,
    0,  0,  0,   0,  0,   0,  0,  17, 19,  88,  16,  0,   0,   0,  0,  0,  0,  16,  0,   96,  96,  0,   99,  99, 0, 0,
    0,  0,  0,   16, 111, 0,  0,  0,  111, 0,   0,   114, 114, 87, 57, 4,  0,  14,  0,   128, 52,  31,  0,   0,  0, 128,
    0,  1,  131, 0,  0,   42, 62, 14, 63,  0,   114, 115, 0,   5,  0,  0,  0,  146, 146, 148, 148, 150, 150, 0,  0, 0,
    0,  0,  0,   0,  0,   0,  0,  0,  0,   0,   0,   0,   0,   0,  19, 19, 16, 19,  16,  30,  19,  0,   19,  19, 0, 19,
    0,  0,  0,   0,  0,   5,  50, 50, 0,   159, 0,   0,   0,   0,  1,  69, 0,  61,  0,   0,   0,
};

// How a substitute is played (37 of 37; version 260 sets fewer flags than 256, and those of two ids by the substitute).
[[nodiscard]] constexpr std::uint16_t flags_of_substitute(std::uint16_t id, std::uint16_t by, bool is_260) noexcept {
    constexpr std::uint16_t backwards = 1, last_frame = 3;
    switch (id) {
    case 6:   // Dead
    case 97:  // SitGround
    case 100: // Sleep
    case 115: // KneelLoop
    case 123:
    case 132: // Drowned
    case 188: return last_frame;
    case 151: return is_260 ? std::uint16_t{0} : last_frame;
    case 98:  // SitGroundUp
    case 101: // SleepUp
    case 116: // KneelEnd
    case 129:
    case 152:
    case 189: return is_260 ? std::uint16_t{0} : backwards;
    case 13: return is_260 && by == stand ? std::uint16_t{0} : backwards; // Walkbackwards
    case 45: return is_260 && by != stand ? std::uint16_t{0} : backwards; // SwimBackwards
    default: return 0;
    }
}

template <class = when_used>
[[nodiscard]] pool<owned_playable> playable_table(std::span<const owned_animation> all, std::uint32_t version,
                                                  std::pmr::memory_resource* memory) {
    pool<std::uint8_t> is_there{std::size(animation_fallbacks), memory};
    for (const owned_animation& one : all) {
        if (one.id < is_there.size()) {
            is_there[one.id] = 1;
        }
    }
    // Models of the game without Stand name one of two others: Closed, even if they do not have it.
    constexpr std::uint16_t closed = 147, last_resort = 166;
    const std::uint16_t without_stand = is_there[closed] == 0 && is_there[last_resort] != 0 ? last_resort : closed;
    const bool has_stand = is_there[stand] != 0, is_260 = version >= first_version<bone_record_260>;
    // Version 260 has two entries otherwise (1 of 1 each): the second in a model without Stand.
    const auto is_unlike_table = [&](std::uint16_t id) { return is_260 && (id == 135 || (id == 8 && !has_stand)); };
    pool<owned_playable> out{memory};
    const auto known = static_cast<std::uint16_t>(known_animations(version));
    for (std::uint16_t id = 0; id < known; ++id) {
        std::uint16_t by = id;
        while (is_there[by] == 0 && by != stand) {
            by = is_unlike_table(by) ? stand : animation_fallbacks[by];
        }
        owned_playable entry{.fallback = by, .flags = 0};
        if (is_there[by] == 0) {
            entry.fallback = without_stand;
        } else if (by != id) {
            entry.flags = flags_of_substitute(id, by, is_260);
        }
        out.push_back(entry);
    }
    return out;
}

// The table of the game's own models; empty from version 264 on.
template <class = when_used> [[nodiscard]] pool<owned_playable> usual_playable(const owned_model& of) {
    std::pmr::memory_resource* const memory = of.all<char>().resource();
    return of.version < first_version<model_header_264> ? playable_table(of.get(of.animations), of.version, memory)
                                                        : pool<owned_playable>{memory};
}

// After animations were added or removed: entries that were those of the game's own models are so again, and those that
// name an animation for which is_gone(id) are. Others stay.
template <class IsGone>
void renew_playable(owned_model& model, const pool<owned_playable>& usual_before, const IsGone& is_gone) {
    const pool<owned_playable> usual = usual_playable(model);
    const auto stored = model.get(model.playable_lookup);
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const bool was_usual = i < usual.size() && equal(stored[i], usual_before[i]);
        if (was_usual || is_gone(stored[i].fallback)) {
            stored[i] = i < usual.size() ? usual[i] : owned_playable{};
        }
    }
}

// Makes the table before version 264. Reports what it does not say.
template <class = when_used>
void convert_playable(const owned_model& from, owned_model& made, const conversion_report& report) {
    constexpr std::uint32_t version_264 = first_version<model_header_264>;
    std::pmr::memory_resource* const memory = made.all<char>().resource();
    if (from.version < version_264) {
        const pool<owned_playable> usual = playable_table(from.get(from.animations), from.version, memory);
        const auto stored = from.get(from.playable_lookup);
        bool is_usual = stored.size() == usual.size();
        for (std::size_t i = 0; i < stored.size() && is_usual; ++i) {
            is_usual = equal(stored[i], usual[i]);
        }
        report.lost_if(!is_usual, odd::convert_playable, location{"m2.playableLookup", location::nowhere});
    }
    made.playable_lookup = {};
    if (made.version < version_264) {
        const auto all = std::as_const(made).get(made.animations);
        made.set(made.playable_lookup, std::span<const owned_playable>{playable_table(all, made.version, memory)});
    }
}

}}}} // namespace effigy::v0::m2::impl
