#include "nwn/figure.hpp"

#include "grimrock/figure.hpp"
#include "grimrock/sculptor.hpp"

namespace fixtures::nwn::figure {

namespace {

// Converts from y up, left-handed, to z up, right-handed: swaps y and z.
[[nodiscard]] vec3 upright(const fixtures::vec3& v) { return {v.x, v.z, v.y}; }
[[nodiscard]] vec4 upright(const fixtures::quat& q) { return {-q.x, -q.z, -q.y, q.w}; }
[[nodiscard]] float dot(const vec3& a, const vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
[[nodiscard]] vec3 cross(const vec3& a, const vec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
[[nodiscard]] vec3 plus(const vec3& a, const vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

// The transform of a node without scale.
struct rigid {
    vec3 at{};
    vec4 turned{0, 0, 0, 1};
};
[[nodiscard]] vec4 times(const vec4& a, const vec4& b) {
    return {
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}
[[nodiscard]] vec3 rotated(const vec4& q, const vec3& v) {
    const vec4 out = times(times(q, {v[0], v[1], v[2], 0}), {-q[0], -q[1], -q[2], q[3]});
    return {out[0], out[1], out[2]};
}
[[nodiscard]] rigid operator*(const rigid& a, const rigid& b) {
    return {plus(a.at, rotated(a.turned, b.at)), times(a.turned, b.turned)};
}
[[nodiscard]] rigid inverse(const rigid& placed) {
    const vec4 back{-placed.turned[0], -placed.turned[1], -placed.turned[2], placed.turned[3]};
    return {rotated(back, {-placed.at[0], -placed.at[1], -placed.at[2]}), back};
}

[[nodiscard]] fixtures::vec3 vector_of(const vertex_array& array, std::size_t vertex) {
    const auto number = [&](std::size_t i) { return static_cast<float>(array.numbers.at(3 * vertex + i)); };
    return {number(0), number(1), number(2)};
}

// Quads `first` to `last` - 1 of a sculpture, transformed by `to_node`. Only the Enhanced Edition has tangents.
[[nodiscard]] mesh carved(const fixtures::mesh& from, std::size_t first, std::size_t last, const matrix& to_node,
                          bool with_tangents, const char* texture) {
    mesh out;
    matrix turn = to_node;
    turn.translation = {};
    for (std::size_t i = 4 * first; i < 4 * last; ++i) {
        const auto direction = [&](slot array) {
            return upright(fixtures::figure::operator*(turn, vector_of(from.arrays[array], i)));
        };
        out.vertices.push_back(upright(fixtures::figure::operator*(to_node, vector_of(from.arrays[position], i))));
        out.normals.push_back(direction(normal));
        const std::vector<double>& uv = from.arrays[texcoord0].numbers;
        out.texcoords[0].push_back({static_cast<float>(uv[2 * i]), 1 - static_cast<float>(uv[2 * i + 1])});
        if (with_tangents) {
            out.tangents.push_back(direction(tangent));
            const vec3 bitangent_of_right_hand = cross(out.normals.back(), out.tangents.back());
            out.handedness.push_back(dot(bitangent_of_right_hand, direction(bitangent)) < 0 ? -1.0F : 1.0F);
        }
    }
    out.index_lists = {{}};
    for (std::uint16_t corner = 0; corner < out.vertices.size(); corner = static_cast<std::uint16_t>(corner + 4)) {
        const auto at = [&](int i) { return static_cast<std::uint16_t>(corner + i); };
        const auto other = static_cast<std::int16_t>(out.faces.size());
        const vec3& flat = out.normals[corner];
        const float distance = -dot(flat, out.vertices[corner]);
        out.faces.push_back({{at(0), at(2), at(1)}, flat, distance, 1, {static_cast<std::int16_t>(other + 1), -1, -1}});
        out.faces.push_back({{at(0), at(3), at(2)}, flat, distance, 1, {-1, -1, other}});
        for (const int i : {0, 2, 1, 0, 3, 2}) {
            out.index_lists[0].push_back(at(i));
        }
    }
    out.textures[0] = texture;
    return out;
}

// Merges `lost` into `target`, as the Enhanced Edition does. `offset` is the position of `lost` in the target's space.
void merge(mesh& target, mesh& lost, const vec3& offset) {
    const auto first = static_cast<std::uint16_t>(target.vertices.size());
    for (const vec3& vertex : lost.vertices) {
        target.vertices.push_back(plus(vertex, offset));
    }
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(target.normals, lost.normals);
    append(target.tangents, lost.tangents);
    append(target.handedness, lost.handedness);
    append(target.texcoords[0], lost.texcoords[0]);
    for (const std::uint16_t index : lost.index_lists[0]) {
        target.index_lists[0].push_back(static_cast<std::uint16_t>(first + index));
    }
    lost.merged_away = true;
    lost.render = 0;
}

// A skin of `slots` slots. Its mesh has the first `vertices` vertices of the sculpture.
[[nodiscard]] skin bound(const fixtures::mesh& from, std::size_t vertices, const std::array<rigid, node_count>& world,
                         std::size_t slots) {
    constexpr std::array<std::int16_t, 6> bones{root, pelvis, spine, head, arm_left, arm_right};
    skin out;
    for (std::size_t i = 0; i < vertices; ++i) {
        vec4 weights{};
        std::array<std::int16_t, 4> refs{-1, -1, -1, -1};
        for (std::size_t k = 0; k < 4; ++k) {
            weights[k] = static_cast<float>(from.arrays[bone_weight].numbers[4 * i + k]);
            refs[k] = weights[k] > 0 ? static_cast<std::int16_t>(from.arrays[bone_index].numbers[4 * i + k])
                                     : std::int16_t{-1};
        }
        out.weights.push_back(weights);
        out.refs.push_back(refs);
    }
    out.slot_nodes.assign(slots, -1);
    out.node_to_slot.assign(node_count, -1);
    for (std::size_t slot = 0; slot < bones.size(); ++slot) {
        out.slot_nodes[slot] = bones[slot];
        out.node_to_slot[static_cast<std::size_t>(bones[slot])] = static_cast<std::int16_t>(slot);
    }
    for (const rigid& each : world) {
        const rigid bind = inverse(each) * world[body];
        out.inverse_rotations.push_back(bind.turned);
        out.inverse_translations.push_back(bind.at);
    }
    out.constants.assign(node_count, 0);
    return out;
}

// Three seconds: one breath, one nod a little later.
[[nodiscard]] clip idle() {
    const fixtures::clip from = fixtures::figure::idle();
    clip out{"pause1", 3, {{1, "blur_start"}, {2, "blur_end"}}, {{"effigy", -1}, {"pelvis", 0}}};
    const auto keys_of = [&](std::int32_t id, const auto& keys) {
        key made{id, static_cast<std::uint8_t>(upright(keys[0]).size())};
        constexpr std::size_t frames_per_key = 6;
        for (std::size_t frame = 0; frame <= keys.size(); frame += frames_per_key) {
            made.times.push_back(static_cast<float>(frame) / from.frames_per_second);
            for (const float number : upright(keys[frame % keys.size()])) {
                made.values.push_back(number);
            }
        }
        return made;
    };
    for (const item& one : from.items) {
        if (one.node == "spine") {
            out.nodes.push_back({"spine", 1, {keys_of(8, one.positions)}});
        } else if (one.node != "pelvis") {
            out.nodes.push_back({one.node, 2, {keys_of(20, one.rotations)}});
        }
    }
    return out;
}

} // namespace

nwn::model model(flavour by) {
    const bool enhanced = by == flavour::enhanced;
    const fixtures::model from = fixtures::figure::model();
    const fixtures::mesh& idol = *from[fixtures::figure::body].mesh;
    const auto stones = static_cast<std::size_t>(idol.segments[0].count) / 2;
    const auto quads = static_cast<std::size_t>(idol.vertex_count) / 4;

    nwn::model out;
    out.by = by;
    out.bounding_min = {-2, -2, 0};
    out.bounding_max = {2, 2, 1.75F};
    const float turn = std::sqrt((1 - fixtures::figure::arm_cosine) / 2);
    const float rest = std::sqrt((1 + fixtures::figure::arm_cosine) / 2);
    std::array<rigid, node_count> local{};
    const auto from_node = [&](std::int32_t to, std::size_t node) {
        local.at(static_cast<std::size_t>(to)).at = upright(from[node].local.position);
    };
    from_node(pelvis, fixtures::figure::pelvis);
    from_node(spine, fixtures::figure::spine);
    from_node(head, fixtures::figure::head);
    from_node(arm_left, fixtures::figure::arm_left);
    from_node(arm_right, fixtures::figure::arm_right);
    from_node(body, fixtures::figure::body);
    local[arm_left].turned = upright(quat{0, 0, -turn, rest});
    local[arm_right].turned = upright(quat{0, 0, turn, rest});
    local[glow].at = {0, 0.4F, 0.25F};
    local[plinth].at = {0, 0, 0.2F};
    local[step].at = {0, 0, 0.05F};
    local[embers].at = {0, 0, 0.32F};

    constexpr std::array<const char*, node_count> names{"effigy", "pelvis",   "spine",     "head", "eyes",
                                                        "glow",   "arm_left", "arm_right", "body", "plinth",
                                                        "step",   "embers",   "ground"};
    constexpr std::array<std::int32_t, node_count> parents{-1,    root, pelvis, spine, head, head, spine,
                                                           spine, root, root,   root,  root, root};
    std::array<rigid, node_count> world{};
    for (std::size_t i = 0; i < node_count; ++i) {
        const std::int32_t parent = parents[i];
        world[i] = parent < 0 ? local[i] : world[static_cast<std::size_t>(parent)] * local[i];
        out.nodes.push_back({names[i], parent, {position_key(local[i].at), orientation_key(local[i].turned)}});
    }

    const matrix& to_head = idol.bones[fixtures::figure::head].inverse_rest;
    out.nodes[eyes].mesh = carved(idol, stones, quads, to_head, enhanced, "effigy_eyes");
    out.nodes[body].mesh = carved(idol, 0, stones, {}, enhanced, "effigy_stone");
    out.nodes[body].skin = bound(idol, 4 * stones, world, enhanced ? 64 : 18);
    const auto slab = [&](const fixtures::vec3& half, const char* texture) {
        fixtures::figure::sculptor base;
        base.add({.half = half, .taper = 0.85F}, {}, {});
        return carved(base.finish(false), 0, 6, {}, enhanced, texture);
    };
    out.nodes[plinth].mesh = slab({0.45F, 0.1F, 0.45F}, "effigy_plinth");
    out.nodes[step].mesh = slab({0.7F, 0.05F, 0.7F}, "Effigy_Plinth");
    if (enhanced) {
        merge(*out.nodes[plinth].mesh, *out.nodes[step].mesh, {0, 0, local[step].at[2] - local[plinth].at[2]});
        out.nodes[body].mesh->textures[3] = "effigy_material";
    }

    out.nodes[glow].light = light{1.5F, {4}, {0.5F}, {{1, 0.75F, 0.25F}}, {"fxpa_flare"}};
    out.nodes[glow].keys.push_back({76, 3, {0}, {1, 0.75F, 0.25F}});
    out.nodes[glow].keys.push_back({88, 1, {0}, {5}});
    out.nodes[embers].emitter = emitter{.texture = "fxpa_ember", .flags = 0x0C};
    out.nodes[embers].keys.push_back({88, 1, {0}, {12}});
    out.nodes[embers].keys.push_back({144, 1, {0}, {1.5F}});

    nwn::mesh floor;
    floor.vertices = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
    floor.faces = {{{0, 1, 2}, {0, 0, 1}, 0, 4, {-1, -1, 1}}, {{0, 2, 3}, {0, 0, 1}, 0, 4, {0, -1, -1}}};
    floor.index_lists = {{0, 1, 2, 0, 2, 3}};
    floor.render = 0;
    out.nodes[ground].mesh = floor;
    out.nodes[ground].aabb = std::vector<box>{{{-2, -2, 0}, {2, 2, 0}, 1, 2, -1, 1},
                                              {{-2, -2, 0}, {2, 2, 0}, -1, -1, 0, 0},
                                              {{-2, -2, 0}, {2, 2, 0}, -1, -1, 1, 0}};
    out.clips = {idle()};
    return out;
}

} // namespace fixtures::nwn::figure
