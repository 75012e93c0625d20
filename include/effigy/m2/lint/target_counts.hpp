// What check_target() has compared.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <cstdint>

namespace effigy { inline namespace v0 { namespace m2 {

// How many values were compared with the rules of a version.
struct target_counts {
    std::uint64_t tables = 0; // entries
    std::uint64_t animations = 0;
    std::uint64_t bones = 0;
    std::uint64_t keys = 0; // lists, and ranges of keys
    std::uint64_t vertices = 0;
    std::uint64_t submeshes = 0;
    std::uint64_t batches = 0;
    std::uint64_t textures = 0;
    std::uint64_t attached = 0; // attachments, events, lights, particles: to bones
};

}}} // namespace effigy::v0::m2
