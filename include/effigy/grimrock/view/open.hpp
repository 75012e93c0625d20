// The validation of open() and open_animation().
#pragma once

#include <effigy/core/borrowed_bytes.hpp>
#include <effigy/grimrock/view/animation.hpp>
#include <effigy/grimrock/view/model.hpp>

namespace effigy::inline v0::grimrock::impl {

// Returns an error if parents form a cycle. Called only if a node comes before its parent, which none of 3,469 real
// nodes does (measured). Returns the error `budget` for a model of more than 4,096 nodes.
template <class = when_used>
[[nodiscard]] error cycle_in(const sequence<node, node_context>& nodes, byte_view file, std::uint64_t end) noexcept {
    constexpr const char* path = "mdl1.nodes[].parent";
    if (nodes.size() > parent_table::capacity) {
        return {{path, file.base() + end}, errc::budget, parent_table::capacity, nodes.size()};
    }
    parent_table parents;
    for (const node& each : nodes) {
        parents.add(each.parent_as_stored());
    }
    const std::uint32_t in_cycle = parents.find_cycle();
    if (in_cycle == npos) {
        return {};
    }
    std::uint32_t number = 0;
    for (const node& each : nodes) {
        if (number++ == in_cycle && each) {
            const std::uint64_t parent = each.local() != nullptr
                                             ? file.offset_of(each.local()) + sizeof(*each.local())
                                             : file.offset_of(each.transform()) + sizeof(*each.transform());
            return {location{path, parent}.within(in_cycle), errc::cycle, 0, in_cycle};
        }
    }
    return {{"mdl1.nodes"}, errc::cycle, 0, in_cycle};
}

// The versions that a function reads.
struct versions {
    std::int32_t oldest, newest;
    const char* expected;        // in words, for errors
    const char* reader_of_other; // the same, with the function that reads the other engine's versions

    // Rejects any other version. `is_known`: whether it is a version of either engine.
    template <class Cursor> void check(Cursor& c, const char* path, std::int32_t found, bool is_known) const noexcept {
        if (c.ok() && (found < oldest || found > newest)) {
            c.fail(errc::bad_version, path, 4, found, static_cast<std::uint64_t>(newest),
                   is_known ? reader_of_other : expected);
        }
    }
};

// The location and order of a model's nodes.
struct model_layout {
    std::uint64_t first_node = 0; // offset in the file
    node_context context;
    bool ordered = true; // every parent comes before its children
};

// Reads a model and validates everything, but does not look for cycles among the parents: see cycle_in().
template <class Cursor>
[[nodiscard]] EFFIGY_INLINE model_layout read_model(Cursor& c, const versions& wanted) noexcept {
    model_layout out;
    c.magic("MDL1", "mdl1.magic");
    const std::int32_t version = c.template value<i32<>>("mdl1.version");
    wanted.check(c, "mdl1.version", version, version == grimrock_version || version == shinobi_version);
    const std::uint64_t transform_size = version == grimrock_version ? sizeof(mat4x3) : sizeof(transform);
    const auto count = record_count::read<i32<>>(c, "mdl1.numNodes", 3 * sizeof(i32<>) + transform_size);
    out.context = {count.number, version};
    out.first_node = c.offset();
    for (std::uint32_t i = 0; i < count.number && count.fits(c, i); ++i) {
        c.enter(i);
        const std::uint32_t parent = access::read<node>(c, out.context).parent();
        out.ordered = out.ordered && (parent == npos || parent < i);
        c.within(i);
    }
    return out;
}

template <class = when_used>
[[nodiscard]] result<model> open_model(std::span<const std::byte> bytes, const versions& wanted) noexcept {
    cursor c{byte_view{bytes}};
    const auto found = read_model(c, wanted);
    if (!c.ok()) {
        return c.error();
    }
    const auto out = access::make<model>(c.bytes(), found.first_node, c.offset(), found.context);
    if (!found.ordered) {
        if (const error cycle = cycle_in(out.nodes(), c.bytes(), c.offset())) {
            return cycle;
        }
    }
    return out;
}

struct animation_layout {
    std::string_view name;
    animation_context context;
    sequence<item, animation_context> items;
};

template <class Cursor>
[[nodiscard]] EFFIGY_INLINE animation_layout read_animation(Cursor& c, const versions& wanted) noexcept {
    animation_layout out;
    animation_context& context = out.context;
    c.magic("ANIM", "anim.magic");
    context.version = c.template value<i32<>>("anim.version");
    wanted.check(c, "anim.version", context.version, context.version >= 1 && context.version <= 3);
    out.name = context.version < 3 ? read_string(c, "anim.name") : std::string_view{};
    context.frames_per_second = c.template value<f32<>>("anim.framesPerSecond");
    context.frame_count = c.template count<i32<>>("anim.numFrames");
    const std::uint32_t smallest_item = (context.version == 1 ? 2 : 4) * sizeof(i32<>); // counts of its name and keys
    const auto count = record_count::read<i32<>>(c, "anim.numItems", smallest_item);
    out.items = read_sequence<item>(c, count, context);
    return out;
}

template <class = when_used>
[[nodiscard]] result<animation> open_animation(std::span<const std::byte> bytes, const versions& wanted) noexcept {
    cursor c{byte_view{bytes}};
    const auto found = read_animation(c, wanted);
    if (!c.ok()) {
        return c.error();
    }
    return access::make<animation>(c.bytes(), c.offset(), found.name, found.context, found.items);
}

} // namespace effigy::inline v0::grimrock::impl
