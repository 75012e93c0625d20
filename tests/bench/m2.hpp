// The models of World of Warcraft: lists of records that refer to lists of keys.
#pragma once

#include "bench/blind.hpp"
#include "bench/corpus.hpp"
#include "bench/raw.hpp"

#include <effigy/m2/decode.hpp>

namespace bench {

namespace raw {

// Follows every list that a header or a record of the versions 256 .. 263 refers to, without a check: adds up how many
// elements there are and where the ones there are begin.
class m2_walk {
public:
    explicit m2_walk(bytes file) : first_(file.data()) {}

    [[nodiscard]] std::uint64_t run() {
        const bool packed = number(4) >= 260;
        constexpr std::uint32_t flat[] = {0x08, 0x14, 0x1C, 0x24, 0x2C, 0x3C, 0x44, 0x7C,  0x84, 0x8C,
                                          0x94, 0x9C, 0xA4, 0xAC, 0xEC, 0xF4, 0xFC, 0x10C, 0x12C};
        for (const std::uint32_t list : flat) {
            add_list(list);
        }
        for_each(0x34, packed ? 0x70 : 0x6C, [&](std::uint32_t bone) { add_tracks(bone + (packed ? 0x10 : 0x0C), 3); });
        for_each(0x4C, 0x2C, [&](std::uint32_t view) {
            for (std::uint32_t list = view; list != view + 0x28; list += 8) {
                add_list(list);
            }
        });
        for_each(0x54, 0x38, [&](std::uint32_t color) { add_tracks(color, 2); });
        for_each(0x5C, 0x10, [&](std::uint32_t texture) { add_list(texture + 8); });
        for_each(0x64, 0x1C, [&](std::uint32_t weight) { add_tracks(weight, 1); });
        for_each(0x74, 0x54, [&](std::uint32_t transform) { add_tracks(transform, 3); });
        for_each(0x104, 0x30, [&](std::uint32_t attachment) { add_tracks(attachment + 0x14, 1); });
        for_each(0x114, 0x2C, [&](std::uint32_t event) {
            add_list(event + 0x1C);
            add_list(event + 0x24);
        });
        for_each(0x11C, 0xD4, [&](std::uint32_t light) { add_tracks(light + 0x10, 7); });
        for_each(0x124, 0x7C, [&](std::uint32_t camera) {
            add_tracks(camera + 0x10, 1);
            add_tracks(camera + 0x38, 1);
            add_tracks(camera + 0x60, 1);
        });
        for_each(0x134, 0xDC, [&](std::uint32_t ribbon) {
            add_list(ribbon + 0x14);
            add_list(ribbon + 0x1C);
            add_tracks(ribbon + 0x24, 4);
            add_tracks(ribbon + 0xA4, 2);
        });
        for_each(0x13C, 0x1F8, [&](std::uint32_t particle) {
            add_list(particle + 0x18);
            add_list(particle + 0x20);
            add_tracks(particle + 0x34, 10);
            add_list(particle + 0x1D4);
            add_tracks(particle + 0x1DC, 1);
        });
        return sum_;
    }

private:
    [[nodiscard]] std::uint32_t number(std::uint32_t offset) const {
        std::uint32_t value = 0;
        std::memcpy(&value, first_ + offset, sizeof(value));
        return value;
    }
    void add_list(std::uint32_t list) {
        const std::uint32_t count = number(list);
        sum_ += count != 0 ? std::uint64_t{count} + number(list + 4) : 0U;
    }
    void add_tracks(std::uint32_t first, std::uint32_t count) {
        for (std::uint32_t track = first; track != first + count * 0x1C; track += 0x1C) {
            add_list(track + 0x04);
            add_list(track + 0x0C);
            add_list(track + 0x14);
        }
    }
    template <class Visit> void for_each(std::uint32_t list, std::uint32_t size, const Visit& visit) {
        add_list(list);
        std::uint32_t record = number(list + 4);
        for (std::uint32_t left = number(list); left != 0; --left, record += size) {
            visit(record);
        }
    }

    const std::byte* first_;
    std::uint64_t sum_ = 0;
};

// A vertex's weights and bones.
[[nodiscard]] inline std::uint64_t skin_of(const void* vertex) {
    std::uint64_t out = 0;
    std::memcpy(&out, static_cast<const std::byte*>(vertex) + 0x0C, sizeof(out));
    return out;
}

} // namespace raw

// The lists that hold anything: how many, and the sum of their lengths and offsets.
template <class Look> struct m2_lists {
    effigy::window file;
    Look look;
    std::uint64_t sum = 0;
    std::size_t count = 0;

    template <class T> void add(const effigy::array<T>& list) {
        look(list);
        if (!list.empty()) {
            sum += list.size() + file.offset_of(list.data());
            ++count;
        }
    }
    template <class Track> void add_track(const Track& track) {
        look(track);
        const auto stored = track.timeline();
        add(stored.ranges());
        add(stored.times_ms());
        if constexpr (requires { stored.values(); }) {
            add(stored.values());
        } else if constexpr (requires { stored.full_values(); }) {
            add(stored.full_values());
            add(stored.packed_values());
        }
    }
};

template <class Look = blind>
[[nodiscard]] m2_lists<Look> lists_of(const effigy::m2::model& model, Look look = {}) {
    m2_lists<Look> out{model.file(), look};
    const auto add = [&](const auto&... lists) { (out.add(lists), ...); };
    const auto follow = [&](const auto&... tracks) { (out.add_track(tracks), ...); };
    const auto follow_text = [&](const auto& text) {
        add(out.file.template array_at<effigy::u8>(text.offset, text.count));
    };
    const auto& header = *model.header();
    follow_text(header.name);
    add(model.global_sequences_ms(), model.animations().records(), model.animation_lookup(), model.playable_lookup(),
        model.key_bone_lookup(), model.vertices(), model.replaceable_lookup(), model.materials(), model.bone_lookup(),
        model.texture_lookup(), model.texture_unit_lookup(), model.texture_weight_lookup(),
        model.texture_transform_lookup(), model.collision_triangles(), model.collision_vertices(),
        model.collision_normals(), model.attachment_lookup(), model.camera_lookup(), model.colors().records(),
        model.textures(), model.texture_weights().records(), model.texture_transforms().records(),
        model.attachments().records(), model.events().records(), model.lights().records(), model.cameras().records(),
        model.ribbons().records(), model.particles().records(), model.skin_profiles().records());
    out.sum += header.bones.count != 0 ? header.bones.count + std::uint64_t{header.bones.offset} : 0;
    for (const auto& bone : model.bones()) {
        look(bone);
        follow(bone.translation(), bone.rotation(), bone.scale());
    }
    for (const auto& profile : model.skin_profiles()) {
        look(profile);
        const auto& of = *profile.record();
        add(profile.vertex_lookup(), profile.triangles_as_stored(), profile.palette_joints(), profile.batches());
        out.sum += of.submeshes.count != 0 ? of.submeshes.count + std::uint64_t{of.submeshes.offset} : 0;
    }
    for (const auto& of : model.colors()) {
        follow(of.rgb(), of.alpha());
    }
    for (const auto& of : model.textures()) {
        follow_text(of.name);
    }
    for (const auto& of : model.texture_weights()) {
        follow(of);
    }
    for (const auto& of : model.texture_transforms()) {
        follow(of.translation(), of.rotation(), of.scale());
    }
    for (const auto& of : model.attachments()) {
        follow(of.visible());
    }
    for (const auto& of : model.events()) {
        follow(of.times());
    }
    for (const auto& of : model.lights()) {
        follow(of.ambient_color(), of.ambient_intensity(), of.diffuse_color(), of.diffuse_intensity(),
               of.attenuation_start(), of.attenuation_end(), of.visible());
    }
    for (const auto& of : model.cameras()) {
        follow(of.position(), of.target(), of.roll());
    }
    for (const auto& of : model.ribbons()) {
        add(of.textures(), of.materials());
        follow(of.color(), of.alpha(), of.height_above(), of.height_below(), of.slot(), of.visible());
    }
    for (const auto& of : model.particles()) {
        follow_text(of.record()->model);
        follow_text(of.record()->recursion_model);
        for (std::size_t i = 0; i < effigy::m2::particle_track_count; ++i) {
            follow(of.track(static_cast<effigy::m2::particle_track>(i)));
        }
        add(of.spline_points());
        follow(of.enabled());
    }
    return out;
}

template <class Look = blind>
[[nodiscard]] std::uint64_t walk(const effigy::m2::model& model, Look look = {}) {
    return lists_of(model, look).sum;
}

// One opened model.
class m2_file {
public:
    static constexpr const char* name = "m2 (records: lists that hold anything)";
    [[nodiscard]] static bool is(effigy::kind what) { return what == effigy::kind::m2_model; }

    [[nodiscard]] static std::uint64_t open(bytes file) {
        const auto opened = effigy::m2::open(file);
        return opened ? opened->version() : 0;
    }
    [[nodiscard]] static std::uint64_t raw_walk(bytes file) { return raw::m2_walk{file}.run(); }
    [[nodiscard]] static std::uint64_t decode(bytes file) {
        const auto owned = effigy::m2::decode(*effigy::m2::open(file));
        return owned ? owned->vertices.size() : 0;
    }

    explicit m2_file(bytes file) {
        const auto opened = effigy::m2::open(file);
        sound_ = opened.has_value();
        if (sound_) {
            view_ = *opened;
            lists_ = lists_of(view_).count;
        }
    }

    [[nodiscard]] bool sound() const { return sound_; }
    [[nodiscard]] std::size_t records() const { return lists_; }
    [[nodiscard]] std::uint64_t walk() const { return bench::walk(view_); }
    [[nodiscard]] std::uint64_t verify() const { return static_cast<std::uint64_t>(effigy::m2::verify(view_).code); }

    // What verify() has to look at, without a test.
    [[nodiscard]] std::uint64_t raw_contents() const {
        std::uint64_t sum = 0;
        for (const auto& profile : view_.skin_profiles()) {
            sum += raw::largest(raw::numbers_in(std::span{profile.vertex_lookup()})) +
                   raw::largest(raw::numbers_in(std::span{profile.triangles_as_stored()}));
        }
        for (const auto& vertex : view_.vertices()) {
            sum += raw::skin_of(&vertex);
        }
        return sum;
    }

private:
    effigy::m2::model view_;
    bool sound_ = false;
    std::size_t lists_ = 0;
};

} // namespace bench
