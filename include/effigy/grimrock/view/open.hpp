// The validation of open() and open_animation().
#pragma once

#include <effigy/core/borrowed_bytes.hpp>
#include <effigy/grimrock/view/animation.hpp>
#include <effigy/grimrock/view/model.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

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

// The versions that are read.
struct versions {
    std::uint32_t bits; // bit n: version n
    std::uint64_t newest;
    const char* expected; // in words, for errors

    // Rejects any other version.
    template <class Cursor> void check(Cursor& c, const char* path, std::int32_t found) const noexcept {
        if (c.ok() && (found < 0 || found > 31 || (bits >> static_cast<unsigned>(found) & 1U) == 0)) {
            c.fail(errc::bad_version, path, 4, found, newest, expected);
        }
    }
};
inline constexpr versions versions_of_models{1U << 2U | 1U << 4U, 4, "2 (Legend of Grimrock) or 4 (Shinobi engine)"};
inline constexpr versions versions_of_animations{1U << 1U | 1U << 2U | 1U << 3U, 3,
                                                 "1 or 2 (Legend of Grimrock) or 3 (Shinobi engine)"};

// For a file that was opened: nothing but its version.
[[nodiscard]] constexpr versions only(std::uint32_t version) noexcept { return {1U << version, version, ""}; }

struct model_fields {
    std::int32_t version = 0;
    stored_list nodes;
    bool is_ordered = true; // every parent comes before its children

    void check_order(const node_fields& each, std::uint32_t i) noexcept {
        is_ordered = is_ordered && each.parent < static_cast<std::int64_t>(i);
    }
};

// The fields of a model in the order of the file. `to`: model_fields or owned_model. Does not look for cycles among the
// parents: see cycle_in().
template <class Cursor, class Model>
EFFIGY_INLINE void transfer_model(Cursor& c, Model& to, const versions& wanted) {
    c.magic("MDL1", "mdl1.magic");
    transfer_number<i32<>>(c, to.version, "mdl1.version");
    const auto version = static_cast<std::int32_t>(to.version);
    wanted.check(c, "mdl1.version", version);
    const std::uint64_t transform_size = version == grimrock_version ? sizeof(mat4x3) : sizeof(transform);
    transfer_parts<i32<>, node_fields>(c, to.nodes, "mdl1.numNodes", 3 * sizeof(i32<>) + transform_size,
                                       [&](auto& at, auto& each, std::uint32_t i, std::uint32_t nodes) {
                                           transfer_node(at, each, {.node_count = nodes, .version = version});
                                           if constexpr (requires { to.check_order(each, i); }) {
                                               to.check_order(each, i);
                                           }
                                       });
}

template <class = when_used>
[[nodiscard]] result<model> open_model(std::span<const std::byte> bytes, const versions& wanted) noexcept {
    cursor c{byte_view{bytes}};
    model_fields found;
    transfer_model(c, found, wanted);
    if (!c.ok()) {
        return c.error();
    }
    const auto out = access::make<model>(c.bytes(), found.nodes.offset, c.offset(),
                                         node_context{.node_count = found.nodes.count, .version = found.version});
    if (!found.is_ordered) {
        if (const error cycle = cycle_in(out.nodes(), c.bytes(), c.offset())) {
            return cycle;
        }
    }
    return out;
}

struct animation_fields {
    std::int32_t version = 0;
    std::string_view name;
    float frames_per_second = 0;
    std::uint32_t frame_count = 0;
    stored_list items;
};

// The fields of an animation in the order of the file. `to`: animation_fields or owned_animation.
template <class Cursor, class Animation>
EFFIGY_INLINE void transfer_animation(Cursor& c, Animation& to, const versions& wanted) {
    c.magic("ANIM", "anim.magic");
    transfer_number<i32<>>(c, to.version, "anim.version");
    const auto version = static_cast<std::int32_t>(to.version);
    wanted.check(c, "anim.version", version);
    if (version < 3) {
        transfer_string(c, to.name, "anim.name");
    }
    transfer_number<f32<>>(c, to.frames_per_second, "anim.framesPerSecond");
    transfer_count<i32<>>(c, to.frame_count, "anim.numFrames");
    const std::uint32_t smallest_item = (version == 1 ? 2 : 4) * sizeof(i32<>); // counts of its name and keys
    transfer_parts<i32<>, item_fields>(c, to.items, "anim.numItems", smallest_item,
                                       [&](auto& at, auto& each, auto...) { transfer_item(at, each, version); });
}

template <class = when_used>
[[nodiscard]] result<animation> open_animation(std::span<const std::byte> bytes, const versions& wanted) noexcept {
    cursor c{byte_view{bytes}};
    animation_fields found;
    transfer_animation(c, found, wanted);
    if (!c.ok()) {
        return c.error();
    }
    const animation_context context{found.version, found.frames_per_second, found.frame_count};
    const auto items =
        access::make<sequence<item, animation_context>>(c.bytes(), found.items.offset, found.items.count, context);
    return access::make<animation>(c.bytes(), c.offset(), found.name, context, items);
}

}}}} // namespace effigy::v0::grimrock::impl
