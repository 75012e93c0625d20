// A scene that was edited, the scene of the model as it is, and where the parts of that come from.
#pragma once

#include <effigy/p3d/apply/options.hpp>
#include <effigy/p3d/owned/model.hpp>
#include <effigy/p3d/scene/trace.hpp>
#include <effigy/scene/apply/pairs.hpp>
#include <effigy/scene/play.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

using namespace effigy::impl;

// What the steps of apply() share.
struct paired_scenes : scene_pairs<> {
    const scene_trace& trace;
    const apply_options& options;
    pool<matrix4x3<double>> world_before, world_now; // of nodes

    paired_scenes(const scene& changed, const scene& original, const scene_trace& traced, remark_sink sink,
                  const apply_options& how)
        : scene_pairs(changed, original, sink, how.delete_missing, how.rewrite_all, original.nodes.resource()),
          trace(traced), options(how), world_before(original.nodes.size(), memory),
          world_now(changed.nodes.size(), memory) {
        static_cast<void>(world_matrices(original, world_before));
        static_cast<void>(world_matrices(changed, world_now));
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
