// Bringing a scene that a program has edited back into the terms of the scene that the program got.
// Experimental: the interface and what it decides may change in each version.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/result.hpp>
#include <effigy/scene/edits.hpp>
#include <effigy/scene/reconcile/options.hpp>

namespace effigy { inline namespace v0 {

// Returns `original` with the changes that a person made in an editor: `changed` is what the editor wrote after it had
// read `original` as glTF. What editors change without being asked is undone: the order and the splitting of vertices,
// numbers behind names, bones turned, roots added, skins merged, clips resampled, and what they drop; docs/gltf.md
// lists it, with the tolerances. Whatever is the same within these is as in `original`, bit for bit.
//
// Parts of `original` keep their names, order and numbers; what is deleted is absent, and new parts come last, except
// that a node comes after its parent. Each mesh of the result has origins: the number of a mesh in `original` and a
// vertex of it, or npos for a new vertex, with origin::between if that is known; without a proof. Vertices that are
// left come first, in their order. A vertex that was split off has the origin of the one that it was, so origins can
// repeat among new vertices. Triangles that are left keep their order and their primitive; new ones follow. So
// reconcile(s, s) equals s but for origins. An attribute that a changed mesh lacks is absent if the mesh has other
// attributes or new vertices.
//
// Vertices are found by the origins of `changed` if a mesh has them, otherwise by their values and their triangles.
// Origins without a proof are taken as they are.
// `tell` gets a line per kind of change and part. Memory is bounded by a constant times both scenes, and so is the time
// up to the logarithm. The errors are those of verify() for one of the scenes or for a result that would break a rule;
// bad_value for origins of another scene, see origin_check; budget, if a skin would get more than 65,536 joints.
EFFIGY_API [[nodiscard]] result<scene_edits>
reconcile(const scene& changed, const scene& original, remark_sink tell, const reconcile_options& options = {},
          std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}} // namespace effigy::v0

#if defined(EFFIGY_HAS_COMMON_BODIES)
#include <effigy/scene/reconcile/finish.hpp>
#include <effigy/scene/reconcile/join_parts.hpp>
#include <effigy/scene/reconcile/match_nodes.hpp>
#include <effigy/scene/reconcile/merge_clips.hpp>
#include <effigy/scene/reconcile/merge_meshes.hpp>
#include <effigy/scene/reconcile/proven_origins.hpp>
#include <effigy/scene/reconcile/straighten.hpp>
#include <effigy/scene/verify.hpp>

namespace effigy { inline namespace v0 {

EFFIGY_API_BODY result<scene_edits> reconcile(const scene& changed, const scene& original, remark_sink tell,
                                              const reconcile_options& options, std::pmr::memory_resource* memory) {
    for (const scene* const each : {&changed, &original}) {
        if (const error why = verify(*each)) {
            return why;
        }
    }
    memory = memory != nullptr ? memory : std::pmr::get_default_resource();
    const impl::proven_origins proven{changed, original,
                                      options.replaces_only ? origin_check::ignored : options.origins, memory};
    if (proven.why()) {
        return proven.why();
    }
    scene corrected{memory};
    pool<mesh_replacement> replacements{memory};
    if (options.replaces_only) {
        replacements = impl::graft_replacements(corrected, changed, original, options, tell, memory);
    } else {
        replacements.append(options.replacements);
        if (proven.has_wrong()) {
            proven.correct(corrected);
        }
    }
    const scene& proved = options.replaces_only || proven.has_wrong() ? corrected : changed;
    scene straight{memory};
    const bool is_straight = impl::straightener<>{proved, original, tell, memory}.run(straight);
    const scene& upright = is_straight ? straight : proved;
    scene joined{memory};
    impl::replaced_meshes replaced{memory};
    const bool has_parts =
        impl::part_joiner<>{upright, original, options, replacements, tell, memory}.run(joined, replaced);
    impl::reconcile_state state{has_parts ? joined : upright, original, replaced, tell, options, memory};
    impl::node_matcher<>{state}.run();
    impl::meshes_merger<>{state}.run();
    impl::node_merger<> nodes{state};
    nodes.run();
    impl::clip_merger<>{state, nodes}.run();
    scene_edits out{memory};
    impl::scene_finisher<>{state, out}.run();
    const error why = state.why ? state.why : verify(out.made);
    return why ? result<scene_edits>{why} : std::move(out);
}

}} // namespace effigy::v0
#endif
