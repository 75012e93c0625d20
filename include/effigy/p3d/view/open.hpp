// The validation of open() and open_animation().
#pragma once

#include <effigy/p3d/view/animation.hpp>
#include <effigy/p3d/view/model.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

using namespace effigy::impl;

struct container_start {
    p3d::container container = container::mlod;
    std::uint32_t version = 0;
    std::uint64_t first_lod = 0; // offset
    record_count lods{.number = 1, .smallest = 0};
};

// Returns the container that the file's magic names. An error if there is none.
template <class = when_used> [[nodiscard]] p3d::container find_container(cursor& c) noexcept {
    const text<4> magic = c.bytes().value_at<text<4>>(0);
    for (const lod_format format : {lod_format::p3dm, lod_format::sp3x, lod_format::sp3d}) {
        if (magic == name_of(format)) {
            return container::bare;
        }
    }
    if (magic != "MLOD" && magic != "NLOD") {
        const auto found = c.value<u32<form::little>>("p3d.magic");
        c.fail(errc::bad_magic, "p3d.magic", sizeof(magic), found, 0, "MLOD, NLOD, or a level's P3DM, SP3X or SP3D");
    }
    return magic == "NLOD" ? container::nlod : container::mlod;
}

// The fields before the first level in file order: reads them from a file, or writes them to one.
template <class Cursor> void transfer_container(Cursor& c, container_start& of) {
    if constexpr (!writing<Cursor>) {
        of.container = find_container(c);
    }
    if (of.container == container::bare || !c.ok()) {
        return;
    }
    if (of.container == container::nlod) {
        c.magic("NLOD", "p3d.magic");
    } else {
        c.magic("MLOD", "p3d.magic");
        transfer_number<u32<>>(c, of.version, "p3d.version");
        constexpr std::uint32_t newest = 0x1FF; // the engine refuses a major version above 1
        if (of.version > newest) {
            c.fail(errc::bad_version, "p3d.version", sizeof(u32<>), of.version, newest, "257 (at most 511)");
        }
    }
    // The smallest level is SP3D with only the magic of its tags and its resolution.
    constexpr std::uint64_t smallest = 2 * sizeof(text<4>) + sizeof(sp3d_lod_header) + sizeof(f32<>);
    of.lods.path = "p3d.lodCount";
    of.lods.offset = c.offset();
    of.lods.smallest = smallest;
    transfer_number<u32<>>(c, of.lods.number, of.lods.path);
    c.was(role::reference);
}

// Reads the whole model, or writes `of` and what the context gives. The context is described at lod_context.
template <class Cursor, class Context> container_start transfer_model(Cursor& c, Context& context, container_start of) {
    transfer_container(c, of);
    of.first_lod = c.offset();
    context.bare = of.container == container::bare;
    if constexpr (writing<Cursor>) {
        for (std::uint32_t i = 0; i < of.lods.number && c.ok(); ++i) {
            static_cast<void>(access::read<lod>(c, context));
            c.within(i);
        }
    } else if (c.ok()) {
        static_cast<void>(read_each<lod>(c, of.lods, context));
    }
    return of;
}

[[nodiscard]] inline error error_of_model(error why) noexcept {
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

template <class = when_used> [[nodiscard]] result<p3d::model> open_model(std::span<const std::byte> bytes) noexcept {
    cursor c{byte_view{bytes}};
    counting_context context;
    const container_start start = transfer_model(c, context, {});
    if (!c.ok()) {
        return error_of_model(c.error());
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

// Returns the magic of an animation of this version; empty if there is none.
[[nodiscard]] constexpr std::string_view clip_magic(std::uint32_t version) noexcept {
    return version == 100 ? "RTM_0100" : version == 101 ? "RTM_0101" : "";
}

// The fields before the names of bones in file order: reads them from a file, or writes them to one.
template <class Cursor> void transfer_clip_start(Cursor& c, clip_start& of) {
    text<8> magic{};
    clip_magic(of.version).copy(magic.chars, sizeof(magic.chars));
    transfer_record<text<8>>(c, magic, "rtm.magic");
    c.was(role::constant);
    of.version = magic == clip_magic(100) ? 100 : 101;
    if (magic != clip_magic(of.version)) {
        const auto [first, second] = std::bit_cast<std::array<u32<form::little>, 2>>(magic);
        c.fail(errc::bad_magic, "rtm.magic", sizeof(magic), first, 0, "RTM_0101 or RTM_0100");
    }
    if (of.version == 101) {
        transfer_number<f32<>>(c, of.motion.x, "rtm.motion.x");
        transfer_number<f32<>>(c, of.motion.y, "rtm.motion.y");
    }
    transfer_number<f32<>>(c, of.motion.z, "rtm.motion.z");
    of.phase_count_offset = c.offset();
    transfer_number<u32<>>(c, of.phase_count, "rtm.phaseCount");
    c.was(role::reference);
    transfer_number<u32<>>(c, of.bone_count, "rtm.boneCount");
    c.was(role::reference);
}

// The elements of a list: reads one after the other, or writes the list.
template <wire T, class Cursor, class List>
void transfer_each(Cursor& c, [[maybe_unused]] const List& of, [[maybe_unused]] std::uint32_t count, const char* path) {
    if constexpr (writing<Cursor>) {
        c.template put_each<T>(of, path);
    } else {
        for (std::uint32_t i = 0; i < count && c.ok(); ++i) {
            c.enter(i);
            if constexpr (is_text<T>) {
                std::string_view chars;
                transfer_fixed_text<sizeof(T)>(c, chars, path);
            } else {
                static_cast<void>(c.template record<T>(path));
            }
            c.within(i);
        }
    }
}
// The names of bones and the phases in file order: reads each of them, or writes what `given` has.
template <class Cursor, class Given> void transfer_phases(Cursor& c, const clip_start& start, const Given& given) {
    transfer_each<text<32>>(c, given.names, start.bone_count, "rtm.boneNames[]");
    for (std::uint32_t i = 0; i < start.phase_count && c.ok(); ++i) {
        c.enter(i);
        auto [time, bones] = given.phase(c, i);
        transfer_number<f32<>>(c, time, "rtm.phases[].phase");
        transfer_each<bone_pose>(c, bones, start.bone_count, "rtm.phases[].bones[]");
        c.within(i);
    }
}

template <class = when_used> [[nodiscard]] result<p3d::animation> open_clip(std::span<const std::byte> bytes) noexcept {
    cursor c{byte_view{bytes}};
    clip_start start;
    transfer_clip_start(c, start);
    const auto [version, motion, phase_count_offset, phase_count, bone_count] = start;
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

}}}} // namespace effigy::v0::p3d::impl
