// Evaluates a scene at a time by the rules of glTF. Tests compare the result with a format's own evaluation.
#pragma once

#include <effigy/scene.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace support {

using scene_matrix = effigy::matrix4x3<double>;
using scene_point = effigy::vector3<double>;

namespace impl {

inline void set(effigy::pose<double>& out, effigy::scene::path path, std::span<const double> v) {
    switch (path) {
    case effigy::scene::path::translation: out.position = {v[0], v[1], v[2]}; break;
    case effigy::scene::path::rotation:
        out.rotation = normalized(effigy::quaternion<double>{v[0], v[1], v[2], v[3]});
        break;
    case effigy::scene::path::scale: out.scale = {v[0], v[1], v[2]}; break;
    default: break; // the others do not move nodes
    }
}

// Returns the values of a channel at a time: clamped at both ends; stepped or linear; rotations by slerp.
inline std::vector<double> sample(const effigy::scene::clip& clip, const effigy::scene::channel& sampled,
                                  double seconds) {
    const auto& times = clip.times[sampled.times];
    const std::size_t width = sampled.values.size() / times.size();
    const auto after = std::upper_bound(times.begin(), times.end(), seconds,
                                        [](double time, float key) { return time < static_cast<double>(key); });
    const auto next = static_cast<std::size_t>(after - times.begin());
    const std::size_t first = next == 0 ? 0 : next - 1;
    const std::size_t second = std::min(next, times.size() - 1);
    const auto value = [&](std::size_t key, std::size_t k) {
        return static_cast<double>(sampled.values[key * width + k]);
    };
    std::vector<double> out(width);
    double part = 0;
    if (second != first && sampled.interpolation == effigy::scene::interpolation::linear) {
        part = (seconds - static_cast<double>(times[first])) /
               (static_cast<double>(times[second]) - static_cast<double>(times[first]));
    }
    if (sampled.path == effigy::scene::path::rotation) {
        const auto at = [&](std::size_t key) {
            return effigy::quaternion<double>{value(key, 0), value(key, 1), value(key, 2), value(key, 3)};
        };
        const auto q = slerp(at(first), at(second), part);
        return {q.x, q.y, q.z, q.w};
    }
    for (std::size_t k = 0; k < width; ++k) {
        out[k] = value(first, k) * (1 - part) + value(second, k) * part;
    }
    return out;
}

} // namespace impl

// Returns the world matrices, node space -> the scene's space, at rest or at a time of a clip.
inline std::vector<scene_matrix> world_of(const effigy::scene& model, const effigy::scene::clip* clip = nullptr,
                                          double seconds = 0) {
    const auto wide = [](const effigy::vector3<float>& v) { return scene_point{v.x, v.y, v.z}; };
    std::vector<effigy::pose<double>> poses;
    for (const auto& each : model.nodes) {
        const auto& q = each.local.rotation;
        poses.push_back({wide(each.local.position), {q.x, q.y, q.z, q.w}, wide(each.local.scale)});
    }
    if (clip != nullptr) {
        for (const auto& moved : clip->channels) {
            if (moved.node != effigy::npos) {
                impl::set(poses[moved.node], moved.path, impl::sample(*clip, moved, seconds));
            }
        }
    }
    std::vector<scene_matrix> out;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const std::uint32_t parent = model.nodes[i].parent;
        out.push_back(parent == effigy::npos ? poses[i].matrix() : out[parent] * poses[i].matrix());
    }
    return out;
}

// Returns the positions of the vertices of a node's mesh in the scene's space, without morph targets.
inline std::vector<scene_point> positions_of(const effigy::scene& model, std::size_t node,
                                             const std::vector<scene_matrix>& world) {
    const auto& shape = model.meshes[model.nodes[node].mesh];
    std::vector<scene_matrix> movers{world[node]};
    if (const std::uint32_t skin = model.nodes[node].skin; skin != effigy::npos) {
        movers.resize(model.skins[skin].joints.size());
        skin_matrices(model.skins[skin], world, movers);
    }
    std::vector<scene_point> out(shape.positions.size());
    posed_positions(shape, std::vector<double>{}, movers, out);
    return out;
}

// The vertices of all nodes with a mesh, at a time of each clip, or at rest.
inline std::vector<scene_point> all_positions_of(const effigy::scene& model, const effigy::scene::clip* clip = nullptr,
                                                 double seconds = 0) {
    const auto world = world_of(model, clip, seconds);
    std::vector<scene_point> out;
    for (std::size_t node = 0; node < model.nodes.size(); ++node) {
        if (model.nodes[node].mesh != effigy::npos) {
            const auto placed = positions_of(model, node, world);
            out.insert(out.end(), placed.begin(), placed.end());
        }
    }
    return out;
}

// The time of the last key of a clip.
inline float end_of(const effigy::scene::clip& clip) {
    float out = 0;
    for (const auto& times : clip.times) {
        out = std::max(out, times.back());
    }
    return out;
}

// The largest distance between the vertices of a scene and those of another, mapped by `map`, at rest and in all clips.
template <class Map> double worst_of(const effigy::scene& a, const effigy::scene& b, const Map& map) {
    double out = a.clips.size() == b.clips.size() ? 0 : 1e9;
    const auto compare = [&](const effigy::scene::clip* of_a, const effigy::scene::clip* of_b, double seconds) {
        const auto first = all_positions_of(a, of_a, seconds);
        const auto second = all_positions_of(b, of_b, seconds);
        out = first.size() == second.size() ? out : 1e9;
        for (std::size_t i = 0; i < first.size() && i < second.size(); ++i) {
            out = std::max(out, length(first[i] - map(second[i])));
        }
    };
    compare(nullptr, nullptr, 0);
    for (std::size_t i = 0; i < a.clips.size() && i < b.clips.size(); ++i) {
        compare(&a.clips[i], &b.clips[i], 0.4);
    }
    return out;
}

} // namespace support
