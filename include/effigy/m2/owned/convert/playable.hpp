// Which animation the game plays in place of one that a model does not have, before version 264.
#pragma once

#include <effigy/m2/owned/convert/losses.hpp>
#include <effigy/m2/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// In the game the substitutes come from its table AnimationData. This is what the models of the game say of it (37 of
// 37: 17 of version 256, 20 of 260). Ids that are not listed are replaced by `stand`, without flags.
struct animation_substitute {
    std::uint16_t id = 0, by = 0;
    // 1: played backwards; 3: its last frame. Of version 256, of 260, of 260 if `stand` is played.
    std::uint16_t flags = 0, flags_260 = 0, flags_260_of_stand = 0;
};
inline constexpr std::uint16_t stand = 0, walk = 4, run = 5, death = 1, combat_wound = 9, ready_unarmed = 25;
inline constexpr animation_substitute animation_substitutes[] = {
    {6, death, 3, 3, 3},                                                        // Dead
    {10, combat_wound, 0, 0, 0},                                                // CombatCritical
    {13, walk, 1, 1, 0},                                                        // Walkbackwards
    {26, ready_unarmed, 0, 0, 0},                                               // Ready1H
    {27, ready_unarmed, 0, 0, 0},                                               // Ready2H
    {28, ready_unarmed, 0, 0, 0},                                               // Ready2HL
    {42, walk, 0, 0, 0},                                                        // Swim
    {45, walk, 1, 0, 1},                                                        // SwimBackwards
    {97, stand, 3, 3, 3},                                                       // SitGround
    {98, stand, 1, 0, 0},                                                       // SitGroundUp
    {100, stand, 3, 3, 3},                                                      // Sleep
    {101, stand, 1, 0, 0},                                                      // SleepUp
    {115, stand, 3, 3, 3},                                                      // KneelLoop
    {116, stand, 1, 0, 0},                                                      // KneelEnd
    {119, walk, 0, 0, 0},                                                       // StealthWalk
    {123, stand, 3, 3, 3},        {129, stand, 1, 0, 0}, {131, death, 0, 0, 0}, // Drown
    {132, death, 3, 3, 3},                                                      // Drowned
    {143, run, 0, 0, 0},                                                        // Sprint
    {151, stand, 3, 0, 0},        {152, stand, 1, 0, 0}, {187, run, 0, 0, 0},
    {188, stand, 3, 3, 3},        {189, stand, 1, 0, 0}, {196, death, 0, 0, 0},
};

// How many ids an edition of the game has, which is the size of the table.
[[nodiscard]] constexpr std::uint32_t known_animations(std::uint32_t version) noexcept {
    return version < first_version<bone_record_260> ? 201 : 203;
}

template <class = when_used>
[[nodiscard]] pool<owned_playable> playable_table(std::span<const owned_animation> all, std::uint32_t version,
                                                  std::pmr::memory_resource* memory) {
    pool<std::uint8_t> is_there{known_animations(newest_version), memory};
    for (const owned_animation& one : all) {
        if (one.id < is_there.size()) {
            is_there[one.id] = 1;
        }
    }
    // Models of the game without Stand name one of two others: Closed, even if they do not have it.
    constexpr std::uint16_t closed = 147, last_resort = 166;
    const bool has_stand = is_there[stand] != 0;
    const std::uint16_t without_stand = is_there[closed] == 0 && is_there[last_resort] != 0 ? last_resort : closed;
    const bool is_260 = version >= first_version<bone_record_260>;
    pool<owned_playable> out{memory};
    const auto known = static_cast<std::uint16_t>(known_animations(version));
    for (std::uint16_t id = 0; id < known; ++id) {
        animation_substitute usual;
        for (const animation_substitute& each : animation_substitutes) {
            usual = each.id == id ? each : usual;
        }
        owned_playable entry{.fallback = id, .flags = 0};
        if (is_there[id] == 0 && is_there[usual.by] == 0 && !has_stand) {
            entry.fallback = without_stand;
        } else if (is_there[id] == 0) {
            entry.fallback = is_there[usual.by] != 0 ? usual.by : stand;
            entry.flags = !is_260 ? usual.flags : entry.fallback == stand ? usual.flags_260_of_stand : usual.flags_260;
        }
        out.push_back(entry);
    }
    return out;
}

// Makes the table before version 264. Reports what it does not say.
template <class = when_used>
void convert_playable(const owned_model& from, owned_model& made, const conversion_report& report) {
    constexpr std::uint32_t version_264 = first_version<model_header_264>;
    std::pmr::memory_resource* const memory = made.all<char>().resource();
    const std::span<const owned_animation> all = from.get(from.animations);
    if (from.version < version_264) {
        const pool<owned_playable> usual = playable_table(all, from.version, memory);
        const auto stored = from.get(from.playable_lookup);
        bool is_usual = stored.size() == usual.size();
        for (std::size_t i = 0; i < stored.size() && is_usual; ++i) {
            is_usual = equal(stored[i], usual[i]);
        }
        report.lost_if(!is_usual, odd::convert_playable, location{"m2.playableLookup", location::nowhere});
    }
    made.playable_lookup = {};
    if (made.version < version_264) {
        made.set(made.playable_lookup, std::span<const owned_playable>{playable_table(all, made.version, memory)});
        std::uint32_t number = 0;
        for (const owned_animation& one : all) {
            report.lost_if(one.id >= known_animations(made.version), odd::convert_animation_id,
                           place_in("m2.", "animations[].id", number++));
        }
    }
}

}}}} // namespace effigy::v0::m2::impl
