// Animations in another version: their places on the time line, aliases and variations.
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

}}}} // namespace effigy::v0::m2::impl
