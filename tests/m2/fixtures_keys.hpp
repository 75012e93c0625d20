// Keys as versions from 264 on store them, from the one time line of the older ones.
#pragma once

#include "m2/fixtures.hpp"

namespace fixtures::m2 {

// The animation that is shown for this one.
[[nodiscard]] std::size_t resolved(const std::vector<animation>& animations, std::size_t i);

inline constexpr std::size_t in_model = static_cast<std::size_t>(-1);
// The animation whose .anim file has its keys, or `in_model`. `inside` counts before `is_alias`, as readers have it.
[[nodiscard]] std::size_t key_file_of(const std::vector<animation>& animations, std::size_t i);

// One list for every animation, of the keys of its range; an alias has those of the animation that it is of. Keys that
// it borrows from outside of it become keys at its ends, of the values there: its poses are the same. (Not where they
// have tangents: there they are left out.) One list of all keys, if they loop by themselves or are one for ever.
[[nodiscard]] std::vector<key_list> values_by_animation(const track& of, const std::vector<animation>& animations,
                                                        bool are_quaternions);
// Of events: those that the ranges name, or that lie in the animation.
[[nodiscard]] std::vector<key_list> times_by_animation(const track& of, const std::vector<animation>& animations);

} // namespace fixtures::m2
