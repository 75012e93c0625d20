#include "m2/figure.hpp"

#include "grimrock/figure.hpp"
#include "grimrock/sculptor.hpp"

#include <algorithm>

namespace fixtures::m2::figure {

namespace {

// Converts from y up and z forward, left-handed, to z up and x forward, right-handed.
[[nodiscard]] vec3 upright(const fixtures::vec3& v) { return {v.z, -v.x, v.y}; }

[[nodiscard]] vec3 plus(const vec3& a, const vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
[[nodiscard]] vec3 minus(const vec3& a, const vec3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
[[nodiscard]] vec3 times(const vec3& a, float s) { return {a[0] * s, a[1] * s, a[2] * s}; }
[[nodiscard]] float length(const vec3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

[[nodiscard]] box box_of(const std::vector<vec3>& points) {
    box out{points.at(0), points.at(0)};
    for (const vec3& point : points) {
        for (std::size_t i = 0; i < 3; ++i) {
            out.min[i] = std::fmin(out.min[i], point[i]);
            out.max[i] = std::fmax(out.max[i], point[i]);
        }
    }
    out.radius = length(minus(out.max, out.min)) * 0.5F;
    return out;
}

// ---- time ----------------------------------------------------------------------------------------------------------

// Ranges as in game files. The range of values: from the last key at or before an animation's start to the first key at
// or after the animation's end.
[[nodiscard]] std::vector<key_range> ranges_of_values(const std::vector<animation>& animations,
                                                      const std::vector<std::uint32_t>& times) {
    std::vector<key_range> out;
    for (const animation& one : animations) {
        std::uint32_t first = 0;
        while (first + 1 < times.size() && times[first + 1] <= one.start) {
            ++first;
        }
        std::uint32_t last = 0;
        while (last + 1 < times.size() && times[last] < one.end) {
            ++last;
        }
        out.push_back({first, last});
    }
    out.push_back({0, 0});
    return out;
}
// The range of events: the keys in the animation. The last index of the range is exclusive.
[[nodiscard]] std::vector<key_range> ranges_of_events(const std::vector<animation>& animations,
                                                      const std::vector<std::uint32_t>& times) {
    std::vector<key_range> out;
    for (const animation& one : animations) {
        std::uint32_t first = 0;
        while (first < times.size() && times[first] < one.start) {
            ++first;
        }
        std::uint32_t last = first;
        while (last < times.size() && times[last] <= one.end) {
            ++last;
        }
        out.push_back({first, last});
    }
    out.push_back({0, 0});
    return out;
}

constexpr std::uint32_t stand = 167, stand_end = 3167;
constexpr std::uint32_t wave = 3333, wave_end = 5333;
constexpr std::uint32_t look_about = 5500, look_about_end = 7500;
constexpr std::uint16_t stand_id = 0, wave_id = 67; // as in the game's table of animations

[[nodiscard]] std::vector<animation> animations(const box& bounds) {
    constexpr std::uint32_t once = 1;
    return {{stand_id, 0, stand, stand_end, 0, 24575, 150, bounds, 2},
            {wave_id, 0, wave, wave_end, once, 32767, 250, bounds},
            {stand_id, 1, look_about, look_about_end, 0, 8192, 150, bounds}};
}

// Builds a track from its keys.
class line {
public:
    line& key(std::uint32_t time, std::vector<float> value) {
        out_.times.push_back(time);
        out_.values.insert(out_.values.end(), value.begin(), value.end());
        return *this;
    }
    // Adds value(breath) at `count` + 1 times from `start` to `end`. The figure breathes in and out once in this time.
    template <class Value> line& breathing(std::uint32_t start, std::uint32_t end, std::uint32_t count,
                                           const Value& value) {
        for (std::uint32_t i = 0; i <= count; ++i) {
            key(start + (end - start) * i / count,
                value(fixtures::figure::swell(static_cast<float>(i) / static_cast<float>(count))));
        }
        return *this;
    }
    [[nodiscard]] track in_animations(interpolation type = linear) const {
        track out = out_;
        out.interpolation = type;
        out.ranges = ranges_of_values(animations({}), out.times);
        return out;
    }
    [[nodiscard]] track in_loop(std::int16_t global, interpolation type = linear) const {
        track out = out_;
        out.interpolation = type;
        out.global = global;
        return out;
    }

private:
    track out_;
};

// A rotation about an axis. `half_sine` is the sine of half the angle.
[[nodiscard]] std::vector<float> turned(std::size_t axis, float half_sine) {
    std::vector<float> out{0, 0, 0, std::sqrt(1 - half_sine * half_sine)};
    out[axis] = half_sine;
    return out;
}

[[nodiscard]] std::vector<bone> bones() {
    enum axis : std::size_t { ahead, left, up };
    std::vector<bone> out{
        {-1, {}, 26},
        {root, {0, 0, 0.86F}},
        {pelvis, {0, 0, 0.96F}, 4},
        {spine, {0, 0, 1.38F}, 6},
        {spine, {0, 0.29F, 1.32F}, 0},
        {spine, {0, -0.29F, 1.32F}, 1},
        {head, {0.16F, 0, 1.62F}, -1, 0x08}, // a billboard
    };
    const auto rise = [](float breath) { return std::vector<float>{0, 0, 0.01F * breath}; };
    const auto swelling = [](float breath) {
        return std::vector<float>{1 + 0.06F * breath, 1 + 0.03F * breath, 1 + 0.02F * breath};
    };
    constexpr std::uint32_t few = 8;
    out[spine].translation = line{}.breathing(stand, stand_end, few, rise).in_animations();
    out[spine].scale = line{}.breathing(stand, stand_end, few, swelling).in_animations();

    const auto nod = [](float breath) { return turned(left, 0.14F * breath); };
    out[head].rotation = line{}
                             .breathing(stand, stand_end, few, nod)
                             .key(look_about, turned(up, 0))
                             .key(look_about + 600, turned(up, 0.28F))
                             .key(look_about + 1400, turned(up, -0.28F))
                             .key(look_about_end, turned(up, 0))
                             .in_animations();

    const auto lift_left = [](float breath) { return turned(ahead, 0.025F * breath); };
    out[arm_left].rotation = line{}.breathing(stand, stand_end, few, lift_left).in_animations();
    const auto lift_right = [](float breath) { return turned(ahead, -0.025F * breath); };
    out[arm_right].rotation = line{}
                                  .breathing(stand, stand_end, few, lift_right)
                                  .key(wave, turned(ahead, 0))
                                  .key(wave + 400, turned(ahead, -0.9F))
                                  .key(wave + 700, turned(ahead, -0.75F))
                                  .key(wave + 1000, turned(ahead, -0.9F))
                                  .key(wave + 1300, turned(ahead, -0.75F))
                                  .key(wave + 1600, turned(ahead, -0.9F))
                                  .key(wave_end, turned(ahead, 0))
                                  .in_animations();
    out[halo].scale = line{}.key(0, {1, 1, 1}).key(1000, {1.25F, 1.25F, 1.25F}).key(2000, {1, 1, 1}).in_loop(0);
    for (bone& one : out) {
        const bool moves = !one.translation.times.empty() || !one.rotation.times.empty() || !one.scale.times.empty();
        one.flags |= moves ? 0x200U : 0;
    }
    return out;
}

// ---- mesh ----------------------------------------------------------------------------------------------------------

// Adds quads `first` to `last` - 1 of a sculpture at `at` as a submesh of a skin profile.
void carve(m2::model& to, skin_profile& in, const fixtures::mesh& from, std::size_t first, std::size_t last,
           const fixtures::vec3& at) {
    submesh part;
    part.first_vertex = static_cast<std::uint16_t>(in.indices.size());
    part.first_index = static_cast<std::uint16_t>(in.triangles.size());
    part.first_bone = static_cast<std::uint16_t>(to.bone_lookup.size());
    const auto begin = static_cast<std::ptrdiff_t>(to.bone_lookup.size());
    const auto palette_entry = [&](std::uint16_t number) {
        const auto found = std::find(to.bone_lookup.begin() + begin, to.bone_lookup.end(), number);
        const auto entry = static_cast<std::uint8_t>(found - to.bone_lookup.begin() - begin);
        if (found == to.bone_lookup.end()) {
            to.bone_lookup.push_back(number);
        }
        return entry;
    };
    const auto numbers = [&](slot of, std::size_t i) {
        const std::vector<double>& all = from.arrays[of].numbers;
        return fixtures::vec3{static_cast<float>(all[3 * i]), static_cast<float>(all[3 * i + 1]),
                              static_cast<float>(all[3 * i + 2])};
    };
    std::vector<vec3> positions;
    vec3 sum{};
    for (std::size_t i = 4 * first; i < 4 * last; ++i) {
        vertex made;
        made.position = upright(fixtures::figure::operator+(numbers(position, i), at));
        made.normal = upright(numbers(normal, i));
        const std::vector<double>& uv = from.arrays[texcoord0].numbers;
        made.texcoord = {static_cast<float>(uv[2 * i]), static_cast<float>(uv[2 * i + 1])};
        std::array<std::uint8_t, 4> properties{};
        const std::vector<double>& shares = from.arrays[bone_weight].numbers;
        if (!shares.empty()) {
            // The file's weights are descending, and their sum is 255.
            const bool swaps = shares[4 * i + 1] > shares[4 * i];
            const auto lesser = static_cast<std::uint8_t>(shares[4 * i + (swaps ? 0 : 1)] * 255);
            made.weights = {static_cast<std::uint8_t>(255 - lesser), lesser, 0, 0};
            for (std::size_t k = 0; k < 2; ++k) {
                const double number = from.arrays[bone_index].numbers[4 * i + (swaps ? 1 - k : k)];
                made.bones[k] = made.weights[k] != 0 ? static_cast<std::uint8_t>(number) : std::uint8_t{0};
            }
        }
        std::uint16_t influences = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            properties[k] = made.weights[k] != 0 ? palette_entry(made.bones[k]) : std::uint8_t{0};
            influences = static_cast<std::uint16_t>(influences + (made.weights[k] != 0 ? 1 : 0));
        }
        part.influences = std::max(part.influences, influences);
        in.indices.push_back(static_cast<std::uint16_t>(to.vertices.size()));
        in.properties.push_back(properties);
        to.vertices.push_back(made);
        positions.push_back(made.position);
        sum = plus(sum, made.position);
    }
    for (std::size_t corner = part.first_vertex; corner < in.indices.size(); corner += 4) {
        for (const std::size_t i : {0U, 2U, 1U, 0U, 3U, 2U}) { // counter-clockwise, seen from outside
            in.triangles.push_back(static_cast<std::uint16_t>(corner + i));
        }
    }
    part.vertex_count = static_cast<std::uint16_t>(in.indices.size() - part.first_vertex);
    part.index_count = static_cast<std::uint16_t>(in.triangles.size() - part.first_index);
    part.bone_count = static_cast<std::uint16_t>(to.bone_lookup.size() - part.first_bone);
    part.center_bone = to.bone_lookup[part.first_bone];
    part.center = times(sum, 1 / static_cast<float>(part.vertex_count));
    const box around = box_of(positions);
    part.sort_center = times(plus(around.min, around.max), 0.5F);
    for (const vec3& each : positions) {
        part.sort_radius = std::fmax(part.sort_radius, length(minus(each, part.sort_center)));
    }
    in.submeshes.push_back(part);
}

enum surface : std::uint16_t { stone, plinth, eyes, embers };

void add_mesh(m2::model& to, std::size_t skin_profiles) {
    const fixtures::model from = fixtures::figure::model();
    const fixtures::mesh& idol = *from[fixtures::figure::body].mesh;
    const fixtures::vec3 above = from[fixtures::figure::body].local.position;
    const auto stones = static_cast<std::size_t>(idol.segments[0].count) / 2;
    const auto quads = static_cast<std::size_t>(idol.vertex_count) / 4;

    skin_profile profile;
    carve(to, profile, idol, 0, stones, above);
    fixtures::figure::sculptor base;
    base.add({.center = {0, 0.05F, 0}, .half = {0.7F, 0.05F, 0.7F}, .taper = 0.85F}, {}, {});
    base.add({.center = {0, 0.2F, 0}, .half = {0.45F, 0.1F, 0.45F}, .taper = 0.85F}, {}, {});
    carve(to, profile, base.finish(false), 0, 12, {});
    carve(to, profile, idol, stones, quads, above);
    profile.batches = {{.submesh = stone, .material = 0, .texture = 0},
                       {.submesh = plinth, .material = 0, .texture = 1},
                       {.submesh = eyes, .material = 1, .color = 0, .texture = 2, .weight = 1, .transform = 1}};
    constexpr std::array<std::uint32_t, 4> limits{256, 75, 53, 21};
    for (std::size_t i = 0; i < skin_profiles; ++i) {
        profile.bone_limit = limits.at(i);
        to.skin_profiles.push_back(profile);
    }
}

// A box as collision mesh.
void add_collision(m2::model& to, const box& around) {
    to.collision_bounds = around;
    for (std::size_t i = 0; i < 8; ++i) { // bit 0: x, bit 1: y, bit 2: z
        to.collision_vertices.push_back({((i & 1U) != 0 ? around.max : around.min)[0],
                                         ((i & 2U) != 0 ? around.max : around.min)[1],
                                         ((i & 4U) != 0 ? around.max : around.min)[2]});
    }
    constexpr std::array<std::array<std::uint16_t, 4>, 6> sides{
        {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
    for (std::size_t side = 0; side < sides.size(); ++side) {
        for (const std::size_t corner : {0U, 1U, 2U, 0U, 2U, 3U}) {
            to.collision_triangles.push_back(sides[side][corner]);
        }
        vec3 out{};
        out[side / 2] = side % 2 == 0 ? -1.0F : 1.0F;
        to.collision_normals.insert(to.collision_normals.end(), {out, out});
    }
}

// ---- everything else -----------------------------------------------------------------------------------------------

void add_surfaces(m2::model& to) {
    enum : std::uint16_t { unlit = 1, unfogged = 2, no_depth_write = 0x10 };
    enum : std::uint16_t { opaque = 0, add = 4 };
    constexpr std::uint32_t monster_1 = 11;
    to.colors = {{constant({1, 0.6875F, 0.1875F}), line{}.key(0, {1}).key(800, {0.5F}).key(2000, {1}).in_loop(0)}};
    to.textures = {{"Effigy\\Stone.blp"}, {"", monster_1}, {"Effigy\\Ember.blp"}};
    to.weights = {constant({1}), line{}.key(wave, {1}).key(wave + 1000, {0.25F}).key(wave_end, {1}).in_animations()};
    to.transforms = {{line{}.key(0, {0, 0, 0}).key(4000, {0, 1, 0}).in_loop(1), {}, {}}};
    to.replaceable_lookup.assign(monster_1 + 1, -1);
    to.replaceable_lookup[monster_1] = 1;
    to.materials = {{0, opaque}, {unlit | unfogged | no_depth_write, add}};
    to.texture_lookup = {0, 1, 2};
    to.texture_unit_lookup = {0};
    to.weight_lookup = {0, 1};
    to.transform_lookup = {-1, 0};
}

void add_attached_records(m2::model& to) {
    constexpr std::uint32_t helmet = 11, overhead = 18;
    to.attachments = {{helmet, head, {0, 0, 1.75F}, constant({1})}, {overhead, head, {0, 0, 2}, constant({1})}};
    to.attachment_lookup.assign(overhead + 1, -1);
    to.attachment_lookup[helmet] = 0;
    to.attachment_lookup[overhead] = 1;

    event sound{"$CSD", 42, head, {0, 0, 1.6F}};
    sound.times.times = {stand + 1500, wave + 400, wave + 1000, wave_end};
    sound.times.ranges = ranges_of_events(to.animations, sound.times.times);
    to.events = {sound};

    light glow{1, halo, {0.2F, 0, 1.62F}};
    glow.ambient_color = constant({1, 0.75F, 0.25F});
    glow.ambient_intensity = constant({0});
    glow.diffuse_color = constant({1, 0.75F, 0.25F});
    glow.diffuse_intensity = line{}.key(0, {0.75F}).key(1000, {1.5F}).key(2000, {0.75F}).in_loop(0);
    glow.attenuation_start = constant({0.5F});
    glow.attenuation_end = constant({4});
    glow.visible = constant({1});
    to.lights = {glow};

    const std::vector<float> still(9, 0);
    camera portrait{0, 0.95F, 27.75F, 0.25F, {1.5F, 0, 1.7F}, {0, 0, 1.55F}};
    portrait.position = {linear, -1, {}, {0}, still};
    portrait.target = {linear, -1, {}, {0}, still};
    portrait.roll = {linear, -1, {}, {0}, {0, 0, 0}};
    camera walk_by{1, 1.0F, 27.75F, 0.25F, {4, 0, 1.5F}, {0, 0, 1}};
    walk_by.position = line{}
                           .key(0, {0, -1, 0, 0, 0, 0, 0, 0, 0})
                           .key(2000, {0, 1, 0, 0, 0, 0, 0, 0, 0})
                           .key(4000, {0, -1, 0, 0, 0, 0, 0, 0, 0})
                           .in_loop(1);
    walk_by.target = {linear, -1, {}, {0}, still};
    walk_by.roll = {linear, -1, {}, {0}, {0, 0, 0}};
    to.cameras = {portrait, walk_by};
    to.camera_lookup = {0, 1};
}

void add_emitters(m2::model& to) {
    ribbon trail{-1, arm_right, {0, -0.42F, 0.88F}};
    trail.textures = {eyes};
    trail.materials = {1};
    trail.color = constant({1, 0.6875F, 0.1875F});
    trail.alpha = constant({0.75F});
    trail.above = constant({0.05F});
    trail.below = constant({0.05F});
    trail.slot = constant({0});
    trail.visible =
        line{}.key(stand, {0}).key(wave, {1}).key(wave_end, {0}).key(look_about_end, {0}).in_animations(step);
    to.ribbons = {trail};

    particle sparks;
    sparks.position = {0, 0, 0.32F};
    sparks.bone = root;
    sparks.texture = eyes;
    sparks.shape = 3; // along a spline
    const std::array<float, 10> numbers{0.25F, 0.5F, 0.25F, 3.125F, -0.125F, 1.5F, 12, 0.5F, 0.5F, 0};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        sparks.tracks[i] = constant({numbers[i]});
    }
    sparks.bgra = {{{48, 176, 255, 255}, {16, 96, 255, 192}, {0, 0, 128, 0}}};
    sparks.scales = {0.0625F, 0.05F, 0.015625F};
    sparks.numbers[0] = 1;     // length of the tail
    sparks.numbers[4] = 1;     // the largest scale of twinkling
    sparks.numbers[5] = 1;     // burst
    sparks.numbers[6] = 0.25F; // drag
    sparks.spline = {{0.45F, 0.45F, 0}, {-0.45F, 0.45F, 0}, {-0.45F, -0.45F, 0}, {0.45F, -0.45F, 0}};
    sparks.enabled = constant({1});
    to.particles = {sparks};
}

} // namespace

m2::model model(std::uint32_t version) {
    m2::model out;
    out.version = version;
    out.name = "Effigy";
    out.global_sequences = {2000, 4000};
    out.bounds = {{-0.7F, -0.76F, 0}, {0.7F, 0.7F, 1.8F}};
    out.bounds.radius = length(minus(out.bounds.max, out.bounds.min)) * 0.5F;
    out.animations = animations(out.bounds);
    out.animation_lookup.assign(wave_id + 1, -1);
    out.animation_lookup[stand_id] = 0;
    out.animation_lookup[wave_id] = 1;
    if (version >= 264) { // one animation has an .anim
        out.animations[0].flags |= inside;
        out.animations[2].flags |= inside;
        out.hashed_lookup = hashed(out.animations, 2);
    }
    out.playable_lookup.resize(version < 260 ? 201 : 203);
    out.playable_lookup[wave_id] = {wave_id};
    out.bones = bones();
    out.key_bone_lookup.assign(27, -1);
    for (std::size_t i = 0; i < out.bones.size(); ++i) {
        if (out.bones[i].key >= 0) {
            out.key_bone_lookup.at(static_cast<std::size_t>(out.bones[i].key)) = static_cast<std::int16_t>(i);
        }
    }
    add_mesh(out, version < 260 ? 4 : 2);
    add_collision(out, {{-0.7F, -0.7F, 0}, {0.7F, 0.7F, 1.75F}});
    out.collision_bounds.radius = length(minus(out.collision_bounds.max, out.collision_bounds.min)) * 0.5F;
    add_surfaces(out);
    add_attached_records(out);
    add_emitters(out);
    return out;
}

} // namespace fixtures::m2::figure
