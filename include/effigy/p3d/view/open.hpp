// The validation of open() and open_animation().
#pragma once

#include <effigy/p3d/view/animation.hpp>
#include <effigy/p3d/view/model.hpp>

namespace effigy::inline v0::p3d::impl {

using namespace effigy::impl;

struct container_start {
    p3d::container container = container::mlod;
    std::uint32_t version = 0;
    std::uint64_t first_lod = 0; // offset
    record_count lods{.number = 1, .smallest = 0};
};

// Reads the fields before the first level.
template <class Cursor> [[nodiscard]] container_start read_container(Cursor& c) noexcept {
    container_start out;
    const text<4> magic = c.bytes().template value_at<text<4>>(0);
    if (magic == "P3DM" || magic == "SP3X" || magic == "SP3D") {
        out.container = container::bare;
        return out;
    }
    if (magic != "MLOD" && magic != "NLOD") {
        const auto found = c.template value<u32<form::little>>("p3d.magic");
        c.fail(errc::bad_magic, "p3d.magic", sizeof(magic), found, 0, "MLOD, NLOD, or a level's P3DM, SP3X or SP3D");
        return out;
    }
    if (magic == "NLOD") {
        c.magic("NLOD", "p3d.magic");
        out.container = container::nlod;
    } else {
        c.magic("MLOD", "p3d.magic");
        out.version = c.template value<u32<>>("p3d.version");
        constexpr std::uint32_t newest = 0x1FF; // the engine refuses a major version above 1
        if (out.version > newest) {
            c.fail(errc::bad_version, "p3d.version", sizeof(u32<>), out.version, newest, "257 (at most 511)");
        }
    }
    // The smallest level is SP3D with only the magic of its tags and its resolution.
    constexpr std::uint64_t smallest = 2 * sizeof(text<4>) + sizeof(sp3d_lod_header) + sizeof(f32<>);
    const std::uint64_t offset = c.offset();
    out.lods = {.path = "p3d.lodCount",
                .offset = offset,
                .number = c.template value<u32<>>("p3d.lodCount"),
                .smallest = smallest};
    c.was(role::reference);
    return out;
}

// Reads the whole model. The context has the callbacks that lod_context describes.
template <class Cursor, class Context>
[[nodiscard]] container_start read_model(Cursor& c, Context& context) {
    container_start out = read_container(c);
    context.bare = out.container == container::bare;
    out.first_lod = c.offset();
    if (c.ok()) {
        static_cast<void>(read_each<lod>(c, out.lods, context));
    }
    return out;
}

[[nodiscard]] inline error error_of_model(const cursor& c) noexcept {
    error why = c.error();
    why.path_prefix = why.depth != 0 ? "p3d.lods[]." : "";
    return why;
}

// Counts what a model contains.
struct counting_context : lod_context {
    model_totals totals;

    void tag(const cursor&, const p3d::tag& tag) noexcept { totals.tag_bytes += tag.data().size(); }
    void end(const lod& level) noexcept {
        totals.points += level.points().size();
        totals.normals += level.normals().size();
        totals.faces += level.faces().size();
        totals.tags += level.tags().size();
        totals.extra_bytes += level.extra_header().size();
    }
};

[[nodiscard]] inline result<p3d::model> open_model(std::span<const std::byte> bytes) noexcept {
    cursor c{byte_view{bytes}};
    counting_context context;
    const container_start start = read_model<>(c, context);
    if (!c.ok()) {
        return error_of_model(c);
    }
    const auto lods = access::make<sequence<lod, lod_context>>(c.bytes(), start.first_lod, start.lods.number,
                                                               static_cast<const lod_context&>(context));
    return access::make<p3d::model>(c.bytes(), start.container, start.version, lods, context.totals, c.offset());
}

struct clip_start {
    std::uint32_t version = 0;
    vector3<float> motion;
    std::uint64_t phase_count_offset = 0;
    std::uint32_t phase_count = 0, bone_count = 0;
};

// Reads the fields before the names of bones.
template <class Cursor> [[nodiscard]] clip_start read_clip_start(Cursor& c) noexcept {
    const std::string_view magic = c.text(8, "rtm.magic");
    c.was(role::constant);
    if (c.ok() && magic != "RTM_0101" && magic != "RTM_0100") {
        c.fail(errc::bad_magic, "rtm.magic", magic.size(), c.bytes().template value_at<u32<form::little>>(0).get(), 0,
               "RTM_0101 or RTM_0100");
    }
    clip_start out;
    out.version = magic == "RTM_0100" ? 100 : 101;
    if (out.version == 101) {
        out.motion.x = c.template value<f32<>>("rtm.motion.x");
        out.motion.y = c.template value<f32<>>("rtm.motion.y");
    }
    out.motion.z = c.template value<f32<>>("rtm.motion.z");
    out.phase_count_offset = c.offset();
    out.phase_count = c.template value<u32<>>("rtm.phaseCount");
    c.was(role::reference);
    out.bone_count = c.template value<u32<>>("rtm.boneCount");
    c.was(role::reference);
    return out;
}

[[nodiscard]] inline result<p3d::animation> open_clip(std::span<const std::byte> bytes) noexcept {
    cursor c{byte_view{bytes}};
    const auto [version, motion, phase_count_offset, phase_count, bone_count] = read_clip_start(c);
    const auto bone_names = c.template array<text<32>>(bone_count, "rtm.boneNames");
    const std::uint64_t first_phase = c.offset();
    const std::uint64_t phase_size = phase_source::size_of_one(bone_names.size());
    if (const record_count phases{
            .path = "rtm.phaseCount", .offset = phase_count_offset, .number = phase_count, .smallest = phase_size};
        phases.fits(c)) {
        c.skip(phase_count * phase_size, "rtm.phases");
    }
    if (!c.ok()) {
        return c.error();
    }
    const auto phases =
        access::make<phase_list>(phase_source{c.bytes(), first_phase, bone_count}, to_size(phase_count));
    return access::make<p3d::animation>(c.bytes(), version, motion, bone_names, phases, c.offset());
}

} // namespace effigy::inline v0::p3d::impl
