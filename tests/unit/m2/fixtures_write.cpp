#include "m2/fixtures_lists.hpp"

#include <algorithm>

namespace fixtures::m2 {

namespace {

class writer : list_writer {
public:
    explicit writer(const model& from) : list_writer(from) {}

    [[nodiscard]] written finish() {
        header();
        text("m2.name", m_.name);
        if (m_.skeleton_id == 0) {
            time();
            bones();
        }
        mesh();
        surfaces();
        collision();
        attached_records();
        emitters();
        if (has_combos()) {
            values("m2.textureCombinerCombos", m_.combiner_combos);
        }
        written out{{std::move(f_), std::move(lists_)}};
        if (m_.chunked) {
            put_in_chunks(out);
        }
        if (is_modern()) {
            skins(out);
            if (m_.skeleton_id != 0) {
                skeletons(out);
            }
            animation_files(out);
        }
        return out;
    }

private:
    using list_writer::put;

    // The tracks of a particle emitter, in file order.
    static constexpr std::array<const char*, 10> track_names{
        ".speed",    ".speedVariation", ".verticalRange", ".horizontalRange", ".gravity",
        ".lifespan", ".emissionRate",   ".areaLength",    ".areaWidth",       ".zSource"};

    // ---- the header ------------------------------------------------------------------------------------------------

    void refs(std::initializer_list<const char*> locations) {
        for (const char* const location : locations) {
            ref(std::string{"m2."} + location);
        }
    }
    void header() {
        f_.text("MD20").mark("m2.version").u32(m_.version);
        ref("m2.name");
        f_.mark("m2.flags").u32(m_.flags);
        refs({"globalSequences", "animations", "animationLookup"});
        if (!is_modern()) {
            ref("m2.playableLookup");
        }
        refs({"bones", "keyBoneLookup", "vertices"});
        if (is_modern()) {
            f_.mark("m2.skinProfileCount").count(m_.skin_profiles.size());
        } else {
            ref("m2.skinProfiles");
        }
        refs({"colors", "textures", "textureWeights"});
        if (!is_modern()) {
            ref("m2.flipbooks");
        }
        refs({"textureTransforms", "replaceableLookup", "materials", "boneLookup", "textureLookup", "textureUnitLookup",
              "textureWeightLookup", "textureTransformLookup"});
        put(m_.bounds);
        put(m_.collision_bounds);
        refs({"collisionTriangles", "collisionVertices", "collisionNormals", "attachments", "attachmentLookup",
              "events", "lights", "cameras", "cameraLookup", "ribbons", "particles"});
        if (has_combos()) {
            ref("m2.textureCombinerCombos");
        }
        align();
    }
    [[nodiscard]] bool has_combos() const { return is_modern() && (m_.flags & combined_textures) != 0; }

    void time() {
        values(at_ + "globalSequences", m_.global_sequences);
        list(at_ + "animations", is_modern() ? 0x40 : 0x44, m_.animations, [&](const animation& one, const auto&) {
            f_.u16(one.id).u16(one.variation);
            if (is_modern()) {
                f_.u32(one.end - one.start);
            } else {
                f_.u32(one.start).u32(one.end);
            }
            f_.f32(one.move_speed).u32(one.flags);
            f_.i16(one.probability).u16(one.padding).u32(one.replay_min).u32(one.replay_max).u32(one.blend_time);
            put(one.bounds);
            f_.i16(one.next).u16(one.alias);
        });
        values(at_ + "animationLookup", is_modern() ? m_.hashed_lookup : m_.animation_lookup);
        if (!is_modern()) {
            list("m2.playableLookup", 4, m_.playable_lookup,
                 [&](const playable& one, const auto&) { f_.u16(one.fallback).u16(one.flags); });
        }
    }

    // ---- bones and mesh --------------------------------------------------------------------------------------------

    void bones() {
        list(at_ + "bones", with_tracks(m_.version < 260 ? 0x18 : 0x1C, 3), m_.bones,
             [&](const bone& one, const std::string& location) {
                 f_.i32(one.key).u32(one.flags).i16(one.parent).u16(one.submesh);
                 if (m_.version >= 260) {
                     f_.u32(one.unknown);
                 }
                 track_of(one.translation, location + ".translation", 3);
                 track_of(one.rotation, location + ".rotation", 4,
                          m_.version < 260 ? stored::f32 : stored::packed_quat);
                 track_of(one.scale, location + ".scale", 3);
                 put(one.pivot);
             });
        values(at_ + "keyBoneLookup", m_.key_bone_lookup);
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
        if (is_modern()) {
            return;
        }
        list("m2.skinProfiles", 0x2C, m_.skin_profiles,
             [&](const skin_profile& one, const std::string& location) { put(one, location); });
    }
    void put(const skin_profile& profile, const std::string& location) {
        for (const char* const list : {"vertexLookup", "triangles", "paletteJoints", "submeshes", "batches"}) {
            ref(location + '.' + list);
        }
        f_.u32(profile.bone_limit);
        later([=, this, &profile] { profile_lists(profile, location); });
    }
    void profile_lists(const skin_profile& profile, const std::string& location) {
        values(location + ".vertexLookup", profile.indices);
        values(location + ".triangles", profile.triangles);
        values(location + ".paletteJoints", profile.properties);
        list(location + ".submeshes", m_.version < 260 ? 0x20 : 0x30, profile.submeshes,
             [&](const submesh& one, const auto&) {
                 f_.u16(one.id).u16(one.level).u16(one.first_vertex).u16(one.vertex_count).u16(one.first_index);
                 f_.u16(one.index_count).u16(one.bone_count).u16(one.first_bone);
                 f_.u16(one.influences).u16(one.center_bone);
                 put(one.center);
                 if (m_.version >= 260) {
                     put(one.sort_center);
                     f_.f32(one.sort_radius);
                 }
             });
        list(location + ".batches", 0x18, profile.batches, [&](const batch& one, const auto&) {
            f_.u8(one.flags).u8(static_cast<std::uint8_t>(one.priority)).u16(one.shader).u16(one.submesh);
            f_.u16(one.submesh).i16(one.color).u16(one.material).u16(one.layer).u16(one.texture_count);
            f_.u16(one.texture).u16(one.unit).u16(one.weight).u16(one.transform);
        });
    }

    // ---- materials -------------------------------------------------------------------------------------------------

    void surfaces() {
        list("m2.colors", with_tracks(0, 2), m_.colors, [&](const color& one, const std::string& location) {
            track_of(one.rgb, location + ".rgb", 3);
            track_of(one.alpha, location + ".alpha", 1, stored::opacity);
        });
        list("m2.textures", 0x10, m_.textures, [&](const texture& one, const std::string& location) {
            f_.u32(one.type).u16(one.flags).u16(one.padding);
            text_of(location + ".name", one.name);
        });
        list("m2.textureWeights", with_tracks(0, 1), m_.weights,
             [&](const track& one, const std::string& location) { track_of(one, location, 1, stored::opacity); });
        list("m2.textureTransforms", with_tracks(0, 3), m_.transforms,
             [&](const transform& one, const std::string& location) {
                 track_of(one.translation, location + ".translation", 3);
                 track_of(one.rotation, location + ".rotation", 4);
                 track_of(one.scale, location + ".scale", 3);
             });
        values("m2.replaceableLookup", m_.replaceable_lookup);
        list("m2.materials", 4, m_.materials,
             [&](const material& one, const auto&) { f_.u16(one.flags).u16(one.blend); });
        values("m2.boneLookup", m_.bone_lookup);
        values("m2.textureLookup", m_.texture_lookup);
        values("m2.textureUnitLookup", m_.texture_unit_lookup);
        values("m2.textureWeightLookup", m_.weight_lookup);
        values("m2.textureTransformLookup", m_.transform_lookup);
    }

    void collision() {
        values("m2.collisionTriangles", m_.collision_triangles);
        values("m2.collisionVertices", m_.collision_vertices);
        values("m2.collisionNormals", m_.collision_normals);
    }

    // ---- attached to bones -----------------------------------------------------------------------------------------

    void attachments() {
        list(at_ + "attachments", with_tracks(0x14, 1), m_.attachments,
             [&](const attachment& one, const std::string& location) {
                 f_.u32(one.id).u16(one.bone).u16(one.padding);
                 put(one.position);
                 track_of(one.visible, location + ".visible", 1, stored::u8);
             });
        values(at_ + "attachmentLookup", m_.attachment_lookup);
    }
    void attached_records() {
        if (m_.skeleton_id == 0) {
            attachments();
        }
        list("m2.events", is_modern() ? 0x24 : 0x2C, m_.events, [&](const event& one, const std::string& location) {
            f_.text(one.id).u32(one.data).u32(one.bone);
            put(one.position);
            head(one.times, location, false);
            later([=, this, &one] { times_of(one.times, location); });
        });
        list("m2.lights", with_tracks(0x10, 7), m_.lights, [&](const light& one, const std::string& location) {
            f_.u16(one.type).i16(one.bone);
            put(one.position);
            track_of(one.ambient_color, location + ".ambientColor", 3);
            track_of(one.ambient_intensity, location + ".ambientIntensity", 1);
            track_of(one.diffuse_color, location + ".diffuseColor", 3);
            track_of(one.diffuse_intensity, location + ".diffuseIntensity", 1);
            track_of(one.attenuation_start, location + ".attenuationStart", 1);
            track_of(one.attenuation_end, location + ".attenuationEnd", 1);
            track_of(one.visible, location + ".visible", 1, stored::u8);
        });
        cameras();
        values("m2.cameraLookup", m_.camera_lookup);
    }
    void cameras() {
        const bool has_view_track = m_.version >= 271; // the field of view is a track
        list("m2.cameras", with_tracks(has_view_track ? 0x24 : 0x28, has_view_track ? 4 : 3), m_.cameras,
             [&](const camera& one, const std::string& location) {
                 f_.i32(one.type);
                 if (!has_view_track) {
                     f_.f32(one.diagonal);
                 }
                 f_.f32(one.far_clip).f32(one.near_clip);
                 track_of(one.position, location + ".position", 9);
                 put(one.position_base);
                 track_of(one.target, location + ".target", 9);
                 put(one.target_base);
                 track_of(one.roll, location + ".roll", 3);
                 if (has_view_track) {
                     track_of(field_of_view(one), location + ".fieldOfView", 3);
                 }
             });
    }
    [[nodiscard]] static track field_of_view(const camera& camera) {
        const bool is_given = !camera.field_of_view.times.empty() || !camera.field_of_view.lists.empty();
        return is_given ? camera.field_of_view : constant({camera.diagonal, 0, 0});
    }
    void emitters() {
        list("m2.ribbons", with_tracks(is_modern() ? 0x38 : 0x34, 6), m_.ribbons,
             [&](const ribbon& one, const std::string& location) { put(one, location); });
        list("m2.particles",
             m_.version < 264   ? 0x1F8
             : m_.version < 272 ? 0x1DC
                                : 0x1EC,
             m_.particles, [&](const particle& one, const std::string& location) { put(one, location); });
    }
    void put(const ribbon& one, const std::string& location) {
        f_.i32(one.id).u32(one.bone);
        put(one.position);
        values_of(location + ".textures", one.textures);
        values_of(location + ".materials", one.materials);
        track_of(one.color, location + ".color", 3);
        track_of(one.alpha, location + ".alpha", 1, stored::opacity);
        track_of(one.above, location + ".heightAbove", 1);
        track_of(one.below, location + ".heightBelow", 1);
        f_.f32(one.edges_per_second).f32(one.edge_lifetime).f32(one.gravity).u16(one.rows).u16(one.columns);
        track_of(one.slot, location + ".slot", 1, stored::u16);
        track_of(one.visible, location + ".visible", 1, stored::u8);
        if (is_modern()) {
            f_.i16(one.priority_plane).u16(0);
        }
    }
    void put(const particle& one, const std::string& location) {
        f_.i32(one.id).u32(one.flags);
        put(one.position);
        f_.u16(one.bone).u16(one.texture);
        text_of(location + ".model", one.model);
        text_of(location + ".recursionModel", one.recursion_model);
        if (m_.version < 263) {
            f_.u16(one.blend).u16(one.shape);
        } else {
            f_.u8(static_cast<std::uint8_t>(one.blend)).u8(static_cast<std::uint8_t>(one.shape)).u16(one.color_index);
        }
        f_.u8(one.type).u8(one.head_or_tail).i16(one.tile_rotation).u16(one.rows).u16(one.columns);
        for (std::size_t k = 0; k < one.tracks.size(); ++k) {
            track_of(one.tracks[k], location + track_names.at(k), 1);
            if (is_modern() && (k == 5 || k == 6)) {
                f_.f32(k == 5 ? one.lifespan_variation : one.emission_rate_variation);
            }
        }
        if (is_modern()) {
            put_life(one, location);
        } else {
            f_.f32(one.midpoint);
            put(one.bgra);
            put(one.scales);
            put(one.cells);
            put(one.numbers);
        }
        values_of(location + ".splinePoints", one.spline);
        track_of(one.enabled, location + ".enabled", 1, stored::u8);
        if (m_.version >= 272) {
            put(one.multi_texture);
        }
    }
    void put_life(const particle& one, const std::string& location) {
        std::vector<float> colors;
        std::vector<float> alphas;
        std::vector<float> scales;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& bgra = one.bgra.at(i);
            for (const std::size_t k : {2U, 1U, 0U}) {
                colors.push_back(bgra.at(k));
            }
            alphas.push_back(static_cast<float>(bgra[3]) / 255);
            scales.insert(scales.end(), 2, one.scales.at(i));
        }
        const auto cells = [&](std::size_t begin, std::size_t decay) {
            return std::vector<float>{static_cast<float>(one.cells.at(begin)), static_cast<float>(one.cells.at(decay)),
                                      static_cast<float>(one.cells.at(decay + 1))};
        };
        const auto life = [&](const char* name, const life_track& given, const std::vector<float>& older,
                              std::size_t columns, stored as = stored::f32) {
            const auto middle = static_cast<std::uint16_t>(one.midpoint * 32767);
            const life_track track = given.times.empty() ? life_track{{0, middle, 32767}, older} : given;
            const std::string at = location + name;
            ref(at + ".ages");
            ref(at + ".values");
            later([=, this] {
                values(at + ".ages", track.times);
                stored_values(track.values, at + ".values", columns, as);
            });
        };
        life(".color", one.color, colors, 3);
        life(".alpha", one.alpha, alphas, 1, stored::opacity);
        life(".scale", one.scale, scales, 2);
        put(one.scale_variation);
        life(".headCell", one.head_cells, cells(0, 3), 1, stored::u16);
        life(".tailCell", one.tail_cells, cells(6, 8), 1, stored::u16);
        for (std::size_t k = 0; k < one.numbers.size(); ++k) {
            if (k == 7) { // the spin
                f_.f32(one.base_spin).f32(one.base_spin_variation).f32(one.numbers[k]).f32(one.spin_variation);
            } else {
                f_.f32(one.numbers[k]);
            }
        }
    }

    // ---- files and chunks ------------------------------------------------------------------------------------------

    static void add_chunk(part& to, const std::string& id, const part& payload) {
        to.file.mark(id).text(id).count(payload.file.size()).append(payload.file);
        to.lists.insert(to.lists.end(), payload.lists.begin(), payload.lists.end());
    }
    void add_chunks(part& to, const std::vector<chunk>& chunks) {
        for (const chunk& one : chunks) {
            add_chunk(to, one.id, apart([&] { one.payload(f_); }));
        }
    }
    void put_in_chunks(written& out) {
        const part whole = std::exchange(static_cast<part&>(out), part{});
        add_chunk(out, "MD21", whole);
        if (m_.skeleton_id != 0) {
            add_chunk(out, "SKID", apart([&] { f_.u32(m_.skeleton_id); }));
        }
        add_chunks(out, m_.chunks);
    }

    void skins(written& out) {
        for (std::size_t i = 0; i < m_.skin_profiles.size(); ++i) {
            const skin_profile& one = m_.skin_profiles[i];
            part file = apart([&] {
                f_.text("SKIN");
                put(one, "skin");
                if (m_.version >= 272) {
                    ref("skin.shadowBatches");
                }
                align();
                write_later();
                if (m_.version >= 272) {
                    list("skin.shadowBatches", 12, one.shadow_batches, [&](const shadow_batch& batch, const auto&) {
                        f_.u8(batch.flags).u8(batch.flags2).u16(batch.unknown);
                        f_.u16(batch.submesh).u16(batch.texture).u16(batch.color).u16(batch.weight);
                    });
                }
            });
            out.companions.push_back({std::move(file), companion_kind::skin, static_cast<std::uint16_t>(i)});
        }
    }

    // The bones, attachments and animations are in the parent .skel, if there is one.
    void skeletons(written& out) {
        at_ = "skeleton.";
        part own;
        name_skeleton(own);
        if (m_.parent_skeleton_id == 0) {
            fill_skeleton(own);
        } else {
            part parent;
            name_skeleton(parent);
            fill_skeleton(parent);
            out.companions.push_back({std::move(parent), companion_kind::parent_skeleton});
            add_chunk(own, "SKPD", apart([&] { f_.zeros(8).u32(m_.parent_skeleton_id).zeros(4); }));
        }
        add_chunks(own, m_.skeleton_chunks);
        out.companions.push_back({std::move(own), companion_kind::skeleton});
    }
    void name_skeleton(part& to) {
        add_chunk(to, "SKL1", apart([&] {
                      f_.u32(0x100);
                      ref("skeleton.name");
                      f_.zeros(4);
                      text("skeleton.name", m_.name);
                  }));
    }
    void fill_skeleton(part& to) {
        add_chunk(to, "SKS1", apart([&] {
                      ref("skeleton.globalSequences");
                      ref("skeleton.animations");
                      ref("skeleton.animationLookup");
                      f_.zeros(8);
                      time();
                  }));
        section_ = m_.chunked_animations ? section::bones : section::model;
        add_chunk(to, "SKB1", apart([&] {
                      ref("skeleton.bones");
                      ref("skeleton.keyBoneLookup");
                      bones();
                  }));
        section_ = m_.chunked_animations ? section::attachments : section::model;
        add_chunk(to, "SKA1", apart([&] {
                      ref("skeleton.attachments");
                      ref("skeleton.attachmentLookup");
                      attachments();
                  }));
    }

    // Writes one .anim for each animation whose keys are in an .anim, even if no track has keys for it.
    void animation_files(written& out) {
        for (std::size_t i = 0; i < m_.animations.size(); ++i) {
            if (key_file_of(m_.animations, i) != i) {
                continue;
            }
            part file;
            if (!m_.chunked_animations) {
                file = key_files_[{i, section::model}];
            } else {
                for (const auto& [of, id] : {std::pair{section::model, "AFM2"}, std::pair{section::attachments, "AFSA"},
                                             std::pair{section::bones, "AFSB"}}) {
                    if (const part& keys = key_files_[{i, of}]; keys.file.size() != 0) {
                        add_chunk(file, id, keys);
                    }
                }
            }
            const animation& one = m_.animations[i];
            out.companions.push_back({std::move(file), companion_kind::animation, one.id, one.variation});
        }
    }

    std::string at_ = "m2."; // the path prefix of bones, animations and attachments
};

} // namespace

written write_all(const model& from) { return writer{from}.finish(); }

byte_builder write(const model& from) { return write_all(from).file; }

} // namespace fixtures::m2
