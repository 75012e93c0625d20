// The facts of bones and of the vertices that they move.
#pragma once

#include "track.hpp"

namespace facts::m2 {

// ---- bones ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json bone_list(const format::model& model, const key_files& files) {
    json out = json::array();
    for (const auto& bone : model.bones()) {
        out.push_back({{"key", bone.id()},
                       {"flags", bone.flags()},
                       {"sub", bone.submesh()},
                       {"pivot_approx", coordinates(vector{bone.pivot().x, bone.pivot().y, bone.pivot().z})},
                       {"t", key_facts(model, files, bone.translation())},
                       {"r", key_facts(model, files, bone.rotation())},
                       {"s", key_facts(model, files, bone.scale())}});
        bone.visit_record([&](const auto& record) {
            out.back()["parent"] = record.parent.get();
            if constexpr (requires { record.unknown; }) {
                out.back()["name_crc"] = record.unknown.get();
            }
        });
    }
    return out;
}

// The bones of a model and their poses.
class skeleton {
public:
    explicit skeleton(const format::model& model)
        : model_(model), entries_(model.bones().size()), tree_(model.index(entries_)) {}

    [[nodiscard]] std::vector<matrix> rest() const { return std::vector<matrix>(entries_.size()); }
    // The matrices that move vertices.
    [[nodiscard]] std::vector<matrix> skin_matrices(const format::animation_time& when) const {
        std::vector<effigy::pose<double>> poses(entries_.size());
        std::vector<matrix> out = rest();
        apply(model_, when, tree_, poses);
        local_matrices(poses, out);
        local_to_world(tree_, out);
        format::skin_matrices(model_, out, out);
        return out;
    }

    // Weighted sums over all bones.
    [[nodiscard]] json pose_facts(const format::animation_time& when) const {
        const std::vector<matrix> skins = skin_matrices(when);
        sum<12> total;
        for (std::size_t i = 0; const auto& bone : model_.bones()) {
            const effigy::pose<double> moved = format::sample<double>(bone, when);
            const double weight = 1.0 + static_cast<double>(i % 5);
            const vector t = moved.position * weight;
            const vector r = transform_vector(compose(vector{}, moved.rotation, vector{1, 1, 1}), probe) * weight;
            const vector s = moved.scale * weight;
            const vector p = gltf(transform_point(skins[i], probe)) * weight;
            total.add({t.x, t.y, t.z, r.x, r.y, r.z, s.x, s.y, s.z, p.x, p.y, p.z});
            ++i;
        }
        return numbers(total);
    }

    // Returns the pose facts of each animation; in a large model, of the first ones only.
    [[nodiscard]] json pose_list() const {
        constexpr std::size_t most = 200'000;
        json out = json::array();
        if (entries_.empty()) {
            return out;
        }
        const std::size_t count = std::max<std::size_t>(1, most / entries_.size());
        for (std::uint32_t i = 0; i < std::min(count, model_.animations().size()); ++i) {
            out.push_back(list_of(times_of(model_, i), [&](const auto& when) { return pose_facts(when); }));
        }
        return out;
    }

private:
    format::model model_;
    std::vector<effigy::tree_entry> entries_;
    format::bone_index tree_;
};

// ---- vertices ------------------------------------------------------------------------------------------------------

inline void add_influences(json& out, const format::model& model) {
    const std::size_t bones = model.bones().size();
    std::array<std::uint64_t, 5> by_number{};
    std::uint64_t full = 0;
    std::uint64_t weightless = 0;
    std::uint64_t bad = 0;
    for (const format::vertex& vertex : model.vertices()) {
        unsigned total = 0;
        std::size_t number = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const bool counts = vertex.weights[k] != 0;
            total += vertex.weights[k];
            number += counts ? 1U : 0U;
            bad += counts && vertex.joints[k] >= bones ? 1U : 0U;
        }
        full += total == 255 ? 1U : 0U;
        weightless += total == 0 ? 1U : 0U;
        ++by_number[number];
    }
    out["weight_255"] = full;
    out["weight_0"] = weightless;
    out["bad_bones"] = bad;
    out["influences"] = by_number;
}

inline void add_box(json& out, const std::string& name, std::span<const vector> points) {
    sum<3> total;
    for (const vector& point : points) {
        total.add(elements(point));
    }
    const box<3> around = box_of(points);
    out[name + "min_approx"] = lowest(around);
    out[name + "max_approx"] = highest(around);
    out[name + "sum_approx"] = numbers(total);
}

// `matrices`: one per bone.
inline void add_geometry(json& out, const format::model& model, const std::vector<matrix>& matrices) {
    std::vector<vector> skinned(model.vertex_count());
    skin_positions(model, matrices, skinned);
    sum<3> normals;
    range normal_lengths;
    sum<4> texcoords;
    box<4> texcoord_box;
    for (const format::vertex& vertex : model.vertices()) {
        const auto& [uv0, uv1] = vertex.texcoords;
        const std::array<double, 4> uv{uv0.x, uv0.y, uv1.x, uv1.y};
        normals.add(elements(gltf(vertex.normal)));
        normal_lengths.add(length(vector{vertex.normal}));
        texcoords.add(uv);
        texcoord_box.add(uv);
    }
    add_box(out, "", gltf(vectors(model.positions())));
    add_box(out, "skinned_", gltf(std::move(skinned)));
    out["normal_sum_approx"] = numbers(normals);
    out["normal_len_approx"] = numbers(normal_lengths);
    out["uv_sum_approx"] = numbers(texcoords);
    out["uv_min_approx"] = lowest(texcoord_box);
    out["uv_max_approx"] = highest(texcoord_box);
}

// The skin is posed at the middle of the first animation.
[[nodiscard]] inline json vertex_facts(const format::model& model, const skeleton& bones) {
    json out{{"n", model.vertices().size()}};
    add_influences(out, model);
    if (!model.vertices().empty()) {
        const bool moves = !model.animations().empty();
        add_geometry(out, model, moves ? bones.skin_matrices(times_of(model, 0)[1]) : bones.rest());
    }
    return out;
}

} // namespace facts::m2
