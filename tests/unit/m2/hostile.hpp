// Files that no program writes: small files that expand to a lot of data, and invalid references.
#pragma once

#include "m2/fixtures.hpp"

namespace fixtures::m2::hostile {

[[nodiscard]] inline std::uint32_t size_of(const byte_builder& file) { return static_cast<std::uint32_t>(file.size()); }

// A model with `count` records in `list`, which begin after the header.
[[nodiscard]] inline byte_builder with_records(const model& described, const std::string& list, std::uint32_t count) {
    byte_builder file = write(described);
    file.poke(file.at(list), count).poke(file.at(list) + 4, size_of(file));
    return file;
}

// `count` tracks that share one list of `keys` numbers as their times and values.
[[nodiscard]] inline byte_builder keys_for_all(std::uint32_t count, std::uint32_t keys) {
    byte_builder file = with_records({}, "m2.textureWeights", count);
    const std::uint32_t shared = size_of(file) + 0x1C * count;
    for (std::uint32_t i = 0; i < count; ++i) {
        file.i16(linear).i16(-1).u32(0).u32(0).u32(keys).u32(shared).u32(keys).u32(shared);
    }
    for (std::uint32_t i = 0; i < keys; ++i) {
        file.u32(i);
    }
    return file;
}

// `count` skin profiles that share one list of `corners` numbers as their vertex lookup and triangles.
[[nodiscard]] inline byte_builder mesh_for_all(std::uint32_t count, std::uint32_t corners) {
    byte_builder file = with_records(small(260), "m2.skinProfiles", count);
    const std::uint32_t shared = size_of(file) + 0x2C * count;
    for (std::uint32_t i = 0; i < count; ++i) {
        file.u32(corners).u32(shared).u32(corners).u32(shared).zeros(24).u32(256);
    }
    return std::move(file.zeros(2 * std::size_t{corners}));
}

// Bones of version 256 with these parents.
[[nodiscard]] inline byte_builder bones_of(const std::vector<std::int16_t>& parents) {
    byte_builder file = with_records({.version = 256}, "m2.bones", static_cast<std::uint32_t>(parents.size()));
    for (const std::int16_t parent : parents) {
        file.i32(-1).u32(0).i16(parent).u16(0).zeros(0x6C - 0x0C);
    }
    return file;
}
// Adds `count` bones of version 264 whose tracks share one list of `pairs` empty pairs.
inline void add_empty_bones(byte_builder& file, std::uint32_t count, std::uint32_t pairs) {
    file.poke(file.at("m2.bones"), count).poke(file.at("m2.bones") + 4, size_of(file));
    const std::uint32_t shared = size_of(file) + 0x58 * count;
    for (std::uint32_t i = 0; i < count; ++i) {
        file.i32(-1).u32(0).i16(-1).u16(0).u32(0);
        for (std::uint32_t k = 0; k < 3; ++k) {
            file.i16(linear).i16(-1).u32(pairs).u32(shared).u32(pairs).u32(shared);
        }
        file.zeros(12);
    }
    file.zeros(8 * std::size_t{pairs});
}
[[nodiscard]] inline byte_builder empty_pairs_for_all(std::uint32_t count, std::uint32_t pairs) {
    byte_builder file = write({.version = 264});
    add_empty_bones(file, count, pairs);
    return file;
}

// Each bone is the child of the next one. The last bone is the child of `last`.
[[nodiscard]] inline byte_builder backwards(std::size_t count, std::int16_t last) {
    std::vector<std::int16_t> parents;
    for (std::size_t i = 1; i < count; ++i) {
        parents.push_back(static_cast<std::int16_t>(i));
    }
    parents.push_back(last);
    return bones_of(parents);
}

// Each bone is the child of the previous one.
[[nodiscard]] inline byte_builder chain(std::size_t count) {
    std::vector<std::int16_t> parents{-1};
    for (std::size_t i = 1; i < count; ++i) {
        parents.push_back(static_cast<std::int16_t>(i - 1));
    }
    return bones_of(parents);
}

// `count` textures that share one name of `length` characters.
[[nodiscard]] inline byte_builder name_for_all(std::uint32_t count, std::uint32_t length) {
    byte_builder file = with_records({}, "m2.textures", count);
    const std::uint32_t shared = size_of(file) + 0x10 * count;
    for (std::uint32_t i = 0; i < count; ++i) {
        file.u32(0).u32(0).u32(length).u32(shared);
    }
    return std::move(file.fill(length, 'x'));
}

// One skin profile with `count` submeshes of the same corners, and `count` batches with the largest texture count.
[[nodiscard]] inline byte_builder batches_of_one_mesh(std::uint32_t count, std::uint32_t corners) {
    byte_builder file = with_records(small(256), "m2.skinProfiles", 1);
    const std::uint32_t indices = size_of(file) + 0x2C;
    const std::uint32_t submeshes = indices + 2 * corners;
    const std::uint32_t batches = submeshes + 0x20 * count;
    file.u32(corners).u32(indices).u32(corners).u32(indices).u32(0).u32(0);
    file.u32(count).u32(submeshes).u32(count).u32(batches).u32(0).zeros(2 * std::size_t{corners});
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto size = static_cast<std::uint16_t>(corners);
        file.u16(0).u16(0).u16(0).u16(size).u16(0).u16(size).zeros(0x20 - 12);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        file.u16(0).u16(0).u16(static_cast<std::uint16_t>(i)).zeros(8).u16(0xFFFF).zeros(8);
    }
    return file;
}

// `count` animations. Each is an alias of the next one, and the last is an alias of the first.
[[nodiscard]] inline byte_builder cycle_of_aliases(std::uint16_t count) {
    constexpr std::uint32_t is_alias = 0x40;
    byte_builder file = with_records({}, "m2.animations", count);
    for (std::uint32_t i = 0; i < count; ++i) {
        file.zeros(0x10).u32(is_alias).zeros(0x2E).u16(static_cast<std::uint16_t>((i + 1U) % count));
    }
    return file;
}

// `count` animations of `duration` milliseconds, with keys in the model.
inline void add_animations(byte_builder& file, std::uint32_t count, std::uint32_t duration) {
    file.poke(file.at("m2.animations"), count).poke(file.at("m2.animations") + 4, size_of(file));
    for (std::uint32_t i = 0; i < count; ++i) {
        file.u16(static_cast<std::uint16_t>(i % 500)).u16(static_cast<std::uint16_t>(i / 500)).u32(duration).f32(0);
        file.u32(inside).zeros(0x40 - 0x14).u16(0xFFFF).u16(static_cast<std::uint16_t>(i));
    }
}

// `animations` animations, in which a camera moves along `keys` curves of width `size`.
[[nodiscard]] inline byte_builder curves(std::uint32_t keys, std::uint32_t animations, float size,
                                         bool is_loop = true) {
    byte_builder file = write({.version = 264});
    add_animations(file, animations, keys);
    file.poke(file.at("m2.globalSequences"), 1).poke(file.at("m2.globalSequences") + 4, size_of(file)).u32(keys);
    file.poke(file.at("m2.cameras"), 1).poke(file.at("m2.cameras") + 4, size_of(file));
    const std::uint32_t lists = size_of(file) + 0x64;
    const std::uint32_t times = lists + 16;
    file.u32(0).f32(1).f32(100).f32(1).i16(hermite).i16(is_loop ? 0 : -1);
    file.u32(1).u32(lists).u32(1).u32(lists + 8).zeros(64);
    file.u32(keys).u32(times).u32(keys).u32(times + 4 * keys);
    for (std::uint32_t i = 0; i < keys; ++i) {
        file.u32(i);
    }
    for (std::uint32_t i = 0; i < 3 * keys; ++i) { // value, incoming and outgoing tangent
        const float number = i % 3 == 1 ? -size : size;
        file.f32(number).f32(number).f32(number);
    }
    return file;
}

// `bones` bones with empty lists of keys for each of `animations` animations.
[[nodiscard]] inline byte_builder still_bones(std::uint32_t bones, std::uint32_t animations) {
    byte_builder file = write({.version = 264});
    add_animations(file, animations, 1000);
    add_empty_bones(file, bones, 1);
    return file;
}

} // namespace fixtures::m2::hostile
