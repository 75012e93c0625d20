// Tracks in another version: keys on one time line become lists of each animation, and lists become a time line.
#pragma once

#include <effigy/m2/owned/convert/animations.hpp>
#include <effigy/m2/owned/convert/key_values.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Converts tracks of `from` into the pools of `made`, which begins as a copy of `from`.
template <class = when_used> class track_converter {
public:
    track_converter(const owned_model& from, owned_model& made, const animation_plan<>& plan, conversion_report& report)
        : from_(from), made_(made), plan_(plan), report_(report), used_(made.all<char>().resource()),
          left_(from.budget()), has_lists_(from.version >= first_version<model_header_264>),
          makes_lists_(made.version >= first_version<model_header_264>) {}

    // `at`: of the track; the end of its path is the track's name.
    template <class To, class From>
    void convert(const owned_track<From>& of, owned_track<To>& to, const location& at) {
        at_ = at;
        owned_track<To> out;
        out.interpolation = of.interpolation;
        out.global_sequence = of.global_sequence;
        if (!has_all_keys(of)) {
        } else if (has_lists_ == makes_lists_) {
            static_cast<owned_timeline&>(out) = of;
            if constexpr (std::is_same_v<To, From>) {
                out = of;
            } else {
                out.values = put_values<To>(from_.get<From>(of.values));
            }
        } else if (makes_lists_) {
            make_lists(of, out);
        } else {
            make_timeline(of, out);
        }
        to = out;
    }
    void convert(const owned_event_track& of, owned_event_track& to, const location& at) {
        at_ = at;
        owned_event_track out;
        out.interpolation = of.interpolation;
        out.global_sequence = of.global_sequence;
        if (!has_all_keys(of)) {
        } else if (has_lists_ == makes_lists_) {
            out = of;
            if (makes_lists_ && of.times.empty() && of.parts.empty()) {
                make_lists(of, out);
            }
        } else if (makes_lists_) {
            make_lists(of, out);
        } else {
            make_timeline(of, out);
        }
        to = out;
    }

private:
    // ---- common ----------------------------------------------------------------------------------------------------

    [[nodiscard]] bool has_all_keys(const owned_timeline& of) {
        const auto missing = from_.get<owned_missing_keys>(of.missing);
        for (std::uint32_t i = 0; i < missing.size(); ++i) {
            if (missing[i].times.count != 0) {
                report_.refuse(refused(place_in("m2.", "animations[].keyPlace", i), errc::bad_value,
                                       static_cast<std::uint64_t>(key_place::missing),
                                       "an animation whose .anim is at hand"));
                return false;
            }
        }
        return !report_.why();
    }
    void lost(const oddity& what) const { report_.lost(what, at_); }
    void refuse(std::uint64_t found, const char* expected) {
        report_.refuse(refused(at_, errc::bad_value, found, expected));
    }
    // Animations that share many keys must not multiply them.
    [[nodiscard]] bool charge(std::uint64_t bytes) {
        if (bytes > left_) {
            report_.refuse(refused(at_, errc::budget, bytes, ""));
            return false;
        }
        left_ -= bytes;
        return true;
    }
    template <class T> [[nodiscard]] static std::uint64_t bytes_of(const stored_key_list<T>& keys) noexcept {
        return keys.times.size() * (sizeof(std::uint32_t) + std::uint64_t{keys.width} * sizeof(T));
    }
    template <class To, class From> [[nodiscard]] pool_slice<To> put_values(std::span<const From> values) {
        pool<To>& all = made_.all<To>();
        const auto first = static_cast<std::uint32_t>(all.size());
        for (const From& value : values) {
            all.push_back(stored_as<To>(value));
        }
        return {first, static_cast<std::uint32_t>(values.size())};
    }
    [[nodiscard]] pool_slice<std::uint32_t> put_times(std::span<const std::uint32_t> times) {
        pool_slice<std::uint32_t> out;
        made_.set<std::uint32_t>(out, times);
        return out;
    }
    [[nodiscard]] static bool ascends(std::span<const std::uint32_t> times) noexcept {
        bool out = true;
        for (std::size_t i = 1; i < times.size(); ++i) {
            out = out && times[i - 1] <= times[i];
        }
        return out;
    }
    // Whether all keys are equal, so that one says the same.
    template <class T>
    [[nodiscard]] static bool is_constant(const stored_key_list<T>& keys, interpolation kind) noexcept {
        bool out = !is_curved(keys, kind);
        for (std::size_t i = keys.width; i < keys.values.size() && out; ++i) {
            out = equal(keys.values[i], keys.values[i % keys.width]);
        }
        return out;
    }
    // Returns the keys of a list of times and a list of values, unless they do not fit together.
    template <class T> [[nodiscard]] stored_key_list<T> keys_in(std::span<const std::uint32_t> times,
                                                                std::span<const T> values, interpolation kind) {
        const key_shape shape = shape_of<T>(times.size(), values.size(), kind);
        if (shape.count != times.size() || shape.count * shape.values != values.size()) {
            refuse(values.size(), "as many values as times");
            return {};
        }
        if (!ascends(times)) {
            lost(odd::convert_key_order);
        }
        return {times, values, shape.values};
    }

    // The keys that are made.
    template <class T> struct made_keys {
        explicit made_keys(std::pmr::memory_resource* memory) : times(memory), values(memory) {}

        pool<std::uint32_t> times;
        pool<T> values;

        void clear() noexcept {
            times.clear();
            values.clear();
        }
        [[nodiscard]] stored_key_list<T> list(std::size_t width) const noexcept { return {times, values, width}; }
    };

    // ---- from a time line to lists ---------------------------------------------------------------------------------

    // Returns the keys that the range of an animation selects, and one before and after them.
    [[nodiscard]] key_part selected(const owned_timeline& of, std::uint32_t number, std::size_t count) const noexcept {
        const auto ranges = from_.get<owned_key_range>(of.ranges);
        return number < ranges.size() ? part_between(ranges[number].first, ranges[number].last, count, 0)
                                      : key_part{0, count, 0};
    }
    [[nodiscard]] bool has_same_range(const owned_timeline& of, std::uint32_t a, std::uint32_t b) const noexcept {
        const auto ranges = from_.get<owned_key_range>(of.ranges);
        const auto at = [&](std::uint32_t i) { return i < ranges.size() ? ranges[i] : owned_key_range{}; };
        return equal(at(a), at(b));
    }
    [[nodiscard]] bool are_all_used() const noexcept {
        bool out = true;
        for (const std::uint8_t each : used_) {
            out = out && each != 0;
        }
        return out;
    }

    template <class To, class From> void make_lists(const owned_track<From>& of, owned_track<To>& out) {
        const auto all =
            keys_in<From>(from_.get<std::uint32_t>(of.times), from_.get<From>(of.values), of.interpolation);
        if (all.times.empty() || report_.why()) {
            return;
        }
        const std::size_t first_time = made_.template all<std::uint32_t>().size();
        const std::size_t first_value = made_.template all<To>().size();
        pool<owned_keys<To>> parts{memory()};
        if (all.times.size() == 1) {
            parts.push_back(part_of<To>(stored_key_list<From>{at_start, all.values, all.width}));
        } else if (of.global_sequence >= 0 || plan_.size() == 0) {
            parts.push_back(part_of<To>(all));
        } else {
            made_keys<From> keys{memory()};
            used_.assign(all.times.size(), 0);
            for (std::uint32_t i = 0; i < plan_.size() && charge(sizeof(owned_keys<To>)); ++i) {
                const std::uint32_t owner = plan_.owner(i);
                if (owner != i) {
                    report_.lost_if(!has_same_range(of, i, owner), odd::convert_alias, at_);
                    const owned_keys<To> shared = parts[owner];
                    parts.push_back(shared);
                } else {
                    take_window(keys, all, selected(of, i, all.times.size()), plan_.window(i), of.interpolation);
                    const stored_key_list<From> made = keys.list(all.width);
                    const bool repeats = made.times.size() > 1 && is_constant(made, of.interpolation);
                    parts.push_back(part_of<To, From>(repeats ? made.part(0, 1) : made));
                }
            }
            report_.lost_if(!are_all_used(), odd::convert_key_outside, at_);
        }
        out.times = since<std::uint32_t>(first_time);
        out.values = since<To>(first_value);
        made_.set<owned_keys<To>>(out.parts, parts);
    }
    template <class To, class From> [[nodiscard]] owned_keys<To> part_of(const stored_key_list<From>& keys) {
        return {put_times(keys.times), put_values<To>(keys.values)};
    }
    // Takes the keys of a window, and the values at its start and its end: keys before and after it are not in its
    // list.
    template <class T> void take_window(made_keys<T>& to, const stored_key_list<T>& all, const key_part& part,
                                        const animation_window& in, interpolation kind) {
        to.clear();
        const stored_key_list<T> keys = all.part(part.first, part.count);
        if (!charge(bytes_of(keys))) {
            return;
        }
        const auto add_at = [&](std::uint32_t time) {
            to.times.push_back(time - in.start);
            append_key_at(to.values, keys, time, kind);
            report_.lost_if(is_curved(keys, kind), odd::convert_tangents, at_);
        };
        for (std::size_t i = 0; i < keys.times.size(); ++i) {
            const std::uint32_t time = keys.times[i];
            if (in.start <= time && time <= in.end) {
                if (to.times.empty() && time != in.start) {
                    add_at(in.start);
                }
                to.times.push_back(time - in.start);
                to.values.append(keys.at(i));
                used_[part.first + i] = 1;
            }
        }
        if (to.times.empty()) {
            add_at(in.start);
        }
        if (to.times.back() != in.end - in.start && kind != interpolation::step) {
            add_at(in.end);
        }
    }

    void make_lists(const owned_event_track& of, owned_event_track& out) {
        const auto all = from_.get<std::uint32_t>(of.times);
        const std::size_t before = made_.template all<std::uint32_t>().size();
        pool<owned_event_keys> parts{memory()};
        const std::uint32_t count = made_.animations.count;
        if (all.empty() && (of.global_sequence >= 0 || count == 0)) {
            return;
        }
        if (of.global_sequence >= 0 || count == 0) {
            parts.push_back({put_times(all)});
        }
        pool<std::uint32_t> times{memory()};
        used_.assign(all.size(), parts.empty() ? 0 : 1);
        const auto ranges = from_.get<owned_key_range>(of.ranges);
        for (std::uint32_t i = 0; i < count && of.global_sequence < 0; ++i) {
            const std::size_t first = i < ranges.size() ? ranges[i].first : 0;
            const std::size_t last = i < ranges.size() ? ranges[i].last : ranges.empty() ? all.size() : 0;
            const std::size_t end = last < all.size() ? last : all.size();
            if (!charge(sizeof(owned_event_keys) + (end > first ? (end - first) * sizeof(std::uint32_t) : 0))) {
                return;
            }
            times.clear();
            for (std::size_t k = first; k < end; ++k) {
                if (plan_.window(i).start <= all[k] && all[k] <= plan_.window(i).end) {
                    times.push_back(all[k] - plan_.window(i).start);
                    used_[k] = 1;
                }
            }
            parts.push_back({put_times(times)});
        }
        report_.lost_if(!are_all_used(), odd::convert_event_outside, at_);
        out.times = since<std::uint32_t>(before);
        made_.set<owned_event_keys>(out.parts, parts);
    }

    // ---- from lists to a time line ---------------------------------------------------------------------------------
    // compute_ranges() makes the ranges.

    template <class To, class From> void make_timeline(const owned_track<From>& of, owned_track<To>& out) {
        const auto parts = from_.get<owned_keys<From>>(of.parts);
        made_keys<From> all{memory()};
        std::size_t width = 0;
        const auto list_of = [&](const owned_keys<From>& part) {
            const auto keys =
                keys_in<From>(from_.get<std::uint32_t>(part.times), from_.get<From>(part.values), of.interpolation);
            if (!keys.times.empty()) {
                report_.refuse_if(width != 0 && width != keys.width, at_, keys.width, "keys of one kind");
                width = keys.width;
            }
            return keys;
        };
        for (const owned_keys<From>& part : parts) { // the width must be known
            static_cast<void>(list_of(part));
        }
        if (width == 0 || report_.why()) {
            return;
        }
        const bool is_global = of.global_sequence >= 0;
        const stored_key_list<From> first = list_of(parts[0]);
        if (is_global || plan_.size() == 0 || (parts.size() == 1 && first.times.size() == 1)) {
            const bool is_moved = !is_global && first.times.size() == 1;
            all.times.append(is_moved ? std::span<const std::uint32_t>{at_start} : first.times);
            all.values.append(first.values);
        } else {
            for (std::uint32_t i = 0; i < plan_.size() && !report_.why(); ++i) {
                const owned_keys<From>& part = parts[element_of(i, parts.size(), false)];
                const std::uint32_t owner = plan_.owner(i);
                if (owner == i) {
                    add_animation(all, list_of(part), width, plan_.window(i), of.interpolation);
                } else {
                    const owned_keys<From>& other = parts[element_of(owner, parts.size(), false)];
                    report_.lost_if(!are_same(part.times, other.times) || !are_same(part.values, other.values),
                                    odd::convert_alias, at_);
                }
            }
            report_.lost_if(parts.size() > plan_.size(), odd::convert_lists, at_);
            if (!report_.why() && is_constant(all.list(width), of.interpolation)) {
                all.times.assign(1, 0);
                all.values.resize(width, From{});
            }
        }
        out.times = put_times(all.times);
        out.values = put_values<To>(std::span<const From>{all.values});
    }
    // Adds the keys of an animation, and keys at its start and its end: the time line goes on with other animations.
    template <class T> void add_animation(made_keys<T>& to, const stored_key_list<T>& keys, std::size_t width,
                                          const animation_window& in, interpolation kind) {
        if (!charge(bytes_of(keys) + 2 * (sizeof(std::uint32_t) + width * sizeof(T)))) {
            return;
        }
        const auto add = [&](std::uint32_t time, std::size_t i) {
            to.times.push_back(in.start + time);
            to.values.append(keys.at(i));
        };
        const std::uint32_t duration = in.end - in.start;
        if (keys.times.empty()) {
            for (const std::uint32_t time : {in.start, in.end}) {
                to.times.push_back(time);
                to.values.push_back(value_without_keys<T>(at_.path));
                to.values.resize(to.values.size() + width - 1, T{});
            }
            return;
        }
        std::size_t inside = 0;
        for (std::size_t i = 0; i < keys.times.size(); ++i) {
            inside += keys.times[i] <= duration ? 1U : 0U;
        }
        const std::size_t first_at_start = inside != 0 && keys.times[0] == 0 ? 1 : 0;
        if (first_at_start == 0) {
            add(0, 0);
        }
        for (std::size_t i = 0; i < keys.times.size(); ++i) {
            if (keys.times[i] <= duration) {
                add(keys.times[i], i);
            }
        }
        const bool has_late = inside != keys.times.size();
        report_.lost_if(has_late, odd::convert_key_late, at_);
        const bool ends = to.times.back() == in.end;
        report_.lost_if(is_curved(keys, kind) && (first_at_start == 0 || !ends), odd::convert_tangents, at_);
        if (!ends && has_late) {
            to.times.push_back(in.end);
            append_key_at(to.values, keys, duration, kind);
        } else if (!ends) {
            add(duration, keys.times.size() - 1);
        }
    }
    template <class T> [[nodiscard]] bool are_same(const pool_slice<T>& a, const pool_slice<T>& b) const {
        bool same = a.count == b.count;
        const auto left = from_.get<T>(a), right = from_.get<T>(b);
        for (std::size_t i = 0; i < left.size() && i < right.size() && a.first != b.first && same; ++i) {
            same = equal(left[i], right[i]);
        }
        return same;
    }

    void make_timeline(const owned_event_track& of, owned_event_track& out) {
        const auto parts = from_.get<owned_event_keys>(of.parts);
        pool<std::uint32_t> times{memory()};
        if (!parts.empty() && (of.global_sequence >= 0 || plan_.size() == 0)) {
            times.append(from_.get<std::uint32_t>(parts[0].times));
        } else {
            for (std::uint32_t i = 0; i < plan_.size() && i < parts.size(); ++i) {
                if (plan_.owner(i) == i && charge(parts[i].times.count * sizeof(std::uint32_t))) {
                    const animation_window& in = plan_.window(i);
                    for (const std::uint32_t time : from_.get<std::uint32_t>(parts[i].times)) {
                        if (time <= in.end - in.start) {
                            times.push_back(in.start + time);
                        } else {
                            lost(odd::convert_event_outside);
                        }
                    }
                }
            }
            report_.lost_if(parts.size() > plan_.size(), odd::convert_lists, at_);
        }
        out.times = put_times(times);
    }

    // ---- pools -----------------------------------------------------------------------------------------------------

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return used_.resource(); }
    template <class T> [[nodiscard]] pool_slice<T> since(std::size_t first) const noexcept {
        const std::size_t size = made_.template all<T>().size();
        return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(size - first)};
    }

    static constexpr std::uint32_t at_start[1]{};

    const owned_model& from_;
    owned_model& made_;
    const animation_plan<>& plan_;
    conversion_report& report_;
    pool<std::uint8_t> used_; // the keys of a time line that are in an animation
    std::uint64_t left_;      // bytes that may be made
    bool has_lists_, makes_lists_;
    location at_; // of the track
};

}}}} // namespace effigy::v0::m2::impl
