// Collision trees in text form.
#pragma once

#include <effigy/core/impl/decimal.hpp>
#include <effigy/nwn/owned/derive/boxes.hpp>
#include <effigy/nwn/owned/text/fields.hpp>
#include <effigy/nwn/owned/text/pools.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Whether a node has faces for a collision tree, and none.
[[nodiscard]] inline bool lacks_boxes(const owned_model& model, const owned_node& node) noexcept {
    const owned_mesh* const mesh = model.get(node.mesh);
    return (node.flags & has_aabb) != 0 && node.aabb.empty() && mesh != nullptr && !mesh->faces.empty();
}

// Makes the collision trees that a text lacks.
template <class = when_used> void add_boxes(owned_model& model) {
    for (owned_node& node : model.get(model.nodes)) {
        if (lacks_boxes(model, node)) {
            box_builder<>{model, node, *model.get(node.mesh)}.run();
        }
    }
}

// Puts the rows of an `aabb` list: boxes in pre-order, "min max face [plane]"; a box whose face is -1 has two children.
// Without a complete tree there is none. `number_of(face)`: the number of a face in the mesh.
template <class NumberOf>
[[nodiscard]] pool_slice<owned_aabb> put_boxes(text_pools<>& to, const statement& from, const NumberOf& number_of) {
    const bool has_first = begins_number(from.word(0).text);
    const std::size_t rows = from.rows().size() + (has_first ? 1U : 0U);
    pool<std::uint32_t> open{to.made.all<char>().resource()};  // boxes that wait for a child
    pool<std::uint8_t> planes{to.made.all<char>().resource()}; // whether the row has a plane
    if (rows == 0 || !to.charge<owned_aabb>(rows, from)) {
        return {};
    }
    pool<owned_aabb>& all = to.made.all<owned_aabb>();
    const auto first = static_cast<std::uint32_t>(all.size());
    constexpr std::size_t most_depth = aabb_walk::max_depth;
    bool is_complete = false;
    const auto add = [&](const text_words& row, std::size_t skipped) {
        if (is_complete) {
            return;
        }
        std::array<float, 6> bounds{};
        std::int64_t face = -1, plane = 0;
        bool has_plane = false;
        std::size_t i = 0;
        for (const text_word& word : row) {
            if (i >= skipped && i - skipped < 6) {
                static_cast<void>(read_number(word.text, bounds[i - skipped]));
            } else if (i - skipped == 6) {
                static_cast<void>(read_integer(word.text, face));
            } else if (i - skipped == 7) {
                has_plane = read_integer(word.text, plane);
            }
            ++i;
        }
        const auto number = static_cast<std::uint32_t>(all.size());
        owned_aabb& box = all.emplace_back();
        box.min = {bounds[0], bounds[1], bounds[2]};
        box.max = {bounds[3], bounds[4], bounds[5]};
        box.face = face < 0 ? -1 : number_of(face);
        box.plane = has_plane ? low_bits(plane) : 0;
        planes.push_back(has_plane ? 1 : 0);
        if (!open.empty()) {
            const std::uint32_t above = open.back();
            (all[above].left ? all[above].right : all[above].left).number = number;
        }
        if (face < 0) {
            open.push_back(number);
        }
        while (!open.empty() && all[open.back()].right) {
            const std::uint32_t done = open.back();
            owned_aabb& inner = all[done];
            if (planes[done - first] == 0) {
                inner.plane = plane_between(all[inner.left.number], all[inner.right.number]);
            }
            open.pop_back();
        }
        is_complete = open.empty();
    };
    bool is_deep = false;
    if (has_first) {
        add(from.words(), 1);
    }
    for (const text_words& row : from.rows()) {
        add(row, 0);
        is_deep = is_deep || open.size() >= most_depth;
    }
    if (is_deep) {
        to.refuse(error{from.at("nodes[].aabb"), errc::budget, most_depth, static_cast<std::int64_t>(open.size()),
                        "boxes inside each other"});
    }
    if (!is_complete) {
        all.resize(first);
        return {};
    }
    return {first, static_cast<std::uint32_t>(all.size() - first)};
}

}}}} // namespace effigy::v0::nwn::impl
