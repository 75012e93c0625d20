// What the engine makes of a model: kinds of levels of detail, weights, selections, proxies, frames and bones at a
// time. Evaluates in float or double (Real); allocates nothing. Space: y up, left-handed, metres; normals and faces
// point inward as stored, so turn both to look at a model from outside.
#pragma once

#include <effigy/core/evaluation.hpp>
#include <effigy/p3d/view.hpp>

namespace effigy::inline v0::p3d {

using effigy::playback;

// ---- kinds of LODs -------------------------------------------------------------------------------------------------

enum class lod_kind : std::uint8_t {
    visual, // drawn, the finer the smaller its resolution
    view_gunner,
    view_pilot,
    view_cargo,
    shadow_volume,
    shadow_buffer,
    ground_layer,
    edit,
    geometry,
    geometry_buoyancy,
    geometry_physx_old,
    geometry_physx,
    navigation,
    memory,
    land_contact,
    roadway,
    paths,
    hit_points,
    view_geometry,
    fire_geometry,
    view_cargo_geometry,
    view_cargo_fire_geometry,
    view_commander,
    view_commander_geometry,
    view_commander_fire_geometry,
    view_pilot_geometry,
    view_pilot_fire_geometry,
    view_gunner_geometry,
    view_gunner_fire_geometry,
    sub_parts,
    shadow_volume_view_cargo,
    shadow_volume_view_pilot,
    shadow_volume_view_gunner,
    wreck,
    unknown,
};

struct lod_meaning {
    lod_kind kind = lod_kind::unknown;
    std::uint32_t number = 0; // of several of a kind: what the resolution has above the kind's own
};

// What a resolution says. Large ones are compared with the engine's tolerance of a thousandth, never exactly: a stored
// float is only near the decimal. Kinds up to 21e15 from the engine; "13000", "5e13" and numbers from the tools'
// sources.
[[nodiscard]] constexpr lod_meaning lod_kind_of(float resolution) noexcept {
    const auto r = static_cast<double>(resolution);
    if (!(r >= 0 && r - r == 0)) {
        return {};
    }
    if (r < 999.5) {
        return {lod_kind::visual, 0};
    }
    struct numbered {
        double from, below, base, step;
        lod_kind kind;
    };
    constexpr numbered low[] = {
        {999.5, 1000.5, 1000, 1, lod_kind::view_gunner},       {1099.5, 1100.5, 1100, 1, lod_kind::view_pilot},
        {1199.5, 1299.5, 1200, 1, lod_kind::view_cargo},       {9999.5, 10999.5, 10000, 1, lod_kind::shadow_volume},
        {10999.5, 11999.5, 11000, 1, lod_kind::shadow_buffer}, {12999.5, 13000.5, 13000, 1, lod_kind::ground_layer},
        {19999.5, 29999.5, 20000, 1, lod_kind::edit},
    };
    const auto above = [r](double base, double step) {
        const double number = (r - base) / step + 0.5;
        return number > 0 ? static_cast<std::uint32_t>(number) : 0U;
    };
    for (const numbered& candidate : low) {
        if (r >= candidate.from && r < candidate.below) {
            return {candidate.kind, above(candidate.base, candidate.step)};
        }
    }
    constexpr numbered high[] = {
        {8e15 * 0.999, 9e15 * 0.999, 8e15, 1e13, lod_kind::view_cargo_geometry},
        {18e15 * 0.999, 19e15 * 0.999, 18e15, 1e13, lod_kind::shadow_volume_view_cargo},
    };
    for (const numbered& candidate : high) {
        if (r > candidate.from && r <= candidate.below) {
            return {candidate.kind, above(candidate.base, candidate.step)};
        }
    }
    struct single {
        double resolution;
        lod_kind kind;
    };
    constexpr single singles[] = {
        {1e13, lod_kind::geometry},
        {2e13, lod_kind::geometry_buoyancy},
        {3e13, lod_kind::geometry_physx_old},
        {4e13, lod_kind::geometry_physx},
        {5e13, lod_kind::navigation},
        {1e15, lod_kind::memory},
        {2e15, lod_kind::land_contact},
        {3e15, lod_kind::roadway},
        {4e15, lod_kind::paths},
        {5e15, lod_kind::hit_points},
        {6e15, lod_kind::view_geometry},
        {7e15, lod_kind::fire_geometry},
        {9e15, lod_kind::view_cargo_fire_geometry},
        {10e15, lod_kind::view_commander},
        {11e15, lod_kind::view_commander_geometry},
        {12e15, lod_kind::view_commander_fire_geometry},
        {13e15, lod_kind::view_pilot_geometry},
        {14e15, lod_kind::view_pilot_fire_geometry},
        {15e15, lod_kind::view_gunner_geometry},
        {16e15, lod_kind::view_gunner_fire_geometry},
        {17e15, lod_kind::sub_parts},
        {19e15, lod_kind::shadow_volume_view_pilot},
        {20e15, lod_kind::shadow_volume_view_gunner},
        {21e15, lod_kind::wreck},
    };
    for (const single& candidate : singles) {
        const double away = r > candidate.resolution ? r - candidate.resolution : candidate.resolution - r;
        if (away < candidate.resolution * 1e-3) {
            return {candidate.kind, 0};
        }
    }
    return {};
}

// "view_pilot": the kind's name in this library, in lower case.
[[nodiscard]] constexpr std::string_view name_of(lod_kind kind) noexcept {
    constexpr std::string_view names[] = {
        "visual",
        "view_gunner",
        "view_pilot",
        "view_cargo",
        "shadow_volume",
        "shadow_buffer",
        "ground_layer",
        "edit",
        "geometry",
        "geometry_buoyancy",
        "geometry_physx_old",
        "geometry_physx",
        "navigation",
        "memory",
        "land_contact",
        "roadway",
        "paths",
        "hit_points",
        "view_geometry",
        "fire_geometry",
        "view_cargo_geometry",
        "view_cargo_fire_geometry",
        "view_commander",
        "view_commander_geometry",
        "view_commander_fire_geometry",
        "view_pilot_geometry",
        "view_pilot_fire_geometry",
        "view_gunner_geometry",
        "view_gunner_fire_geometry",
        "sub_parts",
        "shadow_volume_view_cargo",
        "shadow_volume_view_pilot",
        "shadow_volume_view_gunner",
        "wreck",
    };
    const auto number = static_cast<std::size_t>(kind);
    return number < std::size(names) ? names[number] : "unknown";
}

// Whether the engine wants the shape only: normals and textures do not matter there.
[[nodiscard]] constexpr bool is_geometry_only(lod_kind kind) noexcept {
    switch (kind) {
    case lod_kind::geometry:
    case lod_kind::memory:
    case lod_kind::land_contact:
    case lod_kind::roadway:
    case lod_kind::paths:
    case lod_kind::hit_points:
    case lod_kind::view_geometry:
    case lod_kind::fire_geometry:
    case lod_kind::view_pilot_geometry:
    case lod_kind::view_gunner_geometry:
    case lod_kind::view_commander_geometry:
    case lod_kind::view_cargo_geometry: return true;
    default: return false;
    }
}

// ---- selections ----------------------------------------------------------------------------------------------------

// A point's byte as the engine reads it: 0 -> 0, 1 -> 1, 2 -> 254/255, .. 255 -> 1/255.
template <real Real = float> [[nodiscard]] constexpr Real decode_weight(std::uint8_t stored) noexcept {
    return static_cast<Real>(static_cast<std::uint8_t>(0U - stored)) / 255;
}
// The byte whose weight is nearest; decode_weight() of it is the weight again for all 256 bytes.
template <real Real> [[nodiscard]] constexpr std::uint8_t encode_weight(Real weight) noexcept {
    const Real clamped = weight > 1 ? 1 : weight > 0 ? weight : 0;
    return static_cast<std::uint8_t>(0U - static_cast<std::uint8_t>(clamped * 255 + static_cast<Real>(0.5)));
}

struct selected_point {
    std::uint32_t point = 0;
    float weight = 0; // above 0, at most 1
};

// The bytes other than 0, and what each stands for: of Value{number, byte}.
template <class Value> class selected {
public:
    class iterator {
    public:
        using value_type = Value;
        using difference_type = std::ptrdiff_t;

        constexpr iterator() = default;
        [[nodiscard]] constexpr Value operator*() const noexcept {
            const u8* const stored = find_at(bytes_, i_);
            return make(i_, stored != nullptr ? *stored : u8{0});
        }
        constexpr iterator& operator++() noexcept {
            ++i_;
            find();
            return *this;
        }
        constexpr iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        [[nodiscard]] friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.i_ == b.i_;
        }

    private:
        friend class selected;
        constexpr iterator(std::span<const u8> bytes, std::size_t i) noexcept : bytes_(bytes), i_(i) { find(); }
        constexpr void find() noexcept {
            while (i_ < bytes_.size() && bytes_[i_] == 0) {
                ++i_;
            }
        }
        [[nodiscard]] static constexpr Value make(std::size_t number, u8 byte) noexcept {
            if constexpr (std::same_as<Value, selected_point>) {
                return {static_cast<std::uint32_t>(number), decode_weight(byte)};
            } else {
                return static_cast<Value>(number);
            }
        }

        std::span<const u8> bytes_;
        std::size_t i_ = 0;
    };

    constexpr explicit selected(std::span<const u8> bytes) noexcept : bytes_(bytes) {}
    [[nodiscard]] constexpr iterator begin() const noexcept { return {bytes_, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {bytes_, bytes_.size()}; }

private:
    std::span<const u8> bytes_;
};

// The points of a selection with their weights; the numbers of its faces.
[[nodiscard]] constexpr selected<selected_point> points_of(const selection& of) noexcept {
    return selected<selected_point>{of.points};
}
[[nodiscard]] constexpr selected<std::uint32_t> faces_of(const selection& of) noexcept {
    return selected<std::uint32_t>{of.faces};
}

// ---- proxies -------------------------------------------------------------------------------------------------------

// A selection that stands for another model: "proxy:PATH.NUMBER", with one triangle that says where.
struct proxy_name {
    bool is_proxy = false;
    std::string_view path;
    std::int32_t number = -1; // -1: the name has none
};
[[nodiscard]] constexpr proxy_name proxy_of(std::string_view selection_name) noexcept {
    constexpr std::string_view prefix = "proxy:";
    if (compare_any_case(selection_name.substr(0, prefix.size()), prefix) != 0) {
        return {};
    }
    const std::string_view whole = selection_name.substr(prefix.size());
    const std::size_t dot = whole.rfind('.');
    const std::string_view digits = dot != std::string_view::npos ? whole.substr(dot + 1) : std::string_view{};
    std::int32_t number = 0;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9' || digits.size() > 9) {
            return {true, whole, -1};
        }
        number = number * 10 + (digit - '0');
    }
    return digits.empty() ? proxy_name{true, whole, -1} : proxy_name{true, whole.substr(0, dot), number};
}

// The frame of a proxy's triangle: its shortest side points along the proxied model's +z, the second along its +y
// (engine; measured: 140 of 146 crew proxies).
template <real Real> struct proxy_frame {
    vector3<Real> origin, direction, up; // up is twice as long as direction where tools made it
};
template <real Real>
[[nodiscard]] constexpr proxy_frame<Real> frame_of(vector3<Real> a, vector3<Real> b, vector3<Real> c) noexcept {
    const auto apart = [](const vector3<Real>& p, const vector3<Real>& q) { return dot(p - q, p - q); };
    if (apart(a, b) > apart(a, c)) {
        std::swap(b, c);
    }
    if (apart(a, b) > apart(b, c)) {
        std::swap(a, c);
    }
    if (apart(a, c) > apart(b, c)) {
        std::swap(a, b);
    }
    return {a, b - a, c - a};
}

// ---- time ----------------------------------------------------------------------------------------------------------

// Two frames of a point cache around a time. Where the LOD has none both are empty.
template <endian E, real Real> struct frame_pair {
    basic_frame<E> first, second;
    Real weight = 0; // how much of the second

    [[nodiscard]] vector3<Real> position(std::size_t i) const noexcept {
        const auto* const from = find_at(first.positions, i);
        const auto* const to = find_at(second.positions, i);
        return from != nullptr && to != nullptr ? lerp(vector3<Real>{*from}, vector3<Real>{*to}, weight)
                                                : vector3<Real>{};
    }
};
// The last frame at or before a time and the first one behind it: reads the times in the LOD's tags, which rise
// (measured), but none of the positions. Before the first frame and behind the last one that frame alone.
template <endian E, real Real>
[[nodiscard]] frame_pair<E, Real> frames_at(const basic_lod<E>& of, Real time) noexcept {
    basic_frame<E> before;
    basic_frame<E> behind;
    bool has_before = false;
    bool has_behind = false;
    for (const basic_tag<E>& candidate : of.tags) {
        if (candidate.kind != tag_kind::animation || !candidate.has_right_size()) {
            continue;
        }
        const basic_frame<E> here = candidate.frame();
        if (!(static_cast<Real>(here.time) <= time)) {
            behind = here;
            has_behind = true;
            break;
        }
        before = here;
        has_before = true;
    }
    if (!has_before || !has_behind) {
        const basic_frame<E> only = has_before ? before : behind;
        return {only, only, 0};
    }
    const auto begin = static_cast<Real>(before.time);
    const Real weight = (time - begin) / (static_cast<Real>(behind.time) - begin);
    return {before, behind, weight <= 1 ? weight : 0}; // a time that is no number has no say
}

// The phases of an animation around a time, 0 .. 1.
template <endian E, real Real>
[[nodiscard]] key_blend<Real> blend_at(const basic_animation<E>& clip, Real time) noexcept {
    const std::uint32_t count = clip.phase_count();
    const auto time_of = [&](std::uint32_t i) { return static_cast<Real>(clip.phase(i).time); };
    if (count == 0 || !(time_of(0) <= time)) {
        return {};
    }
    std::uint32_t low = 0; // the last phase that begins at `time` or before, as long as times rise
    for (std::uint32_t high = count; high - low > 1;) {
        const std::uint32_t middle = low + (high - low) / 2;
        (time_of(middle) <= time ? low : high) = middle;
    }
    if (low + 1 == count || !(time_of(low + 1) > time_of(low))) {
        return {low, low, 0};
    }
    const Real weight = (time - time_of(low)) / (time_of(low + 1) - time_of(low));
    return {low, low + 1, weight <= 1 ? weight : 0};
}

// A bone's matrix at a time: element by element between two phases (how the engine does it was not found).
template <real Real, endian E>
[[nodiscard]] matrix4x3<Real> sample(const basic_animation<E>& clip, std::uint64_t bone,
                                     const key_blend<Real>& at_time) noexcept {
    const auto* const from = find_at(clip.phase(at_time.first).bones, bone);
    const auto* const to = find_at(clip.phase(at_time.second).bones, bone);
    if (from == nullptr || to == nullptr) {
        return {};
    }
    const auto between = [&](const vec3<E>& a, const vec3<E>& b) {
        return lerp(vector3<Real>{a}, vector3<Real>{b}, at_time.weight);
    };
    return {between(from->x, to->x), between(from->y, to->y), between(from->z, to->z),
            between(from->position, to->position)};
}

} // namespace effigy::inline v0::p3d
