// The facts of Legend of Grimrock's and the Shinobi engine's models and animations.
#pragma once

#include "grimrock/animation.hpp"
#include "grimrock/model.hpp"

#include <effigy/grimrock/regions.hpp>

namespace facts::grimrock {

template <class View> [[nodiscard]] verdict judge(const effigy::result<View>& opened) {
    return judge_view(opened, [](const View& view) {
        json out = facts_of(view);
        out["size"] = view.file().size();
        out["coverage"] = byte_map{view}.coverage();
        return out;
    });
}

[[nodiscard]] inline verdict judge(const input& file) {
    return furthest(judge(format::open(file.bytes)), judge(format::open_animation(file.bytes)));
}

} // namespace facts::grimrock
