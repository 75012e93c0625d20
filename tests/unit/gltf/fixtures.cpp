#include "gltf/fixtures.hpp"

namespace gltf {

namespace {

using effigy::npos;
using effigy::scene;

constexpr float root_half = 0.70710678F;

std::uint32_t add_node(scene& to, const char* name, std::uint32_t parent = npos) {
    scene::node& made = to.nodes.emplace_back();
    made.name = name;
    made.parent = parent;
    return static_cast<std::uint32_t>(to.nodes.size() - 1);
}

// A square of two triangles with one attribute of each kind.
scene::mesh square() {
    scene::mesh out;
    out.name = "square";
    out.positions = {{0, 0, 0.1F}, {1, 0, -0.3F}, {1, 1e-7F, 0}, {-0.0F, 1, 3e8F}};
    out.normals = {{0, 0, 1}, {0, root_half, root_half}, {0, 0.6F, 0.8F}, {-1, 0, 0}};
    out.tangents = {{1, 0, 0, 1}, {1, 0, 0, -1}, {1, 0, 0, 1}, {0, 1, 0, 1}};
    out.texcoords = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{0, 0}, {2, 0}, {2, -2}, {0, 2}}};
    out.colors = {{}, {0, 128, 255, 255}, {1, 2, 3, 4}, {}};
    out.attributes.resize(3);
    out.attributes[0].name = "HEAT";
    out.attributes[0].values = {0, 255, 1, 128};
    out.attributes[1].name = "wind \xE9";
    out.attributes[1].values = {9, 0, 0, 0};
    out.attributes[2] = out.attributes[0];
    out.indices = {0, 1, 2, 0, 2, 3, 2, 1, 0};
    out.primitives = {{0, 3, 0}, {3, 3, 1}, {3, 0, 1}, {3, 6, npos}}; // one is empty, and two contain the same triangle
    out.extras.push_back({"kind", scene::text{"visual"}});
    return out;
}

scene::mesh bent(std::uint16_t second_joint) {
    scene::mesh out;
    out.name = "bent";
    out.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    out.joints = {{{0, second_joint, 0, 0}, {second_joint, 0, 0, 0}, {0, 0, 0, 0}},
                  {{0, 0, 0, 0}, {2, 0, 0, 0}, {second_joint, 0, 0, 0}}};
    out.weights = {{{0.5F, 0.5F, 0, 0}, {0.1F, 0, 0, 0}, {0.3F, 0, 0, 0}},
                   {{0, 0, 0, 0}, {0.9F, 0, 0, 0}, {0.7F, 0, 0, 0}}};
    out.indices = {0, 1, 2};
    out.primitives = {{0, 3, 2}};
    return out;
}

scene::mesh morphed() {
    scene::mesh out;
    out.name = "morphed";
    out.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    out.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    out.indices = {0, 1, 2};
    out.primitives = {{0, 3, 0}};
    out.targets.resize(2);
    out.targets[0].name = "up";
    out.targets[0].positions = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
    out.targets[0].normals = {{0, 0, 0}, {0, 0.1F, 0}, {0, 0, 0}};
    out.targets[1].name = "away";
    out.targets[1].positions = {{0, 0, 0}, {0, 0, -1}, {0, 0, 0}};
    out.targets[1].normals = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    return out;
}

scene::texture texture(const char* name, scene::texture_role role, std::uint32_t texcoord = 0) {
    scene::texture out;
    out.name = name;
    out.role = role;
    out.texcoord = texcoord;
    return out;
}

void add_materials(scene& to) {
    scene::material& painted = to.materials.emplace_back();
    painted.name = "painted";
    painted.textures.push_back(texture("wood\\oak 1.tga", scene::texture_role::base_color));
    painted.textures.push_back(texture("second", scene::texture_role::base_color));
    painted.textures.push_back(texture("oak_n", scene::texture_role::normal, 1));
    painted.textures.push_back(texture("glow", scene::texture_role::emissive));
    painted.textures.push_back(texture("light", scene::texture_role::occlusion, 1));
    painted.textures.push_back(texture("gloss", scene::texture_role::other));
    painted.textures[3].wraps_u = false;
    painted.textures[4].wraps_u = painted.textures[4].wraps_v = false;
    painted.base_color = {1, 0.5F, 0.1F, 1};
    painted.emissive = {1, 1, 0.3F};
    painted.extras.push_back({"textures", 1.5});
    scene::material& glass = to.materials.emplace_back();
    glass.alpha = scene::alpha_mode::blend;
    glass.is_double_sided = true;
    glass.is_unlit = true;
    scene::material& leaves = to.materials.emplace_back();
    leaves.alpha = scene::alpha_mode::mask;
    leaves.alpha_cutoff = 0.3F;
}

void add_clip(scene& to, std::uint32_t moved, std::uint32_t holder_of_targets) {
    scene::clip& clip = to.clips.emplace_back();
    clip.name = "wave";
    clip.times = {{0, 0.1F, 0.25F}, {9}, {0.5F}}; // the second list is not used
    const auto add = [&](std::uint32_t node, scene::path path, std::uint32_t times,
                         std::initializer_list<float> values) {
        scene::channel& made = clip.channels.emplace_back();
        made.node = node;
        made.path = path;
        made.times = times;
        made.values = values;
    };
    add(moved, scene::path::translation, 0, {0, 0, 0, 1, 2, 3, 4, 5, 6});
    add(moved, scene::path::rotation, 0, {0, 0, 0, 1, root_half, 0, 0, root_half, -1, 0, 0, 0});
    add(moved, scene::path::scale, 2, {1, 2, 3});
    add(holder_of_targets, scene::path::weights, 0, {0, 1, 0.5F, 0.5F, 2, -1});
    clip.channels.back().interpolation = scene::interpolation::step;
    clip.extras.push_back({"events", scene::list<scene::text>{"step", "stop"}});
    to.clips.push_back(clip);
    to.clips.back().channels.pop_back();
}

void add_lights_and_cameras(scene& to) {
    to.cameras.resize(2);
    to.cameras[1].far_plane = 100;
    to.cameras[1].vertical_field_of_view = 3.1415925F;
    to.lights.resize(3);
    to.lights[0].name = "lamp";
    to.lights[0].color = {1, 0.9F, 0};
    to.lights[0].range = 7;
    to.lights[1].type = scene::light_type::directional;
    to.lights[1].intensity = 3;
    to.lights[1].range = 7;
    to.lights[2].type = scene::light_type::spot;
    to.lights[2].inner_cone_angle = 1.57079625F;
    to.lights[2].outer_cone_angle = 1.57079637F; // the float next to pi/2
    for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t holder = add_node(to, "light", 0);
        to.nodes[holder].light = i;
        to.nodes[holder].camera = i < 2 ? i : npos;
    }
}

scene::list<scene::extra> all_kinds_of_extras() {
    scene::list<scene::extra> inner;
    inner.push_back({"deep", true});
    inner.push_back({"deep", scene::list<scene::extra>{}});
    scene::list<scene::extra> out;
    out.push_back({"flag", false});
    out.push_back({"number", 0.1});
    out.push_back({"text", scene::text{"\"quoted\" \\ \n"}});
    out.push_back({"numbers", scene::list<double>{1, -2.5e300, 3}});
    out.push_back({"texts", scene::list<scene::text>{"", "a"}});
    out.push_back({"object", inner});
    out.push_back({"flag", 1.0});
    return out;
}

} // namespace

scene triangle() {
    scene out;
    scene::mesh& shape = out.meshes.emplace_back();
    shape.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    shape.indices = {0, 1, 2};
    shape.primitives = {{0, 3, npos}};
    out.nodes.resize(1);
    out.nodes[0].mesh = 0;
    return out;
}

scene everything() {
    scene out;
    out.name = "everything";
    out.extras = all_kinds_of_extras();
    add_materials(out);
    out.meshes.push_back(square());
    out.meshes.push_back(bent(1));
    out.meshes.push_back(bent(299));
    out.meshes.push_back(morphed());

    const std::uint32_t root = add_node(out, "root");
    out.nodes[root].mesh = 0;
    out.nodes[root].local = {{1, 2, 3}, {0, 0, root_half, root_half}, {1, -1, 0.1F}};
    const std::uint32_t arm = add_node(out, "arm", root);
    out.nodes[arm].local.rotation = {1.00004F, 0, 0, 0};
    const std::uint32_t morphing = add_node(out, "arm", root);
    out.nodes[morphing].mesh = 3;
    out.nodes[morphing].extras = all_kinds_of_extras();
    out.skins.resize(2);
    for (std::uint32_t i = 0; i < 300; ++i) {
        const std::uint32_t joint =
            add_node(out, "joint", i % 2 == 0 ? arm : static_cast<std::uint32_t>(out.nodes.size() - 1));
        out.skins[0].joints.push_back(joint);
        out.skins[0].inverse_binds.push_back({{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {-1, 0, static_cast<float>(i)}});
    }
    out.skins[1].name = "two";
    out.skins[1].joints = {root, arm, morphing};
    out.skins[1].inverse_binds.resize(3);
    for (const auto& [mesh, skin] : {std::pair{1U, 1U}, {1U, 0U}, {2U, 0U}}) {
        const std::uint32_t holder = add_node(out, "skinned");
        out.nodes[holder].mesh = mesh;
        out.nodes[holder].skin = skin;
    }
    add_clip(out, arm, morphing);
    add_lights_and_cameras(out);
    return out;
}

scene large_mesh() {
    scene out = triangle();
    scene::mesh& shape = out.meshes[0];
    constexpr std::uint32_t count = 65536;
    shape.positions.clear();
    shape.indices.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
        shape.positions.emplace_back(static_cast<float>(i % 256), static_cast<float>(i / 256), 0.0F);
    }
    for (std::uint32_t i = 0; i + 257 < count; i += 3) {
        shape.indices.append({i, i + 1, i + 256});
    }
    shape.indices.append({0, 1, count - 1});
    shape.primitives = {{0, static_cast<std::uint32_t>(shape.indices.size()), npos}};
    return out;
}

scene without_data() {
    scene out;
    add_node(out, "root");
    add_lights_and_cameras(out);
    return out;
}

} // namespace gltf
