// Models whose clips are compared with the format's own evaluation, one for each rule of motion that was once broken.
#pragma once

#include "nwn/fixtures.hpp"
#include "samples/sample.hpp"

#include <utility>

namespace samples {

inline void add_nwn_moves(std::vector<sample>& to) {
    namespace format = fixtures::nwn;
    const auto add = [&](const char* name, const format::model& described) {
        to.push_back({std::string{name} + ".mdl", format::write(described)});
    };
    // A node with a triangle below a root, and the keys of both in a clip.
    const auto moved = [](std::vector<format::key> of_root, std::vector<format::key> of_box) {
        format::model out{.by = format::flavour::nwnmdlcomp};
        out.nodes = {{"root"}, {"box", 0, {format::position_key({0, 0, 1})}, format::triangle()}};
        out.clips = {{"go", 2, {}, {{"root", -1, std::move(of_root)}, {"box", 0, std::move(of_box)}}}};
        return out;
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
}

} // namespace samples
