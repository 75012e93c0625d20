#include "parts.hpp"

#include <effigy/scene/verify_mesh.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

namespace gltf_files {

namespace {

using effigy::quaternion;
using path = scene::path;

// What a channel moves; npos twice: nothing of a scene.
struct target {
    std::uint32_t node = npos, material = npos;
    scene::path path = path::translation;
};

// Reads "/materials/3/emissiveFactor" and the like. Leaves `to` as it is for any other pointer.
void read_pointer(std::string_view pointer, std::size_t materials, target& to) {
    constexpr std::string_view prefix = "/materials/";
    constexpr std::pair<std::string_view, path> paths[] = {
        {"/pbrMetallicRoughness/baseColorFactor", path::base_color},
        {"/emissiveFactor", path::emissive},
        {"/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset", path::texture_offset},
        {"/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/rotation", path::texture_rotation},
        {"/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/scale", path::texture_scale}};
    if (!pointer.starts_with(prefix)) {
        return;
    }
    pointer.remove_prefix(prefix.size());
    std::uint32_t number = npos;
    const auto [end, code] = std::from_chars(pointer.data(), pointer.data() + pointer.size(), number);
    pointer.remove_prefix(static_cast<std::size_t>(end - pointer.data()));
    for (const auto& [name, of] : paths) {
        if (code == std::errc{} && number < materials && pointer == name) {
            to = {npos, number, of};
        }
    }
}

class clip_reader {
public:
    clip_reader(source& from, const node_tree& tree, const scene& model, std::uint32_t number, json_value stored,
                scene::clip& to)
        : from_(from), tree_(tree), model_(model), number_(number), stored_(stored), to_(to),
          samplers_(values_of(stored.find("samplers"))) {}

    bool run() {
        std::string_view name;
        if (!from_.text(stored_, "name", at("animations[].name", number_), name) || !from_.charge(name.size(), 1)) {
            return false;
        }
        to_.name = name;
        std::uint32_t i = 0;
        for (json_value each = stored_.find("channels").first(); each; each = each.next(), ++i) {
            target moved;
            if (!read_target(each.find("target"), i, moved)) {
                return false;
            }
            if (moved.node == npos && moved.material == npos) {
                continue;
            }
            if (!targets_.insert({moved.node, moved.material, moved.path}).second) {
                from_.left_out("clip", name, "further channels of a node and path", 1);
                continue;
            }
            if (!read_channel(each, i, moved)) {
                return false;
            }
        }
        if (sampled_ != 0) {
            from_.remark(effigy::remark_kind::changed, "clip", name, "cubic keys became linear ones", sampled_);
        }
        if (ignored_ != 0) {
            from_.left_out("clip", name, "channels of what a scene does not have or move", ignored_);
        }
        return read_extras(from_, stored_, "clip", name, to_.extras);
    }

private:
    bool read_target(json_value stored, std::uint32_t channel, target& to) {
        std::uint32_t node = npos;
        std::string_view name;
        if (!from_.text(stored, "path", at("animations[].channels[].target.path", number_, channel), name) ||
            !from_.reference(stored, "node", at("animations[].channels[].target.node", number_, channel),
                             tree_.nodes.size(), node)) {
            return false;
        }
        constexpr std::pair<std::string_view, path> paths[] = {{"translation", path::translation},
                                                               {"rotation", path::rotation},
                                                               {"scale", path::scale},
                                                               {"weights", path::weights}};
        const auto known =
            std::find_if(std::begin(paths), std::end(paths), [&](const auto& each) { return each.first == name; });
        if (name == "pointer") {
            read_pointer(stored.find("extensions").find("KHR_animation_pointer").find("pointer").text(),
                         model_.materials.size(), to);
            ignored_ += to.material == npos ? 1U : 0U;
        } else if (known == std::end(paths)) {
            return from_.bad(at("animations[].channels[].target.path", number_, channel),
                             "translation, rotation, scale, weights or pointer");
        } else {
            to = {node != npos ? tree_.numbers[node] : npos, npos, known->second};
            if (to.node == npos || (to.path == path::weights && targets_of(to) == 0)) {
                ++ignored_;
                to = {};
            }
        }
        return true;
    }
    [[nodiscard]] std::size_t targets_of(const target& moved) const {
        const std::uint32_t mesh = model_.nodes[moved.node].mesh;
        return mesh != npos ? model_.meshes[mesh].targets.size() : 0;
    }

    bool read_channel(json_value stored, std::uint32_t channel, const target& moved) {
        std::uint32_t sampler = npos;
        std::uint32_t input = npos;
        std::uint32_t output = npos;
        std::string_view how = "LINEAR";
        const auto place = at("animations[].channels[].sampler", number_, channel);
        if (!from_.reference(stored, "sampler", place, samplers_.size(), sampler) ||
            (sampler == npos && !from_.bad(place, "the number of a sampler"))) {
            return false;
        }
        const json_value from = samplers_[sampler];
        const auto place_of_input = at("animations[].samplers[].input", number_, sampler);
        const auto place_of_output = at("animations[].samplers[].output", number_, sampler);
        const auto place_of_how = at("animations[].samplers[].interpolation", number_, sampler);
        if (!from_.reference(from, "input", place_of_input, from_.accessor_count(), input) ||
            !from_.reference(from, "output", place_of_output, from_.accessor_count(), output) ||
            (input == npos && !from_.bad(place_of_input, "the number of an accessor")) ||
            (output == npos && !from_.bad(place_of_output, "the number of an accessor")) ||
            !from_.text(from, "interpolation", place_of_how, how)) {
            return false;
        }
        if (how != "LINEAR" && how != "STEP" && how != "CUBICSPLINE") {
            return from_.bad(place_of_how, "LINEAR, STEP or CUBICSPLINE");
        }
        scene::channel made;
        made.node = moved.node;
        made.material = moved.material;
        made.path = moved.path;
        made.interpolation = how == "STEP" ? scene::interpolation::step : scene::interpolation::linear;
        const std::size_t width = moved.path == path::weights ? targets_of(moved) : scene::value_count(moved.path);
        const bool is_cubic = how == "CUBICSPLINE";
        if (!read_times(input, sampler, made.times) ||
            !read_values(output, place_of_output, to_.times[made.times].size() * (is_cubic ? 3 : 1), width,
                         made.values) ||
            (is_cubic && !sample(made, width)) || !repair(made, place_of_output) ||
            !from_.charge(3, sizeof(scene::channel))) {
            return false;
        }
        to_.channels.push_back(std::move(made));
        return true;
    }
    bool read_times(std::uint32_t input, std::uint32_t sampler, std::uint32_t& out) {
        const auto [known, is_new] = times_.emplace(input, static_cast<std::uint32_t>(to_.times.size()));
        out = known->second;
        if (!is_new) {
            return true;
        }
        const accessor* const stored = from_.find_accessor(input);
        if (stored == nullptr) {
            return false;
        }
        if (stored->width != 1 || stored->type != component::f32) {
            return from_.bad(at("animations[].samplers[].input", number_, sampler), "a SCALAR of floats");
        }
        scene::list<float>& times = to_.times.emplace_back();
        if (!from_.charge(3, sizeof(times)) || !from_.resize(times, stored->count)) {
            return false;
        }
        read_floats(*stored, 0, stored->count, times, 0);
        for (std::uint32_t i = 0; i < times.size(); ++i) {
            if (!std::isfinite(times[i]) || !(i == 0 ? times[i] >= 0 : times[i] > times[i - 1])) {
                return from_.bad(at("animations[].samplers[].input[]", number_, sampler, i),
                                 "times of at least 0 that increase");
            }
        }
        return true;
    }
    bool read_values(std::uint32_t output, const effigy::location& place, std::size_t keys, std::size_t width,
                     scene::list<float>& to) {
        const accessor* const stored = from_.find_accessor(output);
        if (stored == nullptr) {
            return false;
        }
        const std::uint64_t wanted = std::uint64_t{keys} * width;
        if (stored->width > 4 || stored->count > wanted || stored->count * stored->width != wanted) {
            return from_.bad(place, "as many numbers as the times and the path need",
                             static_cast<double>(stored->count));
        }
        if (!from_.resize(to, wanted)) {
            return false;
        }
        read_floats(*stored, 0, stored->count, stored->width, std::as_writable_bytes(std::span<float>{to}));
        for (std::uint32_t i = 0; i < to.size(); ++i) {
            if (!std::isfinite(to[i])) {
                return from_.bad(place.element(i), "finite numbers");
            }
        }
        return true;
    }
    // Makes rotations of length 1, and limits colors.
    bool repair(scene::channel& of, const effigy::location& place) {
        const bool is_color = of.path == path::base_color || of.path == path::emissive;
        for (float& each : of.values) {
            each = is_color ? std::clamp(each, 0.0F, 1.0F) : each;
        }
        for (std::uint32_t i = 0; of.path == path::rotation && i < of.values.size(); i += 4) {
            const std::span<float, 4> v = std::span<float>{of.values}.subspan(i).first<4>();
            const quaternion<float> stored{v[0], v[1], v[2], v[3]};
            if (!effigy::is_unit(stored)) {
                if (stored == quaternion<float>{0, 0, 0, 0}) {
                    return from_.bad(place, "quaternions that are not 0");
                }
                const quaternion<float> unit = normalized(stored);
                v[0] = unit.x;
                v[1] = unit.y;
                v[2] = unit.z;
                v[3] = unit.w;
            }
        }
        return true;
    }

    // ---- cubic keys ------------------------------------------------------------------------------------------------

    // One number between two keys: glTF's cubic Hermite spline.
    struct cubic {
        double from, leaving, arriving, to; // values, and tangents times the duration

        [[nodiscard]] double at(double t) const {
            const double square = t * t;
            const double cube = square * t;
            return (2 * cube - 3 * square + 1) * from + (cube - 2 * square + t) * leaving +
                   (3 * square - 2 * cube) * to + (cube - square) * arriving;
        }
        // The largest second derivative, which is at an end.
        [[nodiscard]] double bend() const {
            const double way = 6 * (to - from);
            return std::max(std::abs(way - 4 * leaving - 2 * arriving), std::abs(2 * leaving + 4 * arriving - way));
        }
    };
    // Of value `i` between key `key` and the next. Values are stored as arriving tangents, values, leaving tangents.
    [[nodiscard]] static cubic part_of(const scene::list<float>& values, std::size_t width, std::size_t key,
                                       std::size_t i, double duration) {
        const auto value = [&](std::size_t k, std::size_t kind) {
            return static_cast<double>(values[(3 * k + kind) * width + i]);
        };
        return {value(key, 1), value(key, 2) * duration, value(key + 1, 0) * duration, value(key + 1, 1)};
    }
    // Replaces cubic keys by linear ones, so many that the curves differ by at most a thousandth of the largest value;
    // at most 64 for one.
    bool sample(scene::channel& of, std::size_t width) {
        const std::size_t keys = to_.times[of.times].size();
        double largest = 1e-6;
        for (std::size_t key = 0; key < keys; ++key) {
            for (std::size_t i = 0; i < width; ++i) {
                largest = std::max(largest, static_cast<double>(std::abs(of.values[(3 * key + 1) * width + i])));
            }
        }
        scene::list<float> times;
        scene::list<float> values;
        for (std::size_t key = 0; key < keys; ++key) {
            const float begin = to_.times[of.times][key];
            const float end = key + 1 < keys ? to_.times[of.times][key + 1] : begin;
            const double duration = static_cast<double>(end) - static_cast<double>(begin);
            double bend = 0;
            for (std::size_t i = 0; i < width && key + 1 < keys; ++i) {
                bend = std::max(bend, part_of(of.values, width, key, i, duration).bend());
            }
            int steps = 1;
            for (constexpr int most = 64; steps < most && bend > 8e-3 * largest * steps * steps;) {
                ++steps;
            }
            for (int step = 0; step < steps; ++step) {
                const double t = static_cast<double>(step) / steps;
                const auto time = static_cast<float>(static_cast<double>(begin) + t * duration);
                if (step != 0 && !(time > times.back() && time < end)) {
                    continue;
                }
                if (!from_.charge(1 + width, 3 * sizeof(float))) {
                    return false;
                }
                times.push_back(time);
                for (std::size_t i = 0; i < width; ++i) {
                    values.push_back(step == 0 ? of.values[(3 * key + 1) * width + i]
                                               : static_cast<float>(part_of(of.values, width, key, i, duration).at(t)));
                }
            }
        }
        for (const float each : values) {
            if (!std::isfinite(each)) {
                return from_.bad(at("animations[].samplers", number_), "tangents whose curve is finite");
            }
        }
        sampled_ += keys;
        of.times = static_cast<std::uint32_t>(to_.times.size());
        to_.times.push_back(std::move(times));
        of.values = std::move(values);
        return from_.charge(3, sizeof(scene::list<float>));
    }

    source& from_;
    const node_tree& tree_;
    const scene& model_;
    std::uint32_t number_;
    json_value stored_;
    scene::clip& to_;
    std::vector<json_value> samplers_;
    std::map<std::uint32_t, std::uint32_t> times_; // by accessor: the number of the list
    std::set<std::tuple<std::uint32_t, std::uint32_t, path>> targets_;
    std::uint64_t sampled_ = 0, ignored_ = 0;
};

} // namespace

bool read_clips(source& from, const node_tree& tree, scene& to) {
    const std::vector<json_value> clips = from.parts("animations");
    to.clips.reserve(from.charge(clips.size(), sizeof(scene::clip)) ? clips.size() : 0);
    for (std::uint32_t i = 0; i < clips.size(); ++i) {
        scene::clip& made = to.clips.emplace_back();
        if (from.why() || !clip_reader{from, tree, to, i, clips[i], made}.run()) {
            return false;
        }
        if (made.channels.empty()) {
            from.left_out("clip", made.name, "a clip without channels");
            to.clips.pop_back();
        }
    }
    return !from.why();
}

} // namespace gltf_files
