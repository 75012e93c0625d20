// The facts of parts that move a mesh's vertices: skins, samples, constraints.
#pragma once

#include "space.hpp"

namespace facts::nwn {

// ---- skins ---------------------------------------------------------------------------------------------------------

using bone_map = std::map<std::uint32_t, std::uint32_t>; // from each slot in use to its first node

[[nodiscard]] inline bone_map bones_of(const format::skin& skin) {
    bone_map out;
    const auto slots = skin.node_to_slot();
    for (std::uint32_t node = 0; node < slots.size(); ++node) {
        if (const std::int16_t slot = slots[node]; slot >= 0) {
            out.emplace(static_cast<std::uint32_t>(slot), node);
        }
    }
    return out;
}

inline void add_bones(json& out, const format::skin& skin, const bone_map& bones) {
    out["bones"] = list_of(bones, [](const auto& bone) { return json::array({bone.first, bone.second}); });
    out["parts_match"] = std::ranges::all_of(bones, [&](const auto& bone) {
        return skin.slot_nodes()[bone.first] == static_cast<std::int64_t>(bone.second);
    });
}

inline void add_influences(json& out, const format::skin& skin, const bone_map& bones) {
    const auto weights = skin.weights();
    const auto joints = skin.joints();
    std::uint64_t used = 0;
    std::uint64_t unused = 0;
    std::set<std::uint32_t> without_bone;
    std::map<std::uint32_t, double> by_slot;
    range totals;
    for (std::size_t v = 0; v < weights.size(); ++v) {
        double total = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const double weight = element(weights[v], k);
            const int slot = v < joints.size() ? joints[v].bone[k].get() : -1;
            total += weight;
            if (slot >= 0) {
                const auto number = static_cast<std::uint32_t>(slot);
                by_slot[number] += weight;
                ++used;
                if (!bones.contains(number)) {
                    without_bone.insert(number);
                }
            } else if (v < joints.size()) {
                ++unused;
            }
        }
        totals.add(total);
    }
    out["influences"] = used;
    out["unused"] = unused;
    out["refs_without_bone"] = without_bone.size();
    out["weight_sum_minmax_approx"] = weights.empty() ? json::array() : facts::numbers(totals);
    out["weight_by_slot_approx"] = list_of(bones, [&](const auto& bone) { return rounded(by_slot[bone.first]); });
}

// In the bind pose, which is the pose at rest, each bone's matrix moves the skin's vertices as the skin's node does.
inline void add_bind_pose(json& out, const format::skin& skin, const bone_map& bones, std::span<const matrix> worlds,
                          const matrix& world) {
    std::vector<matrix> moved(skin.bones().size());
    format::skin_matrices(skin, worlds, moved);
    range residual;
    vector inverse_binds;
    for (const auto& [slot, node] : bones) {
        for (const vector& point : {vector{}, probe}) {
            residual.add(largest(transform_point(moved[slot], point) - transform_point(world, point)));
        }
        inverse_binds = inverse_binds + transform_point(skin.bones()[slot].inverse_bind<double>(), probe);
    }
    out["bind_residual_approx"] = rounded(residual.highest());
    out["ibm_probe_sum_approx"] = coordinates(inverse_binds);
}

// `world`: the matrix of the skin's node, an element of `worlds`.
[[nodiscard]] inline json skin_facts(const format::skin& skin, std::span<const matrix> worlds, const matrix& world) {
    const bone_map bones = bones_of(skin);
    json out;
    // The facts count the 18th slot only if it is in use.
    const bool has_17 = skin.bones().size() == 18 && !bones.contains(17);
    out["slots"] = has_17 ? 17 : skin.bones().size();
    out["weights"] = bulk(skin.weights());
    out["refs"] = bulk(skin.joints());
    out["map"] = bulk(skin.node_to_slot());
    out["q"] = bulk(skin.inverse_rotations());
    out["t"] = bulk(skin.inverse_translations());
    out["constants"] = bulk(skin.constants());
    add_bones(out, skin, bones);
    add_influences(out, skin, bones);
    add_bind_pose(out, skin, bones, worlds, world);
    return out;
}

// ---- animmeshes ----------------------------------------------------------------------------------------------------

inline constexpr std::uint32_t most_sets = 16; // more sets are not listed

[[nodiscard]] inline json vertex_set_bounds(const format::animmesh& samples) {
    json out = json::array();
    for (std::uint32_t set = 0; set < std::min(samples.position_set_count(), most_sets); ++set) {
        out.push_back(bounds(vectors(samples.positions(set))));
    }
    return out;
}
[[nodiscard]] inline json texcoord_set_bounds(const format::animmesh& samples) {
    json out = json::array();
    for (std::uint32_t set = 0; set < std::min(samples.texcoord_set_count(), most_sets); ++set) {
        box<2> points;
        for (const auto& uv : samples.texcoords(set)) {
            points.add({uv.x, uv.y});
        }
        out.push_back(samples.texcoords(set).empty() ? json::array() : facts::numbers(points));
    }
    return out;
}

[[nodiscard]] inline json animmesh_facts(const format::animmesh& samples) {
    json out;
    out["period_approx"] = rounded(samples.record()->sample_period);
    out["vertex_sets"] = samples.position_set_count();
    out["uv_sets"] = samples.texcoord_set_count();
    out["verts"] = bulk(samples.position_samples());
    out["uvs"] = bulk(samples.texcoord_samples());
    if (!samples.position_samples().empty()) {
        out["verts_set_bounds_approx"] = vertex_set_bounds(samples);
    }
    if (!samples.texcoord_samples().empty()) {
        out["uvs_set_bounds_approx"] = texcoord_set_bounds(samples);
    }
    return out;
}

// ---- dangling ------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json dangly_facts(const format::dangly& dangly) {
    double total = 0;
    range constraints;
    for (const double constraint : dangly.constraints()) {
        total += constraint;
        constraints.add(constraint);
    }
    const auto& header = *dangly.record();
    return {{"constraints", bulk(dangly.constraints())},
            {"sum_max_approx", facts::numbers({total, constraints.highest()})},
            {"displacement_tightness_period_approx",
             facts::numbers({header.displacement, header.tightness, header.period})}};
}

} // namespace facts::nwn
