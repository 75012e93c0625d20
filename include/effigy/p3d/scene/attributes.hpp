// Selections as attributes of vertices.
#pragma once

#include <effigy/p3d/scene/mesh.hpp>

#include <algorithm>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// Adds an attribute for each selection of a level: how much it selects each vertex. Of selections with one name, in any
// case, the first is added: Blender writes names of attributes in upper case. Together they take at most three times
// the level's size; those that do not fit are left out.
template <class = when_used>
void add_selection_attributes(builder& to, const lod& level, const point_vertices& vertices, bool with_proxies,
                              scene::mesh& out) {
    constexpr std::string_view prefix = "SELECTION_";
    std::uint64_t left_out = 0;
    std::uint64_t left = std::min<std::uint64_t>(3 * (level.end_offset() - level.offset()) + 4096, to.left() / 2);
    const auto takes = [&](std::uint64_t bytes) {
        const bool fits = bytes <= left && !to.why();
        left -= fits ? bytes : 0;
        left_out += fits ? 0 : 1;
        return fits;
    };
    pool<p3d::selection> all{to.memory()};
    key_tree names{to.memory()};
    constexpr std::size_t bytes_of_one = 3 * (sizeof(p3d::selection) + names.bytes_of_one);
    for (const p3d::selection& part : level.selections()) {
        const auto compare = [&](std::uint32_t i) { return compare_any_case(part.name(), all[i].name()); };
        if ((with_proxies || !proxy_of(part.name())) && names.find(compare) == npos && takes(bytes_of_one) &&
            names.make_room([&](auto& list) { return to.make_room(list); }) && to.add(all, part) != nullptr) {
            names.add(compare);
        }
    }
    names.for_each([&](std::uint32_t number) {
        const p3d::selection& part = all[number];
        const std::string_view name = part.name();
        if (!takes(3 * sizeof(scene::attribute) + prefix.size() + name.size() + vertices.size())) {
            return;
        }
        scene::attribute* const added = to.add(out.attributes);
        if (added == nullptr || !to.resize(vertices.size(), added->values)) {
            return;
        }
        scene::attribute& made = *added;
        made.name = to.text({prefix, name});
        for_each_point(part, [&](const selected_point& selected) {
            const float rounded = selected.weight * 255 + 0.5F; // weights are 0 .. 1
            vertices.for_each(selected.point,
                              [&](std::uint32_t vertex) { made.values[vertex] = static_cast<std::uint8_t>(rounded); });
        });
    });
    to.extras().add_given("selectionAttributesLeftOut", left_out).put_into(out.extras);
}

}}}} // namespace effigy::v0::p3d::impl
