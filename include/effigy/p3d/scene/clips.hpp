// RTM animations and point caches as clips.
#pragma once

#include <effigy/p3d/scene/motion.hpp>

#include <array>
#include <charconv>

namespace effigy::inline v0::p3d::impl {

// Adds one animation to the scene, as a clip of the joints.
template <class = when_used> class clip_maker {
public:
    clip_maker(builder& to, joint_list<>& joints, const scene_options& options) noexcept
        : to_(&to), joints_(&joints), options_(options), scratch_(to.memory()) {}

    // Makes a clip. `clips_left` counts this clip and those after it; they share the remaining memory.
    void make(const named_clip& source, std::size_t clips_left) {
        const phase_list phases = source.keys.phases();
        const std::size_t channels = 4 * joints_->size();
        if (phases.empty() ||
            !to_->pay(3 * sizeof(scene::clip) + (channels + 2) * (sizeof(scene::channel) + sizeof(scene::list<float>)) +
                      6 * phases.size() * sizeof(float) + 64 + 4 * sizeof(scene::extra) + source.name.size())) {
            return;
        }
        scene::clip made{to_->memory()};
        made.name = source.name;
        made.channels.reserve(channels);
        made.times.reserve(channels + 2);
        clip_ = &made;
        error_ = 0;
        const bones_by_name bones{source.keys.bones()};
        std::size_t left = joints_->size();
        for (std::size_t i = 0; i < joints_->size() && !to_->why(); ++i, --left) {
            if (const p3d::bone bone = bones.find((*joints_)[i].name)) {
                add_bone(i, phases, bone.index(), to_->left() / (left * clips_left));
            }
        }
        if (made.channels.empty()) {
            return; // no bone of the animation moves a point
        }
        extras_of to{made.extras};
        to.add("motion", mirrored_z::point(source.keys.motion()));
        to.add("tolerance", error_);
        clip_builder{made}.last_until(options_.seconds); // a full run, even if its last phase is below 1
        to_->made.clips.push_back(std::move(made));
    }

private:
    // `budget`: bytes for the bone's keys.
    void add_bone(std::size_t joint_number, const phase_list& phases, std::uint32_t bone, std::uint64_t budget) {
        const bone_joint& joint = (*joints_)[joint_number];
        const vector3<double> middle = joint.middle();
        const std::uint64_t at_phases = phases.size() * (sizeof(vector3<float>) + sizeof(float));
        if (!to_->pay(2 * at_phases)) {
            return;
        }
        auto times = to_->template list<float>();
        auto positions = to_->template list<float>();
        times.reserve(phases.size());
        positions.reserve(3 * phases.size());
        // The keys are made in scratch_, then copied.
        constexpr std::uint64_t size_of_both = bone_keys::size_of_key + bone_keys::size_of_made_key;
        budget = budget > 2 * at_phases ? budget - 2 * at_phases : 0;
        const std::size_t most_keys = std::max<std::size_t>(
            static_cast<std::size_t>(std::min<std::uint64_t>(budget / size_of_both, most_of(phases.size()))),
            2 * phases.size() + 2); // enough for the phases themselves
        if (scratch_.times.capacity() < most_keys) {
            if (!to_->pay(most_keys * bone_keys::size_of_key)) {
                return;
            }
            scratch_.clear();
            scratch_.reserve(most_keys);
        }
        const double size = joints_->model_size();
        const double radius = joint.radius();
        double tolerance = options_.tolerance;
        constexpr int most_tries = 5;
        constexpr double anything = 1e300; // a tolerance that needs keys at the phases only, which always fit
        for (int i = 0; i < most_tries; ++i, tolerance *= 16) {
            const double of_matrices = radius > 0 && i + 1 < most_tries ? tolerance * size / radius : anything;
            scratch_.clear();
            times.clear();
            positions.clear();
            bone_key_maker keys{scratch_, of_matrices, most_keys};
            add_phases(phases, bone, middle, keys, times, positions);
            if (keys.fits()) {
                error_ = larger(error_, size > 0 ? keys.error() * radius / size : 0);
                break;
            }
        }
        finish(joint_number, std::move(times), std::move(positions));
    }
    // Returns the largest number of keys for this number of phases, at any tolerance.
    [[nodiscard]] static constexpr std::uint64_t most_of(std::uint64_t phases) noexcept { return 520 * phases; }
    void add_phases(const phase_list& phases, std::uint32_t bone, const vector3<double>& middle, bone_key_maker<>& keys,
                    scene::list<float>& times, scene::list<float>& positions) const {
        for (const p3d::phase& phase : phases) {
            const bone_pose* const stored = phase.bones().at(bone);
            const double seconds = static_cast<double>(phase.time()) * options_.seconds;
            const auto time = static_cast<float>(seconds);
            if (stored == nullptr || !(time >= 0 && time - time == 0) || (!times.empty() && !(time > times.back()))) {
                continue;
            }
            const auto wide = [](const vec3<>& v) { return vector3<double>{v}; };
            const matrix4x3<double> matrix = mirrored_z::matrix(
                matrix4x3<double>{wide(stored->x), wide(stored->y), wide(stored->z), wide(stored->position)});
            const vector3<float> position = to_real<float>(transform_point(matrix, middle));
            if (!is_finite(matrix) || !is_finite(position)) {
                continue;
            }
            times.push_back(time);
            positions.insert(positions.end(), {position.x, position.y, position.z});
            keys.add(seconds, matrix);
        }
    }

    void finish(std::size_t joint_number, scene::list<float>&& times, scene::list<float>&& positions) {
        if (times.empty()) {
            return;
        }
        const std::uint64_t bytes = (scratch_.times.size() * 2 + scratch_.rotations.size() + scratch_.scales.size() +
                                     scratch_.inner_times.size() + scratch_.inner_rotations.size()) *
                                    sizeof(float);
        if (!to_->pay(bytes)) {
            return;
        }
        const bone_joint& joint = (*joints_)[joint_number];
        add(joint.outer, scene::path::translation, times, std::move(positions), 3);
        add(joint.outer, scene::path::rotation, scratch_.times, copy(scratch_.rotations), 4);
        if (scales()) {
            add(joint.outer, scene::path::scale, scratch_.times, copy(scratch_.scales), 3);
        }
        if (scratch_.is_sheared) {
            joints_->add_inner_node(joint_number);
            add(joint.inner, scene::path::rotation, scratch_.inner_times, copy(scratch_.inner_rotations), 4);
        }
    }
    [[nodiscard]] bool scales() const noexcept {
        bool out = false;
        for (const float scale : scratch_.scales) {
            out = out || scale != 1;
        }
        return out;
    }
    [[nodiscard]] scene::list<float> copy(const scene::list<float>& of) const {
        return scene::list<float>{of.begin(), of.end(), to_->memory()};
    }
    // Adds a channel. Keys that are all equal become one key.
    void add(std::uint32_t node, scene::path path, const scene::list<float>& times, scene::list<float>&& values,
             std::size_t width) {
        if (times.empty() || node == npos) {
            return;
        }
        bool is_constant = true;
        for (std::size_t i = width; i < values.size(); ++i) {
            is_constant = is_constant && values[i] == values[i - width];
        }
        scene::channel& made = clip_->channels.emplace_back(to_->memory());
        made.node = node;
        made.path = path;
        made.values = std::move(values);
        if (is_constant) {
            made.values.resize(width);
        }
        const std::span<const float> used{times.data(), is_constant ? 1 : times.size()};
        const auto is_used = [&](const scene::list<float>& known) {
            return std::equal(known.begin(), known.end(), used.begin(), used.end());
        };
        // Most channels share the times of the first or of the latest channels.
        const std::size_t known = clip_->times.size();
        for (std::size_t i = 0; i < known; ++i) {
            if ((i < 4 || i + 4 >= known) && is_used(clip_->times[i])) {
                made.times = static_cast<std::uint32_t>(i);
                return;
            }
        }
        made.times = static_cast<std::uint32_t>(known);
        clip_->times.emplace_back(used.begin(), used.end());
    }

    builder* to_;
    joint_list<>* joints_;
    scene_options options_;
    bone_keys scratch_;
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
    void make(const lod& level, const point_vertices& vertices, scene::mesh& out) {
        auto times = times_of(level);
        const std::uint64_t count = times.size();
        if (count == 0) {
            return;
        }
        const std::uint64_t each = sizeof(scene::morph_target) + vertices.size() * sizeof(vector3<float>);
        if (count * each + count * (count + 1) * sizeof(float) + 2 * sizeof(scene::clip) > to_->left() ||
            !to_->pay(count * each + count * (count + 1) * sizeof(float))) {
            extras_of(out.extras).add("framesLeftOut", count);
            times_.clear();
            return;
        }
        out.targets.reserve(times.size());
        float last = -1;
        for (const morph_frame& frame : level.morph_frames()) {
            if (is_kept(frame, last) && out.targets.size() < count) {
                last = time_of(frame);
                add_target(frame, vertices, out);
            }
        }
        times.resize(out.targets.size());
        times_ = std::move(times);
    }
    // Adds the channel of the targets that make() made. `node` has the mesh.
    void add_channel(std::uint32_t node) {
        if (times_.empty() ||
            !to_->pay(2 * sizeof(scene::clip) + 3 * sizeof(scene::channel) + 3 * sizeof(scene::list<float>))) {
            return;
        }
        if (clip_ == npos) {
            clip_ = static_cast<std::uint32_t>(to_->made.clips.size());
            to_->made.clips.emplace_back(to_->memory()).name = "frames";
        }
        const std::size_t count = times_.size();
        auto weights = to_->template list<float>(count * count);
        for (std::size_t i = 0; i < count; ++i) {
            weights[i * count + i] = 1;
        }
        clip_builder{to_->made.clips[clip_]}.add_weights(node, std::move(times_), std::move(weights));
        times_.clear();
    }

private:
    [[nodiscard]] float time_of(const morph_frame& frame) const noexcept {
        return static_cast<float>(static_cast<double>(frame.time()) * seconds_);
    }
    [[nodiscard]] bool is_kept(const morph_frame& frame, float last) const noexcept {
        const float time = time_of(frame);
        return time >= 0 && time - time == 0 && time > last;
    }
    [[nodiscard]] scene::list<float> times_of(const lod& level) {
        auto out = to_->template list<float>();
        std::size_t count = 0;
        float last = -1;
        for (const morph_frame& frame : level.morph_frames()) {
            if (is_kept(frame, last)) {
                last = time_of(frame);
                ++count;
            }
        }
        if (!to_->pay(count * sizeof(float))) {
            return out;
        }
        out.reserve(count);
        for (const morph_frame& frame : level.morph_frames()) {
            if (is_kept(frame, out.empty() ? -1 : out.back())) {
                out.push_back(time_of(frame));
            }
        }
        return out;
    }
    static void add_target(const morph_frame& frame, const point_vertices& vertices, scene::mesh& out) {
        const array<vec3<>> positions = frame.positions();
        scene::morph_target& made = out.targets.emplace_back(out.targets.get_allocator().resource());
        std::array<char, 32> time{};
        const char* const end = std::to_chars(time.data(), &time.back(), frame.time()).ptr;
        made.name = "frame_";
        made.name += std::string_view{time.data(), static_cast<std::size_t>(end - time.data())};
        made.positions.resize(vertices.size());
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

} // namespace effigy::inline v0::p3d::impl
