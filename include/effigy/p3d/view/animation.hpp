// RTM: skeletal animations in files of their own.
#pragma once

#include <effigy/core/lazy_range.hpp>
#include <effigy/core/math.hpp>
#include <effigy/core/text.hpp>
#include <effigy/p3d/order/animation.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Every bone's matrix at one time; false if there is none.
class phase {
public:
    constexpr phase() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return exists_; }
    [[nodiscard]] constexpr float time() const noexcept { return time_; } // 0 .. 1: fraction of the clip, not seconds
    // One per bone, in the order of the animation's bones().
    [[nodiscard]] constexpr array<bone_pose> bones() const noexcept { return bones_; }

private:
    friend struct impl::access;
    constexpr phase(float time, const array<bone_pose>& bones) noexcept : bones_(bones), time_(time), exists_(true) {}

    array<bone_pose> bones_;
    float time_ = 0;
    bool exists_ = false;
};

namespace impl {

struct phase_source {
    byte_view file;
    std::uint64_t first = 0; // offset of the first phase
    std::uint32_t bone_count = 0;

    [[nodiscard]] p3d::phase get(std::uint64_t i) const noexcept {
        const std::uint64_t offset = first + i * size_of_phase(bone_count);
        return access::make<p3d::phase>(file.value_at<f32<>>(offset).get(),
                                        file.array_at<bone_pose>(offset + sizeof(f32<>), bone_count));
    }
};

} // namespace impl

// The phases of an animation, in file order. Their times never decrease (measured).
class phase_list : public lazy_range<impl::phase_source> {
public:
    constexpr phase_list() = default;

private:
    friend struct impl::access;
    using lazy_range<impl::phase_source>::lazy_range;
};

// A bone of an animation; false if there is none. Bones have no hierarchy: each matrix is in the model's space.
class bone {
public:
    constexpr bone() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return name_ != nullptr; }
    // The name of the selection whose points the bone moves.
    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return name_ != nullptr ? name_->view() : std::string_view{};
    }
    // The index in bones() of the animation and of each phase.
    [[nodiscard]] constexpr std::uint32_t index() const noexcept { return index_; }
    // All phases of the animation.
    [[nodiscard]] constexpr phase_list phases() const noexcept { return phases_; }

private:
    friend struct impl::access;
    constexpr bone(const text<32>* name, std::uint32_t index, const phase_list& phases) noexcept
        : name_(name), index_(index), phases_(phases) {}

    const text<32>* name_ = nullptr; // a quarter of the names have junk after the NUL (measured)
    std::uint32_t index_ = 0;
    phase_list phases_;
};

namespace impl {

struct bone_source {
    array<text<32>> names;
    phase_list phases;

    [[nodiscard]] constexpr bone get(std::uint64_t i) const noexcept {
        return access::make<bone>(names.at(i), static_cast<std::uint32_t>(i), phases);
    }
};

} // namespace impl

class bone_list : public lazy_range<impl::bone_source> {
public:
    constexpr bone_list() = default;

    // Returns the index of the first bone with this name, ignoring case as the engine does; npos if there is none.
    [[nodiscard]] constexpr std::uint32_t find(std::string_view name) const noexcept {
        for (const bone& candidate : *this) {
            if (compare_any_case(candidate.name(), name) == 0) {
                return candidate.index();
            }
        }
        return npos;
    }

private:
    friend struct impl::access;
    constexpr bone_list(const array<text<32>>& names, const phase_list& phases) noexcept
        : lazy_range<impl::bone_source>({names, phases}, names.size()) {}
};

// An animation whose structure open_animation() validated. Small to copy; the caller owns the bytes.
class animation {
public:
    constexpr animation() = default;

    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return version_; } // 100 or 101
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept {
        return file_.bytes_at(end_, file_.size() - end_);
    }
    // The distance, in metres, that the model moves while the animation plays once; x and y are 0 in RTM_0100.
    [[nodiscard]] constexpr vector3<float> motion() const noexcept { return motion_; }
    [[nodiscard]] constexpr bone_list bones() const noexcept {
        return impl::access::make<bone_list>(bone_names_, phases_);
    }
    [[nodiscard]] constexpr phase_list phases() const noexcept { return phases_; }
    // The stored fields, with the bytes after each NUL.
    [[nodiscard]] constexpr array<text<32>> bone_names() const noexcept { return bone_names_; }

private:
    friend struct impl::access;
    constexpr animation(byte_view file, std::uint32_t version, const vector3<float>& motion,
                        const array<text<32>>& bone_names, const phase_list& phases, std::uint64_t end) noexcept
        : file_(file), end_(end), version_(version), motion_(motion), bone_names_(bone_names), phases_(phases) {}

    byte_view file_;
    std::uint64_t end_ = 0;
    std::uint32_t version_ = 0;
    vector3<float> motion_;
    array<text<32>> bone_names_;
    phase_list phases_;
};

}}} // namespace effigy::v0::p3d
