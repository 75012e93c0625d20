// The facts of an animation: its tree, its keys, and the poses of the model.
#pragma once

#include "node.hpp"

namespace facts::nwn {

// The nodes of an animation, with look-up by number and by name.
struct moving_tree {
    std::vector<effigy::tree_entry> entries;
    format::animation_index nodes;

    explicit moving_tree(const format::animation& animation)
        : entries(animation.count_nodes()), nodes(animation.index(entries)) {}

    template <class Function> void for_each(const Function& f) const {
        for (std::uint32_t number = 0; number < nodes.size(); ++number) {
            f(nodes[number]);
        }
    }
};

// ---- bytes ---------------------------------------------------------------------------------------------------------

inline void add_header(json& out, const format::animation& animation) {
    const auto& header = *animation.record();
    out["name"] = latin1(animation.name());
    out["anim_root"] = latin1(header.root.view());
    out["node_count"] = header.geometry.node_count.get();
    out["length_approx"] = rounded(animation.duration());
    out["fade_approx"] = rounded(animation.transition_time());
    out["type"] = static_cast<unsigned>(header.geometry.type.get());
    out["header_crc"] = crc_of(std::span{&header, 1});
    out["events"] = list_of(animation.events(), [](const auto& event) { return latin1(event.name.view()); });
    out["events_approx"] = list_of(animation.events(), [](const auto& event) { return rounded(event.time); });
}

inline void add_tree(json& out, const moving_tree& tree) {
    tally<std::uint32_t> flags;
    checksum names;
    checksum links;
    tree.for_each([&](const format::node& node) {
        const std::string link = std::to_string(node.flags()) + ',' + std::to_string(node.record()->part_number) + ',' +
                                 std::to_string(parent_of(node)) + '\n';
        const std::string name = std::string{node.name()} + '\n';
        flags.add(node.flags());
        add_bytes(names, name);
        add_bytes(links, link);
    });
    const std::vector<std::int64_t> depths = depths_of(tree.nodes);
    out["nodes"] = tree.nodes.size();
    out["depth"] = depths.empty() ? -1 : *std::ranges::max_element(depths);
    out["flags"] = flags.facts();
    out["names_crc"] = names.hex();
    out["tree_crc"] = links.hex();
}

inline void add_bodies(json& out, const format::model& model, const moving_tree& tree) {
    checksum bodies;
    checksum keys;
    checksum data;
    std::uint64_t key_count = 0;
    std::uint64_t data_count = 0;
    tree.for_each([&](const format::node& node) {
        const auto node_keys = node.get(node.record()->controller_keys);
        const auto node_data = node.get(node.record()->controller_data);
        add_bytes(bodies, bytes_of(model, node));
        add_bytes(keys, node_keys);
        add_bytes(data, node_data);
        key_count += node_keys.size();
        data_count += node_data.size();
    });
    out["bodies_crc"] = bodies.hex();
    out["keys"] = facts::bulk(keys, key_count);
    out["data"] = facts::bulk(data, data_count);
}

// ---- controllers ---------------------------------------------------------------------------------------------------

// The sums of all controllers with the same name.
struct controller_sums {
    std::uint64_t controllers = 0, timed_rows = 0;
    std::vector<double> sums; // of the times, of column 0, of column 1, ..

    void add(const format::controller& controller) {
        const bool has_values = !controller.values().empty();
        ++controllers;
        timed_rows += controller.times().size();
        sums.resize(std::max<std::size_t>(sums.size(), has_values ? 1 + controller.width() : 1));
        for (std::size_t i = 0; i < controller.times().size(); ++i) {
            sums[0] += controller.times()[i];
            for (std::size_t column = 1; const double value : controller.row(i)) {
                sums[column++] += value;
            }
        }
    }
};

// The number of neighbouring orientations with a negative dot product, as stored.
[[nodiscard]] inline std::uint64_t flips_of(const format::controller& controller) {
    if (controller.id() != format::controls_orientation || controller.columns() != 4) {
        return 0;
    }
    const auto key = [&](std::size_t i) {
        const auto row = controller.row(i);
        return quaternion{row[0], row[1], row[2], row[3]};
    };
    std::uint64_t flips = 0;
    for (std::size_t i = 1; i < controller.times().size(); ++i) {
        flips += dot(key(i - 1), key(i)) < 0 ? 1U : 0U;
    }
    return flips;
}

inline void add_controllers(json& out, const moving_tree& tree) {
    std::map<std::string, controller_sums> by_name;
    std::uint64_t flips = 0;
    tree.for_each([&](const format::node& node) {
        for (const format::controller controller : node.controllers()) {
            by_name[name_of(node, controller)].add(controller);
            flips += flips_of(controller);
        }
    });
    json counts = json::object();
    json sums = json::object();
    for (const auto& [name, all] : by_name) {
        counts[name] = json::array({all.controllers, all.timed_rows});
        sums[name] = facts::numbers(all.sums);
    }
    out["ctl"] = std::move(counts);
    out["ctl_approx"] = std::move(sums);
    out["flips"] = flips;
}

// ---- motion --------------------------------------------------------------------------------------------------------

inline void add_samples(json& out, const moving_tree& tree, double length) {
    json samples = json::array();
    for (const double part : {0.25, 0.5, 0.75}) {
        const double time = part * length;
        vector positions;
        vector directions;
        tree.for_each([&](const format::node& node) {
            const auto controllers = node.controllers();
            if (const auto position = controllers.at(controllers.find(format::controls_position))) {
                positions = positions + sample(position, time, vector{});
            }
            if (const auto orientation = controllers.at(controllers.find(format::controls_orientation))) {
                directions = directions + rotated(sample(orientation, time, quaternion{}), probe);
            }
        });
        samples.push_back(coordinates(positions, directions));
    }
    out["samples_approx"] = std::move(samples);
}

// The pose of the model in the middle of the animation.
inline void add_pose(json& out, const moving_tree& tree, double length, const format::node_index& nodes,
                     std::vector<pose> poses) {
    apply(tree.nodes, 0.5 * length, nodes, poses);
    std::uint64_t unmatched = 0;
    tree.for_each([&](const format::node& node) { unmatched += nodes.find(node.name()) == effigy::npos ? 1U : 0U; });

    std::vector<vector> points;
    sum<3> total;
    for (const matrix& world : world_matrices(nodes, poses)) {
        points.push_back(y_up(world.translation));
        total.add(elements(points.back()));
    }
    json facts = facts::numbers(total);
    for (json& number : bounds(points)) {
        facts.push_back(std::move(number));
    }
    out["unmatched"] = unmatched;
    out["pose_approx"] = std::move(facts);
}

// ---- animations ----------------------------------------------------------------------------------------------------

inline void add_animmeshes(json& out, const moving_tree& tree) {
    json all = json::array();
    tree.for_each([&](const format::node& node) {
        if (const auto samples = node.animmesh()) {
            all.push_back({{"name", latin1(node.name())},
                           {"mesh", mesh_facts(node.mesh())},
                           {"animmesh", animmesh_facts(samples)}});
        }
    });
    if (!all.empty()) {
        out["animmeshes"] = std::move(all);
    }
}

// Lists the first nodes, at most `most`. Returns their number.
inline std::size_t add_details(json& out, const moving_tree& tree, std::size_t most) {
    const std::size_t count = std::min(most, tree.nodes.size());
    if (count == 0) {
        return 0;
    }
    json details = json::array();
    json rows = json::array();
    for (std::size_t number = 0; number < count; ++number) {
        const format::node node = tree.nodes[number];
        details.push_back(json::array(
            {latin1(node.name()), node.flags(), node.record()->part_number.get(), parent_of(node), key_facts(node)}));
        rows.push_back(first_rows(node));
    }
    out["detail"] = std::move(details);
    out["detail_approx"] = std::move(rows);
    return count;
}

} // namespace facts::nwn
