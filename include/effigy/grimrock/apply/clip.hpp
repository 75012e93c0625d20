// Bringing a clip of a scene back into an animation.
#pragma once

#include <effigy/grimrock/apply/pairs.hpp>
#include <effigy/scene/play.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

template <class = when_used> class clip_changer {
public:
    // `scenes`: with the animation as the only clip of `before`. `of`: the file of the model. `to`: the animation as it
    // is.
    clip_changer(const paired_scenes& scenes, const scene::clip& now, const model& of, owned_animation& to,
                 playback mode, bool is_new)
        : scenes_(scenes), now_(now), was_(scenes.before.clips.empty() ? nullptr : &scenes.before.clips[0]), of_(of),
          to_(to), mode_(mode), has_changed_(is_new), old_count_(to.frame_count), count_(to.frame_count),
          rate_(static_cast<double>(to.frames_per_second)), moved_(scenes.memory), items_(scenes.memory),
          world_now_(scenes.memory), world_was_(scenes.memory) {}

    [[nodiscard]] error run() {
        const bool has_rate = rate_ > 0 && is_finite(rate_);
        rate_ = has_rate ? rate_ : 30;
        find_channels();
        if (const error why = find_frames()) {
            return why;
        }
        world_now_.resize(scenes_.now.nodes.size());
        world_was_.resize(scenes_.before.nodes.size());
        world_matrices(scenes_.now, world_now_);
        world_matrices(scenes_.before, world_was_);
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
    [[nodiscard]] bool has_changed() const noexcept { return has_changed_; }

private:
    static constexpr std::uint32_t most_frames = 65536;
    static constexpr std::size_t paths = 3; // translation, rotation, scale
    static constexpr double precision = 1e-5;

    // The channels of a node of the file, in both clips; null if there is none.
    struct moved_node {
        std::uint32_t in_scene = npos; // of `now`
        std::array<const scene::channel*, paths> now{}, was{};

        [[nodiscard]] bool has_any(const std::array<const scene::channel*, paths>& of) const noexcept {
            return of[0] != nullptr || of[1] != nullptr || of[2] != nullptr;
        }
    };

    void find_channels() {
        moved_.resize(scenes_.outer_of.size());
        for (std::uint32_t i = 0; was_ != nullptr && i < was_->channels.size(); ++i) {
            const scene::channel& each = was_->channels[i];
            const auto& [number, role] = scenes_.trace.nodes[each.node];
            if (role <= node_role::outer) {
                moved_[number].was[static_cast<std::size_t>(each.path)] = &each;
                moved_[number].in_scene = scenes_.nodes.now_of(each.node);
            }
        }
        for (const scene::channel& each : now_.channels) {
            if (each.path >= scene::path::weights) {
                say(remark_kind::left_out, "a channel of materials or morph targets");
                continue;
            }
            const auto [number, role] = scenes_.traced(each.node);
            if (number != npos && role <= node_role::outer) {
                moved_[number].now[static_cast<std::size_t>(each.path)] = &each;
                moved_[number].in_scene = each.node;
            } else if (role != node_role::inner) { // to_scene() makes these
                scenes_.say(remark_kind::left_out, "clip", now_.name, "keys of a node that the model does not have");
            }
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
        pool<tree_entry> entries(moved_.size(), scenes_.memory);
        const node_index tree = of_.index(entries);
        pool<bool> is_deleted(items_.size(), scenes_.memory);
        for (std::uint32_t number = 0; number < moved_.size(); ++number) {
            const moved_node& moved = moved_[number];
            const std::uint32_t item = number < scenes_.trace.items.size() ? scenes_.trace.items[number] : npos;
            if (!moved.has_any(moved.now)) {
                if (moved.has_any(moved.was) && item != npos) {
                    is_deleted[item] = scenes_.delete_missing;
                    has_changed_ = has_changed_ || scenes_.delete_missing;
                    scenes_.say_missing("keys", tree.name(number));
                }
                continue;
            }
            if (tree.find_last(tree.name(number)) != number) {
                scenes_.say(remark_kind::left_out, "clip", tree.name(number),
                            "keys of a node whose name another one has");
                continue;
            }
            if (item == npos) {
                to_.set(items_.emplace_back().name, tree.name(number));
                has_changed_ = true;
            }
            change_item(items_[item != npos ? item : items_.size() - 1], moved, tree.name(number));
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < items_.size(); ++i) {
            if (i >= is_deleted.size() || !is_deleted[i]) {
                items_[kept++] = items_[i];
            }
        }
        items_.resize(kept);
    }
    [[nodiscard]] bool is_same(const scene::channel* now, const scene::channel* was) const {
        return now != nullptr && was != nullptr && now->interpolation == was->interpolation &&
               now->values == was->values && now_.times[now->times] == was_->times[was->times];
    }
    // Keys are relative to the parent: the matrix that brings keys of the scene into the node's parent in the model.
    [[nodiscard]] matrix4x3<double> shift_of(const moved_node& moved) const {
        const std::uint32_t before = scenes_.nodes.before_of(moved.in_scene);
        const std::uint32_t parent_now = scenes_.now.nodes[moved.in_scene].parent,
                            parent_was = scenes_.before.nodes[before].parent;
        const bool is_same_parent = parent_was == npos
                                        ? parent_now == npos
                                        : parent_now != npos && scenes_.nodes.now_of(parent_was) == parent_now;
        if (is_same_parent) {
            return {};
        }
        const matrix4x3<double> world = parent_now != npos ? world_now_[parent_now] : matrix4x3<double>{};
        return parent_was != npos ? inverse(world_was_[parent_was]).matrix * world : world;
    }
    void change_item(owned_item& item, const moved_node& moved, std::string_view name) {
        const matrix4x3<double> shift = shift_of(moved);
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
    const scene::clip& now_;
    const scene::clip* was_; // null: the animation moves nothing
    const model& of_;
    owned_animation& to_;
    playback mode_;
    bool has_changed_;
    std::uint32_t old_count_, count_; // frames
    double rate_;
    pool<moved_node> moved_; // per node of the file
    pool<owned_item> items_;
    pool<matrix4x3<double>> world_now_, world_was_;
};

}}}} // namespace effigy::v0::grimrock::impl
