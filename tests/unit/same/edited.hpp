// Scenes after random edits, such as a person makes in an editor: the same on every platform, so no expression draws
// two numbers whose order is up to the compiler.
#pragma once

#include "scene/bring_back.hpp"

#include <effigy/scene.hpp>

#include <random>

namespace same {

using namespace effigy;

class scene_editor {
public:
    explicit scene_editor(std::uint64_t seed) : random_(seed) {}

    [[nodiscard]] std::size_t below(std::size_t count) { return impl::to_size(random_() % count); }

    // Makes some edits, each of which leaves the scene valid.
    [[nodiscard]] scene edit(scene of) {
        for (std::size_t edits = below(8); edits > 0; --edits) {
            scene next = of;
            if (below(2) == 0 || next.meshes.empty()) {
                edit_tree(next);
            } else {
                edit_mesh(next, next.meshes[below(next.meshes.size())]);
            }
            of = verify(next) ? std::move(of) : std::move(next);
        }
        return of;
    }

private:
    template <class List> [[nodiscard]] auto& any_of(List& list) { return list[below(list.size())]; }
    [[nodiscard]] std::uint32_t number_of(const auto& list) { return static_cast<std::uint32_t>(below(list.size())); }
    [[nodiscard]] float real() { return static_cast<float>(random_() % 4096) / 512 - 4; }

    void edit_tree(scene& of) {
        scene::node& node = any_of(of.nodes);
        switch (below(12)) {
        case 0: node.local.position = {real(), real(), real()}; break;
        case 1: node.local.rotation = normalized(quaternion<float>{real(), real(), real(), 5}); break;
        case 2: node.local.scale = {1 + real() * real(), 1, 2}; break;
        case 3: node.name = any_of(of.nodes).name; break;
        case 4: node.name = "new name"; break;
        case 5: node.parent = number_of(of.nodes); break;
        case 6: node.mesh = npos; break;
        case 7: of.nodes.push_back(scene::node{node}); break;
        case 8:
            if (!of.materials.empty()) {
                const scene::text other = any_of(of.materials).name;
                any_of(of.materials).name = below(2) == 0 ? "a\\new_co.paa" : other;
            }
            break;
        case 9:
            of.nodes.emplace_back().name = "new node";
            of.nodes.back().parent = number_of(of.nodes);
            break;
        default:
            if (!of.clips.empty()) {
                edit_clip(any_of(of.clips));
            }
        }
    }
    void edit_clip(scene::clip& clip) {
        if (clip.channels.empty()) {
            return;
        }
        scene::channel& channel = any_of(clip.channels);
        switch (below(6)) {
        case 0: any_of(channel.values) += channel.path == scene::path::rotation ? 0.01F : 1; break;
        case 1: std::swap(channel.values.back(), any_of(channel.values)); break;
        case 2: channel.interpolation = scene::interpolation::step; break;
        case 3: std::swap(channel, clip.channels.back()); break;
        case 4: clip.channels.pop_back(); break;
        default: any_of(clip.times).back() += 0.5F; break;
        }
        if (channel.path == scene::path::rotation) {
            for (std::size_t i = 0; i + 4 <= channel.values.size(); i += 4) {
                const auto q = normalized(quaternion<float>{channel.values[i], channel.values[i + 1],
                                                            channel.values[i + 2], channel.values[i + 3]});
                channel.values[i] = q.x;
                channel.values[i + 1] = q.y;
                channel.values[i + 2] = q.z;
                channel.values[i + 3] = q.w;
            }
        }
    }
    void edit_mesh(scene& of, scene::mesh& mesh) {
        if (mesh.positions.empty() || mesh.indices.size() < 3) {
            return;
        }
        const std::size_t vertex = below(mesh.positions.size());
        switch (below(14)) {
        case 0: mesh.positions[vertex] = {real(), real(), real()}; break;
        case 1:
            if (!mesh.normals.empty()) {
                mesh.normals[vertex] = normalized(vector3<float>{real(), real(), 5});
            }
            break;
        case 2:
            if (!mesh.texcoords.empty()) {
                scene::list<vector2<float>>& set = any_of(mesh.texcoords);
                set[vertex] = {real(), real()};
            }
            break;
        case 3:
            if (!mesh.colors.empty()) {
                mesh.colors[vertex] = {1, 2, 3, 4};
            }
            break;
        case 4: any_of(mesh.indices) = static_cast<std::uint32_t>(vertex); break;
        case 5: // a triangle is gone
            mesh.indices.resize(mesh.indices.size() - 3);
            if (scene::primitive& last = mesh.primitives.back(); last.index_count > 3) {
                last.index_count -= 3;
            } else {
                mesh.primitives.pop_back();
            }
            break;
        case 6: // a triangle more
            mesh.indices.append({mesh.indices[0], static_cast<std::uint32_t>(vertex), mesh.indices[2]});
            mesh.primitives.back().index_count += 3;
            break;
        case 7: add_vertex(mesh, vertex); break;
        case 8:
            if (!of.materials.empty()) {
                const std::uint32_t material = number_of(of.materials);
                any_of(mesh.primitives).material = material;
            }
            break;
        case 9: any_of(mesh.primitives).material = npos; break;
        case 10:
            if (!mesh.weights.empty()) {
                mesh.weights[0][vertex] = {0.5F, 0.5F, 0, 0};
                mesh.joints[0][vertex] = {0, 1, 0, 0};
            }
            break;
        case 11: mesh.normals.clear(); break;
        case 12:
            if (!mesh.origins.empty()) {
                mesh.origins[vertex] = {number_of(of.meshes), static_cast<std::uint32_t>(below(9))};
            }
            break;
        default:
            if (!mesh.targets.empty()) {
                scene::morph_target& target = any_of(mesh.targets);
                target.positions[vertex] = {real(), 0, 1};
            }
        }
    }
    // Adds a copy of a vertex, at another place, which the first corner uses.
    static void add_vertex(scene::mesh& to, std::size_t vertex) {
        const std::uint32_t copy = bringing_back::add_copy(to, static_cast<std::uint32_t>(vertex));
        to.positions[copy].x += 0.25F;
        to.indices[0] = copy;
    }

    std::mt19937_64 random_;
};

} // namespace same
