// Building the keys of clips. Where a format interpolates differently from glTF, keys are inserted; a channel that
// never changes gets one key.
#pragma once

#include <effigy/scene/builder.hpp>
#include <effigy/scene/numbers.hpp>

namespace effigy::inline v0::impl {

// The keys of one channel in glTF's space, during construction. Value: vector3<float> or quaternion<float>.
template <class Value> struct key_list {
    scene::list<float> times;
    scene::list<Value> values;

    explicit key_list(std::pmr::memory_resource* memory) : times(memory), values(memory) {}

    // Adds a key. Ignores it if it is not finite, its time is negative, or its time is not after the previous key's.
    void add(double seconds, const Value& value) {
        const auto time = static_cast<float>(seconds);
        if (is_finite(time) && time >= 0 && (times.empty() || time > times.back()) && is_finite(value)) {
            times.push_back(time);
            values.push_back(value);
        }
    }
};

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
template <class At> [[nodiscard]] std::uint32_t parts_for(const At& at, double tolerance) {
    constexpr std::uint32_t most = 256;
    std::uint32_t parts = 1;
    for (; parts < most; parts *= 2) {
        bool is_near = true;
        for (std::uint32_t i = 0; i < parts && is_near; ++i) {
            const auto from = at(static_cast<double>(i) / parts);
            const auto to = at(static_cast<double>(i + 1) / parts);
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
    return is_wide_step(from, key) ? parts_for([&](double part) { return nlerp(from, key, part); }, rotation_tolerance)
                                   : 1;
}

// Adds the next key of a rotation that the format interpolates by nlerp. If the step is wide, adds keys in between.
template <class = when_used> void add_nlerp_key(key_list<quaternion<float>>& to, double before,
                                                const quaternion<double>& from, double now,
                                                const quaternion<double>& key) {
    const std::uint32_t parts = nlerp_parts(from, key);
    for (std::uint32_t i = 1; i < parts; ++i) {
        const double part = static_cast<double>(i) / parts;
        to.add(before + (now - before) * part, to_real<float>(nlerp(from, key, part)));
    }
    to.add(now, to_real<float>(key));
}

// Adds channels to a clip. Channels with equal times share them. Rotations are normalised.
template <class = when_used> class clip_builder {
public:
    explicit clip_builder(scene::clip& to) : to_(&to) {}

    // Adds a channel. Keys that are all equal are reduced to one; without keys, no channel is added. `stepped`: each
    // key holds until the next one.
    void add(std::uint32_t node, scene::path path, key_list<vector3<float>>&& keys, bool stepped = false) {
        add_keys({node, npos, path}, std::move(keys), stepped);
    }
    void add(std::uint32_t node, key_list<quaternion<float>>&& keys, bool stepped = false) {
        add_keys({node, npos, scene::path::rotation}, std::move(keys), stepped);
    }
    // Adds a channel of a material's base color.
    void add_base_color(std::uint32_t material, key_list<vector4<float>>&& keys, bool stepped = false) {
        add_keys({npos, material, scene::path::base_color}, std::move(keys), stepped);
    }
    // Adds a channel of another path of a material. Each key has the path's values first.
    void add_to_material(std::uint32_t material, scene::path path, key_list<vector3<float>>&& keys) {
        add_keys({npos, material, path}, std::move(keys), false);
    }
    // Adds a channel with the weights of a mesh's morph targets. For each time, `values` has one element per target.
    void add_weights(std::uint32_t node, scene::list<float>&& times, scene::list<float>&& values,
                     bool stepped = false) {
        finish({node, npos, scene::path::weights}, std::move(times), std::move(values), stepped);
    }

    // Adds a channel with one key, the node's position: a clip that moves nothing needs a channel, too.
    void add_still(std::uint32_t node, const vector3<float>& position) {
        key_list<vector3<float>> still{memory()};
        still.add(0, position);
        add(node, scene::path::translation, std::move(still));
    }
    // If the clip has a channel, extends the clip to `seconds`: in glTF a clip ends with its last key. Repeats the last
    // key of the channel with the fewest values, whose memory is needed twice for a short time.
    void last_until(double seconds) {
        const auto end = static_cast<float>(seconds);
        if (to_->channels.empty() || !(end > 0) || !is_finite(end)) {
            return;
        }
        for (const scene::list<float>& known : to_->times) {
            if (known.back() >= end) {
                return;
            }
        }
        scene::channel& holding = smallest();
        const scene::list<float>& before = to_->times[holding.times];
        const std::size_t width = holding.values.size() / before.size();
        scene::list<float> times{memory()};
        times.reserve(before.size() + 1);
        times.assign(before.begin(), before.end());
        times.push_back(end);
        holding.values.reserve(holding.values.size() + width);
        for (std::size_t i = 0; i < width; ++i) {
            holding.values.push_back(holding.values[holding.values.size() - width]);
        }
        bool is_shared = false;
        for (const scene::channel& other : to_->channels) {
            is_shared = is_shared || (&other != &holding && other.times == holding.times);
        }
        if (is_shared) {
            holding.times = static_cast<std::uint32_t>(to_->times.size());
            to_->times.push_back(std::move(times));
        } else {
            to_->times[holding.times] = std::move(times);
        }
    }

private:
    struct target {
        std::uint32_t node, material;
        scene::path path;
    };

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return to_->times.get_allocator().resource(); }

    // Returns the channel with the fewest values. Precondition: there is a channel.
    [[nodiscard]] scene::channel& smallest() const noexcept {
        scene::channel* found = &to_->channels.front();
        for (scene::channel& each : to_->channels) {
            found = each.values.size() < found->values.size() ? &each : found;
        }
        return *found;
    }
    // Keeps only the first key if all keys are equal. Returns whether there is a key.
    template <class Value> [[nodiscard]] static bool reduce(key_list<Value>& keys) {
        bool is_constant = true;
        for (const Value& v : keys.values) {
            is_constant = is_constant && v == keys.values.front();
        }
        if (is_constant && keys.values.size() > 1) {
            keys.times.resize(1);
            keys.values.resize(1);
        }
        return !keys.values.empty();
    }
    template <class Value> [[nodiscard]] static Value normalised(const Value& v) noexcept { return v; }
    [[nodiscard]] static quaternion<float> normalised(const quaternion<float>& q) noexcept {
        return to_real<float>(normalized(to_real<double>(q)));
    }
    template <class Value> void add_keys(const target& moved, key_list<Value>&& keys, bool stepped) {
        if (!reduce(keys)) {
            return;
        }
        const std::size_t count = scene::value_count(moved.path);
        scene::list<float> values{memory()};
        values.reserve(count * keys.values.size());
        for (const Value& key : keys.values) {
            const auto numbers = floats_of(normalised(key));
            values.insert(values.end(), numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count));
        }
        finish(moved, std::move(keys.times), std::move(values), stepped);
    }
    void finish(const target& moved, scene::list<float>&& times, scene::list<float>&& values, bool stepped) {
        scene::channel& out = to_->channels.emplace_back(memory());
        out.node = moved.node;
        out.material = moved.material;
        out.path = moved.path;
        out.interpolation = stepped ? scene::interpolation::step : scene::interpolation::linear;
        out.values = std::move(values);
        constexpr std::size_t most_compared = 8; // comparing with all lists would take quadratic time
        const std::size_t count = to_->times.size();
        for (std::size_t i = count; i > 0 && i + most_compared > count; --i) {
            if (to_->times[i - 1] == times) {
                out.times = static_cast<std::uint32_t>(i - 1);
                return;
            }
        }
        out.times = static_cast<std::uint32_t>(count);
        to_->times.push_back(std::move(times));
    }

    scene::clip* to_;
};

} // namespace effigy::inline v0::impl
