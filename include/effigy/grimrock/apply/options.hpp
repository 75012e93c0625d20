// The session of an edited scene, and the options of apply().
#pragma once

#include <effigy/grimrock/scene/options.hpp>
#include <effigy/grimrock/scene/trace.hpp>
#include <effigy/grimrock/view/model.hpp>
#include <effigy/scene/apply/session.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

using edit_session = edit_session_of<model, named_clip, scene_options, impl::scene_trace>;

struct apply_options {
    bool delete_missing = false; // what the scene lacks is deleted, not kept
    bool rewrite_all = false;    // also what is equal, as if it had changed
    // For a new clip. 0: the version of the session's clips; without any what is usual for the model, which is version
    // 2 with 30 frames per second (measured: 23 of 40 clips, 24 in 16), in Shinobi version 3 with 60 (seed). Grimrock 1
    // reads version 1.
    std::uint32_t new_clip_version = 0;
    float new_clip_rate = 0;
};

}}} // namespace effigy::v0::grimrock
