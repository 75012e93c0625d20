// Part numbers of edited models.
#include "nwn/edited.hpp"
#include "nwn/opened.hpp"
#include "support/edited.hpp"

#include <effigy/nwn/edit.hpp>

namespace {

using namespace nwn_edits;

} // namespace

TEST_CASE("nwn edit: number_parts() without a supermodel numbers the nodes") {
    auto model = model_to_edit(fixtures::nwn::bioware());
    const auto before = model;
    for (nwn::owned_node& node : model.all<nwn::owned_node>()) {
        node.part_number = 77;
    }
    model.geometry.node_count = 0;
    CHECK_FALSE(number_parts(model, {}));
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(node_of(model, i).part_number == static_cast<std::int32_t>(i));
    }
    CHECK(model.geometry.node_count == 6);
    CHECK(node_of_clip(model, 1).part_number == 1);
    static_cast<void>(rewritten(model));
    nwn::owned_model none;
    CHECK_FALSE(number_parts(none, {}));
}

TEST_CASE("nwn edit: number_parts() makes a model whose nodes changed complete") {
    auto model = model_to_edit(fixtures::nwn::enhanced());
    model.erase(model.nodes, 4); // the skin has entries for each node
    nwn::owned_node hook{};
    hook.flags = node_of(model, 0).flags;
    hook.parent = 3;
    REQUIRE(hook.name.assign("hook"));
    model.insert(model.nodes, 4, hook);
    model.insert(model.nodes, 5, hook);
    model.erase(model.nodes, 4);
    CHECK(encode(model).error().code == errc::bad_value); // the root is not in the list
    CHECK_FALSE(number_parts(model, {}));
    auto again = rewritten(model);
    CHECK(node_of(again, 4).name == "hook");
    CHECK(node_of(again, 4).part_number == 4);
    CHECK(again.geometry.node_count == 5);
}

TEST_CASE("nwn edit: part numbers are those of the supermodel's nodes of the same name and place") {
    const fixtures::nwn::opened super{fixtures::nwn::enhanced()}; // root, plinth, step, arm, body
    auto model = model_to_edit(fixtures::nwn::bioware());         // root, arm, lamp, spark, floor, body
    CHECK_FALSE(set_supermodel(model, "enhanced", super.model));
    CHECK(model.supermodel == "enhanced");
    const auto numbers = [&] {
        std::vector<std::int32_t> out;
        for (const nwn::owned_node& node : model.get(model.nodes)) {
            out.push_back(node.part_number);
        }
        return out;
    };
    CHECK(numbers() == std::vector{0, 3, -1, -1, -1, 4});
    CHECK(model.geometry.node_count == 5 + 1 + 6);
    CHECK(node_of_clip(model, 1).part_number == 3);
    static_cast<void>(rewritten(model));
    // A renamed node gets another number, in the animation, too; the others keep theirs.
    node_of(model, 2).part_number = 55;
    CHECK(support::counted(rename_nodes(model, std::array{renaming{"arm", "STEP"}}, super.model)) == 2);
    CHECK(numbers() == std::vector{0, 2, 55, -1, -1, 4});
    CHECK(node_of_clip(model, 1).part_number == 2);
    CHECK(support::counted(rename_nodes(model, std::array{renaming{"step", "tail"}}, super.model)) == 2);
    CHECK(numbers() == std::vector{0, -1, 55, -1, -1, 4});
    check_unchanged(model, errc::bad_value, "nodes[1].name", [&](nwn::owned_model& of) {
        return rename_nodes(of, std::array{renaming{"tail", "lamp"}}, super.model).error();
    });
    const std::string of_64(64, 'x'); // the error refers to it
    check_unchanged(model, errc::bad_value, "model.supermodel",
                    [&](nwn::owned_model& of) { return set_supermodel(of, of_64, super.model); });
    CHECK_FALSE(set_supermodel(model, "null", {}));
    CHECK(numbers() == std::vector{0, 1, 2, 3, 4, 5});
}

TEST_CASE("nwn edit: a node that is not behind its parent has no number") {
    auto model = model_to_edit(fixtures::nwn::bioware());
    node_of(model, 2).parent = 2;
    check_unchanged(model, errc::bad_value, "nodes[2].parent: expected a node before this one", // of number_parts()
                    [](nwn::owned_model& of) { return set_supermodel(of, "other", {}); });
}

TEST_CASE("nwn edit: thousands of nodes below one are numbered") {
    auto model = model_to_edit(fixtures::nwn::bioware());
    nwn::owned_node child{};
    child.parent = 0;
    child.part_number = 7;
    REQUIRE(child.name.assign("a"));
    std::vector<nwn::owned_node> nodes(40'000, child);
    nodes[0].parent = npos;
    model.set(model.nodes, nodes);
    REQUIRE(child.name.assign("b"));
    std::fill(nodes.begin() + 1, nodes.end(), child);
    model.set(model.get(model.animations)[0].nodes, nodes);
    CHECK_FALSE(number_parts(model, {}));
    CHECK(node_of(model, 39'999).part_number == 39'999);
    CHECK(node_of_clip(model, 39'999).part_number == 7); // there is no such node
}
