// Skins: the rest poses of nodes, the bind poses that follow, and the tables of slots.
#pragma once

#include <effigy/nwn/owned/derive/vertices.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Where a node is at rest, in the model's space.
struct node_rest {
    vector3<double> position;
    quaternion<double> rotation;
    std::uint32_t depth = 0; // the root's is 0
};
[[nodiscard]] constexpr quaternion<double> product_of(const quaternion<double>& a,
                                                      const quaternion<double>& b) noexcept {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
[[nodiscard]] constexpr quaternion<double> inverse_of(const quaternion<double>& q) noexcept {
    return {-q.x, -q.y, -q.z, q.w};
}
[[nodiscard]] constexpr vector3<double> turned(const quaternion<double>& q, const vector3<double>& v) noexcept {
    const quaternion<double> out = product_of(product_of(q, {v.x, v.y, v.z, 0}), inverse_of(q));
    return {out.x, out.y, out.z};
}

// Returns the rest pose of each node of the model, by its first keys.
template <class = when_used>
[[nodiscard]] pool<node_rest> rests_of(const owned_model& model, std::pmr::memory_resource* memory) {
    pool<node_rest> out{memory};
    for (const owned_node& node : model.get(model.nodes)) {
        node_rest rest;
        bool has_position = false, has_rotation = false;
        for (const owned_key& key : model.get(node.controllers)) {
            const std::span<const float> values = model.values(node, key);
            if (key.id == controls_position && values.size() >= 3 && !has_position) {
                rest.position = widened({values[0], values[1], values[2]});
                has_position = true;
            } else if (key.id == controls_orientation && values.size() >= 4 && !has_rotation) {
                rest.rotation = {static_cast<double>(values[0]), static_cast<double>(values[1]),
                                 static_cast<double>(values[2]), static_cast<double>(values[3])};
                has_rotation = true;
            }
        }
        if (node.parent < out.size()) {
            const node_rest& above = out[node.parent];
            rest = {above.position + turned(above.rotation, rest.position), product_of(above.rotation, rest.rotation),
                    above.depth + 1};
        }
        out.push_back(rest);
    }
    return out;
}

// All nodes have an inverse bind: inverse(node) * skin (measured: 1,731 of 1,731). The sign of the quaternion is that
// of the product of all conjugates on the way (1,725 of 1,731).
[[nodiscard]] constexpr basic_quat_wxyz<form::host> inverse_rotation(const node_rest& node,
                                                                     const node_rest& skin) noexcept {
    const quaternion<double> q = product_of(inverse_of(node.rotation), skin.rotation);
    const double sign = skin.depth % 2 != 0 ? -1 : 1;
    return {static_cast<float>(sign * q.w), static_cast<float>(sign * q.x), static_cast<float>(sign * q.y),
            static_cast<float>(sign * q.z)};
}
[[nodiscard]] constexpr vector3<float> inverse_translation(const node_rest& node, const node_rest& skin) noexcept {
    return narrowed(turned(inverse_of(node.rotation), skin.position - node.position));
}

// Numbers the bones of a skin in the order of first use (measured: 32 of 32 skins).
template <class = when_used> class slot_table {
public:
    slot_table(std::size_t nodes, std::pmr::memory_resource* memory) : slots_(memory), nodes_(memory) {
        slots_.assign(nodes, -1);
    }
    // Returns the slot of a node. It is -1 if the table is full.
    [[nodiscard]] std::int16_t slot_of(std::uint32_t node) {
        std::int16_t& slot = slots_[node];
        if (slot == -1 && nodes_.size() < most_slots) {
            slot = static_cast<std::int16_t>(nodes_.size());
            nodes_.push_back(static_cast<std::int16_t>(node));
        }
        return slot;
    }
    [[nodiscard]] const pool<std::int16_t>& slots() const noexcept { return slots_; } // of each node; -1: no bone
    [[nodiscard]] std::size_t bone_count() const noexcept { return nodes_.size(); }
    // Appends entries without a bone, until the table has a size that the producer writes.
    [[nodiscard]] const pool<std::int16_t>& padded(bool is_short) {
        nodes_.resize(is_short && nodes_.size() <= old_slots ? old_slots
                      : nodes_.size() <= enhanced_slots      ? enhanced_slots
                                                             : most_slots,
                      0);
        return nodes_;
    }

private:
    pool<std::int16_t> slots_; // by node
    pool<std::int16_t> nodes_; // by slot
};

}}}} // namespace effigy::v0::nwn::impl
