// The validation of open() and open_animation().
#pragma once

#include <effigy/core/borrowed_bytes.hpp>
#include <effigy/grimrock/order/animation.hpp>
#include <effigy/grimrock/order/model.hpp>
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
