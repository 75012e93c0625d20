// Scenes that were edited, and what reconcile() makes of them.
#pragma once

#include <effigy/report.hpp>
#include <effigy/scene.hpp>
#include <effigy/scene/reconcile.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace bringing_back {

using namespace effigy;

// ---- scenes --------------------------------------------------------------------------------------------------------

inline constexpr vector3<float> one{1, 1, 1};
inline constexpr float half_sine = 0.38268343F, half_cosine = 0.92387953F; // of a turn by 45 degrees

inline std::uint32_t add_node(scene& to, const char* name, std::uint32_t parent, const pose<float>& local = {}) {
    scene::node& made = to.nodes.emplace_back();
    made.name = name;
    made.parent = parent;
    made.local = local;
    return static_cast<std::uint32_t>(to.nodes.size() - 1);
}
inline void add_keys(scene::clip& to, std::uint32_t node, scene::path path, std::uint32_t times,
                     const std::vector<float>& values) {
    scene::channel& made = to.channels.emplace_back();
    made.node = node;
    made.path = path;
    made.times = times;
    made.values = scene::list<float>(values.begin(), values.end());
}
// Without proofs, since tests change the original afterwards.
[[nodiscard]] inline scene numbered(scene of) {
    number_vertices(of);
    for (scene::mesh& mesh : of.meshes) {
        for (scene::origin& each : mesh.origins) {
            each.proof = 0;
        }
    }
    return of;
}

// Vertices that differ in all values and have none but these; each three are a triangle. The largest coordinate is 8
// for nine vertices.
[[nodiscard]] inline scene::mesh loose_triangles(const char* name, std::uint32_t count) {
    scene::mesh out;
    out.name = name;
    out.texcoords.resize(1);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto x = static_cast<float>(i);
        out.positions.push_back({x, static_cast<float>(i * i % 7), 1});
        out.normals.push_back({0, 0, 1});
        out.texcoords[0].push_back({x * 0.125F, 0.5F});
        out.indices.push_back(i);
    }
    out.primitives = {{0, count, npos}};
    return out;
}
[[nodiscard]] inline scene with_mesh(const scene::mesh& mesh) {
    scene out;
    out.nodes[add_node(out, "holder", npos)].mesh = 0;
    out.meshes.push_back(mesh);
    return out;
}
// The mesh of two joints.
[[nodiscard]] inline scene with_skinned_mesh(const scene::mesh& mesh) {
    scene out;
    add_node(out, "hips", npos);
    add_node(out, "arm", 0);
    out.nodes[add_node(out, "body", npos)].mesh = 0;
    out.nodes[2].skin = 0;
    out.skins.resize(1);
    out.skins[0].joints = {0, 1};
    out.skins[0].inverse_binds.resize(2);
    out.meshes.push_back(mesh);
    return out;
}
// Appends a copy of a vertex.
inline std::uint32_t add_copy(scene::mesh& to, std::uint32_t vertex) {
    const auto copy = [&](auto& list) {
        if (!list.empty()) {
            list.push_back(list[vertex]);
        }
    };
    const auto copy_all = [&](auto& lists) {
        for (auto& each : lists) {
            copy(each);
        }
    };
    copy(to.positions);
    copy(to.normals);
    copy(to.tangents);
    copy(to.colors);
    copy(to.origins);
    copy_all(to.texcoords);
    copy_all(to.joints);
    copy_all(to.weights);
    for (scene::attribute& each : to.attributes) {
        copy(each.values);
    }
    for (scene::morph_target& each : to.targets) {
        copy(each.positions);
        copy(each.normals);
    }
    return static_cast<std::uint32_t>(to.positions.size() - 1);
}

// ---- running it ----------------------------------------------------------------------------------------------------

struct outcome {
    scene made;
    std::string told, guessed; // a line each
};

[[nodiscard]] inline outcome reconciled(const scene& changed, const scene& original, const reconcile_options& options) {
    outcome out;
    CAPTURE(to_string(verify(changed)));
    const auto tell = [&](const remark& each) {
        (each.kind == remark_kind::guessed ? out.guessed : out.told) +=
            std::string{each.part} + " " + std::string{each.name} + ": " + std::string{each.what} +
            (each.count != 0 ? " " + std::to_string(each.count) : "") + "\n";
    };
    auto made = reconcile(changed, original, tell, options);
    CAPTURE(to_string(made.error()));
    REQUIRE(made);
    CHECK_FALSE(verify(*made, original));
    out.made = std::move(made->made);
    return out;
}
[[nodiscard]] inline outcome reconciled(const scene& changed, const scene& original, bool deletes = false) {
    return reconciled(changed, original, reconcile_options{.delete_missing = deletes});
}
[[nodiscard]] inline std::string told(const scene& changed, const scene& original, bool deletes = false) {
    return reconciled(changed, original, deletes).told;
}
inline void check_same(const scene& made, const scene& expected) {
    CHECK(made.nodes == expected.nodes);
    CHECK(made.meshes == expected.meshes);
    CHECK(made.skins == expected.skins);
    CHECK(made.materials == expected.materials);
    CHECK(made.clips == expected.clips);
    CHECK(made == expected);
}
inline void check_unchanged(const scene& changed, const scene& original) {
    const outcome out = reconciled(changed, original);
    check_same(out.made, numbered(original));
    CHECK(out.told == "");
}

} // namespace bringing_back
