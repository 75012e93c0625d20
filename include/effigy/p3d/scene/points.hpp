// The points of a level without triangles as nodes.
#pragma once

#include <effigy/p3d/scene/mesh.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// Adds a node for each point that no proxy selects, with the name of the first selection that selects it, or `point`.
// Together they take at most half of the memory that the scene has left; the parent's extras count those that do not
// fit.
template <class = when_used>
void add_point_nodes(builder& to, const lod& level, bool with_proxies, std::uint32_t parent, level_trace* trace) {
    const strided<vec3<>> points = level.points();
    constexpr std::string_view unnamed = "point";
    std::uint64_t left = to.left() / 2;
    pool<std::string_view> names{to.memory()}; // empty: of a proxy
    if (points.size() * sizeof(std::string_view) > left || !to.reserve(names, points.size())) {
        return;
    }
    names.resize(points.size(), unnamed);
    for (const p3d::selection& part : level.selections()) {
        const bool is_proxy = !with_proxies && proxy_of(part.name());
        for_each_point(part, [&](const selected_point& one) {
            std::string_view& name = names[one.point];
            name = is_proxy ? std::string_view{} : name.data() == unnamed.data() ? part.name() : name;
        });
    }
    std::uint64_t left_out = 0;
    const auto takes = [&](std::string_view name) {
        constexpr std::uint64_t to_rename = 64;
        const std::uint64_t bytes = sizeof(scene::node) + 2 * name.size() + to_rename;
        const bool fits = name.data() != nullptr && bytes <= left;
        left -= fits ? bytes : 0;
        left_out += name.data() != nullptr && !fits ? 1U : 0U;
        return fits;
    };
    std::size_t count = 0;
    for (std::string_view& name : names) {
        name = takes(name) ? name : std::string_view{};
        count += name.data() != nullptr ? 1U : 0U;
    }
    if (!to.reserve(to.made.nodes, count)) {
        return;
    }
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const std::string_view name = names[i];
        if (name.data() == nullptr) {
            continue;
        }
        const std::uint32_t made = to.add_node(name, parent, pose<double>{vector3<double>{points[i]}, {}, {1, 1, 1}});
        if (made != npos && trace != nullptr) {
            trace->points_of_nodes.push_back({made, i});
        }
    }
    to.extras().add_given("pointsLeftOut", left_out).put_into(to.made.nodes[parent].extras);
}

}}}} // namespace effigy::v0::p3d::impl
