// RTM: skeletal animations in files of their own.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/core/numbered.hpp>
#include <effigy/core/text.hpp>
#include <effigy/p3d/records.hpp>

namespace effigy::inline v0::p3d {

// Every bone's matrix at one time; false if there is none.
template <form F> class basic_phase {
public:
    constexpr basic_phase() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return exists_; }
    [[nodiscard]] constexpr float phase() const noexcept { return phase_; } // 0 .. 1: fraction of the clip, not seconds
    // One per bone, in the order of the animation's bones().
    [[nodiscard]] constexpr array<basic_bone_pose<F>> bones() const noexcept { return bones_; }

private:
    friend struct impl::access;
    constexpr basic_phase(float phase, const array<basic_bone_pose<F>>& bones) noexcept
        : bones_(bones), phase_(phase), exists_(true) {}

    array<basic_bone_pose<F>> bones_;
    float phase_ = 0;
    bool exists_ = false;
};

namespace impl {

using namespace effigy::impl;

template <form F> struct phase_source {
    window file;
    std::uint64_t first = 0; // offset of the first phase
    std::uint32_t bone_count = 0;

    [[nodiscard]] static constexpr std::uint64_t size_of_one(std::uint64_t bones) noexcept {
        return sizeof(f32<F>) + bones * sizeof(basic_bone_pose<F>);
    }
    [[nodiscard]] basic_phase<F> get(std::uint64_t i) const noexcept {
        const std::uint64_t offset = first + i * size_of_one(bone_count);
        return access::make<basic_phase<F>>(
            file.template value_at<f32<F>>(offset).get(),
            file.template array_at<basic_bone_pose<F>>(offset + sizeof(f32<F>), bone_count));
    }
};

} // namespace impl

// The phases of an animation, in file order. Their times never decrease (measured).
template <form F> class basic_phases : public numbered<impl::phase_source<F>> {
public:
    constexpr basic_phases() = default;

private:
    friend struct impl::access;
    using numbered<impl::phase_source<F>>::numbered;
};

// A bone of an animation; false if there is none. Bones have no hierarchy: each matrix is in the model's space.
template <form F> class basic_bone {
public:
    constexpr basic_bone() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return name_ != nullptr; }
    // The name of the selection whose points the bone moves.
    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return name_ != nullptr ? name_->view() : std::string_view{};
    }
    // The index in bones() of the animation and of each phase.
    [[nodiscard]] constexpr std::uint32_t index() const noexcept { return index_; }
    // All phases of the animation.
    [[nodiscard]] constexpr basic_phases<F> phases() const noexcept { return phases_; }

private:
    friend struct impl::access;
    constexpr basic_bone(const text<32>* name, std::uint32_t index, const basic_phases<F>& phases) noexcept
        : name_(name), index_(index), phases_(phases) {}

    const text<32>* name_ = nullptr; // a quarter of the names have junk after the NUL (measured)
    std::uint32_t index_ = 0;
    basic_phases<F> phases_;
};

namespace impl {

template <form F> struct bone_source {
    array<text<32>> names;
    basic_phases<F> phases;

    [[nodiscard]] constexpr basic_bone<F> get(std::uint64_t i) const noexcept {
        return access::make<basic_bone<F>>(names.at(i), static_cast<std::uint32_t>(i), phases);
    }
};

} // namespace impl

template <form F> class basic_bones : public numbered<impl::bone_source<F>> {
public:
    constexpr basic_bones() = default;

    // Returns the index of the first bone with this name, ignoring case as the engine does; npos if there is none.
    [[nodiscard]] constexpr std::uint32_t find(std::string_view name) const noexcept {
        for (const basic_bone<F>& candidate : *this) {
            if (compare_any_case(candidate.name(), name) == 0) {
                return candidate.index();
            }
        }
        return npos;
    }

private:
    friend struct impl::access;
    constexpr basic_bones(const array<text<32>>& names, const basic_phases<F>& phases) noexcept
        : numbered<impl::bone_source<F>>({names, phases}, names.size()) {}
};

// An animation whose structure open_animation() validated. Small to copy; the caller owns the bytes.
template <form F> class basic_animation {
    static_assert(F != form::host, "a view shows the bytes of a file");

public:
    static constexpr form order = F;

    constexpr basic_animation() = default;

    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return version_; } // 100 or 101
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept {
        return file_.bytes_at(end_, file_.size() - end_);
    }
    // The distance, in metres, that the model moves while the animation plays once; x and y are 0 in RTM_0100.
    [[nodiscard]] constexpr vector3<float> motion() const noexcept { return motion_; }
    [[nodiscard]] constexpr basic_bones<F> bones() const noexcept {
        return impl::access::make<basic_bones<F>>(bone_names_, phases_);
    }
    [[nodiscard]] constexpr basic_phases<F> phases() const noexcept { return phases_; }
    // The stored fields, with the bytes after each NUL.
    [[nodiscard]] constexpr array<text<32>> bone_names() const noexcept { return bone_names_; }

private:
    friend struct impl::access;
    constexpr basic_animation(window file, std::uint32_t version, const vector3<float>& motion,
                              const array<text<32>>& bone_names, const basic_phases<F>& phases,
                              std::uint64_t end) noexcept
        : file_(file), end_(end), version_(version), motion_(motion), bone_names_(bone_names), phases_(phases) {}

    window file_;
    std::uint64_t end_ = 0;
    std::uint32_t version_ = 0;
    vector3<float> motion_;
    array<text<32>> bone_names_;
    basic_phases<F> phases_;
};

} // namespace effigy::inline v0::p3d
