// What the game's own models of a version have in common.
#pragma once

#include <effigy/m2/lint/target_counts.hpp>
#include <effigy/m2/owned/convert/animations.hpp>
#include <effigy/m2/owned/convert/chunks.hpp>
#include <effigy/m2/owned/convert/particles.hpp>
#include <effigy/m2/owned/derive.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// The versions of editions of the game, and the one as which a version is read.
[[nodiscard]] constexpr bool is_target(std::uint32_t version) noexcept {
    return version == 256 || version == 260 || version == 264 || version == 272;
}
[[nodiscard]] constexpr std::uint32_t target_of(std::uint32_t version) noexcept {
    return version < 260 ? 256 : version < 264 ? 260 : version < 272 ? 264 : 272;
}

// Calls visit(track, prefix, name, number) for all tracks: "m2.bones[].", "translation", 3.
template <class Visit> void for_each_placed_track(const owned_model& in, const Visit& visit) {
    const bool is_packed = in.version >= first_version<bone_record_260>;
    for_each_list_with_tracks([&](auto list, const char* prefix) {
        std::uint32_t number = 0;
        for (const auto& one : in.get(in.*list)) {
            for_each_pair_of_tracks(one, nullptr, is_packed, [&](const auto& track, const auto*, const char* name) {
                visit(track, prefix, name, number);
            });
            ++number;
        }
    });
}

template <class = when_used> class target_checker {
public:
    target_checker(const owned_model& of, std::uint32_t version, finding_sink tell, std::pmr::memory_resource* memory)
        : of_(of), computed_(memory), version_(version), tell_(tell) {}

    [[nodiscard]] target_counts run() {
        computed_ = of_;
        const std::uint32_t stored = of_.version;
        require(target_of(stored) == version_, odd::target_version, location{"m2.version", location::nowhere});
        tables();
        header();
        animations();
        bones();
        keys();
        vertices();
        std::uint32_t number = 0;
        for (owned_skin_profile& profile : computed_.get(computed_.skin_profiles)) {
            submeshes(profile, number);
            batches(profile, number);
            ++number;
        }
        textures();
        attached();
        return counts_;
    }

private:
    void require(bool holds, const oddity& what, const location& at) const {
        if (!holds) {
            tell_(finding{at, what});
        }
    }
    // Tells the first element of a list for which holds(element, number) is false. Returns the number of elements.
    // `at`: the place of the list.
    template <class T, class Holds>
    std::uint64_t each(std::span<const T> all, const oddity& what, const location& at, const Holds& holds) const {
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (!holds(all[i], i)) {
                tell_(finding{at.element(i), what});
                break;
            }
        }
        return all.size();
    }
    template <class T, class Holds>
    std::uint64_t each(const pool_slice<T>& list, const oddity& what, const char* path, const Holds& holds) const {
        return each(of_.get<T>(list), what, location{path, location::nowhere}, holds);
    }
    [[nodiscard]] static location in_profile(const char* path, std::uint32_t number) noexcept {
        return place_in("m2.skinProfiles[].", path, number);
    }
    [[nodiscard]] bool has_lists() const noexcept { return of_.version >= first_version<model_header_264>; }
    [[nodiscard]] bool has_bone(std::int64_t number) const noexcept {
        return number >= 0 && number < static_cast<std::int64_t>(of_.bones.count);
    }

    // ---- tables ----------------------------------------------------------------------------------------------------

    void tables() {
        table(&owned_header::animation_lookup, compute_animation_lookup(computed_), "animationLookup[]");
        table(&owned_header::key_bone_lookup, compute_key_bone_lookup(computed_), "keyBoneLookup[]");
        table(&owned_header::attachment_lookup, compute_attachment_lookup(computed_), "attachmentLookup[]");
        table(&owned_header::camera_lookup, compute_camera_lookup(computed_), "cameraLookup[]");
        table(&owned_header::replaceable_lookup, compute_replaceable_lookup(computed_), "replaceableLookup[]");
        if (!has_lists()) {
            const auto all = of_.get(of_.animations);
            compare<owned_playable>(of_.get(of_.playable_lookup),
                                    playable_table(all, of_.version, computed_.template all<char>().resource()),
                                    "playableLookup[]");
        }
    }
    template <class List, class Of> void table(List Of::* list, const error& why, const char* path) {
        const auto stored = of_.template get<std::int16_t>(of_.*list);
        const auto now = std::as_const(computed_).template get<std::int16_t>(computed_.*list);
        compare<std::int16_t>(stored, why ? std::span<const std::int16_t>{} : now, path);
    }
    template <class T> void compare(std::span<const T> stored, std::span<const T> computed, const char* path) {
        counts_.tables += computed.size();
        for (std::uint32_t i = 0; i < stored.size() || i < computed.size(); ++i) {
            if (i >= stored.size() || i >= computed.size() || !equal(stored[i], computed[i])) {
                return require(false, odd::target_table, place_in("m2.", path, i));
            }
        }
    }

    // ---- the header ------------------------------------------------------------------------------------------------

    void header() {
        require((of_.flags & ~(known_model_flags(version_) | model_has_combiners)) == 0, odd::target_unknown,
                location{"m2.globalFlags", location::nowhere});
        const bool has_combos = (of_.flags & model_has_combiners) != 0;
        require(!has_combos || (version_ == 264 && !of_.texture_combiner_combos.empty()), odd::target_unknown,
                location{"m2.textureCombinerCombos", location::nowhere});
        require(version_ < 272 || of_.texture_unit_lookup.empty(), odd::target_table,
                location{"m2.textureUnitLookup", location::nowhere});
        each(of_.collision_triangles, odd::target_collision, "m2.collisionTriangles[]",
             [this](std::uint16_t corner, std::uint32_t) { return corner < of_.collision_vertices.count; });
    }

    // ---- animations and bones --------------------------------------------------------------------------------------

    void animations() {
        compute_next_variations(computed_);
        compute_variations(computed_);
        const bool has_ring = has_lists() && !link_aliases(computed_);
        const auto now = std::as_const(computed_).get(computed_.animations);
        counts_.animations += each(
            of_.animations, odd::target_animation, "m2.animations[].nextVariation",
            [&](const owned_animation& one, std::uint32_t i) { return one.next_variation == now[i].next_variation; });
        if (has_lists()) {
            each(of_.animations, odd::target_animation, "m2.animations[].variation",
                 [&](const owned_animation& one, std::uint32_t i) { return one.variation == now[i].variation; });
            each(of_.animations, odd::target_animation, "m2.animations[].aliasNext",
                 [&](const owned_animation& one, std::uint32_t i) {
                     return has_ring && one.alias_next == now[i].alias_next;
                 });
        }
        each(of_.animations, odd::target_unknown, "m2.animations[].id",
             [&](const owned_animation& one, std::uint32_t) { return one.id < known_animations(version_); });
        each(of_.animations, odd::target_unknown, "m2.animations[].flags",
             [](const owned_animation& one, std::uint32_t) { return one.flags <= known_animation_flags; });
        each(of_.animations, odd::target_unknown, "m2.animations[].blendTime",
             [](const owned_animation& one, std::uint32_t) { return one.blend_time <= 0xFFFF; });
    }
    void bones() {
        compute_bone_flags(computed_);
        const auto now = std::as_const(computed_).get(computed_.bones);
        counts_.bones += each(of_.bones, odd::target_bone, "m2.bones[].flags",
                              [&](const owned_bone& one, std::uint32_t i) { return one.flags == now[i].flags; });
        each(of_.bones, odd::target_unknown, "m2.bones[].flags",
             [](const owned_bone& one, std::uint32_t) { return one.flags <= known_bone_flags; });
        each(of_.bones, odd::target_bone, "m2.bones[].parent",
             [](const owned_bone& one, std::uint32_t i) { return one.parent < static_cast<std::int64_t>(i); });
    }

    // ---- keys ------------------------------------------------------------------------------------------------------

    void keys() {
        const bool has_ranges = !has_lists() && !compute_ranges(computed_);
        pool<pool_slice<owned_key_range>> ranges{computed_.template all<char>().resource()};
        for_each_placed_track(std::as_const(computed_), [&](const auto& track, const char*, const char*,
                                                            std::uint32_t) { ranges.push_back(track.ranges); });
        std::size_t next = 0;
        for_each_placed_track(of_, [&](const auto& track, const char* prefix, const char* name, std::uint32_t number) {
            const bool is_stored =
                std::string_view{name} != "fieldOfView" || of_.version >= first_version<camera_record_271>;
            const bool has_loop = track.global_sequence < static_cast<std::int64_t>(of_.global_sequences.count);
            const bool is_good =
                has_loop && (has_lists() ? are_good(track) : has_ranges && are_same(track.ranges, ranges[next]));
            ++next;
            if (is_stored && !is_good && !was_told(prefix, name)) {
                tell_(finding{place_in(prefix, name, number), odd::target_keys});
                told_.push_back({prefix, name});
            }
        });
    }
    // Tracks with the same path are told of once.
    [[nodiscard]] bool was_told(std::string_view prefix, std::string_view name) const noexcept {
        bool out = false;
        for (const track_name& each : told_) {
            out = out || (each.prefix == prefix && each.name == name);
        }
        return out;
    }
    [[nodiscard]] bool are_same(const pool_slice<owned_key_range>& stored,
                                const pool_slice<owned_key_range>& computed) {
        const auto a = of_.template get<owned_key_range>(stored);
        const auto b = std::as_const(computed_).template get<owned_key_range>(computed);
        bool same = a.size() == b.size();
        for (std::size_t i = 0; i < a.size() && same; ++i) {
            same = equal(a[i], b[i]);
        }
        counts_.keys += b.size();
        return same;
    }
    // Whether there is one list, or one for each animation, and values begin with the animation and do not go on after
    // it.
    template <class Track> [[nodiscard]] bool are_good(const Track& track) {
        const auto parts = of_.get(track.parts);
        const auto all = of_.get(of_.animations);
        const bool is_timed = parts.size() > 1;
        bool good = !is_timed || (track.global_sequence < 0 && parts.size() == all.size());
        if constexpr (is_event_track<Track>) {
            good = track.global_sequence >= 0 || parts.size() == all.size();
        }
        for (std::size_t i = 0; i < parts.size() && good && !is_event_track<Track>; ++i) {
            const auto times = of_.template get<std::uint32_t>(parts[i].times);
            good = times.empty() || (times[0] == 0 && (!is_timed || times[times.size() - 1] <= all[i].duration));
        }
        counts_.keys += parts.size();
        return good;
    }

    // ---- meshes ----------------------------------------------------------------------------------------------------

    void vertices() {
        counts_.vertices +=
            each(of_.vertices, odd::target_vertex, "m2.vertices[]", [](const owned_vertex& one, std::uint32_t) {
                std::uint32_t sum = 0;
                bool good = true;
                for (std::size_t i = 0; i < std::size(one.weights); ++i) {
                    sum += one.weights[i];
                    good = good && (one.weights[i] != 0 || one.joints[i] == 0) &&
                           (i == 0 || one.weights[i] <= one.weights[i - 1]);
                }
                return good && sum == 255;
            });
    }
    void submeshes(owned_skin_profile& profile, std::uint32_t number) {
        const std::span<const owned_submesh> all = of_.template get<owned_submesh>(profile.submeshes);
        std::uint64_t vertex = 0, index = 0;
        counts_.submeshes += each(
            all, odd::target_submesh, in_profile("submeshes[]", number), [&](const owned_submesh& one, std::uint32_t) {
                const bool good = one.first_vertex == vertex && one.first_index == (index & 0xFFFFU) &&
                                  one.level == index >> 16U && (has_lists() || one.level == 0) &&
                                  is_limit(profile.bone_limit) &&
                                  (profile.bone_limit == 0 || one.bone_count <= profile.bone_limit);
                vertex += one.vertex_count;
                index += one.index_count;
                return good;
            });
    }
    // The most bones of a submesh for which there are profiles.
    [[nodiscard]] bool is_limit(std::uint32_t bones) const noexcept {
        return version_ >= 272 ? bones == 0
               : has_lists()   ? bones == 64 || bones == 53 || bones == 21
                               : bones == 256 || bones == 75 || bones == 53 || bones == 21;
    }
    void batches(owned_skin_profile& profile, std::uint32_t number) {
        const std::span<const owned_batch> all = of_.template get<owned_batch>(profile.batches);
        const bool has_combos = has_lists() && (of_.flags & model_has_combiners) != 0;
        counts_.batches +=
            each(all, odd::target_batch, in_profile("batches[]", number), [&](const owned_batch& one, std::uint32_t) {
                return one.submesh < profile.submeshes.count && one.material < of_.materials.count &&
                       one.color < static_cast<std::int64_t>(of_.colors.count) &&
                       std::uint64_t{one.texture_combo} + one.texture_count <= of_.texture_lookup.count &&
                       one.weight_combo < of_.texture_weight_lookup.count;
            });
        if (!has_lists()) {
            each(all, odd::target_unknown, in_profile("batches[].textureCount", number),
                 [](const owned_batch& one, std::uint32_t) { return one.texture_count == 1; });
        } else if (version_ < 272) {
            each(all, odd::target_unknown, in_profile("batches[].shader", number),
                 [&](const owned_batch& one, std::uint32_t) {
                     return one.shader < 0x8000 &&
                            (!has_combos || one.texture_count < 2 ||
                             std::uint64_t{one.shader} + one.texture_count <= of_.texture_combiner_combos.count);
                 });
            each(all, odd::target_batch, in_profile("batches[].textureUnitCombo", number),
                 [&](const owned_batch& one, std::uint32_t) {
                     return one.texture_unit_combo < of_.texture_unit_lookup.count;
                 });
        }
    }

    // ---- textures, materials, what is attached to bones ------------------------------------------------------------

    void textures() {
        pool<std::uint8_t> is_used{of_.get(of_.textures).size(), computed_.template all<char>().resource()};
        const auto use = [&](std::int64_t number) {
            if (number >= 0 && number < static_cast<std::int64_t>(is_used.size())) {
                is_used[static_cast<std::size_t>(number)] = 1;
            }
        };
        for (const std::int16_t number : of_.template get<std::int16_t>(of_.texture_lookup)) {
            use(number);
        }
        for (const owned_particle& one : of_.get(of_.particles)) {
            const bool has_many =
                of_.version >= first_version<particle_record_272> && (one.flags & particle_has_textures) != 0;
            for (const unsigned bits : {0U, 5U, 10U}) {
                use(has_many ? one.texture >> bits & 0x1FU : one.texture);
            }
        }
        for (const owned_ribbon& one : of_.get(of_.ribbons)) {
            for (const std::uint16_t number : of_.template get<std::uint16_t>(one.textures)) {
                use(number);
            }
        }
        counts_.textures +=
            each(of_.textures, odd::target_texture, "m2.textures[]", [&](const owned_texture& one, std::uint32_t i) {
                const std::string_view name =
                    of_.template get<char>(one.name).empty() ? std::string_view{} : of_.model_pools::get(one.name);
                const bool is_chosen = one.type != texture_type::file;
                return name.ends_with('\0') && name.find('\0') == name.size() - 1 && (!is_chosen || name.size() == 1) &&
                       is_used[i] != 0;
            });
        if (version_ < 272) {
            each(of_.textures, odd::target_unknown, "m2.textures[].type",
                 [](const owned_texture& one, std::uint32_t) { return one.type <= texture_type::item_icon; });
            each(of_.materials, odd::target_unknown, "m2.materials[].blend",
                 [](const owned_material& one, std::uint32_t) { return one.blend <= blending::modulate_2x; });
        }
    }
    void attached() {
        const auto points = of_.get(of_.attachments);
        counts_.attached += each(of_.attachments, odd::target_attached, "m2.attachments[]",
                                 [&](const owned_attachment& one, std::uint32_t i) {
                                     return has_bone(one.bone) && (i == 0 || points[i - 1].id < one.id);
                                 });
        counts_.attached += each(of_.events, odd::target_attached, "m2.events[].bone",
                                 [&](const owned_event& one, std::uint32_t) { return has_bone(one.bone); });
        counts_.attached +=
            each(of_.lights, odd::target_attached, "m2.lights[].bone",
                 [&](const owned_light& one, std::uint32_t) { return one.bone == -1 || has_bone(one.bone); });
        counts_.attached += each(of_.particles, odd::target_attached, "m2.particles[].bone",
                                 [&](const owned_particle& one, std::uint32_t) { return has_bone(one.bone); });
        if (version_ < 272) {
            each(of_.particles, odd::target_unknown, "m2.particles[].flags",
                 [&](const owned_particle& one, std::uint32_t) { return one.flags <= known_particle_flags(version_); });
            each(of_.particles, odd::target_unknown, "m2.particles[].emission",
                 [](const owned_particle& one, std::uint32_t) {
                     return one.emits.blend <= last_particle_blend_before_272 &&
                            one.emits.shape <= emitter_shape::spline;
                 });
        }
    }

    const owned_model& of_;
    owned_model computed_;
    std::uint32_t version_;
    finding_sink tell_;
    target_counts counts_;
    struct track_name {
        const char *prefix, *name;
    };
    pool<track_name> told_{computed_.template all<char>().resource()};
};

}}}} // namespace effigy::v0::m2::impl
