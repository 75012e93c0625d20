// The options of convert_version().
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/core/impl/platform.hpp>

#include <cstdint>
#include <string_view>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {
inline std::string_view path_of_none(std::uint32_t) noexcept { return {}; }
} // namespace impl

struct conversion_options {
    // Returns the path of the file with this FileDataID, at most 259 characters, with / or \, which is copied; empty if
    // it is not known. Models with chunks need it: their textures have no names. It is a reference: the function must
    // live as long as the options.
    function_ref<std::string_view(std::uint32_t file)> path_of = impl::path_of_none;
    bool drop_unknown = false; // leaves out chunks that effigy does not read; else they are refused
};

}}} // namespace effigy::v0::m2
