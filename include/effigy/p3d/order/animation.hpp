// The order of an animation (RTM).
#pragma once

#include <effigy/p3d/order/transfer.hpp>
#include <effigy/p3d/records.hpp>

#include <array>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

struct phase_fields {
    float phase = 0;
    static constexpr ignored bones{};
};

struct animation_fields {
    std::uint32_t version = 0;
    vec3<form::host> motion;
    static constexpr ignored bone_names{}, phases{};
};

struct animation_counts {
    record_count phases;
    std::uint32_t bones = 0;
};

// Returns the size of a phase, in bytes.
[[nodiscard]] constexpr std::uint64_t size_of_phase(std::uint64_t bones) noexcept {
    return sizeof(f32<>) + bones * sizeof(bone_pose);
}

// Returns the magic of an animation of this version; empty if there is none.
[[nodiscard]] constexpr std::string_view animation_magic(std::uint32_t version) noexcept {
    return version == 100 ? "RTM_0100" : version == 101 ? "RTM_0101" : "";
}

// The fields before the names of bones in the order of the file. `to`: animation_fields or owned_animation.
template <class Cursor, class Animation> animation_counts transfer_animation_start(Cursor& c, Animation& to) {
    text<8> magic{};
    animation_magic(to.version).copy(magic.chars, sizeof(magic.chars));
    transfer_record<text<8>>(c, magic, "rtm.magic");
    c.was(role::constant);
    const std::uint32_t version = magic == animation_magic(100) ? 100 : 101;
    if (magic != animation_magic(version)) {
        const auto [first, second] = std::bit_cast<std::array<u32<form::little>, 2>>(magic);
        c.fail(errc::bad_magic, "rtm.magic", sizeof(magic), first, 0, "RTM_0101 or RTM_0100");
    }
    if constexpr (!writing<Cursor>) {
        to.version = version;
    }
    if (version == 101) {
        transfer_number<f32<>>(c, to.motion.x, "rtm.motion.x");
        transfer_number<f32<>>(c, to.motion.y, "rtm.motion.y");
    }
    transfer_number<f32<>>(c, to.motion.z, "rtm.motion.z");
    animation_counts out{.phases = {.path = "rtm.phaseCount", .offset = c.offset(), .number = number_of(to.phases)},
                         .bones = number_of(to.bone_names)};
    transfer_number<u32<>>(c, out.phases.number, out.phases.path);
    c.was(role::reference);
    transfer_number<u32<>>(c, out.bones, "rtm.boneCount");
    c.was(role::reference);
    out.phases.smallest = size_of_phase(out.bones);
    return out;
}

// The fields of an animation in the order of the file. `visit(phase)` is called for each phase of a model that is
// written, before it is.
template <class Cursor, class Animation, class Visit>
void transfer_animation(Cursor& c, Animation& to, const Visit& visit) {
    const animation_counts counts = transfer_animation_start(c, to);
    transfer_each<text<32>>(c, to.bone_names, counts.bones, "rtm.boneNames[]");
    const auto phases = parts_of<phase_fields>(c, to.phases, counts.phases.number, "rtm.phases");
    for (std::uint32_t i = 0; i < phases.size() && c.ok(); ++i) {
        c.enter(i);
        auto&& phase = phases[i];
        if (visits_before(c)) {
            visit(phase);
        }
        transfer_number<f32<>>(c, phase.phase, "rtm.phases[].phase");
        transfer_each<bone_pose>(c, phase.bones, counts.bones, "rtm.phases[].bones[]");
        c.within(i);
    }
}

}}}} // namespace effigy::v0::p3d::impl
