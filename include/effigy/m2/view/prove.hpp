// The proof that open() makes: every list that the header or a record refers to lies in the file.
#pragma once

#include <effigy/core/inline.hpp>
#include <effigy/core/proof.hpp>
#include <effigy/m2/view/model.hpp>

namespace effigy::inline v0::m2 {

// Goes through a whole file once.
template <endian E> class basic_prover {
public:
    explicit basic_prover(std::span<const std::byte> bytes) noexcept : proof_(window{bytes}) {}

    [[nodiscard]] result<basic_model<E>> run() noexcept {
        if (!prove_header() || !prove_lists()) {
            return proof_.why();
        }
        model_ = basic_model<E>{proof_.file()};
        if (!prove_bones() || !prove_records()) {
            return proof_.why();
        }
        return model_;
    }

private:
    // ---- lists and tracks ------------------------------------------------------------------------------------------

    template <class T> EFFIGY_INLINE bool prove(const array_ref<T, E>& list, const char* where,
                                                std::uint64_t size = sizeof(T)) noexcept {
        const std::uint64_t count = pin(list.count);
        return count == 0 || proof_.range(proof_.file(), pin(list.offset), count * size, where, &list);
    }
    EFFIGY_INLINE bool prove(const basic_event_track_header<E>& track, const char* scope) noexcept {
        return (prove(track.ranges, "ranges") && prove(track.times, "times")) || proof_.fail_in(scope);
    }
    template <class T>
    EFFIGY_INLINE bool prove(const basic_track_header<T, E>& track, const char* scope) noexcept {
        return prove(track.timeline, scope) && (prove(track.values, "values") || proof_.fail_in(scope));
    }
    template <class T> bool prove_each(std::span<const T> records) noexcept {
        std::uint32_t number = 0;
        for (const T& record : records) {
            if (!prove(record)) {
                return proof_.fail_within(number);
            }
            ++number;
        }
        return true;
    }

    // ---- the header ------------------------------------------------------------------------------------------------

    bool prove_header() noexcept {
        const window file = proof_.file();
        const auto magic = file.template value_at<u32<endian::little>>(0);
        const auto is = [&](const char(&name)[5]) { return file.text_at(0, 4) == std::string_view{name, 4}; };
        if (file.size() < 8) {
            return proof_.fail(errc::truncated, "m2.header", 0, static_cast<std::int64_t>(file.size()),
                               sizeof(basic_header<E>));
        }
        if (is("MD21")) {
            return proof_.fail(errc::unsupported, "World of Warcraft M2 model in chunks (MD21)", 0, -1, 0,
                               "effigy reads MD20 of the versions 256 .. 263");
        }
        if (!is("MD20")) {
            constexpr std::uint32_t md20 = 0x3032'444D;
            return proof_.fail(errc::bad_magic, "m2.magic", 0, magic, md20);
        }
        const std::uint32_t version = file.template value_at<u32<E>>(4);
        if (version < oldest_version || version > newest_known_version) {
            return proof_.fail(errc::bad_version, "m2.version", 4, version, newest_version, "256 .. 263");
        }
        if (version > newest_version) {
            return proof_.fail(errc::unsupported, "World of Warcraft M2 model", 4, version, 0,
                               "effigy reads the versions 256 .. 263");
        }
        header_ = file.template record_at<basic_header<E>>(0);
        layout_ = layout_of(version);
        return header_ != nullptr ||
               proof_.fail(errc::truncated, "m2.header", 0, static_cast<std::int64_t>(file.size()), sizeof(*header_));
    }

    bool prove_lists() noexcept {
        const basic_header<E>& h = *header_;
        return prove(h.name, "m2.name") && prove(h.global_sequences, "m2.globalSequences") &&
               prove(h.sequences, "m2.sequences") && prove(h.sequence_lookup, "m2.sequenceLookup") &&
               prove(h.playable_lookup, "m2.playableLookup") && prove(h.bones, "m2.bones", layout_.bone_size) &&
               prove(h.key_bone_lookup, "m2.keyBoneLookup") && prove(h.vertices, "m2.vertices") &&
               prove(h.views, "m2.views") && prove(h.colors, "m2.colors") && prove(h.textures, "m2.textures") &&
               prove(h.weights, "m2.weights") && prove(h.transforms, "m2.transforms") &&
               prove(h.replaceable_lookup, "m2.replaceableLookup") && prove(h.materials, "m2.materials") &&
               prove(h.bone_lookup, "m2.boneLookup") && prove(h.texture_lookup, "m2.textureLookup") &&
               prove(h.texture_unit_lookup, "m2.textureUnitLookup") && prove(h.weight_lookup, "m2.weightLookup") &&
               prove(h.transform_lookup, "m2.transformLookup") &&
               prove(h.collision_triangles, "m2.collisionTriangles") &&
               prove(h.collision_vertices, "m2.collisionVertices") &&
               prove(h.collision_normals, "m2.collisionNormals") && prove(h.attachments, "m2.attachments") &&
               prove(h.attachment_lookup, "m2.attachmentLookup") && prove(h.events, "m2.events") &&
               prove(h.lights, "m2.lights") && prove(h.cameras, "m2.cameras") &&
               prove(h.camera_lookup, "m2.cameraLookup") && prove(h.ribbons, "m2.ribbons") &&
               prove(h.particles, "m2.particles");
    }

    bool prove_records() noexcept {
        return prove_each(model_.get(header_->views)) && prove_each(model_.colors()) && prove_each(model_.textures()) &&
               prove_each(model_.weights()) && prove_each(model_.transforms()) && prove_each(model_.attachments()) &&
               prove_each(model_.events()) && prove_each(model_.lights()) && prove_each(model_.cameras()) &&
               prove_each(model_.ribbons()) && prove_each(model_.particles());
    }

    // ---- bones -----------------------------------------------------------------------------------------------------

    bool prove_bones() noexcept {
        const window file = proof_.file();
        const auto headers = model_.bones().headers();
        const auto count = static_cast<std::uint32_t>(headers.size());
        bool ordered = true; // each behind its parent, so no parents lead in a circle
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::int32_t parent = pin(headers[i].parent);
            if (parent < -1 || parent >= static_cast<std::int64_t>(count)) {
                proof_.fail(errc::bad_value, "m2.bones[].parent", file.offset_of(&headers[i].parent), parent, 0,
                            "-1 or the number of a bone");
                return proof_.fail_within(i);
            }
            ordered = ordered && parent < static_cast<std::int64_t>(i);
            const std::uint64_t tracks = file.offset_of(&headers[i]) - file.base() + layout_.bone_tracks_at;
            if (!(layout_.packs_rotations ? prove_tracks<basic_packed_quat<E>>(tracks)
                                          : prove_tracks<quat<E>>(tracks))) {
                return proof_.fail_within(i);
            }
        }
        return ordered || prove_order(headers);
    }
    template <class Rotation> EFFIGY_INLINE bool prove_tracks(std::uint64_t offset) noexcept {
        const auto* const tracks = proof_.file().template record_at<basic_bone_tracks<Rotation, E>>(offset);
        return tracks == nullptr ||
               (prove(tracks->translation, "m2.bones[].translation.") &&
                prove(tracks->rotation, "m2.bones[].rotation.") && prove(tracks->scale, "m2.bones[].scale."));
    }
    bool prove_order(const strided<basic_bone_header<E>>& headers) noexcept {
        constexpr const char* where = "m2.bones[].parent";
        if (headers.size() > parent_table::capacity) {
            return proof_.fail(errc::budget, where, proof_.offset_of(&header_->bones),
                               static_cast<std::int64_t>(headers.size()), parent_table::capacity);
        }
        parent_table parents;
        for (const basic_bone_header<E>& header : headers) {
            parents.add(pin(header.parent));
        }
        const std::uint32_t circular = parents.find_circle();
        if (circular == no_node) {
            return true;
        }
        proof_.fail(errc::cycle, where, proof_.offset_of(&headers[circular].parent), circular);
        return proof_.fail_within(circular);
    }

    // ---- what records refer to -------------------------------------------------------------------------------------

    bool prove(const basic_view_header<E>& of) noexcept {
        return prove(of.indices, "m2.views[].indices") && prove(of.triangles, "m2.views[].triangles") &&
               prove(of.bone_properties, "m2.views[].boneProperties") &&
               prove(of.submeshes, "m2.views[].submeshes", layout_.submesh_size) &&
               prove(of.batches, "m2.views[].batches");
    }
    bool prove(const basic_color<E>& of) noexcept {
        return prove(of.rgb, "m2.colors[].rgb.") && prove(of.alpha, "m2.colors[].alpha.");
    }
    bool prove(const basic_texture<E>& of) noexcept { return prove(of.name, "m2.textures[].name"); }
    bool prove(const basic_track_header<basic_opacity<E>, E>& weight) noexcept {
        return prove(weight, "m2.weights[].");
    }
    bool prove(const basic_texture_transform<E>& of) noexcept {
        return prove(of.translation, "m2.transforms[].translation.") &&
               prove(of.rotation, "m2.transforms[].rotation.") && prove(of.scale, "m2.transforms[].scale.");
    }
    bool prove(const basic_attachment<E>& of) noexcept { return prove(of.visible, "m2.attachments[].visible."); }
    bool prove(const basic_event<E>& of) noexcept { return prove(of.times, "m2.events[]."); }
    bool prove(const basic_light<E>& of) noexcept {
        return prove(of.ambient_color, "m2.lights[].ambientColor.") &&
               prove(of.ambient_intensity, "m2.lights[].ambientIntensity.") &&
               prove(of.diffuse_color, "m2.lights[].diffuseColor.") &&
               prove(of.diffuse_intensity, "m2.lights[].diffuseIntensity.") &&
               prove(of.attenuation_start, "m2.lights[].attenuationStart.") &&
               prove(of.attenuation_end, "m2.lights[].attenuationEnd.") && prove(of.visible, "m2.lights[].visible.");
    }
    bool prove(const basic_camera<E>& of) noexcept {
        return prove(of.position, "m2.cameras[].position.") && prove(of.target, "m2.cameras[].target.") &&
               prove(of.roll, "m2.cameras[].roll.");
    }
    bool prove(const basic_ribbon<E>& of) noexcept {
        return prove(of.textures, "m2.ribbons[].textures") && prove(of.materials, "m2.ribbons[].materials") &&
               prove(of.color, "m2.ribbons[].color.") && prove(of.alpha, "m2.ribbons[].alpha.") &&
               prove(of.height_above, "m2.ribbons[].heightAbove.") &&
               prove(of.height_below, "m2.ribbons[].heightBelow.") && prove(of.slot, "m2.ribbons[].slot.") &&
               prove(of.visible, "m2.ribbons[].visible.");
    }
    bool prove(const basic_particle<E>& of) noexcept {
        if (!prove(of.model, "m2.particles[].model") || !prove(of.recursion_model, "m2.particles[].recursionModel")) {
            return false;
        }
        std::uint32_t number = 0;
        for (const auto& track : of.tracks) {
            if (!prove(track, "m2.particles[].tracks[].")) {
                return proof_.fail_within(number);
            }
            ++number;
        }
        return prove(of.spline_points, "m2.particles[].splinePoints") && prove(of.enabled, "m2.particles[].enabled.");
    }

    proof proof_;
    record_layout layout_;
    const basic_header<E>* header_ = nullptr;
    basic_model<E> model_;
};

} // namespace effigy::inline v0::m2
