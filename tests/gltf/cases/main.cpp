// effigy_cases FOLDER: writes models whose scenes once differed from the formats' evaluation, each with its clips in a
// folder of its own.
#include "nwn/fixtures.hpp"
#include "p3d/fixtures.hpp"
#include "support/write_file.hpp"

#include <filesystem>
#include <utility>
#include <vector>

namespace {

struct case_of_test {
    std::string name;
    std::vector<std::pair<std::string, support::byte_builder>> files;
};

// A point that has one bone of a weight below 1, and two weights whose sum is above 1.
case_of_test p3d_weights() {
    namespace p3d = fixtures::p3d;
    p3d::lod level = p3d::inward_box();
    const std::vector<std::uint8_t> none(6);
    level.tags = {
        p3d::selection("a", {128, 1, 0, 0, 1, 1, 255, 3}, none), p3d::selection("b", {0, 1, 200, 1, 1, 1, 0, 3}, none),
        p3d::selection("c", {0, 128, 0, 0, 1, 1, 0, 0}, none), p3d::selection("d", {0, 0, 0, 0, 1, 100, 0, 0}, none),
        p3d::selection("e", {0, 0, 0, 0, 2, 1, 0, 0}, none)};
    return {"p3d_weights",
            {{"weights.p3d", p3d::write(p3d::model{{level}})}, {"all.rtm", p3d::write(p3d::clips_of_some_bones()[0])}}};
}

// Clips that have different bones.
case_of_test p3d_clips() {
    namespace p3d = fixtures::p3d;
    case_of_test out{"p3d_clips", {{"shared.p3d", p3d::write(p3d::model{{p3d::box_of_shared_points()}})}}};
    for (const p3d::clip& motion : p3d::clips_of_some_bones()) {
        out.files.emplace_back("clip" + std::to_string(out.files.size()) + ".rtm", p3d::write(motion));
    }
    return out;
}

// Models of Neverwinter Nights, one for each rule of motion.
std::vector<case_of_test> nwn_moves() {
    namespace format = fixtures::nwn;
    std::vector<case_of_test> out;
    const auto add = [&](const char* name, const format::model& described) {
        out.push_back({name, {{std::string{name} + ".mdl", format::write(described)}}});
    };
    // A node with a triangle below a root, and the keys of both in a clip.
    const auto moved = [](std::vector<format::key> of_root, std::vector<format::key> of_box) {
        format::model made{.by = format::flavour::nwnmdlcomp};
        made.nodes = {{"root"}, {"box", 0, {format::position_key({0, 0, 1})}, format::triangle()}};
        made.clips = {{"go", 2, {}, {{"root", -1, std::move(of_root)}, {"box", 0, std::move(of_box)}}}};
        return made;
    };
    add("nwn_root_moves", moved({{8, 3, {0, 2}, {0, 0, 0, 1, 4, 0.5F}}}, {}));
    add("nwn_root_turns",
        moved({{8, 3, {0, 2}, {0, 0, 0, 1, 4, 0.5F}}, {20, 4, {0, 2}, {0, 0, 0, 1, 0, 0, 1, 0}}}, {}));
    add("nwn_bezier", moved({}, {{8, 0x19, {0, 2}, {0, 0, 1, 9, 9, 9, 9, 9, 9, 3, 2, 1, 9, 9, 9, 9, 9, 9}},
                                 {36, 0x13, {0, 1}, {1, 9, 9, 2, 9, 9}}}));
    add("nwn_wrong_columns",
        moved({}, {{20, 5, {0, 2}, {0, 0, 0, 1, 2, 0, 0, 1, 0, 2}}, {8, 3, {0, 2}, {0, 0, 1, 1, 1, 1}}}));
    format::model last_slot = format::bioware();
    format::skin& bound = *last_slot.nodes[5].skin;
    std::swap(bound.slot_nodes[1], bound.slot_nodes[17]);
    bound.node_to_slot[1] = 17;
    for (auto& refs : bound.refs) {
        for (std::int16_t& slot : refs) {
            slot = slot == 1 ? std::int16_t{17} : slot;
        }
    }
    add("nwn_last_slot", last_slot);
    return out;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("effigy_cases FOLDER: writes models and clips to FOLDER\n", stderr);
        return 2;
    }
    std::vector<case_of_test> all = nwn_moves();
    all.insert(all.end(), {p3d_weights(), p3d_clips()});
    for (const case_of_test& each : all) {
        const std::filesystem::path folder = std::filesystem::path{argv[1]} / each.name;
        std::filesystem::create_directories(folder);
        for (const auto& [name, bytes] : each.files) {
            if (!support::write_file((folder / name).string(), bytes.span())) {
                return 1;
            }
        }
    }
    return 0;
}
