// Adding an animation of another model.
#pragma once

#include <effigy/m2/owned/animation_keys.hpp>
#include <effigy/m2/owned/convert/animations.hpp>
#include <effigy/m2/owned/derive.hpp>
#include <effigy/m2/owned/tracks.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Whether the weights of textures change, which says whether batches are static.
template <class = when_used> [[nodiscard]] pool<std::uint8_t> changing_weights(const owned_model& model) {
    pool<std::uint8_t> out{model.all<char>().resource()};
    for (const auto& weight : model.get(model.texture_weights)) {
        out.push_back(most_keys(model, weight) > 1 ? 1 : 0);
    }
    return out;
}
// Computes the flags of bones and batches after an edit of keys.
template <class = when_used> void complete_flags(owned_model& model, const pool<std::uint8_t>& weights_before) {
    compute_bone_flags(model);
    if (!(changing_weights(model) == weights_before)) {
        for (owned_skin_profile& one : model.get(model.skin_profiles)) {
            compute_batch_flags(model, one);
        }
    }
}

[[nodiscard]] constexpr std::uint32_t layout_of(std::uint32_t version) noexcept {
    return version >= first_version<model_header_264>  ? first_version<model_header_264>
           : version >= first_version<bone_record_260> ? first_version<bone_record_260>
                                                       : oldest_version;
}

// Adds an animation. After an error, the model has been changed in part.
template <class = when_used> class animation_appender {
public:
    animation_appender(owned_model& model, const owned_model& from, std::uint32_t number)
        : model_(model), from_(from), number_(number), sharing_(model.all<char>().resource()) {}

    [[nodiscard]] error run() {
        if (const error why = check()) {
            return why;
        }
        const pool<std::uint8_t> weights = changing_weights(model_);
        const pool<owned_playable> usual = usual_playable(model_);
        const std::uint32_t surplus = surplus_of_ranges(model_);
        added_ = model_.animations.count;
        if (const error why = add_record()) {
            return why;
        }
        if (const error why = sharing_.fill(std::as_const(model_).get(model_.animations), model_.version)) {
            return why;
        }
        const std::uint64_t most = model_.budget();
        error found;
        for_each_track_beside(model_, from_, [&](auto& track, const auto* other, const char* name) {
            if (!found && track.global_sequence < 0) {
                const bool is_known = other != nullptr && other->global_sequence < 0;
                found = add_keys(track, is_known ? other : nullptr, name, surplus);
            } else if (!found) { // list 0 has the keys; others are empty
                add_empty_list(track);
            }
            if (!found && model_.size_in_bytes() > most) {
                found = error{{"m2.animations", location::nowhere},
                              errc::budget,
                              most,
                              static_cast<std::int64_t>(model_.size_in_bytes()),
                              "bytes of keys"};
            }
        });
        if (found) {
            return found;
        }
        complete_flags(model_, weights);
        widen_bounds(model_, owned_bounds{std::as_const(model_).get(model_.animations)[added_].bounds});
        compute_next_variations(model_);
        compute_probabilities(model_, id());
        renew_playable(model_, usual, [](std::uint16_t) { return false; });
        if (owned_playable* const one = find_at(model_.get(model_.playable_lookup), id())) {
            *one = {.fallback = id(), .flags = 0};
        }
        const error why = link_aliases(model_);
        return why ? why : compute_animation_lookup(model_);
    }

private:
    [[nodiscard]] std::uint16_t id() const noexcept { return std::as_const(model_).get(model_.animations)[added_].id; }
    [[nodiscard]] error check() const noexcept {
        if (number_ >= from_.get(from_.animations).size()) {
            return refusal("m2.animations", "the number of an animation", {}, number_);
        }
        if (from_.get(from_.animations)[number_].key_place == key_place::missing) {
            return refusal("m2.animations[].keyPlace", "keys of a known .anim", {}, 1).within(number_);
        }
        if (layout_of(from_.version) != layout_of(model_.version)) {
            return refusal("m2.version", "a model whose version stores keys in the same way", {}, from_.version);
        }
        const auto bones = std::as_const(model_).get(model_.bones), others = from_.get(from_.bones);
        if (bones.size() != others.size()) {
            return refusal("m2.bones", "the same number of bones", {}, static_cast<std::int64_t>(others.size()));
        }
        for (std::uint32_t i = 0; i < bones.size(); ++i) {
            if (bones[i].parent != others[i].parent) {
                return refusal("m2.bones[].parent", "the parent of the other model's bone", {}, others[i].parent)
                    .within(i);
            }
        }
        return {};
    }

    // The animation follows all others on the time line; from version 264 on, its keys are in the model.
    [[nodiscard]] error add_record() {
        const std::uint32_t gap = 3333; // as programs that convert models leave (LKBC_Converter, M2Lib)
        owned_animation one = from_.get(from_.animations)[number_];
        std::uint16_t next = 0, largest = 0;
        std::uint64_t end = 0;
        for (const owned_animation& each : std::as_const(model_).get(model_.animations)) {
            if (each.id == one.id) {
                next = each.variation >= next ? static_cast<std::uint16_t>(each.variation + 1) : next;
                largest = each.variation > largest ? each.variation : largest;
            }
            end = end_of(each) > end ? end_of(each) : end;
        }
        one.flags &= ~std::uint32_t{animation_is_alias};
        if (model_.version >= first_version<model_header_264>) {
            one.variation = next;
            one.flags |= animation_is_inside;
            one.key_place = key_place::file;
            one.key_chunks = 0;
        } else {
            one.variation = largest != 0 ? next : std::uint16_t{0}; // the client does not number them
            for_each_track(std::as_const(model_), [&](const auto& track, const char*) {
                if (track.global_sequence < 0) {
                    for (const std::uint32_t time : std::as_const(model_).get(track.times)) {
                        end = time > end ? time : end;
                    }
                }
            });
            const std::uint64_t start = added_ != 0 ? end + gap : end;
            if (start + one.duration > 0xFFFF'FFFF) {
                return refusal("m2.animations[].end", "a time below 2^32 milliseconds").within(added_);
            }
            one.start = static_cast<std::uint32_t>(start);
            one.end = one.start + one.duration;
        }
        model_.append(model_.animations, one);
        return {};
    }

    // If the track has a list for each animation.
    template <class Track> void add_empty_list(Track& track) {
        if (added_ > 1 && track.parts.count == added_) {
            static_cast<void>(model_.append(track.parts, {}));
            if (!track.missing.empty()) {
                static_cast<void>(model_.append(track.missing, {}));
            }
        }
    }

    // Keys of a track; without a track in the other model, the value at the start of the first animation.
    template <class T>
    [[nodiscard]] error add_keys(owned_track<T>& track, const owned_track<T>* other, const char* name,
                                 std::uint32_t surplus) {
        const bool has_none = most_keys(model_, track) == 0;
        const owned_key_span<T> found =
            other != nullptr ? from_.keys(*other, number_) : std::as_const(model_).keys(track, 0);
        const interpolation kind = other != nullptr ? other->interpolation : track.interpolation;
        if (has_none && (other == nullptr || found.times.empty())) {
            add_empty_list(track);
            return {};
        }
        const std::uint32_t length = other != nullptr ? duration() : 0;
        if (!can_sample(found, found.start, kind) || !can_sample(found, found.start + length, kind)) {
            return refusal("m2.interpolation", "keys without tangents, whose times rise");
        }
        std::pmr::memory_resource* const memory = model_.template all<char>().resource();
        const key_pool<T> keys = window_of(found, length, kind, memory);
        if (has_none) {
            track.interpolation = kind;
        } else if (keys.size() > 1 && kind != track.interpolation) {
            return refusal("m2.interpolation", "the interpolation of the track that exists", {},
                           static_cast<std::int64_t>(kind));
        }
        if (holds(track, keys)) {
            return {};
        }
        return set_track_keys(model_, track, name, added_, sharing_, surplus, keys);
    }
    // An event happens only if the other model has the same events.
    [[nodiscard]] error add_keys(owned_event_track& track, const owned_event_track* other, const char*,
                                 std::uint32_t surplus) {
        pool<std::uint32_t> times{model_.template all<char>().resource()};
        if (other != nullptr) {
            const owned_time_span found = from_.keys(*other, number_);
            for (const std::uint32_t time : found.times) {
                if (time >= found.start && time - found.start <= duration()) {
                    times.push_back(time - found.start);
                }
            }
        }
        if (model_.version >= first_version<model_header_264>) {
            if (!times.empty() || !track.parts.empty()) {
                set_part(model_, track, added_, sharing_, times, times);
            }
            return {};
        }
        // Those of others stay as they are, even if they are not within their animations.
        pool<owned_key_range> ranges{times.resource()};
        ranges.append(std::as_const(model_).get(track.ranges));
        for (std::uint32_t i = 0; i < added_ && track.ranges.empty(); ++i) { // each has all times that are in it
            ranges.push_back(range_in(model_, track, std::as_const(model_).get(model_.animations)[i]));
        }
        pool<std::uint32_t> all{times.resource()};
        all.append(std::as_const(model_).get(track.times));
        const auto first = static_cast<std::uint32_t>(all.size());
        for (const std::uint32_t time : times) {
            all.push_back(std::as_const(model_).get(model_.animations)[added_].start + time);
        }
        const owned_key_range range{.first = first, .last = static_cast<std::uint32_t>(all.size())};
        ranges.resize(ranges.size() < added_ ? added_ : ranges.size());
        ranges.insert(std::span<const owned_key_range>{ranges}.subspan(added_).data(),
                      all.empty() ? owned_key_range{} : range);
        ranges.resize(std::size_t{added_} + 1 + surplus);
        model_.set<std::uint32_t>(track.times, all);
        model_.set<owned_key_range>(track.ranges, ranges);
        return {};
    }
    [[nodiscard]] std::uint32_t duration() const noexcept { return from_.get(from_.animations)[number_].duration; }
    // Whether the track has one value for all animations, and that is the new one.
    template <class T>
    [[nodiscard]] bool holds(const owned_track<T>& track, const key_pool<T>& keys) const noexcept {
        const bool is_for_all = track.parts.empty() ? track.times.count == 1 : track.parts.count == 1;
        const auto one = std::as_const(model_).keys(track, 0);
        return is_for_all && keys.size() == 1 && one.values.size() == 1 && equal(one.values[0], keys[0].value);
    }

    owned_model& model_;
    const owned_model& from_;
    std::uint32_t number_, added_ = 0;
    key_table<> sharing_;
};

}}}} // namespace effigy::v0::m2::impl
