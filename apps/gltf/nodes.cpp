#include "parts.hpp"

#include <effigy/scene/play.hpp>
#include <effigy/scene/space.hpp>
#include <effigy/scene/verify_mesh.hpp>

#include <algorithm>

namespace gltf_files {

namespace {

using effigy::matrix4x3;
using effigy::pose;
using effigy::vector3;

bool read_matrix(source& from, json_value node, std::uint32_t number, std::string_view name, pose<float>& to) {
    std::array<float, 16> m{};
    if (!from.reals(node, "matrix", at("nodes[].matrix", number), m)) {
        return false;
    }
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
        return from.bad(at("nodes[].matrix", number), "a last row of 0 0 0 1");
    }
    const auto column = [&](std::size_t first) { return vector3<double>{m[first], m[first + 1], m[first + 2]}; };
    const effigy::decomposition<double> parts =
        decompose(matrix4x3<double>{column(0), column(4), column(8), column(12)});
    constexpr double least_shear = 2e-5; // as for to_scene()
    if (parts.shear > least_shear) {
        from.left_out("node", name, "the shear of its matrix");
    }
    const auto narrow = [](double each) { return static_cast<float>(each); };
    const auto& [position, rotation, scale] = parts.pose;
    to.position = {narrow(position.x), narrow(position.y), narrow(position.z)};
    to.rotation = {narrow(rotation.x), narrow(rotation.y), narrow(rotation.z), narrow(rotation.w)};
    to.scale = {narrow(scale.x), narrow(scale.y), narrow(scale.z)};
    return true;
}
bool read_pose(source& from, json_value node, std::uint32_t number, pose<float>& to) {
    std::array<float, 3> position{};
    std::array<float, 4> rotation{0, 0, 0, 1};
    std::array<float, 3> scale{1, 1, 1};
    if (!from.reals(node, "translation", at("nodes[].translation", number), position) ||
        !from.reals(node, "rotation", at("nodes[].rotation", number), rotation) ||
        !from.reals(node, "scale", at("nodes[].scale", number), scale)) {
        return false;
    }
    to.position = {position[0], position[1], position[2]};
    to.rotation = {rotation[0], rotation[1], rotation[2], rotation[3]};
    to.scale = {scale[0], scale[1], scale[2]};
    return true;
}

bool read_node(source& from, const node_tree& tree, std::uint32_t number, const std::vector<read_mesh>& meshes,
               const std::vector<std::uint32_t>& cameras, std::size_t lights, scene::node& to) {
    const json_value node = tree.nodes[number];
    std::string_view name;
    std::uint32_t mesh = npos;
    std::uint32_t camera = npos;
    const json_value light = node.find("extensions").find("KHR_lights_punctual");
    if (!from.text(node, "name", at("nodes[].name", number), name) || !from.charge(name.size(), 1) ||
        !from.reference(node, "mesh", at("nodes[].mesh", number), meshes.size(), mesh) ||
        !from.reference(node, "skin", at("nodes[].skin", number), tree.skins.size(), to.skin) ||
        !from.reference(node, "camera", at("nodes[].camera", number), cameras.size(), camera) ||
        !from.reference(light, "light", at("nodes[].extensions.KHR_lights_punctual.light", number), lights, to.light) ||
        !(node.find("matrix") ? read_matrix(from, node, number, name, to.local)
                              : read_pose(from, node, number, to.local)) ||
        !read_extras(from, node, "node", name, to.extras)) {
        return false;
    }
    to.name = name;
    const std::uint32_t parent = tree.parents[number];
    to.parent = parent != npos ? tree.numbers[parent] : npos;
    to.mesh = mesh != npos ? meshes[mesh].number : npos;
    to.skin = to.skin != npos ? tree.skins[to.skin] : npos;
    to.camera = camera != npos ? cameras[camera] : npos;
    if (!effigy::is_unit(to.local.rotation)) {
        if (!(dot(to.local.rotation, to.local.rotation) > 0)) {
            return from.bad(at("nodes[].rotation", number), "a quaternion that is not 0");
        }
        to.local.rotation = normalized(to.local.rotation);
    }
    if (!is_finite(to.local.position) || !is_finite(to.local.scale) || !effigy::is_unit(to.local.rotation)) {
        return from.bad(at("nodes[].matrix", number), "a matrix whose scale and rotation a float can hold");
    }
    if (node.find("weights") && !from.animates_weights()) {
        from.left_out("node", name, "default weights of morph targets");
    }
    return true;
}

} // namespace

bool read_nodes(source& from, const node_tree& tree, const std::vector<read_mesh>& meshes,
                const std::vector<std::uint32_t>& cameras, scene& to) {
    to.nodes.reserve(from.charge(tree.order.size(), sizeof(scene::node)) ? tree.order.size() : 0);
    for (const std::uint32_t number : tree.order) {
        if (from.why() || !read_node(from, tree, number, meshes, cameras, to.lights.size(), to.nodes.emplace_back())) {
            return false;
        }
    }
    return true;
}

// ---- skins ---------------------------------------------------------------------------------------------------------

namespace {

bool read_joints(source& from, const node_tree& tree, json_value stored, std::uint32_t number, scene::skin& to) {
    const json_value joints = stored.find("joints");
    if (joints.size() == 0 || !joints.is_array()) {
        return from.bad(at("skins[].joints", number), "at least one node");
    }
    if (!from.charge(joints.size(), sizeof(std::uint32_t) + sizeof(matrix4x3<float>))) {
        return false;
    }
    to.joints.reserve(joints.size());
    for (json_value each = joints.first(); each; each = each.next()) {
        to.joints.push_back(tree.numbers[to_size(static_cast<std::uint64_t>(each.number()))]);
    }
    to.inverse_binds.resize(joints.size());
    return true;
}
bool read_inverse_binds(source& from, json_value stored, std::uint32_t number, scene::skin& to) {
    std::uint32_t matrices = npos;
    const auto place = at("skins[].inverseBindMatrices", number);
    if (!from.reference(stored, "inverseBindMatrices", place, from.accessor_count(), matrices) || matrices == npos) {
        return !from.why();
    }
    const accessor* const found = from.find_accessor(matrices);
    if (found == nullptr) {
        return false;
    }
    if (found->type != component::f32 || found->width != 16 || found->count < to.joints.size()) {
        return from.bad(place, "a float MAT4 for each joint", static_cast<double>(found->count));
    }
    scene::list<std::array<float, 16>> all;
    if (!from.resize(all, to.joints.size())) {
        return false;
    }
    read_floats(*found, 0, all.size(), all, 0);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const auto column = [&](std::size_t first) {
            return vector3<float>{all[i][first], all[i][first + 1], all[i][first + 2]};
        };
        to.inverse_binds[i] = {column(0), column(4), column(8), column(12)};
        const matrix4x3<float>& bound = to.inverse_binds[i];
        if (!is_finite(bound.x) || !is_finite(bound.y) || !is_finite(bound.z) || !is_finite(bound.translation)) {
            return from.bad(at("skins[].inverseBindMatrices[]", number, i), "finite numbers");
        }
    }
    return true;
}

} // namespace

bool read_skins(source& from, const node_tree& tree, scene& to) {
    const std::vector<json_value> skins = from.parts("skins");
    std::vector<std::uint32_t> last_skins(to.nodes.size(), npos); // per node: the last skin of which it is a joint
    std::vector<std::uint32_t> roots(to.nodes.size());
    for (std::uint32_t i = 0; i < roots.size(); ++i) {
        roots[i] = to.nodes[i].parent != npos ? roots[to.nodes[i].parent] : i;
    }
    to.skins.reserve(from.charge(skins.size(), sizeof(scene::skin)) ? skins.size() : 0);
    for (std::uint32_t i = 0; i < skins.size() && !from.why(); ++i) {
        std::string_view name;
        if (tree.skins[i] == npos) {
            continue;
        }
        scene::skin& made = to.skins.emplace_back();
        if (!from.text(skins[i], "name", at("skins[].name", i), name) || !from.charge(name.size(), 1) ||
            !read_joints(from, tree, skins[i], i, made) || !read_inverse_binds(from, skins[i], i, made)) {
            return false;
        }
        made.name = name;
        if (skins[i].find("extras")) {
            from.left_out("skin", name, "extras");
        }
        for (std::uint32_t k = 0; k < made.joints.size(); ++k) {
            const std::uint32_t joint = made.joints[k];
            if (std::exchange(last_skins[joint], i) == i) {
                return from.bad(at("skins[].joints[]", i, k), "no node more than once", tree.order[joint]);
            }
            if (roots[joint] != roots[made.joints[0]]) {
                return from.bad(at("skins[].joints[]", i, k), "nodes below one common root", tree.order[joint]);
            }
        }
    }
    return !from.why();
}

// ---- nodes with skins ----------------------------------------------------------------------------------------------

namespace {

// glTF ignores the pose of a node with a skin; in a scene it is a root, and its pose is the identity.
class skinned_nodes {
public:
    skinned_nodes(source& from, const node_tree& tree, const std::vector<read_mesh>& meshes, scene& to)
        : from_(from), tree_(tree), to_(to) {
        highest_joints_.resize(to.meshes.size());
        for (const read_mesh& each : meshes) {
            if (each.number != npos) {
                highest_joints_[each.number] = each.highest_joint;
            }
        }
    }

    bool run() {
        find_ties();
        const auto count = static_cast<std::uint32_t>(to_.nodes.size());
        std::vector<std::uint32_t> uses(to_.meshes.size()); // bit 0: with a skin, bit 1: without
        for (std::uint32_t i = 0; i < count; ++i) {
            if (const std::uint32_t mesh = to_.nodes[i].mesh; mesh != npos) {
                const bool has_joints = !to_.meshes[mesh].joints.empty();
                uses[mesh] |= has_joints && to_.nodes[i].skin != npos ? 1U : 2U;
            }
        }
        std::vector<std::uint32_t> plain(uses.size(), npos); // per mesh: the same without joints
        for (std::uint32_t i = 0; i < count; ++i) {
            if (!check(i) || !use_without_joints(i, uses, plain) || !free(i)) {
                return false;
            }
        }
        remove_channels();
        return true;
    }

private:
    void find_ties() {
        const std::size_t count = to_.nodes.size();
        is_needed_.resize(count);
        moves_.resize(count);
        for (const scene::clip& clip : to_.clips) {
            for (const scene::channel& each : clip.channels) {
                if (each.node != npos && each.path != scene::path::weights) {
                    moves_[each.node] = true;
                }
            }
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            const scene::node& each = to_.nodes[i];
            is_needed_[i] = is_needed_[i] || each.camera != npos || each.light != npos;
            moves_[i] = moves_[i] || each.local != pose<float>{};
            if (each.parent != npos) {
                is_needed_[each.parent] = true;
                moves_[i] = moves_[i] || moves_[each.parent];
            }
        }
        for (const scene::skin& each : to_.skins) {
            for (const std::uint32_t joint : each.joints) {
                is_needed_[joint] = true;
            }
        }
    }
    bool check(std::uint32_t number) {
        scene::node& tested = to_.nodes[number];
        if (tested.skin == npos) {
            return true;
        }
        if (tested.mesh == npos || to_.meshes[tested.mesh].joints.empty()) {
            from_.left_out("node", tested.name, "a skin of a mesh without joints");
            tested.skin = npos;
            return true;
        }
        const std::size_t joints = to_.skins[tested.skin].joints.size();
        if (highest_joints_[tested.mesh] >= joints) {
            const auto skin = std::find(tree_.skins.begin(), tree_.skins.end(), tested.skin) - tree_.skins.begin();
            return from_.fail(at("skins[].joints", static_cast<std::uint64_t>(skin)), errc::out_of_bounds, joints,
                              highest_joints_[tested.mesh], "");
        }
        return true;
    }
    // A mesh with joints needs a skin.
    bool use_without_joints(std::uint32_t number, const std::vector<std::uint32_t>& uses,
                            std::vector<std::uint32_t>& plain) {
        scene::node& user = to_.nodes[number];
        if (user.mesh == npos || user.skin != npos || to_.meshes[user.mesh].joints.empty()) {
            return true;
        }
        std::uint32_t& made = plain[user.mesh];
        if (made == npos) {
            from_.left_out("mesh", to_.meshes[user.mesh].name, "weights for a node without a skin");
            made = user.mesh;
            if ((uses[user.mesh] & 1U) != 0) {
                const scene::mesh& original = to_.meshes[user.mesh];
                const std::uint64_t bytes_of_vertex = 64 + 8 * original.texcoords.size() + original.attributes.size();
                if (!from_.charge(original.positions.size() * (1 + original.targets.size()), bytes_of_vertex) ||
                    !from_.charge(original.indices.size() + original.primitives.size(), 12)) {
                    return false;
                }
                made = static_cast<std::uint32_t>(to_.meshes.size());
                to_.meshes.push_back(original);
            }
            to_.meshes[made].joints.clear();
            to_.meshes[made].weights.clear();
        }
        user.mesh = made;
        return true;
    }
    bool free(std::uint32_t number) {
        if (to_.nodes[number].skin == npos) {
            return true;
        }
        if (!is_needed_[number]) {
            to_.nodes[number].parent = npos;
            to_.nodes[number].local = {};
            return true;
        }
        if (to_.nodes[number].parent == npos && !moves_[number]) {
            return true;
        }
        // What needs the node stays with it; the mesh gets a node of its own.
        if (!from_.charge(3, sizeof(scene::node)) || !from_.charge(to_.nodes[number].name.size(), 1)) {
            return false;
        }
        scene::node& made = to_.nodes.emplace_back();
        scene::node& old = to_.nodes[number];
        made.name = old.name;
        made.mesh = std::exchange(old.mesh, npos);
        made.skin = std::exchange(old.skin, npos);
        holders_.push_back({number, static_cast<std::uint32_t>(to_.nodes.size() - 1)});
        return true;
    }
    void remove_channels() {
        std::uint64_t removed = 0;
        scene::list<scene::clip> clips;
        clips.reserve(to_.clips.size());
        for (scene::clip& clip : to_.clips) {
            scene::list<scene::channel> kept;
            kept.reserve(clip.channels.size());
            for (scene::channel& each : clip.channels) {
                if (each.node != npos && each.path == scene::path::weights && to_.nodes[each.node].mesh == npos) {
                    const auto holder = std::lower_bound(holders_.begin(), holders_.end(), std::pair{each.node, 0U});
                    each.node = holder->second;
                }
                if (each.node == npos || each.path == scene::path::weights || to_.nodes[each.node].skin == npos) {
                    kept.push_back(std::move(each));
                } else {
                    ++removed;
                }
            }
            clip.channels = std::move(kept);
            if (!clip.channels.empty()) {
                clips.push_back(std::move(clip));
            }
        }
        to_.clips = std::move(clips);
        if (removed != 0) {
            from_.left_out("clip", "", "channels that move nodes with skins, without effect", removed);
        }
    }

    source& from_;
    const node_tree& tree_;
    scene& to_;
    std::vector<std::uint32_t> highest_joints_; // per mesh
    std::vector<bool> is_needed_;               // per node: has children, a camera or a light, or is a joint
    std::vector<bool> moves_;                   // per node: its place is not the identity, or a clip moves it
    std::vector<std::pair<std::uint32_t, std::uint32_t>> holders_; // nodes that gave their mesh away, and to which
};

} // namespace

bool free_skinned_nodes(source& from, const node_tree& tree, const std::vector<read_mesh>& meshes, scene& to) {
    return skinned_nodes{from, tree, meshes, to}.run();
}

} // namespace gltf_files
