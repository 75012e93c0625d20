// The options of convert_version().
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <cstdint>
#include <functional>
#include <string_view>

namespace effigy { inline namespace v0 { namespace m2 {

// NOLINTBEGIN(readability-redundant-member-init): g++ warns without them if they are omitted in an initialiser

struct conversion_options {
    // Returns the path of the file with this FileDataID, at most 259 characters, with / or \, which is copied; empty if
    // it is not known. Models with chunks need it: their textures have no names.
    std::function<std::string_view(std::uint32_t file)> path_of{};
    bool drop_unknown = false; // leaves out chunks that effigy does not read; else they are refused
};

// NOLINTEND(readability-redundant-member-init)

}}} // namespace effigy::v0::m2
