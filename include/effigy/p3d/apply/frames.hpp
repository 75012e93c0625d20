// What a changed scene says about the frames of a model's levels.
#pragma once

#include <effigy/p3d/apply/pairs.hpp>
#include <effigy/scene/reconcile/matching.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// Tells what of the clip of all frames is not brought back: a frame's time is the name of its morph target.
template <class = when_used> class frame_comparison {
public:
    explicit frame_comparison(const paired_scenes& scenes)
        : scenes_(scenes), channel_of_(scenes.now.nodes.size(), npos, scenes.memory) {}

    void run() {
        if (scenes_.trace.frame_clip == npos) {
            return;
        }
        const scene::clip& before = scenes_.before.clips[scenes_.trace.frame_clip];
        const std::uint32_t found = scenes_.clips.now_of(scenes_.trace.frame_clip);
        if (found != npos && !has_same_weights(scenes_.now.clips[found], before)) {
            scenes_.say(remark_kind::left_out, "clip", before.name, "times of frames");
        }
        bool has_frames = false;
        for (const scene::mesh& each : scenes_.now.meshes) {
            has_frames = has_frames || !each.targets.empty();
        }
        if (found == npos && has_frames) {
            scenes_.say(remark_kind::kept, "clip", before.name, "the frames of the model");
        }
    }

private:
    [[nodiscard]] const scene::list<scene::morph_target>* targets_of(const scene& of, std::uint32_t node) const {
        const std::uint32_t mesh = of.nodes[node].mesh;
        return mesh != npos ? &of.meshes[mesh].targets : nullptr;
    }
    // But for those of frames that are new or gone.
    [[nodiscard]] bool has_same_weights(const scene::clip& now, const scene::clip& before) {
        std::size_t known = 0;
        for (std::uint32_t i = 0; i < now.channels.size(); ++i) {
            if (now.channels[i].node != npos) {
                channel_of_[now.channels[i].node] = i;
            }
        }
        for (const scene::channel& each : before.channels) {
            const std::uint32_t node = scenes_.nodes.now_of(each.node);
            const std::uint32_t found = node != npos ? channel_of_[node] : npos;
            const auto* const targets = node != npos ? targets_of(scenes_.now, node) : nullptr;
            if (found == npos) {
                if (targets != nullptr && !targets->empty()) {
                    return false;
                }
                continue; // no frame is left
            }
            ++known;
            const scene::channel& other = now.channels[found];
            if (other.path != each.path || other.interpolation != each.interpolation ||
                now.times[other.times] != before.times[each.times] ||
                !has_same_columns(other, *targets, each, *targets_of(scenes_.before, each.node))) {
                return false;
            }
        }
        return known == now.channels.size();
    }
    // All channels have the path of weights, so that their nodes have meshes with morph targets.
    [[nodiscard]] bool has_same_columns(const scene::channel& now, const scene::list<scene::morph_target>& news,
                                        const scene::channel& before,
                                        const scene::list<scene::morph_target>& olds) const {
        part_matches targets{news.size(), olds.size(), scenes_.memory};
        match_by_names(targets, news, olds);
        match_by_numbers(targets);
        for (std::size_t old = 0; old < olds.size(); ++old) {
            const std::uint32_t match = targets.new_of[old];
            for (std::size_t k = 0; match != npos && k * olds.size() < before.values.size(); ++k) {
                if (now.values[k * news.size() + match] != before.values[k * olds.size() + old]) {
                    return false;
                }
            }
        }
        return true;
    }

    const paired_scenes& scenes_;
    pool<std::uint32_t> channel_of_; // for each node of the changed scene
};

}}}} // namespace effigy::v0::p3d::impl
