// Does to a scene what an editor does to a glTF file that it reads and writes, without any wish of a person. Measured
// with Blender 4.2 and 5.0; the order of vertices and nodes changes more than it does there.
#pragma once

#include <effigy/scene.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace mistreating {

using namespace effigy;

struct mistreatment {
    std::uint64_t seed = 1;
    bool reorders = true;     // vertices, triangles, nodes, materials
    bool rounds = true;       // normals, texture coordinates, weights, colors
    bool drops = true;        // extras, tangents, attributes, unused vertices, triangles that occur twice
    bool renames = true;      // appends numbers
    bool turns_bones = true;  // joints get other axes
    bool moves_meshes = true; // skinned meshes get another space
    bool adds_root = true;    // turned, above the roots
    bool merges_skins = true;
    bool resamples = true;  // clips
    double frames = 24;     // a second
    double first_frame = 0; // where clips begin
};

class mistreater {
public:
    mistreater(const scene& of, const mistreatment& how) : made_(of), how_(how), random_(how.seed) {}

    [[nodiscard]] scene run() {
        for (scene::mesh& each : made_.meshes) {
            merge_primitives(each);
            if (how_.rounds) {
                round(each);
            }
            if (how_.drops) {
                drop(each);
            }
            if (how_.reorders) {
                reorder(each);
            }
        }
        if (how_.moves_meshes) {
            move_meshes();
        }
        if (how_.turns_bones) {
            turn_bones();
        }
        if (how_.adds_root) {
            add_root();
        }
        if (how_.merges_skins) {
            merge_skins();
        }
        if (how_.resamples) {
            resample();
        }
        if (how_.renames) {
            rename();
        }
        if (how_.reorders) {
            reorder_nodes();
            reorder_materials();
        }
        if (how_.drops) {
            drop_extras();
        }
        return made_;
    }

private:
    // The same on every platform: std::shuffle() is not.
    void shuffle(auto& list) {
        for (std::size_t i = list.size(); i > 1; --i) {
            std::swap(list[i - 1], list[below(i)]);
        }
    }
    [[nodiscard]] std::size_t below(std::size_t count) { return effigy::impl::to_size(random_() % count); }
    [[nodiscard]] float noise(double most) {
        return static_cast<float>(most * (static_cast<double>(below(2001)) / 1000 - 1));
    }

    // ---- meshes ----------------------------------------------------------------------------------------------------

    // One primitive per material, in the order of first use.
    static void merge_primitives(scene::mesh& of) {
        scene::list<std::uint32_t> indices;
        scene::list<scene::primitive> primitives;
        for (const scene::primitive& first : of.primitives) {
            const auto same = [&](const scene::primitive& other) { return other.material == first.material; };
            if (std::any_of(primitives.begin(), primitives.end(), same)) {
                continue;
            }
            const auto begin = static_cast<std::uint32_t>(indices.size());
            for (const scene::primitive& each : of.primitives) {
                for (std::uint32_t i = 0; same(each) && i < each.index_count; ++i) {
                    indices.push_back(of.indices[each.first_index + i]);
                }
            }
            if (const auto count = static_cast<std::uint32_t>(indices.size()) - begin; count != 0) {
                primitives.push_back({begin, count, first.material});
            }
        }
        of.indices = indices;
        of.primitives = primitives;
    }
    void round(scene::mesh& of) {
        for (vector3<float>& normal : of.normals) {
            normal = to_float(
                normalized(to_double(normal) + vector3<double>{noise_of(1e-3), noise_of(1e-3), noise_of(1e-3)}));
        }
        for (auto& set : of.texcoords) {
            for (vector2<float>& each : set) {
                each.y = 1 - (1 - each.y);
            }
        }
        for (rgba8& each : of.colors) {
            each.r = static_cast<std::uint8_t>(each.r > 0 ? each.r - below(2) : 0);
        }
        for (auto& target : of.targets) {
            for (vector3<float>& each : target.positions) {
                each = each + vector3<float>{noise(1e-7), noise(1e-7), 0};
            }
        }
        if (of.weights.size() == 1) {
            round_weights(of);
        }
    }
    void round_weights(scene::mesh& of) {
        for (std::size_t i = 0; i < of.positions.size(); ++i) {
            scene::weights4& weights = of.weights[0][i];
            double sum = 0;
            for (std::size_t k = 0; k < 4; ++k) {
                if (weights[k] < 1e-4F) {
                    weights[k] = 0;
                    of.joints[0][i][k] = 0;
                }
                sum += static_cast<double>(weights[k]);
            }
            for (float& each : weights) {
                each = static_cast<float>(static_cast<double>(each) / sum);
            }
        }
    }
    [[nodiscard]] double noise_of(double most) { return static_cast<double>(noise(most)); }
    [[nodiscard]] static vector3<double> to_double(const vector3<float>& v) { return vector3<double>{v.x, v.y, v.z}; }
    [[nodiscard]] static vector3<float> to_float(const vector3<double>& v) {
        return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    }
    // Triangles with the same vertices, or with a repeated one.
    static void drop(scene::mesh& of) {
        scene::list<std::uint32_t> indices;
        std::map<std::array<std::uint32_t, 4>, int> known;
        for (scene::primitive& drawn : of.primitives) {
            const auto begin = static_cast<std::uint32_t>(indices.size());
            for (std::uint32_t i = 0; i < drawn.index_count; i += 3) {
                const std::uint32_t* const corner = of.indices.begin() + drawn.first_index + i;
                std::array<std::uint32_t, 4> key{corner[0], corner[1], corner[2], npos};
                std::sort(key.begin(), key.begin() + 3);
                key[3] = drawn.material;
                if (key[0] != key[1] && key[1] != key[2] && ++known[key] == 1) {
                    indices.append({corner[0], corner[1], corner[2]});
                }
            }
            drawn = {begin, static_cast<std::uint32_t>(indices.size()) - begin, drawn.material};
        }
        if (!indices.empty()) {
            of.indices = indices;
        } else {
            merge_primitives(of);
        }
        of.tangents.clear();
        of.attributes.clear();
        of.extras.clear();
    }
    // Gives each triangle vertices of its own, removes some of the copies, and the vertices that no triangle has.
    void reorder(scene::mesh& of) {
        scene::list<std::uint32_t> from; // per new vertex
        std::map<std::uint32_t, std::uint32_t> last;
        for (std::uint32_t& index : of.indices) {
            const auto known = last.find(index);
            if (known == last.end() || below(4) == 0) {
                last[index] = static_cast<std::uint32_t>(from.size());
                from.push_back(index);
            }
            index = last[index];
        }
        std::vector<std::uint32_t> order(from.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        shuffle(order);
        std::vector<std::uint32_t> place(from.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
        }
        for (std::uint32_t& index : of.indices) {
            index = place[index];
        }
        const auto pick = [&](auto& list) {
            if (!list.empty()) {
                const auto old = list;
                list.clear();
                for (const std::uint32_t i : order) {
                    list.push_back(old[from[i]]);
                }
            }
        };
        pick(of.positions);
        pick(of.normals);
        pick(of.tangents);
        pick(of.colors);
        pick(of.origins);
        for (auto& set : of.texcoords) {
            pick(set);
        }
        for (std::size_t i = 0; i < of.joints.size(); ++i) {
            pick(of.joints[i]);
            pick(of.weights[i]);
        }
        for (auto& each : of.attributes) {
            pick(each.values);
        }
        for (auto& each : of.targets) {
            pick(each.positions);
            pick(each.normals);
        }
        for (const scene::primitive& drawn : of.primitives) {
            for (std::uint32_t i = 0; i < drawn.index_count; i += 3) {
                const auto swapped = static_cast<std::uint32_t>(below(drawn.index_count / 3)) * 3;
                std::uint32_t* const at = of.indices.begin() + drawn.first_index;
                std::swap_ranges(at + i, at + i + 3, swapped == i ? at + i : at + swapped);
                std::rotate(at + i, at + i + below(3), at + i + 3);
            }
        }
    }

    // ---- skins -----------------------------------------------------------------------------------------------------

    // All meshes of a skin are moved, and the bind matrices take it back.
    void move_meshes() {
        constexpr pose<double> moved{{0.5, -1, 0.25}, {0, 0.6, 0, 0.8}, {2, 2, 2}};
        const matrix4x3<double> there = moved.matrix();
        const matrix4x3<double> back = inverse(there).matrix;
        std::vector<bool> is_skinned(made_.meshes.size());
        for (const scene::node& each : made_.nodes) {
            if (each.skin != npos) {
                is_skinned[each.mesh] = true;
            }
        }
        for (std::size_t i = 0; i < is_skinned.size(); ++i) {
            scene::mesh& mesh = made_.meshes[i];
            for (std::size_t k = 0; is_skinned[i] && k < mesh.positions.size(); ++k) {
                mesh.positions[k] = to_float(transform_point(there, to_double(mesh.positions[k])));
                if (!mesh.normals.empty()) {
                    mesh.normals[k] = to_float(transform_normal(there, to_double(mesh.normals[k])));
                }
            }
        }
        for (scene::skin& skin : made_.skins) {
            for (matrix4x3<float>& bind : skin.inverse_binds) {
                bind = effigy::impl::to_real<float>(effigy::impl::to_real<double>(bind) * back);
            }
        }
    }
    // Joints get other axes. Quarter turns keep scales along the axes.
    void turn_bones() {
        constexpr double root_half = 0.70710678118654752440;
        constexpr quaternion<double> turns[] = {
            {}, {root_half, 0, 0, root_half}, {0, 0, root_half, root_half}, {0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 0}};
        std::vector<matrix4x3<double>> turn(made_.nodes.size());
        std::vector<bool> is_joint(made_.nodes.size());
        for (const scene::skin& skin : made_.skins) {
            for (const std::uint32_t joint : skin.joints) {
                if (!is_joint[joint]) {
                    is_joint[joint] = true;
                    turn[joint] = pose<double>{{}, turns[below(5)], {1, 1, 1}}.matrix();
                }
            }
        }
        for (scene::skin& skin : made_.skins) {
            for (std::size_t i = 0; i < skin.joints.size(); ++i) {
                const matrix4x3<double> back = inverse(turn[skin.joints[i]]).matrix;
                skin.inverse_binds[i] =
                    effigy::impl::to_real<float>(back * effigy::impl::to_real<double>(skin.inverse_binds[i]));
            }
        }
        change_poses([&](std::uint32_t node) {
            const std::uint32_t parent = made_.nodes[node].parent;
            return std::pair{parent != npos ? inverse(turn[parent]).matrix : matrix4x3<double>{}, turn[node]};
        });
    }
    // Replaces all poses of nodes by before * pose * after, for the pair {before, after} of a node.
    template <class ChangeOf> void change_poses(const ChangeOf& change_of) {
        for (std::uint32_t i = 0; i < made_.nodes.size(); ++i) {
            change_ = change_of(i);
            if (made_.nodes[i].skin != npos || change_ == std::pair<matrix4x3<double>, matrix4x3<double>>{}) {
                continue;
            }
            for (scene::clip& clip : made_.clips) {
                change_clip(clip, i);
            }
            made_.nodes[i].local = changed(effigy::impl::to_real<double>(made_.nodes[i].local));
        }
    }
    [[nodiscard]] pose<float> changed(const pose<double>& of) const {
        pose<double> out = decompose(change_.first * of.matrix() * change_.second).pose;
        out.rotation = normalized(out.rotation);
        return effigy::impl::to_real<float>(out);
    }
    // A node that a clip moves gets all channels, at all times of its channels.
    void change_clip(scene::clip& clip, std::uint32_t node) {
        std::vector<float> times;
        for (const scene::channel& each : clip.channels) {
            if (each.node == node && each.path <= scene::path::scale) {
                times.insert(times.end(), clip.times[each.times].begin(), clip.times[each.times].end());
            }
        }
        if (times.empty()) {
            return;
        }
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        std::vector<pose<double>> poses(made_.nodes.size());
        scene::channel added[3];
        for (const float time : times) {
            play(made_, clip, static_cast<double>(time), poses);
            const pose<float> now = changed(poses[node]);
            added[0].values.append({now.position.x, now.position.y, now.position.z});
            added[1].values.append({now.rotation.x, now.rotation.y, now.rotation.z, now.rotation.w});
            added[2].values.append({now.scale.x, now.scale.y, now.scale.z});
        }
        for (std::size_t i = clip.channels.size(); i-- > 0;) {
            if (clip.channels[i].node == node && clip.channels[i].path <= scene::path::scale) {
                clip.channels.erase(&clip.channels[i]);
            }
        }
        for (std::size_t i = 0; i < 3; ++i) {
            added[i].node = node;
            added[i].path = static_cast<scene::path>(i);
            added[i].times = static_cast<std::uint32_t>(clip.times.size());
            clip.channels.push_back(added[i]);
        }
        clip.times.emplace_back(times.begin(), times.end());
    }
    // Blender turns +Y up into +Z up.
    void add_root() {
        constexpr pose<double> turned{{1, 2, 3}, {0.6, 0, 0, 0.8}, {1, 1, 1}};
        const matrix4x3<double> back = inverse(turned.matrix()).matrix;
        change_poses([&](std::uint32_t node) {
            const bool is_root = made_.nodes[node].parent == npos;
            return std::pair{is_root ? back : matrix4x3<double>{}, matrix4x3<double>{}};
        });
        scene::list<scene::node> nodes;
        scene::node& root = nodes.emplace_back();
        root.name = "Armature";
        root.local = effigy::impl::to_real<float>(turned);
        for (const scene::node& each : made_.nodes) {
            scene::node& copy = nodes.emplace_back(each);
            copy.parent = each.parent != npos ? each.parent + 1 : each.skin != npos ? npos : 0;
        }
        made_.nodes = nodes;
        for (scene::skin& skin : made_.skins) {
            for (std::uint32_t& joint : skin.joints) {
                ++joint;
            }
        }
        for (scene::clip& clip : made_.clips) {
            for (scene::channel& each : clip.channels) {
                each.node += each.node != npos ? 1U : 0U;
            }
        }
    }
    // Skins whose common joints have the same bind matrices become one. Meshes with several skins stay.
    void merge_skins() {
        std::map<std::uint32_t, std::size_t> joint_of;
        std::vector<std::uint32_t> skin_of(made_.meshes.size(), npos);
        scene::skin all;
        std::map<std::uint32_t, std::vector<std::uint16_t>> numbers; // per skin
        for (std::uint32_t s = 0; s < made_.skins.size(); ++s) {
            const scene::skin& skin = made_.skins[s];
            for (std::size_t i = 0; i < skin.joints.size(); ++i) {
                const auto known = joint_of.find(skin.joints[i]);
                if (known != joint_of.end() && all.inverse_binds[known->second] != skin.inverse_binds[i]) {
                    return;
                }
                if (known == joint_of.end()) {
                    joint_of[skin.joints[i]] = all.joints.size();
                    all.joints.push_back(skin.joints[i]);
                    all.inverse_binds.push_back(skin.inverse_binds[i]);
                }
                numbers[s].push_back(static_cast<std::uint16_t>(joint_of[skin.joints[i]]));
            }
        }
        const auto root_of = [&](std::uint32_t node) {
            while (made_.nodes[node].parent != npos) {
                node = made_.nodes[node].parent;
            }
            return node;
        };
        for (const std::uint32_t joint : all.joints) {
            if (root_of(joint) != root_of(all.joints[0])) {
                return;
            }
        }
        for (const scene::node& each : made_.nodes) {
            if (each.skin != npos && skin_of[each.mesh] != npos && skin_of[each.mesh] != each.skin) {
                return;
            }
            if (each.skin != npos) {
                skin_of[each.mesh] = each.skin;
            }
        }
        for (std::size_t m = 0; m < made_.meshes.size(); ++m) {
            for (std::size_t set = 0; skin_of[m] != npos && set < made_.meshes[m].joints.size(); ++set) {
                for (std::size_t i = 0; i < made_.meshes[m].positions.size(); ++i) {
                    for (std::size_t k = 0; k < 4; ++k) {
                        std::uint16_t& joint = made_.meshes[m].joints[set][i][k];
                        joint = made_.meshes[m].weights[set][i][k] != 0 ? numbers[skin_of[m]][joint] : std::uint16_t{0};
                    }
                }
            }
        }
        if (!all.joints.empty()) {
            all.name = "Armature";
            made_.skins.clear();
            made_.skins.push_back(all);
            for (scene::node& each : made_.nodes) {
                each.skin = each.skin != npos ? 0 : npos;
            }
        }
    }

    // ---- clips -----------------------------------------------------------------------------------------------------

    void resample() {
        for (scene::clip& clip : made_.clips) {
            double begin = 1e9, end = 0;
            for (const scene::channel& each : clip.channels) {
                begin = std::min(begin, static_cast<double>(clip.times[each.times][0]));
                end = std::max(end, static_cast<double>(clip.times[each.times].back()));
            }
            std::vector<double> times;
            for (auto frame = static_cast<int>(begin * how_.frames);
                 frame <= static_cast<int>(end * how_.frames + 1e-3); ++frame) {
                times.push_back(frame / how_.frames);
            }
            const scene::clip old = clip;
            clip.times.clear();
            clip.times.resize(2);
            for (const double time : times) {
                clip.times[0].push_back(static_cast<float>(time + how_.first_frame / how_.frames));
            }
            clip.times[1].push_back(clip.times[0][0]);
            if (times.size() > 1) {
                clip.times[1].push_back(clip.times[0].back());
            }
            for (scene::channel& each : clip.channels) {
                const std::size_t keys = old.times[each.times].size(), width = each.values.size() / keys;
                const scene::channel from = each;
                const effigy::impl::sampled_channel<double> first{old, from, 0};
                bool is_constant = true;
                for (std::size_t i = width; i < from.values.size(); ++i) {
                    is_constant = is_constant && from.values[i] == from.values[i % width];
                }
                each.values.clear();
                each.times = is_constant ? 1 : 0;
                each.interpolation = is_constant ? scene::interpolation::step : scene::interpolation::linear;
                for (const float time : clip.times[each.times]) {
                    const effigy::impl::sampled_channel<float> now{
                        old, from, static_cast<double>(time) - how_.first_frame / how_.frames};
                    if (each.path == scene::path::rotation) {
                        const quaternion<float> q = now.blended_rotation();
                        each.values.append({q.x, q.y, q.z, q.w});
                    } else {
                        for (std::size_t k = 0; k < width; ++k) {
                            each.values.push_back(now[k]);
                        }
                    }
                }
            }
        }
    }

    // ---- names and numbers -----------------------------------------------------------------------------------------

    void rename() {
        for (scene::node& each : made_.nodes) {
            if (each.mesh != npos && !each.name.empty() && below(3) == 0) {
                each.name += ".001";
            }
        }
        for (scene::material& each : made_.materials) {
            each.name += !each.name.empty() && below(3) == 0 ? ".002" : "";
        }
        for (scene::clip& each : made_.clips) {
            each.name = below(3) == 0 ? "Armature|" + std::string{each.name} : std::string{each.name};
        }
        made_.name = "Scene";
    }
    // Any order in which parents come first.
    void reorder_nodes() {
        std::vector<std::uint32_t> waiting, number_of(made_.nodes.size(), npos);
        for (std::uint32_t i = 0; i < made_.nodes.size(); ++i) {
            waiting.push_back(i);
        }
        shuffle(waiting);
        std::vector<std::uint32_t> order;
        while (order.size() < number_of.size()) {
            for (const std::uint32_t i : waiting) {
                const std::uint32_t parent = made_.nodes[i].parent;
                if (number_of[i] == npos && (parent == npos || number_of[parent] != npos)) {
                    number_of[i] = static_cast<std::uint32_t>(order.size());
                    order.push_back(i);
                }
            }
        }
        scene::list<scene::node> nodes;
        for (const std::uint32_t i : order) {
            scene::node& copy = nodes.emplace_back(made_.nodes[i]);
            copy.parent = copy.parent != npos ? number_of[copy.parent] : npos;
        }
        made_.nodes = nodes;
        for (scene::skin& skin : made_.skins) {
            for (std::uint32_t& joint : skin.joints) {
                joint = number_of[joint];
            }
        }
        for (scene::clip& clip : made_.clips) {
            for (scene::channel& each : clip.channels) {
                each.node = each.node != npos ? number_of[each.node] : npos;
            }
            shuffle(clip.channels);
        }
    }
    void reorder_materials() {
        const auto count = static_cast<std::uint32_t>(made_.materials.size());
        std::reverse(made_.materials.begin(), made_.materials.end());
        for (scene::mesh& mesh : made_.meshes) {
            for (scene::primitive& drawn : mesh.primitives) {
                drawn.material = drawn.material != npos ? count - 1 - drawn.material : npos;
            }
        }
        for (scene::clip& clip : made_.clips) {
            for (scene::channel& each : clip.channels) {
                each.material = each.material != npos ? count - 1 - each.material : npos;
            }
        }
    }
    void drop_extras() {
        made_.extras.clear();
        const auto clear = [](auto& parts) {
            for (auto& each : parts) {
                each.extras.clear();
            }
        };
        clear(made_.nodes);
        clear(made_.materials);
        clear(made_.clips);
    }

    scene made_;
    mistreatment how_;
    std::mt19937_64 random_;
    std::pair<matrix4x3<double>, matrix4x3<double>> change_;
};

[[nodiscard]] inline scene mistreated(const scene& of, const mistreatment& how = {}) {
    return mistreater{of, how}.run();
}

} // namespace mistreating
