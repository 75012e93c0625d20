// The validation of open() and open_animation().
#pragma once

#include <effigy/core/borrowed_bytes.hpp>
#include <effigy/grimrock/view/animation.hpp>
#include <effigy/grimrock/view/model.hpp>

namespace effigy::inline v0::grimrock::impl {

// Returns an error if parents form a cycle. Called only if a node comes before its parent, which none of 3,469 real
// nodes does (measured). Returns the error `budget` for a model of more than 4,096 nodes.
template <class Nodes> [[nodiscard]] error cycle_in(const Nodes& nodes, window file, std::uint64_t end) noexcept {
    constexpr const char* path = "mdl1.nodes[].parent";
    if (nodes.size() > parent_table::capacity) {
        return {{path, file.base() + end}, errc::budget, parent_table::capacity, nodes.size()};
    }
    parent_table parents;
    for (const auto& node : nodes) {
        parents.add(node.parent_as_stored());
    }
    const std::uint32_t in_cycle = parents.find_cycle();
    if (in_cycle == npos) {
        return {};
    }
    std::uint32_t number = 0;
    for (const auto& node : nodes) {
        if (number++ == in_cycle && node) {
            const location parent{path, file.offset_of(node.local()) + sizeof(*node.local())};
            return {parent.within(in_cycle), errc::cycle, 0, in_cycle};
        }
    }
    return {{"mdl1.nodes"}, errc::cycle, 0, in_cycle};
}

// The location and order of a model's nodes.
struct model_layout {
    std::uint64_t first_node = 0; // offset in the file
    node_context context;
    bool ordered = true; // every parent comes before its children
};

// Reads a model and validates everything, but does not look for cycles among the parents: see cycle_in().
template <class Grammar, class Cursor> [[nodiscard]] EFFIGY_INLINE model_layout read_model(Cursor& c) noexcept {
    constexpr form order = Grammar::order;
    model_layout out;
    c.magic("MDL1", "mdl1.magic");
    const std::int32_t found = c.template value<i32<order>>("mdl1.version");
    if (c.ok() && found != Grammar::version) {
        c.fail(errc::bad_version, "mdl1.version", 4, found, static_cast<std::uint64_t>(Grammar::version),
               found == Grammar::other_version ? Grammar::reader_of_other : Grammar::expected_version);
    }
    constexpr std::uint32_t smallest_node = 3 * sizeof(i32<order>) + sizeof(typename Grammar::transform);
    const auto count = record_count::read<i32<order>>(c, "mdl1.numNodes", smallest_node);
    out.context = {count.number};
    out.first_node = c.offset();
    for (std::uint32_t i = 0; i < count.number && count.fits(c, i); ++i) {
        c.enter(i);
        const std::uint32_t parent = access::read<basic_node<Grammar>>(c, out.context).parent();
        out.ordered = out.ordered && (parent == npos || parent < i);
        c.within(i);
    }
    return out;
}

template <class Grammar>
[[nodiscard]] result<basic_model<Grammar>> open_model(std::span<const std::byte> bytes) noexcept {
    using model = basic_model<Grammar>;
    using node = typename model::node_type;
    cursor c{window{bytes}};
    const auto found = read_model<Grammar>(c);
    if (!c.ok()) {
        return c.error();
    }
    const auto nodes = access::make<sequence<node, node_context>>(c.bytes(), found.first_node, found.context.node_count,
                                                                  found.context);
    if (!found.ordered) {
        if (const error cycle = cycle_in(nodes, c.bytes(), c.offset())) {
            return cycle;
        }
    }
    return access::make<model>(c.bytes(), found.first_node, c.offset(), nodes);
}

// The versions that an engine reads.
struct animation_versions {
    std::int32_t oldest, newest;
    const char* expected;        // in words, for errors
    const char* reader_of_other; // the same, with the function that reads the other engine's versions
};
inline constexpr animation_versions every_version{1, 3, "1, 2 or 3", "1, 2 or 3"};

template <form F> struct animation_layout {
    std::string_view name;
    animation_context context;
    sequence<basic_item<F>, animation_context> items;
};

template <form F, class Cursor>
[[nodiscard]] EFFIGY_INLINE animation_layout<F> read_animation(Cursor& c, const animation_versions& wanted) noexcept {
    animation_layout<F> out;
    animation_context& context = out.context;
    c.magic("ANIM", "anim.magic");
    context.version = c.template value<i32<F>>("anim.version");
    if (c.ok() && (context.version < wanted.oldest || context.version > wanted.newest)) {
        const bool is_other = context.version >= 1 && context.version <= 3;
        c.fail(errc::bad_version, "anim.version", 4, context.version, static_cast<std::uint64_t>(wanted.newest),
               is_other ? wanted.reader_of_other : wanted.expected);
    }
    out.name = context.version < 3 ? read_string<F>(c, "anim.name") : std::string_view{};
    context.frames_per_second = c.template value<f32<F>>("anim.framesPerSecond");
    context.frame_count = c.template count<i32<F>>("anim.numFrames");
    const std::uint32_t smallest_item = (context.version == 1 ? 2 : 4) * sizeof(i32<F>); // counts of its name and keys
    const auto count = record_count::read<i32<F>>(c, "anim.numItems", smallest_item);
    out.items = read_sequence<basic_item<F>>(c, count, context);
    return out;
}

template <form F>
[[nodiscard]] result<basic_animation<F>> open_animation(std::span<const std::byte> bytes,
                                                        const animation_versions& wanted) noexcept {
    cursor c{window{bytes}};
    const auto found = read_animation<F>(c, wanted);
    if (!c.ok()) {
        return c.error();
    }
    return access::make<basic_animation<F>>(c.bytes(), c.offset(), found.name, found.context, found.items);
}

} // namespace effigy::inline v0::grimrock::impl
