// The session of an edited scene, and the options of apply().
#pragma once

#include <effigy/p3d/scene/options.hpp>
#include <effigy/p3d/scene/trace.hpp>
#include <effigy/p3d/view/model.hpp>
#include <effigy/scene/apply/session.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

using edit_session = edit_session_of<model, named_clip, scene_options, impl::scene_trace>;

struct apply_options {
    bool delete_missing = false; // what the scene lacks is deleted, not kept
    bool rewrite_all = false;    // also what is equal, as if it had changed
};

}}} // namespace effigy::v0::p3d
