// The facts of Arma's editable models and of their animations.
#pragma once

#include "p3d/animation.hpp"
#include "p3d/model.hpp"

namespace facts::p3d {

[[nodiscard]] inline verdict judge(const input& file) {
    return furthest(judge_view(format::open(file.bytes), model_facts),
                    judge_view(format::open_animation(file.bytes), animation_facts));
}

} // namespace facts::p3d
