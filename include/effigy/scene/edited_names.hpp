// Names that an editor made of others.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <cstdint>
#include <string_view>

namespace effigy { inline namespace v0 {

namespace impl {

// Returns at most as many bytes of a name, without a part of a character at the end.
[[nodiscard]] inline std::string_view cut_name(std::string_view name, std::size_t most) noexcept {
    std::size_t size = name.size() < most ? name.size() : most;
    while (size != 0 && size < name.size() && (static_cast<unsigned char>(name[size]) & 0xC0U) == 0x80U) {
        --size;
    }
    return name.substr(0, size);
}
// Returns what an editor keeps of a name: Blender 4.2 has names of at most 63 bytes, with a number of four.
inline constexpr std::size_t most_of_name = 63;
[[nodiscard]] inline std::string_view shortened_name(std::string_view name) noexcept {
    return cut_name(name, most_of_name - 4);
}

} // namespace impl

// Returns how many bytes at the end of a name are the number that editors append to a name that is in use, as in
// `wheel.001`; 0: there is none.
[[nodiscard]] inline std::size_t size_of_number(std::string_view name) noexcept {
    std::size_t digits = 0;
    while (digits < name.size() && name[name.size() - 1 - digits] >= '0' && name[name.size() - 1 - digits] <= '9') {
        ++digits;
    }
    const bool has_number = digits >= 3 && name.size() > digits + 1 && name[name.size() - 1 - digits] == '.';
    return has_number ? digits + 1 : 0;
}
// Returns a shortened name without such a number.
[[nodiscard]] inline std::string_view without_number(std::string_view name) noexcept {
    return impl::shortened_name(name.substr(0, name.size() - size_of_number(name)));
}

// What an editor does to names: nothing, it cuts them off, it also appends a number. A part of a scene is that with the
// name that is most like its own.
enum class edited_name : std::uint8_t { same, cut, numbered };
inline constexpr edited_name edited_names[] = {edited_name::same, edited_name::cut, edited_name::numbered};

// Equal names are those of one part. The name of a part of the changed scene, and of the original.
[[nodiscard]] inline std::string_view new_name_as(edited_name how, std::string_view name) noexcept {
    return how == edited_name::numbered ? without_number(name) : name;
}
[[nodiscard]] inline std::string_view old_name_as(edited_name how, std::string_view name) noexcept {
    return how == edited_name::same  ? name
           : how == edited_name::cut ? impl::cut_name(name, impl::most_of_name)
                                     : impl::shortened_name(name);
}

namespace impl {

// Whether an editor made a name of one that was in use: with a number, or cut off so that there is room for one.
[[nodiscard]] inline bool is_numbered(std::string_view name, std::string_view original) noexcept {
    return (size_of_number(name) != 0 || name == shortened_name(name)) && name != original &&
           without_number(name) == shortened_name(original);
}

} // namespace impl
}} // namespace effigy::v0
