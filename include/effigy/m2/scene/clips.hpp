// Animations as clips.
#pragma once

#include <effigy/m2/event.hpp>
#include <effigy/m2/scene/camera.hpp>

namespace effigy::inline v0::m2::impl {

// ---- choice of animations ------------------------------------------------------------------------------------------

// From version 264 on, an alias has no keys of its own: it is another name of a clip. (Before version 264, converted
// files have aliases that move differently from their targets.)
template <class = when_used> class clip_choice {
public:
    explicit clip_choice(scene_maker<>& maker)
        : maker_(&maker), all_(maker.from.animations()), first_alias_(maker.to.memory()),
          next_alias_(maker.to.memory()), numbers_(maker.to.memory()) {
        const std::size_t count = all_.size();
        if (!maker.to.pay(count * (2 * sizeof(std::uint32_t) + sizeof(std::uint64_t)))) {
            return;
        }
        first_alias_.resize(count, npos);
        next_alias_.resize(count, npos);
        numbers_.resize(count);
        for (std::size_t i = count; i-- > 0;) {
            const auto number = static_cast<std::uint32_t>(i);
            const animation one = all_.at(i);
            numbers_[i] = identity_of(one) << 32U | number;
            if (const std::uint32_t target = target_of(one, number); target != number && target < count) {
                next_alias_[i] = first_alias_[target];
                first_alias_[target] = number;
                next_alias_[i] = next_alias_[i] == npos ? number : next_alias_[i]; // the last one refers to itself
            }
        }
        heap_sort(
            count, [&](std::size_t i, std::size_t k) { return numbers_[i] < numbers_[k]; },
            [&](std::size_t i, std::size_t k) { std::swap(numbers_[i], numbers_[k]); });
    }

    [[nodiscard]] std::size_t size() const noexcept { return numbers_.size(); }
    [[nodiscard]] animation at(std::uint32_t number) const noexcept { return all_.at(number); }
    // Whether the animation becomes a clip.
    [[nodiscard]] bool takes(std::uint32_t number) const noexcept {
        if (next_alias_[number] != npos) {
            return false;
        }
        bool out = is_wanted(number);
        for_each_alias(number, [&](std::uint32_t alias) { out = out || is_wanted(alias); });
        return out;
    }
    template <class Use> void for_each_alias(std::uint32_t number, const Use& use) const {
        for (std::uint32_t i = first_alias_[number]; i != npos; i = next_alias_[i] != i ? next_alias_[i] : npos) {
            use(i);
        }
    }
    // Returns "Walk", or "Walk_1" for a variation; followed by the animation's number if an earlier one has that name.
    [[nodiscard]] scene::text name_of(std::uint32_t number) const {
        const animation one = all_.at(number);
        const std::string_view known = animation_name(one.id());
        scene::text out =
            maker_->to.text(known.empty() ? std::string_view{numbered_name{"animation_", one.id()}} : known);
        if (one.variation() != 0) {
            out += numbered_name{"_", one.variation()};
        }
        if (first_of(one) != number) {
            out += numbered_name{" (", number, ")"};
        }
        return out;
    }

private:
    [[nodiscard]] static std::uint64_t identity_of(const animation& one) noexcept {
        return std::uint64_t{one.id()} << 16U | one.variation();
    }
    [[nodiscard]] std::uint32_t target_of(const animation& one, std::uint32_t number) const noexcept {
        const bool shares = maker_->from.version() >= first_version<animation_record_264>;
        return shares && one.alias() != npos ? all_.resolve_alias(number) : number;
    }
    [[nodiscard]] bool is_wanted(std::uint32_t number) const noexcept {
        const std::span<const std::uint16_t> ids = maker_->options.animation_ids;
        const std::uint16_t id = all_.at(number).id();
        bool out = ids.empty();
        for (const std::uint16_t wanted : ids) {
            out = out || wanted == id;
        }
        return out;
    }
    // Returns the first animation of this id and variation.
    [[nodiscard]] std::uint32_t first_of(const animation& one) const noexcept {
        const std::uint64_t least = identity_of(one) << 32U;
        std::size_t begin = 0;
        for (std::size_t end = numbers_.size(); begin != end;) {
            const std::size_t middle = begin + (end - begin) / 2;
            if (numbers_[middle] < least) {
                begin = middle + 1;
            } else {
                end = middle;
            }
        }
        return begin < numbers_.size() ? static_cast<std::uint32_t>(numbers_[begin]) : npos;
    }

    scene_maker<>* maker_;
    animation_list all_;
    scene::list<std::uint32_t> first_alias_, next_alias_; // npos: not in a chain; the last of a chain refers to itself
    scene::list<std::uint64_t> numbers_;                  // by id, variation and number
};

// ---- channels ------------------------------------------------------------------------------------------------------

// A track of a bone that has keys.
struct moving_track {
    std::uint32_t number = 0; // of the bone
    scene::path path = scene::path::translation;
};

template <class Track> [[nodiscard]] bool has_lists(const Track& track) noexcept {
    bool out = false;
    track.visit_record([&](const auto& header) { out = read_once(header.times.count) != 0; });
    return out;
}

template <class = when_used> class clip_maker {
public:
    explicit clip_maker(scene_maker<>& maker)
        : maker_(&maker), moving_(maker.to.memory()), cameras_(maker), channels_(maker),
          loop_bytes_left_(3 * bytes_of(maker.from) + std::uint64_t{32} * 1024) {
        const std::size_t count = maker.bone_nodes.size();
        if (!maker.to.pay(3 * count * sizeof(moving_track))) {
            return;
        }
        moving_.reserve(3 * count);
        std::uint32_t number = 0;
        for (const bone one : maker.from.bones()) {
            const auto note = [&](const auto& track, scene::path path) {
                if (number < count && has_lists(track)) {
                    moving_.push_back({number, path});
                }
            };
            note(one.translation(), scene::path::translation);
            note(one.rotation(), scene::path::rotation);
            note(one.scale(), scene::path::scale);
            ++number;
        }
        channels_.reserve(moving_.size() + 2 * cameras_.size() + 1);
    }

    void add(const clip_choice<>& choice, std::uint32_t number) {
        const animation played = choice.at(number);
        const double duration = played.duration();
        const bone_list bones = maker_->from.bones();
        leaves_out_loops_ = false;
        for (const moving_track& one : moving_) {
            const bone joint = bones.at(one.number);
            switch (one.path) {
            case scene::path::translation: move(one.number, joint, number, duration); break;
            case scene::path::rotation:
                fill(one, joint.rotation(), number, duration, quaternion<float>{},
                     [](const quaternion<double>& q) { return z_up::rotation(q); });
                break;
            default:
                fill(one, joint.scale(), number, duration, vector3<float>{1, 1, 1},
                     [](const vector3<double>& s) { return z_up::scale(s); });
            }
            if (maker_->to.why()) {
                return;
            }
        }
        cameras_.add_channels(channels_, number, duration);
        if (maker_->to.why()) {
            return;
        }
        scene::clip& made = maker_->to.made.clips.emplace_back(maker_->to.memory());
        made.name = choice.name_of(number);
        channels_.finish(made, duration);
        describe(choice, number, played, made);
    }

private:
    void move(std::uint32_t number, const bone& joint, std::uint32_t played, double duration) {
        const std::uint32_t parent = joint.parent();
        const vector3<double> origin =
            to_real<double>(maker_->pivots[number]) -
            (parent < maker_->pivots.size() ? to_real<double>(maker_->pivots[parent]) : vector3<double>{});
        fill({number, scene::path::translation}, joint.translation(), played, duration,
             maker_->to.made.nodes[maker_->bone_nodes[number]].local.position,
             [origin](const vector3<double>& t) { return z_up::point(origin + t); });
    }
    template <class Track, class Value, class Convert>
    void fill(const moving_track& of, const Track& track, std::uint32_t played, double duration, const Value& rest,
              const Convert& convert) {
        if (!maker_->spend(1)) { // for each bone in each clip
            return;
        }
        const auto keys = track.keys(played);
        const std::uint64_t loops = loop_count(track, keys, duration);
        if (keys.times.empty() || !may_loop(loops, keys.times.size()) || !maker_->spend(loops * keys.times.size())) {
            return;
        }
        channel_keys<Value>& out = channels_.begin(rest);
        if (!out.reserve(maker_->to, loops * (keys.times.size() + 2))) {
            return;
        }
        fill_channel(*maker_, out, track, keys, duration, convert);
        channels_.keep(maker_->bone_nodes[of.number], of.path, rest, track.interpolation() == interpolation::step);
    }
    // The repetitions of global sequences have a budget of their own, because their number is not proportional to the
    // file's size.
    [[nodiscard]] bool may_loop(std::uint64_t loops, std::size_t keys) noexcept {
        constexpr std::uint64_t key_bytes = sizeof(float) + sizeof(quaternion<float>);
        const std::uint64_t bytes = loops > 1 ? loops * keys * key_bytes : 0;
        leaves_out_loops_ = leaves_out_loops_ || bytes > loop_bytes_left_;
        loop_bytes_left_ -= bytes <= loop_bytes_left_ ? bytes : 0;
        return bytes == 0 || !leaves_out_loops_;
    }

    void describe(const clip_choice<>& choice, std::uint32_t number, const animation& played, scene::clip& made) {
        auto extras = maker_->extras();
        extras.add("animation", played.id()).add("number", number).add("duration", played.duration());
        extras.add("loops", (played.flags() & animation_plays_once) == 0);
        extras.add("moveSpeed", static_cast<double>(played.move_speed()));
        extras.add_given("globalSequencesLeftOut", leaves_out_loops_);
        auto aliases = maker_->to.list<scene::text>();
        choice.for_each_alias(number, [&](std::uint32_t alias) {
            if (maker_->to.pay(2 * sizeof(scene::text))) {
                aliases.push_back(choice.name_of(alias));
            }
        });
        extras.add_given("aliases", std::move(aliases)).add_given("events", events_of(number));
        extras.put_into(made.extras);
    }
    // Returns the seconds of each event in a clip: "$HIT_3" for event 3.
    [[nodiscard]] scene::list<scene::extra> events_of(std::uint32_t played) {
        auto times_of = maker_->extras();
        std::uint32_t number = 0;
        for (const m2::event one : maker_->from.events()) {
            if (!maker_->spend(1)) {
                break;
            }
            const event_track track = one.times();
            auto times = maker_->to.list<double>();
            const std::size_t most = track.timeline().times_ms().size() + track.times_ms(played).size();
            if (!track.is_global() && most != 0 && maker_->spend(most)) {
                for_each_firing(maker_->from, one, played, 0, std::numeric_limits<double>::infinity(),
                                [&](double seconds) {
                                    if (maker_->to.pay(2 * sizeof(double))) {
                                        times.push_back(seconds);
                                    }
                                });
            }
            times_of.add_given(numbered_name{one.id(), number, "", "_"}, std::move(times));
            ++number;
        }
        auto out = maker_->to.list<scene::extra>();
        times_of.put_into(out);
        return out;
    }

    scene_maker<>* maker_;
    scene::list<moving_track> moving_;
    camera_mover<> cameras_;
    clip_channels<> channels_;
    std::uint64_t loop_bytes_left_;
    bool leaves_out_loops_ = false;
};

// Adds a clip for each animation whose keys are known. The scene's extras contain the names of the others.
template <class = when_used> void add_clips(scene_maker<>& maker) {
    const clip_choice choice{maker};
    std::size_t count = 0;
    auto missing = maker.to.list<scene::text>();
    const auto is_known = [&](std::uint32_t number) { return choice.at(number).key_place() != key_place::missing; };
    for (std::uint32_t i = 0; i < choice.size() && !maker.to.why(); ++i) {
        if (choice.takes(i) && is_known(i)) {
            ++count;
        } else if (choice.takes(i) && maker.to.pay(2 * sizeof(scene::text))) {
            missing.push_back(choice.name_of(i));
        }
    }
    if (!missing.empty()) {
        maker.extras().add("missingAnimations", std::move(missing)).put_into(maker.to.made.extras);
    }
    if (count == 0 || maker.to.why()) {
        return;
    }
    constexpr std::size_t name = 64; // at most
    constexpr std::size_t least_channel = sizeof(scene::channel) + sizeof(scene::list<float>) + 8 * sizeof(float);
    if (!maker.to.pay(count * (sizeof(scene::clip) + name + least_channel))) {
        return;
    }
    maker.to.made.clips.reserve(count);
    clip_maker<> clips{maker};
    for (std::uint32_t i = 0; i < choice.size() && !maker.to.why(); ++i) {
        if (choice.takes(i) && is_known(i)) {
            clips.add(choice, i);
        }
    }
}

} // namespace effigy::inline v0::m2::impl
