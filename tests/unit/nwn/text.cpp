#include "nwn/text_samples.hpp"
#include "support/allocations.hpp"

#include <effigy/nwn/regions.hpp>
#include <effigy/nwn/text.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace effigy;
using nwn::statement_kind;

// "keyword(words){rows}" of each statement.
std::string statements_of(const std::string& text) {
    const auto opened = nwn::open_text(text);
    if (!opened) {
        return to_string(opened.error());
    }
    std::string out;
    for (const nwn::statement& each : opened->statements()) {
        out += std::string{each.keyword()} + "(";
        for (std::size_t i = 0; each.word(i); ++i) {
            out += (i != 0 ? " " : "") + std::string{each.word(i).text};
        }
        out += ")";
        if (!each.rows().empty()) {
            out += "{";
            for (const text_words& row : each.rows()) {
                out += "[";
                for (const text_word& word : row) {
                    out += std::string{word.text} + ",";
                }
                out += "]";
            }
            out += "}";
        }
        out += each.has_end_list() ? ";" : " ";
    }
    return out;
}
std::string in_node_of(const std::string& lines) {
    const std::string all = statements_of("newmodel m\nnode trimesh n\n" + lines + "\nendnode\ndonemodel m");
    const std::size_t begin = all.find("node(trimesh n) ") + 16;
    return all.substr(begin, all.find("endnode") - begin);
}

} // namespace

TEST_CASE("nwn text: statements, their words and lists") {
    CHECK(statements_of("newmodel m\ndonemodel m\n") == "newmodel(m) donemodel(m) ");
    CHECK(in_node_of("alpha 1") == "alpha(1) ");
    CHECK(in_node_of("verts 2\n 0 0 0\n 1 2 3\nbitmap x") == "verts(2){[0,0,0,][1,2,3,]} bitmap(x) ");
    CHECK(in_node_of("positionkey\n 0 1 2 3\nendlist\nbitmap x") == "positionkey(){[0,1,2,3,]};bitmap(x) ");
    CHECK(in_node_of("verts 1\n 0 0 0\nendlist") == "verts(1){[0,0,0,]};");
    CHECK(in_node_of("verts 2 # comment\n\n# comment\n 0 0 0 # comment\n\n 1 1 1\n\nshadow 1") ==
          "verts(2){[0,0,0,][1,1,1,]} shadow(1) ");
    CHECK(in_node_of("weights 2\n arm 1\n leg 0.5 arm 0.5\nbitmap x") ==
          "weights(2){[arm,1,][leg,0.5,arm,0.5,]} bitmap(x) ");
    CHECK(in_node_of("texturenames 2\n a\n b\nradius 1") == "texturenames(2){[a,][b,]} radius(1) ");
    CHECK(in_node_of("multimaterial 2\n a b\n c\nbitmap x") == "multimaterial(2){[a,b,][c,]} bitmap(x) ");
    CHECK(in_node_of("aabb 0 0 0 1 1 1 -1\n 0 0 0 1 1 1 0\n 0 0 0 1 1 1 1") ==
          "aabb(0 0 0 1 1 1 -1){[0,0,0,1,1,1,0,][0,0,0,1,1,1,1,]} ");
    CHECK(in_node_of("verts 0\nfaces 0") == "verts(0) faces(0) ");
}

TEST_CASE("nwn text: what real files do") {
    CHECK(statements_of("a log\nNewModel m\nDONEMODEL m\nmore") == "NewModel(m) DONEMODEL(m) ");
    CHECK(statements_of("\xEF\xBB\xBFnewmodel m\r\ndonemodel m\r\n") == "newmodel(m) donemodel(m) ");
    CHECK(statements_of("newmodel m\nnode dummy\n  name\nendnodeendnode\n") ==
          "newmodel(m) node(dummy name) endnodeendnode() ");
    CHECK(statements_of("newmodel m\nnewanim\nwalk m\ndoneanim walk\nm") ==
          "newmodel(m) newanim(walk m) doneanim(walk) m() ");
    CHECK(statements_of("newmodel m\nnode dummy\nparent NULL\nendnode") ==
          "newmodel(m) node(dummy) parent(NULL) endnode() ");
    CHECK(statements_of("newmodel m\nnewmodel n\n") == "newmodel(m) newmodel(n) ");
    CHECK(in_node_of("verts 3\n 0 0 0\nbitmap x") == "verts(3){[0,0,0,]} bitmap(x) ");
    CHECK(in_node_of("verts 1\n 0 0 0\n 1 1 1\nbitmap x") == "verts(1){[0,0,0,]} bitmap(x) ");
    CHECK(in_node_of("positionkey\n 0 1 2 3\nbitmap x") == "positionkey(){[0,1,2,3,]} bitmap(x) ");
    CHECK(in_node_of("bitmap x\nendlist\nalpha 1") == "bitmap(x) endlist() alpha(1) ");
    CHECK(in_node_of("\tverts\t1\r\n\t0\t0\t0\r\n") == "verts(1){[0,0,0,]} ");
    CHECK(in_node_of("bitmap Mtl #1") == "bitmap(Mtl) ");
    CHECK(in_node_of("alpha 1.#INF") == "alpha(1.#INF) ");
    CHECK(in_node_of("weights 2\n arm 1\nendlist\nbitmap x") == "weights(2){[arm,1,]};bitmap(x) ");
    CHECK(in_node_of("fancy 1 2\n 3 4\nbitmap x") == "fancy(1 2){[3,4,]} bitmap(x) ");
    CHECK(in_node_of("verts 99999999999999999999\n 1 1 1") == "verts(99999999999999999999){[1,1,1,]} ");
}

TEST_CASE("nwn text: places, kinds and counts") {
    const std::string text = "# c\n\tnewmodel  m\nnode dummy n\n  alphakey 3\n   0 1\n   1 1\n 2 2\n 3 3\nendnode\n";
    const auto opened = nwn::open_text(text);
    REQUIRE(opened);
    CHECK(opened->name() == "m");
    CHECK(opened->node_count() == 1);
    CHECK(opened->animation_count() == 0);
    std::vector<nwn::statement> all;
    for (const nwn::statement& each : opened->statements()) {
        all.push_back(each);
    }
    REQUIRE(all.size() == 4);
    CHECK(all[0].kind() == statement_kind::model);
    CHECK(all[0].line() == 2);
    CHECK(all[0].column() == 2);
    CHECK(all[0].word(0).column == 12);
    CHECK(all[2].stated_count() == 3);
    CHECK(all[2].rows().size() == 3);
    CHECK(all[2].extra_rows() == 1);
    CHECK((*++all[2].rows().begin()).line() == 6);
    CHECK(all[2].text() == "alphakey 3\n   0 1\n   1 1\n 2 2\n 3 3");
    CHECK(all[3].kind() == statement_kind::end_node);
    CHECK(to_string(all[2].at("here").element(1)) == "here");
    const std::string moving = text + "newanim a m\ndoneanim a m\nnewanim b m\nnode dummy n\nendnode\ndoneanim b m\n";
    CHECK(nwn::open_text(moving)->node_count() == 2);
    CHECK(nwn::open_text(moving)->animation_count() == 2);
}

TEST_CASE("nwn text: errors have a line and a column") {
    CHECK(statements_of("") ==
          "bad_magic: text at line 1, column 1: expected a line \"newmodel NAME\", or the nodes of a "
          "walk mesh, found \"\\x00\\x00\\x00\\x00\"");
    CHECK(statements_of("newmodel\n") == "bad_magic: text at line 1, column 1: expected a line \"newmodel NAME\", or "
                                         "the nodes of a walk mesh, found \"newm\"");
}

TEST_CASE("nwn text: reading allocates nothing") {
    const std::string text = fixtures::nwn::text_of_all_types();
    std::size_t words = 0;
    const std::size_t before = support::allocations();
    for (const nwn::statement& each : nwn::open_text(text)->statements()) {
        for (const text_words& row : each.rows()) {
            for (const text_word& word : row) {
                words += word.text.size();
            }
        }
    }
    CHECK(support::allocations() == before);
    CHECK(words > 300);
}

TEST_CASE("nwn text: the supermodel is the second word, or the only one") {
    const auto supermodel_of = [](const std::string& line) {
        const std::string text = "newmodel m\n" + line + "\ndonemodel m\n";
        return std::string{nwn::open_text(text)->supermodel()};
    };
    CHECK(supermodel_of("setsupermodel m a_ba") == "a_ba");
    CHECK(supermodel_of("SetSuperModel a_ba") == "a_ba");
    CHECK(supermodel_of("classification character").empty());
}

TEST_CASE("nwn text: regions cover every byte, in order") {
    const std::string text =
        "\xEF\xBB\xBF# log\nnewmodel m # why\n\n# before\nbeginmodelgeom m\nnode dummy m\n parent NULL\n"
        "endnode\nendmodelgeom m\nnewanim walk m\nlength 2\nnode dummy m\nparent NULL\nendnode\n"
        "doneanim walk m\ndonemodel m\n";
    const auto opened = nwn::open_text(text);
    REQUIRE(opened);
    CHECK_FALSE(verify(*opened));
    std::string all;
    std::uint64_t next = 0;
    regions(*opened, [&](const region& one) {
        CHECK(one.offset() == next);
        CHECK(one.length != 0);
        next += one.length;
        const std::string path = path_of(one);
        if (path != "nwn.text.blanks") {
            all += path.substr(4) + "{" + text.substr(impl::to_size(one.offset()), impl::to_size(one.length)) + "}";
        }
    });
    CHECK(next == text.size());
    CHECK(all ==
          "text.byteOrderMark{\xEF\xBB\xBF}text.outside{# log\n}text{newmodel m}text.comments{ # why\n\n# before\n}"
          "text{beginmodelgeom m}text.node{node dummy m}text.node{parent NULL}text.node{endnode}text{endmodelgeom m}"
          "text.animation{newanim walk m}text.animation{length 2}text.animation.node{node dummy m}"
          "text.animation.node{parent NULL}text.animation.node{endnode}text.animation{doneanim walk m}"
          "text{donemodel m}");
    const std::string without_mark = text.substr(3); // has no region of it
    regions(*nwn::open_text(without_mark), [](const region& one) { CHECK(one.length != 0); });
    CHECK(support::allocations_of([&] { regions(*opened, [](const region&) {}); }) == 0);
}
