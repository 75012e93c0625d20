// Building the keys of clips. Where a format interpolates differently from glTF, keys are inserted; a channel that
// never changes gets one key.
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/scene/builder.hpp>
#include <effigy/scene/numbers.hpp>

#include <bit>

namespace effigy { inline namespace v0 { namespace impl {

// A value of a key: position, scale, color or rotation. What has three numbers has 0 as the fourth.
[[nodiscard]] constexpr vector4<float> key_value(const vector3<float>& v) noexcept { return {v.x, v.y, v.z, 0}; }
[[nodiscard]] constexpr vector4<float> key_value(const vector4<float>& v) noexcept { return v; }
[[nodiscard]] constexpr vector4<float> key_value(const quaternion<float>& q) noexcept { return {q.x, q.y, q.z, q.w}; }

// Returns the latest time before another; 0 if that is 0.
[[nodiscard]] constexpr float just_before(float time) noexcept {
    return time > 0 ? std::bit_cast<float>(std::bit_cast<std::uint32_t>(time) - 1) : time;
}

// The keys of one channel in glTF's space, during construction. Clips copy them, so one list serves many channels.
struct key_list {
    pool<float> times; // seconds
    pool<vector4<float>> values;

    explicit key_list(std::pmr::memory_resource* memory) : times(memory), values(memory) {}

    static constexpr std::uint64_t size_of_key = sizeof(float) + sizeof(vector4<float>);

    void clear() noexcept {
        times.clear();
        values.clear();
    }
    // Removes all keys and makes room for `count`. Returns false if that exceeds the limit.
    [[nodiscard]] bool begin(scene_budget& from, std::uint64_t count) {
        clear();
        if (count > times.capacity()) {
            from.give_back(times); // frees the memory first
            from.give_back(values);
        }
        return reserve(from, count);
    }
    // Makes room for `count` keys. Returns false if that exceeds the limit.
    [[nodiscard]] bool reserve(scene_budget& from, std::uint64_t count) {
        const std::uint64_t more = count > times.size() ? count - times.size() : 0;
        return from.reserve(times, more) && from.reserve(values, more);
    }
    // Adds a key, for which begin() or reserve() made room. Ignores it if it is not finite, its time is negative, or
    // its time is not after the previous key's.
    template <class Value> void add(double seconds, const Value& value) { put(seconds, key_value(value)); }
    // As add() for `count` keys: value_at(i) at time_at(i).
    template <class Time, class Value> void add_all(std::size_t count, const Time& time_at, const Value& value_at) {
        const std::size_t known = times.size();
        float last = known != 0 ? times.back() : -1;
        const elements<float> new_times = times.append(count);
        const elements<vector4<float>> new_values = values.append(count);
        std::size_t added = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto time = static_cast<float>(time_at(i));
            new_times[added] = time;
            new_values[added] = key_value(value_at(i));
            if (time > last && time >= 0 && is_finite(time) && is_finite(new_values[added])) {
                last = time;
                ++added;
            }
        }
        times.resize(known + added);
        values.resize(known + added);
    }

private:
    void put(double seconds, const vector4<float>& value) {
        const auto time = static_cast<float>(seconds);
        if (is_finite(time) && time >= 0 && (times.empty() || time > times.back()) && is_finite(value)) {
            times.push_back(time);
            values.push_back(value);
        }
    }
};

// Returns the size of the keys of a channel in a clip.
[[nodiscard]] constexpr std::uint64_t size_in_clip(scene::path path, std::uint64_t keys) noexcept {
    return keys * (1 + scene::value_count(path)) * sizeof(float);
}

// Returns the distance between two unit quaternions: for small angles, the angle between them in radians. The angle
// between their rotations is twice as large, so a point at radius r moves by up to 2 * r times this distance.
[[nodiscard]] inline double distance(const quaternion<double>& a, const quaternion<double>& b) noexcept {
    const double sign = dot(a, b) < 0 ? -1 : 1;
    const quaternion<double> difference{a.x - sign * b.x, a.y - sign * b.y, a.z - sign * b.z, a.w - sign * b.w};
    return square_root(dot(difference, difference));
}
[[nodiscard]] inline double distance(const vector3<double>& a, const vector3<double>& b) noexcept {
    return length(a - b);
}
// Of colors with alpha.
[[nodiscard]] inline double distance(const vector4<double>& a, const vector4<double>& b) noexcept {
    const auto square = [](double v) { return v * v; };
    return square_root(square(a.x - b.x) + square(a.y - b.y) + square(a.z - b.z) + square(a.w - b.w));
}
// Interpolates like glTF.
[[nodiscard]] inline quaternion<double> between(const quaternion<double>& a, const quaternion<double>& b,
                                                double part) noexcept {
    return slerp(a, b, part);
}
[[nodiscard]] inline vector3<double> between(const vector3<double>& a, const vector3<double>& b, double part) noexcept {
    return lerp(a, b, part);
}

[[nodiscard]] inline vector4<double> between(const vector4<double>& a, const vector4<double>& b, double part) noexcept {
    return {a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, a.z + (b.z - a.z) * part, a.w + (b.w - a.w) * part};
}

// Returns the number of equal parts into which a step from one key to the next must be divided, so that glTF's
// interpolation differs from `at(part)`, with part from 0 to 1, by at most `tolerance`. Returns 256 if no smaller
// number is enough.
template <class Value>
[[nodiscard]] std::uint32_t parts_for(function_ref<Value(double)> at, double tolerance) {
    constexpr std::uint32_t most = 256;
    std::uint32_t parts = 1;
    for (; parts < most; parts *= 2) {
        bool is_near = true;
        for (std::uint32_t i = 0; i < parts && is_near; ++i) {
            const Value from = at(static_cast<double>(i) / parts);
            const Value to = at(static_cast<double>(i + 1) / parts);
            for (const double within : {0.25, 0.5, 0.75}) {
                is_near = is_near && distance(between(from, to, within), at((i + within) / parts)) <= tolerance;
            }
        }
        if (is_near) {
            break;
        }
    }
    return parts;
}

// The allowed distance() between a rotation that a format interpolates by nlerp and glTF's slerp.
inline constexpr double rotation_tolerance = 2e-5;

// Whether slerp and nlerp between two rotations may differ by more than rotation_tolerance: if the rotations are more
// than about twelve degrees apart.
[[nodiscard]] inline bool is_wide_step(const quaternion<double>& a, const quaternion<double>& b) noexcept {
    constexpr double near_cosine = 0.9946; // at 6 degrees between the quaternions, slerp and nlerp differ by 1.8e-5
    return absolute(dot(a, b)) < near_cosine;
}

// Returns the number of parts into which add_nlerp_key() divides a step.
template <class = when_used> [[nodiscard]] std::uint32_t nlerp_parts(const quaternion<double>& from,
                                                                     const quaternion<double>& key) {
    return is_wide_step(from, key)
               ? parts_for<quaternion<double>>([&](double part) { return nlerp(from, key, part); }, rotation_tolerance)
               : 1;
}

// Adds the next key of a rotation that the format interpolates by nlerp. If the step is wide, adds keys in between.
template <class = when_used> void add_nlerp_key(key_list& to, double before, const quaternion<double>& from, double now,
                                                const quaternion<double>& key) {
    const std::uint32_t parts = nlerp_parts(from, key);
    for (std::uint32_t i = 1; i < parts; ++i) {
        const double part = static_cast<double>(i) / parts;
        to.add(before + (now - before) * part, to_real<float>(nlerp(from, key, part)));
    }
    to.add(now, to_real<float>(key));
}

// Adds channels to a clip, in memory that a budget gives. Channels with equal times share them. Rotations are
// normalised. A channel that exceeds the limit is not added.
template <class = when_used> class clip_builder {
public:
    clip_builder(scene_budget& from, scene::clip& to) : from_(&from), to_(&to) {}

    // Adds a channel of a node. Keys that are all equal are reduced to one; without keys, no channel is added.
    // `stepped`: each key holds until the next one.
    void add(std::uint32_t node, scene::path path, const key_list& keys, bool stepped = false) {
        add_keys({node, npos, path}, keys, stepped);
    }
    // Adds a channel of a material. Each key has the path's values first.
    void add_to_material(std::uint32_t material, scene::path path, const key_list& keys) {
        add_keys({npos, material, path}, keys, false);
    }
    // Adds a channel with the weights of a mesh's morph targets. For each time, `values` has one element per target.
    void add_weights(std::uint32_t node, elements<const float> times, scene::list<float>&& values) {
        finish({node, npos, scene::path::weights}, times, values, false);
    }

    // Whether a channel moves a node. Few programs read the channels of materials.
    [[nodiscard]] bool moves_nodes() const noexcept {
        bool out = false;
        for (const scene::channel& each : to_->channels) {
            out = out || each.node != npos;
        }
        return out;
    }
    // As last_until(). If the clip moves no node, first adds a channel that keeps `root` at its position.
    void finish(std::uint32_t root, const vector3<float>& position, double seconds) {
        if (!moves_nodes()) {
            key_list still{from_->memory()};
            if (still.begin(*from_, 1)) {
                still.add(0, position);
                add(root, scene::path::translation, still);
            }
        }
        last_until(seconds);
    }
    // If the clip has a channel, extends the clip to `seconds`: in glTF a clip ends with its last key. Repeats the last
    // key of the channel of a node with the fewest values, whose memory is needed twice for a short time; of a material
    // if no channel moves a node.
    void last_until(double seconds) {
        const auto end = static_cast<float>(seconds);
        if (to_->channels.empty() || !(end > 0) || !is_finite(end)) {
            return;
        }
        const bool of_nodes = moves_nodes();
        for (const scene::channel& each : to_->channels) {
            if (counts(each, of_nodes) && to_->times[each.times].back() >= end) {
                return;
            }
        }
        scene::channel& holding = smallest(of_nodes);
        const std::size_t count = to_->times[holding.times].size();
        const std::size_t width = holding.values.size() / count;
        bool is_shared = false;
        for (const scene::channel& other : to_->channels) {
            is_shared = is_shared || (&other != &holding && other.times == holding.times);
        }
        scene::list<float>* const times = is_shared ? from_->add(to_->times) : &to_->times[holding.times];
        if (times == nullptr || !from_->reserve(*times, is_shared ? count + 1 : 1) ||
            !from_->reserve(holding.values, width)) {
            return;
        }
        holding.values.append(elements{holding.values}.part(holding.values.size() - width, width));
        if (is_shared) {
            times->append(to_->times[holding.times]);
            holding.times = static_cast<std::uint32_t>(to_->times.size() - 1);
        }
        times->push_back(end);
    }

private:
    struct target {
        std::uint32_t node, material;
        scene::path path;
    };

    [[nodiscard]] static bool counts(const scene::channel& each, bool of_nodes) noexcept {
        return !of_nodes || each.node != npos;
    }
    // Returns the channel with the fewest values. Precondition: there is one that counts.
    [[nodiscard]] scene::channel& smallest(bool of_nodes) const noexcept {
        scene::channel* found = nullptr;
        for (scene::channel& each : to_->channels) {
            if (counts(each, of_nodes) && (found == nullptr || each.values.size() < found->values.size())) {
                found = &each;
            }
        }
        return *found;
    }
    [[nodiscard]] static bool is_constant(const pool<vector4<float>>& values) noexcept {
        for (const vector4<float>& each : values) {
            if (!(each == values[0])) {
                return false;
            }
        }
        return true;
    }
    void add_keys(const target& moved, const key_list& keys, bool stepped) {
        if (keys.values.empty()) {
            return;
        }
        const std::size_t count = is_constant(keys.values) ? 1 : keys.values.size();
        const std::size_t width = scene::value_count(moved.path);
        const bool turns = moved.path == scene::path::rotation;
        scene::list<float> values{from_->memory()};
        std::span<float> to = from_->append(values, count * width);
        if (to.empty()) {
            return;
        }
        for (const vector4<float>& v : elements{keys.values}.part(0, count)) {
            const auto numbers = floats_of(
                turns ? key_value(to_real<float>(normalized(to_real<double>(quaternion<float>{v.x, v.y, v.z, v.w}))))
                      : v);
            for (std::size_t k = 0; k < 4 && k < width; ++k) { // 4: the compiler unrolls it
                to[k] = numbers[k];
            }
            to = to.subspan(width);
        }
        finish(moved, elements{keys.times}.part(0, count), values, stepped);
    }
    // Copies the times into the clip, unless it has them, and moves the values.
    void finish(const target& moved, elements<const float> times, scene::list<float>& values, bool stepped) {
        constexpr std::size_t most_compared = 8; // comparing with all lists would take quadratic time
        const std::size_t count = to_->times.size();
        std::size_t found = count;
        for (std::size_t i = count; found == count && i > 0 && i + most_compared > count; --i) {
            found = are_equal(to_->times[i - 1], times) ? i - 1 : count;
        }
        if (found == count) {
            scene::list<float>* const copy = from_->add(to_->times);
            if (copy == nullptr || !from_->reserve(*copy, times.size())) {
                return;
            }
            copy->append(times);
        }
        if (scene::channel* const out = from_->add(to_->channels)) {
            out->node = moved.node;
            out->material = moved.material;
            out->path = moved.path;
            out->interpolation = stepped ? scene::interpolation::step : scene::interpolation::linear;
            out->times = static_cast<std::uint32_t>(found);
            out->values.swap(values);
        }
    }
    [[nodiscard]] static bool are_equal(elements<const float> a, elements<const float> b) noexcept {
        bool out = a.size() == b.size();
        for (std::size_t i = 0; out && i < a.size(); ++i) {
            out = a[i] == b[i];
        }
        return out;
    }

    scene_budget* from_;
    scene::clip* to_;
};

}}} // namespace effigy::v0::impl
