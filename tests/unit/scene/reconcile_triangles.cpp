#include "scene/bring_back.hpp"

namespace { namespace reconciling_triangles {

using namespace bringing_back;

constexpr std::uint32_t none = npos;
using corners = std::vector<std::uint32_t>;
struct run {
    std::uint32_t material;
    corners vertices;

    friend bool operator==(const run&, const run&) = default;
};

// A mesh of twelve vertices with these triangles.
scene drawn(const std::vector<run>& runs) {
    scene out = with_mesh(loose_triangles("body", 12));
    out.materials.resize(5);
    for (std::size_t i = 0; i < 5; ++i) {
        out.materials[i].name = std::string{"paint"} + static_cast<char>('A' + i);
    }
    scene::mesh& mesh = out.meshes[0];
    mesh.indices.clear();
    mesh.primitives.clear();
    for (const run& each : runs) {
        mesh.primitives.push_back({static_cast<std::uint32_t>(mesh.indices.size()),
                                   static_cast<std::uint32_t>(each.vertices.size()), each.material});
        mesh.indices.append(each.vertices);
    }
    return out;
}
// The triangles of the original's vertices.
std::vector<run> runs_of(const scene::mesh& mesh) {
    std::vector<run> out;
    for (const scene::primitive& each : mesh.primitives) {
        out.push_back({each.material, {}});
        for (std::uint32_t i = 0; i < each.index_count; ++i) {
            out.back().vertices.push_back(mesh.origins[mesh.indices[each.first_index + i]].vertex);
        }
    }
    return out;
}
struct edited_triangles {
    const char* why;
    std::vector<run> original, changed, made;
};
void check(const edited_triangles& edit, const char* told = nullptr) {
    CAPTURE(edit.why);
    for (const bool has_origins : {true, false}) {
        const scene original = drawn(edit.original), changed = drawn(edit.changed);
        const outcome out = reconciled(has_origins ? numbered(changed) : changed, original);
        CHECK(runs_of(out.made.meshes[0]) == edit.made);
        if (told != nullptr) {
            CHECK(out.told == told);
        }
    }
}

TEST_CASE("scene reconcile: triangles that are left keep their order, their first corner and their primitive") {
    const std::vector<run> two{{0, {0, 1, 2, 3, 4, 5}}, {1, {6, 7, 8}}, {0, {9, 10, 11, 2, 1, 3}}};
    const edited_triangles cases[] = {
        {"another order", two, {{1, {6, 7, 8}}, {0, {2, 1, 3, 9, 10, 11, 3, 4, 5, 0, 1, 2}}}, two},
        {"the second corner first", two, {{0, {1, 2, 0, 4, 5, 3, 10, 11, 9, 1, 3, 2}}, {1, {7, 8, 6}}}, two},
        {"the third corner first", two, {{0, {2, 0, 1, 5, 3, 4, 11, 9, 10, 3, 2, 1}}, {1, {8, 6, 7}}}, two},
    };
    for (const edited_triangles& each : cases) {
        check(each, "");
    }
    corners many, rotated; // more than are skipped without a search
    for (std::uint32_t i = 0; i < 10; ++i) {
        many.insert(many.end(), {i, i + 1, i + 2});
        rotated.insert(rotated.begin(), {i + 1, i + 2, i});
    }
    check({"the reverse order", {{0, many}}, {{0, rotated}}, {{0, many}}}, "");
    for (std::size_t at = 0; at < 10; ++at) {
        corners fewer = many;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(3 * at),
                    fewer.begin() + static_cast<std::ptrdiff_t>(3 * at + 3));
        check({"one is removed", {{0, many}}, {{0, fewer}}, {{0, fewer}}});
    }
    for (const std::size_t count : {8U, 9U}) { // as many are skipped, or one more
        const corners fewer(many.begin() + static_cast<std::ptrdiff_t>(3 * count), many.end());
        check({"the first ones are removed", {{0, many}}, {{0, fewer}}, {{0, fewer}}});
    }
    check({"the other side", {{0, {0, 1, 2, 3, 4, 5}}}, {{0, {0, 2, 1, 3, 4, 5}}}, {{0, {3, 4, 5, 0, 2, 1}}}},
          "mesh body: triangles added 1\nmesh body: triangles removed 1\n");
}
TEST_CASE("scene reconcile: triangles without a material keep the one that they had, or get that of a neighbour") {
    const std::vector<run> old{{0, {0, 1, 2}}, {1, {3, 4, 5, 2, 1, 0}}, {0, {6, 7, 8}}};
    const auto told = [](int count) {
        return "material body: triangles without a material have that of before " + std::to_string(count) + "\n";
    };
    check({"all", old, {{none, {6, 7, 8, 0, 1, 2, 2, 1, 0, 3, 4, 5}}}, old}, told(4).c_str());
    check({"some", old, {{0, {0, 1, 2}}, {none, {3, 4, 5, 2, 1, 0}}, {0, {6, 7, 8}}}, old}, told(2).c_str());
    check({"a new one",
           old,
           {{0, {0, 1, 2, 6, 7, 8}}, {1, {3, 4, 5, 2, 1, 0}}, {none, {9, 4, 10}}},
           {{0, {0, 1, 2}}, {1, {3, 4, 5, 2, 1, 0, 9, 4, 10}}, {0, {6, 7, 8}}}},
          ("mesh body: triangles added 1\n" + told(1)).c_str());
    const std::vector<run> plain{{none, {0, 1, 2}}, {0, {3, 4, 5}}};
    check({"it had none", plain, plain, plain}, "");
}
TEST_CASE("scene reconcile: primitives that lost all triangles are left out, but not those that never had one") {
    check({"",
           {{0, {0, 1, 2}}, {1, {3, 4, 5}}, {2, {}}, {0, {6, 7, 8}}},
           {{0, {0, 1, 2, 6, 7, 8}}},
           {{0, {0, 1, 2}}, {2, {}}, {0, {6, 7, 8}}}},
          "mesh body: vertices removed 3\nmesh body: triangles removed 1\n");
}
TEST_CASE("scene reconcile: a new triangle comes last in the primitive of a neighbour, of its material, or its own") {
    const std::vector<run> old{{0, {0, 1, 2}}, {1, {3, 4, 5}}, {0, {6, 7, 8}}};
    const auto with = [&](std::size_t number, std::uint32_t material, const corners& more) {
        std::vector<run> out = old;
        if (number == out.size()) {
            out.push_back({material, {}});
        }
        out[number].vertices.insert(out[number].vertices.end(), more.begin(), more.end());
        return out;
    };
    const edited_triangles cases[] = {
        {"its first corner", old, {{0, {0, 1, 2, 6, 7, 8, 2, 9, 10}}, {1, {3, 4, 5}}}, with(0, 0, {2, 9, 10})},
        {"its second corner", old, {{0, {0, 1, 2, 6, 7, 8, 9, 0, 10}}, {1, {3, 4, 5}}}, with(0, 0, {9, 0, 10})},
        {"its third corner", old, {{0, {0, 1, 2, 6, 7, 8, 9, 10, 1}}, {1, {3, 4, 5}}}, with(0, 0, {9, 10, 1})},
        {"two neighbours", old, {{0, {0, 1, 2, 6, 7, 8, 9, 1, 6}}, {1, {3, 4, 5}}}, with(0, 0, {9, 1, 6})},
        {"a neighbour with another material",
         old,
         {{0, {0, 1, 2, 6, 7, 8}}, {1, {3, 4, 5, 0, 9, 10}}},
         with(1, 1, {0, 9, 10})},
        {"no neighbour", old, {{0, {0, 1, 2, 6, 7, 8, 9, 10, 11}}, {1, {3, 4, 5}}}, with(2, 0, {9, 10, 11})},
        {"no neighbour, another material",
         old,
         {{0, {0, 1, 2, 6, 7, 8}}, {1, {3, 4, 5, 9, 10, 11}}},
         with(1, 1, {9, 10, 11})},
        {"a new material", old, {{2, {0, 9, 10}}, {0, {0, 1, 2, 6, 7, 8}}, {1, {3, 4, 5}}}, with(3, 2, {0, 9, 10})},
        {"no material, no neighbour",
         old,
         {{none, {9, 10, 11}}, {0, {0, 1, 2, 6, 7, 8}}, {1, {3, 4, 5}}},
         with(3, none, {9, 10, 11})},
    };
    for (const edited_triangles& each : cases) {
        check(each, "mesh body: triangles added 1\n");
    }
    check({"several of each",
           old,
           {{4, {0, 9, 10, 1, 9, 10}},
            {2, {4, 9, 10}},
            {4, {2, 9, 11}},
            {3, {5, 9, 11, 4, 9, 11}},
            {1, {3, 4, 5, 3, 9, 10, 4, 10, 11}},
            {0, {0, 1, 2, 6, 7, 8, 8, 9, 10, 7, 9, 10, 0, 10, 11}}},
           {{0, {0, 1, 2, 0, 10, 11}},
            {1, {3, 4, 5, 3, 9, 10, 4, 10, 11}},
            {0, {6, 7, 8, 8, 9, 10, 7, 9, 10}},
            {2, {4, 9, 10}},
            {3, {5, 9, 11, 4, 9, 11}},
            {4, {0, 9, 10, 1, 9, 10, 2, 9, 11}}}},
          "mesh body: triangles added 11\n");
}
TEST_CASE("scene reconcile: triangles that editors drop stay while what they repeat is left") {
    const corners plain{0, 1, 2, 3, 4, 5};
    const auto with = [&](corners more) {
        corners out = plain;
        out.insert(out.end(), more.begin(), more.end());
        return std::vector<run>{{0, out}};
    };
    for (const corners& twice : {corners{0, 1, 2}, {1, 2, 0}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}}) {
        check({"the same vertices", with(twice), {{0, plain}}, with(twice)}, "");
        check({"both are gone", with(twice), {{0, {3, 4, 5}}}, {{0, {3, 4, 5}}}},
              "mesh body: vertices removed 3\nmesh body: triangles removed 2\n");
    }
    for (const corners& repeated : {corners{2, 2, 3}, {2, 3, 3}, {3, 2, 3}, {2, 2, 2}}) {
        check({"a repeated corner", with(repeated), {{0, plain}}, with(repeated)}, "");
        check({"one is gone", with(repeated), {{0, {3, 4, 5}}}, {{0, {3, 4, 5}}}},
              "mesh body: vertices removed 3\nmesh body: triangles removed 2\n");
    }
    for (const corners& unused : {corners{6, 6, 2}, {6, 2, 2}, {2, 6, 2}, {7, 6, 7}}) { // by other triangles, before
        check({"a repeated corner", with(unused), {{0, plain}}, with(unused)}, "");
    }
    check({"another material", {{0, plain}, {1, {2, 1, 0}}}, {{0, plain}}, {{0, plain}, {1, {2, 1, 0}}}}, "");
    check({"not all the same vertices", with({0, 1, 3}), {{0, plain}}, {{0, plain}}},
          "mesh body: triangles removed 1\n");
}
TEST_CASE("scene reconcile: a triangle is the same if its corners became others with the same values") {
    scene original = drawn({{0, {0, 1, 2, 3, 4, 5, 6, 7, 8}}});
    const std::uint32_t twin = add_copy(original.meshes[0], 1); // without a difference
    original.meshes[0].indices[4] = twin;
    for (const std::size_t corner : {1U, 4U}) {
        scene changed = numbered(original);
        changed.meshes[0].indices[corner] = corner == 1 ? twin : 1;
        check_unchanged(changed, original);
        changed.meshes[0].indices = {6, 7, 8, 3, 4, 5, 2, 0, 1}; // the vertex of both, and another order
        changed.meshes[0].indices[4] = changed.meshes[0].indices[8] = corner == 1 ? twin : 1;
        check_unchanged(changed, original);
    }
    // Of two triangles with the same places, that with the same vertices is meant.
    original = drawn({{0, {0, 1, 2, 0, 1, 2, 3, 4, 5}}});
    const std::uint32_t other = add_copy(original.meshes[0], 1);
    original.meshes[0].texcoords[0][other] = {7, 7};
    original.meshes[0].indices[4] = other;
    scene changed = numbered(original);
    changed.meshes[0].indices = {3, 4, 5, other, 2, 0, 2, 0, 1};
    check_unchanged(changed, original);
    for (const std::uint32_t left : {1U, other}) {
        changed.meshes[0].indices = {3, 4, 5, 0, left, 2};
        changed.meshes[0].primitives[0].index_count = 6;
        const outcome out = reconciled(changed, original);
        CHECK(runs_of(out.made.meshes[0]) == std::vector<run>{{0, {0, left, 2, 3, 4, 5}}});
    }
}
TEST_CASE("scene reconcile: a triangle with another vertex at the same place is another one") {
    scene original = drawn({{0, {0, 1, 2, 3, 4, 5}}});
    original.meshes[0].positions[4] = original.meshes[0].positions[1];
    for (const std::size_t corner : {0U, 1U, 2U}) {
        scene changed = numbered(original);
        const corners turned[] = {{1, 2, 0}, {0, 1, 2}, {2, 0, 1}};
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t vertex = turned[corner][i];
            changed.meshes[0].indices[i] = vertex == 1 ? 4 : vertex;
        }
        CHECK(reconciled(changed, original).told ==
              "mesh body: vertices removed 1\nmesh body: triangles added 1\nmesh body: triangles removed 1\n");
    }
}
TEST_CASE("scene reconcile: places are told apart by each coordinate") {
    for (const vector3<float>& apart : {vector3<float>{0.5F, 0, 0}, {0, 0.5F, 0}, {0, 0, 0.5F}}) {
        scene original = drawn({{0, {0, 1, 2, 0, 3, 2, 4, 5, 6}}});
        scene::mesh& mesh = original.meshes[0];
        mesh.positions[3] = mesh.positions[1] + apart;
        mesh.texcoords[0][3] = mesh.texcoords[0][1];
        scene changed = numbered(original);
        changed.meshes[0].indices = {4, 5, 6, 3, 2, 0, 1, 2, 0};
        check_unchanged(changed, original);
    }
}

}} // namespace ::reconciling_triangles
