// The order of an animation (ANIM).
#pragma once

#include <effigy/grimrock/order/versions.hpp>
#include <effigy/grimrock/records.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

struct item_fields {
    std::string_view name;
    array<vec3<>> positions;
    array<quat<>> rotations;
    array<vec3<>> scales;
    array<key> keys; // version 1
};

template <class Cursor> void transfer_keys(Cursor& c, item_fields& to, const char* count_path, const char* path) {
    transfer_list<i32<>, key>(c, to.keys, count_path, path);
}

// The fields of an item in the order of the file. `to`: item_fields or owned_item.
template <class Cursor, class Item> void transfer_item(Cursor& c, Item& to, std::int32_t version) {
    transfer_string(c, to.name, "anim.items[].node");
    if (version == 1) {
        transfer_keys(c, to, "anim.items[].numKeys", "anim.items[].keys");
    } else {
        transfer_list<i32<>, vec3<>>(c, to.positions, "anim.items[].numPositionKeys", "anim.items[].positionKeys");
        transfer_list<i32<>, quat<>>(c, to.rotations, "anim.items[].numRotationKeys", "anim.items[].rotationKeys");
        transfer_list<i32<>, vec3<>>(c, to.scales, "anim.items[].numScaleKeys", "anim.items[].scaleKeys");
    }
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

}}}} // namespace effigy::v0::grimrock::impl
