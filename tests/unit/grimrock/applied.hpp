// Scenes that are brought back into models: what differs from the scene afterwards.
#pragma once

#include "grimrock/fixtures.hpp"
#include "support/bring_back.hpp"
#include "support/edited.hpp"
#include "support/scene_extras.hpp"

#include <effigy/grimrock/lint.hpp>
#include <effigy/grimrock/scene.hpp>

#include <cmath>
#include <map>

namespace applied {

using namespace effigy;

inline const auto opens_model = [](std::span<const std::byte> file) { return grimrock::open(file); };
inline const auto opens_clip = [](std::span<const std::byte> file) { return grimrock::open_animation(file); };

[[nodiscard]] inline grimrock::owned_model decoded(const fixtures::model& described, int version) {
    const support::byte_builder file = fixtures::write(described, version);
    return *decode(*grimrock::open(file.span()));
}
[[nodiscard]] inline grimrock::owned_animation decoded(const fixtures::clip& described, int version) {
    const support::byte_builder file = fixtures::write(described, version);
    return *decode(*grimrock::open_animation(file.span()));
}
// The scene of a model that owns its data; with a clip, unless that is null.
[[nodiscard]] inline scene shown(const grimrock::owned_model& of, const grimrock::owned_animation* clip = nullptr,
                                 grimrock::scene_options options = {.include_colors = true}) {
    const auto file = encode(of);
    REQUIRE(file);
    const auto keys = clip != nullptr ? encode(*clip) : result<file_bytes>{file_bytes{}};
    REQUIRE(keys);
    grimrock::named_clip clips[1]{{"clip", {}}};
    if (clip != nullptr) {
        clips[0].keys = *grimrock::open_animation(std::span<const std::byte>{*keys});
        options.clips = clips;
    }
    auto made = to_scene(*grimrock::open(std::span<const std::byte>{*file}), options);
    INFO(to_string(made.error()));
    REQUIRE(made);
    return *std::move(made);
}

// Collects remarks: "kind part name: what (count)".
struct remarks {
    std::vector<std::string> all;

    void operator()(const remark& of) {
        constexpr const char* kinds[] = {"changed", "kept", "guessed", "left out"};
        std::string line = kinds[static_cast<int>(of.kind)];
        line += ' ' + std::string{of.part} + ' ' + std::string{of.name} + ": " + std::string{of.what};
        line += of.count != 0 ? " (" + std::to_string(of.count) + ')' : "";
        all.push_back(line);
    }
    [[nodiscard]] bool has(std::string_view part) const {
        return std::ranges::any_of(all, [&](const std::string& line) { return line.find(part) != line.npos; });
    }
    [[nodiscard]] std::string text() const {
        std::string out;
        for (const std::string& line : all) {
            out += line + "; ";
        }
        return out;
    }
};

// The codes of a model's findings and how many each has.
[[nodiscard]] inline std::map<std::string, int> findings(const grimrock::owned_model& of) {
    const auto file = encode(of);
    std::map<std::string, int> out;
    lint(*grimrock::open(std::span<const std::byte>{*file}), [&](const finding& each) { ++out[each.code]; });
    return out;
}

// Brings a scene into a model, which must be a valid file afterwards.
inline remarks bring(const scene& changed, grimrock::owned_model& to, support::grimrock_bringing options = {}) {
    options.made_with.include_colors = true;
    remarks said;
    const error why = support::bring_back(changed, to, said, options);
    INFO(to_string(why));
    REQUIRE_FALSE(why);
    CHECK(support::written(to, opens_model) == to);
    return said;
}

[[nodiscard]] inline bool are_near(double a, double b) { return std::abs(a - b) <= 2e-5 * (1 + std::abs(b)); }
[[nodiscard]] inline bool are_near(const matrix4x3<double>& a, const matrix4x3<double>& b) {
    const auto vectors = [](const vector3<double>& v, const vector3<double>& w) {
        return are_near(v.x, w.x) && are_near(v.y, w.y) && are_near(v.z, w.z);
    };
    return vectors(a.x, b.x) && vectors(a.y, b.y) && vectors(a.z, b.z) && vectors(a.translation, b.translation);
}

// What two scenes say that differs, by names. Tangents are derived, so only `with_tangents` compares them.
[[nodiscard]] inline std::string unlike(const scene& a, const scene& b, bool with_tangents = true) {
    const auto find = [](const auto& list, std::string_view name) {
        return std::ranges::find(list, name, [](const auto& each) { return std::string_view{each.name}; });
    };
    std::vector<matrix4x3<double>> world_a(a.nodes.size()), world_b(b.nodes.size());
    world_matrices(a, world_a);
    world_matrices(b, world_b);
    if (a.nodes.size() != b.nodes.size() || a.meshes.size() != b.meshes.size()) {
        return "number of nodes or meshes";
    }
    for (const scene::node& node : a.nodes) {
        const std::string name{node.name};
        const auto other = find(b.nodes, name);
        if (other == b.nodes.end()) {
            return name + " is missing";
        }
        const auto name_of = [](const scene& of, std::uint32_t i) {
            return i != npos ? of.nodes[i].name : scene::text{};
        };
        if (name_of(a, node.parent) != name_of(b, other->parent)) {
            return name + ": parent";
        }
        if (!are_near(world_a[static_cast<std::size_t>(&node - a.nodes.begin())],
                      world_b[static_cast<std::size_t>(other - b.nodes.begin())])) {
            return name + ": transform";
        }
        if ((node.light == npos) != (other->light == npos) ||
            (node.light != npos && !(a.lights[node.light] == b.lights[other->light]))) {
            return name + ": light";
        }
        if ((node.mesh == npos) != (other->mesh == npos)) {
            return name + ": mesh";
        }
        if (node.mesh == npos) {
            continue;
        }
        const scene::mesh &mesh = a.meshes[node.mesh], &is = b.meshes[other->mesh];
        if (mesh.positions != is.positions || mesh.normals != is.normals || mesh.texcoords != is.texcoords ||
            mesh.colors != is.colors) {
            return name + ": vertices";
        }
        if (with_tangents && mesh.tangents != is.tangents) {
            return name + ": tangents";
        }
        if (mesh.indices != is.indices || mesh.primitives.size() != is.primitives.size()) {
            return name + ": triangles";
        }
        for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
            const scene::primitive &p = mesh.primitives[i], &q = is.primitives[i];
            const bool has_name = p.material != npos && q.material != npos;
            if (p.first_index != q.first_index || p.index_count != q.index_count ||
                (has_name ? a.materials[p.material].name != b.materials[q.material].name : p.material != q.material)) {
                return name + ": segments";
            }
        }
        const auto casts_shadow = [](const scene::mesh& of) {
            return std::ranges::any_of(of.extras, [](const scene::extra& each) {
                return each.key == "castShadow" && each.value == scene::extra_value{true};
            });
        };
        if (casts_shadow(mesh) != casts_shadow(is)) {
            return name + ": castShadow";
        }
        if ((node.skin == npos) != (other->skin == npos)) {
            return name + ": skin";
        }
        const auto influences = [](const scene& of, const scene::node& holder, std::size_t vertex) {
            std::map<std::string, float> out;
            const scene::mesh& skinned = of.meshes[holder.mesh];
            for (std::size_t set = 0; set < skinned.joints.size(); ++set) {
                for (std::size_t k = 0; k < 4; ++k) {
                    if (skinned.weights[set][vertex][k] != 0) {
                        const auto joint = of.skins[holder.skin].joints[skinned.joints[set][vertex][k]];
                        out[std::string{of.nodes[joint].name}] += skinned.weights[set][vertex][k];
                    }
                }
            }
            return out;
        };
        for (std::size_t i = 0; node.skin != npos && i < mesh.positions.size(); ++i) {
            if (influences(a, node, i) != influences(b, *other, i)) {
                return name + ": weights";
            }
        }
        const auto binds = [](const scene& of, const scene::node& holder) {
            std::map<std::string, matrix4x3<float>> out;
            for (std::size_t i = 0; i < of.skins[holder.skin].joints.size(); ++i) {
                out[std::string{of.nodes[of.skins[holder.skin].joints[i]].name}] =
                    of.skins[holder.skin].inverse_binds[i];
            }
            return out;
        };
        if (node.skin != npos && binds(a, node) != binds(b, *other)) {
            return name + ": bones";
        }
    }
    return "";
}

[[nodiscard]] inline std::uint32_t number_of(const scene& of, std::string_view name) {
    return support::number_named(of.nodes, name);
}
[[nodiscard]] inline scene::node& node_of(scene& of, std::string_view name) { return of.nodes[number_of(of, name)]; }
[[nodiscard]] inline scene::mesh& mesh_of(scene& of, std::string_view name) {
    return of.meshes[support::number_named(of.meshes, name)];
}

// A grid of four quads in two segments, with every attribute that the game reads, and the skinned triangle twice.
[[nodiscard]] inline fixtures::model models_to_apply() {
    fixtures::mesh grid;
    grid.vertex_count = 9;
    std::vector<double> places, normals, texcoords, tangents, bitangents;
    for (int i = 0; i < 9; ++i) {
        const double x = i % 3, y = i / 3;
        places.insert(places.end(), {x, y, 0.125 * x * y});
        normals.insert(normals.end(), {0, 0, -1});
        texcoords.insert(texcoords.end(), {x / 2, 1 - y / 2});
        tangents.insert(tangents.end(), {1, 0, 0});
        bitangents.insert(bitangents.end(), {0, 1, 0});
    }
    grid.arrays[fixtures::position] = packed(fixtures::float32_type, 3, places);
    grid.arrays[fixtures::normal] = packed(fixtures::float32_type, 3, normals);
    grid.arrays[fixtures::tangent] = packed(fixtures::float32_type, 3, tangents);
    grid.arrays[fixtures::bitangent] = packed(fixtures::float32_type, 3, bitangents);
    grid.arrays[fixtures::texcoord0] = packed(fixtures::float32_type, 2, texcoords);
    for (int y = 0; y < 2; ++y) {
        for (int x = 0; x < 2; ++x) {
            const int at = y * 3 + x;
            grid.indices.insert(grid.indices.end(), {at, at + 3, at + 4, at, at + 4, at + 1});
        }
    }
    grid.segments = {{"stone", 0, 4}, {"moss", 24, 4}}; // a wrong first index, as in real files
    grid.bounds = {{1, 1, 0.25F}, 1.44F, {0, 0, 0}, {2, 2, 0.5F}};
    fixtures::model out = fixtures::everything(2);
    out.pop_back(); // version 4 has no light
    out.push_back({"grid", 1, {.position = {0, 0, 3}}, grid});
    return out;
}

} // namespace applied
