// engine_space FILE: converts a scene to the space of an engine that is left-handed, with x forward, y right and z up,
// in centimetres. Then plays the first clip in both spaces, to show that they agree.
#include <effigy/any_scene.hpp>
#include <effigy/file.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

using effigy::scene;
using mat4x3 = effigy::matrix4x3<float>;
using quat = effigy::quaternion<float>;
using vec3 = effigy::vector3<float>;

namespace {

// ---- the engine's space: change this part ---------------------------------------------------------------------------

constexpr float unit = 100;        // centimetres per metre
constexpr bool is_mirrored = true; // the engine is left-handed
constexpr bool turns_faces = true; // its front faces are clockwise on the screen, as by default in Direct3D

// Where a direction of the scene points in the engine: forward was z, right was -x, up was y. And the way back.
vec3 to_engine(const vec3& v) { return {v.z, -v.x, v.y}; }
vec3 to_scene_space(const vec3& v) { return {-v.y, v.z, v.x}; }
// The same for lengths along the axes, which have no sign.
vec3 scale(const vec3& v) { return {v.z, v.x, v.y}; }

// ---- what follows from it -------------------------------------------------------------------------------------------

vec3 point(const vec3& v) { return to_engine(v) * unit; }
quat rotation(const quat& q) { // about an axis; a mirror reverses its sense
    const vec3 axis = to_engine({q.x, q.y, q.z}) * (is_mirrored ? -1.0F : 1.0F);
    return {axis.x, axis.y, axis.z, q.w};
}
mat4x3 transform(const mat4x3& m) {
    const auto image = [&](const vec3& axis) { return to_engine(transform_vector(m, to_scene_space(axis))); };
    return {image({1, 0, 0}), image({0, 1, 0}), image({0, 0, 1}), point(m.translation)};
}

void convert(scene::mesh& mesh) {
    std::ranges::transform(mesh.positions, mesh.positions.begin(), point);
    std::ranges::transform(mesh.normals, mesh.normals.begin(), to_engine);
    for (auto& tangent : mesh.tangents) {
        const vec3 along = to_engine({tangent.x, tangent.y, tangent.z});
        tangent = {along.x, along.y, along.z, is_mirrored ? -tangent.w : tangent.w};
    }
    for (scene::morph_target& target : mesh.targets) {
        std::ranges::transform(target.positions, target.positions.begin(), point);
        std::ranges::transform(target.normals, target.normals.begin(), to_engine);
    }
    for (std::size_t i = 0; turns_faces && i < mesh.indices.size(); i += 3) {
        std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
    }
}

void convert(scene::channel& channel) {
    const std::size_t width = channel.path == scene::path::rotation ? 4 : 3;
    for (std::size_t i = 0; channel.path <= scene::path::scale && i < channel.values.size(); i += width) {
        float* const v = &channel.values[i];
        if (channel.path == scene::path::rotation) {
            const quat q = rotation({v[0], v[1], v[2], v[3]});
            v[0] = q.x, v[1] = q.y, v[2] = q.z;
        } else {
            const vec3 to = channel.path == scene::path::scale ? scale({v[0], v[1], v[2]}) : point({v[0], v[1], v[2]});
            v[0] = to.x, v[1] = to.y, v[2] = to.z;
        }
    }
}

// Cameras and lights then point along to_engine({0, 0, -1}) of their nodes.
void convert(effigy::scene& all) {
    for (scene::node& node : all.nodes) {
        node.local = {point(node.local.position), rotation(node.local.rotation), scale(node.local.scale)};
    }
    for (scene::mesh& mesh : all.meshes) {
        convert(mesh);
    }
    for (scene::skin& skin : all.skins) {
        std::ranges::transform(skin.inverse_binds, skin.inverse_binds.begin(), transform);
    }
    for (scene::clip& clip : all.clips) {
        std::ranges::for_each(clip.channels, [](scene::channel& channel) { convert(channel); });
    }
    for (scene::light& light : all.lights) {
        light.range *= unit;
    }
}

std::vector<vec3> positions(const scene& all, double seconds) {
    std::vector<effigy::pose<float>> poses(all.nodes.size());
    std::vector<mat4x3> world(all.nodes.size());
    play(all, all.clips[0], seconds, poses);
    world_matrices(all, poses, world);
    std::vector<vec3> out;
    for (std::size_t i = 0; i < all.nodes.size(); ++i) {
        const scene::node& node = all.nodes[i];
        if (node.mesh != effigy::npos) {
            std::vector<mat4x3> palette{world[i]};
            if (node.skin != effigy::npos) {
                palette.resize(all.skins[node.skin].joints.size());
                skin_matrices(all.skins[node.skin], world, palette);
            }
            std::vector<vec3> moved(all.meshes[node.mesh].positions.size());
            posed_positions(all.meshes[node.mesh], std::vector<float>{}, palette, moved);
            out.insert(out.end(), moved.begin(), moved.end());
        }
    }
    return out;
}

} // namespace

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto original = effigy::to_scene(file->bytes());
    if (!original || original->clips.empty()) {
        std::cerr << (original ? "the model has no clips" : to_string(original.error(), path)) << '\n';
        return 1;
    }
    scene converted = *original;
    convert(converted);

    const std::vector<vec3> before = positions(*original, 0.4);
    const std::vector<vec3> after = positions(converted, 0.4);
    float largest = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        largest = std::max(largest, length(after[i] - point(before[i])));
    }
    const auto box_before = effigy::box<float>::around(before);
    const auto box_after = effigy::box<float>::around(after);
    std::cout << "in the scene, up to y = " << box_before.max.y << " m; in the engine, up to z = " << box_after.max.z
              << " cm\n"
              << after.size() << " vertices " << (largest < 0.001F ? "agree" : "differ") << " at 0.4 s\n";
}
