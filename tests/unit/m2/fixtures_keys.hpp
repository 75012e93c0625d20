// Converts keys on the common time line to those of versions from 264 on.
#pragma once

#include "m2/fixtures.hpp"

namespace fixtures::m2 {

// The animation at the end of a chain of aliases.
[[nodiscard]] std::size_t resolved(const std::vector<animation>& animations, std::size_t i);

inline constexpr std::size_t in_model = static_cast<std::size_t>(-1);
// The animation whose .anim has the keys, or `in_model`. `inside` is tested before `is_alias`, as in public readers.
[[nodiscard]] std::size_t key_file_of(const std::vector<animation>& animations, std::size_t i);

// Returns one list per animation, with the keys of its range. An alias has the keys of its target. A key before or
// after the animation becomes a key at the animation's start or end, with the value at that time, so that poses are the
// same. (Keys with tangents are left out if they are outside the animation.) Returns one list of all keys if the track
// follows a global sequence or is constant.
[[nodiscard]] std::vector<key_list> values_by_animation(const track& track, const std::vector<animation>& animations,
                                                        bool are_quaternions);
// The times of events in each animation. If the track has ranges, only times in the animation's range are returned.
[[nodiscard]] std::vector<key_list> times_by_animation(const track& track, const std::vector<animation>& animations);

} // namespace fixtures::m2
