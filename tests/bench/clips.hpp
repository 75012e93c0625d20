// Clips that are played frame by frame, compared with loops as a program would write them by hand for one format: over
// tables that are made once, without any check.
#pragma once

#include "bench/corpus.hpp"
#include "bench/timing.hpp"

#include <effigy/grimrock.hpp>
#include <effigy/m2.hpp>
#include <effigy/nwn.hpp>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace bench {

namespace raw {

using vector = effigy::vector3<float>;
using rotation = effigy::quaternion<float>;

[[nodiscard]] inline vector between(const vector& a, const vector& b, float t) {
    return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t};
}
[[nodiscard]] inline rotation mixed(const rotation& a, float s, const rotation& b, float t) {
    const rotation q{a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t, a.w * s + b.w * t};
    const float by = 1 / std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {q.x * by, q.y * by, q.z * by, q.w * by};
}
[[nodiscard]] inline float cosine(const rotation& a, const rotation& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// A clip of Grimrock: keys are found by the number of a frame.
class grimrock_clip {
public:
    grimrock_clip(const effigy::grimrock::animation& clip, const effigy::grimrock::node_index& nodes)
        : rate_(clip.frames_per_second()), count_(clip.frame_count()) {
        for (const auto& item : clip.items()) {
            if (const std::uint32_t node = nodes.find_last(item.name()); node != effigy::npos) {
                channels_.push_back(
                    {list_of(item.positions()), list_of(item.rotations()), list_of(item.scales()), node});
            }
        }
    }
    void pose(double seconds, std::vector<effigy::matrix4x3<float>>& out) const {
        const auto frame = static_cast<float>(seconds) * rate_;
        const auto whole = static_cast<std::uint32_t>(frame);
        const float t = frame - static_cast<float>(whole);
        const std::uint32_t first = whole % count_;
        const std::uint32_t second = (first + 1) % count_;
        for (const channel& each : channels_) {
            vector position, scale{1, 1, 1};
            rotation turn;
            if (each.positions.count != 0) {
                position = between(each.positions.get<vector>(first), each.positions.get<vector>(second), t);
            }
            if (each.scales.count != 0) {
                scale = between(each.scales.get<vector>(first), each.scales.get<vector>(second), t);
            }
            if (each.rotations.count != 0) {
                const auto a = each.rotations.get<rotation>(first), b = each.rotations.get<rotation>(second);
                turn = mixed(a, 1 - t, b, cosine(a, b) < 0 ? -t : t);
            }
            out[each.node] = effigy::compose(position, turn, scale);
        }
    }

private:
    struct list {
        const std::byte* first = nullptr;
        std::size_t stride = 0;
        std::uint32_t count = 0;

        template <class T> [[nodiscard]] T get(std::uint32_t frame) const {
            T out;
            std::memcpy(&out, first + (frame < count ? frame : count - 1) * stride, sizeof(T));
            return out;
        }
    };
    struct channel {
        list positions, rotations, scales;
        std::uint32_t node;
    };
    template <class T> [[nodiscard]] static list list_of(const effigy::strided<T>& keys) {
        return {keys.data(), keys.stride(), static_cast<std::uint32_t>(keys.size())};
    }

    float rate_;
    std::uint32_t count_;
    std::vector<channel> channels_;
};

// An animation of Neverwinter Nights: each controller remembers its last key.
class nwn_animation {
public:
    nwn_animation(const effigy::nwn::animation_index& clip, const effigy::nwn::node_index& nodes)
        : duration_(clip.duration()) {
        for (std::uint32_t i = 0; i < clip.size(); ++i) {
            const auto one = clip.at(i);
            const std::uint32_t node = nodes.find(one.name());
            if (node != effigy::npos && clip.find(one.name()) == i) {
                movers_.push_back({keys_of(one, effigy::nwn::controls_position),
                                   keys_of(one, effigy::nwn::controls_orientation),
                                   keys_of(one, effigy::nwn::controls_scale), node});
            }
        }
    }
    void pose(double seconds, std::vector<effigy::pose<float>>& out) {
        const double time = duration_ > 0 ? std::fmod(seconds, duration_) : 0;
        for (mover& each : movers_) {
            effigy::pose<float>& to = out[each.node];
            if (!each.position.times.empty()) {
                const float t = each.position.move_to(time);
                const float *a = each.position.first(), *b = each.position.second();
                to.position = between({a[0], a[1], a[2]}, {b[0], b[1], b[2]}, t);
            }
            if (!each.orientation.times.empty()) {
                const float t = each.orientation.move_to(time);
                const float *a = each.orientation.first(), *b = each.orientation.second();
                const rotation from{a[0], a[1], a[2], a[3]};
                to.rotation = t == 0 ? from : effigy::slerp(from, rotation{b[0], b[1], b[2], b[3]}, t);
            }
            if (!each.scale.times.empty()) {
                const float t = each.scale.move_to(time);
                const float by = *each.scale.first() + (*each.scale.second() - *each.scale.first()) * t;
                to.scale = {by, by, by};
            }
        }
    }

private:
    struct keys {
        std::vector<double> times;
        std::vector<float> values;
        std::size_t width = 0, last = 0;

        // Returns the weight of the second key.
        float move_to(double time) {
            last = times[last] <= time ? last : 0;
            while (last + 1 < times.size() && times[last + 1] <= time) {
                ++last;
            }
            return last + 1 == times.size() || time < times[0]
                       ? 0
                       : static_cast<float>((time - times[last]) / (times[last + 1] - times[last]));
        }
        [[nodiscard]] const float* first() const { return &values[last * width]; }
        [[nodiscard]] const float* second() const { return last + 1 < times.size() ? first() + width : first(); }
    };
    struct mover {
        keys position, orientation, scale;
        std::uint32_t node;
    };
    [[nodiscard]] static keys keys_of(const effigy::nwn::node& moving, std::int32_t id) {
        const auto all = moving.controllers();
        const auto found = all.at(all.find(id));
        keys out;
        out.times.assign(found.times().begin(), found.times().end());
        out.values.assign(found.values().begin(), found.values().end());
        out.width = found.width();
        return out;
    }

    double duration_;
    std::vector<mover> movers_;
};

// An animation of World of Warcraft: each track remembers its last key.
class m2_animation {
public:
    m2_animation(const effigy::m2::model& model, std::uint32_t number, const effigy::m2::bone_index& bones)
        : duration_(model.animations()[number].duration()) {
        for (std::uint32_t i = 0; i < bones.size(); ++i) {
            const auto one = bones[i];
            const std::uint32_t parent = bones.parent(i);
            const vector origin = parent != effigy::npos ? one.pivot() - bones[parent].pivot() : one.pivot();
            bones_.push_back({origin, track_of<vector>(one.translation(), number),
                              track_of<rotation>(one.rotation(), number), track_of<vector>(one.scale(), number)});
        }
    }
    void pose(double seconds, double age, std::vector<effigy::pose<float>>& out) {
        const double time = std::fmin(seconds, duration_);
        for (std::size_t i = 0; i < bones_.size(); ++i) {
            bone& each = bones_[i];
            const vector moved = each.translation.at(time, age, {}, between);
            out[i].position = {each.origin.x + moved.x, each.origin.y + moved.y, each.origin.z + moved.z};
            out[i].rotation = each.turn.at(time, age, {}, slerp);
            out[i].scale = each.scale.at(time, age, {1, 1, 1}, between);
        }
    }

private:
    // As the library computes it, so that the results have the same bits everywhere.
    [[nodiscard]] static rotation slerp(const rotation& a, const rotation& b, float t) {
        return effigy::slerp(a, b, t);
    }
    template <class T> struct track {
        std::vector<double> times;
        std::vector<T> values;
        double loop = 0;
        bool is_global = false, holds = false;
        std::size_t last = 0;

        template <class Blend> [[nodiscard]] T at(double time, double age, const T& rest, const Blend& blend) {
            const std::size_t count = times.size();
            if (count < 2) {
                return count == 0 ? rest : values[0];
            }
            const double now = is_global ? (loop > 0 ? std::fmod(age, loop) : 0) : time;
            if (!(now > times[0])) {
                return values[0];
            }
            if (!(now < times[count - 1])) {
                return values[count - 1];
            }
            last = times[last] <= now ? last : 0;
            while (times[last + 1] <= now) {
                ++last;
            }
            const auto t = static_cast<float>((now - times[last]) / (times[last + 1] - times[last]));
            return holds || t == 0 ? values[last] : blend(values[last], values[last + 1], t);
        }
    };
    struct bone {
        vector origin;
        track<vector> translation;
        track<rotation> turn;
        track<vector> scale;
    };
    template <class T, class Stored> [[nodiscard]] static track<T> track_of(const Stored& stored,
                                                                            std::uint32_t number) {
        const auto keys = stored.keys(number);
        track<T> out;
        out.times.assign(keys.times.begin(), keys.times.end());
        for (std::size_t i = 0; i < keys.times.size(); ++i) {
            out.values.push_back(effigy::m2::key_at<float>(keys, i).value);
        }
        out.is_global = stored.is_global();
        out.loop = stored.global_duration();
        out.holds = stored.interpolation() == effigy::m2::interpolation::step;
        return out;
    }

    double duration_;
    std::vector<bone> bones_;
};

} // namespace raw

// A clip that is played on a model in three ways. `Poses`: a matrix or a pose per node.
template <class Poses> class played_clip {
protected:
    static constexpr int frames = 30;
    static constexpr double step = 0.0167; // seconds, not a whole part of those between keys

    // The sum of some bits of all frames.
    template <class Pose> [[nodiscard]] std::uint64_t play(const Pose& pose) {
        std::uint64_t out = 0;
        for (int i = 0; i < frames; ++i) {
            pose(i * step);
            out += bits_of(poses_.back());
        }
        return out;
    }
    // Whether two ways have the same bits in each frame, and the third one nearly: it does not normalise keys.
    template <class First, class Second, class Third>
    [[nodiscard]] bool agree(const First& first, const Second& second, const Third& third) {
        const Poses before = poses_;
        for (int i = 0; i < frames; ++i) {
            poses_ = before;
            first(i * step);
            const Poses expected = std::exchange(poses_, before);
            second(i * step);
            if (!(std::exchange(poses_, before) == expected)) {
                return false;
            }
            third(i * step);
            for (std::size_t k = 0; k < poses_.size(); ++k) {
                if (!(difference(poses_[k], expected[k]) < 0.01F)) {
                    return false;
                }
            }
        }
        return true;
    }

    Poses poses_;

private:
    [[nodiscard]] static std::uint64_t bits_of(const effigy::matrix4x3<float>& m) { return bits_of(m.translation); }
    [[nodiscard]] static std::uint64_t bits_of(const effigy::pose<float>& p) { return bits_of(p.position); }
    [[nodiscard]] static std::uint64_t bits_of(const effigy::vector3<float>& v) {
        return std::bit_cast<std::uint32_t>(v.x) ^ std::bit_cast<std::uint32_t>(v.z);
    }
    [[nodiscard]] static float difference(const effigy::matrix4x3<float>& a, const effigy::matrix4x3<float>& b) {
        return length(a.x - b.x) + length(a.y - b.y) + length(a.z - b.z) + length(a.translation - b.translation);
    }
    [[nodiscard]] static float difference(const effigy::pose<float>& a, const effigy::pose<float>& b) {
        return difference(a.matrix(), b.matrix());
    }
};

class grimrock_clip : public played_clip<std::vector<effigy::matrix4x3<float>>> {
    [[nodiscard]] auto plainly() {
        return [this](double seconds) { apply(clip_, seconds, nodes_, poses_, effigy::playback::loop); };
    }
    [[nodiscard]] auto bound() {
        return [this](double seconds) { apply(bound_, seconds, poses_, effigy::playback::loop); };
    }
    [[nodiscard]] auto by_hand() {
        return [this](double seconds) { by_hand_.pose(seconds, poses_); };
    }

public:
    grimrock_clip(const effigy::grimrock::animation& clip, const effigy::grimrock::model& model)
        : clip_(clip), entries_(model.nodes().size()), nodes_(model.index(entries_)), items_(clip.items().size()),
          bound_(clip, nodes_, items_), by_hand_(clip, nodes_) {
        poses_.resize(nodes_.size());
        rest_poses(nodes_, poses_);
    }

    [[nodiscard]] std::size_t moved() const { return bound_.size(); }
    [[nodiscard]] bool agree() { return played_clip::agree(plainly(), bound(), by_hand()); }
    [[nodiscard]] std::uint64_t play() { return played_clip::play(plainly()); }
    [[nodiscard]] std::uint64_t play_bound() { return played_clip::play(bound()); }
    [[nodiscard]] std::uint64_t play_by_hand() { return played_clip::play(by_hand()); }

    // Each clip with the first model of which it moves at least four nodes.
    [[nodiscard]] static std::vector<std::unique_ptr<grimrock_clip>> all_of(const corpus& files) {
        std::vector<std::unique_ptr<grimrock_clip>> out;
        const std::vector<bytes> models = files.select<grimrock_models>();
        for (const bytes file : files.select<grimrock_clips>()) {
            const auto clip = effigy::grimrock::open_animation(file);
            for (std::size_t i = 0; clip && clip->frame_count() != 0 && i < models.size(); ++i) {
                if (const auto model = effigy::grimrock::open(models[i])) {
                    auto made = std::make_unique<grimrock_clip>(*clip, *model);
                    if (made->moved() >= 4) {
                        out.push_back(std::move(made));
                        break;
                    }
                }
            }
        }
        return out;
    }

private:
    struct grimrock_models {
        using input = bytes;
        [[nodiscard]] static bool is(effigy::file_kind what) {
            return what == effigy::file_kind::grimrock_model || what == effigy::file_kind::shinobi_model;
        }
    };
    struct grimrock_clips {
        using input = bytes;
        [[nodiscard]] static bool is(effigy::file_kind what) {
            return what == effigy::file_kind::grimrock_animation || what == effigy::file_kind::shinobi_animation;
        }
    };

    effigy::grimrock::animation clip_;
    std::vector<effigy::tree_entry> entries_;
    effigy::grimrock::node_index nodes_;
    std::vector<effigy::grimrock::bound_item> items_;
    effigy::grimrock::bound_animation bound_;
    raw::grimrock_clip by_hand_;
};

class nwn_clip : public played_clip<std::vector<effigy::pose<float>>> {
    [[nodiscard]] auto plainly() {
        return [this](double seconds) { apply(clip_, seconds, nodes_, poses_, effigy::playback::loop); };
    }
    [[nodiscard]] auto bound() {
        return [this](double seconds) { apply(bound_, seconds, poses_, effigy::playback::loop); };
    }
    [[nodiscard]] auto by_hand() {
        return [this](double seconds) { by_hand_.pose(seconds, poses_); };
    }

public:
    nwn_clip(const effigy::nwn::model& model, const effigy::nwn::animation& clip)
        : entries_(model.nodes().size()), nodes_(model.index(entries_)), clip_entries_(clip.count_nodes()),
          clip_(clip.index(clip_entries_)), movers_(clip_.size()), bound_(clip_, nodes_, movers_),
          by_hand_(clip_, nodes_) {
        poses_.resize(nodes_.size());
        rest_poses(nodes_, poses_);
    }

    [[nodiscard]] std::size_t moved() const { return bound_.size(); }
    [[nodiscard]] bool agree() { return played_clip::agree(plainly(), bound(), by_hand()); }
    [[nodiscard]] std::uint64_t play() { return played_clip::play(plainly()); }
    [[nodiscard]] std::uint64_t play_bound() { return played_clip::play(bound()); }
    [[nodiscard]] std::uint64_t play_by_hand() { return played_clip::play(by_hand()); }

    // The first animation of each model that moves four nodes.
    [[nodiscard]] static std::vector<std::unique_ptr<nwn_clip>> all_of(const corpus& files) {
        std::vector<std::unique_ptr<nwn_clip>> out;
        for (const bytes file : files.select<nwn_models>()) {
            const auto model = effigy::nwn::open(file);
            for (const auto& clip : model ? model->animations() : effigy::nwn::model{}.animations()) {
                auto made = std::make_unique<nwn_clip>(*model, clip);
                if (made->moved() >= 4) {
                    out.push_back(std::move(made));
                    break;
                }
            }
        }
        return out;
    }

private:
    struct nwn_models {
        using input = bytes;
        [[nodiscard]] static bool is(effigy::file_kind what) { return what == effigy::file_kind::nwn_model; }
    };

    std::vector<effigy::tree_entry> entries_;
    effigy::nwn::node_index nodes_;
    std::vector<effigy::tree_entry> clip_entries_;
    effigy::nwn::animation_index clip_;
    std::vector<effigy::nwn::bound_node> movers_;
    effigy::nwn::bound_animation bound_;
    raw::nwn_animation by_hand_;
};

class m2_clip : public played_clip<std::vector<effigy::pose<float>>> {
    [[nodiscard]] auto plainly() {
        return [this](double seconds) { apply(model_, {number_, seconds, seconds}, index_, poses_); };
    }
    [[nodiscard]] auto bound() {
        return [this](double seconds) { apply(bound_, seconds, seconds, poses_); };
    }
    [[nodiscard]] auto by_hand() {
        return [this](double seconds) { by_hand_.pose(seconds, seconds, poses_); };
    }

public:
    m2_clip(const m2_input& file, std::uint32_t number)
        : file_(file), model_(*effigy::m2::open(file_, file_.companions())), number_(number),
          entries_(model_.bones().size()), index_(model_.index(entries_)), bones_(index_.size()),
          bound_(model_, number, index_, bones_), by_hand_(model_, number, index_) {
        poses_.resize(index_.size());
    }

    [[nodiscard]] std::size_t moved() const { return bones_.size(); }
    [[nodiscard]] bool agree() { return played_clip::agree(plainly(), bound(), by_hand()); }
    [[nodiscard]] std::uint64_t play() { return played_clip::play(plainly()); }
    [[nodiscard]] std::uint64_t play_bound() { return played_clip::play(bound()); }
    [[nodiscard]] std::uint64_t play_by_hand() { return played_clip::play(by_hand()); }

    // Up to three animations of each model.
    [[nodiscard]] static std::vector<std::unique_ptr<m2_clip>> all_of(const corpus& files) {
        std::vector<std::unique_ptr<m2_clip>> out;
        for (const m2_input& file : files.select<m2_models>()) {
            const auto model = effigy::m2::open(file, file.companions());
            const std::size_t count = model && !model->bones().empty() ? model->animations().size() : 0;
            for (std::size_t i = 0; i < count; i += count / 3 + 1) {
                out.push_back(std::make_unique<m2_clip>(file, static_cast<std::uint32_t>(i)));
            }
        }
        return out;
    }

private:
    struct m2_models {
        using input = m2_input;
        [[nodiscard]] static bool is(effigy::file_kind what) { return what == effigy::file_kind::m2_model; }
    };

    m2_input file_; // the model refers to its list of companions
    effigy::m2::model model_;
    std::uint32_t number_;
    std::vector<effigy::tree_entry> entries_;
    effigy::m2::bone_index index_;
    std::vector<effigy::m2::bound_bone<float>> bones_;
    effigy::m2::bound_animation<float> bound_;
    raw::m2_animation by_hand_;
};

template <class Clip> void compare_clips(const char* name, const corpus& files) {
    const std::vector<std::unique_ptr<Clip>> all = Clip::all_of(files);
    std::size_t moved = 0;
    for (const auto& each : all) {
        moved += each->moved();
        if (!each->agree()) {
            std::fprintf(stderr, "%s: a clip differs\n", name);
            std::exit(1);
        }
    }
    std::printf("%s: %zu clips that move %zu nodes, 30 frames of each\n", name, all.size(), moved);
    if (all.empty()) {
        return;
    }
    const auto compare_ways = [&](const char* what, const auto& way) {
        const comparison found = compare(
            all.size(), 1, [&](std::size_t i) { return way(*all[i]); },
            [&](std::size_t i) { return all[i]->play_by_hand(); });
        const double poses = 30.0 * static_cast<double>(moved);
        std::printf("  %-18s %6.1f ns a pose, by hand %6.1f   %5.2f  (%.2f .. %.2f)\n", what,
                    found.first.median / poses, found.second.median / poses, found.ratio.median, found.ratio.least,
                    found.ratio.most);
    };
    compare_ways("apply", [](Clip& one) { return one.play(); });
    compare_ways("apply, bound", [](Clip& one) { return one.play_bound(); });
}
inline void compare_clips(const corpus& files) {
    compare_clips<grimrock_clip>("clips of grimrock and shinobi", files);
    compare_clips<nwn_clip>("clips of nwn", files);
    compare_clips<m2_clip>("clips of m2", files);
}

} // namespace bench
