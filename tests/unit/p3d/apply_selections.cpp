// Selections of points and faces in scenes that were edited, brought back into models.
#include "p3d/applied.hpp"
#include "p3d/figure.hpp"

#include <cmath>

namespace {

using namespace applied_p3d;

// Values of an attribute of a selection.
scene::attribute& attribute_of(scene::mesh& in, std::string_view selection) {
    return *std::find_if(in.attributes.begin(), in.attributes.end(), [&](const scene::attribute& each) {
        return std::string_view{each.name}.substr(std::string_view{"SELECTION_"}.size()) == selection;
    });
}

} // namespace

TEST_CASE("p3d apply: a new point is in the selections that all points around it are in") {
    described::lod of = quad_and_triangle();
    of.points.push_back({{2, 1, 0}});
    of.faces.push_back({{{2, 0, 0, 0}, {4, 0, 1, 0}, {5, 0, 0, 1}}, "b\\door_co.paa", "", 0x20});
    of.tags = {described::selection("all", {1, 1, 1, 1, 1, 1}, {1, 1, 1}),
               described::selection("right", {0, 1, 1, 0, 1, 1}, {0, 1, 1}),
               described::selection("last", {0, 0, 1, 0, 1, 1}, {0, 0, 1}),
               described::selection("soft", {0, 255, 128, 0, 255, 2}, {0, 0, 0})};
    brought to{of};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    const auto add_vertex = [&](const vector3<float>& at) {
        mesh.positions.push_back(at);
        mesh.normals.push_back({0, 0, 1});
        for (auto& set : mesh.texcoords) {
            set.push_back({0, 0});
        }
        mesh.origins.push_back({});
        return static_cast<std::uint32_t>(mesh.positions.size() - 1);
    };
    // The triangle 1 4 2 is subdivided, and in its middle again.
    const std::uint32_t a = vertex_at(mesh, {1, 0, 0}, 1), b = vertex_at(mesh, {2, 0, 0}, 1),
                        c = vertex_at(mesh, {1, 1, 0}, 1);
    const std::uint32_t ab = add_vertex({1.5F, 0, 0}), bc = add_vertex({1.5F, 0.5F, 0}), ca = add_vertex({1, 0.5F, 0}),
                        middle = add_vertex({1.25F, 0.25F, 0});
    take_triangle(mesh, 1, 0);
    for (const auto& each :
         {std::array{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, middle}, {bc, ca, middle}, {ca, ab, middle}}) {
        add_triangle(mesh, each);
    }
    // And a triangle without any old point.
    add_triangle(mesh, {add_vertex({7, 0, 0}), add_vertex({8, 0, 0}), add_vertex({7, 1, 0})});
    static_cast<void>(to(changed));
    REQUIRE(to.points().size() == 13);
    CHECK(to.weights("all") == std::vector{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0});
    CHECK(to.weights("right") == std::vector{0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0});
    CHECK(to.weights("last") == std::vector{0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0});
    CHECK(to.weights("soft") == std::vector{0, 255, 128, 0, 255, 2, 255, 255, 255, 255, 0, 0, 0});
    CHECK(to.selected_faces("right") == std::vector{0, 1, 1, 1, 1, 1, 1, 1, 0});
    CHECK(to.selected_faces("last") == std::vector{0, 1, 0, 0, 0, 0, 0, 0, 0});
    CHECK_FALSE(to.says("has no faces left"));
    CHECK(to.says("guessed mesh"));
    CHECK(to.counts["new points are in the selections of those around them"] == 4);
    CHECK(to.counts["new points are in no selection: nothing says in which"] == 3);
}
TEST_CASE("p3d apply: a new point is in the selections of those that an editor made it between, by their shares") {
    described::lod of = quad_and_triangle();
    of.tags = {described::selection("all", {1, 1, 1, 1, 1}, {1, 1}),
               described::selection("right", {0, 1, 0, 0, 1}, {0, 0}),
               described::selection("end", {0, 0, 0, 0, 1}, {0, 0}),
               described::selection("soft", {0, 206, 0, 0, 106}, {0, 0}), // 50 and 150 of 255
               described::selection("END", {0, 1, 0, 0, 0}, {0, 0})};     // no attribute can have this name as well
    brought to{of};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    const std::uint32_t a = vertex_at(mesh, {1, 0, 0}, 1), b = vertex_at(mesh, {2, 0, 0}, 1),
                        c = vertex_at(mesh, {1, 1, 0}, 1);
    const auto add_vertex = [&](const vector3<float>& at, float share) {
        const vector2<float> p = texcoord_of(mesh.origins[a]), q = texcoord_of(mesh.origins[b]);
        mesh.positions.push_back(at);
        mesh.normals.push_back({0, 0, 1});
        for (auto& set : mesh.texcoords) {
            set.push_back({0, 0});
        }
        mesh.origins.push_back(share == 0 ? scene::origin{}
                                          : origin_of({p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share}));
        return static_cast<std::uint32_t>(mesh.positions.size() - 1);
    };
    const std::uint32_t made = add_vertex({1.25F, 0, 0}, 0.25F), again = add_vertex({1.25F, 0, 0}, 0.5F),
                        moved = add_vertex({1.5F, -0.25F, 0}, 0.5F), beside = add_vertex({1.75F, -0.5F, 0}, 0);
    add_triangle(mesh, {a, made, c});
    add_triangle(mesh, {again, moved, beside});
    static_cast<void>(to(changed));
    REQUIRE(to.points().size() == 8);
    CHECK(to.weights("all") == std::vector{1, 1, 1, 1, 1, 1, 1, 1});
    CHECK(to.weights("right") == std::vector{0, 1, 0, 0, 1, 1, 1, 1});
    CHECK(to.weights("end") == std::vector{0, 0, 0, 0, 1, 256 - 128, 256 - 128, 256 - 128}); // the most of a place
    CHECK(to.weights("soft") == std::vector{0, 206, 0, 0, 106, 256 - 100, 256 - 100, 256 - 100});
    CHECK(to.weights("END") == std::vector{0, 1, 0, 0, 0, 256 - 191, 256 - 128, 256 - 128});
    CHECK(to.counts["new points are in the selections of those around them"] == 1);
    CHECK_FALSE(to.says("nothing says in which"));
}

TEST_CASE("p3d apply: attributes of vertices are weights of selections") {
    brought to{quad_and_triangle(), all_levels()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    REQUIRE(mesh.attributes[0].name == "SELECTION_edge");
    const std::uint32_t vertex = vertex_at(mesh, {0, 1, 0});
    mesh.attributes[0].values[vertex] = 255;
    scene::attribute added = mesh.attributes[0];
    added.name = "SELECTION_new";
    for (std::uint8_t& each : added.values) {
        each = 0;
    }
    added.values[vertex] = 1;
    mesh.attributes.push_back(added);
    CHECK(to(changed));
    CHECK(to.weights("edge") == std::vector{0, 2, 3, 1, 0});
    CHECK(to.weights("new") == std::vector{0, 0, 0, 255, 0});
}
TEST_CASE("p3d apply: attributes in upper case are those of selections, and new ones are in lower case") {
    described::lod of = quad_and_triangle();
    of.tags.push_back(described::selection("Mixed", {0, 1, 0, 0, 0}, {0, 0}));
    of.tags.push_back(described::selection("LOUD", {0, 0, 1, 0, 0}, {0, 0}));
    brought to{of, all_levels()};
    scene changed = to.shown;
    scene::list<scene::attribute>& attributes = changed.meshes[0].attributes;
    for (scene::attribute& each : attributes) {
        std::transform(each.name.begin(), each.name.end(), each.name.begin(),
                       [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    }
    static_cast<void>(to(changed));
    CHECK(to.model == to.before);
    CHECK(to.said.empty());
    scene::attribute& edge = *std::find_if(attributes.begin(), attributes.end(),
                                           [](const auto& each) { return each.name == "SELECTION_EDGE"; });
    scene::attribute added = edge;
    added.name = "SELECTION_NEW";
    edge.values[vertex_at(changed.meshes[0], {0, 1, 0})] = 255;
    attributes.push_back(added);
    static_cast<void>(to(changed));
    CHECK(to.counts["selections of vertices"] == changed.meshes[0].positions.size());
    CHECK(to.weights("edge") == std::vector{0, 2, 3, 1, 0});
    CHECK(to.weights("Mixed") == std::vector{0, 1, 0, 0, 0});
    CHECK(to.weights("LOUD") == std::vector{0, 0, 1, 0, 0});
    CHECK(to.weights("new") == std::vector{0, 2, 3, 0, 0});
}

TEST_CASE("p3d apply: a new face is in a selection if its points weigh as much as those of its faces") {
    described::lod of = quad_and_triangle();
    of.tags = {described::selection("left", {1, 1, 1, 1, 0}, {1, 0}),
               described::selection("soft", {1, 128, 128, 1, 0}, {1, 0}), // 128: a half
               described::selection("odd", {1, 1, 1, 0, 1}, {7, 0})};     // a face without a point, and the reverse
    brought to{of, all_levels()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    attribute_of(mesh, "left").values[vertex_at(mesh, {2, 0, 0}, 1)] = 253;
    attribute_of(mesh, "soft").values[vertex_at(mesh, {2, 0, 0}, 1)] = 128;
    attribute_of(mesh, "odd").values[vertex_at(mesh, {0, 0, 0}, 0)] = 128;
    static_cast<void>(to(changed));
    CHECK(to.weights("left") == std::vector{1, 1, 1, 1, 3});
    CHECK(to.selected_faces("left") == std::vector{1, 0});
    CHECK(to.selected_faces("soft") == std::vector{1, 1});
    CHECK(to.weights("odd") == std::vector{128, 1, 1, 0, 1});
    CHECK(to.selected_faces("odd") == std::vector{0, 0}); // a point left it
    changed = to.shown;
    attribute_of(changed.meshes[0], "odd").values[vertex_at(changed.meshes[0], {0, 1, 0}, 0)] = 254;
    static_cast<void>(to(changed));
    CHECK(to.selected_faces("odd") == std::vector{7, 0}); // none did
}
TEST_CASE("p3d apply: a new vertex at an old point takes no selection from it") {
    brought to{quad_and_triangle(), all_levels()};
    for (const std::uint8_t weight : {std::uint8_t{0}, std::uint8_t{255}}) {
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        const std::uint32_t old = vertex_at(mesh, {1, 1, 0}, 1);
        mesh.positions.push_back(mesh.positions[old]);
        mesh.normals.push_back(mesh.normals[old]);
        for (auto& set : mesh.texcoords) {
            set.push_back({0.25F, 0.25F});
        }
        mesh.origins.push_back({});
        for (scene::attribute& each : mesh.attributes) {
            each.values.push_back(weight);
        }
        const auto added = static_cast<std::uint32_t>(mesh.positions.size() - 1);
        add_triangle(mesh, {added, vertex_at(mesh, {1, 0, 0}, 1), vertex_at(mesh, {2, 0, 0}, 1)});
        static_cast<void>(to(changed));
        REQUIRE(to.points().size() == 5);
        CHECK(to.weights("edge") == std::vector{0, 2, weight == 0 ? 3 : 1, 0, 0});
    }
}
TEST_CASE("p3d apply: vertices that merged with others at their places keep their selections, unless one is edited") {
    described::lod of = quad_and_triangle();
    of.points.push_back({{1, 0, 0}});
    of.points.push_back({{1, 1, 0}});
    of.faces[1].corners[0].point = 5; // the triangle has points of its own
    of.faces[1].corners[2].point = 6;
    of.tags = {described::selection("left", {1, 1, 1, 1, 0, 0, 0}, {1, 0}),
               described::selection("right", {0, 0, 0, 0, 1, 1, 1}, {0, 1})};
    brought to{of, all_levels()};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    for (const vector3<float>& at : {vector3<float>{1, 0, 0}, {1, 1, 0}}) {
        attribute_of(mesh, "left").values[vertex_at(mesh, at, 1)] = 255;
        attribute_of(mesh, "right").values[vertex_at(mesh, at, 1)] = 0;
    }
    static_cast<void>(to(changed));
    CHECK(to.model == to.before);
    CHECK(to.said == std::vector<std::string>{"kept selections " + std::string{mesh.name} +
                                              ": vertices have values of others at their places, as if merged: "
                                              "theirs stay"});
    CHECK(to.counts.begin()->second == 2);
    attribute_of(mesh, "left").values[vertex_at(mesh, {2, 0, 0}, 1)] = 255;
    static_cast<void>(to(changed));
    CHECK(to.weights("left") == std::vector{1, 1, 1, 1, 1, 1, 1});
    CHECK(to.selected_faces("left") == std::vector{1, 1});
    CHECK(to.selected_faces("right") == std::vector{0, 0});
}
TEST_CASE("p3d apply: a selection whose attribute is gone stays, or is deleted, if the mesh has other attributes") {
    for (const bool deletes : {false, true}) {
        brought to{quad_and_triangle(), all_levels()};
        to.how.delete_missing = deletes;
        scene changed = to.shown;
        changed.meshes[0].attributes.erase(&attribute_of(changed.meshes[0], "edge"));
        static_cast<void>(to(changed));
        CHECK((to.model == to.before) == !deletes);
        CHECK(to.says(deletes ? "changed selection edge: deleted" : "kept selection edge: the scene lacks it"));
        CHECK(to.tag("edge").selection().name().empty() == deletes);
        changed.meshes[0].attributes.clear();
        static_cast<void>(to(changed));
        CHECK(to.model == to.before);
        CHECK(to.said.empty());
    }
}
TEST_CASE("p3d apply: a new name in capitals is that of another level's selection, or in lower case, which is said") {
    described::model of{{quad_and_triangle(), quad_and_triangle()}};
    of.lods[1].resolution = 2;
    of.lods[1].tags.push_back(described::selection("Mixed", {0, 1, 0, 0, 0}, {0, 0}));
    brought to{of, all_levels()};
    scene changed = to.shown;
    scene::list<scene::attribute>& attributes = changed.meshes[0].attributes;
    for (const char* const name : {"SELECTION_MIXED", "SELECTION_NEW", "SELECTION_42"}) {
        scene::attribute added = attributes[0];
        added.name = name;
        attributes.push_back(added);
    }
    static_cast<void>(to(changed));
    CHECK(to.weights("Mixed") == to.weights("edge"));
    CHECK(to.weights("new") == to.weights("edge"));
    CHECK(to.weights("42") == to.weights("edge"));
    CHECK(std::count_if(to.said.begin(), to.said.end(),
                        [](const std::string& each) { return each.starts_with("guessed"); }) == 1);
    CHECK(to.says("guessed selection new: its name, in lower case: the scene has it in capitals"));
}

TEST_CASE("p3d apply: weights of joints are those of their selections") {
    const model_with_clips with{{described::figure::nod()}};
    brought to{described::figure::model(), with.options()};
    CHECK(to(to.shown));
    CHECK(to.model == to.before);
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    REQUIRE(mesh.joints.size() == 1);
    // All vertices of the first point follow two joints.
    const vector3<float> at = mesh.positions[0];
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        if (mesh.positions[i] == at) {
            mesh.joints[0][i] = {1, 2, 0, 0};
            mesh.weights[0][i] = {0.6F, 0.4F, 0, 0};
        }
    }
    static_cast<void>(to(changed));
    CHECK(to.says("weights of vertices"));
    const scene again = to.made(to.model);
    const scene::mesh& after = again.meshes[0];
    CHECK(after.joints[0][0] == mesh.joints[0][0]);
    CHECK(after.weights[0][0][0] == doctest::Approx(0.6).epsilon(1e-3));
    CHECK(after.positions == mesh.positions);
    for (std::size_t i = 0; i < after.positions.size(); ++i) {
        if (mesh.positions[i] != at) {
            CHECK(after.weights[0][i] == mesh.weights[0][i]);
        }
    }
    scene joints = to.shown; // of the same weights
    const std::uint16_t old = joints.meshes[0].joints[0][0][0];
    joints.meshes[0].joints[0][0][0] = old == 0 ? 1 : 0;
    static_cast<void>(to(joints));
    CHECK(to.says("weights of vertices"));
}
TEST_CASE("p3d apply: a new vertex has the weights of its joints, whatever attributes say") {
    const model_with_clips with{{described::figure::nod()}};
    support::p3d_bringing how = with.options();
    how.made_with.include_selection_attributes = true;
    brought to{described::figure::model(), how};
    scene changed = to.shown;
    scene::mesh& mesh = changed.meshes[0];
    mesh.positions.push_back({9, 9, 9});
    mesh.normals.push_back({0, 0, 1});
    for (auto& set : mesh.texcoords) {
        set.push_back({0, 0});
    }
    mesh.joints[0].push_back({1, 0, 0, 0});
    mesh.weights[0].push_back({1, 0, 0, 0});
    mesh.origins.push_back({});
    for (scene::attribute& each : mesh.attributes) {
        each.values.push_back(128);
    }
    for (scene::morph_target& each : mesh.targets) {
        each.positions.push_back({});
    }
    add_triangle(mesh, {static_cast<std::uint32_t>(mesh.positions.size() - 1), 0, 1});
    static_cast<void>(to(changed));
    const scene::text& name = changed.nodes[changed.skins[0].joints[1]].name;
    REQUIRE_FALSE(to.weights(name).empty());
    CHECK(to.weights(name).back() == 1);
}

TEST_CASE("p3d apply: an attribute splits no point: the largest weight that changed counts, and faces follow") {
    brought to{quad_and_triangle(), all_levels()};
    for (const std::size_t primitive : {std::size_t{0}, std::size_t{1}}) {
        scene changed = to.shown;
        scene::mesh& mesh = changed.meshes[0];
        mesh.attributes[0].values[vertex_at(mesh, {1, 0, 0}, primitive)] = 200;
        scene::attribute added = mesh.attributes[0];
        added.name = "SELECTION_new";
        for (std::uint32_t i = 0; i < added.values.size(); ++i) {
            added.values[i] = mesh.positions[i].y < 0.5F || i % 2 == 0 ? 255 : 0;
        }
        mesh.attributes.push_back(added);
        static_cast<void>(to(changed));
        CHECK(to.shapes() == "0123 142");
        CHECK(to.weights("edge") == std::vector{0, 256 - 200, 3, 0, 0});
        const std::vector<int> points = to.weights("new"), faces = to.selected_faces("new");
        const auto has = [&](int point) { return points[static_cast<std::size_t>(point)] != 0; };
        CHECK(faces == std::vector{has(0) && has(1) && has(2) && has(3) ? 1 : 0, has(1) && has(4) && has(2) ? 1 : 0});
    }
    scene changed = to.shown;
    for (const std::uint8_t weight : {std::uint8_t{255}, std::uint8_t{253}, std::uint8_t{0}}) { // of all points
        for (scene::attribute& each : changed.meshes[0].attributes) {
            if (each.name == "SELECTION_left") {
                each.values.assign(each.values.size(), weight);
            }
        }
        static_cast<void>(to(changed));
        CHECK(to.selected_faces("left") == std::vector<int>(2, weight == 255 ? 1 : 0));
    }
    CHECK(to.says("left_out selection left: has no points or faces left in visual 1"));
}

TEST_CASE("p3d apply: names that a level's new selections can have") {
    struct expectation {
        std::string name;
        bool fits_any, fits_old; // P3DM; SP3X
    };
    const expectation all[] = {{"new", true, true},
                               {"#new", false, false},
                               {"n#", true, true},
                               {std::string(63, 'n'), true, true},
                               {std::string(64, 'n'), true, false}};
    for (const char* const format : {"P3DM", "SP3X"}) {
        described::lod of = described::triangle(1, format);
        of.tags.push_back(described::selection("old", {1, 0, 0}, {0}));
        brought to{of, all_levels()};
        for (const expectation& each : all) {
            CAPTURE(each.name);
            CAPTURE(format);
            const bool fits = to.level().format == p3d::lod_format::p3dm ? each.fits_any : each.fits_old;
            scene changed = to.shown;
            scene::attribute added = changed.meshes[0].attributes[0];
            added.name = "SELECTION_" + each.name;
            changed.meshes[0].attributes.push_back(added);
            static_cast<void>(to(changed));
            CHECK(static_cast<bool>(to.tag(each.name)) == fits);
            CHECK(to.says("left_out selection " + each.name + ": a level cannot have this name") != fits);
            CHECK(to.says("changed selection " + each.name + ": new") == fits);
        }
    }
}

TEST_CASE("p3d apply: a selection does not lose its name to a node without one") {
    brought to{levels(), all_levels()};
    scene changed = to.shown;
    REQUIRE(changed.nodes.back().name == "eye");
    changed.nodes.back().name = "";
    static_cast<void>(to(changed));
    CHECK(to.model == to.before);
    CHECK(to.says("left_out"));

    described::model of = levels();
    of.lods[2].tags.insert(of.lods[2].tags.begin(), described::selection("#Selected#", {1, 1, 0}, {}));
    brought more{of, all_levels()};
    changed = more.shown;
    changed.nodes.push_back(changed.nodes.back());
    changed.nodes.back().name = ""; // a point of no selection
    static_cast<void>(more(changed));
    CHECK(more.weights("#Selected#", 2) == std::vector{1, 1, 0, 0});
    CHECK(more.weights("eye", 2) == std::vector{0, 0, 1, 0});
}

TEST_CASE("p3d apply: selections that need far more memory than the scene are refused, in old levels and new ones") {
    brought to{quad_and_triangle()};
    scene changed = to.shown;
    scene::node& added = changed.nodes.emplace_back();
    added.name = "visual 2";
    added.mesh = 0;
    for (int i = 0; i < 5000; ++i) { // as many selections of four times as many points and faces
        scene::node& proxy = changed.nodes.emplace_back();
        proxy.name = "proxy:a." + std::to_string(i);
    }
    for (const std::uint32_t parent : {0U, 1U}) {
        for (std::size_t i = 2; i < changed.nodes.size(); ++i) {
            changed.nodes[i].parent = parent;
        }
        p3d::owned_model model = to.before;
        const error why = support::bring_back(changed, model, [](const remark&) {});
        CHECK(why.code == errc::budget);
        CHECK(std::string_view{to_string(why)}.find("lods[].tags") != std::string_view::npos);
        CHECK(model == to.before);
    }
}
