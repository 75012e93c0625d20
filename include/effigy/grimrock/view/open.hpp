// What open() and open_animation() validate.
#pragma once

#include <effigy/core/borrowed_bytes.hpp>
#include <effigy/grimrock/view/animation.hpp>
#include <effigy/grimrock/view/model.hpp>

namespace effigy::inline v0::grimrock::impl {

// Parents that lead in a circle, if any do. Only nodes before their parents need the validation, and none of 3,469 real
// ones is; it is made for models of up to 4,096 nodes.
template <class Nodes> [[nodiscard]] error circle_in(const Nodes& nodes, window file, std::uint64_t end) noexcept {
    constexpr const char* path = "mdl1.nodes[].parent";
    if (nodes.size() > parent_table::capacity) {
        return {{path, file.base() + end}, errc::budget, parent_table::capacity, nodes.size()};
    }
    parent_table parents;
    for (const auto& node : nodes) {
        parents.add(node.parent_as_stored());
    }
    const std::uint32_t circular = parents.find_circle();
    if (circular == npos) {
        return {};
    }
    std::uint32_t number = 0;
    for (const auto& node : nodes) {
        if (number++ == circular && node) {
            const location parent{path, file.offset_of(node.local()) + sizeof(*node.local())};
            return {parent.within(circular), errc::cycle, 0, circular};
        }
    }
    return {{"mdl1.nodes"}, errc::cycle, 0, circular};
}

template <class Grammar>
[[nodiscard]] result<basic_model<Grammar>> open_model(std::span<const std::byte> bytes) noexcept {
    using model = basic_model<Grammar>;
    using node = typename model::node_type;
    constexpr form order = Grammar::order;
    cursor c{window{bytes}};
    c.magic("MDL1", "mdl1.magic");
    if (const std::int32_t found = c.value<i32<order>>("mdl1.version"); c.ok() && found != Grammar::version) {
        c.fail(errc::bad_version, "mdl1.version", 4, found, static_cast<std::uint64_t>(Grammar::version),
               found == Grammar::other_version ? Grammar::reader_of_other : Grammar::expected_version);
    }
    constexpr std::uint32_t smallest_node = 3 * sizeof(i32<order>) + sizeof(typename Grammar::transform);
    const auto count = record_count::read<i32<order>>(c, "mdl1.numNodes", smallest_node);
    const node_context context{count.number};
    const std::uint64_t first = c.offset();
    bool ordered = true;
    for (std::uint32_t i = 0; i < context.node_count && count.fits(c, i); ++i) {
        const std::uint32_t parent = access::read<node>(c, context).parent();
        ordered = ordered && (parent == npos || parent < i);
        c.within(i);
    }
    if (!c.ok()) {
        return c.error();
    }
    const auto nodes = access::make<sequence<node, node_context>>(c.bytes(), first, context.node_count, context);
    if (!ordered) {
        if (const error circular = circle_in(nodes, c.bytes(), c.offset())) {
            return circular;
        }
    }
    return access::make<model>(c.bytes(), first, c.offset(), nodes);
}

// The versions that an engine reads.
struct animation_versions {
    std::int32_t oldest, newest;
    const char* expected;        // names them
    const char* reader_of_other; // the same, and who reads the other engine's
};

template <form F>
[[nodiscard]] result<basic_animation<F>> open_animation(std::span<const std::byte> bytes,
                                                        const animation_versions& wanted) noexcept {
    cursor c{window{bytes}};
    c.magic("ANIM", "anim.magic");
    animation_context context;
    context.version = c.value<i32<F>>("anim.version");
    if (c.ok() && (context.version < wanted.oldest || context.version > wanted.newest)) {
        const bool is_other = context.version >= 1 && context.version <= 3;
        c.fail(errc::bad_version, "anim.version", 4, context.version, static_cast<std::uint64_t>(wanted.newest),
               is_other ? wanted.reader_of_other : wanted.expected);
    }
    const std::string_view name = context.version < 3 ? read_string<F>(c, "anim.name") : std::string_view{};
    context.frames_per_second = c.value<f32<F>>("anim.framesPerSecond");
    context.frame_count = c.count<i32<F>>("anim.numFrames");
    const std::uint32_t smallest_item = (context.version == 1 ? 2 : 4) * sizeof(i32<F>); // its name and its keys
    const auto count = record_count::read<i32<F>>(c, "anim.numItems", smallest_item);
    const auto items = read_sequence<basic_item<F>>(c, count, context);
    if (!c.ok()) {
        return c.error();
    }
    return access::make<basic_animation<F>>(c.bytes(), c.offset(), name, context, items);
}

} // namespace effigy::inline v0::grimrock::impl
