// The facts of Legend of Grimrock's and the Shinobi engine's models and animations.
#pragma once

#include "grimrock/animation.hpp"
#include "grimrock/model.hpp"

namespace facts::grimrock {

template <class View> void add_coverage(json& out, const View& view) {
    const std::uint64_t size = view.file().size();
    const std::uint64_t unclaimed = view.trailing().size();
    const std::uint64_t claimed = size - unclaimed;
    json gaps = json::array();
    if (unclaimed != 0) {
        gaps.push_back(json::array({claimed, unclaimed}));
    }
    out["size"] = size;
    out["coverage"] = {{"claimed", claimed}, {"padding", 0}, {"unclaimed", unclaimed}, {"gaps", std::move(gaps)}};
}

template <class Grammar> [[nodiscard]] verdict judge(const effigy::result<format::basic_model<Grammar>>& opened) {
    if (!opened) {
        return opened.error();
    }
    if (const effigy::error spoiled = verify(*opened)) {
        return spoiled;
    }
    json out = model_facts(*opened);
    add_coverage(out, *opened);
    return out;
}

template <form F> [[nodiscard]] verdict judge(const effigy::result<format::basic_animation<F>>& opened) {
    if (!opened) {
        return opened.error();
    }
    json out = animation_facts(*opened);
    add_coverage(out, *opened);
    return out;
}

template <form F> [[nodiscard]] verdict judge(std::span<const std::byte> bytes) {
    return furthest(judge(format::open<F>(bytes)), judge(effigy::shinobi::open<F>(bytes)),
                    judge(format::open_animation<F>(bytes)), judge(effigy::shinobi::open_animation<F>(bytes)));
}

[[nodiscard]] inline verdict judge(const input& file) {
    return file.order == form::little ? judge<form::little>(file.bytes) : judge<form::big>(file.bytes);
}

} // namespace facts::grimrock
