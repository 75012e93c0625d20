// A described model, written to files and opened. The object owns the files.
#pragma once

#include "m2/fixtures.hpp"

#include <effigy/m2.hpp>
#include <effigy/m2/decode.hpp>

namespace fixtures::m2 {

// Converts a companion file to the form that callers pass to open().
[[nodiscard]] inline effigy::m2::companion as_companion(const companion_file& companion) {
    return {static_cast<effigy::m2::companion_kind>(companion.kind), companion.id, companion.variation,
            companion.file.span()};
}
[[nodiscard]] inline std::vector<effigy::m2::companion> table_of(const std::vector<companion_file>& files) {
    std::vector<effigy::m2::companion> out;
    for (const companion_file& one : files) {
        out.push_back(as_companion(one));
    }
    return out;
}

struct opened {
    explicit opened(const fixtures::m2::model& described) : files(write_all(described)) {}
    opened(const opened&) = delete;
    opened& operator=(const opened&) = delete;
    ~opened() = default;

    written files;
    std::vector<effigy::m2::companion> companions = table_of(files.companions);
    effigy::m2::model model = effigy::m2::open(files.file.span(), companions).value();
    std::vector<effigy::tree_entry> entries{model.bones().size()};
    effigy::m2::bone_index bones = model.index(entries);
};

[[nodiscard]] inline effigy::m2::owned_model decoded(const model& described) {
    return decode(opened{described}.model).value();
}

// small() with its skeleton in the parent of its .skel.
[[nodiscard]] inline model small_with_parent() {
    model out = small_with_skeleton();
    out.parent_skeleton_id = 901;
    return out;
}
// small() in all variants of storage: versions, chunks, .skel.
[[nodiscard]] inline std::vector<model> every_small() {
    std::vector<model> out;
    for (const std::uint32_t version : {256U, 260U, 263U, 264U, 270U, 271U, 272U, 274U}) {
        out.push_back(small(version));
    }
    out.insert(out.end(), {small_in_chunks(272), small_in_chunks(), small_with_skeleton(), small_with_parent()});
    return out;
}

} // namespace fixtures::m2
