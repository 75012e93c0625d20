// Visiting and comparing what owning models say: the samples of all formats, and edits of them.
#include "any/content_text.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>
#include <effigy/grimrock/decode.hpp>
#include <effigy/m2/decode.hpp>
#include <effigy/nwn/decode.hpp>
#include <effigy/p3d/decode.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <limits>
#include <set>

namespace {

using namespace effigy;
using support::text_of;

constexpr const char* sample_names[] = {"effigy_grimrock.model",
                                        "effigy_grimrock1.animation",
                                        "effigy_grimrock2.animation",
                                        "effigy_shinobi.model",
                                        "effigy_shinobi.animation",
                                        "effigy_nwn.mdl",
                                        "effigy_nwn_ee.mdl",
                                        "effigy_m2_256.m2",
                                        "effigy_m2_260.m2",
                                        "effigy_m2_wrath.m2",
                                        "effigy_p3d.p3d",
                                        "effigy_p3d.rtm"};

std::string path_of(const char* name) { return std::string{EFFIGY_SOURCE_DIR "/examples/models/"} + name; }

template <class Open> auto decoded(const char* name, const Open& open) {
    const auto bytes = file::open(path_of(name));
    REQUIRE(bytes);
    const auto view = open(bytes->bytes());
    REQUIRE(view);
    auto own = decode(*view);
    REQUIRE(own);
    return std::move(*own);
}
grimrock::owned_model grimrock_model() {
    return decoded("effigy_grimrock.model", [](auto bytes) { return grimrock::open(bytes); });
}
nwn::owned_model nwn_model() {
    return decoded("effigy_nwn.mdl", [](auto bytes) { return nwn::open(bytes); });
}
p3d::owned_model p3d_model() {
    return decoded("effigy_p3d.p3d", [](auto bytes) { return p3d::open(bytes); });
}

// Calls go(view) with each sample that can be decoded: all.
template <class Go> void for_each_view(const Go& go) {
    for (const char* const name : sample_names) {
        CAPTURE(name);
        const auto bytes = file::open(path_of(name));
        REQUIRE(bytes);
        bool is_decoded = false;
        const error why = visit(bytes->bytes(), [&](const auto& view) {
            if constexpr (requires { decode(view); }) {
                go(view);
                is_decoded = true;
            }
        });
        CHECK(!why);
        CHECK(is_decoded);
    }
}
// Calls go(owned model) with each sample.
template <class Go> void for_each_sample(const Go& go) {
    for_each_view([&](const auto& view) {
        const auto own = decode(view);
        REQUIRE(own);
        go(*own);
    });
}

// One line for each difference.
template <class Model> std::string text_of_differences(const Model& a, const Model& b) {
    std::string out;
    const error why = differences(a, b, [&](const difference& found) {
        out += found.path.text() + ": ";
        switch (found.what) {
        case difference::kind::value: out += text_of(found.before) + " -> " + text_of(found.after); break;
        case difference::kind::list:
            out += std::to_string(found.differing) + " differ, " + std::to_string(found.before.size()) + " -> " +
                   std::to_string(found.after.size()) + ", largest " + std::to_string(found.largest);
            break;
        case difference::kind::removed: out += "removed " + std::string{found.name}; break;
        case difference::kind::added: out += "added " + std::string{found.name}; break;
        case difference::kind::reordered: out += std::to_string(found.differing) + " reordered"; break;
        }
        out += '\n';
    });
    CHECK(equal_content(a, b) == (out.empty() && !why));
    return why ? to_string(why) : out;
}

// Whether a record has values. One that only refers to lists says the same as its neighbour if the lists are equal.
template <class T> constexpr bool has_values() {
    if constexpr (reference_to_records<T>) {
        return false;
    } else if constexpr (described<T>) {
        bool out = false;
        T::template fields<T>(
            [&]<class Value, class Holder>(const field&, Value Holder::*) { out = out || has_values<Value>(); });
        return out;
    } else {
        return !requires(const T& list) { list.count; };
    }
}

// Swaps neighbours of a pool, at up to 24 places, and calls check() after each swap that changes something.
template <class T, class Check> void swap_neighbours(pool<T>& all, const Check& check) {
    const std::size_t step = all.size() / 24 + 1;
    for (std::size_t i = 0; i + 1 < all.size(); i += step) {
        if (has_values<T>() && !equal(all[i], all[i + 1])) {
            std::swap(all[i], all[i + 1]);
            CAPTURE(type_name<T>);
            CAPTURE(i);
            check();
            std::swap(all[i], all[i + 1]);
        }
    }
}
template <class Check, class... T> void swap_in_pools(owned_pools<T...>& pools, const Check& check) {
    (swap_neighbours(pools.template all<T>(), check), ...);
}

template <class Model> std::size_t fields_of(const Model& model) {
    std::size_t count = 0;
    std::set<std::string, std::less<>> paths;
    const error why = visit_content(model, [&](const content_field& shown) {
        ++count;
        CHECK(paths.insert(shown.path.text()).second); // each path occurs once
    });
    CHECK(!why);
    return count;
}

TEST_CASE("decode: a null resource is the default one, in all formats") {
    for_each_view([](const auto& view) {
        const auto own = decode(view, nullptr);
        REQUIRE(own);
        CHECK(*own == *decode(view));
    });
}

TEST_CASE("content: each sample equals itself and its copy, and each path occurs once") {
    for_each_sample([]<class Model>(const Model& own) {
        CHECK(fields_of(own) > 20);
        CHECK(text_of_differences(own, Model{own}) == "");
    });
}

TEST_CASE("content: neighbours in a pool that change places are noticed") {
    for_each_sample([]<class Model>(const Model& own) {
        Model edited = own;
        std::size_t swaps = 0;
        std::size_t unnoticed = 0;
        swap_in_pools(edited, [&] {
            ++swaps;
            unnoticed += equal_content(own, edited) ? 1U : 0U;
        });
        CHECK(swaps > 20);
        CHECK(unnoticed == 0);
    });
}

TEST_CASE("content: the words of the format, with the numbers of the records") {
    std::string out;
    const error why = visit_content(grimrock_model(), [&](const content_field& shown) {
        const std::string path = shown.path.text();
        if (path.starts_with("nodes[6].mesh.segments") || path == "nodes" ||
            path == "nodes[6].localToParent.translation" || path == "nodes[6].light") {
            out += path + ": " + shown.value.type() + ' ' + text_of(shown.value) + '\n';
        }
    });
    CHECK(!why);
    CHECK(out == "nodes: node 8 node\n"
                 "nodes[6].localToParent.translation: vec3 0.000000 0.300000 0.000000\n"
                 "nodes[6].mesh.segments: segment 2 segment\n"
                 "nodes[6].mesh.segments[0].material: char \"effigy_stone\"\n"
                 "nodes[6].mesh.segments[0].range.primitiveType: i32 2\n"
                 "nodes[6].mesh.segments[0].range.firstIndex: i32 0\n"
                 "nodes[6].mesh.segments[0].range.count: i32 108\n"
                 "nodes[6].mesh.segments[1].material: char \"effigy_eyes\"\n"
                 "nodes[6].mesh.segments[1].range.primitiveType: i32 2\n"
                 "nodes[6].mesh.segments[1].range.firstIndex: i32 324\n"
                 "nodes[6].mesh.segments[1].range.count: i32 24\n"
                 "nodes[6].light: light 0 light\n");
}

TEST_CASE("content: numbers are compared bit by bit") {
    const grimrock::owned_model own = grimrock_model();
    grimrock::owned_model edited = own;
    auto& translation = edited.all<grimrock::owned_node>()[6].local.translation;
    translation.x = -0.0F;
    CHECK(text_of_differences(own, edited) ==
          "nodes[6].localToParent.translation: 0.000000 0.300000 0.000000 -> -0.000000 0.300000 0.000000\n");
    translation.x = std::bit_cast<float>(0x7FC0'0001U);
    const grimrock::owned_model same = edited;
    CHECK(text_of_differences(edited, same) == "");
    translation.x = std::bit_cast<float>(0x7FC0'0002U);
    CHECK(!equal_content(edited, same));
}

TEST_CASE("content: lists are summed up") {
    const grimrock::owned_model own = grimrock_model();
    grimrock::owned_model edited = own;
    edited.all<std::uint32_t>()[5] += 3;
    CHECK(text_of_differences(own, edited).starts_with("nodes[6].mesh.indices[5]: "));
    edited.all<std::uint32_t>()[7] += 8;
    CHECK(text_of_differences(own, edited) == "nodes[6].mesh.indices: 2 differ, 396 -> 396, largest 8.000000\n");
    --edited.all<grimrock::owned_mesh>()[0].indices.count;
    CHECK(text_of_differences(own, edited) == "nodes[6].mesh.indices: 2 differ, 396 -> 395, largest 8.000000\n");

    const p3d::owned_model points = p3d_model();
    p3d::owned_model fewer = points;
    fewer.all<p3d::owned_lod>()[0].points.count -= 1;
    CHECK(text_of_differences(points, fewer) == "lods[0].points: 0 differ, 99 -> 98, largest 0.000000\n");
    p3d::owned_model moved = points;
    moved.all<p3d::owned_point>()[4].position.y += 1;
    CHECK(text_of_differences(points, moved).starts_with("lods[0].points[4].position: -0.450000 0.000000 "));
    moved.all<p3d::owned_point>()[5].position.z = std::numeric_limits<float>::infinity(); // has no distance
    CHECK(text_of_differences(points, moved) == "lods[0].points[].position: 2 differ, 99 -> 99, largest 1.000000\n");
}

TEST_CASE("content: records with names are found wherever they are") {
    const grimrock::owned_model own = grimrock_model();
    grimrock::owned_model edited = own;
    auto& nodes = edited.all<grimrock::owned_node>();
    const std::size_t count = nodes.size();

    // A node before all others: their parents' numbers change, but not their parents.
    const auto letter = static_cast<std::uint32_t>(edited.all<char>().size());
    edited.all<char>().push_back('!');
    nodes.push_back(nodes[count - 1]);
    for (std::size_t i = count; i > 0; --i) {
        nodes[i] = nodes[i - 1];
        nodes[i].parent += nodes[i].parent >= 0 ? 1 : 0;
    }
    nodes[0].name = {.first = letter, .count = 1};
    nodes[0].mesh = {};
    ++edited.nodes.count;
    CHECK(text_of_differences(own, edited) == "nodes[0]: added !\n");
    CHECK(text_of_differences(edited, own) == "nodes[0]: removed !\n");

    edited = own;
    nodes[2].parent = 0;
    CHECK(text_of_differences(own, edited) == "nodes[2].parent: 1 -> 0\n");
    edited = own;
    std::swap(nodes[1], nodes[2]); // the numbers of the parents stay, so the children have another parent
    CHECK(text_of_differences(own, edited) == "nodes: 2 reordered\n"
                                              "nodes[2].parent: 1 -> 2\nnodes[3].parent: 2 -> 1\n"
                                              "nodes[4].parent: 2 -> 1\nnodes[5].parent: 2 -> 1\n");
    edited = own;
    nodes[6].mesh = {};
    CHECK(text_of_differences(own, edited) == "nodes[6].mesh: removed \n");
    edited = own;
    std::swap(nodes[6], nodes[7]);
    CHECK(text_of_differences(own, edited) == "nodes: 2 reordered\n");
    edited = own;
    nodes[7].name = edited.all<grimrock::owned_segment>()[0].material;
    CHECK(text_of_differences(own, edited) == "nodes[7].name: \"plinth\" -> \"effigy_stone\"\n");
    edited = own;
    std::swap(nodes[6].name, nodes[7].name);
    std::string by_place;
    const auto add = [&](const difference& found) { by_place += found.path.text() + '\n'; };
    CHECK(!differences(own, edited, add, record_pairs::by_place));
    CHECK(by_place == "nodes[6].name\nnodes[7].name\n");
    CHECK(text_of_differences(own, edited).starts_with("nodes: 2 reordered\n"));
    edited = own;
    nodes[6].name = nodes[7].name; // of two equal names, the first goes with the first
    CHECK(text_of_differences(own, edited).ends_with("nodes[6]: removed body\nnodes[7]: added plinth\n"));
}

namespace {

// Adds a node, so that nodes are not compared by place.
void add_last(nwn::owned_model& to) {
    nwn::owned_node last = to.get(to.nodes)[1];
    REQUIRE(last.name.assign("last"));
    to.append(to.nodes, last);
    to.geometry.root = pool_handle<nwn::owned_node>{to.nodes.first};
}

} // namespace

TEST_CASE("content: names end at the NUL") {
    const nwn::owned_model own = nwn_model();
    const std::uint32_t count = own.nodes.count;
    const std::string name{own.get(own.nodes)[1].name.view()};
    const std::string added = "nodes[" + std::to_string(count) + "]: added last\n";
    nwn::owned_model edited = own;
    add_last(edited);
    CHECK(text_of_differences(own, edited) == added);
    edited.get(edited.nodes)[1].name.chars[name.size() + 1] = '!';
    CHECK(text_of_differences(own, edited) ==
          "nodes[1].name: \"" + name + "\" -> \"" + name + '\0' + "!\"\n" + added); // its bytes differ
    CHECK(text_of_differences(edited, own).ends_with("]: removed last\n"));
    // Equal names are paired in their order, whatever follows the NUL.
    nwn::owned_model first = edited, second = edited;
    for (nwn::owned_model* const each : {&first, &second}) {
        add_last(*each);
    }
    first.get(first.nodes)[count].name.chars[9] = 'a';
    second.get(second.nodes)[count + 1].name.chars[9] = 'a';
    CHECK(text_of_differences(first, second).find("reordered") == std::string::npos);
}

TEST_CASE("content: a parent that is replaced is not reported for each child") {
    const nwn::owned_model own = nwn_model();
    nwn::owned_model edited = own;
    add_last(edited);
    const std::string name{own.get(own.nodes)[1].name.view()};
    REQUIRE(edited.get(edited.nodes)[1].name.assign("other"));
    const std::string nodes = "nodes[1]: removed " + name + "\nnodes[1]: added other\nnodes[" +
                              std::to_string(own.nodes.count) + "]: added last\n";
    CHECK(text_of_differences(own, edited) == nodes);
    edited.get(edited.nodes)[2].parent = 0; // it is no child of the new one
    CHECK(text_of_differences(own, edited) == "nodes[2].parent: 1 -> 0\n" + nodes);
}

TEST_CASE("content: the order of the pools does not matter") {
    const grimrock::owned_model own = grimrock_model();
    grimrock::owned_model moved = own;
    auto& numbers = moved.all<std::uint32_t>();
    pool<std::uint32_t> later;
    for (std::uint32_t i = 0; i < 9; ++i) {
        later.push_back(i);
    }
    for (const std::uint32_t number : numbers) {
        later.push_back(number);
    }
    numbers = later;
    for (grimrock::owned_mesh& mesh : moved.all<grimrock::owned_mesh>()) {
        mesh.indices.first += 9;
    }
    CHECK(!(own == moved));
    CHECK(text_of_differences(own, moved) == "");

    const nwn::owned_model tree = nwn_model();
    nwn::owned_model later_nodes = tree;
    auto& nodes = later_nodes.all<nwn::owned_node>();
    const auto first = static_cast<std::uint32_t>(nodes.size());
    for (std::uint32_t i = 0; i < tree.nodes.count; ++i) {
        nodes.push_back(tree.get(tree.nodes)[i]);
    }
    later_nodes.nodes.first = first;
    CHECK(text_of_differences(tree, later_nodes) != ""); // the root is still a node of the old list
    later_nodes.geometry.root = pool_handle<nwn::owned_node>{first};
    CHECK(text_of_differences(tree, later_nodes) == "");
}

TEST_CASE("content: a reference that leads nowhere, and lists that multiply, are errors") {
    const grimrock::owned_model own = grimrock_model();
    grimrock::owned_model edited = own;
    const auto all_fields = [](const content_field&) {};
    auto& mesh = edited.all<grimrock::owned_mesh>()[0];
    mesh.indices.first = 0xFFFF'FFFF;
    CHECK(visit_content(edited, all_fields).code == errc::out_of_bounds);
    CHECK(std::string_view{visit_content(edited, all_fields).path} == "indices");
    CHECK(differences(own, edited, [](const difference&) {}).code == errc::out_of_bounds);
    CHECK(!equal_content(edited, edited));

    edited = own;
    edited.all<grimrock::owned_node>()[0].light = {.number = 0};
    CHECK(visit_content(edited, all_fields).code == errc::out_of_bounds);

    edited = own;
    for (std::size_t i = 0; i < 4000; ++i) {
        edited.all<grimrock::owned_node>().push_back(own.get(own.nodes)[6]);
    }
    edited.nodes.count += 4000;
    CHECK(visit_content(edited, all_fields).code == errc::budget);
    CHECK(differences(edited, edited, [](const difference&) {}).code == errc::budget);
}

} // namespace
