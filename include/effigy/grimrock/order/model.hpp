// The order of a model of MDL1.
#pragma once

#include <effigy/grimrock/order/node.hpp>
#include <effigy/grimrock/order/versions.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

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
    transfer_parts<i32<>, node_fields>(
        c, to.nodes, "mdl1.numNodes", 3 * sizeof(i32<>) + transform_size,
        [&](auto& at, auto& each, [[maybe_unused]] std::uint32_t i, std::uint32_t nodes) {
            transfer_node(at, each, {.node_count = nodes, .version = version});
            if constexpr (requires { to.check_order(each, i); }) {
                to.check_order(each, i);
            }
        });
}

}}}} // namespace effigy::v0::grimrock::impl
