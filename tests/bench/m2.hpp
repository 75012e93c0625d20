// World of Warcraft models: lists of records that refer to lists of keys.
#pragma once

#include "bench/blind.hpp"
#include "bench/corpus.hpp"
#include "bench/m2_companions.hpp"
#include "bench/opened_file.hpp"
#include "bench/raw.hpp"

#include <effigy/m2/decode.hpp>
#include <effigy/m2/scene.hpp>

namespace bench {

namespace raw {

// Numbers and lists at offsets in a file, which are not checked. Adds up the counts of elements and the offsets of
// lists.
class m2_lists_in {
protected:
    explicit m2_lists_in(bytes file) : first_(file.data()) {}

    [[nodiscard]] std::uint32_t number(std::uint32_t offset) const {
        std::uint32_t value = 0;
        std::memcpy(&value, first_ + offset, sizeof(value));
        return value;
    }
    void add_list(std::uint32_t list) {
        const std::uint32_t count = number(list);
        sum_ += count != 0 ? std::uint64_t{count} + number(list + 4) : 0U;
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

// Follows every list that a header or a record refers to, without checks: adds up the counts of elements and the
// offsets of lists. From version 264 on, tracks refer to a list of pairs, one per animation, and each pair to a list.
// The keys of an animation may be in a companion: the numbers of a pair are added whether it is joined or not.
template <bool is_later> class m2_walk : m2_lists_in {
public:
    explicit m2_walk(bytes file, std::span<const effigy::m2::companion> companions = {})
        : m2_lists_in(file), companions_(companions) {}

    [[nodiscard]] std::uint64_t run() {
        const std::uint32_t version = number(4);
        add_flat_lists();
        const bool is_packed = version >= 260;
        for_each(at(0x34, 0x2C), at(is_packed ? 0x70 : 0x6C, 0x58),
                 [&](std::uint32_t bone) { add_tracks(bone + (is_packed ? 0x10 : 0x0C), 3); });
        for_each(at(0x54, 0x48), 2 * track_size, [&](std::uint32_t color) { add_tracks(color, 2); });
        for_each(at(0x5C, 0x50), 0x10, [&](std::uint32_t texture) { add_list(texture + 8); });
        for_each(at(0x64, 0x58), track_size, [&](std::uint32_t weight) { add_tracks(weight, 1); });
        for_each(at(0x74, 0x60), 3 * track_size, [&](std::uint32_t transform) { add_tracks(transform, 3); });
        for_each(at(0x104, 0xF0), at(0x30, 0x28), [&](std::uint32_t attachment) { add_tracks(attachment + 0x14, 1); });
        for_each(at(0x114, 0x100), at(0x2C, 0x24), [&](std::uint32_t event) { add_event(event); });
        for_each(at(0x11C, 0x108), at(0xD4, 0x9C), [&](std::uint32_t light) { add_tracks(light + 0x10, 7); });
        const bool has_view_track = version >= 271; // the field of view is a track
        for_each(at(0x124, 0x110), at(0x7C, has_view_track ? 0x74 : 0x64), [&](std::uint32_t camera) {
            const std::uint32_t position = camera + (has_view_track ? 0x0C : 0x10);
            add_tracks(position, 1);
            add_tracks(position + track_size + 0x0C, 1);
            add_tracks(position + 2 * (track_size + 0x0C), has_view_track ? 2 : 1);
        });
        for_each(at(0x134, 0x120), at(0xDC, 0xB0), [&](std::uint32_t ribbon) {
            add_list(ribbon + 0x14);
            add_list(ribbon + 0x1C);
            add_tracks(ribbon + 0x24, 4);
            add_tracks(ribbon + at(0xA4, 0x84), 2);
        });
        for_each(at(0x13C, 0x128), at(0x1F8, version >= 272 ? 0x1EC : 0x1DC),
                 [&](std::uint32_t particle) { add_particle(particle); });
        add_skin_profiles();
        return sum_;
    }

private:
    static constexpr std::uint32_t track_size = is_later ? 0x14 : 0x1C;
    [[nodiscard]] static constexpr std::uint32_t at(std::uint32_t before_264, std::uint32_t from_264) {
        return is_later ? from_264 : before_264;
    }

    // Lists whose elements have no lists.
    void add_flat_lists() {
        if constexpr (is_later) {
            for (const std::uint32_t list : {0x08U, 0x14U, 0x1CU, 0x24U, 0x34U, 0x3CU, 0x68U, 0x70U, 0x78U, 0x80U,
                                             0x88U, 0x90U, 0x98U, 0xD8U, 0xE0U, 0xE8U, 0xF8U, 0x118U}) {
                add_list(list);
            }
            if ((number(0x10) & 8U) != 0) {
                add_list(0x130);
            }
        } else {
            for (const std::uint32_t list : {0x08U, 0x14U, 0x1CU, 0x24U, 0x2CU, 0x3CU, 0x44U, 0x7CU, 0x84U, 0x8CU,
                                             0x94U, 0x9CU, 0xA4U, 0xACU, 0xECU, 0xF4U, 0xFCU, 0x10CU, 0x12CU}) {
                add_list(list);
            }
        }
    }
    // The lists of times, values and ranges.
    void add_key_list(std::uint32_t list) {
        if constexpr (is_later) {
            for_each(list, 8, [&](std::uint32_t pair) { add_list(pair); });
        } else {
            add_list(list);
        }
    }
    void add_tracks(std::uint32_t first, std::uint32_t count) {
        for (std::uint32_t track = first; track != first + count * track_size; track += track_size) {
            for (std::uint32_t list = track + 0x04; list != track + track_size; list += 8) {
                add_key_list(list);
            }
        }
    }
    void add_event(std::uint32_t event) {
        for (std::uint32_t list = event + 0x1C; list != event + at(0x2C, 0x24); list += 8) {
            add_key_list(list);
        }
    }
    void add_particle(std::uint32_t particle) {
        add_list(particle + 0x18);
        add_list(particle + 0x20);
        if constexpr (is_later) {
            add_tracks(particle + 0x34, 6);
            add_tracks(particle + 0xB0, 1);
            add_tracks(particle + 0xC8, 3);
            for (const std::uint32_t life : {0x104U, 0x114U, 0x124U, 0x13CU, 0x14CU}) {
                add_list(particle + life);
                add_list(particle + life + 8);
            }
        } else {
            add_tracks(particle + 0x34, 10);
        }
        add_list(particle + at(0x1D4, 0x1C0));
        add_tracks(particle + at(0x1DC, 0x1C8), 1);
    }
    void add_lists(std::uint32_t first, std::uint32_t end) {
        for (std::uint32_t list = first; list != end; list += 8) {
            add_list(list);
        }
    }
    void add_skin_profiles() {
        if constexpr (!is_later) {
            for_each(0x4C, 0x2C, [&](std::uint32_t profile) { add_lists(profile, profile + 0x28); });
        }
        for (const effigy::m2::companion& one : companions_) {
            if (one.kind == effigy::m2::companion_kind::skin_file) {
                m2_walk skin{one.bytes};
                skin.add_lists(0x04, 0x2C);
                if (skin.number(8) >= 0x38) { // the header has the list of shadows
                    skin.add_list(0x30);
                }
                sum_ += skin.sum_;
            }
        }
    }

    std::span<const effigy::m2::companion> companions_;
};

// A vertex's weights and bones.
[[nodiscard]] inline std::uint64_t skin_of(const void* vertex) {
    std::uint64_t out = 0;
    std::memcpy(&out, static_cast<const std::byte*>(vertex) + 0x0C, sizeof(out));
    return out;
}

} // namespace raw

// The number of lists that are not empty, and the sum of their lengths and offsets.
template <class Look> struct m2_lists {
    effigy::byte_view file;
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
    // Adds a list of pairs, and the counts and offsets in the pairs.
    template <class T> void add_pairs(const effigy::array<effigy::m2::array_ref<T>>& pairs) {
        add(pairs);
        for (const auto& pair : pairs) {
            const std::uint64_t size = pair.count;
            sum += size != 0 ? size + pair.offset : 0;
            count += size != 0 ? 1U : 0U;
        }
    }
    template <class Track> void add_track(const effigy::m2::model& model, const Track& track) {
        look(track);
        track.visit_record([&](const auto& header) {
            if constexpr (requires { header.ranges; }) {
                add(model.get(header.ranges));
                add(model.get(header.times));
                if constexpr (requires { header.values; }) {
                    add(model.get(header.values));
                }
            } else {
                add_pairs(model.get(header.times));
                if constexpr (requires { header.values; }) {
                    add_pairs(model.get(header.values));
                }
            }
        });
    }
};

template <class Look = blind>
[[nodiscard]] m2_lists<Look> lists_of(const effigy::m2::model& model, Look look = {}) {
    m2_lists<Look> out{model.md20(), look};
    const auto add = [&](const auto&... lists) { (out.add(lists), ...); };
    const auto add_records = [&](const auto&... lists) { (lists.visit_records(add), ...); };
    const auto follow = [&](const auto&... tracks) { (out.add_track(model, tracks), ...); };
    const auto follow_text = [&](const auto& text) {
        add(out.file.template array_at<effigy::u8>(text.offset, text.count));
    };
    model.visit_header([&](const auto& header) {
        follow_text(header.name);
        if constexpr (requires { header.skin_profiles; }) {
            add(model.get(header.skin_profiles));
        }
    });
    add(model.global_sequences_ms(), model.animation_lookup(), model.playable_lookup(), model.key_bone_lookup(),
        model.vertices(), model.replaceable_lookup(), model.materials(), model.bone_lookup(), model.texture_lookup(),
        model.texture_unit_lookup(), model.texture_weight_lookup(), model.texture_transform_lookup(),
        model.collision_triangles(), model.collision_vertices(), model.collision_normals(), model.attachment_lookup(),
        model.camera_lookup(), model.textures(), model.texture_combiner_combos());
    add_records(model.animations(), model.bones(), model.colors(), model.texture_weights(), model.texture_transforms(),
                model.attachments(), model.events(), model.lights(), model.cameras(), model.ribbons(),
                model.particles());
    for (const auto& bone : model.bones()) {
        look(bone);
        follow(bone.translation(), bone.rotation(), bone.scale());
    }
    for (const auto& profile : model.skin_profiles()) {
        look(profile);
        m2_lists<Look> lists{profile.file(), look};
        lists.add(profile.vertex_lookup());
        lists.add(profile.triangles_as_stored());
        lists.add(profile.palette_joints());
        lists.add(profile.batches());
        lists.add(profile.shadow_batches());
        profile.visit_record([&](const auto& record) {
            const std::uint64_t count = record.submeshes.count;
            out.sum += lists.sum + (count != 0 ? count + record.submeshes.offset : 0);
        });
        out.count += lists.count;
    }
    for (const auto& color : model.colors()) {
        follow(color.rgb(), color.alpha());
    }
    for (const auto& texture : model.textures()) {
        follow_text(texture.name);
    }
    for (const auto& weight : model.texture_weights()) {
        follow(weight);
    }
    for (const auto& transform : model.texture_transforms()) {
        follow(transform.translation(), transform.rotation(), transform.scale());
    }
    for (const auto& attachment : model.attachments()) {
        follow(attachment.visible());
    }
    for (const auto& event : model.events()) {
        follow(event.times());
    }
    for (const auto& light : model.lights()) {
        follow(light.ambient_color(), light.ambient_intensity(), light.diffuse_color(), light.diffuse_intensity(),
               light.attenuation_start(), light.attenuation_end(), light.visible());
    }
    for (const auto& camera : model.cameras()) {
        follow(camera.position(), camera.target(), camera.roll(), camera.field_of_view());
    }
    for (const auto& ribbon : model.ribbons()) {
        add(ribbon.textures(), ribbon.materials());
        follow(ribbon.color(), ribbon.alpha(), ribbon.height_above(), ribbon.height_below(), ribbon.slot(),
               ribbon.visible());
    }
    for (const auto& particle : model.particles()) {
        particle.visit_record([&](const auto& record) {
            follow_text(record.model);
            follow_text(record.recursion_model);
            if constexpr (requires { record.color; }) {
                const auto add_life = [&](const auto&... lives) {
                    (add(model.get(lives.ages), model.get(lives.values)), ...);
                };
                add_life(record.color, record.alpha, record.scale, record.head_cell, record.tail_cell);
            }
        });
        for (std::size_t i = 0; i < effigy::m2::particle_track_count; ++i) {
            follow(particle.track(static_cast<effigy::m2::particle_track>(i)));
        }
        add(particle.spline_points());
        follow(particle.enabled());
    }
    return out;
}

template <class Look = blind>
[[nodiscard]] std::uint64_t walk(const effigy::m2::model& model, Look look = {}) {
    return lists_of(model, look).sum;
}

// One opened model.
class m2_format {
public:
    static constexpr const char* name = "m2 (records: lists that are not empty)";
    using input = m2_input;

    [[nodiscard]] static bool is(effigy::file_kind what) { return what == effigy::file_kind::m2_model; }
    [[nodiscard]] static auto open_view(const input& file) { return effigy::m2::open(file, file.companions()); }
    [[nodiscard]] static std::uint64_t raw_walk(const input& file) {
        std::uint32_t version = 0;
        std::memcpy(&version, file.data() + 4, sizeof(version));
        return version < 264 ? raw::m2_walk<false>{file}.run() : raw::m2_walk<true>{file, file.companions()}.run();
    }

    [[nodiscard]] std::uint64_t walk() const { return bench::walk(view_); }
    // Poses all bones half a second into each animation.
    [[nodiscard]] std::uint64_t pose() const {
        std::uint64_t sum = 0;
        for (std::uint32_t i = 0; i < view_.animations().size(); ++i) {
            sum += apply(view_, {i, 0.5, 0.25}, bones_, poses_);
        }
        return sum;
    }
    // Reads the data that verify() reads, without checks.
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

protected:
    [[nodiscard]] std::size_t count_records() {
        entries_.resize(view_.bones().size());
        poses_.resize(view_.bones().size());
        bones_ = view_.index(entries_);
        return lists_of(view_).count;
    }

    effigy::m2::model view_;

private:
    std::vector<effigy::tree_entry> entries_;
    mutable std::vector<effigy::pose<float>> poses_;
    effigy::m2::bone_index bones_;
};
using m2_file = opened_file<m2_format>;

} // namespace bench
