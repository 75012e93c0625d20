// The clips of a changed scene in the terms of the original.
#pragma once

#include <effigy/scene/reconcile/merge_nodes.hpp>

namespace effigy { inline namespace v0 { namespace impl {

template <class = when_used> class clip_merger {
    static constexpr std::size_t paths = 3; // translation, rotation, scale
    static constexpr double half_frame = 1.0 / 48;

public:
    clip_merger(reconcile_state& of, const node_merger<>& nodes)
        : of_(of), nodes_(nodes), news_(of.changed.nodes.size() * (paths + 1), npos, of.memory),
          olds_(of.original.nodes.size() * (paths + 1), npos, of.memory), differs_(of.memory) {}

    void run() {
        match_by_names(of_.clips, of_.changed.clips, of_.original.clips);
        const auto without_prefix = [](std::string_view name) { // `Armature|walk`
            const std::size_t bar = name.rfind('|');
            return bar != std::string_view::npos ? name.substr(bar + 1) : name;
        };
        match_by<std::string_view>(
            of_.clips,
            [&](std::uint32_t i, std::string_view& key) {
                return !(key = without_prefix(of_.changed.clips[i].name)).empty();
            },
            [&](std::uint32_t i, std::string_view& key) { return !(key = of_.original.clips[i].name).empty(); },
            [](std::uint32_t, std::uint32_t) {});
        for (std::uint32_t i = 0; i < of_.changed.clips.size(); ++i) {
            merge(of_.changed.clips[i], of_.clips.old_of[i]);
        }
        fit_weights();
        for (std::uint32_t i = 0; i < of_.original.clips.size() && !of_.options.delete_missing; ++i) {
            if (of_.clips.new_of[i] == npos) {
                of_.say(remark_kind::kept, "clip", of_.original.clips[i].name, "the changed scene lacks it");
            }
        }
    }

private:
    // ---- weights of morph targets ----------------------------------------------------------------------------------

    [[nodiscard]] std::size_t targets_of(std::uint32_t node) const {
        const std::uint32_t mesh = of_.made.nodes[node].mesh;
        return mesh != npos ? of_.made.meshes[mesh].targets.size() : 0;
    }
    // The mesh of a node may have got further morph targets, or none.
    void fit_weights() {
        for (scene::clip& clip : of_.made.clips) {
            for (std::size_t i = clip.channels.size(); i-- > 0;) {
                scene::channel& each = clip.channels[i];
                if (each.path != scene::path::weights) {
                    continue;
                }
                const std::size_t keys = clip.times[each.times].size();
                const std::size_t width = each.values.size() / keys, wanted = targets_of(each.node);
                if (wanted == 0) {
                    clip.channels.erase(&each);
                } else if (wanted != width) {
                    scene::list<float> values{of_.memory};
                    for (std::size_t k = 0; k < keys; ++k) {
                        for (std::size_t t = 0; t < wanted; ++t) {
                            values.push_back(t < width ? each.values[k * width + t] : 0);
                        }
                    }
                    each.values = std::move(values);
                }
            }
        }
    }

    // ---- clips -----------------------------------------------------------------------------------------------------

    static void index(const scene::clip& of, pool<std::uint32_t>& to) {
        for (std::uint32_t i = 0; i < of.channels.size(); ++i) {
            const scene::channel& each = of.channels[i];
            if (each.path <= scene::path::weights) {
                to[each.node * (paths + 1) + static_cast<std::size_t>(each.path)] = i;
            }
        }
    }
    static void forget(const scene::clip& of, pool<std::uint32_t>& to) {
        for (const scene::channel& each : of.channels) {
            if (each.path <= scene::path::weights) {
                to[each.node * (paths + 1) + static_cast<std::size_t>(each.path)] = npos;
            }
        }
    }
    struct span_of_time {
        double begin = 0, end = 0;
    };
    [[nodiscard]] static span_of_time times_of(const scene::clip& clip) {
        span_of_time out;
        bool is_first = true;
        for (const scene::channel& each : clip.channels) {
            const scene::list<float>& times = clip.times[each.times];
            const double begin = static_cast<double>(times[0]), end = static_cast<double>(times.back());
            out.begin = is_first || begin < out.begin ? begin : out.begin;
            out.end = is_first || end > out.end ? end : out.end;
            is_first = false;
        }
        return out;
    }

    void merge(const scene::clip& changed, std::uint32_t old) {
        const scene::clip* const before = old != npos ? &of_.original.clips[old] : nullptr;
        index(changed, news_);
        if (before != nullptr) {
            index(*before, olds_);
        }
        double shift = 0;
        std::size_t differing = judge(changed, before, 0);
        if (before != nullptr && differing != 0) { // an editor may begin at frame 1
            const double later = times_of(changed).begin - times_of(*before).begin;
            std::size_t least = differing;
            for (const double by : {later, 1.0 / 24, 1.0 / 25, 1.0 / 30, 1.0 / 60}) {
                differing = least != 0 && by != 0 ? judge(changed, before, by) : least;
                shift = differing < least ? by : shift;
                least = differing < least ? differing : least;
            }
            differing = judge(changed, before, shift);
        }
        if (before != nullptr) {
            apply(changed, of_.made.clips[old], differing, shift);
            tell_missing(*before, of_.made.clips[old]);
            forget(*before, olds_);
        } else {
            scene::clip& made = of_.made.clips.emplace_back();
            made.name = changed.name;
            made.extras = changed.extras;
            apply(changed, made, 0, 0);
            if (made.channels.empty()) {
                of_.made.clips.pop_back();
                of_.say(remark_kind::left_out, "clip", changed.name, "it moves nothing");
            } else {
                of_.say(remark_kind::changed, "clip", changed.name, "is new");
            }
        }
        forget(changed, news_);
    }

    // ---- comparing -------------------------------------------------------------------------------------------------

    // Decides about each channel of the changed clip. Returns how many differ.
    [[nodiscard]] std::size_t judge(const scene::clip& changed, const scene::clip* old, double shift) {
        differs_.clear();
        std::size_t out = 0;
        bool has_other_end = false;
        if (old != nullptr) {
            const double ends = times_of(changed).end - shift - times_of(*old).end;
            has_other_end = absolute(ends) > same_within::frame;
        }
        for (const scene::channel& each : changed.channels) {
            differs_.push_back(differs(changed, each, old, shift, has_other_end));
            out += differs_.back() ? 1U : 0U;
        }
        return out;
    }
    // Not if the result cannot hold the channel, or if it has no effect.
    [[nodiscard]] bool differs(const scene::clip& changed, const scene::channel& channel, const scene::clip* old,
                               double shift, bool has_other_end) const {
        const std::uint32_t node = channel.path <= scene::path::weights ? of_.node_of[channel.node] : npos;
        if (node == npos) {
            return false;
        }
        const std::uint32_t before = node < of_.original.nodes.size() ? node : npos;
        if (channel.path == scene::path::weights) {
            return targets_of(node) != 0 && differs_in_weights(changed, channel, old, before, shift);
        }
        if (of_.made.nodes[node].skin != npos) {
            return false;
        }
        if (before == npos) {
            return true;
        }
        const std::uint32_t old_channel = old != nullptr ? channel_of(olds_, before, channel.path) : npos;
        const bool is_constant = holds_one_value(channel);
        if (has_other_end && old_channel != npos && !is_constant) {
            return true;
        }
        // What turns about another point moves.
        const bool has_moved = channel.path == scene::path::translation &&
                               nodes_.change_of(channel.node).after.translation != vector3<double>{};
        const scene::list<float>& times = changed.times[has_moved ? longest_times(changed, channel) : channel.times];
        if (old_channel != npos && shift == 0 && nodes_.change_of(channel.node).is_plain) {
            const scene::channel& other = old->channels[old_channel];
            if (other.values == channel.values && old->times[other.times] == times &&
                other.interpolation == channel.interpolation) {
                return false;
            }
        }
        bool is_same = true, is_rest = old_channel == npos;
        for (std::size_t i = 0; i < times.size() && (is_same || is_rest); ++i) {
            const double at = static_cast<double>(times[i]);
            const matrix4x3<double> here = new_matrix(changed, channel.node, at);
            is_same = is_same && fits(here, old, before, channel.path, at - shift);
            is_rest = is_rest && is_part_near(here, rest_of(channel.node), before, channel.path);
        }
        if (is_same && old_channel != npos) {
            is_same = fits_in_gaps(times, *old, old->channels[old_channel], shift, [&](double at) {
                return fits(new_matrix(changed, channel.node, at), old, before, channel.path, at - shift,
                            same_within::gap_turn);
            });
        }
        return !is_same && !is_rest;
    }
    [[nodiscard]] static std::uint32_t channel_of(const pool<std::uint32_t>& in, std::uint32_t node, scene::path path) {
        return in[node * (paths + 1) + static_cast<std::size_t>(path)];
    }
    [[nodiscard]] static bool holds_one_value(const scene::channel& of) {
        const std::size_t width = scene::value_count(of.path);
        for (std::size_t i = width; width != 0 && i < of.values.size(); ++i) {
            constexpr float most = 1e-6F;
            const float apart = of.values[i] - of.values[i % width];
            if (!(apart <= most && apart >= -most)) {
                return false;
            }
        }
        return true;
    }
    // Editors that bake have a key in each frame. Where keys are further apart, keys of the original may be gone, or
    // steps may be later. `fits(seconds)` compares the channels at a time of the changed scene.
    template <class Fits>
    [[nodiscard]] static bool fits_in_gaps(const scene::list<float>& times, const scene::clip& old,
                                           const scene::channel& other, double shift, const Fits& fits) {
        constexpr double wide = 0.1;
        const scene::list<float>& keys = old.times[other.times];
        const double later = has_steps(other) ? half_frame + same_within::key_time : 0;
        std::size_t next = 0;
        for (std::size_t i = 0; i + 1 < times.size(); ++i) {
            const double begin = static_cast<double>(times[i]), end = static_cast<double>(times[i + 1]);
            for (; next < keys.size() && static_cast<double>(keys[next]) + shift < end; ++next) {
                const double key = static_cast<double>(keys[next]) + shift;
                for (const double at : {key, key + later}) {
                    if (end - begin > wide && at > begin && at < end && !fits(at)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
    [[nodiscard]] static bool has_steps(const scene::channel& of) noexcept {
        return of.interpolation == scene::interpolation::step;
    }
    [[nodiscard]] matrix4x3<double> rest_of(std::uint32_t node) const {
        return nodes_.change_of(node)(rest_pose<double>(of_.changed.nodes[node]));
    }
    [[nodiscard]] matrix4x3<double> new_matrix(const scene::clip& clip, std::uint32_t node, double seconds) const {
        return nodes_.change_of(node)(pose_at(clip, news_, node, of_.changed.nodes[node], seconds, false));
    }
    [[nodiscard]] static pose<double> pose_at(const scene::clip& clip, const pool<std::uint32_t>& channels,
                                              std::uint32_t node, const scene::node& rest, double seconds,
                                              bool is_linear) {
        pose<double> out = rest_pose<double>(rest);
        if (const std::uint32_t i = channel_of(channels, node, scene::path::translation); i != npos) {
            out.position = sampled_channel<double>{clip, clip.channels[i], seconds}.vector();
        }
        if (const std::uint32_t i = channel_of(channels, node, scene::path::rotation); i != npos) {
            const sampled_channel<double> now{clip, clip.channels[i], seconds};
            out.rotation = is_linear ? now.blended_rotation() : now.rotation();
        }
        if (const std::uint32_t i = channel_of(channels, node, scene::path::scale); i != npos) {
            out.scale = sampled_channel<double>{clip, clip.channels[i], seconds}.vector();
        }
        return out;
    }
    // Whether a part of a matrix is that of the original's clip at a time, also if the editor blends rotations as
    // Blender does, or if a step is half a frame away.
    [[nodiscard]] bool fits(const matrix4x3<double>& here, const scene::clip* old, std::uint32_t node, scene::path path,
                            double seconds, double turn = same_within::key_turn) const {
        const scene::node& rest = of_.made.nodes[node]; // a person may have moved it
        if (old == nullptr) {
            return is_part_near(here, rest_pose<double>(rest).matrix(), node, path, turn);
        }
        const auto fits_at = [&](double at, bool is_linear) {
            return is_part_near(here, pose_at(*old, olds_, node, rest, at, is_linear).matrix(), node, path, turn);
        };
        if (fits_at(seconds, false) || fits_at(seconds, true)) {
            return true;
        }
        bool steps = false;
        for (std::size_t i = 0; i < paths; ++i) {
            const std::uint32_t channel = olds_[node * (paths + 1) + i];
            if (channel != npos) {
                const scene::list<float>& times = old->times[old->channels[channel].times];
                std::size_t next = count_before(
                    times, [&](float time) { return static_cast<double>(time) < seconds - same_within::key_time; });
                constexpr std::size_t most_keys = 8;
                for (const std::size_t end = next + most_keys; next < times.size() && next < end; ++next) {
                    const double key = static_cast<double>(times[next]);
                    if (key > seconds + same_within::key_time) {
                        break;
                    }
                    if (fits_at(key, false)) {
                        return true;
                    }
                }
            }
            steps = steps || (channel != npos && has_steps(old->channels[channel]));
        }
        return steps && (fits_at(seconds - half_frame, false) || fits_at(seconds + half_frame, false));
    }
    [[nodiscard]] bool is_part_near(const matrix4x3<double>& a, const matrix4x3<double>& b, std::uint32_t old,
                                    scene::path path, double turn = same_within::key_turn) const {
        if (path == scene::path::translation) {
            return is_near(a.translation, b.translation,
                           nodes_.reach_of(old, same_within::key_position) +
                               same_within::turn * length(b.translation) / 10);
        }
        if (are_axes_near(a, b, turn)) {
            return true;
        }
        if (path == scene::path::rotation) {
            const matrix4x3<double> p{normalized(a.x), normalized(a.y), normalized(a.z), {}};
            const matrix4x3<double> q{normalized(b.x), normalized(b.y), normalized(b.z), {}};
            return are_axes_near(p, q, turn);
        }
        const vector3<double> p{length(a.x), length(a.y), length(a.z)}, q{length(b.x), length(b.y), length(b.z)};
        return is_near(p, q, turn * length(q));
    }
    [[nodiscard]] part_matches match_targets(std::uint32_t new_node) const {
        const scene::list<scene::morph_target>& changed = of_.changed.meshes[of_.changed.nodes[new_node].mesh].targets;
        const scene::list<scene::morph_target>& made =
            of_.made.meshes[of_.made.nodes[of_.node_of[new_node]].mesh].targets;
        part_matches out{changed.size(), made.size(), of_.memory};
        match_by_names(out, changed, made);
        match_by_numbers(out);
        return out;
    }
    [[nodiscard]] bool differs_in_weights(const scene::clip& changed, const scene::channel& channel,
                                          const scene::clip* old, std::uint32_t before, double shift) const {
        const part_matches targets = match_targets(channel.node);
        const std::uint32_t number = old != nullptr && before != npos ? channel_of(olds_, before, channel.path) : npos;
        const scene::list<float>& times = changed.times[channel.times];
        const bool steps = number != npos && has_steps(old->channels[number]);
        const auto fits = [&](double seconds) {
            const sampled_channel<double> now{changed, channel, seconds};
            for (std::size_t t = 0; t < now.size(); ++t) {
                const auto fits_at = [&](double at) {
                    double was = 0;
                    if (number != npos) {
                        const sampled_channel<double> then{*old, old->channels[number], at};
                        was = targets.old_of[t] < then.size() ? then[targets.old_of[t]] : 0;
                    }
                    return absolute(now[t] - was) <= same_within::key_weight;
                };
                const double at = seconds - shift;
                if (!fits_at(at) && !(steps && (fits_at(at - half_frame) || fits_at(at + half_frame)))) {
                    return false;
                }
            }
            return true;
        };
        for (const float each : times) {
            if (!fits(static_cast<double>(each))) {
                return true;
            }
        }
        return number != npos && !fits_in_gaps(times, *old, old->channels[number], shift, fits);
    }

    // ---- applying --------------------------------------------------------------------------------------------------

    void apply(const scene::clip& changed, scene::clip& to, std::size_t differing, double shift) {
        std::uint64_t replaced = 0, added = 0;
        for (std::size_t i = 0; i < changed.channels.size(); ++i) {
            if (!differs_[i]) {
                continue;
            }
            const scene::channel& from = changed.channels[i];
            const std::uint32_t node = of_.node_of[from.node];
            std::uint32_t number = npos;
            if (differing != 0 && node < of_.original.nodes.size()) {
                number = channel_of(olds_, node, from.path);
            }
            scene::channel made{of_.memory};
            made.node = node;
            made.path = from.path;
            made.interpolation = from.interpolation;
            const scene::channel* const old = number != npos ? &to.channels[number] : nullptr;
            write(changed, from, old, to, made, shift);
            (number != npos ? replaced : added) += 1;
            if (number != npos) {
                to.channels[number] = std::move(made);
            } else {
                to.channels.push_back(std::move(made));
            }
        }
        if (differing != 0 && replaced != 0) {
            of_.say(remark_kind::changed, "clip", to.name, "channels with other keys", replaced);
        }
        if (differing != 0 && added != 0) {
            of_.say(remark_kind::changed, "clip", to.name, "channels added", added);
        }
    }
    // The times of the channel of a node that has the most.
    [[nodiscard]] std::uint32_t longest_times(const scene::clip& changed, const scene::channel& of) const {
        std::uint32_t out = of.times;
        for (std::size_t i = 0; i < paths; ++i) {
            const std::uint32_t other = news_[of.node * (paths + 1) + i];
            const std::uint32_t times = other != npos ? changed.channels[other].times : out;
            out = changed.times[times].size() > changed.times[out].size() ? times : out;
        }
        return out;
    }
    void write(const scene::clip& changed, const scene::channel& from, const scene::channel* old, scene::clip& to,
               scene::channel& made, double shift) {
        const pose_change& change = nodes_.change_of(from.node);
        const bool is_weights = from.path == scene::path::weights;
        const bool is_mixed = !is_weights && !change.is_plain; // each part of the pose can depend on all others
        const scene::list<float>& times = changed.times[is_mixed ? longest_times(changed, from) : from.times];
        scene::list<float> kept{of_.memory};
        const part_matches targets = is_weights ? match_targets(from.node) : part_matches{0, 0, of_.memory};
        for (std::size_t i = 0; i < times.size(); ++i) {
            const double at = static_cast<double>(times[i]);
            const auto moved = static_cast<float>(at - shift > 0 ? at - shift : 0);
            if (!kept.empty() && !(moved > kept.back())) {
                continue;
            }
            kept.push_back(moved);
            if (is_weights) {
                write_weights(to, from, old, targets, i, static_cast<double>(moved), made.values);
            } else if (change.is_plain) {
                const std::size_t width = scene::value_count(from.path);
                for (std::size_t k = 0; k < width; ++k) {
                    made.values.push_back(from.values[i * width + k]);
                }
            } else {
                write_part(decompose(new_matrix(changed, from.node, at)).pose, from.path, made.values);
            }
        }
        const auto last = static_cast<std::uint32_t>(to.times.size() - 1);
        for (const std::uint32_t i : {old != nullptr ? old->times : last, last}) {
            if (made.times == npos && i < to.times.size() && to.times[i] == kept) {
                made.times = i;
            }
        }
        if (made.times == npos) {
            made.times = static_cast<std::uint32_t>(to.times.size());
            to.times.push_back(std::move(kept));
        }
    }
    static void write_part(const pose<double>& from, scene::path path, scene::list<float>& to) {
        const auto append = [&](std::initializer_list<double> all) {
            for (const double each : all) {
                const auto rounded = static_cast<float>(each);
                to.push_back(is_finite(rounded) ? rounded : 0);
            }
        };
        switch (path) {
        case scene::path::translation: append({from.position.x, from.position.y, from.position.z}); break;
        case scene::path::scale: append({from.scale.x, from.scale.y, from.scale.z}); break;
        default: {
            const quaternion<double> q = is_finite(from.rotation) ? normalized(from.rotation) : quaternion<double>{};
            append({q.x, q.y, q.z, q.w});
        }
        }
    }
    void write_weights(const scene::clip& in, const scene::channel& from, const scene::channel* old,
                       const part_matches& targets, std::size_t key, double seconds, scene::list<float>& to) const {
        for (std::size_t t = 0; t < targets.new_of.size(); ++t) {
            const std::uint32_t match = targets.new_of[t];
            float value = 0;
            if (match != npos) {
                value = from.values[key * targets.old_of.size() + match];
            } else if (old != nullptr) {
                const sampled_channel<float> then{in, *old, seconds};
                value = t < then.size() ? then[t] : 0;
            }
            to.push_back(value);
        }
    }
    // Editors drop channels that change nothing.
    void tell_missing(const scene::clip& before, scene::clip& made) const {
        std::uint64_t missing = 0;
        for (std::size_t i = before.channels.size(); i-- > 0;) {
            const scene::channel& each = before.channels[i];
            const std::uint32_t node = each.node != npos ? of_.nodes.new_of[each.node] : npos;
            if (each.path > scene::path::scale || node == npos || holds_one_value(each) ||
                channel_of(news_, node, each.path) != npos) {
                continue;
            }
            ++missing;
            if (of_.options.delete_missing && made.channels.size() > 1) {
                made.channels.erase(&made.channels[i]);
            }
        }
        if (missing != 0) {
            of_.say(of_.options.delete_missing ? remark_kind::changed : remark_kind::kept, "clip", before.name,
                    "channels that the changed scene lacks", missing);
        }
    }

    reconcile_state& of_;
    const node_merger<>& nodes_;
    pool<std::uint32_t> news_, olds_; // per node and path: the channel of the clips that are compared
    pool<bool> differs_;              // per channel of the changed clip
};

}}} // namespace effigy::v0::impl
