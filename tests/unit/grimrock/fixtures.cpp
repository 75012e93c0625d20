#include "grimrock/fixtures.hpp"

namespace fixtures {

std::int32_t size_of(component type) { return std::array{1, 2, 4, 4}.at(type); }

vertex_array packed(component type, std::int32_t dimension, std::vector<double> numbers) {
    return {type, dimension, dimension * size_of(type), std::move(numbers)};
}

namespace {

// Marks each location with its path in an error: "mdl1.nodes[2].mesh.segments[0].count".
class writer {
public:
    explicit writer(int version) : version_(version) {}

    byte_builder write(const model& nodes) {
        here("mdl1.magic").text("MDL1");
        here("mdl1.version").i32(version_);
        here("mdl1.numNodes").count(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            write(nodes[i], "mdl1.nodes" + number(i));
        }
        here("end");
        return std::move(out_);
    }

    byte_builder write(const clip& all) {
        here("anim.magic").text("ANIM");
        here("anim.version").i32(version_);
        if (version_ < 3) {
            here("anim.name").string(all.name);
        }
        here("anim.framesPerSecond").f32(all.frames_per_second);
        here("anim.numFrames").i32(all.frame_count);
        here("anim.numItems").count(all.items.size());
        for (std::size_t i = 0; i < all.items.size(); ++i) {
            const item& one = all.items[i];
            const std::string at = "anim.items" + number(i);
            here(at + ".node").string(one.node);
            if (version_ == 1) {
                write_interleaved(one, static_cast<std::size_t>(all.frame_count), at);
            } else {
                write_channels(one, at);
            }
        }
        here("end");
        return std::move(out_);
    }

private:
    [[nodiscard]] static std::string number(std::size_t i) { return "[" + std::to_string(i) + "]"; }

    byte_builder& here(std::string name) { return out_.mark(std::move(name)); }
    void put(const vec3& v) { out_.f32s({v.x, v.y, v.z}); }
    void put(const quat& q) { out_.f32s({q.x, q.y, q.z, q.w}); }
    void put(const matrix& m) {
        for (const vec3& column : {m.x, m.y, m.z, m.translation}) {
            put(column);
        }
    }
    void put(const transform& t) {
        if (version_ == 2) {
            const auto scaled = [](const vec3& v, float s) { return vec3{v.x * s, v.y * s, v.z * s}; };
            put(matrix{scaled(t.x, t.scale.x), scaled(t.y, t.scale.y), scaled(t.z, t.scale.z), t.position});
        } else {
            for (const vec3& row : {t.position, t.x, t.y, t.z, t.scale}) {
                put(row);
            }
        }
    }

    void write(const node& one, const std::string& at) {
        here(at + ".name").string(one.name);
        here(at + ".transform");
        put(one.local);
        here(at + ".parent").i32(one.parent);
        here(at + ".type").i32(one.mesh ? 0 : one.light ? 1 : -1);
        if (one.mesh) {
            write(*one.mesh, at + ".mesh");
        } else if (one.light) {
            write(*one.light, at + ".light");
        }
    }

    void write(const light& one, const std::string& at) {
        here(at).i32(one.type);
        put(one.color);
        out_.f32s({one.range, one.spot_angle, one.spot_sharpness}).u8(one.cast_shadow);
    }

    void write(const mesh& all, const std::string& at) {
        if (version_ == 2) {
            here(at + ".magic").text("MESH");
            here(at + ".version").i32(2);
        }
        here(at + ".numVertices").i32(all.vertex_count);
        for (std::size_t i = 0; i < all.arrays.size(); ++i) {
            write(all.arrays[i], all.vertex_count, at + ".vertexArrays" + number(i));
        }
        here(at + ".numIndices").count(all.indices.size());
        here(at + ".indices");
        for (std::size_t i = 0; i < all.indices.size(); ++i) {
            here(at + ".indices" + number(i)).i32(all.indices[i]);
        }
        here(at + ".numSegments").count(all.segments.size());
        for (std::size_t i = 0; i < all.segments.size(); ++i) {
            const segment& one = all.segments[i];
            const std::string segment_at = at + ".segments" + number(i);
            here(segment_at + ".material").string(one.material);
            here(segment_at).i32(one.primitive_type);
            here(segment_at + ".firstIndex").i32(one.first_index);
            here(segment_at + ".count").i32(one.count);
        }
        here(at + ".bounds");
        put(all.bounds.center);
        out_.f32(all.bounds.radius);
        put(all.bounds.min);
        put(all.bounds.max);
        here(at + ".numBones").count(all.bones.size());
        here(at + ".bones");
        for (std::size_t i = 0; i < all.bones.size(); ++i) {
            here(at + ".bones" + number(i) + ".boneNodeIndex").i32(all.bones[i].node);
            put(all.bones[i].inverse_rest);
        }
        if (version_ == 2) {
            here(at + ".emissiveColor");
            put(all.emissive);
        }
        here(at + ".castShadow").u8(all.cast_shadow);
    }

    void write(const vertex_array& all, std::int32_t vertex_count, const std::string& at) {
        here(at + ".dataType").i32(all.type);
        here(at + ".dim").i32(all.dimension);
        here(at + ".stride").i32(all.stride);
        here(at + ".rawVertexData").mark(at);
        if (all.stride == 0) {
            return;
        }
        constexpr std::uint8_t padding = 0xEE;
        const auto dimension = static_cast<std::size_t>(all.dimension);
        for (std::size_t vertex = 0; vertex < static_cast<std::size_t>(vertex_count); ++vertex) {
            for (std::size_t i = 0; i < dimension; ++i) {
                put(all.type, all.numbers.at(vertex * dimension + i));
            }
            out_.fill(static_cast<std::size_t>(all.stride - all.dimension * size_of(all.type)), padding);
        }
    }
    void put(component type, double value) {
        switch (type) {
        case byte_type: out_.u8(static_cast<std::uint8_t>(value)); break;
        case int16_type: out_.i16(static_cast<std::int16_t>(value)); break;
        case int32_type: out_.i32(static_cast<std::int32_t>(value)); break;
        case float32_type: out_.f32(static_cast<float>(value)); break;
        }
    }

    // Version 1 has one key with all channels per frame.
    void write_interleaved(const item& one, std::size_t frames, const std::string& at) {
        here(at + ".numKeys").count(frames);
        here(at + ".keys");
        for (std::size_t frame = 0; frame < frames; ++frame) {
            const auto key = [&](const auto& keys) { return keys.at(frame < keys.size() ? frame : keys.size() - 1); };
            put(key(one.positions));
            put(key(one.rotations));
            put(key(one.scales));
        }
    }
    void write_channels(const item& one, const std::string& at) {
        write_keys(one.positions, at + ".numPositionKeys", at + ".positionKeys");
        write_keys(one.rotations, at + ".numRotationKeys", at + ".rotationKeys");
        write_keys(one.scales, at + ".numScaleKeys", at + ".scaleKeys");
    }
    template <class Key> void write_keys(const std::vector<Key>& keys, std::string count_at, std::string keys_at) {
        here(std::move(count_at)).count(keys.size());
        here(std::move(keys_at));
        for (const Key& key : keys) {
            put(key);
        }
    }

    int version_;
    byte_builder out_;
};

} // namespace

byte_builder write(const model& nodes, int version) { return writer{version}.write(nodes); }
byte_builder write(const clip& animation, int version) { return writer{version}.write(animation); }

mesh triangle() {
    mesh out;
    out.vertex_count = 3;
    out.arrays[position] = packed(float32_type, 3, {0, 0, 0, 1, 0, 0, 0, 1, 0});
    out.arrays[normal] = packed(float32_type, 3, {0, 0, 1, 0, 0, 1, 0, 0, 1});
    out.arrays[tangent] = packed(float32_type, 3, {-1, 0, 0, -1, 0, 0, -1, 0, 0});
    out.arrays[bitangent] = packed(float32_type, 3, {0, 1, 0, 0, 1, 0, 0, 1, 0});
    out.arrays[color] = packed(byte_type, 4, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 128});
    out.arrays[texcoord0] = packed(float32_type, 2, {1, 1, 0, 1, 1, 0});
    out.indices = {0, 1, 2};
    out.segments = {{"stone", 0, 1}};
    out.bounds = {{0.5F, 0.5F, 0}, 0.75F, {0, 0, 0}, {1, 1, 0}};
    out.emissive = {0.25F, 0.5F, 0.75F};
    return out;
}

mesh skinned_triangle(std::int32_t first, std::int32_t second) {
    mesh out = triangle();
    out.arrays[bone_index] = packed(int32_type, 4, {0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    out.arrays[bone_weight] = packed(float32_type, 4, {1, 0, 0, 0, 0.75, 0.25, 0, 0, 1, 0, 0, 0});
    out.bones = {{first, {}}, {second, {.translation = {0, -2, 0}}}};
    return out;
}

mesh foreign_triangle(std::int32_t first, std::int32_t second) {
    mesh out = skinned_triangle(first, second);
    out.arrays[position].stride = 16;
    out.arrays[texcoord1] = {float32_type, 2, 11, {1, 2, 3, 4, 5, 6}};
    out.arrays[bone_index] = packed(int16_type, 4, {0, 1, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0});
    out.arrays[bone_weight] = packed(byte_type, 4, {255, 0, 0, 0, 191, 64, 0, 0, 255, 0, 0, 0});
    out.segments = {{"stone", 5, 0, 1}, {"moss", 0, 1, 3}};
    out.cast_shadow = 7;
    return out;
}

model everything(int version) {
    model out{
        {"root", -1, {{1, 2, 3}, {0, 0, -1}, {0, 1, 0}, {1, 0, 0}, {2, 2, 2}}},
        {"hand", 2, {.position = {0, 1, 0}}},
        {"arm", 0, {.position = {0, 1, 0}}},
        {"", -5, {.position = {1, 0, 0}}},
        {"body", 0, {}, skinned_triangle(2, 1)},
        {"odd", 2, {.scale = {1, 2, 4}}, foreign_triangle(1, 2)},
    };
    if (version == 2) {
        out.push_back({"lamp", 0, {}, {}, light{3, {1, 0.5F, 0.25F}, 9, 45, 0.5F, 1}});
    }
    return out;
}

clip moves() {
    const float half = 0.70710678F;
    return {30,
            4,
            {
                {"arm", {{0, 0, 0}, {4, 0, 0}, {4, 8, 0}, {0, 8, 0}}, {{0, 0, half, half}}, {{1, 1, 1}}},
                {"hand", {{1, 2, 3}}, {{}, {half, 0, 0, half}, {-1, 0, 0, 0}, {half, 0, 0, -half}}, {{1, 2, 3}}},
                {"tail", {{0, 0, 0}}, {{}}, {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}}},
            },
            "moves"};
}

} // namespace fixtures
