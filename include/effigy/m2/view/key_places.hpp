// Where the keys of animations are, for code that visits all tracks.
#pragma once

#include <effigy/m2/view/context.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// Caches where the keys of each animation are. Without the cache each track needs one lookup per animation, and the
// time of a lookup can be proportional to the number of companions.
class key_places {
public:
    [[nodiscard]] key_store find(const context& in, std::uint32_t number) noexcept {
        if (number >= capacity) {
            return in.keys_of(number);
        }
        std::uint16_t& known = known_[number];
        if (known == unknown) {
            known = look_up(in, number);
        }
        return known == too_far   ? in.keys_of(number)
               : known == in_file ? key_store{key_place::file, in.file()}
               : known == nowhere ? key_store{}
                                  : in.keys_of(in.companions().all[std::size_t{known} - first]);
    }

private:
    static constexpr std::size_t capacity = 1024; // files have at most 186 (measured)
    static constexpr std::uint16_t unknown = 0, in_file = 1, nowhere = 2, too_far = 3;
    static constexpr std::uint16_t first = 4; // represents companion 0

    [[nodiscard]] static std::uint16_t look_up(const context& in, std::uint32_t number) noexcept {
        const key_place place = in.keys_of(number).place;
        if (place != key_place::companion) {
            return place == key_place::file ? in_file : nowhere;
        }
        const any_animation_record resolved = in.resolve(in.animation(number));
        const companion* const anim = resolved ? in.anim_of(resolved) : nullptr;
        const std::ptrdiff_t i = anim != nullptr ? anim - in.companions().all.data() : 0xFFFF;
        return i < 0xFFFF - first ? static_cast<std::uint16_t>(first + i) : too_far;
    }

    std::uint16_t known_[capacity]{};
};

}}}} // namespace effigy::v0::m2::impl
