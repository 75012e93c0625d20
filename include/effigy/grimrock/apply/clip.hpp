// Bringing a clip of a scene back into an animation.
#pragma once

#include <effigy/grimrock/apply/pairs.hpp>
#include <effigy/scene/play.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

template <class = when_used> class clip_changer {
public:
    // `applied`: of the nodes of `scenes.now`. `was`: null if the clip is new or moved nothing. `file`: its number
    // among the clips of the trace; npos: it is new. `to`: the animation as it is.
    clip_changer(const paired_scenes& scenes, const pool<applied_node>& applied, const scene::clip& now,
                 const scene::clip* was, std::uint32_t file, owned_animation& to, playback mode)
        : scenes_(scenes), applied_(applied), now_(now), was_(was), file_(file), to_(to), mode_(mode),
          has_changed_(file == npos), old_count_(to.frame_count), count_(to.frame_count),
          rate_(static_cast<double>(to.frames_per_second)), moved_(scenes.memory), items_(scenes.memory) {}

    [[nodiscard]] error run() {
        const bool has_rate = rate_ > 0 && is_finite(rate_);
        rate_ = has_rate ? rate_ : 30;
        find_channels();
        if (const error why = find_frames()) {
            return why;
        }
        items_.append(std::as_const(to_).get(to_.items));
        change_items();
        if (count_ != old_count_) {
            set_lengths();
        }
        if (has_changed_) {
            to_.frames_per_second = has_rate ? to_.frames_per_second : 30.0F;
            to_.frame_count = count_;
            to_.set<owned_item>(to_.items, std::span<const owned_item>{items_});
        }
        return {};
    }

private:
    static constexpr std::uint32_t most_frames = 65536;
    static constexpr std::size_t paths = 3; // translation, rotation, scale
    static constexpr double precision = 1e-5;

    // The channels of a node, in both clips; null if there is none.
    struct moved_node {
        std::uint32_t in_scene = npos; // of `now`
        std::uint32_t item = npos;     // of the file
        std::array<const scene::channel*, paths> now{}, was{};

        [[nodiscard]] bool has_any(const std::array<const scene::channel*, paths>& of) const noexcept {
            return of[0] != nullptr || of[1] != nullptr || of[2] != nullptr;
        }
    };

    void find_channels() {
        const std::size_t olds = scenes_.outer_of.size();
        moved_.resize(olds + scenes_.now.nodes.size());
        for (std::uint32_t i = 0; i < olds; ++i) {
            moved_[i].in_scene = scenes_.nodes.now_of(scenes_.outer_of[i]);
        }
        for (std::uint32_t i = 0; was_ != nullptr && i < was_->channels.size(); ++i) {
            const scene::channel& each = was_->channels[i];
            const auto& [number, role] = scenes_.trace.nodes[each.node];
            if (role <= node_role::outer) {
                moved_[number].was[static_cast<std::size_t>(each.path)] = &each;
            }
        }
        for_each_item([&](const traced_item& each) { moved_[each.node].item = each.item; });
        for (const scene::channel& each : now_.channels) {
            if (each.path >= scene::path::weights) {
                say(remark_kind::left_out, "a channel of materials or morph targets");
                continue;
            }
            const auto [number, role] = scenes_.traced(each.node);
            if (applied_[each.node].exists) {
                moved_node& moved = moved_[number != npos ? number : olds + each.node];
                moved.now[static_cast<std::size_t>(each.path)] = &each;
                moved.in_scene = each.node;
            } else if (role != node_role::inner) { // to_scene() makes these
                scenes_.say(remark_kind::left_out, "clip", now_.name, "keys of a node that the model does not have");
            }
        }
    }
    template <class Use> void for_each_item(const Use& use) const {
        const scene_trace& trace = scenes_.trace;
        const auto begin_of = [&](std::size_t clip) {
            return clip < trace.first_items.size() ? trace.first_items[clip]
                                                   : static_cast<std::uint32_t>(trace.items.size());
        };
        for (std::size_t i = file_ != npos ? begin_of(file_) : trace.items.size(); i < begin_of(file_ + std::size_t{1});
             ++i) {
            use(trace.items[i]);
        }
    }
    void say(remark_kind kind, const char* what, std::uint64_t count = 0) const {
        scenes_.say(kind, "clip", now_.name, what, count);
    }

    // ---- frames ----------------------------------------------------------------------------------------------------

    [[nodiscard]] static float end_of(const scene::clip& of) {
        float out = 0;
        for (const scene::channel& each : of.channels) {
            out = each.path < scene::path::weights ? larger(out, of.times[each.times].back()) : out;
        }
        return out;
    }
    // The number of frames stays, unless the clip has another length. Then the last key is that of the last frame, but
    // for one that repeats another because to_scene() ends clips so: the frame before it or, in a loop, the first.
    [[nodiscard]] error find_frames() {
        const float end = end_of(now_);
        if (was_ != nullptr && end == end_of(*was_)) {
            return check_memory();
        }
        const double frames = static_cast<double>(end) * rate_ + 0.5;
        if (!(frames < most_frames)) {
            return {{"scene.clips[].times[]", location::nowhere},
                    errc::budget,
                    most_frames,
                    static_cast<std::int64_t>(larger(end, 0.0F)),
                    "frames of a clip; its seconds"};
        }
        count_ = static_cast<std::uint32_t>(frames) + 1;
        const std::uint32_t last = count_ - 1, same = mode_ == playback::loop ? 0 : count_ - 2;
        bool repeats = count_ > 1;
        for (const scene::channel& each : now_.channels) {
            repeats = repeats && (each.path >= scene::path::weights || are_near(each, time_of(last), time_of(same)));
        }
        count_ -= repeats ? 1U : 0U;
        has_changed_ = has_changed_ || count_ != old_count_;
        if (count_ != old_count_ && old_count_ != 0) {
            say(remark_kind::changed, "number of frames", count_);
        }
        return check_memory();
    }
    [[nodiscard]] error check_memory() const {
        constexpr std::uint64_t least = std::uint64_t{16} << 20U;
        std::uint64_t known = 0, wanted = 0;
        for (const scene::channel& each : now_.channels) {
            known += (each.values.size() + now_.times[each.times].size()) * sizeof(float);
        }
        for (const moved_node& each : moved_) {
            wanted += each.has_any(each.now) ? std::uint64_t{count_} * sizeof(basic_key<form::host>) : 0;
        }
        wanted += std::uint64_t{count_ != old_count_ ? count_ : 0} * to_.items.size() * sizeof(basic_key<form::host>);
        const std::uint64_t most = 64 * (known + to_.size_in_bytes()) + least;
        return wanted <= most ? error{}
                              : error{{"scene.clips[].channels[]", location::nowhere},
                                      errc::budget,
                                      most,
                                      static_cast<std::int64_t>(wanted),
                                      "bytes of keys"};
    }
    [[nodiscard]] double time_of(std::uint32_t frame) const { return frame / rate_; }
    [[nodiscard]] bool are_near(const scene::channel& of, double a, double b) const {
        const sampled_channel<double> first{now_, of, a}, second{now_, of, b};
        double sum = 0, product = 0;
        for (std::size_t i = 0; i < first.size(); ++i) {
            sum += absolute(first[i] - second[i]);
            product += first[i] * second[i];
        }
        return sum < precision || (of.path == scene::path::rotation && absolute(product) > 1 - precision * precision);
    }

    // ---- items -----------------------------------------------------------------------------------------------------

    void change_items() {
        for_each_item([&](const traced_item& each) { rename(items_[each.item], moved_[each.node].in_scene); });
        pool<bool> is_deleted(items_.size(), scenes_.memory);
        for (const moved_node& moved : moved_) {
            if (!moved.has_any(moved.now)) {
                if (moved.has_any(moved.was) && moved.item != npos) {
                    is_deleted[moved.item] = scenes_.delete_missing;
                    has_changed_ = has_changed_ || scenes_.delete_missing;
                    scenes_.say_missing("keys", std::as_const(to_).get(items_[moved.item].name));
                }
                continue;
            }
            const applied_node& node = applied_[moved.in_scene];
            if (!node.is_found) {
                scenes_.say(remark_kind::left_out, "clip", node.name, "keys of a node whose name another one has");
                continue;
            }
            if (moved.item == npos) {
                to_.set(items_.emplace_back().name, std::string_view{node.name});
                has_changed_ = true;
            }
            change_item(items_[moved.item != npos ? moved.item : items_.size() - 1], moved, node);
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < items_.size(); ++i) {
            if (i >= is_deleted.size() || !is_deleted[i]) {
                items_[kept++] = items_[i];
            }
        }
        items_.resize(kept);
    }
    // Items follow the new name of a node.
    void rename(owned_item& item, std::uint32_t in_scene) {
        const bool is_found = in_scene != npos && applied_[in_scene].is_found;
        if (is_found && std::as_const(to_).get(item.name) != applied_[in_scene].name) {
            to_.set(item.name, std::string_view{applied_[in_scene].name});
            has_changed_ = true;
        }
    }
    [[nodiscard]] bool is_same(const scene::channel* now, const scene::channel* was) const {
        return now != nullptr && was != nullptr && now->interpolation == was->interpolation &&
               now->values == was->values && now_.times[now->times] == was_->times[was->times];
    }
    void change_item(owned_item& item, const moved_node& moved, const applied_node& node) {
        const std::string_view name = node.name;
        const matrix4x3<double>& shift = node.shift; // keys are relative to the parent
        const bool is_shifted = !is_near_identity(shift);
        bool has_any_new = false;
        std::array<bool, paths> is_new{};
        for (std::size_t path = 0; path < paths; ++path) {
            const bool is_gone = moved.now[path] == nullptr && (moved.was[path] == nullptr || scenes_.delete_missing);
            is_new[path] =
                is_shifted || is_gone ||
                (moved.now[path] != nullptr && (scenes_.rewrite_all || !is_same(moved.now[path], moved.was[path])));
            has_any_new = has_any_new || is_new[path];
        }
        if (!has_any_new) {
            return;
        }
        has_changed_ = true;
        pool<vec3<form::host>> positions{scenes_.memory}, scales{scenes_.memory};
        pool<quat<form::host>> rotations{scenes_.memory};
        std::array<bool, paths> kept_all{true, true, true};
        for (std::uint32_t frame = 0; frame < count_; ++frame) {
            pose<double> made = pose_at(moved, frame);
            if (is_shifted) {
                made = decompose(shift * made.matrix()).pose;
            }
            const auto add = [&](auto& keys, std::size_t path, const auto& list, const auto& value) {
                const auto stored = std::as_const(to_).get(list);
                const bool is_kept = !is_shifted && !stored.empty() && says_the_same(moved, path, frame);
                kept_all[path] = kept_all[path] && is_kept;
                keys.push_back(is_kept ? stored[frame < stored.size() ? frame : stored.size() - 1] : value);
            };
            add(positions, 0, item.positions, vec3<form::host>{to_real<float>(mirrored_x::point(made.position))});
            quaternion<float> rotation = to_real<float>(mirrored_x::rotation(made.rotation));
            const auto old = std::as_const(to_).get(item.rotations);
            quaternion<float> near_to = rotations.empty() ? rotation : quaternion<float>{rotations.back()};
            near_to = frame < old.size() ? quaternion<float>{old[frame]} : near_to;
            if (dot(rotation, near_to) < 0) { // the same rotation
                rotation = {-rotation.x, -rotation.y, -rotation.z, -rotation.w};
            }
            add(rotations, 1, item.rotations, quat<form::host>{rotation});
            add(scales, 2, item.scales, vec3<form::host>{to_real<float>(made.scale)});
        }
        const auto set = [&](auto& list, std::size_t path, const auto& keys) {
            if (is_new[path] && (!kept_all[path] || list.size() > count_)) {
                set_keys(list, keys);
                scenes_.say(remark_kind::changed, "clip", name,
                            path == 0   ? "position keys"
                            : path == 1 ? "rotation keys"
                                        : "scale keys",
                            list.size());
            }
        };
        set(item.positions, 0, positions);
        set(item.rotations, 1, rotations);
        set(item.scales, 2, scales);
        if (to_.version == 1) {
            make_length(item);
        }
        std::uint64_t between = 0;
        for (std::size_t path = 0; path < paths; ++path) {
            between += is_new[path] && moved.now[path] != nullptr ? keys_between_frames(*moved.now[path]) : 0;
        }
        if (between != 0) {
            scenes_.say(remark_kind::left_out, "clip", name, "keys between frames: the game has only frames", between);
        }
        for (std::size_t path = 0; mode_ == playback::loop && path < paths; ++path) {
            if (is_new[path] && moved.now[path] != nullptr && end_of(now_) >= static_cast<float>(time_of(count_)) &&
                !are_near(*moved.now[path], time_of(count_), 0)) {
                scenes_.say(remark_kind::left_out, "clip", name, "the end of a loop: it is the first frame");
            }
        }
    }
    [[nodiscard]] static bool is_near_identity(const matrix4x3<double>& m) noexcept {
        constexpr matrix4x3<double> none{};
        return length(m.x - none.x) + length(m.y - none.y) + length(m.z - none.z) + length(m.translation) < precision;
    }
    // What no channel moves is at rest.
    [[nodiscard]] pose<double> pose_at(const moved_node& moved, std::uint32_t frame) const {
        pose<double> out = rest_pose<double>(scenes_.now.nodes[moved.in_scene]);
        const double seconds = time_of(frame);
        if (moved.now[0] != nullptr) {
            out.position = sampled_channel<double>{now_, *moved.now[0], seconds}.vector();
        }
        if (moved.now[1] != nullptr) {
            out.rotation = sampled_channel<double>{now_, *moved.now[1], seconds}.rotation();
        }
        if (moved.now[2] != nullptr) {
            out.scale = sampled_channel<double>{now_, *moved.now[2], seconds}.vector();
        }
        return out;
    }
    // Whether a channel has the same value at a frame as before, so that the stored key stays.
    [[nodiscard]] bool says_the_same(const moved_node& moved, std::size_t path, std::uint32_t frame) const {
        const scene::channel *const now = moved.now[path], *const was = moved.was[path];
        if (scenes_.rewrite_all || now == nullptr || was == nullptr) {
            return was != nullptr && now == nullptr && !scenes_.delete_missing;
        }
        const sampled_channel<float> a{now_, *now, time_of(frame)}, b{*was_, *was, time_of(frame)};
        bool out = a.size() == b.size();
        for (std::size_t i = 0; out && i < a.size(); ++i) {
            out = a[i] == b[i];
        }
        return out;
    }
    // Returns how many keys the blend of the frames around them misses.
    [[nodiscard]] std::uint64_t keys_between_frames(const scene::channel& of) const {
        constexpr double most = 1e-3; // of a coordinate, and of 1
        std::uint64_t out = 0;
        for (const float key : now_.times[of.times]) {
            const double at = static_cast<double>(key) * rate_;
            const auto frame = static_cast<std::uint32_t>(at < most_frames ? at : 0);
            const sampled_channel<double> here{now_, of, static_cast<double>(key)}, a{now_, of, time_of(frame)},
                b{now_, of, time_of(frame + 1)};
            if (of.path == scene::path::rotation) {
                const quaternion<double> blend = nlerp(a.rotation(), b.rotation(), at - frame);
                out += 1 - absolute(dot(here.rotation(), blend)) > most * most ? 1U : 0U;
            } else {
                const vector3<double> blend = lerp(a.vector(), b.vector(), at - frame);
                out += length(here.vector() - blend) > most * (1 + length(blend)) ? 1U : 0U;
            }
        }
        return out;
    }
    // Keys that are all equal become one, unless the list had one per frame before.
    template <class T> void set_keys(pool_slice<T>& list, const pool<T>& keys) {
        bool is_constant = list.size() != count_;
        for (const T& each : keys) {
            is_constant = is_constant && each == keys[0];
        }
        const std::span<const T> all{keys};
        to_.template set<T>(list, is_constant && !all.empty() ? all.first(1) : all);
    }

    // ---- lengths ---------------------------------------------------------------------------------------------------

    // Channels have one key, or one per frame; in version 1, one per frame. The last key holds.
    void set_lengths() {
        for (owned_item& each : items_) {
            make_length(each);
        }
    }
    void make_length(owned_item& item) {
        make_length(item.positions, vec3<form::host>{});
        make_length(item.rotations, quat<form::host>{});
        make_length(item.scales, vec3<form::host>{vector3<float>{1, 1, 1}});
    }
    template <class T> void make_length(pool_slice<T>& list, const T& without_keys) {
        const std::span<const T> stored = std::as_const(to_).get(list);
        if (stored.size() == count_ || (to_.version != 1 && stored.size() < 2)) {
            return;
        }
        pool<T> keys{scenes_.memory};
        for (std::uint32_t i = 0; i < count_; ++i) {
            keys.push_back(stored.empty() ? without_keys : stored[i < stored.size() ? i : stored.size() - 1]);
        }
        to_.template set<T>(list, std::span<const T>{keys});
    }

    const paired_scenes& scenes_;
    const pool<applied_node>& applied_;
    const scene::clip& now_;
    const scene::clip* was_; // null: the animation moves nothing
    std::uint32_t file_;     // of the trace's clips
    owned_animation& to_;
    playback mode_;
    bool has_changed_;
    std::uint32_t old_count_, count_; // frames
    double rate_;
    pool<moved_node> moved_; // per node of the file; then per node of `now` that is new
    pool<owned_item> items_;
};

}}}} // namespace effigy::v0::grimrock::impl
