// Lights of a changed scene in the terms of the original.
#pragma once

#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Brings what a person changed of a light. A range that the changed light lacks stays: editors drop it.
inline void merge_light(const reconcile_state& of, std::string_view node, const scene::light& changed,
                        scene::light& to) {
    const auto differ = [](float a, float b) {
        const double x = static_cast<double>(a), y = static_cast<double>(b);
        return absolute(x - y) > same_within::material * larger(absolute(y), 1.0);
    };
    const auto color_differs = [&] {
        const vector3<float>&a = changed.color, &b = to.color;
        return differ(a.x, b.x) || differ(a.y, b.y) || differ(a.z, b.z);
    };
    bool has_changed = false;
    const auto set = [&](bool differs, auto& value, const auto& by) {
        has_changed = has_changed || differs;
        value = differs ? by : value;
    };
    const bool is_other_cone = changed.type == scene::light_type::spot &&
                               (changed.type != to.type || differ(changed.inner_cone_angle, to.inner_cone_angle) ||
                                differ(changed.outer_cone_angle, to.outer_cone_angle));
    set(changed.type != to.type, to.type, changed.type);
    set(color_differs(), to.color, changed.color);
    set(differ(changed.intensity, to.intensity), to.intensity, changed.intensity);
    set(changed.range != 0 && differ(changed.range, to.range), to.range, changed.range);
    set(is_other_cone, to.inner_cone_angle, changed.inner_cone_angle);
    set(is_other_cone, to.outer_cone_angle, changed.outer_cone_angle);
    if (has_changed) {
        of.say(remark_kind::changed, "light", node, "values");
    }
}

}}} // namespace effigy::v0::impl
