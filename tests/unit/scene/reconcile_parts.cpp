#include "scene/bring_back.hpp"

namespace { namespace reconciling_parts {

using namespace bringing_back;

outcome joined(const scene& changed, const scene& original) {
    outcome out;
    const auto tell = [&](const remark& each) {
        (each.kind == remark_kind::guessed ? out.guessed : out.told) +=
            std::string{each.part} + " " + std::string{each.name} + ": " + std::string{each.what} +
            (each.count != 0 ? " " + std::to_string(each.count) : "") + "\n";
    };
    const auto is_part = [](std::string_view name, std::string_view whole) {
        return name.starts_with("roof") || (name.starts_with(whole) && name.size() == whole.size() + 4);
    };
    auto made = reconcile(changed, original, tell, {.is_part = is_part});
    CAPTURE(to_string(made.error()));
    REQUIRE(made);
    CHECK_FALSE(verify(*made, original));
    out.made = std::move(made->made);
    return out;
}
// A node that has all that vertices can have.
scene rich() {
    scene out = with_mesh(loose_triangles("holder", 9));
    scene::mesh& mesh = out.meshes[0];
    mesh.texcoords.push_back(mesh.texcoords[0]);
    mesh.colors.append(9, rgba8{1, 2, 3, 255});
    mesh.attributes.emplace_back().name = "SELECTION_a";
    mesh.targets.emplace_back().name = "frame_0";
    for (std::uint8_t i = 0; i < 9; ++i) {
        mesh.attributes[0].values.push_back(i);
        mesh.targets[0].positions.push_back({0, static_cast<float>(i), 0});
    }
    out.materials.emplace_back().name = "wood";
    out.materials.emplace_back().name = "iron";
    mesh.primitives = {{0, 6, 0}, {6, 3, 1}};
    return numbered(out);
}
// A mesh of the triangles of another one that `use(number)` chooses, and their vertices.
template <class Use> scene::mesh some_triangles(const scene::mesh& of, const Use& use) {
    scene::mesh out;
    out.name = of.name;
    out.texcoords.resize(of.texcoords.size());
    out.joints.resize(of.joints.size());
    out.weights.resize(of.weights.size());
    out.attributes.emplace_back().name = of.attributes[0].name;
    out.targets.emplace_back().name = of.targets[0].name;
    for (const scene::primitive& drawn : of.primitives) {
        const auto first = static_cast<std::uint32_t>(out.indices.size());
        for (std::uint32_t i = drawn.first_index; i < drawn.first_index + drawn.index_count; ++i) {
            const std::uint32_t vertex = of.indices[i];
            if (!use(of.origins[vertex].vertex / 3)) {
                continue;
            }
            out.indices.push_back(static_cast<std::uint32_t>(out.positions.size()));
            out.positions.push_back(of.positions[vertex]);
            out.normals.push_back(of.normals[vertex]);
            out.colors.push_back(of.colors[vertex]);
            out.origins.push_back(of.origins[vertex]);
            out.attributes[0].values.push_back(of.attributes[0].values[vertex]);
            out.targets[0].positions.push_back(of.targets[0].positions[vertex]);
            for (std::size_t set = 0; set < of.texcoords.size(); ++set) {
                out.texcoords[set].push_back(of.texcoords[set][vertex]);
            }
            for (std::size_t set = 0; set < of.joints.size(); ++set) {
                out.joints[set].push_back(of.joints[set][vertex]);
                out.weights[set].push_back(of.weights[set][vertex]);
            }
        }
        if (out.indices.size() != first) {
            out.primitives.push_back({first, static_cast<std::uint32_t>(out.indices.size()) - first, drawn.material});
        }
    }
    return out;
}
// Moves a triangle of the first mesh into a mesh of its own, in a new node.
std::uint32_t separate(scene& of, std::uint32_t triangle, const char* name) {
    const pose<float> place = of.nodes[0].local;
    const std::uint32_t made = add_node(of, name, npos, place);
    of.nodes[made].mesh = static_cast<std::uint32_t>(of.meshes.size());
    const scene::mesh part = some_triangles(of.meshes[0], [&](std::uint32_t i) { return i == triangle; });
    of.meshes.push_back(part);
    of.meshes.back().name = name;
    of.meshes[0] = some_triangles(of.meshes[0], [&](std::uint32_t i) { return i != triangle; });
    return made;
}

// With a second mesh of one triangle, and numbers of vertices.
scene rich_and(const char* mesh) {
    scene out = rich();
    out.nodes[add_node(out, mesh, npos)].mesh = 1;
    out.meshes.push_back(loose_triangles(mesh, 3));
    return numbered(out);
}

TEST_CASE("scene reconcile: a mesh that was separated is a part of its mesh again, if formats ask for it") {
    const scene original = rich();
    for (const std::uint32_t triangle : {0U, 1U, 2U}) {
        for (const char* const name : {"holder.001", "roof"}) {
            CAPTURE(triangle);
            CAPTURE(name);
            scene changed = original;
            separate(changed, triangle, name);
            const outcome out = joined(changed, original);
            check_same(out.made, original);
            CHECK(out.told == "");
            CHECK(out.guessed == "node holder: nodes are parts of its mesh, such as " + std::string{name} + " 1\n");
            CHECK(reconciled(changed, original).made.nodes.size() == 2);
        }
    }
    scene changed = original; // both triangles of a material, so that the whole has lost it
    separate(changed, 0, "holder.001");
    separate(changed, 1, "holder.002");
    const outcome out = joined(changed, original);
    check_same(out.made, original);
    CHECK(out.guessed == "node holder: nodes are parts of its mesh, such as holder.001 2\n");
}
TEST_CASE("scene reconcile: a mesh whose name an empty has is no part, also without numbers") {
    const scene original = rich();
    scene changed = original;
    changed.nodes[0].mesh = npos;
    changed.nodes[add_node(changed, "holder.001", 0)].mesh = 0;
    changed.meshes[0].origins.clear();
    for (vector3<float>& each : changed.meshes[0].positions) {
        each = each + vector3<float>{0, 0.5F, 0};
    }
    const outcome out = joined(changed, original);
    CHECK(out.made.nodes.size() == 1);
    CHECK(out.made.meshes[0].positions == changed.meshes[0].positions);
    CHECK(out.told == "mesh holder: vertices moved 9\n");
}
TEST_CASE("scene reconcile: a part may be in another place than its mesh, and its children follow") {
    scene original = rich();
    original.nodes[0].local = {{1, 2, 3}, {}, {2, 2, 2}};
    const std::uint32_t lamp = add_node(original, "lamp", 0, {{0, 1, 0}, {}, one});
    scene changed = original;
    const std::uint32_t part = separate(changed, 1, "holder.001");
    changed.nodes[part].local.position.x += 4; // 2 in the space of the mesh
    const std::uint32_t new_lamp = add_node(changed, "lamp.001", part, {{0, 1, 0}, {}, one});
    std::swap(changed.nodes[0], changed.nodes[part]); // the whole comes after the children of the part
    changed.nodes[lamp].parent = npos;
    changed.nodes[lamp].local = {{1, 4, 3}, {}, {2, 2, 2}};
    changed.nodes[new_lamp].parent = 0;
    const outcome out = joined(changed, original);
    CHECK(out.told == "node lamp.001: is new\nmesh holder: vertices moved 3\nnode lamp: has another parent\n");
    REQUIRE(out.made.nodes.size() == 3);
    CHECK(out.made.meshes[0].indices == original.meshes[0].indices);
    for (std::uint32_t i = 0; i < 9; ++i) {
        const float by = i / 3 == 1 ? 2 : 0;
        CHECK(out.made.meshes[0].positions[i] == original.meshes[0].positions[i] + vector3<float>{by, 0, 0});
    }
    CHECK(out.made.nodes[2].name == "lamp.001");
    CHECK(out.made.nodes[2].parent == 0);
    CHECK(out.made.nodes[2].local.position == vector3<float>{2, 1, 0});
}
TEST_CASE("scene reconcile: a duplicate is added to its mesh, also if both nodes show one mesh, or it is mirrored") {
    const scene original = rich();
    for (const bool is_shared : {false, true}) {
        CAPTURE(is_shared);
        scene changed = original;
        const std::uint32_t copy = add_node(changed, "holder.001", npos, {{20, 0, 0}, {}, {-1, 1, 1}});
        changed.nodes[copy].mesh = is_shared ? 0 : 1;
        if (!is_shared) {
            changed.meshes.push_back(original.meshes[0]);
        }
        const outcome out = joined(changed, original);
        CHECK(out.told == "mesh holder: vertices added 9\nmesh holder: triangles added 3\n");
        const scene::mesh& mesh = out.made.meshes[0];
        REQUIRE(mesh.positions.size() == 18);
        REQUIRE(mesh.indices.size() == 18);
        CHECK(out.made.nodes.size() == 1);
        for (std::uint32_t i = 0; i < 9; ++i) {
            CHECK(mesh.origins[9 + i] == scene::origin{0, i}); // their texture coordinates say so
            CHECK(mesh.positions[9 + i].x == 20 - mesh.positions[i].x);
            CHECK(mesh.positions[9 + i].y == mesh.positions[i].y);
            CHECK(mesh.attributes[0].values[9 + i] == i);
        }
        const vector3<float> at[] = {mesh.positions[mesh.indices[6]], mesh.positions[mesh.indices[7]],
                                     mesh.positions[mesh.indices[8]]};
        CHECK(cross(at[1] - at[0], at[2] - at[0]).z * // as the triangle that it was
                  cross(mesh.positions[1] - mesh.positions[0], mesh.positions[2] - mesh.positions[0]).z >
              0);
    }
}
TEST_CASE(
    "scene reconcile: a duplicate under a name of its own is a node, unless most of it is no longer in its mesh") {
    const scene original = rich();
    scene changed = original;
    changed.nodes[add_node(changed, "roof", npos)].mesh = 1;
    changed.meshes.push_back(original.meshes[0]);
    CHECK(joined(changed, original).made.nodes.size() == 2);
    CHECK(joined(changed, original).guessed == "");
    const auto keeps_in_whole = [&](const auto& use) {
        scene with = changed;
        with.meshes[0] = some_triangles(original.meshes[0], use);
        return joined(with, original);
    };
    CHECK(keeps_in_whole([](std::uint32_t i) { return i != 1; }).guessed == ""); // two of three are copies
    const outcome out = keeps_in_whole([](std::uint32_t i) { return i == 1; });
    CHECK(out.guessed == "node holder: nodes are parts of its mesh, such as roof 1\n");
    CHECK(out.told == "mesh holder: triangles added 1\n");
    changed.meshes[0].origins.clear(); // a new mesh in place of the one that the copy is of
    changed.meshes[0].positions[0].x = 0.5F;
    CHECK(joined(changed, original).guessed == "node holder: nodes are parts of its mesh, such as roof 1\n");
}
TEST_CASE("scene reconcile: a duplicate of a node with a long name has the beginning of this name") {
    scene original = rich();
    original.nodes[0].name = "roof" + std::string(60, 'f');
    scene changed = original;
    changed.nodes[0].name = original.nodes[0].name.substr(0, 63);
    changed.nodes[add_node(changed, (std::string{original.nodes[0].name}.substr(0, 59) + ".001").c_str(), npos)].mesh =
        0;
    changed.nodes[1].local.position.x = 40;
    const outcome out = joined(changed, original);
    CHECK(out.made.nodes.size() == 1);
    CHECK(out.told == "mesh holder: vertices added 9\nmesh holder: triangles added 3\n");
}
TEST_CASE("scene reconcile: what has the name of a node, other bones or further values is no part") {
    const scene original = rich_and("roof_old");
    scene changed = original;
    changed.meshes[1] = original.meshes[0]; // a copy with the name of another node
    CHECK(joined(changed, original).guessed == "");
    const auto parts = [&](const auto& edit) {
        scene with = original;
        const std::uint32_t part = separate(with, 0, "roof");
        edit(with, with.nodes[part], with.meshes.back());
        return joined(with, original).guessed.starts_with("node holder: nodes are parts");
    };
    CHECK(parts([](scene&, scene::node&, scene::mesh&) {}));
    CHECK_FALSE(parts([](scene&, scene::node& node, scene::mesh&) { node.name = "shed"; }));
    CHECK_FALSE(parts([](scene&, scene::node&, scene::mesh& mesh) { mesh.targets[0].name = "frame_1"; }));
    CHECK_FALSE(parts([](scene&, scene::node&, scene::mesh& mesh) { mesh.texcoords.push_back(mesh.texcoords[0]); }));
    CHECK_FALSE(parts([](scene& of, scene::node& node, scene::mesh&) {
        node.camera = 0;
        of.cameras.emplace_back();
    }));
    CHECK(parts([](scene&, scene::node&, scene::mesh& mesh) { // Blender adds a target that says nothing
        mesh.targets.push_back(mesh.targets[0]);
        mesh.targets.back().name = "Basis.001";
        mesh.targets.back().positions.assign(mesh.positions.size(), {});
    }));
}
TEST_CASE("scene reconcile: bones move the parts of a mesh") {
    scene original = rich();
    scene::mesh& mesh = original.meshes[0];
    mesh.joints.emplace_back(std::size_t{9}, scene::joints4{1, 0, 0, 0});
    mesh.weights.emplace_back(std::size_t{9}, scene::weights4{1, 0, 0, 0});
    add_node(original, "root", npos);
    add_node(original, "bone", 1);
    original.skins.emplace_back().joints = {1, 2};
    original.skins[0].inverse_binds.resize(2);
    original.nodes[0].skin = 0;
    scene changed = original;
    const std::uint32_t part = separate(changed, 1, "holder.001");
    changed.nodes[part].skin = 0;
    check_same(joined(changed, original).made, original);
    changed.skins.push_back(changed.skins[0]); // an equal one
    changed.nodes[part].skin = 1;
    check_same(joined(changed, original).made, original);
    changed.skins[1].inverse_binds[1].translation.x = 1;
    CHECK(joined(changed, original).guessed == "");
    changed.nodes[part].skin = npos;
    changed.meshes.back().joints.clear();
    changed.meshes.back().weights.clear();
    CHECK(joined(changed, original).guessed == "");
}
TEST_CASE("scene reconcile: nodes that show one mesh many times do not make a scene larger than its limit") {
    const scene original = rich();
    scene changed = original;
    for (int i = 100; i < 300; ++i) {
        const std::uint32_t copy = add_node(changed, ("holder." + std::to_string(i)).c_str(), npos);
        changed.nodes[copy].mesh = 0;
        changed.nodes[copy].local.position.x = static_cast<float>(i);
    }
    const outcome out = joined(changed, original);
    CHECK(out.made.meshes[0].positions.size() == 17 * 9);
    CHECK(out.made.nodes.size() == 185);
}
TEST_CASE("scene reconcile: what joins another mesh or is copied has the values that it had before rounding") {
    const scene original = rich_and("shed");
    scene changed = original;
    scene::mesh& shed = changed.meshes[1];
    const auto first = static_cast<std::uint32_t>(shed.positions.size());
    for (std::uint32_t i = 0; i < 3; ++i) {
        shed.positions.push_back(original.meshes[0].positions[i] + vector3<float>{0, 0, 4e-6F});
        shed.normals.push_back({0.001F, 0, 1});
        shed.texcoords[0].push_back({original.meshes[0].texcoords[0][i].x + 5e-6F, 0.5F});
        shed.origins.push_back({0, i});
        shed.indices.push_back(first + i);
    }
    shed.primitives[0].index_count += 3;
    scene::mesh& copy = changed.meshes.emplace_back(shed);
    changed.nodes[add_node(changed, "copy", npos)].mesh = 2;
    copy.name = "copy";
    const outcome out = reconciled(changed, original);
    REQUIRE(out.made.meshes.size() == 3);
    for (const std::uint32_t mesh : {1U, 2U}) {
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::uint32_t at = first + i;
            CHECK(out.made.meshes[mesh].origins[at] == scene::origin{0, i});
            CHECK(out.made.meshes[mesh].positions[at] == original.meshes[0].positions[i]);
            CHECK(out.made.meshes[mesh].normals[at] == original.meshes[0].normals[i]);
            CHECK(out.made.meshes[mesh].texcoords[0][at] == original.meshes[0].texcoords[0][i]);
        }
    }
    changed.meshes[1].positions[first].z = 2;
    CHECK(reconciled(changed, original).made.meshes[1].positions[first].z == 2);
}

}} // namespace ::reconciling_parts
