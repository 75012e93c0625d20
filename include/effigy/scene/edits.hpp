// What an edited scene has of the scene that was edited: what reconcile() returns, and apply() of a format brings back.
// Experimental: the interface may change in each version.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/result.hpp>
#include <effigy/scene/part_matches.hpp>
#include <effigy/scene/parts.hpp>
#include <effigy/scene/remark.hpp>

#include <utility>

namespace effigy { inline namespace v0 {

// Each vertex has an origin: the mesh and the vertex of the original that it was, or npos; a mesh without origins has
// new vertices only.
struct scene_edits {
    scene made;
    part_matches nodes, meshes, materials, clips; // of `made` and of the original

    explicit scene_edits(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : made(memory), nodes(memory), meshes(memory), materials(memory), clips(memory) {}
};

// The edits of a scene that a program made in its memory, of a copy of the original: what differs at all has changed.
// Parts are found by their names; what has another name by its vertices or its number. Vertices are found by their
// origins or, in a mesh without origins that has as many as before, by their numbers. `tell` gets what is a guess. For
// a scene that an editor wrote, see reconcile(). Errors: those of verify(changed).
EFFIGY_API [[nodiscard]] result<scene_edits>
edits_by_names(scene changed, const scene& original, remark_sink tell,
               std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Whether edits are of a scene: as many numbers as parts, each of a part or npos, the two directions in agreement.
// Errors: those of verify(edits.made); bad_value.
EFFIGY_API [[nodiscard]] error verify(const scene_edits& edits, const scene& original);

}} // namespace effigy::v0

#if defined(EFFIGY_HAS_COMMON_BODIES)
#include <effigy/scene/reconcile/by_names.hpp>
#include <effigy/scene/verify.hpp>

namespace effigy { inline namespace v0 {

namespace impl {

[[nodiscard]] inline bool are_of(const part_matches& tested, std::size_t news, std::size_t olds) noexcept {
    bool out = tested.old_of.size() == news && tested.new_of.size() == olds;
    for (std::uint32_t i = 0; out && i < news; ++i) {
        out = tested.old_of[i] == npos || tested.now_of(tested.old_of[i]) == i;
    }
    for (std::uint32_t i = 0; out && i < olds; ++i) {
        out = tested.new_of[i] == npos || tested.before_of(tested.new_of[i]) == i;
    }
    return out;
}

} // namespace impl

EFFIGY_API_BODY error verify(const scene_edits& edits, const scene& original) {
    if (const error why = verify(edits.made)) {
        return why;
    }
    const bool are_of = impl::are_of(edits.nodes, edits.made.nodes.size(), original.nodes.size()) &&
                        impl::are_of(edits.meshes, edits.made.meshes.size(), original.meshes.size()) &&
                        impl::are_of(edits.materials, edits.made.materials.size(), original.materials.size()) &&
                        impl::are_of(edits.clips, edits.made.clips.size(), original.clips.size());
    return are_of ? error{} : error{{"edits", location::nowhere}, errc::bad_value, 0, 0, "edits of this scene"};
}

EFFIGY_API_BODY result<scene_edits> edits_by_names(scene changed, const scene& original, remark_sink tell,
                                                   std::pmr::memory_resource* memory) {
    if (const error why = verify(changed)) {
        return why;
    }
    scene_edits out{memory != nullptr ? memory : std::pmr::get_default_resource()};
    out.made = std::move(changed);
    impl::name_matcher{out, original, tell}.run();
    return out;
}

}} // namespace effigy::v0
#endif
