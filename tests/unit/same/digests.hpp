// Digests of what effigy writes and says. If one differs on another platform, or after a change that is not meant to
// change it, something is wrong. After a change that is, it becomes the one that the test prints, and the commit says
// what is different.
#pragma once

#include "support/digest.hpp"

#include <effigy/gltf.hpp>
#include <effigy/report.hpp>
#include <effigy/scene/remark.hpp>

#include <doctest/doctest.h>

namespace same {

using namespace effigy;

inline void add(support::digest& to, std::span<const std::byte> bytes) {
    to.add(bytes.size());
    for (const std::byte each : bytes) {
        to.add(std::to_integer<unsigned>(each));
    }
}
inline void add(support::digest& to, const error& why) {
    to.add(why.code);
    to.add(to_string(why));
}
// A file, or why there is none.
inline void add(support::digest& to, const result<file_bytes>& file) {
    add(to, file.error());
    add(to, file ? std::span<const std::byte>{*file} : std::span<const std::byte>{});
}
// A scene's GLB, and the origins of its vertices.
inline void add(support::digest& to, const scene& of) {
    constexpr std::size_t before_nodes = 72; // sizes, and the version of effigy
    const auto glb = to_glb(of);
    INFO(to_string(glb.error()));
    REQUIRE(glb);
    add(to, std::span{*glb}.subspan(before_nodes));
    for (const scene::mesh& mesh : of.meshes) {
        for (const scene::origin& each : mesh.origins) {
            to.add(each.mesh);
            to.add(each.vertex);
        }
    }
}
// A sink that adds remarks.
[[nodiscard]] inline auto remarks_to(support::digest& to) {
    return [&to](const remark& each) {
        to.add(each.kind);
        to.add(each.part);
        to.add(each.name);
        to.add(each.what);
        to.add(each.count);
    };
}

} // namespace same
