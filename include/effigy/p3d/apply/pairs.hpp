// A scene that was edited, the scene of the model as it is, and where the parts of that come from.
#pragma once

#include <effigy/p3d/apply/options.hpp>
#include <effigy/p3d/owned/model.hpp>
#include <effigy/p3d/scene/trace.hpp>
#include <effigy/scene/apply/pairs.hpp>
#include <effigy/scene/play.hpp>
#include <effigy/scene/reconcile/tolerances.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

using namespace effigy::impl;

// The joints that are, at rest, where their first skin binds them. A model has the points as they are at rest, so those
// of other joints are there. `world`: of nodes at rest; `size`: of the model.
[[nodiscard]] inline pool<bool> bound_joints(const scene& of, const pool<matrix4x3<double>>& world, double size) {
    pool<bool> out(of.nodes.size(), world.resource()), is_known(of.nodes.size(), world.resource());
    for (const scene::skin& skin : of.skins) {
        for (std::size_t i = 0; i < skin.joints.size(); ++i) {
            const std::uint32_t joint = skin.joints[i];
            out[joint] = is_known[joint] ? out[joint]
                                         : is_near(world[joint] * to_real<double>(skin.inverse_binds[i]), {},
                                                   same_within::rest, same_within::rest * size);
            is_known[joint] = true;
        }
    }
    return out;
}

// What the steps of apply() share.
struct paired_scenes : scene_pairs {
    const scene_trace& trace;
    const part_matches& clips;
    scene_options made_with;
    pool<matrix4x3<double>> world_before, world_now; // of nodes

    paired_scenes(const scene_edits& edits, const edit_session& in, remark_sink sink, const apply_options& how,
                  std::pmr::memory_resource* resource)
        : scene_pairs(edits, in.original(), sink, how.delete_missing, how.rewrite_all, resource),
          trace(session_access::trace(in)), clips(edits.clips), made_with(session_access::options(in)),
          world_before(before.nodes.size(), memory), world_now(now.nodes.size(), memory) {
        static_cast<void>(world_matrices(before, world_before));
        static_cast<void>(world_matrices(now, world_now));
    }
    // Of a new node that is no part of a level.
    void say_no_part(const scene::node& of, std::string_view what) const {
        say(remark_kind::left_out, "node", of.name, what);
        if (of.mesh != npos && meshes.before_of(of.mesh) == npos) {
            say(remark_kind::left_out, "mesh", now.meshes[of.mesh].name, "its node is no level");
        }
    }
    // Of a part that stays, but no longer says what it said: only delete_missing asks for that.
    void say_emptied(const char* part, std::string_view name, std::string_view what) const {
        say(delete_missing ? remark_kind::changed : remark_kind::left_out, part, name, what);
    }
};

}}}} // namespace effigy::v0::p3d::impl
