// The facts of an animation: its keys, and the poses between them.
#pragma once

#include "space.hpp"

namespace facts::grimrock {

inline constexpr std::array<double, 4> sampled_parts{0, 0.25, 0.5, 1}; // of the clip's duration
inline constexpr std::size_t matrix_part = 1;                          // the part whose matrices are added up

// Sums over all items.
struct movement {
    std::array<sum<10>, sampled_parts.size()> poses; // in glTF space
    sum<12> matrices;
};

inline void add_keys(json& out, const format::animation& clip, const format::item& item) {
    const auto add = [&](const char* name, const void* first, const auto& keys) {
        json& facts = out[name] = bulk(keys, keys.size());
        facts["offset"] = clip.file().offset_of(first);
    };
    if (clip.version() == 1) {
        add("keys", item.keys().data(), item.keys());
    } else {
        add("position", item.positions().data(), item.positions().packed());
        add("rotation", item.rotations().data(), item.rotations().packed());
        add("scale", item.scales().data(), item.scales().packed());
    }
}

inline void add_channels(json& out, const format::item& item) {
    range lengths;
    std::uint32_t flips = 0;
    const auto rotations = item.rotations();
    for (std::size_t i = 0; i < rotations.size(); ++i) {
        const quaternion rotation{rotations[i]};
        lengths.add(length(rotation));
        flips += i != 0 && dot(quaternion{rotations[i - 1]}, rotation) < 0 ? 1U : 0U;
    }
    out["position_box_approx"] = numbers(box_of(vectors(item.positions())));
    out["scale_box_approx"] = numbers(box_of(vectors(item.scales())));
    out["rotation_length_approx"] = numbers(lengths);
    out["flips"] = flips;
}

inline void add_samples(json& out, const format::item& item, movement& all) {
    const std::uint32_t frame_count = item.frame_count();
    json samples = json::array();
    json loop_sample = json::array();
    if (frame_count != 0) {
        const auto pose_at = [&](double frame, format::playback mode) {
            return sample<double>(item, frame / static_cast<double>(item.frames_per_second()), {}, mode);
        };
        for (std::size_t i = 0; i < sampled_parts.size(); ++i) {
            const pose at = pose_at(sampled_parts[i] * frame_count, format::playback::once);
            samples.push_back(numbers(elements(at)));
            all.poses[i].add(elements(gltf(at)));
            if (i == matrix_part) {
                all.matrices.add(elements(at.matrix()));
            }
        }
        loop_sample = numbers(elements(pose_at(frame_count - 0.5, format::playback::loop)));
    }
    out["samples_approx"] = std::move(samples);
    out["loop_sample_approx"] = std::move(loop_sample);
}

[[nodiscard]] inline json facts_of(const format::animation& clip) {
    movement all;
    duplicates names;
    json items = json::array();
    for (const auto& item : clip.items()) {
        json facts;
        facts["node"] = latin1(item.name());
        add_keys(facts, clip, item);
        add_channels(facts, item);
        add_samples(facts, item, all);
        items.push_back(std::move(facts));
        names.add(item.name());
    }
    json sums = json::array();
    for (const sum<10>& poses : all.poses) {
        if (clip.frame_count() != 0) {
            sums.push_back(numbers(poses.total()));
        }
    }
    json out;
    out["format"] = "ANIM";
    out["version"] = clip.version();
    if (clip.version() < 3) {
        out["name"] = latin1(clip.name());
    }
    out["fps_approx"] = rounded(clip.frames_per_second());
    out["num_frames"] = clip.frame_count();
    out["num_items"] = clip.items().size();
    out["duration_approx"] = rounded(clip.duration());
    out["duplicate_nodes"] = names.count();
    out["items"] = std::move(items);
    out["matrix_sum_approx"] = numbers(all.matrices);
    out["gltf_sums_approx"] = std::move(sums);
    return out;
}

} // namespace facts::grimrock
