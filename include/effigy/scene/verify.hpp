// Checking a scene against the rules that parts.hpp and docs/gltf.md state.
#pragma once

#include <effigy/core/api.hpp>
#include <effigy/core/result.hpp>
#include <effigy/scene/parts.hpp>

namespace effigy::inline v0 {

// Returns the first violation of a rule of parts.hpp or docs/gltf.md, or no error (errc::none) if the scene is valid.
// Takes a few passes over the scene. A scene without an error can be evaluated and written without further tests. The
// error's location is a path in the scene; its offset is 0.
EFFIGY_API [[nodiscard]] error verify(const scene& model);

} // namespace effigy::inline v0

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/scene/verify_mesh.hpp>

namespace effigy::inline v0 {

namespace impl {

template <class = when_used> [[nodiscard]] error verify_nodes(const scene& model,
                                                              const std::vector<std::uint32_t>& highest_joints) {
    const auto verify_node = [&](const scene::node& tested, std::uint32_t number) -> error {
        const auto refers = [](const char* path, std::uint32_t to, std::size_t count) {
            return to != npos && to >= count ? no_such(path, count, to) : error{};
        };
        if (tested.parent != npos && tested.parent >= number) {
            return no_such("scene.nodes[].parent", number, tested.parent);
        }
        for (const error& why : {refers("scene.nodes[].mesh", tested.mesh, model.meshes.size()),
                                 refers("scene.nodes[].skin", tested.skin, model.skins.size()),
                                 refers("scene.nodes[].camera", tested.camera, model.cameras.size()),
                                 refers("scene.nodes[].light", tested.light, model.lights.size()),
                                 verify_value("scene.nodes[].local.position", tested.local.position, finite_values{}),
                                 verify_value("scene.nodes[].local.rotation", tested.local.rotation, unit_rotations{}),
                                 verify_value("scene.nodes[].local.scale", tested.local.scale, finite_values{})}) {
            if (why) {
                return why;
            }
        }
        const bool is_skinned = tested.mesh != npos && !model.meshes[tested.mesh].joints.empty();
        if (is_skinned != (tested.skin != npos)) {
            return broken("scene.nodes[].skin", is_skinned ? "a skin for a mesh with joints" : "a mesh with joints",
                          static_cast<std::int32_t>(tested.skin));
        }
        if (!is_skinned) {
            return {};
        }
        if (tested.parent != npos) {
            return broken("scene.nodes[].parent", "no parent for a node with a skin", tested.parent);
        }
        if (tested.local != pose<float>{}) {
            return broken("scene.nodes[].local", "the identity for a node with a skin", number);
        }
        const std::size_t joint_count = model.skins[tested.skin].joints.size();
        const std::uint32_t highest = highest_joints[tested.mesh];
        return highest >= joint_count ? no_such("scene.nodes[].mesh.joints", joint_count, highest) : error{};
    };
    return first_error(model.nodes, verify_node);
}

template <class = when_used> [[nodiscard]] error verify_skins(const scene& model) {
    std::vector<std::uint32_t> roots(model.nodes.size()); // parents come first
    for (std::uint32_t i = 0; i < roots.size(); ++i) {
        const std::uint32_t parent = model.nodes[i].parent;
        roots[i] = parent != npos ? roots[parent] : i;
    }
    std::vector<std::uint32_t> last_skins(model.nodes.size(), npos);
    const auto verify_skin = [&](const scene::skin& tested, std::uint32_t number) -> error {
        if (tested.joints.empty()) {
            return broken("scene.skins[].joints", "at least one joint", 0);
        }
        if (tested.inverse_binds.size() != tested.joints.size()) {
            return broken("scene.skins[].inverse_binds", "one matrix per joint",
                          static_cast<std::int64_t>(tested.inverse_binds.size()));
        }
        const auto verify_joint = [&](std::uint32_t joint, std::uint32_t) {
            if (joint >= model.nodes.size()) {
                return no_such("scene.skins[].joints[]", model.nodes.size(), joint);
            }
            if (last_skins[joint] == number) {
                return broken("scene.skins[].joints[]", "no node more than once", joint);
            }
            last_skins[joint] = number;
            return roots[joint] != roots[tested.joints[0]]
                       ? broken("scene.skins[].joints[]", "nodes below one common root", joint)
                       : error{};
        };
        if (const error why = first_error(tested.joints, verify_joint)) {
            return why;
        }
        return verify_values("scene.skins[].inverse_binds[]", tested.inverse_binds, finite_values{});
    };
    return first_error(model.skins, verify_skin);
}

template <class = when_used> [[nodiscard]] error verify_materials(const scene& model) {
    return first_error(model.materials, [](const scene::material& tested, std::uint32_t) {
        error why = verify_value("scene.materials[].base_color", tested.base_color, fractions{});
        why = why ? why : verify_value("scene.materials[].emissive", tested.emissive, fractions{});
        return why ? why
                   : verify_number("scene.materials[].alpha_cutoff", tested.alpha_cutoff, tested.alpha_cutoff >= 0,
                                   "at least 0, in thousandths");
    });
}

template <class = when_used> [[nodiscard]] error verify_cameras(const scene& model) {
    return first_error(model.cameras, [](const scene::camera& tested, std::uint32_t) {
        const float view = tested.vertical_field_of_view;
        error why =
            verify_number("scene.cameras[].vertical_field_of_view", view,
                          view > 0 && static_cast<double>(view) < 2 * half_pi, "above 0 and below pi, in thousandths");
        why = why ? why
                  : verify_number("scene.cameras[].near_plane", tested.near_plane, tested.near_plane > 0,
                                  "above 0, in thousandths");
        return why ? why
                   : verify_number("scene.cameras[].far_plane", tested.far_plane,
                                   tested.far_plane == 0 || tested.far_plane > tested.near_plane,
                                   "0 or more than the near plane, in thousandths");
    });
}

template <class = when_used> [[nodiscard]] error verify_lights(const scene& model) {
    return first_error(model.lights, [](const scene::light& tested, std::uint32_t) {
        constexpr const char* not_negative = "at least 0, in thousandths";
        error why = verify_value("scene.lights[].color", tested.color, fractions{});
        why = why ? why
                  : verify_number("scene.lights[].intensity", tested.intensity, tested.intensity >= 0, not_negative);
        why = why ? why : verify_number("scene.lights[].range", tested.range, tested.range >= 0, not_negative);
        if (why || tested.type != scene::light_type::spot) {
            return why;
        }
        constexpr double rounding = 1e-7; // pi/2 rounded to a float may exceed pi/2
        const float outer = tested.outer_cone_angle;
        why = verify_number("scene.lights[].outer_cone_angle", outer,
                            outer > 0 && static_cast<double>(outer) <= half_pi + rounding,
                            "above 0 and at most pi/2, in thousandths");
        return why ? why
                   : verify_number("scene.lights[].inner_cone_angle", tested.inner_cone_angle,
                                   tested.inner_cone_angle >= 0 && tested.inner_cone_angle < outer,
                                   "at least 0 and below the outer angle, in thousandths");
    });
}

template <class = when_used> class clips_test {
public:
    explicit clips_test(const scene& model)
        : scene_(model),
          last_clips_(model.nodes.size() * node_path_count + model.materials.size() * material_path_count, npos) {}

    [[nodiscard]] error operator()(const scene::clip& tested, std::uint32_t number) {
        if (tested.channels.empty()) {
            return broken("scene.clips[].channels", "at least one channel", 0);
        }
        const auto verify_times = [](const scene::list<float>& times, std::uint32_t) -> error {
            if (times.empty()) {
                return broken("scene.clips[].times[]", "at least one key", 0);
            }
            if (const error why = verify_values("scene.clips[].times[][]", times, finite_values{})) {
                return why;
            }
            const auto verify_time = [&](float time, std::uint32_t i) {
                return verify_number("scene.clips[].times[][]", time, i == 0 ? time >= 0 : time > times[i - 1],
                                     "times of at least 0 that increase, in thousandths");
            };
            return first_error(times, verify_time);
        };
        if (const error why = first_error(tested.times, verify_times)) {
            return why;
        }
        return first_error(tested.channels, [&](const scene::channel& channel, std::uint32_t) {
            return verify_channel(tested, channel, number);
        });
    }

private:
    static constexpr std::size_t node_path_count = 4;
    static constexpr std::size_t material_path_count = 5;

    [[nodiscard]] error verify_channel(const scene::clip& tested, const scene::channel& channel, std::uint32_t number) {
        const auto path = static_cast<std::size_t>(channel.path);
        if (path >= node_path_count && path < node_path_count + material_path_count) {
            return verify_material_channel(tested, channel, number);
        }
        if (channel.node >= scene_.nodes.size()) {
            return no_such("scene.clips[].channels[].node", scene_.nodes.size(), channel.node);
        }
        if (path >= node_path_count) {
            return no_such("scene.clips[].channels[].path", node_path_count + material_path_count,
                           static_cast<std::uint32_t>(channel.path));
        }
        if (channel.times >= tested.times.size()) {
            return no_such("scene.clips[].channels[].times", tested.times.size(), channel.times);
        }
        const scene::node& target = scene_.nodes[channel.node];
        std::size_t width = scene::value_count(channel.path);
        if (channel.path == scene::path::weights) {
            width = target.mesh != npos ? scene_.meshes[target.mesh].targets.size() : 0;
            if (width == 0) {
                return broken("scene.clips[].channels[].node", "a node whose mesh has morph targets", channel.node);
            }
        } else if (target.skin != npos) {
            return broken("scene.clips[].channels[].node", "a node without a skin", channel.node);
        }
        std::uint32_t& last_clip = last_clips_[channel.node * node_path_count + path];
        if (last_clip == number) {
            return broken("scene.clips[].channels[].node", "at most one channel per node and path", channel.node);
        }
        last_clip = number;
        return verify_keys(channel, tested.times[channel.times].size(), width);
    }

    [[nodiscard]] error verify_material_channel(const scene::clip& tested, const scene::channel& channel,
                                                std::uint32_t number) {
        if (channel.material >= scene_.materials.size()) {
            return no_such("scene.clips[].channels[].material", scene_.materials.size(), channel.material);
        }
        if (channel.times >= tested.times.size()) {
            return no_such("scene.clips[].channels[].times", tested.times.size(), channel.times);
        }
        const std::size_t place = scene_.nodes.size() * node_path_count + channel.material * material_path_count +
                                  (static_cast<std::size_t>(channel.path) - node_path_count);
        if (std::exchange(last_clips_[place], number) == number) {
            return broken("scene.clips[].channels[].material", "at most one channel per material and path",
                          channel.material);
        }
        if (const error why =
                verify_keys(channel, tested.times[channel.times].size(), scene::value_count(channel.path))) {
            return why;
        }
        if (channel.path != scene::path::base_color && channel.path != scene::path::emissive) {
            return {};
        }
        return first_error(channel.values, [](float value, std::uint32_t) {
            return verify_number("scene.clips[].channels[].values[]", value, value >= 0 && value <= 1,
                                 "0 to 1, in thousandths");
        });
    }

    [[nodiscard]] static error verify_keys(const scene::channel& channel, std::size_t keys, std::size_t width) {
        const std::size_t count = channel.values.size();
        if (count % width != 0 || count / width != keys) {
            return broken("scene.clips[].channels[].values", "one value per time", static_cast<std::int64_t>(count));
        }
        if (channel.path != scene::path::rotation) {
            return verify_values("scene.clips[].channels[].values[]", channel.values, finite_values{});
        }
        const auto rotation_at = [&](std::size_t i) {
            return quaternion<float>{channel.values[i], channel.values[i + 1], channel.values[i + 2],
                                     channel.values[i + 3]};
        };
        outcome any;
        for (std::size_t i = 0; i < count; i += 4) {
            any |= unit_rotations::breaks(rotation_at(i));
        }
        for (std::size_t i = 0; i < count && any; i += 4) {
            if (const error why = verify_value("scene.clips[].channels[].values[]", rotation_at(i), unit_rotations{})) {
                return why.within(static_cast<std::uint32_t>(i));
            }
        }
        return {};
    }

    const scene& scene_;
    std::vector<std::uint32_t> last_clips_; // per node and path
};

inline constexpr int most_nested_extras = 16;

template <class = when_used> [[nodiscard]] error verify_extras(const char* path,
                                                               const scene::list<scene::extra>& extras, int level = 1) {
    if (level > most_nested_extras) {
        return broken(path, "at most 16 levels of nested extras", level);
    }
    for (const scene::extra& each : extras) {
        if (const auto* const inner = std::get_if<scene::list<scene::extra>>(&each.value)) {
            if (const error why = verify_extras(path, *inner, level + 1)) {
                return why;
            }
        }
    }
    return {};
}
template <class Parts> [[nodiscard]] error verify_extras_of(const char* path, const Parts& parts) {
    return first_error(parts, [&](const auto& part, std::uint32_t) { return verify_extras(path, part.extras); });
}
template <class = when_used> [[nodiscard]] error verify_all_extras(const scene& model) {
    error why = verify_extras("scene.extras", model.extras);
    why = why ? why : verify_extras_of("scene.nodes[].extras", model.nodes);
    why = why ? why : verify_extras_of("scene.meshes[].extras", model.meshes);
    why = why ? why : verify_extras_of("scene.materials[].extras", model.materials);
    why = why ? why : first_error(model.materials, [](const scene::material& each, std::uint32_t) {
        return verify_extras_of("scene.materials[].textures[].extras", each.textures);
    });
    why = why ? why : verify_extras_of("scene.clips[].extras", model.clips);
    why = why ? why : verify_extras_of("scene.cameras[].extras", model.cameras);
    return why ? why : verify_extras_of("scene.lights[].extras", model.lights);
}

} // namespace impl

EFFIGY_API_BODY error verify(const scene& model) {
    std::vector<std::uint32_t> highest_joints(model.meshes.size()); // per mesh
    error why = impl::first_error(model.meshes, impl::mesh_test{model, highest_joints});
    why = why ? why : impl::verify_nodes(model, highest_joints);
    why = why ? why : impl::verify_skins(model);
    why = why ? why : impl::verify_materials(model);
    why = why ? why : impl::first_error(model.clips, impl::clips_test{model});
    why = why ? why : impl::verify_cameras(model);
    why = why ? why : impl::verify_lights(model);
    return why ? why : impl::verify_all_extras(model);
}

} // namespace effigy::inline v0
#endif
