// Controllers: what of a node changes with time.
#pragma once

#include <effigy/core/numbered.hpp>
#include <effigy/nwn/view/sections.hpp>

namespace effigy::inline v0::nwn {

inline constexpr std::int32_t controls_position = 8;     // 3 columns, in the parent's space
inline constexpr std::int32_t controls_orientation = 20; // 4 columns: x, y, z, w of a unit quaternion
inline constexpr std::int32_t controls_scale = 36;       // 1 column

// The name of what an id controls in a node of these flags; empty for an unknown one. Lights, emitters and meshes share
// ids, and nwnmdlcomp numbers some of an emitter's otherwise than BioWare and the Enhanced Edition (seed, readers).
[[nodiscard]] constexpr std::string_view controller_name(std::int32_t id, std::uint32_t flags,
                                                         producer wrote) noexcept {
    struct name {
        std::int32_t id;
        std::string_view text;
    };
    constexpr name any[] = {
        {controls_position, "position"},
        {controls_orientation, "orientation"},
        {controls_scale, "scale"},
        {20004, "wirecolor"},
    };
    constexpr name light[] = {
        {76, "color"}, {88, "radius"}, {96, "shadowradius"}, {100, "verticaldisplacement"}, {140, "multiplier"},
    };
    constexpr name mesh[] = {{100, "selfillumcolor"}, {128, "alpha"}};
    constexpr name emitter[] = {
        {80, "alphaend"},
        {84, "alphastart"},
        {88, "birthrate"},
        {92, "bounce_co"},
        {96, "colorend"},
        {108, "colorstart"},
        {120, "combinetime"},
        {124, "drag"},
        {128, "fps"},
        {132, "frameend"},
        {136, "framestart"},
        {140, "grav"},
        {144, "lifeexp"},
        {148, "mass"},
        {152, "p2p_bezier2"},
        {156, "p2p_bezier3"},
        {160, "particlerot"},
        {164, "randvel"},
        {168, "sizestart"},
        {172, "sizeend"},
        {176, "sizestart_y"},
        {180, "sizeend_y"},
        {184, "spread"},
        {188, "threshold"},
        {192, "velocity"},
        {196, "xsize"},
        {200, "ysize"},
        {204, "blurlength"},
        {208, "lightningdelay"},
        {212, "lightningradius"},
        {216, "lightningscale"},
        {220, "lightningsubdiv"},
        {228, "detonate"},
    };
    constexpr name emitter_middle[] = {
        {448, "alphamid"},   {452, "colormid"}, {464, "percentstart"}, {465, "percentmid"},
        {466, "percentend"}, {468, "sizemid"},  {472, "sizemid_y"},
    };
    constexpr name emitter_middle_nwnmdlcomp[] = {
        {464, "alphamid"},   {468, "colormid"}, {480, "percentstart"}, {481, "percentmid"},
        {482, "percentend"}, {484, "sizemid"},  {488, "sizemid_y"},
    };
    std::string_view found;
    const auto look_in = [&](bool applies, const auto& table) {
        for (const name& candidate : table) {
            if (applies && candidate.id == id) {
                found = candidate.text; // the later table counts
            }
        }
    };
    look_in(true, any);
    look_in((flags & has_light) != 0, light);
    look_in((flags & has_emitter) != 0, emitter);
    look_in((flags & has_emitter) != 0 && wrote != producer::nwnmdlcomp, emitter_middle);
    look_in((flags & has_emitter) != 0 && wrote == producer::nwnmdlcomp, emitter_middle_nwnmdlcomp);
    look_in((flags & has_mesh) != 0, mesh);
    return found;
}

// One controller: rows of numbers, and the time of each.
template <endian E> struct basic_controller {
    static constexpr std::uint8_t no_values = 0xFF;
    static constexpr std::uint8_t bezier_bit = 0x10;

    const basic_controller_key<E>* key = nullptr; // null in an empty controller
    std::int32_t id = 0;
    std::uint32_t columns = 0;      // numbers of a row; 0 for an event without values ("detonate")
    bool bezier = false;            // a row has three such groups: value, in, out
    std::span<const f32<E>> times;  // seconds, rising; empty when an event has none
    std::span<const f32<E>> values; // row after row

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return key != nullptr; }
    [[nodiscard]] constexpr std::uint32_t width() const noexcept { return columns * (bezier ? 3 : 1); } // of a row
    // The numbers of a row; empty when there is no such row, or it has none.
    [[nodiscard]] constexpr std::span<const f32<E>> row(std::size_t i) const noexcept {
        return i < times.size() && (i + 1) * width() <= values.size() ? values.subspan(i * width(), width())
                                                                      : std::span<const f32<E>>{};
    }

    // `pool` is the node's controller_data. What does not lie in it is empty.
    [[nodiscard]] static basic_controller of(const basic_controller_key<E>& key,
                                             std::span<const f32<E>> pool) noexcept {
        basic_controller out;
        out.key = &key;
        out.id = read_once(key.id);
        const std::uint8_t columns = read_once(key.columns);
        out.bezier = columns != no_values && (columns & bezier_bit) != 0;
        out.columns = columns != no_values ? columns & 0x0FU : 0;
        const std::int16_t stored = read_once(key.rows);
        const std::size_t rows = stored > 0 ? static_cast<std::size_t>(stored) : 0;
        const auto part = [&](std::size_t first, std::size_t count) {
            return first <= pool.size() && count <= pool.size() - first ? pool.subspan(first, count)
                                                                        : std::span<const f32<E>>{};
        };
        out.times = part(read_once(key.time_index), rows);
        out.values = part(read_once(key.value_index), rows * out.width());
        return out;
    }
};

// The controllers of a node, in file order.
template <endian E> class basic_controllers {
public:
    using value_type = basic_controller<E>;
    using iterator = numbered_iterator<basic_controllers>;

    constexpr basic_controllers() = default;
    constexpr basic_controllers(std::span<const basic_controller_key<E>> keys, std::span<const f32<E>> pool) noexcept
        : keys_(keys), pool_(pool) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return keys_.size(); }
    [[nodiscard]] constexpr iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {*this, size()}; }

    // An empty controller when there is no such number.
    [[nodiscard]] value_type operator[](std::uint64_t i) const noexcept {
        const auto* const key = find_at(keys_, i);
        return key != nullptr ? value_type::of(*key, pool_) : value_type{};
    }
    // The first controller of this id that has values; of several the first counts. Empty when there is none.
    [[nodiscard]] value_type find(std::int32_t id) const noexcept {
        for (const basic_controller_key<E>& key : keys_) {
            if (key.id == id) {
                if (const value_type found = value_type::of(key, pool_); !found.values.empty()) {
                    return found;
                }
            }
        }
        return {};
    }

private:
    std::span<const basic_controller_key<E>> keys_;
    std::span<const f32<E>> pool_;
};

} // namespace effigy::inline v0::nwn
