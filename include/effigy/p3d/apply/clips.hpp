// A clip of a changed scene as an RTM animation.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/p3d/apply/pairs.hpp>
#include <effigy/p3d/sample.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// The matrices of a scene's joints at times of a clip, as an animation stores them.
template <class = when_used> class joint_sampler {
public:
    // `size`: of the model.
    joint_sampler(const scene& of, const scene::clip* clip, double size, std::pmr::memory_resource* memory)
        : of_(of), clip_(clip), poses_(of.nodes.size(), memory), world_(of.nodes.size(), memory),
          binds_(of.nodes.size(), memory), moves_(of.nodes.size(), memory), has_bind_(of.nodes.size(), memory) {
        static_cast<void>(world_matrices(of, world_));
        for (std::size_t i = 0; i < of.nodes.size(); ++i) {
            binds_[i] = inverse(world_[i]).matrix;
        }
        const pool<bool> is_bound = bound_joints(of, world_, size);
        for (const scene::skin& skin : of.skins) {
            for (std::size_t i = 0; i < skin.joints.size(); ++i) {
                const std::uint32_t joint = skin.joints[i];
                if (!has_bind_[joint]) {
                    has_bind_[joint] = true;
                    const matrix4x3<double> bind = to_real<double>(skin.inverse_binds[i]);
                    moves_[joint] = is_bound[joint] ? matrix4x3<double>{} : world_[joint] * bind;
                    binds_[joint] = is_bound[joint] ? bind : binds_[joint];
                }
            }
        }
    }
    [[nodiscard]] bool is_joint(std::uint32_t node) const noexcept { return has_bind_[node]; }
    void go_to(double seconds) {
        if (clip_ != nullptr) {
            static_cast<void>(play(of_, *clip_, seconds, poses_));
            static_cast<void>(world_matrices(of_, poses_, world_));
        }
    }
    // Where the points of a joint are at rest, from where they are bound.
    [[nodiscard]] const matrix4x3<double>& move(std::uint32_t node) const noexcept { return moves_[node]; }
    // In the file's space. The identity for npos.
    [[nodiscard]] matrix4x3<double> matrix(std::uint32_t node) const noexcept {
        return node != npos ? mirrored_z::matrix(world_[node] * binds_[node]) : matrix4x3<double>{};
    }

private:
    const scene& of_;
    const scene::clip* clip_; // null: at rest
    pool<pose<double>> poses_;
    pool<matrix4x3<double>> world_, binds_, moves_;
    pool<bool> has_bind_;
};

template <class = when_used> class clip_applier {
public:
    // `before`: null if the clip is new. `old`: the animation of `to`; empty if that is.
    clip_applier(const paired_scenes& scenes, const scene::clip& now, const scene::clip* before, const animation& old,
                 owned_animation& to)
        : scenes_(scenes), now_(now), before_(before), old_(old), to_(to),
          sampler_now_(scenes.now, &now, scenes.trace.model_size, scenes.memory),
          sampler_before_(scenes.before, before, scenes.trace.model_size, scenes.memory), is_changed_(scenes.memory),
          moves_(scenes.memory), bones_(scenes.memory), times_(scenes.memory), made_(scenes.memory) {}

    [[nodiscard]] error run() {
        find_changes();
        find_bones();
        find_times();
        if (const error why = check_size()) {
            return why;
        }
        if (old_.phases().empty() && (times_.empty() || bones_.empty())) {
            return {};
        }
        const bool has_new_times = makes_times_;
        if (!has_new_times && !has_changed_bones_ && !has_new_bones_) {
            set_motion();
            return {};
        }
        make_poses();
        if (!has_new_times) {
            add_times_between();
        }
        store();
        set_motion();
        return {};
    }

private:
    struct moved_bone {
        text<32> name;
        std::uint32_t old = npos;    // its number in the old animation
        std::uint32_t now = npos;    // node of the changed scene
        std::uint32_t before = npos; // node of the original scene
        vector3<double> middle;
        double radius = 0, scale = 1;
        bool is_changed = false;
    };
    struct timed_phase {
        float phase = 0;
        double seconds = 0;
        std::uint32_t old = npos; // its number in the old animation
    };

    [[nodiscard]] double seconds() const noexcept { return scenes_.made_with.seconds; }

    // Finds the changed scene's nodes that move otherwise than before, also those that a parent moves, and those that
    // the clip moves at all.
    void find_changes() {
        const std::size_t count = scenes_.now.nodes.size();
        is_changed_.assign(count, scenes_.rewrite_all || before_ == nullptr);
        moves_.assign(count, false);
        using key = std::pair<std::uint32_t, std::uint32_t>; // node of the original scene, path
        numbers_by_key<key> known{scenes_.memory};
        const std::size_t known_count = before_ != nullptr ? before_->channels.size() : 0;
        pool<bool> is_found(known_count, scenes_.memory);
        for (std::uint32_t i = 0; i < known_count; ++i) {
            const scene::channel& each = before_->channels[i];
            if (each.node != npos) {
                known.add(key{each.node, static_cast<std::uint32_t>(each.path)}, i);
            }
        }
        for (const scene::channel& each : now_.channels) {
            if (each.node == npos || each.path > scene::path::scale) {
                continue;
            }
            moves_[each.node] = true;
            const std::uint32_t node = scenes_.nodes.before_of(each.node);
            const std::uint32_t same =
                node != npos ? known.find(key{node, static_cast<std::uint32_t>(each.path)}) : npos;
            if (same == npos || !is_same(before_->channels[same], each)) {
                is_changed_[each.node] = true;
            }
            if (same != npos) {
                is_found[same] = true;
            }
        }
        for (std::uint32_t i = 0; i < known_count; ++i) {
            const std::uint32_t node = scenes_.nodes.now_of(before_->channels[i].node);
            if (!is_found[i] && node != npos) {
                scenes_.say_missing("keys", scenes_.now.nodes[node].name);
                is_changed_[node] = is_changed_[node] || scenes_.delete_missing;
            }
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t parent = scenes_.now.nodes[i].parent, before = scenes_.nodes.before_of(i);
            is_changed_[i] = is_changed_[i] ||
                             (before != npos && !(scenes_.now.nodes[i].local == scenes_.before.nodes[before].local));
            if (parent != npos) {
                is_changed_[i] = is_changed_[i] || is_changed_[parent];
                moves_[i] = moves_[i] || moves_[parent];
            }
        }
    }
    [[nodiscard]] bool is_same(const scene::channel& a, const scene::channel& b) const noexcept {
        return a.interpolation == b.interpolation && a.values == b.values &&
               before_->times[a.times] == now_.times[b.times];
    }

    // The bones of the old animation, then those that the clip moves and the animation has not.
    void find_bones() {
        numbers_by_key<std::string_view, compare_names> joints{scenes_.memory}, names{scenes_.memory};
        for (std::uint32_t i = 0; i < scenes_.trace.joints.size(); ++i) {
            const std::string_view name = scenes_.trace.joints[i].bone;
            if (!joints.contains(name)) { // the first joint of a name follows this bone in all clips
                joints.add(name, i);
            }
        }
        const std::span<const text<32>> header = std::as_const(to_).get(to_.bone_names);
        for (std::uint32_t i = 0; i < header.size(); ++i) {
            moved_bone made{.name = header[i],
                            .old = i,
                            .now = npos,
                            .before = npos,
                            .middle = {},
                            .radius = 0,
                            .scale = 1,
                            .is_changed = false};
            const bool is_first = !names.contains(header[i].view());
            if (is_first) {
                names.add(header[i].view(), i);
                set_joint(made, joints.find(header[i].view()));
            }
            bones_.push_back(made);
        }
        for (std::uint32_t i = 0; i < scenes_.trace.joints.size(); ++i) {
            const joint_trace& each = scenes_.trace.joints[i];
            if (joints.find(each.bone) == i && !names.contains(each.bone)) {
                moved_bone made{};
                set_joint(made, i);
                add_bone(made, each.bone, names);
            }
        }
        for (std::uint32_t i = 0; i < scenes_.now.nodes.size(); ++i) {
            if (scenes_.nodes.before_of(i) == npos && sampler_now_.is_joint(i)) {
                moved_bone made{};
                made.now = i;
                made.middle = to_real<double>(scenes_.now.nodes[i].local.position);
                made.radius = scenes_.trace.model_size;
                made.is_changed = true;
                add_bone(made, scenes_.now.nodes[i].name, names);
            }
        }
        for (const moved_bone& each : bones_) {
            has_changed_bones_ = has_changed_bones_ || (each.is_changed && each.now != npos);
        }
    }
    void set_joint(moved_bone& to, std::uint32_t joint) const {
        if (joint == npos) {
            return;
        }
        const joint_trace& from = scenes_.trace.joints[joint];
        to.before = from.inner != npos ? from.inner : from.outer;
        for (const std::uint32_t node : {from.inner, from.scaled, from.outer}) {
            to.now = to.now == npos && node != npos ? scenes_.nodes.now_of(node) : to.now;
        }
        const matrix4x3<double> move = to.now != npos ? sampler_now_.move(to.now) : matrix4x3<double>{};
        to.scale = larger(larger(length(move.x), length(move.y)), length(move.z));
        to.middle = transform_point(move, from.middle);
        to.radius = to.scale * from.radius;
        to.is_changed = to.now != npos && is_changed_[to.now];
    }
    void add_bone(moved_bone made, std::string_view name, numbers_by_key<std::string_view, compare_names>& names) {
        if (made.now == npos || !moves_[made.now] || names.contains(name)) {
            return;
        }
        if (name.empty() || !made.name.assign(name) || name.size() >= sizeof(made.name)) {
            scenes_.say(remark_kind::left_out, "node", name, "a bone's name has 1 to 31 characters");
            return;
        }
        names.add(name, 0);
        made.is_changed = true;
        has_new_bones_ = true;
        bones_.push_back(made);
        scenes_.say(remark_kind::changed, "node", name, "a new bone of the clip");
    }

    // ---- phases ----------------------------------------------------------------------------------------------------

    [[nodiscard]] static float end_of(const scene::clip& of) noexcept {
        float out = 0;
        for (const scene::list<float>& times : of.times) {
            out = times.empty() ? out : larger(out, times.back());
        }
        return out;
    }
    // Keeps the phases of the file, unless the clip has another length: then its keys are the phases.
    void find_times() {
        const float end = end_of(now_);
        makes_times_ = old_.phases().empty() || (before_ != nullptr && absolute(end - end_of(*before_)) >=
                                                                           static_cast<float>(least_seconds_between));
        if (!makes_times_) {
            std::uint32_t number = 0;
            for (const p3d::phase& each : old_.phases()) {
                times_.push_back({each.time(), static_cast<double>(each.time()) * seconds(), number++});
            }
            return;
        }
        pool<float> keys = key_times(false);
        const bool is_longer = static_cast<double>(end) > seconds() + least_seconds_between;
        const double whole = is_longer || !(seconds() > 0) ? static_cast<double>(end) : seconds();
        for (const float key : keys) {
            const double at = whole > 0 ? static_cast<double>(key) / whole : 0;
            times_.push_back({static_cast<float>(at), static_cast<double>(key), npos});
        }
        scenes_.say(remark_kind::changed, "clip", now_.name, "the phases are those of its keys", times_.size());
        if (is_longer) {
            scenes_.say(remark_kind::guessed, "clip", now_.name,
                        "it is longer than the seconds that the phases from 0 to 1 take: its length is 1");
        }
    }
    static constexpr double least_seconds_between = 1e-4;
    // Returns the times of keys, in order, none nearer to another than importers tell apart.
    [[nodiscard]] pool<float> key_times(bool of_changed) const {
        pool<bool> is_taken(now_.times.size(), scenes_.memory);
        pool<float> all{scenes_.memory};
        for (const scene::channel& each : now_.channels) {
            if (each.node != npos && each.path <= scene::path::scale && !is_taken[each.times] &&
                (!of_changed || is_changed_[each.node])) {
                is_taken[each.times] = true;
                all.append(now_.times[each.times]);
            }
        }
        heap_sort(all);
        std::size_t count = 0;
        for (const float each : all) {
            if (count == 0 ||
                static_cast<double>(each) - static_cast<double>(all[count - 1]) >= least_seconds_between) {
                all[count++] = each;
            }
        }
        all.resize(count);
        return all;
    }
    [[nodiscard]] error check_size() const {
        std::uint64_t keys = 0;
        for (const scene::list<float>& each : now_.times) {
            keys += each.size();
        }
        for (const scene::channel& each : now_.channels) {
            keys += each.values.size();
        }
        constexpr std::uint64_t times = 64;
        const std::uint64_t most = times * (keys * sizeof(float) + to_.size_in_bytes()) + (std::uint64_t{1} << 20);
        const std::uint64_t phases = times_.size() + (makes_times_ ? 0 : key_times(true).size());
        const std::uint64_t found = phases * bones_.size() * sizeof(owned_bone_pose);
        return found <= most ? error{} : error{{"rtm.phases"}, errc::budget, most, static_cast<std::int64_t>(found)};
    }

    // ---- poses -----------------------------------------------------------------------------------------------------

    // Makes the poses of all bones in all phases of times_.
    void make_poses() {
        for (const timed_phase& each : times_) {
            sampler_now_.go_to(each.seconds);
            if (each.old != npos) {
                sampler_before_.go_to(each.seconds);
            }
            for (const moved_bone& bone : bones_) {
                made_.push_back(pose_of(bone, each));
            }
        }
    }
    [[nodiscard]] owned_bone_pose pose_of(const moved_bone& bone, const timed_phase& at) const {
        owned_bone_pose out{};
        out.bone = bone.name;
        if (at.old != npos && bone.old != npos) {
            out = std::as_const(to_).get(std::as_const(to_).get(to_.phases)[at.old].bones)[bone.old];
            const bool differs =
                bone.is_changed && bone.now != npos &&
                (scenes_.rewrite_all || sampler_now_.matrix(bone.now) != sampler_before_.matrix(bone.before));
            return differs ? with_matrix(out, sampler_now_.matrix(bone.now)) : out;
        }
        if (bone.now != npos && (bone.is_changed || bone.old == npos || makes_times_)) {
            return with_matrix(out, sampler_now_.matrix(bone.now));
        }
        const p3d::bone old = old_.bones().at(bone.old);
        return with_matrix(out, sample<double>(old, static_cast<double>(at.phase)));
    }
    [[nodiscard]] static owned_bone_pose with_matrix(owned_bone_pose out, const matrix4x3<double>& m) noexcept {
        out.x = to_real<float>(m.x);
        out.y = to_real<float>(m.y);
        out.z = to_real<float>(m.z);
        out.position = to_real<float>(m.translation);
        return out;
    }
    // Adds phases at keys that the blend of the phases around them does not reach.
    void add_times_between() {
        const pool<float> keys = key_times(true);
        pool<timed_phase> times{scenes_.memory};
        pool<owned_bone_pose> made{scenes_.memory};
        std::size_t next = 0; // of the keys
        std::uint64_t added = 0;
        for (std::size_t i = 0; i < times_.size(); ++i) {
            times.push_back(times_[i]);
            made.append(std::span<const owned_bone_pose>{made_}.subspan(i * bones_.size(), bones_.size()));
            while (next < keys.size() &&
                   !(static_cast<double>(keys[next]) >= times_[i].seconds + least_seconds_between)) {
                ++next;
            }
            for (; i + 1 < times_.size() && next < keys.size() &&
                   static_cast<double>(keys[next]) <= times_[i + 1].seconds - least_seconds_between;
                 ++next) {
                const double at = static_cast<double>(keys[next]);
                sampler_now_.go_to(at);
                if (is_missed(i, at)) {
                    timed_phase between{static_cast<float>(at / seconds()), at, npos};
                    if (between.phase > times.back().phase && between.phase < times_[i + 1].phase) {
                        for (std::size_t bone = 0; bone < bones_.size(); ++bone) {
                            made.push_back(pose_of(bones_[bone], between));
                        }
                        times.push_back(between);
                        ++added;
                    }
                }
            }
        }
        if (added != 0) {
            times_.swap(times);
            made_.swap(made);
            scenes_.say(remark_kind::changed, "clip", now_.name, "phases between those of the file", added);
        }
    }
    // Whether a changed bone moves its points elsewhere than the blend of phases `i` and the next one.
    [[nodiscard]] bool is_missed(std::size_t i, double seconds) const noexcept {
        const double part = (seconds - times_[i].seconds) / (times_[i + 1].seconds - times_[i].seconds);
        const double allowed = 4 * larger(scenes_.made_with.tolerance, 2e-5) * scenes_.trace.model_size;
        for (std::size_t bone = 0; bone < bones_.size(); ++bone) {
            const moved_bone& each = bones_[bone];
            if (!each.is_changed || each.now == npos) {
                continue;
            }
            const owned_bone_pose &a = made_[i * bones_.size() + bone], &b = made_[(i + 1) * bones_.size() + bone];
            const auto blend = [part](const vector3<float>& from, const vector3<float>& to) {
                return lerp(to_real<double>(from), to_real<double>(to), part);
            };
            const matrix4x3<double> there = sampler_now_.matrix(each.now);
            const vector3<double> x = blend(a.x, b.x) - there.x, y = blend(a.y, b.y) - there.y,
                                  z = blend(a.z, b.z) - there.z;
            const vector3<double> middle = mirrored_z::point(each.middle);
            const vector3<double> off =
                x * middle.x + y * middle.y + z * middle.z + (blend(a.position, b.position) - there.translation);
            const double turned = square_root(dot(x, x) + dot(y, y) + dot(z, z)) * each.radius;
            if (!(length(off) + turned <= allowed * each.scale)) {
                return true;
            }
        }
        return false;
    }

    // ---- storing ---------------------------------------------------------------------------------------------------

    void store() {
        const bool keeps_lists = !makes_times_ && !has_new_bones_ && times_.size() == to_.phases.count;
        if (keeps_lists) {
            for (std::size_t i = 0; i < times_.size(); ++i) {
                const std::span<owned_bone_pose> poses = to_.get(to_.get(to_.phases)[i].bones);
                for (std::size_t bone = 0; bone < bones_.size() && bone < poses.size(); ++bone) {
                    poses[bone] = made_[i * bones_.size() + bone];
                }
            }
            scenes_.say(remark_kind::changed, "clip", now_.name, "poses of bones");
            return;
        }
        to_.version = to_.version == 0 ? 101 : to_.version;
        pool<text<32>> names{scenes_.memory};
        for (const moved_bone& each : bones_) {
            names.push_back(each.name);
        }
        to_.set(to_.bone_names, names);
        pool<owned_phase> phases{scenes_.memory};
        for (std::size_t i = 0; i < times_.size(); ++i) {
            owned_phase made{};
            made.phase = times_[i].phase;
            to_.set(made.bones, std::span<const owned_bone_pose>{made_}.subspan(i * bones_.size(), bones_.size()));
            phases.push_back(made);
        }
        to_.set(to_.phases, phases);
        scenes_.say(remark_kind::changed, "clip", now_.name, "poses of bones");
    }
    void set_motion() {
        const auto* const now = find_extra<scene::list<double>>(now_.extras, "motion");
        const auto* const before =
            before_ != nullptr ? find_extra<scene::list<double>>(before_->extras, "motion") : nullptr;
        if (now == nullptr || now->size() != 3 || (before != nullptr && *now == *before)) {
            return;
        }
        const vector3<float> made = stored_motion({(*now)[0], (*now)[1], (*now)[2]});
        if (!is_finite(made) || (to_.version == 100 && (made.x != 0 || made.y != 0))) {
            scenes_.say(remark_kind::left_out, "clip", now_.name, "its motion: version 100 has that along z");
        } else if (!equal(to_.motion, decltype(to_.motion){made})) {
            to_.motion = made;
            scenes_.say(remark_kind::changed, "clip", now_.name, "motion");
        }
    }
    [[nodiscard]] static vector3<float> stored_motion(const vector3<double>& of) noexcept {
        return to_real<float>(mirrored_z::point(of));
    }

    const paired_scenes& scenes_;
    const scene::clip& now_;
    const scene::clip* before_;
    animation old_;
    owned_animation& to_;
    joint_sampler<> sampler_now_, sampler_before_;
    pool<bool> is_changed_, moves_; // for each node of the changed scene
    pool<moved_bone> bones_;
    pool<timed_phase> times_;
    pool<owned_bone_pose> made_; // for each phase, of each bone
    bool makes_times_ = false, has_changed_bones_ = false, has_new_bones_ = false;
};

}}}} // namespace effigy::v0::p3d::impl
