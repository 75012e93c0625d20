// Models made from nothing through pools and encode() are those that the fixtures' own writer makes.
#include "grimrock/figure.hpp"

#include <effigy/grimrock/encode.hpp>
#include <effigy/shinobi/encode.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace effigy;
namespace described = fixtures;

vec3<form::host> own(const described::vec3& from) { return {from.x, from.y, from.z}; }
grimrock::basic_mat4x3<form::host> own(const described::matrix& from) {
    return {own(from.x), own(from.y), own(from.z), own(from.translation)};
}
void put(grimrock::owned_node& to, const described::transform& from, int version) {
    if (version == 2) {
        const auto scaled = [](const described::vec3& v, float by) {
            return described::vec3{v.x * by, v.y * by, v.z * by};
        };
        to.local = own(described::matrix{scaled(from.x, from.scale.x), scaled(from.y, from.scale.y),
                                         scaled(from.z, from.scale.z), from.position});
    } else {
        to.transform.position = own(from.position);
        to.transform.x = own(from.x);
        to.transform.y = own(from.y);
        to.transform.z = own(from.z);
        to.transform.scale = own(from.scale);
    }
}
template <class T> void put(grimrock::owned_model& model, grimrock::owned_vertex_array& to, const auto& numbers) {
    pool_slice<T> list;
    for (const double number : numbers) {
        model.append(list, static_cast<T>(number));
    }
    to.first = list.first;
    to.count = list.count;
}
void put(grimrock::owned_model& model, grimrock::owned_mesh& to, int slot, const described::vertex_array& from) {
    grimrock::owned_vertex_array array;
    array.semantic = static_cast<grimrock::vertex_semantic>(slot);
    array.component = static_cast<grimrock::component_type>(from.type);
    array.dimension = static_cast<std::uint8_t>(from.dimension);
    array.stride = static_cast<std::uint32_t>(from.stride);
    switch (from.type) {
    case described::byte_type: put<std::uint8_t>(model, array, from.numbers); break;
    case described::int16_type: put<std::int16_t>(model, array, from.numbers); break;
    case described::int32_type: put<std::int32_t>(model, array, from.numbers); break;
    case described::float32_type: put<float>(model, array, from.numbers); break;
    }
    model.append(to.arrays, array);
}
grimrock::owned_mesh built(grimrock::owned_model& model, const described::mesh& from, int version) {
    grimrock::owned_mesh to;
    to.vertex_count = static_cast<std::uint32_t>(from.vertex_count);
    for (int slot = 0; slot < described::slots; ++slot) {
        if (const auto& array = from.arrays[static_cast<std::size_t>(slot)]; array.stride != 0) {
            put(model, to, slot, array);
        }
    }
    for (const std::int32_t index : from.indices) {
        model.append(to.indices, static_cast<std::uint32_t>(index));
    }
    for (const described::segment& segment : from.segments) {
        grimrock::owned_segment made;
        model.set(made.material, segment.material);
        made.range.primitive_type = segment.primitive_type;
        made.range.first_index = segment.first_index;
        made.range.count = segment.count;
        model.append(to.segments, made);
    }
    for (const described::bone& bone : from.bones) {
        grimrock::owned_bone made;
        made.node = bone.node;
        made.inverse_bind = own(bone.inverse_rest);
        model.append(to.bones, made);
    }
    to.bounds.center = own(from.bounds.center);
    to.bounds.radius = from.bounds.radius;
    to.bounds.min = own(from.bounds.min);
    to.bounds.max = own(from.bounds.max);
    if (version == 2) {
        to.emissive = own(from.emissive);
    }
    to.cast_shadow = from.cast_shadow;
    return to;
}
grimrock::owned_model built(const described::model& from, int version) {
    grimrock::owned_model model;
    model.version = static_cast<std::uint32_t>(version);
    for (const described::node& node : from) {
        grimrock::owned_node made;
        model.set(made.name, node.name);
        put(made, node.local, version);
        made.parent = node.parent;
        if (node.mesh) {
            made.type = 0;
            made.mesh = model.add(built(model, *node.mesh, version));
        }
        model.append(model.nodes, made);
    }
    return model;
}
grimrock::owned_animation built(const described::clip& from, int version) {
    grimrock::owned_animation clip;
    clip.version = static_cast<std::uint32_t>(version);
    clip.frames_per_second = from.frames_per_second;
    clip.frame_count = static_cast<std::uint32_t>(from.frame_count);
    if (version < 3) {
        clip.set(clip.name, from.name);
    }
    for (const described::item& item : from.items) {
        grimrock::owned_item made;
        clip.set(made.name, item.node);
        // Version 1 has a key of each channel per frame.
        const auto keys = [&](const auto& of) {
            return version == 1 ? static_cast<std::size_t>(from.frame_count) : of.size();
        };
        const auto key = [](const auto& of, std::size_t i) { return of[std::min(i, of.size() - 1)]; };
        for (std::size_t i = 0; i < keys(item.positions); ++i) {
            clip.append(made.positions, own(key(item.positions, i)));
        }
        for (std::size_t i = 0; i < keys(item.rotations); ++i) {
            const described::quat q = key(item.rotations, i);
            clip.append(made.rotations, {q.x, q.y, q.z, q.w});
        }
        for (std::size_t i = 0; i < keys(item.scales); ++i) {
            clip.append(made.scales, own(key(item.scales, i)));
        }
        clip.append(clip.items, made);
    }
    return clip;
}

} // namespace

TEST_CASE("grimrock build: the sample's model and clip, made from nothing") {
    for (const int version : {2, 4}) {
        const auto file = encode(built(fixtures::figure::model(), version));
        REQUIRE(file);
        CHECK(std::ranges::equal(*file, fixtures::write(fixtures::figure::model(), version).span()));
    }
    for (const int version : {1, 2, 3}) {
        const auto file = encode(built(fixtures::figure::idle(), version));
        REQUIRE(file);
        CHECK(std::ranges::equal(*file, fixtures::write(fixtures::figure::idle(), version).span()));
    }
}
