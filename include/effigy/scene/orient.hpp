// Front and unit of whole scenes: glTF's models face +z, and its unit is the metre.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/scene/parts.hpp>

#include <utility>

namespace effigy { inline namespace v0 { namespace impl {

// Multiplies all lengths of a scene, but not those in extras. No node gets a scale.
template <class = when_used> void scale_lengths(scene& all, float factor) {
    const auto scale = [factor](scene::list<vector3<float>>& vectors) {
        for (vector3<float>& each : vectors) {
            each = each * factor;
        }
    };
    for (scene::node& each : all.nodes) {
        each.local.position = each.local.position * factor;
    }
    for (scene::mesh& each : all.meshes) {
        scale(each.positions);
        for (scene::morph_target& target : each.targets) {
            scale(target.positions);
        }
    }
    for (scene::skin& each : all.skins) {
        for (matrix4x3<float>& inverse : each.inverse_binds) {
            inverse.translation = inverse.translation * factor;
        }
    }
    for (scene::clip& each : all.clips) {
        for (scene::channel& channel : each.channels) {
            if (channel.path == scene::path::translation) {
                for (float& value : channel.values) {
                    value *= factor;
                }
            }
        }
    }
    for (scene::camera& each : all.cameras) {
        each.near_plane *= factor;
        each.far_plane *= factor;
    }
    for (scene::light& each : all.lights) {
        each.range *= factor;
    }
}

template <class = when_used> void turn_vectors(scene::list<float>& values, const quaternion<float>& rotation) {
    const auto turn = compose(vector3<float>{}, rotation, vector3<float>{1, 1, 1});
    const auto set = [](float& to, float turned) { to = turned == to ? to : turned; }; // a 0 keeps its sign
    for (std::size_t i = 0; i + 2 < values.size(); i += 3) {
        const auto turned = transform_vector(turn, vector3<float>{values[i], values[i + 1], values[i + 2]});
        set(values[i], turned.x);
        set(values[i + 1], turned.y);
        set(values[i + 2], turned.z);
    }
}

// Whether nothing but its children, and clips that move it, depends on a root's pose.
template <class = when_used> [[nodiscard]] bool is_plain_root(const scene& all, std::uint32_t number) {
    const scene::node& root = all.nodes[number];
    bool out = root.parent == npos && root.local == pose<float>{} && root.mesh == npos && root.camera == npos &&
               root.light == npos;
    for (const scene::clip& clip : all.clips) {
        for (const scene::channel& channel : clip.channels) {
            out = out && (channel.node != number || channel.path != scene::path::rotation);
        }
    }
    return out;
}

// Turns a scene by the rotation of one root: of the only one, if nothing turns it, else of a new one, which becomes
// node 0. Clips that move the root move it in the turned direction. Nodes with a skin stay roots: their joints move
// them. Precondition: the memory of one node is paid for.
template <class = when_used> void turn_scene(scene& all, const quaternion<float>& rotation, std::string_view name) {
    std::uint32_t roots = 0;
    for (const scene::node& each : all.nodes) {
        roots += each.parent == npos && each.skin == npos ? 1U : 0U;
    }
    if (roots == 0) {
        return;
    }
    if (roots == 1 && is_plain_root(all, 0)) {
        all.nodes[0].local.rotation = rotation;
        for (scene::clip& clip : all.clips) {
            for (scene::channel& channel : clip.channels) {
                if (channel.node == 0 && channel.path == scene::path::translation) {
                    turn_vectors(channel.values, rotation);
                }
            }
        }
        return;
    }
    for (scene::node& each : all.nodes) {
        each.parent = each.parent != npos ? each.parent + 1 : each.skin == npos ? 0 : npos;
    }
    scene::node& root = *all.nodes.insert(all.nodes.begin(), scene::node{all.nodes.resource()});
    root.name = scene::text{name, all.nodes.resource()};
    root.local.rotation = rotation;
    for (scene::skin& each : all.skins) {
        for (std::uint32_t& joint : each.joints) {
            ++joint;
        }
    }
    for (scene::clip& each : all.clips) {
        for (scene::channel& channel : each.channels) {
            channel.node += channel.node != npos ? 1 : 0;
        }
    }
}

}}} // namespace effigy::v0::impl
