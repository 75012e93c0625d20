// Models and animations into which an edited scene was brought back.
#pragma once

#include "p3d/fixtures.hpp"
#include "support/bring_back.hpp"
#include "support/edited.hpp"
#include "support/scene_extras.hpp"

#include <effigy/p3d.hpp>
#include <effigy/p3d/scene.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <map>

namespace applied_p3d {

namespace described = fixtures::p3d;
using namespace effigy;

// A model, its scene, and the model after the scene is brought back.
struct brought {
    p3d::owned_model before, model;
    support::p3d_bringing how;
    scene shown;
    std::vector<std::string> said;               // "kind part name: what"
    std::map<std::string, std::uint64_t> counts; // by what is said

    explicit brought(const described::model& of, support::p3d_bringing options = {}) : how(options) {
        const auto file = described::write(of);
        const auto view = p3d::open(file.span());
        REQUIRE(view);
        before = *decode(*view);
        model = before;
        shown = made(before);
    }
    explicit brought(const described::lod& of, support::p3d_bringing options = {})
        : brought(described::model{{of}}, options) {}

    [[nodiscard]] scene made(const p3d::owned_model& of) const {
        const auto file = encode(of);
        INFO(to_string(file.error()));
        REQUIRE(file);
        const auto view = p3d::open(*file);
        REQUIRE(view);
        CHECK_FALSE(verify(*view));
        auto out = to_scene(*view, how.made_with);
        REQUIRE(out);
        CHECK_FALSE(verify(*out));
        number_vertices(*out);
        return *std::move(out);
    }
    // Returns whether the scene was brought back, and is the model's scene then, without extras.
    bool operator()(const scene& changed) {
        model = before;
        said.clear();
        counts.clear();
        static constexpr const char* kinds[] = {"changed", "kept", "guessed", "left_out"};
        const error why = support::bring_back(
            changed, model,
            [&](const remark& each) {
                said.push_back(std::string{kinds[static_cast<std::size_t>(each.kind)]} + ' ' + std::string{each.part} +
                               ' ' + std::string{each.name} + ": " + std::string{each.what});
                counts[std::string{each.what}] += each.count;
            },
            how);
        INFO(to_string(why));
        REQUIRE_FALSE(why);
        return without_extras(made(model)) == without_extras(changed);
    }
    [[nodiscard]] bool says(std::string_view text) const {
        for (const std::string& each : said) {
            if (each.find(text) != std::string::npos) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] static scene without_extras(scene of) {
        of.extras.clear();
        for (scene::node& each : of.nodes) {
            each.extras.clear();
        }
        for (scene::mesh& each : of.meshes) {
            each.extras.clear();
            each.origins.clear();
        }
        return of;
    }
    [[nodiscard]] const p3d::owned_lod& level(std::size_t i = 0) const { return model.get(model.lods)[i]; }
    [[nodiscard]] std::span<const p3d::owned_point> points(std::size_t i = 0) const {
        return model.get(level(i).points);
    }
    [[nodiscard]] std::span<const p3d::owned_face> faces(std::size_t i = 0) const { return model.get(level(i).faces); }
    [[nodiscard]] std::string_view texture(std::size_t face) const { return model.get(faces()[face].texture); }
    [[nodiscard]] p3d::tag tag(std::string_view name, std::size_t i = 0) const {
        for (std::size_t k = 0; k < level(i).tags.count; ++k) {
            if (model.tag(level(i), k).name() == name && model.tag(level(i), k).has_right_size()) {
                return model.tag(level(i), k);
            }
        }
        return {};
    }
    [[nodiscard]] std::vector<int> weights(std::string_view name, std::size_t i = 0) const {
        std::vector<int> out;
        for (const auto byte : tag(name, i).selection().point_bytes()) {
            out.push_back(byte);
        }
        return out;
    }
    [[nodiscard]] std::vector<int> selected_faces(std::string_view name) const {
        std::vector<int> out;
        for (const auto byte : tag(name).selection().face_bytes()) {
            out.push_back(byte);
        }
        return out;
    }
    [[nodiscard]] std::string shapes() const { // of faces: their points
        std::string out;
        for (const p3d::owned_face& face : faces()) {
            out += out.empty() ? "" : " ";
            for (const p3d::owned_corner& corner : face.corners()) {
                out += std::to_string(corner.point);
            }
        }
        return out;
    }
};

[[nodiscard]] inline std::string fields_that_differ(const p3d::owned_model& a, const p3d::owned_model& b) {
    std::string out;
    CHECK_FALSE(differences(a, b, [&](const difference& each) { out += each.path.text() + ' '; }));
    return out;
}

// A quad in the plane z = 0, of the points 0 1 2 3, a second material's triangle 1 4 2, and no proxies.
[[nodiscard]] inline described::lod quad_and_triangle() {
    described::lod out{.resolution = 1};
    out.points = {{{0, 0, 0}}, {{1, 0, 0}}, {{1, 1, 0}}, {{0, 1, 0}}, {{2, 0, 0}}};
    out.normals = {{0, 0, 1}, {0, 1, 0}};
    out.faces = {{{{0, 0, 0, 0}, {1, 0, 1, 0}, {2, 0, 1, 1}, {3, 0, 0, 1}}, "a\\wall_co.paa", "a\\wall.rvmat", 0x10},
                 {{{1, 0, 0, 0}, {4, 0, 1, 0}, {2, 0, 0, 1}}, "b\\door_co.paa", "", 0x20}};
    out.tags = {described::sharp_edges({1, 2}),
                described::selection("left", {1, 1, 1, 1, 0}, {1, 0}),
                described::selection("edge", {0, 2, 3, 0, 0}, {0, 0}),
                described::masses({1, 2, 3, 4, 5}),
                described::uv_set(0, {0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1}),
                described::uv_set(1, {0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1})};
    return out;
}
[[nodiscard]] inline support::p3d_bringing all_levels() {
    return {.made_with = {.include_all_levels = true, .include_points = true, .include_selection_attributes = true}};
}
[[nodiscard]] inline described::model levels() {
    described::lod memory{.resolution = 1e15F};
    memory.points = {{{0, 1, 2}}, {{3, 4, 5}}, {{6, 7, 8}}};
    memory.tags = {described::selection("axis", {1, 1, 0}, {}), described::selection("eye", {0, 0, 1}, {})};
    return {{described::everything("P3DM"), quad_and_triangle(), memory}};
}
// A model with clips of the name "nod".
struct model_with_clips {
    std::vector<support::byte_builder> files;
    std::vector<p3d::named_clip> clips;

    explicit model_with_clips(const std::vector<described::clip>& all) {
        files.reserve(all.size());
        for (const described::clip& each : all) {
            files.push_back(described::write(each));
            clips.push_back({"nod", *p3d::open_animation(files.back().span())});
        }
    }
    [[nodiscard]] support::p3d_bringing options() const {
        support::p3d_bringing out;
        out.made_with.clips = clips;
        return out;
    }
};

// ---- edits of a scene -----------------------------------------------------------------------------------------------

[[nodiscard]] inline std::uint32_t vertex_at(const scene::mesh& in, const vector3<float>& at,
                                             std::size_t primitive = 0) {
    const scene::primitive& part = in.primitives[primitive];
    for (std::size_t i = part.first_index; i < part.first_index + part.index_count; ++i) {
        if (in.positions[in.indices[i]] == at) {
            return in.indices[i];
        }
    }
    FAIL("no such vertex");
    return 0;
}
inline void take_triangle(scene::mesh& from, std::size_t primitive, std::size_t triangle) {
    scene::primitive& part = from.primitives[primitive];
    const auto* const first = from.indices.begin() + part.first_index + 3 * triangle;
    from.indices.erase(first, first + 3);
    part.index_count -= 3;
    for (std::size_t i = primitive + 1; i < from.primitives.size(); ++i) {
        from.primitives[i].first_index -= 3;
    }
}
inline void add_triangle(scene::mesh& to, std::array<std::uint32_t, 3> corners) { // of the last primitive
    to.indices.append(corners);
    to.primitives.back().index_count += 3;
}
[[nodiscard]] inline std::uint32_t node_named(const scene& in, std::string_view name) {
    return support::number_named(in.nodes, name);
}
template <class Scene> auto& clip_in(Scene& of) { return of.clips[support::number_named(of.clips, "nod")]; }

} // namespace applied_p3d
