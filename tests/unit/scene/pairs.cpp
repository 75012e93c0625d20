#include <effigy/scene/apply/pairs.hpp>
#include <effigy/scene/reconcile/by_names.hpp>

#include <doctest/doctest.h>

#include <memory_resource>
#include <string>
#include <vector>

namespace { namespace pairing {

using namespace effigy;
using numbers = std::vector<std::uint32_t>;

struct paired {
    std::string said; // what is guessed, one per line
    numbers nodes, meshes, materials;

    paired(const scene& now, const scene& before) {
        const auto tell = [&](const remark& each) {
            CHECK(each.kind == remark_kind::guessed);
            CHECK(each.what == "it has another name in the model");
            CHECK(each.count == 0);
            said += std::string{each.part} + ' ' + std::string{each.name} + '\n';
        };
        scene_edits made;
        made.made = now;
        impl::name_matcher{made, before, tell}.run();
        nodes.assign(made.nodes.old_of.begin(), made.nodes.old_of.end());
        meshes.assign(made.meshes.old_of.begin(), made.meshes.old_of.end());
        materials.assign(made.materials.old_of.begin(), made.materials.old_of.end());
    }
};

// Nodes of these names. Their content is the caller's.
scene named(std::initializer_list<const char*> nodes) {
    scene out;
    for (const char* const each : nodes) {
        out.nodes.emplace_back().name = each;
    }
    return out;
}

}} // namespace ::pairing

TEST_CASE("scene pairs: parts of equal names are one, those of the same number first") {
    using namespace pairing;
    const paired out{named({"a", "b", "b", "c", "c"}), named({"c", "b", "b", "a"})};
    CHECK(out.nodes == numbers{3, 1, 2, 0, npos});
    CHECK(out.said.empty());
    CHECK(paired{named({"a", "b", "b"}), named({"c", "d", "b"})}.nodes == numbers{0, 1, 2});
}
TEST_CASE("scene pairs: a node of another name and the same number has the same kind of content") {
    using namespace pairing;
    constexpr std::uint32_t scene::node::* contents[] = {nullptr, &scene::node::mesh, &scene::node::light,
                                                         &scene::node::camera};
    const auto node_with = [](const char* name, std::uint32_t scene::node::* content) {
        scene out = named({name});
        out.meshes.resize(1);
        if (content != nullptr) {
            out.nodes[0].*content = 0;
        }
        return out;
    };
    for (const auto now : contents) {
        for (const auto before : contents) {
            const bool is_same = now == before;
            const paired out{node_with("new", now), node_with("old", before)};
            CHECK(out.nodes == numbers{is_same ? 0 : npos});
            CHECK(out.said == (is_same ? "node new\n" : ""));
        }
    }
}
TEST_CASE("scene pairs: a mesh of another name has the origins of vertices, or the number") {
    using namespace pairing;
    scene before, now;
    before.meshes.resize(3);
    now.meshes.resize(3);
    for (std::size_t i = 0; i < 3; ++i) {
        before.meshes[i].name = std::string{"old"} + static_cast<char>('0' + i);
        now.meshes[i].name = std::string{"new"} + static_cast<char>('0' + i);
        before.meshes[i].positions.resize(i + 1);
        now.meshes[i].positions.resize(i + 1);
    }
    now.meshes[0].origins = {{npos, npos}, {3, 0}, {2, 0}, {1, 0}};
    CHECK(paired{now, before}.meshes == numbers{2, 1, npos});
    CHECK(paired{now, before}.said == "mesh new0\nmesh new1\n");
    now.meshes[1].origins = {{2, 0}};
    CHECK(paired{now, before}.meshes == numbers{2, npos, npos});
}
TEST_CASE("scene pairs: the origin of each vertex that the model has") {
    using namespace pairing;
    scene before;
    before.meshes.resize(2);
    before.meshes[0].positions.resize(2);
    before.meshes[1].positions.resize(3);
    before.meshes[0].name = "0";
    before.meshes[1].name = "1";
    std::string said;
    const auto tell = [&](const remark& each) { said += std::string{each.what} + ' ' + std::to_string(each.count); };
    using list = std::vector<scene::origin>;
    const auto origins = [&](const scene::mesh& mesh, std::uint32_t number) { // as the mesh of this number
        scene_edits edits;
        edits.made.meshes = before.meshes;
        edits.made.meshes.resize(3);
        edits.made.meshes[number] = mesh;
        impl::name_matcher{edits, before, tell}.run();
        const impl::scene_pairs pairs{edits, before, tell, false, false, std::pmr::get_default_resource()};
        list out;
        for (std::uint32_t i = 0; i < 3; ++i) {
            out.push_back(pairs.origin_of(edits.made.meshes[number], i));
        }
        return out;
    };
    scene::mesh mesh;
    mesh.positions.resize(3);
    mesh.name = "1";
    CHECK(origins(mesh, 1) == list{{1, 0}, {1, 1}, {1, 2}});
    mesh.name = "2";
    CHECK(origins(mesh, 2) == list(3));
    CHECK(said.empty());
    mesh.name = "0";
    CHECK(origins(mesh, 0) == list(3));
    CHECK(said == "vertices without origins: all are new 3");
    mesh.origins = {{0, 1}, {0, 2}, {2, 0}};
    CHECK(origins(mesh, 0) == list{{0, 1}, {}, {}});
}
TEST_CASE("scene pairs: a number of no part has no match") {
    using namespace pairing;
    part_matches matches{2, 3, std::pmr::get_default_resource()};
    matches.add(1, 2);
    numbers before, now;
    for (const std::uint32_t number : {0U, 1U, 2U, 3U, npos}) {
        before.push_back(matches.before_of(number));
        now.push_back(matches.now_of(number));
    }
    CHECK(before == numbers{npos, 2, npos, npos, npos});
    CHECK(now == numbers{npos, npos, 1, npos, npos});
}
