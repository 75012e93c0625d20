// Malicious files: small files that cause a lot of work, and pointers that form cycles.
#pragma once

#include "support/byte_builder.hpp"

namespace fixtures::nwn::hostile {

using support::byte_builder;

// Builds model data from bytes. Offsets count from the model header, like pointers.
class builder {
public:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;
    static constexpr std::uint32_t header_size = 0xE8;

    builder() {
        bytes_.u32(0).u32(0).u32(0).zeros(header_size);
        bytes_.poke_u8(12 + 0x6C, 2); // a model, not an animation
    }

    [[nodiscard]] std::uint32_t at() const { return static_cast<std::uint32_t>(bytes_.size() - 12); }
    builder& root(std::uint32_t node) { return poke(0x48, node); }
    builder& animations(std::uint32_t list, std::uint32_t count) { return poke(0x78, list).poke(0x7C, count); }
    builder& poke(std::uint32_t at, std::uint32_t value) {
        bytes_.poke(12 + at, value);
        return *this;
    }
    byte_builder& bytes() { return bytes_; }

    // Adds a node of `size` bytes and returns its offset.
    std::uint32_t node(std::uint32_t flags, std::uint32_t size, std::uint32_t children, std::uint32_t child_count) {
        const std::uint32_t first = at();
        bytes_.zeros(size);
        poke(first + 0x48, children).poke(first + 0x4C, child_count).poke(first + 0x6C, flags);
        return first;
    }
    std::uint32_t dummy(std::uint32_t children = 0, std::uint32_t child_count = 0) {
        return node(0x01, 0x70, children, child_count);
    }
    // Adds a mesh of `vertices` vertices. Positions, normals and tangents are all at `raw` in raw data.
    std::uint32_t mesh(std::uint32_t raw, std::uint16_t vertices) {
        const std::uint32_t first = node(0x21, 0x270, 0, 0);
        for (const std::uint32_t field : {0x234U, 0x238U, 0x23CU, 0x240U, 0x248U, 0x260U}) {
            poke(first + field, none);
        }
        for (const std::uint32_t field : {0x22CU, 0x244U, 0x258U}) {
            poke(first + field, raw);
        }
        bytes_.poke_u8(12 + first + 0x230, static_cast<std::uint8_t>(vertices & 0xFF));
        bytes_.poke_u8(12 + first + 0x231, static_cast<std::uint8_t>(vertices >> 8));
        return first;
    }
    // Adds an array of pointers and returns its offset.
    template <class Target> std::uint32_t pointers(std::uint32_t count, const Target& target) {
        const std::uint32_t first = at();
        for (std::uint32_t i = 0; i < count; ++i) {
            bytes_.u32(target(i));
        }
        return first;
    }
    std::uint32_t animation(std::uint32_t root) {
        const std::uint32_t first = at();
        bytes_.zeros(0xC4);
        poke(first + 0x48, root);
        return first;
    }

    [[nodiscard]] byte_builder finish(std::size_t raw_size = 0) {
        bytes_.poke(4, at()).poke(8, static_cast<std::uint32_t>(raw_size)).zeros(raw_size);
        return std::move(bytes_);
    }

private:
    byte_builder bytes_;
};

// A megabyte, most of it one mesh. The root has this mesh as a child `count` times.
[[nodiscard]] inline byte_builder one_mesh_for_all(std::uint32_t count) {
    builder file;
    const std::uint32_t root = file.dummy();
    const std::uint32_t shared = root + 0x70 + 4 * count;
    file.poke(root + 0x48, file.pointers(count, [&](std::uint32_t) { return shared; })).poke(root + 0x4C, count);
    file.mesh(0, 29'000);
    return file.root(root).finish(1'000'000);
}

// `count` different meshes that share their vertices.
[[nodiscard]] inline byte_builder vertices_for_all(std::uint32_t count, std::uint16_t vertices) {
    builder file;
    const std::uint32_t root = file.dummy();
    const std::uint32_t first = root + 0x70 + 4 * count;
    file.poke(root + 0x48, file.pointers(count, [&](std::uint32_t i) { return first + i * 0x270; }));
    file.poke(root + 0x4C, count);
    for (std::uint32_t i = 0; i < count; ++i) {
        file.mesh(0, vertices);
    }
    return file.root(root).finish(12U * vertices);
}

// `count` meshes that share `lists` index lists, all of them empty.
[[nodiscard]] inline byte_builder index_lists_for_all(std::uint32_t count, std::uint32_t lists) {
    builder file;
    const std::uint32_t root = file.dummy();
    const std::uint32_t first = root + 0x70 + 4 * count;
    const std::uint32_t counts = first + 0x270 * count;
    file.poke(root + 0x48, file.pointers(count, [&](std::uint32_t i) { return first + i * 0x270; }));
    file.poke(root + 0x4C, count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t mesh = file.mesh(0, 0);
        file.poke(mesh + 0x204, counts).poke(mesh + 0x208, lists);
        file.poke(mesh + 0x210, counts + 4 * lists).poke(mesh + 0x214, lists);
    }
    file.pointers(2 * lists, [](std::uint32_t) { return 0U; });
    return file.root(root).finish();
}

// A node that has itself as a child `count` times.
[[nodiscard]] inline byte_builder own_child(std::uint32_t count) {
    builder file;
    const std::uint32_t root = file.dummy();
    file.poke(root + 0x48, file.pointers(count, [&](std::uint32_t) { return root; })).poke(root + 0x4C, count);
    return file.root(root).finish();
}

// A chain of `levels` nodes. Each has the next one as a child twice, so there are 2^(levels - 1) paths to the last one.
[[nodiscard]] inline byte_builder many_ways(std::uint32_t levels) {
    builder file;
    const std::uint32_t root = file.at();
    for (std::uint32_t i = 0; i + 1 < levels; ++i) {
        const std::uint32_t here = file.dummy();
        const std::uint32_t next = here + 0x70 + 8;
        file.poke(here + 0x48, file.pointers(2, [&](std::uint32_t) { return next; })).poke(here + 0x4C, 2);
    }
    file.dummy();
    return file.root(root).finish();
}

// A chain of `length` nodes. Each is the child of the previous one.
[[nodiscard]] inline byte_builder chain(std::uint32_t length) {
    builder file;
    const std::uint32_t root = file.at();
    for (std::uint32_t i = 0; i + 1 < length; ++i) {
        const std::uint32_t here = file.dummy();
        const std::uint32_t next = here + 0x70 + 4;
        file.poke(here + 0x48, file.pointers(1, [&](std::uint32_t) { return next; })).poke(here + 0x4C, 1);
    }
    file.dummy();
    return file.root(root).finish();
}

// `count` pointers to one animation, whose tree has `nodes` nodes.
[[nodiscard]] inline byte_builder one_animation_for_all(std::uint32_t count, std::uint32_t nodes) {
    builder file;
    const std::uint32_t root = file.dummy();
    const std::uint32_t first = root + 0x70 + 4 * (nodes - 1);
    file.poke(root + 0x48, file.pointers(nodes - 1, [&](std::uint32_t i) { return first + i * 0x70; }));
    file.poke(root + 0x4C, nodes - 1);
    for (std::uint32_t i = 0; i + 1 < nodes; ++i) {
        file.dummy();
    }
    const std::uint32_t shared = file.animation(root);
    const std::uint32_t list = file.pointers(count, [&](std::uint32_t) { return shared; });
    return file.root(root).animations(list, count).finish();
}

// `count` different animations that share the tree of the model.
[[nodiscard]] inline byte_builder tree_for_all(std::uint32_t count) {
    builder file;
    const std::uint32_t root = file.dummy();
    const std::uint32_t list = file.at();
    const std::uint32_t first = list + 4 * count;
    file.pointers(count, [&](std::uint32_t i) { return first + i * 0xC4; });
    for (std::uint32_t i = 0; i < count; ++i) {
        file.animation(root);
    }
    return file.root(root).animations(list, count).finish();
}

// `count` nodes that share one list of `count` children, all null.
[[nodiscard]] inline byte_builder null_children_for_all(std::uint32_t count) {
    builder file;
    const std::uint32_t root = file.dummy();
    const std::uint32_t first = root + 0x70 + 8 * count;
    file.poke(root + 0x48, file.pointers(count, [&](std::uint32_t i) { return first + i * 0x70; }));
    file.poke(root + 0x4C, count);
    const std::uint32_t nulls = file.pointers(count, [](std::uint32_t) { return 0U; });
    for (std::uint32_t i = 0; i < count; ++i) {
        file.dummy(nulls, count);
    }
    return file.root(root).finish();
}

// A light with `count` flares that share one name of `length` characters.
[[nodiscard]] inline byte_builder name_for_all(std::uint32_t count, std::uint32_t length) {
    builder file;
    const std::uint32_t root = file.node(0x03, 0xCC, 0, 0);
    const std::uint32_t name = file.at();
    file.bytes().fill(length, 'x').u8(0);
    file.poke(root + 0xA4, file.pointers(count, [&](std::uint32_t) { return name; })).poke(root + 0xA8, count);
    return file.root(root).finish();
}

// A node with `count` controllers that share `rows` rows of four numbers.
[[nodiscard]] inline byte_builder rows_for_all(std::uint32_t count, std::uint16_t rows) {
    builder file;
    const std::uint32_t root = file.dummy();
    const std::uint32_t keys = file.at();
    for (std::uint32_t i = 0; i < count; ++i) {
        file.bytes().i32(20).u16(rows).u16(0).u16(rows).u8(4).u8(0);
    }
    const std::uint32_t pool = file.at();
    file.bytes().zeros(20U * rows);
    file.poke(root + 0x54, keys).poke(root + 0x58, count).poke(root + 0x60, pool).poke(root + 0x64, 5U * rows);
    return file.root(root).finish();
}

// A collision tree of `count` boxes. The left child of each box is the next box, and the right child is the last one.
[[nodiscard]] inline byte_builder boxes_to_one(std::uint32_t count) {
    builder file;
    const std::uint32_t root = file.node(0x221, 0x274, 0, 0);
    for (const std::uint32_t field : {0x22CU, 0x234U, 0x238U, 0x23CU, 0x240U, 0x244U, 0x248U, 0x258U, 0x260U}) {
        file.poke(root + field, builder::none);
    }
    const std::uint32_t first = file.at();
    const std::uint32_t last = first + 0x28 * (count - 1);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t next = first + 0x28 * (i + 1);
        file.bytes().zeros(24).u32(next <= last ? next : 0).u32(next < last ? last : 0).i32(-1).u32(0);
    }
    return file.root(root).poke(root + 0x270, first).finish();
}

} // namespace fixtures::nwn::hostile
