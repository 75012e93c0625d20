// The purpose of each byte of a file, as a list of regions.
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/core/role.hpp>
#include <effigy/report.hpp>

namespace effigy { inline namespace v0 {

// `count` contiguous elements of a type. A single record is reported as one region per field, an array of records as
// one region.
struct region {
    location where;             // of the first byte; `path` may end in a field of a record
    const char* fields[2] = {}; // field names to append to the path: "geometry", "name"
    const char* type = "";      // of an element: "u16", "vec3", "char" or a record's name; static
    std::uint64_t count = 0;
    std::uint64_t length = 0; // in bytes
    effigy::role role = effigy::role::value;
    std::uint32_t further_owners = 0; // number of other references to exactly these bytes
    std::uint64_t overlap = 0;        // number of bytes in this region that also belong to earlier regions

    [[nodiscard]] constexpr std::uint64_t offset() const noexcept { return where.offset; }
};

// What regions() calls for each region.
using region_sink = function_ref<void(const region&)>;

// Returns the path of a region: "nwn.animations[2].geometry.name". Empty for a gap.
[[nodiscard]] inline std::string path_of(const region& named) {
    std::string out = to_string(named.where);
    for (const char* const name : named.fields) {
        if (name != nullptr) {
            out += out.empty() || out.back() == '.' ? "" : ".";
            out += name;
        }
    }
    return out;
}

// Numbers of bytes, summed over the regions of a file.
struct coverage {
    std::uint64_t bytes = 0;   // of the file
    std::uint64_t claimed = 0; // that belong to a record
    std::uint64_t padding = 0; // claimed bytes that are unused
    std::uint64_t shared = 0;  // claimed again, by further references or by overlaps; counted once per further claim
    std::uint64_t overlap = 0; // the part of `shared` that overlaps cause
    std::uint64_t gap = 0;     // that belong to no record

    constexpr void add(const region& counted) noexcept {
        bytes += counted.length - counted.overlap;
        gap += counted.role == role::gap ? counted.length : 0;
        claimed += counted.role == role::gap ? 0 : counted.length - counted.overlap;
        padding += counted.role == role::padding ? counted.length - counted.overlap : 0;
        shared += counted.length * counted.further_owners + counted.overlap;
        overlap += counted.overlap;
    }
};

}} // namespace effigy::v0
