// Scenes of corrupt files.
#pragma once

#include "grimrock/scene.hpp"
#include "support/torture.hpp"

#include <effigy/report.hpp>

#include <string>

namespace scenes {

// Converts the files to a scene. The result must be a valid scene or an error. Returns 1 for a scene, 0 for an error.
template <class Open, class OpenClip>
std::uint64_t survive(const Open& open, const OpenClip& open_clip, std::span<const std::byte> model_file,
                      std::span<const std::byte> clip_file) {
    const auto model = open(model_file);
    const auto clip = open_clip(clip_file);
    if (!model || !clip) {
        return 0;
    }
    const std::vector<grimrock::named_clip> clips{{"clip", *clip}};
    const auto made = to_scene(*model, {.clips = clips, .mode = playback::loop, .include_colors = true});
    if (made) {
        if (const error why = verify(*made)) {
            FAIL_CHECK(to_string(why));
        }
    }
    return made ? 1 : 0;
}

template <class Open, class OpenClip>
void torture(const Open& open, const OpenClip& open_clip, const support::byte_builder& model_file,
             const support::byte_builder& clip_file) {
    support::guarded_memory models{model_file.size()};
    support::guarded_memory clips{clip_file.size()};
    const std::span<std::byte> model = models.place(model_file.span(), support::edge::back);
    const std::span<std::byte> clip = clips.place(clip_file.span(), support::edge::back);
    const auto try_it = [&] { return survive(open, open_clip, model, clip); };
    CHECK(try_it() == 1);
    std::uint64_t made = 0;
    support::for_each_corruption(model, [&] { made += try_it(); });
    CHECK(made > model.size() / support::torture_step); // most bytes are in numbers that may have any value
    support::for_each_corruption(clip, [&] { made += try_it(); });

    // The bytes may also change after open().
    const auto opened = open(model);
    const auto opened_clip = open_clip(clip);
    const auto use_opened = [&] {
        return survive([&](auto) { return opened; }, [&](auto) { return opened_clip; }, model, clip);
    };
    support::for_each_corruption(model, use_opened);
}

} // namespace scenes
