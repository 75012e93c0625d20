#include "nwn/text_samples.hpp"

#include <effigy/nwn/lint_text.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace {

using fixtures::nwn::text_of_mesh;
using fixtures::nwn::text_with;
using fixtures::nwn::with;

// "code line.column" of each finding.
std::string found_in(const std::string& text) {
    std::string out;
    const auto opened = effigy::nwn::open_text(text);
    REQUIRE(opened);
    effigy::nwn::lint(*opened, [&](const effigy::finding& each) {
        CHECK(each.is_text);
        out += (out.empty() ? "" : " ") + std::string{each.code} + " " + std::to_string(each.line()) + "." +
               std::to_string(each.column());
    });
    return out;
}
const std::string triangle = "verts 3\n0 0 0\n1 0 0\n0 1 0\n";

} // namespace

TEST_CASE("nwn lint of texts: statements, lists and names, with line and column") {
    CHECK(found_in(text_with("")) == "");
    CHECK(found_in(text_of_mesh(triangle + "faces 1\n0 1 2 1 0 0 0 1")) == "");
    const auto check = [](const std::string& statements, const std::string& expected) {
        CHECK(found_in(text_of_mesh(statements)) == expected);
    };
    CHECK(found_in("a log\n" + text_with("")) == "text-before-model 1.1");
    CHECK(found_in("filedependancy x\n# c\n" + text_with("")) == "");
    CHECK(
        found_in("newmodel m\x01\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\nendmodelgeom m\ndonemodel m") ==
        "text-control-character 1.11");
    check("fancy 1", "text-keyword-unknown 8.1");
    check("  wirecolor 1 1 1", "");
    check("  period 1", "text-keyword-other 8.3");
    check("birthratekey 1\n0 1", "text-keyword-other 8.1");
    check("bitmap a\nbitmap b", "text-repeated 9.1");
    check("alpha x", "text-not-number 8.7");
    check("diffuse 1 1", "text-not-number 8.1");
    check("render yes", "text-not-number 8.8");
    check("shininess 1.#INF", "text-not-finite 8.11");
    check("verts 3\n0 0 0\n1 0 0\n", "text-list-rows 8.1");
    check("verts 1\n0 0 0\n1 0 0\n", "text-list-rows 8.1");
    check("alphakey\n0 1\nbitmap a", "text-list-end 8.1");
    check("alphakey\n0 1\nendlist", "");
    check("bitmap a\nendlist", "text-list-end 9.1");
    check(triangle + "colors 2\n1 1 1\n1 1 1", "text-list-size 6.1");
    check(triangle + "colors 3\n0 1 0.5\n1 0 1\n0 0 0", "");
    check(triangle + "colors 3\n0 1 0.5\n1 -0.1 1\n2 0 0", "text-color-range 14.1");
    check(triangle + "colors 3\n0 1 0.5\n1 0 1\n0 0 1.1", "text-color-range 15.1");
    check("bitmap " + std::string(64, 'a'), "text-name-cut 8.8 resource-name-long 6.1");
    check(triangle + "faces 2\n0 1 2 1 0 0 0 1\n0 1 3 1 0 0 0 1", "text-face-vertex 14.1");
    check(triangle + "tverts 1\n0 0 0\nfaces 1\n0 1 2 1 0 1 0 1", "text-face-texcoord 15.1");
    CHECK(found_in("beginwalkmeshgeom t\nnode dummy a\nparent t\nendnode\nendwalkmeshgeom t\n") == "");
    CHECK(found_in(text_with("node prop p\nparent m\nendnode")) == "text-node-type 6.1");
    CHECK(found_in(text_with("node dummy\np\nparent m\nendnode")) == "text-name-line 7.1");
    const auto with_clip = [](const std::string& begin) {
        std::string text = text_with("");
        return text.insert(text.find("donemodel"),
                           "newanim" + begin + "\nlength 1\nnode dummy m\nparent NULL\nendnode\ndoneanim a m\n");
    };
    CHECK(found_in(with_clip(" a m\nanimroot m")) == "");
    CHECK(found_in(with_clip("\na\n")) == "text-name-line 9.1");
    CHECK(found_in(with_clip(" a m\nanimroot " + std::string(64, 'r'))) == "text-name-cut 9.10");
    CHECK(found_in(with(text_with(""), "newmodel m\n", "newmodel m\nsetsupermodel " + std::string(64, 's') + "\n")) ==
          "text-name-cut 2.15 resource-name-long 1.1");
    CHECK(found_in(text_with("node dummy a\nparent none\nendnode")) == "text-node-left-out 6.1");
    CHECK(found_in(text_with("node dummy a\nparent NULL\nendnode")) == "text-node-left-out 6.1");
    CHECK(found_in(text_with("node dummy a\nparent m\nendnodeendnode")) == "text-end 8.1");
    CHECK(found_in(text_with("node dummy a\nparent m")) == "text-end 8.1");
    CHECK(found_in("newmodel m\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\nendmodelgeom m\n") ==
          "text-end 1.1");
    CHECK(found_in(text_of_mesh(triangle + "faces 1\n0 1 2 1 0 0 0 1\nweights 3\nm 1\nm 1\nm .2 m .2 m .2 m .2 m .2",
                                "skin"))
              .starts_with("text-weights-many 14.1"));
    CHECK_FALSE(
        found_in(text_of_mesh(triangle + "faces 1\n0 1 2 1 0 0 0 1\nweights 3\nm 1\nm 1\nm .2 m .2 m .2 m .4", "skin"))
            .starts_with("text-weights-many"));
    CHECK(found_in(text_of_mesh(triangle + "faces 1\n0 1 2 1 0 0 0 1\nweights 3\nm 1\nx 1\nx 1", "skin"))
              .starts_with("text-bone-unknown 16.1"));
    CHECK(found_in(text_of_mesh(triangle + "faces 1\n0 1 2 1 0 0 0 1\naabb 0 0 0 1 1 1 -1\n", "aabb"))
              .starts_with("text-box-tree 14.1"));
}

TEST_CASE("nwn lint of texts: walk meshes of placeables and doors") {
    const auto node = [](const std::string& type, const std::string& name) {
        return "node " + type + " " + name + "\nparent x\nendnode\n";
    };
    const std::string chair = node("trimesh", "c_wg") + node("dummy", "c_PWK_use01"),
                      door = node("trimesh", "d_DWK_wg_closed") + node("trimesh", "d_DWK_WG_open1") +
                             node("trimesh", "d_dwk_wg_open2") + node("dummy", "d_dp_closed_01") +
                             node("dummy", "d_dp_open1_01") + node("dummy", "d_dp_open2_01");
    CHECK(found_in(chair) == "");
    CHECK(found_in("# c\nfiledependancy x\n" + door) == "");
    CHECK(found_in("# c\n" + node("trimesh", "c_wg") + node("dummy", "c_use02")) == "walk-mesh-part 2.1");
    CHECK(found_in(door.substr(door.find("\nnode") + 1)) == "walk-mesh-closed 1.1");
    CHECK(found_in(door.substr(0, door.rfind("\nnode") + 1)) == "walk-mesh-part 1.1");
    CHECK(found_in(node("dummy", "wg_open1") + door.substr(0, door.find("\nnode") + 1))
              .starts_with("walk-mesh-part 1.1"));
    CHECK(found_in("\xEF\xBB\xBF" + chair) == "text-byte-order-mark 1.1");
    CHECK(found_in(with(text_with(""), "\nnode", "\rnode")).starts_with("text-control-character 2.17"));
    CHECK(found_in(text_with("node dummy a\nparent m\nposition 1 1e39 0\nendnode")).starts_with("text-large 8.12"));
}

TEST_CASE("nwn lint of texts: the walk mesh of a tile") {
    const auto tile = [](const std::string& begin, double corner, int surface) {
        const std::string text =
            text_of_mesh(begin + "verts 4\n-5 -5 0\n5 -5 0\n5 5 " + std::to_string(corner) +
                             "\n-5 5 0\nfaces 2\n0 1 2 1 0 0 0 " + std::to_string(surface) +
                             "\n0 2 3 1 0 0 0 3\naabb -5 -5 0 5 5 9 -1\n-5 -5 0 5 5 9 0\n-5 -5 0 5 5 9 1\n",
                         "aabb");
        return with(text, "newmodel m", "newmodel m\nclassification tile");
    };
    CHECK(found_in(tile("", 0, 3)) == "");
    CHECK(found_in(tile("position 0 0 5\norientation 0 0 1 0\n", 3, 22)) == "");
    CHECK(found_in(tile("", 0.005, 30)) == "");
    CHECK(found_in(tile("", 0.3, 3)) == "walk-mesh-corners 7.1");
    CHECK(found_in(tile("", -0.9, 3)) == "walk-mesh-corners 7.1");
    CHECK(found_in(tile("", 1, 3)) == "");
    CHECK(found_in(tile("", 0, 23)) == "surface-custom 7.1");
    CHECK(found_in(tile("", 0, 63)) == "surface-custom 7.1");
    CHECK(found_in(tile("", 0, 64)) == "surface-absent 7.1");
    CHECK(found_in(tile("", 0, -1)) == "surface-absent 7.1");
    CHECK(found_in(tile("position 0.5 0 0\n", 0, 3)) == "walk-mesh-moved 7.1");
    CHECK(found_in(tile("position 0 -2 0\n", 0, 3)) == "walk-mesh-moved 7.1");
    CHECK(found_in(tile("orientation 0 0 1 0.7\n", 0, 3)) == "walk-mesh-turned 7.1");
    CHECK(found_in(tile("scale 2\n", 0, 3)) == "walk-mesh-turned 7.1");
    const std::string one = tile("", 0, 3);
    std::string two = one;
    const std::size_t begin = one.find("node aabb"), end = one.find("endmodelgeom");
    two.insert(end, with(one.substr(begin, end - begin), "only", "more"));
    CHECK(found_in(two).starts_with("walk-meshes-many "));
    CHECK(found_in(with(one, "endmodelgeom", "node aabb empty\nparent m\nendnode\nendmodelgeom")) == "");
}

TEST_CASE("nwn lint of texts: what has no binary form is linted as a text") {
    std::string deep, keys = "positionkey\n";
    for (int i = 0; i < 300; ++i) {
        deep += "node dummy n" + std::to_string(i) + "\nparent " + (i != 0 ? "n" + std::to_string(i - 1) : "m") +
                "\nendnode\n";
    }
    CHECK(found_in(text_with(deep + "node prop p\nparent m\nendnode")) == "text-node-type 906.1");
    for (int i = 0; i < 33'000; ++i) {
        keys += "0 1 2 3\n";
    }
    CHECK(found_in(text_of_mesh("fancy 1\n" + keys)) == "text-keyword-unknown 8.1 text-list-end 9.1");
}

TEST_CASE("nwn lint of texts: findings about the compiled model are at the node or the animation") {
    const std::string anims =
        "newanim a m\nlength 0\nanimroot m\nnode dummy m\nparent NULL\npositionkey 2\n1 0 0 0\n0 1 1 1\n"
        "endnode\nnode dummy z\nparent m\nendnode\ndoneanim a m\n";
    std::string text = text_of_mesh(triangle + "faces 1\n0 0 1 1 0 0 0 1", "danglymesh");
    text.insert(text.find("donemodel"), anims);
    const std::string found = found_in(text);
    CHECK(found.find("face-degenerate 6.1") != found.npos);
    CHECK(found.find("animation-length 16.1") != found.npos);
    CHECK(found.find("controller-times 19.1") != found.npos);
    CHECK(found.find("animation-unknown-nodes") != found.npos);
    const std::string line = [&] {
        std::string out;
        effigy::nwn::lint(*effigy::nwn::open_text(text), [&](const effigy::finding& each) {
            out = std::string_view{each.code} == "controller-times" ? effigy::to_string(each) : out;
        });
        return out;
    }();
    CHECK(line ==
          "warning: controller-times: nwn.animations[0].nodes[0].controllers[0] at line 19, column 1: key times that "
          "do not increase: \"m\"");
}
