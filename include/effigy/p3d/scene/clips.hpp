// RTM animations and point caches as clips.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/p3d/scene/motion.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// Adds one animation to the scene, as a clip of the joints.
template <class = when_used> class clip_maker {
public:
    clip_maker(builder& to, joint_list<>& joints, const scene_options& options) noexcept
        : to_(&to), joints_(&joints), options_(options), scratch_(to.memory()) {}

    // Bytes for the keys of a clip, in proportion to its file.
    [[nodiscard]] std::uint64_t share_of(std::size_t number) const noexcept {
        return 6 *
               (options_.clips[number].keys.file().size() + joints_->mixed_in(number) * joints_->bytes_of_bone(number));
    }
    // Makes clip `number` of the options. `share`: that of share_of(). `shares_left`: the shares of this clip and those
    // after it. The keys take at most the clip's share and a constant, so that their error does not depend on the other
    // clips. They take less only if less is left.
    void make(std::size_t number, std::uint64_t share, std::uint64_t shares_left) {
        const named_clip& source = options_.clips[number];
        const phase_list phases = source.keys.phases();
        const bones_by_name bones{source.keys.bones()};
        const std::uint64_t before = to_->left();
        std::size_t moved = 0;
        for (std::size_t i = 0; i < joints_->size(); ++i) {
            moved += joints_->bone_in(number, i, bones) ? 1U : 0U;
        }
        const std::size_t channels = channels_of_bone * moved;
        if (phases.empty() || moved == 0 ||
            !to_->charge(3 * sizeof(scene::clip) +
                         (channels + 2) * (sizeof(scene::channel) + sizeof(scene::list<float>)) +
                         6 * phases.size() * sizeof(float) + 64 + 4 * sizeof(scene::extra) + source.name.size())) {
            return;
        }
        scene::clip made{to_->memory()};
        made.name = source.name;
        made.channels.reserve(channels);
        made.times.reserve(channels + 2);
        clip_ = &made;
        constexpr std::uint64_t constant = std::uint64_t{80} * 1024; // an animation of a few phases can need many keys
        const std::uint64_t fixed = before - to_->left();
        const std::uint64_t available =
            before >= shares_left
                ? before - (shares_left - share)
                : static_cast<std::uint64_t>(static_cast<double>(before) * static_cast<double>(share) /
                                             static_cast<double>(shares_left));
        if (!add_bones(number, phases, bones, moved, rest(share + constant, fixed), rest(available, fixed)) ||
            made.channels.empty()) {
            return;
        }
        auto extras = to_->extras();
        extras.add("motion", mirrored_z::point(source.keys.motion())).add("tolerance", error_).put_into(made.extras);
        if (const auto end = static_cast<float>(options_.seconds); is_later(end, end_of(made))) {
            clip_builder{*to_, made}.last_until(options_.seconds); // a full run, even if its last phase is below 1
        }
        to_->add(to_->made.clips, std::move(made));
    }

private:
    // Translation and rotation of the outer node, rotation and scale of the scaled node, rotation of the inner node.
    static constexpr std::size_t channels_of_bone = 5;
    static constexpr std::uint32_t outer = 0, scaled = 1, inner = 2; // nodes of a joint

    [[nodiscard]] static float end_of(const scene::clip& clip) noexcept {
        float out = 0;
        for (const scene::list<float>& times : clip.times) {
            out = larger(out, times.back());
        }
        return out;
    }
    [[nodiscard]] static std::uint64_t rest(std::uint64_t of, std::uint64_t without) noexcept {
        return of > without ? of - without : 0;
    }
    // Adds the channels of all bones, at the smallest tolerance at which they take at most `budget` and `available`
    // bytes. At the last one, keys are at the phases only, which always fit. `moved`: the number of bones. Returns
    // false if the scene needs too much memory.
    [[nodiscard]] bool add_bones(std::size_t number, const phase_list& phases, const bones_by_name& bones,
                                 std::size_t moved, std::uint64_t budget, std::uint64_t available) {
        const std::uint64_t parts = std::min<std::size_t>(1 + moved, 8); // one of them is for scratch_
        const auto keys_in = [&](std::uint64_t bytes) {
            return to_size(std::min<std::uint64_t>(bytes / parts / bone_keys::size_of_key, most_of(phases.size())));
        };
        const std::size_t known = scratch_.times.capacity();
        const std::size_t most_keys = std::max<std::size_t>(
            phases.size() + 3,
            std::min<std::size_t>(keys_in(budget), std::max<std::size_t>(known, keys_in(available))));
        const std::uint64_t of_scratch = most_keys * bone_keys::size_of_key;
        if (known < most_keys) {
            if (!to_->charge(of_scratch)) {
                return false;
            }
            available = rest(available, of_scratch);
            scratch_.clear();
            scratch_.reserve(most_keys);
        }
        budget = std::min<std::uint64_t>(rest(budget, of_scratch), available); // also if an earlier clip paid for it
        constexpr int most_tries = 5;
        double tolerance = options_.tolerance;
        for (int i = 0; i < most_tries; ++i, tolerance *= 16) {
            const bool is_last = i + 1 == most_tries;
            clip_->channels.clear();
            clip_->times.clear();
            error_ = 0;
            std::uint64_t spent = 0, of_nodes = 0;
            bool fits = true;
            for (std::size_t k = 0; k < joints_->size() && (fits || is_last); ++k) {
                if (const p3d::bone bone = joints_->bone_in(number, k, bones)) {
                    fits = make_keys(k, phases, bone.index(), is_last ? anything : tolerance, most_keys);
                    const std::uint64_t bytes = scratch_.size_in_clip() + phases.size() * size_of_place;
                    spent += bytes;
                    of_nodes += scratch_.is_sheared ? 2 * (sizeof(scene::node) + (*joints_)[k].name.size()) : 0;
                    fits = fits && spent + of_nodes <= budget;
                    if (is_last && !to_->fits_limit(spent)) {
                        return false;
                    }
                    if (fits || is_last) {
                        finish(k);
                    }
                }
            }
            if (fits || is_last) {
                return to_->charge(spent) && place_channels();
            }
        }
        return false;
    }
    static constexpr double anything = 1e300;
    // Bytes of a position and its time, twice: while they are made, and in the clip.
    static constexpr std::uint64_t size_of_place = 2 * (sizeof(vector3<float>) + sizeof(float));

    // Makes the keys of a bone in scratch_, times_ and positions_. Returns false if there are too many.
    [[nodiscard]] bool make_keys(std::size_t joint_number, const phase_list& phases, std::uint32_t bone,
                                 double tolerance, std::size_t most_keys) {
        const bone_joint& joint = (*joints_)[joint_number];
        const double size = joints_->model_size();
        const double radius = joint.radius();
        const double of_matrices = radius > 0 && tolerance < anything ? tolerance * size / radius : anything;
        const auto try_with = [&](bool is_stepped) {
            bone_key_maker keys{scratch_, of_matrices, is_stepped, most_keys};
            add_phases(phases, bone, joint.middle(), keys);
            return keys.fits() ? keys.error() : anything;
        };
        double error = try_with(true);
        if (error > of_matrices || scratch_.inner_times.size() > phases.size()) {
            const std::uint64_t bytes = scratch_.size_in_clip();
            const double other = try_with(false);
            const bool both_fit = error <= of_matrices && other <= of_matrices;
            if (both_fit ? scratch_.size_in_clip() < bytes : other < error) {
                error = other;
            } else {
                error = try_with(true);
            }
        }
        error_ = larger(error_, size > 0 && error < anything ? error * radius / size : 0);
        return error < anything;
    }
    // Returns the largest number of keys for this number of phases, at any tolerance.
    [[nodiscard]] static constexpr std::uint64_t most_of(std::uint64_t phases) noexcept { return 520 * phases; }
    void add_phases(const phase_list& phases, std::uint32_t bone, const vector3<double>& middle,
                    bone_key_maker<>& keys) {
        times_.clear();
        positions_.clear();
        times_.reserve(phases.size());
        positions_.reserve(3 * phases.size());
        for (const p3d::phase& phase : phases) {
            const bone_pose* const stored = phase.bones().at(bone);
            const double seconds = static_cast<double>(phase.time()) * options_.seconds;
            const auto time = static_cast<float>(seconds);
            if (stored == nullptr || !(time >= 0 && is_finite(time)) ||
                (!times_.empty() && !is_later(time, times_.back()))) {
                continue;
            }
            const auto wide = [](const vec3<>& v) { return vector3<double>{v}; };
            const matrix4x3<double> matrix = mirrored_z::matrix(
                matrix4x3<double>{wide(stored->x), wide(stored->y), wide(stored->z), wide(stored->position)});
            const vector3<float> position = to_real<float>(transform_point(matrix, middle));
            if (!is_finite(matrix) || !is_finite(position)) {
                continue;
            }
            times_.push_back(time);
            for (const float component : {position.x, position.y, position.z}) {
                positions_.push_back(component);
            }
            keys.add(seconds, matrix);
        }
    }

    // Adds the channels of a bone from its keys. `node` of a channel is three times the joint's number plus `outer`,
    // `scaled` or `inner`.
    void finish(std::size_t joint_number) {
        const auto first = static_cast<std::uint32_t>(3 * joint_number);
        add(first + outer, scene::path::translation, times_, copy(positions_), 3);
        add(first + outer, scene::path::rotation, scratch_.times, copy(scratch_.rotations), 4);
        if (scales()) {
            add(first + (scratch_.is_sheared ? scaled : outer), scene::path::scale, scratch_.times,
                copy(scratch_.scales), 3);
        }
        if (scratch_.is_sheared) {
            auto back = copy(scratch_.inner_rotations);
            for (std::size_t i = 0; i < back.size(); ++i) {
                back[i] = i % 4 == 3 ? back[i] : -back[i];
            }
            add(first + scaled, scene::path::rotation, scratch_.inner_times, std::move(back), 4, scratch_.is_stepped);
            add(first + inner, scene::path::rotation, scratch_.inner_times, copy(scratch_.inner_rotations), 4,
                scratch_.is_stepped);
        }
    }
    // Replaces the numbers of joints by those of their nodes. Makes the nodes that are missing.
    [[nodiscard]] bool place_channels() {
        std::size_t missing = 0;
        for (const scene::channel& each : clip_->channels) {
            missing += each.node % 3 == inner && (*joints_)[each.node / 3].inner == npos ? 2U : 0U;
        }
        if (!to_->reserve(to_->made.nodes, missing)) {
            return false;
        }
        for (scene::channel& each : clip_->channels) {
            const std::uint32_t number = each.node / 3;
            if (each.node % 3 != outer) {
                joints_->add_inner_nodes(number);
            }
            const bone_joint& joint = (*joints_)[number];
            each.node = each.node % 3 == outer ? joint.outer : each.node % 3 == scaled ? joint.scaled : joint.inner;
        }
        return !to_->why();
    }
    [[nodiscard]] bool scales() const noexcept {
        bool out = false;
        for (const float scale : scratch_.scales) {
            out = out || scale != 1;
        }
        return out;
    }
    [[nodiscard]] scene::list<float> copy(const pool<float>& of) const { return scene::list<float>{of, to_->memory()}; }
    // Adds a channel, if it has keys. Keys that are all equal become one key.
    void add(std::uint32_t node, scene::path path, const pool<float>& times, scene::list<float>&& values,
             std::size_t width, bool is_stepped = false) {
        if (times.empty()) {
            return;
        }
        bool is_constant = true;
        for (std::size_t i = width; i < values.size(); ++i) {
            is_constant = is_constant && values[i] == values[i - width];
        }
        scene::channel made{to_->memory()};
        made.node = node;
        made.path = path;
        made.interpolation = is_stepped ? scene::interpolation::step : scene::interpolation::linear;
        made.values.swap(values);
        if (is_constant) {
            made.values.resize(width);
        }
        const std::span<const float> used{times.data(), is_constant ? 1 : times.size()};
        const auto is_used = [&](const scene::list<float>& known) {
            return std::equal(known.begin(), known.end(), used.begin(), used.end());
        };
        // Most channels share the times of the first or of the latest channels.
        const std::size_t known = clip_->times.size();
        std::size_t found = 0;
        while (found < known && !((found < 4 || found + 4 >= known) && is_used(clip_->times[found]))) {
            ++found;
        }
        if (found == known) {
            clip_->times.emplace_back().append(used);
        }
        made.times = static_cast<std::uint32_t>(found);
        clip_->channels.push_back(std::move(made));
    }

    builder* to_;
    joint_list<>* joints_;
    scene_options options_;
    bone_keys scratch_;
    pool<float> times_{to_->memory()}, positions_{to_->memory()}; // of the latest bone
    scene::clip* clip_ = nullptr;
    double error_ = 0; // the largest of all bones, relative to the model's size
};

// ---- point caches --------------------------------------------------------------------------------------------------

// The frames of a level's point cache as morph targets of its mesh and weights of its node. A frame is left out if its
// time is not above that of the frame before it.
template <class = when_used> class frame_maker {
public:
    frame_maker(builder& to, const scene_options& options) noexcept : to_(&to), seconds_(options.seconds) {}

    // Makes the targets. If the frames do not fit, the mesh's extras count them.
    void make(const lod& level, const point_vertices& vertices, scene::mesh& out, level_trace* trace) {
        auto times = times_of(level);
        const std::uint64_t count = times.size();
        if (count == 0) {
            return;
        }
        const std::uint64_t each = sizeof(scene::morph_target) + vertices.size() * sizeof(vector3<float>);
        if (count * each + count * (count + 1) * sizeof(float) + 2 * sizeof(scene::clip) > to_->left()) {
            to_->extras().add("framesLeftOut", count).put_into(out.extras);
            times_.clear();
            return;
        }
        if (!to_->reserve(out.targets, count)) {
            return;
        }
        float last = -1;
        std::uint32_t number = 0;
        for (const morph_frame& frame : level.morph_frames()) {
            if (is_kept(frame, last) && out.targets.size() < count && !to_->why()) {
                last = time_of(frame);
                add_target(frame, vertices, out);
                if (trace != nullptr) {
                    trace->frames.push_back(number);
                }
            }
            ++number;
        }
        times.resize(out.targets.size());
        times_.swap(times);
    }
    [[nodiscard]] std::uint32_t clip() const noexcept { return clip_; } // npos: there is none
    // Adds the channel of the targets that make() made. `node` has the mesh.
    void add_channel(std::uint32_t node) {
        if (times_.empty()) {
            return;
        }
        if (clip_ == npos && to_->add(to_->made.clips) != nullptr) {
            clip_ = static_cast<std::uint32_t>(to_->made.clips.size() - 1);
            to_->made.clips[clip_].name = "frames";
        }
        const std::size_t count = times_.size();
        auto weights = to_->template list<float>(std::uint64_t{count} * count);
        if (to_->why()) {
            return;
        }
        for (std::size_t i = 0; i < count; ++i) {
            weights[i * count + i] = 1;
        }
        clip_builder{*to_, to_->made.clips[clip_]}.add_weights(node, times_, std::move(weights));
        times_.clear();
    }

private:
    [[nodiscard]] float time_of(const morph_frame& frame) const noexcept {
        return static_cast<float>(static_cast<double>(frame.time()) * seconds_);
    }
    [[nodiscard]] bool is_kept(const morph_frame& frame, float last) const noexcept {
        const float time = time_of(frame);
        return time >= 0 && is_finite(time) && time > last;
    }
    [[nodiscard]] scene::list<float> times_of(const lod& level) {
        std::size_t count = 0;
        float last = -1;
        for (const morph_frame& frame : level.morph_frames()) {
            if (is_kept(frame, last)) {
                last = time_of(frame);
                ++count;
            }
        }
        auto out = to_->template list<float>(count);
        std::size_t i = 0;
        for (const morph_frame& frame : level.morph_frames()) {
            if (i < out.size() && is_kept(frame, i == 0 ? -1 : out[i - 1])) {
                out[i++] = time_of(frame);
            }
        }
        return out;
    }
    void add_target(const morph_frame& frame, const point_vertices& vertices, scene::mesh& out) {
        const array<vec3<>> positions = frame.positions();
        scene::morph_target& made = out.targets.emplace_back();
        std::array<char, 32> time{};
        const char* const end = std::to_chars(time.data(), &time.back(), frame.time()).ptr;
        made.name = to_->text({"frame_", {time.data(), static_cast<std::size_t>(end - time.data())}});
        if (!to_->resize(vertices.size(), made.positions)) {
            return;
        }
        for (std::uint32_t i = 0; i < vertices.size(); ++i) {
            if (const vec3<>* const stored = positions.at(vertices[i].point)) {
                const vector3<float> moved = mirrored_z::point(vector3<float>{*stored}) - out.positions[i];
                made.positions[i] = is_finite(moved) ? moved : vector3<float>{};
            }
        }
    }

    builder* to_;
    double seconds_;
    scene::list<float> times_{to_->memory()}; // of the latest mesh
    std::uint32_t clip_ = npos;
};

}}}} // namespace effigy::v0::p3d::impl
