// The facts of Legend of Grimrock's and the Shinobi engine's models and animations.
#pragma once

#include "grimrock/animation.hpp"
#include "grimrock/model.hpp"

#include <effigy/shinobi/regions.hpp>

namespace facts::grimrock {

template <class View> void add_coverage(json& out, const View& view) {
    effigy::coverage sums;
    json gaps = json::array();
    regions(view, [&](const effigy::region& one) {
        sums.add(one);
        if (one.role == effigy::role::gap) {
            gaps.push_back(json::array({one.offset(), one.length}));
        }
    });
    out["size"] = sums.bytes;
    out["coverage"] = {
        {"claimed", sums.claimed}, {"padding", sums.padding}, {"unclaimed", sums.gap}, {"gaps", std::move(gaps)}};
}

[[nodiscard]] inline verdict judge(const effigy::result<format::model>& opened) {
    if (!opened) {
        return opened.error();
    }
    if (const effigy::error why = verify(*opened)) {
        return why;
    }
    json out = model_facts(*opened);
    add_coverage(out, *opened);
    return out;
}

[[nodiscard]] inline verdict judge(const effigy::result<format::animation>& opened) {
    if (!opened) {
        return opened.error();
    }
    json out = animation_facts(*opened);
    add_coverage(out, *opened);
    return out;
}

[[nodiscard]] inline verdict judge(const input& file) {
    return furthest(judge(format::open(file.bytes)), judge(effigy::shinobi::open(file.bytes)),
                    judge(format::open_animation(file.bytes)), judge(effigy::shinobi::open_animation(file.bytes)));
}

} // namespace facts::grimrock
