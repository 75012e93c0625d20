#include "m2/fixtures.hpp"

namespace fixtures::m2 {

track constant(std::vector<float> value) { return {step, -1, {}, {0}, std::move(value)}; }

std::int16_t packed(float component) {
    const float scaled = component * 32767;
    const auto nearest = static_cast<std::int32_t>(scaled < 0 ? scaled - 0.5F : scaled + 0.5F);
    return static_cast<std::int16_t>(nearest > 0 ? nearest - 32768 : nearest + 32767);
}

namespace {

// Each list's {count, offset} is marked as error messages call it: "m2.bones[3].translation.times"; each record, too:
// "m2.bones[3]".
class writer {
public:
    explicit writer(const model& from, effigy::form order) : m_(from), f_(order) {}

    [[nodiscard]] written finish() {
        header();
        time();
        bones();
        mesh();
        surfaces();
        collision();
        fittings();
        emitters();
        return {std::move(f_), std::move(lists_)};
    }

private:
    // ---- lists -----------------------------------------------------------------------------------------------------

    void align() { f_.zeros((m_.alignment - f_.size() % m_.alignment) % m_.alignment); }
    void ref(const std::string& location) { f_.mark(location).u32(0).u32(0); }

    template <class Body>
    void block(const std::string& location, std::uint32_t size, std::size_t count, const Body& body) {
        lists_.push_back({location, size, count});
        if (count != 0) {
            align();
            f_.poke(f_.at(location), static_cast<std::uint32_t>(count));
            f_.poke(f_.at(location) + 4, static_cast<std::uint32_t>(f_.size()));
            body();
            align();
        }
    }
    // Calls body(record, place of the record) for each.
    template <class Records, class Body>
    void list(const std::string& location, std::uint32_t size, const Records& records, const Body& body) {
        block(location, size, records.size(), [&] {
            for (std::size_t i = 0; i < records.size(); ++i) {
                f_.mark(nth(location, i));
                body(records[i], nth(location, i));
            }
        });
    }
    void i16s(const std::string& location, const std::vector<std::int16_t>& values) {
        list(location, 2, values, [&](std::int16_t value, const auto&) { f_.i16(value); });
    }
    void u16s(const std::string& location, const std::vector<std::uint16_t>& values) {
        list(location, 2, values, [&](std::uint16_t value, const auto&) { f_.u16(value); });
    }
    void vectors(const std::string& location, const std::vector<vec3>& values) {
        list(location, 12, values, [&](const vec3& value, const auto&) { put(value); });
    }
    void text(const std::string& location, const std::string& chars) {
        block(location, 1, chars.size() + 1, [&] { f_.text(chars).u8(0); });
    }
    // A particle's, in file order.
    static constexpr std::array<const char*, 10> track_names{
        ".speed",    ".speedVariation", ".verticalRange", ".horizontalRange", ".gravity",
        ".lifespan", ".emissionRate",   ".areaLength",    ".areaWidth",       ".zSource"};

    [[nodiscard]] static std::string nth(const std::string& location, std::size_t i) {
        return location + '[' + std::to_string(i) + ']';
    }

    template <std::size_t N> void put(const std::array<float, N>& values) {
        for (const float value : values) {
            f_.f32(value);
        }
    }
    void put(const std::array<std::uint8_t, 4>& values) {
        for (const std::uint8_t value : values) {
            f_.u8(value);
        }
    }
    void put(const box& of) {
        put(of.min);
        put(of.max);
        f_.f32(of.radius);
    }

    // ---- tracks ----------------------------------------------------------------------------------------------------

    void head(const track& of, const std::string& location, bool has_values = true) {
        f_.mark(location).i16(of.interpolation).i16(of.global);
        ref(location + ".ranges");
        ref(location + ".times");
        if (has_values) {
            ref(location + ".values");
        }
    }
    void times_of(const track& of, const std::string& location) {
        list(location + ".ranges", 8, of.ranges,
             [&](const key_range& range, const auto&) { f_.u32(range[0]).u32(range[1]); });
        list(location + ".times", 4, of.times, [&](std::uint32_t time, const auto&) { f_.u32(time); });
    }
    // `columns` numbers are an element of the list of values.
    void keys(const track& of, const std::string& location, std::size_t columns, stored as = stored::f32) {
        times_of(of, location);
        const std::uint32_t width = as == stored::f32 ? 4 : as == stored::u8 ? 1 : 2;
        const std::size_t count = of.values.size() / columns;
        block(location + ".values", width * static_cast<std::uint32_t>(columns), count, [&] {
            for (const float value : of.values) {
                put(value, as);
            }
        });
    }
    void put(float value, stored as) {
        switch (as) {
        case stored::f32: f_.f32(value); break;
        case stored::opacity: f_.i16(static_cast<std::int16_t>(value * 32767 + (value < 0 ? -0.5F : 0.5F))); break;
        case stored::u8: f_.u8(static_cast<std::uint8_t>(value)); break;
        case stored::u16: f_.u16(static_cast<std::uint16_t>(value)); break;
        case stored::packed_quat: f_.i16(packed(value)); break;
        }
    }

    // ---- the header ------------------------------------------------------------------------------------------------

    void header() {
        f_.text("MD20").mark("m2.version").u32(m_.version);
        ref("m2.name");
        f_.u32(m_.flags);
        for (const char* const location : {"globalSequences",
                                           "animations",
                                           "animationLookup",
                                           "playableLookup",
                                           "bones",
                                           "keyBoneLookup",
                                           "vertices",
                                           "skinProfiles",
                                           "colors",
                                           "textures",
                                           "textureWeights",
                                           "flipbooks",
                                           "textureTransforms",
                                           "replaceableLookup",
                                           "materials",
                                           "boneLookup",
                                           "textureLookup",
                                           "textureUnitLookup",
                                           "textureWeightLookup",
                                           "textureTransformLookup"}) {
            ref(std::string{"m2."} + location);
        }
        put(m_.bounds);
        put(m_.collision_bounds);
        for (const char* const location :
             {"collisionTriangles", "collisionVertices", "collisionNormals", "attachments", "attachmentLookup",
              "events", "lights", "cameras", "cameraLookup", "ribbons", "particles"}) {
            ref(std::string{"m2."} + location);
        }
        align();
    }

    void time() {
        text("m2.name", m_.name);
        list("m2.globalSequences", 4, m_.global_sequences, [&](std::uint32_t loop, const auto&) { f_.u32(loop); });
        list("m2.animations", 0x44, m_.animations, [&](const animation& one, const auto&) {
            f_.u16(one.id).u16(one.variation).u32(one.start).u32(one.end).f32(one.move_speed).u32(one.flags);
            f_.i16(one.probability).u16(one.padding).u32(one.replay_min).u32(one.replay_max).u32(one.blend_time);
            put(one.bounds);
            f_.i16(one.next).u16(one.alias);
        });
        i16s("m2.animationLookup", m_.animation_lookup);
        list("m2.playableLookup", 4, m_.playable_lookup,
             [&](const playable& one, const auto&) { f_.u16(one.fallback).u16(one.flags); });
    }

    // ---- bones and mesh --------------------------------------------------------------------------------------------

    void bones() {
        list("m2.bones", m_.version < 260 ? 0x6C : 0x70, m_.bones, [&](const bone& one, const std::string& location) {
            f_.i32(one.key).u32(one.flags).i16(one.parent).u16(one.submesh);
            if (m_.version >= 260) {
                f_.u32(one.unknown);
            }
            head(one.translation, location + ".translation");
            head(one.rotation, location + ".rotation");
            head(one.scale, location + ".scale");
            put(one.pivot);
        });
        for (std::size_t i = 0; i < m_.bones.size(); ++i) {
            const std::string location = nth("m2.bones", i);
            keys(m_.bones[i].translation, location + ".translation", 3);
            keys(m_.bones[i].rotation, location + ".rotation", 4, m_.version < 260 ? stored::f32 : stored::packed_quat);
            keys(m_.bones[i].scale, location + ".scale", 3);
        }
        i16s("m2.keyBoneLookup", m_.key_bone_lookup);
    }

    void mesh() {
        list("m2.vertices", 0x30, m_.vertices, [&](const vertex& one, const auto&) {
            put(one.position);
            put(one.weights);
            put(one.bones);
            put(one.normal);
            put(one.texcoord);
            put(one.second_texcoord);
        });
        list("m2.skinProfiles", 0x2C, m_.skin_profiles, [&](const skin_profile& one, const std::string& location) {
            for (const char* const part : {"vertexLookup", "triangles", "paletteJoints", "submeshes", "batches"}) {
                ref(location + '.' + part);
            }
            f_.u32(one.bone_limit);
        });
        for (std::size_t i = 0; i < m_.skin_profiles.size(); ++i) {
            cut(m_.skin_profiles[i], nth("m2.skinProfiles", i));
        }
    }
    void cut(const skin_profile& of, const std::string& location) {
        u16s(location + ".vertexLookup", of.indices);
        u16s(location + ".triangles", of.triangles);
        list(location + ".paletteJoints", 4, of.properties, [&](const auto& one, const auto&) { put(one); });
        list(location + ".submeshes", m_.version < 260 ? 0x20 : 0x30, of.submeshes,
             [&](const submesh& one, const auto&) {
                 f_.u16(one.id).u16(one.level).u16(one.first_vertex).u16(one.vertex_count).u16(one.first_index);
                 f_.u16(one.index_count)
                     .u16(one.bone_count)
                     .u16(one.first_bone)
                     .u16(one.influences)
                     .u16(one.center_bone);
                 put(one.center);
                 if (m_.version >= 260) {
                     put(one.sort_center);
                     f_.f32(one.sort_radius);
                 }
             });
        list(location + ".batches", 0x18, of.batches, [&](const batch& one, const auto&) {
            f_.u8(one.flags).u8(static_cast<std::uint8_t>(one.priority)).u16(one.shader).u16(one.submesh);
            f_.u16(one.submesh).i16(one.color).u16(one.material).u16(one.layer).u16(one.texture_count);
            f_.u16(one.texture).u16(one.unit).u16(one.weight).u16(one.transform);
        });
    }

    // ---- materials -------------------------------------------------------------------------------------------------

    void surfaces() {
        list("m2.colors", 0x38, m_.colors, [&](const color& one, const std::string& location) {
            head(one.rgb, location + ".rgb");
            head(one.alpha, location + ".alpha");
        });
        for (std::size_t i = 0; i < m_.colors.size(); ++i) {
            keys(m_.colors[i].rgb, nth("m2.colors", i) + ".rgb", 3);
            keys(m_.colors[i].alpha, nth("m2.colors", i) + ".alpha", 1, stored::opacity);
        }
        list("m2.textures", 0x10, m_.textures, [&](const texture& one, const std::string& location) {
            f_.u32(one.type).u16(one.flags).u16(one.padding);
            ref(location + ".name");
        });
        for (std::size_t i = 0; i < m_.textures.size(); ++i) {
            text(nth("m2.textures", i) + ".name", m_.textures[i].name);
        }
        list("m2.textureWeights", 0x1C, m_.weights,
             [&](const track& one, const std::string& location) { head(one, location); });
        for (std::size_t i = 0; i < m_.weights.size(); ++i) {
            keys(m_.weights[i], nth("m2.textureWeights", i), 1, stored::opacity);
        }
        list("m2.textureTransforms", 0x54, m_.transforms, [&](const transform& one, const std::string& location) {
            head(one.translation, location + ".translation");
            head(one.rotation, location + ".rotation");
            head(one.scale, location + ".scale");
        });
        for (std::size_t i = 0; i < m_.transforms.size(); ++i) {
            keys(m_.transforms[i].translation, nth("m2.textureTransforms", i) + ".translation", 3);
            keys(m_.transforms[i].rotation, nth("m2.textureTransforms", i) + ".rotation", 4);
            keys(m_.transforms[i].scale, nth("m2.textureTransforms", i) + ".scale", 3);
        }
        i16s("m2.replaceableLookup", m_.replaceable_lookup);
        list("m2.materials", 4, m_.materials,
             [&](const material& one, const auto&) { f_.u16(one.flags).u16(one.blend); });
        u16s("m2.boneLookup", m_.bone_lookup);
        i16s("m2.textureLookup", m_.texture_lookup);
        i16s("m2.textureUnitLookup", m_.texture_unit_lookup);
        i16s("m2.textureWeightLookup", m_.weight_lookup);
        i16s("m2.textureTransformLookup", m_.transform_lookup);
    }

    void collision() {
        u16s("m2.collisionTriangles", m_.collision_triangles);
        vectors("m2.collisionVertices", m_.collision_vertices);
        vectors("m2.collisionNormals", m_.collision_normals);
    }

    // ---- what hangs on bones ---------------------------------------------------------------------------------------

    void fittings() {
        list("m2.attachments", 0x30, m_.attachments, [&](const attachment& one, const std::string& location) {
            f_.u32(one.id).u16(one.bone).u16(one.padding);
            put(one.position);
            head(one.visible, location + ".visible");
        });
        for (std::size_t i = 0; i < m_.attachments.size(); ++i) {
            keys(m_.attachments[i].visible, nth("m2.attachments", i) + ".visible", 1, stored::u8);
        }
        i16s("m2.attachmentLookup", m_.attachment_lookup);
        list("m2.events", 0x2C, m_.events, [&](const event& one, const std::string& location) {
            f_.text(one.id).u32(one.data).u32(one.bone);
            put(one.position);
            head(one.times, location, false);
        });
        for (std::size_t i = 0; i < m_.events.size(); ++i) {
            times_of(m_.events[i].times, nth("m2.events", i));
        }
        list("m2.lights", 0xD4, m_.lights, [&](const light& one, const std::string& location) {
            f_.u16(one.type).i16(one.bone);
            put(one.position);
            for_each_track(one, location, [&](const track& of, const std::string& at, auto...) { head(of, at); });
        });
        for (std::size_t i = 0; i < m_.lights.size(); ++i) {
            for_each_track(m_.lights[i], nth("m2.lights", i),
                           [&](const auto&... track_and_form) { keys(track_and_form...); });
        }
        list("m2.cameras", 0x7C, m_.cameras, [&](const camera& one, const std::string& location) {
            f_.i32(one.type).f32(one.diagonal).f32(one.far_clip).f32(one.near_clip);
            head(one.position, location + ".position");
            put(one.position_base);
            head(one.target, location + ".target");
            put(one.target_base);
            head(one.roll, location + ".roll");
        });
        for (std::size_t i = 0; i < m_.cameras.size(); ++i) {
            keys(m_.cameras[i].position, nth("m2.cameras", i) + ".position", 9);
            keys(m_.cameras[i].target, nth("m2.cameras", i) + ".target", 9);
            keys(m_.cameras[i].roll, nth("m2.cameras", i) + ".roll", 3);
        }
        i16s("m2.cameraLookup", m_.camera_lookup);
    }
    template <class Function> static void for_each_track(const light& of, const std::string& location,
                                                         const Function& f) {
        f(of.ambient_color, location + ".ambientColor", 3U, stored::f32);
        f(of.ambient_intensity, location + ".ambientIntensity", 1U, stored::f32);
        f(of.diffuse_color, location + ".diffuseColor", 3U, stored::f32);
        f(of.diffuse_intensity, location + ".diffuseIntensity", 1U, stored::f32);
        f(of.attenuation_start, location + ".attenuationStart", 1U, stored::f32);
        f(of.attenuation_end, location + ".attenuationEnd", 1U, stored::f32);
        f(of.visible, location + ".visible", 1U, stored::u8);
    }

    void emitters() {
        list("m2.ribbons", 0xDC, m_.ribbons,
             [&](const ribbon& one, const std::string& location) { put(one, location); });
        for (std::size_t i = 0; i < m_.ribbons.size(); ++i) {
            const ribbon& one = m_.ribbons[i];
            const std::string location = nth("m2.ribbons", i);
            u16s(location + ".textures", one.textures);
            u16s(location + ".materials", one.materials);
            keys(one.color, location + ".color", 3);
            keys(one.alpha, location + ".alpha", 1, stored::opacity);
            keys(one.above, location + ".heightAbove", 1);
            keys(one.below, location + ".heightBelow", 1);
            keys(one.slot, location + ".slot", 1, stored::u16);
            keys(one.visible, location + ".visible", 1, stored::u8);
        }
        list("m2.particles", 0x1F8, m_.particles,
             [&](const particle& one, const std::string& location) { put(one, location); });
        for (std::size_t i = 0; i < m_.particles.size(); ++i) {
            const particle& one = m_.particles[i];
            const std::string location = nth("m2.particles", i);
            text(location + ".model", one.model);
            text(location + ".recursionModel", one.recursion_model);
            for (std::size_t k = 0; k < one.tracks.size(); ++k) {
                keys(one.tracks[k], location + track_names.at(k), 1);
            }
            vectors(location + ".splinePoints", one.spline);
            keys(one.enabled, location + ".enabled", 1, stored::u8);
        }
    }
    void put(const ribbon& one, const std::string& location) {
        f_.i32(one.id).u32(one.bone);
        put(one.position);
        ref(location + ".textures");
        ref(location + ".materials");
        head(one.color, location + ".color");
        head(one.alpha, location + ".alpha");
        head(one.above, location + ".heightAbove");
        head(one.below, location + ".heightBelow");
        f_.f32(one.edges_per_second).f32(one.edge_lifetime).f32(one.gravity).u16(one.rows).u16(one.columns);
        head(one.slot, location + ".slot");
        head(one.visible, location + ".visible");
    }
    void put(const particle& one, const std::string& location) {
        f_.i32(one.id).u32(one.flags);
        put(one.position);
        f_.u16(one.bone).u16(one.texture);
        ref(location + ".model");
        ref(location + ".recursionModel");
        if (m_.version < 263) {
            f_.u16(one.blend).u16(one.shape);
        } else {
            f_.u8(static_cast<std::uint8_t>(one.blend)).u8(static_cast<std::uint8_t>(one.shape)).u16(one.color_index);
        }
        f_.u8(one.type).u8(one.head_or_tail).i16(one.tile_rotation).u16(one.rows).u16(one.columns);
        for (std::size_t k = 0; k < one.tracks.size(); ++k) {
            head(one.tracks[k], location + track_names.at(k));
        }
        f_.f32(one.midpoint);
        for (const auto& bgra : one.bgra) {
            put(bgra);
        }
        put(one.scales);
        for (const std::uint16_t cell : one.cells) {
            f_.u16(cell);
        }
        put(one.numbers);
        ref(location + ".splinePoints");
        head(one.enabled, location + ".enabled");
    }

    const model& m_;
    byte_builder f_;
    std::vector<reference> lists_;
};

} // namespace

written write_all(const model& from, effigy::form order) { return writer{from, order}.finish(); }

byte_builder write(const model& from, effigy::form order) { return write_all(from, order).file; }

track held(std::vector<float> value) { return {linear, -1, {{0, 0}}, {1000}, std::move(value)}; }

model small(std::uint32_t version) {
    model out;
    out.version = version;
    out.alignment = 1;
    out.name = "imp";
    out.flags = 3;
    out.global_sequences = {500, 0};
    out.animations = {
        {0, 0, 1000, 2000, 0, 32767, 150, {{-1, -2, -3}, {1, 2, 3}, 4}, 1, 0xCDCD, 2.5F, 0xABAB, 3, 4},
        {4, 1, 3000, 3500, 1, 100, 50},
    };
    out.animation_lookup = {0, -1, -1, -1, 1};
    out.playable_lookup = {{0, 0}, {0, 3}};
    bone arm{0, {0, 0, 1}, 5, 0x208};
    arm.translation = {linear, -1, {{0, 2}, {2, 2}, {0, 0}}, {1000, 1500, 2000}, {0, 0, 0, 0, 0, 1, 0, 0, 3}};
    arm.rotation = {linear, -1, {{0, 1}, {1, 1}, {0, 0}}, {1000, 2000}, {0, 0, 0, 1, 0, 0, half, half}};
    arm.scale = {step, 0, {{0, 0}}, {0, 500}, {1, 1, 1, 2, 2, 2}};
    arm.submesh = 7;
    arm.unknown = 0x1234'5678;
    out.bones = {{-1, {}, 26}, arm};
    out.key_bone_lookup = {-1, 1};
    out.vertices = {
        {{0, 0, 0}, {0, 0, 1}, {0, 0}},
        {{1, 0, 0}, {0, 1, 0}, {1, 0}, {192, 63, 0, 0}, {1, 0, 0, 0}},
        {{0, 1, 1}, {1, 0, 0}, {0, 1}, {255, 0, 0, 0}, {1, 0, 0, 0}, {0.25F, 0.5F}},
    };
    skin_profile cut;
    cut.indices = {2, 0, 1};
    cut.triangles = {0, 1, 2};
    cut.properties = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}};
    cut.submeshes = {{101, 0, 3, 0, 3, 2, 0, 2, 1, {1, 2, 3}, {4, 5, 6}, 7}};
    cut.batches = {{0, 0, 0, 0, 0, 0, 0, 2, 0x10, -2, 3, 4}};
    cut.bone_limit = 75;
    out.skin_profiles = {cut};
    out.colors = {{held({1, 0.5F, 0.25F}), held({0.5F})}};
    out.textures = {{"a\\b.blp", 0, 2, 0xFFFF}};
    out.weights = {held({1})};
    out.transforms = {{held({1, 0, 0}), held({0, 0, 0, 1}), held({2, 2, 1})}};
    out.replaceable_lookup = {-1, 0};
    out.materials = {{5, 2}};
    out.bone_lookup = {1, 0};
    out.texture_lookup = {0, -1};
    out.texture_unit_lookup = {1, -1};
    out.weight_lookup = {0};
    out.transform_lookup = {0, -1};
    out.bounds = {{-1, -1, 0}, {1, 1, 2}, 3};
    out.collision_bounds = {{-2, -2, 0}, {2, 2, 4}, 5};
    out.collision_triangles = {0, 1, 2};
    out.collision_vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    out.collision_normals = {{0, 0, 1}};
    out.attachments = {{11, 1, {1, 2, 3}, held({1}), 48823}};
    out.attachment_lookup = {-1, 0};
    out.events = {{"$HIT", 6801, 1, {3, 2, 1}, {step, -1, {{0, 1}, {1, 1}}, {1250}, {}}}};
    out.lights = {
        {1, 1, {1, 1, 1}, held({1, 0, 0}), held({0.5F}), held({0, 1, 0}), held({2}), held({3}), held({4}), held({1})}};
    const std::vector<float> spline{1, 2, 3, 4, 5, 6, 7, 8, 9};
    out.cameras = {{1, 1.5F, 27, 0.25F, {1, 0, 0}, {0, 1, 0}, held(spline), held(spline), held({1, 2, 3})}};
    out.camera_lookup = {-1, 0};
    out.ribbons = {{3,
                    1,
                    {1, 2, 3},
                    {4, 5},
                    {6},
                    held({1, 1, 0}),
                    held({0.5F}),
                    held({1}),
                    held({2}),
                    10,
                    0.5F,
                    -1,
                    2,
                    4,
                    held({3}),
                    held({1})}};
    particle sparks;
    sparks.flags = 0x1000;
    sparks.position = {3, 4, 5};
    sparks.bone = 1;
    sparks.texture = 2;
    sparks.model = "m";
    sparks.recursion_model = "r";
    sparks.shape = 2;
    sparks.color_index = 9;
    sparks.type = 1;
    sparks.head_or_tail = 2;
    sparks.tile_rotation = -1;
    sparks.rows = 3;
    sparks.columns = 4;
    for (std::size_t i = 0; i < sparks.tracks.size(); ++i) {
        sparks.tracks[i] = held({static_cast<float>(i)});
    }
    sparks.bgra = {{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}};
    sparks.scales = {1, 2, 3};
    sparks.cells = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    for (std::size_t i = 0; i < sparks.numbers.size(); ++i) {
        sparks.numbers[i] = static_cast<float>(i);
    }
    sparks.spline = {{1, 2, 3}};
    sparks.enabled = held({1});
    out.particles = {sparks};
    return out;
}

} // namespace fixtures::m2
