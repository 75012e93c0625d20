// RTM: skeletal animations that lie beside models.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/core/record_count.hpp>
#include <effigy/p3d/records.hpp>

namespace effigy::inline v0::p3d {

// A moment: every bone's matrix.
template <endian E> struct basic_phase {
    float time = 0;                            // 0 .. 1 of the animation
    std::span<const basic_bone_pose<E>> bones; // in the order of bone_names
};

// An animation whose structure open_animation() proved. A few words; the caller owns the bytes.
template <endian E> class basic_animation {
public:
    static constexpr endian order = E;

    vector3<float> motion;                // metres that one run moves by; RTM_0100 stores z only
    std::span<const text<32>> bone_names; // what follows a NUL is junk in a quarter of them (measured)

    constexpr basic_animation() = default;

    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return version_; } // 100 or 101
    [[nodiscard]] constexpr std::uint32_t phase_count() const noexcept { return phase_count_; }
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept {
        return file_.part(end_, file_.size() - end_).bytes();
    }
    // Times rise (measured). An empty phase when there is no such number.
    [[nodiscard]] basic_phase<E> phase(std::uint64_t i) const noexcept {
        if (i >= phase_count_) {
            return {};
        }
        const std::uint64_t at = first_ + i * phase_size();
        return {file_.template value_at<f32<E>>(at),
                file_.template array_at<basic_bone_pose<E>>(at + sizeof(f32<E>), bone_count())};
    }

    [[nodiscard]] static result<basic_animation> open(std::span<const std::byte> bytes) noexcept {
        impl::cursor c{window{bytes}};
        basic_animation out;
        out.file_ = c.bytes();
        const std::string_view magic = c.text(8, "rtm.magic");
        if (c.ok() && magic != "RTM_0101" && magic != "RTM_0100") {
            c.fail(errc::bad_magic, "rtm.magic", magic.size(),
                   out.file_.template value_at<u32<endian::little>>(0).get(), 0, "RTM_0101 or RTM_0100");
        }
        out.version_ = magic == "RTM_0100" ? 100 : 101;
        if (out.version_ == 101) {
            out.motion.x = c.value<f32<E>>("rtm.motion");
            out.motion.y = c.value<f32<E>>("rtm.motion");
        }
        out.motion.z = c.value<f32<E>>("rtm.motion");
        const std::uint64_t phase_count_at = c.offset();
        const std::uint32_t phase_count = c.value<u32<E>>("rtm.phaseCount");
        const std::uint32_t bone_count = c.value<u32<E>>("rtm.boneCount");
        out.bone_names = c.array<text<32>>(bone_count, "rtm.boneNames");
        out.first_ = c.offset();
        out.phase_count_ = phase_count;
        if (const impl::record_count phases{.path = "rtm.phaseCount",
                                            .offset = phase_count_at,
                                            .number = phase_count,
                                            .smallest = out.phase_size()};
            phases.fits(c)) {
            c.skip(phase_count * out.phase_size(), "rtm.phases");
        }
        out.end_ = c.offset();
        if (!c.ok()) {
            return c.error();
        }
        return out;
    }

private:
    [[nodiscard]] constexpr std::uint32_t bone_count() const noexcept {
        return static_cast<std::uint32_t>(bone_names.size());
    }
    [[nodiscard]] constexpr std::uint64_t phase_size() const noexcept {
        return sizeof(f32<E>) + std::uint64_t{bone_names.size()} * sizeof(basic_bone_pose<E>);
    }

    window file_;
    std::uint64_t first_ = 0;
    std::uint64_t end_ = 0;
    std::uint32_t phase_count_ = 0;
    std::uint32_t version_ = 101;
};

} // namespace effigy::inline v0::p3d
