// The facts of Arma's editable models and of their animations.
#pragma once

#include "p3d/animation.hpp"
#include "p3d/model.hpp"

namespace facts::p3d {

[[nodiscard]] inline json facts_of(const format::model& model) { return model_facts(model); }
[[nodiscard]] inline json facts_of(const format::animation& clip) { return animation_facts(clip); }

template <class View> [[nodiscard]] verdict judge(const effigy::result<View>& opened) {
    if (!opened) {
        return opened.error();
    }
    if (const effigy::error invalid = verify(*opened)) {
        return invalid;
    }
    return facts_of(*opened);
}

[[nodiscard]] inline verdict judge(const input& file) {
    return furthest(judge(format::open(file.bytes)), judge(format::open_animation(file.bytes)));
}

} // namespace facts::p3d
