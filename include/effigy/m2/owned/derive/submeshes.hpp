// What submeshes say about their vertices.
#pragma once

#include <effigy/core/pool.hpp>
#include <effigy/m2/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

[[nodiscard]] inline vec3<form::host> narrowed(const vector3<double>& v) noexcept {
    return vector3<float>{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
template <class Points>
[[nodiscard]] float largest_distance(const vector3<float>& from, const Points& points) noexcept {
    float out = 0;
    for (const auto& each : points) {
        out = larger(out, length(vector3<float>{each} - from));
    }
    return out;
}
[[nodiscard]] inline vector3<float> middle_of(const box<float>& of) noexcept { return (of.min + of.max) * 0.5F; }

// A box with the sphere around its center in which all points are.
template <class = when_used> [[nodiscard]] owned_bounds bounds_around(std::span<const vec3<form::host>> points) {
    owned_bounds out;
    if (const auto around = box<float>::around(points)) {
        out.min = around.min;
        out.max = around.max;
        out.radius = largest_distance(middle_of(around), points);
    }
    return out;
}

// The model's box and radius contain those of all animations (118 of 121 files).
inline void widen_bounds(owned_model& model, const owned_bounds& by) noexcept {
    const box<float> added{by.min, by.max, true};
    box<float> all{model.bounds.min, model.bounds.max, true};
    all.add(added);
    model.bounds.min = all.min;
    model.bounds.max = all.max;
    model.bounds.radius = larger(model.bounds.radius, length(middle_of(all) - middle_of(added)) + by.radius);
}

// The vertices of a profile's submeshes.
template <class = when_used> class submesh_values {
public:
    submesh_values(owned_model& model, owned_skin_profile& profile)
        : model_(model), profile_(profile), vertices_(std::as_const(model).template get<owned_vertex>(model.vertices)),
          lookup_(std::as_const(model).template get<std::uint16_t>(profile.vertex_lookup)),
          positions_(model.template all<char>().resource()) {}

    // Computes all values of a submesh that follow from its vertices.
    void measure(std::uint32_t number) {
        owned_submesh* const one = find_at(model_.get(profile_.submeshes), number);
        if (one == nullptr) {
            return;
        }
        std::uint32_t uses[256]{}; // of bones
        std::uint16_t most = 0;
        vector3<double> sum;
        positions_.clear();
        for (const std::uint16_t vertex : vertices_of(*one)) {
            if (const owned_vertex* const found = find_at(vertices_, vertex)) {
                const std::uint16_t bones = count_bones(*found, uses);
                most = bones > most ? bones : most;
                sum += vector3<double>{found->position};
                positions_.push_back(found->position);
            }
        }
        if (positions_.empty()) {
            return;
        }
        std::uint16_t most_used = 0;
        for (std::size_t bone = 1; bone < std::size(uses); ++bone) {
            most_used = uses[bone] > uses[most_used] ? static_cast<std::uint16_t>(bone) : most_used;
        }
        one->influence_count = most;
        one->center_bone = most_used;
        one->center = narrowed(sum * (1.0 / static_cast<double>(positions_.size())));
        if (owned_submesh_sorting* const sorting = find_at(model_.get(profile_.submesh_sortings), number)) {
            const owned_bounds around = bounds_around(positions_);
            sorting->center = (around.min + around.max) * 0.5F;
            sorting->radius = around.radius;
        }
    }
    // Computes where submeshes begin. Returns an error if they have too many vertices or indices.
    [[nodiscard]] error place() {
        const std::uint64_t most_indices = model_.version >= first_version<model_header_264> ? 0xFFFF'FFFF : 0xFFFF;
        std::uint64_t vertex = 0, index = 0;
        std::uint32_t number = 0;
        for (const owned_submesh& one : std::as_const(model_).get(profile_.submeshes)) {
            if (vertex > 0xFFFF || index > most_indices) {
                return error{{"m2.skinProfiles[].submeshes[]", location::nowhere},
                             errc::bad_value,
                             most_indices,
                             static_cast<std::int64_t>(index),
                             "at most 65,535 vertices, and indices that the version can count"}
                    .within(number)
                    .within(profile_.number);
            }
            vertex += one.vertex_count;
            index += one.index_count;
            ++number;
        }
        vertex = index = 0;
        for (owned_submesh& one : model_.get(profile_.submeshes)) {
            one.first_vertex = static_cast<std::uint16_t>(vertex);
            one.first_index = static_cast<std::uint16_t>(index & 0xFFFFU);
            one.level = static_cast<std::uint16_t>(index >> 16U);
            vertex += one.vertex_count;
            index += one.index_count;
        }
        return {};
    }
    // Computes the joints of all vertices. Returns an error if a bone is not in the palette.
    [[nodiscard]] error join() {
        pool<palette_joints> joints{positions_.resource()};
        joints.resize(lookup_.size());
        std::uint32_t number = 0;
        std::uint64_t left = lookup_.size(); // submeshes share no vertices
        for (const owned_submesh& one : std::as_const(model_).get(profile_.submeshes)) {
            const bool fits = one.vertex_count <= left;
            left -= fits ? one.vertex_count : 0;
            if (!fits || !join(one, joints)) {
                return error{{"m2.skinProfiles[].submeshes[].boneCount", location::nowhere},
                             errc::bad_value,
                             0,
                             one.bone_count,
                             "a palette with the bones of all vertices"}
                    .within(number)
                    .within(profile_.number);
            }
            ++number;
        }
        model_.template set<palette_joints>(profile_.palette_joints, joints);
        return {};
    }

private:
    // Returns a part of the vertex lookup.
    [[nodiscard]] std::span<const std::uint16_t> vertices_of(const owned_submesh& one) const noexcept {
        const std::size_t first = one.first_vertex < lookup_.size() ? one.first_vertex : lookup_.size();
        const std::size_t left = lookup_.size() - first;
        return lookup_.subspan(first, one.vertex_count < left ? one.vertex_count : left);
    }
    // Returns how many bones move a vertex.
    static std::uint16_t count_bones(const owned_vertex& of, std::uint32_t (&uses)[256]) noexcept {
        std::uint16_t count = 0;
        for (std::size_t i = 0; i < std::size(of.weights); ++i) {
            if (of.weights[i] != 0) {
                ++count;
                ++uses[of.joints[i]];
            }
        }
        return count;
    }
    [[nodiscard]] bool join(const owned_submesh& one, pool<palette_joints>& joints) const noexcept {
        constexpr std::uint32_t most_joints = 256;
        std::uint32_t places[most_joints];
        for (std::uint32_t& each : places) {
            each = npos;
        }
        const auto bones = model_.template get<std::uint16_t>(model_.bone_lookup);
        const std::uint32_t count = one.bone_count < most_joints ? one.bone_count : most_joints;
        for (std::uint32_t i = count; i-- > 0;) {
            const std::uint16_t* const bone = find_at(bones, std::uint64_t{one.first_palette_bone} + i);
            if (bone != nullptr && *bone < most_joints) {
                places[*bone] = i;
            }
        }
        const auto all = vertices_of(one);
        for (std::size_t k = 0; k < all.size(); ++k) {
            const owned_vertex* const vertex = find_at(vertices_, all[k]);
            for (std::size_t i = 0; vertex != nullptr && i < std::size(vertex->weights); ++i) {
                const std::uint32_t place = vertex->weights[i] != 0 ? places[vertex->joints[i]] : 0;
                if (place == npos) {
                    return false;
                }
                joints[one.first_vertex + k].entries[i] = static_cast<std::uint8_t>(place);
            }
        }
        return true;
    }

    owned_model& model_;
    owned_skin_profile& profile_;
    std::span<const owned_vertex> vertices_;
    std::span<const std::uint16_t> lookup_;
    pool<vec3<form::host>> positions_;
};

}}}} // namespace effigy::v0::m2::impl
