// Scenes that were edited, brought back into models and animations.
#include "p3d/applied.hpp"
#include "p3d/figure.hpp"

#include <random>

namespace {

using namespace applied_p3d;

} // namespace

TEST_CASE("p3d apply: an equal scene changes nothing, also of all levels, with points, attributes and frames") {
    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        for (const bool all : {false, true}) {
            described::model of = levels();
            for (described::lod& each : of.lods) {
                each.format = format;
            }
            of.lods[0] = described::everything(format);
            if (of.lods[0].format != "P3DM") {
                for (described::face& face : of.lods[1].faces) {
                    face.material.clear();
                    face.flags = of.lods[0].format == "SP3D" ? 0 : face.flags;
                }
            }
            brought to{of, all ? all_levels() : support::p3d_bringing{}};
            CHECK(to(to.shown));
            CHECK(to.model == to.before);
            CHECK(to.said.empty());
            for (scene::mesh& each : to.shown.meshes) {
                each.origins.clear(); // then by number
            }
            CHECK(to(to.shown));
            CHECK(to.model == to.before);
        }
    }
}

TEST_CASE("p3d apply: written anew, a model has the same content") {
    support::p3d_bringing how = all_levels();
    how.rewrite_all = true;
    brought to{levels(), how};
    CHECK(to(to.shown));
    CHECK(fields_that_differ(to.before, to.model) == "");
}

TEST_CASE("p3d apply: the order of triangles, and which corner is first, say nothing") {
    for (const described::model& of : {levels(), described::figure::model()}) {
        brought to{of, all_levels()};
        scene changed = to.shown;
        for (scene::mesh& mesh : changed.meshes) {
            for (const scene::primitive& part : mesh.primitives) {
                auto* const begin = mesh.indices.begin() + part.first_index;
                std::reverse(begin, begin + part.index_count);
                for (std::uint32_t i = 0; i < part.index_count; i += 3) {
                    std::swap(begin[i], begin[i + 1 + i / 3 % 2]); // undoes that they turned, at two corners
                }
            }
        }
        static_cast<void>(to(changed));
        CHECK(to.model == to.before);
        CHECK(to.said.empty());
    }
}

TEST_CASE("p3d apply: a change of a single list of a mesh is noticed") {
    brought to{described::figure::model(), {.made_with = {.include_selection_attributes = true}}};
    using mesh = scene::mesh;
    const std::pair<const char*, void (*)(mesh&)> all[] = {
        {"positions of vertices", [](mesh& m) { m.positions[0].x += 1; }},
        {"normals of vertices", [](mesh& m) { m.normals[0] = {0.6F, 0.8F, 0}; }},
        {"texture coordinates of vertices", [](mesh& m) { m.texcoords[0][0].x += 1; }},
        {"colors of vertices", [](mesh& m) { m.colors.resize(m.positions.size()); }},
        {"selections of vertices", [](mesh& m) { m.attributes[0].values[0] ^= 1U; }},
        {"triangles and their materials", [](mesh& m) { std::swap(m.indices[0], m.indices[1]); }},
        {"triangles and their materials",
         [](mesh& m) { std::swap(m.primitives[0].material, m.primitives[1].material); }},
    };
    for (const auto& each : all) {
        CAPTURE(each.first);
        scene changed = to.shown;
        each.second(changed.meshes[0]);
        static_cast<void>(to(changed));
        CHECK(to.says(each.first));
    }
}

TEST_CASE("p3d apply: random edits of each field that a level holds") {
    std::mt19937_64 random{48};
    const auto below = [&](std::size_t count) { return impl::to_size(random() % count); };
    const auto number = [&] { return static_cast<float>(static_cast<int>(below(2001)) - 1000) / 128; };
    for (int round = 0; round < 60; ++round) {
        described::lod of = round % 3 == 0   ? described::everything("P3DM")
                            : round % 3 == 1 ? quad_and_triangle()
                                             : described::inward_box();
        std::erase_if(of.tags, [](const described::tag& each) { return each.name.starts_with("proxy:"); });
        brought to{of, round % 2 == 0 ? all_levels() : support::p3d_bringing{}};
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        for (std::size_t edits = 1 + below(6); edits != 0; --edits) {
            const std::size_t vertex = below(mesh.positions.size());
            const vector3<float> at = mesh.positions[vertex], by{number(), number(), number()};
            const auto for_each_at = [&](const auto& use) { // the vertices of a point
                for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
                    if (to.shown.meshes[0].positions[i] == to.shown.meshes[0].positions[vertex]) {
                        use(i);
                    }
                }
            };
            switch (below(6)) {
            case 0: for_each_at([&](std::size_t i) { mesh.positions[i] = by; }); break;
            case 1: mesh.normals[vertex] = normalized(by + vector3<float>{0, 20, 0}); break;
            case 2: mesh.texcoords[below(mesh.texcoords.size())][vertex] = {number(), number()}; break;
            case 3:
                if (!mesh.attributes.empty()) {
                    auto& values = mesh.attributes[below(mesh.attributes.size())].values;
                    const auto value = static_cast<std::uint8_t>(below(256));
                    for_each_at([&](std::size_t i) { values[i] = value; });
                }
                break;
            case 4: mesh.positions[vertex] = at + by; break; // the point becomes two
            default:
                if (!mesh.targets.empty()) {
                    auto& target = mesh.targets[below(mesh.targets.size())].positions;
                    for_each_at([&](std::size_t i) { target[i] = {1, 2, static_cast<float>(below(9))}; });
                }
            }
        }
        static_cast<void>(to(changed));
        // Offsets of frames are differences of positions.
        scene again = to.made(to.model);
        REQUIRE(again.meshes[0].targets.size() == mesh.targets.size());
        for (std::size_t t = 0; t < mesh.targets.size(); ++t) {
            REQUIRE(again.meshes[0].targets[t].positions.size() == mesh.targets[t].positions.size());
            for (std::size_t i = 0; i < mesh.targets[t].positions.size(); ++i) {
                CHECK(length(again.meshes[0].targets[t].positions[i] - mesh.targets[t].positions[i]) < 1e-5F);
            }
            again.meshes[0].targets[t] = mesh.targets[t];
        }
        CHECK(brought::without_extras(again) == brought::without_extras(changed));
    }
}

namespace {

// The triangles of a mesh, sorted: the corners, from the least one on, with all their values, and the texture.
std::vector<std::string> triangles_of(const scene& in) {
    std::vector<std::string> out;
    for (const scene::mesh& mesh : in.meshes) {
        for (const scene::primitive& drawn : mesh.primitives) {
            for (std::uint32_t i = 0; i < drawn.index_count; i += 3) {
                std::array<std::string, 3> corners;
                for (std::uint32_t k = 0; k < 3; ++k) {
                    const std::uint32_t v = mesh.indices[drawn.first_index + i + k];
                    const vector3<float>&at = mesh.positions[v], &up = mesh.normals[v];
                    for (const float each : {at.x, at.y, at.z, up.x, up.y, up.z}) {
                        corners[k] += std::to_string(each) + " ";
                    }
                    for (const auto& set : mesh.texcoords) {
                        corners[k] += std::to_string(set[v].x) + " " + std::to_string(set[v].y) + " ";
                    }
                    for (const scene::attribute& each : mesh.attributes) {
                        corners[k] += std::string{each.name} + std::to_string(each.values[v]) + " ";
                    }
                }
                std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
                out.push_back(corners[0] + corners[1] + corners[2] +
                              (drawn.material != npos ? std::string{in.materials[drawn.material].name} : ""));
            }
        }
    }
    std::ranges::sort(out);
    return out;
}

} // namespace

TEST_CASE("p3d apply: random triangles are deleted, added, turned, and get other materials") {
    std::mt19937_64 random{52};
    const auto below = [&](std::size_t count) { return impl::to_size(random() % count); };
    for (int round = 0; round < 120; ++round) {
        CAPTURE(round);
        const bool has_no_quads = round % 3 == 2;
        described::lod of = round % 3 == 0   ? described::everything("P3DM")
                            : round % 3 == 1 ? quad_and_triangle()
                                             : described::inward_box();
        std::erase_if(of.tags, [](const described::tag& each) {
            return each.name.starts_with("proxy:") || each.name == "#Animation#";
        });
        for (std::size_t i = 0, count = of.faces.size(); i < count && has_no_quads; ++i) {
            described::face half = of.faces[i];
            half.corners.erase(half.corners.begin() + 1);
            of.faces[i].corners.pop_back();
            of.faces.push_back(half);
        }
        brought to{of, round % 2 == 0 ? all_levels() : support::p3d_bringing{}};
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        for (std::size_t edits = 1 + below(5); edits != 0; --edits) {
            const std::size_t part = below(mesh.primitives.size());
            const scene::primitive drawn = mesh.primitives[part];
            const std::size_t triangle = below(drawn.index_count / 3 + 1);
            std::uint32_t* const at = mesh.indices.begin() + drawn.first_index + 3 * triangle;
            switch (3 * triangle == drawn.index_count ? 3 : below(4)) {
            case 0:
                if (mesh.indices.size() > 3 && drawn.index_count > 3) {
                    take_triangle(mesh, part, triangle);
                }
                break;
            case 1: std::swap(at[0], at[has_no_quads ? 1 : 0]); break; // a quad may get its other diagonal
            case 2: std::rotate(at, at + 1, at + 3); break;
            default:
                std::array<std::uint32_t, 3> corners{};
                do {
                    for (std::uint32_t& each : corners) {
                        each = static_cast<std::uint32_t>(below(mesh.positions.size()));
                    }
                } while (mesh.positions[corners[0]] == mesh.positions[corners[1]] ||
                         mesh.positions[corners[1]] == mesh.positions[corners[2]] ||
                         mesh.positions[corners[2]] == mesh.positions[corners[0]]);
                add_triangle(mesh, corners);
            }
        }
        if (below(3) == 0) {
            std::swap(mesh.primitives.front().material, mesh.primitives.back().material);
        }
        static_cast<void>(to(changed));
        CHECK(triangles_of(to.made(to.model)) == triangles_of(changed));
    }
}

TEST_CASE("p3d apply: any valid scene is brought back, and the model can be written") {
    std::mt19937_64 random{7};
    const auto below = [&](std::size_t count) { return impl::to_size(random() % count); };
    const model_with_clips with{{described::figure::nod()}};
    std::vector<scene> scenes;
    for (const described::model& each :
         {levels(), described::figure::model(), described::model{{described::inward_box()}}}) {
        brought to{each, all_levels()};
        scenes.push_back(to.shown);
    }
    std::size_t brought_back = 0;
    for (int round = 0; round < 200; ++round) {
        support::p3d_bringing how = all_levels();
        how.delete_missing = below(2) == 0;
        how.rewrite_all = below(4) == 0;
        how.made_with.clips =
            below(2) == 0 ? std::span<const p3d::named_clip>{with.clips} : std::span<const p3d::named_clip>{};
        brought to{below(2) == 0 ? levels() : described::figure::model(), how};
        scene changed = below(3) == 0 ? scenes[below(scenes.size())] : to.shown;
        for (std::size_t edits = below(12); edits != 0; --edits) {
            scene::node& node = changed.nodes[below(changed.nodes.size())];
            switch (below(9)) {
            case 0: node.local.position = {static_cast<float>(below(9)), 1, 2}; break;
            case 1: node.name = scenes[below(3)].nodes[0].name; break;
            case 2: node.parent = npos; break;
            case 3: changed.nodes.push_back(node); break;
            case 4: changed.materials.resize(0); break;
            case 5:
                node.mesh = changed.meshes.empty() ? npos : static_cast<std::uint32_t>(below(changed.meshes.size()));
                break;
            case 6:
                if (!changed.meshes.empty()) {
                    scene::mesh& mesh = changed.meshes[below(changed.meshes.size())];
                    for (std::uint32_t& index : mesh.indices) {
                        index = below(3) == 0 ? static_cast<std::uint32_t>(below(mesh.positions.size())) : index;
                    }
                }
                break;
            case 7:
                if (!changed.meshes.empty()) {
                    for (scene::origin& each : changed.meshes[below(changed.meshes.size())].origins) {
                        each = below(3) == 0 ? scene::origin{static_cast<std::uint32_t>(below(3)),
                                                             static_cast<std::uint32_t>(below(90))}
                                             : each;
                    }
                }
                break;
            default:
                if (!changed.meshes.empty()) {
                    scene::mesh& mesh = changed.meshes[below(changed.meshes.size())];
                    mesh.targets.clear();
                    mesh.normals.clear();
                    mesh.texcoords.clear();
                    for (scene::node& each : changed.nodes) {
                        each.skin = npos;
                    }
                    for (scene::mesh& each : changed.meshes) {
                        each.joints.clear();
                        each.weights.clear();
                    }
                    changed.clips.clear();
                }
            }
        }
        if (verify(changed)) {
            continue;
        }
        ++brought_back;
        static_cast<void>(to(changed)); // checks what is written
        p3d::owned_animation clip = *decode(with.clips[0].keys);
        for (const scene::clip& each : changed.clips) {
            if (!support::bring_back(changed, each.name, to.before, clip, [](const remark&) {}, how)) {
                CHECK(encode(clip));
            }
        }
    }
    CHECK(brought_back > 30);
}

TEST_CASE("p3d apply: what cannot be brought back leaves the model as it was") {
    brought to{quad_and_triangle()};
    scene broken = to.shown;
    broken.meshes[0].indices[0] = 1000;
    p3d::owned_animation clip;
    CHECK(support::bring_back(broken, to.model, [](const remark&) {}));
    CHECK(support::bring_back(broken, "nod", to.before, clip, [](const remark&) {}));
    scene::clip& nod = to.shown.clips.emplace_back();
    nod.name = "nod";
    nod.times = {{0}};
    scene::channel& still = nod.channels.emplace_back();
    still.node = still.times = 0;
    still.values = {0, 0, 0};
    CHECK(to.model == to.before);
    support::p3d_bringing how;
    how.made_with.level = 9;
    CHECK(support::bring_back(to.shown, to.model, [](const remark&) {}, how).code == errc::out_of_bounds);
    CHECK(to.model == to.before);
    CHECK(support::bring_back(to.shown, "nod", to.before, clip, [](const remark&) {}, how).code == errc::out_of_bounds);
    // A model or an animation that no file can hold.
    p3d::owned_model unwritable = to.before;
    unwritable.container = p3d::container::nlod; // and yet a version
    CHECK(to_string(support::bring_back(to.shown, unwritable, [](const remark&) {})) ==
          to_string(encode(unwritable).error()));
    CHECK(support::bring_back(to.shown, "nod", unwritable, clip, [](const remark&) {}).code == errc::bad_value);
    CHECK(clip == p3d::owned_animation{});
    clip.version = 102;
    CHECK(to_string(support::bring_back(to.shown, "nod", to.before, clip, [](const remark&) {})) ==
          to_string(encode(clip).error()));
}

TEST_CASE("p3d apply: what is written anew is told, what is equal is not") {
    support::p3d_bringing how = all_levels();
    how.delete_missing = true;
    brought to{levels(), how};
    static_cast<void>(to(to.shown));
    CHECK(to.said.empty());
    to.how.delete_missing = false;
    to.how.rewrite_all = true;
    static_cast<void>(to(to.shown));
    for (const char* const each : {"changed mesh visual 1: positions of vertices", ": the place of a proxy",
                                   "changed node axis: the place of a point"}) {
        CAPTURE(each);
        CHECK(to.says(each));
    }
}
