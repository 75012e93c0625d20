// Checking a scene against the rules that parts.hpp and docs/gltf.md state.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/result.hpp>
#include <effigy/scene/parts.hpp>

namespace effigy { inline namespace v0 {

// Returns the first violation of a rule of parts.hpp or docs/gltf.md, or no error (errc::none) if the scene is valid.
// Takes a few passes over the scene. A scene without an error can be evaluated and written without further tests. The
// error's location is a path in the scene; its offset is 0.
EFFIGY_API [[nodiscard]] error verify(const scene& model);

}} // namespace effigy::v0

#if defined(EFFIGY_HAS_COMMON_BODIES)
#include <effigy/core/impl/fixed_stack.hpp>
#include <effigy/scene/verify_mesh.hpp>

#include <vector>

namespace effigy { inline namespace v0 {

namespace impl {

template <class = when_used> class scene_test {
public:
    explicit scene_test(const scene& tested)
        : scene_(tested), highest_joints_(tested.meshes.size()), last_skins_(tested.nodes.size(), npos),
          last_clips_(tested.nodes.size() * node_path_count + tested.materials.size() * material_path_count, npos) {}

    [[nodiscard]] const error& run() {
        static_cast<void>(verify_meshes() && verify_nodes() && verify_skins() && verify_materials() && verify_clips() &&
                          verify_cameras() && verify_lights() && verify_all_extras());
        return found_.why();
    }

private:
    static constexpr std::size_t node_path_count = 4;
    static constexpr std::size_t material_path_count = 5;
    static constexpr int most_nested_extras = 16;

    [[nodiscard]] bool verify_meshes() {
        mesh_test test{scene_, found_};
        for (std::size_t i = 0; i < scene_.meshes.size(); ++i) {
            if (!test.verify(scene_.meshes[i], highest_joints_[i])) {
                return found_.within(i);
            }
        }
        return true;
    }

    // ---- nodes and skins -------------------------------------------------------------------------------------------

    [[nodiscard]] bool verify_nodes() {
        for (std::uint32_t i = 0; i < scene_.nodes.size(); ++i) {
            if (!verify_node(scene_.nodes[i], i)) {
                return found_.within(i);
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_node(const scene::node& tested, std::uint32_t number) {
        if (tested.parent != npos && tested.parent >= number) {
            return found_.out_of_bounds("scene.nodes[].parent", number, tested.parent);
        }
        if (!verify_optional_reference("scene.nodes[].mesh", tested.mesh, scene_.meshes.size()) ||
            !verify_optional_reference("scene.nodes[].skin", tested.skin, scene_.skins.size()) ||
            !verify_optional_reference("scene.nodes[].camera", tested.camera, scene_.cameras.size()) ||
            !verify_optional_reference("scene.nodes[].light", tested.light, scene_.lights.size()) ||
            !verify_value(found_, "scene.nodes[].local.position", tested.local.position, finite_values{}) ||
            !verify_value(found_, "scene.nodes[].local.rotation", tested.local.rotation, unit_rotations{}) ||
            !verify_value(found_, "scene.nodes[].local.scale", tested.local.scale, finite_values{})) {
            return false;
        }
        const bool is_skinned = tested.mesh != npos && !scene_.meshes[tested.mesh].joints.empty();
        if (is_skinned != (tested.skin != npos)) {
            return found_.broken("scene.nodes[].skin",
                                 is_skinned ? "a skin for a mesh with joints" : "a mesh with joints",
                                 static_cast<std::int32_t>(tested.skin));
        }
        if (!is_skinned) {
            return true;
        }
        if (tested.parent != npos) {
            return found_.broken("scene.nodes[].parent", "no parent for a node with a skin", tested.parent);
        }
        if (tested.local != pose<float>{}) {
            return found_.broken("scene.nodes[].local", "the identity for a node with a skin", number);
        }
        return verify_reference("scene.nodes[].mesh.joints", highest_joints_[tested.mesh],
                                scene_.skins[tested.skin].joints.size());
    }

    [[nodiscard]] bool verify_skins() {
        std::vector<std::uint32_t> roots(scene_.nodes.size()); // parents come first
        for (std::uint32_t i = 0; i < roots.size(); ++i) {
            const std::uint32_t parent = scene_.nodes[i].parent;
            roots[i] = parent != npos ? roots[parent] : i;
        }
        for (std::uint32_t i = 0; i < scene_.skins.size(); ++i) {
            if (!verify_skin(scene_.skins[i], i, roots)) {
                return found_.within(i);
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_skin(const scene::skin& tested, std::uint32_t number,
                                   const std::vector<std::uint32_t>& roots) {
        if (tested.joints.empty()) {
            return found_.broken("scene.skins[].joints", "at least one joint", 0);
        }
        if (tested.inverse_binds.size() != tested.joints.size()) {
            return found_.broken("scene.skins[].inverse_binds", "one matrix per joint",
                                 static_cast<std::int64_t>(tested.inverse_binds.size()));
        }
        for (std::size_t i = 0; i < tested.joints.size(); ++i) {
            const std::uint32_t joint = tested.joints[i];
            if (!verify_reference("scene.skins[].joints[]", joint, roots.size())) {
                return found_.within(i);
            }
            if (std::exchange(last_skins_[joint], number) == number) {
                found_.broken("scene.skins[].joints[]", "no node more than once", joint);
                return found_.within(i);
            }
            if (roots[joint] != roots[tested.joints[0]]) {
                found_.broken("scene.skins[].joints[]", "nodes below one common root", joint);
                return found_.within(i);
            }
        }
        return verify_values(found_, "scene.skins[].inverse_binds[]", tested.inverse_binds, finite_values{});
    }

    // ---- materials, cameras, lights --------------------------------------------------------------------------------

    [[nodiscard]] bool verify_materials() {
        for (std::size_t i = 0; i < scene_.materials.size(); ++i) {
            const scene::material& tested = scene_.materials[i];
            if (!verify_value(found_, "scene.materials[].base_color", tested.base_color, fractions{}) ||
                !verify_value(found_, "scene.materials[].emissive", tested.emissive, fractions{}) ||
                !verify_number(found_, "scene.materials[].alpha_cutoff", tested.alpha_cutoff, tested.alpha_cutoff >= 0,
                               "at least 0, in thousandths")) {
                return found_.within(i);
            }
            for (const scene::texture& each : tested.textures) {
                if (!verify_value(found_, "scene.materials[].textures[].offset", each.offset, finite_values{}) ||
                    !verify_value(found_, "scene.materials[].textures[].scale", each.scale, finite_values{})) {
                    return found_.within(i);
                }
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_cameras() {
        for (std::size_t i = 0; i < scene_.cameras.size(); ++i) {
            const scene::camera& tested = scene_.cameras[i];
            const float view = tested.vertical_field_of_view;
            if (!verify_number(found_, "scene.cameras[].vertical_field_of_view", view,
                               view > 0 && static_cast<double>(view) < 2 * half_pi,
                               "above 0 and below pi, in thousandths") ||
                !verify_number(found_, "scene.cameras[].near_plane", tested.near_plane, tested.near_plane > 0,
                               "above 0, in thousandths") ||
                !verify_number(found_, "scene.cameras[].far_plane", tested.far_plane,
                               tested.far_plane == 0 || tested.far_plane > tested.near_plane,
                               "0 or more than the near plane, in thousandths")) {
                return found_.within(i);
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_lights() {
        for (std::size_t i = 0; i < scene_.lights.size(); ++i) {
            if (!verify_light(scene_.lights[i])) {
                return found_.within(i);
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_light(const scene::light& tested) {
        constexpr const char* not_negative = "at least 0, in thousandths";
        if (!verify_value(found_, "scene.lights[].color", tested.color, fractions{}) ||
            !verify_number(found_, "scene.lights[].intensity", tested.intensity, tested.intensity >= 0, not_negative) ||
            !verify_number(found_, "scene.lights[].range", tested.range, tested.range >= 0, not_negative)) {
            return false;
        }
        if (tested.type != scene::light_type::spot) {
            return true;
        }
        constexpr double rounding = 1e-7; // pi/2 rounded to a float may exceed pi/2
        const float outer = tested.outer_cone_angle;
        return verify_number(found_, "scene.lights[].outer_cone_angle", outer,
                             outer > 0 && static_cast<double>(outer) <= half_pi + rounding,
                             "above 0 and at most pi/2, in thousandths") &&
               verify_number(found_, "scene.lights[].inner_cone_angle", tested.inner_cone_angle,
                             tested.inner_cone_angle >= 0 && tested.inner_cone_angle < outer,
                             "at least 0 and below the outer angle, in thousandths");
    }

    // ---- clips -----------------------------------------------------------------------------------------------------

    [[nodiscard]] bool verify_clips() {
        for (std::uint32_t i = 0; i < scene_.clips.size(); ++i) {
            if (!verify_clip(scene_.clips[i], i)) {
                return found_.within(i);
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_clip(const scene::clip& tested, std::uint32_t number) {
        if (tested.channels.empty()) {
            return found_.broken("scene.clips[].channels", "at least one channel", 0);
        }
        for (std::size_t i = 0; i < tested.times.size(); ++i) {
            if (!verify_times(tested.times[i])) {
                return found_.within(i);
            }
        }
        for (std::size_t i = 0; i < tested.channels.size(); ++i) {
            if (!verify_channel(tested, tested.channels[i], number)) {
                return found_.within(i);
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_times(const scene::list<float>& times) {
        if (times.empty()) {
            return found_.broken("scene.clips[].times[]", "at least one key", 0);
        }
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (!verify_number(found_, "scene.clips[].times[][]", times[i],
                               i == 0 ? times[i] >= 0 : times[i] > times[i - 1],
                               "times of at least 0 that increase, in thousandths")) {
                return found_.within(i);
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_channel(const scene::clip& tested, const scene::channel& channel, std::uint32_t number) {
        const auto path = static_cast<std::size_t>(channel.path);
        if (path >= node_path_count && path < node_path_count + material_path_count) {
            return verify_material_channel(tested, channel, number);
        }
        if (!verify_reference("scene.clips[].channels[].node", channel.node, scene_.nodes.size())) {
            return false;
        }
        if (path >= node_path_count) {
            return found_.out_of_bounds("scene.clips[].channels[].path", node_path_count + material_path_count, path);
        }
        if (!verify_reference("scene.clips[].channels[].times", channel.times, tested.times.size())) {
            return false;
        }
        const scene::node& target = scene_.nodes[channel.node];
        std::size_t width = scene::value_count(channel.path);
        if (channel.path == scene::path::weights) {
            width = target.mesh != npos ? scene_.meshes[target.mesh].targets.size() : 0;
            if (width == 0) {
                return found_.broken("scene.clips[].channels[].node", "a node whose mesh has morph targets",
                                     channel.node);
            }
        } else if (target.skin != npos) {
            return found_.broken("scene.clips[].channels[].node", "a node without a skin", channel.node);
        }
        if (std::exchange(last_clips_[channel.node * node_path_count + path], number) == number) {
            return found_.broken("scene.clips[].channels[].node", "at most one channel per node and path",
                                 channel.node);
        }
        return verify_keys(channel, tested.times[channel.times].size(), width);
    }
    [[nodiscard]] bool verify_material_channel(const scene::clip& tested, const scene::channel& channel,
                                               std::uint32_t number) {
        if (!verify_reference("scene.clips[].channels[].material", channel.material, scene_.materials.size()) ||
            !verify_reference("scene.clips[].channels[].times", channel.times, tested.times.size())) {
            return false;
        }
        const std::size_t place = scene_.nodes.size() * node_path_count + channel.material * material_path_count +
                                  (static_cast<std::size_t>(channel.path) - node_path_count);
        if (std::exchange(last_clips_[place], number) == number) {
            return found_.broken("scene.clips[].channels[].material", "at most one channel per material and path",
                                 channel.material);
        }
        if (!verify_keys(channel, tested.times[channel.times].size(), scene::value_count(channel.path))) {
            return false;
        }
        const bool is_color = channel.path == scene::path::base_color || channel.path == scene::path::emissive;
        for (std::size_t i = 0; is_color && i < channel.values.size(); ++i) {
            if (!verify_number(found_, "scene.clips[].channels[].values[]", channel.values[i],
                               channel.values[i] >= 0 && channel.values[i] <= 1, "0 to 1, in thousandths")) {
                return found_.within(i);
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_keys(const scene::channel& channel, std::size_t keys, std::size_t width) {
        const std::size_t count = channel.values.size();
        if (count % width != 0 || count / width != keys) {
            return found_.broken("scene.clips[].channels[].values", "one value per time",
                                 static_cast<std::int64_t>(count));
        }
        if (channel.path != scene::path::rotation) {
            return verify_values(found_, "scene.clips[].channels[].values[]", channel.values, finite_values{});
        }
        const auto rotation_at = [all = elements{channel.values}](std::size_t i) {
            return quaternion<float>{all[i], all[i + 1], all[i + 2], all[i + 3]};
        };
        outcome any;
        for (std::size_t i = 0; i < count; i += 4) {
            any |= unit_rotations::breaks(rotation_at(i));
        }
        for (std::size_t i = 0; i < count && any; i += 4) {
            if (!verify_value(found_, "scene.clips[].channels[].values[]", rotation_at(i), unit_rotations{})) {
                return found_.within(i);
            }
        }
        return true;
    }

    // ---- extras ----------------------------------------------------------------------------------------------------

    [[nodiscard]] bool verify_all_extras() {
        return verify_extras("scene.extras", scene_.extras) && verify_extras_of("scene.nodes[].extras", scene_.nodes) &&
               verify_extras_of("scene.meshes[].extras", scene_.meshes) &&
               verify_extras_of("scene.materials[].extras", scene_.materials) && verify_texture_extras() &&
               verify_extras_of("scene.clips[].extras", scene_.clips) &&
               verify_extras_of("scene.cameras[].extras", scene_.cameras) &&
               verify_extras_of("scene.lights[].extras", scene_.lights);
    }
    [[nodiscard]] bool verify_texture_extras() {
        for (std::size_t i = 0; i < scene_.materials.size(); ++i) {
            if (!verify_extras_of("scene.materials[].textures[].extras", scene_.materials[i].textures)) {
                return found_.within(i);
            }
        }
        return true;
    }
    template <class Parts> [[nodiscard]] bool verify_extras_of(const char* path, const Parts& parts) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!verify_extras(path, parts[i].extras)) {
                return found_.within(i);
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_extras(const char* path, const scene::list<scene::extra>& extras) {
        struct level {
            const scene::list<scene::extra>* extras;
            std::size_t next = 0;
        };
        fixed_stack<level, most_nested_extras> levels;
        levels.push({&extras});
        while (!levels.empty()) {
            auto& [all, next] = levels.top();
            if (next == all->size()) {
                levels.pop();
            } else if (const auto* const inner = std::get_if<scene::list<scene::extra>>(&(*all)[next++].value)) {
                if (levels.full()) {
                    return found_.broken(path, "at most 16 levels of nested extras", most_nested_extras + 1);
                }
                levels.push({inner});
            }
        }
        return true;
    }

    // ---- references to parts ---------------------------------------------------------------------------------------

    [[nodiscard]] bool verify_reference(const char* path, std::uint32_t number, std::size_t count) {
        return number < count || found_.out_of_bounds(path, count, number);
    }
    [[nodiscard]] bool verify_optional_reference(const char* path, std::uint32_t number, std::size_t count) {
        return number == npos || verify_reference(path, number, count);
    }

    const scene& scene_;
    violation found_;
    std::vector<std::uint32_t> highest_joints_; // per mesh
    std::vector<std::uint32_t> last_skins_;     // per node: the last skin of which it is a joint
    std::vector<std::uint32_t> last_clips_;     // per node and path, then per material and path
};

} // namespace impl

EFFIGY_API_BODY error verify(const scene& model) { return impl::scene_test{model}.run(); }

}} // namespace effigy::v0
#endif
