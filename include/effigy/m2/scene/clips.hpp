// Animations as clips.
#pragma once

#include <effigy/m2/sample/event.hpp>
#include <effigy/m2/scene/camera.hpp>
#include <effigy/m2/scene/material_clips.hpp>

#include <limits>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// ---- choice of animations ------------------------------------------------------------------------------------------

// From version 264 on, an alias has no keys of its own: it is another name of a clip. (Before version 264, converted
// files have aliases that move differently from their targets.)
template <class = when_used> class clip_choice {
public:
    explicit clip_choice(scene_maker<>& maker)
        : maker_(&maker), all_(maker.from.animations()), first_alias_(maker.to.memory()),
          next_alias_(maker.to.memory()), numbers_(maker.to.memory()) {
        const std::size_t count = all_.size();
        if (!maker.to.reserve(first_alias_, count) || !maker.to.reserve(next_alias_, count) ||
            !maker.to.resize(count, numbers_)) {
            return;
        }
        first_alias_.append(count, npos);
        next_alias_.append(count, npos);
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
        heap_sort(numbers_);
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
        const numbered_name unknown{"animation_", one.id()}, variation{"_", one.variation()}, again{" (", number, ")"};
        return maker_->to.text({known.empty() ? std::string_view{unknown} : known,
                                one.variation() != 0 ? std::string_view{variation} : std::string_view{},
                                first_of(one) != number ? std::string_view{again} : std::string_view{}});
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
        const std::span<const std::uint16_t> ids = maker_->options.clip_ids;
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
        const std::size_t place = count_before(numbers_, [&](std::uint64_t each) { return each < least; });
        return place < numbers_.size() ? static_cast<std::uint32_t>(numbers_[place]) : npos;
    }

    scene_maker<>* maker_;
    animation_list all_;
    pool<std::uint32_t> first_alias_, next_alias_; // npos: not in a chain; the last of a chain refers to itself
    pool<std::uint64_t> numbers_;                  // by id, variation and number
};

// ---- channels ------------------------------------------------------------------------------------------------------

// A track of a bone that has keys.
struct moving_track {
    std::uint32_t number = 0; // of the bone
    scene::path path = scene::path::translation;
    std::uint32_t loop = npos; // the global sequence that moves it
};

template <class Track> [[nodiscard]] bool has_lists(const Track& track) noexcept {
    bool out = false;
    track.visit_record([&](const auto& header) { out = header.times.count != 0; });
    return out;
}

// Makes clips in three steps, so that global sequences never use the memory that animations need: all animations
// without global sequences; a clip for each global sequence; the global sequences in the clips of animations.
template <class = when_used> class clip_maker {
public:
    explicit clip_maker(scene_maker<>& maker)
        : maker_(&maker), moving_(maker.to.memory()), held_(maker.to.memory()), loops_(maker.to.memory()),
          cameras_(maker), materials_(maker), textures_(maker), channels_(maker) {
        const std::size_t count = maker.bone_nodes.size();
        if (!maker.to.reserve(moving_, 3 * count)) {
            return;
        }
        std::uint32_t number = 0;
        for (const bone one : maker.from.bones()) {
            const auto note = [&](const auto& track, scene::path path) {
                if (number >= count || !has_lists(track)) {
                    return;
                }
                const std::uint32_t loop = loop_of(maker, track);
                moving_.push_back({number, path, loop});
                if (loop == npos && track.global_duration() > 0) {
                    maker.to.add(held_, moving_track{number, path, track.global_sequence()});
                }
            };
            note(one.translation(), scene::path::translation);
            note(one.rotation(), scene::path::rotation);
            note(one.scale(), scene::path::scale);
            ++number;
        }
        for (pool<moving_track>* const all : {&moving_, &held_}) {
            heap_sort(*all, [](const moving_track& a, const moving_track& b) {
                return a.loop != b.loop       ? a.loop < b.loop
                       : a.number != b.number ? a.number < b.number
                                              : a.path < b.path;
            });
        }
        find_loops();
    }

    // Whether there are global sequences that move something. Without them, step 1 is all.
    [[nodiscard]] bool has_loops() const noexcept { return !loops_.empty(); }

    // Step 1: adds the clip of an animation, without global sequences.
    void add(const clip_choice<>& choice, std::uint32_t number) {
        const animation played = choice.at(number);
        const played_part part{number, npos, played.duration()};
        for (std::size_t i = first_of(npos); i < moving_.size() && !maker_->to.why(); ++i) {
            fill(moving_[i], part);
        }
        const auto add_still = [&](auto& all) { // those that no loop moves
            for (std::uint32_t i = 0; i < all.size() && maker_->charge_steps(1); ++i) {
                if (!all.loops_of(i).any()) {
                    all.add(channels_, i, part);
                }
            }
        };
        add_still(cameras_);
        add_still(materials_);
        add_still(textures_);
        if (maker_->to.why()) {
            return;
        }
        scene::clip& made = maker_->to.made.clips.emplace_back(); // reserved
        made.name = choice.name_of(number);
        if (loops_.empty()) {
            channels_.finish(part.seconds);
        }
        channels_.swap_with(made);
        describe(choice, number, played, made);
    }

    // Step 2: adds a clip for each global sequence, with everything else at rest.
    void add_loops() {
        auto& clips = maker_->to.made.clips;
        constexpr std::size_t of_one = 1024; // name and extras
        bool leaves_out = false;
        auto spare = maker_->half_of_rest();
        maker_->use_spare(&spare);
        if (maker_->spares((clips.size() + loops_.size()) * sizeof(scene::clip) + loops_.size() * of_one) &&
            maker_->to.reserve(clips, loops_.size())) {
            for (const moving_loop& one : loops_) {
                const played_part part{0, one.number, one.seconds};
                const bool fits = add_loop(one.number, part) && add_held(one.number, part) &&
                                  add_looping(cameras_, part) && add_looping(materials_, part) &&
                                  add_looping(textures_, part);
                leaves_out = leaves_out || !fits;
                if (!fits) {
                    channels_.drop_after({});
                } else if (!channels_.is_empty()) {
                    scene::clip& made = clips.emplace_back();
                    made.name = maker_->to.text(numbered_name{"global_", one.number});
                    channels_.last_until(one.seconds);
                    channels_.swap_with(made);
                    auto extras = maker_->to.extras();
                    extras.add("globalSequence", one.number).add("duration", one.seconds).add("loops", true);
                    extras.put_into(made.extras);
                }
            }
        } else {
            leaves_out = true;
        }
        static_cast<void>(maker_->was_short());
        maker_->use_spare(nullptr);
        auto extras = maker_->to.extras();
        extras.add_given("globalSequencesLeftOut", leaves_out).put_into(maker_->to.made.extras);
    }

    // Step 3: adds the global sequences to the clips of animations, the first of which is number 0. What moves no
    // triangle, such as a bone of particles, may not make the scene much larger.
    void begin_unrolling() {
        for_seen_ = maker_->half_of_rest();
        for_others_ = maker_->half_of_rest(2 * bytes_of(maker_->from) + std::uint64_t{4} * 1024);
        find_seen_loops();
    }
    void unroll(scene::clip& to, std::uint32_t number, double duration) {
        const played_part part{number, npos, length_of(to, number, duration)};
        channels_.swap_with(to);
        bool leaves_out = false;
        const auto add = [&](bool is_seen, const auto& add_part) {
            const auto before = channels_.here();
            maker_->use_spare(is_seen ? &for_seen_ : &for_others_);
            if (!add_part()) {
                channels_.drop_after(before);
                leaves_out = true;
            }
            maker_->use_spare(nullptr);
        };
        for (const moving_loop& one : loops_) {
            add(one.is_seen, [&] { return add_loop(one.number, part); });
        }
        add(false, [&] { return add_looping(cameras_, part); });
        add(true, [&] { return add_looping(materials_, part); });
        add(true, [&] { return add_looping(textures_, part); });
        channels_.finish(part.seconds);
        channels_.swap_with(to);
        if (leaves_out && maker_->to.left() > 4 * sizeof(scene::extra)) {
            auto extras = maker_->to.extras();
            extras.add("globalSequencesLeftOut", true).put_into(to.extras);
        }
    }

private:
    void find_loops() {
        const std::size_t most = first_of(npos) + 3 * (cameras_.size() + materials_.size() + textures_.size());
        if (!maker_->to.reserve(loops_, most)) {
            return;
        }
        const auto lengths = maker_->from.global_sequences_ms();
        const auto add = [&](std::uint32_t loop, bool moves_nodes) {
            const u32<>* const stored = lengths.at(loop);
            const std::uint32_t length = stored != nullptr ? *stored : 0U;
            if (length != 0 && (loops_.empty() || loops_.back().number != loop)) {
                loops_.push_back({loop, length / 1000.0, moves_nodes});
            }
        };
        for (std::size_t i = 0; i < first_of(npos); ++i) {
            add(moving_[i].loop, true);
        }
        const auto add_all = [&](const auto& movers, bool moves_nodes) {
            for (std::uint32_t i = 0; i < movers.size(); ++i) {
                for (const std::uint32_t loop : movers.loops_of(i).of) {
                    add(loop, moves_nodes);
                }
            }
        };
        add_all(cameras_, true);
        add_all(materials_, false);
        add_all(textures_, false);
        heap_sort(loops_, [](const moving_loop& a, const moving_loop& b) {
            return a.number != b.number ? a.number < b.number : a.moves_nodes > b.moves_nodes;
        });
        std::size_t count = 0;
        for (const moving_loop& one : loops_) {
            if (count == 0 || loops_[count - 1].number != one.number) {
                loops_[count++] = one;
            }
        }
        while (loops_.size() > count) {
            loops_.pop_back();
        }
    }
    // Finds the loops that move drawn triangles: by the bone of a vertex, or by one above it.
    void find_seen_loops() {
        const bone_list bones = maker_->from.bones();
        auto seen = maker_->to.template list<std::uint8_t>(maker_->bone_nodes.size());
        if (maker_->to.why()) {
            return;
        }
        for (const scene::mesh& each : maker_->to.made.meshes) {
            for (std::size_t set = 0; set < each.joints.size(); ++set) {
                for (std::size_t vertex = 0; vertex < each.joints[set].size(); ++vertex) {
                    for (std::size_t k = 0; k < 4; ++k) {
                        std::uint32_t joint = each.joints[set][vertex][k];
                        while (each.weights[set][vertex][k] > 0 && joint < seen.size() && seen[joint] == 0) {
                            seen[joint] = 1;
                            joint = bones.at(joint).parent();
                        }
                    }
                }
            }
        }
        std::size_t loop = 0;
        for (std::size_t i = 0; i < first_of(npos); ++i) {
            while (loop < loops_.size() && loops_[loop].number < moving_[i].loop) {
                ++loop;
            }
            if (loop < loops_.size() && loops_[loop].number == moving_[i].loop) {
                loops_[loop].is_seen = loops_[loop].is_seen || seen[moving_[i].number] != 0;
            }
        }
    }
    // Returns the place of the first track that a global sequence moves.
    [[nodiscard]] std::size_t first_of(std::uint32_t loop) const noexcept {
        return count_before(moving_, [&](const moving_track& each) { return each.loop < loop; });
    }

    // Adds the channels of the bones that a global sequence moves. Returns whether they fit.
    [[nodiscard]] bool add_loop(std::uint32_t loop, const played_part& played) {
        return add_from(moving_, first_of(loop), loop, played);
    }
    // Adds the channels of the bones that a global sequence holds in one place. Returns whether they fit.
    [[nodiscard]] bool add_held(std::uint32_t loop, const played_part& played) {
        const std::size_t first = count_before(held_, [&](const moving_track& each) { return each.loop < loop; });
        return add_from(held_, first, loop, played);
    }
    [[nodiscard]] bool add_from(const pool<moving_track>& all, std::size_t i, std::uint32_t loop,
                                const played_part& played) {
        bool fits = true;
        for (; fits && i < all.size() && all[i].loop == loop; ++i) {
            fill(all[i], played);
            fits = !maker_->was_short();
        }
        return fits;
    }
    // Adds the cameras or materials that global sequences move, or the only one of `played`. Returns whether they fit.
    template <class All> [[nodiscard]] bool add_looping(All& all, const played_part& played) {
        bool fits = true;
        for (std::uint32_t i = 0; fits && i < all.size() && maker_->charge_steps(1); ++i) {
            const auto& loops = all.loops_of(i);
            if (played.loop == npos ? loops.any() : loops.has(played.loop)) {
                all.add(channels_, i, played);
            }
            fits = !maker_->was_short();
        }
        return fits && !maker_->was_short();
    }

    // Returns how long the clip of an animation is. Materials do not count: a clip is as long without them.
    [[nodiscard]] double length_of(const scene::clip& made, std::uint32_t number, double duration) {
        maker_->use_spare(&for_others_);
        const bool is_moving = moves(made, number);
        maker_->use_spare(nullptr);
        return is_moving ? duration : common_length(loops_, duration);
    }
    // Whether an animation moves a node without its global sequences.
    [[nodiscard]] bool moves(const scene::clip& made, std::uint32_t number) {
        bool out = false;
        for (const scene::channel& each : made.channels) {
            out = out || (each.node != npos && made.times[each.times].size() > 1);
        }
        for (std::uint32_t i = 0; i < cameras_.size() && !out; ++i) {
            const m2::camera one = cameras_.at(i);
            out = cameras_.loops_of(i).any() && (has_motion(one.position(), number) ||
                                                 has_motion(one.target(), number) || has_motion(one.roll(), number));
        }
        return out;
    }
    template <class Track> [[nodiscard]] bool has_motion(const Track& track, std::uint32_t number) {
        if (track.is_global()) {
            return false;
        }
        const auto keys = track.keys(number);
        bool out = false;
        for (std::size_t i = 1; i < keys.times.size() && !out; ++i) {
            out = !maker_->charge_steps(1) || !(key_at<float>(keys, i).value == key_at<float>(keys, 0).value);
        }
        return out;
    }

    void fill(const moving_track& of, const played_part& played) {
        const bone joint = maker_->from.bones().at(of.number);
        switch (of.path) {
        case scene::path::translation: move(of, joint, played); break;
        case scene::path::rotation:
            fill(of, joint.rotation(), played, quaternion<float>{},
                 [](const quaternion<double>& q) { return z_up::rotation(q); });
            break;
        default:
            fill(of, joint.scale(), played, vector3<float>{1, 1, 1},
                 [](const vector3<double>& s) { return z_up::scale(s); });
        }
    }
    void move(const moving_track& of, const bone& joint, const played_part& played) {
        const std::uint32_t parent = joint.parent();
        const vector3<double> origin =
            to_real<double>(maker_->pivots[of.number]) -
            (parent < maker_->pivots.size() ? to_real<double>(maker_->pivots[parent]) : vector3<double>{});
        fill(of, joint.translation(), played, maker_->to.made.nodes[maker_->bone_nodes[of.number]].local.position,
             [origin](const vector3<double>& t) { return z_up::point(origin + t); });
    }
    template <class Track, class Value, class Convert> void fill(const moving_track& of, const Track& track,
                                                                 const played_part& played, const Value& rest,
                                                                 const Convert& convert) {
        if (!maker_->charge_steps(1)) { // for each bone in each clip
            return;
        }
        const double duration = played.time_of(track, of.loop);
        const auto keys = track.keys(played.animation);
        const std::uint64_t loops = loop_count(timing_of(track, keys.times), duration);
        if (keys.times.empty() || !maker_->charge_steps(loops * keys.times.size())) {
            return;
        }
        channel_keys<>& out = channels_.begin(of.path);
        if (!out.reserve(loops * (keys.times.size() + 2))) {
            return;
        }
        fill_channel(*maker_, out, track, keys, duration, convert);
        channels_.keep(maker_->bone_nodes[of.number], of.path, rest, track.interpolation() == interpolation::step);
    }

    void describe(const clip_choice<>& choice, std::uint32_t number, const animation& played, scene::clip& made) {
        auto extras = maker_->to.extras();
        extras.add("animation", played.id()).add("number", number).add("duration", played.duration());
        extras.add("loops", (played.flags() & animation_plays_once) == 0);
        extras.add("moveSpeed", static_cast<double>(played.move_speed()));
        auto aliases = maker_->to.list<scene::text>();
        choice.for_each_alias(number, [&](std::uint32_t alias) { maker_->to.add(aliases, choice.name_of(alias)); });
        extras.add_given("aliases", std::move(aliases)).add_given("events", events_of(number));
        extras.put_into(made.extras);
    }
    // Returns the seconds of each event in a clip: "$HIT_3" for event 3.
    [[nodiscard]] scene::list<scene::extra> events_of(std::uint32_t played) {
        auto times_of = maker_->to.extras();
        std::uint32_t number = 0;
        for (const m2::event one : maker_->from.events()) {
            if (!maker_->charge_steps(1)) {
                break;
            }
            const event_track track = one.times();
            auto times = maker_->to.template list<double>();
            const std::size_t most = track.timeline().times_ms().size() + track.times_ms(played).size();
            if (!track.is_global() && most != 0 && maker_->charge_steps(most)) {
                for_each_firing(maker_->from, one, played, 0, std::numeric_limits<double>::infinity(),
                                [&](double seconds) { maker_->to.add(times, seconds); });
            }
            times_of.add_given(numbered_name{one.id(), number, "", "_"}, std::move(times));
            ++number;
        }
        auto out = maker_->to.list<scene::extra>();
        times_of.put_into(out);
        return out;
    }

    scene_maker<>* maker_;
    pool<moving_track> moving_; // by global sequence; those without one at the end
    pool<moving_track> held_;   // that have one value on a global sequence, by that sequence; they are in moving_, too
    pool<moving_loop> loops_;
    camera_mover<> cameras_;
    material_mover<> materials_;
    texture_mover<> textures_;
    clip_channels<> channels_;
    typename scene_maker<>::spare for_seen_, for_others_;
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
        } else if (choice.takes(i)) {
            maker.to.add(missing, choice.name_of(i));
        }
    }
    if (!missing.empty()) {
        maker.to.extras().add("missingAnimations", std::move(missing)).put_into(maker.to.made.extras);
    }
    if (!maker.to.reserve(maker.to.made.clips, count)) {
        return;
    }
    clip_maker<> clips{maker};
    const auto for_each_taken = [&](const auto& use) {
        for (std::uint32_t i = 0; i < choice.size() && !maker.to.why(); ++i) {
            if (choice.takes(i) && is_known(i)) {
                use(i);
            }
        }
    };
    for_each_taken([&](std::uint32_t i) { clips.add(choice, i); });
    if (clips.has_loops() && !maker.to.why()) {
        clips.add_loops();
        clips.begin_unrolling();
        std::size_t next = 0;
        for_each_taken([&](std::uint32_t i) { clips.unroll(maker.to.made.clips[next++], i, choice.at(i).duration()); });
    }
}

}}}} // namespace effigy::v0::m2::impl
