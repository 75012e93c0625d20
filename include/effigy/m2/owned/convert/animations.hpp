// Animations in another version: their places on the time line, aliases, variations, and the table of playable ones.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/m2/owned/convert/losses.hpp>
#include <effigy/m2/owned/derive.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Which part of the time line an animation has before version 264.
struct animation_window {
    std::uint32_t start = 0, end = 0;
};

// The windows of all animations, and which of them have the keys of another one. Before version 264, aliases are
// animations with the same window; from 264 on they have a flag (GnomePounder exists in both versions: 11 of 11).
template <class = when_used> class animation_plan {
public:
    explicit animation_plan(std::pmr::memory_resource* memory) : windows_(memory), owners_(memory) {}

    // From a time line.
    void find_windows(std::span<const owned_animation> all) {
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            windows_.push_back({all[i].start, all[i].start + all[i].duration});
            owners_.push_back(i);
        }
        pool<std::uint32_t> order{owners_, owners_.resource()};
        heap_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            const animation_window &x = windows_[a], &y = windows_[b];
            return x.start != y.start ? x.start < y.start : x.end != y.end ? x.end < y.end : a < b;
        });
        std::uint32_t first = 0; // of those with the same window
        for (std::uint32_t i = 1; i < order.size(); ++i) {
            const animation_window &own = windows_[order[i]], &other = windows_[order[first]];
            const bool is_same = own.start == other.start && own.end == other.end && own.end > own.start;
            first = is_same && i - first < longest_alias_chain ? first : i;
            owners_[order[i]] = order[first];
        }
    }
    // To a time line: one animation after the other, as public converters place them. Where the game's own models have
    // them is lost: there, the gaps are those of the animator's scene.
    [[nodiscard]] error place_windows(const owned_model& from) {
        constexpr std::uint64_t gap = 3333; // milliseconds
        const std::span<const owned_animation> all = from.get(from.animations);
        key_table<> keys{owners_.resource()};
        if (const error why = keys.fill(all, from.version)) {
            return why;
        }
        std::uint64_t end = 0;
        windows_.resize(all.size());
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            owners_.push_back(keys.target_of(i));
            if (owners_[i] == i) {
                const std::uint64_t start = end + gap;
                end = start + all[i].duration;
                if (end > 0xFFFF'FFFF) {
                    return refused(place_in("m2.", "animations[].duration", i), errc::out_of_bounds, all[i].duration,
                                   "durations that together are less than 2^32 milliseconds");
                }
                windows_[i] = {static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end)};
            }
        }
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            windows_[i] = windows_[owners_[i]];
        }
        return {};
    }

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(windows_.size()); }
    [[nodiscard]] const animation_window& window(std::uint32_t number) const noexcept { return windows_[number]; }
    // The animation whose keys an animation has; itself, unless it is an alias.
    [[nodiscard]] std::uint32_t owner(std::uint32_t number) const noexcept { return owners_[number]; }

private:
    pool<animation_window> windows_;
    pool<std::uint32_t> owners_;
};

// Reports variations that are not the running number of their id: other numbers cannot be computed again.
template <class = when_used>
void report_variations(const owned_model& from, const owned_model& made, const conversion_report& report) {
    const bool is_numbered = from.version >= first_version<model_header_264>;
    const owned_model& numbered = is_numbered ? from : made;
    pool<std::uint16_t> next{std::size_t{0x10000}, from.all<char>().resource()}; // of each id
    std::uint32_t number = 0;
    for (const owned_animation& one : numbered.get(numbered.animations)) {
        const std::uint16_t computed = next[one.id]++;
        const std::uint16_t stored = from.get(from.animations)[number].variation;
        const bool is_usual = stored == computed || (stored == 0 && !is_numbered);
        report.lost_if(!is_usual, odd::convert_variation, place_in("m2.", "animations[].variation", number));
        ++number;
    }
}

// Flags that only files of one kind have: where keys are, and aliases.
inline constexpr std::uint32_t flags_of_files = animation_is_inside_any | animation_is_alias;

template <class = when_used>
void convert_animations_to_lists(const owned_model& from, owned_model& made, const animation_plan<>& plan,
                                 conversion_report& report) {
    std::uint32_t i = 0;
    for (owned_animation& one : made.get(made.animations)) {
        report.lost_if(one.start != 0, odd::convert_start, place_in("m2.", "animations[].start", i));
        one.start = 0;
        one.end = one.duration;
        one.flags =
            (one.flags & ~flags_of_files) | animation_is_inside | (plan.owner(i) != i ? animation_is_alias : 0U);
        one.alias_next = static_cast<std::uint16_t>(plan.owner(i));
        ++i;
    }
    compute_variations(made);
    report_variations(from, made, report);
    report.refuse(link_aliases(made));
}

template <class = when_used>
void convert_animations_to_windows(const owned_model& from, owned_model& made, const animation_plan<>& plan,
                                   const conversion_report& report) {
    std::uint32_t i = 0;
    for (owned_animation& one : made.get(made.animations)) {
        one.start = plan.window(i).start;
        one.end = plan.window(i).end;
        report.lost_if(one.duration != one.end - one.start, odd::convert_alias,
                       place_in("m2.", "animations[].duration", i));
        one.duration = one.end - one.start;
        one.flags &= ~std::uint32_t{animation_is_inside | animation_is_alias};
        one.alias_next = static_cast<std::uint16_t>(i);
        one.key_place = key_place::file;
        one.key_chunks = 0;
        ++i;
    }
    report_variations(from, made, report);
    compute_variations(made);
}

// From version 264 on, the keys of .anim files can be in the model.
template <class = when_used> void fold_keys(owned_model& made) {
    for (owned_animation& one : made.get(made.animations)) {
        one.flags |= animation_is_inside;
        one.key_place = key_place::file;
        one.key_chunks = 0;
    }
}

// The last id of Wrath of the Lich King, as public converters have it; the game's own models have 500 at most.
inline constexpr std::uint16_t last_animation_of_264 = 505;

// How many ids an edition of the game has: before version 264, the size of the playable lookup.
[[nodiscard]] constexpr std::uint32_t known_animations(std::uint32_t version) noexcept {
    return version < first_version<bone_record_260>       ? 201
           : version < first_version<model_header_264>    ? 203
           : version < first_version<particle_record_272> ? last_animation_of_264 + 1
                                                          : 0x10000;
}

// Animations of a rider in the water, in the place of which public converters give older editions those of a walker.
[[nodiscard]] constexpr std::uint16_t older_animation(std::uint16_t id) noexcept {
    switch (id) {
    case 548: return 41;  // SwimIdle
    case 552: return 43;  // SwimLeft
    case 554: return 44;  // SwimRight
    case 556: return 42;  // Swim
    case 562: return 45;  // SwimBackwards
    case 564: return 37;  // JumpStart
    case 572: return 39;  // JumpEnd
    case 574: return 187; // JumpLandRun
    default: return id;
    }
}

// Gives animations that an edition of the game does not know the ids that it knows, unless other animations have them.
template <class = when_used> void convert_animation_ids(owned_model& made, const conversion_report& report) {
    const std::uint32_t known = known_animations(made.version);
    pool<std::uint8_t> is_there{std::size_t{0x10000}, made.all<char>().resource()};
    for (const owned_animation& one : std::as_const(made).get(made.animations)) {
        is_there[one.id] = 1;
    }
    std::uint32_t number = 0;
    for (owned_animation& one : made.get(made.animations)) {
        const location at = place_in("m2.", "animations[].id", number++);
        if (one.id >= known) {
            const std::uint16_t older = older_animation(one.id);
            const bool is_free = older < known && is_there[older] == 0;
            report.lost(is_free ? odd::convert_animation_renamed : odd::convert_animation_id, at);
            one.id = is_free ? older : one.id;
        }
    }
}

// Those of the game's own models (449 animations, 2,113 bones) are below.
inline constexpr std::uint32_t known_animation_flags = 0xFF, known_bone_flags = 0x3FF;

template <class = when_used> void leave_late_flags(owned_model& made, const conversion_report& report) {
    constexpr std::uint32_t has_two_blend_times = 0x200;
    constexpr std::uint32_t said_otherwise = animation_is_inside_any | has_two_blend_times;
    std::uint32_t number = 0;
    for (owned_animation& one : made.get(made.animations)) {
        report.lost_if((one.flags & ~(known_animation_flags | said_otherwise)) != 0, odd::convert_flags,
                       place_in("m2.", "animations[].flags", number++));
        one.flags &= known_animation_flags;
    }
    number = 0;
    for (owned_bone& one : made.get(made.bones)) {
        report.lost_if((one.flags & ~known_bone_flags) != 0, odd::convert_flags,
                       place_in("m2.", "bones[].flags", number++));
        one.flags &= known_bone_flags;
    }
}

// Late versions have two numbers in the place of one: blending in and out (readers).
template <class = when_used> void join_blend_times(owned_model& made, const conversion_report& report) {
    std::uint32_t i = 0;
    for (owned_animation& one : made.get(made.animations)) {
        const std::uint32_t in = one.blend_time & 0xFFFFU, out = one.blend_time >> 16U;
        report.lost_if(out != 0 && out != in, odd::convert_blend_time, place_in("m2.", "animations[].blendTime", i));
        one.blend_time = in;
        ++i;
    }
}

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
